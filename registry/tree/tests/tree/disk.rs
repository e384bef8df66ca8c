use statesync_tree::store::{Commit, DiskStore, DiskView, Store, StoreError};
use tempfile::TempDir;

use crate::conformance::{TestStore, conformance};

/// A store on disk in a folder of its own.
struct Temporary {
    store: DiskStore,
    folder: TempDir,
}

impl Store for Temporary {
    type View = DiskView;

    fn view(&self) -> Result<DiskView, StoreError> {
        self.store.view()
    }

    fn commit(&mut self, commit: Commit) -> Result<(), StoreError> {
        self.store.commit(commit)
    }
}

impl TestStore for Temporary {
    fn fresh() -> Self {
        let folder = tempfile::tempdir().expect("temporary files can be made");
        let store = DiskStore::create(folder.path()).expect("a new folder");
        Self { store, folder }
    }

    fn reopen(self) -> Self {
        let Self { store, folder } = self;
        drop(store);
        let store = DiskStore::open(folder.path()).expect("the store is whole");
        Self { store, folder }
    }
}

conformance!(Temporary);
