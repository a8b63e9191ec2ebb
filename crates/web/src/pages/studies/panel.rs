use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Route;
use yipan_client::text::{replay, studies as text};
use yipan_wire::{Study, StudyVisibility};

use super::chapter_list::ChapterList;
use super::copy_link::CopyLink;
use super::files::StudyFiles;
use super::state::{SaveStatus, StudyState};
use super::title_form::TitleForm;
use crate::icons;
use crate::link::Link;
use crate::panel::ConfirmButton;
use crate::study_store::{self, is_local};

/// The title of a study, its chapters, and what its owner may do with it.
#[component]
pub(super) fn StudyPanel(state: StudyState, on_reload: Callback<Option<String>>) -> impl IntoView {
    let context = state.context;
    let (is_own, owner) = state.study.with_untracked(|study| (study.is_own, study.owner.clone()));
    let title = Memo::new(move |_| state.study.with(|study| study.title.clone()));
    view! {
        <section class="study-panel" data-study-panel="">
            <h2>{move || title.get()}</h2>
            {(!is_own).then(|| view! { <p class="secondary">{move || context.t_args(text::READ_ONLY, &[&owner])}</p> })}
            <SaveNotice state on_reload/>
            <p role="status" data-chapter-notice="">{move || context.localized(state.chapter_notice)}</p>
            <ChapterList state/>
            <StudyFiles state/>
            {is_own.then(|| view! { <StudySettings state/> })}
            <Link to=Route::Studies>{move || context.t(text::TITLE)}</Link>
        </section>
    }
}

/// Whether the changes are stored.
#[component]
fn SaveNotice(state: StudyState, on_reload: Callback<Option<String>>) -> impl IntoView {
    let context = state.context;
    move || {
        match state.status.get() {
        SaveStatus::Unchanged => view! { <p class="secondary" data-saved="unchanged"></p> }.into_any(),
        SaveStatus::Saving => {
            view! { <p class="secondary" data-saved="saving">{context.t(text::SAVING)}</p> }.into_any()
        }
        SaveStatus::Saved => {
            view! { <p class="secondary" data-saved="saved">{context.t(text::SAVED)}</p> }.into_any()
        }
        SaveStatus::Failed(message) => {
            view! { <p class="error" role="alert" data-saved="failed">{message.localize(context.language.get()).to_owned()}</p> }
                .into_any()
        }
        SaveStatus::Conflict => view! {
            <div class="notice" role="alert" data-saved="conflict">
                <p>{context.t(text::CONFLICT)}</p>
                <button type="button" data-do="reload-study" on:click=move |_| on_reload.run(state.current.get_untracked())>{context.t(text::RELOAD)}</button>
            </div>
        }
        .into_any(),
    }
    }
}

/// The title, the visibility and the deletion of the study.
#[component]
fn StudySettings(state: StudyState) -> impl IntoView {
    let context = state.context;
    let is_on_device = is_local(&state.id());
    let rename =
        Callback::new(move |title: String| state.edit_study(|study: &mut Study| study.title = title));
    let choose = move |event| {
        let key = event_target_value(&event);
        if let Some(chosen) = StudyVisibility::ALL.into_iter().find(|visibility| visibility.as_str() == key) {
            state.edit_study(|study| study.visibility = chosen);
        }
    };
    let visibility = Memo::new(move |_| state.study.with(|study| study.visibility));
    let option = move |(value, name)| {
        view! { <option value=StudyVisibility::as_str(value) selected=move || visibility.get() == value>{move || context.t(name)}</option> }
    };
    let options = [
        (StudyVisibility::Private, text::PRIVATE),
        (StudyVisibility::Link, text::BY_LINK),
        (StudyVisibility::Public, text::EVERYONE),
    ];
    let route = Signal::derive(move || Route::Study(state.id(), None));
    let delete = Callback::new(move |()| {
        let (id, language) = (state.id(), context.language.get_untracked());
        spawn_local(async move {
            if study_store::remove(&id, language).await.is_ok() {
                context.navigate(Route::Studies);
            }
        });
    });
    let title = state.study.with_untracked(|study| study.title.clone());
    view! {
        <details class="study-settings" aria-label=move || context.t(text::STUDY)>
            <summary>{move || context.t(text::STUDY)}</summary>
            <TitleForm key="rename-study" label=text::NAME button=text::RENAME value=title on_submit=rename/>
            {if is_on_device {
                view! { <p class="secondary">{move || context.t(text::SIGN_IN)}</p> }.into_any()
            } else {
                view! {
                    <label><span>{move || context.t(text::VISIBILITY)}</span>
                        <select name="visibility" on:change=choose>{options.map(option)}</select></label>
                    <Show when=move || visibility.get() != StudyVisibility::Private>
                        <CopyLink key="copy-study-link" label=replay::SHARE route/>
                    </Show>
                }.into_any()
            }}
            <ConfirmButton key="delete-study" icon=icons::CLOSE label=text::DELETE_STUDY question=text::DELETE_STUDY_CONFIRM on_confirm=delete/>
        </details>
    }
}
