//! The games of an account, found on all of its devices.

use std::collections::BTreeMap;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::{plan_sync, unsent_games};
use yipan_core::Language;
use yipan_wire::{ApiError, SavedGameEntry};

use crate::account::Account;
use crate::browser::{fetch, timer};
use crate::game_store::GameStore;

const PATH: &str = "/api/me/saved-games";

/// The delay before changed games are sent, in milliseconds, so that several moves make one request.
const SEND_DEBOUNCE_MS: u32 = 2_000;

/// Exchanges games with the server while the user is signed in.
#[derive(Clone, Copy)]
pub(crate) struct GameSync {
    store: GameStore,
    account: Account,
    language: Memo<Language>,
    /// The time of each game that the server has, or `None` before the first exchange.
    synced: StoredValue<Option<BTreeMap<String, u64>>>,
    is_scheduled: StoredValue<bool>,
}

impl GameSync {
    /// Starts the exchange.
    pub(crate) fn start(store: GameStore, account: Account, language: Memo<Language>) {
        let sync = GameSync {
            store,
            account,
            language,
            synced: StoredValue::new(None),
            is_scheduled: StoredValue::new(false),
        };
        let name = Memo::new(move |_| account.current_user.get().and_then(|user| user.account));
        Effect::new(move |_| {
            sync.synced.set_value(None);
            if name.get().is_some() && store.is_loaded() {
                // If the server cannot be reached, the next page load tries again.
                spawn_local(async move {
                    let _ = sync.exchange().await;
                });
            }
        });
        Effect::new(move |_| {
            store.track();
            sync.schedule();
        });
    }

    async fn exchange(self) -> Result<(), ApiError> {
        let language = self.language.get_untracked();
        let entries: Vec<SavedGameEntry> = fetch::parse_json(&fetch::get(PATH, language).await?, language)?;
        let plan = self.store.with_untracked(|games| plan_sync(games, &entries));
        self.synced.set_value(Some(entries.into_iter().map(|entry| (entry.id, entry.played_at)).collect()));
        plan.delete.iter().for_each(|id| self.store.delete(id));
        plan.receive.into_iter().for_each(|saved| self.store.put(saved));
        for entry in plan.send {
            self.send(entry).await?;
        }
        Ok(())
    }

    fn schedule(self) {
        let is_signed_in = self.synced.with_value(Option::is_some);
        if !is_signed_in || self.is_scheduled.get_value() {
            return;
        }
        self.is_scheduled.set_value(true);
        spawn_local(async move {
            timer::sleep(SEND_DEBOUNCE_MS).await;
            self.is_scheduled.set_value(false);
            // Games that could not be sent are sent when the page is loaded again.
            let _ = self.send_changes().await;
        });
    }

    /// Sends the games that have changed, and the deletion of those that are gone.
    async fn send_changes(self) -> Result<(), ApiError> {
        let Some(Some(synced)) = self.synced.try_get_value() else { return Ok(()) };
        let (changed, deleted) = self.store.with_untracked(|games| {
            let changed = unsent_games(games, &synced);
            let is_gone = |(id, _): &(&String, &u64)| !games.iter().any(|saved| saved.id == **id);
            let deleted: Vec<String> = synced.iter().filter(is_gone).map(|(id, _)| id.clone()).collect();
            (changed, deleted)
        });
        for entry in changed {
            self.send(entry).await?;
        }
        for id in deleted {
            let entry = SavedGameEntry { id: id.clone(), played_at: js_sys::Date::now() as u64, game: None };
            fetch::send("PUT", PATH, &entry, self.language.get_untracked()).await?;
            self.synced.update_value(|synced| {
                if let Some(synced) = synced {
                    synced.remove(&id);
                }
            });
        }
        Ok(())
    }

    async fn send(self, entry: SavedGameEntry) -> Result<(), ApiError> {
        // The user may have signed out in the meantime.
        if self
            .account
            .current_user
            .with_untracked(|user| user.as_ref().is_none_or(|user| user.account.is_none()))
        {
            return Ok(());
        }
        fetch::send("PUT", PATH, &entry, self.language.get_untracked()).await?;
        self.synced.update_value(|synced| {
            if let Some(synced) = synced {
                synced.insert(entry.id, entry.played_at);
            }
        });
        Ok(())
    }
}
