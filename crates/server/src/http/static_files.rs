//! The page's own files: whatever is no request to the hall.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

/// Where the files of the page come from.
pub trait StaticFiles: Send + Sync {
    /// The file of this name, without a leading slash. A packed file has the same name with `.br` after it.
    fn file(&self, name: &str) -> Option<StaticFile>;
}

/// A file of the page.
#[derive(Clone, Debug)]
pub struct StaticFile {
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// Its media type.
    pub content_type: String,
    /// Changes when the file does.
    pub etag: String,
}

impl fmt::Debug for dyn StaticFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Page")
    }
}

/// The page of a hall that was built without one.
const PLACEHOLDER_PAGE: &str = include_str!("placeholder_page.html");

/// The file that every place in the page starts from.
const INDEX_FILE: &str = "index.html";

/// Returns the bytes without copying those that are part of the program.
fn into_bytes(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

/// Answers a request for a file, or for a place in the page.
pub(crate) fn serve(
    files: Option<&Arc<dyn StaticFiles>>,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    // What is asked of the hall and not known there is no place in the page either.
    if uri.path().starts_with("/api/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let Some(page) = files.filter(|page| page.file(INDEX_FILE).is_some()) else {
        return Html(PLACEHOLDER_PAGE).into_response();
    };
    let path = uri.path().trim_start_matches('/');
    // A name with a dot is a file; everything else is a place that the page itself knows.
    let name = if path.rsplit('/').next().is_some_and(|last| last.contains('.')) { path } else { INDEX_FILE };
    let accepted_encodings = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let compressed = accepted_encodings
        .filter(|accepted| accepted.split(',').any(|one| one.trim().starts_with("br")))
        .and_then(|_| page.file(&format!("{name}.br")));
    let (file, encoding) = match compressed {
        Some(file) => (Some(file), Some("br")),
        None => (page.file(name).filter(|_| !name.ends_with(".br")), None),
    };
    let Some(file) = file else { return StatusCode::NOT_FOUND.into_response() };
    let tag = format!("\"{}\"", file.etag);
    let is_cached =
        headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, file.content_type)
        // Asked for again each time, and answered with a word if it is the same.
        .header(header::CACHE_CONTROL, "no-cache")
        .header(header::VARY, "accept-encoding")
        .header(header::ETAG, tag);
    if let Some(encoding) = encoding {
        response = response.header(header::CONTENT_ENCODING, encoding);
    }
    let response = if is_cached {
        response.status(StatusCode::NOT_MODIFIED).body(Body::empty())
    } else {
        response.body(Body::from(into_bytes(file.bytes)))
    };
    response.unwrap_or_else(|_| StatusCode::INTERNAL_SERVER_ERROR.into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct OneFile;

    static FILE: [u8; 1 << 16] = [b'x'; 1 << 16];

    impl StaticFiles for OneFile {
        fn file(&self, _: &str) -> Option<StaticFile> {
            Some(StaticFile {
                bytes: Cow::Borrowed(&FILE),
                content_type: "text/plain".to_owned(),
                etag: "1".to_owned(),
            })
        }
    }

    #[tokio::test]
    async fn a_file_inside_the_program_is_sent_without_a_copy() {
        let page: Arc<dyn StaticFiles> = Arc::new(OneFile);
        let response = serve(Some(&page), &Method::GET, &Uri::from_static("/a.bin"), &HeaderMap::new());
        let sent = axum::body::to_bytes(response.into_body(), usize::MAX).await.expect("the file");
        assert_eq!((sent.as_ptr(), sent.len()), (FILE.as_ptr(), FILE.len()));
    }
}
