//! The store in either database, with its writers and a pool of readers.

use std::sync::Arc;

use serde::Deserialize;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;
use yipan_wire::SavedGameEntry;

use super::accounts::{self, AccountWrite};
use super::job::Job;
use super::pool::SqlPool;
use super::query::Query;
use super::row::SqlRow;
use super::write::Write;
use super::writer::{self, Backend, Writer};
use super::writer_status::WriterStatus;
use super::{credentials, packing, saved_games};
use crate::cluster::slot::Slot;
use crate::metrics::Metrics;
use crate::random;
use crate::storage::rows::{
    AppendEntries, ArchiveRow, CredentialRow, NewSecret, PasswordUpdate, UnpackedRoom, UserRow,
};
use crate::storage::store::{Store, StoreError, StoreFuture, StoreStatus};

/// The columns of [`SqlRow::user`].
macro_rules! select_user {
    ($condition:literal) => {
        concat!(
            "SELECT id, name, account, password_hash, created, linked_account, is_bot FROM users WHERE ",
            $condition
        )
    };
}

/// The columns of [`SqlRow::user`], then the hash of a credential.
macro_rules! users_of_credentials {
    () => {
        "SELECT id, name, account, password_hash, users.created, linked_account, is_bot, hash
         FROM credentials JOIN users ON users.id = credentials.user_id
         WHERE (expires IS NULL OR expires > $1) AND hash IN "
    };
}

/// The rooms that are resumed when a server starts. Correspondence games are loaded when they are needed.
macro_rules! unfinished_rooms {
    ($condition:literal) => {
        concat!(
            "SELECT code FROM rooms WHERE NOT is_over
                 AND NOT EXISTS (SELECT 1 FROM correspondence_games WHERE correspondence_games.room = rooms.code)",
            $condition
        )
    };
}

/// A database that is open, with the tasks that write to it.
#[derive(Debug)]
pub(in crate::storage) struct SqlStore {
    pub(super) readers: SqlPool,
    /// At least one. The first makes all changes but those of logs; the logs of a slot have one writer.
    writers: Vec<mpsc::Sender<Job>>,
    /// The writer of changes that no client waits for, if it has a connection of its own.
    background_writer: Option<mpsc::Sender<Job>>,
    status: watch::Receiver<StoreStatus>,
}

impl SqlStore {
    /// Starts a writer for each backend. That of the background does not affect the status of the store.
    pub(in crate::storage) fn start<B: Backend>(
        readers: SqlPool,
        backends: Vec<B>,
        background: Option<B>,
        metrics: &Arc<Metrics>,
    ) -> SqlStore {
        let (statuses, status) = WriterStatus::new(backends.len(), Arc::clone(metrics));
        let start = |(backend, writer_status)| {
            let (writer, jobs) = mpsc::channel(4 * writer::MAX_WRITES_PER_COMMIT);
            tokio::spawn(Writer::new(backend, jobs, writer_status, Arc::clone(metrics)).run());
            writer
        };
        let (background_statuses, _) = WriterStatus::new(1, Arc::default());
        SqlStore {
            readers,
            writers: backends.into_iter().zip(statuses).map(start).collect(),
            background_writer: background.into_iter().zip(background_statuses).map(start).next(),
            status,
        }
    }

    pub(super) async fn write(&self, write: Write) -> Result<bool, StoreError> {
        let writer = match &write {
            Write::Append(AppendEntries { room, .. }) | Write::PackRoom { room, .. } => {
                &self.writers[Slot::of(room).index() % self.writers.len()]
            }
            Write::RateGames { .. } | Write::Explorer(_) => {
                self.background_writer.as_ref().unwrap_or(&self.writers[0])
            }
            _ => &self.writers[0],
        };
        self.write_with(writer, write).await
    }

    async fn write_with(&self, writer: &mpsc::Sender<Job>, write: Write) -> Result<bool, StoreError> {
        let (done, result) = oneshot::channel();
        let closed = || StoreError::Failed("the store is closed".to_owned());
        writer.send(Job { write, queued: Instant::now(), done }).await.map_err(|_| closed())?;
        result.await.map_err(|_| closed())?
    }
}

impl Store for SqlStore {
    fn append(&self, append: AppendEntries) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::Append(append)).await.map(drop) })
    }

    fn log(&self, room: &str, from: u64) -> StoreFuture<'_, Vec<String>> {
        let room = room.to_owned();
        Box::pin(async move { Ok(packing::read_log(&self.readers, &room, from).await?) })
    }

    fn unpacked_rooms(&self, after: &str, limit: u32) -> StoreFuture<'_, Vec<UnpackedRoom>> {
        let after = after.to_owned();
        Box::pin(async move { Ok(packing::unpacked_rooms(&self.readers, &after, limit, entry_time).await?) })
    }

    fn pack_room(&self, room: &str, epoch: u64) -> StoreFuture<'_, bool> {
        let room = room.to_owned();
        Box::pin(async move { self.write(Write::PackRoom { room, epoch }).await })
    }

    fn drop_empty_partitions(&self) -> StoreFuture<'_, u64> {
        Box::pin(async { Ok(packing::drop_empty_partitions(&self.readers).await?) })
    }

    fn unfinished_rooms(&self, slots: Option<Vec<u16>>) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async move {
            let rows = match &slots {
                None => self.readers.fetch_all(Query::new(unfinished_rooms!(""))).await?,
                Some(slots) => {
                    let slots = slots.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
                    let query = Query::with_dialects(
                        unfinished_rooms!(" AND $1 IS NOT NULL"),
                        unfinished_rooms!(" AND slot = ANY($1::text::integer[])"),
                    );
                    self.readers.fetch_all(query.bind(&format!("{{{slots}}}"))).await?
                }
            };
            let readable = |row: &SqlRow| match row.get(0) {
                Ok(code) => Some(code),
                // A damaged row must not prevent the other games from resuming.
                Err(error) => {
                    tracing::error!(%error, "the code of a room cannot be read");
                    None
                }
            };
            // SQLite has no slots.
            let is_asked = |code: &String| {
                slots
                    .as_ref()
                    .is_none_or(|slots| slots.iter().any(|&slot| Slot::of(code).index() == usize::from(slot)))
            };
            Ok(rows.iter().filter_map(readable).filter(is_asked).collect())
        })
    }

    fn unfinished_rooms_of(&self, user_id: &str) -> StoreFuture<'_, Vec<String>> {
        let user_id = user_id.to_owned();
        Box::pin(async move {
            let query = Query::new(
                "SELECT code FROM seats JOIN rooms ON code = room WHERE user_id = $1 AND NOT is_over",
            );
            Ok(first_column(&self.readers.fetch_all(query.bind(&user_id)).await?)?)
        })
    }

    fn latest_entry_time(&self) -> StoreFuture<'_, u64> {
        Box::pin(async {
            let query = Query::with_dialects(
                "SELECT line FROM rooms JOIN entries ON room = code
                     AND seq = (SELECT MAX(seq) FROM entries WHERE room = code) WHERE NOT is_over",
                "SELECT last.line FROM rooms, LATERAL (SELECT line FROM entries
                     WHERE entries.day = rooms.day AND room = code ORDER BY seq DESC LIMIT 1) AS last
                 WHERE NOT is_over",
            );
            let rows = self.readers.fetch_all(query).await?;
            // A damaged entry must not prevent the start.
            Ok(rows.iter().filter_map(|row| entry_time(&row.get::<String>(0).ok()?)).max().unwrap_or(0))
        })
    }

    fn is_seated(&self, user_id: &str, room: &str) -> StoreFuture<'_, bool> {
        let (user_id, room) = (user_id.to_owned(), room.to_owned());
        Box::pin(async move {
            let row = self
                .readers
                .fetch_optional(
                    Query::new("SELECT 1 FROM seats WHERE user_id = $1 AND room = $2")
                        .bind(&user_id)
                        .bind(&room),
                )
                .await?;
            Ok(row.is_some())
        })
    }

    fn games_of(&self, user_id: &str) -> StoreFuture<'_, Vec<String>> {
        let user_id = user_id.to_owned();
        Box::pin(async move {
            let rows = self
                .readers
                .fetch_all(
                    Query::new(
                        "SELECT summary FROM seats JOIN rooms ON code = room
                 WHERE user_id = $1 AND summary IS NOT NULL ORDER BY created DESC LIMIT 200",
                    )
                    .bind(&user_id),
                )
                .await?;
            Ok(first_column(&rows)?)
        })
    }

    fn add_user(&self, user: UserRow) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::AddUser(user)).await.map(drop) })
    }

    fn user(&self, id: &str) -> StoreFuture<'_, Option<UserRow>> {
        let id = id.to_owned();
        Box::pin(async move {
            let row = self.readers.fetch_optional(Query::new(select_user!("id = $1")).bind(&id)).await?;
            Ok(row.as_ref().map(SqlRow::user).transpose()?)
        })
    }

    fn account(&self, account: &str) -> StoreFuture<'_, Option<UserRow>> {
        let account = account.to_owned();
        Box::pin(async move {
            // No name contains a null character, and PostgreSQL rejects a query that does.
            if account.contains('\0') {
                return Ok(None);
            }
            let row =
                self.readers.fetch_optional(Query::new(select_user!("account = $1")).bind(&account)).await?;
            Ok(row.as_ref().map(SqlRow::user).transpose()?)
        })
    }

    fn sign_up(&self, user: UserRow, session: CredentialRow) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::Account(AccountWrite::SignUp { user, session })).await })
    }

    fn rename(&self, id: &str, name: &str) -> StoreFuture<'_, ()> {
        let (id, name) = (id.to_owned(), name.to_owned());
        Box::pin(async { self.write(Write::Account(AccountWrite::Rename { id, name })).await.map(drop) })
    }

    fn mark_bot(&self, id: &str) -> StoreFuture<'_, bool> {
        let id = id.to_owned();
        Box::pin(async { self.write(Write::Account(AccountWrite::MarkBot { id })).await })
    }

    fn change_password(&self, change: PasswordUpdate) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::Account(AccountWrite::ChangePassword(change))).await })
    }

    fn delete_account(&self, id: &str, at: u64) -> StoreFuture<'_, ()> {
        let id = id.to_owned();
        Box::pin(async move { self.write(Write::Account(AccountWrite::Delete { id, at })).await.map(drop) })
    }

    fn named_games(&self, limit: u32) -> StoreFuture<'_, Vec<(String, String)>> {
        Box::pin(async move { Ok(accounts::named_games(&self.readers, limit).await?) })
    }

    fn anonymize(&self, id: &str, room: &str) -> StoreFuture<'_, ()> {
        let (id, room) = (id.to_owned(), room.to_owned());
        Box::pin(async { self.write(Write::Account(AccountWrite::Anonymize { id, room })).await.map(drop) })
    }

    fn expired_credentials(&self, now: u64, limit: u32) -> StoreFuture<'_, Vec<CredentialRow>> {
        Box::pin(async move { Ok(credentials::expired_credentials(&self.readers, now, limit).await?) })
    }

    fn stale_guests(&self, before: u64, after: &str, limit: u32) -> StoreFuture<'_, Vec<String>> {
        let after = after.to_owned();
        Box::pin(async move { Ok(accounts::stale_guests(&self.readers, before, &after, limit).await?) })
    }

    fn remove_guests(&self, ids: Vec<String>) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::Account(AccountWrite::RemoveGuests(ids))).await.map(drop) })
    }

    fn has_look_alike(&self, skeletons: [String; 2], except: &str) -> StoreFuture<'_, bool> {
        let except = except.to_owned();
        Box::pin(async move { Ok(accounts::has_look_alike(&self.readers, &skeletons, &except).await?) })
    }

    fn add_credential(
        &self,
        credential: CredentialRow,
        password_hash: Option<String>,
    ) -> StoreFuture<'_, bool> {
        let write = AccountWrite::AddCredential { credential, password_hash };
        Box::pin(async { self.write(Write::Account(write)).await })
    }

    fn credential(&self, hash: &str) -> StoreFuture<'_, Option<CredentialRow>> {
        let hash = hash.to_owned();
        Box::pin(async move { Ok(credentials::credential(&self.readers, &hash).await?) })
    }

    fn credential_of_secret(&self, secret: &str, now: u64) -> StoreFuture<'_, Option<CredentialRow>> {
        let secret = secret.to_owned();
        Box::pin(async move { Ok(credentials::credential_of_secret(&self.readers, &secret, now).await?) })
    }

    fn credentials_of(&self, user_id: &str) -> StoreFuture<'_, Vec<CredentialRow>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(credentials::credentials_of(&self.readers, &user_id).await?) })
    }

    fn users_of_credentials(&self, hashes: Vec<String>, now: u64) -> StoreFuture<'_, Vec<(String, UserRow)>> {
        Box::pin(async move {
            let hashes =
                serde_json::to_string(&hashes).map_err(|error| StoreError::Failed(error.to_string()))?;
            let query = Query::with_dialects(
                concat!(users_of_credentials!(), "(SELECT value FROM json_each($2))"),
                concat!(users_of_credentials!(), "(SELECT json_array_elements_text($2::json))"),
            );
            let rows = self.readers.fetch_all(query.bind(now).bind(&hashes)).await?;
            let users = rows.iter().map(|row| Ok((row.get(7)?, row.user()?)));
            Ok(users.collect::<Result<_, sqlx::Error>>()?)
        })
    }

    fn rotate_secret(&self, change: NewSecret) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::RotateSecret(change)).await })
    }

    fn end_previous_secret(&self, session: &str, current: &str, at: u64) -> StoreFuture<'_, ()> {
        let (session, current) = (session.to_owned(), current.to_owned());
        Box::pin(async move { self.write(Write::EndPreviousSecret { session, current, at }).await.map(drop) })
    }

    fn remove_credential(&self, user_id: &str, hash: &str) -> StoreFuture<'_, bool> {
        // As for `account`.
        if hash.contains('\0') {
            return Box::pin(async { Ok(false) });
        }
        let (user_id, hash) = (user_id.to_owned(), hash.to_owned());
        Box::pin(async { self.write(Write::RemoveCredential { user_id, hash }).await })
    }

    fn settings_of(&self, user_id: &str) -> StoreFuture<'_, Option<String>> {
        let user_id = user_id.to_owned();
        Box::pin(async move {
            let row = self
                .readers
                .fetch_optional(
                    Query::new("SELECT settings FROM user_settings WHERE user_id = $1").bind(&user_id),
                )
                .await?;
            Ok(row.map(|row| row.get(0)).transpose()?)
        })
    }

    fn put_settings(&self, user_id: &str, settings: &str) -> StoreFuture<'_, ()> {
        let (user_id, settings) = (user_id.to_owned(), settings.to_owned());
        Box::pin(async { self.write(Write::PutSettings { user_id, settings }).await.map(drop) })
    }

    fn saved_games_of(&self, user_id: &str) -> StoreFuture<'_, Vec<SavedGameEntry>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(saved_games::of_user(&self.readers, &user_id).await?) })
    }

    fn put_saved_game(&self, user_id: &str, entry: SavedGameEntry) -> StoreFuture<'_, bool> {
        let user_id = user_id.to_owned();
        Box::pin(async { self.write(Write::PutSavedGame { user_id, entry }).await })
    }

    fn link_guest(&self, guest: &str, account: &str) -> StoreFuture<'_, Option<Vec<String>>> {
        let (guest, account) = (guest.to_owned(), account.to_owned());
        Box::pin(async move {
            if !self.write(Write::LinkGuest { guest: guest.clone(), account }).await? {
                return Ok(None);
            }
            let rows = self
                .readers
                .fetch_all(Query::new("SELECT room FROM seats WHERE user_id = $1").bind(&guest))
                .await?;
            Ok(Some(first_column(&rows)?))
        })
    }

    fn linked_guests(&self, room: &str) -> StoreFuture<'_, Vec<(String, UserRow)>> {
        let room = room.to_owned();
        Box::pin(async move {
            let rows = self.readers.fetch_all(Query::new(
                "SELECT account.id, account.name, account.account, account.password_hash, account.created,
                     account.linked_account, account.is_bot, guest.id
                 FROM seats JOIN users AS guest ON guest.id = seats.user_id
                     JOIN users AS account ON account.id = guest.linked_account
                 WHERE seats.room = $1",
            ).bind(&room))
            .await?;
            let read = |row: &SqlRow| Ok::<_, sqlx::Error>((row.get(7)?, row.user()?));
            Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
        })
    }

    fn import_rows(&self, rows: Vec<ArchiveRow>) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::ImportRows(rows)).await.map(drop) })
    }

    fn signing_key(&self) -> StoreFuture<'_, String> {
        Box::pin(async {
            let value = random::bytes().to_string();
            self.write(Write::AddSetting { name: "signing-key", value }).await?;
            let query = Query::new("SELECT value FROM server_settings WHERE name = 'signing-key'");
            let row = self.readers.fetch_optional(query).await?.ok_or(sqlx::Error::RowNotFound)?;
            Ok(row.get(0)?)
        })
    }

    fn status(&self) -> watch::Receiver<StoreStatus> {
        self.status.clone()
    }

    fn probe(&self) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::Probe).await.map(drop) })
    }

    fn close(&self) -> StoreFuture<'_, ()> {
        Box::pin(async {
            for writer in self.writers.iter().chain(&self.background_writer) {
                self.write_with(writer, Write::Close).await?;
            }
            self.readers.close().await;
            Ok(())
        })
    }
}

/// Reads the first column of every row.
fn first_column(rows: &[SqlRow]) -> Result<Vec<String>, sqlx::Error> {
    rows.iter().map(|row| row.get(0)).collect()
}

/// Returns the time of a log entry; `None` if it is damaged.
fn entry_time(line: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct Entry {
        at: u64,
    }
    serde_json::from_str(line).ok().map(|entry: Entry| entry.at)
}
