//! The computer's five levels.

mod best;
mod perfect;
mod search;

use yipan_core::splitmix64;

use best::best_by;

use crate::tablebase::Tablebase;
use crate::{Move, Position};

/// A computer player. Each level is stronger than the one before.
///
/// It owns no chance: the same position and the same seed give the same move, so a host that wants variety gives
/// another seed each time.
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
    /// Level 1: any legal move.
    Random,
    /// Level 2: takes as many pieces as it can, else any move.
    Greedy,
    /// Level 3: looks two plies ahead.
    Shallow,
    /// Level 4: looks six plies ahead.
    Deep,
    /// Level 5: knows what every position is worth, and never gives away a win or a draw. Draws by repetition and
    /// for want of captures are not in the table: a win never repeats a position, but one that begins late may be
    /// cut short by the limit.
    Perfect(&'a Tablebase),
}

impl<'a> AiLevel<'a> {
    /// How many levels there are; the first is 1.
    pub const LEVEL_COUNT: u8 = 5;

    /// The rival of a level; none if there is no such level. The table is asked for by the last one alone, and
    /// must be of the house rules that are played.
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

    /// The move it plays; none where the game is over.
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
        // Far fewer moves than numbers, so that each is as likely as the other.
        best.get((number % best.len().max(1) as u64) as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every move that some seed makes the rival play.
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
        // One piece can be taken, or two.
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
