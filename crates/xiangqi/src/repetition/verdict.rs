use yipan_rules::{Language, Words};

use crate::{BLACK, Color, Kind, Piece, Point, RED};

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
        offence: Offence,
        /// Its moves in the repetition, as indices into the moves of the game: each of them offends.
        plies: Vec<usize>,
    },
}

/// What may not be done without end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offence {
    /// Every move gives check 长将.
    PerpetualCheck,
    /// Every move attacks the same man anew 长捉.
    PerpetualChase {
        /// The man that is chased.
        victim: Victim,
    },
    /// Every move attacks the same man anew or takes its protection away 断根捉.
    RootCutting {
        /// The man that is chased.
        victim: Victim,
    },
}

/// A man that is chased.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Victim {
    /// Which man.
    pub man: Piece,
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

impl Offence {
    /// Check is graver than chase, and chase graver than cutting roots (V20, V26).
    pub(super) const fn gravity(self) -> u8 {
        match self {
            Offence::RootCutting { .. } => 1,
            Offence::PerpetualChase { .. } => 2,
            Offence::PerpetualCheck => 3,
        }
    }
}

impl Victim {
    /// Of several victims the one to name is the one that is worth most.
    pub(super) const fn worth(self) -> u8 {
        match self.man.kind {
            Kind::General | Kind::Pawn => 0,
            Kind::Advisor | Kind::Elephant => 1,
            Kind::Horse | Kind::Cannon => 2,
            Kind::Rook => 3,
        }
    }
}

/// Who must change and why.
impl Words for Verdict {
    fn words(&self, language: Language) -> String {
        let (side, offence) = match self {
            Verdict::Draw => {
                let [english, simplified, traditional] = [
                    "the position keeps coming back and neither side alone must change, so it is a draw",
                    "局面循环，双方不变作和",
                    "局面循環，雙方不變作和",
                ];
                return language.pick(english, simplified, traditional).to_owned();
            }
            Verdict::Loses { side, offence, .. } => (party(*side, language), offence.words(language)),
        };
        match language {
            Language::English => format!("{side} {offence} without end and must change"),
            Language::Simplified => format!("{side}{offence}，必须变着"),
            Language::Traditional => format!("{side}{offence}，必須變著"),
        }
    }
}

/// What is done, to follow the name of the side: `chases the red rook on e4`.
impl Words for Offence {
    fn words(&self, language: Language) -> String {
        match self {
            Offence::PerpetualCheck => language.pick("repeats check", "长将", "長將").to_owned(),
            Offence::PerpetualChase { victim } => {
                format!("{}{}", language.pick("chases ", "长捉", "長捉"), victim.words(language))
            }
            Offence::RootCutting { victim } => {
                let cuts = language.pick("cuts the root of ", "断根捉", "斷根捉");
                format!("{cuts}{}", victim.words(language))
            }
        }
    }
}

/// The man by colour and name. Chinese players name it without its point.
impl Words for Victim {
    fn words(&self, language: Language) -> String {
        let (color, name) = (shade(self.man.color, language), self.man.words(language));
        match language {
            Language::English => format!("the {color} {name} on {}", self.at),
            Language::Simplified | Language::Traditional => format!("{color}{name}"),
        }
    }
}

const fn party(side: Color, language: Language) -> &'static str {
    match side {
        RED => language.pick("red", "红方", "紅方"),
        BLACK => language.pick("black", "黑方", "黑方"),
    }
}

const fn shade(color: Color, language: Language) -> &'static str {
    match color {
        RED => language.pick("red", "红", "紅"),
        BLACK => language.pick("black", "黑", "黑"),
    }
}
