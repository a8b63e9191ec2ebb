//! The account that this browser is signed in to, and the settings that follow it.

use leptos::prelude::*;
use serde::Serialize;
use wasm_bindgen_futures::spawn_local;
use yipan_board::Settings;
use yipan_rules::Language;
use yipan_wire::{Fault, Me};

use crate::{fetch, store, timer};

/// Kept in the browser: to which account it is signed in, so that the page of a guest asks nothing; and that settings were
/// changed which the hall has not heard of yet.
const ACCOUNT: &str = "account";
const UNSENT: &str = "unsent";

const SETTINGS: &str = "/api/me/settings";

/// Milliseconds before a change is told: others may follow closely.
const PAUSE: u32 = 400;

/// Who the person is at the hall.
#[derive(Clone, Copy)]
pub(crate) struct Account {
    /// As the hall has said it, once it was asked.
    pub(crate) me: RwSignal<Option<Me>>,
    settings: RwSignal<Settings>,
    language: Memo<Language>,
    /// The settings on which page and hall last agreed.
    agreed: StoredValue<String>,
    is_waiting: StoredValue<bool>,
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
            me: RwSignal::new(None),
            settings,
            language,
            agreed: StoredValue::new(settings.with_untracked(Settings::write)),
            is_waiting: StoredValue::new(false),
        };
        Effect::new(move |_| account.changed(&settings.with(Settings::write)));
        if store::read(ACCOUNT).is_some() {
            spawn_local(async move {
                // A hall that cannot be reached is asked again when the page is next opened.
                let _ = account.meet().await;
            });
        }
        account
    }

    /// Asks the hall who the person is, and brings an account's settings here.
    pub(crate) async fn meet(self) -> Result<(), Fault> {
        let language = self.language.get_untracked();
        let me: Me = fetch::read(&fetch::get("/api/me", language).await?, language)?;
        let name = me.account.clone();
        self.me.set(Some(me));
        match name {
            Some(name) => {
                store::write(ACCOUNT, &name);
                self.follow().await
            }
            None => {
                forget();
                Ok(())
            }
        }
    }

    /// The same person on this device: the account's settings are brought here.
    pub(crate) async fn sign_in(self, name: String, password: String) -> Result<(), Fault> {
        self.enter("/api/session", name, password).await?;
        store::remove(UNSENT);
        self.meet().await
    }

    /// A guest becomes an account: the settings of this device go along.
    pub(crate) async fn sign_up(self, name: String, password: String) -> Result<(), Fault> {
        self.enter("/api/account", name, password).await?;
        store::write(UNSENT, "yes");
        self.meet().await
    }

    /// The settings stay as they are, for the guest who comes after.
    pub(crate) async fn sign_out(self) -> Result<(), Fault> {
        fetch::end("/api/session", self.language.get_untracked()).await?;
        forget();
        self.meet().await
    }

    /// Changes the password; the browser keeps a new session, and every other one ends.
    pub(crate) async fn change_password(self, old: String, new: String) -> Result<(), Fault> {
        let asked = PasswordChange { old, new };
        fetch::send("PUT", "/api/account/password", &asked, self.language.get_untracked()).await.map(drop)
    }

    /// Deletes the account; the browser is a new guest's from then on.
    pub(crate) async fn delete(self, password: String) -> Result<(), Fault> {
        let asked = Confirmation { password };
        fetch::send("DELETE", "/api/account", &asked, self.language.get_untracked()).await?;
        forget();
        self.meet().await
    }

    async fn enter(self, path: &str, name: String, password: String) -> Result<(), Fault> {
        let asked = Credentials { name, password };
        fetch::send("POST", path, &asked, self.language.get_untracked()).await.map(drop)
    }

    /// What was changed here and not told yet is the last word; else the hall has it.
    async fn follow(self) -> Result<(), Fault> {
        if store::read(UNSENT).is_some() {
            return self.tell().await;
        }
        let kept = Settings::kept(&fetch::get(SETTINGS, self.language.get_untracked()).await?);
        let Some(kept) = kept else { return self.tell().await };
        self.agreed.set_value(kept.write());
        self.settings.set(kept);
        Ok(())
    }

    async fn tell(self) -> Result<(), Fault> {
        let told = self.settings.get_untracked();
        fetch::send("PUT", SETTINGS, &told, self.language.get_untracked()).await?;
        let told = told.write();
        if self.settings.with_untracked(Settings::write) == told {
            store::remove(UNSENT);
        }
        self.agreed.set_value(told);
        Ok(())
    }

    fn changed(self, text: &str) {
        let is_known = self.agreed.with_value(|agreed| agreed == text);
        if is_known || store::read(ACCOUNT).is_none() {
            return;
        }
        store::write(UNSENT, "yes");
        if !self.is_waiting.get_value() {
            self.is_waiting.set_value(true);
            spawn_local(async move {
                timer::sleep(PAUSE).await;
                self.is_waiting.set_value(false);
                // What could not be told is told when the page is next opened.
                let _ = self.tell().await;
            });
        }
    }
}

/// This browser is a guest's.
fn forget() {
    store::remove(ACCOUNT);
    store::remove(UNSENT);
}
