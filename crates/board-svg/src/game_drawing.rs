use yipan_core::{Language, Side, Turn, Viewer};
use yipan_games::AnyGame;

use crate::layers::last_move::LastMovePart;
use crate::{BoardDrawing, Orientation};

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
        let last_move = ends
            .into_iter()
            .zip([LastMovePart::Origin, LastMovePart::Resting])
            .filter_map(|(cell, part)| Some((cell?, part)))
            .filter(|(cell, _)| !view.hidden.contains(cell))
            .collect();
        let checked = match view.turn {
            Turn::Player(side) if view.in_check => {
                let mut pieces = view.pieces.iter();
                pieces.find(|(_, piece)| piece.letter == 'K' && piece.side == side).map(|(cell, _)| *cell)
            }
            _ => None,
        };
        BoardDrawing {
            orientation: Orientation { bottom, rotated: game.has_gravity() },
            marks: view.marks,
            hidden: view.hidden,
            last_move,
            checked,
            ..BoardDrawing::new(game.kind(), view.pieces, language)
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, GameOptions};

    use super::*;

    fn play(kind: GameKind, modes: &[&str], moves: &[&str]) -> AnyGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let mut game =
            AnyGame::start(kind, &GameOptions { modes, ..GameOptions::default() }).expect("a game");
        for action in moves {
            game.apply_action(action, &mut yipan_core::NullSink).expect("legal");
        }
        game
    }

    #[test]
    fn a_move_in_fog_is_marked_only_for_its_player() {
        let game = play(GameKind::Chess, &["fog"], &["e2e4"]);
        let [white, black] = Side::BOTH.map(|side| {
            BoardDrawing::of_game(&game, Viewer::Player(side), side, Some("e2e4"), Language::English)
        });
        assert_eq!((white.last_move.len(), white.pieces.len()), (2, 16));
        assert_eq!((black.last_move.len(), black.pieces.len()), (0, 16));
    }

    #[test]
    fn a_king_in_check_is_marked() {
        let drawing = |moves: &[&str]| {
            let game = play(GameKind::Chess, &[], moves);
            BoardDrawing::of_game(&game, Viewer::Arbiter, Side::First, None, Language::English)
        };
        assert_eq!(drawing(&["e2e4", "f7f6"]).checked, None);
        let checked = drawing(&["e2e4", "f7f6", "d1h5"]).checked;
        assert_eq!(checked.map(|cell| drawing(&[]).grid.name(cell)).as_deref(), Some("e8"));
    }

    #[test]
    fn with_gravity_the_board_is_rotated() {
        let drawing = |modes| {
            let game = play(GameKind::Chess, modes, &[]);
            BoardDrawing::of_game(&game, Viewer::Arbiter, Side::First, None, Language::English)
        };
        assert!(!drawing(&[]).orientation.rotated && drawing(&["gravity"]).orientation.rotated);
    }
}
