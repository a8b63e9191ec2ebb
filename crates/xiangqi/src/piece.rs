use std::fmt;

use yipan_core::{AnyPiece, Language};

use crate::{BLACK, Color, RED};

/// The seven kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// General 帅/将.
    General,
    /// Advisor 仕/士.
    Advisor,
    /// Elephant 相/象.
    Elephant,
    /// Horse 马.
    Horse,
    /// Rook 车.
    Rook,
    /// Cannon 炮.
    Cannon,
    /// Pawn 兵/卒.
    Pawn,
}

impl PieceKind {
    /// Every kind.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::General,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ];

    /// How many of them a side begins with.
    #[must_use]
    pub const fn max_per_side(self) -> u32 {
        match self {
            PieceKind::General => 1,
            PieceKind::Pawn => 5,
            _ => 2,
        }
    }

    /// The letter of this kind in a FEN, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            PieceKind::General => 'K',
            PieceKind::Advisor => 'A',
            PieceKind::Elephant => 'B',
            PieceKind::Horse => 'N',
            PieceKind::Rook => 'R',
            PieceKind::Cannon => 'C',
            PieceKind::Pawn => 'P',
        }
    }

    /// The kind with this upper-case letter, in any of the letter sets in use: `E` and `M` for the elephant,
    /// `H` for the horse, `G` for the advisor, `S` for the pawn.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<PieceKind> {
        match letter {
            'K' => Some(PieceKind::General),
            'A' | 'G' => Some(PieceKind::Advisor),
            'B' | 'E' | 'M' => Some(PieceKind::Elephant),
            'N' | 'H' => Some(PieceKind::Horse),
            'R' => Some(PieceKind::Rook),
            'C' => Some(PieceKind::Cannon),
            'P' | 'S' => Some(PieceKind::Pawn),
            _ => None,
        }
    }
}

/// A piece of one color. It prints as its FEN letter: `N` is Red's horse, `n` Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: PieceKind,
}

impl Piece {
    /// The piece with this FEN letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { RED } else { BLACK };
        match PieceKind::from_letter(letter.to_ascii_uppercase()) {
            Some(kind) => Some(Piece { color, kind }),
            None => None,
        }
    }

    /// The FEN letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            RED => self.kind.letter(),
            BLACK => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The name of this piece as a person reads it; in Chinese as it stands on the piece.
    #[must_use]
    pub const fn localize(self, language: Language) -> &'static str {
        let red = matches!(self.color, RED);
        let [english, simplified, traditional] = match (self.kind, red) {
            (PieceKind::General, true) => ["general", "帅", "帥"],
            (PieceKind::General, false) => ["general", "将", "將"],
            (PieceKind::Advisor, true) => ["advisor", "仕", "仕"],
            (PieceKind::Advisor, false) => ["advisor", "士", "士"],
            (PieceKind::Elephant, true) => ["elephant", "相", "相"],
            (PieceKind::Elephant, false) => ["elephant", "象", "象"],
            (PieceKind::Horse, _) => ["horse", "马", "馬"],
            (PieceKind::Rook, _) => ["rook", "车", "車"],
            (PieceKind::Cannon, _) => ["cannon", "炮", "炮"],
            (PieceKind::Pawn, true) => ["pawn", "兵", "兵"],
            (PieceKind::Pawn, false) => ["pawn", "卒", "卒"],
        };
        language.choose(english, simplified, traditional)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl From<Piece> for AnyPiece {
    fn from(piece: Piece) -> AnyPiece {
        AnyPiece { seat: piece.color, letter: piece.kind.letter() }
    }
}
