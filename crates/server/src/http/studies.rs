//! Handlers for studies.

use axum::Json;
use axum::extract::{ConnectInfo, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use yipan_wire::{
    ApiError, ChapterChange, ChapterContents, CreatedId, MAX_CHAPTER_BYTES, MAX_CHAPTERS, MAX_STUDIES,
    MAX_STUDY_BYTES, MAX_STUDY_TITLE_CHARACTERS, NewStudy, Scope, Study, StudyChange, StudyChapter,
    StudySummary, StudyVisibility,
};

use super::accept_language::language;
use super::json_body::JsonBody;
use super::openapi_responses::{BodyErrors, CommonErrors};
use super::rejection::{ApiRejection, check_rate_limit};
use super::requester::{ClientInfo, SharedState, reader_id, reading_account};
use crate::api_errors::studies as messages;
use crate::app_state::AppState;
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limiters::LimitedRequest;
use crate::random;
use crate::storage::study_rows::{ChapterRow, ListedStudy, StudyRow, StudyUpdate};

/// The most bytes of a request about a study. In JSON a tree is longer, because its quotation marks are escaped.
pub(crate) const MAX_STUDY_BODY_BYTES: usize = 2 * MAX_CHAPTER_BYTES + 8 * 1024;

/// The most public studies in one answer.
const PUBLIC_PAGE: u32 = 50;

/// The identifier of a study in a path.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it only describes a path parameter")]
pub(crate) struct StudyId {
    /// The identifier of the study.
    id: String,
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PublicQuery {
    /// Lists studies that were changed before this time, in milliseconds since 1970.
    #[serde(default)]
    before: Option<u64>,
}

/// Handles `GET /api/me/studies`.
#[utoipa::path(
    get, path = "/api/me/studies", tag = "studies",
    summary = "Lists the studies of your account, the one that was changed last first",
    responses(
        (status = 200, description = "Your studies", body = Vec<StudySummary>),
        (status = 403, description = "Only an account has studies", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn own(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
) -> Result<Json<Vec<StudySummary>>, ApiRejection> {
    let requester = reading_account(&app, &headers, client, Scope::Read).await?;
    let studies = app.store.studies_of(&requester.user.id).await?;
    Ok(Json(studies.into_iter().map(summary).collect()))
}

/// Handles `GET /api/studies`.
#[utoipa::path(
    get, path = "/api/studies", tag = "studies",
    summary = "Lists public studies, the one that was changed last first, at most 50",
    params(PublicQuery),
    responses((status = 200, description = "Public studies", body = Vec<StudySummary>), CommonErrors)
)]
pub(crate) async fn public(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Query(query): Query<PublicQuery>,
) -> Result<Json<Vec<StudySummary>>, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let before = query.before.unwrap_or(i64::MAX as u64).min(i64::MAX as u64);
    let studies = app.store.public_studies(before, PUBLIC_PAGE).await?;
    Ok(Json(studies.into_iter().map(summary).collect()))
}

/// Handles `POST /api/studies`.
#[utoipa::path(
    post, path = "/api/studies", tag = "studies",
    summary = "Creates a study of your account",
    request_body = NewStudy,
    responses(
        (status = 201, description = "The new study", body = CreatedId),
        (status = 403, description = "Only an account has studies", body = ApiError),
        (status = 409, description = "The account has 200 studies", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn create(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    JsonBody(new): JsonBody<NewStudy>,
) -> Result<Response, ApiRejection> {
    let requester = reading_account(&app, &headers, client, Scope::Play).await?;
    let (id, now) = (random::link_id(), app.clock.millis().0);
    let study = StudyRow {
        id: id.clone(),
        user_id: requester.user.id,
        title: checked_title(&new.title, &headers)?,
        visibility: new.visibility,
        version: 1,
        created: now,
        updated: now,
    };
    if !app.store.add_study(study, MAX_STUDIES as u32).await? {
        let error = messages::too_many_studies(language(&headers));
        return Err(ApiRejection::new(StatusCode::CONFLICT, error));
    }
    Ok((StatusCode::CREATED, Json(CreatedId { id })).into_response())
}

/// Handles `GET /api/studies/{id}`.
#[utoipa::path(
    get, path = "/api/studies/{id}", tag = "studies",
    summary = "Returns a study that you may read, with its chapters",
    params(StudyId),
    responses(
        (status = 200, description = "The study", body = Study),
        (status = 404, description = "No such study, or it is private", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn read(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Study>, ApiRejection> {
    check_rate_limit(app.check_limit(LimitedRequest::Read(client.rate_limit_key())).await, &headers)?;
    let user_id = reader_id(&app, &headers, client).await?;
    check_id(&id, &headers)?;
    let found = app.store.study(&id).await?;
    let is_readable =
        |study: &StudyRow| study.user_id == user_id || study.visibility != StudyVisibility::Private;
    let study = found.filter(is_readable).ok_or_else(|| not_found(&headers))?;
    let chapters = app.store.chapters_of(&id).await?;
    let owner = app.store.user(&study.user_id).await?;
    Ok(Json(Study {
        id: study.id,
        title: study.title,
        visibility: study.visibility,
        owner: owner.map(|owner| owner.name).unwrap_or_default(),
        is_own: study.user_id == user_id,
        version: study.version,
        updated: study.updated,
        chapters: chapters.into_iter().map(chapter).collect(),
    }))
}

/// Handles `PUT /api/studies/{id}`.
#[utoipa::path(
    put, path = "/api/studies/{id}", tag = "studies",
    summary = "Changes the title, the visibility and the order of the chapters of your study",
    params(StudyId),
    request_body = StudyChange,
    responses(
        (status = 204, description = "Changed; the version is the next one"),
        (status = 404, description = "No such study of yours", body = ApiError),
        (status = 409, description = "It has another version", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn change(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
    JsonBody(change): JsonBody<StudyChange>,
) -> Result<StatusCode, ApiRejection> {
    own_study(&app, &headers, client, &id).await?;
    let update = StudyUpdate {
        id,
        version: change.version,
        title: checked_title(&change.title, &headers)?,
        visibility: change.visibility,
        chapters: change.chapters.into_iter().filter(|id| !id.contains('\0')).take(MAX_CHAPTERS).collect(),
        updated: app.clock.millis().0,
    };
    if !app.store.update_study(update).await? {
        return Err(changed(&headers));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Handles `DELETE /api/studies/{id}`.
#[utoipa::path(
    delete, path = "/api/studies/{id}", tag = "studies",
    summary = "Deletes your study with its chapters",
    params(StudyId),
    responses(
        (status = 204, description = "Deleted"),
        (status = 404, description = "No such study of yours", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn remove(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiRejection> {
    own_study(&app, &headers, client, &id).await?;
    app.store.remove_study(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Handles `POST /api/studies/{id}/chapters`.
#[utoipa::path(
    post, path = "/api/studies/{id}/chapters", tag = "studies",
    summary = "Adds a chapter to your study, after all others",
    params(StudyId),
    request_body = ChapterContents,
    responses(
        (status = 201, description = "The new chapter, whose version is 1", body = CreatedId),
        (status = 404, description = "No such study of yours", body = ApiError),
        (status = 409, description = "The study has 64 chapters", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn add_chapter(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path(study_id): Path<String>,
    JsonBody(contents): JsonBody<ChapterContents>,
) -> Result<Response, ApiRejection> {
    let owner = own_study(&app, &headers, client, &study_id).await?;
    let id = random::link_id();
    let row = chapter_row(study_id, id.clone(), 1, &contents, &headers)?;
    check_study_bytes(&app, &owner, &row, &headers).await?;
    if !app.store.add_chapter(row, MAX_CHAPTERS as u32, app.clock.millis().0).await? {
        let error = messages::too_many_chapters(language(&headers));
        return Err(ApiRejection::new(StatusCode::CONFLICT, error));
    }
    Ok((StatusCode::CREATED, Json(CreatedId { id })).into_response())
}

/// Handles `PUT /api/studies/{id}/chapters/{chapter}`.
#[utoipa::path(
    put, path = "/api/studies/{id}/chapters/{chapter}", tag = "studies",
    summary = "Changes a chapter of your study",
    params(StudyId, ("chapter" = String, Path, description = "The identifier of the chapter")),
    request_body = ChapterChange,
    responses(
        (status = 204, description = "Changed; the version is the next one"),
        (status = 404, description = "No such study of yours", body = ApiError),
        (status = 409, description = "It has another version, or was deleted", body = ApiError),
        CommonErrors,
        BodyErrors
    )
)]
pub(crate) async fn change_chapter(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path((study_id, id)): Path<(String, String)>,
    JsonBody(change): JsonBody<ChapterChange>,
) -> Result<StatusCode, ApiRejection> {
    let owner = own_study(&app, &headers, client, &study_id).await?;
    let row = chapter_row(study_id, id, change.version, &change.contents, &headers)?;
    check_study_bytes(&app, &owner, &row, &headers).await?;
    if !app.store.update_chapter(row, app.clock.millis().0).await? {
        return Err(changed(&headers));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Handles `DELETE /api/studies/{id}/chapters/{chapter}`.
#[utoipa::path(
    delete, path = "/api/studies/{id}/chapters/{chapter}", tag = "studies",
    summary = "Deletes a chapter of your study",
    params(StudyId, ("chapter" = String, Path, description = "The identifier of the chapter")),
    responses(
        (status = 204, description = "Deleted"),
        (status = 404, description = "No such study of yours, or no such chapter", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn remove_chapter(
    State(app): SharedState,
    ConnectInfo(client): ClientInfo,
    headers: HeaderMap,
    Path((study_id, id)): Path<(String, String)>,
) -> Result<StatusCode, ApiRejection> {
    own_study(&app, &headers, client, &study_id).await?;
    check_id(&id, &headers)?;
    if !app.store.remove_chapter(&study_id, &id, app.clock.millis().0).await? {
        return Err(not_found(&headers));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Rejects a change of a study that does not belong to the account, and returns the id of the account. It does not say
/// whether there is one.
async fn own_study(
    app: &AppState,
    headers: &HeaderMap,
    client: ClientAddr,
    id: &str,
) -> Result<String, ApiRejection> {
    let requester = reading_account(app, headers, client, Scope::Play).await?;
    check_id(id, headers)?;
    let study = app.store.study(id).await?.filter(|study| study.user_id == requester.user.id);
    study.map(|study| study.user_id).ok_or_else(|| not_found(headers))
}

/// Rejects a chapter with which the studies of an account would be too large. Requests at the same time may exceed the
/// limit by one chapter each.
async fn check_study_bytes(
    app: &AppState,
    owner: &str,
    row: &ChapterRow,
    headers: &HeaderMap,
) -> Result<(), ApiRejection> {
    let others = app.store.study_bytes(owner, &row.id).await?;
    if others + row.tree.len() as u64 > MAX_STUDY_BYTES as u64 {
        let error = messages::studies_too_large(language(headers));
        return Err(ApiRejection::new(StatusCode::PAYLOAD_TOO_LARGE, error));
    }
    Ok(())
}

/// Rejects an identifier with a character that PostgreSQL cannot store: there is no such study or chapter.
fn check_id(id: &str, headers: &HeaderMap) -> Result<(), ApiRejection> {
    if id.contains('\0') { Err(not_found(headers)) } else { Ok(()) }
}

fn not_found(headers: &HeaderMap) -> ApiRejection {
    ApiRejection::new(StatusCode::NOT_FOUND, messages::not_found(language(headers)))
}

fn changed(headers: &HeaderMap) -> ApiRejection {
    ApiRejection::new(StatusCode::CONFLICT, messages::changed(language(headers)))
}

/// Returns a title without the spaces around it.
fn checked_title(title: &str, headers: &HeaderMap) -> Result<String, ApiRejection> {
    let title = title.trim();
    let is_valid = (1..=MAX_STUDY_TITLE_CHARACTERS).contains(&title.chars().count())
        && !title.chars().any(char::is_control);
    let bad_title =
        || ApiRejection::new(StatusCode::UNPROCESSABLE_ENTITY, messages::bad_title(language(headers)));
    is_valid.then(|| title.to_owned()).ok_or_else(bad_title)
}

fn chapter_row(
    study_id: String,
    id: String,
    version: u64,
    contents: &ChapterContents,
    headers: &HeaderMap,
) -> Result<ChapterRow, ApiRejection> {
    if contents.tree.len() > MAX_CHAPTER_BYTES {
        let error = messages::chapter_too_large(language(headers));
        return Err(ApiRejection::new(StatusCode::PAYLOAD_TOO_LARGE, error));
    }
    check_id(&id, headers)?;
    let title = checked_title(&contents.title, headers)?;
    // No tree has this character, and PostgreSQL cannot store it.
    let tree = contents.tree.replace('\0', "");
    Ok(ChapterRow { study_id, id, position: 0, title, bottom: contents.bottom, tree, version })
}

/// Returns a chapter as its readers receive it.
pub(super) fn chapter(row: ChapterRow) -> StudyChapter {
    let contents = ChapterContents { title: row.title, bottom: row.bottom, tree: row.tree };
    StudyChapter { id: row.id, version: row.version, contents }
}

fn summary(listed: ListedStudy) -> StudySummary {
    StudySummary {
        id: listed.study.id,
        title: listed.study.title,
        visibility: listed.study.visibility,
        owner: listed.owner,
        chapters: listed.chapters,
        updated: listed.study.updated,
    }
}
