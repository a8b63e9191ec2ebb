//! Puzzles: the puzzle of the day, practice by theme, and streaks.

mod choices;
mod controls;
mod explanation;
mod puzzle_choice;
mod puzzle_mode;
mod solver_rating;
mod state;
mod view;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{game, puzzles as text, rules};
use yipan_core::Language;
use yipan_puzzles::{PuzzleFile, PuzzleSet};

use self::puzzle_mode::PuzzleMode;
use self::state::PuzzleState;
use self::view::PuzzleView;
use crate::browser::fetch;
use crate::context::use_app_context;

/// A set of puzzles, or that of the best known game of the language. `choice` is a mode or the identifier of a puzzle.
#[component]
pub(crate) fn PuzzlesPage(set: Option<PuzzleSet>, choice: String) -> impl IntoView {
    let context = use_app_context();
    let set = set.unwrap_or_else(|| match context.language.get_untracked() {
        Language::English => PuzzleSet::Chess,
        Language::Simplified | Language::Traditional => PuzzleSet::Xiangqi,
    });
    let file = RwSignal::new(None::<Option<PuzzleFile>>);
    let load = move || {
        file.set(None);
        spawn_local(async move {
            let _ = file.try_set(Some(load_file(set, context.language.get_untracked()).await));
        });
    };
    load();
    let failed = move || {
        view! {
            <section class="not-found">
                <p role="alert">{move || context.t(text::NOT_LOADED)}</p>
                <button type="button" data-do="retry" on:click=move |_| load()>{move || context.t(game::TRY_AGAIN)}</button>
            </section>
        }
    };
    let (mode, id) = PuzzleMode::parse(choice);
    move || match file.get() {
        None => {
            view! { <p class="secondary" role="status">{move || context.t(rules::LOADING)}</p> }.into_any()
        }
        Some(file) => match file.and_then(|file| PuzzleState::new(file, mode, id.as_deref())) {
            Some(state) => view! { <PuzzleView state/> }.into_any(),
            None => failed().into_any(),
        },
    }
}

/// Loads a set of puzzles; `None` if the server cannot be reached or the file is damaged.
async fn load_file(set: PuzzleSet, language: Language) -> Option<PuzzleFile> {
    let text = fetch::get(&format!("/puzzles/{set}.txt"), language).await.ok()?;
    text.parse().ok().filter(|file: &PuzzleFile| file.set == set)
}
