use serde::{Deserialize, Serialize};
use yipan_core::{Cause, Mark, Side, TurnChange};
use yipan_games::AnyGame;

/// One visible change on the board, with cells in the game's own names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "effect", rename_all = "kebab-case")]
pub enum Effect {
    /// A piece moves from one cell to another.
    Slide {
        /// The cell it leaves.
        from: String,
        /// The cell it reaches.
        to: String,
        /// The cause.
        cause: Cause,
    },
    /// Two pieces change places.
    Swap {
        /// The cell of one of them.
        a: String,
        /// The cell of the other.
        b: String,
        /// The cause.
        cause: Cause,
    },
    /// A piece leaves the board.
    Vanish {
        /// The cell it leaves.
        at: String,
        /// The cause.
        cause: Cause,
    },
    /// A piece turns into another.
    Become {
        /// The cell.
        at: String,
        /// The side that owns it.
        side: Side,
        /// Its new letter.
        piece: char,
        /// The cause.
        cause: Cause,
    },
    /// A piece becomes visible.
    Appear {
        /// The cell.
        at: String,
        /// The side that owns it.
        side: Side,
        /// Its letter.
        piece: char,
    },
    /// A piece is no longer visible.
    Hide {
        /// The cell where it was last visible.
        at: String,
    },
    /// A mark appears on a cell.
    Mark {
        /// The cell.
        at: String,
        /// The mark.
        mark: Mark,
    },
    /// A mark disappears.
    Unmark {
        /// The cell.
        at: String,
        /// The mark.
        mark: Mark,
    },
    /// A die is rolled.
    Rolled {
        /// The side that owns it.
        side: Side,
        /// The face it shows.
        face: DieFace,
    },
    /// The right to move changes.
    TurnChanged {
        /// The side it concerns.
        side: Side,
        /// The reason.
        reason: TurnChange,
    },
}

/// The face of a die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DieFace {
    /// The letter of a piece, `*` for any, `?` for a die that is rolled later.
    pub face: char,
    /// The cell of the piece, if the die names a single one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl DieFace {
    pub(crate) fn new(game: &AnyGame, face: yipan_core::DieFace) -> DieFace {
        DieFace { face: face.letter, at: face.at.map(|cell| game.cell_name(cell)) }
    }
}

impl Effect {
    /// Converts an effect that the viewer may see.
    #[must_use]
    pub fn new(game: &AnyGame, effect: &yipan_core::Effect) -> Effect {
        let name = |cell| game.cell_name(cell);
        match *effect {
            yipan_core::Effect::Slide { from, to, cause } => {
                Effect::Slide { from: name(from), to: name(to), cause }
            }
            yipan_core::Effect::Swap { a, b, cause } => Effect::Swap { a: name(a), b: name(b), cause },
            yipan_core::Effect::Vanish { at, cause } => Effect::Vanish { at: name(at), cause },
            yipan_core::Effect::Become { at, piece, cause } => {
                Effect::Become { at: name(at), side: piece.side, piece: piece.letter, cause }
            }
            yipan_core::Effect::Appear { at, piece } => {
                Effect::Appear { at: name(at), side: piece.side, piece: piece.letter }
            }
            yipan_core::Effect::Hide { at } => Effect::Hide { at: name(at) },
            yipan_core::Effect::Mark { at, mark } => Effect::Mark { at: name(at), mark },
            yipan_core::Effect::Unmark { at, mark } => Effect::Unmark { at: name(at), mark },
            yipan_core::Effect::Rolled { side, face } => {
                Effect::Rolled { side, face: DieFace::new(game, face) }
            }
            yipan_core::Effect::TurnChanged { side, reason } => Effect::TurnChanged { side, reason },
        }
    }
}
