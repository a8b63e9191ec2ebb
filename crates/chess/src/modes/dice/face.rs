use yipan_core::DieFace;

use crate::{PieceKind, Square};

/// The face of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// A piece kind.
    Kind(PieceKind),
    /// A single piece, by its square and kind.
    Piece(Square, PieceKind),
    /// Any piece 萬用.
    Wild,
    /// Not rolled yet, because the king must move first.
    Unrolled,
}

/// One die of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Die {
    /// The face.
    pub face: Face,
    /// Whether the die has been used.
    pub used: bool,
}

impl Face {
    /// Returns the face without the square of the piece.
    pub(crate) const fn without_square(self) -> Face {
        match self {
            Face::Piece(_, kind) => Face::Kind(kind),
            other => other,
        }
    }

    /// Returns a sort key that reveals nothing about the board.
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
