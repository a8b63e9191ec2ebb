use std::ops::RangeInclusive;

use crate::random;

/// The length of codes of a server with its own database.
pub(crate) const SHORT_LENGTH: usize = 6;

/// The length of codes where many games are stored: of 31^6 codes too many would be taken.
pub(crate) const LONG_LENGTH: usize = 8;

/// The lengths of codes that are looked up, because an imported room keeps its code.
const LENGTHS: RangeInclusive<usize> = SHORT_LENGTH..=10;

/// Letters and digits that are not easily confused.
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Returns a random room code of this length.
pub(crate) fn random_room_code(length: usize) -> String {
    // Larger bytes would make the first characters of the alphabet more likely.
    let is_unbiased = |byte: &u8| usize::from(*byte) < 256 / ALPHABET.len() * ALPHABET.len();
    let mut code = String::new();
    while code.len() < length {
        let characters = random::bytes()
            .0
            .into_iter()
            .filter(is_unbiased)
            .map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        code.extend(characters.take(length - code.len()));
    }
    code
}

/// Whether a text has the form of a room code. It may contain characters that random codes do not.
pub(crate) fn is_room_code(text: &str) -> bool {
    LENGTHS.contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_codes_have_the_form_of_a_code_and_differ() {
        for length in [SHORT_LENGTH, LONG_LENGTH] {
            let (one, other) = (random_room_code(length), random_room_code(length));
            assert_eq!((one.len(), other.len()), (length, length));
            assert!(is_room_code(&one) && is_room_code(&other) && one != other, "{one} {other}");
        }
        for text in ["K4T7QX", "K4T7QX8", "K4T7QX8MAB"] {
            assert!(is_room_code(text), "{text}");
        }
        for text in ["", "K4T7Q", "K4T7QX8MABC", "k4t7qx", "K4T7Q-", "K4T7Q棋"] {
            assert!(!is_room_code(text), "{text}");
        }
    }
}
