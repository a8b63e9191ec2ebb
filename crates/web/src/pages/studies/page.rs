use leptos::children::ViewFn;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, rules};
use yipan_client::{GameTree, LocalizedText, Route};
use yipan_wire::Study;

use super::panel::StudyPanel;
use super::state::StudyState;
use crate::context::use_app_context;
use crate::link::Link;
use crate::pages::analysis::{AddedGame, ChapterBoard, ChapterStorage};
use crate::study_store::{self, StudyError};

/// A study: its chapters, and the board of the open one.
#[component]
pub(crate) fn StudyPage(
    id: String,
    /// The identifier of the chapter to open; `None` for the first one.
    chapter: Option<String>,
) -> impl IntoView {
    let context = use_app_context();
    let read = RwSignal::new(None::<Result<Study, LocalizedText>>);
    let wanted = StoredValue::new(None::<String>);
    // Loads the study, again after a conflict, and opens this chapter.
    let load = Callback::new(move |chapter: Option<String>| {
        let (id, language) = (id.clone(), context.language.get_untracked());
        wanted.set_value(chapter);
        read.set(None);
        spawn_local(async move {
            let found = study_store::load(&id, language).await.map_err(StudyError::message);
            let _ = read.try_set(Some(found));
        });
    });
    load.run(chapter);
    move || match read.get() {
        None => view! { <p class="not-found">{context.t(rules::LOADING)}</p> }.into_any(),
        Some(Ok(study)) => view! { <OpenStudy study wanted=wanted.get_value() on_reload=load/> }.into_any(),
        Some(Err(message)) => view! {
            <section class="not-found">
                <p role="alert">{message.localize(context.language.get()).to_owned()}</p>
                <Link to=Route::Home>{move || context.t(common::BACK_HOME)}</Link>
            </section>
        }
        .into_any(),
    }
}

#[component]
fn OpenStudy(study: Study, wanted: Option<String>, on_reload: Callback<Option<String>>) -> impl IntoView {
    let is_own = study.is_own;
    let state = StudyState::new(study, wanted);
    let on_add = is_own.then(|| Callback::new(move |game: AddedGame| state.add_game(game)));
    let panel = move || view! { <StudyPanel state on_reload/> };
    move || {
        let open = state.current.get();
        let chapter = open.and_then(|id| {
            let contents = state.contents(&id)?;
            Some((id, GameTree::restore(&contents.tree)?, contents.bottom))
        });
        let Some((id, tree, bottom)) = chapter else {
            return view! { <section class="study-empty">{panel()}</section> }.into_any();
        };
        let flipped = id.clone();
        // A reader may try moves, which nothing stores.
        let on_save = Callback::new(move |tree: String| {
            if is_own {
                state.edit_chapter(&id, |contents| contents.tree = tree);
            }
        });
        let on_flip = Callback::new(move |bottom| {
            if is_own {
                state.set_bottom(&flipped, bottom);
            }
        });
        let chapters: ViewFn = panel.into();
        view! { <ChapterBoard tree bottom storage=ChapterStorage { on_save, on_add } on_flip chapters/> }
            .into_any()
    }
}
