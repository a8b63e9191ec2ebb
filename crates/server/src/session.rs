//! Sessions over HTTP: signing in and out.

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api::{
    Calling, Refused, Shared, check_rate_limit, known, language, run_to_completion, with_cookie,
};
use crate::body::Body;
use crate::hall::Hall;
use crate::openapi::{BodyErrors, CommonErrors};
use crate::password::PasswordAttempt;
use crate::people::{Access, Visitor, expired_cookies, is_account};
use crate::store::{PersonRow, StoreError};
use crate::{faults, sign_in_log};

/// A name and a password; no `Debug`, so that no log can hold them.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Credentials {
    pub(crate) name: String,
    pub(crate) password: String,
}

/// `POST /api/session`: signs in to an account, which gets what the guest who asks had.
#[utoipa::path(
    post, path = "/api/session", tag = "users",
    summary = "Signs in; a guest's games become the account's, including the seats of those in progress",
    request_body = Credentials,
    responses((status = 204, description = "Signed in; the cookie is set"), CommonErrors, BodyErrors)
)]
pub(crate) async fn sign_in(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(asked): Body<Credentials>,
) -> Result<Response, Refused> {
    let limited = |_: &Refused| sign_in_log::rate_limited(caller.address, &asked.name);
    check_rate_limit(hall.sign_ins.check(caller.home()), &headers).inspect_err(limited)?;
    let current = known(&hall, &headers, caller).await?;
    let name = asked.name.to_ascii_lowercase();
    if is_account(&name) {
        let owner = current.as_ref().filter(|visitor| visitor.person.account.as_ref() == Some(&name));
        let checked = match owner {
            Some(owner) => hall.password_attempts.check(PasswordAttempt::User(owner.person.id.clone())),
            None => {
                let attempt = PasswordAttempt::Account { name: name.clone(), address: caller.home() };
                // What one address tries in vain must not use up what all of them may try.
                hall.password_attempts.check(attempt).and_then(|()| hall.account_sign_ins.check(name.clone()))
            }
        };
        check_rate_limit(checked, &headers).inspect_err(limited)?;
    }
    let person = hall.store.account(&name).await?;
    let hash = person.as_ref().and_then(|person| person.password.clone());
    let is_right = hall.passwords.verify(asked.password, hash).await;
    let rejected = || {
        sign_in_log::rejected(caller.address, &asked.name);
        Refused::new(StatusCode::UNAUTHORIZED, faults::sign_in(language(&headers)))
    };
    let person = person.filter(|_| is_right).ok_or_else(rejected)?;
    let (session, cookie) = hall.new_session(&person, user_agent(&headers), caller);
    let is_admitted = run_to_completion(async move {
        // The account may have been deleted, or got another password, since this one was verified.
        if !hall.store.add_key(session, person.password.clone()).await? {
            return Ok(false);
        }
        if let Some(visitor) = current {
            leave(&hall, visitor, &person).await?;
        }
        Ok(true)
    });
    if !is_admitted.await? {
        return Err(rejected());
    }
    sign_in_log::accepted(caller.address, &asked.name);
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), Some(cookie)))
}

/// Ends the session that a client had before it signed in; a guest's games become the account's.
async fn leave(hall: &Hall, visitor: Visitor, account: &PersonRow) -> Result<(), StoreError> {
    if visitor.person.account.is_none() {
        return hall.adopt(&visitor.person.id, &account.id).await;
    }
    if matches!(visitor.access, Access::Session { .. })
        && hall.store.remove_key(&visitor.person.id, &visitor.key).await?
    {
        hall.presence.end(&visitor.key);
    }
    Ok(())
}

/// Returns what the user will know a new session by.
pub(crate) fn user_agent(headers: &HeaderMap) -> &str {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("unknown")
}

/// `DELETE /api/session`: ends this session; the next visit is a new guest's.
#[utoipa::path(
    delete, path = "/api/session", tag = "users",
    summary = "Signs out",
    responses((status = 204, description = "Signed out; the cookie is removed"), CommonErrors)
)]
pub(crate) async fn sign_out(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    if let Some(visitor) = known(&hall, &headers, caller).await? {
        let ended = async move {
            hall.store.remove_key(&visitor.person.id, &visitor.key).await?;
            hall.presence.end(&visitor.key);
            Ok(())
        };
        run_to_completion(ended).await?;
    }
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), expired_cookies(caller)))
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::account::sign_up;
    use crate::caller::Caller;
    use crate::store::PasswordRow;
    use crate::test_server::TestServer;

    const CALLER: Caller = Caller { address: IpAddr::V4(Ipv4Addr::LOCALHOST), is_secure: false };

    fn credentials(name: &str, password: &str) -> Body<Credentials> {
        Body(Credentials { name: name.to_owned(), password: password.to_owned() })
    }

    #[tokio::test]
    async fn a_sign_in_verifies_one_password_whether_or_not_the_account_exists() {
        let server = TestServer::open("verifications").await;
        let hall = &server.hall;
        let asked = credentials("Ada", "correct horse");
        sign_up(State(Arc::clone(hall)), ConnectInfo(CALLER), HeaderMap::new(), asked)
            .await
            .expect("an account");
        let mut before = hall.passwords.verifications();
        for (name, password, is_right) in [
            ("Ada", "correct horse", true),
            ("Ada", "wrong horse", false),
            ("Eve", "correct horse", false),
            ("no account may be called so", "correct horse", false),
        ] {
            let asked = credentials(name, password);
            let answer = sign_in(State(Arc::clone(hall)), ConnectInfo(CALLER), HeaderMap::new(), asked).await;
            assert_eq!(answer.is_ok(), is_right, "{name}");
            let after = hall.passwords.verifications();
            assert_eq!(after - before, 1, "{name}");
            before = after;
        }
        server.close().await;
    }

    #[tokio::test]
    async fn an_account_that_changes_while_its_password_is_verified_is_not_signed_in_to() {
        let server = TestServer::open("changed-meanwhile").await;
        let hall = &server.hall;
        for (name, is_deleted) in [("ada", false), ("bob", true)] {
            let asked = credentials(name, "correct horse");
            sign_up(State(Arc::clone(hall)), ConnectInfo(CALLER), HeaderMap::new(), asked)
                .await
                .expect("an account");
            let person = hall.store.account(name).await.expect("an answer").expect("an account");
            let (paused, before) = (hall.passwords.pause().await, hall.passwords.verifications());
            let asked = credentials(name, "correct horse");
            let answer = sign_in(State(Arc::clone(hall)), ConnectInfo(CALLER), HeaderMap::new(), asked);
            let answer = tokio::spawn(answer);
            let verifying = async {
                while hall.passwords.verifications() == before {
                    tokio::task::yield_now().await;
                }
            };
            tokio::time::timeout(Duration::from_secs(30), verifying).await.expect("it has read the account");
            if is_deleted {
                hall.store.delete_account(&person.id, 5).await.expect("it is deleted");
            } else {
                let change = PasswordRow {
                    id: person.id.clone(),
                    old: person.password.clone().expect("a hash"),
                    new: "another hash".to_owned(),
                    kept_key: String::new(),
                    new_key: None,
                };
                assert!(hall.store.change_password(change).await.expect("an answer"));
            }
            drop(paused);
            let refused = answer.await.expect("no panic").expect_err("a refusal");
            assert_eq!(refused.into_response().status(), StatusCode::UNAUTHORIZED, "{name}");
            assert_eq!(hall.store.keys_of(&person.id).await.expect("an answer"), [], "{name}");
        }
        server.close().await;
    }
}
