//! Text with bold parts and explained terms, of the rule pages and the courses.

use yipan_core::Language;

use crate::text::messages::terms;
use crate::text::messages::text::Text;

/// A run of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRun {
    /// The text without markup.
    pub text: String,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is a Chinese term in an English text, marked so that a screen reader pronounces it.
    pub is_chinese_term: bool,
    /// The explanation, if the text is a term that has one.
    pub explanation: Option<Text>,
}

/// Parses bold text between pairs of `**`, and terms with an explanation, written `[en passant](#en-passant)`.
#[must_use]
pub fn parse_text_runs(text: &str, language: Language) -> Vec<TextRun> {
    let fragments = text.split("**").enumerate().flat_map(|(index, fragment)| {
        let run = move |text: &str, explanation| TextRun {
            text: text.to_owned(),
            bold: index % 2 == 1,
            is_chinese_term: language == Language::English && text.starts_with(is_chinese),
            explanation,
        };
        let runs = move |(text, explanation): (&str, Option<Text>)| -> Vec<TextRun> {
            match explanation {
                Some(_) => vec![run(text, explanation)],
                None => split_by_script(text, language).into_iter().map(|text| run(text, None)).collect(),
            }
        };
        split_terms(fragment).into_iter().flat_map(runs).collect::<Vec<_>>()
    });
    fragments.collect()
}

/// Splits a text into its terms with their explanations, and what lies between them. An unknown term stays as it is.
fn split_terms(text: &str) -> Vec<(&str, Option<Text>)> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((before, term, explanation, after)) = next_term(rest) {
        parts.extend(
            [(before, None), (term, Some(explanation))].into_iter().filter(|(text, _)| !text.is_empty()),
        );
        rest = after;
    }
    if !rest.is_empty() {
        parts.push((rest, None));
    }
    parts
}

/// Returns the text before the first term, the term, its explanation and the text after it.
fn next_term(text: &str) -> Option<(&str, &str, Text, &str)> {
    let (before, inside) = text.split_once('[')?;
    let (term, after) = inside.split_once("](#")?;
    let (key, after) = after.split_once(')')?;
    Some((before, term, terms::explanation(key)?, after))
}

/// Splits an English text at every change between Latin and Chinese script. A Chinese text is not split.
fn split_by_script(text: &str, language: Language) -> Vec<&str> {
    if language != Language::English && !text.is_empty() {
        return vec![text];
    }
    let (mut cut, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|character| is_chinese(character) != is_chinese(first));
        let (stretch, left) = rest.split_at(end.unwrap_or(rest.len()));
        cut.push(stretch);
        rest = left;
    }
    cut
}

/// Whether this is a Chinese character.
const fn is_chinese(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9FFF}')
}

/// Returns the keys of terms in a text that have no explanation.
#[cfg(test)]
pub(crate) fn unknown_terms(text: &str) -> Vec<&str> {
    let keys = text.split("](#").skip(1).filter_map(|after| Some(after.split_once(')')?.0));
    keys.filter(|key| terms::explanation(key).is_none()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, language: Language) -> Vec<(String, bool, bool)> {
        let runs = parse_text_runs(text, language);
        runs.iter().map(|run| (run.text.clone(), run.bold, run.is_chinese_term)).collect()
    }

    #[test]
    fn a_chinese_term_in_an_english_sentence_is_marked_as_one() {
        let run = |text: &str, bold, term| (text.to_owned(), bold, term);
        assert_eq!(
            parsed("It is **the carry 担**.", Language::English),
            [
                run("It is ", false, false),
                run("the carry ", true, false),
                run("担", true, true),
                run(".", false, false)
            ]
        );
        assert_eq!(parsed("这是担。", Language::Simplified), [run("这是担。", false, false)]);
    }

    #[test]
    fn a_known_term_has_its_explanation_and_an_unknown_one_is_text() {
        let runs = parse_text_runs("Take [en passant](#en-passant) at once.", Language::English);
        let texts: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
        assert_eq!(texts, ["Take ", "en passant", " at once."]);
        assert_eq!(runs[1].explanation, Some(terms::EN_PASSANT));
        assert!(runs[0].explanation.is_none() && runs[2].explanation.is_none());
        for text in ["a [b](#no-such-term) c", "a [b] (c)", "[check](#check", "no term"] {
            assert_eq!(parse_text_runs(text, Language::English).len(), 1, "{text}");
        }
        assert_eq!(parse_text_runs("[将军](#check)。", Language::Simplified).len(), 2);
        assert_eq!(unknown_terms("[a](#check) [b](#chek)"), ["chek"]);
    }

    #[test]
    fn every_term_is_explained_somewhere() {
        let site = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/site");
        let files = ["rules", "courses"]
            .map(|directory| std::fs::read_dir(site.join(directory)).expect("a directory"));
        let paths = files.into_iter().flatten().map(|entry| entry.expect("a file").path());
        let texts: Vec<String> = paths.map(|path| std::fs::read_to_string(path).expect("a text")).collect();
        for (key, _) in terms::TERMS {
            let link = format!("](#{key})");
            assert!(texts.iter().any(|text| text.contains(&link)), "{key} is never used");
        }
    }
}
