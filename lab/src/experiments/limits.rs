//! Concurrent jobs under a memory limit: each outcome reported as what it was.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Barrier;
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::{Family, Oracle, Report, Row, WideCase};

/// Which jobs.
#[derive(Args, Clone, Debug)]
pub struct Limits {
    /// What the gates are
    #[arg(long, default_value = "mixed")]
    pub family: Family,
    /// Wires of each layer
    #[arg(long, default_value_t = 2048)]
    pub width: usize,
    /// Limit of the process that runs all jobs, in MiB
    #[arg(long, default_value_t = 1024)]
    pub limit_mib: usize,
    /// Numbers of concurrent jobs
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2, 4, 8])]
    pub jobs: Vec<usize>,
    /// Run this many jobs in this process, without a limit of its own, and report nothing
    #[arg(long, hide = true)]
    pub inside: Option<usize>,
    /// How those jobs hold the gates
    #[arg(long, hide = true, default_value = "sparse")]
    pub oracle: Oracle,
}

/// Every number of jobs, in a process under an address-space limit and in one in a memory cgroup, both oracles.
///
/// # Errors
/// If a process cannot be started at all.
pub fn run(limits: &Limits, report: &mut Report) -> Result<()> {
    if let Some(jobs) = limits.inside {
        return work(limits, jobs);
    }
    for (name, limit) in [("address space", Limit::AddressSpace), ("cgroup", Limit::cgroup(limits.limit_mib))] {
        for oracle in [Oracle::Sparse, Oracle::Dense] {
            for &jobs in &limits.jobs {
                let outcome = limit.run(limits, oracle, jobs)?;
                let row = Row::new("limits", jobs.min(thread::available_parallelism()?.get()), 1)
                    .set("limit", name)
                    .set("limit_mib", limits.limit_mib)
                    .set("family", limits.family.name())
                    .set("width", limits.width)
                    .set("oracle", oracle.name())
                    .set("jobs", jobs)
                    .set("outcome", outcome);
                report.emit(row)?;
            }
        }
    }
    Ok(())
}

/// What is limited, and how.
enum Limit {
    AddressSpace,
    /// The group's folder, or why there is none.
    Cgroup(Result<Group, String>),
}

/// A memory cgroup, removed when dropped.
struct Group(PathBuf);

impl Drop for Group {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir(&self.0) {
            eprintln!("{} is left behind: {error}", self.0.display());
        }
    }
}

impl Limit {
    fn cgroup(limit_mib: usize) -> Self {
        Self::Cgroup(make_group(limit_mib << 20).map_err(|error| format!("no cgroup: {error:#}")))
    }

    fn run(&self, limits: &Limits, oracle: Oracle, jobs: usize) -> Result<String> {
        let script = match self {
            Self::AddressSpace => format!("ulimit -v {}; ulimit -c 0; exec \"$0\" \"$@\"", limits.limit_mib << 10),
            Self::Cgroup(Err(reason)) => return Ok(reason.clone()),
            Self::Cgroup(Ok(group)) => {
                format!("echo $$ > '{}/cgroup.procs' && exec \"$0\" \"$@\"", group.0.display())
            }
        };
        let output = Command::new("sh")
            .args(["-c", &script])
            .arg(std::env::current_exe()?)
            // An arena per thread would reserve address space that no job has asked for.
            .env("MALLOC_ARENA_MAX", "1")
            .args(["limits", "--family", limits.family.name(), "--width", &limits.width.to_string()])
            .args(["--oracle", oracle.name(), "--inside", &jobs.to_string()])
            .stdout(Stdio::null())
            .output()
            .context("cannot start a shell")?;
        Ok(outcome(output.status, &String::from_utf8_lossy(&output.stderr)))
    }
}

/// What became of a process.
fn outcome(status: ExitStatus, errors: &str) -> String {
    const KILL: i32 = 9;
    match (status.success(), status.signal()) {
        (true, _) => "success".to_owned(),
        (_, _) if errors.contains("memory allocation of") => "allocation abort".to_owned(),
        (_, Some(KILL)) => "killed".to_owned(),
        (_, Some(signal)) => format!("signal {signal}"),
        (_, None) => format!("failed: {}", errors.lines().last().unwrap_or("without a word")),
    }
}

/// A group of this process's own cgroup or of the root, version 2 or 1.
fn make_group(bytes: usize) -> Result<Group> {
    let name = format!("statesync-lab-{}", std::process::id());
    let roots = [("/sys/fs/cgroup", "memory.max"), ("/sys/fs/cgroup/memory", "memory.limit_in_bytes")];
    let mounted = roots.iter().find(|(root, _)| Path::new(root).join("cgroup.procs").exists());
    let (root, limit) = mounted.context("no hierarchy is mounted")?;
    let folder = Path::new(root).join(name);
    fs::create_dir(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let group = Group(folder);
    let file = group.0.join(limit);
    ensure!(file.exists(), "{root} does not control memory");
    fs::write(&file, bytes.to_string()).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(group)
}

/// Runs all jobs at once, each a thread with a circuit of its own.
fn work(limits: &Limits, jobs: usize) -> Result<()> {
    let together = Barrier::new(jobs);
    thread::scope(|scope| {
        let job = |seed: usize| {
            let (together, family) = (&together, limits.family);
            scope.spawn(move || -> Result<()> {
                let case = WideCase::new(family.circuit(limits.width)?, seed as u64);
                together.wait();
                ensure!(!case.prove(limits.oracle).is_empty(), "the proof is empty");
                Ok(())
            })
        };
        let running: Vec<_> = (0..jobs).map(job).collect();
        running.into_iter().try_for_each(|job| job.join().unwrap_or_else(|_| anyhow::bail!("a job panicked")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_told_apart() {
        let aborted = outcome(ExitStatus::from_raw(6), "memory allocation of 67108864 bytes failed\n");
        assert_eq!(aborted, "allocation abort");
        assert_eq!(outcome(ExitStatus::from_raw(0), ""), "success");
        assert_eq!(outcome(ExitStatus::from_raw(9), ""), "killed");
        assert_eq!(outcome(ExitStatus::from_raw(11), ""), "signal 11");
        assert_eq!(outcome(ExitStatus::from_raw(256), "first\nlast\n"), "failed: last");
    }
}
