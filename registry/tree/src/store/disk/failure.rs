use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::FormError;
use crate::store::StoreError;

/// What an error of the database is to a store.
pub(super) fn failed(error: impl Into<redb::Error>) -> StoreError {
    match error.into() {
        redb::Error::Corrupted(what) => StoreError::Damaged { what: format!("the database file, {what}") },
        // A file that is empty, begins otherwise than a database, or ends early.
        redb::Error::Io(error) if matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::UnexpectedEof) => {
            StoreError::Damaged { what: format!("the database file, {error}") }
        }
        error @ (redb::Error::TableDoesNotExist(_)
        | redb::Error::TableTypeMismatch { .. }
        | redb::Error::TableIsMultimap(_)
        | redb::Error::TypeDefinitionChanged { .. }) => StoreError::Damaged { what: error.to_string() },
        error => StoreError::Failed(error.to_string().into()),
    }
}

/// A row that does not decode.
pub(super) fn damaged(place: impl std::fmt::Display) -> impl FnOnce(FormError) -> StoreError {
    move |error| StoreError::Damaged { what: format!("{place}: {error}") }
}

/// Runs work on the database. On a file that was changed behind its back redb may panic; here that
/// is damage like any other.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
    // What the work borrows is not used after a panic but through the database, whose locks then
    // give errors.
    let outcome = catch_unwind(AssertUnwindSafe(work));
    outcome.unwrap_or_else(|_| Err(StoreError::Damaged { what: "the database file made its reader panic".into() }))
}
