//! The actions of moderators from the command line, beside a running server or while none runs.
//!
//! The command line makes the change and appends it to the audit log. A running server finds the entry there, and lets
//! its connections and rooms learn of it (`command_line_sync`).

use std::io;

use yipan_room::{LogEntry, RoomEvent};
use yipan_wire::{ModerationAction, Report};

use super::actions::{checked_reason, effect, target};
use super::error::ModerationError;
use super::reports;
use crate::clock;
use crate::rooms::room_code::is_room_code;
use crate::storage::admin_store::AdminStore;
use crate::storage::location::StoreLocation;
use crate::storage::moderation_rows::AuditRow;
use crate::storage::rows::UserRow;
use crate::storage::store::{Store, StoreError};

/// Does what an operator asks for. The user of the action is the name of an account, or the id of any user.
///
/// Returns false if there is nothing to change. A room is closed by the server: within seconds, or when it starts.
///
/// # Errors
/// Returns an error if there is no database, or no such account, game, room or report, or if a text is too long.
pub async fn moderate(location: &StoreLocation, action: ModerationAction, reason: &str) -> io::Result<bool> {
    let admin = AdminStore::open(location).await?;
    let is_changed = act(&*admin.store, action, reason).await;
    admin.close().await?;
    Ok(is_changed?)
}

/// Returns the reports that wait for a moderator, the oldest first.
///
/// # Errors
/// Returns an error if there is no database, or if it cannot be read.
pub async fn read_reports(location: &StoreLocation) -> io::Result<Vec<Report>> {
    let admin = AdminStore::open(location).await?;
    let reports = reports::open_reports(&*admin.store).await.map_err(io::Error::other);
    admin.close().await?;
    reports
}

async fn act(store: &dyn Store, action: ModerationAction, reason: &str) -> Result<bool, ModerationError> {
    let reason = checked_reason(&action, reason)?.to_owned();
    let user = match target(&action) {
        Some(name) => Some(find_target(store, &action, name).await?),
        None => None,
    };
    let action = match &user {
        Some(user) => with_user(action, &user.id),
        None => action,
    };
    if let ModerationAction::CloseRoom { room } = &action {
        check_open(store, room).await?;
    }
    let at = clock::system_millis();
    let entry = AuditRow {
        number: 0,
        at,
        moderator: None,
        target: user.map(|user| user.id),
        action: serde_json::to_string(&action).map_err(|error| StoreError::Failed(error.to_string()))?,
        reason: reason.clone(),
    };
    let is_changed = store.moderate(entry, effect(&action, &reason, at)?).await?;
    match action {
        ModerationAction::VoidGame { .. } if !is_changed => Err(ModerationError::NotRated),
        ModerationAction::ResolveReport { .. } if !is_changed => Err(ModerationError::ReportNotFound),
        _ => Ok(is_changed),
    }
}

/// Returns the user that an action names. Guests can only be muted: they have neither a bell nor a password.
async fn find_target(
    store: &dyn Store,
    action: &ModerationAction,
    name: &str,
) -> Result<UserRow, ModerationError> {
    // No id contains a null character, and PostgreSQL rejects a query that does.
    if name.contains('\0') {
        return Err(ModerationError::UserNotFound);
    }
    let user = match store.account(&name.to_lowercase()).await? {
        Some(user) => Some(user),
        None => store.user(name).await?,
    };
    let may_be_guest = matches!(action, ModerationAction::Mute { .. });
    user.filter(|user| may_be_guest || user.account.is_some()).ok_or(ModerationError::UserNotFound)
}

/// Returns an action about the user with this id.
fn with_user(action: ModerationAction, id: &str) -> ModerationAction {
    let user = id.to_owned();
    match action {
        ModerationAction::Warn { .. } => ModerationAction::Warn { user },
        ModerationAction::Mute { minutes, .. } => ModerationAction::Mute { user, minutes },
        ModerationAction::CloseAccount { .. } => ModerationAction::CloseAccount { user },
        ModerationAction::ReopenAccount { .. } => ModerationAction::ReopenAccount { user },
        ModerationAction::MarkBot { .. } => ModerationAction::MarkBot { user },
        ModerationAction::UnmarkBot { .. } => ModerationAction::UnmarkBot { user },
        ModerationAction::Promote { role, .. } => ModerationAction::Promote { user, role },
        ModerationAction::Demote { .. } => ModerationAction::Demote { user },
        ModerationAction::VoidGame { .. }
        | ModerationAction::CloseRoom { .. }
        | ModerationAction::ResolveReport { .. }
        | ModerationAction::AnnounceRestart { .. }
        | ModerationAction::WithdrawRestart => action,
    }
}

/// Rejects a room that does not exist or whose game is over.
async fn check_open(store: &dyn Store, code: &str) -> Result<(), ModerationError> {
    if !is_room_code(code) {
        return Err(ModerationError::RoomNotFound);
    }
    let log = store.log(code, 0).await?;
    if log.is_empty() {
        return Err(ModerationError::RoomNotFound);
    }
    if is_over(&log) { Err(ModerationError::NothingToChange) } else { Ok(()) }
}

/// Whether a log contains the end of its game. The game is not replayed.
pub(super) fn is_over(log: &[String]) -> bool {
    let mut entries = log.iter().filter_map(|line| serde_json::from_str::<LogEntry>(line).ok());
    entries.any(|entry| matches!(entry.event, RoomEvent::Ended { .. }))
}
