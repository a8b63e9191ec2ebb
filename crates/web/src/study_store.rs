//! Studies: those of an account are on the server, those of a guest on this device.

use serde::Serialize;
use yipan_client::text::studies as text;
use yipan_client::{LocalStudy, LocalizedText, StudyChangeError};
use yipan_core::Language;
use yipan_wire::{
    ApiError, ChapterChange, ChapterContents, CreatedId, ErrorCode, NewStudy, Study, StudyChange,
    StudySummary, StudyVisibility,
};

use crate::browser::fetch;
use crate::browser::indexed_db::{Database, DatabaseName};
use crate::game_store::new_id;

/// The beginning of the identifiers of studies on this device.
const LOCAL_PREFIX: &str = "local-";

/// The reason why a study was not read or changed.
#[derive(Clone)]
pub(crate) enum StudyError {
    /// There is no such study, or the user may not read it.
    NotFound,
    /// Another window has changed it.
    Changed,
    /// Another reason.
    Other(LocalizedText),
}

impl StudyError {
    /// Returns the message.
    pub(crate) fn message(self) -> LocalizedText {
        match self {
            StudyError::NotFound => text::NOT_FOUND.into(),
            StudyError::Changed => text::CONFLICT.into(),
            StudyError::Other(message) => message,
        }
    }

    fn from_server(error: &ApiError, language: Language) -> StudyError {
        match error.code {
            ErrorCode::StudyNotFound => StudyError::NotFound,
            ErrorCode::StudyChanged => StudyError::Changed,
            _ => StudyError::Other(fetch::error_text(error, language)),
        }
    }

    fn not_stored() -> StudyError {
        StudyError::Other(text::NOT_STORED.into())
    }
}

impl From<StudyChangeError> for StudyError {
    fn from(error: StudyChangeError) -> StudyError {
        match error {
            StudyChangeError::NotFound => StudyError::NotFound,
            StudyChangeError::Changed => StudyError::Changed,
            StudyChangeError::TooManyChapters | StudyChangeError::TooLarge => {
                StudyError::Other(error.message())
            }
        }
    }
}

/// Whether an identifier is that of a study on this device.
pub(crate) fn is_local(id: &str) -> bool {
    id.starts_with(LOCAL_PREFIX)
}

/// Returns the studies on this device, the one that was changed last first.
pub(crate) async fn local_studies() -> Result<Vec<StudySummary>, StudyError> {
    let texts = open().await?.read_all().await.map_err(|_| StudyError::not_stored())?;
    let studies = texts.iter().filter_map(|text| LocalStudy::parse(text));
    let mut found: Vec<StudySummary> = studies.map(|study| study.summary()).collect();
    found.sort_by_key(|study| std::cmp::Reverse(study.updated));
    Ok(found)
}

/// Returns the studies of the account.
pub(crate) async fn own_studies(language: Language) -> Result<Vec<StudySummary>, StudyError> {
    get_json("/api/me/studies", language).await
}

/// Returns the latest public studies that were changed before a time.
pub(crate) async fn public_studies(
    before: Option<u64>,
    language: Language,
) -> Result<Vec<StudySummary>, StudyError> {
    let query = before.map(|before| format!("?before={before}")).unwrap_or_default();
    get_json(&format!("/api/studies{query}"), language).await
}

/// Returns a study with its chapters.
pub(crate) async fn load(id: &str, language: Language) -> Result<Study, StudyError> {
    if is_local(id) {
        return Ok(read_local(&open().await?, id).await?.0);
    }
    get_json(&format!("/api/studies/{id}"), language).await
}

/// Creates a study on this device and returns its identifier.
pub(crate) async fn create_local(title: String) -> Result<String, StudyError> {
    let id = format!("{LOCAL_PREFIX}{}", new_id());
    write_local(&open().await?, &LocalStudy::new(id.clone(), title, now())).await?;
    Ok(id)
}

/// Creates a study of the account and returns its identifier.
pub(crate) async fn create(
    title: String,
    visibility: StudyVisibility,
    language: Language,
) -> Result<String, StudyError> {
    let body = NewStudy { title, visibility };
    created(&send("POST", "/api/studies", &body, language).await?, language)
}

/// Adds a chapter and returns its identifier.
pub(crate) async fn add_chapter(
    study: &str,
    contents: ChapterContents,
    language: Language,
) -> Result<String, StudyError> {
    if is_local(study) {
        let id = new_id();
        update_local(study, |study| study.add_chapter(id.clone(), contents, now())).await?;
        return Ok(id);
    }
    created(&send("POST", &format!("/api/studies/{study}/chapters"), &contents, language).await?, language)
}

/// Changes a chapter of the version that the change names.
pub(crate) async fn change_chapter(
    study: &str,
    id: &str,
    change: ChapterChange,
    language: Language,
) -> Result<(), StudyError> {
    if is_local(study) {
        return update_local(study, |study| study.change_chapter(id, change, now())).await;
    }
    send("PUT", &format!("/api/studies/{study}/chapters/{id}"), &change, language).await.map(drop)
}

/// Deletes a chapter.
pub(crate) async fn remove_chapter(study: &str, id: &str, language: Language) -> Result<(), StudyError> {
    if is_local(study) {
        return update_local(study, |study| study.remove_chapter(id, now())).await;
    }
    delete(&format!("/api/studies/{study}/chapters/{id}"), language).await
}

/// Changes the title, the visibility and the order of the chapters.
pub(crate) async fn change(study: &str, change: StudyChange, language: Language) -> Result<(), StudyError> {
    if is_local(study) {
        return update_local(study, |study| study.change(change, now())).await;
    }
    send("PUT", &format!("/api/studies/{study}"), &change, language).await.map(drop)
}

/// Deletes a study.
pub(crate) async fn remove(study: &str, language: Language) -> Result<(), StudyError> {
    if is_local(study) {
        return open().await?.delete(study).await.map_err(|_| StudyError::not_stored());
    }
    delete(&format!("/api/studies/{study}"), language).await
}

/// Moves a study from this device to the account and returns its new identifier. If a chapter cannot be sent, the study stays
/// on the device, and nothing of it on the server.
pub(crate) async fn upload(id: &str, language: Language) -> Result<String, StudyError> {
    let study = load(id, language).await?;
    let uploaded = create(study.title, StudyVisibility::Private, language).await?;
    for chapter in study.chapters {
        if let Err(error) = add_chapter(&uploaded, chapter.contents, language).await {
            let _ = remove(&uploaded, language).await;
            return Err(error);
        }
    }
    remove(id, language).await?;
    Ok(uploaded)
}

async fn open() -> Result<Database, StudyError> {
    Database::open(DatabaseName::STUDIES).await.map_err(|_| StudyError::not_stored())
}

async fn read_local(database: &Database, id: &str) -> Result<LocalStudy, StudyError> {
    let text = database.read(id).await.map_err(|_| StudyError::not_stored())?;
    text.and_then(|text| LocalStudy::parse(&text)).ok_or(StudyError::NotFound)
}

async fn write_local(database: &Database, study: &LocalStudy) -> Result<(), StudyError> {
    database.write(&study.0.id, &study.to_json()).await.map_err(|_| StudyError::not_stored())
}

async fn update_local(
    id: &str,
    update: impl FnOnce(&mut LocalStudy) -> Result<(), StudyChangeError>,
) -> Result<(), StudyError> {
    let database = open().await?;
    let mut study = read_local(&database, id).await?;
    update(&mut study)?;
    write_local(&database, &study).await
}

async fn get_json<T: serde::de::DeserializeOwned>(path: &str, language: Language) -> Result<T, StudyError> {
    let found = async { fetch::parse_json(&fetch::get(path, language).await?, language) };
    found.await.map_err(|error| StudyError::from_server(&error, language))
}

async fn send(
    method: &str,
    path: &str,
    body: &impl Serialize,
    language: Language,
) -> Result<String, StudyError> {
    let sent = fetch::send(method, path, body, language).await;
    sent.map_err(|error| StudyError::from_server(&error, language))
}

async fn delete(path: &str, language: Language) -> Result<(), StudyError> {
    let deleted = fetch::delete(path, language).await;
    deleted.map(drop).map_err(|error| StudyError::from_server(&error, language))
}

fn created(response: &str, language: Language) -> Result<String, StudyError> {
    let created: Result<CreatedId, ApiError> = fetch::parse_json(response, language);
    created.map(|created| created.id).map_err(|error| StudyError::from_server(&error, language))
}

fn now() -> u64 {
    js_sys::Date::now() as u64
}
