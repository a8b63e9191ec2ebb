use leptos::prelude::*;
use yipan_client::TwoPlayerView;
use yipan_client::text::{Text, settings as text};
use yipan_core::Side;

use crate::board_view::BoardView;
use crate::context::use_app_context;

/// The choices with their labels.
pub(crate) const TWO_PLAYER_VIEWS: [(TwoPlayerView, Text); 3] = [
    (TwoPlayerView::Fixed, text::TWO_PLAYER_FIXED),
    (TwoPlayerView::AutoFlip, text::TWO_PLAYER_AUTO_FLIP),
    (TwoPlayerView::FaceToFace, text::TWO_PLAYER_FACE_TO_FACE),
];

/// The sides of a board on a screen that two players may share.
#[derive(Clone, Copy)]
pub(crate) struct BoardSides {
    pub(crate) bottom: Memo<Side>,
    /// The side whose pieces are upside down, for the style sheet.
    pub(crate) facing: Memo<Option<&'static str>>,
}

impl BoardSides {
    /// Creates the sides. `is_shared` is whether two players see the same board; `viewing_side` is at the bottom otherwise.
    pub(crate) fn new(
        board: BoardView,
        is_shared: Signal<bool>,
        viewing_side: Signal<Side>,
        flipped: RwSignal<bool>,
    ) -> BoardSides {
        let context = use_app_context();
        let two_player_view = Memo::new(move |_| match is_shared.get() {
            true => context.settings.with(|settings| settings.two_player_view),
            false => TwoPlayerView::Fixed,
        });
        // The view changes at the end of an animation. Earlier positions and finished games have no side to move.
        let turn = Memo::new(move |last: Option<&Side>| {
            let turn = board.view.with(|view| view.turn).filter(|_| !board.frozen.get());
            turn.or(last.copied()).unwrap_or_else(|| viewing_side.get())
        });
        let bottom = Memo::new(move |_| {
            let bottom = two_player_view.get().bottom_side(viewing_side.get(), turn.get());
            if flipped.get() { bottom.other() } else { bottom }
        });
        let facing = Memo::new(move |_| match (two_player_view.get(), bottom.get()) {
            (TwoPlayerView::FaceToFace, Side::First) => Some("second"),
            (TwoPlayerView::FaceToFace, Side::Second) => Some("first"),
            (TwoPlayerView::Fixed | TwoPlayerView::AutoFlip, _) => None,
        });
        BoardSides { bottom, facing }
    }
}

/// The choice of how two players share the screen, at the board.
#[component]
pub(crate) fn TwoPlayerViewSelect() -> impl IntoView {
    let context = use_app_context();
    let change = move |event| {
        let index = event_target_value(&event).parse::<usize>().ok();
        if let Some((view, _)) = index.and_then(|index| TWO_PLAYER_VIEWS.get(index)) {
            context.settings.update(|settings| settings.two_player_view = *view);
        }
    };
    view! {
        <label class="two-player-view">
            <span>{move || context.t(text::TWO_PLAYER_VIEW)}</span>
            <select name="two-player-view" on:change=change>
                {TWO_PLAYER_VIEWS.into_iter().enumerate().map(|(index, (view, label))| view! {
                    <option value=index selected=move || context.settings.with(|settings| settings.two_player_view == view)>{move || context.t(label)}</option>
                }).collect_view()}
            </select>
        </label>
    }
}
