use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, game, import_export as text};
use yipan_client::{ExportFormat, LocalizedText, Replay, Route, WorkerQuery, export, export_formats};

use super::state::AnalysisState;
use crate::browser::engine_worker::EngineWorker;
use crate::browser::{files, local_storage};
use crate::saved_games::analysis_storage_key;

/// Import and export of games.
#[component]
pub(super) fn ImportExport(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    view! {
        <details class="import-export">
            <summary>{move || context.t(text::TITLE)}</summary>
            <ExportPanel analysis/>
            <ImportPanel analysis/>
        </details>
    }
}

/// The game in a chosen format, to copy or download.
#[component]
fn ExportPanel(analysis: AnalysisState) -> impl IntoView {
    let (context, kind) = (analysis.context, analysis.board.grid.kind());
    let format = RwSignal::new(ExportFormat::Record);
    let offered = Memo::new(move |_| {
        export_formats(kind, analysis.replay.with(|replay| replay.game_at(0).has_modes()))
    });
    let exported = Memo::new(move |_| {
        let (ply, form, language) = (analysis.ply.get(), format.get(), context.language.get());
        analysis.replay.with(|replay| export(replay, ply, form, language)).unwrap_or_default()
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
            view! { <option value=index selected=move || format.get() == offer>{offer.name(context.language.get())}</option> }
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
        <div class="export">
            <label><span>{move || context.t(text::EXPORT)}</span>
                <select name="format" on:change=choose>{options}</select></label>
            <textarea class="exported" name="exported" rows="4" readonly=true spellcheck="false" aria-label=move || context.t(text::EXPORT)
                prop:value=move || exported.get()></textarea>
            <div class="button-row">
                <button type="button" data-do="copy" on:click=move |_| analysis.copy(exported.get_untracked())>{move || context.t(common::COPY)}</button>
                <button type="button" data-do="save" on:click=save>{move || context.t(text::SAVE)}</button>
            </div>
        </div>
    }
}

/// Import of a game from pasted text or a file.
#[component]
fn ImportPanel(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let (pasted_text, file) = (NodeRef::<Textarea>::new(), NodeRef::<Input>::new());
    let problem = RwSignal::new(LocalizedText::default());
    let import_worker = StoredValue::new_local(EngineWorker::default());
    on_cleanup(move || import_worker.with_value(EngineWorker::cancel));
    let import = move |bytes: Vec<u8>| {
        let setup = analysis.replay.with_untracked(|replay| replay.setup().clone());
        problem.set(LocalizedText::default());
        import_worker.with_value(|reader| {
            reader.query(&setup, &[], WorkerQuery::Import { bytes }, move |response| {
                match response.imported {
                    Some(Ok(line)) => {
                        let Some(kind) = Replay::restore(&line).map(|replay| replay.grid().kind()) else {
                            return;
                        };
                        local_storage::write(&analysis_storage_key(kind), &line);
                        context.navigate(Route::Analysis(kind));
                    }
                    Some(Err(message)) => {
                        let _ = problem.try_set(message);
                    }
                    None => {
                        let _ = problem.try_set(game::ENGINE_FAILED.into());
                    }
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
        <div class="import">
            <label><span>{move || context.t(text::IMPORT)}</span>
                <textarea name="import" rows="4" spellcheck="false" node_ref=pasted_text placeholder=move || context.t(text::IMPORT_HINT)></textarea></label>
            <div class="button-row">
                <button type="button" data-do="import" on:click=read_text>{move || context.t(text::READ)}</button>
                <label class="button"><span>{move || context.t(text::FILE)}</span>
                    <input class="visually-hidden" type="file" name="file" accept=".pgn,.fen,.txt,.yipan,.6zc,.xqf" node_ref=file on:change=read_file/></label>
            </div>
            <p class="message" role="alert">{move || context.localized(problem)}</p>
        </div>
    }
}
