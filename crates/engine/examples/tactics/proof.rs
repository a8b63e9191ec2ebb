use yipan_engine::Searchable;
use yipan_rules::{MoveKind, MoveList};

/// Whether the side to move mates in so many moves whatever is answered, by trying moves out and nothing else.
///
/// Two moves before the mate and earlier only checks are tried, so a mate may be missed but none is made up.
/// `None` if it takes more than `budget` positions to tell.
pub(crate) fn mates<P: Searchable>(position: &P, moves: u32, budget: &mut u64) -> Option<bool> {
    for mv in legal(position) {
        if mates_by(position, mv, moves, budget)? {
            return Some(true);
        }
    }
    Some(false)
}

/// The same, beginning with this move.
pub(crate) fn mates_by<P: Searchable>(
    position: &P,
    mv: P::Move,
    moves: u32,
    budget: &mut u64,
) -> Option<bool> {
    let mut next = *position;
    next.make(mv);
    *budget = budget.checked_sub(1)?;
    let check = next.in_check();
    if !check && (moves > 2 || (moves < 2 && !P::STALEMATE_LOSES)) {
        return Some(false);
    }
    let answers = legal(&next);
    if answers.is_empty() {
        return Some(check || P::STALEMATE_LOSES);
    }
    if moves < 2 {
        return Some(false);
    }
    for answer in answers {
        let mut after = next;
        after.make(answer);
        if !mates(&after, moves - 1, budget)? {
            return Some(false);
        }
    }
    Some(true)
}

fn legal<P: Searchable>(position: &P) -> MoveList<P::Move> {
    let mut moves = MoveList::new();
    position.moves(MoveKind::All, &mut moves);
    moves
}
