//! XQF, the binary format of XQStudio 象棋演播室, in which most archives are stored.
//!
//! ```text
//! bytes      0  "XQ", version, mask
//!            8  four masks to OR, four keys
//!           16  points of the 32 pieces
//!           50  side to move first, result
//!           80  title, 208 event, 272 date, 288 place, 304 red, 320 black: length byte and GB18030 text
//!         1024  records: from + 24, to + 32, flags, 0; then comment length and comment
//! ```
//!
//! A point is ten times its file plus its rank, both from Red's left corner. The first record is not a move; it
//! has the comment before the first move. A record is followed by its continuation and then, if there is one, by
//! an alternative move.
//!
//! Files up to version 10 (1.0) are not encrypted. From version 11 on, a key that repeats every 32 bytes is added
//! to the moves, and points have their own keys. From version 12 on, the pieces are stored in rotated order. All
//! keys are derived from the header.

mod error;
mod header;
mod keys;
mod messages;
mod point_number;
mod record;
mod start;
mod tree;
mod write;

pub use error::XqfError;
pub use write::write;

use yipan_pgn::MAX_GAME_BYTES;

use super::game::Game;
use header::Header;
use keys::Keys;

/// The newest supported version, that of XQStudio 1.8.
const MAX_VERSION: u8 = 18;

/// Reads a file of any supported version.
///
/// The first move determines the side to move, because the header is often wrong about it.
///
/// # Errors
/// Returns [`XqfError`] if the file is malformed, the position is not playable or a move is illegal.
pub fn read(bytes: &[u8]) -> Result<Game, XqfError> {
    if bytes.len() > MAX_GAME_BYTES {
        return Err(XqfError::TooLong { limit: MAX_GAME_BYTES });
    }
    let header = Header::new(bytes)?;
    let version = header.version();
    if version > MAX_VERSION {
        return Err(XqfError::UnsupportedVersion { version });
    }
    let keys = Keys::new(&header)?;
    let records = record::read_records(&bytes[Header::LENGTH..], &keys)?;
    let mut game = Game::new(start::start_position(&header, &keys, records.get(1))?);
    header.copy_tags(&mut game);
    game.main_line = tree::build(&records, game.start)?;
    Ok(game)
}
