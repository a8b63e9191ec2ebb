use axum::Json;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use super::accept_language::language;
use super::rejection::ApiRejection;
use crate::api_errors;

/// An extractor of JSON bodies that rejects malformed ones with a translated [`ApiRejection`].
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiRejection;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, ApiRejection> {
        let language = language(request.headers());
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(JsonBody(body)),
            Err(rejection) => Err(ApiRejection::new(
                rejection.status(),
                api_errors::bad_message(&rejection.body_text(), language),
            )),
        }
    }
}
