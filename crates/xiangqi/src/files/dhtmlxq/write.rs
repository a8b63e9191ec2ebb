use std::collections::VecDeque;
use std::fmt::Write;

use super::{FACTS, digits};
use crate::files::men::listed;
use crate::files::{Game, Line, chinese_result};
use crate::{Color, Kind, Piece, Point, Position};

/// Writes a game; reading it gives the same moves, comments and facts.
///
/// The format has no glyphs, no comment before the first move of a variation (it is put behind that move) and
/// no tags but its own, so those are left out. A start that is not the usual one is written as `fen` too, which
/// tells who is to move. A move that is not legal ends its line.
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
    let mut put = |name: &str, value: &str| {
        // A bracket that looks like one of ours would end the tag.
        let value = value.replace("[DhtmlXQ", "(DhtmlXQ").replace("[/DhtmlXQ", "(/DhtmlXQ");
        let value = value.trim().replace('\n', "||");
        writeln!(text, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]")
            .expect("a string takes all that is written to it");
    };
    for (ours, theirs) in FACTS {
        if let Some(value) = game.tag(theirs) {
            put(ours, value);
        }
    }
    put("result", chinese_result(game.result));
    put("binit", &places(&game.start));
    if game.start != Position::start() {
        put("fen", &game.start.to_string());
    }
    if !game.line.comment.is_empty() {
        put("comment0", &game.line.comment);
    }
    let mut waiting =
        VecDeque::from([Waiting { line: &game.line, before: game.start, ply: 1, parent: None }]);
    let mut written = 0;
    while let Some(Waiting { line, before, ply, parent }) = waiting.pop_front() {
        let number = written;
        written += 1;
        let mut moves = String::new();
        let mut comments = Vec::new();
        for (ply, (position, node)) in (ply..).zip(line.play(before)) {
            moves += &digits(node.mv.from());
            moves += &digits(node.mv.to());
            let first = moves.len() == 4 && number > 0 && !line.comment.is_empty();
            let comment =
                if first { format!("{}\n{}", line.comment, node.comment) } else { node.comment.clone() };
            if !comment.trim().is_empty() {
                let name =
                    if number == 0 { format!("comment{ply}") } else { format!("comment{number}_{ply}") };
                comments.push((name, comment));
            }
            for line in node.variations.iter().filter(|line| !line.nodes.is_empty()) {
                waiting.push_back(Waiting { line, before: position, ply, parent: Some(number) });
            }
        }
        match parent {
            None => put("movelist", &moves),
            Some(parent) => put(&format!("move_{parent}_{ply}_{number}"), &moves),
        }
        for (name, comment) in comments {
            put(&name, &comment);
        }
    }
    text.push_str("[/DhtmlXQ]\n");
    text
}

/// A line that is still to be written.
struct Waiting<'g> {
    line: &'g Line,
    before: Position,
    /// The number of its first move.
    ply: usize,
    /// The number of the line that it leaves; none for the main line.
    parent: Option<usize>,
}

/// Where the 32 men stand, each kind from its player's right, 99 for those that do not.
fn places(position: &Position) -> String {
    let mut waiting = Color::BOTH.map(|color| Kind::ALL.map(|kind| position.of(color, kind)));
    let mut text = String::with_capacity(64);
    for Piece { color, kind } in (0..32).map(listed) {
        let places = &mut waiting[color.index()][kind as usize];
        let order = |point: &Point| (point.rank_for(color), point.column_for(color));
        match places.into_iter().min_by_key(order) {
            Some(point) => {
                *places = places.without(point.bit());
                text += &digits(point);
            }
            None => text += "99",
        }
    }
    text
}
