//! The five levels of the computer player.

mod best;
mod perfect;
mod search;

use yipan_core::splitmix64;

use best::best_by;

use crate::tablebase::Tablebase;
use crate::{Move, Position};

/// A level of the computer player. Each is stronger than the one before.
///
/// The choice is deterministic: the same position and seed give the same move. Pass a new seed each time for
/// variety.
///
/// ```
/// use yipan_liuzichong::{Position, ai::AiLevel, tablebase::Tablebase};
///
/// let ai = AiLevel::from_level(5, Tablebase::embedded).unwrap();
/// let mv = ai.choose_move(&Position::start(), 7).unwrap().to_string();
/// assert!(mv == "a2b2" || mv == "d2c2", "the others lose");
/// ```
#[derive(Clone, Copy, Debug)]
pub enum AiLevel<'a> {
    /// Level 1 plays a random legal move.
    Random,
    /// Level 2 captures as many pieces as possible, otherwise plays a random move.
    Greedy,
    /// Level 3 searches two plies.
    Shallow,
    /// Level 4 searches six plies.
    Deep,
    /// Level 5 plays by the tablebase and never gives away a win or a draw.
    ///
    /// The tablebase ignores draws by repetition and without captures. A win never repeats a position, but the
    /// no-capture limit may still end a long one.
    Perfect(&'a Tablebase),
}

impl<'a> AiLevel<'a> {
    /// The number of levels. The first is 1.
    pub const LEVEL_COUNT: u8 = 5;

    /// Returns the player of a level, or `None` if there is no such level.
    ///
    /// Only the last level requests the tablebase, which must be solved for the house rules of the game.
    pub fn from_level(level: u8, tablebase: impl FnOnce() -> &'a Tablebase) -> Option<AiLevel<'a>> {
        Some(match level {
            1 => AiLevel::Random,
            2 => AiLevel::Greedy,
            3 => AiLevel::Shallow,
            4 => AiLevel::Deep,
            5 => AiLevel::Perfect(tablebase()),
            _ => return None,
        })
    }

    /// Chooses a move, or returns `None` if the game is over.
    #[must_use]
    pub fn choose_move(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = position.legal_moves();
        let best = match self {
            AiLevel::Random => moves,
            AiLevel::Greedy => best_by(moves, |mv| position.captured_by(mv).len()),
            AiLevel::Shallow => search::best_moves(position, 2),
            AiLevel::Deep => search::best_moves(position, 6),
            AiLevel::Perfect(tablebase) => perfect::best_moves(tablebase, position),
        };
        let (_, number) = splitmix64(seed);
        // The bias is negligible, because there are far fewer moves than 2^64.
        best.get((number % best.len().max(1) as u64) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns every move that the level plays with some seed.
    fn choices(level: AiLevel<'_>, position: &str) -> Vec<String> {
        let position: Position = position.parse().expect(position);
        let mut moves: Vec<String> =
            (0..200).filter_map(|seed| level.choose_move(&position, seed)).map(|mv| mv.to_string()).collect();
        moves.sort();
        moves.dedup();
        moves
    }

    #[test]
    fn there_are_five_levels() {
        for level in 1..=AiLevel::LEVEL_COUNT {
            assert!(AiLevel::from_level(level, Tablebase::embedded).is_some());
        }
        assert!(AiLevel::from_level(0, Tablebase::embedded).is_none());
        assert!(AiLevel::from_level(6, Tablebase::embedded).is_none());
    }

    #[test]
    fn the_first_level_plays_any_move_and_the_second_captures_when_it_can() {
        let start = "wwww/w2w/b2b/bbbb b";
        assert_eq!(choices(AiLevel::Random, start), ["a2b2", "b1b2", "c1c2", "d2c2"]);
        assert_eq!(choices(AiLevel::Greedy, start), ["a2b2", "b1b2", "c1c2", "d2c2"]);
        // One move captures one piece, another captures two.
        let two_captures = "2w1/2b1/wb1b/3w b";
        assert!(choices(AiLevel::Random, two_captures).len() > 5);
        assert_eq!(choices(AiLevel::Greedy, two_captures), ["d2c2"]);
    }

    #[test]
    fn levels_that_search_avoid_captures() {
        let choices_near_capture = |level| choices(level, "4/w2w/1b1w/b1b1 b");
        assert!(choices_near_capture(AiLevel::Shallow).len() < choices_near_capture(AiLevel::Random).len());
        assert!(choices_near_capture(AiLevel::Deep).len() < choices_near_capture(AiLevel::Random).len());
    }

    #[test]
    fn no_level_moves_when_the_game_is_over() {
        for level in 1..=AiLevel::LEVEL_COUNT {
            let ai_level = AiLevel::from_level(level, Tablebase::embedded).expect("a level");
            assert_eq!(choices(ai_level, "ww2/4/4/bb2 b"), [""; 0]);
        }
    }

    #[test]
    fn levels_that_search_win_when_they_can() {
        for level in 3..=AiLevel::LEVEL_COUNT {
            let ai_level = AiLevel::from_level(level, Tablebase::embedded).expect("a level");
            assert_eq!(choices(ai_level, "3w/4/w3/b1w1 w"), ["c1b1"], "level {level} blocks the lone piece");
        }
    }
}
