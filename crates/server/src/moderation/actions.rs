//! The actions of moderators.

use yipan_room::Room;
use yipan_wire::{
    MAX_RESTART_MINUTES, MAX_RESTART_TEXT_CHARS, Moderate, ModerationAction, NotificationEvent, Role,
};

use super::error::ModerationError;
use super::restart_notice::OVERDUE_MILLIS;
use crate::app_state::AppState;
use crate::people::notifications::{MAX_NOTIFICATIONS, new_notification};
use crate::random;
use crate::rooms::room_code::is_room_code;
use crate::storage::moderation_rows::{AuditRow, ModerationEffect, RestartRow};
use crate::storage::rows::UserRow;
use crate::storage::store::StoreError;
use crate::tournaments::error::TournamentError;

/// The most characters of a reason.
const MAX_REASON_CHARS: usize = 500;

/// The longest mute.
const MAX_MUTE_MINUTES: u32 = 366 * 24 * 60;

impl AppState {
    /// Does what a moderator asks for.
    pub(crate) async fn moderate(
        &self,
        moderator: &UserRow,
        role: Role,
        request: Moderate,
    ) -> Result<(), ModerationError> {
        let Moderate { action, reason } = request;
        let reason = checked_reason(&action, &reason)?.to_owned();
        let now = self.clock.millis().0;
        let target = match target(&action) {
            Some(id) => Some(self.check_target(moderator, role, &action, id).await?),
            None => None,
        };
        for id in self.affected_users(&action).await? {
            self.check_access(moderator, role, &id).await?;
        }
        let effect = effect(&action, &reason, now)?;
        let reason = match &action {
            // The audit log names only what has happened.
            ModerationAction::CloseRoom { room } => self.close_room(room, &reason).await?,
            ModerationAction::VoidGame { room } => {
                // First, so that what fails here is repeated by the next attempt.
                self.void_in_tournament(room).await?;
                reason
            }
            _ => reason,
        };
        let entry = AuditRow {
            number: 0,
            at: now,
            moderator: Some(moderator.id.clone()),
            target: target.as_ref().map(|user| user.id.clone()),
            action: serde_json::to_string(&action).map_err(|error| StoreError::Failed(error.to_string()))?,
            reason,
        };
        if !self.store.moderate(entry, effect).await? {
            return Err(match action {
                ModerationAction::VoidGame { .. } => ModerationError::NotRated,
                ModerationAction::ResolveReport { .. } => ModerationError::ReportNotFound,
                _ => ModerationError::NothingToChange,
            });
        }
        if matches!(action, ModerationAction::AnnounceRestart { .. } | ModerationAction::WithdrawRestart) {
            self.load_announced_restart().await?;
        }
        self.apply(&action, target, now);
        Ok(())
    }

    /// Closes a room, and returns the reason in its log. That is an earlier one if the room was closed before.
    async fn close_room(&self, code: &str, reason: &str) -> Result<String, ModerationError> {
        self.rooms.close(code, reason).await?;
        let room = self.rooms.services.load_room(code).await?.ok_or(ModerationError::RoomNotFound)?;
        // The game may have ended by itself meanwhile.
        room.close_reason().map(str::to_owned).ok_or(ModerationError::NothingToChange)
    }

    /// Takes a game out of the standings of its tournament, if it belongs to one.
    pub(super) async fn void_in_tournament(&self, room: &str) -> Result<(), StoreError> {
        match self.tournaments.void_game(room).await {
            Ok(()) => Ok(()),
            Err(TournamentError::Store(error)) => Err(error),
            Err(error) => Err(StoreError::Failed(format!("game {room} cannot be voided: {error:?}"))),
        }
    }

    /// Returns the user that an action is about. An account with a role is left to operators.
    async fn check_target(
        &self,
        moderator: &UserRow,
        role: Role,
        action: &ModerationAction,
        id: &str,
    ) -> Result<UserRow, ModerationError> {
        let target = self.find_user(id).await?;
        self.check_access(moderator, role, &target.id).await?;
        // Guests have neither a bell nor a password.
        if target.account.is_none() && !matches!(action, ModerationAction::Mute { .. }) {
            return Err(ModerationError::UserNotFound);
        }
        let is_about_roles =
            matches!(action, ModerationAction::Promote { .. } | ModerationAction::Demote { .. });
        if is_about_roles && role != Role::Operator {
            return Err(ModerationError::OperatorRequired);
        }
        Ok(target)
    }

    /// Checks that a moderator may act on a user: not on themselves, and only operators on an account with a role.
    async fn check_access(&self, moderator: &UserRow, role: Role, id: &str) -> Result<(), ModerationError> {
        if id == moderator.id {
            return Err(ModerationError::OwnAccount);
        }
        if role != Role::Operator && self.store.role_of(id).await?.is_some() {
            return Err(ModerationError::OperatorRequired);
        }
        Ok(())
    }

    /// Returns the ids of the users that an action affects without naming them. Their accounts may have been deleted.
    async fn affected_users(&self, action: &ModerationAction) -> Result<Vec<String>, ModerationError> {
        // No code or id contains a null character, and PostgreSQL rejects a query that does.
        match action {
            ModerationAction::VoidGame { room } if room.contains('\0') => Err(ModerationError::NotRated),
            ModerationAction::VoidGame { room } => {
                let game = self.store.rated_game(room).await?.ok_or(ModerationError::NotRated)?;
                Ok(game.users.into())
            }
            ModerationAction::CloseRoom { room } => {
                let room = self.closable_room(room).await?;
                let players = [Some(room.host()), room.guest()].into_iter().flatten();
                Ok(players.map(|player| player.id.clone()).collect())
            }
            ModerationAction::ResolveReport { report } if report.contains('\0') => {
                Err(ModerationError::ReportNotFound)
            }
            ModerationAction::ResolveReport { report } => {
                let report = self.store.report(report).await?.ok_or(ModerationError::ReportNotFound)?;
                Ok(vec![report.reported])
            }
            ModerationAction::Warn { .. }
            | ModerationAction::Mute { .. }
            | ModerationAction::CloseAccount { .. }
            | ModerationAction::ReopenAccount { .. }
            | ModerationAction::MarkBot { .. }
            | ModerationAction::UnmarkBot { .. }
            | ModerationAction::Promote { .. }
            | ModerationAction::Demote { .. }
            | ModerationAction::AnnounceRestart { .. }
            | ModerationAction::WithdrawRestart => Ok(Vec::new()),
        }
    }

    /// Returns a room whose game is not over. One that a moderator has closed may lack its entry in the audit log.
    async fn closable_room(&self, code: &str) -> Result<Room, ModerationError> {
        if !is_room_code(code) {
            return Err(ModerationError::RoomNotFound);
        }
        let room = self.rooms.services.load_room(code).await?.ok_or(ModerationError::RoomNotFound)?;
        let is_closable = !room.is_over() || room.close_reason().is_some();
        if is_closable { Ok(room) } else { Err(ModerationError::NothingToChange) }
    }

    /// Lets connections and tasks learn of a change that is stored.
    fn apply(&self, action: &ModerationAction, target: Option<UserRow>, now: u64) {
        match action {
            ModerationAction::Mute { user, minutes } => {
                self.auth.connections.mute_user(user, muted_until(*minutes, now));
            }
            ModerationAction::MarkBot { .. } | ModerationAction::UnmarkBot { .. } => {
                let is_bot = matches!(action, ModerationAction::MarkBot { .. });
                if let Some(user) = target {
                    self.auth.connections.update_user(&user.id.clone(), &UserRow { is_bot, ..user });
                }
            }
            ModerationAction::Warn { user } => self.auth.connections.notify_user(user),
            ModerationAction::CloseAccount { user } => self.auth.connections.end_user(user),
            ModerationAction::VoidGame { .. } => {
                self.rooms.services.rated_game_ended.notify_one();
                self.rooms.services.game_ended.notify_one();
            }
            ModerationAction::ReopenAccount { .. }
            | ModerationAction::CloseRoom { .. }
            | ModerationAction::ResolveReport { .. }
            | ModerationAction::Promote { .. }
            | ModerationAction::Demote { .. }
            | ModerationAction::AnnounceRestart { .. }
            | ModerationAction::WithdrawRestart => {}
        }
    }

    /// Reads the muted users, so that no chat message waits for the database.
    pub(crate) async fn load_mutes(&self) -> Result<(), StoreError> {
        let muted = self.store.muted_users(self.clock.millis().0).await?;
        self.auth.connections.mutes.replace(muted);
        Ok(())
    }

    /// Whether a user may not write in chats now.
    pub(crate) fn is_muted(&self, user_id: &str) -> bool {
        self.auth.connections.mutes.is_muted(user_id, self.clock.millis().0)
    }
}

fn muted_until(minutes: u32, now: u64) -> u64 {
    now + u64::from(minutes) * 60_000
}

/// Returns the id of the user that an action names.
pub(super) fn target(action: &ModerationAction) -> Option<&str> {
    match action {
        ModerationAction::Warn { user }
        | ModerationAction::Mute { user, .. }
        | ModerationAction::CloseAccount { user }
        | ModerationAction::ReopenAccount { user }
        | ModerationAction::MarkBot { user }
        | ModerationAction::UnmarkBot { user }
        | ModerationAction::Promote { user, .. }
        | ModerationAction::Demote { user } => Some(user),
        ModerationAction::VoidGame { .. }
        | ModerationAction::CloseRoom { .. }
        | ModerationAction::ResolveReport { .. }
        | ModerationAction::AnnounceRestart { .. }
        | ModerationAction::WithdrawRestart => None,
    }
}

/// Returns the reason of an action without spaces around it. That of a restart may be empty.
pub(super) fn checked_reason<'a>(
    action: &ModerationAction,
    reason: &'a str,
) -> Result<&'a str, ModerationError> {
    let reason = reason.trim();
    let is_about_restart =
        matches!(action, ModerationAction::AnnounceRestart { .. } | ModerationAction::WithdrawRestart);
    let max = if is_about_restart { MAX_RESTART_TEXT_CHARS } else { MAX_REASON_CHARS };
    let is_missing = reason.is_empty() && !is_about_restart;
    if is_missing || reason.chars().count() > max || reason.contains('\0') {
        return Err(ModerationError::BadText { max });
    }
    Ok(reason)
}

/// Returns the change that announces a restart in some minutes.
fn announce_restart(minutes: u32, text: String, now: u64) -> Result<ModerationEffect, ModerationError> {
    if !(1..=MAX_RESTART_MINUTES).contains(&minutes) {
        return Err(ModerationError::BadDuration { min_minutes: 1, max_minutes: MAX_RESTART_MINUTES });
    }
    let at = now + u64::from(minutes) * 60_000;
    Ok(ModerationEffect::AnnounceRestart(RestartRow { announced: now, at, text }))
}

/// Returns the change that withdraws the announcement of a restart.
fn withdraw_restart(now: u64) -> ModerationEffect {
    ModerationEffect::WithdrawRestart { due_after: now.saturating_sub(OVERDUE_MILLIS) }
}

/// Returns the change that an action makes.
pub(super) fn effect(
    action: &ModerationAction,
    reason: &str,
    now: u64,
) -> Result<ModerationEffect, ModerationError> {
    let reason = reason.to_owned();
    Ok(match action.clone() {
        ModerationAction::Warn { user } => {
            let id = format!("warning-{}", random::user_id());
            let warning = NotificationEvent::Warning { text: reason };
            ModerationEffect::Notify(new_notification(&user, &id, now, &warning)?, MAX_NOTIFICATIONS)
        }
        ModerationAction::Mute { minutes, .. } if minutes > MAX_MUTE_MINUTES => {
            return Err(ModerationError::BadDuration { min_minutes: 0, max_minutes: MAX_MUTE_MINUTES });
        }
        ModerationAction::Mute { user: user_id, minutes } => {
            ModerationEffect::Mute { user_id, until: muted_until(minutes, now) }
        }
        ModerationAction::CloseAccount { user: user_id } => ModerationEffect::Close { user_id, reason },
        ModerationAction::ReopenAccount { user: user_id } => ModerationEffect::Reopen { user_id },
        ModerationAction::MarkBot { user: user_id } => ModerationEffect::SetBot { user_id, is_bot: true },
        ModerationAction::UnmarkBot { user: user_id } => ModerationEffect::SetBot { user_id, is_bot: false },
        ModerationAction::VoidGame { room } => ModerationEffect::VoidGame { room },
        ModerationAction::CloseRoom { .. } => ModerationEffect::CloseRoom,
        ModerationAction::ResolveReport { report } => ModerationEffect::Resolve { report },
        ModerationAction::Promote { user: user_id, role } => {
            ModerationEffect::SetRole { user_id, role: Some(role) }
        }
        ModerationAction::Demote { user: user_id } => ModerationEffect::SetRole { user_id, role: None },
        ModerationAction::AnnounceRestart { minutes } => announce_restart(minutes, reason, now)?,
        ModerationAction::WithdrawRestart => withdraw_restart(now),
    })
}
