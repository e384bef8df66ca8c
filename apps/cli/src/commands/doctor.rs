//! `doctor`: everything computed anew from the leaves, and compared.

use std::io;
use std::path::PathBuf;

use serde::Serialize;
use statesync_tree::doctor;

use crate::failure::{Failure, Fault};
use crate::registry::{self, DAMAGED, REPAIR};
use crate::report::{Count, Output, Page, Progress, Report, Took, shortened};

/// Which registry.
#[derive(Debug)]
pub struct Job {
    /// The registry.
    pub place: PathBuf,
}

/// What was examined, and what was found.
#[derive(Debug, Serialize)]
struct Examined {
    clean: bool,
    versions: usize,
    leaves: u64,
    values: u64,
    findings: Vec<String>,
    took_us: Took,
}

/// Examines the registry. What is found is printed; that there is something is a failure.
pub fn run(job: &Job, output: Output) -> Result<(), Failure> {
    let mut store = registry::open_store(&job.place).map_err(|failure| match failure.advice() {
        Some(DAMAGED) => failure.next(REPAIR),
        _ => failure,
    })?;
    let progress = Progress::of("comparing pages with their checksums");
    let (examined, took_us) = Took::timing(|| {
        let pages = store.check_pages();
        progress.now("computing everything anew");
        let report = doctor(&store);
        let findings = pages.err().map(|error| error.to_string()).into_iter();
        let findings = findings.chain(report.findings.iter().map(ToString::to_string));
        let findings: Vec<String> = findings.map(without_advice).collect();
        let (versions, leaves, values) = (report.versions, report.leaves, report.values);
        Examined { clean: findings.is_empty(), versions, leaves, values, findings, took_us: Took::default() }
    });
    drop(progress);
    let examined = Examined { took_us, ..examined };
    output.print(&examined)?;
    match examined.findings.len() {
        0 => Ok(()),
        count => {
            let failure = Failure::new(Fault::Io, format_args!("the registry is damaged: {count} findings"));
            Err(failure.next(REPAIR))
        }
    }
}

/// What was found, without the advice to run the doctor, which is what happens.
fn without_advice(finding: String) -> String {
    finding.split_once("; run doctor").map_or(finding.clone(), |(found, _)| found.to_owned())
}

impl Report for Examined {
    fn write(&self, page: &mut Page<'_>) -> io::Result<()> {
        let (versions, leaves, values) = (Count::of(self.versions), Count(self.leaves), Count(self.values));
        page.heading(format_args!(
            "{versions} versions, {leaves} leaves, {values} values examined in {}",
            self.took_us
        ))?;
        if self.clean {
            return page.good("clean", "everything that was stored is what its leaves give");
        }
        for finding in &self.findings {
            page.bad("found", "")?;
            page.sentence(&shortened(finding))?;
        }
        Ok(())
    }
}
