use leptos::html::Dialog;
use leptos::prelude::*;
use yipan_client::text::{common, game as words, online};
use yipan_client::{MoveOptions, Route};
use yipan_core::Cell;
use yipan_wire::{Effect as Shown, Offer};

use super::OnlineGame;
use super::controls::{OfferButton, Offers};
use crate::app::Go;
use crate::board::ExternalInput;
use crate::board_view::BoardView;
use crate::icons;

/// A hand on a board of liuzichong, by the flow of its game: the man that is picked up follows the pointer until it is dropped
/// where it may go, or put back. The hall is the judge; what it refuses goes home.
#[derive(Clone, Copy)]
pub(super) struct LiuzichongInput {
    game: OnlineGame,
    stage: BoardView,
    /// Where the pointer carries the man.
    drag_position: RwSignal<Option<(f64, f64)>>,
}

impl LiuzichongInput {
    pub(super) fn new(game: OnlineGame, stage: BoardView) -> LiuzichongInput {
        let stones = LiuzichongInput { game, stage, drag_position: RwSignal::new(None) };
        // What is held when the board changes goes home.
        Effect::new(move |_| {
            let choices = stage.view.with(|view| MoveOptions::from_actions(stage.grid, &view.actions));
            if stage.selected.get_untracked().is_some_and(|cell| !choices.can_move_from(cell)) {
                stones.deselect();
            }
        });
        stones
    }

    /// What the board tells of presses.
    pub(super) fn reins(self) -> ExternalInput {
        ExternalInput {
            selected: self.stage.selected,
            drag_position: self.drag_position,
            on_primary: Callback::new(move |cell| self.press_primary(cell)),
            on_cancel: Callback::new(move |()| self.deselect()),
        }
    }

    /// What goes on, by the names of the flow's states; reactive.
    pub(super) fn phase_name(self) -> &'static str {
        let (game, stage) = (self.game, self.stage);
        let is_own = game
            .own_side()
            .is_some_and(|seat| stage.view.with(|view| view.turn.is_some_and(|turn| seat == turn.into())));
        if stage.is_rewinding.get() {
            "taking-back"
        } else if stage.selected.get().is_some() {
            "picked-up"
        } else if stage.is_animating.get() {
            "moving"
        } else if game.is_over() {
            "over"
        } else if is_own {
            "waiting"
        } else {
            "thinking"
        }
    }

    fn deselect(self) {
        self.stage.selected.set(None);
        self.drag_position.set(None);
    }

    /// The left button, a tap or Enter.
    fn press_primary(self, cell: Option<Cell>) {
        let (stage, grid) = (self.stage, self.stage.grid);
        // A question is answered first, and what moves is not picked up.
        if self.game.pending_action.get_untracked().is_some() || stage.is_animating.get_untracked() {
            return;
        }
        let choices = stage.view.with_untracked(|view| MoveOptions::from_actions(grid, &view.actions));
        match (stage.selected.get_untracked(), cell) {
            (None, Some(cell)) => {
                let stands = stage.sprites.with_untracked(|troupe| troupe.piece_at(cell).is_some());
                if stands && choices.can_move_from(cell) {
                    stage.sprites.update(|troupe| troupe.bring_to_front(cell));
                    stage.selected.set(Some(cell));
                }
            }
            (None, None) => {}
            (Some(from), Some(to)) if from != to => {
                self.deselect();
                let is_sure = !self.game.page.settings.with_untracked(|settings| settings.confirm_moves);
                if is_sure && !choices.between(from, to).is_empty() {
                    // It stays where it was dropped while the hall is asked.
                    let slide =
                        Shown::Slide { from: grid.name(from), to: grid.name(to), cause: "move".to_owned() };
                    stage.sprites.update(|troupe| troupe.apply_effect(&slide));
                    stage.last_move.set(vec![from, to]);
                }
                // Where it may not go, the hall says why.
                self.game.submit_action(grid.name(from) + &grid.name(to));
            }
            (Some(_), _) => self.deselect(),
        }
    }
}

/// The result, shown once when the game has ended, with the ways on.
#[component]
pub(super) fn StonesOver(game: OnlineGame, stage: BoardView) -> impl IntoView {
    let page = game.page;
    let dialog = NodeRef::<Dialog>::new();
    let room = game.session.with_untracked(|session| session.room().to_owned());
    // Who comes to a game that is over has come to look at it.
    let is_due = RwSignal::new(false);
    Effect::new(move |was_playing: Option<bool>| {
        if was_playing == Some(true) && game.is_over() {
            is_due.set(true);
        }
        game.is_playing()
    });
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (is_due.get() && !stage.is_animating.get(), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let count = move || game.session.with(|session| session.state().map_or(0, |state| state.moves.len()));
    let is_player = move || game.own_side().is_some();
    view! {
        <dialog class="over" node_ref=dialog aria-labelledby="over-line" on:close=move |_| is_due.set(false)>
            <p class="line" id="over-line" data-over="">{move || game.status_text()}</p>
            <p class="quiet">{move || page.t_args(words::PLIES, &[&count().to_string()])}</p>
            <Offers game/>
            <div class="over-buttons">
                <Show when=is_player><OfferButton game offer=Offer::Rematch label=online::REMATCH icon=icons::PLAY/></Show>
                <Go to=Route::Replay(room) class="button">{move || page.t(words::REVIEW)}</Go>
                <button type="button" data-do="over-close" on:click=move |_| is_due.set(false)>{move || page.t(common::CLOSE)}</button>
            </div>
        </dialog>
    }
}
