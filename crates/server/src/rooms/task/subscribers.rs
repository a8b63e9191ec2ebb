use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use yipan_core::{Language, Side};
use yipan_room::Audience;

use crate::cluster::node_id::NodeId;
use crate::net::websocket::outbox::Outbox;
use crate::rooms::bus::Channel;

/// Every audience of a room.
pub(crate) const AUDIENCES: [Audience; 3] =
    [Audience::Spectator, Audience::Player(Side::First), Audience::Player(Side::Second)];

/// The sockets that are subscribed to a room.
pub(crate) struct Subscribers {
    subscribers: BTreeMap<u64, Subscriber>,
    channel: Box<dyn Channel>,
}

struct Subscriber {
    user_id: String,
    viewer: Audience,
    language: Language,
    outbox: Outbox,
}

impl Subscribers {
    pub(crate) fn new(channel: Box<dyn Channel>) -> Subscribers {
        Subscribers { subscribers: BTreeMap::new(), channel }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.subscribers.is_empty()
    }

    /// Whether a user has at least one socket here.
    pub(crate) fn contains_user(&self, user_id: &str) -> bool {
        self.subscribers.values().any(|subscriber| subscriber.user_id == user_id)
    }

    /// Returns the number of users here who are not players.
    pub(crate) fn count_spectators(&self, is_player: impl Fn(&str) -> bool) -> u32 {
        let users: HashSet<&str> = self
            .subscribers
            .values()
            .map(|subscriber| subscriber.user_id.as_str())
            .filter(|id| !is_player(id))
            .collect();
        u32::try_from(users.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn subscribe(
        &mut self,
        socket: u64,
        user_id: &str,
        viewer: Audience,
        language: Language,
        outbox: Outbox,
    ) {
        self.channel.subscribe(socket, viewer, outbox.clone());
        let user_id = user_id.to_owned();
        self.subscribers.insert(socket, Subscriber { user_id, viewer, language, outbox });
    }

    /// Removes the sockets of users who may not watch, and returns them.
    pub(crate) fn remove_unauthorized(
        &mut self,
        may_watch: impl Fn(&str) -> bool,
    ) -> Vec<(Language, Outbox)> {
        let removed = self.subscribers.extract_if(.., |_, subscriber| !may_watch(&subscriber.user_id));
        let mut sockets = Vec::new();
        for (socket, subscriber) in removed {
            self.channel.unsubscribe(socket);
            sockets.push((subscriber.language, subscriber.outbox));
        }
        sockets
    }

    /// Removes a socket and returns the id of its user; `None` if it was not subscribed.
    pub(crate) fn unsubscribe(&mut self, socket: u64) -> Option<String> {
        self.channel.unsubscribe(socket);
        self.subscribers.remove(&socket).map(|subscriber| subscriber.user_id)
    }

    /// Whether any socket belongs to this audience.
    pub(crate) fn has_viewer(&self, viewer: Audience) -> bool {
        self.subscribers.values().any(|subscriber| subscriber.viewer == viewer)
    }

    /// Sends messages to every socket of an audience. `None` is a message that could not be encoded: the sockets are
    /// closed, because they would miss it.
    pub(crate) fn publish(&mut self, viewer: Audience, messages: Option<&[Arc<str>]>) {
        match messages {
            Some(messages) => self.channel.publish(viewer, messages),
            None => self.channel.close(viewer),
        }
    }

    /// Assigns every socket to the audience it belongs to now, and returns those whose audience has changed.
    pub(crate) fn reassign_viewers(
        &mut self,
        viewer_of: impl Fn(&str) -> Audience,
    ) -> Vec<(Audience, Outbox)> {
        let mut reassigned = Vec::new();
        for (&socket, subscriber) in &mut self.subscribers {
            let viewer = viewer_of(&subscriber.user_id);
            if viewer != std::mem::replace(&mut subscriber.viewer, viewer) {
                self.channel.subscribe(socket, viewer, subscriber.outbox.clone());
                reassigned.push((viewer, subscriber.outbox.clone()));
            }
        }
        reassigned
    }

    /// Returns the sockets of users.
    pub(crate) fn sockets_of(&self, is_user: impl Fn(&str) -> bool) -> Vec<u64> {
        let of_users = self.subscribers.iter().filter(|(_, subscriber)| is_user(&subscriber.user_id));
        of_users.map(|(socket, _)| *socket).collect()
    }

    /// Returns the sockets of a user on other nodes, each with its node.
    pub(crate) fn remote_sockets(&self, user_id: &str) -> Vec<(u64, NodeId)> {
        let of_user = self.subscribers.iter().filter(|(_, subscriber)| subscriber.user_id == user_id);
        let remote = of_user.filter_map(|(socket, subscriber)| match &subscriber.outbox {
            Outbox::Remote(outbox) => Some((*socket, outbox.node.clone())),
            Outbox::Socket(_) => None,
        });
        remote.collect()
    }

    /// Returns every socket with the id of its user.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Outbox)> {
        self.subscribers.values().map(|subscriber| (subscriber.user_id.as_str(), &subscriber.outbox))
    }

    /// Removes and returns every socket: its number, the id of its user, their language, and its outbox.
    pub(crate) fn take_all(&mut self) -> Vec<(u64, String, Language, Outbox)> {
        let subscribers = std::mem::take(&mut self.subscribers).into_iter();
        subscribers.map(|(socket, one)| (socket, one.user_id, one.language, one.outbox)).collect()
    }

    /// Replaces the id of a user, who has signed in to an account.
    pub(crate) fn replace_user(&mut self, old_id: &str, new_id: &str) {
        let renamed = self.subscribers.values_mut().filter(|subscriber| subscriber.user_id == old_id);
        renamed.for_each(|subscriber| new_id.clone_into(&mut subscriber.user_id));
    }
}
