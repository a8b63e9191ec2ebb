use core::fmt;

use yipan_core::{AnyPiece, Language};

use crate::{BLACK, Color, WHITE};

/// A piece kind, independent of color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceKind {
    /// Pawn 兵.
    Pawn,
    /// Knight 馬.
    Knight,
    /// Bishop 象.
    Bishop,
    /// Rook 車.
    Rook,
    /// Queen 后.
    Queen,
    /// King 王.
    King,
}

impl PieceKind {
    /// Every kind, from the pawn to the king.
    pub const ALL: [PieceKind; 6] = [
        PieceKind::Pawn,
        PieceKind::Knight,
        PieceKind::Bishop,
        PieceKind::Rook,
        PieceKind::Queen,
        PieceKind::King,
    ];
    /// The kinds that a pawn may promote to, the queen first.
    pub const PROMOTIONS: [PieceKind; 4] =
        [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];

    /// Returns the kind with this index; indices past the king give the king.
    #[inline]
    pub(crate) const fn from_index(index: u64) -> PieceKind {
        match index {
            0 => PieceKind::Pawn,
            1 => PieceKind::Knight,
            2 => PieceKind::Bishop,
            3 => PieceKind::Rook,
            4 => PieceKind::Queen,
            _ => PieceKind::King,
        }
    }

    /// Returns the letter of this kind in SAN and FEN, in upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            PieceKind::Pawn => 'P',
            PieceKind::Knight => 'N',
            PieceKind::Bishop => 'B',
            PieceKind::Rook => 'R',
            PieceKind::Queen => 'Q',
            PieceKind::King => 'K',
        }
    }

    /// Returns the key of this kind, as records and scripts write it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.localize(Language::English)
    }

    /// Returns the kind with this upper-case letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Returns the localized name of this kind.
    #[must_use]
    pub const fn localize(self, language: Language) -> &'static str {
        let [english, simplified, traditional] = match self {
            PieceKind::Pawn => ["pawn", "兵", "兵"],
            PieceKind::Knight => ["knight", "马", "騎士"],
            PieceKind::Bishop => ["bishop", "象", "主教"],
            PieceKind::Rook => ["rook", "车", "城堡"],
            PieceKind::Queen => ["queen", "后", "皇后"],
            PieceKind::King => ["king", "王", "國王"],
        };
        language.choose(english, simplified, traditional)
    }
}

/// A piece. It prints as its FEN letter: `N` is White's knight, `n` Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The color of the piece.
    pub color: Color,
    /// The kind of the piece.
    pub kind: PieceKind,
}

impl Piece {
    /// Returns the piece with this FEN letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Piece> {
        let kind = PieceKind::from_letter(letter.to_ascii_uppercase())?;
        Some(Piece { color: if letter.is_ascii_uppercase() { WHITE } else { BLACK }, kind })
    }

    /// Returns the FEN letter.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            WHITE => self.kind.letter(),
            BLACK => self.kind.letter().to_ascii_lowercase(),
        }
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
