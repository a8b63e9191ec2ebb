use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, OnceLock};

use tokio::sync::{broadcast, mpsc, watch};

use super::authenticated_user::AuthenticatedUser;
use crate::cluster::message::announcement::UserChange;
use crate::moderation::mutes::Mutes;
use crate::storage::rows::UserRow;

/// The user of a connection; `None` once its credential is no longer valid.
pub(crate) type UserWatch = watch::Receiver<Option<UserRow>>;

/// The open WebSockets with their users, so that changes of a user and revoked credentials reach them.
#[derive(Debug)]
pub(crate) struct ConnectionRegistry {
    connections: Mutex<BTreeMap<u64, RegisteredConnection>>,
    /// The ids of users who are notified of something, for the requests that wait for it.
    notified: broadcast::Sender<String>,
    /// The users who may not write in chats.
    pub(crate) mutes: Mutes,
    /// The queue of changes that other nodes must learn of; empty on a single node.
    announcements: OnceLock<mpsc::UnboundedSender<UserChange>>,
}

#[derive(Debug)]
struct RegisteredConnection {
    credential_hash: String,
    /// The expiry of the credential, which may have been renewed since.
    expires: Option<u64>,
    user_sender: watch::Sender<Option<UserRow>>,
}

/// The notifications that a waiting request may be behind; one that is slower looks at the store.
const MAX_NOTIFIED: usize = 256;

impl Default for ConnectionRegistry {
    fn default() -> ConnectionRegistry {
        ConnectionRegistry {
            connections: Mutex::default(),
            notified: broadcast::Sender::new(MAX_NOTIFIED),
            mutes: Mutes::default(),
            announcements: OnceLock::new(),
        }
    }
}

impl ConnectionRegistry {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, RegisteredConnection>> {
        self.connections.lock().expect("no code panics while it holds the lock")
    }

    pub(crate) fn register(&self, socket: u64, requester: &AuthenticatedUser) -> UserWatch {
        let (user_sender, user_watch) = watch::channel(Some(requester.user.clone()));
        self.lock().insert(
            socket,
            RegisteredConnection {
                credential_hash: requester.credential_hash.clone(),
                expires: requester.access.expires(),
                user_sender,
            },
        );
        user_watch
    }

    pub(crate) fn unregister(&self, socket: u64) {
        self.lock().remove(&socket);
    }

    /// Queues the changes of users for other nodes from now on.
    pub(crate) fn announce_changes(&self) -> mpsc::UnboundedReceiver<UserChange> {
        let (sender, changes) = mpsc::unbounded_channel();
        // A node starts its tasks once.
        let _ = self.announcements.set(sender);
        changes
    }

    fn announce(&self, change: impl FnOnce() -> UserChange) {
        if let Some(announcements) = self.announcements.get() {
            // The node shuts down.
            let _ = announcements.send(change());
        }
    }

    /// Mutes a user in chats until a time, on all nodes.
    pub(crate) fn mute_user(&self, id: &str, until: u64) {
        self.mutes.set(id, until);
        self.announce(|| UserChange::Muted { id: id.to_owned(), until });
    }

    /// Wakes the requests of a user that wait for a notification, on all nodes.
    pub(crate) fn notify_user(&self, id: &str) {
        self.wake_user(id);
        self.announce(|| UserChange::Notified { id: id.to_owned() });
    }

    /// Wakes the requests of a user to this node that wait for a notification.
    pub(crate) fn wake_user(&self, id: &str) {
        // There is no receiver unless a request waits.
        let _ = self.notified.send(id.to_owned());
    }

    /// Returns a receiver of the ids of users who are notified of something.
    pub(crate) fn notified_users(&self) -> broadcast::Receiver<String> {
        self.notified.subscribe()
    }

    /// Replaces the user on all of their connections, on all nodes.
    pub(crate) fn update_user(&self, id: &str, user: &UserRow) {
        self.replace_user(id, user);
        self.announce(|| UserChange::Updated { id: id.to_owned() });
    }

    /// Replaces the user on all of their connections to this node.
    pub(crate) fn replace_user(&self, id: &str, user: &UserRow) {
        for connection in self.lock().values() {
            let is_theirs = connection.user_sender.borrow().as_ref().is_some_and(|user| user.id == id);
            if is_theirs {
                connection.user_sender.send_replace(Some(user.clone()));
            }
        }
    }

    /// Ends every connection of a user, on all nodes.
    pub(crate) fn end_user(&self, id: &str) {
        self.end_user_except(id, None);
    }

    /// Ends every connection of a user that was not opened with this credential, on all nodes.
    pub(crate) fn end_user_except(&self, id: &str, credential: Option<&str>) {
        self.close_user_except(id, credential);
        self.announce(|| UserChange::Ended { id: id.to_owned(), except: credential.map(str::to_owned) });
    }

    /// Ends every connection of a user to this node that was not opened with this credential.
    pub(crate) fn close_user_except(&self, id: &str, credential: Option<&str>) {
        for connection in
            self.lock().values().filter(|connection| credential != Some(connection.credential_hash.as_str()))
        {
            let is_theirs = connection.user_sender.borrow().as_ref().is_some_and(|user| user.id == id);
            if is_theirs {
                connection.user_sender.send_replace(None);
            }
        }
    }

    /// Returns the credentials of open connections that have expired by this time, unless they were renewed.
    pub(crate) fn expired_credentials(&self, now: u64) -> BTreeSet<String> {
        let is_due = |connection: &&RegisteredConnection| {
            connection.expires.is_some_and(|expires| expires <= now)
                && connection.user_sender.borrow().is_some()
        };
        self.lock().values().filter(is_due).map(|connection| connection.credential_hash.clone()).collect()
    }

    /// Changes the expiry of the connections that were opened with this credential.
    pub(crate) fn renew_credential(&self, credential: &str, expires: Option<u64>) {
        for connection in
            self.lock().values_mut().filter(|connection| connection.credential_hash == credential)
        {
            connection.expires = expires;
        }
    }

    /// Returns the credentials of open connections.
    pub(crate) fn credentials(&self) -> BTreeSet<String> {
        let connections = self.lock();
        let open = connections.values().filter(|connection| connection.user_sender.borrow().is_some());
        open.map(|connection| connection.credential_hash.clone()).collect()
    }

    /// Sets the user of every connection that was opened with this credential, if another one is known.
    pub(crate) fn refresh_credential(&self, credential: &str, user: &UserRow) {
        for connection in self.lock().values().filter(|connection| connection.credential_hash == credential) {
            connection.user_sender.send_if_modified(|known| match known {
                Some(known) if known != user => {
                    user.clone_into(known);
                    true
                }
                _ => false,
            });
        }
    }

    /// Ends every connection that was opened with this credential, on all nodes.
    pub(crate) fn end_credential(&self, credential: &str) {
        self.close_credential(credential);
        self.announce(|| UserChange::CredentialEnded { hash: credential.to_owned() });
    }

    /// Ends every connection to this node that was opened with this credential.
    pub(crate) fn close_credential(&self, credential: &str) {
        for connection in self.lock().values().filter(|connection| connection.credential_hash == credential) {
            connection.user_sender.send_replace(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::auth::authenticated_user::Access;

    fn user(id: &str, name: &str) -> UserRow {
        let (id, name) = (id.to_owned(), name.to_owned());
        UserRow {
            id,
            name,
            account: None,
            password_hash: None,
            created: 0,
            linked_account: None,
            is_bot: false,
        }
    }

    fn connect(registry: &ConnectionRegistry, socket: u64, id: &str, credential: &str) -> UserWatch {
        registry.register(
            socket,
            &AuthenticatedUser {
                user: user(id, id),
                credential_hash: credential.to_owned(),
                access: Access::Session { expires: 0 },
                secret_change: None,
            },
        )
    }

    fn name(watch: &UserWatch) -> Option<String> {
        watch.borrow().as_ref().map(|user| user.name.clone())
    }

    #[test]
    fn every_socket_of_a_user_sees_their_new_row_and_leaves_nothing_behind() {
        let registry = ConnectionRegistry::default();
        let one = connect(&registry, 1, "guest", "a");
        let two = connect(&registry, 2, "guest", "a");
        let other = connect(&registry, 3, "other", "b");
        registry.update_user("guest", &user("ada", "Ada"));
        let names = || [&one, &two, &other].map(name);
        let expected = |names: [&str; 3]| names.map(|name| Some(name.to_owned()));
        assert_eq!(names(), expected(["Ada", "Ada", "other"]));
        registry.update_user("ada", &user("ada", "Countess"));
        assert_eq!(names(), expected(["Countess", "Countess", "other"]));
        [1, 2, 3].into_iter().for_each(|socket| registry.unregister(socket));
        assert!(registry.lock().is_empty());
    }

    #[test]
    fn a_credential_that_ends_closes_its_own_sockets_and_no_others() {
        let registry = ConnectionRegistry::default();
        let [here, elsewhere] = [connect(&registry, 1, "ada", "a"), connect(&registry, 2, "ada", "b")];
        registry.end_credential("c");
        assert_eq!([name(&here), name(&elsewhere)], [Some("ada".to_owned()), Some("ada".to_owned())]);
        registry.end_credential("a");
        assert_eq!([name(&here), name(&elsewhere)], [None, Some("ada".to_owned())]);
        registry.update_user("ada", &user("ada", "Ada"));
        assert_eq!(name(&here), None, "a new name does not revive an ended connection");
        let other = connect(&registry, 3, "bob", "c");
        registry.end_user_except("bob", Some("c"));
        registry.end_user("ada");
        assert_eq!([name(&elsewhere), name(&other)], [None, Some("bob".to_owned())]);
    }
}
