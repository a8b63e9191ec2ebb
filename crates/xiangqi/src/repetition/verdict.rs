use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

use yipan_core::{Language, Localize};

use crate::color::side_name;
use crate::{BLACK, Color, Piece, PieceKind, Point, RED};

/// The result of a repetition.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Neither side violates the rule, or both do equally.
    Draw,
    /// One side must deviate, and loses if it does not.
    Loses {
        /// The violating side.
        side: Color,
        /// The violation.
        violation: Violation,
        /// The moves of that side in the repetition, as indices into the moves of the game.
        plies: Vec<usize>,
    },
}

/// A forbidden way of repeating a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Violation {
    /// Every move gives check 长将.
    PerpetualCheck,
    /// Every move newly attacks the same piece 长捉.
    PerpetualChase {
        /// The chased piece.
        victim: Victim,
    },
    /// Every move newly attacks the same piece or removes its protection 断根捉.
    RootCutting {
        /// The chased piece.
        victim: Victim,
    },
}

/// A chased piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victim {
    /// The piece.
    pub piece: Piece,
    /// The current point.
    pub at: Point,
}

impl Verdict {
    /// Returns the side that must deviate, or `None` for a draw.
    #[must_use]
    pub const fn loser(&self) -> Option<Color> {
        match self {
            Verdict::Draw => None,
            Verdict::Loses { side, .. } => Some(*side),
        }
    }
}

impl Violation {
    /// Returns the severity. Check is more severe than chase, and chase more than root cutting (V20, V26).
    pub(super) const fn severity(self) -> u8 {
        match self {
            Violation::RootCutting { .. } => 1,
            Violation::PerpetualChase { .. } => 2,
            Violation::PerpetualCheck => 3,
        }
    }
}

impl Victim {
    /// Returns the rank among several victims. The most valuable one is named.
    pub(super) const fn value(self) -> u8 {
        match self.piece.kind {
            PieceKind::General | PieceKind::Pawn => 0,
            PieceKind::Advisor | PieceKind::Elephant => 1,
            PieceKind::Horse | PieceKind::Cannon => 2,
            PieceKind::Rook => 3,
        }
    }
}

impl Localize for Verdict {
    fn localize(&self, language: Language) -> String {
        let (side, violation) = match self {
            Verdict::Draw => {
                let [english, simplified, traditional] = [
                    "the position repeats and neither side alone must deviate, so it is a draw",
                    "局面循环，双方不变作和",
                    "局面循環，雙方不變作和",
                ];
                return language.choose(english, simplified, traditional).to_owned();
            }
            Verdict::Loses { side, violation, .. } => {
                (side_name(*side, language), violation.localize(language))
            }
        };
        match language {
            Language::English => format!("{side} {violation} perpetually and must deviate"),
            Language::Simplified => format!("{side}{violation}，必须变着"),
            Language::Traditional => format!("{side}{violation}，必須變著"),
        }
    }
}

/// Formats a predicate for the name of a side: `chases the red chariot on e4`.
impl Localize for Violation {
    fn localize(&self, language: Language) -> String {
        match self {
            Violation::PerpetualCheck => language.choose("gives check", "长将", "長將").to_owned(),
            Violation::PerpetualChase { victim } => {
                format!("{}{}", language.choose("chases ", "长捉", "長捉"), victim.localize(language))
            }
            Violation::RootCutting { victim } => {
                let cuts = language.choose("removes the protection of ", "断根捉", "斷根捉");
                format!("{cuts}{}", victim.localize(language))
            }
        }
    }
}

/// Formats color and name. Chinese players omit the point.
impl Localize for Victim {
    fn localize(&self, language: Language) -> String {
        let (color, name) = (color_name(self.piece.color, language), self.piece.localize(language));
        match language {
            Language::English => format!("the {color} {name} on {}", self.at),
            Language::Simplified | Language::Traditional => format!("{color}{name}"),
        }
    }
}

const fn color_name(color: Color, language: Language) -> &'static str {
    match color {
        RED => language.choose("red", "红", "紅"),
        BLACK => language.choose("black", "黑", "黑"),
    }
}
