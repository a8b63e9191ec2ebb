//! XQF, the binary files of XQStudio 象棋演播室, in which most archives are kept.
//!
//! ```text
//! bytes      0  "XQ", version, mask
//!            8  four bytes to or, four keys
//!           16  where the 32 pieces stand
//!           50  who moves first, result
//!           80  title, 208 event, 272 date, 288 place, 304 red, 320 black: a length and GB18030 text
//!         1024  moves: from + 24, to + 32, what follows, 0; then the length of a comment and the comment
//! ```
//!
//! A point is its file times ten and its rank, both from Red's left corner. The first record is not a move but
//! carries the comment before the first. After a record stands what follows the move, then, if there is one,
//! another move instead of it.
//!
//! Up to version 10 (1.0) all that is plain. From 11 on every byte of the moves has a key subtracted that
//! repeats after 32 bytes, the points have keys of their own, and from 12 on the pieces are stored in a turned
//! order; the keys are made from the header, and nothing else is needed.

mod error;
mod header;
mod keys;
mod messages;
mod point_number;
mod record;
mod start;
mod tree;

pub use error::XqfError;

use yipan_pgn::MAX_GAME_BYTES;

use super::game::Game;
use header::Header;
use keys::Keys;

/// The newest version whose keys are known, that of XQStudio 1.8.
const MAX_VERSION: u8 = 18;

/// Reads a file of any version.
///
/// Who moves first is told by the first move, since the header is often wrong about it.
///
/// # Errors
/// The first thing that cannot be understood or played.
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
