use leptos::prelude::*;
use yipan_client::text::{common, games as text};
use yipan_client::{ExportFormat, GameTree, Route, SavedGame, export, export_formats, saved_game_item};

use crate::browser::files;
use crate::context::{AppContext, use_app_context};
use crate::link::Link;
use crate::pages::account::date::format_date;

/// The formats that a row offers; the analysis has all of them.
const FORMATS: [ExportFormat; 2] = [ExportFormat::Pgn, ExportFormat::Record];

/// A game with buttons to continue, download or delete it.
#[component]
pub(super) fn SavedGameRow(saved: SavedGame) -> impl IntoView {
    let context = use_app_context();
    let (kind, id, is_unfinished) = (saved.kind(), saved.id.clone(), saved.is_unfinished());
    let saved = StoredValue::new(saved);
    let item = Memo::new(move |_| saved.with_value(|saved| saved_game_item(saved, context.language.get())));
    let about = move || {
        let (item, played_at) = (item.get(), saved.with_value(|saved| saved.played_at));
        format!("{} · {} · {}", item.players, item.moves, format_date(played_at, context.language.get()))
    };
    let label = if is_unfinished { text::CONTINUE } else { text::OPEN };
    let downloads = saved.with_value(|saved| {
        let fitting = export_formats(kind, !saved.modes.is_empty());
        FORMATS
            .into_iter()
            .filter(move |format| fitting.contains(format) && saved.is_revealed())
            .collect::<Vec<_>>()
    });
    let download_button = move |format: ExportFormat| {
        let name = move || format.name(context.language.get());
        view! {
            <button type="button" data-do=format!("download-{}", format.extension()) aria-label=move || context.t_args(text::DOWNLOAD, &[name()])
                title=move || context.t_args(text::DOWNLOAD, &[name()]) on:click=move |_| saved.with_value(|saved| download(context, saved, format))>
                {format!(".{}", format.extension())}
            </button>
        }
    };
    view! {
        <li data-saved-game=id.clone() data-unfinished=is_unfinished.to_string()>
            <span class="saved-title">{move || item.get().title}</span>
            <span class="saved-result">{move || item.get().result}</span>
            <span class="secondary saved-about">{about}</span>
            <span class="saved-buttons">
                <Link to=Route::SavedGame(kind, id.clone()) class="button">{move || context.t(label)}<span class="visually-hidden">{move || format!(" {}", item.get().title)}</span></Link>
                {downloads.into_iter().map(download_button).collect_view()}
                <DeleteButton id=id.clone()/>
            </span>
        </li>
    }
}

/// A button that asks before it deletes a game. A double click does not confirm, because another button takes its place.
#[component]
fn DeleteButton(id: String) -> impl IntoView {
    let context = use_app_context();
    let is_asking = RwSignal::new(false);
    let id = StoredValue::new(id);
    let delete = move |_| {
        id.with_value(|id| context.game_store.delete(id));
        context.announce(text::DELETED.localize(context.language.get_untracked()).to_owned());
    };
    move || {
        if is_asking.get() {
            view! {
                <span class="saved-confirm" role="group" aria-label=context.t(text::DELETE_CONFIRM)>
                    <span>{context.t(text::DELETE_CONFIRM)}</span>
                    <button type="button" class="danger" data-do="confirm-delete" on:click=delete>{context.t(text::DELETE)}</button>
                    <button type="button" data-do="cancel-delete" on:click=move |_| is_asking.set(false)>{context.t(common::CANCEL)}</button>
                </span>
            }
            .into_any()
        } else {
            view! { <button type="button" data-do="delete" on:click=move |_| is_asking.set(true)>{context.t(text::DELETE)}</button> }
                .into_any()
        }
    }
}

fn download(context: AppContext, saved: &SavedGame, format: ExportFormat) {
    let language = context.language.get_untracked();
    let end = |tree: &GameTree| tree.main_line().last().copied().unwrap_or(tree.root());
    let exported =
        GameTree::restore(&saved.text).and_then(|tree| export(&tree, end(&tree), format, language));
    if let Some(exported) = exported {
        let name = format!("{}-{}.{}", saved.game, saved.id, format.extension());
        files::save_as_file(&name, exported.bytes());
    }
}
