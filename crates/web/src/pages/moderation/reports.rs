use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::report_reason_text;
use yipan_client::text::moderation as text;
use yipan_client::{LocalizedText, Route};
use yipan_wire::{Moderate, ModerationAction, Report, ReportedMessage};

use super::action_form::ReportActions;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::link::Link;
use crate::pages::account::date::format_date;

/// The reports that wait for a moderator, the oldest first.
#[component]
pub(super) fn OpenReports(changes: RwSignal<u32>) -> impl IntoView {
    let context = use_app_context();
    let reports = RwSignal::new(None::<Vec<Report>>);
    let error = RwSignal::new(LocalizedText::default());
    Effect::new(move |_| {
        changes.track();
        let language = context.language.get_untracked();
        spawn_local(async move {
            let response = async {
                fetch::parse_json(&fetch::get("/api/moderation/reports", language).await?, language)
            };
            match response.await {
                Ok(found) => {
                    let _ = reports.try_set(Some(found));
                }
                Err(failure) => {
                    let _ = error.try_set(fetch::error_text(&failure, language));
                }
            }
        });
    });
    let is_empty = move || reports.with(|reports| reports.as_ref().is_some_and(Vec::is_empty));
    view! {
        <section>
            <h2>{move || context.t(text::OPEN_REPORTS)}</h2>
            <Show when=is_empty><p class="secondary" role="status">{move || context.t(text::NO_REPORTS)}</p></Show>
            <p class="error" role="alert">{move || context.localized(error)}</p>
            <ul class="reports" data-list="reports">
                <For each=move || reports.get().unwrap_or_default() key=|report| report.id.clone() let(report)>
                    <ReportItem report changes/>
                </For>
            </ul>
        </section>
    }
}

#[component]
fn ReportItem(report: Report, changes: RwSignal<u32>) -> impl IntoView {
    let context = use_app_context();
    let Report { id, at, reporter, reported, reason, text: description, room, chat } = report;
    let names = (reported.name.clone(), reporter.name);
    let title = move || context.t_args(text::REPORTED_BY, &[&names.0, &names.1]);
    let when = move || format_date(at, context.language.get());
    let game = room.clone().map(|room| {
        let code = room.clone();
        view! { <Link to=Route::Replay(room)>{move || context.t_args(text::GAME, &[&code])}</Link> }
    });
    let message = |message: ReportedMessage| view! { <li><b>{message.name}</b>" "{message.text}</li> };
    let resolve = Moderate {
        action: ModerationAction::ResolveReport { report: id.clone() },
        reason: reason.as_str().to_owned(),
    };
    view! {
        <li class="card" data-report=id>
            <h3><Link to=Route::Profile(reported.id.clone())>{title}</Link></h3>
            <p class="secondary">{move || context.t(report_reason_text(reason))}" · "{when}</p>
            <p class="report-text">{description}</p>
            {game}
            <ul class="report-chat">{chat.into_iter().map(message).collect_view()}</ul>
            <ReportActions user=reported.id room resolve changes/>
        </li>
    }
}
