use yipan_core::splitmix64;

/// A stream of numbers from a seed: all the chance an opponent is given.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitMix64(u64);

impl SplitMix64 {
    /// The stream of this seed.
    pub(crate) const fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next number.
    pub(crate) const fn next_u64(&mut self) -> u64 {
        let (state, number) = splitmix64(self.0);
        self.0 = state;
        number
    }

    /// A number below `end`, which must not be zero.
    pub(crate) const fn below(&mut self, end: u64) -> u64 {
        // The highest bits of the product: no division, and for ends far below 2^64 no bias worth the name.
        ((self.next_u64() as u128 * end as u128) >> 64) as u64
    }

    /// From `-most` to `most`, small errors more often than large ones.
    pub(crate) const fn triangular_noise(&mut self, max: i32) -> i32 {
        let end = max.unsigned_abs() as u64 + 1;
        self.below(end) as i32 - self.below(end) as i32
    }

    /// One of these by its weight.
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
