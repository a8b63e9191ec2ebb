use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::online::audit_line;
use yipan_client::text::moderation as text;
use yipan_wire::AuditEntry;

use crate::browser::fetch;
use crate::context::use_app_context;
use crate::pages::account::date::format_date;

/// The last entries of the audit log.
#[component]
pub(super) fn AuditLog(changes: RwSignal<u32>) -> impl IntoView {
    let context = use_app_context();
    let entries = RwSignal::new(Vec::<AuditEntry>::new());
    let error = RwSignal::new(LocalizedText::default());
    Effect::new(move |_| {
        changes.track();
        let language = context.language.get_untracked();
        spawn_local(async move {
            let response =
                async { fetch::parse_json(&fetch::get("/api/moderation/log", language).await?, language) };
            match response.await {
                Ok(found) => {
                    let _ = entries.try_set(found);
                }
                Err(failure) => {
                    let _ = error.try_set(fetch::error_text(&failure, language));
                }
            }
        });
    });
    let row = move |entry: AuditEntry| {
        let (number, at) = (entry.number, entry.at);
        view! {
            <li data-entry=number>
                <span class="secondary">{move || format_date(at, context.language.get())}</span>
                <span>{move || audit_line(&entry, context.language.get())}</span>
            </li>
        }
    };
    view! {
        <section>
            <h2>{move || context.t(text::AUDIT_LOG)}</h2>
            <p class="error" role="alert">{move || context.localized(error)}</p>
            <ol class="audit-log" data-list="audit-log">
                <For each=move || entries.get() key=|entry| entry.number let(entry)>{row(entry)}</For>
            </ol>
        </section>
    }
}
