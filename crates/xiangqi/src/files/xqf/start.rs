use super::error::XqfError;
use super::header::Header;
use super::keys::Keys;
use super::point_number::point_from_number;
use super::record::Record;
use crate::files::piece_order::piece_by_index;
use crate::{Position, RED, Setup};

/// Returns the position before the first move.
///
/// The side to move is that of the first moved piece, because the header is often wrong about it.
pub(super) fn start_position(
    header: &Header<'_>,
    keys: &Keys,
    first: Option<&Record>,
) -> Result<Position, XqfError> {
    let mut setup = Setup { board: [None; 90], side_to_move: RED, halfmove_clock: 0, fullmove_number: 1 };
    for (i, &byte) in header.piece_bytes().iter().enumerate() {
        let index = if keys.version >= 12 { (i + usize::from(keys.pieces) + 1) % 32 } else { i };
        // A captured piece has a number beyond the board.
        if let Some(at) = point_from_number(byte.wrapping_sub(keys.pieces)) {
            setup.board[at.index()] = Some(piece_by_index(index));
        }
    }
    let moved_piece = first.and_then(|record| setup.board[point_from_number(record.from)?.index()]);
    setup.side_to_move = moved_piece.map_or(header.side_to_move(), |piece| piece.color);
    setup.try_into().map_err(XqfError::Position)
}
