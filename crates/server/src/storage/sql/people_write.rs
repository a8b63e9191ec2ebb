//! Changes of the relations between accounts, and of what they are notified of.

use super::connection::SqlConnection;
use super::{challenges, notifications, relations};
use crate::storage::people_rows::{
    ChallengeLimits, ChallengeRow, NotificationRow, RelationKind, RelationRow, SharedNotification,
    StoredChallengeState,
};

/// A change.
#[derive(Debug)]
pub(in crate::storage) enum PeopleWrite {
    AddChallenge { challenge: ChallengeRow, limits: ChallengeLimits },
    DecideChallenge { id: String, state: StoredChallengeState, now: u64 },
    RemoveChallenges { before: u64 },
    PutRelation(RelationRow),
    RemoveRelation { user_id: String, other_id: String, kind: RelationKind },
    AddNotification { row: NotificationRow, max: u32 },
    AddSharedNotification { notification: SharedNotification, max: u32 },
    MarkRead { user_id: String, until: u64 },
}

/// Makes a change inside a transaction, and returns whether any row changed.
pub(super) async fn run(
    connection: &mut SqlConnection<'_>,
    write: &PeopleWrite,
) -> Result<bool, sqlx::Error> {
    match write {
        PeopleWrite::AddChallenge { challenge, limits } => {
            challenges::add(connection, challenge, *limits).await
        }
        PeopleWrite::DecideChallenge { id, state, now } => {
            challenges::decide(connection, id, state, *now).await
        }
        PeopleWrite::RemoveChallenges { before } => challenges::remove(connection, *before).await,
        PeopleWrite::PutRelation(row) => relations::put(connection, row).await,
        PeopleWrite::RemoveRelation { user_id, other_id, kind } => {
            relations::remove(connection, user_id, other_id, *kind).await
        }
        PeopleWrite::AddNotification { row, max } => notifications::add_limited(connection, row, *max).await,
        PeopleWrite::AddSharedNotification { notification, max } => {
            notifications::add_shared(connection, notification, *max).await
        }
        PeopleWrite::MarkRead { user_id, until } => {
            notifications::mark_read(connection, user_id, *until).await
        }
    }
}
