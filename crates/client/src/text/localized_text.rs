use serde::{Deserialize, Serialize};
use yipan_core::{Language, Localize};

use crate::text::messages::text::Text;

/// Something that was said once and stays to be read. It is kept in every language, so that a person who changes the language
/// reads it in the new one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalizedText([String; Language::ALL.len()]);

impl LocalizedText {
    /// What is said in each language.
    pub fn new(text: impl FnMut(Language) -> String) -> LocalizedText {
        LocalizedText(Language::ALL.map(text))
    }

    /// What something says of itself.
    pub fn from_message(message: &impl Localize) -> LocalizedText {
        LocalizedText::new(|language| message.localize(language))
    }

    /// What was said in one language by somebody who cannot be asked again: whoever reads another reads nothing.
    #[must_use]
    pub fn in_one_language(language: Language, text: String) -> LocalizedText {
        let mut localized = LocalizedText::default();
        let [english, simplified, traditional] = &mut localized.0;
        *match language {
            Language::English => english,
            Language::Simplified => simplified,
            Language::Traditional => traditional,
        } = text;
        localized
    }

    /// As it is said in this language.
    #[must_use]
    pub fn localize(&self, language: Language) -> &str {
        let [english, simplified, traditional] = &self.0;
        language.choose(english, simplified, traditional)
    }

    /// Whether nothing was said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(String::is_empty)
    }
}

impl From<Text> for LocalizedText {
    fn from(text: Text) -> LocalizedText {
        LocalizedText::new(|language| text.localize(language).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::NullSink;
    use yipan_games::{AnyGame, GameKind, GameOptions};

    use super::*;
    use crate::text::messages::common;

    #[test]
    fn an_error_is_read_in_the_current_language() {
        let mut game = AnyGame::start(GameKind::Chess, &GameOptions::default()).expect("the usual start");
        let error = game.apply_action("e2e5", &mut NullSink).expect_err("no pawn goes so far");
        let said = LocalizedText::from_message(&error);
        for language in Language::ALL {
            assert_eq!(said.localize(language), error.localize(language));
        }
        assert_ne!(said.localize(Language::English), said.localize(Language::Traditional));
    }

    #[test]
    fn what_only_one_language_has_is_not_shown_in_another() {
        let said = LocalizedText::in_one_language(Language::Simplified, "太快了".to_owned());
        assert_eq!(Language::ALL.map(|language| said.localize(language)), ["", "太快了", ""]);
        assert!(!said.is_empty() && LocalizedText::default().is_empty());
    }

    #[test]
    fn it_survives_serialization() {
        let said = LocalizedText::from(common::COPIED);
        let text = serde_json::to_string(&said).expect("written");
        assert_eq!(serde_json::from_str::<LocalizedText>(&text).expect("read"), said);
    }
}
