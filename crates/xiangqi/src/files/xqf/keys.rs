use super::error::XqfError;
use super::header::Header;

/// The text from which XQStudio derives the byte keys.
const KEY_TEXT: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The values to subtract from the bytes of a file. All are zero if it is not encrypted.
#[derive(Debug, Default)]
pub(super) struct Keys {
    pub(super) version: u8,
    /// The key of the points of the pieces.
    pub(super) pieces: u8,
    /// The keys of origins and destinations.
    pub(super) from: u8,
    pub(super) to: u8,
    /// The key of the comment lengths.
    pub(super) comment: u32,
    /// The keys of the bytes after the header, which repeat every 32 bytes.
    pub(super) bytes: [u8; 32],
}

impl Keys {
    pub(super) fn new(header: &Header<'_>) -> Result<Keys, XqfError> {
        let version = header.version();
        if version <= 10 {
            return Ok(Keys { version, ..Keys::default() });
        }
        let raw = header.keys();
        let [sum, pieces, from, to] = raw;
        if raw.iter().fold(0u8, |sum, &key| sum.wrapping_add(key)) != 0 {
            return Err(XqfError::InvalidKeys);
        }
        let pieces_key = derive_key(pieces, pieces);
        let from_key = derive_key(from, pieces_key);
        let to_key = derive_key(to, from_key);
        let masks = header.masks();
        let mut bytes = *KEY_TEXT;
        for (i, byte) in bytes.iter_mut().enumerate() {
            *byte &= raw[i % 4] & header.mask() | masks[i % 4];
        }
        let comment = (u32::from(sum) * 256 + u32::from(pieces)) % 32_000 + 767;
        Ok(Keys { version, pieces: pieces_key, from: from_key, to: to_key, comment, bytes })
    }
}

/// Derives a key from a header byte and the previous key, modulo 256.
const fn derive_key(byte: u8, previous_key: u8) -> u8 {
    // ((((b² * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8), expanded.
    byte.wrapping_mul(byte).wrapping_mul(54).wrapping_add(221).wrapping_mul(previous_key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_polynomial_is_that_of_xqstudio() {
        for byte in 0..=255u8 {
            let square = u32::from(byte) * u32::from(byte);
            let nested = (((square * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8;
            assert_eq!(derive_key(byte, 7), (nested * 7 % 256) as u8);
        }
    }
}
