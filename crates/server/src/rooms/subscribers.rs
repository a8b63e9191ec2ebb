use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use yipan_core::{Language, Side};
use yipan_room::Audience;

use crate::rooms::bus::{Channel, Outbox};

/// Who follows a table, and through whose eyes.
pub(crate) struct Subscribers {
    subscribers: HashMap<u64, Subscriber>,
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
        Subscribers { subscribers: HashMap::new(), channel }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.subscribers.is_empty()
    }

    /// Whether a person is here, with one socket at least.
    pub(crate) fn contains_user(&self, person: &str) -> bool {
        self.subscribers.values().any(|follower| follower.user_id == person)
    }

    /// How many people look on who do not play, by whether somebody does.
    pub(crate) fn count_spectators(&self, is_player: impl Fn(&str) -> bool) -> u32 {
        let users: HashSet<&str> = self
            .subscribers
            .values()
            .map(|follower| follower.user_id.as_str())
            .filter(|id| !is_player(id))
            .collect();
        u32::try_from(users.len()).unwrap_or(u32::MAX)
    }

    /// Tells everybody here the same.
    pub(crate) fn publish_all(&mut self, line: &Arc<str>) {
        for eye in [Audience::Spectator, Audience::Player(Side::First), Audience::Player(Side::Second)] {
            self.channel.publish(eye, std::slice::from_ref(line));
        }
    }

    pub(crate) fn subscribe(
        &mut self,
        socket: u64,
        person: &str,
        eye: Audience,
        language: Language,
        out: Outbox,
    ) {
        self.channel.subscribe(socket, eye, out.clone());
        self.subscribers
            .insert(socket, Subscriber { user_id: person.to_owned(), viewer: eye, language, outbox: out });
    }

    /// Removes the sockets of users who may not watch, and gives them back.
    pub(crate) fn remove_unauthorized(
        &mut self,
        may_watch: impl Fn(&str) -> bool,
    ) -> Vec<(Language, Outbox)> {
        let removed = self.subscribers.extract_if(|_, follower| !may_watch(&follower.user_id));
        let mut sockets = Vec::new();
        for (socket, follower) in removed {
            self.channel.unsubscribe(socket);
            sockets.push((follower.language, follower.outbox));
        }
        sockets
    }

    /// Who has gone, if it was somebody.
    pub(crate) fn unsubscribe(&mut self, socket: u64) -> Option<String> {
        self.channel.unsubscribe(socket);
        self.subscribers.remove(&socket).map(|subscriber| subscriber.user_id)
    }

    /// Returns whether any socket is sent what this viewer may know.
    pub(crate) fn has_viewer(&self, eye: Audience) -> bool {
        self.subscribers.values().any(|follower| follower.viewer == eye)
    }

    /// Sends messages to every socket of a viewer.
    pub(crate) fn publish(&mut self, eye: Audience, messages: &[Arc<str>]) {
        self.channel.publish(eye, messages);
    }

    /// Lets everybody look through the eyes he has now; gives back the lines of those for whom that is new.
    pub(crate) fn reassign_viewers(
        &mut self,
        viewer_of: impl Fn(&str) -> Audience,
    ) -> Vec<(Audience, Outbox)> {
        let mut reassigned = Vec::new();
        for (&socket, follower) in &mut self.subscribers {
            let eye = viewer_of(&follower.user_id);
            if eye != std::mem::replace(&mut follower.viewer, eye) {
                self.channel.subscribe(socket, eye, follower.outbox.clone());
                reassigned.push((eye, follower.outbox.clone()));
            }
        }
        reassigned
    }

    /// Returns every connection with the id of its user.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &Outbox)> {
        self.subscribers.values().map(|follower| (follower.user_id.as_str(), &follower.outbox))
    }

    /// Somebody is known by another id from now on.
    pub(crate) fn replace_user(&mut self, old_id: &str, new_id: &str) {
        let renamed = self.subscribers.values_mut().filter(|follower| follower.user_id == old_id);
        renamed.for_each(|follower| new_id.clone_into(&mut follower.user_id));
    }
}
