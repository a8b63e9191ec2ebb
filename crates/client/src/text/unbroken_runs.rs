//! Terms that stay on one line with the punctuation around them.

use crate::text::text_run::TextRun;

/// Groups the runs of a text. No line ends inside a group: it holds an explained term with the punctuation around it.
///
/// A term is a button, and a browser may break a line on both sides of a button, even before a full stop.
#[must_use]
pub fn unbroken_runs(runs: Vec<TextRun>) -> Vec<Vec<TextRun>> {
    let mut groups: Vec<Vec<TextRun>> = Vec::new();
    for mut run in runs {
        let is_term = run.explanation.is_some();
        let Some(group) = groups.last_mut() else {
            groups.push(vec![run]);
            continue;
        };
        let follows_term = group.last().is_some_and(|last| last.explanation.is_some());
        if is_term {
            let opening = split_opening(group);
            if follows_term || group.is_empty() {
                group.extend(opening);
                group.push(run);
            } else {
                groups.push(opening.into_iter().chain([run]).collect());
            }
        } else if follows_term {
            let end = run.text.find(|letter| !sticks_to_term(letter)).unwrap_or(run.text.len());
            if end > 0 {
                let text = run.text.drain(..end).collect();
                group.push(TextRun { text, ..run.clone() });
            }
            if !run.text.is_empty() {
                groups.push(vec![run]);
            }
        } else {
            groups.push(vec![run]);
        }
    }
    groups
}

/// Takes the opening punctuation from the end of a group.
fn split_opening(group: &mut Vec<TextRun>) -> Option<TextRun> {
    let last = group.last_mut().filter(|last| last.explanation.is_none())?;
    let start = last.text.trim_end_matches(is_opening).len();
    if start == last.text.len() {
        return None;
    }
    let text = last.text.split_off(start);
    let opening = TextRun { text, ..last.clone() };
    if last.text.is_empty() {
        group.pop();
    }
    Some(opening)
}

/// Whether a character directly after a term belongs to it: Latin letters and signs, and Chinese punctuation that closes.
const fn sticks_to_term(letter: char) -> bool {
    letter.is_ascii_graphic()
        || matches!(
            letter,
            '。' | '，'
                | '、'
                | '；'
                | '：'
                | '！'
                | '？'
                | '）'
                | '》'
                | '」'
                | '』'
                | '】'
                | '’'
                | '”'
                | '…'
        )
}

const fn is_opening(letter: char) -> bool {
    matches!(letter, '(' | '[' | '"' | '（' | '《' | '「' | '『' | '【' | '‘' | '“')
}

#[cfg(test)]
mod tests {
    use yipan_core::Language;

    use super::*;
    use crate::text::text_run::parse_text_runs;

    fn grouped(text: &str, language: Language) -> Vec<String> {
        let groups = unbroken_runs(parse_text_runs(text, language));
        groups
            .iter()
            .map(|group| group.iter().map(|run| run.text.as_str()).collect::<Vec<_>>().join("|"))
            .collect()
    }

    #[test]
    fn a_term_keeps_the_punctuation_around_it() {
        for (text, language, expected) in [
            ("It is [check](#check).", Language::English, vec!["It is ", "check|."]),
            (
                "It is ([check](#check)), so move.",
                Language::English,
                vec!["It is ", "(|check|),", " so move."],
            ),
            ("[Check](#check)'s end, **now**.", Language::English, vec!["Check|'s", " end, ", "now", "."]),
            ("[Check](#check) **bold**", Language::English, vec!["Check", " ", "bold"]),
            ("这是[将军](#check)。完", Language::Simplified, vec!["这是", "将军|。", "完"]),
            ("这是“[将军](#check)”，完", Language::Simplified, vec!["这是", "“|将军|”，", "完"]),
            ("（[將軍](#check)）", Language::Traditional, vec!["（|將軍|）"]),
            ("[将军](#check)[将死](#checkmate)。", Language::Simplified, vec!["将军|将死|。"]),
            ("没有", Language::Simplified, vec!["没有"]),
        ] {
            assert_eq!(grouped(text, language), expected, "{text}");
        }
    }

    #[test]
    fn grouping_loses_no_character_and_no_style() {
        for text in
            ["**a [check](#check).** b", "([check](#check))[check](#check)!", "", "担 [check](#check) 担。"]
        {
            for language in Language::ALL {
                let runs = parse_text_runs(text, language);
                let styled = |runs: &[TextRun]| -> Vec<(char, bool, bool)> {
                    let letters = |run: &TextRun| {
                        let (bold, is_term) = (run.bold, run.explanation.is_some());
                        run.text.chars().map(move |letter| (letter, bold, is_term)).collect::<Vec<_>>()
                    };
                    runs.iter().flat_map(letters).collect()
                };
                assert_eq!(styled(&unbroken_runs(runs.clone()).concat()), styled(&runs), "{text}");
            }
        }
    }
}
