//! FEN for xiangqi: tolerant in what it reads, canonical in what it writes.

use std::{fmt, str::FromStr};

use crate::{BLACK, Color, Piece, Point, Position, RED, Setup, SetupError};

/// Why a FEN cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// There is no board.
    MissingBoard,
    /// Something after the last field.
    TooManyFields {
        /// What is too much.
        text: String,
    },
    /// The board is not ten ranks of nine points.
    InvalidBoard {
        /// What it says.
        text: String,
        /// What is wrong with it.
        problem: BoardProblem,
    },
    /// The side to move is neither.
    InvalidSideToMove {
        /// What it says.
        text: String,
    },
    /// A counter is not a whole number that fits.
    InvalidNumber {
        /// What it says.
        text: String,
    },
    /// All can be read, but the position cannot be played.
    InvalidPosition(SetupError),
}

/// What can be wrong with the board of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardProblem {
    /// Not ten ranks.
    Ranks,
    /// A rank that has not nine points.
    Points {
        /// Which one, as it is counted on the board.
        rank: u8,
    },
    /// A sign that is no piece.
    UnknownPiece {
        /// The sign.
        character: char,
    },
}

/// Reads a FEN: `w` or `r` for Red, any letter set, and fields may be missing after the board.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let setup: Setup = text.parse()?;
        Position::try_from(setup).map_err(FenError::InvalidPosition)
    }
}

/// Reads the fields without asking whether the position makes sense.
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut fields = text.split_ascii_whitespace();
        let board = parse_board(fields.next().ok_or(FenError::MissingBoard)?)?;
        let side_to_move = fields.next().map_or(Ok(RED), parse_side_to_move)?;
        // Two fields that chess needs and xiangqi does not; some programs leave them out.
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
