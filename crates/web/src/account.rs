//! The account that this browser is signed in to, and the settings that follow it.

use leptos::prelude::*;
use serde::Serialize;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Settings;
use yipan_core::Language;
use yipan_wire::{ApiError, CurrentUser};

use crate::browser::{fetch, local_storage, timer};

/// Kept in the browser: to which account it is signed in, so that the page of a guest asks nothing; and that settings were
/// changed which the hall has not heard of yet.
const ACCOUNT_KEY: &str = "account";
const UNSENT_KEY: &str = "unsent";

const SETTINGS_PATH: &str = "/api/me/settings";

/// Milliseconds before a change is told: others may follow closely.
const SAVE_DEBOUNCE_MS: u32 = 400;

/// Who the person is at the hall.
#[derive(Clone, Copy)]
pub(crate) struct Account {
    /// As the hall has said it, once it was asked.
    pub(crate) current_user: RwSignal<Option<CurrentUser>>,
    settings: RwSignal<Settings>,
    language: Memo<Language>,
    /// The settings on which page and hall last agreed.
    synced_settings: StoredValue<String>,
    is_save_scheduled: StoredValue<bool>,
}

#[derive(Serialize)]
struct Credentials {
    name: String,
    password: String,
}

#[derive(Serialize)]
struct PasswordChange {
    old: String,
    new: String,
}

#[derive(Serialize)]
struct Confirmation {
    password: String,
}

impl Account {
    /// Whoever was signed in still is, as far as the hall agrees.
    pub(crate) fn open(settings: RwSignal<Settings>, language: Memo<Language>) -> Account {
        let account = Account {
            current_user: RwSignal::new(None),
            settings,
            language,
            synced_settings: StoredValue::new(settings.with_untracked(Settings::to_json)),
            is_save_scheduled: StoredValue::new(false),
        };
        Effect::new(move |_| account.on_settings_changed(&settings.with(Settings::to_json)));
        if local_storage::read(ACCOUNT_KEY).is_some() {
            spawn_local(async move {
                // A hall that cannot be reached is asked again when the page is next opened.
                let _ = account.refresh().await;
            });
        }
        account
    }

    /// Asks the hall who the person is, and brings an account's settings here.
    pub(crate) async fn refresh(self) -> Result<(), ApiError> {
        let language = self.language.get_untracked();
        let me: CurrentUser = fetch::parse_json(&fetch::get("/api/me", language).await?, language)?;
        let name = me.account.clone();
        self.current_user.set(Some(me));
        match name {
            Some(name) => {
                local_storage::write(ACCOUNT_KEY, &name);
                self.load_settings().await
            }
            None => {
                clear_stored_account();
                Ok(())
            }
        }
    }

    /// The same person on this device: the account's settings are brought here.
    pub(crate) async fn sign_in(self, name: String, password: String) -> Result<(), ApiError> {
        self.authenticate("/api/session", name, password).await?;
        local_storage::remove(UNSENT_KEY);
        self.refresh().await
    }

    /// A guest becomes an account: the settings of this device go along.
    pub(crate) async fn sign_up(self, name: String, password: String) -> Result<(), ApiError> {
        self.authenticate("/api/account", name, password).await?;
        local_storage::write(UNSENT_KEY, "yes");
        self.refresh().await
    }

    /// The settings stay as they are, for the guest who comes after.
    pub(crate) async fn sign_out(self) -> Result<(), ApiError> {
        fetch::delete("/api/session", self.language.get_untracked()).await?;
        clear_stored_account();
        self.refresh().await
    }

    /// Changes the password; the browser keeps a new session, and every other one ends.
    pub(crate) async fn change_password(self, old: String, new: String) -> Result<(), ApiError> {
        let request = PasswordChange { old, new };
        fetch::send("PUT", "/api/account/password", &request, self.language.get_untracked()).await.map(drop)
    }

    /// Deletes the account; the browser is a new guest's from then on.
    pub(crate) async fn delete(self, password: String) -> Result<(), ApiError> {
        let request = Confirmation { password };
        fetch::send("DELETE", "/api/account", &request, self.language.get_untracked()).await?;
        clear_stored_account();
        self.refresh().await
    }

    async fn authenticate(self, path: &str, name: String, password: String) -> Result<(), ApiError> {
        let request = Credentials { name, password };
        fetch::send("POST", path, &request, self.language.get_untracked()).await.map(drop)
    }

    /// What was changed here and not told yet is the last word; else the hall has it.
    async fn load_settings(self) -> Result<(), ApiError> {
        if local_storage::read(UNSENT_KEY).is_some() {
            return self.save_settings().await;
        }
        let stored = Settings::from_account(&fetch::get(SETTINGS_PATH, self.language.get_untracked()).await?);
        let Some(stored) = stored else { return self.save_settings().await };
        self.synced_settings.set_value(stored.to_json());
        self.settings.set(stored);
        Ok(())
    }

    async fn save_settings(self) -> Result<(), ApiError> {
        let settings = self.settings.get_untracked();
        fetch::send("PUT", SETTINGS_PATH, &settings, self.language.get_untracked()).await?;
        let text = settings.to_json();
        if self.settings.with_untracked(Settings::to_json) == text {
            local_storage::remove(UNSENT_KEY);
        }
        self.synced_settings.set_value(text);
        Ok(())
    }

    fn on_settings_changed(self, text: &str) {
        let is_synced = self.synced_settings.with_value(|agreed| agreed == text);
        if is_synced || local_storage::read(ACCOUNT_KEY).is_none() {
            return;
        }
        local_storage::write(UNSENT_KEY, "yes");
        if !self.is_save_scheduled.get_value() {
            self.is_save_scheduled.set_value(true);
            spawn_local(async move {
                timer::sleep(SAVE_DEBOUNCE_MS).await;
                self.is_save_scheduled.set_value(false);
                // What could not be told is told when the page is next opened.
                let _ = self.save_settings().await;
            });
        }
    }
}

/// This browser is a guest's.
fn clear_stored_account() {
    local_storage::remove(ACCOUNT_KEY);
    local_storage::remove(UNSENT_KEY);
}
