use leptos::html::{Input, Select};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::studies as text;
use yipan_client::{GameTree, LocalizedText, Route, new_chapter};
use yipan_core::{Language, Side};
use yipan_wire::{StudySummary, StudyVisibility};

use super::state::AnalysisState;
use crate::link::Link;
use crate::study_store::{self, StudyError};

/// Adds the analysis to a study as a chapter. The analysis page stores one game, so this is how several are kept.
#[component]
pub(super) fn SaveToStudy(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let studies = RwSignal::new(Vec::<StudySummary>::new());
    let (is_busy, problem) = (RwSignal::new(false), RwSignal::new(LocalizedText::default()));
    let saved_to = RwSignal::new(None::<String>);
    let (choice, name) = (NodeRef::<Select>::new(), NodeRef::<Input>::new());
    let is_new = RwSignal::new(true);
    let load = move || {
        let (has_account, language) =
            (untrack(|| context.account.has_account()), context.language.get_untracked());
        spawn_local(async move {
            let mut found = study_store::local_studies().await.unwrap_or_default();
            if has_account {
                found.splice(..0, study_store::own_studies(language).await.unwrap_or_default());
            }
            let _ = studies.try_set(found);
        });
    };
    let save = move |_| {
        if is_busy.get_untracked() {
            return;
        }
        let chosen = choice.get_untracked().map(|choice| choice.value()).unwrap_or_default();
        let title = name.get_untracked().map(|name| name.value()).unwrap_or_default();
        let (has_account, language) =
            (untrack(|| context.account.has_account()), context.language.get_untracked());
        let tree = analysis.tree.get_untracked();
        let bottom = if analysis.flipped.get_untracked() { Side::Second } else { Side::First };
        is_busy.set(true);
        saved_to.set(None);
        spawn_local(async move {
            let target = Target { chosen, title, has_account };
            let saved = target.save(&tree, bottom, language).await;
            // The page may have been left.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match saved {
                Ok(study) => {
                    problem.set(LocalizedText::default());
                    saved_to.set(Some(study));
                }
                Err(error) => problem.set(error.message()),
            }
        });
    };
    let options = move || {
        let option = |study: StudySummary| view! { <option value=study.id>{study.title}</option> };
        studies.get().into_iter().map(option).collect_view()
    };
    view! {
        <details class="save-to-study" aria-label=move || context.t(text::SAVE_TO_STUDY) on:toggle=move |_| load()>
            <summary data-do="save-to-study">{move || context.t(text::SAVE_TO_STUDY)}</summary>
            <label><span>{move || context.t(text::CHOOSE_STUDY)}</span>
                <select name="study" node_ref=choice on:change=move |event| is_new.set(event_target_value(&event).is_empty())>
                    <option value="">{move || context.t(text::NEW)}</option>
                    {options}
                </select></label>
            <Show when=move || is_new.get()>
                <label><span>{move || context.t(text::NAME)}</span>
                    <input type="text" name="study-title" maxlength="100" node_ref=name/></label>
            </Show>
            <div class="button-row">
                <button type="button" data-do="add-to-study" disabled=move || is_busy.get() on:click=save>{move || context.t(text::SAVE_TO_STUDY)}</button>
                <Link to=Route::Studies class="button">{move || context.t(text::TITLE)}</Link>
            </div>
            {move || saved_to.get().map(|id| (id.clone(), id)).map(|(key, id)| view! {
                <p role="status" data-saved-to=key>{context.t(text::SAVED_TO)}" "<Link to=Route::Study(id, None)>{context.t(text::OPEN)}</Link></p>
            })}
            <p class="message" role="alert">{move || context.localized(problem)}</p>
        </details>
    }
}

/// The study to which a game is added.
struct Target {
    /// The identifier; empty for a new study.
    chosen: String,
    /// The title of a new study.
    title: String,
    has_account: bool,
}

impl Target {
    /// Adds a game as the last chapter and returns the identifier of the study.
    async fn save(self, tree: &GameTree, bottom: Side, language: Language) -> Result<String, StudyError> {
        let (study, number) = if self.chosen.is_empty() {
            let title = Some(self.title.trim().to_owned()).filter(|title| !title.is_empty());
            let title = title.unwrap_or_else(|| text::STUDY.localize(language).to_owned());
            let id = if self.has_account {
                study_store::create(title, StudyVisibility::Private, language).await?
            } else {
                study_store::create_local(title).await?
            };
            (id, 1)
        } else {
            let chapters = study_store::load(&self.chosen, language).await?.chapters.len();
            (self.chosen, chapters + 1)
        };
        let mut contents = new_chapter(tree, number, language);
        contents.bottom = bottom;
        study_store::add_chapter(&study, contents, language).await?;
        Ok(study)
    }
}
