use std::collections::BTreeMap;

use pyo3::prelude::*;
use yipan_core::{AnyPiece, Mark, Side, Viewer};
use yipan_games::AnyGame;

/// The game as one viewer may see it.
#[pyclass(frozen, get_all, eq, module = "yipan")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View {
    /// The side to move, `chance` or `over`.
    turn: String,
    /// The visible pieces by cell; capital letters belong to the side that moves first.
    pieces: BTreeMap<String, char>,
    /// The cells that the viewer does not see.
    hidden: Vec<String>,
    /// The visible marks: cell, kind, and the owner of a portal or the number of adjacent mines.
    marks: Vec<(String, String, Option<String>)>,
    /// Whether the side to move is in check.
    is_check: bool,
    /// The dice, if the game has any.
    dice: Option<Dice>,
    /// The pieces that left the board.
    captured: Vec<char>,
    /// The actions of the viewer.
    legal_moves: Vec<String>,
}

/// The dice as one viewer may see them.
#[pyclass(frozen, get_all, eq, module = "yipan")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dice {
    /// The owner of the dice.
    owner: String,
    /// The reason why a side is to move: `turn`, `reply` or `emergency`.
    phase: String,
    /// The faces: a letter, `*` for the wild face or `?` for a die not rolled yet, and the cell of the piece if known.
    faces: Vec<(char, Option<String>)>,
    /// Whether each die was used.
    used: Vec<bool>,
    /// The re-rolls left to each side.
    rerolls: (u8, u8),
}

impl View {
    /// Reads the view of a game.
    pub(crate) fn new(game: &AnyGame, viewer: Viewer) -> View {
        let view = game.view(viewer);
        View {
            turn: game.turn_key().to_owned(),
            pieces: view.pieces.iter().map(|&(at, piece)| (game.cell_name(at), letter(piece))).collect(),
            hidden: view.hidden.iter().map(|&at| game.cell_name(at)).collect(),
            marks: view.marks.iter().map(|&(at, mark)| mark_row(game, game.cell_name(at), mark)).collect(),
            is_check: view.in_check,
            dice: view.dice.as_ref().map(|dice| Dice {
                owner: game.side_key(dice.owner).to_owned(),
                phase: dice.phase.to_string(),
                faces: dice
                    .dice
                    .iter()
                    .map(|(face, ..)| (face.letter, face.at.map(|at| game.cell_name(at))))
                    .collect(),
                used: dice.dice.iter().map(|(_, used, _)| *used).collect(),
                rerolls: (dice.rerolls[0], dice.rerolls[1]),
            }),
            captured: view.captured.iter().map(|(piece, _)| letter(*piece)).collect(),
            legal_moves: view.actions,
        }
    }
}

#[pymethods]
impl View {
    fn __repr__(&self) -> String {
        format!("{self:?}")
    }
}

#[pymethods]
impl Dice {
    fn __repr__(&self) -> String {
        format!("{self:?}")
    }
}

/// Returns the letter of a piece, a capital for the side that moves first.
pub(crate) fn letter(piece: AnyPiece) -> char {
    match piece.side {
        Side::First => piece.letter.to_ascii_uppercase(),
        Side::Second => piece.letter.to_ascii_lowercase(),
    }
}

fn mark_row(game: &AnyGame, cell: String, mark: Mark) -> (String, String, Option<String>) {
    let detail = match mark {
        Mark::Portal { owner } => owner.map(|side| game.side_key(side).to_owned()),
        Mark::MineCount { mines, .. } => Some(mines.to_string()),
        Mark::Mine | Mark::Crater => None,
    };
    (cell, mark.to_string(), detail)
}
