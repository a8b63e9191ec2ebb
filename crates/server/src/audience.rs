use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use yipan_rules::{Language, Seat};
use yipan_table::Eye;

use crate::bus::{Channel, Out};

/// Who follows a table, and through whose eyes.
pub(crate) struct Audience {
    followers: HashMap<u64, Follower>,
    channel: Box<dyn Channel>,
}

struct Follower {
    person: String,
    eye: Eye,
    language: Language,
    out: Out,
}

impl Audience {
    pub(crate) fn new(channel: Box<dyn Channel>) -> Audience {
        Audience { followers: HashMap::new(), channel }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.followers.is_empty()
    }

    /// Whether a person is here, with one socket at least.
    pub(crate) fn has(&self, person: &str) -> bool {
        self.followers.values().any(|follower| follower.person == person)
    }

    /// How many people look on who do not play, by whether somebody does.
    pub(crate) fn spectators(&self, plays: impl Fn(&str) -> bool) -> u32 {
        let people: HashSet<&str> = self
            .followers
            .values()
            .map(|follower| follower.person.as_str())
            .filter(|id| !plays(id))
            .collect();
        u32::try_from(people.len()).unwrap_or(u32::MAX)
    }

    /// Tells everybody here the same.
    pub(crate) fn tell_all(&mut self, line: &Arc<str>) {
        for eye in [Eye::Guest, Eye::Seat(Seat::First), Eye::Seat(Seat::Second)] {
            self.channel.tell(eye, std::slice::from_ref(line));
        }
    }

    pub(crate) fn join(&mut self, socket: u64, person: &str, eye: Eye, language: Language, out: Out) {
        self.channel.join(socket, eye, out.clone());
        self.followers.insert(socket, Follower { person: person.to_owned(), eye, language, out });
    }

    /// Removes the sockets of users who may not watch, and gives them back.
    pub(crate) fn expel(&mut self, may_watch: impl Fn(&str) -> bool) -> Vec<(Language, Out)> {
        let expelled = self.followers.extract_if(|_, follower| !may_watch(&follower.person));
        let mut sockets = Vec::new();
        for (socket, follower) in expelled {
            self.channel.part(socket);
            sockets.push((follower.language, follower.out));
        }
        sockets
    }

    /// Who has gone, if it was somebody.
    pub(crate) fn part(&mut self, socket: u64) -> Option<String> {
        self.channel.part(socket);
        self.followers.remove(&socket).map(|gone| gone.person)
    }

    /// Returns whether any socket is sent what this viewer may know.
    pub(crate) fn has_viewer(&self, eye: Eye) -> bool {
        self.followers.values().any(|follower| follower.eye == eye)
    }

    /// Sends messages to every socket of a viewer.
    pub(crate) fn tell(&mut self, eye: Eye, messages: &[Arc<str>]) {
        self.channel.tell(eye, messages);
    }

    /// Lets everybody look through the eyes he has now; gives back the lines of those for whom that is new.
    pub(crate) fn turn(&mut self, eye_of: impl Fn(&str) -> Eye) -> Vec<(Eye, Out)> {
        let mut turned = Vec::new();
        for (&socket, follower) in &mut self.followers {
            let eye = eye_of(&follower.person);
            if eye != std::mem::replace(&mut follower.eye, eye) {
                self.channel.join(socket, eye, follower.out.clone());
                turned.push((eye, follower.out.clone()));
            }
        }
        turned
    }

    /// Returns every connection with the id of its user.
    pub(crate) fn followers(&self) -> impl Iterator<Item = (&str, &Out)> {
        self.followers.values().map(|follower| (follower.person.as_str(), &follower.out))
    }

    /// Somebody is known by another id from now on.
    pub(crate) fn rename(&mut self, was: &str, now: &str) {
        let renamed = self.followers.values_mut().filter(|follower| follower.person == was);
        renamed.for_each(|follower| now.clone_into(&mut follower.person));
    }
}
