//! FEN for xiangqi: tolerant in what it reads, canonical in what it writes.

use std::{fmt, str::FromStr};

use crate::{BLACK, Color, Piece, Position, RED, Setup, SetupError};

/// Why a FEN cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// There is no board.
    Missing,
    /// Something after the last field.
    TooLong {
        /// What is too much.
        text: String,
    },
    /// The board is not ten ranks of nine points.
    Board {
        /// What it says.
        text: String,
        /// What is wrong with it.
        problem: BoardProblem,
    },
    /// The side to move is neither.
    Side {
        /// What it says.
        text: String,
    },
    /// A counter is not a whole number that fits.
    Number {
        /// What it says.
        text: String,
    },
    /// All can be read, but the position cannot be played.
    Position(SetupError),
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
    /// A sign that is no man.
    UnknownMan {
        /// The sign.
        sign: char,
    },
}

/// Reads a FEN: `w` or `r` for Red, any letter set, and fields may be missing after the board.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let setup: Setup = text.parse()?;
        Position::try_from(setup).map_err(FenError::Position)
    }
}

/// Reads the fields without asking whether the position makes sense.
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut words = text.split_ascii_whitespace();
        let men = read_board(words.next().ok_or(FenError::Missing)?)?;
        let side = words.next().map_or(Ok(RED), read_side)?;
        // Two fields that chess needs and xiangqi does not; some programs leave them out.
        let mut rest: Vec<&str> = words.collect();
        if rest.len() > 2 || rest.first() == Some(&"-") {
            let unused = rest.len().min(2);
            if let Some(text) = rest[..unused].iter().find(|text| **text != "-") {
                return Err(FenError::TooLong { text: (*text).to_owned() });
            }
            rest.drain(..unused);
        }
        let mut numbers = rest.into_iter();
        let quiet_plies = numbers.next().map_or(Ok(0), read_number)?;
        let move_number = numbers.next().map_or(Ok(1), read_number)?;
        if let Some(text) = numbers.next() {
            return Err(FenError::TooLong { text: text.to_owned() });
        }
        Ok(Setup { men, side, quiet_plies, move_number: move_number.max(1) })
    }
}

fn read_board(text: &str) -> Result<[Option<Piece>; 90], FenError> {
    let wrong = |problem| FenError::Board { text: text.to_owned(), problem };
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != 10 {
        return Err(wrong(BoardProblem::Ranks));
    }
    let mut men = [None; 90];
    for (rank, line) in (0..10u8).rev().zip(lines) {
        let mut file = 0;
        for sign in line.chars() {
            if let Some(empty @ 1..) = sign.to_digit(10) {
                file += empty as usize;
            } else {
                let man = Piece::from_letter(sign).ok_or_else(|| wrong(BoardProblem::UnknownMan { sign }))?;
                if file < 9 {
                    men[usize::from(rank) * 9 + file] = Some(man);
                }
                file += 1;
            }
            if file > 9 {
                return Err(wrong(BoardProblem::Points { rank }));
            }
        }
        if file < 9 {
            return Err(wrong(BoardProblem::Points { rank }));
        }
    }
    Ok(men)
}

fn read_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" | "r" | "W" | "R" => Ok(RED),
        "b" | "B" => Ok(BLACK),
        _ => Err(FenError::Side { text: text.to_owned() }),
    }
}

fn read_number(text: &str) -> Result<u16, FenError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    number.ok_or_else(|| FenError::Number { text: text.to_owned() })
}

/// Writes the canonical form: letters KABNRCP, `w` or `b`, all fields.
pub(crate) fn write(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_with(setup, Piece::letter, f)
}

fn write_with(setup: &Setup, letter: impl Fn(Piece) -> char, f: &mut impl fmt::Write) -> fmt::Result {
    for rank in (0..10).rev() {
        let mut empty = 0;
        for man in &setup.men[rank * 9..rank * 9 + 9] {
            match man {
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    empty = 0;
                    write!(f, "{}", letter(*man))?;
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
    let side = if setup.side == RED { 'w' } else { 'b' };
    write!(f, " {side} - - {} {}", setup.quiet_plies, setup.move_number)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f)
    }
}

impl Setup {
    /// The FEN with the letters `H` and `E` for horse and elephant, as some sites want it.
    #[must_use]
    pub fn to_fen_with_h_and_e(&self) -> String {
        let mut text = String::new();
        let letter = |man: Piece| match man.letter() {
            'N' => 'H',
            'n' => 'h',
            'B' => 'E',
            'b' => 'e',
            other => other,
        };
        write_with(self, letter, &mut text).expect("a string takes all that is written to it");
        text
    }
}
