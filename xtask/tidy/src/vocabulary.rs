//! The words of the project: one word, one meaning, and the field's own.
//!
//! A private word costs every reader a lookup, so the ones that were replaced stay out: of comments, texts, names and Markdown.

use crate::finding::Finding;
use crate::tree::Source;

/// Words that may not come back, each with what to write instead.
const BANNED_WORDS: &[(&str, &str)] = &[
    ("man", "piece"),
    ("men", "pieces"),
    ("whoever", "the client, the caller or the user"),
    ("whomever", "the client, the caller or the user"),
    ("somebody", "a user or a client"),
    ("nobody", "no user, or `None`"),
    ("everybody", "all users or all clients"),
    ("anybody", "any user or any client"),
    ("anew", "again"),
    ("told", "sent, shown, returned or logged"),
    ("he", "they"),
    ("his", "their"),
    ("him", "them"),
    ("himself", "themselves"),
    ("colour", "color"),
    ("colours", "colors"),
    ("hall", "server or lobby"),
];

/// Phrases that may not come back.
const BANNED_PHRASES: &[(&str, &str)] = &[
    ("the own ", "its own"),
    ("great letter", "capital letter"),
    ("any more", "no longer, or leave it out"),
    ("for want of", "without"),
];

/// Words that a doc comment may not begin with: it says what an item is or does, and asks nothing.
const QUESTION_WORDS: &[&str] = &["What", "Who", "How", "Which", "Where", "Why", "Whose"];

/// Files that must be able to name what they look for: this checker, and the glossary of the page's texts.
const CHECKERS: &[&str] = &["xtask/tidy/src/", "crates/client/src/text/messages/glossary.rs"];

/// Names of others that contain such a word: the database of earlier development versions, and the manual of Unix.
const NAMES_OF_OTHERS: &[&str] = &[
    "hall.sqlite",
    "man page",
    "Man page",
    "man-page",
    "man_page",
    "MAN_PAGE",
    "share/man",
    "man/",
    "man1",
    "clap_mangen::Man",
];

/// Finds the words of one file that may not stay.
pub(crate) fn check(source: &Source) -> Vec<Finding> {
    if CHECKERS.iter().any(|own| source.path.starts_with(own)) || !source.is_any(&["rs", "md", "css", "toml"])
    {
        return Vec::new();
    }
    let mut findings = Vec::new();
    let mut is_in_docs = false;
    for (number, line) in (1..).zip(source.text.lines()) {
        let line = NAMES_OF_OTHERS.iter().fold(line.to_owned(), |line, name| line.replace(name, ""));
        let mut found: Vec<String> = words(&line)
            .filter_map(|word| BANNED_WORDS.iter().find(|(banned, _)| word.eq_ignore_ascii_case(banned)))
            .map(|(banned, instead)| format!("`{banned}` is not a word of this project; write {instead}"))
            .collect();
        let lower = line.to_lowercase();
        let phrases = BANNED_PHRASES.iter().filter(|(phrase, _)| lower.contains(phrase));
        found.extend(
            phrases.map(|(phrase, instead)| format!("`{}` reads badly; write {instead}", phrase.trim_end())),
        );
        let doc = doc_text(&line).filter(|_| source.is("rs"));
        if let Some(word) = doc.filter(|_| !is_in_docs).and_then(|text| words(text).next())
            && QUESTION_WORDS.contains(&word)
        {
            found.push(format!("a doc comment begins with `{word}`; begin with a verb (Returns ..) or a noun with its article"));
        }
        is_in_docs = doc.is_some();
        findings.extend(found.into_iter().map(|what| Finding::new(&source.path, number, what)));
    }
    findings
}

/// Returns the text of a line of documentation.
fn doc_text(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))
}

/// Splits a line into words. Parts of a name count as words, so that names are checked as well.
fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_text(path: &str, text: &str, expected: &[&str]) {
        let found: Vec<_> = check(&Source::new(path, text)).iter().map(ToString::to_string).collect();
        assert_eq!(found.len(), expected.len(), "{found:#?}");
        for (found, expected) in found.iter().zip(expected) {
            assert!(found.starts_with(&format!("{path}:{expected}")), "{found}");
        }
    }

    #[test]
    fn a_banned_word_is_found_in_comments_names_and_texts() {
        check_text("a.rs", "/// Moves a man.\nfn a() {}\n", &["1: `man`"]);
        check_text("a.rs", "fn a_man_moves() {}\n", &["1: `man`"]);
        check_text("a.rs", "const TEXT: &str = \"Nobody is here\";\n", &["1: `nobody`"]);
        check_text("a.md", "A game is told to the client.\n", &["1: `told`"]);
        check_text("a.rs", "fn manage(human: Hallmark) {}\n", &[]);
        check_text("a.svg", "man\n", &[]);
        check_text("a.md", "A man page is in `man/man1`, the program of a man is not.\n", &["1: `man`"]);
    }

    #[test]
    fn a_doc_comment_does_not_begin_with_a_question_word() {
        check_text("a.rs", "/// What it returns.\nfn a() {}\n", &["1: a doc comment begins with `What`"]);
        check_text("a.rs", "//! Who plays.\n", &["1: a doc comment"]);
        check_text("a.rs", "/// Returns a move.\n/// Which one is random.\nfn a() {}\n", &[]);
        check_text("a.rs", "/// Whether it is legal.\nfn a() {}\n", &[]);
    }

    #[test]
    fn a_phrase_is_found_in_any_case() {
        check_text("a.md", "The own pieces.\n", &["1: `the own`"]);
        check_text("a.rs", "// It does not move any more.\n", &["1: `any more`"]);
    }
}
