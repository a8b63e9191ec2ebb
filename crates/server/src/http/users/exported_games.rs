//! The games of an account as JSON, one after the other.

use std::collections::VecDeque;
use std::sync::Arc;

use futures_util::stream::{self, Stream};
use serde::Serialize;
use utoipa::ToSchema;
use yipan_room::{Audience, LogEntry, Room, replay_events};
use yipan_wire::{GameSummary, SequencedEvent};

use crate::app_state::AppState;
use crate::storage::rating_rows::{GameFilter, GameRow};
use crate::storage::store::StoreError;

/// The games that are listed at a time.
const GAMES_PER_PAGE: u32 = 100;

/// A game with what its player was shown.
#[derive(Serialize, ToSchema)]
pub(super) struct ExportedGame {
    room: String,
    summary: GameSummary,
    events: Vec<SequencedEvent>,
}

/// The games that are still to be written.
struct RemainingGames {
    app: Arc<AppState>,
    user_id: String,
    listed: VecDeque<GameRow>,
    /// The creation time and the code of the last game that was listed.
    before: Option<(u64, String)>,
}

/// Returns the games of a user, the latest first, each as JSON. A game that cannot be read is left out.
pub(super) fn exported_games(
    app: Arc<AppState>,
    user_id: String,
) -> impl Stream<Item = Result<String, StoreError>> {
    let remaining = RemainingGames { app, user_id, listed: VecDeque::new(), before: None };
    stream::try_unfold(remaining, async |mut remaining| {
        while let Some(game) = remaining.next().await? {
            if let Some(text) = remaining.export(game).await? {
                return Ok(Some((text, remaining)));
            }
        }
        Ok(None)
    })
}

impl RemainingGames {
    async fn next(&mut self) -> Result<Option<GameRow>, StoreError> {
        if self.listed.is_empty() {
            let filter = GameFilter {
                user_id: self.user_id.clone(),
                viewer_id: self.user_id.clone(),
                before: self.before.clone(),
                limit: GAMES_PER_PAGE,
                ..GameFilter::default()
            };
            self.listed = self.app.store.game_page(filter).await?.into();
            self.before = self.listed.back().map(|last| (last.created, last.room.clone()));
        }
        Ok(self.listed.pop_front())
    }

    async fn export(&self, game: GameRow) -> Result<Option<String>, StoreError> {
        let lines = self.app.store.log(&game.room, 0).await?;
        let user_id = self.user_id.clone();
        let write = move || {
            let events = events(&lines, &user_id)?;
            let summary = serde_json::from_str(&game.summary).ok()?;
            serde_json::to_string(&ExportedGame { room: game.room, summary, events }).ok()
        };
        let written = self.app.rooms.services.fold_pool.run(write).await?;
        if written.is_none() {
            tracing::warn!("a game of an account cannot be exported");
        }
        Ok(written)
    }
}

/// Returns the events of a room as its player saw them: what was hidden from them stays so until the game is over.
fn events(lines: &[String], user_id: &str) -> Option<Vec<SequencedEvent>> {
    let log: Vec<LogEntry> =
        lines.iter().map(|line| serde_json::from_str(line).ok()).collect::<Option<_>>()?;
    let room = Room::replay(log.iter().cloned()).ok()?;
    let audience = room.audience(user_id);
    // The seat of a guest who has signed in is moved a moment later; spectators may be shown moves with a delay.
    if audience == Audience::Spectator && !room.is_over() {
        return Some(Vec::new());
    }
    replay_events(&log, audience, 0).ok()
}
