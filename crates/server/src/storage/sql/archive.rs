//! Export of every row that does not follow from others, and import into an empty database.

use futures_util::TryStreamExt;
use tokio::sync::mpsc;

use super::connection::SqlConnection;
use super::packed_log::unpack;
use super::query::Query;
use super::row::SqlRow;
use super::{
    accounts, challenges, correspondence, credentials, moderation, notifications, puzzles, ratings,
    relations, saved_games, studies, tournaments,
};
use crate::storage::rating_rows::winner_key;
use crate::storage::rows::ArchiveRow;

/// The query for a table, and the conversion of its rows.
type TableExport = (&'static str, fn(&SqlRow) -> Result<ArchiveRow, sqlx::Error>);

/// The tables of the database but the logs, which come last. The explorer and ratings follow from the games. Referenced tables come before the tables that refer to them.
const TABLES: [TableExport; 27] = [
    ("SELECT name, value FROM server_settings ORDER BY name", |row| {
        Ok(ArchiveRow::ServerSetting { name: row.get(0)?, value: row.get(1)? })
    }),
    (
        "SELECT id, name, account, password_hash, created, linked_account, is_bot FROM users ORDER BY id",
        |row| Ok(ArchiveRow::User(row.user()?)),
    ),
    ("SELECT id, deleted FROM users WHERE deleted IS NOT NULL ORDER BY id", |row| {
        Ok(ArchiveRow::DeletedUser { user_id: row.get(0)?, deleted: row.unsigned(1)? })
    }),
    (credentials::EXPORT, |row| Ok(ArchiveRow::Credential(row.credential()?))),
    ("SELECT user_id, settings FROM user_settings ORDER BY user_id", |row| {
        Ok(ArchiveRow::UserSettings { user_id: row.get(0)?, settings: row.get(1)? })
    }),
    ("SELECT user_id, id, played_at, game FROM saved_games ORDER BY user_id, id", |row| {
        Ok(ArchiveRow::SavedGame { user_id: row.get(0)?, entry: saved_games::entry(row, 1)? })
    }),
    ("SELECT code, created, game, is_over, summary FROM rooms ORDER BY code", |row| {
        Ok(ArchiveRow::Room {
            code: row.get(0)?,
            created: row.unsigned(1)?,
            game: row.get(2)?,
            is_over: row.get(3)?,
            summary: row.get(4)?,
        })
    }),
    ("SELECT user_id, room, is_anonymous FROM seats ORDER BY user_id, room", |row| {
        Ok(ArchiveRow::Seat { user_id: row.get(0)?, room: row.get(1)?, is_anonymous: row.get(2)? })
    }),
    (correspondence::EXPORT_GAMES, correspondence::archived_game),
    ("SELECT seen FROM service_alive", |row| Ok(ArchiveRow::ServiceSeen { seen: row.unsigned(0)? })),
    ("SELECT began, ended FROM service_outages ORDER BY began", |row| {
        Ok(ArchiveRow::ServiceOutage { began: row.unsigned(0)?, ended: row.unsigned(1)? })
    }),
    (
        "SELECT room, category, first_user, second_user, winner, ended FROM rated_games ORDER BY room",
        ratings::archive_row,
    ),
    (puzzles::EXPORT_RATINGS, |row| Ok(ArchiveRow::PuzzleRating(puzzles::rating_row(row)?))),
    (puzzles::EXPORT_ATTEMPTS, |row| Ok(ArchiveRow::PuzzleAttempt(puzzles::attempt_row(row)?))),
    (studies::EXPORT_STUDIES, |row| Ok(ArchiveRow::Study(studies::study_row(row)?))),
    (studies::EXPORT_CHAPTERS, |row| Ok(ArchiveRow::StudyChapter(studies::chapter_row(row)?))),
    (tournaments::EXPORT, |row| Ok(ArchiveRow::Tournament(tournaments::tournament_row(row)?))),
    ("SELECT tournament, seq, line FROM tournament_events ORDER BY tournament, seq", |row| {
        Ok(ArchiveRow::TournamentEntry { tournament: row.get(0)?, seq: row.unsigned(1)?, line: row.get(2)? })
    }),
    (relations::EXPORT, |row| Ok(ArchiveRow::Relation(relations::relation_row(row)?))),
    (challenges::EXPORT, |row| Ok(ArchiveRow::Challenge(challenges::challenge_row(row)?))),
    ("SELECT user_id, read_until FROM turns_read ORDER BY user_id", |row| {
        Ok(ArchiveRow::TurnsRead { user_id: row.get(0)?, until: row.unsigned(1)? })
    }),
    (notifications::EXPORT, |row| Ok(ArchiveRow::Notification(notifications::notification_row(row)?))),
    ("SELECT user_id, role FROM roles ORDER BY user_id", |row| {
        Ok(ArchiveRow::Role { user_id: row.get(0)?, role: moderation::role(row, 1)? })
    }),
    ("SELECT user_id, muted_until, close_reason FROM sanctions ORDER BY user_id", |row| {
        Ok(ArchiveRow::Sanction {
            user_id: row.get(0)?,
            muted_until: row.unsigned(1)?,
            close_reason: row.get(2)?,
        })
    }),
    (moderation::EXPORT_REPORTS, |row| Ok(ArchiveRow::Report(moderation::report_row(row)?))),
    ("SELECT room FROM voided_games ORDER BY room", |row| Ok(ArchiveRow::VoidedGame { room: row.get(0)? })),
    (moderation::EXPORT_LOG, |row| Ok(ArchiveRow::AuditEntry(moderation::audit_row(row)?))),
];

/// Sends every row of one snapshot.
pub(in crate::storage) async fn export_rows(
    mut connection: SqlConnection<'_>,
    sender: &mpsc::Sender<ArchiveRow>,
) -> Result<(), sqlx::Error> {
    connection
        .execute(Query::with_dialects("BEGIN", "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        .await?;
    for (query, to_row) in TABLES {
        let mut rows = connection.stream(Query::new(query));
        while let Some(row) = rows.try_next().await? {
            // The receiver is gone if writing the archive failed.
            if sender.send(to_row(&row)?).await.is_err() {
                return Ok(());
            }
        }
    }
    if !export_logs(&mut connection, sender).await? {
        return Ok(());
    }
    connection.execute(Query::new("ROLLBACK")).await.map(drop)
}

/// Sends the entries of all logs. Returns false if the receiver is gone.
async fn export_logs(
    connection: &mut SqlConnection<'_>,
    sender: &mpsc::Sender<ArchiveRow>,
) -> Result<bool, sqlx::Error> {
    let query = Query::with_dialects(
        "SELECT room, seq, line, NULL FROM entries ORDER BY room, seq",
        "SELECT room, seq, line, NULL::bytea AS packed FROM entries
         UNION ALL SELECT code, -1, NULL, packed FROM rooms WHERE packed IS NOT NULL ORDER BY 1, 2",
    );
    let mut rows = connection.stream(query);
    while let Some(row) = rows.try_next().await? {
        let room: String = row.get(0)?;
        let (first, lines) = match row.get::<Option<Vec<u8>>>(3)? {
            Some(packed) => (0, unpack(&packed)?),
            None => (row.unsigned(1)?, vec![row.get(2)?]),
        };
        for (seq, line) in (first..).zip(lines) {
            if sender.send(ArchiveRow::Entry { room: room.clone(), seq, line }).await.is_err() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Inserts one row.
pub(super) async fn insert_row(
    connection: &mut SqlConnection<'_>,
    row: &ArchiveRow,
) -> Result<(), sqlx::Error> {
    let skeleton;
    let query = match row {
        ArchiveRow::Header { .. } => return Ok(()),
        ArchiveRow::ServerSetting { name, value } => {
            Query::new("INSERT INTO server_settings (name, value) VALUES ($1, $2)").bind(name).bind(value)
        }
        ArchiveRow::User(user) => {
            skeleton = accounts::skeleton(user);
            Query::new(
                "INSERT INTO users (id, name, account, password_hash, created, linked_account, skeleton, is_bot)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            )
            .bind(&user.id)
            .bind(&user.name)
            .bind(&user.account)
            .bind(&user.password_hash)
            .bind(user.created)
            .bind(&user.linked_account)
            .bind(&skeleton)
            .bind(user.is_bot)
        }
        ArchiveRow::DeletedUser { user_id, deleted } => {
            Query::new("UPDATE users SET deleted = $2 WHERE id = $1").bind(user_id).bind(*deleted)
        }
        ArchiveRow::Credential(credential) => {
            return credentials::add_credential(connection, credential).await;
        }
        ArchiveRow::UserSettings { user_id, settings } => {
            Query::new("INSERT INTO user_settings (user_id, settings) VALUES ($1, $2)")
                .bind(user_id)
                .bind(settings)
        }
        ArchiveRow::SavedGame { user_id, entry } => {
            return saved_games::put(connection, user_id, entry).await.map(drop);
        }
        ArchiveRow::Room { code, created, game, is_over, summary } => Query::new(
            "INSERT INTO rooms (code, created, game, is_over, summary) VALUES ($1, $2, $3, $4, $5)",
        )
        .bind(code)
        .bind(*created)
        .bind(game)
        .bind(*is_over)
        .bind(summary),
        ArchiveRow::Entry { room, seq, line } => {
            let postgres = "INSERT INTO entries (day, room, seq, line)
                VALUES ((SELECT day FROM rooms WHERE code = $1), $1, $2, $3)";
            Query::with_dialects("INSERT INTO entries (room, seq, line) VALUES ($1, $2, $3)", postgres)
                .bind(room)
                .bind(*seq)
                .bind(line)
        }
        ArchiveRow::Seat { user_id, room, is_anonymous } => {
            Query::new("INSERT INTO seats (user_id, room, is_anonymous) VALUES ($1, $2, $3)")
                .bind(user_id)
                .bind(room)
                .bind(*is_anonymous)
        }
        ArchiveRow::CorrespondenceGame {
            room,
            users: [first, second],
            turn_user,
            turn_since,
            logged_until,
            deadline,
            plies,
        } => Query::new(
            "INSERT INTO correspondence_games
                 (room, first_user, second_user, turn_user, turn_since, logged_until, deadline, plies)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        )
        .bind(room)
        .bind(first)
        .bind(second)
        .bind(turn_user)
        .bind(*turn_since)
        .bind(*logged_until)
        .bind(*deadline)
        .bind(*plies),
        ArchiveRow::ServiceSeen { seen } => {
            Query::new("INSERT INTO service_alive (id, seen) VALUES (1, $1)").bind(*seen)
        }
        ArchiveRow::ServiceOutage { began, ended } => {
            Query::new("INSERT INTO service_outages (began, ended) VALUES ($1, $2)").bind(*began).bind(*ended)
        }
        ArchiveRow::PuzzleRating(rating) => return puzzles::insert_rating(connection, rating).await,
        ArchiveRow::PuzzleAttempt(attempt) => {
            return puzzles::insert_attempt(connection, attempt).await.map(drop);
        }
        ArchiveRow::Study(study) => return studies::insert(connection, study).await,
        ArchiveRow::StudyChapter(chapter) => return studies::insert_chapter(connection, chapter).await,
        ArchiveRow::Tournament(tournament) => {
            return tournaments::add(connection, tournament).await.map(drop);
        }
        ArchiveRow::TournamentEntry { tournament, seq, line } => {
            return tournaments::add_entry(connection, tournament, *seq, line).await;
        }
        ArchiveRow::Relation(row) => return relations::put(connection, row).await.map(drop),
        ArchiveRow::Challenge(row) => return challenges::insert(connection, row).await,
        ArchiveRow::TurnsRead { user_id, until } => {
            Query::new("INSERT INTO turns_read (user_id, read_until) VALUES ($1, $2)")
                .bind(user_id)
                .bind(*until)
        }
        ArchiveRow::Role { user_id, role } => {
            Query::new("INSERT INTO roles (user_id, role) VALUES ($1, $2)").bind(user_id).bind(role.as_str())
        }
        ArchiveRow::Sanction { user_id, muted_until, close_reason } => {
            Query::new("INSERT INTO sanctions (user_id, muted_until, close_reason) VALUES ($1, $2, $3)")
                .bind(user_id)
                .bind(*muted_until)
                .bind(close_reason)
        }
        ArchiveRow::Report(row) => return moderation::add_report(connection, row).await.map(drop),
        ArchiveRow::VoidedGame { room } => {
            Query::new("INSERT INTO voided_games (room) VALUES ($1)").bind(room)
        }
        // The numbers follow from the order.
        ArchiveRow::AuditEntry(row) => return moderation::append_log(connection, row).await.map(drop),
        ArchiveRow::Notification(row) => return notifications::add(connection, row).await.map(drop),
        ArchiveRow::RatedGame { room, category, users: [first, second], winner, ended } => Query::new(
            "INSERT INTO rated_games (room, category, first_user, second_user, winner, ended)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(room)
        .bind(category)
        .bind(first)
        .bind(second)
        .bind(winner_key(*winner))
        .bind(*ended),
    };
    connection.execute(query).await.map(drop)
}
