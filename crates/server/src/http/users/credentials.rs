//! Sessions and API tokens over HTTP.

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yipan_wire::{ApiError, Credential, Scope};

use crate::api_errors;
use crate::auth::authentication::{is_valid_label, scopes};
use crate::http::api::{
    ApiRejection, ClientInfo, SharedState, account_owner, authenticated_user, check_rate_limit, language,
    require_scope, run_to_completion, user_or_guest, with_cookie,
};
use crate::http::json_body::JsonBody;
use crate::http::openapi::{BodyErrors, CommonErrors};

/// The most days that a token may be good for.
const MAX_TOKEN_DAYS: u32 = 3_650;

/// `GET /api/keys`: lists sessions and tokens, by the hashes that end them.
#[utoipa::path(
    get, path = "/api/keys", tag = "users",
    summary = "Lists your sessions and tokens",
    responses(
        (status = 200, description = "Your sessions and tokens", body = [Credential]),
        (status = 403, description = "The token lacks the scope", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn list(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.read_limiter.check(caller.rate_limit_key()), &headers)?;
    let (visitor, cookie) = user_or_guest(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Account, &headers)?;
    let keys = hall.store.credentials_of(&visitor.user.id).await?.into_iter().map(|key| Credential {
        is_current: key.hash == visitor.credential_hash,
        scopes: scopes(&key),
        id: key.hash,
        kind: key.kind,
        label: key.label,
        created_at: key.created,
        expires_at: key.expires,
    });
    Ok(with_cookie(Json(keys.collect::<Vec<_>>()).into_response(), cookie))
}

/// `DELETE /api/keys/{id}`
#[utoipa::path(
    delete, path = "/api/keys/{id}", tag = "users",
    summary = "Ends a session or a token",
    params(("id" = String, Path, description = "The `id` of a key")),
    responses(
        (status = 204, description = "Ended"),
        (status = 403, description = "The token lacks the scope", body = ApiError),
        (status = 404, description = "You have no such key"),
        CommonErrors
    )
)]
pub(crate) async fn end(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiRejection> {
    // Without a session there is nothing that could be ended.
    let Some(visitor) = authenticated_user(&hall, &headers, caller).await? else {
        return Ok(StatusCode::NOT_FOUND);
    };
    require_scope(&visitor, Scope::Account, &headers)?;
    let ended = run_to_completion(async move {
        let ended = hall.store.remove_credential(&visitor.user.id, &id).await?;
        if ended {
            hall.connections.end_credential(&id);
        }
        Ok(ended)
    });
    let ended = ended.await?;
    Ok(if ended { StatusCode::NO_CONTENT } else { StatusCode::NOT_FOUND })
}

/// `DELETE /api/keys`: ends every session but the one that asks. Tokens are ended one by one.
#[utoipa::path(
    delete, path = "/api/keys", tag = "users",
    summary = "Ends every session but the current one",
    responses(
        (status = 204, description = "Ended"),
        (status = 403, description = "The token lacks the scope", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn end_others(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
) -> Result<StatusCode, ApiRejection> {
    let Some(visitor) = authenticated_user(&hall, &headers, caller).await? else {
        return Ok(StatusCode::NO_CONTENT);
    };
    require_scope(&visitor, Scope::Account, &headers)?;
    let ended = async move {
        for key in hall.store.credentials_of(&visitor.user.id).await? {
            let is_other = key.kind == "session" && key.hash != visitor.credential_hash;
            if is_other && hall.store.remove_credential(&visitor.user.id, &key.hash).await? {
                hall.connections.end_credential(&key.hash);
            }
        }
        Ok(())
    };
    run_to_completion(ended).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What a new token is to be.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewToken {
    name: String,
    #[serde(default = "default_scopes")]
    scopes: Vec<Scope>,
    /// Days until it expires; `None` for never.
    #[serde(default)]
    days: Option<u32>,
}

/// A token that has just been created.
#[derive(Serialize, ToSchema)]
pub(crate) struct CreatedToken {
    token: String,
}

fn default_scopes() -> Vec<Scope> {
    vec![Scope::Play, Scope::Read]
}

/// `POST /api/tokens`: makes a token, which is shown once.
#[utoipa::path(
    post, path = "/api/tokens", tag = "users",
    summary = "Creates a token for a program",
    request_body = NewToken,
    responses(
        (status = 201, description = "The token, which is shown once", body = CreatedToken),
        (status = 403, description = "You have no account, or the token lacks the scope", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn create_token(
    State(hall): SharedState,
    ConnectInfo(caller): ClientInfo,
    headers: HeaderMap,
    JsonBody(asked): JsonBody<NewToken>,
) -> Result<Response, ApiRejection> {
    check_rate_limit(hall.new_token_limiter.check(caller.rate_limit_key()), &headers)?;
    let visitor = account_owner(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Account, &headers)?;
    let is_good = is_valid_label(&asked.name)
        && !asked.scopes.is_empty()
        && asked.days.is_none_or(|days| (1..=MAX_TOKEN_DAYS).contains(&days));
    if !is_good {
        let error = api_errors::bad_token_request(MAX_TOKEN_DAYS, language(&headers));
        return Err(ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, error));
    }
    let token = hall.create_token(&visitor.user, &asked.name, &asked.scopes, asked.days).await?;
    // The account was deleted, or got another password, since the session was looked up.
    let ended = || ApiRejection::new(StatusCode::UNAUTHORIZED, api_errors::session_ended(language(&headers)));
    Ok((StatusCode::CREATED, Json(CreatedToken { token: token.ok_or_else(ended)? })).into_response())
}
