use leptos::prelude::*;
use yipan_board::text::{game, replay as text};
use yipan_board::{Replay, capital};
use yipan_rules::{Seat, Viewer};

use super::desk::Desk;
use crate::art;

/// Step by step through the line.
#[component]
pub(super) fn Controls(desk: Desk) -> impl IntoView {
    let page = desk.page;
    let at_start = move || desk.place.get() == 0;
    let at_end = move || desk.place.get() >= desk.len();
    let slide = move |event| {
        desk.running.set(false);
        desk.go(event_target_value(&event).parse().unwrap_or_default());
    };
    let step = move || page.fill(text::STEP, &[&desk.place.get().to_string(), &desk.len().to_string()]);
    let run = move || if desk.running.get() { text::PAUSE } else { text::WATCH };
    view! {
        <div class="steps">
            <div class="step-buttons">
                <button type="button" data-do="start" title=move || page.say(text::START) aria-label=move || page.say(text::START)
                    disabled=at_start on:click=move |_| { desk.running.set(false); desk.go(0); }><span inner_html=art::FIRST></span></button>
                <button type="button" data-do="back" title=move || page.say(text::BACK) aria-label=move || page.say(text::BACK)
                    disabled=at_start on:click=move |_| desk.back()><span inner_html=art::PREVIOUS></span></button>
                <button type="button" data-do="run" title=move || page.say(run()) aria-label=move || page.say(run())
                    disabled=move || desk.len() == 0 on:click=move |_| desk.run()>
                    <span inner_html=move || if desk.running.get() { art::PAUSE } else { art::PLAY }></span></button>
                <button type="button" data-do="on" title=move || page.say(text::ON) aria-label=move || page.say(text::ON)
                    disabled=at_end on:click=move |_| desk.on()><span inner_html=art::NEXT></span></button>
                <button type="button" data-do="end" title=move || page.say(text::END) aria-label=move || page.say(text::END)
                    disabled=at_end on:click=move |_| { desk.running.set(false); desk.go(usize::MAX); }><span inner_html=art::LAST></span></button>
                <button type="button" data-do="flip" title=move || page.say(game::FLIP) aria-label=move || page.say(game::FLIP)
                    on:click=move |_| desk.flipped.update(|flipped| *flipped = !*flipped)><span inner_html=art::FLIP></span></button>
            </div>
            <input type="range" name="step" min="0" max=move || desk.len().to_string() prop:value=move || desk.place.get().to_string()
                aria-label=step aria-valuetext=step on:input=slide/>
            <Eyes desk/>
        </div>
    }
}

/// From whose eyes, where that makes a difference.
#[component]
fn Eyes(desk: Desk) -> impl IntoView {
    const EYES: [Viewer; 4] =
        [Viewer::Arbiter, Viewer::Player(Seat::First), Viewer::Player(Seat::Second), Viewer::Spectator];
    let (page, kind) = (desk.page, desk.stage.grid.kind());
    let name = move |eye: Viewer| match eye {
        Viewer::Arbiter => capital(page.say(text::EVERYTHING)),
        Viewer::Spectator => capital(page.say(text::SPECTATOR)),
        Viewer::Player(seat) => capital(kind.seat_words(seat, page.language.get())),
    };
    let choose = move |event| {
        let index: usize = event_target_value(&event).parse().unwrap_or_default();
        desk.look(EYES.get(index).copied().unwrap_or(Viewer::Arbiter));
    };
    let options = move || {
        let option = |(index, eye): (usize, Viewer)| {
            view! { <option value=index selected=move || desk.eye.get() == eye>{move || name(eye)}</option> }
        };
        EYES.into_iter().enumerate().map(option).collect_view()
    };
    view! {
        <Show when=move || desk.replay.with(Replay::has_eyes)>
            <label class="eyes">
                <span>{move || page.say(text::EYES)}</span>
                <select name="eyes" on:change=choose>{options()}</select>
            </label>
        </Show>
    }
}
