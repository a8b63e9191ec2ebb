use yipan_core::DieFace;

use crate::{PieceKind, Square};

/// What a die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// A type of man.
    Kind(PieceKind),
    /// A single man, by where it stands and what it is.
    Piece(Square, PieceKind),
    /// Any man 萬用.
    Wild,
    /// Nothing yet: it is rolled after the king has moved.
    Unrolled,
}

/// One die of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    /// What it shows.
    pub face: Face,
    /// Whether it has been moved.
    pub used: bool,
}

impl Face {
    /// The same without saying which man it names.
    pub(crate) const fn without_square(self) -> Face {
        match self {
            Face::Piece(_, kind) => Face::Kind(kind),
            other => other,
        }
    }

    /// An order of faces that says nothing about the board.
    pub(crate) const fn sort_key(self) -> u8 {
        match self {
            Face::Kind(kind) | Face::Piece(_, kind) => kind as u8,
            Face::Wild => 6,
            Face::Unrolled => 7,
        }
    }
}

impl From<Face> for DieFace {
    fn from(face: Face) -> DieFace {
        match face {
            Face::Kind(kind) => DieFace { letter: kind.letter(), at: None },
            Face::Piece(at, kind) => DieFace { letter: kind.letter(), at: Some(at.into()) },
            Face::Wild => DieFace { letter: '*', at: None },
            Face::Unrolled => DieFace { letter: '?', at: None },
        }
    }
}
