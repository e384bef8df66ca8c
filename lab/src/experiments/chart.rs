//! Requested bytes by width, both axes logarithmic, as an SVG.

use std::path::Path;

use anyhow::{Result, anyhow};
use plotters::prelude::*;

use crate::{Family, Oracle};

/// What one family and oracle were measured to be: widths and bytes.
pub(super) struct Line {
    pub(super) family: Family,
    pub(super) oracle: Oracle,
    pub(super) points: Vec<(f64, f64)>,
}

/// Draws all lines: a colour for each family, thick for sparse, thin for dense.
pub(super) fn draw(path: &Path, lines: &[Line]) -> Result<()> {
    let failed = |error: &dyn std::fmt::Display| anyhow!("cannot draw {}: {error}", path.display());
    let points = || lines.iter().flat_map(|line| &line.points);
    let widest = points().map(|point| point.0).fold(8.0, f64::max);
    let most = points().map(|point| point.1).fold(1e4, f64::max);
    let root = SVGBackend::new(path, (900, 600)).into_drawing_area();
    root.fill(&WHITE).map_err(|error| failed(&error))?;
    let mut chart = ChartBuilder::on(&root)
        .caption("Requested bytes of one proof", ("sans-serif", 22))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(84)
        .build_cartesian_2d((4.0..widest).log_scale(), (1e3..2.0 * most).log_scale())
        .map_err(|error| failed(&error))?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("wires of a layer").y_desc("bytes").draw().map_err(|error| failed(&error))?;
    for line in lines {
        let stroke = style(line);
        let series = LineSeries::new(line.points.iter().copied(), stroke);
        chart
            .draw_series(series)
            .map_err(|error| failed(&error))?
            .label(format!("{}, {}", line.family.name(), line.oracle.name()))
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], stroke));
    }
    let mut labels = chart.configure_series_labels();
    labels.position(SeriesLabelPosition::UpperLeft).border_style(BLACK).background_style(WHITE);
    labels.draw().map_err(|error| failed(&error))?;
    root.present().map_err(|error| failed(&error))
}

fn style(line: &Line) -> ShapeStyle {
    let colour = match line.family {
        Family::Mixed => RGBColor(31, 119, 180),
        Family::Linear => RGBColor(44, 160, 44),
        Family::Product => RGBColor(214, 39, 40),
        Family::Cube => RGBColor(148, 103, 189),
    };
    colour.stroke_width(if line.oracle == Oracle::Sparse { 3 } else { 1 })
}
