use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use yipan_wire::{LiveGame, OpenRoom, Player, RoomConfig, ServerMessage, SidePreference};

/// The most tables of each kind that are told; nobody reads more.
const MAX_LISTED: usize = 200;

/// The most bytes that the tables of each kind take up in a list.
const MAX_BYTES: usize = 96 * 1024;

/// How long a room is kept for whom quick pairing has sent there, be he the guest or the host.
const RESERVATION: Duration = Duration::from_secs(10);

/// What goes on in public, told to whoever watches.
#[derive(Debug)]
pub(crate) struct Lobby {
    table: Mutex<LobbyTable>,
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct LobbyTable {
    /// By the order in which they came.
    listings: BTreeMap<u64, Listing>,
    order_by_room: BTreeMap<String, u64>,
    last_order: u64,
    /// The list as it was told last, until something changes.
    encoded: Option<Arc<str>>,
}

#[derive(Debug)]
struct Listing {
    entry: LobbyEntry,
    /// Until when the room is somebody's.
    reserved_until: Option<Instant>,
    /// Until when its host is expected, who is not there yet. So long it is not told, but a guest may be sent there.
    host_expected_until: Option<Instant>,
}

/// A table as the lobby shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LobbyEntry {
    OpenRoom(OpenRoom),
    LiveGame(LiveGame),
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        Lobby { table: Mutex::default(), changed: watch::Sender::new(()) }
    }

    fn lock(&self) -> MutexGuard<'_, LobbyTable> {
        self.table.lock().expect("nobody panics with the lock held")
    }

    /// Shows a table, or no more.
    pub(crate) fn update(&self, room: &str, shown: Option<LobbyEntry>) {
        if self.lock().update(room, shown) {
            self.changed.send_replace(());
        }
    }

    /// Hears that something has changed.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// What goes on now. However many ask, it is written down once.
    pub(crate) fn list(&self) -> Arc<str> {
        let mut board = self.lock();
        let encoded = board.encoded.take().unwrap_or_else(|| board.list());
        board.encoded = Some(Arc::clone(&encoded));
        encoded
    }

    /// A room has been opened for whom quick pairing found no other; he is on his way there.
    pub(crate) fn expect_host(&self, waiting: OpenRoom) {
        let mut board = self.lock();
        let place = board.order_of(&waiting.room);
        let expected = Some(Instant::now() + RESERVATION);
        // He may have been quicker.
        board.listings.entry(place).or_insert(Listing {
            entry: LobbyEntry::OpenRoom(waiting),
            reserved_until: None,
            host_expected_until: expected,
        });
    }

    /// A room where somebody may sit down and play by these terms; it is his for a moment.
    pub(crate) fn reserve_match(&self, terms: &RoomConfig, person: &Player) -> Option<String> {
        let now = Instant::now();
        let mut board = self.lock();
        board.drop_expired(now);
        board.listings.values_mut().find_map(|row| {
            let LobbyEntry::OpenRoom(waiting) = &row.entry else { return None };
            let is_free = row.reserved_until.is_none_or(|until| until < now) && waiting.host.id != person.id;
            if !is_free || !configs_match(&waiting.config, terms) {
                return None;
            }
            row.reserved_until = Some(now + RESERVATION);
            Some(waiting.room.clone())
        })
    }
}

impl LobbyTable {
    /// Where a room stands, which is last if it is new.
    fn order_of(&mut self, room: &str) -> u64 {
        self.last_order += 1;
        *self.order_by_room.entry(room.to_owned()).or_insert(self.last_order)
    }

    /// Expects those no more who should have come by now.
    fn drop_expired(&mut self, now: Instant) {
        self.listings.retain(|_, row| row.host_expected_until.is_none_or(|until| until >= now));
        self.order_by_room.retain(|_, place| self.listings.contains_key(place));
    }

    /// Whether anything has changed.
    fn update(&mut self, room: &str, shown: Option<LobbyEntry>) -> bool {
        let place = self.order_by_room.get(room).copied();
        let row = place.and_then(|place| self.listings.get(&place));
        let is_expected = row.is_some_and(|row| row.host_expected_until.is_some());
        let before = row.filter(|_| !is_expected).map(|row| &row.entry);
        if before == shown.as_ref() {
            return false;
        }
        // A game that has begun is news and gets a new place; one more move is none.
        let begins =
            matches!((before, &shown), (Some(LobbyEntry::OpenRoom(_)), Some(LobbyEntry::LiveGame(_))));
        if let Some(place) = place.filter(|_| begins || shown.is_none()) {
            self.listings.remove(&place);
            self.order_by_room.remove(room);
        }
        if let Some(shown) = shown {
            let place = self.order_of(room);
            let promised = self.listings.get(&place).and_then(|row| row.reserved_until);
            self.listings
                .insert(place, Listing { entry: shown, reserved_until: promised, host_expected_until: None });
        }
        self.encoded = None;
        true
    }

    fn list(&self) -> Arc<str> {
        let present = self.listings.values().filter(|row| row.host_expected_until.is_none());
        let waiting = present.filter_map(|row| match &row.entry {
            LobbyEntry::OpenRoom(waiting) => Some(waiting.clone()),
            LobbyEntry::LiveGame(_) => None,
        });
        let playing = self.listings.values().rev().filter_map(|row| match &row.entry {
            LobbyEntry::LiveGame(playing) => Some(playing.clone()),
            LobbyEntry::OpenRoom(_) => None,
        });
        let waiting = within_bytes(waiting.take(MAX_LISTED), |waiting| config_bytes(&waiting.config));
        let playing = within_bytes(playing.take(MAX_LISTED), |playing| config_bytes(&playing.config));
        let answer = ServerMessage::Lobby { open_rooms: waiting, live_games: playing };
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
fn config_bytes(terms: &RoomConfig) -> usize {
    let texts =
        terms.position.iter().chain(&terms.rules).chain(&terms.modes).chain([&terms.game, &terms.clock]);
    300 + texts.map(|text| text.len() + 3).sum::<usize>()
}

/// Whether whoever asks for the second terms may sit down where the first are agreed.
fn configs_match(host: &RoomConfig, guest: &RoomConfig) -> bool {
    let sorted = |words: &[String]| {
        let mut words = words.to_vec();
        words.sort_unstable();
        words
    };
    let sides_fit = match (host.host_side, guest.host_side) {
        (SidePreference::Random, _) | (_, SidePreference::Random) => true,
        (host, guest) => host != guest,
    };
    sides_fit
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

    fn waiting(room: &str, terms: &RoomConfig) -> LobbyEntry {
        LobbyEntry::OpenRoom(OpenRoom { room: room.to_owned(), host: player("ada"), config: terms.clone() })
    }

    #[test]
    fn quick_pairing_finds_a_room_with_the_same_config_and_reserves_it() {
        let lobby = Lobby::new();
        let fog =
            RoomConfig { modes: vec!["fog".into(), "mines".into()], ..RoomConfig::default_for("chess") };
        lobby.update("FOG222", Some(waiting("FOG222", &fog)));
        let turned = RoomConfig { modes: vec!["mines".into(), "fog".into()], ..fog.clone() };
        assert_eq!(
            lobby.reserve_match(&RoomConfig::default_for("chess"), &player("bob")),
            None,
            "other modes"
        );
        assert_eq!(
            lobby.reserve_match(&RoomConfig { clock: "5+3".into(), ..fog.clone() }, &player("bob")),
            None
        );
        assert_eq!(lobby.reserve_match(&fog, &player("ada")), None, "nobody plays himself");
        assert_eq!(lobby.reserve_match(&turned, &player("bob")).as_deref(), Some("FOG222"));
        assert_eq!(lobby.reserve_match(&fog, &player("eve")), None, "it is kept for bob");
    }

    #[test]
    fn a_host_on_the_way_to_a_room_can_be_paired_but_is_not_listed() {
        let lobby = Lobby::new();
        let terms = RoomConfig::default_for("chess");
        let LobbyEntry::OpenRoom(room) = waiting("NEW222", &terms) else { unreachable!("it waits") };
        lobby.expect_host(room.clone());
        lobby.update("NEW222", None);
        assert!(!lobby.list().contains("NEW222"), "its host is not there");
        assert_eq!(lobby.reserve_match(&terms, &player("bob")).as_deref(), Some("NEW222"));
        lobby.update("NEW222", Some(LobbyEntry::OpenRoom(room.clone())));
        assert!(lobby.list().contains("NEW222"));
        assert_eq!(lobby.reserve_match(&terms, &player("eve")), None, "it is still kept for bob");
        lobby.update("NEW222", None);
        lobby.expect_host(room);
        lobby.lock().drop_expired(Instant::now() + 2 * RESERVATION);
        assert_eq!(lobby.reserve_match(&terms, &player("eve")), None, "nobody waits for ever");
        assert!(lobby.lock().order_by_room.is_empty());
    }

    #[test]
    fn a_player_who_wants_a_color_is_not_paired_with_a_host_who_has_it() {
        let lobby = Lobby::new();
        let first = RoomConfig { host_side: SidePreference::First, ..RoomConfig::default_for("xiangqi") };
        lobby.update("RED222", Some(waiting("RED222", &first)));
        assert_eq!(lobby.reserve_match(&first, &player("bob")), None);
        let second = RoomConfig { host_side: SidePreference::Second, ..first };
        assert_eq!(lobby.reserve_match(&second, &player("bob")).as_deref(), Some("RED222"));
    }

    #[test]
    fn a_list_is_encoded_once_until_something_changes() {
        let lobby = Lobby::new();
        let terms = RoomConfig::default_for("chess");
        lobby.update("AAA222", Some(waiting("AAA222", &terms)));
        let list = lobby.list();
        lobby.update("AAA222", Some(waiting("AAA222", &terms)));
        assert!(Arc::ptr_eq(&list, &lobby.list()));
        lobby.update("AAA222", None);
        assert!(!lobby.list().contains("AAA222"));
    }

    #[test]
    fn a_list_is_bounded_however_long_its_entries_are() {
        let lobby = Lobby::new();
        let long = RoomConfig { position: Some("8/".repeat(500)), ..RoomConfig::default_for("chess") };
        for number in 0..300 {
            let room = format!("A{number:05}");
            lobby.update(&room, Some(waiting(&room, &long)));
        }
        let list = lobby.list();
        assert!((50_000..MAX_BYTES).contains(&list.len()), "{}", list.len());
        assert!(list.contains("A00000") && !list.contains("A00299"), "those that wait longest are told");
    }
}
