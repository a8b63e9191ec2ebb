/// How often the last of these keys occurs. The side to move is part of a key and the sides alternate, so only every
/// other one can be the same.
pub(crate) fn count_occurrences(keys: &[u64]) -> usize {
    let now = keys.last();
    keys.iter().rev().step_by(2).filter(|key| Some(*key) == now).count()
}
