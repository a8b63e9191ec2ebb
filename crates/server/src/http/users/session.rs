//! Sessions over HTTP: signing in and out.

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api_errors;
use crate::app_state::AppState;
use crate::auth::authentication::{Access, AuthenticatedUser, expired_cookies, is_valid_account_name};
use crate::auth::password::PasswordAttempt;
use crate::auth::sign_in_log;
use crate::http::api::{
    ApiRejection, ClientInfo, SharedState, authenticated_user, check_rate_limit, language, run_to_completion,
    with_cookie,
};
use crate::http::json_body::JsonBody;
use crate::http::openapi::{BodyErrors, CommonErrors};
use crate::storage::store::{StoreError, UserRow};

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
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<Credentials>,
) -> Result<Response, ApiRejection> {
    let limited = |_: &ApiRejection| sign_in_log::log_rate_limited(caller.address, &asked.name);
    check_rate_limit(hall.sign_in_limiter.check(caller.rate_limit_key()), &headers).inspect_err(limited)?;
    let current = authenticated_user(&hall, &headers, caller).await?;
    let name = asked.name.to_ascii_lowercase();
    if is_valid_account_name(&name) {
        let owner = current.as_ref().filter(|visitor| visitor.user.account.as_ref() == Some(&name));
        let checked = match owner {
            Some(owner) => hall.password_attempt_limiter.check(PasswordAttempt::User(owner.user.id.clone())),
            None => {
                let attempt =
                    PasswordAttempt::Account { name: name.clone(), address: caller.rate_limit_key() };
                // What one address tries in vain must not use up what all of them may try.
                hall.password_attempt_limiter
                    .check(attempt)
                    .and_then(|()| hall.account_sign_in_limiter.check(name.clone()))
            }
        };
        check_rate_limit(checked, &headers).inspect_err(limited)?;
    }
    let person = hall.store.account(&name).await?;
    let hash = person.as_ref().and_then(|person| person.password_hash.clone());
    let is_right = hall.passwords.verify(asked.password, hash).await;
    let rejected = || {
        sign_in_log::log_rejected(caller.address, &asked.name);
        ApiRejection::new(StatusCode::UNAUTHORIZED, api_errors::bad_credentials(language(&headers)))
    };
    let person = person.filter(|_| is_right).ok_or_else(rejected)?;
    let (session, cookie) = hall.new_session(&person, user_agent(&headers), caller);
    let is_signed_in = run_to_completion(async move {
        // The account may have been deleted, or got another password, since this one was verified.
        if !hall.store.add_credential(session, person.password_hash.clone()).await? {
            return Ok(false);
        }
        if let Some(visitor) = current {
            end_previous_identity(&hall, visitor, &person).await?;
        }
        Ok(true)
    });
    if !is_signed_in.await? {
        return Err(rejected());
    }
    sign_in_log::log_accepted(caller.address, &asked.name);
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), Some(cookie)))
}

/// Ends the session that a client had before it signed in; a guest's games become the account's.
async fn end_previous_identity(
    hall: &AppState,
    visitor: AuthenticatedUser,
    account: &UserRow,
) -> Result<(), StoreError> {
    if visitor.user.account.is_none() {
        return hall.link_guest(&visitor.user.id, &account.id).await;
    }
    if matches!(visitor.access, Access::Session { .. })
        && hall.store.remove_credential(&visitor.user.id, &visitor.credential_hash).await?
    {
        hall.connections.end_credential(&visitor.credential_hash);
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
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    if let Some(visitor) = authenticated_user(&hall, &headers, caller).await? {
        let ended = async move {
            hall.store.remove_credential(&visitor.user.id, &visitor.credential_hash).await?;
            hall.connections.end_credential(&visitor.credential_hash);
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
    use crate::http::users::account::sign_up;
    use crate::net::client_addr::ClientAddr;
    use crate::storage::store::PasswordUpdate;
    use crate::test_server::TestServer;

    const CLIENT: ClientAddr = ClientAddr { address: IpAddr::V4(Ipv4Addr::LOCALHOST), is_secure: false };

    fn credentials(name: &str, password: &str) -> JsonBody<Credentials> {
        JsonBody(Credentials { name: name.to_owned(), password: password.to_owned() })
    }

    #[tokio::test]
    async fn a_sign_in_verifies_one_password_whether_or_not_the_account_exists() {
        let server = TestServer::open("verifications").await;
        let hall = &server.app;
        let asked = credentials("Ada", "correct horse");
        sign_up(State(Arc::clone(hall)), ConnectInfo(CLIENT), HeaderMap::new(), asked)
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
            let answer = sign_in(State(Arc::clone(hall)), ConnectInfo(CLIENT), HeaderMap::new(), asked).await;
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
        let hall = &server.app;
        for (name, is_deleted) in [("ada", false), ("bob", true)] {
            let asked = credentials(name, "correct horse");
            sign_up(State(Arc::clone(hall)), ConnectInfo(CLIENT), HeaderMap::new(), asked)
                .await
                .expect("an account");
            let person = hall.store.account(name).await.expect("an answer").expect("an account");
            let (paused, before) = (hall.passwords.pause().await, hall.passwords.verifications());
            let asked = credentials(name, "correct horse");
            let answer = sign_in(State(Arc::clone(hall)), ConnectInfo(CLIENT), HeaderMap::new(), asked);
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
                let change = PasswordUpdate {
                    user_id: person.id.clone(),
                    old_hash: person.password_hash.clone().expect("a hash"),
                    new_hash: "another hash".to_owned(),
                    kept_credential: String::new(),
                    new_credential: None,
                };
                assert!(hall.store.change_password(change).await.expect("an answer"));
            }
            drop(paused);
            let rejection = answer.await.expect("no panic").expect_err("a refusal");
            assert_eq!(rejection.into_response().status(), StatusCode::UNAUTHORIZED, "{name}");
            assert_eq!(hall.store.credentials_of(&person.id).await.expect("an answer"), [], "{name}");
        }
        server.close().await;
    }
}
