use std::rc::Rc;

use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{import_export, studies as text};
use yipan_client::{
    GameChoices, GameTree, LocalSetup, LocalizedText, PlayerKind, WorkerQuery, WorkerResponse, study_pgn,
};
use yipan_games::GameKind;
use yipan_wire::MAX_CHAPTERS;

use super::state::StudyState;
use crate::browser::files;
use crate::game_scan::scan_games;

/// Import of a PGN file as chapters, and export of all chapters.
#[component]
pub(super) fn StudyFiles(state: StudyState) -> impl IntoView {
    let context = state.context;
    let is_own = state.study.with_untracked(|study| study.is_own);
    let (file, notes) = (NodeRef::<Input>::new(), state.import_notes);
    let found_count = RwSignal::new(None::<usize>);
    let read_file = move |_| {
        let Some(chosen) = file.get_untracked().and_then(|input| files::take_selected_file(&input)) else {
            return;
        };
        spawn_local(async move {
            match files::read_bytes(chosen).await {
                Ok(bytes) => {
                    if let Some(import) = Import::new(state, bytes, found_count).await {
                        import.next();
                    }
                }
                Err(message) => {
                    let _ = notes.try_set(message.into());
                }
            }
        });
    };
    let progress = move || {
        found_count.get().map(|count| context.t_args(import_export::SEARCHING, &[&count.to_string()]))
    };
    let export = move |_| {
        let language = context.language.get_untracked();
        let (name, pgn) =
            state.study.with_untracked(|study| (format!("{}.pgn", study.title), study_pgn(study, language)));
        if pgn.left_out > 0 {
            let count = pgn.left_out.to_string();
            notes.set(LocalizedText::new(|language| text::NOT_EXPORTED.localize_with(language, &[&count])));
        }
        if !pgn.text.is_empty() {
            files::save_as_file(&name, pgn.text.as_bytes());
        }
    };
    view! {
        <div class="button-row">
            {is_own.then(|| view! {
                <label class="button"><span>{move || context.t(text::IMPORT_CHAPTERS)}</span>
                    <input class="visually-hidden" type="file" name="chapters" accept=".pgn,.txt" node_ref=file on:change=read_file/></label>
            })}
            <button type="button" data-do="export-study" on:click=export>{move || context.t(text::EXPORT)}</button>
        </div>
        <p role="status">{progress}</p>
        <p role="status" class="import-notes" data-import-notes="">{move || context.localized(notes)}</p>
    }
}

/// The games of a file, which are added one after the other.
struct Import {
    state: StudyState,
    bytes: Rc<Vec<u8>>,
    /// The bytes and the first line of the games that are left, the next one last.
    games: Vec<(std::ops::Range<usize>, usize)>,
    added: usize,
    failed: usize,
    /// The sentences about what was not imported, of games that were added and of others.
    notes: Vec<LocalizedText>,
}

impl Import {
    /// Finds the games of a file; `None` if the page was left.
    async fn new(state: StudyState, bytes: Vec<u8>, found_count: RwSignal<Option<usize>>) -> Option<Import> {
        let choices = if GameChoices::may_be_in(&bytes) {
            scan_games(&bytes, found_count).await?
        } else {
            GameChoices::default()
        };
        let mut games: Vec<_> =
            choices.games().iter().map(|game| (game.bytes.clone(), game.first_line)).collect();
        if games.is_empty() {
            games.push((0..bytes.len(), 1));
        }
        let room = MAX_CHAPTERS.saturating_sub(state.study.with_untracked(|study| study.chapters.len()));
        let failed = games.len().saturating_sub(room);
        games.truncate(room);
        games.reverse();
        Some(Import { state, bytes: Rc::new(bytes), games, added: 0, failed, notes: Vec::new() })
    }

    /// Adds the next game, and then those after it.
    fn next(mut self) {
        let Some((range, first_line)) = self.games.pop() else { return self.finish() };
        let bytes = self.bytes.get(range).map(<[u8]>::to_vec).unwrap_or_default();
        let setup = LocalSetup::default_for(GameKind::Chess, [PlayerKind::Human; 2], 0);
        let worker = self.state.import_worker;
        // The page may have been left.
        let _ = worker.try_with_value(|worker| {
            let query = WorkerQuery::Import { bytes, first_line };
            worker.query(&setup, &[], query, move |response: WorkerResponse| {
                spawn_local(async move {
                    let (tree, notes) = match response.imported {
                        Some(Ok(imported)) => (GameTree::restore(&imported.tree), imported.notes),
                        Some(Err(message)) => (None, message),
                        None => (None, LocalizedText::default()),
                    };
                    match tree {
                        Some(tree) if self.state.add_tree(&tree).await.is_ok() => self.added += 1,
                        _ => self.failed += 1,
                    }
                    self.notes.extend(Some(notes).filter(|notes| !notes.is_empty()));
                    self.next();
                });
            });
        });
    }

    fn finish(self) {
        let (added, failed) = (self.added.to_string(), self.failed);
        let message = LocalizedText::new(|language| {
            let mut sentences = vec![text::IMPORTED.localize_with(language, &[&added])];
            if failed > 0 {
                sentences.push(text::NOT_IMPORTED.localize_with(language, &[&failed.to_string()]));
            }
            let mut lines = vec![sentences.join(" ")];
            lines.extend(self.notes.iter().map(|notes| notes.localize(language).to_owned()));
            lines.join("\n")
        });
        let _ = self.state.import_notes.try_set(message);
    }
}
