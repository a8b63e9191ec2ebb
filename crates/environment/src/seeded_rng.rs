use yipan_core::splitmix64;

/// A generator of random numbers from a seed. The same seed gives the same numbers on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeededRng(u64);

impl SeededRng {
    /// Creates a generator. Seeds that differ slightly give unrelated numbers.
    #[must_use]
    pub const fn new(seed: u64) -> SeededRng {
        SeededRng(splitmix64(seed).1)
    }

    /// Returns the next number.
    pub const fn next_u64(&mut self) -> u64 {
        let (state, number) = splitmix64(self.0);
        self.0 = state;
        number
    }

    /// Returns a number below `limit`, which is not zero.
    ///
    /// The bias is below limit / 2⁶⁴.
    pub const fn below(&mut self, limit: u64) -> u64 {
        ((self.next_u64() as u128 * limit as u128) >> 64) as u64
    }

    /// Chooses one of several outcomes by their weights; `None` if all are zero.
    pub fn choose_weighted<T: Copy>(&mut self, outcomes: &[(T, u32)]) -> Option<T> {
        let total: u64 = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        let mut rest = self.below(total);
        for &(outcome, weight) in outcomes {
            match rest.checked_sub(u64::from(weight)) {
                Some(left) => rest = left,
                None => return Some(outcome),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_chosen_by_their_weights() {
        let mut rng = SeededRng::new(7);
        let mut counts = [0; 3];
        for _ in 0..9_000 {
            let outcome = rng.choose_weighted(&[(0, 1), (1, 0), (2, 2)]).expect("a weight is positive");
            counts[outcome] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((2_800..3_200).contains(&counts[0]), "{counts:?}");
        assert_eq!(rng.choose_weighted(&[(0, 0)]), None);
    }
}
