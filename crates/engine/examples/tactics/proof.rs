use yipan_core::{MoveKind, MoveList};
use yipan_engine::SearchGame;

/// Proves by exhaustive search that the side to move mates in at most this many moves.
///
/// Except for the last two moves only checks are tried, so a mate may be missed but is never claimed falsely.
/// Returns `None` if the proof needs more than `budget` nodes.
pub(crate) fn proves_mate<P: SearchGame>(position: &P, moves: u32, budget: &mut u64) -> Option<bool> {
    for mv in legal_moves(position) {
        if proves_mate_by(position, mv, moves, budget)? {
            return Some(true);
        }
    }
    Some(false)
}

/// Proves a mate that begins with this move.
pub(crate) fn proves_mate_by<P: SearchGame>(
    position: &P,
    mv: P::Move,
    moves: u32,
    budget: &mut u64,
) -> Option<bool> {
    let mut next = *position;
    next.make(mv);
    *budget = budget.checked_sub(1)?;
    let check = next.in_check();
    if !check && (moves > 2 || (moves < 2 && !P::STALEMATE_IS_LOSS)) {
        return Some(false);
    }
    let replies = legal_moves(&next);
    if replies.is_empty() {
        return Some(check || P::STALEMATE_IS_LOSS);
    }
    if moves < 2 {
        return Some(false);
    }
    for reply in replies {
        let mut after = next;
        after.make(reply);
        if !proves_mate(&after, moves - 1, budget)? {
            return Some(false);
        }
    }
    Some(true)
}

fn legal_moves<P: SearchGame>(position: &P) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    position.generate_moves(MoveKind::All, &mut moves);
    moves
}
