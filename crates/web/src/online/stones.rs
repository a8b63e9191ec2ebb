use leptos::html::Dialog;
use leptos::prelude::*;
use yipan_board::text::{common, game as words, online};
use yipan_board::{Choices, Route};
use yipan_rules::Cell;
use yipan_wire::{Effect as Shown, Offer};

use super::OnlineGame;
use super::controls::{OfferButton, Offers};
use crate::app::Go;
use crate::art;
use crate::board::Reins;
use crate::stage::Stage;

/// A hand on a board of liuzichong, by the flow of its game: the man that is picked up follows the pointer until it is dropped
/// where it may go, or put back. The hall is the judge; what it refuses goes home.
#[derive(Clone, Copy)]
pub(super) struct Stones {
    game: OnlineGame,
    stage: Stage,
    /// Where the pointer carries the man.
    dragged: RwSignal<Option<(f64, f64)>>,
}

impl Stones {
    pub(super) fn new(game: OnlineGame, stage: Stage) -> Stones {
        let stones = Stones { game, stage, dragged: RwSignal::new(None) };
        // What is held when the board changes goes home.
        Effect::new(move |_| {
            let choices = stage.view.with(|view| Choices::of(stage.grid, &view.actions));
            if stage.picked.get_untracked().is_some_and(|cell| !choices.may_leave(cell)) {
                stones.put_back();
            }
        });
        stones
    }

    /// What the board tells of presses.
    pub(super) fn reins(self) -> Reins {
        Reins {
            picked: self.stage.picked,
            dragged: self.dragged,
            on_left: Callback::new(move |cell| self.left(cell)),
            on_right: Callback::new(move |()| self.put_back()),
        }
    }

    /// What goes on, by the names of the flow's states; reactive.
    pub(super) fn state(self) -> &'static str {
        let (game, stage) = (self.game, self.stage);
        let is_own = game
            .seat()
            .is_some_and(|seat| stage.view.with(|view| view.turn.is_some_and(|turn| seat == turn.into())));
        if stage.rewinding.get() {
            "taking-back"
        } else if stage.picked.get().is_some() {
            "picked-up"
        } else if stage.busy.get() {
            "moving"
        } else if game.is_over() {
            "over"
        } else if is_own {
            "waiting"
        } else {
            "thinking"
        }
    }

    fn put_back(self) {
        self.stage.picked.set(None);
        self.dragged.set(None);
    }

    /// The left button, a tap or Enter.
    fn left(self, cell: Option<Cell>) {
        let (stage, grid) = (self.stage, self.stage.grid);
        // A question is answered first, and what moves is not picked up.
        if self.game.asked.get_untracked().is_some() || stage.busy.get_untracked() {
            return;
        }
        let choices = stage.view.with_untracked(|view| Choices::of(grid, &view.actions));
        match (stage.picked.get_untracked(), cell) {
            (None, Some(cell)) => {
                let stands = stage.troupe.with_untracked(|troupe| troupe.at(cell).is_some());
                if stands && choices.may_leave(cell) {
                    stage.troupe.update(|troupe| troupe.lift(cell));
                    stage.picked.set(Some(cell));
                }
            }
            (None, None) => {}
            (Some(from), Some(to)) if from != to => {
                self.put_back();
                let is_sure = !self.game.page.settings.with_untracked(|settings| settings.confirm);
                if is_sure && !choices.between(from, to).is_empty() {
                    // It stays where it was dropped while the hall is asked.
                    let slide =
                        Shown::Slide { from: grid.name(from), to: grid.name(to), cause: "move".to_owned() };
                    stage.troupe.update(|troupe| troupe.play(&slide));
                    stage.last.set(vec![from, to]);
                }
                // Where it may not go, the hall says why.
                self.game.act(grid.name(from) + &grid.name(to));
            }
            (Some(_), _) => self.put_back(),
        }
    }
}

/// The result, shown once when the game has ended, with the ways on.
#[component]
pub(super) fn StonesOver(game: OnlineGame, stage: Stage) -> impl IntoView {
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
        match (is_due.get() && !stage.busy.get(), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let count = move || game.session.with(|session| session.state().map_or(0, |state| state.moves.len()));
    let is_player = move || game.seat().is_some();
    view! {
        <dialog class="over" node_ref=dialog aria-labelledby="over-line" on:close=move |_| is_due.set(false)>
            <p class="line" id="over-line" data-over="">{move || game.line()}</p>
            <p class="quiet">{move || page.fill(words::PLIES, &[&count().to_string()])}</p>
            <Offers game/>
            <div class="over-buttons">
                <Show when=is_player><OfferButton game offer=Offer::Rematch label=online::REMATCH icon=art::PLAY/></Show>
                <Go to=Route::Replay(room) class="button">{move || page.say(words::ANALYSE)}</Go>
                <button type="button" data-do="over-close" on:click=move |_| is_due.set(false)>{move || page.say(common::CLOSE)}</button>
            </div>
        </dialog>
    }
}
