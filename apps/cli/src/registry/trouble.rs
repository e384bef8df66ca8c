use std::path::Path;

use statesync_tree::RegistryError;
use statesync_tree::store::StoreError;

use crate::failure::{Failure, Fault};

/// What to do about a registry that is damaged.
pub const REPAIR: &str = "restore a backup of the whole folder, or import an export into a new registry";

/// The same, before a doctor has looked at it.
pub const DAMAGED: &str =
    "`statesync doctor` shows how far it is damaged; then restore a backup, or import an export anew";

/// What keeps a folder from being opened, with the folder where the medium alone would not name it.
pub fn trouble_at(place: &Path, error: RegistryError) -> Failure {
    let is_mediums = matches!(error, RegistryError::Store(StoreError::Failed(_)));
    let failure = trouble(error);
    if !is_mediums {
        return failure;
    }
    failure.about(format_args!("cannot open {} for reading and writing", place.display())).next(
        "a registry is opened for writing even to read it: see whether the disk is full or the folder or a file in it \
         may not be written; a copy of the folder can be read",
    )
}

/// Whose fault it is that a registry does not do what it is asked, and what to do then.
pub fn trouble(error: RegistryError) -> Failure {
    let (fault, next) = match &error {
        RegistryError::Refused { .. } => (
            Fault::Refused,
            "insert takes a record that was never there, replace and delete one that is, restore one \
                 that was deleted; put takes any",
        ),
        RegistryError::BatchTooLarge { .. } => (Fault::Usage, "split the file: each part becomes a version"),
        RegistryError::Key(_) => (Fault::Usage, "`statesync status` shows the shape of the registry"),
        RegistryError::Pruned { .. } | RegistryError::Future { .. } | RegistryError::RolledBack { .. } => {
            (Fault::Usage, "`statesync log` lists the versions that are kept")
        }
        RegistryError::Store(error) => of_store(error),
        _ => (Fault::Io, DAMAGED),
    };
    Failure::of(fault, error).next(next)
}

fn of_store(error: &StoreError) -> (Fault, &'static str) {
    match error {
        StoreError::NotAStore { .. } => {
            (Fault::Io, "`statesync init DIR` makes a registry; `--registry DIR` or STATESYNC_REGISTRY names one")
        }
        StoreError::StoreExists { .. } => {
            (Fault::Io, "`statesync status --registry DIR` shows it; name another folder to make a new one")
        }
        StoreError::InUse { .. } => (Fault::Io, "wait until the other process is done, or end it"),
        StoreError::ValueTooLong { .. } => (Fault::Usage, "put the data elsewhere, and its hash into the registry"),
        StoreError::NewerFormat { .. } => (Fault::Io, "use the release that wrote it, or a newer one"),
        StoreError::CommitsMissing { .. } => (Fault::Io, REPAIR),
        StoreError::Failed(_) => (Fault::Io, "see whether the disk is full or the folder may not be written"),
        _ => (Fault::Io, DAMAGED),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use statesync_tree::store::Version;

    #[test]
    fn faults_are_the_users_or_the_stores_and_each_says_what_to_do() {
        let missing = RegistryError::Future { asked: Version(9), newest: Version(1) };
        let full = StoreError::Failed(Box::new(std::io::Error::other("no space left")));
        let cases = [
            (missing, Fault::Usage),
            (RegistryError::BatchTooLarge { got: 1 << 21 }, Fault::Usage),
            (StoreError::ValueTooLong { got: 1 << 30 }.into(), Fault::Usage),
            (full.into(), Fault::Io),
            (StoreError::Poisoned.into(), Fault::Io),
            (StoreError::NewerFormat { found: 2, known: 1 }.into(), Fault::Io),
            (RegistryError::NotMade, Fault::Io),
        ];
        for (error, fault) in cases {
            let failure = trouble(error);
            assert_eq!(failure.fault, fault, "{failure:?}");
            assert!(failure.advice().is_some());
        }
    }
}
