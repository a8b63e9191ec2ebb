//! What the writer writes, and the statements for it.

use sqlx::sqlite::SqliteConnection;

use super::accounts::{self, AccountWrite};
use super::{archive, writer};
use crate::storage::archive::ArchiveRow;
use crate::storage::store::{AppendEntries, UserRow};

/// One change of the store.
#[derive(Debug)]
pub(super) enum Write {
    Append(AppendEntries),
    AddUser(UserRow),
    Account(AccountWrite),
    RenewCredential { hash: String, expires: u64 },
    RemoveCredential { user_id: String, hash: String },
    PutSettings { user_id: String, settings: String },
    LinkGuest { guest: String, account: String },
    ImportRows(Vec<ArchiveRow>),
    AddSetting { name: &'static str, value: String },
    Probe,
    Close,
}

/// Makes a change inside the transaction of its group, and returns whether anything changed.
///
/// The entries of an append are left to the writer, which inserts those of the whole group at once.
pub(super) async fn run(connection: &mut SqliteConnection, write: &Write) -> Result<bool, sqlx::Error> {
    let rows = match write {
        Write::Append(append) => return run_append(connection, append).await,
        Write::AddUser(person) => {
            sqlx::query(
                "INSERT INTO people (id, name, account, password, created, skeleton)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(&person.id)
            .bind(&person.name)
            .bind(&person.account)
            .bind(&person.password_hash)
            .bind(person.created as i64)
            .bind(accounts::skeleton(person))
            .execute(connection)
            .await?
        }
        Write::RenewCredential { hash, expires } => {
            sqlx::query("UPDATE keys SET expires = $2 WHERE hash = $1")
                .bind(hash)
                .bind(*expires as i64)
                .execute(connection)
                .await?
        }
        Write::RemoveCredential { user_id: person, hash } => {
            sqlx::query("DELETE FROM keys WHERE person = $1 AND hash = $2")
                .bind(person)
                .bind(hash)
                .execute(connection)
                .await?
        }
        Write::PutSettings { user_id: person, settings } => {
            sqlx::query(
                "INSERT INTO likes (person, settings) VALUES ($1, $2)
                 ON CONFLICT (person) DO UPDATE SET settings = excluded.settings",
            )
            .bind(person)
            .bind(settings)
            .execute(connection)
            .await?
        }
        Write::Account(write) => return accounts::run(connection, write).await,
        Write::LinkGuest { guest, account } => return link_guest(connection, guest, account).await,
        Write::ImportRows(kept) => {
            for kept in kept {
                archive::insert_row(connection, kept).await?;
            }
            return Ok(true);
        }
        Write::AddSetting { name, value } => {
            sqlx::query("INSERT OR IGNORE INTO settings (name, value) VALUES ($1, $2)")
                .bind(name)
                .bind(value)
                .execute(connection)
                .await?
        }
        Write::Probe => {
            writer::write_probe(connection, "health", 0).await?;
            return Ok(true);
        }
        Write::Close => return Ok(true),
    };
    Ok(rows.rows_affected() > 0)
}

/// Whether the guest was still nobody's.
async fn link_guest(
    connection: &mut SqliteConnection,
    guest: &str,
    account: &str,
) -> Result<bool, sqlx::Error> {
    let changed = sqlx::query(
        "UPDATE people SET became = $2 WHERE id = $1 AND id <> $2 AND account IS NULL AND became IS NULL",
    )
    .bind(guest)
    .bind(account)
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() == 0 {
        return Ok(false);
    }
    sqlx::query("INSERT OR IGNORE INTO seats (person, room) SELECT $2, room FROM seats WHERE person = $1")
        .bind(guest)
        .bind(account)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM keys WHERE person = $1").bind(guest).execute(connection).await?;
    Ok(true)
}

/// What an append does beside its entries.
async fn run_append(connection: &mut SqliteConnection, append: &AppendEntries) -> Result<bool, sqlx::Error> {
    if append.seq == 0 {
        sqlx::query("INSERT INTO rooms (code, created, game) VALUES ($1, $2, $3)")
            .bind(&append.room)
            .bind(append.at as i64)
            .bind(append.game)
            .execute(&mut *connection)
            .await?;
    }
    for person in &append.seated_users {
        sqlx::query("INSERT OR IGNORE INTO seats (person, room) VALUES ($1, $2)")
            .bind(person)
            .bind(&append.room)
            .execute(&mut *connection)
            .await?;
    }
    for person in &append.left_users {
        sqlx::query("DELETE FROM seats WHERE person = $1 AND room = $2")
            .bind(person)
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
