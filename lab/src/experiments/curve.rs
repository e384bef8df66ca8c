//! All families and widths, three processes each.

use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::chart::{self, Line};
use super::memory::Memory;
use crate::{Family, Oracle, Report, Row, Samples};

const PROCESSES: usize = 3;
const NARROWEST: usize = 4;

/// Medians and ranges over processes, a line through each family's sparse rows, and a chart.
///
/// # Errors
/// If a process fails, or the chart cannot be written.
pub(super) fn run(memory: &Memory, report: &mut Report) -> Result<()> {
    let mut lines = Vec::new();
    for oracle in [Oracle::Sparse, Oracle::Dense] {
        let widest = if oracle == Oracle::Sparse { memory.sparse_to } else { memory.dense_to };
        for family in Family::ALL {
            let widths = std::iter::successors(Some(NARROWEST), |width| Some(2 * width));
            let mut points = Vec::new();
            for width in widths.take_while(|&width| width <= widest) {
                points.push((width as f64, point(family, width, oracle, report)?));
            }
            if oracle == Oracle::Sparse {
                report.emit(fit(family, &points))?;
            }
            lines.push(Line { family, oracle, points });
        }
    }
    chart::draw(&memory.svg, &lines)
}

/// Measures one width and returns its median of requested bytes.
fn point(family: Family, width: usize, oracle: Oracle, report: &mut Report) -> Result<f64> {
    let rows = (0..PROCESSES).map(|_| process(family, width, oracle)).collect::<Result<Vec<_>>>()?;
    let samples = |name: &str| -> Samples { rows.iter().filter_map(|row| row[name].as_f64()).collect() };
    let requested = samples("requested_bytes");
    let row = Row::new("memory", 1, PROCESSES)
        .set("family", family.name())
        .set("width", width)
        .set("oracle", oracle.name())
        .set("processes", PROCESSES)
        .measure("requested_bytes", &requested)
        .set("oracle_bytes", rows[0]["oracle_bytes"].clone())
        .measure("prove_us", &samples("prove_us"))
        .measure("rss_kib", &samples("rss_kib"));
    report.emit(row)?;
    Ok(requested.median())
}

/// The row that this program prints when it measures one width.
fn process(family: Family, width: usize, oracle: Oracle) -> Result<Value> {
    let output = Command::new(std::env::current_exe()?)
        .args(["--json", "memory", "--family", family.name(), "--oracle", oracle.name()])
        .args(["--width", &width.to_string()])
        .stderr(Stdio::null())
        .output()?;
    ensure!(output.status.success(), "{} at width {width}, {}: {}", family.name(), oracle.name(), output.status);
    serde_json::from_slice(&output.stdout).context("the row is not JSON")
}

/// The line `constant_bytes + bytes_per_wire * width` through the points, by least squares of relative errors, and the
/// largest of these.
fn fit(family: Family, points: &[(f64, f64)]) -> Row {
    let [mut w, mut wx, mut wxx, mut wy, mut wxy] = [0.0; 5];
    for &(x, y) in points {
        let weight = 1.0 / (y * y).max(1.0);
        w += weight;
        wx += weight * x;
        wxx += weight * x * x;
        wy += weight * y;
        wxy += weight * x * y;
    }
    let slope = (w * wxy - wx * wy) / (w * wxx - wx * wx);
    let constant = (wy - slope * wx) / w;
    let error = |&(x, y): &(f64, f64)| ((constant + slope * x - y) / y).abs();
    let worst = points.iter().map(error).fold(0.0, f64::max);
    Row::new("memory", 1, PROCESSES)
        .set("fit", "requested_bytes")
        .set("family", family.name())
        .set("oracle", Oracle::Sparse.name())
        .set("bytes_per_wire", slope)
        .set("constant_bytes", constant)
        .set("largest_relative_error", worst)
}
