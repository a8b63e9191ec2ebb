use serde::{Deserialize, Serialize};
use yipan_core::{DicePhase, Mark, Side, Turn};
use yipan_games::{AnyGame, AnyView};

use crate::DieFace;

/// What a viewer may know of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct View {
    /// Who must move; nobody when the game is over.
    pub turn: Option<Side>,
    /// The men the viewer sees: cell, whose, letter.
    pub pieces: Vec<(String, Side, char)>,
    /// The cells the viewer does not see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    /// What else lies on the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<PlacedMark>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The dice, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Dice>,
    /// The men that have left the board since the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<CapturedPiece>,
    /// What the viewer may do now.
    pub actions: Vec<String>,
}

/// A man that has left the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CapturedPiece {
    /// Whose it was.
    pub side: Side,
    /// Its letter.
    pub piece: char,
    /// Whether a mine took it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_mine: bool,
}

/// Something that lies on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlacedMark {
    /// The cell.
    pub at: String,
    /// What lies there.
    #[serde(flatten)]
    pub mark: Mark,
}

/// What a viewer may know of the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Dice {
    /// Whose they are.
    pub owner: Side,
    /// The reason why a side is to move.
    pub phase: DicePhase,
    /// The dice.
    pub dice: Vec<Die>,
    /// How often each side may still throw again.
    pub rerolls: [u8; 2],
}

/// One die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Die {
    /// What it shows.
    #[serde(flatten)]
    pub face: DieFace,
    /// Whether it has been moved.
    pub used: bool,
    /// Whether it cannot be played; left out where the viewer may not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead: Option<bool>,
}

impl View {
    /// A view in the game's own names for its cells. The game is asked for those names only.
    #[must_use]
    pub fn new(game: &AnyGame, view: AnyView) -> View {
        let name = |cell| game.cell_name(cell);
        View {
            turn: match view.turn {
                Turn::Player(seat) => Some(seat),
                Turn::Chance | Turn::Over(_) => None,
            },
            pieces: view.pieces.iter().map(|(cell, man)| (name(*cell), man.seat, man.letter)).collect(),
            hidden: view.hidden.iter().map(|cell| name(*cell)).collect(),
            marks: view.marks.iter().map(|&(cell, mark)| PlacedMark { at: name(cell), mark }).collect(),
            check: view.in_check,
            dice: view.dice.map(|dice| Dice {
                owner: dice.owner,
                phase: dice.phase,
                dice: dice
                    .dice
                    .iter()
                    .map(|&(face, used, dead)| Die { face: DieFace::new(game, face), used, dead })
                    .collect(),
                rerolls: dice.rerolls,
            }),
            captured: view
                .captured
                .iter()
                .map(|&(man, mine)| CapturedPiece { side: man.seat, piece: man.letter, by_mine: mine })
                .collect(),
            actions: view.actions,
        }
    }
}
