use yipan_core::{Language, Localize};

use crate::color::side_name;
use crate::{BLACK, Color, Piece, PieceKind, Point, RED};

/// What a repetition comes to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Nobody is guilty, or both alike.
    Draw,
    /// One side must change, and loses if it does not.
    Loses {
        /// The guilty side.
        side: Color,
        /// What it does.
        violation: Violation,
        /// Its moves in the repetition, as indices into the moves of the game: each of them offends.
        plies: Vec<usize>,
    },
}

/// What may not be done without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Violation {
    /// Every move gives check 长将.
    PerpetualCheck,
    /// Every move attacks the same piece anew 长捉.
    PerpetualChase {
        /// The piece that is chased.
        victim: Victim,
    },
    /// Every move attacks the same piece anew or takes its protection away 断根捉.
    RootCutting {
        /// The piece that is chased.
        victim: Victim,
    },
}

/// A piece that is chased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victim {
    /// Which piece.
    pub piece: Piece,
    /// Where it stands now.
    pub at: Point,
}

impl Verdict {
    /// The side that must change, if one must.
    #[must_use]
    pub const fn loser(&self) -> Option<Color> {
        match self {
            Verdict::Draw => None,
            Verdict::Loses { side, .. } => Some(*side),
        }
    }
}

impl Violation {
    /// Check is graver than chase, and chase graver than cutting roots (V20, V26).
    pub(super) const fn severity(self) -> u8 {
        match self {
            Violation::RootCutting { .. } => 1,
            Violation::PerpetualChase { .. } => 2,
            Violation::PerpetualCheck => 3,
        }
    }
}

impl Victim {
    /// Of several victims the one to name is the one that is worth most.
    pub(super) const fn value(self) -> u8 {
        match self.piece.kind {
            PieceKind::General | PieceKind::Pawn => 0,
            PieceKind::Advisor | PieceKind::Elephant => 1,
            PieceKind::Horse | PieceKind::Cannon => 2,
            PieceKind::Rook => 3,
        }
    }
}

/// Who must change and why.
impl Localize for Verdict {
    fn localize(&self, language: Language) -> String {
        let (side, violation) = match self {
            Verdict::Draw => {
                let [english, simplified, traditional] = [
                    "the position keeps coming back and neither side alone must change, so it is a draw",
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
            Language::English => format!("{side} {violation} without end and must change"),
            Language::Simplified => format!("{side}{violation}，必须变着"),
            Language::Traditional => format!("{side}{violation}，必須變著"),
        }
    }
}

/// What is done, to follow the name of the side: `chases the red rook on e4`.
impl Localize for Violation {
    fn localize(&self, language: Language) -> String {
        match self {
            Violation::PerpetualCheck => language.choose("repeats check", "长将", "長將").to_owned(),
            Violation::PerpetualChase { victim } => {
                format!("{}{}", language.choose("chases ", "长捉", "長捉"), victim.localize(language))
            }
            Violation::RootCutting { victim } => {
                let cuts = language.choose("cuts the root of ", "断根捉", "斷根捉");
                format!("{cuts}{}", victim.localize(language))
            }
        }
    }
}

/// The piece by color and name. Chinese players name it without its point.
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
