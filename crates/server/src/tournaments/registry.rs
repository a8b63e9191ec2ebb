use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{MutexGuard, watch};
use tokio::time::Instant;
use yipan_ratings::Rating;
use yipan_tournament::{Event, GameState, Stage};
use yipan_wire::{TournamentConfig, TournamentState};

use super::config::{self, TournamentConfigError};
use super::entry::TournamentEntry;
use super::error::TournamentError;
use super::hosted::HostedTournament;
use crate::auth::connections::ConnectionRegistry;
use crate::ratings::player_rating::current;
use crate::rooms::registry::Rooms;
use crate::rooms::room_code::{is_room_code, random_room_code};
use crate::storage::rows::UserRow;
use crate::storage::store::StoreError;
use crate::storage::tournament_rows::{StoredStage, TournamentAppend, TournamentRow};

/// The most tournaments of an account that are not over.
const MAX_ACTIVE_PER_CREATOR: u64 = 5;

/// The most tournaments in memory before those that are over are forgotten.
const MAX_CACHED: usize = 100;

/// The codes that are tried before the creation of a tournament fails.
const MAX_CODE_ATTEMPTS: usize = 16;

/// The attempts to append before a request fails, because other nodes were faster each time.
const MAX_APPEND_ATTEMPTS: usize = 8;

/// The time after which the log is read again, because another node may have appended to it.
pub(super) const REFRESH_INTERVAL: Duration = Duration::from_secs(1);

/// All tournaments, in memory and in the store.
#[derive(Debug)]
pub(crate) struct Tournaments {
    pub(super) rooms: Arc<Rooms>,
    /// Wakes the requests of players who are notified.
    pub(super) connections: Arc<ConnectionRegistry>,
    cached: Mutex<HashMap<String, Arc<CachedTournament>>>,
}

/// The password of a tournament after a change.
#[derive(Debug)]
pub(crate) enum PasswordChange {
    /// The one before, or none.
    Keep,
    /// The one with this hash; without a hash anyone may join.
    Replace(Option<String>),
}

/// A tournament in memory.
#[derive(Debug)]
pub(crate) struct CachedTournament {
    state: tokio::sync::Mutex<CachedState>,
    /// The number of entries, for clients that wait for more.
    pub(crate) length: watch::Sender<u64>,
}

#[derive(Debug)]
pub(super) struct CachedState {
    pub(super) hosted: HostedTournament,
    /// The time when the log was read.
    refreshed: Instant,
    /// The rooms that are known to exist.
    pub(super) opened_rooms: Vec<String>,
    /// The part of the state that all viewers see, and the time when it was built.
    pub(super) view: Option<(Instant, Arc<TournamentState>)>,
}

impl CachedTournament {
    /// Waits for exclusive use of the tournament.
    pub(super) async fn lock(&self) -> MutexGuard<'_, CachedState> {
        self.state.lock().await
    }

    /// Returns the tournament as it is now.
    pub(crate) async fn hosted(&self) -> HostedTournament {
        self.lock().await.hosted.clone()
    }
}

impl Tournaments {
    pub(crate) fn new(rooms: Arc<Rooms>, connections: Arc<ConnectionRegistry>) -> Tournaments {
        Tournaments { rooms, connections, cached: Mutex::default() }
    }

    pub(super) fn now(&self) -> u64 {
        self.rooms.services.clock.millis().0
    }

    /// Creates a tournament and returns its code.
    pub(crate) async fn create(
        &self,
        creator: &UserRow,
        config: TournamentConfig,
        password_hash: Option<String>,
    ) -> Result<String, TournamentError> {
        let store = &self.rooms.services.store;
        let now = self.now();
        let config = config::validate(config, now)?;
        if store.count_active_tournaments(&creator.id).await? >= MAX_ACTIVE_PER_CREATOR {
            return Err(TournamentError::TooMany { max: MAX_ACTIVE_PER_CREATOR });
        }
        for _ in 0..MAX_CODE_ATTEMPTS {
            let row = TournamentRow {
                code: random_room_code(self.rooms.services.room_code_length),
                creator: creator.id.clone(),
                config: encode(&config)?,
                password_hash: password_hash.clone(),
                created: now,
                starts: config.starts_at.unwrap_or(now),
                stage: StoredStage::Waiting,
                players: 0,
            };
            let code = row.code.clone();
            if store.add_tournament(row).await? {
                self.rooms.services.tournament_changed.notify_one();
                return Ok(code);
            }
        }
        Err(StoreError::Failed("every code that was tried is taken".to_owned()).into())
    }

    /// Changes a tournament that has not started.
    pub(crate) async fn change(
        &self,
        code: &str,
        user_id: &str,
        config: TournamentConfig,
        password: PasswordChange,
    ) -> Result<(), TournamentError> {
        let tournament = self.open_current(code).await?.ok_or(TournamentError::NotFound)?;
        let mut state = tournament.lock().await;
        if state.hosted.row.creator != user_id {
            return Err(TournamentError::NotCreator);
        }
        let now = self.now();
        let config = config::validate(config, now)?;
        let password_hash = |row: &TournamentRow| match &password {
            PasswordChange::Keep => row.password_hash.clone(),
            PasswordChange::Replace(hash) => hash.clone(),
        };
        for _ in 0..MAX_APPEND_ATTEMPTS {
            self.check_change(&state.hosted, &config).await?;
            let row = TournamentRow {
                config: encode(&config)?,
                password_hash: password_hash(&state.hosted.row),
                starts: config.starts_at.unwrap_or(now),
                ..state.hosted.row.clone()
            };
            let is_changed = self.rooms.services.store.change_tournament(row).await?;
            // Another node may have started it or let players in.
            let category = config::category(&state.hosted.config.room);
            self.refresh(&tournament, &mut state).await?;
            if is_changed {
                if config::category(&config.room) != category {
                    self.rate_creator_again(&tournament, &mut state).await?;
                }
                self.rooms.services.tournament_changed.notify_one();
                return Ok(());
            }
        }
        Err(too_many_attempts())
    }

    /// Rejects a change of a tournament that has started, or one that its players have not joined for.
    async fn check_change(
        &self,
        hosted: &HostedTournament,
        config: &TournamentConfig,
    ) -> Result<(), TournamentError> {
        if hosted.tournament.stage() != Stage::Waiting {
            return Err(TournamentError::Started);
        }
        let max = config::max_players(config.format);
        if hosted.tournament.players().len() > max as usize {
            return Err(TournamentConfigError::BadPlayers { max }.into());
        }
        if !config.allows_bots && self.has_bots(hosted).await? {
            return Err(TournamentConfigError::BotsJoined.into());
        }
        let mut players = hosted.tournament.players().iter();
        let has_others = players.any(|player| player.is_active && player.user != hosted.row.creator);
        if has_others && !config::is_same_game(&hosted.config.room, &config.room) {
            return Err(TournamentConfigError::PlayersJoined.into());
        }
        Ok(())
    }

    /// Lets the creator join again, so that they are ordered by their rating in the new game.
    async fn rate_creator_again(
        &self,
        tournament: &CachedTournament,
        state: &mut CachedState,
    ) -> Result<(), TournamentError> {
        let hosted = &state.hosted;
        let creator = hosted.row.creator.clone();
        let Some(player) = hosted.tournament.player_of(&creator) else { return Ok(()) };
        if !hosted.tournament.players()[player.0 as usize].is_active {
            return Ok(());
        }
        let rating = self.rating(&creator, &hosted.config).await?;
        let events = [Event::Withdrew { player }, Event::Joined { user: creator, rating }];
        let entries = events.map(|event| self.entry(event)).into();
        // If another node was faster, the rating of before orders them.
        self.append(tournament, state, entries).await.map(drop)
    }

    /// Whether a bot plays.
    async fn has_bots(&self, hosted: &HostedTournament) -> Result<bool, StoreError> {
        let players = hosted.tournament.players().iter().filter(|player| player.is_active);
        let users = self.users(players.map(|player| player.user.clone()).collect()).await?;
        Ok(users.values().any(|user| user.is_bot))
    }

    /// Cancels a tournament that has not started.
    pub(crate) async fn cancel(&self, code: &str, user_id: &str) -> Result<(), TournamentError> {
        let tournament = self.open_current(code).await?.ok_or(TournamentError::NotFound)?;
        for _ in 0..MAX_APPEND_ATTEMPTS {
            let mut state = tournament.lock().await;
            if state.hosted.row.creator != user_id {
                return Err(TournamentError::NotCreator);
            }
            match state.hosted.tournament.stage() {
                Stage::Waiting => {}
                Stage::Running => return Err(TournamentError::Started),
                Stage::Finished => return Err(TournamentError::Over),
            }
            if self.append(&tournament, &mut state, vec![self.entry(Event::Finished)]).await? {
                return Ok(());
            }
        }
        Err(too_many_attempts())
    }

    /// Returns the hash of the password that a user needs to join; `None` if they need none.
    pub(crate) async fn password_hash(
        &self,
        code: &str,
        user_id: &str,
    ) -> Result<Option<String>, TournamentError> {
        let tournament = self.open_current(code).await?.ok_or(TournamentError::NotFound)?;
        let state = tournament.lock().await;
        // A player who withdrew has known it.
        let is_known = state.hosted.tournament.player_of(user_id).is_some();
        Ok(state.hosted.row.password_hash.clone().filter(|_| !is_known))
    }

    /// Lets an account play, again if it has withdrawn.
    pub(crate) async fn join(&self, code: &str, user: &UserRow) -> Result<(), TournamentError> {
        let tournament = self.open(code).await?.ok_or(TournamentError::NotFound)?;
        for _ in 0..MAX_APPEND_ATTEMPTS {
            let mut state = tournament.lock().await;
            let hosted = &state.hosted;
            if user.is_bot && !hosted.config.allows_bots {
                return Err(TournamentError::BotsNotAllowed);
            }
            let is_new = hosted.tournament.player_of(&user.id).is_none();
            let max = config::max_players(hosted.config.format);
            let is_full = hosted.tournament.players().len() >= max as usize;
            if is_new && is_full && hosted.tournament.stage() != Stage::Finished {
                return Err(TournamentError::Full { max });
            }
            let rating = self.rating(&user.id, &hosted.config).await?;
            let joined = Event::Joined { user: user.id.clone(), rating };
            if self.append(&tournament, &mut state, vec![self.entry(joined)]).await? {
                self.rooms.services.tournament_changed.notify_one();
                return Ok(());
            }
        }
        Err(too_many_attempts())
    }

    /// Takes a player out of the pairing. The game that they play goes on.
    pub(crate) async fn withdraw(&self, code: &str, user_id: &str) -> Result<(), TournamentError> {
        let tournament = self.open_current(code).await?.ok_or(TournamentError::NotFound)?;
        for _ in 0..MAX_APPEND_ATTEMPTS {
            let mut state = tournament.lock().await;
            if state.hosted.tournament.stage() == Stage::Finished {
                return Err(TournamentError::Over);
            }
            let player = state.hosted.tournament.player_of(user_id).ok_or(TournamentError::NotJoined)?;
            let withdrew = self.entry(Event::Withdrew { player });
            if self.append(&tournament, &mut state, vec![withdrew]).await? {
                self.rooms.services.tournament_changed.notify_one();
                return Ok(());
            }
        }
        Err(too_many_attempts())
    }

    /// Takes a game that a moderator voids out of the standings of its tournament, if it belongs to one.
    pub(crate) async fn void_game(&self, room: &str) -> Result<(), TournamentError> {
        let loaded = self.rooms.services.load_room(room).await?;
        let Some(code) = loaded.and_then(|loaded| loaded.config().tournament.clone()) else { return Ok(()) };
        let Some(tournament) = self.open(&code).await? else { return Ok(()) };
        for _ in 0..MAX_APPEND_ATTEMPTS {
            let mut state = tournament.lock().await;
            let Some(game) = state.hosted.game_in(room) else { return Ok(()) };
            if state.hosted.tournament.games()[game.0 as usize].state == GameState::Voided {
                return Ok(());
            }
            if self.append(&tournament, &mut state, vec![self.entry(Event::Voided { game })]).await? {
                state.view = None;
                self.rooms.services.tournament_changed.notify_one();
                return Ok(());
            }
        }
        Err(too_many_attempts())
    }

    /// Returns the rating that orders an account among players with equal points.
    async fn rating(&self, user_id: &str, config: &TournamentConfig) -> Result<u32, StoreError> {
        let row = match config::category(&config.room) {
            Some(category) => self.rooms.services.store.rating_of(user_id, category).await?,
            None => None,
        };
        let rating = row.map_or_else(Rating::default, |row| current(&row, self.now()));
        Ok(u32::try_from(rating.points()).unwrap_or(0))
    }

    /// Returns the tournament with this code, as of at most a second ago.
    pub(crate) async fn open(&self, code: &str) -> Result<Option<Arc<CachedTournament>>, StoreError> {
        self.open_as_of(code, REFRESH_INTERVAL).await
    }

    /// Returns the tournament with this code as it is now. A request must not be rejected for what another node has
    /// changed since.
    pub(crate) async fn open_current(&self, code: &str) -> Result<Option<Arc<CachedTournament>>, StoreError> {
        self.open_as_of(code, Duration::ZERO).await
    }

    async fn open_as_of(
        &self,
        code: &str,
        max_age: Duration,
    ) -> Result<Option<Arc<CachedTournament>>, StoreError> {
        if !is_room_code(code) {
            return Ok(None);
        }
        let known = self.lock_cached().get(code).cloned();
        if let Some(tournament) = known {
            let mut state = tournament.lock().await;
            if state.refreshed.elapsed() >= max_age {
                self.refresh(&tournament, &mut state).await?;
            }
            drop(state);
            return Ok(Some(tournament));
        }
        let Some(hosted) = self.load(code).await? else { return Ok(None) };
        let loaded = Arc::new(CachedTournament {
            length: watch::Sender::new(hosted.length),
            state: tokio::sync::Mutex::new(CachedState {
                hosted,
                refreshed: Instant::now(),
                opened_rooms: Vec::new(),
                view: None,
            }),
        });
        // Another request may have loaded it meanwhile.
        let mut cached = self.lock_cached();
        Ok(Some(Arc::clone(cached.entry(code.to_owned()).or_insert(loaded))))
    }

    /// Forgets tournaments that no request uses, if there are many in memory.
    pub(super) fn forget_unused(&self) {
        let mut cached = self.lock_cached();
        if cached.len() > MAX_CACHED {
            cached.retain(|_, tournament| Arc::strong_count(tournament) > 1);
        }
    }

    async fn load(&self, code: &str) -> Result<Option<HostedTournament>, StoreError> {
        let store = &self.rooms.services.store;
        // The log is read after the description, which is fixed once the log has begun to pair.
        let Some(row) = store.tournament(code).await? else { return Ok(None) };
        let lines = store.tournament_log(code, 0).await?;
        HostedTournament::from_log(row, &lines).map(Some)
    }

    /// Reads what other nodes have written.
    pub(super) async fn refresh(
        &self,
        tournament: &CachedTournament,
        state: &mut CachedState,
    ) -> Result<(), StoreError> {
        let store = &self.rooms.services.store;
        let code = state.hosted.row.code.clone();
        let Some(row) = store.tournament(&code).await? else {
            return Err(StoreError::Failed(format!("tournament {code} has disappeared")));
        };
        if row.config == state.hosted.row.config {
            let lines = store.tournament_log(&code, state.hosted.length).await?;
            state.hosted.apply_lines(&lines)?;
            if row.password_hash != state.hosted.row.password_hash {
                state.view = None;
            }
            state.hosted.row = row;
        } else {
            // The format may have changed, so the log is folded again.
            let lines = store.tournament_log(&code, 0).await?;
            state.hosted = HostedTournament::from_log(row, &lines)?;
            state.view = None;
        }
        state.refreshed = Instant::now();
        tournament.length.send_replace(state.hosted.length);
        Ok(())
    }

    pub(super) fn entry(&self, event: Event) -> TournamentEntry {
        TournamentEntry { at: self.now(), event, rooms: Vec::new() }
    }

    /// Appends entries, all of them or none. Returns false if another node was faster; what it has written is
    /// applied then.
    ///
    /// # Errors
    /// Returns the reason if an entry cannot have happened, and the error of the store.
    pub(super) async fn append(
        &self,
        tournament: &CachedTournament,
        state: &mut CachedState,
        entries: Vec<TournamentEntry>,
    ) -> Result<bool, TournamentError> {
        let mut next = state.hosted.clone();
        for entry in &entries {
            next.apply(entry)?;
        }
        let append = TournamentAppend {
            code: next.row.code.clone(),
            config: next.row.config.clone(),
            seq: state.hosted.length,
            entries: entries.iter().map(encode).collect::<Result<_, _>>()?,
            stage: next.stored_stage(),
            players: next.tournament.players().len() as u32,
        };
        if !self.rooms.services.store.append_tournament(append).await? {
            self.refresh(tournament, state).await?;
            return Ok(false);
        }
        state.hosted = next;
        tournament.length.send_replace(state.hosted.length);
        Ok(true)
    }

    fn lock_cached(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<CachedTournament>>> {
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn encode<T: serde::Serialize>(value: &T) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Failed(error.to_string()))
}

fn too_many_attempts() -> TournamentError {
    StoreError::Unavailable("other nodes were faster each time".to_owned()).into()
}
