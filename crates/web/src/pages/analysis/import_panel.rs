use leptos::html::{Input, Textarea};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{game, import_export as text};
use yipan_client::{
    GameChoice, GameChoices, GameTree, ImportedText, LocalizedText, MAX_FILE_BYTES, WorkerQuery,
    WorkerResponse,
};

use super::chapter_storage::AddedGame;
use super::game_chooser::GameChooser;
use super::state::AnalysisState;
use crate::browser::engine_worker::EngineWorker;
use crate::browser::files;
use crate::game_scan::scan_games;

/// Import of a game from pasted text or a file.
#[component]
pub(super) fn ImportPanel(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let (pasted_text, file) = (NodeRef::<Textarea>::new(), NodeRef::<Input>::new());
    let problem = RwSignal::new(LocalizedText::default());
    let on_failure = Callback::new(move |message| {
        let _ = problem.try_set(message);
    });
    let import_worker = StoredValue::new_local(EngineWorker::default());
    on_cleanup(move || import_worker.with_value(EngineWorker::cancel));
    // The bytes of a file with several games, and its list of games.
    let (file_bytes, games) = (StoredValue::new(Vec::<u8>::new()), RwSignal::new(Vec::<GameChoice>::new()));
    let found_count = RwSignal::new(None::<usize>);
    let import = move |bytes: Vec<u8>, first_line: usize| {
        // The page may have been left while the file was read.
        let Some(setup) = analysis.tree.try_with_untracked(|tree| tree.setup().clone()) else { return };
        let _ = problem.try_set(LocalizedText::default());
        let _ = import_worker.try_with_value(|reader| {
            let query = WorkerQuery::Import { bytes, first_line };
            reader.query(&setup, &[], query, move |response| {
                if let Some(message) = open_imported(analysis, response, on_failure) {
                    let _ = problem.try_set(message);
                }
            });
        });
    };
    let read = move |bytes: Vec<u8>| {
        let _ = problem.try_set(LocalizedText::default());
        if games.try_set(Vec::new()).is_some() {
            // The page was left while the file was read.
            return;
        }
        if !GameChoices::may_be_in(&bytes) {
            return import(bytes, 1);
        }
        spawn_local(async move {
            let Some(choices) = scan_games(&bytes, found_count).await else { return };
            let _ = found_count.try_set(None);
            if choices.games().len() < 2 {
                return import(bytes, 1);
            }
            let _ = file_bytes.try_set_value(bytes);
            let _ = games.try_set(choices.games().to_vec());
        });
    };
    let read_text = move |_| {
        let pasted = pasted_text.get_untracked().map(|area| area.value()).unwrap_or_default();
        if pasted.len() > MAX_FILE_BYTES {
            problem.set(text::TOO_LARGE.into());
            return;
        }
        read(pasted.into_bytes());
    };
    let read_file = move |_| {
        let Some(chosen) = file.get_untracked().and_then(|input| files::take_selected_file(&input)) else {
            return;
        };
        spawn_local(async move {
            match files::read_bytes(chosen).await {
                Ok(bytes) => read(bytes),
                Err(message) => {
                    let _ = problem.try_set(message.into());
                }
            }
        });
    };
    let choose = Callback::new(move |choice: GameChoice| {
        let bytes = file_bytes.with_value(|bytes| bytes.get(choice.bytes.clone()).map(<[u8]>::to_vec));
        import(bytes.unwrap_or_default(), choice.first_line);
    });
    let progress =
        move || found_count.get().map(|count| context.t_args(text::SEARCHING, &[&count.to_string()]));
    view! {
        <div class="import">
            <label><span>{move || context.t(text::IMPORT)}</span>
                <textarea name="import" rows="4" spellcheck="false" node_ref=pasted_text placeholder=move || context.t(text::IMPORT_HINT)></textarea></label>
            <div class="button-row">
                <button type="button" data-do="import" on:click=read_text>{move || context.t(text::READ)}</button>
                <label class="button"><span>{move || context.t(text::FILE)}</span>
                    <input class="visually-hidden" type="file" name="file" accept=".pgn,.fen,.txt,.yipan,.ytree,.6zc,.xqf" node_ref=file on:change=read_file/></label>
            </div>
            <p role="status">{progress}</p>
            <p class="message" role="alert">{move || context.localized(problem)}</p>
            <GameChooser games on_choose=choose/>
        </div>
    }
}

/// Opens an imported game. Returns the message if there is none.
fn open_imported(
    analysis: AnalysisState,
    response: WorkerResponse,
    on_failure: Callback<LocalizedText>,
) -> Option<LocalizedText> {
    let ImportedText { tree: stored, notes } = match response.imported {
        Some(Ok(imported)) => imported,
        Some(Err(message)) => return Some(message),
        None => return Some(game::ENGINE_FAILED.into()),
    };
    let tree = GameTree::restore(&stored)?;
    analysis.open_game(AddedGame { tree, notes, on_failure });
    None
}
