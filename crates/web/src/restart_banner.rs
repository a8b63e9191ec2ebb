use leptos::prelude::*;
use yipan_client::text::restart as text;

use crate::browser::timer;
use crate::context::{ShownRestart, use_app_context};
use crate::icons;

/// The time between two looks at the clock.
const INTERVAL_MS: i32 = 5_000;

/// The time after which an announced restart that the page has not noticed is no longer shown.
const OVERDUE_MS: f64 = 600_000.0;

/// A notice of the restart that is announced, with the minutes that are left, until the user closes it.
#[component]
pub(crate) fn RestartBanner() -> impl IntoView {
    let context = use_app_context();
    let now = RwSignal::new(timer::now());
    timer::set_interval(INTERVAL_MS, move || {
        let _ = now.try_set(timer::now());
    });
    // The restart whose notice was closed. Another one is shown again.
    let closed = RwSignal::new(None::<u64>);
    let shown = Memo::new(move |_| {
        let restart = context.announced_restart.get()?;
        let is_open =
            closed.get() != Some(restart.announced.at) && now.get() < restart.page_time + OVERDUE_MS;
        is_open.then_some(restart)
    });
    let message = move |restart: &ShownRestart| match ((restart.page_time - now.get()) / 60_000.0).ceil() {
        minutes if minutes > 0.0 => context.t_args(text::IN_MINUTES, &[&minutes.to_string()]),
        _ => context.t(text::SOON).to_owned(),
    };
    // Screen readers announce it once, not each minute.
    Effect::new(move |_| {
        if let Some(restart) = shown.get() {
            context.announce(untrack(|| format!("{} {}", message(&restart), restart.announced.text)));
        }
    });
    let close = move |_| closed.set(shown.get_untracked().map(|restart| restart.announced.at));
    let banner = move || {
        shown.get().map(|restart| {
            let detail = restart.announced.text.clone();
            view! {
                <aside class="restart-banner" aria-label=move || context.t(text::TITLE)>
                    <p><span data-restart="">{move || message(&restart)}</span>" "{detail}</p>
                    <button type="button" class="icon" data-do="close-restart" aria-label=move || context.t(text::CLOSE) inner_html=icons::CLOSE on:click=close></button>
                </aside>
            }
        })
    };
    view! { {banner} }
}
