use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, Weak};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use tokio::sync::{mpsc, oneshot, watch};
use yipan_room::{LogEntry, Room, RoomConfigError, SpectatorFeed, ValidatedConfig};
use yipan_wire::{CreatedRoom, OpenRoom, Player, RoomConfig};

use crate::auth::connections::ConnectionRegistry;
use crate::auth::password::{PasswordAttempt, Passwords};
use crate::clock::MonotonicWallClock;
use crate::engine::engine_pool::EnginePool;
use crate::metrics::Metrics;
use crate::net::connection_limit::ConnectionLimit;
use crate::net::rate_limit::RateLimiter;
use crate::net::websocket::send_budget::SendBudgets;
use crate::random;
use crate::rooms::append_entries::append_entries;
use crate::rooms::bus::{Bus, LocalBus};
use crate::rooms::code_guard::CodeGuard;
use crate::rooms::fold_pool::FoldPool;
use crate::rooms::lobby::Lobby;
use crate::rooms::room_task::{RoomMessage, RoomTask};
use crate::settings::Settings;
use crate::storage::health::Health;
use crate::storage::store::{Store, StoreError};

/// How many tables are taken up at once after a restart.
const MAX_CONCURRENT_RESUMES: usize = 256;

/// Logs of so many entries are folded at once and not on another thread.
const MAX_INLINE_LOG: usize = 32;

/// Everything the sockets and pages of a hall share.
#[derive(Debug)]
pub(crate) struct AppState {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) health: Health,
    pub(crate) bus: Box<dyn Bus>,
    pub(crate) connections: ConnectionRegistry,
    pub(crate) engine_pool: EnginePool,
    pub(crate) clock: MonotonicWallClock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) lobby: Lobby,
    pub(crate) signing_key: String,
    pub(crate) room_limiter: RateLimiter<IpAddr>,
    pub(crate) new_guest_limiter: RateLimiter<IpAddr>,
    pub(crate) sign_in_limiter: RateLimiter<IpAddr>,
    pub(crate) password_attempt_limiter: RateLimiter<PasswordAttempt>,
    /// Sign-ins to an account over all addresses, by its name.
    pub(crate) account_sign_in_limiter: RateLimiter<String>,
    pub(crate) new_account_limiter: RateLimiter<IpAddr>,
    pub(crate) new_token_limiter: RateLimiter<IpAddr>,
    pub(crate) code_guard: CodeGuard,
    pub(crate) rename_limiter: RateLimiter<IpAddr>,
    pub(crate) read_limiter: RateLimiter<IpAddr>,
    pub(crate) join_limiter: RateLimiter<IpAddr>,
    pub(crate) new_socket_limiter: RateLimiter<IpAddr>,
    pub(crate) socket_limit: ConnectionLimit,
    pub(crate) passwords: Passwords,
    pub(crate) send_budgets: SendBudgets,
    pub(crate) fold_pool: FoldPool,
    /// The bytes of all frames that rooms keep for replays.
    pub(crate) replay_bytes: Arc<AtomicUsize>,
    pub(crate) shutdown: watch::Sender<bool>,
    room_senders: Mutex<HashMap<String, mpsc::Sender<RoomMessage>>>,
    /// Held by whom quick pairing looks for a room: two who want the same at the same moment get one.
    pairing_lock: tokio::sync::Mutex<()>,
    weak_self: Weak<AppState>,
}

/// Why a table could not be opened.
#[derive(Debug)]
pub(crate) enum CreateRoomError {
    Config(RoomConfigError),
    Store(StoreError),
}

impl std::fmt::Display for CreateRoomError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CreateRoomError::Config(error) => error.fmt(f),
            CreateRoomError::Store(error) => error.fmt(f),
        }
    }
}

impl AppState {
    /// A hall on a store, with every table that was going on.
    pub(crate) async fn open(
        settings: Settings,
        store: Arc<dyn Store>,
        metrics: Arc<Metrics>,
    ) -> Result<Arc<AppState>, StoreError> {
        let signing_key = store.signing_key().await?;
        let now = MonotonicWallClock::start(store.latest_entry_time().await?);
        let limits = settings.limits;
        let app = Arc::new_cyclic(|weak_self| AppState {
            settings,
            store,
            health: Health::default(),
            bus: Box::new(LocalBus::new(Arc::clone(&metrics))),
            connections: ConnectionRegistry::default(),
            engine_pool: EnginePool::new(limits.engine_threads),
            clock: now,
            metrics,
            lobby: Lobby::new(),
            signing_key,
            room_limiter: RateLimiter::per_minute(limits.new_room_rate),
            new_guest_limiter: RateLimiter::per_minute(limits.new_guest_rate),
            sign_in_limiter: RateLimiter::per_minute(limits.sign_in_rate),
            password_attempt_limiter: RateLimiter::per_minute(limits.sign_in_rate_per_account),
            account_sign_in_limiter: RateLimiter::per_minute(limits.sign_in_rate_to_account()),
            new_account_limiter: RateLimiter::per_minute(limits.new_account_rate),
            new_token_limiter: RateLimiter::per_minute(limits.new_token_rate),
            code_guard: CodeGuard::new(limits.bad_code_rate),
            rename_limiter: RateLimiter::per_minute(limits.rename_rate),
            read_limiter: RateLimiter::per_minute(limits.read_rate),
            join_limiter: RateLimiter::per_minute(limits.join_rate),
            new_socket_limiter: RateLimiter::per_minute(limits.new_websocket_rate),
            socket_limit: ConnectionLimit::new(limits.max_websockets, limits.max_websockets_per_ip),
            passwords: Passwords::default(),
            send_budgets: SendBudgets::new(limits.max_queued_bytes, limits.max_queued_bytes_per_ip),
            fold_pool: FoldPool::new(),
            replay_bytes: Arc::default(),
            shutdown: watch::Sender::new(false),
            room_senders: Mutex::default(),
            pairing_lock: tokio::sync::Mutex::default(),
            weak_self: weak_self.clone(),
        });
        app.resume_rooms().await?;
        Ok(app)
    }

    /// Takes up every table that had not ended when the hall went away; many at once, so that they share commits.
    async fn resume_rooms(&self) -> Result<(), StoreError> {
        let codes = self.store.unfinished_rooms().await?;
        let mut resumed_rooms =
            stream::iter(&codes).map(|code| self.resume_room(code)).buffer_unordered(MAX_CONCURRENT_RESUMES);
        while let Some((code, taken_up)) = resumed_rooms.next().await {
            match taken_up {
                Ok(()) => continue,
                // Without the entry that says so, the time the server was away would be charged to a player.
                Err(error @ StoreError::Unavailable(_)) => return Err(error),
                // One that cannot be read is left alone.
                Err(error) => tracing::error!(room = code, %error, "a table cannot go on"),
            }
        }
        if !codes.is_empty() {
            tracing::info!(tables = codes.len(), "games go on where they stood");
        }
        Ok(())
    }

    async fn resume_room<'a>(&self, code: &'a str) -> (&'a str, Result<(), StoreError>) {
        let taken_up = async {
            let Some(mut table) = self.load_room(code).await? else { return Ok(()) };
            let restarted = table.pause_after_restart(self.clock.millis());
            if !restarted.is_empty() {
                self.store.append(append_entries(&table, &restarted)?).await?;
            }
            for entry in restarted {
                table.apply(entry).map_err(|error| StoreError::Failed(error.to_string()))?;
            }
            self.spawn_room(table).await?;
            Ok(())
        };
        (code, taken_up.await)
    }

    pub(crate) async fn load_room(&self, code: &str) -> Result<Option<Room>, StoreError> {
        let lines = self.store.log(code).await?;
        if lines.is_empty() {
            return Ok(None);
        }
        let table = self.fold_pool.run(move || fold_log(&lines)).await??;
        Ok(Some(table.with_limits(self.settings.timeouts)))
    }

    /// Starts a table's task, unless it runs already.
    async fn spawn_room(&self, table: Room) -> Result<Option<mpsc::Sender<RoomMessage>>, StoreError> {
        // Spectators who are behind see a fold of their own.
        let gallery =
            |table: &Room| SpectatorFeed::new(table).map_err(|error| StoreError::Failed(error.to_string()));
        let (table, gallery) = if table.log().len() > MAX_INLINE_LOG {
            let fold = move || gallery(&table).map(|gallery| (table, gallery));
            self.fold_pool.run(fold).await??
        } else {
            let gallery = gallery(&table)?;
            (table, gallery)
        };
        let code = table.code().to_owned();
        let mut rooms = self.room_senders.lock().expect("nobody panics with the lock held");
        if let Some(line) = rooms.get(&code).filter(|line| !line.is_closed()) {
            return Ok(Some(line.clone()));
        }
        let Some(app) = self.weak_self.upgrade() else { return Ok(None) };
        let line = RoomTask::spawn(app, table, gallery);
        rooms.insert(code, line.clone());
        Ok(Some(line))
    }

    /// The line to a table, which is taken from disk if it is not in memory.
    pub(crate) async fn room_sender(
        &self,
        code: &str,
    ) -> Result<Option<mpsc::Sender<RoomMessage>>, StoreError> {
        if !is_room_code(code) {
            return Ok(None);
        }
        let known = self.room_senders.lock().expect("nobody panics with the lock held").get(code).cloned();
        match known {
            Some(line) if !line.is_closed() => Ok(Some(line)),
            _ => match self.load_room(code).await? {
                Some(table) => self.spawn_room(table).await,
                None => Ok(None),
            },
        }
    }

    /// A finished table, from disk.
    pub(crate) async fn load_room_by_code(&self, code: &str) -> Result<Option<Room>, StoreError> {
        if is_room_code(code) { self.load_room(code).await } else { Ok(None) }
    }

    /// Lets an account have everything of the guest who signs in to it: games and seats. Once it is on disk that the guest is
    /// the account, every table catches up, even after a restart. The guest's sockets end: whoever else has the guest's
    /// cookie may have opened them, and must not become the account.
    pub(crate) async fn link_guest(&self, guest: &str, account: &str) -> Result<(), StoreError> {
        let Some(tables) = self.store.link_guest(guest, account).await? else { return Ok(()) };
        self.connections.end_user(guest);
        let lines: Vec<_> = {
            let rooms = self.room_senders.lock().expect("nobody panics with the lock held");
            tables.iter().filter_map(|code| rooms.get(code).cloned()).collect()
        };
        // No async closure: with one, incremental builds crash the compiler (1.95).
        let notify_room = |line: mpsc::Sender<RoomMessage>| async move {
            let (done, linked) = oneshot::channel();
            // A table that is gone catches up when it is taken from disk.
            if line.send(RoomMessage::GuestLinked { done }).await.is_ok() {
                let _ = linked.await;
            }
        };
        join_all(lines.into_iter().map(notify_room)).await;
        Ok(())
    }

    /// A table's task has ended.
    pub(crate) fn remove_room(&self, code: &str) {
        self.room_senders.lock().expect("nobody panics with the lock held").remove(code);
    }

    /// The code of a room where these terms are played: one that waits for a guest, or a new one.
    pub(crate) async fn quick_pair(
        &self,
        config: RoomConfig,
        player: Player,
    ) -> Result<CreatedRoom, CreateRoomError> {
        // Equal terms may be written in many ways.
        let terms = ValidatedConfig::normalize(config).map_err(CreateRoomError::Config)?;
        let _pairing = self.pairing_lock.lock().await;
        if let Some(room) = self.lobby.reserve_match(&terms, &player) {
            return Ok(CreatedRoom { room, is_new: false });
        }
        let terms = RoomConfig { public: true, ..terms };
        let room = self.create_room(terms.clone(), player.clone()).await?;
        self.lobby.expect_host(OpenRoom { room: room.clone(), host: player, config: terms });
        Ok(CreatedRoom { room, is_new: true })
    }

    /// Opens a table and gives back its code.
    pub(crate) async fn create_room(
        &self,
        config: RoomConfig,
        host: Player,
    ) -> Result<String, CreateRoomError> {
        let first_entry =
            |code: &str| Room::opening_entry(code, config, random::bytes(), host, self.clock.millis());
        self.create_room_with(|code| Ok(vec![first_entry(code)?])).await
    }

    /// Opens the table of a rematch and gives back its code.
    pub(crate) async fn create_rematch_room(&self, table: &Room) -> Result<String, CreateRoomError> {
        self.create_room_with(|code| table.rematch_entries(code, random::bytes(), self.clock.millis())).await
    }

    /// Keeps the first entries of a table, all or none, and starts it.
    async fn create_room_with(
        &self,
        first_entries: impl FnOnce(&str) -> Result<Vec<LogEntry>, RoomConfigError>,
    ) -> Result<String, CreateRoomError> {
        let code = random::room_code();
        let entries = first_entries(&code).map_err(CreateRoomError::Config)?;
        let broken = |error: yipan_room::InvalidLogError| {
            CreateRoomError::Store(StoreError::Failed(error.to_string()))
        };
        let table =
            Room::replay(entries.iter().cloned()).map_err(broken)?.with_limits(self.settings.timeouts);
        let mut first = append_entries(&table, &entries).map_err(CreateRoomError::Store)?;
        first.seq = 0;
        self.store.append(first).await.map_err(CreateRoomError::Store)?;
        self.spawn_room(table).await.map_err(CreateRoomError::Store)?;
        Ok(code)
    }
}

fn fold_log(lines: &[String]) -> Result<Room, StoreError> {
    let log: Vec<LogEntry> = lines
        .iter()
        .map(|line| serde_json::from_str(line).map_err(|error| StoreError::Failed(error.to_string())))
        .collect::<Result<_, _>>()?;
    Room::replay(log).map_err(|error| StoreError::Failed(error.to_string()))
}

/// Whether a text could be a table's code at all.
pub(crate) fn is_room_code(text: &str) -> bool {
    text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}
