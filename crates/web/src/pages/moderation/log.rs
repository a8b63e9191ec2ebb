use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::online::audit_line;
use yipan_client::text::moderation as text;
use yipan_wire::AuditEntry;

use crate::browser::fetch;
use crate::context::use_app_context;
use crate::pages::account::date::format_date;

/// The most entries of an answer of the server. One with fewer is the end of the log.
const ENTRIES_PER_PAGE: usize = 100;

/// The audit log, the latest entries first, with a button for earlier ones.
#[component]
pub(super) fn AuditLog(changes: RwSignal<u32>) -> impl IntoView {
    let context = use_app_context();
    let entries = RwSignal::new(Vec::<AuditEntry>::new());
    let (has_more, is_loading) = (RwSignal::new(false), RwSignal::new(false));
    let error = RwSignal::new(LocalizedText::default());
    let load = move |before: Option<u64>| {
        let language = context.language.get_untracked();
        let path = match before {
            Some(before) => format!("/api/moderation/log?before={before}"),
            None => "/api/moderation/log".to_owned(),
        };
        is_loading.set(true);
        spawn_local(async move {
            let response = async { fetch::parse_json(&fetch::get(&path, language).await?, language) };
            let found: Result<Vec<AuditEntry>, _> = response.await;
            // The component may have been unmounted.
            if is_loading.try_set(false).is_some() {
                return;
            }
            match found {
                Ok(found) => {
                    error.set(LocalizedText::default());
                    has_more.set(found.len() == ENTRIES_PER_PAGE);
                    entries.update(|entries| match before {
                        // Two answers may arrive in another order than they were asked for.
                        Some(before) => {
                            entries.retain(|entry| entry.number >= before);
                            entries.extend(found);
                        }
                        None => *entries = found,
                    });
                }
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    };
    Effect::new(move |_| {
        changes.track();
        load(None);
    });
    let more = move |_| load(entries.with_untracked(|entries| entries.last().map(|entry| entry.number)));
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
            <Show when=move || has_more.get()>
                <button type="button" data-do="more-entries" disabled=move || is_loading.get() on:click=more>{move || context.t(text::MORE_ENTRIES)}</button>
            </Show>
        </section>
    }
}
