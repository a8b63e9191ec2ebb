use std::collections::HashSet;

use sqlx::Row;
use sqlx::postgres::{PgConnection, PgRow};

use yipan_room::CorrespondenceTurn;

use crate::cluster::slot::Slot;
use crate::storage::rating_rows::winner_key;
use crate::storage::rows::AppendEntries;

/// Appends to many rooms in one statement, which is its own transaction. Each room occurs once.
///
/// Returns the rooms whose slot is owned and that had the entry before the first new one; the others were left out.
pub(super) async fn append(
    connection: &mut PgConnection,
    appends: &[&AppendEntries],
) -> Result<HashSet<String>, sqlx::Error> {
    let seated = pairs(appends, |append| &append.seated_users);
    let left = pairs(appends, |append| &append.left_users);
    let lines = pairs(appends, |append| &append.entries);
    let seqs: Vec<i64> =
        appends.iter().flat_map(|append| (append.seq as i64..).take(append.entries.len())).collect();
    let rated: Vec<_> = appends
        .iter()
        .filter_map(|append| Some((append.room.as_str(), append.rated_game.as_ref()?)))
        .collect();
    let user = |index: usize| rated.iter().map(|(_, game)| game.users[index].as_str()).collect::<Vec<_>>();
    let turns: Vec<_> = appends
        .iter()
        .filter_map(|append| Some((append.room.as_str(), append.correspondence.as_ref()?)))
        .collect();
    let turn_text = |value: fn(&CorrespondenceTurn) -> &str| {
        turns.iter().map(|(_, turn)| value(turn)).collect::<Vec<_>>()
    };
    let turn_number = |value: fn(&CorrespondenceTurn) -> u64| {
        turns.iter().map(|(_, turn)| value(turn) as i64).collect::<Vec<_>>()
    };
    let rows = sqlx::query(include_str!("append.sql"))
        .bind(column(appends, |append| append.room.as_str()))
        .bind(column(appends, |append| append.seq as i64))
        .bind(column(appends, |append| append.created as i64))
        .bind(column(appends, |append| append.game))
        .bind(column(appends, |append| append.is_over))
        .bind(column(appends, |append| append.summary.as_deref()))
        .bind(seated.0)
        .bind(seated.1)
        .bind(left.0)
        .bind(left.1)
        .bind(lines.0)
        .bind(seqs)
        .bind(lines.1)
        .bind(column(appends, slot_number))
        .bind(column(appends, |append| append.epoch as i64))
        .bind(rated.iter().map(|(room, _)| *room).collect::<Vec<_>>())
        .bind(rated.iter().map(|(_, game)| game.category.to_string()).collect::<Vec<_>>())
        .bind(user(0))
        .bind(user(1))
        .bind(rated.iter().map(|(_, game)| winner_key(game.winner)).collect::<Vec<_>>())
        .bind(rated.iter().map(|(_, game)| game.ended_at.0 as i64).collect::<Vec<_>>())
        .bind(turns.iter().map(|(room, _)| *room).collect::<Vec<_>>())
        .bind(turn_text(|turn| &turn.users[0]))
        .bind(turn_text(|turn| &turn.users[1]))
        .bind(turn_text(|turn| &turn.users[turn.side.index()]))
        .bind(turn_number(|turn| turn.since.0))
        .bind(turn_number(|turn| turn.logged_until.0))
        .bind(turn_number(|turn| turn.deadline.0))
        .bind(turn_number(|turn| turn.plies as u64))
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row: &PgRow| row.try_get(0)).collect()
}

/// Whether the slot of a room still has the epoch of an append. A later epoch never becomes an earlier one again.
pub(super) async fn is_owned(
    connection: &mut PgConnection,
    append: &AppendEntries,
) -> Result<bool, sqlx::Error> {
    let query = "SELECT EXISTS (SELECT 1 FROM slots WHERE id = $1 AND epoch = $2 AND owner IS NOT NULL)";
    let row = sqlx::query(query).bind(slot_number(append)).bind(append.epoch as i64);
    row.fetch_one(connection).await?.try_get(0)
}

fn slot_number(append: &AppendEntries) -> i32 {
    Slot::of(&append.room).index() as i32
}

fn column<'a, T>(appends: &[&'a AppendEntries], value: impl Fn(&'a AppendEntries) -> T) -> Vec<T> {
    appends.iter().map(|append| value(append)).collect()
}

/// Returns a list of all appends as two columns: the room, and the value.
fn pairs<'a>(
    appends: &[&'a AppendEntries],
    values: impl Fn(&'a AppendEntries) -> &'a [String],
) -> (Vec<&'a str>, Vec<&'a str>) {
    let pairs = appends
        .iter()
        .flat_map(|append| values(append).iter().map(|value| (append.room.as_str(), value.as_str())));
    pairs.unzip()
}
