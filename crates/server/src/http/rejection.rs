use std::time::Duration;

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use yipan_core::Language;
use yipan_wire::ApiError;

use super::accept_language::language;
use crate::api_errors;
use crate::net::rate_limit::RetryAfter;
use crate::storage::store::StoreError;

/// An error response.
#[derive(Debug)]
pub(crate) struct ApiRejection {
    status: StatusCode,
    error: ApiError,
    /// The time to wait, if the client may try again. Sent with every 429.
    retry_after: Option<RetryAfter>,
    is_store_error: bool,
}

impl ApiRejection {
    pub(crate) fn new(status: StatusCode, error: ApiError) -> ApiRejection {
        let is_limited = status == StatusCode::TOO_MANY_REQUESTS;
        let retry_after = is_limited.then_some(RetryAfter(Duration::ZERO));
        ApiRejection { status, error, retry_after, is_store_error: false }
    }

    pub(crate) fn rate_limited(retry_after: RetryAfter, headers: &HeaderMap) -> ApiRejection {
        let error = api_errors::rate_limited(language(headers));
        let rejection = ApiRejection::new(StatusCode::TOO_MANY_REQUESTS, error);
        ApiRejection { retry_after: Some(retry_after), ..rejection }
    }

    /// Returns the rejection by a server that cannot serve clients now.
    pub(crate) fn unavailable(retry_after: RetryAfter, error: ApiError) -> ApiRejection {
        let rejection = ApiRejection::new(StatusCode::SERVICE_UNAVAILABLE, error);
        ApiRejection { retry_after: Some(retry_after), ..rejection }
    }
}

impl IntoResponse for ApiRejection {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(self.error)).into_response();
        if self.is_store_error {
            response.extensions_mut().insert(StoreFailure);
        }
        if let Some(retry_after) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, retry_after.seconds().into());
        }
        response
    }
}

impl From<StoreError> for ApiRejection {
    fn from(error: StoreError) -> ApiRejection {
        tracing::error!(%error, "a request could not be answered");
        ApiRejection {
            is_store_error: true,
            ..ApiRejection::new(StatusCode::SERVICE_UNAVAILABLE, api_errors::store_failed(Language::English))
        }
    }
}

/// Marks a response for [`translate_store_errors`], because a [`StoreError`] is converted without knowing the language.
#[derive(Clone, Copy, Debug)]
struct StoreFailure;

/// Translates errors of the store into the language of the request.
pub(crate) async fn translate_store_errors(request: Request, next: Next) -> Response {
    let language = language(request.headers());
    let response = next.run(request).await;
    if response.extensions().get::<StoreFailure>().is_none() {
        return response;
    }
    ApiRejection::new(response.status(), api_errors::store_failed(language)).into_response()
}

/// Rejects a request over a rate limit.
pub(crate) fn check_rate_limit(
    checked: Result<(), RetryAfter>,
    headers: &HeaderMap,
) -> Result<(), ApiRejection> {
    checked.map_err(|retry_after| ApiRejection::rate_limited(retry_after, headers))
}
