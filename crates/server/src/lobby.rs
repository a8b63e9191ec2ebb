use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use yipan_wire::{Answer, Colour, Player, Playing, Terms, Waiting};

/// The most tables of each kind that are told; nobody reads more.
const MOST: usize = 200;

/// The most bytes that the tables of each kind take up in a list.
const MAX_BYTES: usize = 96 * 1024;

/// How long a room is kept for whom quick pairing has sent there, be he the guest or the host.
const PROMISE: Duration = Duration::from_secs(10);

/// What goes on in public, told to whoever watches.
#[derive(Debug)]
pub(crate) struct Lobby {
    board: Mutex<Board>,
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct Board {
    /// By the order in which they came.
    rooms: BTreeMap<u64, Row>,
    places: BTreeMap<String, u64>,
    count: u64,
    /// The list as it was told last, until something changes.
    told: Option<Arc<str>>,
}

#[derive(Debug)]
struct Row {
    shown: Shown,
    /// Until when the room is somebody's.
    promised: Option<Instant>,
    /// Until when its host is expected, who is not there yet. So long it is not told, but a guest may be sent there.
    expected: Option<Instant>,
}

/// A table as the lobby shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Waiting(Waiting),
    Playing(Playing),
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        Lobby { board: Mutex::default(), changed: watch::Sender::new(()) }
    }

    fn board(&self) -> MutexGuard<'_, Board> {
        self.board.lock().expect("nobody panics with the lock held")
    }

    /// Shows a table, or no more.
    pub(crate) fn show(&self, room: &str, shown: Option<Shown>) {
        if self.board().show(room, shown) {
            self.changed.send_replace(());
        }
    }

    /// Hears that something has changed.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// What goes on now. However many ask, it is written down once.
    pub(crate) fn list(&self) -> Arc<str> {
        let mut board = self.board();
        let told = board.told.take().unwrap_or_else(|| board.list());
        board.told = Some(Arc::clone(&told));
        told
    }

    /// A room has been opened for whom quick pairing found no other; he is on his way there.
    pub(crate) fn expect(&self, waiting: Waiting) {
        let mut board = self.board();
        let place = board.place(&waiting.room);
        let expected = Some(Instant::now() + PROMISE);
        // He may have been quicker.
        board.rooms.entry(place).or_insert(Row { shown: Shown::Waiting(waiting), promised: None, expected });
    }

    /// A room where somebody may sit down and play by these terms; it is his for a moment.
    pub(crate) fn pair(&self, terms: &Terms, person: &Player) -> Option<String> {
        let now = Instant::now();
        let mut board = self.board();
        board.give_up(now);
        board.rooms.values_mut().find_map(|row| {
            let Shown::Waiting(waiting) = &row.shown else { return None };
            let free = row.promised.is_none_or(|until| until < now) && waiting.host.id != person.id;
            if !free || !agree(&waiting.terms, terms) {
                return None;
            }
            row.promised = Some(now + PROMISE);
            Some(waiting.room.clone())
        })
    }
}

impl Board {
    /// Where a room stands, which is last if it is new.
    fn place(&mut self, room: &str) -> u64 {
        self.count += 1;
        *self.places.entry(room.to_owned()).or_insert(self.count)
    }

    /// Expects those no more who should have come by now.
    fn give_up(&mut self, now: Instant) {
        self.rooms.retain(|_, row| row.expected.is_none_or(|until| until >= now));
        self.places.retain(|_, place| self.rooms.contains_key(place));
    }

    /// Whether anything has changed.
    fn show(&mut self, room: &str, shown: Option<Shown>) -> bool {
        let place = self.places.get(room).copied();
        let row = place.and_then(|place| self.rooms.get(&place));
        let is_expected = row.is_some_and(|row| row.expected.is_some());
        let before = row.filter(|_| !is_expected).map(|row| &row.shown);
        if before == shown.as_ref() {
            return false;
        }
        // A game that has begun is news and gets a new place; one more move is none.
        let begins = matches!((before, &shown), (Some(Shown::Waiting(_)), Some(Shown::Playing(_))));
        if let Some(place) = place.filter(|_| begins || shown.is_none()) {
            self.rooms.remove(&place);
            self.places.remove(room);
        }
        if let Some(shown) = shown {
            let place = self.place(room);
            let promised = self.rooms.get(&place).and_then(|row| row.promised);
            self.rooms.insert(place, Row { shown, promised, expected: None });
        }
        self.told = None;
        true
    }

    fn list(&self) -> Arc<str> {
        let there = self.rooms.values().filter(|row| row.expected.is_none());
        let waiting = there.filter_map(|row| match &row.shown {
            Shown::Waiting(waiting) => Some(waiting.clone()),
            Shown::Playing(_) => None,
        });
        let playing = self.rooms.values().rev().filter_map(|row| match &row.shown {
            Shown::Playing(playing) => Some(playing.clone()),
            Shown::Waiting(_) => None,
        });
        let waiting = within_bytes(waiting.take(MOST), |waiting| terms_bytes(&waiting.terms));
        let playing = within_bytes(playing.take(MOST), |playing| terms_bytes(&playing.terms));
        let answer = Answer::Lobby { waiting, playing };
        serde_json::to_string(&answer).unwrap_or_default().into()
    }
}

/// Takes entries as long as their sizes add up to no more than a list may have.
fn within_bytes<T>(entries: impl Iterator<Item = T>, size: impl Fn(&T) -> usize) -> Vec<T> {
    let mut bytes = 0;
    let fits = |entry: &T| {
        bytes += size(entry);
        bytes <= MAX_BYTES
    };
    entries.take_while(fits).collect()
}

/// Returns about how many bytes terms take up in a message. Quotes and names of fields are part of the constant.
fn terms_bytes(terms: &Terms) -> usize {
    let texts =
        terms.position.iter().chain(&terms.rules).chain(&terms.modes).chain([&terms.game, &terms.clock]);
    300 + texts.map(|text| text.len() + 3).sum::<usize>()
}

/// Whether whoever asks for the second terms may sit down where the first are agreed.
fn agree(host: &Terms, guest: &Terms) -> bool {
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    };
    let colours = match (host.colour, guest.colour) {
        (Colour::Random, _) | (_, Colour::Random) => true,
        (host, guest) => host != guest,
    };
    colours
        && (&host.game, &host.position, &host.clock) == (&guest.game, &guest.position, &guest.clock)
        && sorted(&host.modes) == sorted(&guest.modes)
        && sorted(&host.rules) == sorted(&guest.rules)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(id: &str) -> Player {
        Player { id: id.to_owned(), name: id.to_owned(), level: None }
    }

    fn waiting(room: &str, terms: &Terms) -> Shown {
        Shown::Waiting(Waiting { room: room.to_owned(), host: player("ada"), terms: terms.clone() })
    }

    #[test]
    fn quick_pairing_finds_a_room_where_the_same_is_played_and_keeps_it() {
        let lobby = Lobby::new();
        let fog = Terms { modes: vec!["fog".into(), "mines".into()], ..Terms::usual("chess") };
        lobby.show("FOG222", Some(waiting("FOG222", &fog)));
        let turned = Terms { modes: vec!["mines".into(), "fog".into()], ..fog.clone() };
        assert_eq!(lobby.pair(&Terms::usual("chess"), &player("bob")), None, "other modes");
        assert_eq!(lobby.pair(&Terms { clock: "5+3".into(), ..fog.clone() }, &player("bob")), None);
        assert_eq!(lobby.pair(&fog, &player("ada")), None, "nobody plays himself");
        assert_eq!(lobby.pair(&turned, &player("bob")).as_deref(), Some("FOG222"));
        assert_eq!(lobby.pair(&fog, &player("eve")), None, "it is kept for bob");
    }

    #[test]
    fn whoever_is_on_the_way_to_a_room_is_paired_already_but_not_told_of() {
        let lobby = Lobby::new();
        let terms = Terms::usual("chess");
        let Shown::Waiting(room) = waiting("NEW222", &terms) else { unreachable!("it waits") };
        lobby.expect(room.clone());
        lobby.show("NEW222", None);
        assert!(!lobby.list().contains("NEW222"), "its host is not there");
        assert_eq!(lobby.pair(&terms, &player("bob")).as_deref(), Some("NEW222"));
        lobby.show("NEW222", Some(Shown::Waiting(room.clone())));
        assert!(lobby.list().contains("NEW222"));
        assert_eq!(lobby.pair(&terms, &player("eve")), None, "it is still kept for bob");
        lobby.show("NEW222", None);
        lobby.expect(room);
        lobby.board().give_up(Instant::now() + 2 * PROMISE);
        assert_eq!(lobby.pair(&terms, &player("eve")), None, "nobody waits for ever");
        assert!(lobby.board().places.is_empty());
    }

    #[test]
    fn who_wants_a_colour_is_not_sent_where_the_host_has_it() {
        let lobby = Lobby::new();
        let first = Terms { colour: Colour::First, ..Terms::usual("xiangqi") };
        lobby.show("RED222", Some(waiting("RED222", &first)));
        assert_eq!(lobby.pair(&first, &player("bob")), None);
        let second = Terms { colour: Colour::Second, ..first };
        assert_eq!(lobby.pair(&second, &player("bob")).as_deref(), Some("RED222"));
    }

    #[test]
    fn a_list_is_written_down_once_until_something_changes() {
        let lobby = Lobby::new();
        let terms = Terms::usual("chess");
        lobby.show("AAA222", Some(waiting("AAA222", &terms)));
        let list = lobby.list();
        lobby.show("AAA222", Some(waiting("AAA222", &terms)));
        assert!(Arc::ptr_eq(&list, &lobby.list()));
        lobby.show("AAA222", None);
        assert!(!lobby.list().contains("AAA222"));
    }

    #[test]
    fn a_list_has_an_end_however_long_its_entries_are() {
        let lobby = Lobby::new();
        let long = Terms { position: Some("8/".repeat(500)), ..Terms::usual("chess") };
        for number in 0..300 {
            let room = format!("A{number:05}");
            lobby.show(&room, Some(waiting(&room, &long)));
        }
        let list = lobby.list();
        assert!((50_000..MAX_BYTES).contains(&list.len()), "{}", list.len());
        assert!(list.contains("A00000") && !list.contains("A00299"), "those that wait longest are told");
    }
}
