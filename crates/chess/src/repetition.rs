/// Counts the occurrences of the last key.
///
/// The key contains the side to move and the sides alternate, so only every other key can be equal.
pub(crate) fn count_occurrences(keys: &[u64]) -> usize {
    let now = keys.last();
    keys.iter().rev().step_by(2).filter(|key| Some(*key) == now).count()
}
