use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::account as text;
use yipan_client::{LocalizedText, Text};
use yipan_wire::{Credential, Scope};

use crate::browser::fetch;
use crate::context::AppContext;

/// The credentials of the account, as last fetched.
#[derive(Clone, Copy)]
pub(super) struct SessionList {
    pub(super) context: AppContext,
    pub(super) credentials: RwSignal<Vec<Credential>>,
    /// The result of the last request.
    pub(super) message: RwSignal<LocalizedText>,
}

impl SessionList {
    pub(super) fn reload(self) {
        let language = self.context.language.get_untracked();
        spawn_local(async move {
            let response =
                async { fetch::parse_json(&fetch::get("/api/credentials", language).await?, language) };
            match response.await {
                Ok(credentials) => drop(self.credentials.try_set(credentials)),
                Err(error) => self.show_message(fetch::error_text(&error, language)),
            }
        });
    }

    pub(super) fn revoke(self, path: String) {
        let language = self.context.language.get_untracked();
        spawn_local(async move {
            match fetch::delete(&path, language).await {
                Ok(_) => self.show_message(text::REVOKED.into()),
                Err(error) => self.show_message(fetch::error_text(&error, language)),
            }
            self.reload();
        });
    }

    fn show_message(self, message: LocalizedText) {
        let _ = self.message.try_set(message);
    }
}

pub(super) fn scope_text(scope: Scope) -> Text {
    match scope {
        Scope::Play => text::SCOPE_PLAY,
        Scope::Read => text::SCOPE_READ,
        Scope::Account => text::SCOPE_ACCOUNT,
    }
}
