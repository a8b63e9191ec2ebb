//! The hall's only source of chance: that of the operating system.

use yipan_record::Bytes32;

/// Letters and digits that nobody takes for one another.
const ROOM_CODE_ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Thirty-two bytes that nobody can guess.
pub(crate) fn bytes() -> Bytes32 {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    Bytes32(bytes)
}

/// A table's code.
pub(crate) fn room_code() -> String {
    // A byte above the last whole stretch of the alphabet would favour its first letters.
    let is_unbiased =
        |byte: &u8| usize::from(*byte) < 256 / ROOM_CODE_ALPHABET.len() * ROOM_CODE_ALPHABET.len();
    let mut code = String::new();
    while code.len() < 6 {
        let letters = bytes()
            .0
            .into_iter()
            .filter(is_unbiased)
            .map(|byte| char::from(ROOM_CODE_ALPHABET[usize::from(byte) % ROOM_CODE_ALPHABET.len()]));
        code.extend(letters.take(6 - code.len()));
    }
    code
}

/// A short name for a person, no secret.
pub(crate) fn user_id() -> String {
    bytes().to_string()[..16].to_owned()
}
