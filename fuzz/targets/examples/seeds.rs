//! Writes the seeds of every target into its corpus; files that are there already stay.
//!
//! ```sh
//! cargo run -p statesync-fuzz-targets --example seeds
//! ```

use std::fs;
use std::io;
use std::path::Path;

use statesync_fuzz_targets::TARGETS;

fn main() -> io::Result<()> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    for target in TARGETS {
        let folder = corpus.join(target.name);
        fs::create_dir_all(&folder)?;
        let seeds = (target.seeds)();
        for (number, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:02}")), seed)?;
        }
        println!("{}: {} seeds", target.name, seeds.len());
    }
    Ok(())
}
