use yipan_server::{CredentialRow, PasswordUpdate};

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
        store.renew_credential("expiring", 200).await.expect("it is renewed");
        assert!(store.expired_credentials(199, 10).await.expect("credentials").is_empty());
        let hashes = store.credentials_of("1").await.expect("credentials");
        assert_eq!(hashes.iter().map(|row| row.hash.as_str()).collect::<Vec<_>>(), ["expiring", "lasting"]);
        assert!(!store.remove_credential("2", "lasting").await.expect("an answer"), "it is another user's");
        assert!(store.remove_credential("1", "lasting").await.expect("an answer"));
        assert!(!store.remove_credential("1", "lasting").await.expect("an answer"));
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
