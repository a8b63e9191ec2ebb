use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::online::Session;
use yipan_board::{Rolls, import_record};
use yipan_rules::Viewer;

use super::OnlineGame;
use crate::fetch;
use crate::panel::RollsPanel;

/// The throws that this page was told of; when the game is over, all of them from its record, against chance.
#[component]
pub(super) fn OnlineRolls(game: OnlineGame) -> impl IntoView {
    let whole = RwSignal::new(None::<Rolls>);
    let told = Memo::new(move |_| game.session.with(|session| session.rolls().cloned()));
    let is_due = Memo::new(move |_| game.is_over() && told.with(Option::is_some));
    Effect::new(move |_| {
        if !is_due.get() {
            return;
        }
        let room = game.session.with_untracked(|session| session.room().to_owned());
        let language = game.page.language.get_untracked();
        spawn_local(async move {
            // Without the record what was seen is still there.
            let Ok(record) = fetch::get(&format!("/api/games/{room}/record"), language).await else { return };
            let all = import_record(&record).ok().and_then(|line| line.rolls(line.len(), Viewer::Arbiter));
            let _ = whole.try_set(all);
        });
    });
    let rolls = Signal::derive(move || whole.get().or_else(|| told.get()));
    let late = Signal::derive(move || whole.with(Option::is_none) && game.session.with(Session::came_late));
    view! { <RollsPanel rolls late/> }
}
