use leptos::prelude::*;
use yipan_client::ResultSummary;
use yipan_client::text::{common, result as result_text};

use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::icons;

/// The result of a game over its board. It can be closed, to see the final position, and opened again.
#[derive(Clone, Copy)]
pub(crate) struct ResultCardState {
    /// The result; `None` while the game runs or its last move is animated.
    result: Memo<Option<ResultSummary>>,
    is_closed: RwSignal<bool>,
}

impl ResultCardState {
    /// Creates the card of a board. The result is shown after the last move was.
    pub(crate) fn new(
        board: BoardView,
        result: impl Fn() -> Option<ResultSummary> + Send + Sync + 'static,
    ) -> ResultCardState {
        let result = Memo::new(move |_| result().filter(|_| !board.is_animating.get()));
        let state = ResultCardState { result, is_closed: RwSignal::new(false) };
        Effect::new(move |_| {
            board.mated_side.set(result.with(|result| result.as_ref().and_then(|result| result.mated_side)));
        });
        // The result of the next game is shown again.
        Effect::new(move |_| {
            if state.result.with(Option::is_none) {
                state.is_closed.set(false);
            }
        });
        let on_key = window_event_listener(leptos::ev::keydown, move |event| {
            if event.key() == "Escape" && !event.default_prevented() && untrack(|| state.is_shown()) {
                state.is_closed.set(true);
            }
        });
        on_cleanup(move || on_key.remove());
        state
    }

    /// Closes the card, for a game that was over when the page was opened.
    pub(crate) fn close(self) {
        self.is_closed.set(true);
    }

    /// Whether the card is shown; reactive.
    pub(crate) fn is_shown(self) -> bool {
        self.result.with(Option::is_some) && !self.is_closed.get()
    }
}

/// The card with the result. Its children are what the viewer can do next.
#[component]
pub(crate) fn ResultCard(state: ResultCardState, children: ChildrenFn) -> impl IntoView {
    let context = use_app_context();
    let children = StoredValue::new(children);
    let is_shown = Memo::new(move |_| state.is_shown());
    let field = move |pick: fn(&ResultSummary) -> String| {
        move || state.result.with(|result| result.as_ref().map(pick).unwrap_or_default())
    };
    let tone = field(|result| result.tone.key().to_owned());
    view! {
        <Show when=move || is_shown.get()>
            <div class="result-card" role="dialog" aria-labelledby="result-headline" aria-describedby="result-detail" data-tone=tone>
                <button type="button" class="icon result-close" data-do="game-over-close" aria-label=move || context.t(common::CLOSE)
                    inner_html=icons::CLOSE on:click=move |_| state.close()></button>
                <p class="result-headline" id="result-headline" data-game-over="">{field(|result| result.headline.clone())}</p>
                <p class="result-detail" id="result-detail">
                    <span>{field(|result| result.detail.clone())}</span>
                    <b>{field(|result| result.score.to_owned())}</b>
                </p>
                <div class="result-actions">{move || children.with_value(|children| children())}</div>
            </div>
        </Show>
    }
}

/// A button that opens the closed card again.
#[component]
pub(crate) fn ResultButton(state: ResultCardState) -> impl IntoView {
    let context = use_app_context();
    let is_due = Memo::new(move |_| state.result.with(Option::is_some) && state.is_closed.get());
    view! {
        <Show when=move || is_due.get()>
            <button type="button" class="show-result" data-do="show-result" on:click=move |_| state.is_closed.set(false)>
                {move || context.t(result_text::SHOW_RESULT)}
            </button>
        </Show>
    }
}
