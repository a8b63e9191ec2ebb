//! The accounts that an account follows or blocks.

use yipan_wire::Relations;

use super::error::PeopleError;
use crate::app_state::AppState;
use crate::storage::people_rows::{RelationKind, RelationRow};
use crate::storage::rows::UserRow;
use crate::storage::store::StoreError;

/// The most accounts that an account follows, and the most that it blocks.
const MAX_RELATIONS: usize = 500;

impl AppState {
    /// Returns another account. Guests and deleted accounts have no relations.
    pub(super) async fn find_other(&self, user: &UserRow, id: &str) -> Result<UserRow, PeopleError> {
        // No id contains a null character, and PostgreSQL rejects a query that does.
        if id.contains('\0') {
            return Err(PeopleError::UserNotFound);
        }
        let other = self.store.user(id).await?.filter(|other| other.account.is_some());
        let other = other.ok_or(PeopleError::UserNotFound)?;
        if other.id == user.id { Err(PeopleError::OwnAccount) } else { Ok(other) }
    }

    /// Makes an account follow or block another one.
    pub(crate) async fn put_relation(
        &self,
        user: &UserRow,
        other: &str,
        kind: RelationKind,
    ) -> Result<Relations, PeopleError> {
        let other = self.find_other(user, other).await?;
        let relations = self.store.relations_of(&user.id).await?;
        // A full list must not prevent that an account which is followed is blocked.
        let is_related = relations.iter().any(|(_, related)| related.id == other.id);
        let count = relations.iter().filter(|(listed, ..)| *listed == kind).count();
        if !is_related && count >= MAX_RELATIONS {
            return Err(PeopleError::TooManyRelations { max: MAX_RELATIONS });
        }
        let (user_id, other_id) = (user.id.clone(), other.id.clone());
        let row = RelationRow { user_id, other_id, kind, created: self.clock.millis().0 };
        if !self.store.put_relation(row).await? {
            return Err(PeopleError::Blocked);
        }
        self.auth.connections.notify_user(&user.id);
        if kind == RelationKind::Block {
            // Open challenges between both are gone.
            self.auth.connections.notify_user(&other.id);
        }
        Ok(self.relations(&user.id).await?)
    }

    /// Ends a relation of an account to another one; nothing happens if there is none.
    pub(crate) async fn remove_relation(
        &self,
        user: &UserRow,
        other: &str,
        kind: RelationKind,
    ) -> Result<Relations, PeopleError> {
        let other = self.find_other(user, other).await?;
        if self.store.remove_relation(&user.id, &other.id, kind).await? {
            self.auth.connections.notify_user(&user.id);
        }
        Ok(self.relations(&user.id).await?)
    }

    /// Returns the accounts that an account follows and blocks.
    pub(crate) async fn relations(&self, user_id: &str) -> Result<Relations, StoreError> {
        let mut relations = Relations::default();
        for (kind, user) in self.store.relations_of(user_id).await? {
            match kind {
                RelationKind::Follow => relations.followed.push(user),
                RelationKind::Block => relations.blocked.push(user),
            }
        }
        Ok(relations)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::rows::ArchiveRow;
    use crate::test_server::TestServer;

    fn user(id: &str) -> UserRow {
        UserRow {
            id: id.to_owned(),
            name: id.to_owned(),
            account: Some(id.to_owned()),
            password_hash: None,
            created: 1,
            linked_account: None,
            is_bot: false,
        }
    }

    #[tokio::test]
    async fn an_account_that_follows_as_many_as_it_may_can_still_block() {
        let server = TestServer::open("full-relations").await;
        let app = &server.app;
        let mut rows = vec![ArchiveRow::User(user("ada")), ArchiveRow::User(user("bob"))];
        for number in 0..MAX_RELATIONS {
            let other_id = format!("other-{number}");
            rows.push(ArchiveRow::User(user(&other_id)));
            let (user_id, kind) = ("ada".to_owned(), RelationKind::Follow);
            rows.push(ArchiveRow::Relation(RelationRow { user_id, other_id, kind, created: 1 }));
        }
        app.store.import_rows(rows).await.expect("relations");
        let ada = user("ada");
        let followed = app.put_relation(&ada, "bob", RelationKind::Follow).await;
        assert!(
            matches!(followed, Err(PeopleError::TooManyRelations { max: MAX_RELATIONS })),
            "{followed:?}"
        );
        for (other, blocked) in [("bob", 1), ("other-0", 2)] {
            let relations = app.put_relation(&ada, other, RelationKind::Block).await.expect("relations");
            assert_eq!(relations.blocked.len(), blocked, "{other}");
        }
        app.put_relation(&ada, "other-1", RelationKind::Follow).await.expect("it is followed already");
        server.close().await;
    }
}
