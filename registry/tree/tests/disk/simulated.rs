use std::io;
use std::sync::{Arc, Mutex, MutexGuard};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use redb::StorageBackend;

/// What goes wrong with a disk.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Fault {
    None,
    /// The operation of this number and all after it fail: the power is gone.
    Power(usize),
    /// The operation of this number fails, and those after it seem to work. If it is a sync, what
    /// it should have made durable is not, and never will be.
    Once(usize),
    /// Nothing can be written from this position on.
    Full(u64),
}

/// What of the writes that were never synced is there after the power came back.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Survives {
    Nothing,
    Everything,
    /// A random part of them, and the first half of one more.
    Some(u64),
}

/// A disk in memory, shared between the database and the test that looks on.
#[derive(Clone, Debug)]
pub struct Disk(Arc<Mutex<State>>);

#[derive(Debug)]
struct State {
    /// What reads see.
    seen: Vec<u8>,
    /// What is there whatever happens.
    durable: Vec<u8>,
    /// What was done since the last sync.
    unsynced: Vec<Change>,
    fault: Fault,
    operations: usize,
    faults: usize,
}

#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

impl Change {
    fn carry_out(&self, bytes: &mut Vec<u8>) {
        match self {
            Self::Length(len) => bytes.resize(*len, 0),
            Self::Write(at, data) => {
                let len = bytes.len().max(at + data.len());
                bytes.resize(len, 0);
                bytes[*at..at + data.len()].copy_from_slice(data);
            }
        }
    }
}

impl Disk {
    pub fn new(image: Vec<u8>, fault: Fault) -> Self {
        let (seen, durable) = (image.clone(), image);
        Self(Arc::new(Mutex::new(State { seen, durable, unsynced: Vec::new(), fault, operations: 0, faults: 0 })))
    }

    /// Operations so far.
    pub fn operations(&self) -> usize {
        self.state().operations
    }

    /// Whether the fault has happened.
    pub fn has_failed(&self) -> bool {
        self.state().faults > 0
    }

    /// What is on the disk when the power comes back.
    pub fn image(&self, survives: Survives) -> Vec<u8> {
        let state = self.state();
        let mut image = state.durable.clone();
        match survives {
            Survives::Nothing => (),
            Survives::Everything => state.unsynced.iter().for_each(|change| change.carry_out(&mut image)),
            Survives::Some(seed) => {
                let mut rng = SmallRng::seed_from_u64(seed);
                for change in &state.unsynced {
                    match (rng.random_range(0..3), change) {
                        (0, Change::Write(at, data)) => {
                            Change::Write(*at, data[..data.len() / 2].to_vec()).carry_out(&mut image);
                        }
                        // The length of a file is kept by the file system in its own journal.
                        (1, _) | (_, Change::Length(_)) => change.carry_out(&mut image),
                        _ => (),
                    }
                }
            }
        }
        image
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no test panics while it holds the disk")
    }

    /// Counts an operation, and fails it if its time has come.
    fn operation(&self) -> io::Result<MutexGuard<'_, State>> {
        let mut state = self.state();
        let number = state.operations;
        state.operations += 1;
        let fails = match state.fault {
            Fault::None | Fault::Full(_) => false,
            Fault::Power(at) => number >= at,
            Fault::Once(at) => number == at,
        };
        if fails {
            state.faults += 1;
            return Err(io::Error::other(format!("operation {number} fails")));
        }
        Ok(state)
    }
}

impl State {
    fn change(&mut self, end: u64, change: Change) -> io::Result<()> {
        if matches!(self.fault, Fault::Full(limit) if end > limit) {
            self.faults += 1;
            return Err(io::ErrorKind::StorageFull.into());
        }
        change.carry_out(&mut self.seen);
        self.unsynced.push(change);
        Ok(())
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.operation()?.seen.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.operation()?;
        let at = offset as usize;
        let bytes = state.seen.get(at..at + out.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(bytes);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.operation()?.change(len, Change::Length(len as usize))
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut state = match self.operation() {
            Ok(state) => state,
            Err(error) => {
                // The pages are marked clean, and lost.
                self.state().unsynced.clear();
                return Err(error);
            }
        };
        let unsynced = std::mem::take(&mut state.unsynced);
        unsynced.iter().for_each(|change| change.carry_out(&mut state.durable));
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let end = offset + data.len() as u64;
        self.operation()?.change(end, Change::Write(offset as usize, data.to_vec()))
    }
}
