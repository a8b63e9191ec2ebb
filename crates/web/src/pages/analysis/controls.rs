use leptos::prelude::*;
use yipan_client::text::{game, replay as text};
use yipan_client::{Replay, capitalize};
use yipan_core::{Side, Viewer};

use super::state::AnalysisState;
use crate::icons;

/// Step by step through the line.
#[component]
pub(super) fn Controls(desk: AnalysisState) -> impl IntoView {
    let page = desk.page;
    let at_start = move || desk.ply.get() == 0;
    let at_end = move || desk.ply.get() >= desk.len();
    let slide = move |event| {
        desk.is_autoplaying.set(false);
        desk.go_to_ply(event_target_value(&event).parse().unwrap_or_default());
    };
    let step = move || page.t_args(text::STEP, &[&desk.ply.get().to_string(), &desk.len().to_string()]);
    let autoplay_text = move || if desk.is_autoplaying.get() { text::PAUSE } else { text::PLAY };
    view! {
        <div class="steps">
            <div class="step-buttons">
                <button type="button" data-do="start" title=move || page.t(text::START) aria-label=move || page.t(text::START)
                    disabled=at_start on:click=move |_| { desk.is_autoplaying.set(false); desk.go_to_ply(0); }><span inner_html=icons::FIRST></span></button>
                <button type="button" data-do="back" title=move || page.t(text::BACK) aria-label=move || page.t(text::BACK)
                    disabled=at_start on:click=move |_| desk.previous()><span inner_html=icons::PREVIOUS></span></button>
                <button type="button" data-do="run" title=move || page.t(autoplay_text()) aria-label=move || page.t(autoplay_text())
                    disabled=move || desk.len() == 0 on:click=move |_| desk.toggle_autoplay()>
                    <span inner_html=move || if desk.is_autoplaying.get() { icons::PAUSE } else { icons::PLAY }></span></button>
                <button type="button" data-do="on" title=move || page.t(text::FORWARD) aria-label=move || page.t(text::FORWARD)
                    disabled=at_end on:click=move |_| desk.next()><span inner_html=icons::NEXT></span></button>
                <button type="button" data-do="end" title=move || page.t(text::END) aria-label=move || page.t(text::END)
                    disabled=at_end on:click=move |_| { desk.is_autoplaying.set(false); desk.go_to_ply(usize::MAX); }><span inner_html=icons::LAST></span></button>
                <button type="button" data-do="flip" title=move || page.t(game::FLIP) aria-label=move || page.t(game::FLIP)
                    on:click=move |_| desk.flipped.update(|flipped| *flipped = !*flipped)><span inner_html=icons::FLIP></span></button>
            </div>
            <input type="range" name="step" min="0" max=move || desk.len().to_string() prop:value=move || desk.ply.get().to_string()
                aria-label=step aria-valuetext=step on:input=slide/>
            <Eyes desk/>
        </div>
    }
}

/// From whose eyes, where that makes a difference.
#[component]
fn Eyes(desk: AnalysisState) -> impl IntoView {
    const VIEWERS: [Viewer; 4] =
        [Viewer::Arbiter, Viewer::Player(Side::First), Viewer::Player(Side::Second), Viewer::Spectator];
    let (page, kind) = (desk.page, desk.stage.grid.kind());
    let name = move |eye: Viewer| match eye {
        Viewer::Arbiter => capitalize(page.t(text::FULL_VIEW)),
        Viewer::Spectator => capitalize(page.t(text::SPECTATOR)),
        Viewer::Player(seat) => capitalize(kind.side_name(seat, page.language.get())),
    };
    let choose = move |event| {
        let index: usize = event_target_value(&event).parse().unwrap_or_default();
        desk.set_viewer(VIEWERS.get(index).copied().unwrap_or(Viewer::Arbiter));
    };
    let options = move || {
        let option = |(index, eye): (usize, Viewer)| {
            view! { <option value=index selected=move || desk.viewer.get() == eye>{move || name(eye)}</option> }
        };
        VIEWERS.into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <Show when=move || desk.replay.with(Replay::depends_on_viewer)>
            <label class="eyes">
                <span>{move || page.t(text::VIEWED_BY)}</span>
                <select name="eyes" on:change=choose>{options()}</select>
            </label>
        </Show>
    }
}
