use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard};

use tokio::sync::watch;

use crate::people::Visitor;
use crate::store::PersonRow;

/// Who speaks at a socket by now; nobody, once what he came with has been ended.
pub(crate) type Speaker = watch::Receiver<Option<PersonRow>>;

/// Who has a socket here, so that it learns who he becomes and when he may speak no more.
#[derive(Debug, Default)]
pub(crate) struct Presence(Mutex<HashMap<u64, Place>>);

#[derive(Debug)]
struct Place {
    /// The hash of the key he came with.
    key: String,
    /// When the key expires, as far as is known here: it may have been renewed since.
    expires: Option<u64>,
    speaker: watch::Sender<Option<PersonRow>>,
}

impl Presence {
    fn places(&self) -> MutexGuard<'_, HashMap<u64, Place>> {
        self.0.lock().expect("nobody panics with the lock held")
    }

    /// Somebody opens a socket.
    pub(crate) fn enter(&self, socket: u64, visitor: &Visitor) -> Speaker {
        let (speaker, told) = watch::channel(Some(visitor.person.clone()));
        self.places()
            .insert(socket, Place { key: visitor.key.clone(), expires: visitor.access.expires(), speaker });
        told
    }

    /// A socket has closed.
    pub(crate) fn leave(&self, socket: u64) {
        self.places().remove(&socket);
    }

    /// Somebody has another name, or is another person, from now on: at all of his sockets.
    pub(crate) fn change(&self, was: &str, person: &PersonRow) {
        for place in self.places().values() {
            let is_his = place.speaker.borrow().as_ref().is_some_and(|speaker| speaker.id == was);
            if is_his {
                place.speaker.send_replace(Some(person.clone()));
            }
        }
    }

    /// Ends every socket of a user.
    pub(crate) fn end_user(&self, id: &str) {
        self.end_user_except(id, None);
    }

    /// Ends every socket of a user that was not opened with this key.
    pub(crate) fn end_user_except(&self, id: &str, key: Option<&str>) {
        for place in self.places().values().filter(|place| key != Some(place.key.as_str())) {
            let is_theirs = place.speaker.borrow().as_ref().is_some_and(|speaker| speaker.id == id);
            if is_theirs {
                place.speaker.send_replace(None);
            }
        }
    }

    /// Returns the keys of open sockets that have expired by this time, unless they have been renewed.
    pub(crate) fn expired_keys(&self, now: u64) -> HashSet<String> {
        let is_due = |place: &&Place| {
            place.expires.is_some_and(|expires| expires <= now) && place.speaker.borrow().is_some()
        };
        self.places().values().filter(is_due).map(|place| place.key.clone()).collect()
    }

    /// Moves the expiry of the sockets that were opened with this key.
    pub(crate) fn renew(&self, key: &str, expires: Option<u64>) {
        for place in self.places().values_mut().filter(|place| place.key == key) {
            place.expires = expires;
        }
    }

    /// Whoever came in with this key may speak no more.
    pub(crate) fn end(&self, key: &str) {
        for place in self.places().values().filter(|place| place.key == key) {
            place.speaker.send_replace(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::Access;

    fn person(id: &str, name: &str) -> PersonRow {
        let (id, name) = (id.to_owned(), name.to_owned());
        PersonRow { id, name, account: None, password: None, created: 0, became: None }
    }

    fn enter(presence: &Presence, socket: u64, id: &str, key: &str) -> Speaker {
        presence.enter(
            socket,
            &Visitor { person: person(id, id), key: key.to_owned(), access: Access::Session { expires: 0 } },
        )
    }

    fn name(speaker: &Speaker) -> Option<String> {
        speaker.borrow().as_ref().map(|person| person.name.clone())
    }

    #[test]
    fn every_socket_of_a_person_learns_who_he_becomes_and_nothing_is_left_behind() {
        let presence = Presence::default();
        let one = enter(&presence, 1, "guest", "a");
        let two = enter(&presence, 2, "guest", "a");
        let other = enter(&presence, 3, "other", "b");
        presence.change("guest", &person("ada", "Ada"));
        let names = || [&one, &two, &other].map(name);
        let told = |names: [&str; 3]| names.map(|name| Some(name.to_owned()));
        assert_eq!(names(), told(["Ada", "Ada", "other"]));
        presence.change("ada", &person("ada", "Countess"));
        assert_eq!(names(), told(["Countess", "Countess", "other"]));
        [1, 2, 3].into_iter().for_each(|socket| presence.leave(socket));
        assert!(presence.places().is_empty());
    }

    #[test]
    fn a_key_that_ends_silences_those_who_came_with_it_and_nobody_else() {
        let presence = Presence::default();
        let [here, elsewhere] = [enter(&presence, 1, "ada", "a"), enter(&presence, 2, "ada", "b")];
        presence.end("c");
        assert_eq!([name(&here), name(&elsewhere)], [Some("ada".to_owned()), Some("ada".to_owned())]);
        presence.end("a");
        assert_eq!([name(&here), name(&elsewhere)], [None, Some("ada".to_owned())]);
        presence.change("ada", &person("ada", "Ada"));
        assert_eq!(name(&here), None, "a new name gives nobody his voice back");
        let other = enter(&presence, 3, "bob", "c");
        presence.end_user_except("bob", Some("c"));
        presence.end_user("ada");
        assert_eq!([name(&elsewhere), name(&other)], [None, Some("bob".to_owned())]);
    }
}
