//! The 960 starting positions of Fischer's chess.

use alloc::string::{String, ToString};

use crate::{Position, Setup};

/// The number of starting positions.
pub const CHESS960_POSITION_COUNT: u16 = 960;

/// The error of an invalid position number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chess960Error {
    /// The requested number.
    pub text: String,
}

impl Position {
    /// Returns the starting position with this number in Scharnagl's order; 518 is the standard one.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// assert!(Position::chess960(518)?.to_string().starts_with("rnbqkbnr/pppppppp"));
    /// assert!(Position::chess960(0)?.to_string().starts_with("bbqnnrkr/pppppppp"));
    /// # Ok::<(), yipan_chess::Chess960Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns `Chess960Error` if the number is not below 960.
    pub fn chess960(number: u16) -> Result<Position, Chess960Error> {
        if number >= CHESS960_POSITION_COUNT {
            return Err(Chess960Error { text: number.to_string() });
        }
        let n = usize::from(number);
        let mut rank = [0u8; 8];
        rank[n % 4 * 2 + 1] = b'B';
        rank[n / 4 % 4 * 2] = b'B';
        put_on_free_square(&mut rank, n / 16 % 6, b'Q');
        // The knights occupy two of the five remaining squares, in the order 01 02 03 04 12 13 14 23 24 34.
        let (first, second) =
            [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)][n / 96];
        put_on_free_square(&mut rank, second, b'N');
        put_on_free_square(&mut rank, first, b'N');
        // The remaining squares are rook, king, rook, so that the king can castle to both sides.
        for letter in *b"RKR" {
            put_on_free_square(&mut rank, 0, letter);
        }
        Ok(Setup::with_back_rank(rank, true).try_into().expect("a Chess960 start is legal"))
    }
}

/// Puts a piece on the free square with this number.
fn put_on_free_square(rank: &mut [u8; 8], free: usize, letter: u8) {
    if let Some(square) = rank.iter_mut().filter(|square| **square == 0).nth(free) {
        *square = letter;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_starts_differ_and_let_the_king_castle_to_both_sides() {
        let starts: HashSet<String> = (0..CHESS960_POSITION_COUNT)
            .map(|number| {
                let start = Position::chess960(number).expect("a number below 960");
                assert_eq!(start.castling_rooks(crate::WHITE).len(), 2);
                assert!(start.is_chess960());
                start.to_string()
            })
            .collect();
        assert_eq!(starts.len(), 960);
    }

    #[test]
    fn there_is_no_position_960() {
        assert_eq!(Position::chess960(960).unwrap_err().text, "960");
    }
}
