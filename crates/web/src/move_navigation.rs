use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_client::MoveMarks;
use yipan_client::text::game;
use yipan_wire::View;

use crate::board_view::BoardView;
use crate::context::use_app_context;

/// Browses the moves of a running game by keyboard and click.
#[derive(Clone, Copy)]
pub(crate) struct MoveNavigator {
    board: BoardView,
    move_count: Memo<usize>,
    position_at: StoredValue<Box<dyn Fn(usize) -> Option<PositionAt> + Send + Sync>>,
    viewed_ply: RwSignal<Option<usize>>,
    /// Whether moves were played while the user browses earlier ones.
    has_new_moves: RwSignal<bool>,
}

/// A position, and the marks of its last move.
pub(crate) type PositionAt = (View, MoveMarks);

impl MoveNavigator {
    /// Creates the navigator. `position_at` returns the position after a number of moves, or `None` if it is unknown.
    pub(crate) fn new(
        board: BoardView,
        move_count: Memo<usize>,
        position_at: impl Fn(usize) -> Option<PositionAt> + Send + Sync + 'static,
    ) -> MoveNavigator {
        let view_at = StoredValue::new(Box::new(position_at) as Box<_>);
        let navigator = MoveNavigator {
            board,
            move_count,
            position_at: view_at,
            viewed_ply: RwSignal::new(None),
            has_new_moves: RwSignal::new(false),
        };
        // A new move does not interrupt browsing. A takeback does.
        Effect::new(move |before: Option<usize>| {
            let move_count = move_count.get();
            match before {
                Some(before) if move_count > before && navigator.viewed_ply.get_untracked().is_some() => {
                    navigator.has_new_moves.set(true);
                }
                _ => navigator.return_to_live(),
            }
            move_count
        });
        // Playing a move unfreezes the board.
        Effect::new(move |_| {
            if !board.frozen.get() {
                navigator.return_to_live();
            }
        });
        let keys = window_event_listener(leptos::ev::keydown, move |event| navigator.handle_key(&event));
        on_cleanup(move || keys.remove());
        navigator
    }

    fn return_to_live(self) {
        self.viewed_ply.set(None);
        self.has_new_moves.set(false);
        self.board.unfreeze();
    }

    /// Returns the number of moves played in the displayed position.
    pub(crate) fn current_ply(self) -> Signal<usize> {
        Signal::derive(move || self.viewed_ply.get().unwrap_or_else(|| self.move_count.get()))
    }

    /// Returns the callback of the move list.
    pub(crate) fn on_pick(self) -> Callback<usize> {
        Callback::new(move |index: usize| self.go_to_ply(index + 1))
    }

    fn go_to_ply(self, ply: usize) {
        let move_count = self.move_count.get_untracked();
        let ply = ply.min(move_count);
        if let Some((view, last)) = self.position_at.with_value(|view_at| view_at(ply)) {
            if ply < move_count {
                self.viewed_ply.set(Some(ply));
                self.board.frozen.set(true);
            } else {
                self.return_to_live();
            }
            self.board.set_now(view, last);
        }
    }

    /// Handles arrow keys that neither the board nor a form field has consumed.
    fn handle_key(self, event: &KeyboardEvent) {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        let is_typing = target
            .is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
        if is_typing || event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let current = untrack(|| self.current_ply().get());
        match event.key().as_str() {
            "ArrowLeft" => self.go_to_ply(current.saturating_sub(1)),
            "ArrowRight" => self.go_to_ply(current + 1),
            "ArrowUp" => self.go_to_ply(0),
            "ArrowDown" => self.go_to_ply(usize::MAX),
            _ => return,
        }
        event.prevent_default();
    }
}

/// A banner with the number of the displayed move and a button back to the current position.
#[component]
pub(crate) fn HistoryBanner(navigator: MoveNavigator) -> impl IntoView {
    let context = use_app_context();
    let text = move || {
        let parts = [navigator.viewed_ply.get().unwrap_or_default(), navigator.move_count.get()]
            .map(|number| number.to_string());
        context.t_args(game::VIEWING_EARLIER_MOVE, &[&parts[0], &parts[1]])
    };
    view! {
        <Show when=move || navigator.viewed_ply.get().is_some()>
            <p class="banner" data-history="">
                {text}" "
                {move || navigator.has_new_moves.get().then(|| view! { <b class="badge" role="status" data-new-move="">{context.t(game::NEW_MOVE)}</b>" " })}
                <button type="button" data-do="return-to-live" on:click=move |_| navigator.go_to_ply(usize::MAX)>{move || context.t(game::BACK_TO_GAME)}</button>
            </p>
        </Show>
    }
}
