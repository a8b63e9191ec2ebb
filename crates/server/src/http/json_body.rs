use axum::Json;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::api_errors;
use crate::http::api::{ApiRejection, language};

/// A request's body, read as JSON. What cannot be read is refused like everything else.
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
