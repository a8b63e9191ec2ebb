//! The drawings of marks, as SVG elements in a box of 100 by 100.

use yipan_core::{Mark, Side};

use crate::art_files;
use crate::variables::with_values;

/// Returns the SVG elements of a mark. Dark ones are lighter on fog.
#[must_use]
pub fn mark_elements(mark: Mark, on_fog: bool) -> String {
    let Some(drawing) = art_files::mark(mark) else { return mine_count(mark) };
    let (ink, accent) = if on_fog { ("#dfe6f0", "#ffb36b") } else { ("#2a2420", "#a8362a") };
    let drawing = with_values(drawing, |name| if name == "accent" { accent } else { ink });
    let is_of_second = matches!(mark, Mark::Portal { owner: Some(Side::Second) });
    let filter = if is_of_second { r#" filter="hue-rotate(120deg)""# } else { "" };
    format!(r#"<g class="mark-drawing"{filter}>{drawing}</g>"#)
}

/// Returns the class of the element that contains a mark.
#[must_use]
pub const fn mark_class(mark: Mark) -> &'static str {
    match mark {
        Mark::MineCount { .. } => "mine-count",
        Mark::Portal { owner: Some(Side::First) } => "mark of-first",
        Mark::Portal { owner: Some(Side::Second) } => "mark of-second",
        Mark::Mine | Mark::Crater | Mark::Portal { owner: None } => "mark",
    }
}

/// Returns the number of adjacent mines in the corner of a cell; empty for other marks.
fn mine_count(mark: Mark) -> String {
    let Mark::MineCount { mines, .. } = mark else { return String::new() };
    format!(
        r##"<circle cx="82" cy="18" r="16" fill="#2a2420" stroke="#fffaf0" stroke-width="2"/><text x="82" y="18" fill="#fffaf0" font-family="system-ui" font-size="22" font-weight="700" text-anchor="middle" dominant-baseline="central">{mines}</text>"##
    )
}
