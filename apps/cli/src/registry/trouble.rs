use statesync_tree::RegistryError;
use statesync_tree::store::StoreError;

use crate::failure::{Failure, Fault};

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
        _ => (Fault::Io, "`statesync doctor` shows what is damaged; then restore a backup, or import an export anew"),
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
        StoreError::Failed(_) => (Fault::Io, "see whether the disk is full or the folder may not be written"),
        _ => (Fault::Io, "`statesync doctor` shows what is damaged; then restore a backup, or import an export anew"),
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
