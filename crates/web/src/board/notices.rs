use leptos::prelude::*;

use crate::board_view::BoardView;
use crate::context::use_app_context;

/// Short notices at the upper edge of the board about mines and portals. Presses pass through them.
#[component]
pub(super) fn Notices(board: BoardView) -> impl IntoView {
    let context = use_app_context();
    let lines = move || {
        let language = context.language.get();
        let notices = board.notices.get();
        notices
            .into_iter()
            .map(|(_, text)| view! { <p>{text.localize(language).to_owned()}</p> })
            .collect_view()
    };
    view! { <div class="board-notices" role="status" data-notices="">{lines}</div> }
}
