//! The fixed texts of the page, one module for each part of it.

pub mod account;
pub mod appearance;
pub mod clock;
pub mod common;
pub mod correspondence;
pub mod dice;
pub mod editor;
pub mod explorer;
pub mod game;
pub mod game_options;
pub mod games;
#[cfg(test)]
pub(crate) mod glossary;
pub mod home;
pub mod import_export;
pub mod learn;
pub mod levels;
pub mod moderation;
pub mod modes;
pub mod online;
pub mod people;
pub mod pieces;
pub mod puzzle_themes;
pub mod puzzles;
pub mod ratings;
pub mod replay;
pub mod restart;
pub mod result;
pub mod review;
pub mod rules;
pub mod settings;
pub mod sharing;
pub mod studies;
pub mod terms;
pub(crate) mod text;
pub mod tournaments;
pub mod tree;
pub mod xiangqi;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use yipan_core::Language;

    use super::text::Text;
    use super::*;
    use crate::text::rulebook::TOPICS;

    /// Lists message modules by name, each with its texts.
    macro_rules! modules {
        ($($name:ident)*) => { &[$((stringify!($name), $name::ALL),)*] };
    }

    type Texts = &'static [(&'static str, Text)];

    const MODULES: &[(&str, Texts)] = modules! {
        account appearance clock common correspondence dice editor explorer game game_options games home import_export learn
        levels moderation modes online people pieces puzzle_themes puzzles ratings replay restart result review rules settings sharing
        studies terms tournaments tree xiangqi
    };

    /// Iterates over all texts, with their module and name.
    fn all() -> impl Iterator<Item = (String, Text)> {
        let named = |module: &str, (name, text): &(&str, Text)| (format!("{module}::{name}"), *text);
        MODULES.iter().flat_map(move |(module, texts)| texts.iter().map(move |entry| named(module, entry)))
    }

    fn is_chinese(text: &str) -> bool {
        text.chars().any(|character| character as u32 > 0x2E80)
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
                assert!(!text.localize(language).trim().is_empty(), "{name} is empty in {language}");
                assert_eq!(placeholders(language), placeholders(Language::English), "{name} in {language}");
            }
            if text.localize(Language::English).chars().any(char::is_alphabetic) {
                assert!(is_chinese(text.localize(Language::Simplified)), "{name} is not in Chinese");
                assert!(is_chinese(text.localize(Language::Traditional)), "{name} is not in Chinese");
            }
        }
    }

    #[test]
    fn simplified_and_traditional_are_not_mixed_up() {
        let (simplified, traditional) =
            ("们对战电脑设观记谱红黑马车帅将规则复认输", "們對戰電腦設觀記譜紅馬車帥將規則復認輸");
        let has_wrong = |text: &str, wrong: &str, right: &str| {
            text.chars().any(|character| wrong.contains(character) && !right.contains(character))
        };
        for (name, text) in all() {
            let (hans, hant) = (text.localize(Language::Simplified), text.localize(Language::Traditional));
            assert!(!has_wrong(hans, traditional, simplified), "{name} in zh-Hans");
            assert!(!has_wrong(hant, simplified, traditional), "{name} in zh-Hant");
        }
    }

    #[test]
    fn every_text_uses_the_terms_of_the_glossary() {
        for (name, text) in all() {
            let [english, simplified, traditional] =
                [Language::English, Language::Simplified, Language::Traditional]
                    .map(|language| text.localize(language));
            let found = glossary::violations(english, simplified, traditional);
            assert!(found.is_empty(), "{name}: {found:?}");
        }
    }

    #[test]
    fn every_rule_page_avoids_the_rejected_terms() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/site/rules");
        for (topic, _) in TOPICS {
            for language in Language::ALL {
                let path = directory.join(format!("{topic}.{language}.md"));
                let page =
                    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                let found: Vec<&str> = glossary::rejected_in(language, &page).collect();
                assert!(found.is_empty(), "{topic} in {language}: {found:?}");
            }
        }
    }
}
