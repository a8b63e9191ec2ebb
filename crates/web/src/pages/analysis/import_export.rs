use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, game, import_export as text};
use yipan_client::{ExportFormat, LocalizedText, Replay, Route, WorkerQuery, export, export_formats};

use super::state::{AnalysisState, analysis_storage_key};
use super::{copy_text, kind_of};
use crate::engine_worker::EngineWorker;
use crate::{files, local_storage};

/// Games in and out.
#[component]
pub(super) fn Exchange(desk: AnalysisState) -> impl IntoView {
    let page = desk.page;
    view! {
        <details class="exchange">
            <summary>{move || page.t(text::TITLE)}</summary>
            <Out desk/>
            <In desk/>
        </details>
    }
}

/// The line in a form that can be copied or kept as a file.
#[component]
fn Out(desk: AnalysisState) -> impl IntoView {
    let (page, kind) = (desk.page, desk.stage.grid.kind());
    let format = RwSignal::new(ExportFormat::Record);
    let offered =
        Memo::new(move |_| export_formats(kind, desk.replay.with(|replay| replay.game_at(0).has_modes())));
    let exported = Memo::new(move |_| {
        let (place, form, language) = (desk.ply.get(), format.get(), page.language.get());
        desk.replay.with(|replay| export(replay, place, form, language)).unwrap_or_default()
    });
    let choose = move |event| {
        let picked = event_target_value(&event)
            .parse::<usize>()
            .ok()
            .and_then(|index| ExportFormat::ALL.get(index).copied());
        format.set(picked.unwrap_or(ExportFormat::Record));
    };
    let options = move || {
        let option = |(index, offer): (usize, ExportFormat)| {
            view! { <option value=index selected=move || format.get() == offer>{offer.name(page.language.get())}</option> }
        };
        ExportFormat::ALL
            .into_iter()
            .enumerate()
            .filter(|(_, form)| offered.with(|offered| offered.contains(form)))
            .map(option)
            .collect_view()
    };
    let save = move |_| {
        let name = format!("{}.{}", kind.name(), format.get_untracked().extension());
        files::save_as_file(&name, &exported.get_untracked());
    };
    view! {
        <div class="out">
            <label><span>{move || page.t(text::EXPORT)}</span>
                <select name="form" on:change=choose>{options}</select></label>
            <textarea class="written" name="written" rows="4" readonly=true spellcheck="false" aria-label=move || page.t(text::EXPORT)
                prop:value=move || exported.get()></textarea>
            <div class="judge-buttons">
                <button type="button" data-do="copy" on:click=move |_| copy_text(desk, exported.get_untracked())>{move || page.t(common::COPY)}</button>
                <button type="button" data-do="save" on:click=save>{move || page.t(text::SAVE)}</button>
            </div>
        </div>
    }
}

/// A game by paste or file.
#[component]
fn In(desk: AnalysisState) -> impl IntoView {
    let page = desk.page;
    let (pasted_text, file) = (NodeRef::<Textarea>::new(), NodeRef::<Input>::new());
    let problem = RwSignal::new(LocalizedText::default());
    let import_worker = StoredValue::new_local(EngineWorker::default());
    on_cleanup(move || import_worker.with_value(EngineWorker::cancel));
    let import = move |bytes: Vec<u8>| {
        let opening = desk.replay.with_untracked(|replay| replay.setup().clone());
        problem.set(LocalizedText::default());
        import_worker.with_value(|reader| {
            reader.query(&opening, &[], WorkerQuery::Import { bytes }, move |answer| match answer.imported {
                Some(Ok(line)) => {
                    let Some(kind) = Replay::restore(&line).map(|replay| kind_of(&replay)) else {
                        return;
                    };
                    local_storage::write(&analysis_storage_key(kind), &line);
                    page.navigate(Route::Analysis(kind));
                }
                Some(Err(said)) => {
                    let _ = problem.try_set(said);
                }
                None => {
                    let _ = problem.try_set(game::ENGINE_FAILED.into());
                }
            });
        });
    };
    let read_text = move |_| {
        let text = pasted_text.get_untracked().map(|area| area.value()).unwrap_or_default();
        import(text.into_bytes());
    };
    let read_file = move |_| {
        let Some(chosen) = file.get_untracked().and_then(|input| files::take_selected_file(&input)) else {
            return;
        };
        spawn_local(async move {
            match files::read_bytes(chosen).await {
                Some(bytes) => import(bytes),
                None => {
                    let _ = problem.try_set(text::TOO_LARGE.into());
                }
            }
        });
    };
    view! {
        <div class="in">
            <label><span>{move || page.t(text::IMPORT)}</span>
                <textarea name="import" rows="4" spellcheck="false" node_ref=pasted_text placeholder=move || page.t(text::IMPORT_HINT)></textarea></label>
            <div class="judge-buttons">
                <button type="button" data-do="import" on:click=read_text>{move || page.t(text::READ)}</button>
                <label class="button"><span>{move || page.t(text::FILE)}</span>
                    <input class="aloud" type="file" name="file" accept=".pgn,.fen,.txt,.yipan,.6zc,.xqf" node_ref=file on:change=read_file/></label>
            </div>
            <p class="note" role="alert">{move || page.localized(problem)}</p>
        </div>
    }
}
