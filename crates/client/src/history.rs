//! How a game stood some moves ago, looked at while it is being played. Nobody sees more of it than he saw then.

use yipan_core::{Cell, Side, Step, Turn, Viewer};
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_wire::{MoveEntry, RoomConfig, View};

use crate::{BoardUpdate, Grid, LocalGame, MoveOption, Replay, WaitingFor};

/// A board on which nobody has anything to do.
pub(crate) fn without_actions(view: View) -> View {
    View { turn: None, actions: Vec::new(), check: false, ..view }
}

impl LocalGame {
    /// Who reads what stands beside the board. While two people change seats either may look, so it tells neither's secrets.
    #[must_use]
    pub fn move_list_viewer(&self) -> Viewer {
        if matches!(self.waiting_for(), WaitingFor::ScreenHandover(_)) {
            Viewer::Spectator
        } else {
            self.viewer()
        }
    }

    /// The board after so many moves. Only where the game stands now is there anything to do.
    #[must_use]
    pub fn view_at_ply(&self, ply: usize) -> View {
        match self.history().get(ply) {
            Some(game) => without_actions(View::new(game, game.view(self.viewer()))),
            None => self.view(),
        }
    }

    /// Where the last of so many moves began and ended, as far as who looks may know.
    #[must_use]
    pub fn last_move_cells(&self, moves: usize) -> Vec<Cell> {
        let (viewer, grid) = (self.viewer(), self.grid());
        let mut played_moves = self.history().iter().zip(self.actions()).take(moves).rev();
        let last = played_moves.find_map(|(game, act)| Some((game, act, MoveOption::parse(grid, act)?)));
        let visible = last.filter(|(game, act, _)| game.may_reveal(&Step::Action((*act).clone()), viewer));
        visible.map_or_else(Vec::new, |(.., reach)| vec![reach.from, reach.to])
    }

    /// What a seat has missed that was sent behind a curtain: the board as it last saw it, and as much as it may know of every
    /// step since, with the number of the first move it missed.
    #[must_use]
    pub fn missed_moves(&self, seat: Side) -> Option<MissedMoves> {
        let replay = Replay::from_actions(self.setup().clone(), self.actions()).ok()?;
        let viewer = Viewer::Player(seat);
        let is_own = |place: usize| {
            replay.next_action(place).is_some() && replay.game_at(place).turn() == Turn::Player(seat)
        };
        let from = (0..replay.len()).rev().find(|place| is_own(*place)).map_or(0, |place| place + 1);
        let without_hints = |view: View| View { actions: Vec::new(), check: false, ..view };
        let mut steps: Vec<BoardUpdate> = (from + 1..=replay.len())
            .map(|place| {
                let shown = replay.update_at(place, viewer);
                BoardUpdate { view: without_hints(shown.view), ..shown }
            })
            .collect();
        if let Some(last) = steps.last_mut() {
            last.view = View::new(self.game(), self.game().view(viewer));
        }
        Some(MissedMoves {
            first_move: replay.actions_before(from).len(),
            before: without_hints(replay.view(from, viewer)),
            updates: steps,
        })
    }
}

/// What went on while somebody was sent away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissedMoves {
    /// The number of the first move that was missed, from 0.
    pub first_move: usize,
    /// The board as it was last seen.
    pub before: View,
    /// Every step since, as far as it may be known.
    pub updates: Vec<BoardUpdate>,
}

/// Where the last of these moves of a table began and ended, as far as that was told.
pub(crate) fn last_move_cells(grid: Grid, moves: &[MoveEntry]) -> Vec<Cell> {
    let is_move = |act: &str| MoveOption::parse(grid, act);
    // A claim or another throw is no move; one that is not told hides what came before it.
    let mut last = moves.iter().rev().map(|played| played.action.as_deref().map(is_move));
    match last.find(|told| !matches!(told, Some(None))) {
        Some(Some(Some(reach))) => vec![reach.from, reach.to],
        _ => Vec::new(),
    }
}

/// The board after these moves, where they tell all that happened: nothing is hidden and nothing left to chance.
pub(crate) fn view_after_moves(terms: &RoomConfig, moves: &[MoveEntry]) -> Option<View> {
    let options = GameOptions::from(terms);
    let kind: GameKind = terms.game.parse().ok()?;
    let mut game = AnyGame::start(kind, &options).ok().filter(|game| !game.has_hidden_information())?;
    for played in moves {
        let act = played.action.as_ref().filter(|_| matches!(game.turn(), Turn::Player(_)))?;
        game.apply_action(act, &mut yipan_core::NullSink).ok()?;
    }
    let is_known = game.turn() != Turn::Chance;
    is_known.then(|| without_actions(View::new(&game, game.view(Viewer::Spectator))))
}

#[cfg(test)]
mod tests {
    use yipan_wire::Effect;

    use super::*;
    use crate::{LocalSetup, PlayerKind};

    fn start(modes: &[&str]) -> LocalGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let opening =
            LocalSetup { modes, ..LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 11) };
        LocalGame::start(opening).expect("a game")
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
        let told = |acts: &[Option<&str>]| {
            let moves: Vec<MoveEntry> = acts
                .iter()
                .map(|act| MoveEntry { side: Side::First, action: act.map(str::to_owned) })
                .collect();
            last_move_cells(local.grid(), &moves).len()
        };
        assert_eq!((told(&[]), told(&[Some("e2e4")]), told(&[Some("e2e4"), Some("reroll")])), (0, 2, 2));
        assert_eq!(told(&[Some("e2e4"), None]), 0);
    }

    #[test]
    fn after_a_reload_the_player_to_move_confirms_first() {
        let mut local = start(&["fog"]);
        assert_eq!(
            LocalGame::restore(&local.save()).expect("kept").waiting_for(),
            WaitingFor::Human(Side::First),
            "nothing to hide yet"
        );
        for (act, seat) in [("e2e4", Side::Second), ("d7d5", Side::First)] {
            local.play_action(act).expect("legal");
            assert_eq!(
                LocalGame::restore(&local.save()).expect("kept").waiting_for(),
                WaitingFor::ScreenHandover(seat)
            );
            local.set_viewing_side(seat);
        }
        let mut without_secrets = start(&[]);
        without_secrets.play_action("e2e4").expect("legal");
        let open = LocalGame::restore(&without_secrets.save()).expect("kept");
        assert_eq!((open.waiting_for(), open.viewing_side()), (WaitingFor::Human(Side::Second), Side::First));
    }

    #[test]
    fn a_player_returning_to_the_screen_sees_the_visible_missed_moves() {
        let mut local = start(&["fog"]);
        for act in ["e2e4", "d7d5", "e4d5"] {
            local.play_action(act).expect("legal");
            if let WaitingFor::ScreenHandover(seat) = local.waiting_for() {
                local.set_viewing_side(seat);
            }
        }
        let missed = local.missed_moves(Side::Second).expect("a game");
        assert_eq!((missed.first_move, missed.updates.len()), (2, 1));
        assert!(
            missed.before.actions.is_empty()
                && missed.before.pieces.iter().any(|(at, side, _)| at == "d5" && *side == Side::Second)
        );
        // The own man is seen to go, and by whom it was taken as far as he is in sight.
        let last = missed.updates.last().expect("a step");
        assert!(
            last.effects.iter().any(|effect| matches!(effect, Effect::Vanish { at, .. } if at == "d5")),
            "{last:?}"
        );
        assert_eq!(last.view, local.view());
        let first = start(&["fog"]).missed_moves(Side::Second).expect("a game");
        assert_eq!((first.first_move, first.updates.len()), (0, 0));
    }

    #[test]
    fn online_moves_determine_the_board_without_chance_or_fog() {
        let moves = [(Side::First, "e2e4"), (Side::Second, "e7e5")]
            .map(|(seat, act)| MoveEntry { side: seat, action: Some(act.into()) });
        let terms = |modes: &[&str]| RoomConfig {
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            ..RoomConfig::default_for("chess")
        };
        let view = view_after_moves(&terms(&[]), &moves[..1]).expect("plain");
        assert!(view.pieces.iter().any(|(cell, ..)| cell == "e4") && view.turn.is_none());
        assert!(view_after_moves(&terms(&["gravity"]), &[]).is_some());
        assert_eq!(view_after_moves(&terms(&["fog"]), &moves), None);
        assert_eq!(view_after_moves(&terms(&["dice-a"]), &moves), None);
    }
}
