use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::SharedView;
use yipan_client::text::sharing as text;
use yipan_client::{LocalizedText, line_record};
use yipan_core::Side;
use yipan_wire::PictureRequest;

use super::state::AnalysisState;
use crate::browser::{fetch, files};
use crate::icons;

/// Downloads of the displayed position as a picture and of the displayed line as an animation, as the viewer sees them.
///
/// The server draws them from what it is sent, so that variations and games on one screen have pictures too.
#[component]
pub(super) fn LinePictures(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let is_drawing = RwSignal::new(false);
    let draw = move |file: &'static str, is_position: bool| {
        let line = analysis.line.get_untracked();
        let Some(record) = analysis.tree.with_untracked(|tree| line_record(tree, &line)) else { return };
        let step_index = analysis.ply.get_untracked();
        let actions = analysis.replay.with_untracked(|replay| replay.action_count(step_index));
        let view =
            SharedView { viewer: analysis.viewer.get_untracked(), ply: is_position.then_some(actions) };
        let bottom = if analysis.flipped.get_untracked() { Side::Second } else { Side::First };
        let bottom = if bottom == Side::Second { "second" } else { "first" };
        let language = context.language.get_untracked();
        let path = format!("/api/pictures/{file}?bottom={bottom}&lang={language}&{}", view.to_query());
        let name = format!("{}-{file}", analysis.board.grid.kind().name());
        is_drawing.set(true);
        spawn_local(async move {
            let drawn = fetch::post_for_file(&path, &PictureRequest { record }, language).await;
            // The page may have been left.
            if is_drawing.try_set(false).is_some() {
                return;
            }
            match drawn {
                Ok(bytes) => {
                    analysis.show_message(LocalizedText::default());
                    files::save_as_file(&name, &bytes);
                }
                Err(error) => analysis.show_message(fetch::error_text(&error, language)),
            }
        });
    };
    view! {
        <div class="buttons" data-pictures="">
            <button type="button" class="labelled" data-do="position-picture" disabled=move || is_drawing.get() on:click=move |_| draw("board.png", true)>
                <span inner_html=icons::SHARE></span>{move || context.t(text::POSITION_PICTURE)}
            </button>
            <button type="button" class="labelled" data-do="line-animation" disabled=move || is_drawing.get() on:click=move |_| draw("game.gif", false)>
                <span inner_html=icons::SHARE></span>{move || context.t(text::LINE_ANIMATION)}
            </button>
            <span role="status">{move || is_drawing.get().then(|| context.t(text::DRAWING))}</span>
        </div>
    }
}
