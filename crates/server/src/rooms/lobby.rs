use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use tokio::time::Instant;
use yipan_wire::{LiveGame, OpenRoom, Player, RoomConfig, ServerMessage};

use super::pools::{count_pools, is_same_pool};
use crate::cluster::node_id::NodeId;
use crate::net::websocket::encode_message::encode_message;

/// The most open rooms, and the most live games, in a list.
const MAX_LISTED: usize = 200;

/// The most bytes of open rooms, and of live games, in a list.
const MAX_BYTES: usize = 96 * 1024;

/// The time that quick pairing reserves a room for its guest or waits for its host.
const RESERVATION: Duration = Duration::from_secs(10);

/// The list of public rooms.
#[derive(Debug)]
pub(crate) struct Lobby {
    table: Mutex<LobbyTable>,
    changed: watch::Sender<()>,
}

#[derive(Debug, Default)]
struct LobbyTable {
    /// The rooms in the order in which they were listed.
    listings: BTreeMap<u64, Listing>,
    order_by_room: BTreeMap<String, u64>,
    last_order: u64,
    /// The encoded list, until a room changes.
    encoded: Option<Arc<str>>,
}

#[derive(Debug)]
struct Listing {
    entry: LobbyEntry,
    /// The node that owns the room; `None` for this one.
    node: Option<NodeId>,
    /// The end of a reservation by quick pairing.
    reserved_until: Option<Instant>,
    /// The time until which an absent host is expected. The room is not listed, but quick pairing may use it.
    host_expected_until: Option<Instant>,
}

/// A room as the lobby lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LobbyEntry {
    OpenRoom(OpenRoom),
    LiveGame(LiveGame),
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        Lobby { table: Mutex::default(), changed: watch::Sender::new(()) }
    }

    fn lock(&self) -> MutexGuard<'_, LobbyTable> {
        self.table.lock().expect("no code panics while it holds the lock")
    }

    /// Lists a room of this node, or removes it from the list.
    pub(crate) fn update(&self, room: &str, entry: Option<LobbyEntry>) {
        if self.lock().update(room, None, entry) {
            self.changed.send_replace(());
        }
    }

    /// Lists rooms of another node, or removes them from the list. With `is_whole` they are all its rooms.
    pub(crate) fn update_node(&self, node: &NodeId, rows: Vec<(String, Option<LobbyEntry>)>, is_whole: bool) {
        let mut table = self.lock();
        let mut is_changed = is_whole
            && table.remove_if(|room, listing| {
                listing.node.as_ref() == Some(node) && rows.iter().all(|(listed, _)| listed != room)
            });
        for (room, entry) in rows {
            // A room that has moved is listed by its new owner.
            if entry.is_some() || table.node_of(&room) == Some(node) {
                is_changed |= table.update(&room, Some(node), entry);
            }
        }
        drop(table);
        if is_changed {
            self.changed.send_replace(());
        }
    }

    /// Removes the rooms of all other nodes but these.
    pub(crate) fn retain_nodes(&self, nodes: &[NodeId]) {
        let is_gone =
            |_: &str, listing: &Listing| listing.node.as_ref().is_some_and(|node| !nodes.contains(node));
        if self.lock().remove_if(is_gone) {
            self.changed.send_replace(());
        }
    }

    /// Returns the listed rooms of this node.
    pub(crate) fn own_rows(&self) -> BTreeMap<String, LobbyEntry> {
        let table = self.lock();
        let rows = table.order_by_room.iter().filter_map(|(room, order)| {
            let listing = table.listings.get(order)?;
            let is_own = listing.node.is_none() && listing.host_expected_until.is_none();
            is_own.then(|| (room.clone(), listing.entry.clone()))
        });
        rows.collect()
    }

    /// Returns a receiver of changes.
    pub(crate) fn watch(&self) -> watch::Receiver<()> {
        self.changed.subscribe()
    }

    /// Returns the encoded list, which all clients share; `None` if it cannot be encoded.
    pub(crate) fn list(&self) -> Option<Arc<str>> {
        let mut table = self.lock();
        if table.encoded.is_none() {
            table.encoded = encode_message(&table.list());
        }
        table.encoded.clone()
    }

    /// Adds a room that quick pairing has created, before its host has joined it.
    pub(crate) fn expect_host(&self, open_room: OpenRoom) {
        let mut table = self.lock();
        let order = table.order_of(&open_room.room);
        let expected = Some(Instant::now() + RESERVATION);
        // The host may have joined already.
        table.listings.entry(order).or_insert(Listing {
            entry: LobbyEntry::OpenRoom(open_room),
            node: None,
            reserved_until: None,
            host_expected_until: expected,
        });
    }

    /// Returns the open rooms of a user.
    pub(crate) fn open_rooms_of(&self, user_id: &str) -> Vec<OpenRoom> {
        let mut table = self.lock();
        table.drop_expired(Instant::now());
        let own_rooms = table.open_rooms().filter(|(_, room)| room.host.id == user_id);
        own_rooms.map(|(_, room)| room.clone()).collect()
    }

    /// Finds an open room of the same pool for a user, and reserves it.
    pub(crate) fn reserve_match(&self, config: &RoomConfig, user: &Player) -> Option<String> {
        let now = Instant::now();
        let mut table = self.lock();
        table.drop_expired(now);
        table.listings.values_mut().find_map(|listing| {
            let LobbyEntry::OpenRoom(open_room) = &listing.entry else { return None };
            let is_free =
                listing.reserved_until.is_none_or(|until| until < now) && open_room.host.id != user.id;
            if !is_free || !is_same_pool(&open_room.config, config) {
                return None;
            }
            listing.reserved_until = Some(now + RESERVATION);
            Some(open_room.room.clone())
        })
    }
}

impl LobbyTable {
    /// Returns the position of a room, which is last if it is new.
    fn order_of(&mut self, room: &str) -> u64 {
        self.last_order += 1;
        *self.order_by_room.entry(room.to_owned()).or_insert(self.last_order)
    }

    fn node_of(&self, room: &str) -> Option<&NodeId> {
        self.listings.get(self.order_by_room.get(room)?)?.node.as_ref()
    }

    /// Removes rooms from the list. Returns whether the list has changed.
    fn remove_if(&mut self, is_removed: impl Fn(&str, &Listing) -> bool) -> bool {
        let LobbyTable { listings, order_by_room, .. } = self;
        let before = order_by_room.len();
        order_by_room.retain(|room, order| {
            let is_kept = listings.get(order).is_some_and(|listing| !is_removed(room, listing));
            if !is_kept {
                listings.remove(order);
            }
            is_kept
        });
        let is_changed = order_by_room.len() < before;
        if is_changed {
            self.encoded = None;
        }
        is_changed
    }

    /// Removes rooms whose host did not join in time.
    fn drop_expired(&mut self, now: Instant) {
        self.listings.retain(|_, listing| listing.host_expected_until.is_none_or(|until| until >= now));
        self.order_by_room.retain(|_, order| self.listings.contains_key(order));
    }

    /// Lists a room, or removes it from the list. Returns whether the list has changed.
    fn update(&mut self, room: &str, node: Option<&NodeId>, entry: Option<LobbyEntry>) -> bool {
        let order = self.order_by_room.get(room).copied();
        let listing = order.and_then(|order| self.listings.get(&order));
        let is_host_expected = listing.is_some_and(|listing| listing.host_expected_until.is_some());
        let before = listing.filter(|_| !is_host_expected).map(|listing| &listing.entry);
        let is_same_node = listing.is_none_or(|listing| listing.node.as_ref() == node);
        if before == entry.as_ref() && is_same_node {
            return false;
        }
        // A game that has started moves to the end of the list.
        let is_start =
            matches!((before, &entry), (Some(LobbyEntry::OpenRoom(_)), Some(LobbyEntry::LiveGame(_))));
        if let Some(order) = order.filter(|_| is_start || entry.is_none()) {
            self.listings.remove(&order);
            self.order_by_room.remove(room);
        }
        if let Some(entry) = entry {
            let order = self.order_of(room);
            let reserved_until = self.listings.get(&order).and_then(|listing| listing.reserved_until);
            let node = node.cloned();
            self.listings.insert(order, Listing { entry, node, reserved_until, host_expected_until: None });
        }
        self.encoded = None;
        true
    }

    /// Returns the open rooms, the oldest first, each with its listing.
    fn open_rooms(&self) -> impl Iterator<Item = (&Listing, &OpenRoom)> {
        self.listings.values().filter_map(|listing| match &listing.entry {
            LobbyEntry::OpenRoom(room) => Some((listing, room)),
            LobbyEntry::LiveGame(_) => None,
        })
    }

    fn list(&self) -> ServerMessage {
        let is_present = |listing: &Listing| listing.host_expected_until.is_none();
        let present: Vec<_> =
            self.open_rooms().filter(|(listing, _)| is_present(listing)).map(|(_, room)| room).collect();
        let pools = count_pools(present.iter().copied());
        let live_games = self.listings.values().rev().filter_map(|listing| match &listing.entry {
            LobbyEntry::LiveGame(game) => Some(game.clone()),
            LobbyEntry::OpenRoom(_) => None,
        });
        let open_rooms =
            within_bytes(present.into_iter().take(MAX_LISTED).cloned(), |room| config_bytes(&room.config));
        let live_games = within_bytes(live_games.take(MAX_LISTED), |game| config_bytes(&game.config));
        ServerMessage::Lobby { open_rooms, live_games, pools }
    }
}

/// Takes entries until their sizes exceed the limit of a list.
fn within_bytes<T>(entries: impl Iterator<Item = T>, size: impl Fn(&T) -> usize) -> Vec<T> {
    let mut bytes = 0;
    let fits = |entry: &T| {
        bytes += size(entry);
        bytes <= MAX_BYTES
    };
    entries.take_while(fits).collect()
}

/// Estimates the encoded size of a configuration. The constant covers quotes and field names.
fn config_bytes(config: &RoomConfig) -> usize {
    let texts =
        config.position.iter().chain(&config.rules).chain(&config.modes).chain([&config.game, &config.clock]);
    300 + texts.map(|text| text.len() + 3).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use yipan_wire::{Pool, SidePreference};

    use super::*;

    fn blitz(game: &str) -> RoomConfig {
        Pool { clock: "3+2".to_owned(), ..Pool::of(&RoomConfig::default_for(game)) }.room_config()
    }

    fn listed(lobby: &Lobby) -> Arc<str> {
        lobby.list().expect("it can be encoded")
    }

    fn player(id: &str) -> Player {
        Player { id: id.to_owned(), name: id.to_owned(), level: None, rating: None, is_bot: false }
    }

    fn open_room(room: &str, config: &RoomConfig) -> LobbyEntry {
        LobbyEntry::OpenRoom(OpenRoom { room: room.to_owned(), host: player("ada"), config: config.clone() })
    }

    #[test]
    fn quick_pairing_finds_a_room_with_the_same_config_and_reserves_it() {
        let lobby = Lobby::new();
        let fog = RoomConfig { modes: vec!["fog".into(), "mines".into()], ..blitz("chess") };
        lobby.update("FOG222", Some(open_room("FOG222", &fog)));
        let reordered = RoomConfig { modes: vec!["mines".into(), "fog".into()], ..fog.clone() };
        assert_eq!(lobby.reserve_match(&blitz("chess"), &player("bob")), None, "other modes");
        assert_eq!(
            lobby.reserve_match(&RoomConfig { clock: "5+3".into(), ..fog.clone() }, &player("bob")),
            None
        );
        assert_eq!(lobby.reserve_match(&fog, &player("ada")), None, "a user is not paired with themselves");
        assert_eq!(lobby.reserve_match(&reordered, &player("bob")).as_deref(), Some("FOG222"));
        assert_eq!(lobby.reserve_match(&fog, &player("eve")), None, "it is reserved for bob");
    }

    #[test]
    fn a_host_on_the_way_to_a_room_can_be_paired_but_is_not_listed() {
        let lobby = Lobby::new();
        let config = blitz("chess");
        let LobbyEntry::OpenRoom(room) = open_room("NEW222", &config) else {
            unreachable!("it is an open room")
        };
        lobby.expect_host(room.clone());
        lobby.update("NEW222", None);
        assert!(!listed(&lobby).contains("NEW222"), "its host is absent");
        assert_eq!(lobby.reserve_match(&config, &player("bob")).as_deref(), Some("NEW222"));
        lobby.update("NEW222", Some(LobbyEntry::OpenRoom(room.clone())));
        assert!(listed(&lobby).contains("NEW222"));
        assert_eq!(lobby.reserve_match(&config, &player("eve")), None, "it is still reserved for bob");
        lobby.update("NEW222", None);
        lobby.expect_host(room);
        lobby.lock().drop_expired(Instant::now() + 2 * RESERVATION);
        assert_eq!(lobby.reserve_match(&config, &player("eve")), None, "the reservation has expired");
        assert!(lobby.lock().order_by_room.is_empty());
    }

    #[test]
    fn quick_pairing_does_not_depend_on_sides() {
        let lobby = Lobby::new();
        let first = RoomConfig { host_side: SidePreference::First, ..blitz("xiangqi") };
        lobby.update("RED222", Some(open_room("RED222", &first)));
        assert_eq!(lobby.reserve_match(&first, &player("bob")).as_deref(), Some("RED222"));
    }

    #[test]
    fn the_open_rooms_of_a_user_are_found() {
        let lobby = Lobby::new();
        lobby.update("AAA222", Some(open_room("AAA222", &blitz("chess"))));
        assert_eq!(lobby.open_rooms_of("ada").len(), 1);
        assert!(lobby.open_rooms_of("bob").is_empty());
    }

    #[test]
    fn the_rooms_of_other_nodes_are_listed_paired_and_vanish_with_them() {
        let lobby = Lobby::new();
        let [one, two] = ["a-1", "b-1"].map(|id| NodeId::parse(id).expect("an id"));
        let config = blitz("chess");
        let row = |room: &str| (room.to_owned(), Some(open_room(room, &config)));
        lobby.update("OWN222", Some(open_room("OWN222", &config)));
        lobby.update_node(&one, vec![row("AAA222"), row("BBB222")], true);
        lobby.update_node(&two, vec![row("CCC222")], false);
        let listed_rooms = || {
            let list = listed(&lobby);
            ["OWN222", "AAA222", "BBB222", "CCC222"].map(|room| list.contains(room))
        };
        assert_eq!(listed_rooms(), [true; 4]);
        assert_eq!(lobby.own_rows().into_keys().collect::<Vec<_>>(), ["OWN222"]);
        lobby.update_node(&one, vec![row("BBB222")], true);
        assert_eq!(listed_rooms(), [true, false, true, true], "the whole list replaces the last one");
        lobby.update_node(&two, vec![("BBB222".to_owned(), None)], false);
        assert_eq!(listed_rooms(), [true, false, true, true], "only its owner removes a room");
        lobby.update_node(&two, vec![row("BBB222")], false);
        lobby.update_node(&one, Vec::new(), true);
        assert_eq!(listed_rooms(), [true, false, true, true], "it has moved");
        assert!(lobby.reserve_match(&config, &player("bob")).is_some());
        lobby.retain_nodes(&[one]);
        assert_eq!(listed_rooms(), [true, false, false, false]);
    }

    #[test]
    fn a_list_is_encoded_once_until_something_changes() {
        let lobby = Lobby::new();
        let config = RoomConfig::default_for("chess");
        lobby.update("AAA222", Some(open_room("AAA222", &config)));
        let list = listed(&lobby);
        lobby.update("AAA222", Some(open_room("AAA222", &config)));
        assert!(Arc::ptr_eq(&list, &listed(&lobby)));
        lobby.update("AAA222", None);
        assert!(!listed(&lobby).contains("AAA222"));
    }

    #[test]
    fn a_list_is_bounded_however_long_its_entries_are() {
        let lobby = Lobby::new();
        let long = RoomConfig { position: Some("8/".repeat(500)), ..RoomConfig::default_for("chess") };
        for number in 0..300 {
            let room = format!("A{number:05}");
            lobby.update(&room, Some(open_room(&room, &long)));
        }
        let list = listed(&lobby);
        assert!((50_000..MAX_BYTES + 4_000).contains(&list.len()), "{}", list.len());
        assert!(list.contains("A00000") && !list.contains("A00299"), "the oldest rooms are listed");
    }
}
