use yipan_core::{Side, Turn, Viewer};
use yipan_wire::View;

use crate::board::board_update::BoardUpdate;
use crate::local::local_game::LocalGame;
use crate::local::replay::Replay;

/// The moves played while a player could not see the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedMoves {
    /// The index of the first missed move.
    pub first_move: usize,
    /// The last view the player saw.
    pub before: View,
    /// Every later step, as far as the player may see it.
    pub updates: Vec<BoardUpdate>,
}

impl LocalGame {
    /// Returns the moves that `side` has missed since its last move.
    ///
    /// Returns `None` if the game cannot be replayed.
    #[must_use]
    pub fn missed_moves(&self, side: Side) -> Option<MissedMoves> {
        let replay = Replay::from_actions(self.setup().clone(), self.actions()).ok()?;
        let viewer = Viewer::Player(side);
        let is_own = |step_index: usize| {
            replay.next_action(step_index).is_some()
                && replay.game_at(step_index).turn() == Turn::Player(side)
        };
        let from = (0..replay.len()).rev().find(|index| is_own(*index)).map_or(0, |index| index + 1);
        let without_hints = |view: View| View { actions: Vec::new(), check: false, ..view };
        let mut updates: Vec<BoardUpdate> = (from + 1..=replay.len())
            .map(|step_index| {
                let update = replay.update_at(step_index, viewer);
                BoardUpdate { view: without_hints(update.view), ..update }
            })
            .collect();
        if let Some(last) = updates.last_mut() {
            last.view = View::new(self.game(), self.game().view(viewer));
        }
        Some(MissedMoves {
            first_move: replay.actions_before(from).len(),
            before: without_hints(replay.view(from, viewer)),
            updates,
        })
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_wire::Effect;

    use super::*;
    use crate::local::local_game::WaitingFor;
    use crate::local::setup::{LocalSetup, PlayerKind};

    fn start_in_fog() -> LocalGame {
        let defaults = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 11);
        LocalGame::start(LocalSetup { modes: vec!["fog".into()], ..defaults }).expect("a game")
    }

    #[test]
    fn a_player_returning_to_the_screen_sees_the_visible_missed_moves() {
        let mut local = start_in_fog();
        for action in ["e2e4", "d7d5", "e4d5"] {
            local.play_action(action).expect("legal");
            if let WaitingFor::ScreenHandover(side) = local.waiting_for() {
                local.set_viewing_side(side);
            }
        }
        let missed = local.missed_moves(Side::Second).expect("a game");
        assert_eq!((missed.first_move, missed.updates.len()), (2, 1));
        assert!(
            missed.before.actions.is_empty()
                && missed.before.pieces.iter().any(|(at, side, _)| at == "d5" && *side == Side::Second)
        );
        // The player sees that their piece vanishes; the capturing piece only if it is in sight.
        let last = missed.updates.last().expect("a step");
        assert!(
            last.effects.iter().any(|effect| matches!(effect, Effect::Vanish { at, .. } if at == "d5")),
            "{last:?}"
        );
        assert_eq!(last.view, local.view());
    }

    #[test]
    fn at_the_start_no_moves_are_missed() {
        let missed = start_in_fog().missed_moves(Side::Second).expect("a game");
        assert_eq!((missed.first_move, missed.updates.len()), (0, 0));
    }
}
