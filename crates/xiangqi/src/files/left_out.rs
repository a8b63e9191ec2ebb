use super::game::{Game, Variation};
use super::tag_value::tag_value;
use yipan_pgn::Tag;

/// The number of things in a game that a file format has no place for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The glyphs.
    pub glyphs: usize,
    /// The tags that are missing or were shortened.
    pub tags: usize,
    /// The counters of the start position: the plies without a capture and the number of the move.
    pub counters: usize,
}

/// The tags that repeat the start position, the result or the notation.
const DERIVED_TAGS: [&str; 6] = ["FEN", "SetUp", "Result", "Game", "Variant", "Format"];

impl LeftOut {
    /// Compares a game with what is read again from its file.
    ///
    /// ```
    /// use yipan_xiangqi::files::{LeftOut, dhtmlxq, pgn};
    ///
    /// let game = pgn::games(b"[ECCO \"C64\"]\n\n1. C2=5! *").next().unwrap()?;
    /// let again = dhtmlxq::read(&dhtmlxq::write(&game))?;
    /// assert_eq!(LeftOut::between(&game, &again), LeftOut { glyphs: 1, tags: 1, counters: 0 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn between(game: &Game, again: &Game) -> LeftOut {
        let is_missing = |tag: &&Tag| {
            let name = if tag.name == "White" { "Red" } else { tag.name.as_str() };
            let value = tag.value.trim();
            let is_unknown = value.chars().all(|letter| matches!(letter, '?' | '.' | '-' | '*'));
            !is_unknown && !DERIVED_TAGS.contains(&name) && tag_value(again, name) != Some(value)
        };
        let (start, other) = (game.start, again.start);
        LeftOut {
            glyphs: glyph_count(&game.main_line).saturating_sub(glyph_count(&again.main_line)),
            tags: game.tags.iter().filter(is_missing).count(),
            counters: usize::from(start.halfmove_clock() != other.halfmove_clock())
                + usize::from(start.fullmove_number() != other.fullmove_number()),
        }
    }
}

fn glyph_count(line: &Variation) -> usize {
    let of_node = |node: &super::game::MoveNode| {
        node.nags.len() + node.variations.iter().map(glyph_count).sum::<usize>()
    };
    line.nodes.iter().map(of_node).sum()
}
