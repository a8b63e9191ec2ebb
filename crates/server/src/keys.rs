//! Sessions and API tokens over HTTP.

use axum::Json;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yipan_wire::{Fault, Key, Scope};

use crate::api::{
    Calling, Refused, Shared, account_owner, check_rate_limit, known, language, require_scope,
    run_to_completion, visitor, with_cookie,
};
use crate::body::Body;
use crate::faults;
use crate::openapi::{BodyErrors, CommonErrors};
use crate::people::{self, is_label};

/// The most days that a token may be good for.
const MOST_DAYS: u32 = 3_650;

/// `GET /api/keys`: lists sessions and tokens, by the hashes that end them.
#[utoipa::path(
    get, path = "/api/keys", tag = "users",
    summary = "Lists your sessions and tokens",
    responses(
        (status = 200, description = "Your sessions and tokens", body = [Key]),
        (status = 403, description = "The token lacks the scope", body = Fault),
        CommonErrors
    )
)]
pub(crate) async fn list(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    check_rate_limit(hall.read.check(caller.home()), &headers)?;
    let (visitor, cookie) = visitor(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Account, &headers)?;
    let keys = hall.store.keys_of(&visitor.person.id).await?.into_iter().map(|key| Key {
        current: key.hash == visitor.key,
        scopes: people::scopes(&key),
        id: key.hash,
        kind: key.kind,
        label: key.label,
        created: key.created,
        expires: key.expires,
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
        (status = 403, description = "The token lacks the scope", body = Fault),
        (status = 404, description = "You have no such key"),
        CommonErrors
    )
)]
pub(crate) async fn end(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, Refused> {
    // Without a session there is nothing that could be ended.
    let Some(visitor) = known(&hall, &headers, caller).await? else { return Ok(StatusCode::NOT_FOUND) };
    require_scope(&visitor, Scope::Account, &headers)?;
    let ended = run_to_completion(async move {
        let ended = hall.store.remove_key(&visitor.person.id, &id).await?;
        if ended {
            hall.presence.end(&id);
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
        (status = 403, description = "The token lacks the scope", body = Fault),
        CommonErrors
    )
)]
pub(crate) async fn end_others(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
) -> Result<StatusCode, Refused> {
    let Some(visitor) = known(&hall, &headers, caller).await? else { return Ok(StatusCode::NO_CONTENT) };
    require_scope(&visitor, Scope::Account, &headers)?;
    let ended = async move {
        for key in hall.store.keys_of(&visitor.person.id).await? {
            let is_other = key.kind == "session" && key.hash != visitor.key;
            if is_other && hall.store.remove_key(&visitor.person.id, &key.hash).await? {
                hall.presence.end(&key.hash);
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
        (status = 403, description = "You have no account, or the token lacks the scope", body = Fault),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn create_token(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(asked): Body<NewToken>,
) -> Result<Response, Refused> {
    check_rate_limit(hall.new_tokens.check(caller.home()), &headers)?;
    let visitor = account_owner(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Account, &headers)?;
    let is_good = is_label(&asked.name)
        && !asked.scopes.is_empty()
        && asked.days.is_none_or(|days| (1..=MOST_DAYS).contains(&days));
    if !is_good {
        let fault = faults::new_token(MOST_DAYS, language(&headers));
        return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, fault));
    }
    let token = hall.token_for(&visitor.person, &asked.name, &asked.scopes, asked.days).await?;
    // The account was deleted, or got another password, since the session was looked up.
    let ended = || Refused::new(StatusCode::UNAUTHORIZED, faults::session_ended(language(&headers)));
    Ok((StatusCode::CREATED, Json(CreatedToken { token: token.ok_or_else(ended)? })).into_response())
}
