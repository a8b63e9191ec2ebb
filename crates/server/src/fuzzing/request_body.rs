use std::fmt::Debug;

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use futures_util::FutureExt;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use yipan_wire::{
    ChapterChange, ChapterContents, DeclineChallenge, JoinTournament, MarkRead, Moderate, NewChallenge,
    NewReport, NewStudy, NewTournament, PictureRequest, PuzzleAttemptRequest, RoomConfig, SavedGameEntry,
    StudyChange,
};

use crate::auth::account_name::{is_valid_account_name, is_valid_token_name};
use crate::auth::display_name;
use crate::http::json_body::JsonBody;
use crate::http::users::account::{PasswordChange, PasswordConfirmation};
use crate::http::users::credentials::NewToken;
use crate::http::users::me::NewName;
use crate::http::users::session::Credentials;
use crate::tournaments::config::validate;

/// The time of the checks, in milliseconds.
const NOW: u64 = 1_794_900_000_000;

/// Extracts any bytes as one of the bodies that the HTTP API accepts, selected by the first byte. What is accepted must
/// round-trip, and a form in which it is stored must stay as it is.
pub fn request_body(bytes: &[u8]) {
    let Some((kind, body)) = bytes.split_first() else { return };
    match kind % 21 {
        0 => check::<RoomConfig>(body),
        1 => check::<NewTournament>(body),
        2 => check::<JoinTournament>(body),
        3 => check::<NewChallenge>(body),
        4 => check::<DeclineChallenge>(body),
        5 => check::<MarkRead>(body),
        6 => check::<NewReport>(body),
        7 => check::<Moderate>(body),
        8 => check::<NewStudy>(body),
        9 => check::<StudyChange>(body),
        10 => check::<ChapterContents>(body),
        11 => check::<ChapterChange>(body),
        12 => check::<PictureRequest>(body),
        13 => check::<PuzzleAttemptRequest>(body),
        14 => check::<SavedGameEntry>(body),
        15 => check::<Map<String, Value>>(body),
        16 => drop(extract::<Credentials>(body)),
        17 => drop(extract::<PasswordChange>(body)),
        18 => drop(extract::<PasswordConfirmation>(body)),
        19 => drop(extract::<NewToken>(body)),
        _ => drop(extract::<NewName>(body)),
    }
    if let Some(tournament) = extract::<NewTournament>(body)
        && let Ok(stored) = validate(tournament.config, NOW)
    {
        assert_eq!(validate(stored.clone(), NOW).ok(), Some(stored));
    }
    check_names(&String::from_utf8_lossy(body));
}

/// Returns the body as a handler would get it.
fn extract<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    let request = Request::post("/").header(header::CONTENT_TYPE, "application/json");
    let request = request.body(Body::from(body.to_vec())).expect("a request");
    let extracted = JsonBody::<T>::from_request(request, &()).now_or_never().expect("the body is in memory");
    extracted.ok().map(|JsonBody(body)| body)
}

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(body: &[u8]) {
    let Some(value) = extract::<T>(body) else { return };
    let written = serde_json::to_vec(&value).expect("a body is serializable");
    assert_eq!(extract::<T>(&written).as_ref(), Some(&value), "{}", String::from_utf8_lossy(&written));
}

/// Checks that a stored name stays as it is.
fn check_names(text: &str) {
    if let Some(name) = display_name::normalize(text) {
        assert_eq!(display_name::normalize(&name).as_ref(), Some(&name));
        let _ = display_name::is_reserved(&name, "a1b2");
    }
    let _ = (is_valid_account_name(text), is_valid_token_name(text));
}
