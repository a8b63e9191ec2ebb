//! Numeric annotation glyphs: their symbols, names and groups.

use yipan_pgn::nag_symbol;

use crate::text::messages::text::Text;
use crate::text::messages::tree;

/// The glyphs that the page offers, with their names. Those of a move come first, then those of a position.
pub const GLYPHS: [(u8, Text); 14] = [
    (3, tree::BRILLIANT),
    (1, tree::GOOD),
    (5, tree::INTERESTING),
    (6, tree::DUBIOUS),
    (2, tree::MISTAKE),
    (4, tree::BLUNDER),
    (10, tree::EQUAL),
    (13, tree::UNCLEAR),
    (14, tree::FIRST_SLIGHTLY_BETTER),
    (15, tree::SECOND_SLIGHTLY_BETTER),
    (16, tree::FIRST_BETTER),
    (17, tree::SECOND_BETTER),
    (18, tree::FIRST_WINNING),
    (19, tree::SECOND_WINNING),
];

/// Returns the symbol of a glyph as printed in books, or its number such as `$146`.
#[must_use]
pub fn glyph_symbol(nag: u8) -> String {
    nag_symbol(nag).map_or_else(|| format!("${nag}"), str::to_owned)
}

/// Whether a glyph judges a move, not a position.
pub(super) const fn is_move_glyph(nag: u8) -> bool {
    matches!(nag, 1..=7)
}

/// Adds a glyph, or removes it if it is there. Another glyph of its group is replaced.
pub(super) fn toggle_nag(nags: &mut Vec<u8>, nag: u8) {
    if nags.contains(&nag) {
        nags.retain(|other| *other != nag);
        return;
    }
    let group = |nag: u8| match nag {
        nag if is_move_glyph(nag) => 1,
        10..=19 => 2,
        _ => 0,
    };
    nags.retain(|other| group(*other) == 0 || group(*other) != group(nag));
    nags.push(nag);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glyph_replaces_another_of_its_group_and_a_second_press_removes_it() {
        let mut nags = vec![146];
        toggle_nag(&mut nags, 1);
        toggle_nag(&mut nags, 16);
        toggle_nag(&mut nags, 4);
        assert_eq!(nags, [146, 16, 4]);
        toggle_nag(&mut nags, 16);
        assert_eq!(nags, [146, 4]);
    }

    #[test]
    fn every_offered_glyph_has_a_symbol() {
        for (nag, _) in GLYPHS {
            assert!(!glyph_symbol(nag).starts_with('$'), "{nag}");
        }
        assert_eq!(glyph_symbol(146), "$146");
    }
}
