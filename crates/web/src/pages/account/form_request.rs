use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_wire::ApiError;

use crate::browser::fetch;
use crate::context::{AppContext, use_app_context};

/// The request of a form: one at a time, and the error of the last one.
#[derive(Clone, Copy)]
pub(super) struct FormRequest {
    context: AppContext,
    is_busy: RwSignal<bool>,
    error: RwSignal<LocalizedText>,
}

impl FormRequest {
    pub(super) fn new() -> FormRequest {
        FormRequest {
            context: use_app_context(),
            is_busy: RwSignal::new(false),
            error: RwSignal::new(LocalizedText::default()),
        }
    }

    /// Whether an answer is awaited; reactive.
    pub(super) fn is_busy(self) -> bool {
        self.is_busy.get()
    }

    /// Sends a request, unless one is being sent. `on_done` runs after a success, if the form is still shown.
    pub(super) fn send(
        self,
        request: impl Future<Output = Result<(), ApiError>> + 'static,
        on_done: impl FnOnce() + 'static,
    ) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.error.set(LocalizedText::default());
        let language = self.context.language.get_untracked();
        spawn_local(async move {
            let result = request.await;
            // The component may have been unmounted.
            if self.is_busy.try_set(false).is_some() {
                return;
            }
            match result {
                Ok(()) => on_done(),
                Err(failure) => self.error.set(fetch::error_text(&failure, language)),
            }
        });
    }

    /// The error of the last request, as screen readers announce it.
    pub(super) fn error_line(self) -> impl IntoView {
        view! { <p class="error" role="alert">{move || self.context.localized(self.error)}</p> }
    }
}
