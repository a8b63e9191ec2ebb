use yipan_core::splitmix64;

/// Random choices from a seed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RandomChoice(u64);

impl RandomChoice {
    pub(crate) const fn new(seed: u64) -> RandomChoice {
        RandomChoice(seed)
    }

    /// Returns a number below `limit`; 0 if that is 0.
    pub(crate) const fn below(&mut self, limit: usize) -> usize {
        let (state, value) = splitmix64(self.0);
        self.0 = state;
        // Multiply-shift, whose bias is negligible for limits far below 2^64.
        ((value as u128 * limit as u128) >> 64) as usize
    }

    /// Returns one of the items, which must not be empty.
    pub(crate) fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Shuffles the items.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_keeps_every_item_and_follows_from_the_seed() {
        let shuffled = |seed| {
            let mut items: Vec<_> = (0..50).collect();
            RandomChoice::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
    }
}
