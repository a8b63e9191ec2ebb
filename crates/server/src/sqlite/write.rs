//! What the writer writes, and the statements for it.

use sqlx::sqlite::SqliteConnection;

use super::accounts::{self, AccountWrite};
use super::{moving, writer};
use crate::archive::Kept;
use crate::store::{Append, PersonRow};

/// One change of the store.
#[derive(Debug)]
pub(super) enum Write {
    Append(Append),
    AddPerson(PersonRow),
    Account(AccountWrite),
    RenewKey { hash: String, expires: u64 },
    RemoveKey { person: String, hash: String },
    KeepSettings { person: String, settings: String },
    Adopt { guest: String, account: String },
    AddAll(Vec<Kept>),
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
        Write::AddPerson(person) => {
            sqlx::query(
                "INSERT INTO people (id, name, account, password, created, skeleton)
                 VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(&person.id)
            .bind(&person.name)
            .bind(&person.account)
            .bind(&person.password)
            .bind(person.created as i64)
            .bind(accounts::skeleton(person))
            .execute(connection)
            .await?
        }
        Write::RenewKey { hash, expires } => {
            sqlx::query("UPDATE keys SET expires = $2 WHERE hash = $1")
                .bind(hash)
                .bind(*expires as i64)
                .execute(connection)
                .await?
        }
        Write::RemoveKey { person, hash } => {
            sqlx::query("DELETE FROM keys WHERE person = $1 AND hash = $2")
                .bind(person)
                .bind(hash)
                .execute(connection)
                .await?
        }
        Write::KeepSettings { person, settings } => {
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
        Write::Adopt { guest, account } => return adopt(connection, guest, account).await,
        Write::AddAll(kept) => {
            for kept in kept {
                moving::add(connection, kept).await?;
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
async fn adopt(connection: &mut SqliteConnection, guest: &str, account: &str) -> Result<bool, sqlx::Error> {
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
async fn run_append(connection: &mut SqliteConnection, append: &Append) -> Result<bool, sqlx::Error> {
    if append.seq == 0 {
        sqlx::query("INSERT INTO rooms (code, created, game) VALUES ($1, $2, $3)")
            .bind(&append.room)
            .bind(append.at as i64)
            .bind(append.game)
            .execute(&mut *connection)
            .await?;
    }
    for person in &append.sat {
        sqlx::query("INSERT OR IGNORE INTO seats (person, room) VALUES ($1, $2)")
            .bind(person)
            .bind(&append.room)
            .execute(&mut *connection)
            .await?;
    }
    for person in &append.rose {
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
