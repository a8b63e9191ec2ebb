//! The lists of a profile: games, and accounts by name.

use super::game_conditions::{is_listed, user_result};
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use crate::storage::rating_rows::{GameFilter, GameResult, GameRow};
use crate::storage::rows::UserRow;

/// The list in either dialect.
macro_rules! select_games {
    ($dialect:ident, $has_mode:literal) => {
        concat!(
            "SELECT code, created, summary FROM seats JOIN rooms ON code = room
             WHERE user_id = $1 AND summary IS NOT NULL AND ",
            is_listed!($dialect),
            " AND ($3 = '' OR game = $3)
                 AND ($4 = '' OR ",
            $has_mode,
            ") AND ($5 = '' OR $5 = ",
            user_result!($dialect),
            ") AND ($6 = '' OR EXISTS (SELECT 1 FROM seats AS other WHERE other.user_id = $6 AND other.room = code))
                 AND (created < $7 OR (created = $7 AND code < $8))
             ORDER BY created DESC, code DESC LIMIT $9"
        )
    };
}

const SQLITE: &str =
    select_games!(sqlite, "EXISTS (SELECT 1 FROM json_each(summary, '$.config.modes') WHERE value = $4)");

const POSTGRES: &str =
    select_games!(postgres, "COALESCE(summary::jsonb #> '{config,modes}' @> to_jsonb($4::text), FALSE)");

pub(super) async fn game_page(readers: &SqlPool, filter: &GameFilter) -> Result<Vec<GameRow>, sqlx::Error> {
    let texts = [&filter.game, &filter.mode, &filter.opponent];
    let texts: [&str; 3] = texts.map(|text| text.as_deref().unwrap_or_default());
    // No stored text contains a null character, and PostgreSQL rejects a query that does.
    let keys = [filter.user_id.as_str(), filter.viewer_id.as_str(), before_room(filter)];
    if texts.iter().chain(&keys).any(|text| text.contains('\0')) {
        return Ok(Vec::new());
    }
    let [game, mode, opponent] = texts;
    let result = filter.result.map_or("", |result| match result {
        GameResult::Win => "win",
        GameResult::Draw => "draw",
        GameResult::Loss => "loss",
    });
    let before = filter.before.as_ref().map_or(i64::MAX as u64, |(created, _)| *created);
    let query = Query::with_dialects(SQLITE, POSTGRES)
        .bind(&filter.user_id)
        .bind(&filter.viewer_id)
        .bind(game)
        .bind(mode)
        .bind(result)
        .bind(opponent)
        .bind(before)
        .bind(before_room(filter))
        .bind(filter.limit);
    let rows = readers.fetch_all(query).await?;
    let game =
        |row: &SqlRow| Ok(GameRow { room: row.get(0)?, created: row.unsigned(1)?, summary: row.get(2)? });
    rows.iter().map(game).collect()
}

fn before_room(filter: &GameFilter) -> &str {
    filter.before.as_ref().map_or("", |(_, room)| room)
}

pub(super) async fn find_accounts(
    readers: &SqlPool,
    prefix: &str,
    limit: u32,
) -> Result<Vec<UserRow>, sqlx::Error> {
    if prefix.contains('\0') {
        return Ok(Vec::new());
    }
    let prefix = prefix.to_ascii_lowercase();
    let end = format!("{prefix}\u{10ffff}");
    let query = Query::with_dialects(
        "SELECT id, name, account, password_hash, created, linked_account, is_bot FROM users
         WHERE account IS NOT NULL AND lower(name) >= $1 AND lower(name) < $2
         ORDER BY lower(name), id LIMIT $3",
        r#"SELECT id, name, account, password_hash, created, linked_account, is_bot FROM users
         WHERE account IS NOT NULL AND lower(name COLLATE "C") >= $1 AND lower(name COLLATE "C") < $2
         ORDER BY lower(name COLLATE "C"), id LIMIT $3"#,
    );
    let rows = readers.fetch_all(query.bind(&prefix).bind(&end).bind(limit)).await?;
    rows.iter().map(SqlRow::user).collect()
}

pub(super) async fn finished_rooms(
    readers: &SqlPool,
    after: &str,
    limit: u32,
) -> Result<Vec<String>, sqlx::Error> {
    let query = Query::new("SELECT code FROM rooms WHERE is_over AND code > $1 ORDER BY code LIMIT $2");
    let rows = readers.fetch_all(query.bind(after).bind(limit)).await?;
    rows.iter().map(|row| row.get(0)).collect()
}
