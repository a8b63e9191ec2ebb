//! The changes of the store, and their statements.

use sqlx::sqlite::SqliteConnection;
use yipan_wire::SavedGameEntry;

use super::accounts::{self, AccountWrite};
use super::{archive, saved_games};
use crate::storage::rows::{AppendEntries, ArchiveRow, UserRow};

/// One change of the store.
#[derive(Debug)]
pub(super) enum Write {
    Append(AppendEntries),
    AddUser(UserRow),
    Account(AccountWrite),
    RenewCredential { hash: String, expires: u64 },
    RemoveCredential { user_id: String, hash: String },
    PutSettings { user_id: String, settings: String },
    PutSavedGame { user_id: String, entry: SavedGameEntry },
    LinkGuest { guest: String, account: String },
    ImportRows(Vec<ArchiveRow>),
    AddSetting { name: &'static str, value: String },
    Probe,
    Close,
}

/// Makes a change inside the transaction of its batch, and returns whether any row changed.
///
/// The entries of an append are left to the writer, which inserts those of the whole batch at once.
pub(super) async fn run(connection: &mut SqliteConnection, write: &Write) -> Result<bool, sqlx::Error> {
    let result = match write {
        Write::Append(append) => return run_append(connection, append).await,
        Write::AddUser(user) => {
            sqlx::query(
                "INSERT INTO users (id, name, account, password_hash, created, skeleton)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(&user.id)
            .bind(&user.name)
            .bind(&user.account)
            .bind(&user.password_hash)
            .bind(user.created as i64)
            .bind(accounts::skeleton(user))
            .execute(connection)
            .await?
        }
        Write::RenewCredential { hash, expires } => {
            sqlx::query("UPDATE credentials SET expires = $2 WHERE hash = $1")
                .bind(hash)
                .bind(*expires as i64)
                .execute(connection)
                .await?
        }
        Write::RemoveCredential { user_id, hash } => {
            sqlx::query("DELETE FROM credentials WHERE user_id = $1 AND hash = $2")
                .bind(user_id)
                .bind(hash)
                .execute(connection)
                .await?
        }
        Write::PutSettings { user_id, settings } => {
            sqlx::query(
                "INSERT INTO user_settings (user_id, settings) VALUES ($1, $2)
                 ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings",
            )
            .bind(user_id)
            .bind(settings)
            .execute(connection)
            .await?
        }
        Write::PutSavedGame { user_id, entry } => return saved_games::put(connection, user_id, entry).await,
        Write::Account(write) => return accounts::run(connection, write).await,
        Write::LinkGuest { guest, account } => return link_guest(connection, guest, account).await,
        Write::ImportRows(rows) => {
            for row in rows {
                archive::insert_row(connection, row).await?;
            }
            return Ok(true);
        }
        Write::AddSetting { name, value } => {
            sqlx::query("INSERT OR IGNORE INTO server_settings (name, value) VALUES ($1, $2)")
                .bind(name)
                .bind(value)
                .execute(connection)
                .await?
        }
        Write::Probe => {
            write_probe(connection, "health", 0).await?;
            return Ok(true);
        }
        Write::Close => return Ok(true),
    };
    Ok(result.rows_affected() > 0)
}

/// Links a guest to an account, unless the guest is linked or has an account. Returns whether it did.
async fn link_guest(
    connection: &mut SqliteConnection,
    guest: &str,
    account: &str,
) -> Result<bool, sqlx::Error> {
    let changed = sqlx::query(
        "UPDATE users SET linked_account = $2 WHERE id = $1 AND id <> $2 AND account IS NULL AND linked_account IS NULL",
    )
    .bind(guest)
    .bind(account)
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query("INSERT OR IGNORE INTO seats (user_id, room) SELECT $2, room FROM seats WHERE user_id = $1")
        .bind(guest)
        .bind(account)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM credentials WHERE user_id = $1").bind(guest).execute(connection).await?;
    Ok(true)
}

/// Updates the room and its seats for an append.
async fn run_append(connection: &mut SqliteConnection, append: &AppendEntries) -> Result<bool, sqlx::Error> {
    if append.seq == 0 {
        sqlx::query("INSERT INTO rooms (code, created, game) VALUES ($1, $2, $3)")
            .bind(&append.room)
            .bind(append.at as i64)
            .bind(append.game)
            .execute(&mut *connection)
            .await?;
    }
    for user_id in &append.seated_users {
        sqlx::query("INSERT OR IGNORE INTO seats (user_id, room) VALUES ($1, $2)")
            .bind(user_id)
            .bind(&append.room)
            .execute(&mut *connection)
            .await?;
    }
    for user_id in &append.left_users {
        sqlx::query("DELETE FROM seats WHERE user_id = $1 AND room = $2")
            .bind(user_id)
            .bind(&append.room)
            .execute(&mut *connection)
            .await?;
    }
    if let Some(summary) = &append.summary {
        sqlx::query("UPDATE rooms SET summary = $2 WHERE code = $1")
            .bind(&append.room)
            .bind(summary)
            .execute(&mut *connection)
            .await?;
    }
    if append.is_over {
        sqlx::query("UPDATE rooms SET is_over = TRUE WHERE code = $1")
            .bind(&append.room)
            .execute(&mut *connection)
            .await?;
    }
    Ok(true)
}

/// Writes a meaningless row. Its bytes are random, because SQLite does not write unchanged pages.
pub(super) async fn write_probe(
    connection: &mut SqliteConnection,
    name: &str,
    bytes: i64,
) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT OR REPLACE INTO write_probe (name, padding) VALUES ($1, randomblob($2))")
        .bind(name)
        .bind(bytes)
        .execute(connection)
        .await
        .map(drop)
}
