use yipan_core::splitmix64;

/// Repeatable random numbers.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Returns a number below `limit`.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        let (state, value) = splitmix64(self.0);
        self.0 = state;
        (value % u64::from(limit)) as u32
    }
}
