//! Challenges that are decided once, relations that exclude each other, and notifications.

use futures_util::future::join_all;
use yipan_server::{
    ArchiveRow, ChallengeLimits, ChallengeRow, NotificationRow, RelationKind, RelationRow,
    SharedNotification, Store, StoreError, StoredChallengeState,
};

use yipan_wire::FoundUser;

use crate::store_contract::support::{CREATED, add_account, on_every_store};

fn challenge(id: &str, challenger: &str, challenged: &str, expires: u64) -> ChallengeRow {
    ChallengeRow {
        id: id.to_owned(),
        challenger: challenger.to_owned(),
        challenged: challenged.to_owned(),
        config: "{}".to_owned(),
        created: expires - 5,
        expires,
        state: StoredChallengeState::Open,
    }
}

const LIMITS: ChallengeLimits = ChallengeLimits { made: 3, received: 2 };

async fn ids(store: &dyn Store, user: &str, after: u64) -> Vec<String> {
    let rows = store.challenges_of(user, after).await.expect("challenges");
    rows.into_iter().map(|row| row.id).collect()
}

#[tokio::test]
async fn a_challenge_is_decided_once_and_in_time() {
    on_every_store("challenge-once", async |store| {
        assert!(store.add_challenge(challenge("a", "ada", "bob", 100), LIMITS).await.expect("an answer"));
        let accept = |number: u32| {
            let state = StoredChallengeState::Accepted { room: format!("ROOM{number}") };
            store.decide_challenge("a", state, 50)
        };
        let decided = join_all((0..10).map(accept)).await;
        let winners: Vec<usize> = (0..10).filter(|number| *decided[*number].as_ref().expect("yes")).collect();
        assert_eq!(winners.len(), 1);
        let stored = store.challenge("a").await.expect("an answer").expect("it exists");
        assert_eq!(stored.state, StoredChallengeState::Accepted { room: format!("ROOM{}", winners[0]) });
        assert!(store.add_challenge(challenge("b", "ada", "bob", 100), LIMITS).await.expect("an answer"));
        let late = store.decide_challenge("b", StoredChallengeState::Withdrawn, 100).await;
        assert!(!late.expect("an answer"), "it has expired");
        let declined = StoredChallengeState::Declined { reason: "not-now".to_owned() };
        assert!(store.decide_challenge("b", declined.clone(), 99).await.expect("an answer"));
        assert_eq!(store.challenge("b").await.expect("an answer").expect("it exists").state, declined);
        assert_eq!(store.challenge("c").await.expect("an answer"), None);
        assert_eq!(store.challenge("\0").await.expect("an answer"), None);
        let unknown = store.decide_challenge("c", StoredChallengeState::Withdrawn, 1).await;
        assert!(!unknown.expect("an answer"));
    })
    .await;
}

#[tokio::test]
async fn challenges_are_listed_for_both_accounts_until_they_are_removed() {
    on_every_store("challenge-list", async |store| {
        for (id, challenger, challenged, expires) in
            [("a", "ada", "bob", 10), ("b", "bob", "ada", 20), ("c", "eve", "bob", 30)]
        {
            let row = challenge(id, challenger, challenged, expires);
            assert!(store.add_challenge(row, LIMITS).await.expect("an answer"));
        }
        assert_eq!(ids(&*store, "bob", 0).await, ["c", "b", "a"]);
        assert_eq!(ids(&*store, "ada", 10).await, ["b"]);
        store.remove_challenges(20).await.expect("removed");
        assert_eq!(ids(&*store, "bob", 0).await, ["c", "b"]);
    })
    .await;
}

#[tokio::test]
async fn the_limits_of_challenges_hold_for_those_made_at_the_same_time() {
    on_every_store("challenge-limits", async |store| {
        for id in ["ada", "bob", "eve"] {
            add_account(&*store, id, &format!("{id}-account")).await;
        }
        let add = |id: String, challenger: &str, challenged: &str| {
            store.add_challenge(challenge(&id, challenger, challenged, 100), LIMITS)
        };
        let count = |added: Vec<Result<bool, StoreError>>| {
            added.into_iter().filter(|added| *added.as_ref().expect("an answer")).count()
        };
        let made = (0..10).map(|number| add(format!("made-{number}"), "ada", &format!("other-{number}")));
        assert_eq!(count(join_all(made).await), 3, "of one challenger");
        let received = (0..10).map(|number| add(format!("got-{number}"), &format!("other-{number}"), "bob"));
        assert_eq!(count(join_all(received).await), 2, "to one account");
        let same = (0..10).map(|number| add(format!("same-{number}"), "bob", "eve"));
        assert_eq!(count(join_all(same).await), 1, "between two accounts");
        let later = challenge("later", "ada", "bob", 105);
        assert!(store.add_challenge(later, LIMITS).await.expect("an answer"), "the others have expired");
    })
    .await;
}

#[tokio::test]
async fn a_block_removes_open_challenges_and_prevents_new_ones() {
    on_every_store("challenge-block", async |store| {
        for id in ["ada", "bob", "eve"] {
            add_account(&*store, id, &format!("{id}-account")).await;
        }
        let add = async |id: &str, challenger: &str, challenged: &str| {
            let row = challenge(id, challenger, challenged, 100);
            store.add_challenge(row, LIMITS).await.expect("an answer")
        };
        for (id, challenger, challenged) in
            [("a", "ada", "bob"), ("b", "bob", "ada"), ("c", "eve", "ada"), ("d", "bob", "eve")]
        {
            assert!(add(id, challenger, challenged).await, "{id}");
        }
        let blocked = store.put_relation(relation("ada", "bob", RelationKind::Block)).await;
        assert!(blocked.expect("an answer"));
        assert_eq!(ids(&*store, "ada", 0).await, ["c"]);
        assert_eq!(ids(&*store, "bob", 0).await, ["d"]);
        assert!(!add("e", "bob", "ada").await, "they are blocked");
        assert!(add("f", "ada", "bob").await, "the other way is free");
    })
    .await;
}

fn relation(user: &str, other: &str, kind: RelationKind) -> RelationRow {
    RelationRow { user_id: user.to_owned(), other_id: other.to_owned(), kind, created: CREATED }
}

#[tokio::test]
async fn a_blocked_account_neither_follows_nor_can_follow() {
    on_every_store("relations", async |store| {
        for id in ["ada", "bob", "eve"] {
            add_account(&*store, id, &format!("{id}-account")).await;
        }
        let put = async |user: &str, other: &str, kind| {
            store.put_relation(relation(user, other, kind)).await.expect("an answer")
        };
        let kind = async |user: &str, other: &str| store.relation(user, other).await.expect("an answer");
        assert!(put("bob", "ada", RelationKind::Follow).await);
        assert!(put("eve", "ada", RelationKind::Follow).await);
        assert!(put("ada", "bob", RelationKind::Follow).await);
        assert!(put("ada", "bob", RelationKind::Block).await, "in place of the other relation");
        assert_eq!(kind("ada", "bob").await, Some(RelationKind::Block));
        assert_eq!(kind("bob", "ada").await, None, "they no longer follow");
        assert!(!put("bob", "ada", RelationKind::Follow).await, "they are blocked");
        assert_eq!(kind("eve", "ada").await, Some(RelationKind::Follow), "others still follow");
        assert!(put("bob", "ada", RelationKind::Block).await, "they may block in turn");
        assert!(put("ada", "eve", RelationKind::Follow).await);
        let listed = store.relations_of("ada").await.expect("relations");
        let user = |id: &str| FoundUser { id: id.to_owned(), name: format!("Guest {id}"), is_bot: false };
        let row = |kind, id: &str| (kind, user(id));
        assert_eq!(listed, [row(RelationKind::Block, "bob"), row(RelationKind::Follow, "eve")]);
        let removed = store.remove_relation("ada", "bob", RelationKind::Follow).await;
        assert!(!removed.expect("an answer"), "there is another relation");
        assert!(store.remove_relation("ada", "bob", RelationKind::Block).await.expect("an answer"));
        assert_eq!(kind("ada", "bob").await, None);
        store.delete_account("eve", CREATED).await.expect("deleted");
        assert!(store.relations_of("ada").await.expect("relations").is_empty());
        assert_eq!(kind("eve", "ada").await, None);
    })
    .await;
}

#[tokio::test]
async fn accounts_that_follow_and_block_each_other_at_the_same_time_see_it() {
    on_every_store("relations-race", async |store| {
        for id in ["ada", "bob"] {
            add_account(&*store, id, &format!("{id}-account")).await;
        }
        let put = |user: &str, other: &str, kind| store.put_relation(relation(user, other, kind));
        for round in 0..20 {
            let (followed, blocked) =
                tokio::join!(put("ada", "bob", RelationKind::Follow), put("bob", "ada", RelationKind::Block));
            followed.expect("an answer");
            assert!(blocked.expect("an answer"), "round {round}");
            assert_eq!(store.relation("ada", "bob").await.expect("an answer"), None, "round {round}");
            assert!(store.remove_relation("bob", "ada", RelationKind::Block).await.expect("an answer"));
            for (user, other) in [("ada", "bob"), ("bob", "ada")] {
                assert!(put(user, other, RelationKind::Follow).await.expect("an answer"));
            }
            let (first, second) =
                tokio::join!(put("ada", "bob", RelationKind::Block), put("bob", "ada", RelationKind::Block));
            assert!(first.expect("no deadlock") && second.expect("no deadlock"), "round {round}");
            for (user, other) in [("ada", "bob"), ("bob", "ada")] {
                let removed = store.remove_relation(user, other, RelationKind::Block).await;
                assert!(removed.expect("an answer"), "round {round}");
            }
        }
    })
    .await;
}

fn notification(id: &str, created: u64) -> NotificationRow {
    NotificationRow {
        user_id: "ada".to_owned(),
        id: id.to_owned(),
        created,
        event: format!("event {id}"),
        is_read: false,
    }
}

#[tokio::test]
async fn a_notification_is_added_once_and_the_oldest_are_removed() {
    on_every_store("notifications", async |store| {
        for created in 1..=4 {
            let row = notification(&format!("n{created}"), created);
            assert!(store.add_notification(row.clone(), 3).await.expect("an answer"));
            assert!(!store.add_notification(row, 3).await.expect("an answer"), "it is there already");
        }
        store.mark_notifications_read("ada", 3).await.expect("read");
        let rows = store.notifications_of("ada").await.expect("notifications");
        let rows: Vec<_> = rows.iter().map(|row| (row.id.as_str(), row.is_read)).collect();
        assert_eq!(rows, [("n4", false), ("n3", true), ("n2", true)]);
        assert!(store.notifications_of("bob").await.expect("notifications").is_empty());
    })
    .await;
}

#[tokio::test]
async fn a_shared_notification_is_added_once_for_each_account_that_exists() {
    on_every_store("shared-notification", async |store| {
        for id in ["ada", "bob", "eve"] {
            add_account(&*store, id, &format!("{id}-account")).await;
        }
        store.delete_account("eve", CREATED).await.expect("deleted");
        for created in 1..=3 {
            let row = notification(&format!("n{created}"), created);
            assert!(store.add_notification(row, 3).await.expect("an answer"));
        }
        let shared = SharedNotification {
            user_ids: ["ada", "bob", "eve", "nonexistent"].map(str::to_owned).to_vec(),
            id: "start".to_owned(),
            created: 4,
            event: "event start".to_owned(),
        };
        for _ in 0..2 {
            store.add_shared_notification(shared.clone(), 3).await.expect("an answer");
        }
        for (user, expected) in [("ada", "start n3 n2"), ("bob", "start"), ("eve", ""), ("nonexistent", "")] {
            let rows = store.notifications_of(user).await.expect("notifications");
            let ids: Vec<_> = rows.iter().map(|row| row.id.as_str()).collect();
            assert_eq!(ids.join(" "), expected, "{user}");
        }
        let row = NotificationRow { user_id: "bob".to_owned(), ..notification("start", 4) };
        assert_eq!(store.notifications_of("bob").await.expect("notifications"), [row]);
    })
    .await;
}

#[tokio::test]
async fn an_archive_has_relations_and_notifications() {
    on_every_store("people-archive", async |store| {
        add_account(&*store, "bob", "bob-account").await;
        let read = NotificationRow { is_read: true, ..notification("n1", 5) };
        let rows = vec![
            ArchiveRow::Relation(relation("ada", "bob", RelationKind::Block)),
            ArchiveRow::Notification(read.clone()),
        ];
        store.import_rows(rows).await.expect("an import");
        assert_eq!(store.relation("ada", "bob").await.expect("an answer"), Some(RelationKind::Block));
        assert_eq!(store.notifications_of("ada").await.expect("notifications"), [read]);
    })
    .await;
}
