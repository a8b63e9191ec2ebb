use serde::{Deserialize, Serialize};
use yipan_core::{DicePhase, Mark, Side, Turn};
use yipan_games::{AnyGame, AnyView};

use crate::DieFace;

/// The board as a viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct View {
    /// The side to move; `None` when the game is over.
    pub turn: Option<Side>,
    /// The visible pieces: cell, side, letter.
    pub pieces: Vec<(String, Side, char)>,
    /// The cells that the viewer does not see.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hidden: Vec<String>,
    /// The visible marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<PlacedMark>,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The dice, in games that have them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dice: Option<Dice>,
    /// The pieces that have left the board since the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub captured: Vec<CapturedPiece>,
    /// The actions that the viewer may play now.
    pub actions: Vec<String>,
}

/// A piece that has left the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CapturedPiece {
    /// The side that owned it.
    pub side: Side,
    /// Its letter.
    pub piece: char,
    /// Whether a mine destroyed it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_mine: bool,
}

/// A mark on a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PlacedMark {
    /// The cell.
    pub at: String,
    /// The mark.
    #[serde(flatten)]
    pub mark: Mark,
}

/// The dice as a viewer may see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Dice {
    /// The side that owns them.
    pub owner: Side,
    /// The reason why a side is to move.
    pub phase: DicePhase,
    /// The dice.
    pub dice: Vec<Die>,
    /// The number of re-rolls that each side has left.
    pub rerolls: [u8; 2],
}

/// One die.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Die {
    /// The face.
    #[serde(flatten)]
    pub face: DieFace,
    /// Whether it has been played.
    pub used: bool,
    /// Whether it cannot be played; `None` if the viewer may not know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead: Option<bool>,
}

impl View {
    /// Converts a view. The game only provides the names of its cells.
    #[must_use]
    pub fn new(game: &AnyGame, view: AnyView) -> View {
        let name = |cell| game.cell_name(cell);
        View {
            turn: match view.turn {
                Turn::Player(side) => Some(side),
                Turn::Chance | Turn::Over(_) => None,
            },
            pieces: view.pieces.iter().map(|(cell, piece)| (name(*cell), piece.side, piece.letter)).collect(),
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
                .map(|&(piece, by_mine)| CapturedPiece { side: piece.side, piece: piece.letter, by_mine })
                .collect(),
            actions: view.actions,
        }
    }
}
