//! Tournaments as clients see them.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use yipan_core::Side;
use yipan_tournament::{Format, Game, GameId, GameState, PlayerId, Standing, Standings};
use yipan_wire::{
    FoundUser, OwnTournamentPlayer, TournamentGame, TournamentResult, TournamentStanding, TournamentState,
    TournamentSummary,
};

use super::hosted::{HostedTournament, wire_stage};
use super::registry::{CachedState, CachedTournament, Tournaments};
use crate::storage::rows::DELETED_USER;
use crate::storage::store::StoreError;
use crate::storage::tournament_rows::TournamentRow;

/// The time between two computations of the standings.
const VIEW_INTERVAL: Duration = Duration::from_secs(1);

/// The games of an arena that are over and still listed.
const LISTED_ARENA_GAMES: usize = 50;

impl Tournaments {
    /// Returns a tournament as a user sees it. The standings are at most a second old; the user's own game is current, and
    /// its room exists.
    pub(crate) async fn view(
        &self,
        tournament: &CachedTournament,
        user_id: &str,
    ) -> Result<TournamentState, StoreError> {
        let mut state = tournament.lock().await;
        let shared = self.shared_view(&mut state).await?;
        let mut view = TournamentState { now: self.now(), ..(*shared).clone() };
        let hosted = &state.hosted;
        if let Some(player) = hosted.tournament.player_of(user_id) {
            let is_active = hosted.tournament.players()[player.0 as usize].is_active;
            let room = hosted.tournament.current_game(player).map(|game| hosted.room_of(game).to_owned());
            view.me = Some(OwnTournamentPlayer { player: player.0, is_active, room });
        }
        if let Some(me) = &mut view.me
            && let Some(room) = &me.room
            && !self.is_room_open(&mut state, room).await?
        {
            // Another node opens it in a moment. The client asks again, because it has not seen the last version.
            me.room = None;
            view.version = view.version.saturating_sub(1);
        }
        Ok(view)
    }

    /// Waits until the standings can be computed again, if something has happened since.
    pub(crate) async fn wait_for_view(&self, tournament: &CachedTournament) {
        let state = tournament.lock().await;
        let wait = state.view.as_ref().filter(|(_, view)| view.version != state.hosted.length);
        let wait = wait.map(|(built, _)| VIEW_INTERVAL.saturating_sub(built.elapsed()));
        drop(state);
        tokio::time::sleep(wait.unwrap_or_default()).await;
    }

    /// Whether a room exists, which follows its pairing.
    async fn is_room_open(&self, state: &mut CachedState, room: &str) -> Result<bool, StoreError> {
        if state.opened_rooms.iter().any(|opened| opened == room) {
            return Ok(true);
        }
        let is_open = !self.rooms.services.store.log(room, 0).await?.is_empty();
        if is_open {
            state.opened_rooms.push(room.to_owned());
        }
        Ok(is_open)
    }

    /// Makes the next view show what has just happened.
    pub(crate) async fn forget_view(&self, tournament: &CachedTournament) {
        tournament.lock().await.view = None;
    }

    async fn shared_view(&self, state: &mut CachedState) -> Result<Arc<TournamentState>, StoreError> {
        if let Some((built, view)) = &state.view
            && (view.version == state.hosted.length || built.elapsed() < VIEW_INTERVAL)
        {
            return Ok(Arc::clone(view));
        }
        let hosted = &state.hosted;
        let mut ids: Vec<String> =
            hosted.tournament.players().iter().map(|player| player.user.clone()).collect();
        ids.push(hosted.row.creator.clone());
        let users = self.users(ids).await?;
        let view = Arc::new(shared_view(hosted, &users));
        state.view = Some((Instant::now(), Arc::clone(&view)));
        Ok(view)
    }

    /// Returns users by their ids.
    pub(crate) async fn users(&self, ids: Vec<String>) -> Result<HashMap<String, FoundUser>, StoreError> {
        self.rooms.services.store.found_users(ids).await
    }
}

/// Returns a tournament of a list; `None` if its description cannot be read.
pub(crate) fn summary(row: &TournamentRow, users: &HashMap<String, FoundUser>) -> Option<TournamentSummary> {
    Some(TournamentSummary {
        code: row.code.clone(),
        config: serde_json::from_str(&row.config).ok()?,
        creator: found_user(&row.creator, users),
        stage: wire_stage(row.stage),
        players: row.players,
        has_password: row.password_hash.is_some(),
    })
}

fn found_user(id: &str, users: &HashMap<String, FoundUser>) -> FoundUser {
    let deleted = || FoundUser { id: id.to_owned(), name: DELETED_USER.to_owned(), is_bot: false };
    users.get(id).cloned().unwrap_or_else(deleted)
}

fn shared_view(hosted: &HostedTournament, users: &HashMap<String, FoundUser>) -> TournamentState {
    let tournament = &hosted.tournament;
    let standings = tournament.standings();
    let is_arena = matches!(tournament.format(), Format::Arena { .. });
    let to_standing = |row: &Standing| {
        let player = &tournament.players()[row.player.0 as usize];
        TournamentStanding {
            player: row.player.0,
            user: found_user(&player.user, users),
            rating: player.rating,
            half_points: row.points.0,
            buchholz: row.buchholz.0,
            wins: row.wins,
            draws: row.draws,
            losses: row.losses,
            streak: row.streak,
            is_active: player.is_active,
        }
    };
    let byes = tournament.byes().iter().map(|byes| byes.iter().map(|PlayerId(player)| *player).collect());
    TournamentState {
        summary: TournamentSummary {
            code: hosted.row.code.clone(),
            config: hosted.config.clone(),
            creator: found_user(&hosted.row.creator, users),
            stage: hosted.stage(),
            players: tournament.players().len() as u32,
            has_password: hosted.row.password_hash.is_some(),
        },
        version: hosted.length,
        now: 0,
        started_at: hosted.started_at,
        ends_at: hosted.ends_at(),
        round: tournament.byes().len() as u32,
        rounds: tournament.round_count(),
        standings: standings.rows().iter().map(to_standing).collect(),
        games: listed_games(hosted, is_arena),
        byes: if is_arena { Vec::new() } else { byes.collect() },
        leading_room: leading_room(hosted, &standings),
        me: None,
    }
}

/// Returns the games that are listed, in their order.
fn listed_games(hosted: &HostedTournament, is_arena: bool) -> Vec<TournamentGame> {
    let games = hosted.tournament.games();
    let count_over = games.iter().filter(|game| game.state != GameState::Playing).count();
    let mut skipped = if is_arena { count_over.saturating_sub(LISTED_ARENA_GAMES) } else { 0 };
    let mut is_listed = |game: &Game| {
        let is_skipped = game.state != GameState::Playing && skipped > 0;
        skipped -= usize::from(is_skipped);
        !is_skipped
    };
    let listed = (0..).map(GameId).zip(games).filter(|(_, game)| is_listed(game));
    listed
        .map(|(id, game)| TournamentGame {
            room: hosted.room_of(id).to_owned(),
            round: game.round,
            players: [game.pairing.first.0, game.pairing.second.0],
            result: result(game.state),
        })
        .collect()
}

const fn result(state: GameState) -> Option<TournamentResult> {
    match state {
        GameState::Playing => None,
        GameState::Ended { winner: None, .. } => Some(TournamentResult::Draw),
        GameState::Ended { winner: Some(Side::First), .. } => Some(TournamentResult::First),
        GameState::Ended { winner: Some(Side::Second), .. } => Some(TournamentResult::Second),
        GameState::Voided => Some(TournamentResult::Void),
    }
}

fn leading_room(hosted: &HostedTournament, standings: &Standings) -> Option<String> {
    let ranks = standings.ranks();
    let best_rank = |game: &Game| {
        let [first, second] = Side::BOTH.map(|side| ranks[game.pairing.player(side).0 as usize]);
        (first.min(second), first.max(second))
    };
    let leading = hosted.running_games().min_by_key(|(_, game, _)| best_rank(game));
    leading.map(|(_, _, room)| room.to_owned())
}
