use leptos::prelude::*;
use yipan_client::BoardSprites;
use yipan_client::text::{game, pieces};
use yipan_core::{Cell, Language, Mark};

use super::interaction::BoardInput;
use super::rule_marks::losing_move_text;
use crate::board_view::BoardView;

/// Returns the text of a cell for screen readers: its name, piece, marks and state; reactive.
pub(super) fn cell_label(
    board: BoardView,
    board_input: BoardInput,
    cell: Cell,
    language: Language,
) -> String {
    let mut parts = board.sprites.with(|sprites| {
        let mut parts = vec![content(board, sprites, cell, language)];
        parts.extend(mark_texts(sprites, cell, language));
        parts
    });
    if board_input.selected.get() == Some(cell) {
        parts.push(game::SELECTED.localize(language).to_owned());
    } else if let Some(text) = losing_move_text(board_input, cell, language) {
        parts.push(text.to_owned());
    } else if board_input.targets().contains(&cell) {
        parts.push(game::REACHABLE.localize(language).to_owned());
    }
    parts.join(", ")
}

fn content(board: BoardView, sprites: &BoardSprites, cell: Cell, language: Language) -> String {
    let (kind, name) = (board.grid.kind(), board.grid.name(cell));
    match sprites.piece_at(cell) {
        Some(piece) => {
            let piece_name = pieces::name_with_side(kind, piece, language);
            game::CELL_PIECE.localize_with(language, &[&name, &piece_name])
        }
        None if sprites.hidden().contains(&cell) => format!("{name}, {}", game::HIDDEN.localize(language)),
        None => format!("{name}, {}", game::EMPTY.localize(language)),
    }
}

fn mark_texts(sprites: &BoardSprites, cell: Cell, language: Language) -> Vec<String> {
    let marks = sprites.marks().iter().filter(|(at, _)| *at == cell);
    marks
        .filter_map(|(_, mark)| match mark {
            Mark::Crater => Some(game::CRATER.localize(language).to_owned()),
            Mark::Portal { .. } => Some(game::PORTAL.localize(language).to_owned()),
            Mark::MineCount { mines, .. } => {
                Some(game::MINES_AROUND.localize_with(language, &[&mines.to_string()]))
            }
            // A mine is shown after the game; the board has no text for it.
            Mark::Mine => None,
        })
        .collect()
}
