/// The shortest and the longest delay before a reconnect, in milliseconds.
const MIN_DELAY_MS: u32 = 500;
const MAX_DELAY_MS: u32 = 10_000;

/// Returns the delay before a reconnect: exponential, with jitter from `random`, which is any number.
#[must_use]
pub fn reconnect_delay(attempt: u32, random: u64) -> u32 {
    let delay = MIN_DELAY_MS.saturating_mul(1 << attempt.min(5)).min(MAX_DELAY_MS);
    // Up to a fifth less, so that clients do not all reconnect at once after a server restart.
    delay - (random % u64::from(delay / 5)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_from_half_a_second_to_ten() {
        let waits: Vec<u32> = (0..7).map(|tried| reconnect_delay(tried, 0)).collect();
        assert_eq!(waits, [500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
        assert_eq!(reconnect_delay(u32::MAX, 0), 10_000);
    }

    #[test]
    fn no_delay_is_much_shorter_than_that() {
        for tried in 0..8 {
            for chance in [1, 99, 12_345, u64::MAX] {
                let (wait, most) = (reconnect_delay(tried, chance), reconnect_delay(tried, 0));
                assert!(wait <= most && wait >= most / 5 * 4, "{tried}: {wait}");
            }
        }
    }
}
