use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::online::report_reason_text;
use yipan_client::text::moderation as text;
use yipan_wire::{NewReport, ReportReason};

use crate::browser::fetch;
use crate::context::use_app_context;

/// The form to report a player. The chat of the room is kept with the report.
#[component]
pub(crate) fn ReportForm(user: String, room: Option<String>) -> impl IntoView {
    let context = use_app_context();
    let (description, reason) = (RwSignal::new(String::new()), RwSignal::new(ReportReason::Chat));
    let (message, error) = (RwSignal::new(LocalizedText::default()), RwSignal::new(LocalizedText::default()));
    let is_busy = RwSignal::new(false);
    let choose = move |event| {
        let chosen = event_target_value(&event);
        if let Some(found) = ReportReason::ALL.into_iter().find(|reason| reason.as_str() == chosen) {
            reason.set(found);
        }
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        message.set(LocalizedText::default());
        error.set(LocalizedText::default());
        let request = NewReport {
            user: user.clone(),
            reason: reason.get_untracked(),
            text: description.get_untracked(),
            room: room.clone(),
        };
        let language = context.language.get_untracked();
        spawn_local(async move {
            let response = fetch::send("POST", "/api/reports", &request, language).await;
            // The component may have been unmounted.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match response {
                Ok(_) => {
                    description.set(String::new());
                    message.set(text::REPORT_SENT.into());
                }
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    };
    let option = move |value: ReportReason| {
        view! { <option value=value.as_str() selected=move || reason.get() == value>{move || context.t(report_reason_text(value))}</option> }
    };
    view! {
        <form class="invite report-form" data-form="report" on:submit=submit>
            <label>
                <span>{move || context.t(text::REASON)}</span>
                <select name="report-reason" on:change=choose>{ReportReason::ALL.map(option).collect_view()}</select>
            </label>
            <label>
                <span>{move || context.t(text::DESCRIPTION)}</span>
                <textarea name="report-text" rows="3" maxlength="1000" required prop:value=move || description.get()
                    on:input=move |event| description.set(event_target_value(&event))></textarea>
            </label>
            <button type="submit" class="accent" data-do="send-report" disabled=move || is_busy.get()>{move || context.t(text::SEND_REPORT)}</button>
            <p role="status">{move || context.localized(message)}</p>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}
