use leptos::html::{Button, Div};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::Node;
use yipan_client::Route;
use yipan_client::online::notification_text;
use yipan_client::text::people as text;
use yipan_wire::Notification;

use super::challenge_item::ChallengeItem;
use super::event_route::event_route;
use crate::browser::system_notification::{self, Permission};
use crate::context::use_app_context;
use crate::icons;
use crate::link::Link;

/// A bell with the number of unread notifications, which opens their list. It follows the account while it is shown.
#[component]
pub(crate) fn Bell() -> impl IntoView {
    let context = use_app_context();
    let feed = context.notifications;
    feed.start();
    let is_open = RwSignal::new(false);
    let (button, panel) = (NodeRef::<Button>::new(), NodeRef::<Div>::new());
    Effect::new(move |_| {
        if let Some(room) = feed.room_to_open.get() {
            feed.room_to_open.set(None);
            is_open.set(false);
            context.navigate(Route::Room(room));
        }
    });
    Effect::new(move |_| {
        let news = context.localized(feed.news);
        if !news.is_empty() {
            context.announce(news);
        }
    });
    // The panel belongs to the page where it was opened.
    Effect::new(move |_| {
        context.route.track();
        is_open.set(false);
    });
    let on_key = window_event_listener(leptos::ev::keydown, move |event| {
        if event.key() == "Escape" && is_open.get_untracked() {
            event.prevent_default();
            is_open.set(false);
            if let Some(button) = button.get_untracked() {
                let _ = button.focus();
            }
        }
    });
    let on_press_elsewhere = window_event_listener(leptos::ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        let is_inside = button.get_untracked().is_some_and(|button| button.contains(target.as_ref()))
            || panel.get_untracked().is_some_and(|panel| panel.contains(target.as_ref()));
        if !is_inside {
            is_open.set(false);
        }
    });
    on_cleanup(move || {
        on_key.remove();
        on_press_elsewhere.remove();
    });
    let unread = Memo::new(move |_| feed.unread());
    let label = move || match unread.get() {
        0 => context.t(text::NOTIFICATIONS).to_owned(),
        unread => context.t_args(text::UNREAD, &[&unread.to_string()]),
    };
    view! {
        <div class="bell">
            <button type="button" class="icon" data-do="bell" node_ref=button aria-label=label aria-expanded=move || is_open.get().to_string()
                on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)>
                <span inner_html=icons::BELL></span>
                <Show when=move || { unread.get() > 0 }><span class="bell-count" data-unread="" aria-hidden="true">{move || unread.get()}</span></Show>
            </button>
            <Show when=move || is_open.get()>
                <div class="bell-panel" node_ref=panel role="region" aria-label=move || context.t(text::NOTIFICATIONS)><BellPanel/></div>
            </Show>
        </div>
    }
}

#[component]
fn BellPanel() -> impl IntoView {
    let context = use_app_context();
    let feed = context.notifications;
    let challenges = Memo::new(move |_| feed.challenges());
    let notifications = Memo::new(move |_| feed.with(|list| list.notifications.clone()).unwrap_or_default());
    let is_empty = move || challenges.with(Vec::is_empty) && notifications.with(Vec::is_empty);
    let has_unread = move || notifications.with(|all| all.iter().any(|notification| !notification.is_read));
    view! {
        <Show when=is_empty><p class="secondary" role="status">{move || context.t(text::NO_NOTIFICATIONS)}</p></Show>
        <ul class="bell-list" data-list="challenges">
            <For each=move || challenges.get() key=|challenge| (challenge.id.clone(), format!("{:?}", challenge.state)) let(challenge)>
                <ChallengeItem challenge/>
            </For>
        </ul>
        <ul class="bell-list" data-list="notifications">
            <For each=move || notifications.get() key=|notification| (notification.id.clone(), notification.is_read) let(notification)>
                <NotificationItem notification/>
            </For>
        </ul>
        <Show when=has_unread>
            <button type="button" data-do="mark-read" on:click=move |_| feed.mark_read()>{move || context.t(text::MARK_READ)}</button>
        </Show>
        <SystemNotifications/>
    }
}

#[component]
fn NotificationItem(notification: Notification) -> impl IntoView {
    let context = use_app_context();
    let Notification { id, is_read, event, .. } = notification;
    let route = event_route(&event);
    let message = Signal::derive(move || notification_text(&event, context.language.get()));
    let shown = match route {
        Some(route) => view! { <Link to=route>{move || message.get()}</Link> }.into_any(),
        None => view! { <span>{move || message.get()}</span> }.into_any(),
    };
    view! { <li data-notification=id class:unread=!is_read>{shown}</li> }
}

/// A button that asks the browser to show notifications while this page is hidden.
#[component]
fn SystemNotifications() -> impl IntoView {
    let context = use_app_context();
    let permission = RwSignal::new(system_notification::permission());
    let ask = move |_| {
        spawn_local(async move {
            let answer = system_notification::request_permission().await;
            let _ = permission.try_set(answer);
        });
    };
    view! {
        <Show when=move || permission.get() == Permission::NotAsked>
            <button type="button" data-do="allow-notifications" on:click=ask>{move || context.t(text::SYSTEM_NOTIFICATIONS)}</button>
        </Show>
        <Show when=move || permission.get() == Permission::Denied>
            <p class="secondary">{move || context.t(text::SYSTEM_NOTIFICATIONS_DENIED)}</p>
        </Show>
    }
}
