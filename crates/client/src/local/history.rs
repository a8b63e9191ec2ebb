//! Earlier positions of a local game. The viewer sees only what they saw when the moves were played.

use yipan_core::{Cell, Step};
use yipan_wire::View;

use crate::board::board_update::without_actions;
use crate::board::move_options::MoveOption;
use crate::local::local_game::LocalGame;

impl LocalGame {
    /// Returns the view after `ply` moves. Only the current position has actions.
    #[must_use]
    pub fn view_at_ply(&self, ply: usize) -> View {
        match self.history().get(ply) {
            Some(game) => without_actions(View::new(game, game.view(self.viewer()))),
            None => self.view(),
        }
    }

    /// Returns the start and destination of the last of the first `moves` moves, as far as the viewer may see it.
    #[must_use]
    pub fn last_move_cells(&self, moves: usize) -> Vec<Cell> {
        let (viewer, grid) = (self.viewer(), self.grid());
        let mut played_moves = self.history().iter().zip(self.actions()).take(moves).rev();
        let last =
            played_moves.find_map(|(game, action)| Some((game, action, MoveOption::parse(grid, action)?)));
        let visible =
            last.filter(|(game, action, _)| game.may_reveal(&Step::Action((*action).clone()), viewer));
        visible.map_or_else(Vec::new, |(.., option)| vec![option.from, option.to])
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;
    use yipan_games::GameKind;

    use super::*;
    use crate::local::local_game::WaitingFor;
    use crate::local::setup::{LocalSetup, PlayerKind};

    fn start(modes: &[&str]) -> LocalGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let setup =
            LocalSetup { modes, ..LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 11) };
        LocalGame::start(setup).expect("a game")
    }

    #[test]
    fn an_earlier_position_is_shown_without_actions() {
        let mut local = start(&[]);
        let first = local.view();
        local.play_action("e2e4").expect("legal");
        local.play_action("e7e5").expect("legal");
        assert_eq!(local.view_at_ply(0), without_actions(first));
        let after_one_move = local.view_at_ply(1);
        assert!(
            after_one_move.pieces.iter().any(|(cell, ..)| cell == "e4") && after_one_move.actions.is_empty()
        );
        assert_eq!(local.view_at_ply(2), local.view());
        assert_eq!(local.view_at_ply(99), local.view());
    }

    #[test]
    fn in_fog_the_past_reveals_no_more_than_the_present() {
        let mut local = start(&["fog"]);
        local.play_action("e2e4").expect("legal");
        local.set_viewing_side(Side::Second);
        assert!(local.view_at_ply(0).pieces.iter().all(|(_, side, _)| *side == Side::Second));
    }

    #[test]
    fn the_last_move_is_marked_at_every_ply_unless_fog_hides_it() {
        let names = |local: &LocalGame, moves: usize| -> Vec<String> {
            local.last_move_cells(moves).into_iter().map(|cell| local.grid().name(cell)).collect()
        };
        let mut local = start(&[]);
        local.play_action("e2e4").expect("legal");
        local.play_action("e7e5").expect("legal");
        assert_eq!(
            (names(&local, 0).len(), names(&local, 1), names(&local, 9)),
            (0, vec!["e2".into(), "e4".into()], vec!["e7".into(), "e5".into()])
        );
        let mut local = start(&["fog"]);
        local.play_action("e2e4").expect("legal");
        assert_eq!(names(&local, 1), ["e2", "e4"]);
        local.set_viewing_side(Side::Second);
        assert_eq!(names(&local, 1), Vec::<String>::new());
    }

    #[test]
    fn after_a_reload_the_player_to_move_confirms_first() {
        let mut local = start(&["fog"]);
        assert_eq!(
            LocalGame::restore(&local.save()).expect("a stored game").waiting_for(),
            WaitingFor::Human(Side::First),
            "nothing to hide yet"
        );
        for (action, side) in [("e2e4", Side::Second), ("d7d5", Side::First)] {
            local.play_action(action).expect("legal");
            assert_eq!(
                LocalGame::restore(&local.save()).expect("a stored game").waiting_for(),
                WaitingFor::ScreenHandover(side)
            );
            local.set_viewing_side(side);
        }
        let mut without_secrets = start(&[]);
        without_secrets.play_action("e2e4").expect("legal");
        let open = LocalGame::restore(&without_secrets.save()).expect("a stored game");
        assert_eq!((open.waiting_for(), open.viewing_side()), (WaitingFor::Human(Side::Second), Side::First));
    }
}
