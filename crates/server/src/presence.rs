use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

use tokio::sync::watch;

use crate::store::PersonRow;

/// Who somebody has become since he came in, if he has signed in.
pub(crate) type Became = watch::Receiver<Option<PersonRow>>;

/// Who has a socket here, so that it learns who he becomes.
#[derive(Debug, Default)]
pub(crate) struct Presence(Mutex<HashMap<String, watch::Sender<Option<PersonRow>>>>);

impl Presence {
    fn people(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<Option<PersonRow>>>> {
        self.0.lock().expect("nobody panics with the lock held")
    }

    /// Somebody opens a socket.
    pub(crate) fn enter(&self, person: &str) -> Became {
        self.people().entry(person.to_owned()).or_insert_with(|| watch::Sender::new(None)).subscribe()
    }

    /// A socket of somebody who came in as this person has closed.
    pub(crate) fn leave(&self, person: &str, became: Became) {
        let mut people = self.people();
        drop(became);
        if people.get(person).is_some_and(watch::Sender::is_closed) {
            people.remove(person);
        }
    }

    /// Somebody is another person from now on, at all of his sockets.
    pub(crate) fn change(&self, was: &str, person: PersonRow) {
        if let Some(became) = self.people().remove(was) {
            became.send_replace(Some(person));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_socket_of_a_person_learns_who_he_becomes_and_nothing_is_left_behind() {
        let presence = Presence::default();
        let [one, two, other] = ["guest", "guest", "other"].map(|person| presence.enter(person));
        let ada = PersonRow {
            id: "ada".to_owned(),
            name: "Ada".to_owned(),
            account: Some("ada".to_owned()),
            password: None,
            created: 0,
            became: None,
        };
        presence.change("guest", ada.clone());
        assert_eq!(
            (&*one.borrow(), &*two.borrow(), &*other.borrow()),
            (&Some(ada.clone()), &Some(ada), &None)
        );
        for (person, became) in [("guest", one), ("guest", two), ("other", other)] {
            presence.leave(person, became);
        }
        assert!(presence.people().is_empty());
    }
}
