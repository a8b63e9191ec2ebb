//! The list of files in the service worker, which depends on the build.

use anyhow::{Result, ensure};

/// Stands in the source for the file with the secondary pages.
const PAGES: &str = "\"/split_secondary_pages.wasm\"";

/// Stands in the source for the script that loads them.
const LOADER: &str = "\"/loader.js\", ";

/// Returns the service worker with the name of the file with the secondary pages. Without one, that file and its loader
/// are left out.
pub(crate) fn with_split_files(text: &str, pages: Option<&str>) -> Result<String> {
    for part in [PAGES, LOADER] {
        ensure!(text.contains(part), "the service worker does not contain {part}");
    }
    Ok(match pages {
        Some(pages) => text.replace(PAGES, &format!("\"/{pages}\"")),
        None => text.replace(PAGES, "").replace(LOADER, ""),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"const A = ["/", "/loader.js", "/web.js"], B = ["/split_secondary_pages.wasm"];"#;

    #[test]
    fn the_file_is_named_as_it_was_written() {
        let text = with_split_files(TEXT, Some("pages-1.wasm")).unwrap();
        assert_eq!(text, r#"const A = ["/", "/loader.js", "/web.js"], B = ["/pages-1.wasm"];"#);
    }

    #[test]
    fn a_page_in_one_file_has_no_loader() {
        assert_eq!(with_split_files(TEXT, None).unwrap(), r#"const A = ["/", "/web.js"], B = [];"#);
    }

    #[test]
    fn a_missing_place_is_an_error() {
        assert!(with_split_files("const A = [];", None).is_err());
    }
}
