//! The task that runs tournaments: it opens the rooms of their games, learns the results and pairs.
//!
//! It holds no state of its own. Everything it does follows from the logs, so the next server continues after a crash.

use std::time::Duration;

use tokio::sync::watch;
use yipan_core::Side;
use yipan_room::{Room, TournamentRoom, ValidatedConfig};
use yipan_tournament::{Event, Pairing};
use yipan_wire::{NotificationEvent, Player};

use super::error::TournamentError;
use super::game_results;
use super::hosted::HostedTournament;
use super::registry::{CachedState, CachedTournament, Tournaments};
use super::schedule;
use crate::cluster::slot::Slot;
use crate::people::notifications::notify_all;
use crate::random;
use crate::rooms::create_room_error::CreateRoomError;
use crate::storage::rows::DELETED_USER;
use crate::storage::store::StoreError;

/// The time between two looks at all tournaments.
const INTERVAL: Duration = Duration::from_secs(1);

/// The most events that are handled before other tournaments have their turn.
const MAX_EVENTS_PER_TURN: usize = 8;

/// Runs tournaments until the server shuts down.
pub(crate) async fn run(tournaments: &Tournaments, mut shutdown: watch::Receiver<bool>) {
    let directing = async {
        loop {
            tournaments.direct_all().await;
            tournaments.forget_unused();
            let changed = tournaments.rooms.services.tournament_changed.notified();
            let _ = tokio::time::timeout(INTERVAL, changed).await;
        }
    };
    tokio::select! {
        () = directing => {}
        _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => {}
    }
}

impl Tournaments {
    /// Continues every tournament. What fails is repeated by the next look.
    async fn direct_all(&self) {
        let codes = match self.rooms.services.store.due_tournaments(self.now()).await {
            Ok(codes) => codes,
            Err(error) => return log_failure("", &error),
        };
        for code in &codes {
            match self.direct(code).await {
                Ok(()) => {}
                Err(TournamentError::Store(error)) => log_failure(code, &error),
                Err(error) => tracing::error!(tournament = code, ?error, "a tournament cannot continue"),
            }
        }
    }

    async fn direct(&self, code: &str) -> Result<(), TournamentError> {
        let Some(tournament) = self.open(code).await? else { return Ok(()) };
        for _ in 0..MAX_EVENTS_PER_TURN {
            let mut state = tournament.lock().await;
            self.open_rooms(&mut state).await?;
            // Only one node pairs. If two believe that they own the slot, the key of the log decides.
            if self.rooms.services.epoch_here(Slot::of(code)).is_err() {
                return Ok(());
            }
            if !self.record_results(&tournament, &mut state).await?
                && !self.record_next_event(&tournament, &mut state).await?
            {
                return Ok(());
            }
            // Before any client sees the pairing.
            self.open_rooms(&mut state).await?;
        }
        // The rest follows at once.
        self.rooms.services.tournament_changed.notify_one();
        Ok(())
    }

    /// Opens the rooms of running games that are in slots of this node and do not exist yet.
    async fn open_rooms(&self, state: &mut CachedState) -> Result<(), StoreError> {
        let missing: Vec<(String, Pairing)> = state
            .hosted
            .running_games()
            .filter(|(_, _, room)| !state.opened_rooms.iter().any(|opened| opened == room))
            .filter(|(_, _, room)| self.rooms.services.epoch_here(Slot::of(room)).is_ok())
            .map(|(_, game, room)| (room.to_owned(), game.pairing))
            .collect();
        for (room, pairing) in missing {
            match self.open_game_room(&state.hosted, &room, pairing).await {
                Ok(()) => state.opened_rooms.push(room),
                Err(CreateRoomError::Store(error)) if is_temporary(&error) => return Err(error),
                // One room must not stop the other games. The configuration was valid when the tournament was created.
                Err(error) => tracing::error!(room, %error, "the room of a tournament cannot be opened"),
            }
        }
        Ok(())
    }

    async fn open_game_room(
        &self,
        hosted: &HostedTournament,
        room: &str,
        pairing: Pairing,
    ) -> Result<(), CreateRoomError> {
        let config = &hosted.config.room;
        let category = ValidatedConfig::validate(config)?.category;
        let mut players = Vec::with_capacity(2);
        for side in Side::BOTH {
            let id = &hosted.tournament.players()[pairing.player(side).0 as usize].user;
            let user = self.rooms.services.store.user(id).await?;
            let player = user.map_or_else(|| deleted_player(id), |user| user.to_player());
            players.push(self.rooms.services.with_rating(player, category).await?);
        }
        let Ok(players) = <[Player; 2]>::try_from(players) else { return Ok(()) };
        let now = self.rooms.services.clock.millis();
        let first_entry = || {
            let tournament = TournamentRoom { code: &hosted.row.code, berserk: hosted.allows_berserk() };
            let (config, players) = (config.clone(), players.clone());
            Ok(Room::tournament_entry(room, &tournament, config, random::bytes(), players, now)?)
        };
        self.rooms.open_room_once(room, first_entry).await
    }

    /// Appends the results of games that are over. Returns whether there was one.
    async fn record_results(
        &self,
        tournament: &CachedTournament,
        state: &mut CachedState,
    ) -> Result<bool, TournamentError> {
        let services = &self.rooms.services;
        let running: Vec<String> = state.hosted.running_games().map(|(_, _, room)| room.to_owned()).collect();
        if running.is_empty() {
            return Ok(false);
        }
        let over = services.store.over_rooms(running).await?;
        let mut events = Vec::new();
        for (id, game, code) in
            state.hosted.running_games().filter(|(_, _, room)| over.iter().any(|over| over == room))
        {
            match services.load_room(code).await {
                Ok(Some(room)) => events.extend(game_results::events(&state.hosted, id, game, &room)),
                Ok(None) => {}
                Err(error) if is_temporary(&error) => return Err(error.into()),
                Err(error) => {
                    tracing::error!(room = code, %error, "a game of a tournament cannot be read");
                    events.push(Event::Voided { game: id });
                }
            }
        }
        if events.is_empty() {
            return Ok(false);
        }
        state.opened_rooms.retain(|room| !over.contains(room));
        let entries = events.into_iter().map(|event| self.entry(event)).collect();
        self.append(tournament, state, entries).await?;
        Ok(true)
    }

    /// Appends the event that is due. Returns whether there was one.
    async fn record_next_event(
        &self,
        tournament: &CachedTournament,
        state: &mut CachedState,
    ) -> Result<bool, TournamentError> {
        let (hosted, now) = (state.hosted.clone(), self.now());
        let top_color = Side::BOTH[usize::from(random::bytes().0[0] & 1)];
        // A large round takes long to pair.
        let decide = move || schedule::next_event(&hosted, now, top_color);
        let Some(event) = self.rooms.services.fold_pool.run(decide).await? else { return Ok(false) };
        let mut entry = self.entry(event);
        if let Event::Paired { games, .. } = &entry.event {
            entry.rooms = self.rooms.free_codes(games.len()).await?;
        }
        let started_at = (entry.event == Event::Started).then_some(entry.at);
        let is_appended = self.append(tournament, state, vec![entry]).await?;
        // After the entry, so that only a start that has happened is announced. A crash in between loses the
        // notifications, which is acceptable: the page of the tournament shows its start too.
        if let Some(at) = started_at.filter(|_| is_appended)
            && let Err(error) = self.notify_players(&state.hosted, at).await
        {
            log_failure(&state.hosted.row.code, &error);
        }
        Ok(true)
    }

    async fn notify_players(&self, hosted: &HostedTournament, now: u64) -> Result<(), StoreError> {
        let (tournament, name) = (hosted.row.code.clone(), hosted.config.name.clone());
        let id = format!("tournament-started-{tournament}");
        let event = NotificationEvent::TournamentStarted { tournament, name };
        let players = hosted.tournament.players().iter().filter(|player| player.is_active);
        let users: Vec<String> = players.map(|player| player.user.clone()).collect();
        notify_all(&*self.rooms.services.store, users.clone(), id, now, &event).await?;
        for user in &users {
            self.connections.notify_user(user);
        }
        Ok(())
    }
}

fn deleted_player(id: &str) -> Player {
    Player { id: id.to_owned(), name: DELETED_USER.to_owned(), level: None, rating: None, is_bot: false }
}

/// Whether an operation may succeed later, or on another node.
fn is_temporary(error: &StoreError) -> bool {
    error.is_outage() || matches!(error, StoreError::Fenced(_))
}

fn log_failure(code: &str, error: &StoreError) {
    // The store reports its outages itself, and another node continues what this one has lost.
    if !is_temporary(error) {
        tracing::error!(tournament = code, %error, "a tournament cannot continue");
    }
}
