//! Statements about reports and moderation.

use yipan_wire::{ReportReason, ReportedMessage, Role};

use super::connection::SqlConnection;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use super::user_locks::lock_users;
use super::{notifications, ratings};
use crate::storage::moderation_rows::{AuditRow, ModerationEffect, ReportRow, RestartRow, Sanctions};
use crate::storage::rows::{DELETED_USER, UserRow};

pub(super) const EXPORT_REPORTS: &str =
    "SELECT id, reporter, reported, reason, text, room, chat, created, is_open FROM reports ORDER BY id";

pub(super) const EXPORT_LOG: &str =
    "SELECT number, at, moderator, target, action, reason FROM audit_log ORDER BY number";

/// A change of the reports or by a moderator.
#[derive(Debug)]
pub(in crate::storage) enum ModerationWrite {
    AddReport(ReportRow),
    RemoveResolvedReports { before: u64 },
    Act { entry: AuditRow, effect: ModerationEffect },
}

/// Makes a change inside a transaction, and returns whether there was something to change.
pub(super) async fn run(
    connection: &mut SqlConnection<'_>,
    write: &ModerationWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        ModerationWrite::AddReport(row) => add_report(connection, row).await,
        ModerationWrite::RemoveResolvedReports { before } => remove_resolved(connection, *before).await,
        ModerationWrite::Act { entry, effect } => {
            let is_changed = apply(connection, entry, effect).await?;
            if is_changed {
                append_log(connection, entry).await?;
            }
            Ok(is_changed)
        }
    }
}

pub(super) async fn add_report(
    connection: &mut SqlConnection<'_>,
    row: &ReportRow,
) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "INSERT INTO reports (id, reporter, reported, reason, text, room, chat, created, is_open)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    );
    let query = query.bind(&row.id).bind(&row.reporter).bind(&row.reported).bind(row.reason.as_str());
    let query = query.bind(&row.text).bind(&row.room).bind(&row.chat).bind(row.created).bind(row.is_open);
    Ok(connection.execute(query).await? > 0)
}

/// Appends an entry, whose number the database assigns.
pub(super) async fn append_log(
    connection: &mut SqlConnection<'_>,
    entry: &AuditRow,
) -> Result<bool, sqlx::Error> {
    let query = Query::new(
        "INSERT INTO audit_log (at, moderator, target, action, reason) VALUES ($1, $2, $3, $4, $5)",
    );
    let query = query.bind(entry.at).bind(&entry.moderator).bind(&entry.target);
    Ok(connection.execute(query.bind(&entry.action).bind(&entry.reason)).await? > 0)
}

/// Makes the change of an action. Returns false if it was made before.
async fn apply(
    connection: &mut SqlConnection<'_>,
    entry: &AuditRow,
    effect: &ModerationEffect,
) -> Result<bool, sqlx::Error> {
    let query = match effect {
        ModerationEffect::Notify(row, max) => {
            return notifications::add_limited(connection, row, *max).await;
        }
        ModerationEffect::CloseRoom => {
            let query = Query::new("SELECT 1 FROM audit_log WHERE action = $1 LIMIT 1").bind(&entry.action);
            return Ok(connection.fetch_all(query).await?.is_empty());
        }
        ModerationEffect::Mute { user_id, until } => Query::new(
            "INSERT INTO sanctions (user_id, muted_until) VALUES ($1, $2)
             ON CONFLICT (user_id) DO UPDATE SET muted_until = excluded.muted_until",
        )
        .bind(user_id)
        .bind(*until),
        ModerationEffect::Close { user_id, reason } => {
            // A credential that is added at the same time is removed here, or its transaction sees the sanction.
            lock_users(connection, [user_id, user_id]).await?;
            connection
                .execute(Query::new("DELETE FROM credentials WHERE user_id = $1").bind(user_id))
                .await?;
            Query::new(
                "INSERT INTO sanctions (user_id, close_reason) VALUES ($1, $2)
                 ON CONFLICT (user_id) DO UPDATE SET close_reason = excluded.close_reason",
            )
            .bind(user_id)
            .bind(reason)
        }
        ModerationEffect::Reopen { user_id } => Query::new(
            "UPDATE sanctions SET close_reason = NULL WHERE user_id = $1 AND close_reason IS NOT NULL",
        )
        .bind(user_id),
        ModerationEffect::SetBot { user_id, is_bot } => {
            Query::new("UPDATE users SET is_bot = $2 WHERE id = $1 AND account IS NOT NULL AND is_bot <> $2")
                .bind(user_id)
                .bind(*is_bot)
        }
        ModerationEffect::VoidGame { room } => return ratings::void_game(connection, room).await,
        ModerationEffect::Resolve { report } => {
            Query::new("UPDATE reports SET is_open = FALSE WHERE id = $1 AND is_open").bind(report)
        }
        ModerationEffect::SetRole { user_id, role: Some(role) } => Query::new(
            "INSERT INTO roles (user_id, role) VALUES ($1, $2)
             ON CONFLICT (user_id) DO UPDATE SET role = excluded.role WHERE roles.role <> excluded.role",
        )
        .bind(user_id)
        .bind(role.as_str()),
        ModerationEffect::SetRole { user_id, role: None } => {
            Query::new("DELETE FROM roles WHERE user_id = $1").bind(user_id)
        }
        ModerationEffect::AnnounceRestart(row) => Query::new(
            "INSERT INTO announced_restart (id, announced, restart_at, text) VALUES (1, $1, $2, $3)
             ON CONFLICT (id) DO UPDATE SET announced = excluded.announced, restart_at = excluded.restart_at,
                 text = excluded.text",
        )
        .bind(row.announced)
        .bind(row.at)
        .bind(&row.text),
        ModerationEffect::WithdrawRestart { due_after } => {
            Query::new("DELETE FROM announced_restart WHERE restart_at > $1").bind(*due_after)
        }
    };
    Ok(connection.execute(query).await? > 0)
}

/// Removes the sanctions of a deleted user and the reports by and about them, and their name from the chats of others.
pub(super) async fn remove_user(connection: &mut SqlConnection<'_>, id: &str) -> Result<(), sqlx::Error> {
    connection.execute(Query::new("DELETE FROM sanctions WHERE user_id = $1").bind(id)).await?;
    let query = Query::new("DELETE FROM reports WHERE reporter = $1 OR reported = $1");
    connection.execute(query.bind(id)).await?;
    let pattern = format!("%\"{id}\"%");
    // Another account in the chat may be deleted at the same time.
    let query = Query::with_dialects(
        "SELECT id, chat FROM reports WHERE chat LIKE $1",
        "SELECT id, chat FROM reports WHERE chat LIKE $1 ORDER BY id FOR UPDATE",
    );
    let rows = connection.fetch_all(query.bind(&pattern)).await?;
    for row in &rows {
        let (report, chat): (String, String) = (row.get(0)?, row.get(1)?);
        if let Some(chat) = anonymous_chat(&chat, id) {
            let query = Query::new("UPDATE reports SET chat = $2 WHERE id = $1");
            connection.execute(query.bind(&report).bind(&chat)).await?;
        }
    }
    Ok(())
}

/// Returns a chat with the name of a user replaced.
fn anonymous_chat(chat: &str, user_id: &str) -> Option<String> {
    let mut messages: Vec<ReportedMessage> = serde_json::from_str(chat).ok()?;
    for message in messages.iter_mut().filter(|message| message.user_id == user_id) {
        DELETED_USER.clone_into(&mut message.name);
    }
    serde_json::to_string(&messages).ok()
}

/// Removes the reports that were made before this time and are resolved.
async fn remove_resolved(connection: &mut SqlConnection<'_>, before: u64) -> Result<bool, sqlx::Error> {
    let query = Query::new("DELETE FROM reports WHERE created < $1 AND NOT is_open");
    Ok(connection.execute(query.bind(before)).await? > 0)
}

pub(super) async fn open_reports(readers: &SqlPool, limit: u32) -> Result<Vec<ReportRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT id, reporter, reported, reason, text, room, chat, created, is_open FROM reports
         WHERE is_open ORDER BY created, id LIMIT $1",
    );
    readers.fetch_all(query.bind(limit)).await?.iter().map(report_row).collect()
}

pub(super) async fn reports_by(readers: &SqlPool, reporter: &str) -> Result<Vec<ReportRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT id, reporter, reported, reason, text, room, chat, created, is_open FROM reports
         WHERE reporter = $1 ORDER BY created DESC, id",
    );
    readers.fetch_all(query.bind(reporter)).await?.iter().map(report_row).collect()
}

pub(super) async fn report(readers: &SqlPool, id: &str) -> Result<Option<ReportRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT id, reporter, reported, reason, text, room, chat, created, is_open FROM reports WHERE id = $1",
    );
    readers.fetch_optional(query.bind(id)).await?.as_ref().map(report_row).transpose()
}

pub(super) async fn count_reports(readers: &SqlPool, reporter: &str, since: u64) -> Result<u64, sqlx::Error> {
    let query = Query::new("SELECT COUNT(*) FROM reports WHERE reporter = $1 AND created >= $2");
    let row = readers.fetch_optional(query.bind(reporter).bind(since)).await?;
    row.ok_or(sqlx::Error::RowNotFound)?.unsigned(0)
}

pub(super) async fn audit_log(
    readers: &SqlPool,
    before: u64,
    limit: u32,
) -> Result<Vec<AuditRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT number, at, moderator, target, action, reason FROM audit_log
         WHERE number < $1 ORDER BY number DESC LIMIT $2",
    );
    readers.fetch_all(query.bind(before).bind(limit)).await?.iter().map(audit_row).collect()
}

pub(super) async fn command_line_actions(
    readers: &SqlPool,
    after: u64,
    limit: u32,
) -> Result<Vec<AuditRow>, sqlx::Error> {
    let query = Query::new(
        "SELECT number, at, moderator, target, action, reason FROM audit_log
         WHERE number > $1 AND moderator IS NULL ORDER BY number LIMIT $2",
    );
    readers.fetch_all(query.bind(after).bind(limit)).await?.iter().map(audit_row).collect()
}

pub(super) async fn sanctions_of(readers: &SqlPool, user_id: &str) -> Result<Sanctions, sqlx::Error> {
    let query = Query::new("SELECT muted_until, close_reason FROM sanctions WHERE user_id = $1");
    match readers.fetch_optional(query.bind(user_id)).await? {
        Some(row) => Ok(Sanctions { muted_until: row.unsigned(0)?, close_reason: row.get(1)? }),
        None => Ok(Sanctions::default()),
    }
}

pub(super) async fn muted_users(readers: &SqlPool, now: u64) -> Result<Vec<(String, u64)>, sqlx::Error> {
    let query = Query::new("SELECT user_id, muted_until FROM sanctions WHERE muted_until > $1");
    let rows = readers.fetch_all(query.bind(now)).await?;
    rows.iter().map(|row| Ok((row.get(0)?, row.unsigned(1)?))).collect()
}

pub(super) async fn announced_restart(readers: &SqlPool) -> Result<Option<RestartRow>, sqlx::Error> {
    let query = Query::new("SELECT announced, restart_at, text FROM announced_restart WHERE id = 1");
    let row = readers.fetch_optional(query).await?;
    row.map(|row| Ok(RestartRow { announced: row.unsigned(0)?, at: row.unsigned(1)?, text: row.get(2)? }))
        .transpose()
}

pub(super) async fn role_of(readers: &SqlPool, user_id: &str) -> Result<Option<Role>, sqlx::Error> {
    let query = Query::new("SELECT role FROM roles WHERE user_id = $1");
    let row = readers.fetch_optional(query.bind(user_id)).await?;
    row.map(|row| role(&row, 0)).transpose()
}

pub(super) async fn accounts_with_role(readers: &SqlPool) -> Result<Vec<(UserRow, Role)>, sqlx::Error> {
    let query = Query::new(
        "SELECT id, name, account, password_hash, created, linked_account, is_bot, role
         FROM roles JOIN users ON users.id = roles.user_id ORDER BY lower(name), id",
    );
    let rows = readers.fetch_all(query).await?;
    rows.iter().map(|row| Ok((row.user()?, role(row, 7)?))).collect()
}

pub(super) fn report_row(row: &SqlRow) -> Result<ReportRow, sqlx::Error> {
    let name: String = row.get(3)?;
    let reason = ReportReason::ALL.into_iter().find(|reason| reason.as_str() == name);
    Ok(ReportRow {
        id: row.get(0)?,
        reporter: row.get(1)?,
        reported: row.get(2)?,
        // The text says what a reason of a newer server means.
        reason: reason.unwrap_or(ReportReason::Other),
        text: row.get(4)?,
        room: row.get(5)?,
        chat: row.get(6)?,
        created: row.unsigned(7)?,
        is_open: row.get(8)?,
    })
}

pub(super) fn audit_row(row: &SqlRow) -> Result<AuditRow, sqlx::Error> {
    Ok(AuditRow {
        number: row.unsigned(0)?,
        at: row.unsigned(1)?,
        moderator: row.get(2)?,
        target: row.get(3)?,
        action: row.get(4)?,
        reason: row.get(5)?,
    })
}

pub(super) fn role(row: &SqlRow, column: usize) -> Result<Role, sqlx::Error> {
    let name: String = row.get(column)?;
    let role = Role::ALL.into_iter().find(|role| role.as_str() == name);
    role.ok_or_else(|| sqlx::Error::Decode(format!("unknown role `{name}`").into()))
}
