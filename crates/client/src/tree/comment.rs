//! Comments and the commands in them: `[%csl Ge4]` for circles, `[%cal Rg1f3]` for arrows, `[%clk 0:01:00]` for clocks.

use yipan_games::Grid;

use crate::board::drawings::{Drawing, DrawingColor, Drawings};

const CIRCLES: &str = "csl";
const ARROWS: &str = "cal";
const CLOCK: &str = "clk";
const ELAPSED: &str = "emt";

/// A part of a comment.
enum Part<'t> {
    Text(&'t str),
    /// The whole command, its name and its value.
    Command(&'t str, &'t str, &'t str),
}

/// Splits a comment into text and commands. A command without an end is text.
fn parts(comment: &str) -> Vec<Part<'_>> {
    let (mut parts, mut rest) = (Vec::new(), comment);
    while let Some(start) = rest.find("[%") {
        let Some(length) = rest[start..].find(']') else { break };
        let command = &rest[start..=start + length];
        let inner = &command[2..command.len() - 1];
        let (name, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        parts.push(Part::Text(&rest[..start]));
        parts.push(Part::Command(command, name, value.trim()));
        rest = &rest[start + length + 1..];
    }
    parts.push(Part::Text(rest));
    parts
}

/// Returns the value of the first command with this name.
fn command_value<'t>(comment: &'t str, name: &str) -> Option<&'t str> {
    parts(comment).into_iter().find_map(|part| match part {
        Part::Command(_, other, value) if other == name => Some(value),
        _ => None,
    })
}

/// Whether a comment gives the clock after a move, or the time that it took.
pub(super) fn has_times(comment: &str) -> bool {
    [CLOCK, ELAPSED].into_iter().any(|name| command_value(comment, name).is_some())
}

/// Whether a comment contains anything but the times of a move.
pub(super) fn has_more_than_times(comment: &str) -> bool {
    parts(comment).into_iter().any(|part| match part {
        Part::Text(text) => !text.trim().is_empty(),
        Part::Command(_, name, _) => name != CLOCK && name != ELAPSED,
    })
}

/// Returns the text of a comment without commands.
#[must_use]
pub fn comment_text(comment: &str) -> String {
    let texts = parts(comment).into_iter().filter_map(|part| match part {
        Part::Text(text) => Some(text.trim()).filter(|text| !text.is_empty()),
        Part::Command(..) => None,
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// Returns the clock after a move as the comment writes it, in whole seconds and without hours if there are none.
#[must_use]
pub(crate) fn comment_clock(comment: &str) -> Option<&str> {
    let clock = command_value(comment, CLOCK)?;
    let clock = clock.split_once('.').map_or(clock, |(seconds, _)| seconds);
    Some(clock.strip_prefix("0:").filter(|rest| rest.contains(':')).unwrap_or(clock))
}

/// Returns the arrows and circles of a comment. Unknown cells and colors are left out.
#[must_use]
pub fn comment_drawings(comment: &str, grid: Grid) -> Drawings {
    let mut drawings = Drawings::default();
    for part in parts(comment) {
        let Part::Command(_, name, value) = part else { continue };
        if name != CIRCLES && name != ARROWS {
            continue;
        }
        for item in value.split(',') {
            if let Some(drawing) = parse_drawing(item.trim(), grid, name == CIRCLES) {
                drawings.toggle(drawing);
            }
        }
    }
    drawings
}

/// Parses `Ge4` or `Rg1f3`.
fn parse_drawing(text: &str, grid: Grid, is_circle: bool) -> Option<Drawing> {
    let mut letters = text.chars();
    let letter = letters.next()?;
    let color = DrawingColor::ALL.into_iter().find(|color| color.letter() == letter)?;
    let cells = letters.as_str();
    if is_circle {
        let cell = grid.cell(cells)?;
        return Some(Drawing { from: cell, to: cell, color });
    }
    // Every cell of every game has a name of two characters.
    let (from, to) = (cells.get(..2)?, cells.get(2..)?);
    Some(Drawing { from: grid.cell(from)?, to: grid.cell(to)?, color })
}

/// Replaces the text of a comment. Its commands come first, in their order.
pub(super) fn with_text(comment: &str, text: &str) -> String {
    let commands = parts(comment).into_iter().filter_map(|part| match part {
        Part::Command(command, ..) => Some(command.to_owned()),
        Part::Text(_) => None,
    });
    let text = text.trim().to_owned();
    commands.chain(Some(text).filter(|text| !text.is_empty())).collect::<Vec<_>>().join(" ")
}

/// Replaces the arrows and circles of a comment.
pub(super) fn with_drawings(comment: &str, drawings: &Drawings, grid: Grid) -> String {
    let mut written = Vec::new();
    for (name, is_circle) in [(CIRCLES, true), (ARROWS, false)] {
        let item = |drawing: &Drawing| {
            let to = if is_circle { String::new() } else { grid.name(drawing.to) };
            format!("{}{}{to}", drawing.color.letter(), grid.name(drawing.from))
        };
        let items: Vec<String> =
            drawings.iter().filter(|drawing| drawing.is_circle() == is_circle).map(item).collect();
        if !items.is_empty() {
            written.push(format!("[%{name} {}]", items.join(",")));
        }
    }
    let others = parts(comment).into_iter().filter_map(|part| match part {
        Part::Command(command, name, _) => (name != CIRCLES && name != ARROWS).then(|| command.to_owned()),
        Part::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
    });
    written.extend(others);
    written.join(" ")
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;

    #[test]
    fn the_text_and_the_commands_of_a_comment_are_separate() {
        let comment = "[%clk 0:01:30] a blunder [%cal Gg1f3,Rb1c3] in time trouble [%csl Ye4]";
        assert_eq!(comment_text(comment), "a blunder in time trouble");
        assert_eq!(comment_clock(comment), Some("01:30"));
        assert_eq!(comment_clock("[%clk 1:02:03]"), Some("1:02:03"));
        assert_eq!(comment_clock("[%clk 0:04:59.250] [%emt 0:00:00.75]"), Some("04:59"));
        for (comment, times, more) in [
            ("[%clk 0:01:30] [%emt 0:00:09]", true, false),
            ("[%emt 0:00:09] slow", true, true),
            ("[%csl Ge4]", false, true),
            ("", false, false),
        ] {
            assert_eq!((has_times(comment), has_more_than_times(comment)), (times, more), "{comment}");
        }
        assert_eq!(comment_text("[%unknown x] [%broken"), "[%broken");
        assert_eq!(with_text(comment, " new "), "[%clk 0:01:30] [%cal Gg1f3,Rb1c3] [%csl Ye4] new");
        assert_eq!(with_text(comment, ""), "[%clk 0:01:30] [%cal Gg1f3,Rb1c3] [%csl Ye4]");
    }

    #[test]
    fn drawings_survive_every_board() {
        for (kind, comment) in [
            (GameKind::Chess, "[%csl Ye4,Bh8] [%cal Gg1f3,Rb1c3] text"),
            (GameKind::Xiangqi, "[%csl Ga0] [%cal Ri9a0]"),
            (GameKind::Liuzichong, "[%cal Ga1d4]"),
        ] {
            let grid = Grid::new(kind);
            let drawings = comment_drawings(comment, grid);
            assert_eq!(with_drawings(comment, &drawings, grid), comment);
            assert_eq!(with_drawings("", &drawings, grid), comment.trim_end_matches(" text"));
        }
    }

    #[test]
    fn unknown_cells_and_colors_are_left_out() {
        let grid = Grid::new(GameKind::Chess);
        let drawings = comment_drawings("[%csl Gz9,Xe4,G,é,Re4,] [%cal Ge2,Gé4éé,Ge2e4]", grid);
        assert_eq!(with_drawings("", &drawings, grid), "[%csl Re4] [%cal Ge2e4]");
    }
}
