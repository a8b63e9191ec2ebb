use leptos::prelude::*;
use yipan_client::Route;

use crate::context::use_app_context;

/// A link to a route of this page, without a reload.
#[component]
pub(crate) fn Link(
    #[prop(into)] to: Signal<Route>,
    #[prop(optional)] class: &'static str,
    /// Runs before the route is shown here, and not for a new tab or window.
    #[prop(optional)]
    on_follow: Option<Callback<()>>,
    children: Children,
) -> impl IntoView {
    let context = use_app_context();
    let follow = move |event: leptos::ev::MouseEvent| {
        // Clicks with a modifier key open a tab or window, which the browser does.
        if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
            event.prevent_default();
            if let Some(on_follow) = on_follow {
                on_follow.run(());
            }
            context.navigate(to.get_untracked());
        }
    };
    view! { <a class=class href=move || to.get().path() on:click=follow>{children()}</a> }
}
