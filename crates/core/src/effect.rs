use std::fmt;

use crate::{AnyPiece, Cell, DieFace, Mark, Side, TurnChange};

/// What happened on the board, one thing at a time, in the order a player sees it.
///
/// Effects are derived from a step, never stored: folding them over the old board gives the new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Effect {
    /// A man goes from one cell to another, which is empty by now.
    Slide {
        /// Where it stood.
        from: Cell,
        /// Where it stands.
        to: Cell,
        /// Why it went.
        cause: Cause,
    },
    /// Two men change places at once. Only Chess960 castling needs it: neither could go first.
    Swap {
        /// One of them.
        a: Cell,
        /// The other.
        b: Cell,
        /// Why they changed.
        cause: Cause,
    },
    /// A man leaves the board.
    Vanish {
        /// Where it stood.
        at: Cell,
        /// Why it left.
        cause: Cause,
    },
    /// A man turns into another.
    Become {
        /// Where it stands.
        at: Cell,
        /// What it is now.
        piece: AnyPiece,
        /// Why it turned.
        cause: Cause,
    },
    /// A man comes into sight. Only a witness who may not see everything is told so.
    Appear {
        /// Where it stands.
        at: Cell,
        /// What it is.
        piece: AnyPiece,
    },
    /// A man goes out of sight, wherever it went. Only a witness who may not see everything is told so.
    Hide {
        /// Where it was last seen.
        at: Cell,
    },
    /// Something comes to lie on the board that is no man.
    Mark {
        /// Where it lies.
        at: Cell,
        /// What it is.
        mark: Mark,
    },
    /// It is there no more.
    Unmark {
        /// Where it lay.
        at: Cell,
        /// What it was.
        mark: Mark,
    },
    /// A die shows a face.
    Rolled {
        /// Whose die.
        side: Side,
        /// What it shows.
        face: DieFace,
    },
    /// The right to move changes hands, or is interrupted, for a reason that is not plain alternation.
    TurnChanged {
        /// The seat it concerns.
        side: Side,
        /// What happens to it.
        reason: TurnChange,
    },
}

/// Why an effect happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Cause {
    /// A player moved the man.
    Move,
    /// A man was taken where the mover arrived.
    Capture,
    /// A pawn was taken in passing.
    EnPassant,
    /// King and rook moved together.
    Castling,
    /// A pawn reached its last rank.
    Promotion,
    /// A mine went off.
    Mine,
    /// A portal carried the man to its other end.
    Portal,
    /// The man fell.
    Gravity,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Move => "move",
            Cause::Capture => "capture",
            Cause::EnPassant => "en-passant",
            Cause::Castling => "castling",
            Cause::Promotion => "promotion",
            Cause::Mine => "mine",
            Cause::Portal => "portal",
            Cause::Gravity => "gravity",
        })
    }
}

/// Whoever wants to hear of effects.
pub trait EffectSink {
    /// Hears one effect.
    fn push(&mut self, effect: Effect);
}

impl EffectSink for Vec<Effect> {
    fn push(&mut self, effect: Effect) {
        Vec::push(self, effect);
    }
}

/// The sink of those who do not care, such as a search or a replay in a hurry.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullSink;

impl EffectSink for NullSink {
    #[inline]
    fn push(&mut self, _: Effect) {}
}
