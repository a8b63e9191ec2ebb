use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_board::text::game;
use yipan_rules::Cell;
use yipan_wire::View;

use crate::page::page;
use crate::stage::Stage;

/// The moves of a game that is being played, gone through by keys and by clicks. What happens meanwhile waits.
#[derive(Clone, Copy)]
pub(crate) struct Past {
    stage: Stage,
    made: Memo<usize>,
    view_at: StoredValue<Box<dyn Fn(usize) -> Option<Look> + Send + Sync>>,
    place: RwSignal<Option<usize>>,
    /// Whether something has happened since the person looks back.
    is_behind: RwSignal<bool>,
}

/// A board, and where the last move on it began and ended.
pub(crate) type Look = (View, Vec<Cell>);

impl Past {
    /// So many moves were `made`; `view_at` shows the board after some of them, as far as that is known.
    pub(crate) fn new(
        stage: Stage,
        made: Memo<usize>,
        view_at: impl Fn(usize) -> Option<Look> + Send + Sync + 'static,
    ) -> Past {
        let view_at = StoredValue::new(Box::new(view_at) as Box<_>);
        let past = Past { stage, made, view_at, place: RwSignal::new(None), is_behind: RwSignal::new(false) };
        // Who looks back goes on looking when somebody moves, and is told so; what is taken back leads to the game as it is.
        Effect::new(move |before: Option<usize>| {
            let made = made.get();
            match before {
                Some(before) if made > before && past.place.get_untracked().is_some() => {
                    past.is_behind.set(true);
                }
                _ => past.leave(),
            }
            made
        });
        // Whoever moves is back in the game.
        Effect::new(move |_| {
            if !stage.held.get() {
                past.leave();
            }
        });
        let keys = window_event_listener(leptos::ev::keydown, move |event| past.key(&event));
        on_cleanup(move || keys.remove());
        past
    }

    fn leave(self) {
        self.place.set(None);
        self.is_behind.set(false);
        self.stage.release();
    }

    /// How many moves have been made where the board stands.
    pub(crate) fn current(self) -> Signal<usize> {
        Signal::derive(move || self.place.get().unwrap_or_else(|| self.made.get()))
    }

    /// Goes to a move of the list.
    pub(crate) fn pick(self) -> Callback<usize> {
        Callback::new(move |index: usize| self.go(index + 1))
    }

    fn go(self, place: usize) {
        let made = self.made.get_untracked();
        let place = place.min(made);
        if let Some((view, last)) = self.view_at.with_value(|view_at| view_at(place)) {
            if place < made {
                self.place.set(Some(place));
                self.stage.held.set(true);
            } else {
                self.leave();
            }
            self.stage.jump(view, last);
        }
    }

    /// Keys that the board, where they walk, and fields have not taken.
    fn key(self, event: &KeyboardEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        let types = target
            .is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
        if types || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let here = untrack(|| self.current().get());
        match event.key().as_str() {
            "ArrowLeft" => self.go(here.saturating_sub(1)),
            "ArrowRight" => self.go(here + 1),
            "ArrowUp" => self.go(0),
            "ArrowDown" => self.go(usize::MAX),
            _ => return,
        }
        event.prevent_default();
    }
}

/// Says that the board is not the game as it stands, and leads back there.
#[component]
pub(crate) fn LookingBack(past: Past) -> impl IntoView {
    let page = page();
    let words = move || {
        let parts = [past.place.get().unwrap_or_default(), past.made.get()].map(|number| number.to_string());
        page.fill(game::LOOKING_BACK, &[&parts[0], &parts[1]])
    };
    view! {
        <Show when=move || past.place.get().is_some()>
            <p class="banner" data-past="">
                {words}" "
                {move || past.is_behind.get().then(|| view! { <b class="badge" role="status" data-new-move="">{page.say(game::NEW_MOVE)}</b>" " })}
                <button type="button" data-do="present" on:click=move |_| past.go(usize::MAX)>{move || page.say(game::TO_PRESENT)}</button>
            </p>
        </Show>
    }
}
