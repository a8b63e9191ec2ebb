//! Random bytes as text, numbers and choices.

/// Returns the longest beginning that is UTF-8, so that no input is wasted.
pub(crate) fn text(bytes: &[u8]) -> &str {
    let end = match str::from_utf8(bytes) {
        Ok(text) => return text,
        Err(error) => error.valid_up_to(),
    };
    str::from_utf8(&bytes[..end]).unwrap_or_default()
}

/// Splits off the first byte; 0 if there is none.
pub(crate) fn split_byte(bytes: &[u8]) -> (u8, &[u8]) {
    bytes.split_first().map_or((0, bytes), |(first, rest)| (*first, rest))
}

/// Splits off a number of two bytes; 0 if there are fewer.
pub(crate) fn split_number(bytes: &[u8]) -> (u16, &[u8]) {
    bytes.split_first_chunk().map_or((0, bytes), |(first, rest)| (u16::from_le_bytes(*first), rest))
}

/// Returns one choice for each byte, at most `limit`. Few positions have more moves than a byte has values.
pub(crate) fn choices(bytes: &[u8], limit: usize) -> Vec<u16> {
    bytes.iter().take(limit).map(|byte| u16::from(*byte)).collect()
}

/// The steps at the end of a game at which the laws are checked.
const CHECKED_STEPS: usize = 2;

/// Returns whether the laws are checked at a step, counted from 1. An input that ends earlier checks the steps before.
pub(crate) fn is_checked(step: usize, choices: &[u16]) -> bool {
    step + CHECKED_STEPS > choices.len()
}
