use statesync_tree::store::MemoryStore;

use crate::conformance::{TestStore, conformance};

impl TestStore for MemoryStore {
    fn fresh() -> Self {
        Self::default()
    }

    fn reopen(self) -> Self {
        self
    }
}

conformance!(MemoryStore);
