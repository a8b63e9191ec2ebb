use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};

use tokio::sync::watch;

use crate::auth::authentication::AuthenticatedUser;
use crate::storage::store::UserRow;

/// Who speaks at a socket by now; nobody, once what he came with has been ended.
pub(crate) type UserWatch = watch::Receiver<Option<UserRow>>;

/// Who has a socket here, so that it learns who he becomes and when he may speak no more.
#[derive(Debug, Default)]
pub(crate) struct ConnectionRegistry(Mutex<HashMap<u64, RegisteredConnection>>);

#[derive(Debug)]
struct RegisteredConnection {
    /// The hash of the key he came with.
    credential_hash: String,
    /// When the key expires, as far as is known here: it may have been renewed since.
    expires: Option<u64>,
    user_sender: watch::Sender<Option<UserRow>>,
}

impl ConnectionRegistry {
    fn lock(&self) -> MutexGuard<'_, HashMap<u64, RegisteredConnection>> {
        self.0.lock().expect("nobody panics with the lock held")
    }

    /// Somebody opens a socket.
    pub(crate) fn register(&self, socket: u64, visitor: &AuthenticatedUser) -> UserWatch {
        let (user_sender, user_watch) = watch::channel(Some(visitor.user.clone()));
        self.lock().insert(
            socket,
            RegisteredConnection {
                credential_hash: visitor.credential_hash.clone(),
                expires: visitor.access.expires(),
                user_sender,
            },
        );
        user_watch
    }

    /// A socket has closed.
    pub(crate) fn unregister(&self, socket: u64) {
        self.lock().remove(&socket);
    }

    /// Somebody has another name, or is another person, from now on: at all of his sockets.
    pub(crate) fn update_user(&self, id: &str, person: &UserRow) {
        for place in self.lock().values() {
            let is_theirs = place.user_sender.borrow().as_ref().is_some_and(|speaker| speaker.id == id);
            if is_theirs {
                place.user_sender.send_replace(Some(person.clone()));
            }
        }
    }

    /// Ends every socket of a user.
    pub(crate) fn end_user(&self, id: &str) {
        self.end_user_except(id, None);
    }

    /// Ends every socket of a user that was not opened with this key.
    pub(crate) fn end_user_except(&self, id: &str, key: Option<&str>) {
        for place in self.lock().values().filter(|place| key != Some(place.credential_hash.as_str())) {
            let is_theirs = place.user_sender.borrow().as_ref().is_some_and(|speaker| speaker.id == id);
            if is_theirs {
                place.user_sender.send_replace(None);
            }
        }
    }

    /// Returns the keys of open sockets that have expired by this time, unless they have been renewed.
    pub(crate) fn expired_credentials(&self, now: u64) -> HashSet<String> {
        let is_due = |place: &&RegisteredConnection| {
            place.expires.is_some_and(|expires| expires <= now) && place.user_sender.borrow().is_some()
        };
        self.lock().values().filter(is_due).map(|place| place.credential_hash.clone()).collect()
    }

    /// Moves the expiry of the sockets that were opened with this key.
    pub(crate) fn renew_credential(&self, key: &str, expires: Option<u64>) {
        for place in self.lock().values_mut().filter(|place| place.credential_hash == key) {
            place.expires = expires;
        }
    }

    /// Whoever came in with this key may speak no more.
    pub(crate) fn end_credential(&self, key: &str) {
        for place in self.lock().values().filter(|place| place.credential_hash == key) {
            place.user_sender.send_replace(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::authentication::Access;

    fn person(id: &str, name: &str) -> UserRow {
        let (id, name) = (id.to_owned(), name.to_owned());
        UserRow { id, name, account: None, password_hash: None, created: 0, linked_account: None }
    }

    fn enter(presence: &ConnectionRegistry, socket: u64, id: &str, key: &str) -> UserWatch {
        presence.register(
            socket,
            &AuthenticatedUser {
                user: person(id, id),
                credential_hash: key.to_owned(),
                access: Access::Session { expires: 0 },
            },
        )
    }

    fn name(speaker: &UserWatch) -> Option<String> {
        speaker.borrow().as_ref().map(|person| person.name.clone())
    }

    #[test]
    fn every_socket_of_a_user_sees_their_new_row_and_leaves_nothing_behind() {
        let presence = ConnectionRegistry::default();
        let one = enter(&presence, 1, "guest", "a");
        let two = enter(&presence, 2, "guest", "a");
        let other = enter(&presence, 3, "other", "b");
        presence.update_user("guest", &person("ada", "Ada"));
        let names = || [&one, &two, &other].map(name);
        let expected = |names: [&str; 3]| names.map(|name| Some(name.to_owned()));
        assert_eq!(names(), expected(["Ada", "Ada", "other"]));
        presence.update_user("ada", &person("ada", "Countess"));
        assert_eq!(names(), expected(["Countess", "Countess", "other"]));
        [1, 2, 3].into_iter().for_each(|socket| presence.unregister(socket));
        assert!(presence.lock().is_empty());
    }

    #[test]
    fn a_credential_that_ends_closes_its_own_sockets_and_no_others() {
        let presence = ConnectionRegistry::default();
        let [here, elsewhere] = [enter(&presence, 1, "ada", "a"), enter(&presence, 2, "ada", "b")];
        presence.end_credential("c");
        assert_eq!([name(&here), name(&elsewhere)], [Some("ada".to_owned()), Some("ada".to_owned())]);
        presence.end_credential("a");
        assert_eq!([name(&here), name(&elsewhere)], [None, Some("ada".to_owned())]);
        presence.update_user("ada", &person("ada", "Ada"));
        assert_eq!(name(&here), None, "a new name gives nobody his voice back");
        let other = enter(&presence, 3, "bob", "c");
        presence.end_user_except("bob", Some("c"));
        presence.end_user("ada");
        assert_eq!([name(&elsewhere), name(&other)], [None, Some("bob".to_owned())]);
    }
}
