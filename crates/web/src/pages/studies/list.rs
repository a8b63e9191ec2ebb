use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{Text, rules, studies as text};
use yipan_client::{LocalizedText, Route};
use yipan_wire::{StudySummary, StudyVisibility};

use super::title_form::TitleForm;
use crate::context::use_app_context;
use crate::link::Link;
use crate::pages::account::date::format_date;
use crate::study_store::{self, StudyError, is_local};

/// The number of public studies that the server returns at once.
const PUBLIC_PAGE: usize = 50;

/// The source of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    Own,
    Local,
    Public,
}

/// The studies of the user, those of others, and the form that creates one.
#[component]
pub(crate) fn StudiesPage() -> impl IntoView {
    let context = use_app_context();
    let has_account = Memo::new(move |_| context.account.has_account());
    let problem = RwSignal::new(LocalizedText::default());
    let create = Callback::new(move |title: String| {
        let (has_account, language) = (has_account.get_untracked(), context.language.get_untracked());
        spawn_local(async move {
            let created = if has_account {
                study_store::create(title, StudyVisibility::Private, language).await
            } else {
                study_store::create_local(title).await
            };
            match created {
                Ok(id) => context.navigate(Route::Study(id, None)),
                Err(error) => {
                    let _ = problem.try_set(error.message());
                }
            }
        });
    });
    view! {
        <section class="studies">
            <h1>{move || context.t(text::TITLE)}</h1>
            <p class="secondary">{move || context.t(text::INTRO)}</p>
            <Show when=move || !has_account.get()>
                <p class="notice"><Link to=Route::Account>{move || context.t(text::SIGN_IN)}</Link></p>
            </Show>
            <TitleForm key="new-study" label=text::NEW button=text::CREATE on_submit=create/>
            <p class="error" role="alert">{move || context.localized(problem)}</p>
            <Show when=move || has_account.get()><StudyList source=Source::Own title=text::MINE/></Show>
            <StudyList source=Source::Local title=text::ON_DEVICE/>
            <StudyList source=Source::Public title=text::PUBLIC/>
        </section>
    }
}

#[component]
fn StudyList(source: Source, title: Text) -> impl IntoView {
    let context = use_app_context();
    let found = RwSignal::new(None::<Vec<StudySummary>>);
    let problem = RwSignal::new(LocalizedText::default());
    let has_more = RwSignal::new(false);
    let load = move |before: Option<u64>| {
        let language = context.language.get_untracked();
        has_more.set(false);
        problem.set(LocalizedText::default());
        spawn_local(async move {
            let studies: Result<Vec<StudySummary>, StudyError> = match source {
                Source::Own => study_store::own_studies(language).await,
                Source::Local => study_store::local_studies().await,
                Source::Public => study_store::public_studies(before, language).await,
            };
            let _ = match studies {
                Ok(mut studies) => {
                    let _ = has_more.try_set(source == Source::Public && studies.len() >= PUBLIC_PAGE);
                    found.try_update(|found| {
                        let shown = found.get_or_insert_default();
                        studies.retain(|study| shown.iter().all(|other| other.id != study.id));
                        shown.append(&mut studies);
                    })
                }
                Err(error) => {
                    // The button stays, to try again.
                    let _ = has_more.try_set(before.is_some());
                    problem.try_set(error.message()).map(drop)
                }
            };
        });
    };
    load(None);
    // Studies that were changed in the same millisecond as the last one may follow it.
    let more = move |_| {
        let last = found.with_untracked(|found| found.as_ref()?.last().map(|study| study.updated + 1));
        load(last);
    };
    let upload = Callback::new(move |id: String| {
        let language = context.language.get_untracked();
        spawn_local(async move {
            match study_store::upload(&id, language).await {
                Ok(uploaded) => context.navigate(Route::Study(uploaded, None)),
                Err(error) => {
                    let _ = problem.try_set(error.message());
                }
            }
        });
    });
    let key = match source {
        Source::Own => "own",
        Source::Local => "local",
        Source::Public => "public",
    };
    let note = move || match (
        found.with(|found| found.as_ref().map(Vec::len)),
        problem.with(LocalizedText::is_empty),
    ) {
        (None, true) => context.t(rules::LOADING),
        (Some(0), true) => context.t(text::NONE),
        _ => "",
    };
    let rows = move || {
        let studies = found.get().unwrap_or_default();
        studies.into_iter().map(|study| view! { <StudyRow study on_upload=upload/> }).collect_view()
    };
    // A signed-in user needs no empty list of what is on the device.
    let is_shown = move || {
        source != Source::Local
            || !context.account.has_account()
            || found.with(|found| found.as_ref().is_some_and(|found| !found.is_empty()))
    };
    view! {
        <Show when=is_shown>
            <section>
                <h2>{move || context.t(title)}</h2>
                <ul class="rooms" data-list=key>{rows}</ul>
                <Show when=move || has_more.get()>
                    <button type="button" data-do="more-studies" on:click=more>{move || context.t(text::MORE)}</button>
                </Show>
                <p class="secondary" role="status">{note}</p>
                <p class="error" role="alert">{move || context.localized(problem)}</p>
            </section>
        </Show>
    }
}

#[component]
fn StudyRow(study: StudySummary, on_upload: Callback<String>) -> impl IntoView {
    let context = use_app_context();
    let (id, key, title) = (study.id.clone(), study.id.clone(), study.title.clone());
    let uploaded = study.id.clone();
    let may_upload = is_local(&study.id);
    let line = move || {
        let count = context.t_args(text::CHAPTER_COUNT, &[&study.chapters.to_string()]);
        let date = format_date(study.updated, context.language.get());
        let owner = if study.owner.is_empty() { String::new() } else { format!("{} · ", study.owner) };
        format!("{owner}{count} · {date}")
    };
    view! {
        <li data-study=key>
            <Link to=Route::Study(id, None) class="room-host">{title}</Link>
            <span class="room-config">{line}</span>
            <Show when=move || may_upload && context.account.has_account()>
                <button type="button" data-do="upload-study" on:click={
                    let id = uploaded.clone();
                    move |_| on_upload.run(id.clone())
                }>{move || context.t(text::UPLOAD)}</button>
            </Show>
        </li>
    }
}
