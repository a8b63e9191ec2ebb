//! Everything that is said on the page, in three languages.

use yipan_core::Language;

pub mod account;
pub mod common;
pub mod dice;
pub mod editor;
pub mod game;
pub mod home;
pub mod import_export;
pub mod online;
pub mod pieces;
pub mod replay;
pub mod rules;
pub mod settings;

/// One thing that is said, in every language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    english: &'static str,
    simplified: &'static str,
    traditional: &'static str,
}

impl Text {
    /// The three ways to say it.
    #[must_use]
    pub const fn new(english: &'static str, simplified: &'static str, traditional: &'static str) -> Text {
        Text { english, simplified, traditional }
    }

    /// As it is said in this language.
    #[must_use]
    pub const fn localize(self, language: Language) -> &'static str {
        language.choose(self.english, self.simplified, self.traditional)
    }

    /// The same with the parts that change, each in the place of a `{}`.
    #[must_use]
    pub fn localize_with(self, language: Language, parts: &[&str]) -> String {
        let mut text = String::new();
        let mut parts = parts.iter();
        for (index, part) in self.localize(language).split("{}").enumerate() {
            if index > 0 {
                text += parts.next().copied().unwrap_or_default();
            }
            text += part;
        }
        text
    }
}

/// Names texts, and lists them for the tests.
macro_rules! texts {
    ($($name:ident = $english:expr, $simplified:expr, $traditional:expr;)*) => {
        $(#[doc = $english] pub const $name: $crate::text::Text =
            $crate::text::Text::new($english, $simplified, $traditional);)*
        /// All texts of this page.
        pub const ALL: &[(&str, $crate::text::Text)] = &[$((stringify!($name), $name),)*];
    };
}
pub(crate) use texts;

#[cfg(test)]
mod tests {
    use super::*;

    type Texts = &'static [(&'static str, Text)];

    /// Lists modules by name, each with its texts.
    macro_rules! modules {
        ($($name:ident)*) => { &[$((stringify!($name), $name::ALL),)*] };
    }

    const MODULES: &[(&str, Texts)] = modules! {
        account common dice editor import_export game home pieces online replay rules settings
    };

    fn all() -> impl Iterator<Item = (&'static str, Text)> {
        MODULES.iter().flat_map(|(_, texts)| texts.iter().copied())
    }

    #[test]
    fn every_module_of_texts_is_checked() {
        let declared: Vec<&str> = include_str!("mod.rs")
            .lines()
            .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
            .collect();
        let listed: Vec<&str> = MODULES.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, declared);
    }

    #[test]
    fn every_text_exists_in_every_language() {
        for (name, text) in all() {
            let placeholders = |language| text.localize(language).matches("{}").count();
            for language in Language::ALL {
                assert!(!text.localize(language).trim().is_empty(), "{name} says nothing in {language}");
                assert_eq!(placeholders(language), placeholders(Language::English), "{name} in {language}");
            }
            let is_chinese = |text: &str| text.chars().any(|sign| sign as u32 > 0x2E80);
            let has_letters = text.localize(Language::English).chars().any(char::is_alphabetic);
            if has_letters {
                assert!(is_chinese(text.localize(Language::Simplified)), "{name} is not in Chinese");
                assert!(is_chinese(text.localize(Language::Traditional)), "{name} is not in Chinese");
            }
        }
    }

    #[test]
    fn simplified_and_traditional_are_not_mixed_up() {
        let (simplified, traditional) =
            ("们对战电脑设观记谱红黑马车帅将规则复认输", "們對戰電腦設觀記譜紅馬車帥將規則復認輸");
        for (name, text) in all() {
            let wrong = |text: &str, characters: &str, other: &str| {
                text.chars().any(|sign| characters.contains(sign) && !other.contains(sign))
            };
            assert!(
                !wrong(text.localize(Language::Simplified), traditional, simplified),
                "{name} in zh-Hans"
            );
            assert!(
                !wrong(text.localize(Language::Traditional), simplified, traditional),
                "{name} in zh-Hant"
            );
        }
    }

    #[test]
    fn arguments_fill_the_placeholders_of_each_language() {
        assert_eq!(game::TO_MOVE.localize_with(Language::English, &["White"]), "White to move");
    }
}
