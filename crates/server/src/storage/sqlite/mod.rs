//! The store in one SQLite file: one writer that commits in groups, and readers beside it.

mod accounts;
mod archive;
mod credentials;
mod error;
pub(crate) mod read_only;
mod rows;
mod write;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use sqlx::migrate::Migrator;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row};
use tokio::sync::{mpsc, oneshot, watch};

use self::accounts::AccountWrite;
use crate::metrics::Metrics;
use crate::random;
use crate::storage::archive::ArchiveRow;
use crate::storage::data_dir::database;
use crate::storage::store::{
    AppendEntries, CredentialRow, PasswordUpdate, Store, StoreError, StoreFuture, StoreStatus, UserRow,
};
use write::Write;
use writer::Writer;

/// The versions of the schema that this program knows.
static MIGRATOR: Migrator = sqlx::migrate!("./migrations");

/// The store of a hall in a folder of its own.
#[derive(Debug)]
pub(crate) struct Sqlite {
    readers: SqlitePool,
    writer: mpsc::Sender<Job>,
    status: watch::Receiver<StoreStatus>,
}

/// Something to be written, and who waits for it to be on disk.
#[derive(Debug)]
struct Job {
    write: Write,
    queued: Instant,
    done: oneshot::Sender<Result<bool, StoreError>>,
}

impl Job {
    fn reply_to(self, result: Result<bool, StoreError>) {
        // A caller that has stopped waiting does not mind.
        let _ = self.done.send(result);
    }
}

impl Sqlite {
    /// Opens the store, making or migrating it as need be.
    ///
    /// # Errors
    /// The file cannot be opened or was written by a newer hall.
    pub(crate) async fn open(data: &Path, metrics: Arc<Metrics>) -> Result<Sqlite, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(database(data))
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(std::time::Duration::from_secs(10));
        let mut writer_connection = options.connect().await?;
        let migrated = MIGRATOR.run(&mut writer_connection).await;
        migrated.map_err(|error| StoreError::Failed(error.to_string()))?;
        // One reader stays connected: were the writer's connection the only one, closing it after an error would make
        // SQLite recover the log and find the commit that failed.
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(1)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options.clone())
            .await?;
        let (writer, jobs) = mpsc::channel(4 * writer::MAX_WRITES_PER_COMMIT);
        let (status, status_watch) = watch::channel(StoreStatus::Writable);
        tokio::spawn(Writer::new(options, database(data), writer_connection, jobs, status, metrics).run());
        Ok(Sqlite { readers, writer, status: status_watch })
    }

    async fn write(&self, write: Write) -> Result<bool, StoreError> {
        let (done, answer) = oneshot::channel();
        let closed = || StoreError::Failed("it is closed".to_owned());
        self.writer.send(Job { write, queued: Instant::now(), done }).await.map_err(|_| closed())?;
        answer.await.map_err(|_| closed())?
    }
}

impl Store for Sqlite {
    fn append(&self, append: AppendEntries) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::Append(append)).await.map(drop) })
    }

    fn log(&self, room: &str) -> StoreFuture<'_, Vec<String>> {
        let room = room.to_owned();
        Box::pin(async move {
            let rows = sqlx::query("SELECT line FROM entries WHERE room = $1 ORDER BY seq")
                .bind(room)
                .fetch_all(&self.readers)
                .await?;
            Ok(rows::first_column(&rows)?)
        })
    }

    fn unfinished_rooms(&self) -> StoreFuture<'_, Vec<String>> {
        Box::pin(async {
            let rows =
                sqlx::query("SELECT code FROM rooms WHERE NOT is_over").fetch_all(&self.readers).await?;
            let readable = |row: &SqliteRow| match row.try_get(0) {
                Ok(code) => Some(code),
                // One damaged row must not keep every other game from going on.
                Err(error) => {
                    tracing::error!(%error, "a room has no readable code");
                    None
                }
            };
            Ok(rows.iter().filter_map(readable).collect())
        })
    }

    fn latest_entry_time(&self) -> StoreFuture<'_, u64> {
        Box::pin(async {
            let row = sqlx::query(
                "SELECT MAX(json_extract(line, '$.at')) FROM rooms JOIN entries ON room = code
                 AND seq = (SELECT MAX(seq) FROM entries WHERE room = code) WHERE NOT is_over AND json_valid(line)",
            )
            .fetch_one(&self.readers)
            .await?;
            let latest: Option<i64> = row.try_get(0)?;
            Ok(latest.and_then(|at| u64::try_from(at).ok()).unwrap_or(0))
        })
    }

    fn is_seated(&self, person: &str, room: &str) -> StoreFuture<'_, bool> {
        let (person, room) = (person.to_owned(), room.to_owned());
        Box::pin(async move {
            let row = sqlx::query("SELECT 1 FROM seats WHERE person = $1 AND room = $2")
                .bind(person)
                .bind(room)
                .fetch_optional(&self.readers)
                .await?;
            Ok(row.is_some())
        })
    }

    fn games_of(&self, person: &str) -> StoreFuture<'_, Vec<String>> {
        let person = person.to_owned();
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT summary FROM seats JOIN rooms ON code = room
                 WHERE person = $1 AND summary IS NOT NULL ORDER BY created DESC LIMIT 200",
            )
            .bind(person)
            .fetch_all(&self.readers)
            .await?;
            Ok(rows::first_column(&rows)?)
        })
    }

    fn add_user(&self, person: UserRow) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::AddUser(person)).await.map(drop) })
    }

    fn user(&self, id: &str) -> StoreFuture<'_, Option<UserRow>> {
        let id = id.to_owned();
        Box::pin(async move {
            let row =
                sqlx::query("SELECT id, name, account, password, created, became FROM people WHERE id = $1")
                    .bind(id)
                    .fetch_optional(&self.readers)
                    .await?;
            Ok(row.as_ref().map(rows::user_row).transpose()?)
        })
    }

    fn account(&self, account: &str) -> StoreFuture<'_, Option<UserRow>> {
        let account = account.to_owned();
        Box::pin(async move {
            let row = sqlx::query(
                "SELECT id, name, account, password, created, became FROM people WHERE account = $1",
            )
            .bind(account)
            .fetch_optional(&self.readers)
            .await?;
            Ok(row.as_ref().map(rows::user_row).transpose()?)
        })
    }

    fn sign_up(&self, person: UserRow, session: CredentialRow) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::Account(AccountWrite::SignUp { user: person, session })).await })
    }

    fn rename(&self, id: &str, name: &str) -> StoreFuture<'_, ()> {
        let (id, name) = (id.to_owned(), name.to_owned());
        Box::pin(async { self.write(Write::Account(AccountWrite::Rename { id, name })).await.map(drop) })
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

    fn add_credential(&self, key: CredentialRow, password: Option<String>) -> StoreFuture<'_, bool> {
        Box::pin(async {
            self.write(Write::Account(AccountWrite::AddCredential { credential: key, password })).await
        })
    }

    fn credential(&self, hash: &str) -> StoreFuture<'_, Option<CredentialRow>> {
        let hash = hash.to_owned();
        Box::pin(async move {
            let row = sqlx::query(
                "SELECT hash, person, kind, label, created, expires, scopes FROM keys WHERE hash = $1",
            )
            .bind(hash)
            .fetch_optional(&self.readers)
            .await?;
            Ok(row.as_ref().map(rows::credential_row).transpose()?)
        })
    }

    fn credentials_of(&self, person: &str) -> StoreFuture<'_, Vec<CredentialRow>> {
        let person = person.to_owned();
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT hash, person, kind, label, created, expires, scopes FROM keys WHERE person = $1 ORDER BY created",
            )
            .bind(person)
            .fetch_all(&self.readers)
            .await?;
            Ok(rows.iter().map(rows::credential_row).collect::<Result<_, _>>()?)
        })
    }

    fn renew_credential(&self, hash: &str, expires: u64) -> StoreFuture<'_, ()> {
        let hash = hash.to_owned();
        Box::pin(async move { self.write(Write::RenewCredential { hash, expires }).await.map(drop) })
    }

    fn remove_credential(&self, person: &str, hash: &str) -> StoreFuture<'_, bool> {
        let (person, hash) = (person.to_owned(), hash.to_owned());
        Box::pin(async { self.write(Write::RemoveCredential { user_id: person, hash }).await })
    }

    fn settings_of(&self, person: &str) -> StoreFuture<'_, Option<String>> {
        let person = person.to_owned();
        Box::pin(async move {
            let row = sqlx::query("SELECT settings FROM likes WHERE person = $1")
                .bind(person)
                .fetch_optional(&self.readers)
                .await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
    }

    fn put_settings(&self, person: &str, settings: &str) -> StoreFuture<'_, ()> {
        let (person, settings) = (person.to_owned(), settings.to_owned());
        Box::pin(async { self.write(Write::PutSettings { user_id: person, settings }).await.map(drop) })
    }

    fn link_guest(&self, guest: &str, account: &str) -> StoreFuture<'_, Option<Vec<String>>> {
        let (guest, account) = (guest.to_owned(), account.to_owned());
        Box::pin(async move {
            if !self.write(Write::LinkGuest { guest: guest.clone(), account }).await? {
                return Ok(None);
            }
            let rows = sqlx::query("SELECT room FROM seats WHERE person = $1")
                .bind(guest)
                .fetch_all(&self.readers)
                .await?;
            Ok(Some(rows::first_column(&rows)?))
        })
    }

    fn linked_guests(&self, room: &str) -> StoreFuture<'_, Vec<(String, UserRow)>> {
        let room = room.to_owned();
        Box::pin(async move {
            let rows = sqlx::query(
                "SELECT account.id, account.name, account.account, account.password, account.created,
                     account.became, guest.id
                 FROM seats JOIN people AS guest ON guest.id = seats.person
                     JOIN people AS account ON account.id = guest.became
                 WHERE seats.room = $1",
            )
            .bind(room)
            .fetch_all(&self.readers)
            .await?;
            let read = |row: &SqliteRow| Ok::<_, sqlx::Error>((row.try_get(6)?, rows::user_row(row)?));
            Ok(rows.iter().map(read).collect::<Result<_, _>>()?)
        })
    }

    fn import_rows(&self, kept: Vec<ArchiveRow>) -> StoreFuture<'_, ()> {
        Box::pin(async { self.write(Write::ImportRows(kept)).await.map(drop) })
    }

    fn signing_key(&self) -> StoreFuture<'_, String> {
        Box::pin(async {
            let value = random::bytes().to_string();
            self.write(Write::AddSetting { name: "signing-key", value }).await?;
            let row = sqlx::query("SELECT value FROM settings WHERE name = 'signing-key'")
                .fetch_one(&self.readers)
                .await?;
            Ok(row.try_get(0)?)
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
            self.write(Write::Close).await?;
            self.readers.close().await;
            Ok(())
        })
    }
}
