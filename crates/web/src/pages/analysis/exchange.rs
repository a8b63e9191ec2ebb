use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::text::{common, exchange as text, game};
use yipan_board::{Form, Question, Replay, Route, Said, export, forms};

use super::desk::{Desk, kept_line};
use super::{copy, kind_of};
use crate::thinker::Thinker;
use crate::{files, store};

/// Games in and out.
#[component]
pub(super) fn Exchange(desk: Desk) -> impl IntoView {
    let page = desk.page;
    view! {
        <details class="exchange">
            <summary>{move || page.say(text::TITLE)}</summary>
            <Out desk/>
            <In desk/>
        </details>
    }
}

/// The line in a form that can be copied or kept as a file.
#[component]
fn Out(desk: Desk) -> impl IntoView {
    let (page, kind) = (desk.page, desk.stage.grid.kind());
    let form = RwSignal::new(Form::Record);
    let offered = Memo::new(move |_| forms(kind, desk.replay.with(|replay| replay.game(0).has_modes())));
    let written = Memo::new(move |_| {
        let (place, form, language) = (desk.place.get(), form.get(), page.language.get());
        desk.replay.with(|replay| export(replay, place, form, language)).unwrap_or_default()
    });
    let choose = move |event| {
        let picked =
            event_target_value(&event).parse::<usize>().ok().and_then(|index| Form::ALL.get(index).copied());
        form.set(picked.unwrap_or(Form::Record));
    };
    let options = move || {
        let option = |(index, offer): (usize, Form)| {
            view! { <option value=index selected=move || form.get() == offer>{offer.name(page.language.get())}</option> }
        };
        Form::ALL
            .into_iter()
            .enumerate()
            .filter(|(_, form)| offered.with(|offered| offered.contains(form)))
            .map(option)
            .collect_view()
    };
    let save = move |_| {
        let name = format!("{}.{}", kind.name(), form.get_untracked().ending());
        files::save(&name, &written.get_untracked());
    };
    view! {
        <div class="out">
            <label><span>{move || page.say(text::EXPORT)}</span>
                <select name="form" on:change=choose>{options}</select></label>
            <textarea class="written" name="written" rows="4" readonly=true spellcheck="false" aria-label=move || page.say(text::EXPORT)
                prop:value=move || written.get()></textarea>
            <div class="judge-buttons">
                <button type="button" data-do="copy" on:click=move |_| copy(desk, written.get_untracked())>{move || page.say(common::COPY)}</button>
                <button type="button" data-do="save" on:click=save>{move || page.say(text::SAVE)}</button>
            </div>
        </div>
    }
}

/// A game by paste or file.
#[component]
fn In(desk: Desk) -> impl IntoView {
    let page = desk.page;
    let (pasted, file) = (NodeRef::<Textarea>::new(), NodeRef::<Input>::new());
    let problem = RwSignal::new(Said::default());
    let reader = StoredValue::new_local(Thinker::default());
    on_cleanup(move || reader.with_value(Thinker::stop));
    let take = move |bytes: Vec<u8>| {
        let opening = desk.replay.with_untracked(|replay| replay.opening().clone());
        problem.set(Said::default());
        reader.with_value(|reader| {
            reader.ask(&opening, &[], Question::Import { bytes }, move |answer| match answer.read {
                Some(Ok(line)) => {
                    let Some(kind) = Replay::restore(&line).map(|replay| kind_of(&replay)) else {
                        return;
                    };
                    store::write(&kept_line(kind), &line);
                    page.go(Route::Analysis(kind));
                }
                Some(Err(said)) => {
                    let _ = problem.try_set(said);
                }
                None => {
                    let _ = problem.try_set(game::STUCK.into());
                }
            });
        });
    };
    let read_text = move |_| {
        let text = pasted.get_untracked().map(|area| area.value()).unwrap_or_default();
        take(text.into_bytes());
    };
    let read_file = move |_| {
        let Some(chosen) = file.get_untracked().and_then(|input| files::chosen(&input)) else { return };
        spawn_local(async move {
            match files::read(chosen).await {
                Some(bytes) => take(bytes),
                None => {
                    let _ = problem.try_set(text::TOO_LARGE.into());
                }
            }
        });
    };
    view! {
        <div class="in">
            <label><span>{move || page.say(text::IMPORT)}</span>
                <textarea name="import" rows="4" spellcheck="false" node_ref=pasted placeholder=move || page.say(text::IMPORT_HINT)></textarea></label>
            <div class="judge-buttons">
                <button type="button" data-do="import" on:click=read_text>{move || page.say(text::READ)}</button>
                <label class="button"><span>{move || page.say(text::FILE)}</span>
                    <input class="aloud" type="file" name="file" accept=".pgn,.fen,.txt,.yipan,.6zc,.xqf" node_ref=file on:change=read_file/></label>
            </div>
            <p class="note" role="alert">{move || page.read(problem)}</p>
        </div>
    }
}
