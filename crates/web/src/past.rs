use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_board::text::game;
use yipan_wire::View;

use crate::page::page;
use crate::stage::Stage;

/// The moves of a game that is being played, gone through by keys and by clicks. What happens meanwhile leads back to it.
#[derive(Clone, Copy)]
pub(crate) struct Past {
    stage: Stage,
    made: Memo<usize>,
    view_at: StoredValue<Box<dyn Fn(usize) -> Option<View> + Send + Sync>>,
    place: RwSignal<Option<usize>>,
}

impl Past {
    /// So many moves were `made`; `view_at` shows the board after some of them, as far as that is known.
    pub(crate) fn new(
        stage: Stage,
        made: Memo<usize>,
        view_at: impl Fn(usize) -> Option<View> + Send + Sync + 'static,
    ) -> Past {
        let view_at = StoredValue::new(Box::new(view_at) as Box<_>);
        let past = Past { stage, made, view_at, place: RwSignal::new(None) };
        Effect::new(move |_| {
            made.track();
            past.place.set(None);
        });
        let keys = window_event_listener(leptos::ev::keydown, move |event| past.key(&event));
        on_cleanup(move || keys.remove());
        past
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
        if let Some(view) = self.view_at.with_value(|view_at| view_at(place)) {
            self.place.set((place < made).then_some(place));
            self.stage.jump(view, Vec::new());
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
                <button type="button" data-do="present" on:click=move |_| past.go(usize::MAX)>{move || page.say(game::TO_PRESENT)}</button>
            </p>
        </Show>
    }
}
