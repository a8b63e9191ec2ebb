use axum::http::{HeaderMap, StatusCode};

use crate::api_errors::people as messages;
use crate::http::accept_language::language;
use crate::http::rejection::ApiRejection;
use crate::people::error::PeopleError;

pub(super) fn rejection(error: PeopleError, headers: &HeaderMap) -> ApiRejection {
    let status = match &error {
        PeopleError::Store(_) => StatusCode::SERVICE_UNAVAILABLE,
        PeopleError::UserNotFound | PeopleError::ChallengeNotFound => StatusCode::NOT_FOUND,
        PeopleError::OwnAccount | PeopleError::Config(_) => StatusCode::UNPROCESSABLE_ENTITY,
        PeopleError::Blocked => StatusCode::FORBIDDEN,
        PeopleError::TooManyChallenges { .. }
        | PeopleError::ChallengeExpired
        | PeopleError::ChallengeDecided
        | PeopleError::TooManyRelations { .. } => StatusCode::CONFLICT,
    };
    match messages::people(error, language(headers)) {
        Ok(error) => ApiRejection::new(status, error),
        Err(error) => error.into(),
    }
}
