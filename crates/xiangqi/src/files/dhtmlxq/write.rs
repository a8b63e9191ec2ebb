use alloc::{
    borrow::ToOwned,
    collections::VecDeque,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;

use super::format::{TAG_NAMES, point_digits};
use crate::Position;
use crate::files::game::{Game, Variation};
use crate::files::piece_order::piece_points;
use crate::files::result::chinese_result;
use crate::files::tag_value::tag_value;

/// Writes a game. Reading it again gives the same moves, comments and tags, as far as the format supports them.
///
/// The format has no glyphs and only its own tags. A comment before the first move of a variation is written
/// after that move. A start position other than the standard one is also written as `fen`, which includes the
/// side to move. An illegal move ends its line.
///
/// ```
/// use yipan_xiangqi::files::{dhtmlxq, pgn};
///
/// let game = pgn::games(b"1. C2=5 h8+7 *").next().unwrap()?;
/// assert!(dhtmlxq::write(&game).contains("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"));
/// # Ok::<(), yipan_xiangqi::files::pgn::PgnError>(())
/// ```
#[must_use]
pub fn write(game: &Game) -> String {
    let mut text = "[DhtmlXQ]\n".to_owned();
    let mut write_tag = |name: &str, value: &str| {
        // Such a bracket would end the tag.
        let value = value.replace("[DhtmlXQ", "(DhtmlXQ").replace("[/DhtmlXQ", "(/DhtmlXQ");
        let value = value.trim().replace('\n', "||");
        writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]").expect("writing to a string cannot fail");
    };
    for (name, pgn_name) in TAG_NAMES {
        if let Some(value) = tag_value(game, pgn_name) {
            write_tag(name, value);
        }
    }
    write_tag("result", chinese_result(game.result));
    write_tag("binit", &binit_digits(&game.start));
    if game.start != Position::start() {
        write_tag("fen", &game.start.to_string());
    }
    if !game.main_line.comment.is_empty() {
        write_tag("comment0", &game.main_line.comment);
    }
    let mut pending = VecDeque::from([PendingVariation {
        line: &game.main_line,
        before: game.start,
        ply: 1,
        parent: None,
    }]);
    let mut next_number = 0;
    while let Some(PendingVariation { line, before, ply, parent }) = pending.pop_front() {
        let number = next_number;
        next_number += 1;
        let mut moves = String::new();
        let mut comments = Vec::new();
        for (ply, (position, node)) in (ply..).zip(line.iter_from(before)) {
            moves += &point_digits(node.mv.from());
            moves += &point_digits(node.mv.to());
            let first = moves.len() == 4 && number > 0 && !line.comment.is_empty();
            let comment =
                if first { format!("{}\n{}", line.comment, node.comment) } else { node.comment.clone() };
            if !comment.trim().is_empty() {
                let name =
                    if number == 0 { format!("comment{ply}") } else { format!("comment{number}_{ply}") };
                comments.push((name, comment));
            }
            for line in node.variations.iter().filter(|line| !line.nodes.is_empty()) {
                pending.push_back(PendingVariation { line, before: position, ply, parent: Some(number) });
            }
        }
        match parent {
            None => write_tag("movelist", &moves),
            Some(parent) => write_tag(&format!("move_{parent}_{ply}_{number}"), &moves),
        }
        for (name, comment) in comments {
            write_tag(&name, &comment);
        }
    }
    text.push_str("[/DhtmlXQ]\n");
    text
}

/// A line that has not been written yet.
struct PendingVariation<'g> {
    line: &'g Variation,
    before: Position,
    /// The ply of its first move.
    ply: usize,
    /// The number of the line it branches from, or `None` for the main line.
    parent: Option<usize>,
}

/// Returns the points of the 32 pieces, with 99 for captured ones.
fn binit_digits(position: &Position) -> String {
    piece_points(position)
        .into_iter()
        .map(|point| point.map_or_else(|| "99".to_owned(), point_digits))
        .collect()
}
