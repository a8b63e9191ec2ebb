//! The command line of an operator: roles and bots while no server uses the database, the announcement of a restart while
//! one does, and the audit log at any time.

use std::io;

use yipan_wire::{AuditEntry, ModerationAction, Role};

use super::actions::{checked_reason, effect};
use super::audit_log;
use crate::clock;
use crate::storage::admin_store::AdminStore;
use crate::storage::beside_server;
use crate::storage::idle_store::IdleStore;
use crate::storage::location::StoreLocation;
use crate::storage::moderation_rows::{AuditRow, ModerationEffect};

/// The reason of actions of the command line.
const REASON: &str = "command line";

/// Gives an account a role, or takes it with `None`. Returns false if it has that role already.
///
/// # Errors
/// Returns an error if there is no such account, if there is no database, or if a server uses it.
pub async fn set_role(location: &StoreLocation, account: &str, role: Option<Role>) -> io::Result<bool> {
    let act = |user: String| {
        let action = match role {
            Some(role) => ModerationAction::Promote { user: user.clone(), role },
            None => ModerationAction::Demote { user: user.clone() },
        };
        (action, ModerationEffect::SetRole { user_id: user, role })
    };
    act_on_account(location, account, act).await
}

/// Marks an account as a bot, or removes the mark. Returns false if there is nothing to change.
///
/// # Errors
/// Returns an error if there is no such account, if there is no database, or if a server uses it.
pub async fn set_bot(location: &StoreLocation, account: &str, is_bot: bool) -> io::Result<bool> {
    let act = |user: String| {
        let action = if is_bot {
            ModerationAction::MarkBot { user: user.clone() }
        } else {
            ModerationAction::UnmarkBot { user: user.clone() }
        };
        (action, ModerationEffect::SetBot { user_id: user, is_bot })
    };
    act_on_account(location, account, act).await
}

/// Makes a change about an account, given its id, and appends it to the audit log.
async fn act_on_account(
    location: &StoreLocation,
    account: &str,
    act: impl FnOnce(String) -> (ModerationAction, ModerationEffect),
) -> io::Result<bool> {
    let idle = IdleStore::open(location).await?;
    let store = &idle.store;
    let user = store.account(&account.to_lowercase()).await.map_err(io::Error::other)?;
    let unknown = || io::Error::new(io::ErrorKind::NotFound, format!("there is no account `{account}`"));
    let id = user.ok_or_else(unknown)?.id;
    let (action, effect) = act(id.clone());
    let entry = AuditRow {
        number: 0,
        at: clock::system_millis(),
        moderator: None,
        target: Some(id),
        action: serde_json::to_string(&action).map_err(io::Error::other)?,
        reason: REASON.to_owned(),
    };
    let is_changed = store.moderate(entry, effect).await.map_err(io::Error::other)?;
    store.close().await.map_err(io::Error::other)?;
    Ok(is_changed)
}

/// Returns the names of the accounts that have a role, with the role.
///
/// # Errors
/// Returns an error if there is no database, or if it cannot be read.
pub async fn accounts_with_role(location: &StoreLocation) -> io::Result<Vec<(String, Role)>> {
    let admin = AdminStore::open(location).await?;
    let accounts = admin.store.accounts_with_role().await.map_err(io::Error::other)?;
    admin.close().await?;
    Ok(accounts.into_iter().map(|(user, role)| (user.account.unwrap_or(user.name), role)).collect())
}

/// Returns the last entries of the audit log, the latest first.
///
/// # Errors
/// Returns an error if there is no database, or if it cannot be read.
pub async fn read_audit_log(location: &StoreLocation, limit: u32) -> io::Result<Vec<AuditEntry>> {
    let admin = AdminStore::open(location).await?;
    let entries = audit_log::entries(&*admin.store, u64::MAX, limit).await.map_err(io::Error::other)?;
    admin.close().await?;
    Ok(entries)
}

/// Announces a restart to the users of the servers that run, with a text that may be empty. They show it within seconds.
///
/// # Errors
/// Returns an error if no server uses the database, or if the number or the text is out of range.
pub async fn announce_restart(location: &StoreLocation, minutes: u32, text: &str) -> io::Result<()> {
    act_beside_server(location, &ModerationAction::AnnounceRestart { minutes }, text).await.map(drop)
}

/// Withdraws the announcement of a restart. Returns false if there is none.
///
/// # Errors
/// Returns an error if no server uses the database.
pub async fn withdraw_restart(location: &StoreLocation) -> io::Result<bool> {
    act_beside_server(location, &ModerationAction::WithdrawRestart, REASON).await
}

async fn act_beside_server(
    location: &StoreLocation,
    action: &ModerationAction,
    reason: &str,
) -> io::Result<bool> {
    let at = clock::system_millis();
    let reason = checked_reason(action, reason)?.to_owned();
    let effect = effect(action, &reason, at)?;
    let action = serde_json::to_string(action).map_err(io::Error::other)?;
    let entry = AuditRow { number: 0, at, moderator: None, target: None, action, reason };
    let store = beside_server::open(location).await?;
    let is_changed = store.moderate(entry, effect).await.map_err(io::Error::other)?;
    store.close().await.map_err(io::Error::other)?;
    Ok(is_changed)
}
