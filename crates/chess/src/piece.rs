use std::fmt;

use yipan_rules::{Language, Man};

use crate::{BLACK, Color, WHITE};

/// The six kinds of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
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

impl Kind {
    /// Every kind, from the pawn to the king.
    pub const ALL: [Kind; 6] = [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen, Kind::King];
    /// What a pawn may become, the usual choice first.
    pub const PROMOTIONS: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// The kind with this index; anything past the king is a king.
    #[inline]
    pub(crate) const fn wrap(index: u64) -> Kind {
        match index {
            0 => Kind::Pawn,
            1 => Kind::Knight,
            2 => Kind::Bishop,
            3 => Kind::Rook,
            4 => Kind::Queen,
            _ => Kind::King,
        }
    }

    /// The letter of this kind in SAN and FEN, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Kind::Pawn => 'P',
            Kind::Knight => 'N',
            Kind::Bishop => 'B',
            Kind::Rook => 'R',
            Kind::Queen => 'Q',
            Kind::King => 'K',
        }
    }

    /// The key of this kind that records and scripts use.
    #[must_use]
    pub const fn key(self) -> &'static str {
        self.words(Language::English)
    }

    /// The kind with this upper-case letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The name of this kind as a person reads it.
    #[must_use]
    pub const fn words(self, language: Language) -> &'static str {
        let [english, simplified, traditional] = match self {
            Kind::Pawn => ["pawn", "兵", "兵"],
            Kind::Knight => ["knight", "马", "騎士"],
            Kind::Bishop => ["bishop", "象", "主教"],
            Kind::Rook => ["rook", "车", "城堡"],
            Kind::Queen => ["queen", "后", "皇后"],
            Kind::King => ["king", "王", "國王"],
        };
        language.pick(english, simplified, traditional)
    }
}

/// A man of one colour. It prints as its FEN letter: `N` is White's knight, `n` Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// The man with this FEN letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Piece> {
        let kind = Kind::from_letter(letter.to_ascii_uppercase())?;
        Some(Piece { color: if letter.is_ascii_uppercase() { WHITE } else { BLACK }, kind })
    }

    /// The FEN letter.
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

impl From<Piece> for Man {
    fn from(piece: Piece) -> Man {
        Man { seat: piece.color, letter: piece.kind.letter() }
    }
}
