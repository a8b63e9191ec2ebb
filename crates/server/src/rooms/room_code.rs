use crate::random;

/// The length of a room code.
const LENGTH: usize = 6;

/// Letters and digits that are not easily confused.
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Returns a random room code.
pub(crate) fn random_room_code() -> String {
    // Larger bytes would make the first characters of the alphabet more likely.
    let is_unbiased = |byte: &u8| usize::from(*byte) < 256 / ALPHABET.len() * ALPHABET.len();
    let mut code = String::new();
    while code.len() < LENGTH {
        let characters = random::bytes()
            .0
            .into_iter()
            .filter(is_unbiased)
            .map(|byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        code.extend(characters.take(LENGTH - code.len()));
    }
    code
}

/// Whether a text has the form of a room code. It may contain characters that random codes do not.
pub(crate) fn is_room_code(text: &str) -> bool {
    text.len() == LENGTH && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_codes_have_the_form_of_a_code_and_differ() {
        let (one, other) = (random_room_code(), random_room_code());
        assert!(is_room_code(&one) && is_room_code(&other) && one != other, "{one} {other}");
        for text in ["", "K4T7Q", "K4T7QXX", "k4t7qx", "K4T7Q-", "K4T7Q棋"] {
            assert!(!is_room_code(text), "{text}");
        }
    }
}
