use std::fmt;

use yipan_rules::{Language, Man};

use crate::{BLACK, Color, RED};

/// The seven kinds of men.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Kind {
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

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 7] =
        [Kind::General, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn];

    /// How many of them a side begins with.
    #[must_use]
    pub const fn at_most(self) -> u32 {
        match self {
            Kind::General => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }

    /// The letter of this kind in a FEN, upper case.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Kind::General => 'K',
            Kind::Advisor => 'A',
            Kind::Elephant => 'B',
            Kind::Horse => 'N',
            Kind::Rook => 'R',
            Kind::Cannon => 'C',
            Kind::Pawn => 'P',
        }
    }

    /// The kind with this upper-case letter, in any of the letter sets in use: `E` and `M` for the elephant,
    /// `H` for the horse, `G` for the advisor, `S` for the pawn.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Kind> {
        match letter {
            'K' => Some(Kind::General),
            'A' | 'G' => Some(Kind::Advisor),
            'B' | 'E' | 'M' => Some(Kind::Elephant),
            'N' | 'H' => Some(Kind::Horse),
            'R' => Some(Kind::Rook),
            'C' => Some(Kind::Cannon),
            'P' | 'S' => Some(Kind::Pawn),
            _ => None,
        }
    }
}

/// A man of one colour. It prints as its FEN letter: `N` is Red's horse, `n` Black's.
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
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { RED } else { BLACK };
        match Kind::from_letter(letter.to_ascii_uppercase()) {
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

    /// The name of this man as a person reads it; in Chinese as it stands on the piece.
    #[must_use]
    pub const fn words(self, language: Language) -> &'static str {
        let red = matches!(self.color, RED);
        let [english, simplified, traditional] = match (self.kind, red) {
            (Kind::General, true) => ["general", "帅", "帥"],
            (Kind::General, false) => ["general", "将", "將"],
            (Kind::Advisor, true) => ["advisor", "仕", "仕"],
            (Kind::Advisor, false) => ["advisor", "士", "士"],
            (Kind::Elephant, true) => ["elephant", "相", "相"],
            (Kind::Elephant, false) => ["elephant", "象", "象"],
            (Kind::Horse, _) => ["horse", "马", "馬"],
            (Kind::Rook, _) => ["rook", "车", "車"],
            (Kind::Cannon, _) => ["cannon", "炮", "炮"],
            (Kind::Pawn, true) => ["pawn", "兵", "兵"],
            (Kind::Pawn, false) => ["pawn", "卒", "卒"],
        };
        language.pick(english, simplified, traditional)
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
