use yipan_server::{StaticFile, StaticFiles};

/// A page of one file, which is larger than what is sent at once.
pub(crate) struct Page;

impl Page {
    /// Returns the contents of the file.
    pub(crate) fn text() -> String {
        "<!doctype html><title>test</title>".repeat(10_000)
    }
}

impl StaticFiles for Page {
    fn file(&self, name: &str) -> Option<StaticFile> {
        (name == "index.html").then(|| StaticFile {
            bytes: Page::text().into_bytes().into(),
            content_type: "text/html; charset=utf-8".to_owned(),
            etag: "1".to_owned(),
        })
    }
}
