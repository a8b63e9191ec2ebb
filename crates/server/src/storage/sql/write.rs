//! The changes of the store, and their statements.

use yipan_room::RatedGame;
use yipan_wire::SavedGameEntry;

use super::accounts::{self, AccountWrite};
use super::connection::SqlConnection;
use super::correspondence::{self, CorrespondenceWrite};
use super::explorer::{self, ExplorerWrite};
use super::moderation::{self, ModerationWrite};
use super::people_write::{self, PeopleWrite};
use super::query::Query;
use super::studies::{self, StudyWrite};
use super::tournaments::{self, TournamentWrite};
use super::{archive, credentials, packing, puzzles, ratings, saved_games};
use crate::random;
use crate::storage::puzzle_rows::NewPuzzleAttempt;
use crate::storage::rows::{AppendEntries, ArchiveRow, NewSecret, UserRow};

/// One change of the store.
#[derive(Debug)]
pub(in crate::storage) enum Write {
    Append(AppendEntries),
    AddUser(UserRow),
    Account(AccountWrite),
    RotateSecret(NewSecret),
    EndPreviousSecret { session: String, current: String, at: u64 },
    RemoveCredential { user_id: String, hash: String },
    PutSettings { user_id: String, settings: String },
    PutSavedGame { user_id: String, entry: SavedGameEntry },
    LinkGuest { guest: String, account: String },
    PackRoom { room: String, epoch: u64 },
    ImportRows(Vec<ArchiveRow>),
    RateGames { limit: u32 },
    ReplaceRatedGames(Vec<(String, RatedGame)>),
    Tournament(TournamentWrite),
    People(PeopleWrite),
    Moderation(ModerationWrite),
    Correspondence(CorrespondenceWrite),
    Study(StudyWrite),
    AddPuzzleAttempt(NewPuzzleAttempt),
    Explorer(ExplorerWrite),
    AddSetting { name: &'static str, value: String },
    Probe,
    Close,
}

/// Makes a change inside a transaction, and returns whether any row changed.
///
/// Appends are left to the backend, which writes those of a whole batch at once.
pub(in crate::storage) async fn run(
    connection: &mut SqlConnection<'_>,
    write: &Write,
) -> Result<bool, sqlx::Error> {
    let result = match write {
        Write::Append(_) | Write::Close => return Ok(true),
        Write::AddUser(user) => {
            let skeleton = accounts::skeleton(user);
            connection
                .execute(
                    Query::new(
                        "INSERT INTO users (id, name, account, password_hash, created, skeleton)
                 VALUES ($1, $2, $3, $4, $5, $6)",
                    )
                    .bind(&user.id)
                    .bind(&user.name)
                    .bind(&user.account)
                    .bind(&user.password_hash)
                    .bind(user.created)
                    .bind(&skeleton),
                )
                .await?
        }
        Write::RotateSecret(change) => return credentials::rotate_secret(connection, change).await,
        Write::EndPreviousSecret { session, current, at } => {
            return credentials::end_previous_secret(connection, session, current, *at).await;
        }
        Write::RemoveCredential { user_id, hash } => {
            connection
                .execute(
                    Query::new("DELETE FROM credentials WHERE user_id = $1 AND hash = $2")
                        .bind(user_id)
                        .bind(hash),
                )
                .await?
        }
        Write::PutSettings { user_id, settings } => {
            connection
                .execute(
                    Query::new(
                        "INSERT INTO user_settings (user_id, settings) VALUES ($1, $2)
                 ON CONFLICT (user_id) DO UPDATE SET settings = excluded.settings",
                    )
                    .bind(user_id)
                    .bind(settings),
                )
                .await?
        }
        Write::PutSavedGame { user_id, entry } => return saved_games::put(connection, user_id, entry).await,
        Write::Account(write) => return accounts::run(connection, write).await,
        Write::LinkGuest { guest, account } => return link_guest(connection, guest, account).await,
        Write::PackRoom { room, epoch } => return packing::pack_room(connection, room, *epoch).await,
        Write::ImportRows(rows) => {
            for row in rows {
                archive::insert_row(connection, row).await?;
            }
            return Ok(true);
        }
        Write::RateGames { limit } => return ratings::rate_games(connection, *limit).await,
        Write::ReplaceRatedGames(games) => {
            ratings::replace_rated_games(connection, games).await?;
            return Ok(true);
        }
        Write::Tournament(write) => return tournaments::run(connection, write).await,
        Write::Moderation(write) => return moderation::run(connection, write).await,
        Write::Correspondence(write) => return correspondence::run(connection, write).await,
        Write::Study(write) => return studies::run(connection, write).await,
        Write::People(write) => return people_write::run(connection, write).await,
        Write::AddPuzzleAttempt(attempt) => return puzzles::add_attempt(connection, attempt).await,
        Write::Explorer(write) => return explorer::run(connection, write).await,
        Write::AddSetting { name, value } => {
            connection
                .execute(
                    Query::new(
                        "INSERT INTO server_settings (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
                    )
                    .bind(*name)
                    .bind(value),
                )
                .await?
        }
        Write::Probe => {
            write_probe(connection, "health", &random::bytes().0[..1]).await?;
            return Ok(true);
        }
    };
    Ok(result > 0)
}

/// Links a guest to an account, unless the guest is linked or has an account. Returns whether it did.
async fn link_guest(
    connection: &mut SqlConnection<'_>,
    guest: &str,
    account: &str,
) -> Result<bool, sqlx::Error> {
    let changed = connection.execute(Query::new(
        "UPDATE users SET linked_account = $2 WHERE id = $1 AND id <> $2 AND account IS NULL AND linked_account IS NULL",
    )
    .bind(guest)
    .bind(account))
    .await?;
    if changed == 0 {
        return Ok(false);
    }
    connection.execute(Query::new("INSERT INTO seats (user_id, room) SELECT $2, room FROM seats WHERE user_id = $1 ON CONFLICT DO NOTHING")
        .bind(guest)
        .bind(account))
        .await?;
    connection.execute(Query::new("DELETE FROM credentials WHERE user_id = $1").bind(guest)).await?;
    Ok(true)
}

/// Writes a meaningless row. Its bytes should differ from those before, because SQLite does not write unchanged pages.
pub(in crate::storage) async fn write_probe(
    connection: &mut SqlConnection<'_>,
    name: &str,
    padding: &[u8],
) -> Result<(), sqlx::Error> {
    connection.execute(Query::new("INSERT INTO write_probe (name, padding) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET padding = excluded.padding")
        .bind(name)
        .bind(padding))
        .await
        .map(drop)
}
