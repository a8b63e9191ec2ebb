use leptos::html::Select;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::game_name;
use yipan_client::text::{sharing, studies as text};
use yipan_client::{GameTree, LocalSetup, PlayerKind, Route};
use yipan_games::GameKind;
use yipan_wire::{Study, StudyVisibility};

use super::copy_link::CopyLink;
use super::state::StudyState;
use super::title_form::TitleForm;
use crate::icons;
use crate::local_setup::random_seed;
use crate::page_qr::PageQr;
use crate::panel::ConfirmButton;
use crate::study_store::is_local;

/// The chapters in order. The owner may rename, move and delete the open one.
#[component]
pub(super) fn ChapterList(state: StudyState) -> impl IntoView {
    let context = state.context;
    let is_own = state.study.with_untracked(|study| study.is_own);
    // The moves of a chapter do not change the list.
    let chapters = Memo::new(move |_| {
        state.study.with(|study| {
            let chapters = study.chapters.iter();
            chapters.map(|chapter| (chapter.id.clone(), chapter.contents.title.clone())).collect::<Vec<_>>()
        })
    });
    let row = move |(id, title): (String, String)| {
        let (opened, current) = (id.clone(), id.clone());
        let is_current = move || state.current.with(|open| open.as_ref() == Some(&current));
        view! {
            <li><button type="button" data-chapter=id aria-current=move || is_current().then_some("true")
                on:click=move |_| state.open_chapter(Some(opened.clone()))>{title}</button></li>
        }
    };
    view! {
        <h3>{move || context.t(text::CHAPTERS)}</h3>
        <ol class="chapters">{move || chapters.get().into_iter().map(row).collect_view()}</ol>
        <ChapterLink state/>
        {is_own.then(|| view! { <ChapterTools state/><NewChapter state/> })}
    }
}

/// Offers the link to the open chapter, also as a QR code, unless only its owner may read the study.
#[component]
fn ChapterLink(state: StudyState) -> impl IntoView {
    let is_on_device = is_local(&state.id());
    let is_shared = Memo::new(move |_| {
        let is_readable = state.study.with(|study| study.visibility != StudyVisibility::Private);
        is_readable && !is_on_device && state.current.with(Option::is_some)
    });
    let route = Signal::derive(move || Route::Study(state.id(), state.current.get()));
    view! {
        <Show when=move || is_shared.get()>
            <CopyLink key="copy-chapter-link" label=text::COPY_CHAPTER_LINK route/>
            <PageQr label=sharing::CHAPTER_QR path=move || route.get().path()/>
        </Show>
    }
}

/// Renames, moves and deletes the open chapter.
#[component]
fn ChapterTools(state: StudyState) -> impl IntoView {
    let context = state.context;
    let shift = move |by: isize| {
        let Some(id) = state.current.get_untracked() else { return };
        let place = |study: &Study| {
            let index = study.chapters.iter().position(|chapter| chapter.id == id)?;
            index
                .checked_add_signed(by)
                .filter(|other| *other < study.chapters.len())
                .map(|other| (index, other))
        };
        if let Some((index, other)) = state.study.with_untracked(place) {
            state.edit_study(|study| study.chapters.swap(index, other));
        }
    };
    let delete = Callback::new(move |()| {
        if let Some(id) = state.current.get_untracked() {
            state.remove_chapter(id);
        }
    });
    let tools = move || {
        let id = state.current.get()?;
        let title = state.contents(&id)?.title;
        let rename = Callback::new(move |title: String| {
            state.edit_chapter(&id, |contents| contents.title = title);
        });
        Some(view! {
            <TitleForm key="rename-chapter" label=text::NAME button=text::RENAME value=title on_submit=rename/>
            <div class="button-row">
                <button type="button" data-do="chapter-up" on:click=move |_| shift(-1)>{move || context.t(text::MOVE_UP)}</button>
                <button type="button" data-do="chapter-down" on:click=move |_| shift(1)>{move || context.t(text::MOVE_DOWN)}</button>
                <ConfirmButton key="delete-chapter" icon=icons::CLOSE label=text::DELETE_CHAPTER question=text::DELETE_CHAPTER_CONFIRM on_confirm=delete/>
            </div>
        })
    };
    view! {
        <details class="chapter-tools" aria-label=move || context.t(text::EDIT_CHAPTER)>
            <summary>{move || context.t(text::EDIT_CHAPTER)}</summary>
            {tools}
        </details>
    }
}

/// Adds a chapter with the start position of a game.
#[component]
fn NewChapter(state: StudyState) -> impl IntoView {
    let context = state.context;
    let (kind, is_busy) = (NodeRef::<Select>::new(), RwSignal::new(false));
    let add = move |_| {
        let chosen = kind.get_untracked().and_then(|kind| kind.value().parse::<GameKind>().ok());
        let setup =
            LocalSetup::default_for(chosen.unwrap_or(GameKind::Chess), [PlayerKind::Human; 2], random_seed());
        let Ok(tree) = GameTree::start(setup) else { return };
        is_busy.set(true);
        spawn_local(async move {
            // The panel shows why a chapter was not added.
            let _ = state.add_tree(&tree).await;
            let _ = is_busy.try_set(false);
        });
    };
    let option = move |kind: GameKind| {
        view! { <option value=kind.name()>{move || game_name(kind.name(), context.language.get())}</option> }
    };
    view! {
        <div class="button-row">
            <select name="chapter-kind" node_ref=kind aria-label=move || context.t(yipan_client::text::games::FILTER)>{GameKind::ALL.map(option)}</select>
            <button type="button" data-do="new-chapter" disabled=move || is_busy.get() on:click=add>{move || context.t(text::ADD_CHAPTER)}</button>
        </div>
    }
}
