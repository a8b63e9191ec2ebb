use yipan_server::{CredentialRow, NewSecret, PasswordUpdate, SecretRotation};

use crate::store_contract::support::{add_account, guest, on_every_store, session};

#[tokio::test]
async fn a_credential_is_added_only_while_its_user_has_the_verified_password() {
    on_every_store("add-credential", async |store| {
        let add = async |hash: &str, password: Option<&str>| {
            let added = store.add_credential(session(hash, "1"), password.map(str::to_owned)).await;
            let added = added.expect("an answer");
            assert_eq!(store.credential(hash).await.expect("an answer").is_some(), added, "{hash}");
            added
        };
        assert!(!add("early", None).await, "there is no such user");
        add_account(&*store, "1", "ada").await;
        assert!(!add("late-guest", None).await);
        assert!(add("second", Some("hash")).await);
        let [user_id, old_hash, new_hash, kept_credential] =
            ["1", "hash", "new", "1-session"].map(str::to_owned);
        let change = PasswordUpdate { user_id, old_hash, new_hash, kept_credential, new_credential: None };
        assert!(store.change_password(change).await.expect("an answer"));
        for (hash, is_left) in [("1-session", true), ("second", false)] {
            assert_eq!(store.credential(hash).await.expect("an answer").is_some(), is_left, "{hash}");
        }
        assert!(!add("third", Some("hash")).await);
        assert!(add("third", Some("new")).await);
        store.delete_account("1", 5).await.expect("it is deleted");
        for password in [Some("new"), None] {
            assert!(!add("fourth", password).await, "{password:?}");
        }
    })
    .await;
}

#[tokio::test]
async fn credentials_expire_are_renewed_and_removed_by_their_owner() {
    on_every_store("expiry", async |store| {
        store.add_user(guest("1", 0)).await.expect("a guest");
        let expiring = CredentialRow {
            expires: Some(100),
            scopes: "play read".to_owned(),
            created: 1,
            ..session("expiring", "1")
        };
        assert!(store.add_credential(expiring.clone(), None).await.expect("an answer"));
        assert!(store.add_credential(session("lasting", "1"), None).await.expect("an answer"));
        assert_eq!(store.credential("expiring").await.expect("an answer"), Some(expiring.clone()));
        assert!(store.expired_credentials(99, 10).await.expect("credentials").is_empty());
        assert_eq!(store.expired_credentials(100, 10).await.expect("credentials"), [expiring]);
        let change = NewSecret { expires: 200, ..new_secret("expiring", "expiring", "expiring", "second") };
        assert!(store.rotate_secret(change).await.expect("an answer"));
        assert!(store.expired_credentials(199, 10).await.expect("credentials").is_empty());
        let hashes = store.credentials_of("1").await.expect("credentials");
        assert_eq!(hashes.iter().map(|row| row.hash.as_str()).collect::<Vec<_>>(), ["expiring", "lasting"]);
        assert!(!store.remove_credential("2", "lasting").await.expect("an answer"), "it is another user's");
        assert!(store.remove_credential("1", "lasting").await.expect("an answer"));
        assert!(!store.remove_credential("1", "lasting").await.expect("an answer"));
    })
    .await;
}

fn new_secret(session: &str, replaced: &str, previous: &str, secret: &str) -> NewSecret {
    let [session, replaced, previous, secret] = [session, replaced, previous, secret].map(str::to_owned);
    NewSecret { session, replaced, previous, secret, issued: 50, expires: 1_000 }
}

#[tokio::test]
async fn a_session_accepts_its_newest_secret_and_for_a_while_the_one_before() {
    on_every_store("secrets", async |store| {
        store.add_user(guest("1", 0)).await.expect("a guest");
        assert!(store.add_credential(session("first", "1"), None).await.expect("an answer"));
        let accepted = async |secret: &str, now: u64| {
            let found = store.credential_of_secret(secret, now).await.expect("an answer");
            found.map(|credential| credential.hash)
        };
        let first = Some("first".to_owned());
        assert_eq!(accepted("first", 10).await, first);
        // Of two requests at the same time one gives the session its secret.
        let rotate = async |replaced: &str, previous: &str, secret: &str| {
            store.rotate_secret(new_secret("first", replaced, previous, secret)).await.expect("an answer")
        };
        assert!(rotate("first", "first", "second").await);
        assert!(!rotate("first", "first", "third").await);
        let rotation = store.credential("first").await.expect("an answer").expect("a session").rotation;
        let [current, previous] = ["second", "first"].map(str::to_owned);
        let expected = SecretRotation { current, issued: 50, previous, previous_expires: None };
        assert_eq!(rotation, Some(expected));
        for secret in ["first", "second"] {
            assert_eq!(accepted(secret, 999).await, first, "{secret}");
        }
        assert_eq!(accepted("third", 50).await, None);
        // The second secret was lost, and the client with the first one receives a third.
        assert!(rotate("second", "first", "third").await);
        assert_eq!(
            [accepted("first", 60).await, accepted("third", 60).await],
            [first.clone(), first.clone()]
        );
        assert_eq!(accepted("second", 60).await, None);
        store.end_previous_secret("first", "second", 70).await.expect("an answer");
        assert_eq!(accepted("first", 90).await, first, "the second secret is not the newest");
        store.end_previous_secret("first", "third", 100).await.expect("an answer");
        store.end_previous_secret("first", "third", 200).await.expect("an answer");
        assert_eq!([accepted("first", 99).await, accepted("first", 100).await], [first.clone(), None]);
        assert_eq!(accepted("third", 500).await, first);
        assert!(store.remove_credential("1", "first").await.expect("an answer"));
        for secret in ["first", "third"] {
            assert_eq!(accepted(secret, 60).await, None, "{secret}");
        }
        assert!(!rotate("third", "third", "fourth").await, "the session has ended");
    })
    .await;
}

#[tokio::test]
async fn the_signing_key_is_created_once() {
    on_every_store("signing-key", async |store| {
        let key = store.signing_key().await.expect("a key");
        assert!(key.len() >= 32, "{}", key.len());
        assert_eq!(store.signing_key().await.expect("a key"), key);
        store.probe().await.expect("the store can be written");
    })
    .await;
}
