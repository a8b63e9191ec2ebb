use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use tokio::sync::watch;
use yipan_wire::{Answer, Player, Terms};

/// The public tables that wait for a guest, told to whoever watches.
#[derive(Debug)]
pub(crate) struct Lobby {
    rooms: Mutex<BTreeMap<String, (Player, Terms)>>,
    told: watch::Sender<Arc<str>>,
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        Lobby { rooms: Mutex::default(), told: watch::Sender::new(list(&BTreeMap::new())) }
    }

    /// Shows a table, or no more.
    pub(crate) fn show(&self, room: &str, waits: Option<(Player, Terms)>) {
        let mut rooms = self.rooms.lock().expect("nobody panics with the lock held");
        let before = rooms.get(room);
        if before == waits.as_ref() {
            return;
        }
        match waits {
            Some(waits) => rooms.insert(room.to_owned(), waits),
            None => rooms.remove(room),
        };
        self.told.send_replace(list(&rooms));
    }

    pub(crate) fn watch(&self) -> watch::Receiver<Arc<str>> {
        self.told.subscribe()
    }

    /// The tables as they are now.
    pub(crate) fn list(&self) -> Arc<str> {
        Arc::clone(&self.told.borrow())
    }
}

fn list(rooms: &BTreeMap<String, (Player, Terms)>) -> Arc<str> {
    let row =
        |(code, (host, terms)): (&String, &(Player, Terms))| (code.clone(), host.clone(), terms.clone());
    let answer = Answer::Lobby { rooms: rooms.iter().map(row).collect() };
    serde_json::to_string(&answer).unwrap_or_default().into()
}
