use leptos::prelude::*;
use yipan_client::text::moderation as text;
use yipan_wire::FoundUser;

use crate::context::use_app_context;
use crate::secondary_part::{RequiredPart, SecondaryPart};

/// A button that opens the form to report a player. Guests and the player themselves do not see it.
#[component]
pub(crate) fn ReportButton(
    user: FoundUser,
    /// The room where it happened, whose chat is kept with the report.
    #[prop(optional_no_strip)]
    room: Option<String>,
) -> impl IntoView {
    let context = use_app_context();
    let is_open = RwSignal::new(false);
    let (id, name) = (user.id.clone(), user.name.clone());
    let can_report = Memo::new(move |_| context.notifications.own_id().is_some_and(|own| own != id));
    let label = move || context.t_args(text::REPORT_PLAYER, &[&name]);
    let form = move || {
        (can_report.get() && is_open.get())
            .then(|| SecondaryPart::ReportForm { user: user.id.clone(), room: room.clone() })
            .map(|part| view! { <RequiredPart part/> })
    };
    view! {
        <Show when=move || can_report.get()>
            <button type="button" data-do="report" aria-expanded=move || is_open.get().to_string() aria-label=label.clone()
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)>{move || context.t(text::REPORT)}</button>
        </Show>
        {form}
    }
}
