use yipan_core::{Language, Localize};
use yipan_server::DataDirError;

/// Translates an error about the data directory; other errors are returned as they are.
pub(super) fn localize_error(error: std::io::Error, language: Language) -> anyhow::Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<DataDirError>()) {
        Some(inner) => anyhow::anyhow!(inner.localize(language)),
        None => error.into(),
    }
}
