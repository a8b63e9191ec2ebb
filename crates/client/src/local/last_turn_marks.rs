//! The marks of the last move in a game whose steps are known.

use yipan_core::{Turn, Viewer};
use yipan_games::{AnyGame, Grid};
use yipan_local_play::{LocalGame, PlayedGame};

use crate::board::board_update::to_wire_effects;
use crate::board::move_marks::MoveMarks;
use crate::local::replay::Replay;

/// The number of steps before a position that can belong to its last turn, chance events included.
const MAX_TURN_STEPS: usize = 40;

/// Returns the marks after the first `moves` moves of a local game, as far as its viewer may see them.
#[must_use]
pub fn last_move_marks(local: &LocalGame, moves: usize) -> MoveMarks {
    let played = local.played();
    let is_action = |index: &usize| played.step_at(*index).is_some_and(|step| step.action().is_some());
    let step_index = (0..played.len()).filter(is_action).nth(moves).unwrap_or(played.len());
    marks_at(played, step_index, local.viewer())
}

impl Replay {
    /// Returns the marks after this many steps, as far as the viewer may see them.
    #[must_use]
    pub fn last_move_marks(&self, step_index: usize, viewer: Viewer) -> MoveMarks {
        marks_at(self.played(), step_index, viewer)
    }
}

fn marks_at(played: &PlayedGame, step_index: usize, viewer: Viewer) -> MoveMarks {
    let grid = Grid::new(played.game().kind());
    let has_dice = matches!(played.game(), AnyGame::Chess(game) if game.modes().dice.is_some());
    let end = step_index.min(played.len());
    let mut marks = MoveMarks::default();
    for step in (end.saturating_sub(MAX_TURN_STEPS)..end).filter_map(|index| played.step_at(index)) {
        let side = if let Turn::Player(side) = step.before.turn() { Some(side) } else { None };
        let effects = to_wire_effects(step.after, &step.visible_effects(viewer));
        marks.add_step(MoveMarks::from_effects(grid, side, &effects), has_dice);
    }
    marks
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;
    use yipan_games::GameKind;
    use yipan_local_play::{LocalSetup, PlayerKind};

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;

    fn start(modes: &[&str]) -> LocalGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let defaults = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 11);
        LocalGame::start(LocalSetup { modes, ..defaults }).expect("a game")
    }

    fn trail(local: &LocalGame, moves: usize) -> Vec<String> {
        let marks = last_move_marks(local, moves);
        let cells = marks.trails().iter().flat_map(|trail| trail.cells().to_vec());
        cells.map(|cell| local.grid().name(cell)).collect()
    }

    #[test]
    fn every_earlier_position_has_the_marks_of_its_last_move() {
        let mut local = start(&["gravity"]);
        local.play_and_show("e2e4").expect("legal");
        local.play_and_show("e7e5").expect("legal");
        assert_eq!(trail(&local, 0), Vec::<String>::new());
        assert_eq!(
            (trail(&local, 1), trail(&local, 9)),
            (vec!["e2".into(), "e4".into(), "h4".into()], vec!["e7".into(), "e5".into(), "h5".into()],)
        );
    }

    #[test]
    fn a_turn_with_dice_has_the_marks_of_all_its_moves() {
        let mut local = start(&["dice-a"]);
        for count in 1..=3 {
            let action = local.game().actions().first().cloned().expect("a move");
            local.play_and_show(&action).expect("offered");
            assert_eq!(last_move_marks(&local, usize::MAX).trails().len(), count);
        }
    }

    #[test]
    fn in_fog_a_hidden_move_is_not_marked() {
        let mut local = start(&["fog"]);
        local.play_and_show("e2e4").expect("legal");
        assert_eq!(trail(&local, 1), ["e2", "e4"]);
        local.set_viewing_side(Side::Second);
        assert!(last_move_marks(&local, 1).is_empty());
    }
}
