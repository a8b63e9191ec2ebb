use std::fmt;

use tokio::sync::watch;
use tokio::time::Instant;
use yipan_wire::SavedGameEntry;

use super::correspondence_store::CorrespondenceStore;
use super::explorer_store::ExplorerStore;
use super::moderation_store::ModerationStore;
use super::people_store::PeopleStore;
use super::puzzle_store::PuzzleStore;
use super::rating_store::RatingStore;
use super::rows::{
    AppendEntries, ArchiveRow, CredentialRow, NewSecret, PasswordUpdate, UnpackedRoom, UserRow,
};
pub use super::store_error::{StoreError, StoreFuture};
use super::study_store::StudyStore;
use super::tournament_store::TournamentStore;

/// The persistent state of a server. An acknowledged write is on disk.
pub trait Store:
    CorrespondenceStore
    + ExplorerStore
    + ModerationStore
    + PeopleStore
    + PuzzleStore
    + RatingStore
    + StudyStore
    + TournamentStore
    + fmt::Debug
    + Send
    + Sync
{
    /// Appends entries to the log of a room, all of them or none, creating the room with its first entry.
    ///
    /// Returns [`StoreError::Conflict`] if the room has an entry with one of these numbers. A store on another machine,
    /// which may have lost commits, also returns it if the entry before is missing. A store that several servers share
    /// returns [`StoreError::Fenced`] unless the slot of the room has this epoch.
    fn append(&self, append: AppendEntries) -> StoreFuture<'_, ()>;

    /// Returns the log of a room from a sequence number on, as JSON lines; empty if there is no such room.
    fn log(&self, room: &str, from: u64) -> StoreFuture<'_, Vec<String>>;

    /// Returns rooms whose game is over and whose log is not compressed as a whole, in the order of their codes, starting
    /// after the code `after`. A store that does not compress logs has none.
    fn unpacked_rooms(&self, after: &str, limit: u32) -> StoreFuture<'_, Vec<UnpackedRoom>>;

    /// Compresses the log of a room whose game is over. It is read, appended to and exported as before.
    ///
    /// Returns false, and changes nothing, unless the slot of the room has this epoch and nothing else changes the room.
    fn pack_room(&self, room: &str, epoch: u64) -> StoreFuture<'_, bool>;

    /// Removes the storage of past months in which no entry is left. Returns how many months there were.
    fn drop_empty_partitions(&self) -> StoreFuture<'_, u64>;

    /// Returns the codes of rooms whose game is not over, in these slots or in all. Running correspondence games are not
    /// among them.
    fn unfinished_rooms(&self, slots: Option<Vec<u16>>) -> StoreFuture<'_, Vec<String>>;

    /// Returns the codes of the rooms whose game is not over and in which a user has a seat.
    fn unfinished_rooms_of(&self, user_id: &str) -> StoreFuture<'_, Vec<String>>;

    /// Returns the time of the latest entry of an unfinished room, in the server's milliseconds.
    fn latest_entry_time(&self) -> StoreFuture<'_, u64>;

    /// Returns whether a user has, or had, a seat in a room.
    fn is_seated(&self, user_id: &str, room: &str) -> StoreFuture<'_, bool>;

    /// Returns the summaries of a user's games as JSON, the latest first.
    fn games_of(&self, user_id: &str) -> StoreFuture<'_, Vec<String>>;

    /// Links a guest to an account, which inherits the guest's seats, and removes the guest's credentials.
    ///
    /// Returns the codes of the rooms where the guest had a seat, or `None` if the guest is already linked.
    fn link_guest(&self, guest: &str, account: &str) -> StoreFuture<'_, Option<Vec<String>>>;

    /// Returns the guests of a room that are linked to an account: the id of the guest, and the account.
    fn linked_guests(&self, room: &str) -> StoreFuture<'_, Vec<(String, UserRow)>>;

    /// Adds a user.
    fn add_user(&self, user: UserRow) -> StoreFuture<'_, ()>;

    /// Returns the user with this id.
    fn user(&self, id: &str) -> StoreFuture<'_, Option<UserRow>>;

    /// Returns the user with this account name.
    fn account(&self, account: &str) -> StoreFuture<'_, Option<UserRow>>;

    /// Turns a guest into an account with this name, password and session, and removes the guest's other credentials,
    /// all in one transaction.
    ///
    /// Returns false if the account name is taken or the user already has an account.
    fn sign_up(&self, user: UserRow, session: CredentialRow) -> StoreFuture<'_, bool>;

    /// Changes the display name of a user.
    fn rename(&self, id: &str, name: &str) -> StoreFuture<'_, ()>;

    /// Marks an account as a bot. Returns false, and changes nothing, if it has a rated game.
    fn mark_bot(&self, id: &str) -> StoreFuture<'_, bool>;

    /// Changes the password hash of an account and removes its other credentials, in one transaction.
    ///
    /// Returns false if the account was deleted or closed, or its password has changed since it was verified.
    fn change_password(&self, change: PasswordUpdate) -> StoreFuture<'_, bool>;

    /// Deletes an account with its password, credentials, settings and reports, and the names of its linked guests. Its
    /// games stay.
    fn delete_account(&self, id: &str, at: u64) -> StoreFuture<'_, ()>;

    /// Returns finished games that still contain the name of a deleted account: the id of the user, and the room.
    fn named_games(&self, limit: u32) -> StoreFuture<'_, Vec<(String, String)>>;

    /// Removes the name of a deleted account from a game.
    fn anonymize(&self, id: &str, room: &str) -> StoreFuture<'_, ()>;

    /// Returns credentials that have expired by this time.
    fn expired_credentials(&self, now: u64, limit: u32) -> StoreFuture<'_, Vec<CredentialRow>>;

    /// Returns the ids of guests created before this time that have neither games nor credentials, in order, starting
    /// after the id `after`. A room that was closed before its game began is no game.
    fn stale_guests(&self, before: u64, after: &str, limit: u32) -> StoreFuture<'_, Vec<String>>;

    /// Removes guests with their sanctions and the reports about them, and their names from rooms without a game, except
    /// guests that have acquired games or credentials since.
    fn remove_guests(&self, ids: Vec<String>) -> StoreFuture<'_, ()>;

    /// Returns whether the account of another user has one of these skeletons.
    fn has_look_alike(&self, skeletons: [String; 2], except: &str) -> StoreFuture<'_, bool>;

    /// Adds a credential of a user whose password has this hash.
    ///
    /// Returns false if the user was deleted, was closed or has another password by now.
    fn add_credential(
        &self,
        credential: CredentialRow,
        password_hash: Option<String>,
    ) -> StoreFuture<'_, bool>;

    /// Returns the credential with this id, which is the hash of its first secret.
    fn credential(&self, hash: &str) -> StoreFuture<'_, Option<CredentialRow>>;

    /// Returns the credential that accepts the secret with this hash now.
    fn credential_of_secret(&self, secret: &str, now: u64) -> StoreFuture<'_, Option<CredentialRow>>;

    /// Returns the credentials of a user.
    fn credentials_of(&self, user_id: &str) -> StoreFuture<'_, Vec<CredentialRow>>;

    /// Returns the users of those of these credentials that exist and have not expired by this time, each with the hash of
    /// the credential.
    fn users_of_credentials(&self, hashes: Vec<String>, now: u64) -> StoreFuture<'_, Vec<(String, UserRow)>>;

    /// Returns the page's settings of a user as JSON.
    fn settings_of(&self, user_id: &str) -> StoreFuture<'_, Option<String>>;

    /// Stores the page's settings of a user.
    fn put_settings(&self, user_id: &str, settings: &str) -> StoreFuture<'_, ()>;

    /// Returns the games on the devices of an account, the latest first, with those that were deleted.
    fn saved_games_of(&self, user_id: &str) -> StoreFuture<'_, Vec<SavedGameEntry>>;

    /// Stores a game on the devices of an account, and removes the oldest beyond the limit.
    ///
    /// Returns false if a later state of the game is stored.
    fn put_saved_game(&self, user_id: &str, entry: SavedGameEntry) -> StoreFuture<'_, bool>;

    /// Gives a session a new secret and another expiry.
    ///
    /// Returns false, and changes nothing, if the session has ended or was given another secret meanwhile.
    fn rotate_secret(&self, change: NewSecret) -> StoreFuture<'_, bool>;

    /// Ends the secret before `current` at a time, unless that is decided already or `current` is not the newest one.
    fn end_previous_secret(&self, session: &str, current: &str, at: u64) -> StoreFuture<'_, ()>;

    /// Removes a credential of a user with all of its secrets. Returns whether there was one.
    fn remove_credential(&self, user_id: &str, hash: &str) -> StoreFuture<'_, bool>;

    /// Returns the key that signs cookies, created on the first start.
    fn signing_key(&self) -> StoreFuture<'_, String>;

    /// Adds rows of an archive in one transaction.
    fn import_rows(&self, rows: Vec<ArchiveRow>) -> StoreFuture<'_, ()>;

    /// Returns a receiver of whether writes work.
    fn status(&self) -> watch::Receiver<StoreStatus>;

    /// Writes a meaningless row, to find out whether writes work.
    fn probe(&self) -> StoreFuture<'_, ()>;

    /// Finishes pending writes and closes the store.
    fn close(&self) -> StoreFuture<'_, ()>;
}

/// The state of writes to the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreStatus {
    /// The last write succeeded.
    Writable,
    /// Writes fail; the store retries on its own.
    Failing {
        /// The start of the first write that failed.
        since: Instant,
    },
}
