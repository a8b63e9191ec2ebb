//! Strict Forsyth-Edwards notation with the castling letters of X-FEN and Shredder-FEN.

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::{fmt, str::FromStr};

use crate::{BLACK, Bitboard, Color, Piece, PieceKind, Position, Setup, SetupError, Square, WHITE};

/// The six fields of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenField {
    /// The pieces, rank 8 first.
    Board,
    /// `w` or `b`.
    SideToMove,
    /// Castling rights.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// Plies since the last capture or pawn move.
    HalfmoveClock,
    /// The number of the move to be played.
    FullmoveNumber,
}

/// A problem with a field of a FEN.
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
    ConsecutiveDigits,
    /// A character that is not a piece.
    UnknownPiece,
    /// Neither `w` nor `b`.
    UnknownSide,
    /// A castling right of a king that is not on its back rank.
    CastlingWithoutKing,
    /// A castling right without a rook on that side.
    CastlingWithoutRook,
    /// A character that is not a castling right.
    UnknownCastlingRight,
    /// The same castling right twice.
    DuplicateCastlingRight,
    /// Neither a square nor `-`.
    NotASquare,
    /// Not a whole number that fits.
    NotANumber,
    /// Move number zero.
    ZeroFullmoveNumber,
}

/// The error of an invalid FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// Fewer than six fields.
    MissingField {
        /// The first missing field.
        field: FenField,
    },
    /// More than six fields.
    TooManyFields {
        /// The superfluous text.
        text: String,
    },
    /// An invalid field.
    InvalidField {
        /// The field.
        field: FenField,
        /// The text of the field.
        text: String,
        /// The problem.
        problem: FenProblem,
    },
    /// The fields are valid, but the position is illegal.
    InvalidPosition {
        /// The field to fix.
        field: FenField,
        /// The problem.
        problem: SetupError,
    },
}

impl FenError {
    /// Returns the field to fix; `None` if there are too many fields.
    #[must_use]
    pub fn field(&self) -> Option<FenField> {
        match *self {
            FenError::MissingField { field }
            | FenError::InvalidField { field, .. }
            | FenError::InvalidPosition { field, .. } => Some(field),
            FenError::TooManyFields { .. } => None,
        }
    }
}

/// Parses a FEN with exactly six fields. The en-passant square may be given after every double step.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        let setup: Setup = text.parse()?;
        Position::try_from(setup).map_err(|problem| {
            let field = match problem {
                SetupError::InvalidCastlingRight { .. } | SetupError::DuplicateCastlingRight { .. } => {
                    FenField::Castling
                }
                SetupError::InvalidEpSquare { .. } => FenField::EnPassant,
                SetupError::OppositeCheck { .. } => FenField::SideToMove,
                _ => FenField::Board,
            };
            FenError::InvalidPosition { field, problem }
        })
    }
}

/// Parses the six fields without validating the position.
impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        let mut words = text.split_ascii_whitespace();
        let mut next = |field| words.next().ok_or(FenError::MissingField { field });
        let board = parse_board(next(FenField::Board)?)?;
        let side = parse_side_to_move(next(FenField::SideToMove)?)?;
        let (castling, chess960) = parse_castling(next(FenField::Castling)?, &board)?;
        let en_passant = parse_ep_square(next(FenField::EnPassant)?)?;
        let quiet_plies = parse_number(next(FenField::HalfmoveClock)?, FenField::HalfmoveClock)?;
        let move_number = parse_number(next(FenField::FullmoveNumber)?, FenField::FullmoveNumber)?;
        if let Some(text) = words.next() {
            return Err(FenError::TooManyFields { text: text.to_owned() });
        }
        Ok(Setup {
            board,
            side_to_move: side,
            castling,
            chess960,
            ep_square: en_passant,
            halfmove_clock: quiet_plies,
            fullmove_number: move_number,
        })
    }
}

fn field_error(field: FenField, text: &str, problem: FenProblem) -> FenError {
    FenError::InvalidField { field, text: text.to_owned(), problem }
}

fn parse_board(text: &str) -> Result<[Option<Piece>; 64], FenError> {
    let wrong = |problem| field_error(FenField::Board, text, problem);
    let mut board = [None; 64];
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
                Some(1..=8) if after_digit => return Err(wrong(FenProblem::ConsecutiveDigits)),
                Some(empty @ 1..=8) => file += empty as usize,
                _ => {
                    let piece = Piece::from_letter(letter).ok_or_else(|| wrong(FenProblem::UnknownPiece))?;
                    if file < 8 {
                        board[(8 - ranks) * 8 + file] = Some(piece);
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
    if ranks < 8 { Err(wrong(FenProblem::TooFewRanks)) } else { Ok(board) }
}

fn parse_side_to_move(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(WHITE),
        "b" => Ok(BLACK),
        _ => Err(field_error(FenField::SideToMove, text, FenProblem::UnknownSide)),
    }
}

/// The rooks that may castle, and whether the Shredder letters were used.
fn parse_castling(text: &str, board: &[Option<Piece>; 64]) -> Result<(Bitboard, bool), FenError> {
    let wrong = |problem| field_error(FenField::Castling, text, problem);
    let (mut rooks, mut chess960) = (Bitboard::EMPTY, false);
    if text == "-" {
        return Ok((rooks, chess960));
    }
    for letter in text.chars() {
        let color = if letter.is_ascii_uppercase() { WHITE } else { BLACK };
        let base = if color == WHITE { 0 } else { 56 };
        let holds = |file: usize, kind| board[base + file] == Some(Piece { color, kind });
        let file = match letter.to_ascii_lowercase() {
            side @ ('k' | 'q') => {
                let king = (0..8)
                    .find(|&file| holds(file, PieceKind::King))
                    .ok_or_else(|| wrong(FenProblem::CastlingWithoutKing))?;
                // X-FEN: the letter means the outermost rook on that side of the king.
                let rook = if side == 'k' {
                    (king + 1..8).rev().find(|&file| holds(file, PieceKind::Rook))
                } else {
                    (0..king).find(|&file| holds(file, PieceKind::Rook))
                };
                rook.ok_or_else(|| wrong(FenProblem::CastlingWithoutRook))?
            }
            file @ 'a'..='h' => {
                chess960 = true;
                file as usize - 'a' as usize
            }
            _ => return Err(wrong(FenProblem::UnknownCastlingRight)),
        };
        let rook = Bitboard(1 << (base + file));
        if (rooks & rook).any() {
            return Err(wrong(FenProblem::DuplicateCastlingRight));
        }
        rooks |= rook;
    }
    Ok((rooks, chess960))
}

fn parse_ep_square(text: &str) -> Result<Option<Square>, FenError> {
    match text {
        "-" => Ok(None),
        _ => match text.parse() {
            Ok(square) => Ok(Some(square)),
            Err(_) => Err(field_error(FenField::EnPassant, text, FenProblem::NotASquare)),
        },
    }
}

fn parse_number(text: &str, field: FenField) -> Result<u16, FenError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = if digits { text.parse().ok() } else { None };
    match number {
        Some(0) if field == FenField::FullmoveNumber => {
            Err(field_error(field, text, FenProblem::ZeroFullmoveNumber))
        }
        Some(number) => Ok(number),
        None => Err(field_error(field, text, FenProblem::NotANumber)),
    }
}

/// Writes the six fields of a FEN.
fn write_fen(setup: &Setup, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for rank in (0..8).rev() {
        let mut empty = 0;
        for piece in &setup.board[rank * 8..rank * 8 + 8] {
            match piece {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        write!(f, "{empty}")?;
                    }
                    empty = 0;
                    write!(f, "{piece}")?;
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
    write!(f, " {} ", if setup.side_to_move == WHITE { 'w' } else { 'b' })?;
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
    match setup.ep_square {
        Some(square) => write!(f, " {square}")?,
        None => write!(f, " -")?,
    }
    write!(f, " {} {}", setup.halfmove_clock, setup.fullmove_number)
}

/// Writes the position as FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(&Setup::from(self), f)
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fen(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unplayable_position_is_rejected_with_the_field_to_fix() {
        for (fen, field, message) in [
            ("8/8/8/8/8/8/8/K7 w - - 0 1", FenField::Board, "black needs exactly one king"),
            ("kk6/8/8/8/8/8/8/K7 w - - 0 1", FenField::Board, "black needs exactly one king"),
            ("k7/8/8/8/8/1N6/NNNNNNNN/NNNNNNNK w - - 0 1", FenField::Board, "white has 17 pieces"),
            ("k7/8/8/8/8/P7/PPPPPPPP/7K w - - 0 1", FenField::Board, "white has 9 pawns"),
            ("kP6/8/8/8/8/8/8/7K b - - 0 1", FenField::Board, "a pawn cannot be on b8"),
            ("k7/8/8/8/8/8/8/4K1RR w GH - 0 1", FenField::Castling, "two rooks may castle"),
            ("k7/8/8/8/8/8/8/4K3 w K - 0 1", FenField::Castling, "without a rook"),
            ("k7/8/8/8/8/8/8/4K2R w h - 0 1", FenField::Castling, "needs that rook"),
            ("4k3/8/8/3p4/8/8/8/4K3 w - e6 0 1", FenField::EnPassant, "no pawn has just passed e6"),
            ("4k3/3p4/8/3p4/8/8/8/4K3 w - d6 0 1", FenField::EnPassant, "no pawn has just passed d6"),
            ("4k3/8/3n4/3p4/8/8/8/4K3 w - d6 0 1", FenField::EnPassant, "no pawn has just passed d6"),
            ("4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", FenField::SideToMove, "white is to move but already attacks"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenField::SideToMove, "neither"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", FenField::FullmoveNumber, "counts from 1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", FenField::HalfmoveClock, "whole number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0", FenField::FullmoveNumber, "missing"),
            ("4k3/8/8/44/8/8/8/4K3 w - - 0 1", FenField::Board, "side by side"),
            ("4k3/8/8/9/8/8/8/4K3 w - - 0 1", FenField::Board, "not a piece"),
        ] {
            let error = fen.parse::<Position>().expect_err(fen);
            assert_eq!(error.field(), Some(field), "{fen}: {error}");
            assert!(error.to_string().contains(message), "{fen}: {error}");
        }
    }
}
