use alloc::{format, string::String};

use crate::Language;

/// Joins words into a list, with `conjunction` before the last one in English.
///
/// ```
/// use yipan_core::{Language, join_words};
///
/// let squares = ["d1", "f1", "g2"].map(str::to_owned);
/// assert_eq!(join_words(&squares, "or", Language::English), "d1, f1 or g2");
/// assert_eq!(join_words(&squares, "or", Language::Simplified), "d1、f1、g2");
/// ```
#[must_use]
pub fn join_words(words: &[String], conjunction: &str, language: Language) -> String {
    match (language, words) {
        (Language::English, [first @ .., last]) if !first.is_empty() => {
            format!("{} {conjunction} {last}", first.join(", "))
        }
        _ => words.join(language.choose(", ", "、", "、")),
    }
}
