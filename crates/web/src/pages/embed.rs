use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{ReplayHeader, SharedView};
use yipan_client::text::{Text, game, replay as text, rules, sharing};
use yipan_client::{GameTree, LocalizedText, Orientation, Replay, Route};
use yipan_core::{Side, Viewer};

use crate::board::Board;
use crate::board_view::BoardView;
use crate::context::{AppContext, use_app_context};
use crate::icons;
use crate::panel::DiceArea;
use crate::server_record::load_record;

/// A finished game of the server in a frame of another site: the board, and buttons to step through the moves.
///
/// Links open another window, because nothing but a game may be shown in a frame.
#[component]
pub(crate) fn EmbedPage(code: String) -> impl IntoView {
    let context = use_app_context();
    let read = RwSignal::new(None::<Result<GameTree, LocalizedText>>);
    let room = code.clone();
    spawn_local(async move {
        let found = load_record(&code, context.language.get_untracked()).await;
        let _ = read.try_set(Some(found));
    });
    move || {
        match read.get() {
        None => view! { <p class="not-found">{context.t(rules::LOADING)}</p> }.into_any(),
        Some(Ok(tree)) => view! { <EmbeddedGame tree code=room.clone()/> }.into_any(),
        Some(Err(message)) => {
            view! { <p class="not-found" role="alert">{message.localize(context.language.get()).to_owned()}</p> }
                .into_any()
        }
    }
    }
}

/// The position of a replay on the screen.
#[derive(Clone, Copy)]
struct Playback {
    context: AppContext,
    replay: StoredValue<Replay>,
    board: BoardView,
    ply: RwSignal<usize>,
    /// The viewer whose knowledge is shown.
    viewer: Viewer,
    bottom: RwSignal<Side>,
}

impl Playback {
    fn new(replay: Replay, shared: SharedView) -> Playback {
        let viewer = shared.viewer;
        let ply = shared.ply.map_or(0, |actions| replay.step_after_actions(actions));
        let board = BoardView::new(replay.grid(), replay.view(ply, viewer));
        board.set_last_move(replay.last_move_marks(ply, viewer));
        Playback {
            context: use_app_context(),
            replay: StoredValue::new(replay),
            board,
            ply: RwSignal::new(ply),
            viewer,
            bottom: RwSignal::new(shared.bottom()),
        }
    }

    fn len(self) -> usize {
        self.replay.with_value(Replay::len)
    }

    /// Displays a position. A step to the next one is animated.
    fn go_to_ply(self, ply: usize) {
        let (ply, before) = (ply.min(self.len()), self.ply.get_untracked());
        self.replay.with_value(|replay| {
            if ply == before + 1 && !self.board.is_animating.get_untracked() {
                self.board.enqueue_step(replay.update_at(ply, self.viewer));
            } else {
                let marks = replay.last_move_marks(ply, self.viewer);
                self.board.set_now(replay.view(ply, self.viewer), marks);
            }
        });
        self.ply.set(ply);
        let style = untrack(|| self.context.notation_style());
        self.context.announce(self.replay.with_value(|replay| replay.announce(ply, self.viewer, style)));
    }

    fn flip(self) {
        self.bottom.update(|bottom| *bottom = bottom.other());
    }

    fn handle_key(self, event: &KeyboardEvent) {
        if event.ctrl_key() || event.meta_key() || event.alt_key() {
            return;
        }
        let ply = self.ply.get_untracked();
        match event.key().as_str() {
            "ArrowLeft" => self.go_to_ply(ply.saturating_sub(1)),
            "ArrowRight" => self.go_to_ply(ply + 1),
            "ArrowUp" | "Home" => self.go_to_ply(0),
            "ArrowDown" | "End" => self.go_to_ply(usize::MAX),
            "f" => self.flip(),
            _ => return,
        }
        event.prevent_default();
    }
}

#[component]
fn EmbeddedGame(tree: GameTree, code: String) -> impl IntoView {
    let header = StoredValue::new(ReplayHeader::from_tree(&tree));
    let shared = SharedView::from_query(&window().location().search().unwrap_or_default());
    let playback = Playback::new(tree.replay(&tree.main_line()), shared);
    let (context, board, kind) = (playback.context, playback.board, playback.board.grid.kind());
    let keys = window_event_listener(leptos::ev::keydown, move |event| playback.handle_key(&event));
    on_cleanup(move || keys.remove());
    let rotated = playback.replay.with_value(|replay| replay.game_at(0).has_gravity());
    let orientation = Signal::derive(move || Orientation { bottom: playback.bottom.get(), rotated });
    let players = move || {
        header.with_value(|header| {
            header.as_ref().map(|header| header.text(context.language.get())).unwrap_or_default()
        })
    };
    let status = move || {
        let (ply, language) = (playback.ply.get(), context.language.get());
        playback.replay.with_value(|replay| replay.status_text(ply, playback.viewer, language))
    };
    let step =
        move || context.t_args(text::STEP, &[&playback.ply.get().to_string(), &playback.len().to_string()]);
    let at_start = Signal::derive(move || playback.ply.get() == 0);
    let at_end = Signal::derive(move || playback.ply.get() >= playback.len());
    let button = move |key, label: Text, icon, disabled: Signal<bool>, press: Callback<()>| {
        view! {
            <button type="button" data-do=key title=move || context.t(label) aria-label=move || context.t(label)
                disabled=move || disabled.get() on:click=move |_| press.run(())><span inner_html=icon></span></button>
        }
    };
    let go = move |target: fn(usize) -> usize| {
        Callback::new(move |()| playback.go_to_ply(target(playback.ply.get_untracked())))
    };
    let no_action = Callback::new(|_: String| ());
    let dice =
        move |side: Side| view! { <div class="dice-slot"><DiceArea board side on_action=no_action/></div> };
    view! {
        <section class=format!("embed {}", kind.name()) data-embed="" data-viewer=shared.viewer_key() data-ply=move || playback.ply.get().to_string()>
            <h1 class="embed-players">{players}</h1>
            <div class="board-frame">
                <Board board orientation own_side=Signal::derive(|| None) on_action=no_action on_press=Callback::new(|_| ())/>
            </div>
            <div class="embed-dice">{Side::BOTH.map(dice).into_iter().collect_view()}</div>
            <p class="embed-status" data-status="">{step}" · "{status}</p>
            <div class="step-buttons">
                {button("start", text::START, icons::FIRST, at_start, go(|_| 0))}
                {button("previous", text::BACK, icons::PREVIOUS, at_start, go(|ply| ply.saturating_sub(1)))}
                {button("next", text::FORWARD, icons::NEXT, at_end, go(|ply| ply + 1))}
                {button("end", text::END, icons::LAST, at_end, go(|_| usize::MAX))}
                {button("flip", game::FLIP, icons::FLIP, Signal::derive(|| false), Callback::new(move |()| playback.flip()))}
            </div>
            <a href=Route::Replay(code).path() target="_blank" rel="noopener" data-link="full">{move || context.t(sharing::OPEN_FULL)}</a>
        </section>
    }
}
