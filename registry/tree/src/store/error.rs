/// Why a store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The medium or the database under the store failed.
    #[error("the store failed: {0}")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// What was read is not what a store writes.
    #[error("the store is damaged: {what}")]
    Damaged {
        /// What was found, and where.
        what: String,
    },
}
