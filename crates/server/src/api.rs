//! The hall over HTTP: who one is, opening and reading rooms, finished games.
// tidy: long because every handler carries its description

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio::sync::oneshot;
use tracing::Instrument;
use utoipa::{IntoParams, ToSchema};
use yipan_rules::Language;
use yipan_wire::{self as wire, Answer, Fault, Me, Opened, Scope, Summary, Terms};

pub(crate) use crate::accept_language::language;
use crate::body::Body;
use crate::caller::Caller;
use crate::hall::{Hall, OpenError};
use crate::openapi::{BodyErrors, Code, CommonErrors};
use crate::people::{NameError, Unknown, Visitor};
use crate::rate_limit::RetryAfter;
use crate::room::Ring;
use crate::room_lookup::LookupError;
use crate::store::{PersonRow, StoreError};
use crate::{export, faults, qr};

/// A refusal as HTTP has it.
#[derive(Debug)]
pub(crate) struct Refused {
    status: StatusCode,
    fault: Fault,
    /// Sent with every 429.
    retry_after: RetryAfter,
    is_store: bool,
}

impl Refused {
    pub(crate) fn new(status: StatusCode, fault: Fault) -> Refused {
        Refused { status, fault, retry_after: RetryAfter(Duration::ZERO), is_store: false }
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.fault)).into_response();
        if self.is_store {
            response.extensions_mut().insert(StoreFailed);
        }
        if self.status == StatusCode::TOO_MANY_REQUESTS {
            response.headers_mut().insert(header::RETRY_AFTER, self.retry_after.seconds().into());
        }
        response
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Refused {
        tracing::error!(%error, "a request could not be answered");
        Refused {
            is_store: true,
            ..Refused::new(StatusCode::SERVICE_UNAVAILABLE, faults::store(Language::English))
        }
    }
}

/// Marks a response whose words [`translate_store_errors`] replaces: an error of the store does not know the request's language.
#[derive(Clone, Copy, Debug)]
struct StoreFailed;

/// Answers errors of the store in the language of the request.
pub(crate) async fn translate_store_errors(request: Request, next: Next) -> Response {
    let language = language(request.headers());
    let response = next.run(request).await;
    if response.extensions().get::<StoreFailed>().is_none() {
        return response;
    }
    Refused::new(response.status(), faults::store(language)).into_response()
}

/// What every handler is given.
pub(crate) type Shared = State<Arc<Hall>>;
pub(crate) type Calling = ConnectInfo<Caller>;

/// Returns the user who asks, if they have proved who they are.
pub(crate) async fn known(
    hall: &Hall,
    headers: &HeaderMap,
    caller: Caller,
) -> Result<Option<Visitor>, Refused> {
    hall.visitor(headers, caller).await.map_err(|unknown| match unknown {
        Unknown::Token => Refused::new(StatusCode::UNAUTHORIZED, faults::token(language(headers))),
        Unknown::Store(error) => error.into(),
    })
}

/// Returns the user who asks, creating a guest if there is none.
pub(crate) async fn visitor(
    hall: &Hall,
    headers: &HeaderMap,
    caller: Caller,
) -> Result<(Visitor, Option<String>), Refused> {
    if let Some(visitor) = known(hall, headers, caller).await? {
        let cookie = hall.renew(&visitor, headers, caller).await;
        return Ok((visitor, cookie));
    }
    check_rate_limit(hall.new_guests.check(caller.home()), headers)?;
    let (visitor, cookie) = hall.welcome(caller).await?;
    Ok((visitor, Some(cookie)))
}

/// Returns the user who asks, if they have an account.
pub(crate) async fn account_owner(
    hall: &Hall,
    headers: &HeaderMap,
    caller: Caller,
) -> Result<Visitor, Refused> {
    let visitor = known(hall, headers, caller).await?;
    let needs_account = || Refused::new(StatusCode::FORBIDDEN, faults::needs_account(language(headers)));
    visitor.filter(|visitor| visitor.person.account.is_some()).ok_or_else(needs_account)
}

/// Finishes work even if the client does not wait for the answer, so that nothing is left half done.
pub(crate) async fn run_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::spawn(work.in_current_span()).await;
    done.map_err(|error| StoreError::Failed(error.to_string()))?
}

/// Refuses what is over a rate limit, and says when to come back.
pub(crate) fn check_rate_limit(checked: Result<(), RetryAfter>, headers: &HeaderMap) -> Result<(), Refused> {
    checked.map_err(|retry_after| rate_limited(retry_after, headers))
}

fn rate_limited(retry_after: RetryAfter, headers: &HeaderMap) -> Refused {
    let fault = faults::slow_down(language(headers));
    Refused { retry_after, ..Refused::new(StatusCode::TOO_MANY_REQUESTS, fault) }
}

/// Refuses what an API token has no scope for.
pub(crate) fn require_scope(visitor: &Visitor, scope: Scope, headers: &HeaderMap) -> Result<(), Refused> {
    if visitor.access.allows(scope) {
        return Ok(());
    }
    Err(Refused::new(StatusCode::FORBIDDEN, faults::scope(scope.as_str(), language(headers))))
}

pub(crate) fn with_cookie(mut response: Response, cookies: impl IntoIterator<Item = String>) -> Response {
    for cookie in cookies.into_iter().filter_map(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    response
}

/// `GET /api/me`
#[utoipa::path(
    get, path = "/api/me", tag = "users",
    summary = "Returns who you are; a first visit creates a guest and sets the cookie",
    responses((status = 200, description = "Who you are", body = Me), CommonErrors)
)]
pub(crate) async fn me(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let (visitor, cookie) = visitor(&hall, &headers, caller).await?;
    let PersonRow { id, name, account, .. } = visitor.person;
    Ok(with_cookie(Json(Me { id, name, account }).into_response(), cookie))
}

/// `GET /api/games`: the games of the one who asks, the latest first.
#[utoipa::path(
    get, path = "/api/games", tag = "games",
    summary = "Lists your games, the latest first, at most 200",
    responses((status = 200, description = "Your games", body = [Summary]), CommonErrors)
)]
pub(crate) async fn games(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    check_rate_limit(hall.read.check(caller.home()), &headers)?;
    let games = match known(&hall, &headers, caller).await? {
        Some(visitor) => {
            require_scope(&visitor, Scope::Read, &headers)?;
            hall.store.games_of(&visitor.person.id).await?
        }
        None => Vec::new(),
    };
    // A summary that an older hall wrote otherwise is left out rather than all of them.
    let games: Vec<Summary> = games.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    Ok(Json(games).into_response())
}

/// A new name.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct Named {
    name: String,
}

/// `PUT /api/me`
#[utoipa::path(
    put, path = "/api/me", tag = "users",
    summary = "Changes your name",
    request_body = Named,
    responses((status = 204, description = "Changed"), CommonErrors, BodyErrors)
)]
pub(crate) async fn rename(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(asked): Body<Named>,
) -> Result<Response, Refused> {
    check_rate_limit(hall.renamed.check(caller.home()), &headers)?;
    let (visitor, cookie) = visitor(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Account, &headers)?;
    let name = hall.check_name(&asked.name, &visitor.person).await.map_err(|error| match error {
        NameError::Malformed => {
            Refused::new(StatusCode::UNPROCESSABLE_ENTITY, faults::name(language(&headers)))
        }
        NameError::Taken => {
            Refused::new(StatusCode::UNPROCESSABLE_ENTITY, faults::name_taken(language(&headers)))
        }
        NameError::Store(error) => error.into(),
    })?;
    let person = PersonRow { name, ..visitor.person };
    hall.store.rename(&person.id, &person.name).await?;
    hall.presence.change(&person.id, &person);
    Ok(with_cookie(StatusCode::NO_CONTENT.into_response(), cookie))
}

/// `POST /api/rooms`
#[utoipa::path(
    post, path = "/api/rooms", tag = "rooms",
    summary = "Opens a room",
    request_body = Terms,
    responses((status = 201, description = "The new room", body = Opened), CommonErrors, BodyErrors)
)]
pub(crate) async fn open_room(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(terms): Body<Terms>,
) -> Result<Response, Refused> {
    check_rate_limit(hall.opened.check(caller.home()), &headers)?;
    let (visitor, cookie) = visitor(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Play, &headers)?;
    let opened = hall.open_room(terms, visitor.person.player()).await;
    let room = opened.map_err(|error| unopened(error, &headers))?;
    let body = Json(Opened { room, new: true });
    Ok(with_cookie((StatusCode::CREATED, body).into_response(), cookie))
}

fn unopened(error: OpenError, headers: &HeaderMap) -> Refused {
    match error {
        OpenError::Terms(error) => {
            Refused::new(StatusCode::UNPROCESSABLE_ENTITY, faults::terms(&error, language(headers)))
        }
        OpenError::Store(error) => error.into(),
    }
}

/// `POST /api/pair`: quick pairing.
#[utoipa::path(
    post, path = "/api/pair", tag = "rooms",
    summary = "Finds a public room with the same terms, or opens one",
    request_body = Terms,
    responses(
        (status = 200, description = "A room whose seat is reserved for ten seconds", body = Opened),
        (status = 201, description = "A new room", body = Opened),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn pair(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Body(terms): Body<Terms>,
) -> Result<Response, Refused> {
    check_rate_limit(hall.opened.check(caller.home()), &headers)?;
    let (visitor, cookie) = visitor(&hall, &headers, caller).await?;
    require_scope(&visitor, Scope::Play, &headers)?;
    let opened =
        hall.pair(terms, visitor.person.player()).await.map_err(|error| unopened(error, &headers))?;
    let status = if opened.new { StatusCode::CREATED } else { StatusCode::OK };
    Ok(with_cookie((status, Json(opened)).into_response(), cookie))
}

/// `GET /api/rooms/{code}/qr.svg`: the link to a room as a picture.
#[utoipa::path(
    get, path = "/api/rooms/{code}/qr.svg", tag = "rooms",
    summary = "Returns the link to a room as a QR code",
    params(Code),
    responses(
        (status = 200, description = "A picture", body = String, content_type = "image/svg+xml"),
        (status = 404, description = "No such room", body = Fault),
        CommonErrors
    )
)]
pub(crate) async fn qr(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, Refused> {
    check_rate_limit(hall.read.check(caller.home()), &headers)?;
    let picture = qr::link(caller, &headers, &code).and_then(|link| qr::svg(&link));
    let missing = || Refused::new(StatusCode::NOT_FOUND, faults::no_room(language(&headers)));
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture.ok_or_else(missing)?).into_response())
}

/// `GET /api/rooms`: the lobby.
#[utoipa::path(
    get, path = "/api/rooms", tag = "rooms",
    summary = "Lists public rooms that wait for a guest and games that may be watched",
    responses((status = 200, description = "A `lobby` message", body = Answer))
)]
pub(crate) async fn lobby(State(hall): Shared) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], hall.lobby.list().to_string()).into_response()
}

/// `GET /api/rooms/{code}`: a table as the one who asks may know it.
#[utoipa::path(
    get, path = "/api/rooms/{code}", tag = "rooms",
    summary = "Returns a room as you may know it",
    params(Code),
    responses(
        (status = 200, description = "The room", body = wire::State),
        (status = 404, description = "No such room, or it has no spectators", body = Fault),
        CommonErrors
    )
)]
pub(crate) async fn room(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Path(code): Path<String>,
) -> Result<Response, Refused> {
    check_rate_limit(hall.read.check(caller.home()), &headers)?;
    let person = reader(&hall, &headers, caller).await?;
    let missing = || Refused::new(StatusCode::NOT_FOUND, faults::no_room(language(&headers)));
    let found = hall.find_room(&code, caller.home(), &person).await;
    let line = found.map_err(|error| not_found(error, &headers))?;
    let (answer, told) = oneshot::channel();
    line.send(Ring::Show { person, answer }).await.map_err(|_| missing())?;
    let state = told.await.map_err(|_| missing())?;
    state.map(|state| Json(state).into_response()).ok_or_else(missing)
}

/// Returns the id of the user who wants to read something; an empty one if that is not known.
async fn reader(hall: &Hall, headers: &HeaderMap, caller: Caller) -> Result<String, Refused> {
    let Some(visitor) = known(hall, headers, caller).await? else { return Ok(String::new()) };
    require_scope(&visitor, Scope::Read, headers)?;
    Ok(visitor.person.id)
}

fn not_found(error: LookupError, headers: &HeaderMap) -> Refused {
    match error {
        LookupError::NotFound => Refused::new(StatusCode::NOT_FOUND, faults::no_room(language(headers))),
        LookupError::RateLimited(wait) => rate_limited(wait, headers),
        LookupError::Store(error) => error.into(),
    }
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Form {
    /// The language of the text: `en`, `zh-Hans` or `zh-Hant`.
    #[serde(default)]
    lang: Option<String>,
}

/// `GET /api/games/{code}/{form}`: a finished game as `record`, `pgn` or `text`.
#[utoipa::path(
    get, path = "/api/games/{code}/{form}", tag = "games",
    summary = "Returns a finished game as text",
    params(Code, ("form" = String, Path, description = "`record`, `pgn` or `text`"), Form),
    responses(
        (status = 200, description = "The game", body = String, content_type = "text/plain"),
        (status = 404, description = "No such room or form, or the game was aborted before it began", body = Fault),
        (status = 409, description = "The game is not over", body = Fault),
        CommonErrors
    )
)]
pub(crate) async fn game(
    State(hall): Shared,
    ConnectInfo(caller): Calling,
    headers: HeaderMap,
    Path((code, form)): Path<(String, String)>,
    Query(asked): Query<Form>,
) -> Result<Response, Refused> {
    check_rate_limit(hall.read.check(caller.home()), &headers)?;
    let language = asked.lang.and_then(|lang| lang.parse().ok()).unwrap_or_else(|| language(&headers));
    let person = reader(&hall, &headers, caller).await?;
    let found = hall.find_game(&code, caller.home(), &person).await;
    let table = found.map_err(|error| not_found(error, &headers))?;
    // A game without spectators stays its players' when it is over. The log may not know yet that one of them has signed in.
    if !table.admits(&person) && !hall.store.is_seated(&person, &code).await? {
        return Err(Refused::new(StatusCode::NOT_FOUND, faults::no_room(language)));
    }
    if !table.is_over() {
        return Err(Refused::new(StatusCode::CONFLICT, faults::not_finished(language)));
    }
    // It was called off before there was a game.
    if table.began().is_none() {
        return Err(Refused::new(StatusCode::NOT_FOUND, faults::not_played(language)));
    }
    let missing = if form == "pgn" { faults::no_pgn(language) } else { faults::no_form(language) };
    let export = move || match form.as_str() {
        "record" => table.record(),
        "text" => Some(export::text(&table, language)),
        "pgn" => export::pgn(&table),
        _ => None,
    };
    let text = hall.folds.run(export).await?;
    let text = text.ok_or(Refused::new(StatusCode::NOT_FOUND, missing))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

#[cfg(test)]
mod tests {
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
        release.send(()).expect("it goes on");
        let finished = tokio::time::timeout(Duration::from_secs(30), finished).await;
        finished.expect("in time").expect("it finishes");
    }
}
