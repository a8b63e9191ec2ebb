use yipan_core::{Cell, Turn};
use yipan_games::{AnyGameError, GameKind};
use yipan_local_play::{LocalGame, PlayedStep};
use yipan_wire::View;

use crate::board::board_update::{BoardUpdate, to_wire_effects, without_actions};
use crate::board::move_options::MoveOption;
use crate::local::move_list_item::MoveListItem;
use crate::local::stored_game::StoredGame;
use crate::text::mode_notation::{effect_suffix, find_mode_action};
use crate::text::notation_style::NotationStyle;
use yipan_games::Grid;

/// The methods of [`LocalGame`] for a page: views, updates, move lists and storage.
pub trait LocalGameExt: Sized {
    /// Returns the game as JSON, for storage.
    #[must_use]
    fn save(&self) -> String;

    /// Restores a stored game; `None` if the text is not one.
    #[must_use]
    fn restore(text: &str) -> Option<Self>;

    /// Returns the grid of the board.
    #[must_use]
    fn grid(&self) -> Grid;

    /// Returns the view of the current position.
    #[must_use]
    fn view(&self) -> View;

    /// Returns the view after `ply` moves. Only the current position has actions.
    ///
    /// The viewer sees only what they saw when the moves were played.
    #[must_use]
    fn view_at_ply(&self, ply: usize) -> View;

    /// Plays an action of the side to move, resolves the chance events after it, and returns what the viewer sees of it.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the action is illegal; the game is then unchanged.
    fn play_and_show(&mut self, text: &str) -> Result<BoardUpdate, AnyGameError>;

    /// Returns the start and destination of the last of the first `moves` moves, as far as the viewer may see it.
    #[must_use]
    fn last_move_cells(&self, moves: usize) -> Vec<Cell>;

    /// Returns the moves as the viewer may see them.
    #[must_use]
    fn move_list(&self, style: NotationStyle) -> Vec<MoveListItem>;
}

impl LocalGameExt for LocalGame {
    fn save(&self) -> String {
        let stored = StoredGame {
            setup: self.setup().clone(),
            actions: self.actions(),
            declared_result: self.declared_result().cloned(),
        };
        serde_json::to_string(&stored).unwrap_or_default()
    }

    fn restore(text: &str) -> Option<LocalGame> {
        let StoredGame { setup, actions, declared_result } = serde_json::from_str(text).ok()?;
        setup.game.parse::<GameKind>().ok()?;
        LocalGame::resume(setup, &actions, declared_result).ok()
    }

    fn grid(&self) -> Grid {
        Grid::new(self.game().kind())
    }

    fn view(&self) -> View {
        let view = View::new(self.game(), self.game().view(self.viewer()));
        // After a resignation or an agreed draw no side is to move.
        if self.declared_result().is_some() { without_actions(view) } else { view }
    }

    fn view_at_ply(&self, ply: usize) -> View {
        match self.played_actions().nth(ply) {
            Some(PlayedStep { before, .. }) => without_actions(View::new(before, before.view(self.viewer()))),
            None => self.view(),
        }
    }

    fn play_and_show(&mut self, text: &str) -> Result<BoardUpdate, AnyGameError> {
        let viewer = self.viewer();
        let written = find_mode_action(self.game(), text);
        let steps = self.play_action(written.as_deref().unwrap_or(text))?.into_iter();
        let effects =
            steps.flat_map(|step| to_wire_effects(step.after, &step.visible_effects(viewer))).collect();
        Ok(BoardUpdate { effects, view: self.view() })
    }

    fn last_move_cells(&self, moves: usize) -> Vec<Cell> {
        let (viewer, grid) = (self.viewer(), self.grid());
        let played_moves = self.played_actions().take(moves);
        let last =
            played_moves.filter_map(|step| Some((step, MoveOption::parse(grid, step.action()?)?))).last();
        let visible = last.filter(|(step, _)| step.is_revealed_to(viewer));
        visible.map_or_else(Vec::new, |(_, option)| vec![option.from, option.to])
    }

    fn move_list(&self, style: NotationStyle) -> Vec<MoveListItem> {
        let viewer = self.move_list_viewer();
        let item = |step: PlayedStep<'_>| {
            let (Turn::Player(side), Some(action)) = (step.before.turn(), step.action()) else { return None };
            let notation = step
                .is_revealed_to(viewer)
                .then(|| style.write_move(step.before, action) + &effect_suffix(&step, viewer));
            Some(MoveListItem { side, notation })
        };
        self.played_actions().filter_map(item).collect()
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::{Language, Side};
    use yipan_local_play::{DeclaredResult, LocalSetup, PlayerKind, WaitingFor};

    use super::*;
    use crate::board::board_sprites::BoardSprites;

    fn start(modes: &[&str]) -> LocalGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let defaults = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 11);
        LocalGame::start(LocalSetup { modes, ..defaults }).expect("a game")
    }

    /// Plays the middle one of the legal actions for the side to move.
    fn play_middle_action(local: &mut LocalGame) -> Option<BoardUpdate> {
        if let WaitingFor::ScreenHandover(side) = local.waiting_for() {
            local.set_viewing_side(side);
        }
        let actions = local.game().actions();
        local.play_and_show(actions.get(actions.len() / 2)?).ok()
    }

    #[test]
    fn a_game_survives_storage() {
        for modes in [&[][..], &["dice-a"], &["fog", "mines"], &["portals", "gravity"]] {
            let mut local = start(modes);
            for _ in 0..30 {
                if play_middle_action(&mut local).is_none() {
                    break;
                }
            }
            local.resign(Side::First);
            let again = LocalGame::restore(&local.save()).expect("a stored game");
            assert_eq!(again.game(), local.game(), "{modes:?}");
            assert_eq!(again.save(), local.save());
        }
        assert!(LocalGame::restore("").is_none() && LocalGame::restore("{\"setup\":1}").is_none());
    }

    #[test]
    fn the_stored_text_keeps_its_form() {
        let text = r#"{"setup":{"game":"chess","position":null,"rules":[],"modes":["mines"],"players":["human",{"computer":3}],"seed":11},"actions":["e2e4"],"declared_result":{"winner":"second","reason":"resignation"}}"#;
        let local = LocalGame::restore(text).expect("a stored game");
        assert_eq!(local.declared_result(), Some(&DeclaredResult::resignation(Side::First)));
        assert_eq!(local.save(), text);
    }

    #[test]
    fn updates_lead_to_the_position() {
        for modes in [&[][..], &["dice-a", "portals"], &["gravity", "mines"]] {
            let mut local = start(modes);
            let mut sprites = BoardSprites::new(local.grid(), &local.view());
            for _ in 0..40 {
                let Some(update) = play_middle_action(&mut local) else { break };
                update.effects.iter().for_each(|effect| sprites.apply_effect(effect));
                let pieces = sprites.sprites().count();
                sprites.sync(&update.view);
                assert_eq!(sprites.sprites().count(), pieces, "{modes:?}");
            }
        }
    }

    #[test]
    fn in_fog_two_players_see_only_their_own_pieces_and_moves() {
        let mut local = start(&["fog"]);
        local.play_and_show("e2e4").expect("legal");
        assert!(local.view().pieces.iter().all(|(_, side, _)| *side == Side::First));
        assert_eq!(local.move_list(Language::English.into())[0].notation, None, "either may look now");
        local.set_viewing_side(Side::Second);
        assert_eq!(local.move_list(Language::English.into())[0].notation, None);
    }

    #[test]
    fn an_earlier_position_is_shown_without_actions() {
        let mut local = start(&[]);
        let first = local.view();
        local.play_and_show("e2e4").expect("legal");
        local.play_and_show("e7e5").expect("legal");
        assert_eq!(local.view_at_ply(0), without_actions(first));
        let after_one_move = local.view_at_ply(1);
        assert!(
            after_one_move.pieces.iter().any(|(cell, ..)| cell == "e4") && after_one_move.actions.is_empty()
        );
        assert_eq!(local.view_at_ply(2), local.view());
        assert_eq!(local.view_at_ply(99), local.view());
    }

    #[test]
    fn after_a_resignation_no_side_is_to_move() {
        let mut local = start(&[]);
        local.play_and_show("e2e4").expect("legal");
        local.resign(Side::Second);
        assert_eq!((local.view().turn, local.view().actions.len()), (None, 0));
    }

    #[test]
    fn in_fog_the_past_reveals_no_more_than_the_present() {
        let mut local = start(&["fog"]);
        local.play_and_show("e2e4").expect("legal");
        local.set_viewing_side(Side::Second);
        assert!(local.view_at_ply(0).pieces.iter().all(|(_, side, _)| *side == Side::Second));
    }

    #[test]
    fn the_last_move_is_marked_at_every_ply_unless_fog_hides_it() {
        let names = |local: &LocalGame, moves: usize| -> Vec<String> {
            local.last_move_cells(moves).into_iter().map(|cell| local.grid().name(cell)).collect()
        };
        let mut local = start(&[]);
        local.play_and_show("e2e4").expect("legal");
        local.play_and_show("e7e5").expect("legal");
        assert_eq!(
            (names(&local, 0).len(), names(&local, 1), names(&local, 9)),
            (0, vec!["e2".into(), "e4".into()], vec!["e7".into(), "e5".into()])
        );
        let mut local = start(&["fog"]);
        local.play_and_show("e2e4").expect("legal");
        assert_eq!(names(&local, 1), ["e2", "e4"]);
        local.set_viewing_side(Side::Second);
        assert_eq!(names(&local, 1), Vec::<String>::new());
    }
}
