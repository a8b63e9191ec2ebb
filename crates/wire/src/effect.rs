use serde::{Deserialize, Serialize};
use yipan_core::{Cause, Mark, Side, TurnChange};
use yipan_games::AnyGame;

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
        cause: Cause,
    },
    /// Two men change places.
    Swap {
        /// One of them.
        a: String,
        /// The other.
        b: String,
        /// Why.
        cause: Cause,
    },
    /// A man leaves the board.
    Vanish {
        /// Where it stood.
        at: String,
        /// Why.
        cause: Cause,
    },
    /// A man turns into another.
    Become {
        /// Where it stands.
        at: String,
        /// Whose it is.
        side: Side,
        /// What it is now.
        piece: char,
        /// Why.
        cause: Cause,
    },
    /// A man comes into sight.
    Appear {
        /// Where it stands.
        at: String,
        /// Whose it is.
        side: Side,
        /// What it is.
        piece: char,
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
        side: Side,
        /// What it shows.
        face: DieFace,
    },
    /// The right to move changes hands.
    TurnChanged {
        /// Whom it concerns.
        side: Side,
        /// Why.
        reason: TurnChange,
    },
}

/// What a die shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DieFace {
    /// A man's letter, `*` for any, `?` for a die that is rolled later.
    pub face: char,
    /// The cell of the man it names, if it names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl DieFace {
    pub(crate) fn new(game: &AnyGame, face: yipan_core::DieFace) -> DieFace {
        DieFace { face: face.letter, at: face.at.map(|cell| game.cell_name(cell)) }
    }
}

impl Effect {
    /// A witnessed effect in the game's own names for its cells.
    #[must_use]
    pub fn new(game: &AnyGame, effect: &yipan_core::Effect) -> Effect {
        let name = |cell| game.cell_name(cell);
        match *effect {
            yipan_core::Effect::Slide { from, to, cause } => {
                Effect::Slide { from: name(from), to: name(to), cause }
            }
            yipan_core::Effect::Swap { a, b, cause } => Effect::Swap { a: name(a), b: name(b), cause },
            yipan_core::Effect::Vanish { at, cause } => Effect::Vanish { at: name(at), cause },
            yipan_core::Effect::Become { at, piece: man, cause } => {
                Effect::Become { at: name(at), side: man.seat, piece: man.letter, cause }
            }
            yipan_core::Effect::Appear { at, piece: man } => {
                Effect::Appear { at: name(at), side: man.seat, piece: man.letter }
            }
            yipan_core::Effect::Hide { at } => Effect::Hide { at: name(at) },
            yipan_core::Effect::Mark { at, mark } => Effect::Mark { at: name(at), mark },
            yipan_core::Effect::Unmark { at, mark } => Effect::Unmark { at: name(at), mark },
            yipan_core::Effect::Rolled { side: seat, face } => {
                Effect::Rolled { side: seat, face: DieFace::new(game, face) }
            }
            yipan_core::Effect::TurnChanged { side: seat, reason: why } => {
                Effect::TurnChanged { side: seat, reason: why }
            }
        }
    }
}
