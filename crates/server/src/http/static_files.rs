//! The files of the page, served for every path that is not part of the API.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};

/// A source of the files of the page.
pub trait StaticFiles: Send + Sync {
    /// Returns the file with this name, without a leading slash. A file compressed with Brotli has the suffix `.br`.
    fn file(&self, name: &str) -> Option<StaticFile>;
}

/// A file of the page.
#[derive(Clone, Debug)]
pub struct StaticFile {
    /// The contents.
    pub bytes: Cow<'static, [u8]>,
    /// The media type.
    pub content_type: String,
    /// The entity tag, without quotes. It changes with the contents.
    pub etag: String,
}

impl fmt::Debug for dyn StaticFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("StaticFiles")
    }
}

/// The page of a server that was built without one.
const PLACEHOLDER_PAGE: &str = include_str!("placeholder_page.html");

/// The file that is served for every route of the page.
const INDEX_FILE: &str = "index.html";

/// Converts the contents without copying those that are part of the program.
fn into_bytes(bytes: Cow<'static, [u8]>) -> Bytes {
    match bytes {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
}

/// Returns the page as text; `None` if the server was built without one.
pub(crate) fn index_page(files: &Arc<dyn StaticFiles>) -> Option<String> {
    String::from_utf8(files.file(INDEX_FILE)?.bytes.into_owned()).ok()
}

/// Serves a file or a route of the page.
pub(crate) fn serve(
    files: Option<&Arc<dyn StaticFiles>>,
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    // An unknown path of the API is not a route of the page.
    if uri.path().starts_with("/api/") {
        return StatusCode::NOT_FOUND.into_response();
    }
    let Some(files) = files.filter(|files| files.file(INDEX_FILE).is_some()) else {
        return Html(PLACEHOLDER_PAGE).into_response();
    };
    let path = uri.path().trim_start_matches('/');
    // A name with a dot is a file. Other paths are routes, which the page resolves.
    let name = if path.rsplit('/').next().is_some_and(|last| last.contains('.')) { path } else { INDEX_FILE };
    let accepted_encodings = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let compressed = accepted_encodings
        .filter(|accepted| accepted.split(',').any(|one| one.trim().starts_with("br")))
        .and_then(|_| files.file(&format!("{name}.br")));
    let (file, encoding) = match compressed {
        Some(file) => (Some(file), Some("br")),
        None => (files.file(name).filter(|_| !name.ends_with(".br")), None),
    };
    let Some(file) = file else { return StatusCode::NOT_FOUND.into_response() };
    let tag = format!("\"{}\"", file.etag);
    let is_cached =
        headers.get(header::IF_NONE_MATCH).is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let mut response = Response::builder()
        .header(header::CONTENT_TYPE, file.content_type)
        // Clients revalidate each time, and get a 304 if the file has not changed.
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
