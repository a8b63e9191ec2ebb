//! Parts of the OpenAPI description that many handlers share.

use std::collections::BTreeMap;

use utoipa::openapi::{self, ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{IntoParams, IntoResponses, PartialSchema};

/// The room code in a path.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
#[expect(dead_code, reason = "it only describes a path parameter")]
pub(crate) struct Code {
    /// From 6 to 10 letters and digits without look-alikes.
    #[param(pattern = "^[2-9A-HJ-NP-Z]{6}$")]
    code: String,
}

/// Errors of every authenticated request.
pub(crate) struct CommonErrors;

/// Errors of every request with a body.
pub(crate) struct BodyErrors;

/// The error of a request with a host name that the server does not answer to.
pub(crate) struct UnknownHostError;

/// The error of a request that takes too long.
pub(crate) struct TimeoutError;

impl IntoResponses for UnknownHostError {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        errors([("421", "The server does not answer to the name in `Host`")])
    }
}

impl IntoResponses for TimeoutError {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        let response =
            ResponseBuilder::new().description("The request took too long; without a body").build();
        BTreeMap::from([("408".to_owned(), response.into())])
    }
}

impl IntoResponses for CommonErrors {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        errors([
            ("401", "The token is invalid, or name and password do not match"),
            ("429", "Over a rate limit"),
            ("503", "The store does not answer, the server is full, or it is cut off from the others"),
        ])
    }
}

impl IntoResponses for BodyErrors {
    fn responses() -> BTreeMap<String, RefOr<openapi::Response>> {
        let mut responses = errors([
            ("400", "The body is not JSON"),
            ("413", "The body is too long; a plain text if the body was not read"),
            ("415", "The content type is not JSON"),
            ("422", "The body is JSON, but not valid here"),
        ]);
        if let Some(RefOr::T(too_long)) = responses.get_mut("413") {
            let text = ContentBuilder::new().schema(Some(String::schema())).build();
            too_long.content.insert("text/plain".to_owned(), RefOr::T(text));
        }
        responses
    }
}

fn errors<const N: usize>(described: [(&str, &str); N]) -> BTreeMap<String, RefOr<openapi::Response>> {
    let response = |(status, description): (&str, &str)| {
        let error_content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ApiError"))).build();
        let response =
            ResponseBuilder::new().description(description).content("application/json", error_content);
        (status.to_owned(), response.build().into())
    };
    described.into_iter().map(response).collect()
}
