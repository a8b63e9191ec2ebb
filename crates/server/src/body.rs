use axum::Json;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use crate::api::{Refused, language};
use crate::faults;

/// A request's body, read as JSON. What cannot be read is refused like everything else.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Refused> {
        let language = language(request.headers());
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Body(body)),
            Err(wrong) => Err(Refused::new(wrong.status(), faults::unreadable(&wrong.body_text(), language))),
        }
    }
}
