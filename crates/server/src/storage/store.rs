use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::storage::archive::ArchiveRow;

/// What a store promises to do, later.
pub type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where a hall keeps everything. Whatever it has acknowledged is on disk.
pub trait Store: fmt::Debug + Send + Sync {
    /// Adds entries to a table's log; the first has this number. The table is made with its first entry.
    fn append(&self, append: AppendEntries) -> StoreFuture<'_, ()>;

    /// A table's log, line by line; nothing if there is no such table.
    fn log(&self, room: &str) -> StoreFuture<'_, Vec<String>>;

    /// The tables that have not ended.
    fn unfinished_rooms(&self) -> StoreFuture<'_, Vec<String>>;

    /// Returns when the latest entry of a room that has not ended was written, in the server's milliseconds.
    fn latest_entry_time(&self) -> StoreFuture<'_, u64>;

    /// Returns whether a person has, or had, a seat at a table.
    fn is_seated(&self, person: &str, room: &str) -> StoreFuture<'_, bool>;

    /// The summaries of the games a person has played, the latest first.
    fn games_of(&self, person: &str) -> StoreFuture<'_, Vec<String>>;

    /// Lets an account have everything of a guest, whose keys end; gives back the tables where the guest has sat. A guest
    /// becomes one account and no second: then there is nothing to give back.
    fn link_guest(&self, guest: &str, account: &str) -> StoreFuture<'_, Option<Vec<String>>>;

    /// Who has sat at a table as a guest and has become an account: the guest's id, and the account.
    fn linked_guests(&self, room: &str) -> StoreFuture<'_, Vec<(String, UserRow)>>;

    /// Adds somebody.
    fn add_user(&self, person: UserRow) -> StoreFuture<'_, ()>;

    /// Who has this id.
    fn user(&self, id: &str) -> StoreFuture<'_, Option<UserRow>>;

    /// Who has this account.
    fn account(&self, account: &str) -> StoreFuture<'_, Option<UserRow>>;

    /// Turns a guest into an account with this name, password and session, and ends the guest's other keys; all of it or
    /// nothing. False if the account is taken, or they have one.
    fn sign_up(&self, person: UserRow, session: CredentialRow) -> StoreFuture<'_, bool>;

    /// Changes the name of a user.
    fn rename(&self, id: &str, name: &str) -> StoreFuture<'_, ()>;

    /// Changes the password hash of an account, and ends its other keys; all of it or nothing. False if the account has been
    /// deleted, or has another password by now.
    fn change_password(&self, change: PasswordUpdate) -> StoreFuture<'_, bool>;

    /// Deletes an account with its password, keys and settings, and the names of the guests that it was. Its games stay.
    fn delete_account(&self, id: &str, at: u64) -> StoreFuture<'_, ()>;

    /// Returns games that are over and still hold the name of a deleted account: the id of the user, and the room.
    fn named_games(&self, limit: u32) -> StoreFuture<'_, Vec<(String, String)>>;

    /// Takes the name of a deleted account out of a game.
    fn anonymize(&self, id: &str, room: &str) -> StoreFuture<'_, ()>;

    /// Returns keys that have expired by this time.
    fn expired_credentials(&self, now: u64, limit: u32) -> StoreFuture<'_, Vec<CredentialRow>>;

    /// Returns the ids of guests made before this time who have neither games nor keys: the first ones after this id.
    fn stale_guests(&self, before: u64, after: &str, limit: u32) -> StoreFuture<'_, Vec<String>>;

    /// Removes guests, unless they have games or keys by now.
    fn remove_guests(&self, ids: Vec<String>) -> StoreFuture<'_, ()>;

    /// Whether the account of another user has one of these skeletons.
    fn has_look_alike(&self, skeletons: [String; 2], except: &str) -> StoreFuture<'_, bool>;

    /// Adds a key of a user whose password has this hash; false if the user has been deleted, or has another password by now.
    fn add_credential(&self, key: CredentialRow, password: Option<String>) -> StoreFuture<'_, bool>;

    /// Whom a key's hash belongs to.
    fn credential(&self, hash: &str) -> StoreFuture<'_, Option<CredentialRow>>;

    /// The keys of a person.
    fn credentials_of(&self, person: &str) -> StoreFuture<'_, Vec<CredentialRow>>;

    /// What a person likes, as it was last kept.
    fn settings_of(&self, person: &str) -> StoreFuture<'_, Option<String>>;

    /// Keeps what a person likes.
    fn put_settings(&self, person: &str, settings: &str) -> StoreFuture<'_, ()>;

    /// Moves the expiry of a key.
    fn renew_credential(&self, hash: &str, expires: u64) -> StoreFuture<'_, ()>;

    /// Ends a key of a person.
    fn remove_credential(&self, person: &str, hash: &str) -> StoreFuture<'_, bool>;

    /// The hall's own secret, made on the first start.
    fn signing_key(&self) -> StoreFuture<'_, String>;

    /// Adds what another store has told; all of it or nothing.
    fn import_rows(&self, kept: Vec<ArchiveRow>) -> StoreFuture<'_, ()>;

    /// Returns whether writes work; the receiver sees every change of that.
    fn status(&self) -> watch::Receiver<StoreStatus>;

    /// Writes something that says nothing, to find out whether writes work.
    fn probe(&self) -> StoreFuture<'_, ()>;

    /// Finishes what was begun.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// Entries to be added to a log.
#[derive(Clone, Debug)]
pub struct AppendEntries {
    /// The table.
    pub room: String,
    /// The number of the first entry.
    pub seq: u64,
    /// The entries, each a line.
    pub entries: Vec<String>,
    /// When, in the hall's milliseconds.
    pub at: u64,
    /// The game, which the first entry's row is found by.
    pub game: &'static str,
    /// The game in short, where they begin or end it.
    pub summary: Option<String>,
    /// Whether the table has ended with them.
    pub is_over: bool,
    /// Who has a seat with them.
    pub seated_users: Vec<String>,
    /// Who has got up with them.
    pub left_users: Vec<String>,
}

/// Somebody, as he is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UserRow {
    /// The same everywhere; no secret.
    pub id: String,
    /// As chosen.
    pub name: String,
    /// The name to sign in with.
    pub account: Option<String>,
    /// The password's hash.
    pub password_hash: Option<String>,
    /// When, in the hall's milliseconds.
    pub created: u64,
    /// The id of the account that this guest has become.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linked_account: Option<String>,
}

/// What proves who somebody is, as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CredentialRow {
    /// The hash of the secret.
    pub hash: String,
    /// Whose it is.
    pub user_id: String,
    /// `session` or `token`.
    pub kind: String,
    /// What its owner knows it by.
    pub label: String,
    /// When, in the hall's milliseconds.
    pub created: u64,
    /// The time from which it is no longer accepted, in the server's milliseconds.
    #[serde(default)]
    pub expires: Option<u64>,
    /// The scopes of a token, separated by spaces.
    #[serde(default)]
    pub scopes: String,
}

/// A new password of an account.
#[derive(Clone, Debug)]
pub struct PasswordUpdate {
    /// The id of the user.
    pub user_id: String,
    /// The hash that the old password was verified with.
    pub old_hash: String,
    /// The hash of the new password.
    pub new_hash: String,
    /// The hash of the one key that stays.
    pub kept_credential: String,
    /// The key that stays, if it is new.
    pub new_credential: Option<CredentialRow>,
}

/// The name that stands in the games of deleted accounts.
pub(crate) const DELETED_USER: &str = "deleted user";

/// Why a store did not do what it was asked.
#[derive(Clone, Debug)]
pub enum StoreError {
    /// Nothing can be written or read for now: the disk is full, fails, or is gone. The same may work later.
    Unavailable(String),
    /// What was to be new is there already: the store holds more than this server has seen.
    Conflict(String),
    /// This one request is impossible; others may work.
    Failed(String),
}

impl StoreError {
    /// Returns the reason alone, as the database or the file system gave it.
    #[must_use]
    pub fn reason(&self) -> &str {
        let (StoreError::Unavailable(reason) | StoreError::Conflict(reason) | StoreError::Failed(reason)) =
            self;
        reason
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Unavailable(reason) => write!(f, "the store is unavailable: {reason}"),
            StoreError::Conflict(reason) => {
                write!(f, "the store holds more than this server has seen: {reason}")
            }
            StoreError::Failed(reason) => write!(f, "the store failed: {reason}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// Whether writes work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreStatus {
    /// They do, as far as is known.
    Writable,
    /// They fail. The store goes on trying by itself.
    Failing {
        /// When the first write that failed had begun.
        since: Instant,
    },
}
