//! The notifications of accounts.

use std::hash::{DefaultHasher, Hash, Hasher};

use yipan_wire::{Notification, NotificationEvent, NotificationList};

use crate::app_state::AppState;
use crate::storage::people_rows::{NotificationRow, SharedNotification};
use crate::storage::store::{Store, StoreError};

/// The most notifications of an account.
pub(crate) const MAX_NOTIFICATIONS: u32 = 50;

/// The bits of a version, which every number of JavaScript holds exactly.
const VERSION_BITS: u32 = 52;

impl AppState {
    /// Returns the challenges and notifications of an account.
    pub(crate) async fn notifications(&self, user_id: &str) -> Result<NotificationList, StoreError> {
        let challenges = self.listed_challenges(user_id).await?;
        let rows = self.store.notifications_of(user_id).await?;
        // An event of a newer server must not hide the others.
        let mut notifications: Vec<_> = rows.into_iter().filter_map(notification).collect();
        notifications.extend(self.turn_notifications(user_id).await?);
        notifications.sort_by_key(|notification| std::cmp::Reverse(notification.at));
        let blocked = self.relations(user_id).await?.blocked;
        let content = serde_json::to_string(&(&challenges, &notifications, &blocked));
        let content = content.map_err(|error| StoreError::Failed(error.to_string()))?;
        Ok(NotificationList {
            version: version(&content),
            now: self.clock.millis().0,
            challenges,
            notifications,
            blocked,
        })
    }
}

/// Returns a notification to store. Its id names the event.
///
/// # Errors
/// Returns [`StoreError::Failed`] if the event cannot be encoded.
pub(crate) fn new_notification(
    user_id: &str,
    id: &str,
    now: u64,
    event: &NotificationEvent,
) -> Result<NotificationRow, StoreError> {
    let (user_id, id) = (user_id.to_owned(), id.to_owned());
    Ok(NotificationRow { user_id, id, created: now, event: encode(event)?, is_read: false })
}

/// Adds the same notification for several accounts, each at most once, in one write.
pub(crate) async fn notify_all(
    store: &dyn Store,
    user_ids: Vec<String>,
    id: String,
    now: u64,
    event: &NotificationEvent,
) -> Result<(), StoreError> {
    let notification = SharedNotification { user_ids, id, created: now, event: encode(event)? };
    store.add_shared_notification(notification, MAX_NOTIFICATIONS).await
}

fn encode(event: &NotificationEvent) -> Result<String, StoreError> {
    serde_json::to_string(event).map_err(|error| StoreError::Failed(error.to_string()))
}

fn notification(row: NotificationRow) -> Option<Notification> {
    let event = serde_json::from_str(&row.event).ok()?;
    Some(Notification { id: row.id, at: row.created, is_read: row.is_read, event })
}

/// Returns a number that differs for different contents. All nodes of one release compute the same one.
fn version(content: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish() >> (u64::BITS - VERSION_BITS)
}
