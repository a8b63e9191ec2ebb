use core::fmt;

use yipan_core::{AnyPiece, Language};

use crate::{BLACK, Color, RED};

/// The kind of a piece, independent of its color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// General 帅/将, confined to the palace.
    General,
    /// Advisor 仕/士, confined to the palace.
    Advisor,
    /// Elephant 相/象, confined to its own side of the river.
    Elephant,
    /// Horse 马, which can be blocked at its leg.
    Horse,
    /// Rook 车, also called chariot.
    Rook,
    /// Cannon 炮, which captures over a screen.
    Cannon,
    /// Pawn 兵/卒, also called soldier.
    Pawn,
}

impl PieceKind {
    /// All kinds, in the order of their indices.
    pub const ALL: [PieceKind; 7] = [
        PieceKind::General,
        PieceKind::Advisor,
        PieceKind::Elephant,
        PieceKind::Horse,
        PieceKind::Rook,
        PieceKind::Cannon,
        PieceKind::Pawn,
    ];

    /// Returns the number of pieces of this kind a side begins with.
    #[must_use]
    pub const fn max_per_side(self) -> u32 {
        match self {
            PieceKind::General => 1,
            PieceKind::Pawn => 5,
            _ => 2,
        }
    }

    /// Returns the upper-case FEN letter.
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

    /// Returns the kind with this upper-case letter, or `None`.
    ///
    /// All common letter sets are accepted: `E` and `M` for the elephant, `H` for the horse, `G` for the advisor
    /// and `S` for the pawn.
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

/// A piece of one color. Its text is the FEN letter: `N` for Red's horse, `n` for Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side the piece belongs to.
    pub color: Color,
    /// The kind of the piece.
    pub kind: PieceKind,
}

impl Piece {
    /// Returns the piece with this FEN letter, or `None`.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { RED } else { BLACK };
        match PieceKind::from_letter(letter.to_ascii_uppercase()) {
            Some(kind) => Some(Piece { color, kind }),
            None => None,
        }
    }

    /// Returns the FEN letter, upper case for Red.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            RED => self.kind.letter(),
            BLACK => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// Returns the localized name. The Chinese name is the character on the piece.
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
            (PieceKind::Rook, _) => ["chariot", "车", "車"],
            (PieceKind::Cannon, _) => ["cannon", "炮", "炮"],
            (PieceKind::Pawn, true) => ["soldier", "兵", "兵"],
            (PieceKind::Pawn, false) => ["soldier", "卒", "卒"],
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
        AnyPiece { side: piece.color, letter: piece.kind.letter() }
    }
}
