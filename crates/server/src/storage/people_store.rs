use yipan_wire::FoundUser;

use super::people_rows::{
    ChallengeLimits, ChallengeRow, NotificationRow, RelationKind, RelationRow, SharedNotification,
    StoredChallengeState,
};
use super::store_error::StoreFuture;

/// The part of the store that is about accounts and other accounts.
pub trait PeopleStore {
    /// Adds a challenge.
    ///
    /// Returns false, and changes nothing, if the challenged account blocks the challenger, if another challenge of the
    /// challenger to this account is open, or if one of both accounts has as many open ones as it may have.
    fn add_challenge(&self, challenge: ChallengeRow, limits: ChallengeLimits) -> StoreFuture<'_, bool>;

    /// Returns the challenge with this id.
    fn challenge(&self, id: &str) -> StoreFuture<'_, Option<ChallengeRow>>;

    /// Sets the state of a challenge. Returns false, and changes nothing, unless it is open and has not expired.
    fn decide_challenge(&self, id: &str, state: StoredChallengeState, now: u64) -> StoreFuture<'_, bool>;

    /// Returns the challenges from and to an account that expire after this time, the latest first.
    fn challenges_of(&self, user_id: &str, after: u64) -> StoreFuture<'_, Vec<ChallengeRow>>;

    /// Removes the challenges that expired before this time.
    fn remove_challenges(&self, before: u64) -> StoreFuture<'_, ()>;

    /// Stores that an account follows or blocks another one, in place of the other relation.
    ///
    /// An account that is blocked no longer follows, and the open challenges between both are removed. Returns false, and
    /// changes nothing, if the account is to follow one that blocks it.
    fn put_relation(&self, relation: RelationRow) -> StoreFuture<'_, bool>;

    /// Removes a relation of this kind. Returns whether there was one.
    fn remove_relation(&self, user_id: &str, other_id: &str, kind: RelationKind) -> StoreFuture<'_, bool>;

    /// Returns the relation of an account to another one.
    fn relation(&self, user_id: &str, other_id: &str) -> StoreFuture<'_, Option<RelationKind>>;

    /// Returns the relations of an account, each with the other one, by name.
    fn relations_of(&self, user_id: &str) -> StoreFuture<'_, Vec<(RelationKind, FoundUser)>>;

    /// Adds a notification, and removes the oldest of the account beyond this number. Returns false if it has one with
    /// this id.
    fn add_notification(&self, notification: NotificationRow, max: u32) -> StoreFuture<'_, bool>;

    /// Adds a notification for those of its accounts that exist and have none with this id, and removes the oldest of
    /// each beyond this number, in one transaction.
    fn add_shared_notification(&self, notification: SharedNotification, max: u32) -> StoreFuture<'_, ()>;

    /// Returns the notifications of an account, the latest first.
    fn notifications_of(&self, user_id: &str) -> StoreFuture<'_, Vec<NotificationRow>>;

    /// Marks the notifications of an account until this time as read.
    fn mark_notifications_read(&self, user_id: &str, until: u64) -> StoreFuture<'_, ()>;
}
