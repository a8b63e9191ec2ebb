use yipan_core::Side;
use yipan_games::REROLL;
use yipan_wire::MoveEntry;

/// Tells whether a game with these moves may still be aborted: until both sides have moved.
///
/// The server has the last word: it also counts moves that were taken back.
#[must_use]
pub fn can_abort(moves: &[MoveEntry]) -> bool {
    let has_moved =
        |side| moves.iter().any(|played| played.side == side && played.action.as_deref() != Some(REROLL));
    ![Side::First, Side::Second].into_iter().all(has_moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(moves: &[(Side, Option<&str>)], expected: bool) {
        let played =
            |&(seat, act): &(Side, Option<&str>)| MoveEntry { side: seat, action: act.map(str::to_owned) };
        assert_eq!(can_abort(&moves.iter().map(played).collect::<Vec<_>>()), expected, "{moves:?}");
    }

    #[test]
    fn a_game_may_be_aborted_until_both_sides_have_moved() {
        let (first, second) = (Side::First, Side::Second);
        check(&[], true);
        check(&[(first, Some("e2e4"))], true);
        check(&[(first, Some("reroll")), (first, Some("e2e4")), (first, Some("g1f3"))], true);
        check(&[(first, Some("e2e4")), (second, Some("reroll"))], true);
        check(&[(first, Some("e2e4")), (second, Some("e7e5"))], false);
        // A move in fog is a move, though nothing is told of it.
        check(&[(first, Some("e2e4")), (second, None)], false);
    }
}
