//! Handlers for signing in and out.

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::api_errors;
use crate::app_state::AppState;
use crate::auth::account_name::is_valid_account_name;
use crate::auth::authenticated_user::{Access, AuthenticatedUser};
use crate::auth::session_cookie::expired_cookies;
use crate::auth::sign_in_log;
use crate::http::accept_language::language;
use crate::http::json_body::JsonBody;
use crate::http::openapi_responses::{BodyErrors, CommonErrors};
use crate::http::rejection::{ApiRejection, check_rate_limit};
use crate::http::requester::{ClientInfo, SharedState, authenticated_user, run_to_completion, with_cookie};
use crate::net::rate_limiters::{LimitedRequest, PasswordAttempt};
use crate::storage::rows::UserRow;
use crate::storage::store::StoreError;

/// A name and a password; no `Debug`, so that no log can hold them.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Credentials {
    pub(crate) name: String,
    pub(crate) password: String,
}

/// Handles `POST /api/session`. The account inherits the games of the guest.
#[utoipa::path(
    post, path = "/api/session", tag = "users",
    summary = "Signs in; a guest's games become the account's, including the seats of those in progress",
    request_body = Credentials,
    responses(
        (status = 204, description = "Signed in; the cookie is set"),
        (status = 403, description = "A moderator has closed the account; the message has the reason", body = yipan_wire::ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn sign_in(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(body): JsonBody<Credentials>,
) -> Result<Response, ApiRejection> {
    let limited = |_: &ApiRejection| sign_in_log::log_rate_limited(client.address, &body.name);
    check_rate_limit(app.check_limit(LimitedRequest::SignIn(client.rate_limit_key())).await, &headers)
        .inspect_err(limited)?;
    let current = authenticated_user(&app, &headers, client).await?;
    let name = body.name.to_ascii_lowercase();
    if is_valid_account_name(&name) {
        let owner = current.as_ref().filter(|requester| requester.user.account.as_ref() == Some(&name));
        let checked = match owner {
            Some(owner) => {
                let attempt = PasswordAttempt::User(owner.user.id.clone());
                app.check_limit(LimitedRequest::PasswordAttempt(attempt)).await
            }
            None => {
                let attempt =
                    PasswordAttempt::Account { name: name.clone(), address: client.rate_limit_key() };
                // An address over its own limit must not use up the limit of all addresses.
                match app.check_limit(LimitedRequest::PasswordAttempt(attempt)).await {
                    Ok(()) => app.check_limit(LimitedRequest::AccountSignIn(name.clone())).await,
                    denied => denied,
                }
            }
        };
        check_rate_limit(checked, &headers).inspect_err(limited)?;
    }
    let user = app.store.account(&name).await?;
    let hash = user.as_ref().and_then(|user| user.password_hash.clone());
    let is_right = app.auth.passwords.verify(body.password, hash).await;
    let rejected = || {
        sign_in_log::log_rejected(client.address, &body.name);
        ApiRejection::new(StatusCode::UNAUTHORIZED, api_errors::bad_credentials(language(&headers)))
    };
    let user = user.filter(|_| is_right).ok_or_else(rejected)?;
    let (session, cookie) = app.auth.new_session(&user, user_agent(&headers), client);
    let outcome = run_to_completion(async move {
        // The account may have been closed or deleted, or its password changed, since this one was verified.
        if !app.store.add_credential(session, user.password_hash.clone()).await? {
            let close_reason = app.store.sanctions_of(&user.id).await?.close_reason;
            return Ok(close_reason.map_or(SignIn::Rejected, SignIn::Closed));
        }
        if let Some(requester) = current {
            end_previous_identity(&app, requester, &user).await?;
        }
        Ok(SignIn::Accepted)
    });
    match outcome.await? {
        SignIn::Accepted => {}
        SignIn::Rejected => return Err(rejected()),
        // Only a client with the password learns that the account is closed.
        SignIn::Closed(reason) => {
            sign_in_log::log_rejected(client.address, &body.name);
            let error = api_errors::moderation::account_closed(&reason, language(&headers));
            return Err(ApiRejection::new(StatusCode::FORBIDDEN, error));
        }
    }
    sign_in_log::log_accepted(client.address, &body.name);
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), Some(cookie)))
}

/// The outcome of a sign-in with the right password.
enum SignIn {
    Accepted,
    /// The account was deleted, or its password changed meanwhile.
    Rejected,
    /// A moderator has closed the account, for this reason.
    Closed(String),
}

/// Ends the session that a client had before it signed in. A guest is linked to the account.
///
/// The connections of the guest end, because others may have opened them with the same cookie.
async fn end_previous_identity(
    app: &AppState,
    requester: AuthenticatedUser,
    account: &UserRow,
) -> Result<(), StoreError> {
    if requester.user.account.is_none() {
        let guest_id = &requester.user.id;
        if let Some(rooms) = app.store.link_guest(guest_id, &account.id).await? {
            app.auth.connections.end_user(guest_id);
            app.rooms.transfer_seats_everywhere(&rooms).await;
        }
        return Ok(());
    }
    if matches!(requester.access, Access::Session { .. })
        && app.store.remove_credential(&requester.user.id, &requester.credential_hash).await?
    {
        app.auth.connections.end_credential(&requester.credential_hash);
    }
    Ok(())
}

/// Returns the label of a new session.
pub(crate) fn user_agent(headers: &HeaderMap) -> &str {
    headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("unknown")
}

/// Handles `DELETE /api/session`. The next request creates a new guest.
#[utoipa::path(
    delete, path = "/api/session", tag = "users",
    summary = "Signs out",
    responses((status = 204, description = "Signed out; the cookie is removed"), CommonErrors)
)]
pub(crate) async fn sign_out(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    if let Some(requester) = authenticated_user(&app, &headers, client).await? {
        let ended = async move {
            app.store.remove_credential(&requester.user.id, &requester.credential_hash).await?;
            app.auth.connections.end_credential(&requester.credential_hash);
            Ok(())
        };
        run_to_completion(ended).await?;
    }
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), expired_cookies(client)))
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;
    use crate::http::users::account::sign_up;
    use crate::net::client_addr::ClientAddr;
    use crate::storage::rows::PasswordUpdate;
    use crate::test_server::TestServer;

    const CLIENT: ClientAddr = ClientAddr { address: IpAddr::V4(Ipv4Addr::LOCALHOST), is_secure: false };

    fn credentials(name: &str, password: &str) -> JsonBody<Credentials> {
        JsonBody(Credentials { name: name.to_owned(), password: password.to_owned() })
    }

    #[tokio::test]
    async fn a_sign_in_verifies_one_password_whether_or_not_the_account_exists() {
        let server = TestServer::open("verifications").await;
        let app = &server.app;
        let body = credentials("Ada", "correct horse");
        sign_up(State(Arc::clone(app)), ConnectInfo(CLIENT), HeaderMap::new(), body)
            .await
            .expect("an account");
        let mut before = app.auth.passwords.verifications();
        for (name, password, is_right) in [
            ("Ada", "correct horse", true),
            ("Ada", "wrong horse", false),
            ("Eve", "correct horse", false),
            ("not a valid name", "correct horse", false),
        ] {
            let body = credentials(name, password);
            let response = sign_in(State(Arc::clone(app)), ConnectInfo(CLIENT), HeaderMap::new(), body).await;
            assert_eq!(response.is_ok(), is_right, "{name}");
            let after = app.auth.passwords.verifications();
            assert_eq!(after - before, 1, "{name}");
            before = after;
        }
        server.close().await;
    }

    #[tokio::test]
    async fn a_sign_in_fails_if_the_account_changes_while_its_password_is_verified() {
        let server = TestServer::open("changed-meanwhile").await;
        let app = &server.app;
        for (name, is_deleted) in [("ada", false), ("bob", true)] {
            let body = credentials(name, "correct horse");
            sign_up(State(Arc::clone(app)), ConnectInfo(CLIENT), HeaderMap::new(), body)
                .await
                .expect("an account");
            let user = app.store.account(name).await.expect("an answer").expect("an account");
            let (paused, before) = (app.auth.passwords.pause().await, app.auth.passwords.verifications());
            let body = credentials(name, "correct horse");
            let response = sign_in(State(Arc::clone(app)), ConnectInfo(CLIENT), HeaderMap::new(), body);
            let response = tokio::spawn(response);
            let verifying = async {
                while app.auth.passwords.verifications() == before {
                    tokio::task::yield_now().await;
                }
            };
            tokio::time::timeout(Duration::from_secs(30), verifying).await.expect("it has read the account");
            if is_deleted {
                app.store.delete_account(&user.id, 5).await.expect("it is deleted");
            } else {
                let change = PasswordUpdate {
                    user_id: user.id.clone(),
                    old_hash: user.password_hash.clone().expect("a hash"),
                    new_hash: "another hash".to_owned(),
                    kept_credential: String::new(),
                    new_credential: None,
                };
                assert!(app.store.change_password(change).await.expect("an answer"));
            }
            drop(paused);
            let rejection = response.await.expect("no panic").expect_err("a rejection");
            assert_eq!(rejection.into_response().status(), StatusCode::UNAUTHORIZED, "{name}");
            assert_eq!(app.store.credentials_of(&user.id).await.expect("an answer"), [], "{name}");
        }
        server.close().await;
    }
}
