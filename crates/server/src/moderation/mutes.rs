use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The users who may not write in chats, so that a chat message does not wait for the database.
#[derive(Debug, Default)]
pub(crate) struct Mutes(Mutex<HashMap<String, u64>>);

impl Mutes {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces all of them by what the store contains.
    pub(crate) fn replace(&self, muted_until: impl IntoIterator<Item = (String, u64)>) {
        *self.lock() = muted_until.into_iter().collect();
    }

    /// Mutes a user until a time, in the server's milliseconds. A time that has passed ends the mute.
    pub(crate) fn set(&self, user_id: &str, until: u64) {
        self.lock().insert(user_id.to_owned(), until);
    }

    /// Whether a user may not write in chats now.
    pub(crate) fn is_muted(&self, user_id: &str, now: u64) -> bool {
        let mut mutes = self.lock();
        let Some(until) = mutes.get(user_id).copied() else { return false };
        if until <= now {
            mutes.remove(user_id);
        }
        until > now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mute_ends_at_its_time_or_when_it_is_replaced() {
        let mutes = Mutes::default();
        mutes.set("ada", 10);
        assert!(mutes.is_muted("ada", 9) && !mutes.is_muted("bob", 9));
        assert!(!mutes.is_muted("ada", 10));
        assert!(mutes.lock().is_empty(), "it is forgotten");
        mutes.set("ada", 20);
        mutes.replace([("bob".to_owned(), 30)]);
        assert!(!mutes.is_muted("ada", 15) && mutes.is_muted("bob", 15));
    }
}
