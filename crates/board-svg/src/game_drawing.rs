use yipan_core::{Cell, Language, Side, Viewer};
use yipan_games::AnyGame;

use crate::BoardDrawing;

impl BoardDrawing {
    /// Creates the drawing of a game as a viewer sees it. `last_move` is the last action as records write it, whose
    /// ends are highlighted where the viewer sees them.
    #[must_use]
    pub fn of_game(
        game: &AnyGame,
        viewer: Viewer,
        bottom: Side,
        last_move: Option<&str>,
        language: Language,
    ) -> BoardDrawing {
        let view = game.view(viewer);
        let cell = |text: &str, range| text.get(range).and_then(|name| game.grid().cell(name));
        let ends = last_move.map_or([None, None], |text| [cell(text, 0..2), cell(text, 2..4)]);
        let marked = ends.into_iter().flatten().filter(|at: &Cell| !view.hidden.contains(at)).collect();
        BoardDrawing { kind: game.kind(), pieces: view.pieces, hidden: view.hidden, marked, bottom, language }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, GameOptions};

    use super::*;

    #[test]
    fn a_move_in_fog_is_marked_only_for_its_player() {
        let options = GameOptions { modes: vec!["fog".to_owned()], ..GameOptions::default() };
        let mut game = AnyGame::start(GameKind::Chess, &options).expect("a game");
        game.apply_action("e2e4", &mut yipan_core::NullSink).expect("legal");
        let [white, black] = Side::BOTH.map(|side| {
            BoardDrawing::of_game(&game, Viewer::Player(side), side, Some("e2e4"), Language::English)
        });
        assert_eq!((white.marked.len(), white.pieces.len()), (2, 16));
        assert_eq!((black.marked.len(), black.pieces.len()), (0, 16));
    }
}
