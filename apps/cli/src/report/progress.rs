use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often a line moves.
const TICK: Duration = Duration::from_millis(120);

/// How far long work is: one line on standard error, which goes away when the work is done.
///
/// Where standard error is no terminal, nothing is shown.
pub struct Progress(ProgressBar);

impl Progress {
    /// Work of unknown length.
    pub fn of(what: impl Into<String>) -> Self {
        Self::show(ProgressBar::new_spinner(), "{spinner} {msg} {elapsed}", what)
    }

    /// Work on so many things.
    pub fn over(what: impl Into<String>, things: u64) -> Self {
        Self::show(ProgressBar::new(things), "{msg} {bar:30} {human_pos} of {human_len}", what)
    }

    fn show(bar: ProgressBar, template: &str, what: impl Into<String>) -> Self {
        let style = ProgressStyle::with_template(template).expect("the template is one of the two above");
        bar.set_style(style);
        bar.set_message(what.into());
        bar.enable_steady_tick(TICK);
        Self(bar)
    }

    /// What is done from now on.
    pub fn now(&self, what: impl Into<String>) {
        self.0.set_message(what.into());
    }

    /// One thing more is done.
    pub fn step(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
