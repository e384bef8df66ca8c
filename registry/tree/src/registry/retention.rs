use std::num::NonZeroUsize;

use super::{Registry, RegistryError};
use crate::store::Store;

/// Which versions to forget, by rules. The newest is always kept.
impl<S: Store> Registry<S> {
    /// Keeps the newest `count` versions, and says how many were forgotten.
    ///
    /// # Errors
    /// [`RegistryError::Store`] if the store fails.
    pub fn keep_last(&self, count: NonZeroUsize) -> Result<usize, RegistryError> {
        let rows = self.versions()?;
        let first = rows.len().saturating_sub(count.get());
        rows.get(first).map_or(Ok(0), |oldest| self.prune(oldest.version))
    }

    /// Keeps the versions that were made at `time` (milliseconds since 1970) or later and all that
    /// came after the first of them, and says how many were forgotten.
    ///
    /// # Errors
    /// [`RegistryError::Store`] if the store fails.
    pub fn keep_since(&self, time: u64) -> Result<usize, RegistryError> {
        let rows = self.versions()?;
        let oldest = rows.iter().find(|row| row.time >= time).or(rows.last());
        oldest.map_or(Ok(0), |oldest| self.prune(oldest.version))
    }
}
