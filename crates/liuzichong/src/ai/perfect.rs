//! Play by the tablebase.

use yipan_core::MoveList;

use super::best::best_by;
use crate::tablebase::Tablebase;
use crate::{Move, Position};

/// Returns the moves that win soonest, hold the draw or lose latest. Among them, those that leave the opponent
/// the most mistakes.
pub(super) fn best_moves(tablebase: &Tablebase, position: &Position) -> MoveList<Move> {
    let move_results = tablebase.probe_moves(position);
    let rank_key = |mv| move_results.iter().find(|&&(of, _)| of == mv).map(|(_, result)| result.rank_key());
    let best = best_by(position.legal_moves(), rank_key);
    best_by(best, |mv| count_traps(tablebase, &position.after(mv)))
}

/// Counts the moves that give away a win or a draw, and the moves that win later or lose sooner than necessary.
fn count_traps(tablebase: &Tablebase, position: &Position) -> (usize, usize) {
    let current = tablebase.probe(position);
    let replies = tablebase.probe_moves(position);
    let giving_away = replies.iter().filter(|(_, result)| result.wdl < current.wdl).count();
    let worse = replies.iter().filter(|(_, result)| result.rank_key() < current.rank_key()).count();
    (giving_away, worse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tablebase::Wdl;
    use crate::{BLACK, PointSet};

    /// Returns random positions with Black to move, from a fixed seed.
    fn random_positions() -> impl Iterator<Item = Position> {
        let numbers = std::iter::successors(Some((0, 0)), |&(state, _)| Some(yipan_core::splitmix64(state)));
        numbers.filter_map(|(_, number)| {
            let sparse = |number: u64| PointSet((number & number >> 16) as u16);
            let (black, white) = (sparse(number), sparse(number >> 32));
            Position::new(black, white.without(black), BLACK).ok()
        })
    }

    #[test]
    fn a_won_or_drawn_position_keeps_its_value_and_a_win_gets_closer() {
        let tablebase = Tablebase::embedded();
        for position in random_positions().take(20_000) {
            let now = tablebase.probe(&position);
            for mv in best_moves(tablebase, &position) {
                let played = tablebase
                    .probe_moves(&position)
                    .into_iter()
                    .find(|&(of, _)| of == mv)
                    .map(|(_, result)| result);
                assert_eq!(played, Some(now), "{mv} in {position:?}");
            }
        }
    }

    #[test]
    fn of_two_moves_that_hold_the_draw_the_one_with_more_traps_is_played() {
        let tablebase = Tablebase::embedded();
        let mut real_choices = 0;
        for position in
            random_positions().filter(|position| tablebase.probe(position).wdl == Wdl::Draw).take(2_000)
        {
            let traps_of = |mv| count_traps(tablebase, &position.after(mv)).0;
            let results = tablebase.probe_moves(&position).into_iter();
            let draw_traps: Vec<usize> =
                results.filter(|(_, result)| result.wdl == Wdl::Draw).map(|(mv, _)| traps_of(mv)).collect();
            real_choices += usize::from(draw_traps.iter().min() != draw_traps.iter().max());
            for mv in best_moves(tablebase, &position) {
                assert_eq!(Some(&traps_of(mv)), draw_traps.iter().max(), "{mv} in {position:?}");
            }
        }
        assert!(real_choices > 200, "the choice was real only {real_choices} times");
    }
}
