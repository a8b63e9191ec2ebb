//! The correspondence games of accounts, and whose turn it is.

use yipan_core::Side;
use yipan_wire::{CorrespondenceGame, CorrespondenceGames, GameSummary, Notification, NotificationEvent};

use crate::app_state::AppState;
use crate::storage::correspondence_rows::CorrespondenceGameRow;
use crate::storage::store::StoreError;

/// The most games in a list.
const MAX_GAMES: u32 = 200;

impl AppState {
    /// Returns the running correspondence games of an account, first those where it is its turn.
    pub(crate) async fn correspondence_games(
        &self,
        user_id: &str,
    ) -> Result<CorrespondenceGames, StoreError> {
        let rows = self.store.correspondence_games_of(user_id, MAX_GAMES).await?;
        let oldest = rows.iter().map(|row| row.logged_until).min();
        let outages = match oldest {
            Some(oldest) => self.store.outages_after(oldest).await?,
            None => Vec::new(),
        };
        let listed = |row: CorrespondenceGameRow| listed_game(&row, user_id, row.deadline_after(&outages));
        Ok(CorrespondenceGames {
            now: self.clock.millis().0,
            games: rows.into_iter().filter_map(listed).collect(),
        })
    }

    /// Returns a notification for each game where it is the turn of an account.
    ///
    /// They follow from the games, so there is one for each, and none for a game that is over.
    pub(super) async fn turn_notifications(&self, user_id: &str) -> Result<Vec<Notification>, StoreError> {
        let mut rows = self.store.correspondence_games_of(user_id, MAX_GAMES).await?;
        rows.retain(|row| row.turn_user == user_id);
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let read_until = self.store.turns_read_until(user_id).await?;
        let notification = |row: CorrespondenceGameRow| {
            let game = listed_game(&row, user_id, row.deadline)?;
            let event = NotificationEvent::YourTurn { room: game.room, opponent: game.opponent.name };
            let is_read = row.turn_since <= read_until;
            // The number distinguishes the turn from the one before.
            let id = format!("turn-{}-{}", row.room, row.plies);
            Some(Notification { id, at: row.turn_since, is_read, event })
        };
        Ok(rows.into_iter().filter_map(notification).collect())
    }
}

/// Returns a game as its player sees it; `None` if the summary cannot be read.
fn listed_game(row: &CorrespondenceGameRow, user_id: &str, deadline: u64) -> Option<CorrespondenceGame> {
    let summary: GameSummary = serde_json::from_str(&row.summary).ok()?;
    let side = if summary.players[0].id == user_id { Side::First } else { Side::Second };
    Some(CorrespondenceGame {
        room: row.room.clone(),
        config: summary.config,
        opponent: summary.players[side.other().index()].clone(),
        side,
        is_own_turn: row.turn_user == user_id,
        plies: u32::try_from(row.plies).unwrap_or(u32::MAX),
        deadline,
    })
}
