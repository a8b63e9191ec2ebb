use std::collections::HashSet;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{marked_name, notification_text, room_line, unread_count};
use yipan_client::text::people as text;
use yipan_client::{LocalizedText, Route};
use yipan_core::Language;
use yipan_wire::{Challenge, ChallengeState, MarkRead, NotificationList};

use super::event_route::event_route;
use crate::account::Account;
use crate::browser::{fetch, system_notification, timer};

const PATH: &str = "/api/me/notifications";

/// The shortest time between two requests. Players of one household or school share the request limit of their address.
const INTERVAL_MS: u32 = 4_000;

/// The time after which a failed request is repeated.
const RETRY_MS: u32 = 15_000;

/// The challenges and notifications of the account, followed while the page is open.
#[derive(Clone, Copy)]
pub(crate) struct NotificationFeed {
    list: RwSignal<Option<NotificationList>>,
    /// The last event that is announced to the user.
    pub(super) news: RwSignal<LocalizedText>,
    /// The room of an accepted challenge that this page should open.
    pub(crate) room_to_open: RwSignal<Option<String>>,
    /// The challenges that were sent from this page and are not answered.
    sent: StoredValue<HashSet<String>>,
    /// The challenges and notifications that were announced, or shown in the first list.
    known: StoredValue<HashSet<String>>,
    /// The number of times that an account was followed, so that an earlier loop ends.
    follow_count: StoredValue<u32>,
    account: Account,
    language: Memo<Language>,
}

impl NotificationFeed {
    pub(crate) fn new(account: Account, language: Memo<Language>) -> NotificationFeed {
        NotificationFeed {
            list: RwSignal::new(None),
            news: RwSignal::new(LocalizedText::default()),
            room_to_open: RwSignal::new(None),
            sent: StoredValue::new(HashSet::new()),
            known: StoredValue::new(HashSet::new()),
            follow_count: StoredValue::new(0),
            account,
            language,
        }
    }

    /// Follows the account until the reactive owner is disposed.
    pub(super) fn start(self) {
        let own_id = Memo::new(move |_| self.own_id());
        Effect::new(move |_| {
            self.clear();
            let Some(id) = own_id.get() else { return };
            let number = self.follow_count.get_value();
            spawn_local(async move { self.follow(&id, number).await });
        });
        on_cleanup(move || self.clear());
    }

    /// Removes the list of an account that is no longer followed.
    fn clear(self) {
        self.list.set(None);
        self.known.update_value(HashSet::clear);
        self.follow_count.update_value(|count| *count += 1);
    }

    /// Returns the id of the account; `None` for a guest. Reactive.
    pub(crate) fn own_id(self) -> Option<String> {
        let user = self.account.current_user.get()?;
        user.account.is_some().then_some(user.id)
    }

    /// Returns the challenges that are listed; reactive.
    pub(super) fn challenges(self) -> Vec<Challenge> {
        self.list.with(|list| list.as_ref().map(|list| list.challenges.clone()).unwrap_or_default())
    }

    /// Reads the list; reactive. `None` before the first answer.
    pub(crate) fn with<T>(self, read: impl FnOnce(&NotificationList) -> T) -> Option<T> {
        self.list.with(|list| list.as_ref().map(read))
    }

    /// Whether the user blocks another one; reactive.
    pub(crate) fn is_blocked(self, user_id: &str) -> bool {
        let is_listed = |list: &NotificationList| list.blocked.iter().any(|user| user.id == user_id);
        self.with(is_listed).unwrap_or(false)
    }

    /// Returns the number of the bell; reactive.
    pub(super) fn unread(self) -> usize {
        let id = self.own_id().unwrap_or_default();
        self.with(|list| unread_count(list, &id)).unwrap_or(0)
    }

    /// Opens the room of a challenge that this page has sent once it is accepted.
    pub(crate) fn wait_for_answer(self, challenge: &Challenge) {
        self.sent.update_value(|sent| {
            sent.insert(challenge.id.clone());
        });
        self.refresh();
    }

    /// Asks for the list at once.
    pub(crate) fn refresh(self) {
        spawn_local(async move {
            let Some(id) = untrack(|| self.own_id()) else { return };
            // The next request repeats a failed one.
            if let Ok(list) = self.fetch(None).await {
                self.show(&id, list);
            }
        });
    }

    /// Marks all notifications as read.
    pub(super) fn mark_read(self) {
        let latest =
            self.list.with_untracked(|list| list.as_ref()?.notifications.first().map(|latest| latest.at));
        let Some(until) = latest else { return };
        self.list.update(|list| {
            let notifications = list.iter_mut().flat_map(|list| &mut list.notifications);
            notifications.for_each(|notification| notification.is_read = true);
        });
        let language = self.language.get_untracked();
        spawn_local(async move {
            // They are unread again after a failure.
            let _ = fetch::send("PUT", PATH, &MarkRead { until }, language).await;
            self.refresh();
        });
    }

    async fn follow(self, id: &str, number: u32) {
        let mut seen = None;
        while self.follow_count.get_value() == number {
            match self.fetch(seen).await {
                Ok(list) => {
                    let version = list.version;
                    if self.show(id, list) {
                        seen = Some(version);
                    }
                    timer::sleep(INTERVAL_MS).await;
                }
                Err(()) => timer::sleep(RETRY_MS).await,
            }
        }
    }

    async fn fetch(self, seen: Option<u64>) -> Result<NotificationList, ()> {
        let language = self.language.get_untracked();
        let path = seen.map_or_else(|| PATH.to_owned(), |seen| format!("{PATH}?seen={seen}"));
        let response = async { fetch::parse_json(&fetch::get(&path, language).await?, language) };
        response.await.map_err(drop)
    }

    /// Shows a list that the server has sent to this account, unless a newer one is shown. Returns whether it is shown.
    ///
    /// The times of the answers are compared, because a request may wait and be answered after a later one.
    fn show(self, id: &str, list: NotificationList) -> bool {
        // The user may have signed out meanwhile.
        if untrack(|| self.own_id()).as_deref() != Some(id) {
            return false;
        }
        if self.list.with_untracked(|shown| shown.as_ref().is_some_and(|shown| shown.now > list.now)) {
            return false;
        }
        self.report_news(id, &list);
        let accepted = list.challenges.iter().find_map(|challenge| match &challenge.state {
            ChallengeState::Accepted { room } if challenge.challenger.id == id => {
                let was_sent = self.sent.try_update_value(|sent| sent.remove(&challenge.id));
                (was_sent == Some(true)).then(|| room.clone())
            }
            _ => None,
        });
        if self.list.with_untracked(|known| known.as_ref() != Some(&list)) {
            self.list.set(Some(list));
        }
        if let Some(room) = accepted {
            self.room_to_open.set(Some(room));
        }
        true
    }

    /// Announces new challenges and notifications. The first list is not announced: the bell shows its number.
    fn report_news(self, id: &str, list: &NotificationList) {
        let language = self.language.get_untracked();
        let is_first = self.list.with_untracked(Option::is_none);
        let asked = list
            .challenges
            .iter()
            .filter(|challenge| challenge.challenged.id == id && challenge.state == ChallengeState::Open);
        let asked = asked.map(|challenge| {
            let challenger = marked_name(&challenge.challenger.name, challenge.challenger.is_bot);
            let name = text::CHALLENGES_YOU.localize_with(language, &[&challenger]);
            // The bell of any page has the buttons to answer it.
            let message = format!("{name}: {}", room_line(&challenge.config, language));
            (challenge.id.clone(), message, Route::Home)
        });
        let unread =
            list.notifications.iter().filter(|notification| !notification.is_read).map(|notification| {
                let route = event_route(&notification.event).unwrap_or(Route::Home);
                (notification.id.clone(), notification_text(&notification.event, language), route)
            });
        for (key, message, route) in asked.chain(unread) {
            let is_new = self.known.try_update_value(|known| known.insert(key)) == Some(true);
            if is_new && !is_first {
                system_notification::show_if_hidden(&message, route.path());
                self.news.set(LocalizedText::in_one_language(language, message));
            }
        }
    }
}
