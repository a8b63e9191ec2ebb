//! The computer's five levels.

mod perfect;
mod search;

use yipan_rules::{MoveList, split_mix};

use crate::table::Table;
use crate::{Move, Position};

/// A computer player. Each level is stronger than the one before.
///
/// It owns no chance: the same position and the same seed give the same move, so a host that wants variety gives
/// another seed each time.
///
/// ```
/// use yipan_liuzichong::{Position, rival::Rival, table::Table};
///
/// let rival = Rival::of_level(5, Table::embedded).unwrap();
/// let mv = rival.choose(&Position::start(), 7).unwrap().to_string();
/// assert!(mv == "a2b2" || mv == "d2c2", "the others lose");
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Rival<'a> {
    /// Level 1: any legal move.
    Random,
    /// Level 2: takes as many men as it can, else any move.
    Greedy,
    /// Level 3: looks two plies ahead.
    Shallow,
    /// Level 4: looks six plies ahead.
    Deep,
    /// Level 5: knows what every position is worth, and never gives away a win or a draw. Draws by repetition and
    /// for want of captures are not in the table: a win never repeats a position, but one that begins late may be
    /// cut short by the limit.
    Perfect(&'a Table),
}

impl<'a> Rival<'a> {
    /// How many levels there are; the first is 1.
    pub const LEVELS: u8 = 5;

    /// The rival of a level; none if there is no such level. The table is asked for by the last one alone, and
    /// must be of the house rules that are played.
    pub fn of_level(level: u8, table: impl FnOnce() -> &'a Table) -> Option<Rival<'a>> {
        Some(match level {
            1 => Rival::Random,
            2 => Rival::Greedy,
            3 => Rival::Shallow,
            4 => Rival::Deep,
            5 => Rival::Perfect(table()),
            _ => return None,
        })
    }

    /// The move it plays; none where the game is over.
    #[must_use]
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = position.legal_moves();
        let best = match self {
            Rival::Random => moves,
            Rival::Greedy => best_of(moves, |mv| position.taken_by(mv).len()),
            Rival::Shallow => search::best_moves(position, 2),
            Rival::Deep => search::best_moves(position, 6),
            Rival::Perfect(table) => perfect::best_moves(table, position),
        };
        let (_, number) = split_mix(seed);
        // Far fewer moves than numbers, so that each is as likely as the other.
        best.get((number % best.len().max(1) as u64) as usize).copied()
    }
}

/// The moves that none of the others beats.
fn best_of<K: Ord + Copy>(moves: MoveList<Move>, merit: impl Fn(Move) -> K) -> MoveList<Move> {
    let merits: MoveList<(K, Move)> = moves.into_iter().map(|mv| (merit(mv), mv)).collect();
    let best = merits.iter().map(|&(merit, _)| merit).max();
    merits.into_iter().filter(|&(merit, _)| Some(merit) == best).map(|(_, mv)| mv).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every move that some seed makes the rival play.
    fn choices(rival: Rival<'_>, position: &str) -> Vec<String> {
        let position: Position = position.parse().expect(position);
        let mut moves: Vec<String> =
            (0..200).filter_map(|seed| rival.choose(&position, seed)).map(|mv| mv.to_string()).collect();
        moves.sort();
        moves.dedup();
        moves
    }

    #[test]
    fn there_are_five_levels() {
        for level in 1..=Rival::LEVELS {
            assert!(Rival::of_level(level, Table::embedded).is_some());
        }
        assert!(Rival::of_level(0, Table::embedded).is_none());
        assert!(Rival::of_level(6, Table::embedded).is_none());
    }

    #[test]
    fn the_first_plays_anything_and_the_second_takes_when_it_can() {
        let start = "wwww/w2w/b2b/bbbb b";
        assert_eq!(choices(Rival::Random, start), ["a2b2", "b1b2", "c1c2", "d2c2"]);
        assert_eq!(choices(Rival::Greedy, start), ["a2b2", "b1b2", "c1c2", "d2c2"]);
        // One man can be taken, or two.
        let feast = "2w1/2b1/wb1b/3w b";
        assert!(choices(Rival::Random, feast).len() > 5);
        assert_eq!(choices(Rival::Greedy, feast), ["d2c2"]);
    }

    #[test]
    fn those_that_look_ahead_do_not_walk_into_a_capture() {
        let walks_in = |rival| choices(rival, "4/w2w/1b1w/b1b1 b");
        assert!(walks_in(Rival::Shallow).len() < walks_in(Rival::Random).len());
        assert!(walks_in(Rival::Deep).len() < walks_in(Rival::Random).len());
    }

    #[test]
    fn nobody_moves_when_the_game_is_over() {
        for level in 1..=Rival::LEVELS {
            let rival = Rival::of_level(level, Table::embedded).expect("a level");
            assert_eq!(choices(rival, "ww2/4/4/bb2 b"), [""; 0]);
        }
    }

    #[test]
    fn those_that_look_ahead_win_when_they_can() {
        for level in 3..=Rival::LEVELS {
            let rival = Rival::of_level(level, Table::embedded).expect("a level");
            assert_eq!(choices(rival, "3w/4/w3/b1w1 w"), ["c1b1"], "level {level} blocks the lone man");
        }
    }
}
