use serde::{Deserialize, Serialize};
use yipan_core::{Language, Localize, capitalize};

use crate::text::messages::text::Text;

/// A text in every language, so that it follows a change of the language while it is shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalizedText([String; Language::ALL.len()]);

impl LocalizedText {
    /// Creates a text from its version in each language.
    pub fn new(text: impl FnMut(Language) -> String) -> LocalizedText {
        LocalizedText(Language::ALL.map(text))
    }

    /// Creates a sentence from a localized message or error, which has neither a capital nor a period.
    pub fn from_message(message: &impl Localize) -> LocalizedText {
        LocalizedText::new(|language| sentence(&message.localize(language), language))
    }

    /// Creates a sentence from an error message of the server, which is in one language only.
    #[must_use]
    pub fn from_server(language: Language, message: &str) -> LocalizedText {
        LocalizedText::in_one_language(language, sentence(message, language))
    }

    /// Creates a text that exists in one language only. It is empty in the others.
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

    /// Returns the text in this language.
    #[must_use]
    pub fn localize(&self, language: Language) -> &str {
        let [english, simplified, traditional] = &self.0;
        language.choose(english, simplified, traditional)
    }

    /// Whether the text is empty in every language.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(String::is_empty)
    }
}

/// The punctuation after which a sentence needs no period.
const SENTENCE_ENDS: [char; 12] = ['.', '!', '?', ':', ';', ',', '…', '。', '！', '？', '：', '；'];

/// Capitalizes a text and ends it with a period, unless it ends with punctuation already.
fn sentence(text: &str, language: Language) -> String {
    let mut sentence = capitalize(text);
    if !sentence.is_empty() && !sentence.ends_with(SENTENCE_ENDS) {
        sentence.push_str(language.choose(".", "。", "。"));
    }
    sentence
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
        let mut game = AnyGame::start(GameKind::Chess, &GameOptions::default()).expect("the standard start");
        let error = game.apply_action("e2e5", &mut NullSink).expect_err("no pawn goes so far");
        let text = LocalizedText::from_message(&error);
        assert_eq!(
            text.localize(Language::English),
            "Pawns move one square forward, or two from where they start, and capture diagonally."
        );
        assert_eq!(text.localize(Language::Simplified), "兵向前走一格，在起始位置可走两格，斜着吃子。");
        assert_ne!(text.localize(Language::English), text.localize(Language::Traditional));
    }

    #[test]
    fn what_only_one_language_has_is_not_shown_in_another() {
        let text = LocalizedText::from_server(Language::Simplified, "太快了");
        assert_eq!(Language::ALL.map(|language| text.localize(language)), ["", "太快了。", ""]);
        assert!(!text.is_empty() && LocalizedText::default().is_empty());
    }

    #[test]
    fn it_survives_serialization() {
        let text = LocalizedText::from(common::COPIED);
        let json = serde_json::to_string(&text).expect("written");
        assert_eq!(serde_json::from_str::<LocalizedText>(&json).expect("read"), text);
    }
}
