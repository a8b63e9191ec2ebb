//! Forsyth-Edwards notation, strict, with the castling letters of X-FEN and Shredder-FEN.

use std::{fmt, str::FromStr};

use crate::{BLACK, Bitboard, Color, Kind, Piece, Position, Setup, SetupError, Square, WHITE};

/// The six fields of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenField {
    /// The men, rank 8 first.
    Board,
    /// `w` or `b`.
    Side,
    /// Castling rights.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// Plies since the last capture or pawn move.
    HalfMoves,
    /// The number of the move to be played.
    MoveNumber,
}

/// What can be wrong with a field of a FEN. It prints as the rest of a sentence that begins with the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenProblem {
    /// More than eight ranks.
    TooManyRanks,
    /// Fewer than eight ranks.
    TooFewRanks,
    /// A rank of more than eight squares.
    RankTooLong,
    /// A rank of fewer than eight squares.
    RankTooShort,
    /// Two digits side by side.
    DigitsSideBySide,
    /// A sign that is no man.
    UnknownMan,
    /// Neither `w` nor `b`.
    UnknownSide,
    /// A castling right of a king that is not on its back rank.
    CastlingWithoutKing,
    /// A castling right without a rook on that side.
    CastlingWithoutRook,
    /// A sign that is no castling right.
    UnknownRight,
    /// The same castling right twice.
    RightTwice,
    /// Neither a square nor `-`.
    NotASquare,
    /// Not a whole number that fits.
    NotANumber,
    /// Move number zero.
    MoveZero,
}

/// Why a FEN cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// Fewer than six fields.
    Missing {
        /// The first field that is not there.
        field: FenField,
    },
    /// More than six fields.
    TooLong {
        /// What is too much.
        text: String,
    },
    /// A field that is not what it should be.
    Field {
        /// Which field.
        field: FenField,
        /// What it says.
        text: String,
        /// What is wrong with it.
        problem: FenProblem,
    },
    /// All fields can be read, but the position cannot be played.
    Position {
        /// The field to mend.
        field: FenField,
        /// What is wrong.
        problem: SetupError,
    },
}

impl FenError {
    /// The field that must be mended; none when there are too many.
    #[must_use]
    pub fn field(&self) -> Option<FenField> {
        match *self {
            FenError::Missing { field }
            | FenError::Field { field, .. }
            | FenError::Position { field, .. } => Some(field),
            FenError::TooLong { .. } => None,
        }
    }
}

/// Reads a FEN. Exactly six fields; the en-passant square may be given after every double step.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let setup: Setup = text.parse()?;
        Position::try_from(setup).map_err(|problem| {
            let field = match problem {
                SetupError::Castling { .. } | SetupError::CastlingTwice { .. } => FenField::Castling,
                SetupError::EnPassant { .. } => FenField::EnPassant,
                SetupError::KingEnPrise { .. } => FenField::Side,
                _ => FenField::Board,
            };
            FenError::Position { field, problem }
        })
    }
}

/// Reads the six fields without asking whether the position makes sense.
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut words = text.split_ascii_whitespace();
        let mut next = |field| words.next().ok_or(FenError::Missing { field });
        let men = read_board(next(FenField::Board)?)?;
        let side = read_side(next(FenField::Side)?)?;
        let (castling, chess960) = read_castling(next(FenField::Castling)?, &men)?;
        let en_passant = read_en_passant(next(FenField::EnPassant)?)?;
        let quiet_plies = read_number(next(FenField::HalfMoves)?, FenField::HalfMoves)?;
        let move_number = read_number(next(FenField::MoveNumber)?, FenField::MoveNumber)?;
        if let Some(text) = words.next() {
            return Err(FenError::TooLong { text: text.to_owned() });
        }
        Ok(Setup { men, side, castling, chess960, en_passant, quiet_plies, move_number })
    }
}

fn wrong(field: FenField, text: &str, problem: FenProblem) -> FenError {
    FenError::Field { field, text: text.to_owned(), problem }
}

fn read_board(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let wrong = |problem| wrong(FenField::Board, text, problem);
    let mut men = [None; 64];
    let mut ranks = 0;
    for line in text.split('/') {
        if ranks == 8 {
            return Err(wrong(FenProblem::TooManyRanks));
        }
        ranks += 1;
        let mut file = 0;
        let mut after_digit = false;
        for letter in line.chars() {
            let digit = letter.to_digit(10);
            match digit {
                Some(1..=8) if after_digit => return Err(wrong(FenProblem::DigitsSideBySide)),
                Some(empty @ 1..=8) => file += empty as usize,
                _ => {
                    let man = Piece::from_letter(letter).ok_or_else(|| wrong(FenProblem::UnknownMan))?;
                    if file < 8 {
                        men[(8 - ranks) * 8 + file] = Some(man);
                    }
                    file += 1;
                }
            }
            after_digit = digit.is_some();
            if file > 8 {
                return Err(wrong(FenProblem::RankTooLong));
            }
        }
        if file < 8 {
            return Err(wrong(FenProblem::RankTooShort));
        }
    }
    if ranks < 8 { Err(wrong(FenProblem::TooFewRanks)) } else { Ok(men) }
}

fn read_side(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(WHITE),
        "b" => Ok(BLACK),
        _ => Err(wrong(FenField::Side, text, FenProblem::UnknownSide)),
    }
}

/// The rooks that may castle, and whether the Shredder letters were used.
fn read_castling(text: &str, men: &[Option<Piece>; 64]) -> Result<(Bitboard, bool), FenError> {
    let wrong = |problem| wrong(FenField::Castling, text, problem);
    let (mut rooks, mut chess960) = (Bitboard::EMPTY, false);
    if text == "-" {
        return Ok((rooks, chess960));
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
        let base = if color == WHITE { 0 } else { 56 };
        let holds = |file: usize, kind| men[base + file] == Some(Piece { color, kind });
        let file = match letter.to_ascii_lowercase() {
            side @ ('k' | 'q') => {
                let king = (0..8)
                    .find(|&file| holds(file, Kind::King))
                    .ok_or_else(|| wrong(FenProblem::CastlingWithoutKing))?;
                // X-FEN: the letter means the outermost rook on that side of the king.
                let rook = if side == 'k' {
                    (king + 1..8).rev().find(|&file| holds(file, Kind::Rook))
                } else {
                    (0..king).find(|&file| holds(file, Kind::Rook))
                };
                rook.ok_or_else(|| wrong(FenProblem::CastlingWithoutRook))?
            }
            file @ 'a'..='h' => {
                chess960 = true;
                file as usize - 'a' as usize
            }
            _ => return Err(wrong(FenProblem::UnknownRight)),
        };
        let rook = Bitboard(1 << (base + file));
        if (rooks & rook).any() {
            return Err(wrong(FenProblem::RightTwice));
        }
        rooks |= rook;
    }
    Ok((rooks, chess960))
}

fn read_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    match text {
        "-" => Ok(None),
        _ => match text.parse() {
            Ok(square) => Ok(Some(square)),
            Err(_) => Err(wrong(FenField::EnPassant, text, FenProblem::NotASquare)),
        },
    }
}

fn read_number(text: &str, field: FenField) -> Result<u16, FenError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    match number {
        Some(0) if field == FenField::MoveNumber => Err(wrong(field, text, FenProblem::MoveZero)),
        Some(number) => Ok(number),
        None => Err(wrong(field, text, FenProblem::NotANumber)),
    }
}

/// Writes the six fields.
pub(crate) fn write(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in (0..8).rev() {
        let mut empty = 0;
        for man in &setup.men[rank * 8..rank * 8 + 8] {
            match man {
                None => empty += 1,
                Some(man) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    empty = 0;
                    write!(f, "{man}")?;
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
    write!(f, " {} ", if setup.side == WHITE { 'w' } else { 'b' })?;
    for color in Color::BOTH {
        let back = if color == WHITE { Bitboard::rank(0) } else { Bitboard::rank(7) };
        let mut rooks: Vec<Square> = (setup.castling & back).into_iter().collect();
        rooks.reverse();
        for rook in rooks {
            let letter = match (setup.chess960, rook.file()) {
                (true, file) => char::from(b'A' + file),
                (false, 0) => 'Q',
                (false, _) => 'K',
            };
            write!(f, "{}", if color == WHITE { letter } else { letter.to_ascii_lowercase() })?;
        }
    }
    if setup.castling.is_empty() {
        write!(f, "-")?;
    }
    match setup.en_passant {
        Some(square) => write!(f, " {square}")?,
        None => write!(f, " -")?,
    }
    write!(f, " {} {}", setup.quiet_plies, setup.move_number)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_played_is_refused_with_the_field_to_mend() {
        for (fen, field, said) in [
            ("8/8/8/8/8/8/8/K7 w - - 0 1", FenField::Board, "black has 0 kings"),
            ("kk6/8/8/8/8/8/8/K7 w - - 0 1", FenField::Board, "black has 2 kings"),
            ("k7/8/8/8/8/1N6/NNNNNNNN/NNNNNNNK w - - 0 1", FenField::Board, "white has 17 men"),
            ("k7/8/8/8/8/P7/PPPPPPPP/7K w - - 0 1", FenField::Board, "white has 9 pawns"),
            ("kP6/8/8/8/8/8/8/7K b - - 0 1", FenField::Board, "a pawn cannot stand on b8"),
            ("k7/8/8/8/8/8/8/4K1RR w GH - 0 1", FenField::Castling, "two rooks may castle"),
            ("k7/8/8/8/8/8/8/4K3 w K - 0 1", FenField::Castling, "without a rook"),
            ("k7/8/8/8/8/8/8/4K2R w h - 0 1", FenField::Castling, "needs that rook"),
            ("4k3/8/8/3p4/8/8/8/4K3 w - e6 0 1", FenField::EnPassant, "no pawn has just passed e6"),
            ("4k3/3p4/8/3p4/8/8/8/4K3 w - d6 0 1", FenField::EnPassant, "no pawn has just passed d6"),
            ("4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", FenField::EnPassant, "no pawn has just passed d6"),
            ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", FenField::Side, "white is to move but already attacks"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenField::Side, "neither"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", FenField::MoveNumber, "counts from 1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", FenField::HalfMoves, "whole number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0", FenField::MoveNumber, "missing"),
            ("4k3/8/8/44/8/8/8/4K3 w - - 0 1", FenField::Board, "side by side"),
            ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", FenField::Board, "no man"),
        ] {
            let error = fen.parse::<Position>().expect_err(fen);
            assert_eq!(error.field(), Some(field), "{fen}: {error}");
            assert!(error.to_string().contains(said), "{fen}: {error}");
        }
    }
}
