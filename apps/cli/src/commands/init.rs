//! `init`: a folder -> an empty registry in it.

use std::path::PathBuf;

use statesync_tree::Shape;

use super::changed::Changed;
use crate::failure::Failure;
use crate::registry;
use crate::report::Took;

/// Where, and of which shape.
#[derive(Debug)]
pub struct Job {
    /// The folder; it is made if it is not there.
    pub place: PathBuf,
    /// Named records, or an array of slots.
    pub shape: Shape,
}

/// Makes the registry.
pub fn run(job: &Job) -> Result<Changed, Failure> {
    let (made, took) = Took::timing(|| registry::create(&job.place, job.shape));
    let what = format!("{} is an empty registry: {}", job.place.display(), job.shape);
    Ok(Changed::new(what, 0, made?.snapshot().row(), took))
}
