//! The user of a request, and helpers that most handlers need.

use std::future::Future;
use std::sync::Arc;

use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use tracing::Instrument;
use yipan_wire::Scope;

use super::accept_language::language;
use super::rejection::{ApiRejection, check_rate_limit};
use crate::api_errors;
use crate::app_state::AppState;
use crate::auth::authenticated_user::AuthenticatedUser;
use crate::auth::authentication::AuthError;
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limiters::LimitedRequest;
use crate::storage::store::StoreError;

pub(crate) type SharedState = State<Arc<AppState>>;
pub(crate) type ClientInfo = ConnectInfo<ClientAddr>;

/// Returns the authenticated user; `None` if the request has no valid credential.
pub(crate) async fn authenticated_user(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
) -> Result<Option<AuthenticatedUser>, ApiRejection> {
    app.auth.authenticate(headers, client).await.map_err(|error| match error {
        AuthError::InvalidToken => {
            ApiRejection::new(StatusCode::UNAUTHORIZED, api_errors::invalid_token(language(headers)))
        }
        AuthError::Store(error) => error.into(),
    })
}

/// Returns the authenticated user and a cookie to set, creating a guest (rate-limited by address) if there is none.
pub(crate) async fn user_or_guest(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
) -> Result<(AuthenticatedUser, Option<String>), ApiRejection> {
    if let Some(requester) = authenticated_user(app, headers, client).await? {
        let cookie = app.auth.renew_session(&requester, client).await;
        return Ok((requester, cookie));
    }
    check_rate_limit(app.check_limit(LimitedRequest::NewGuest(client.rate_limit_key())).await, headers)?;
    let (requester, cookie) = app.auth.create_guest(client).await?;
    Ok((requester, Some(cookie)))
}

/// Returns the authenticated user. Rejects guests.
pub(crate) async fn account_owner(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
) -> Result<AuthenticatedUser, ApiRejection> {
    let requester = authenticated_user(app, headers, client).await?;
    let needs_account =
        || ApiRejection::new(StatusCode::FORBIDDEN, api_errors::needs_account(language(headers)));
    requester.filter(|requester| requester.user.account.is_some()).ok_or_else(needs_account)
}

/// Returns the account of a request that needs this scope.
pub(crate) async fn account_with(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
    scope: Scope,
) -> Result<AuthenticatedUser, ApiRejection> {
    let requester = account_owner(app, headers, client).await?;
    require_scope(&requester, scope, headers)?;
    Ok(requester)
}

/// Returns the account of a request that needs this scope and counts as reading.
pub(crate) async fn reading_account(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
    scope: Scope,
) -> Result<AuthenticatedUser, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, headers)?;
    account_with(app, headers, client, scope).await
}

/// Returns the id of a user who may read; empty if the request is not authenticated.
pub(crate) async fn reader_id(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
) -> Result<String, ApiRejection> {
    let Some(requester) = authenticated_user(app, headers, client).await? else { return Ok(String::new()) };
    require_scope(&requester, Scope::Read, headers)?;
    Ok(requester.user.id)
}

/// Rejects a request that the API token has no scope for.
pub(crate) fn require_scope(
    requester: &AuthenticatedUser,
    scope: Scope,
    headers: &HeaderMap,
) -> Result<(), ApiRejection> {
    if requester.access.allows(scope) {
        return Ok(());
    }
    Err(ApiRejection::new(
        StatusCode::FORBIDDEN,
        api_errors::missing_scope(scope.as_str(), language(headers)),
    ))
}

pub(crate) fn with_cookie(mut response: Response, cookies: impl IntoIterator<Item = String>) -> Response {
    for cookie in cookies.into_iter().filter_map(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// Runs work to its end even if the client disconnects, so that no change is left half done.
pub(crate) async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::spawn(work.in_current_span()).await;
    done.map_err(|error| StoreError::Failed(error.to_string()))?
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn work_is_finished_even_if_its_request_is_dropped() {
        let (begin, begun) = oneshot::channel();
        let (release, released) = oneshot::channel::<()>();
        let (finish, finished) = oneshot::channel();
        let request = run_to_completion(async move {
            let _ = begin.send(());
            let _ = released.await;
            let _ = finish.send(());
            Ok(())
        });
        tokio::select! {
            _ = request => panic!("it waits for its release"),
            begun = begun => begun.expect("it begins"),
        }
        release.send(()).expect("it continues");
        let finished = tokio::time::timeout(Duration::from_secs(30), finished).await;
        finished.expect("in time").expect("it finishes");
    }
}
