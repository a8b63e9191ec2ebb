//! Accounts and other accounts in either database.

use yipan_wire::FoundUser;

use super::people_write::PeopleWrite;
use super::sql_store::SqlStore;
use super::write::Write;
use super::{challenges, notifications, relations};
use crate::storage::people_rows::{
    ChallengeLimits, ChallengeRow, NotificationRow, RelationKind, RelationRow, SharedNotification,
    StoredChallengeState,
};
use crate::storage::people_store::PeopleStore;
use crate::storage::store::StoreFuture;

impl PeopleStore for SqlStore {
    fn add_challenge(&self, challenge: ChallengeRow, limits: ChallengeLimits) -> StoreFuture<'_, bool> {
        let write = PeopleWrite::AddChallenge { challenge, limits };
        Box::pin(async { self.write(Write::People(write)).await })
    }

    fn challenge(&self, id: &str) -> StoreFuture<'_, Option<ChallengeRow>> {
        let id = id.to_owned();
        Box::pin(async move { Ok(challenges::challenge(&self.readers, &id).await?) })
    }

    fn decide_challenge(&self, id: &str, state: StoredChallengeState, now: u64) -> StoreFuture<'_, bool> {
        let write = PeopleWrite::DecideChallenge { id: id.to_owned(), state, now };
        Box::pin(async { self.write(Write::People(write)).await })
    }

    fn challenges_of(&self, user_id: &str, after: u64) -> StoreFuture<'_, Vec<ChallengeRow>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(challenges::of_user(&self.readers, &user_id, after).await?) })
    }

    fn remove_challenges(&self, before: u64) -> StoreFuture<'_, ()> {
        let write = PeopleWrite::RemoveChallenges { before };
        Box::pin(async { self.write(Write::People(write)).await.map(drop) })
    }

    fn put_relation(&self, relation: RelationRow) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::People(PeopleWrite::PutRelation(relation))).await })
    }

    fn remove_relation(&self, user_id: &str, other_id: &str, kind: RelationKind) -> StoreFuture<'_, bool> {
        let (user_id, other_id) = (user_id.to_owned(), other_id.to_owned());
        let write = PeopleWrite::RemoveRelation { user_id, other_id, kind };
        Box::pin(async { self.write(Write::People(write)).await })
    }

    fn relation(&self, user_id: &str, other_id: &str) -> StoreFuture<'_, Option<RelationKind>> {
        let (user_id, other_id) = (user_id.to_owned(), other_id.to_owned());
        Box::pin(async move { Ok(relations::relation(&self.readers, &user_id, &other_id).await?) })
    }

    fn relations_of(&self, user_id: &str) -> StoreFuture<'_, Vec<(RelationKind, FoundUser)>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(relations::of_user(&self.readers, &user_id).await?) })
    }

    fn add_notification(&self, row: NotificationRow, max: u32) -> StoreFuture<'_, bool> {
        Box::pin(async move { self.write(Write::People(PeopleWrite::AddNotification { row, max })).await })
    }

    fn add_shared_notification(&self, notification: SharedNotification, max: u32) -> StoreFuture<'_, ()> {
        let write = PeopleWrite::AddSharedNotification { notification, max };
        Box::pin(async { self.write(Write::People(write)).await.map(drop) })
    }

    fn notifications_of(&self, user_id: &str) -> StoreFuture<'_, Vec<NotificationRow>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(notifications::of_user(&self.readers, &user_id).await?) })
    }

    fn mark_notifications_read(&self, user_id: &str, until: u64) -> StoreFuture<'_, ()> {
        let write = PeopleWrite::MarkRead { user_id: user_id.to_owned(), until };
        Box::pin(async { self.write(Write::People(write)).await.map(drop) })
    }
}
