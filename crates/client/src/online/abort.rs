use yipan_core::Side;
use yipan_wire::MoveEntry;

/// The action that rerolls the dice; it is not a move.
const REROLL: &str = "reroll";

/// Whether a game with these moves may still be aborted: until both sides have moved.
///
/// The server decides: it also counts moves that were taken back.
#[must_use]
pub fn can_abort(moves: &[MoveEntry]) -> bool {
    !Side::BOTH.into_iter().all(|side| has_moved(moves, side))
}

/// Whether a side has made a move.
pub(super) fn has_moved(moves: &[MoveEntry], side: Side) -> bool {
    moves.iter().any(|played| played.side == side && played.action.as_deref() != Some(REROLL))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(moves: &[(Side, Option<&str>)], expected: bool) {
        let played =
            |&(side, action): &(Side, Option<&str>)| MoveEntry { side, action: action.map(str::to_owned) };
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
        // A hidden move is a move.
        check(&[(first, Some("e2e4")), (second, None)], false);
    }
}
