use serde::{Deserialize, Serialize};
use yipan_games::AnyGame;
use yipan_rules as rules;

use crate::Side;

/// What happened on the board, one thing at a time, as far as the viewer may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "effect", rename_all = "kebab-case")]
pub enum Effect {
    /// A man goes from one cell to another.
    Slide {
        /// Where it stood.
        from: String,
        /// Where it stands.
        to: String,
        /// Why.
        cause: String,
    },
    /// Two men change places.
    Swap {
        /// One of them.
        a: String,
        /// The other.
        b: String,
        /// Why.
        cause: String,
    },
    /// A man leaves the board.
    Vanish {
        /// Where it stood.
        at: String,
        /// Why.
        cause: String,
    },
    /// A man turns into another.
    Become {
        /// Where it stands.
        at: String,
        /// Whose it is.
        seat: Side,
        /// What it is now.
        man: char,
        /// Why.
        cause: String,
    },
    /// A man comes into sight.
    Appear {
        /// Where it stands.
        at: String,
        /// Whose it is.
        seat: Side,
        /// What it is.
        man: char,
    },
    /// A man goes out of sight.
    Hide {
        /// Where it was last seen.
        at: String,
    },
    /// Something comes to lie on the board that is no man.
    Mark {
        /// Where.
        at: String,
        /// What.
        mark: Mark,
    },
    /// It is there no more.
    Unmark {
        /// Where.
        at: String,
        /// What.
        mark: Mark,
    },
    /// A die shows a face.
    Rolled {
        /// Whose die.
        seat: Side,
        /// What it shows.
        face: Face,
    },
    /// The right to move changes hands.
    Hand {
        /// Whom it concerns.
        seat: Side,
        /// Why.
        why: String,
    },
}

/// Something on the board that is no man.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Mark {
    /// What it is: `mine`, `crater`, `portal` or `hint`.
    pub mark: String,
    /// Whose it is, if somebody's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Side>,
    /// The number of a hint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mines: Option<u8>,
}

/// What a die shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Face {
    /// A man's letter, `*` for any, `?` for a die that is rolled later.
    pub face: char,
    /// The cell of the man it names, if it names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl Mark {
    pub(crate) fn new(mark: rules::Mark) -> Mark {
        let (owner, mines) = match mark {
            rules::Mark::Mine | rules::Mark::Crater | rules::Mark::Portal(None) => (None, None),
            rules::Mark::Portal(Some(owner)) => (Some(owner), None),
            rules::Mark::Hint { to, mines } => (Some(to), Some(mines)),
        };
        Mark { mark: mark.to_string(), owner: owner.map(Side::from), mines }
    }
}

impl Face {
    pub(crate) fn new(game: &AnyGame, face: rules::Face) -> Face {
        Face { face: face.letter, at: face.at.map(|cell| game.cell_name(cell)) }
    }
}

impl Effect {
    /// A witnessed effect in the game's own names for its cells.
    #[must_use]
    pub fn new(game: &AnyGame, effect: &rules::Effect) -> Effect {
        let name = |cell| game.cell_name(cell);
        match *effect {
            rules::Effect::Slide { from, to, cause } => {
                Effect::Slide { from: name(from), to: name(to), cause: cause.to_string() }
            }
            rules::Effect::Swap { a, b, cause } => {
                Effect::Swap { a: name(a), b: name(b), cause: cause.to_string() }
            }
            rules::Effect::Vanish { at, cause } => Effect::Vanish { at: name(at), cause: cause.to_string() },
            rules::Effect::Become { at, man, cause } => Effect::Become {
                at: name(at),
                seat: man.seat.into(),
                man: man.letter,
                cause: cause.to_string(),
            },
            rules::Effect::Appear { at, man } => {
                Effect::Appear { at: name(at), seat: man.seat.into(), man: man.letter }
            }
            rules::Effect::Hide { at } => Effect::Hide { at: name(at) },
            rules::Effect::Mark { at, mark } => Effect::Mark { at: name(at), mark: Mark::new(mark) },
            rules::Effect::Unmark { at, mark } => Effect::Unmark { at: name(at), mark: Mark::new(mark) },
            rules::Effect::Rolled { seat, face } => {
                Effect::Rolled { seat: seat.into(), face: Face::new(game, face) }
            }
            rules::Effect::Hand { seat, why } => Effect::Hand { seat: seat.into(), why: why.to_string() },
        }
    }
}
