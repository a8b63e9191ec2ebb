use yipan_core::{Language, Localize};
use yipan_server::{AdminError, DataDirError, PostgresError, TlsError};

/// Translates an error about the data directory, the database, TLS or moderation; other errors are returned as they are.
pub(super) fn localize_error(error: std::io::Error, language: Language) -> anyhow::Error {
    let Some(inner) = error.get_ref() else { return error.into() };
    let data_dir = inner.downcast_ref().map(|inner: &DataDirError| inner.localize(language));
    let tls = || inner.downcast_ref().map(|inner: &TlsError| inner.localize(language));
    let postgres = || inner.downcast_ref().map(|inner: &PostgresError| inner.localize(language));
    let admin = || inner.downcast_ref().map(|inner: &AdminError| inner.localize(language));
    match data_dir.or_else(tls).or_else(postgres).or_else(admin) {
        Some(text) => anyhow::anyhow!(text),
        None => error.into(),
    }
}
