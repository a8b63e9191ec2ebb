use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::Replay;
use yipan_client::text::{game, replay as text, tree};

use super::state::AnalysisState;
use crate::icons;
use crate::viewer_select::ViewerSelect;

/// Buttons and a slider to step through the moves.
#[component]
pub(super) fn Controls(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let at_start = move || analysis.ply.get() == 0;
    let at_end = move || analysis.ply.get() >= analysis.len();
    let slide = move |event| {
        analysis.is_autoplaying.set(false);
        analysis.go_to_ply(event_target_value(&event).parse().unwrap_or_default());
    };
    let step =
        move || context.t_args(text::STEP, &[&analysis.ply.get().to_string(), &analysis.len().to_string()]);
    let open_menu = move |event: leptos::ev::MouseEvent| {
        let button = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if let Some(rect) = button.map(|button| button.get_bounding_client_rect()) {
            analysis.is_menu_armed.set(true);
            analysis.menu.set(Some((rect.left(), rect.top())));
        }
    };
    let autoplay_text = move || if analysis.is_autoplaying.get() { text::PAUSE } else { text::PLAY };
    view! {
        <div class="steps">
            <div class="step-buttons">
                <button type="button" data-do="start" title=move || context.t(text::START) aria-label=move || context.t(text::START)
                    disabled=at_start on:click=move |_| { analysis.is_autoplaying.set(false); analysis.go_to_ply(0); }><span inner_html=icons::FIRST></span></button>
                <button type="button" data-do="previous" title=move || context.t(text::BACK) aria-label=move || context.t(text::BACK)
                    disabled=at_start on:click=move |_| analysis.previous()><span inner_html=icons::PREVIOUS></span></button>
                <button type="button" data-do="autoplay" title=move || context.t(autoplay_text()) aria-label=move || context.t(autoplay_text())
                    disabled=move || analysis.len() == 0 on:click=move |_| analysis.toggle_autoplay()>
                    <span inner_html=move || if analysis.is_autoplaying.get() { icons::PAUSE } else { icons::PLAY }></span></button>
                <button type="button" data-do="next" title=move || context.t(text::FORWARD) aria-label=move || context.t(text::FORWARD)
                    disabled=at_end on:click=move |_| analysis.next()><span inner_html=icons::NEXT></span></button>
                <button type="button" data-do="end" title=move || context.t(text::END) aria-label=move || context.t(text::END)
                    disabled=at_end on:click=move |_| { analysis.is_autoplaying.set(false); analysis.go_to_ply(usize::MAX); }><span inner_html=icons::LAST></span></button>
                <button type="button" data-do="flip" title=move || context.t(game::FLIP) aria-label=move || context.t(game::FLIP)
                    on:click=move |_| analysis.flipped.update(|flipped| *flipped = !*flipped)><span inner_html=icons::FLIP></span></button>
                <button type="button" data-do="move-menu" title=move || context.t(tree::OPEN_MENU) aria-label=move || context.t(tree::OPEN_MENU)
                    aria-haspopup="menu" on:click=open_menu><span inner_html=icons::MENU></span></button>
            </div>
            <input type="range" name="step" min="0" max=move || analysis.len().to_string() prop:value=move || analysis.ply.get().to_string()
                aria-label=step aria-valuetext=step on:input=slide/>
            <Show when=move || analysis.replay.with(Replay::depends_on_viewer)>
                <ViewerSelect kind=analysis.board.grid.kind() label=text::VIEWED_BY name="viewer" viewer=analysis.viewer
                    on_choose=Callback::new(move |viewer| analysis.set_viewer(viewer))/>
            </Show>
        </div>
    }
}
