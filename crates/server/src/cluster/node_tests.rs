//! Several nodes in one process over one PostgreSQL database.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sqlx::Connection;
use tokio::sync::{Notify, mpsc};
use tokio::time::Instant;
use yipan_clock::Millis;
use yipan_core::Language;
use yipan_local_services::StopMode;
use yipan_wire::{Command, Player, RoomConfig};

use super::level::LEVEL;
use super::node_id::NodeId;
use super::node_row::NodeState;
use super::open_node::NodeConnection;
use super::peers::Peers;
use super::slot::Slot;
use super::slot_table::{SlotOwner, SlotTable};
use crate::app_startup::open_app;
use crate::app_state::AppState;
use crate::net::websocket::outbox::Outbox;
use crate::net::websocket::socket_outbox::{OutboxItem, SocketOutbox};
use crate::rooms::room_message::RoomMessage;
use crate::rooms::task::append_entries::append_entries;
use crate::settings::Settings;
use crate::storage::location::StoreLocation;
use crate::storage::postgres::ownership::PostgresOwnership;
use crate::storage::postgres::{PostgresUrl, raise_level};
use crate::storage::store::StoreError;
use crate::test_postgres::{database_or_skip, server_or_skip};

/// Longer than a takeover on a busy machine. The bounds of the protocol are tested without real time.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A bus that carries nothing but knows who can be heard.
#[derive(Clone, Debug, Default)]
pub(super) struct FakeBus {
    cut_off: Arc<Mutex<HashSet<String>>>,
    members: Arc<Mutex<Vec<Arc<SlotTable>>>>,
}

#[derive(Debug)]
struct FakePeers {
    bus: FakeBus,
    name: String,
}

impl FakeBus {
    pub(super) fn cut(&self, name: &str) {
        self.cut_off.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned());
    }

    pub(super) fn restore(&self, name: &str) {
        self.cut_off.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
    }

    fn is_cut(&self, name: &str) -> bool {
        self.cut_off.lock().unwrap_or_else(PoisonError::into_inner).contains(name)
    }

    fn members(&self) -> MutexGuard<'_, Vec<Arc<SlotTable>>> {
        self.members.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Peers for FakePeers {
    fn heard_nodes(&self) -> Vec<NodeId> {
        if !self.bus_ok() {
            return Vec::new();
        }
        let nodes = self.bus.members().iter().filter_map(|slots| slots.node()).collect::<Vec<_>>();
        nodes.into_iter().filter(|node| node.name() != self.name && !self.bus.is_cut(node.name())).collect()
    }

    fn bus_ok(&self) -> bool {
        !self.bus.is_cut(&self.name)
    }
}

pub(super) struct TestNode {
    pub(super) app: Arc<AppState>,
}

impl TestNode {
    pub(super) async fn open(url: &str, name: &str, bus: &FakeBus) -> TestNode {
        let location = StoreLocation::Postgres(url.parse().expect("an address"));
        let settings = Settings { node: Some(name.to_owned()), data: PathBuf::new(), ..Settings::default() };
        let peers = Arc::new(FakePeers { bus: bus.clone(), name: name.to_owned() });
        let connection = NodeConnection { peers, bus: None };
        let opened = open_app(settings, &location, Some(connection), Arc::default());
        let app = opened.await.expect("a node");
        bus.members().push(Arc::clone(&app.rooms.services.slots));
        TestNode { app }
    }

    pub(super) fn slots(&self) -> &SlotTable {
        &self.app.rooms.services.slots
    }

    pub(super) fn id(&self) -> NodeId {
        self.slots().node().expect("it is a node")
    }

    pub(super) fn held(&self) -> usize {
        self.slots().count_here()
    }

    /// Ends its beats and looks without a word, like a process that is killed or stopped. Its rooms do not know.
    pub(super) fn stop(&self) {
        self.app.node.get().expect("it is a node").stop();
    }

    /// Hands over its slots and leaves, like a server that shuts down.
    pub(super) async fn leave(&self) {
        let node = self.app.node.get().expect("it is a node");
        node.hand_over().await.expect("it hands over");
        node.leave().await.expect("it leaves");
    }

    pub(super) async fn create_room(&self) -> String {
        let config = RoomConfig::default_for("chess");
        self.app.rooms.create_room(config, player()).await.expect("a room")
    }

    /// Sends a chat message of the host to a room of this node, and returns the answer.
    async fn chat(&self, code: &str, text: &str) -> Option<String> {
        self.command(code, &player(), text, Command::Chat { text: text.to_owned() }).await
    }

    /// Sends a command to a room of this node. Returns the answer; `None` if the room ends without one.
    async fn command(&self, code: &str, user: &Player, id: &str, command: Command) -> Option<String> {
        let room = self.app.rooms.services.senders.get(code).expect("the room is in memory");
        let (sender, mut items) = mpsc::channel(64);
        let budget = self.app.send_budgets.open([192, 0, 2, 1].into());
        let outbox = Outbox::Socket(SocketOutbox { sender, close_notify: Arc::new(Notify::new()), budget });
        let message = RoomMessage::Command {
            socket: 1,
            user: user.clone(),
            command_id: id.to_owned(),
            seen: None,
            lag: Millis::ZERO,
            received: Instant::now(),
            heard: None,
            shown: None,
            command,
            language: Language::English,
            outbox,
        };
        room.send(message).await.ok()?;
        drop(room);
        match tokio::time::timeout(TIMEOUT, items.recv()).await.expect("an answer in time")? {
            OutboxItem::Message { text, .. } => Some(text.to_string()),
            OutboxItem::Replay { .. } => None,
        }
    }

    /// Starts a game, and returns its room.
    async fn start_game(&self) -> String {
        let code = self.create_room().await;
        let guest =
            Player { id: "bob".to_owned(), name: "Bob".to_owned(), level: None, rating: None, is_bot: false };
        let sit = || Command::Sit { contribution: "01".repeat(32) };
        for (user, id, command) in
            [(&player(), "1", sit()), (&guest, "2", sit()), (&player(), "3", Command::Start)]
        {
            let answer = self.command(&code, user, id, command).await;
            assert!(answer.as_ref().is_some_and(|answer| answer.contains("\"ack\"")), "{id}: {answer:?}");
        }
        code
    }
}

fn player() -> Player {
    Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None, rating: None, is_bot: false }
}

pub(super) async fn wait_until(what: &str, condition: impl Fn() -> bool) -> Duration {
    let began = Instant::now();
    while !condition() {
        assert!(began.elapsed() < TIMEOUT, "{what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    began.elapsed()
}

pub(super) fn hold_everything(nodes: &[&TestNode]) -> bool {
    nodes.iter().map(|node| node.held()).sum::<usize>() == Slot::COUNT
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rooms_of_a_node_that_dies_go_on_elsewhere_and_it_can_write_no_more() {
    let Some(url) = database_or_skip("node-dies") else { return };
    let bus = FakeBus::default();
    let (one, other) = (TestNode::open(&url, "one", &bus).await, TestNode::open(&url, "other", &bus).await);
    assert!(one.held() > 0);
    let (code, game) = (one.create_room().await, one.start_game().await);
    assert!(matches!(one.slots().owner(Slot::of(&code)), SlotOwner::Here { .. }));
    assert!(one.chat(&code, "hello").await.is_some_and(|answer| answer.contains("ack")));
    let error = other.app.rooms.room_sender(&code).await.expect_err("it is elsewhere");
    assert!(matches!(error, StoreError::Fenced(_)), "{error:?}");

    one.stop();
    let elapsed = wait_until("the other node takes over", || other.held() == Slot::COUNT).await;
    assert!(
        elapsed > Duration::from_millis(2_500),
        "the lease of the dead node has ended before: {elapsed:?}"
    );
    assert!(!one.slots().has_lease());
    other.app.rooms.room_sender(&code).await.expect("an answer").expect("the room");
    assert!(other.chat(&code, "here").await.is_some_and(|answer| answer.contains("ack")));
    let log = other.app.store.log(&code, 0).await.expect("a log");
    other.app.rooms.room_sender(&game).await.expect("an answer").expect("the game");
    let lines = other.app.store.log(&game, 0).await.expect("a log");
    let pauses = lines.iter().filter(|line| line.contains("restarted")).count();
    assert_eq!(pauses, 1, "its clocks stand until its players are back: {lines:?}");

    // The former owner still has the room in memory. Without a lease it refuses by itself.
    assert!(one.chat(&code, "late").await.is_some_and(|answer| answer.contains("storage-unavailable")));
    // Even if it were wrong about its lease, its write would be rejected, and no client would hear of a success.
    one.slots().extend_lease(Instant::now() + TIMEOUT);
    let mut answer = one.chat(&code, "later").await;
    while answer.as_ref().is_some_and(|answer| answer.contains("storage-unavailable")) {
        // The room has not noticed yet.
        tokio::time::sleep(Duration::from_millis(20)).await;
        answer = one.chat(&code, "later").await;
    }
    assert_eq!(answer, None);
    wait_until("its room has ended", || one.app.rooms.services.senders.get(&code).is_none()).await;
    assert_eq!(other.app.store.log(&code, 0).await.expect("a log"), log);
    assert!(one.app.metrics.fenced_appends.get() >= 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_was_fenced_joins_again_and_gets_its_share() {
    let Some(url) = database_or_skip("node-fenced") else { return };
    let bus = FakeBus::default();
    let (one, other) = (TestNode::open(&url, "one", &bus).await, TestNode::open(&url, "other", &bus).await);
    let (code, id) = (one.create_room().await, one.id());
    wait_until("each has a share", || hold_everything(&[&one, &other]) && other.held() > 300).await;
    let mut store = PostgresOwnership::new(&url.parse().expect("an address"));
    let row =
        store.look().await.expect("rows").nodes.into_iter().find(|node| node.id == id).expect("it lives");
    // It may beat in between.
    while !store.fence(&id, row.beat).await.expect("an answer") {
        let rows = store.look().await.expect("rows");
        let beat = rows.nodes.iter().find(|node| node.id == id).expect("it lives").beat;
        if store.fence(&id, beat).await.expect("an answer") {
            break;
        }
    }
    wait_until("it has another id", || one.id() != id).await;
    wait_until("its room ends or is loaded again", || {
        other.app.rooms.services.senders.get(&code).is_some()
            || one.app.rooms.services.senders.get(&code).is_some()
    })
    .await;
    wait_until("its share comes back", || one.held() > 300 && hold_everything(&[&one, &other])).await;
    let new_room = one.create_room().await;
    assert!(one.chat(&new_room, "again").await.is_some_and(|answer| answer.contains("ack")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_leaves_hands_its_rooms_over() {
    let Some(url) = database_or_skip("node-leaves") else { return };
    let bus = FakeBus::default();
    let (one, other) = (TestNode::open(&url, "one", &bus).await, TestNode::open(&url, "other", &bus).await);
    let mut codes = Vec::new();
    for _ in 0..40 {
        codes.push(one.create_room().await);
    }
    let id = one.id();
    one.leave().await;
    assert_eq!(one.held(), 0);
    wait_until("the other node has everything", || other.held() == Slot::COUNT).await;
    wait_until("the rooms are there", || {
        codes.iter().all(|code| other.app.rooms.services.senders.get(code).is_some())
    })
    .await;
    assert!(codes.iter().all(|code| one.app.rooms.services.senders.get(code).is_none()));
    let mut store = PostgresOwnership::new(&url.parse().expect("an address"));
    let rows = store.look().await.expect("rows");
    assert!(rows.nodes.iter().all(|node| node.id != id), "it is gone");
    assert_eq!(other.app.metrics.takeovers.get(), 0, "nothing was taken from a dead node");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_restarts_moves_no_slot_and_fences_no_node() {
    let Some(mut postgres) = server_or_skip("nodes") else { return };
    let url = postgres.create_database("yipan").expect("a database");
    let bus = FakeBus::default();
    let (one, other) = (TestNode::open(&url, "one", &bus).await, TestNode::open(&url, "other", &bus).await);
    wait_until("each has its share", || hold_everything(&[&one, &other]) && other.held() > 300).await;
    // A newcomer has been given all that is due to it.
    let mut held = 0;
    while held != other.held() {
        held = other.held();
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    let code = one.create_room().await;
    let before = (one.id(), other.id(), one.held(), other.held());
    postgres.stop(StopMode::Immediate).expect("it stops");
    wait_until("the lease ends", || !one.slots().has_lease() && !other.slots().has_lease()).await;
    let error = one.app.rooms.room_sender(&code).await.expect_err("it has no lease");
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    tokio::time::sleep(Duration::from_secs(2)).await;
    postgres.resume().expect("it starts");
    wait_until("the lease returns", || one.slots().has_lease() && other.slots().has_lease()).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!((one.id(), other.id(), one.held(), other.held()), before);
    one.app.rooms.room_sender(&code).await.expect("an answer").expect("the room");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_is_cut_off_from_the_bus_gives_its_slots_to_the_others() {
    let Some(url) = database_or_skip("node-cut-off") else { return };
    let bus = FakeBus::default();
    let one = TestNode::open(&url, "one", &bus).await;
    let two = TestNode::open(&url, "two", &bus).await;
    let three = TestNode::open(&url, "three", &bus).await;
    let nodes = [&one, &two, &three];
    wait_until("each has a share", || hold_everything(&nodes) && nodes.iter().all(|node| node.held() > 200))
        .await;
    bus.cut("two");
    wait_until("the others have everything", || two.held() == 0 && hold_everything(&[&one, &three])).await;
    assert!(two.slots().has_lease(), "it is not dead");
    let created = two.app.rooms.create_room(RoomConfig::default_for("chess"), player()).await;
    assert!(created.is_err(), "no new room is its own");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_single_server_and_nodes_refuse_to_start_beside_each_other() {
    let Some(url) = database_or_skip("node-and-single") else { return };
    let node = TestNode::open(&url, "one", &FakeBus::default()).await;
    let location = StoreLocation::Postgres(url.parse().expect("an address"));
    let error = location.open().await.expect_err("nodes use it");
    assert!(error.to_string().contains("another server is using"), "{error}");
    node.leave().await;
    node.app.store.close().await.expect("it closes");
    let single = open_app(Settings::default(), &location, None, Arc::default()).await.expect("it is alone");
    assert_eq!(single.rooms.services.slots.count_here(), Slot::COUNT);
    let code = single.rooms.create_room(RoomConfig::default_for("chess"), player()).await.expect("a room");
    let room = single.rooms.services.load_room(&code).await.expect("an answer").expect("the room");
    let epoch = single.rooms.services.epoch_here(Slot::of(&code)).expect("it is here");
    let stale = append_entries(&room, epoch - 1, &room.pause_after_restart(Millis(0))).expect("entries");
    assert!(stale.entries.is_empty() && epoch > 1, "the game has not begun");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_level_is_raised_once_all_nodes_have_it_and_then_older_releases_are_refused() {
    let Some(url) = database_or_skip("node-level") else { return };
    let bus = FakeBus::default();
    let one = TestNode::open(&url, "one", &bus).await;
    // No node is fenced in this test.
    one.stop();
    let mut connection = sqlx::PgConnection::connect(&url).await.expect("a connection");
    let later = sqlx::query("UPDATE nodes SET level = $1").bind(LEVEL + 1);
    later.execute(&mut connection).await.expect("a later release");
    let mut store = PostgresOwnership::new(&url.parse().expect("an address"));
    let old = NodeId::new("old");
    store.register(&old, NodeState::Live).await.expect("it has the level of the database");
    let address: PostgresUrl = url.parse().expect("an address");
    assert_eq!(raise_level(&address).await.expect("a level"), LEVEL, "a node does not have the next one");
    store.leave(&old).await.expect("it leaves");
    assert_eq!(raise_level(&address).await.expect("a level"), LEVEL + 1);
    let refused = store
        .register(&NodeId::new("old"), NodeState::Live)
        .await
        .expect_err("it cannot read what others write");
    assert!(refused.reason().contains("install the newer version"), "{refused}");
    let location = StoreLocation::Postgres(address);
    let peers = Arc::new(FakePeers { bus, name: "old".to_owned() });
    let connection = NodeConnection { peers, bus: None };
    let opened = open_app(Settings::default(), &location, Some(connection), Arc::default());
    let refused = opened.await.expect_err("as above");
    let expected = format!("the database has level {}", LEVEL + 1);
    assert!(refused.to_string().contains(&expected), "{refused}");
}
