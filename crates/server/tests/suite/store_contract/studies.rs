//! Studies: versions decide which of two changes counts, and limits hold for requests at once.

use futures_util::future::join_all;
use yipan_core::Side;
use yipan_server::{ChapterRow, StudyRow, StudyUpdate};
use yipan_wire::StudyVisibility;

use crate::store_contract::support::{CREATED, add_account, on_every_store};

fn study(id: &str, user_id: &str, visibility: StudyVisibility, updated: u64) -> StudyRow {
    StudyRow {
        id: id.to_owned(),
        user_id: user_id.to_owned(),
        title: format!("Study {id}"),
        visibility,
        version: 1,
        created: CREATED,
        updated,
    }
}

fn chapter(study_id: &str, id: &str) -> ChapterRow {
    ChapterRow {
        study_id: study_id.to_owned(),
        id: id.to_owned(),
        position: 0,
        title: format!("Chapter {id}"),
        bottom: Side::Second,
        tree: "{}".to_owned(),
        version: 1,
    }
}

#[tokio::test]
async fn one_of_two_changes_of_the_same_version_counts() {
    on_every_store("study-versions", async |store| {
        add_account(&*store, "1", "ada").await;
        assert!(
            store.add_study(study("s", "1", StudyVisibility::Private, CREATED), 9).await.expect("an answer")
        );
        for id in ["a", "b"] {
            assert!(store.add_chapter(chapter("s", id), 9, CREATED + 1).await.expect("an answer"), "{id}");
        }
        let change = |tree: &str| ChapterRow { tree: tree.to_owned(), ..chapter("s", "a") };
        let changes =
            join_all(["one", "two"].map(|tree| store.update_chapter(change(tree), CREATED + 2))).await;
        assert_eq!(changes.into_iter().filter(|changed| *changed.as_ref().expect("an answer")).count(), 1);
        let update = |version| StudyUpdate {
            id: "s".to_owned(),
            version,
            title: "New".to_owned(),
            visibility: StudyVisibility::Link,
            chapters: ["b", "a"].map(str::to_owned).to_vec(),
            updated: CREATED + 3,
        };
        assert!(!store.update_study(update(1)).await.expect("an answer"), "the chapters are newer");
        assert!(store.update_study(update(3)).await.expect("an answer"));
        assert!(!store.update_study(update(3)).await.expect("an answer"));
        let stored = store.study("s").await.expect("an answer").expect("a study");
        assert_eq!((stored.version, stored.title.as_str(), stored.updated), (4, "New", CREATED + 3));
        let chapters = store.chapters_of("s").await.expect("chapters");
        let order: Vec<_> = chapters.iter().map(|row| (row.id.as_str(), row.version, row.bottom)).collect();
        assert_eq!(order, [("b", 1, Side::Second), ("a", 2, Side::Second)]);
        assert!(store.remove_study("s").await.expect("an answer"));
        assert!(!store.remove_study("s").await.expect("an answer"));
        assert!(!store.add_chapter(chapter("s", "c"), 9, CREATED).await.expect("an answer"));
        assert!(store.chapters_of("s").await.expect("chapters").is_empty());
    })
    .await;
}

#[tokio::test]
async fn limits_hold_for_requests_at_once() {
    on_every_store("study-limits", async |store| {
        add_account(&*store, "1", "ada").await;
        let added = join_all((0..8).map(|number| {
            store.add_study(study(&format!("s{number}"), "1", StudyVisibility::Private, CREATED), 3)
        }));
        let added = added.await;
        assert_eq!(added.into_iter().filter(|added| *added.as_ref().expect("an answer")).count(), 3);
        let first = store.studies_of("1").await.expect("studies").remove(0).study.id;
        let added = join_all(
            (0..8).map(|number| store.add_chapter(chapter(&first, &number.to_string()), 4, CREATED)),
        );
        assert_eq!(added.await.into_iter().filter(|added| *added.as_ref().expect("an answer")).count(), 4);
        let chapters = store.chapters_of(&first).await.expect("chapters");
        let positions: Vec<_> = chapters.iter().map(|row| row.position).collect();
        assert_eq!(positions, [0, 1, 2, 3]);
    })
    .await;
}

#[tokio::test]
async fn lists_are_in_order_and_a_deleted_account_has_no_studies() {
    on_every_store("study-lists", async |store| {
        add_account(&*store, "1", "ada").await;
        add_account(&*store, "2", "bob").await;
        for (id, user, visibility, updated) in [
            ("a", "1", StudyVisibility::Public, 1),
            ("b", "1", StudyVisibility::Private, 2),
            ("c", "1", StudyVisibility::Link, 3),
            ("d", "2", StudyVisibility::Public, 4),
        ] {
            let row = study(id, user, visibility, CREATED + updated);
            assert!(store.add_study(row, 9).await.expect("an answer"), "{id}");
        }
        store.add_chapter(chapter("a", "one"), 9, CREATED + 5).await.expect("an answer");
        let ids = |listed: &[yipan_server::ListedStudy]| {
            listed.iter().map(|listed| format!("{}{}", listed.study.id, listed.chapters)).collect::<Vec<_>>()
        };
        let mine = store.studies_of("1").await.expect("studies");
        assert_eq!(
            (ids(&mine), mine[0].owner.as_str()),
            (vec!["a1".to_owned(), "c0".into(), "b0".into()], "Guest 1")
        );
        assert_eq!(ids(&store.public_studies(u64::MAX >> 1, 9).await.expect("studies")), ["a1", "d0"]);
        assert_eq!(ids(&store.public_studies(CREATED + 5, 9).await.expect("studies")), ["d0"]);
        assert_eq!(ids(&store.public_studies(u64::MAX >> 1, 1).await.expect("studies")), ["a1"]);
        store.delete_account("1", CREATED).await.expect("it is deleted");
        assert!(store.studies_of("1").await.expect("studies").is_empty());
        assert!(store.chapters_of("a").await.expect("chapters").is_empty());
        assert_eq!(ids(&store.public_studies(u64::MAX >> 1, 9).await.expect("studies")), ["d0"]);
    })
    .await;
}
