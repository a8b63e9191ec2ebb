//! The account of this browser, and the settings stored with it.

use leptos::prelude::*;
use serde::Serialize;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Settings;
use yipan_core::Language;
use yipan_wire::{ApiError, CurrentUser};

use crate::browser::{fetch, local_storage, timer};

/// The local storage key of the account name. Without it the page of a guest sends no request.
const ACCOUNT_KEY: &str = "account";
/// The local storage key that marks settings which the server does not have yet.
const UNSENT_KEY: &str = "unsent";

const SETTINGS_PATH: &str = "/api/me/settings";

/// The delay before changed settings are sent, in milliseconds, so that several changes make one request.
const SAVE_DEBOUNCE_MS: u32 = 400;

/// The current user and their settings, synchronized with the server.
#[derive(Clone, Copy)]
pub(crate) struct Account {
    /// The user as the server returned it, or `None` before the first response.
    pub(crate) current_user: RwSignal<Option<CurrentUser>>,
    settings: RwSignal<Settings>,
    language: Memo<Language>,
    /// The settings that the server has, as JSON.
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
    /// Loads the account if this browser is signed in.
    pub(crate) fn load(settings: RwSignal<Settings>, language: Memo<Language>) -> Account {
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
                // If the server cannot be reached, the next page load tries again.
                let _ = account.refresh().await;
            });
        }
        account
    }

    /// Fetches the current user and, for an account, its settings.
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

    /// Whether the user is signed in to an account; reactive.
    pub(crate) fn has_account(self) -> bool {
        self.current_user.with(|user| user.as_ref().is_some_and(|user| user.account.is_some()))
    }

    /// Signs in and replaces the settings of this device by those of the account.
    pub(crate) async fn sign_in(self, name: String, password: String) -> Result<(), ApiError> {
        self.authenticate("/api/session", name, password).await?;
        local_storage::remove(UNSENT_KEY);
        self.refresh().await
    }

    /// Turns the guest into an account that takes over the settings of this device.
    pub(crate) async fn sign_up(self, name: String, password: String) -> Result<(), ApiError> {
        self.authenticate("/api/account", name, password).await?;
        local_storage::write(UNSENT_KEY, "yes");
        self.refresh().await
    }

    /// Signs out. The settings stay on this device.
    pub(crate) async fn sign_out(self) -> Result<(), ApiError> {
        fetch::delete("/api/session", self.language.get_untracked()).await?;
        clear_stored_account();
        self.refresh().await
    }

    /// Changes the password. All other sessions end.
    pub(crate) async fn change_password(self, old: String, new: String) -> Result<(), ApiError> {
        let request = PasswordChange { old, new };
        fetch::send("PUT", "/api/account/password", &request, self.language.get_untracked()).await.map(drop)
    }

    /// Marks the account as a bot.
    pub(crate) async fn mark_bot(self) -> Result<(), ApiError> {
        fetch::send("PUT", "/api/account/bot", &(), self.language.get_untracked()).await?;
        self.refresh().await
    }

    /// Deletes the account. The browser becomes a new guest.
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

    /// Sends local changes that the server does not have, otherwise applies the server's settings.
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
                // Unsent changes are sent when the page is loaded again.
                let _ = self.save_settings().await;
            });
        }
    }
}

fn clear_stored_account() {
    local_storage::remove(ACCOUNT_KEY);
    local_storage::remove(UNSENT_KEY);
}
