use serde::{Deserialize, Serialize};
use yipan_rules::{Language, Words};

use crate::Text;

/// Something that was said once and stays to be read. It is kept in every language, so that a person who changes the language
/// reads it in the new one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said([String; Language::ALL.len()]);

impl Said {
    /// What is said in each language.
    pub fn new(words: impl FnMut(Language) -> String) -> Said {
        Said(Language::ALL.map(words))
    }

    /// What something says of itself.
    pub fn told(what: &impl Words) -> Said {
        Said::new(|language| what.words(language))
    }

    /// What was said in one language by somebody who cannot be asked again: whoever reads another reads nothing.
    #[must_use]
    pub fn only(language: Language, words: String) -> Said {
        let mut said = Said::default();
        let [english, simplified, traditional] = &mut said.0;
        *match language {
            Language::English => english,
            Language::Simplified => simplified,
            Language::Traditional => traditional,
        } = words;
        said
    }

    /// As it is said in this language.
    #[must_use]
    pub fn say(&self, language: Language) -> &str {
        let [english, simplified, traditional] = &self.0;
        language.pick(english, simplified, traditional)
    }

    /// Whether nothing was said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(String::is_empty)
    }
}

impl From<Text> for Said {
    fn from(text: Text) -> Said {
        Said::new(|language| text.say(language).to_owned())
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{AnyGame, GameKind, Options};
    use yipan_rules::Discard;

    use super::*;
    use crate::text::common;

    #[test]
    fn a_refusal_is_read_in_the_language_of_the_moment() {
        let mut game = AnyGame::start(GameKind::Chess, &Options::default()).expect("the usual start");
        let error = game.act("e2e5", &mut Discard).expect_err("no pawn goes so far");
        let said = Said::told(&error);
        for language in Language::ALL {
            assert_eq!(said.say(language), error.words(language));
        }
        assert_ne!(said.say(Language::English), said.say(Language::Traditional));
    }

    #[test]
    fn what_only_one_language_has_is_not_shown_in_another() {
        let said = Said::only(Language::Simplified, "太快了".to_owned());
        assert_eq!(Language::ALL.map(|language| said.say(language)), ["", "太快了", ""]);
        assert!(!said.is_empty() && Said::default().is_empty());
    }

    #[test]
    fn it_survives_the_way_from_a_worker() {
        let said = Said::from(common::COPIED);
        let text = serde_json::to_string(&said).expect("written");
        assert_eq!(serde_json::from_str::<Said>(&text).expect("read"), said);
    }
}
