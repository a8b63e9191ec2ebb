//! Everything that a hall keeps, out of one file and into another.

use futures_util::TryStreamExt;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};
use tokio::sync::mpsc;

use super::{accounts, key_row, person_row};
use crate::archive::Kept;

/// How a table is read, and what a row of it is.
type Table = (&'static str, fn(&SqliteRow) -> Kept);

/// The tables of the file, in an order in which what is referred to comes first.
const TABLES: [Table; 7] = [
    ("SELECT name, value FROM settings ORDER BY name", |row| Kept::Setting {
        name: row.get(0),
        value: row.get(1),
    }),
    ("SELECT id, name, account, password, created, became FROM people ORDER BY id", |row| {
        Kept::Person(person_row(row))
    }),
    ("SELECT hash, person, kind, label, created, expires, scopes FROM keys ORDER BY hash", |row| {
        Kept::Key(key_row(row))
    }),
    ("SELECT person, settings FROM likes ORDER BY person", |row| Kept::Likes {
        person: row.get(0),
        settings: row.get(1),
    }),
    ("SELECT code, created, game, is_over, summary FROM rooms ORDER BY code", |row| Kept::Room {
        code: row.get(0),
        created: row.get::<i64, _>(1) as u64,
        game: row.get(2),
        over: row.get(3),
        summary: row.get(4),
    }),
    ("SELECT room, seq, line FROM entries ORDER BY room, seq", |row| Kept::Entry {
        room: row.get(0),
        seq: row.get::<i64, _>(1) as u64,
        line: row.get(2),
    }),
    ("SELECT person, room FROM seats ORDER BY person, room", |row| Kept::Seat {
        person: row.get(0),
        room: row.get(1),
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
            if out.send(kept(&row)).await.is_err() {
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
        Kept::Key(key) => return accounts::add_key(connection, key).await.map(drop),
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
