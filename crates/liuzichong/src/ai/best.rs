use yipan_core::MoveList;

use crate::Move;

/// Returns the moves with the highest key.
pub(super) fn best_by<K: Ord + Copy>(moves: MoveList<Move>, key: impl Fn(Move) -> K) -> MoveList<Move> {
    let scored: MoveList<(K, Move)> = moves.into_iter().map(|mv| (key(mv), mv)).collect();
    let best = scored.iter().map(|&(key, _)| key).max();
    scored.into_iter().filter(|&(key, _)| Some(key) == best).map(|(_, mv)| mv).collect()
}
