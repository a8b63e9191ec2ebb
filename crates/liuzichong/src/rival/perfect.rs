//! Playing by the table.

use yipan_rules::MoveList;

use super::best_of;
use crate::table::Table;
use crate::{Move, Position};

/// The moves that keep the value, win soonest or lose latest, and of these the ones that leave the opponent the
/// most ways to go wrong.
pub(super) fn best_moves(table: &Table, position: &Position) -> MoveList<Move> {
    let worths = table.moves(position);
    let merit = |mv| worths.iter().find(|&&(of, _)| of == mv).map(|(_, verdict)| verdict.merit());
    let best = best_of(position.legal_moves(), merit);
    best_of(best, |mv| traps(table, &position.after(mv)))
}

/// How many moves of the side to move give away a win or a draw, and how many win later or lose sooner than they
/// need to.
fn traps(table: &Table, position: &Position) -> (usize, usize) {
    let now = table.probe(position);
    let replies = table.moves(position);
    let giving_away = replies.iter().filter(|(_, verdict)| verdict.value < now.value).count();
    let worse = replies.iter().filter(|(_, verdict)| verdict.merit() < now.merit()).count();
    (giving_away, worse)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Value;
    use crate::{BLACK, Points};

    /// Positions with Black to move, the same every time.
    fn random_positions() -> impl Iterator<Item = Position> {
        let numbers = std::iter::successors(Some((0, 0)), |&(state, _)| Some(yipan_rules::split_mix(state)));
        numbers.filter_map(|(_, number)| {
            let sparse = |number: u64| Points((number & number >> 16) as u16);
            let (black, white) = (sparse(number), sparse(number >> 32));
            Position::new(black, white.without(black), BLACK).ok()
        })
    }

    #[test]
    fn a_won_or_drawn_position_is_never_thrown_away_and_a_win_comes_nearer() {
        let table = Table::embedded();
        for position in random_positions().take(20_000) {
            let now = table.probe(&position);
            for mv in best_moves(table, &position) {
                let kept =
                    table.moves(&position).into_iter().find(|&(of, _)| of == mv).map(|(_, verdict)| verdict);
                assert_eq!(kept, Some(now), "{mv} in {position:?}");
            }
        }
    }

    #[test]
    fn of_two_moves_that_hold_the_draw_the_one_with_more_traps_is_played() {
        let table = Table::embedded();
        let mut real = 0;
        for position in
            random_positions().filter(|position| table.probe(position).value == Value::Draw).take(2_000)
        {
            let traps_of = |mv| traps(table, &position.after(mv)).0;
            let worths = table.moves(&position).into_iter();
            let drawn: Vec<usize> = worths
                .filter(|(_, verdict)| verdict.value == Value::Draw)
                .map(|(mv, _)| traps_of(mv))
                .collect();
            real += usize::from(drawn.iter().min() != drawn.iter().max());
            for mv in best_moves(table, &position) {
                assert_eq!(Some(&traps_of(mv)), drawn.iter().max(), "{mv} in {position:?}");
            }
        }
        assert!(real > 200, "the choice was real only {real} times");
    }
}
