use leptos::prelude::*;
use yipan_client::LocalizedText;
use yipan_core::{Cause, Cell};
use yipan_liuzichong::ui_flow::{FlowInput, FlowNode, FlowState};
use yipan_liuzichong::{Move, Point};
use yipan_wire::Effect as WireEffect;

use super::state::LiuzichongState;
use crate::board::ExternalInput;

impl LiuzichongState {
    pub(super) fn external_input(self) -> ExternalInput {
        ExternalInput {
            selected: self.selected,
            drag_position: self.drag_position,
            on_primary: Callback::new(move |cell| self.press_primary(cell)),
            on_cancel: Callback::new(move |()| self.cancel_selection()),
        }
    }

    fn press_primary(self, cell: Option<Cell>) {
        // A pending confirmation blocks input. A press while browsing only returns to the current position.
        if self.pending_action.get_untracked().is_some() || self.return_to_live() {
            return;
        }
        let point = cell.and_then(|cell| Point::from_coords(cell.file, cell.rank));
        let state =
            self.liuzichong_game.with_untracked(|liuzichong_game| liuzichong_game.flow().state().clone());
        if let (FlowState::PickedUp { from }, Some(to)) = (state, point)
            && from != to
        {
            let text = Move::new(from, to).to_string();
            match self.liuzichong_game.with_untracked(|liuzichong_game| liuzichong_game.parse_move(&text)) {
                Ok(mv) if self.context.settings.with_untracked(|settings| settings.confirm_moves) => {
                    return self.ask_confirmation(mv);
                }
                Ok(_) => {}
                Err(error) => self.show_message(LocalizedText::from_message(&error)),
            }
        }
        self.handle_input(FlowInput::PrimaryClick(point));
    }

    fn cancel_selection(self) {
        match self.pending_action.get_untracked() {
            Some(action) => {
                self.pending_action.set(None);
                self.cancel_move(&action);
            }
            None => self.handle_input(FlowInput::SecondaryClick),
        }
    }

    /// Shows the piece at its destination and asks the user to confirm the move.
    fn ask_confirmation(self, mv: Move) {
        self.slide(mv.from(), mv.to());
        self.pending_action.set(Some(mv.to_string()));
    }

    pub(super) fn confirm(self, action: &str) {
        self.pending_action.set(None);
        if let Ok(mv) = action.parse::<Move>() {
            self.handle_input(FlowInput::PrimaryClick(Some(mv.to())));
        }
    }

    /// Moves the piece back to its origin.
    pub(super) fn cancel_move(self, action: &str) {
        if let Ok(mv) = action.parse::<Move>() {
            self.slide(mv.to(), mv.from());
        }
        self.handle_input(FlowInput::SecondaryClick);
    }

    fn slide(self, from: Point, to: Point) {
        let slide = WireEffect::Slide { from: from.to_string(), to: to.to_string(), cause: Cause::Move };
        self.board.sprites.update(|sprites| sprites.apply_effect(&slide));
    }

    pub(super) fn play_typed_move(self, text: &str) {
        match self.liuzichong_game.with_untracked(|liuzichong_game| liuzichong_game.parse_move(text)) {
            Ok(mv) if self.node.get_untracked() == FlowNode::Waiting => {
                self.press_primary(Some(mv.from().into()));
                self.press_primary(Some(mv.to().into()));
            }
            Ok(_) => {}
            Err(error) => self.show_message(LocalizedText::from_message(&error)),
        }
    }
}
