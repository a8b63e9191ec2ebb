use yipan_core::{Side, Turn, Viewer};
use yipan_games::AnyGame;
use yipan_local_play::{LocalGame, PlayedStep};
use yipan_wire::View;

use crate::board::board_update::{BoardUpdate, to_wire_effects};

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

impl MissedMoves {
    /// Returns the moves of a game that `side` has missed since its last move.
    #[must_use]
    pub fn since_last_move(local: &LocalGame, side: Side) -> MissedMoves {
        let (played, viewer) = (local.played(), Viewer::Player(side));
        let is_own =
            |step: PlayedStep<'_>| step.action().is_some() && step.before.turn() == Turn::Player(side);
        let last_own = (0..played.len()).rev().find(|index| played.step_at(*index).is_some_and(is_own));
        let from = last_own.map_or(0, |index| index + 1);
        let view = |game: &AnyGame| View::new(game, game.view(viewer));
        let without_hints = |view: View| View { actions: Vec::new(), check: false, ..view };
        let update = |step: PlayedStep<'_>| BoardUpdate {
            effects: to_wire_effects(step.after, &step.visible_effects(viewer)),
            view: without_hints(view(step.after)),
        };
        let mut updates: Vec<BoardUpdate> = played.steps().skip(from).map(update).collect();
        if let Some(last) = updates.last_mut() {
            last.view = view(local.game());
        }
        MissedMoves {
            first_move: played.actions_before(from).len(),
            before: without_hints(view(played.game_at(from))),
            updates,
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_local_play::{LocalSetup, PlayerKind, WaitingFor};
    use yipan_wire::Effect;

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;

    fn start_in_fog() -> LocalGame {
        let defaults = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 11);
        LocalGame::start(LocalSetup { modes: vec!["fog".into()], ..defaults }).expect("a game")
    }

    #[test]
    fn a_player_returning_to_the_screen_sees_the_visible_missed_moves() {
        let mut local = start_in_fog();
        for action in ["e2e4", "d7d5", "e4d5"] {
            local.play_and_show(action).expect("legal");
            if let WaitingFor::ScreenHandover(side) = local.waiting_for() {
                local.set_viewing_side(side);
            }
        }
        let missed = MissedMoves::since_last_move(&local, Side::Second);
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
        let missed = MissedMoves::since_last_move(&start_in_fog(), Side::Second);
        assert_eq!((missed.first_move, missed.updates.len()), (0, 0));
    }
}
