use yipan_pgn::{GameResult, Tag};

use super::error::XqfError;
use crate::files::game::Game;
use crate::{BLACK, Color, RED};

/// The header, the first 1024 bytes of a file.
pub(super) struct Header<'f>(&'f [u8; Header::LENGTH]);

/// The text fields: offset of the length byte, maximum length and PGN name.
pub(super) const TEXT_FIELDS: [(usize, usize, &str); 9] = [
    (80, 63, "Title"),
    (208, 63, "Event"),
    (272, 15, "Date"),
    (288, 15, "Site"),
    (304, 15, "Red"),
    (320, 15, "Black"),
    (336, 63, "TimeControl"),
    (464, 15, "Annotator"),
    (480, 15, "Author"),
];

impl<'f> Header<'f> {
    pub(super) const LENGTH: usize = 1024;

    pub(super) fn new(bytes: &'f [u8]) -> Result<Header<'f>, XqfError> {
        if !bytes.starts_with(b"XQ") {
            return Err(XqfError::NotXqf);
        }
        bytes.first_chunk().map(Header).ok_or(XqfError::UnexpectedEnd { offset: bytes.len() })
    }

    pub(super) const fn version(&self) -> u8 {
        self.0[2]
    }

    /// Returns the mask that is applied to the keys.
    pub(super) const fn mask(&self) -> u8 {
        self.0[3]
    }

    pub(super) const fn masks(&self) -> [u8; 4] {
        [self.0[8], self.0[9], self.0[10], self.0[11]]
    }

    /// Returns the checksum of the keys and the keys of pieces, origins and destinations.
    pub(super) const fn keys(&self) -> [u8; 4] {
        [self.0[12], self.0[13], self.0[14], self.0[15]]
    }

    /// Returns the encrypted points of the 32 pieces.
    pub(super) fn piece_bytes(&self) -> &[u8] {
        &self.0[16..48]
    }

    /// Returns the side to move first according to the header, which is often wrong.
    pub(super) const fn side_to_move(&self) -> Color {
        if self.0[50] == 1 { BLACK } else { RED }
    }

    pub(super) fn copy_tags(&self, game: &mut Game) {
        for (at, max_length, name) in TEXT_FIELDS {
            let length = usize::from(self.0[at]).min(max_length);
            let (value, _) = encoding_rs::GB18030.decode_without_bom_handling(&self.0[at + 1..=at + length]);
            let value = value.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0');
            if !value.is_empty() {
                game.tags.push(Tag::new(name, value));
            }
        }
        game.result = match self.0[51] {
            1 => GameResult::Win(RED),
            2 => GameResult::Win(BLACK),
            // Some files use 4 for a draw.
            3 | 4 => GameResult::Draw,
            _ => GameResult::Unknown,
        };
    }
}
