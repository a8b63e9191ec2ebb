use yipan_client::text::replay as text;
use yipan_client::{GameTree, LocalizedText, import_record};
use yipan_core::Language;
use yipan_wire::ErrorCode;

use crate::browser::fetch;

/// Loads a finished game of the server.
///
/// # Errors
/// Returns a sentence if the server cannot be reached, or if it has no finished game with this code that the user may see.
/// It does not say which, so it reveals nothing about a running game.
pub(crate) async fn load_record(code: &str, language: Language) -> Result<GameTree, LocalizedText> {
    match fetch::get(&format!("/api/games/{code}/record"), language).await {
        Ok(record) => import_record(&record).map_err(|error| LocalizedText::from_message(&error)),
        Err(error) if error.code == ErrorCode::Offline => Err(fetch::error_text(&error, language)),
        Err(_) => Err(LocalizedText::new(|language| text::NOT_FOUND.localize_with(language, &[code]))),
    }
}
