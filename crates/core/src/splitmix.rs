const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Computes one step of SplitMix64 (Steele, Lea and Flood, 2014): the next state and a well-mixed number.
///
/// Zobrist keys are made from it. It is not a source of chance events.
#[must_use]
pub const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(INCREMENT);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

/// Computes the number of one step of a SplitMix64 generator with the seed 0, counted from 0.
#[must_use]
pub const fn splitmix64_at(step: usize) -> u64 {
    splitmix64(INCREMENT.wrapping_mul(step as u64)).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_reached_without_the_steps_before_it() {
        let mut state = 0;
        for step in 0..100 {
            let number;
            (state, number) = splitmix64(state);
            assert_eq!(splitmix64_at(step), number);
        }
    }
}
