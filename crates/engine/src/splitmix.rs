use yipan_core::splitmix64;

/// The SplitMix64 generator, the only source of randomness of the computer players.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    pub(crate) const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    pub(crate) const fn next_u64(&mut self) -> u64 {
        let (state, number) = splitmix64(self.0);
        self.0 = state;
        number
    }

    /// Returns a number below `end`, which must not be zero.
    pub(crate) const fn below(&mut self, end: u64) -> u64 {
        // Multiply-shift: no division, and a negligible bias for ends far below 2^64.
        ((self.next_u64() as u128 * end as u128) >> 64) as u64
    }

    /// Returns a number from `-max` to `max` with a triangular distribution.
    pub(crate) const fn triangular_noise(&mut self, max: i32) -> i32 {
        let end = max.unsigned_abs() as u64 + 1;
        self.below(end) as i32 - self.below(end) as i32
    }

    /// Returns an item with a probability proportional to its weight; `None` if all weights are zero.
    pub(crate) fn choose_weighted<'a, T>(&mut self, weighted: &'a [(T, u32)]) -> Option<&'a T> {
        let total: u64 = weighted.iter().map(|(_, weight)| u64::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        for (item, weight) in weighted {
            match left.checked_sub(u64::from(*weight)) {
                Some(rest) => left = rest,
                None => return Some(item),
            }
        }
        None
    }
}
