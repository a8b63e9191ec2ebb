use yipan_core::splitmix64;

/// A stream of random numbers that follows from the seed of the run.
#[derive(Clone, Debug)]
pub(crate) struct Rng {
    state: u64,
}

impl Rng {
    /// Returns the stream with this name. Streams of one seed are independent, so that one more number in one of them
    /// leaves the others as they are.
    pub(crate) fn new(seed: u64, stream: &str) -> Rng {
        let mix = |state: u64, byte: u8| splitmix64(state ^ u64::from(byte)).1;
        Rng { state: stream.bytes().fold(splitmix64(seed).1, mix) }
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        let number;
        (self.state, number) = splitmix64(self.state);
        number
    }

    /// Returns a number below a limit, which is not zero.
    pub(crate) fn below(&mut self, limit: u64) -> u64 {
        self.next_u64() % limit
    }

    /// Returns a number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high - low + 1)
    }

    /// Returns true in one of this many cases; never for zero.
    pub(crate) fn is_one_in(&mut self, cases: u64) -> bool {
        cases > 0 && self.below(cases) == 0
    }

    pub(crate) fn is_within_percent(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    /// Returns one of the items; `None` if there is none.
    pub(crate) fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        if items.is_empty() {
            return None;
        }
        items.get(self.below(items.len() as u64) as usize)
    }

    /// Returns another stream that follows from this one.
    pub(crate) fn split(&mut self) -> Rng {
        Rng { state: self.next_u64() }
    }

    /// Returns 32 bytes in hexadecimal.
    pub(crate) fn hex_bytes(&mut self) -> String {
        (0..4).map(|_| format!("{:016x}", self.next_u64())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_follows_from_the_seed_and_its_name() {
        let numbers = |seed, stream| {
            let mut rng = Rng::new(seed, stream);
            [rng.next_u64(), rng.next_u64()]
        };
        assert_eq!(numbers(1, "disk"), numbers(1, "disk"));
        assert_ne!(numbers(1, "disk"), numbers(2, "disk"));
        assert_ne!(numbers(1, "disk"), numbers(1, "user 1"));
    }
}
