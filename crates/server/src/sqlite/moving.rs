//! Everything that a hall keeps, out of one file and into another.

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};
use tokio::sync::mpsc;

use super::{accounts, keys, rows};
use crate::archive::Kept;

/// How a table is read, and what a row of it is.
type Table = (&'static str, fn(&SqliteRow) -> Result<Kept, sqlx::Error>);

/// The tables of the file, in an order in which what is referred to comes first.
const TABLES: [Table; 7] = [
    ("SELECT name, value FROM settings ORDER BY name", |row| {
        Ok(Kept::Setting { name: row.try_get(0)?, value: row.try_get(1)? })
    }),
    ("SELECT id, name, account, password, created, became FROM people ORDER BY id", |row| {
        Ok(Kept::Person(rows::person(row)?))
    }),
    ("SELECT hash, person, kind, label, created, expires, scopes FROM keys ORDER BY hash", |row| {
        Ok(Kept::Key(rows::key(row)?))
    }),
    ("SELECT person, settings FROM likes ORDER BY person", |row| {
        Ok(Kept::Likes { person: row.try_get(0)?, settings: row.try_get(1)? })
    }),
    ("SELECT code, created, game, is_over, summary FROM rooms ORDER BY code", |row| {
        Ok(Kept::Room {
            code: row.try_get(0)?,
            created: rows::unsigned(row, 1)?,
            game: row.try_get(2)?,
            over: row.try_get(3)?,
            summary: row.try_get(4)?,
        })
    }),
    ("SELECT room, seq, line FROM entries ORDER BY room, seq", |row| {
        Ok(Kept::Entry { room: row.try_get(0)?, seq: rows::unsigned(row, 1)?, line: row.try_get(2)? })
    }),
    ("SELECT person, room FROM seats ORDER BY person, room", |row| {
        Ok(Kept::Seat { person: row.try_get(0)?, room: row.try_get(1)? })
    }),
];

/// Tells every row, all from the same moment.
pub(super) async fn tell(
    connection: &mut SqliteConnection,
    out: &mpsc::Sender<Kept>,
) -> Result<(), sqlx::Error> {
    let mut moment = connection.begin().await?;
    for (query, kept) in TABLES {
        let mut rows = sqlx::query(query).fetch(&mut *moment);
        while let Some(row) = rows.try_next().await? {
            // Whoever has stopped listening wants no more.
            if out.send(kept(&row)?).await.is_err() {
                return Ok(());
            }
        }
    }
    moment.rollback().await
}

/// Adds one row.
pub(super) async fn add(connection: &mut SqliteConnection, kept: &Kept) -> Result<(), sqlx::Error> {
    let query = match kept {
        Kept::Hall { .. } => return Ok(()),
        Kept::Setting { name, value } => {
            sqlx::query("INSERT INTO settings (name, value) VALUES ($1, $2)").bind(name).bind(value)
        }
        Kept::Person(person) => sqlx::query(
            "INSERT INTO people (id, name, account, password, created, became, skeleton)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&person.id)
        .bind(&person.name)
        .bind(&person.account)
        .bind(&person.password)
        .bind(person.created as i64)
        .bind(&person.became)
        .bind(accounts::skeleton(person)),
        Kept::Key(key) => return keys::add_key(connection, key).await,
        Kept::Likes { person, settings } => {
            sqlx::query("INSERT INTO likes (person, settings) VALUES ($1, $2)").bind(person).bind(settings)
        }
        Kept::Room { code, created, game, over, summary } => sqlx::query(
            "INSERT INTO rooms (code, created, game, is_over, summary) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(code)
        .bind(*created as i64)
        .bind(game)
        .bind(over)
        .bind(summary),
        Kept::Entry { room, seq, line } => {
            sqlx::query("INSERT INTO entries (room, seq, line) VALUES ($1, $2, $3)")
                .bind(room)
                .bind(*seq as i64)
                .bind(line)
        }
        Kept::Seat { person, room } => {
            sqlx::query("INSERT INTO seats (person, room) VALUES ($1, $2)").bind(person).bind(room)
        }
    };
    query.execute(connection).await.map(drop)
}
