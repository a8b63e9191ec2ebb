//! The task that finds what the command line has done beside this server, and lets connections and rooms learn of it.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use yipan_wire::ModerationAction;

use super::command_line::is_over;
use crate::app_state::AppState;
use crate::storage::moderation_rows::AuditRow;
use crate::storage::store::StoreError;

/// The time between two looks at the audit log.
const CHECK_INTERVAL: Duration = Duration::from_secs(3);

/// The entries before the start of the server among which are rooms that it has to close, and voided games of tournaments.
const EARLIER_ENTRIES: u64 = 1_000;

/// The most entries that are read at once.
const BATCH_SIZE: u32 = 100;

/// The position of this server in the audit log.
struct AuditPosition {
    /// The number of the last entry that was handled.
    handled: u64,
    /// The number of the last entry before the start. What it changed was read from the store since.
    start: u64,
}

/// Follows the audit log until the server shuts down.
pub(crate) async fn run(app: Arc<AppState>, mut shutdown: watch::Receiver<bool>) {
    let mut position = None;
    loop {
        if let Err(error) = app.follow_command_line(&mut position).await {
            tracing::debug!(%error, "the actions of the command line are read again later");
        }
        tokio::select! {
            () = tokio::time::sleep(CHECK_INTERVAL) => {}
            _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down) => return,
        }
    }
}

impl AppState {
    async fn follow_command_line(&self, position: &mut Option<AuditPosition>) -> Result<(), StoreError> {
        if position.is_none() {
            let latest = self.store.audit_log(i64::MAX as u64, 1).await?;
            let start = latest.first().map_or(0, |entry| entry.number);
            // Those read before may lack what was changed until now.
            self.load_mutes().await?;
            *position = Some(AuditPosition { handled: start.saturating_sub(EARLIER_ENTRIES), start });
        }
        let Some(position) = position else { return Ok(()) };
        loop {
            let entries = self.store.command_line_actions(position.handled, BATCH_SIZE).await?;
            if entries.is_empty() {
                return Ok(());
            }
            for entry in entries {
                self.handle_entry(&entry, entry.number <= position.start).await?;
                position.handled = entry.number;
            }
        }
    }

    async fn handle_entry(&self, entry: &AuditRow, is_earlier: bool) -> Result<(), StoreError> {
        // An action of a newer program must not hide the others.
        let Ok(action) = serde_json::from_str(&entry.action) else { return Ok(()) };
        match action {
            // The room may be in the memory of a server, so only that closes it.
            ModerationAction::CloseRoom { room } => {
                if is_over(&self.store.log(&room, 0).await?) {
                    return Ok(());
                }
                self.rooms.close(&room, &entry.reason).await?;
            }
            // Only a server appends to the log of a tournament.
            ModerationAction::VoidGame { room } => {
                self.void_in_tournament(&room).await?;
                if !is_earlier {
                    self.rooms.services.rated_game_ended.notify_one();
                    self.rooms.services.game_ended.notify_one();
                }
            }
            _ if is_earlier => {}
            ModerationAction::Mute { .. } => self.load_mutes().await?,
            ModerationAction::Warn { user } => self.auth.connections.notify_user(&user),
            ModerationAction::CloseAccount { user } => self.auth.connections.end_user(&user),
            ModerationAction::MarkBot { user } | ModerationAction::UnmarkBot { user } => {
                if let Some(row) = self.store.user(&user).await? {
                    self.auth.connections.update_user(&user, &row);
                }
            }
            ModerationAction::ReopenAccount { .. }
            | ModerationAction::ResolveReport { .. }
            | ModerationAction::Promote { .. }
            | ModerationAction::Demote { .. }
            | ModerationAction::AnnounceRestart { .. }
            | ModerationAction::WithdrawRestart => {}
        }
        Ok(())
    }
}
