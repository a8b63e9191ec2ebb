use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, Weak};

use futures_util::future::join_all;
use futures_util::stream::{self, StreamExt};
use tokio::sync::{mpsc, oneshot, watch};
use yipan_table::{Agreement, Gallery, Stamped, Table, TermsError};
use yipan_wire::{Opened, Player, Terms, Waiting};

use crate::append::append;
use crate::bus::{Bus, InProcess};
use crate::code_guard::CodeGuard;
use crate::connection_limit::ConnectionLimit;
use crate::engine_pool::EnginePool;
use crate::fold_pool::FoldPool;
use crate::health::Health;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::now::Now;
use crate::password::{PasswordAttempt, Passwords};
use crate::presence::Presence;
use crate::random;
use crate::rate_limit::RateLimiter;
use crate::room::{Ring, Room};
use crate::send_budget::SendBudgets;
use crate::settings::Settings;
use crate::store::{Store, StoreError};

/// How many tables are taken up at once after a restart.
const TAKEN_UP: usize = 256;

/// Logs of so many entries are folded at once and not on another thread.
const SHORT_LOG: usize = 32;

/// Everything the sockets and pages of a hall share.
#[derive(Debug)]
pub(crate) struct Hall {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) health: Health,
    pub(crate) bus: Box<dyn Bus>,
    pub(crate) presence: Presence,
    pub(crate) engine_pool: EnginePool,
    pub(crate) now: Now,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) lobby: Lobby,
    pub(crate) signing_key: String,
    pub(crate) opened: RateLimiter<IpAddr>,
    pub(crate) new_guests: RateLimiter<IpAddr>,
    pub(crate) sign_ins: RateLimiter<IpAddr>,
    pub(crate) password_attempts: RateLimiter<PasswordAttempt>,
    /// Sign-ins to an account over all addresses, by its name.
    pub(crate) account_sign_ins: RateLimiter<String>,
    pub(crate) new_accounts: RateLimiter<IpAddr>,
    pub(crate) new_tokens: RateLimiter<IpAddr>,
    pub(crate) code_guard: CodeGuard,
    pub(crate) renamed: RateLimiter<IpAddr>,
    pub(crate) read: RateLimiter<IpAddr>,
    pub(crate) join_limiter: RateLimiter<IpAddr>,
    pub(crate) new_socket_limiter: RateLimiter<IpAddr>,
    pub(crate) sockets: ConnectionLimit,
    pub(crate) passwords: Passwords,
    pub(crate) send_budgets: SendBudgets,
    pub(crate) folds: FoldPool,
    /// The bytes of all frames that rooms keep for replays.
    pub(crate) replay_bytes: Arc<AtomicUsize>,
    pub(crate) closing: watch::Sender<bool>,
    rooms: Mutex<HashMap<String, mpsc::Sender<Ring>>>,
    /// Held by whom quick pairing looks for a room: two who want the same at the same moment get one.
    pairing: tokio::sync::Mutex<()>,
    me: Weak<Hall>,
}

/// Why a table could not be opened.
#[derive(Debug)]
pub(crate) enum OpenError {
    Terms(TermsError),
    Store(StoreError),
}

impl std::fmt::Display for OpenError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            OpenError::Terms(error) => error.fmt(f),
            OpenError::Store(error) => error.fmt(f),
        }
    }
}

impl Hall {
    /// A hall on a store, with every table that was going on.
    pub(crate) async fn open(
        settings: Settings,
        store: Arc<dyn Store>,
        metrics: Arc<Metrics>,
    ) -> Result<Arc<Hall>, StoreError> {
        let signing_key = store.signing_key().await?;
        let now = Now::start(store.latest().await?);
        let limits = settings.limits;
        let hall = Arc::new_cyclic(|me| Hall {
            settings,
            store,
            health: Health::default(),
            bus: Box::new(InProcess::new(Arc::clone(&metrics))),
            presence: Presence::default(),
            engine_pool: EnginePool::new(limits.thinkers),
            now,
            metrics,
            lobby: Lobby::new(),
            signing_key,
            opened: RateLimiter::per_minute(limits.rooms),
            new_guests: RateLimiter::per_minute(limits.new_guests),
            sign_ins: RateLimiter::per_minute(limits.sign_ins),
            password_attempts: RateLimiter::per_minute(limits.sign_ins_per_account),
            account_sign_ins: RateLimiter::per_minute(limits.sign_ins_to_account()),
            new_accounts: RateLimiter::per_minute(limits.new_accounts),
            new_tokens: RateLimiter::per_minute(limits.new_tokens),
            code_guard: CodeGuard::new(limits.guesses),
            renamed: RateLimiter::per_minute(limits.renames),
            read: RateLimiter::per_minute(limits.reads),
            join_limiter: RateLimiter::per_minute(limits.joins),
            new_socket_limiter: RateLimiter::per_minute(limits.new_sockets),
            sockets: ConnectionLimit::new(limits.sockets, limits.sockets_each),
            passwords: Passwords::default(),
            send_budgets: SendBudgets::new(limits.max_queued_bytes, limits.max_queued_bytes_per_ip),
            folds: FoldPool::new(),
            replay_bytes: Arc::default(),
            closing: watch::Sender::new(false),
            rooms: Mutex::default(),
            pairing: tokio::sync::Mutex::default(),
            me: me.clone(),
        });
        hall.continue_all().await?;
        Ok(hall)
    }

    /// Takes up every table that had not ended when the hall went away; many at once, so that they share commits.
    async fn continue_all(&self) -> Result<(), StoreError> {
        let codes = self.store.going_on().await?;
        let mut tables = stream::iter(&codes).map(|code| self.continue_one(code)).buffer_unordered(TAKEN_UP);
        while let Some((code, taken_up)) = tables.next().await {
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

    async fn continue_one<'a>(&self, code: &'a str) -> (&'a str, Result<(), StoreError>) {
        let taken_up = async {
            let Some(mut table) = self.load(code).await? else { return Ok(()) };
            let restarted = table.restart(self.now.millis());
            if !restarted.is_empty() {
                self.store.append(append(&table, &restarted)?).await?;
            }
            for entry in restarted {
                table.apply(entry).map_err(|error| StoreError::Failed(error.to_string()))?;
            }
            self.seat(table).await?;
            Ok(())
        };
        (code, taken_up.await)
    }

    pub(crate) async fn load(&self, code: &str) -> Result<Option<Table>, StoreError> {
        let lines = self.store.log(code).await?;
        if lines.is_empty() {
            return Ok(None);
        }
        let table = self.folds.run(move || fold(&lines)).await??;
        Ok(Some(table.with_pace(self.settings.pace)))
    }

    /// Starts a table's task, unless it runs already.
    async fn seat(&self, table: Table) -> Result<Option<mpsc::Sender<Ring>>, StoreError> {
        // Spectators who are behind see a fold of their own.
        let gallery =
            |table: &Table| Gallery::of(table).map_err(|error| StoreError::Failed(error.to_string()));
        let (table, gallery) = if table.log().len() > SHORT_LOG {
            let fold = move || gallery(&table).map(|gallery| (table, gallery));
            self.folds.run(fold).await??
        } else {
            let gallery = gallery(&table)?;
            (table, gallery)
        };
        let code = table.room().to_owned();
        let mut rooms = self.rooms.lock().expect("nobody panics with the lock held");
        if let Some(line) = rooms.get(&code).filter(|line| !line.is_closed()) {
            return Ok(Some(line.clone()));
        }
        let Some(hall) = self.me.upgrade() else { return Ok(None) };
        let line = Room::spawn(hall, table, gallery);
        rooms.insert(code, line.clone());
        Ok(Some(line))
    }

    /// The line to a table, which is taken from disk if it is not in memory.
    pub(crate) async fn room(&self, code: &str) -> Result<Option<mpsc::Sender<Ring>>, StoreError> {
        if !is_code(code) {
            return Ok(None);
        }
        let known = self.rooms.lock().expect("nobody panics with the lock held").get(code).cloned();
        match known {
            Some(line) if !line.is_closed() => Ok(Some(line)),
            _ => match self.load(code).await? {
                Some(table) => self.seat(table).await,
                None => Ok(None),
            },
        }
    }

    /// A finished table, from disk.
    pub(crate) async fn finished(&self, code: &str) -> Result<Option<Table>, StoreError> {
        if is_code(code) { self.load(code).await } else { Ok(None) }
    }

    /// Lets an account have everything of the guest who signs in to it: games and seats. Once it is on disk that the guest is
    /// the account, every table catches up, even after a restart. The guest's sockets end: whoever else has the guest's
    /// cookie may have opened them, and must not become the account.
    pub(crate) async fn adopt(&self, guest: &str, account: &str) -> Result<(), StoreError> {
        let Some(tables) = self.store.adopt(guest, account).await? else { return Ok(()) };
        self.presence.end_user(guest);
        let lines: Vec<_> = {
            let rooms = self.rooms.lock().expect("nobody panics with the lock held");
            tables.iter().filter_map(|code| rooms.get(code).cloned()).collect()
        };
        // No async closure: with one, incremental builds crash the compiler (1.95).
        let settle = |line: mpsc::Sender<Ring>| async move {
            let (done, settled) = oneshot::channel();
            // A table that is gone catches up when it is taken from disk.
            if line.send(Ring::Adopted { done }).await.is_ok() {
                let _ = settled.await;
            }
        };
        join_all(lines.into_iter().map(settle)).await;
        Ok(())
    }

    /// A table's task has ended.
    pub(crate) fn forget(&self, code: &str) {
        self.rooms.lock().expect("nobody panics with the lock held").remove(code);
    }

    /// The code of a room where these terms are played: one that waits for a guest, or a new one.
    pub(crate) async fn pair(&self, terms: Terms, person: Player) -> Result<Opened, OpenError> {
        // Equal terms may be written in many ways.
        let terms = Agreement::normalize(terms).map_err(OpenError::Terms)?;
        let _alone = self.pairing.lock().await;
        if let Some(room) = self.lobby.pair(&terms, &person) {
            return Ok(Opened { room, new: false });
        }
        let terms = Terms { public: true, ..terms };
        let room = self.open_room(terms.clone(), person.clone()).await?;
        self.lobby.expect(Waiting { room: room.clone(), host: person, terms });
        Ok(Opened { room, new: true })
    }

    /// Opens a table and gives back its code.
    pub(crate) async fn open_room(&self, terms: Terms, host: Player) -> Result<String, OpenError> {
        let opening = |code: &str| Table::opening(code, terms, random::bytes(), host, self.now.millis());
        self.lay(|code| Ok(vec![opening(code)?])).await
    }

    /// Opens the table of a rematch and gives back its code.
    pub(crate) async fn open_next(&self, table: &Table) -> Result<String, OpenError> {
        self.lay(|code| table.next_opening(code, random::bytes(), self.now.millis())).await
    }

    /// Keeps the first entries of a table, all or none, and starts it.
    async fn lay(
        &self,
        opening: impl FnOnce(&str) -> Result<Vec<Stamped>, TermsError>,
    ) -> Result<String, OpenError> {
        let code = random::code();
        let entries = opening(&code).map_err(OpenError::Terms)?;
        let broken = |error: yipan_table::BrokenLog| OpenError::Store(StoreError::Failed(error.to_string()));
        let table = Table::fold(entries.iter().cloned()).map_err(broken)?.with_pace(self.settings.pace);
        let mut first = append(&table, &entries).map_err(OpenError::Store)?;
        first.seq = 0;
        self.store.append(first).await.map_err(OpenError::Store)?;
        self.seat(table).await.map_err(OpenError::Store)?;
        Ok(code)
    }
}

fn fold(lines: &[String]) -> Result<Table, StoreError> {
    let log: Vec<Stamped> = lines
        .iter()
        .map(|line| serde_json::from_str(line).map_err(|error| StoreError::Failed(error.to_string())))
        .collect::<Result<_, _>>()?;
    Table::fold(log).map_err(|error| StoreError::Failed(error.to_string()))
}

/// Whether a text could be a table's code at all.
pub(crate) fn is_code(text: &str) -> bool {
    text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}
