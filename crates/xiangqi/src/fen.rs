//! FEN for xiangqi: tolerant when parsing, canonical when writing.

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::{fmt, str::FromStr};

use crate::{BLACK, Color, Piece, Point, Position, RED, Setup, SetupError};

/// The reasons why a FEN is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The board is missing.
    MissingBoard,
    /// There are more fields than expected.
    TooManyFields {
        /// The first unexpected field.
        text: String,
    },
    /// The board is not ten ranks of nine points.
    InvalidBoard {
        /// The rejected text.
        text: String,
        /// The problem with the board.
        problem: BoardProblem,
    },
    /// The side to move is neither `w`, `r` nor `b`.
    InvalidSideToMove {
        /// The rejected text.
        text: String,
    },
    /// A counter is not an integer from 0 to 65535.
    InvalidNumber {
        /// The rejected text.
        text: String,
    },
    /// The syntax is valid, but the position is not playable.
    InvalidPosition(SetupError),
}

/// The ways in which the board of a FEN can be malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardProblem {
    /// There are not exactly ten ranks.
    Ranks,
    /// A rank does not have exactly nine points.
    Points {
        /// The number of the rank, 0 for Red's first.
        rank: u8,
    },
    /// A character is neither a piece nor a digit.
    UnknownPiece {
        /// The rejected character.
        character: char,
    },
}

/// Parses a FEN.
///
/// `w` and `r` both mean Red, all common letter sets are accepted, and the fields after the board are optional.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let setup: Setup = text.parse()?;
        Position::try_from(setup).map_err(FenError::InvalidPosition)
    }
}

/// Parses the fields of a FEN without checking the position.
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let board = parse_board(fields.next().ok_or(FenError::MissingBoard)?)?;
        let side_to_move = fields.next().map_or(Ok(RED), parse_side_to_move)?;
        // Castling and en passant fields of chess, which some programs leave out.
        let mut rest: Vec<&str> = fields.collect();
        if rest.len() > 2 || rest.first() == Some(&"-") {
            let unused = rest.len().min(2);
            if let Some(text) = rest[..unused].iter().find(|text| **text != "-") {
                return Err(FenError::TooManyFields { text: (*text).to_owned() });
            }
            rest.drain(..unused);
        }
        let mut numbers = rest.into_iter();
        let halfmove_clock = numbers.next().map_or(Ok(0), parse_number)?;
        let fullmove_number = numbers.next().map_or(Ok(1), parse_number)?;
        if let Some(text) = numbers.next() {
            return Err(FenError::TooManyFields { text: text.to_owned() });
        }
        Ok(Setup { board, side_to_move, halfmove_clock, fullmove_number: fullmove_number.max(1) })
    }
}

fn parse_board(text: &str) -> Result<[Option<Piece>; 90], FenError> {
    let board_error = |problem| FenError::InvalidBoard { text: text.to_owned(), problem };
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != 10 {
        return Err(board_error(BoardProblem::Ranks));
    }
    let mut board = [None; 90];
    for (rank, line) in (0..10u8).rev().zip(lines) {
        let mut file = 0;
        for character in line.chars() {
            if let Some(empty @ 1..) = character.to_digit(10) {
                file += empty as usize;
            } else {
                let piece = Piece::from_letter(character)
                    .ok_or_else(|| board_error(BoardProblem::UnknownPiece { character }))?;
                if file < 9 {
                    board[usize::from(rank) * 9 + file] = Some(piece);
                }
                file += 1;
            }
            if file > 9 {
                return Err(board_error(BoardProblem::Points { rank }));
            }
        }
        if file < 9 {
            return Err(board_error(BoardProblem::Points { rank }));
        }
    }
    Ok(board)
}

fn parse_side_to_move(text: &str) -> Result<Color, FenError> {
    match text {
        "w" | "r" | "W" | "R" => Ok(RED),
        "b" | "B" => Ok(BLACK),
        _ => Err(FenError::InvalidSideToMove { text: text.to_owned() }),
    }
}

fn parse_number(text: &str) -> Result<u16, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.ok_or_else(|| FenError::InvalidNumber { text: text.to_owned() })
}

fn write_with(setup: &Setup, letter: impl Fn(Piece) -> char, f: &mut impl fmt::Write) -> fmt::Result {
    for rank in (0..10).rev() {
        let mut empty = 0;
        for point in &setup.board[rank * 9..rank * 9 + 9] {
            match point {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    empty = 0;
                    write!(f, "{}", letter(*piece))?;
                }
            }
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
        if rank > 0 {
            write!(f, "/")?;
        }
    }
    let side = if setup.side_to_move == RED { 'w' } else { 'b' };
    write!(f, " {side} - - {} {}", setup.halfmove_clock, setup.fullmove_number)
}

/// Writes the canonical FEN: the letters `KABNRCP`, `w` or `b`, and all fields.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_with(self, Piece::letter, f)
    }
}

/// Writes the canonical FEN, as [`Setup`] does.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&Setup::from(self), f)
    }
}

/// Writes the FEN and a diagram with Red at the bottom.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self}")?;
        for rank in (0..10).rev() {
            for file in 0..9 {
                let piece = Point::from_coords(file, rank).and_then(|point| self.piece_at(point));
                write!(f, " {}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Setup {
    /// Returns the FEN with the letters `H` and `E` for horse and elephant, as some sites expect.
    #[must_use]
    pub fn to_fen_with_h_and_e(&self) -> String {
        let mut text = String::new();
        let letter = |piece: Piece| match piece.letter() {
            'N' => 'H',
            'n' => 'h',
            'B' => 'E',
            'b' => 'e',
            other => other,
        };
        write_with(self, letter, &mut text).expect("writing to a string cannot fail");
        text
    }
}
