use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_client::text::game;
use yipan_core::Cell;
use yipan_wire::View;

use crate::board_view::BoardView;
use crate::context::use_app_context;

/// The moves of a game that is being played, gone through by keys and by clicks. What happens meanwhile waits.
#[derive(Clone, Copy)]
pub(crate) struct MoveNavigator {
    stage: BoardView,
    move_count: Memo<usize>,
    position_at: StoredValue<Box<dyn Fn(usize) -> Option<PositionAt> + Send + Sync>>,
    viewed_ply: RwSignal<Option<usize>>,
    /// Whether something has happened since the person looks back.
    has_new_moves: RwSignal<bool>,
}

/// A board, and where the last move on it began and ended.
pub(crate) type PositionAt = (View, Vec<Cell>);

impl MoveNavigator {
    /// So many moves were `made`; `view_at` shows the board after some of them, as far as that is known.
    pub(crate) fn new(
        stage: BoardView,
        move_count: Memo<usize>,
        position_at: impl Fn(usize) -> Option<PositionAt> + Send + Sync + 'static,
    ) -> MoveNavigator {
        let view_at = StoredValue::new(Box::new(position_at) as Box<_>);
        let past = MoveNavigator {
            stage,
            move_count,
            position_at: view_at,
            viewed_ply: RwSignal::new(None),
            has_new_moves: RwSignal::new(false),
        };
        // Who looks back goes on looking when somebody moves, and is told so; what is taken back leads to the game as it is.
        Effect::new(move |before: Option<usize>| {
            let made = move_count.get();
            match before {
                Some(before) if made > before && past.viewed_ply.get_untracked().is_some() => {
                    past.has_new_moves.set(true);
                }
                _ => past.return_to_live(),
            }
            made
        });
        // Whoever moves is back in the game.
        Effect::new(move |_| {
            if !stage.frozen.get() {
                past.return_to_live();
            }
        });
        let keys = window_event_listener(leptos::ev::keydown, move |event| past.handle_key(&event));
        on_cleanup(move || keys.remove());
        past
    }

    fn return_to_live(self) {
        self.viewed_ply.set(None);
        self.has_new_moves.set(false);
        self.stage.unfreeze();
    }

    /// How many moves have been made where the board stands.
    pub(crate) fn current_ply(self) -> Signal<usize> {
        Signal::derive(move || self.viewed_ply.get().unwrap_or_else(|| self.move_count.get()))
    }

    /// Goes to a move of the list.
    pub(crate) fn on_pick(self) -> Callback<usize> {
        Callback::new(move |index: usize| self.go_to_ply(index + 1))
    }

    fn go_to_ply(self, place: usize) {
        let made = self.move_count.get_untracked();
        let place = place.min(made);
        if let Some((view, last)) = self.position_at.with_value(|view_at| view_at(place)) {
            if place < made {
                self.viewed_ply.set(Some(place));
                self.stage.frozen.set(true);
            } else {
                self.return_to_live();
            }
            self.stage.set_now(view, last);
        }
    }

    /// Keys that the board, where they walk, and fields have not taken.
    fn handle_key(self, event: &KeyboardEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        let is_typing = target
            .is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
        if is_typing || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let here = untrack(|| self.current_ply().get());
        match event.key().as_str() {
            "ArrowLeft" => self.go_to_ply(here.saturating_sub(1)),
            "ArrowRight" => self.go_to_ply(here + 1),
            "ArrowUp" => self.go_to_ply(0),
            "ArrowDown" => self.go_to_ply(usize::MAX),
            _ => return,
        }
        event.prevent_default();
    }
}

/// Says that the board is not the game as it stands, and leads back there.
#[component]
pub(crate) fn LookingBack(past: MoveNavigator) -> impl IntoView {
    let page = use_app_context();
    let words = move || {
        let parts = [past.viewed_ply.get().unwrap_or_default(), past.move_count.get()]
            .map(|number| number.to_string());
        page.t_args(game::VIEWING_EARLIER_MOVE, &[&parts[0], &parts[1]])
    };
    view! {
        <Show when=move || past.viewed_ply.get().is_some()>
            <p class="banner" data-past="">
                {words}" "
                {move || past.has_new_moves.get().then(|| view! { <b class="badge" role="status" data-new-move="">{page.t(game::NEW_MOVE)}</b>" " })}
                <button type="button" data-do="present" on:click=move |_| past.go_to_ply(usize::MAX)>{move || page.t(game::BACK_TO_GAME)}</button>
            </p>
        </Show>
    }
}
