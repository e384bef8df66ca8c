//! Readers beside a writer: version, root, answer and proof always belong together.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use statesync_proof::{Form, Kind, PreparedCircuit, Request, Statement, prove, verify};
use statesync_tree::store::{DiskStore, Version};
use statesync_tree::{Anchor, Key, LeafState, Operation, Registry, Shape};

const KEYS: u64 = 64;
const READS: u64 = 5_000;
/// Every so many reads the answer is proved and verified too.
const PROVED: u64 = 50;

fn key(number: u64) -> Key {
    Key::hashed(&(number % KEYS).to_le_bytes())
}

/// What every key holds in a version: its number.
fn batch(version: u64) -> Vec<Operation> {
    (0..KEYS).map(|number| Operation::put(key(number), version.to_le_bytes().to_vec())).collect()
}

#[test]
fn what_is_read_beside_a_writer_belongs_together() {
    let folder = tempfile::tempdir().unwrap();
    let registry = Registry::create(DiskStore::create(folder.path()).unwrap(), Shape::Keyed).unwrap();
    registry.apply(&batch(1)).unwrap();
    let prepared = PreparedCircuit::new(Kind::Membership, Shape::Keyed).unwrap();
    let anchors: Mutex<HashMap<Version, Anchor>> = Mutex::default();
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut version = 1;
            while !done.load(Ordering::Relaxed) {
                version += 1;
                let row = registry.apply(&batch(version)).unwrap();
                assert_eq!(row.version, Version(version));
            }
            version
        });
        let readers: Vec<_> = (0..2)
            .map(|reader| {
                let (registry, prepared, anchors) = (&registry, &prepared, &anchors);
                scope.spawn(move || {
                    for read in 0..READS {
                        let snapshot = registry.snapshot();
                        let (version, anchor, key) = (snapshot.version(), *snapshot.anchor(), key(read + reader));
                        assert_eq!(*anchors.lock().unwrap().entry(version).or_insert(anchor), anchor);
                        let record = snapshot.get(&key).unwrap();
                        assert_eq!(record.value.as_deref(), Some(&version.0.to_le_bytes()[..]));
                        let LeafState::Occupied(value) = record.state else { panic!("every key is there") };
                        let statement = Statement::Membership { anchor, key, value };
                        let request = Request { statement, opening: snapshot.open(&key).unwrap() };
                        request.check().unwrap();
                        if read % PROVED == 0 {
                            let proof = prove(prepared, &request, b"", Form::Inline).unwrap();
                            verify(prepared, &statement, b"", &proof).unwrap();
                        }
                    }
                })
            })
            .collect();
        readers.into_iter().for_each(|reader| reader.join().unwrap());
        done.store(true, Ordering::Relaxed);
        assert!(writer.join().unwrap() > 2, "there was a writer beside the readers");
    });
}
