//! The page of moderators: open reports, actions and the audit log.

mod action_form;
mod log;
mod reports;
mod restart_form;

use leptos::prelude::*;
use yipan_client::text::{moderation as text, restart};

use self::action_form::ActionForm;
use self::log::AuditLog;
use self::reports::OpenReports;
use self::restart_form::RestartForm;
use crate::context::use_app_context;

/// Reports, actions and the audit log, for accounts with a role.
#[component]
pub(crate) fn ModerationPage() -> impl IntoView {
    let context = use_app_context();
    let role = Memo::new(move |_| context.account.current_user.get().and_then(|user| user.role));
    // A number that grows with each action, so that both lists are loaded again.
    let changes = RwSignal::new(0_u32);
    let shown = move || match role.get() {
        None => view! { <p role="status">{move || context.t(text::MODERATORS_ONLY)}</p> }.into_any(),
        Some(role) => view! {
            <OpenReports changes/>
            <section>
                <h2>{move || context.t(text::ACTION)}</h2>
                <ActionForm role changes/>
            </section>
            <section>
                <h2>{move || context.t(restart::TITLE)}</h2>
                <RestartForm changes/>
            </section>
            <AuditLog changes/>
        }
        .into_any(),
    };
    view! {
        <section class="profile moderation">
            <h1>{move || context.t(text::TITLE)}</h1>
            {shown}
        </section>
    }
}
