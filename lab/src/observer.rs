//! What a proof asks of memory, and when.
//!
//! The program's allocator (`peak_alloc`, set in `main.rs`) counts the bytes that are requested and not yet given back,
//! and their peak. In a program without it both are 0. The process's own peak is the kernel's, and another thing: it
//! holds the program, its stacks and what the allocator keeps.

use std::fs;
use std::time::Instant;

use peak_alloc::PeakAlloc;
use serde_json::{Value, json};
use statesync_transcript::{Label, ProverChannel, label};

/// Requested bytes and time, from its start on.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    began: Instant,
    live: usize,
}

impl Meter {
    /// Starts here: the peak is that of what follows.
    pub fn start() -> Self {
        PeakAlloc.reset_peak_usage();
        Self { began: Instant::now(), live: PeakAlloc.current_usage() }
    }

    /// Microseconds since the start.
    pub fn micros(&self) -> f64 {
        self.began.elapsed().as_secs_f64() * 1e6
    }

    /// Bytes requested since the start and not given back.
    pub fn live(&self) -> usize {
        PeakAlloc.current_usage().saturating_sub(self.live)
    }

    /// The most of them at any time.
    pub fn peak(&self) -> usize {
        PeakAlloc.peak_usage().saturating_sub(self.live)
    }
}

/// From one kind of message to the next.
#[derive(Clone, Debug)]
pub struct Stage {
    /// What was sent at its end, or what came after the last message.
    pub name: &'static str,
    /// When it ended, in microseconds from the start.
    pub end_us: f64,
    /// Requested bytes live at its end.
    pub live_bytes: usize,
    /// The most bytes up to its end.
    pub peak_bytes: usize,
}

impl Stage {
    /// As JSON.
    pub fn to_json(&self) -> Value {
        let Self { name, end_us, live_bytes, peak_bytes } = self;
        json!({ "stage": name, "end_us": end_us, "live_bytes": live_bytes, "peak_bytes": peak_bytes })
    }
}

/// A prover's channel that notes what is live whenever another kind of message is sent.
#[derive(Debug)]
pub struct Observed<C> {
    channel: C,
    meter: Meter,
    last: Option<Label>,
    stages: Vec<Stage>,
}

/// More stages than a circuit of two layers has, so that observing allocates nothing in between.
const STAGES: usize = 32;

impl<C> Observed<C> {
    /// Watches `channel`, with what `meter` has seen so far as its first stage.
    pub fn new(channel: C, meter: Meter) -> Self {
        let mut stages = Vec::with_capacity(STAGES);
        stages.push(note(&meter, "absorbed"));
        Self { channel, meter, last: None, stages }
    }

    /// The channel, and its stages.
    pub fn finish(mut self) -> (C, Vec<Stage>) {
        self.stages.push(note(&self.meter, "finished"));
        (self.channel, self.stages)
    }
}

impl<E, C: ProverChannel<E>> ProverChannel<E> for Observed<C> {
    fn send(&mut self, label: Label, elements: &[E]) {
        if self.last.replace(label) != Some(label) {
            self.stages.push(note(&self.meter, stage_name(label)));
        }
        self.channel.send(label, elements);
    }

    fn draw(&mut self) -> E {
        self.channel.draw()
    }
}

fn note(meter: &Meter, name: &'static str) -> Stage {
    Stage { name, end_us: meter.micros(), live_bytes: meter.live(), peak_bytes: meter.peak() }
}

fn stage_name(label: Label) -> &'static str {
    match label {
        label::FIRST_ROUND => "tables made",
        label::FIRST_VALUES => "first phase",
        label::SECOND_ROUND => "second tables made",
        label::SECOND_VALUE => "second phase",
        label::TAP_VALUE => "taps",
        label::ROUND => "copy columns made",
        _ => "copy rounds",
    }
}

/// Peak resident memory of the whole process (`VmHWM`), in KiB. `None` where the kernel does not say.
pub fn peak_rss_kib() -> Option<usize> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}

/// Begins the peak of resident memory anew, at what the process holds now.
///
/// # Errors
/// If the kernel does not let it.
pub fn reset_peak_rss() -> std::io::Result<()> {
    fs::write("/proc/self/clear_refs", "5")
}
