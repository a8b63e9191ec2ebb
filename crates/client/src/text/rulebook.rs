//! The rule pages: text with headings, lists and boards to play on.

use yipan_core::Language;
use yipan_games::GameKind;
use yipan_local_play::{LocalSetup, PlayerKind};

use crate::text::messages::text::Text;
use crate::text::messages::{common, home, rules};

/// The topics of the rule pages: their names in URLs and their titles.
pub const TOPICS: [(&str, Text); 10] = [
    ("chess", common::CHESS),
    ("dice", home::DICE),
    ("fog", home::FOG),
    ("gravity", home::GRAVITY),
    ("portals", home::PORTALS),
    ("mines", home::MINES),
    ("xiangqi", common::XIANGQI),
    ("liuzichong", common::LIUZICHONG),
    ("server", rules::SERVER),
    ("keyboard", rules::KEYBOARD),
];

/// A block of a rule page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// The title of the page.
    Title(Vec<TextRun>),
    /// A section heading.
    Heading(Vec<TextRun>),
    /// A paragraph.
    Paragraph(Vec<TextRun>),
    /// A list, one entry an item.
    List(Vec<Vec<TextRun>>),
    /// A board to play on.
    Board(Box<BoardExample>),
}

/// A run of text in one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextRun {
    /// The text without markup.
    pub text: String,
    /// Whether it is bold.
    pub bold: bool,
    /// Whether it is a Chinese term in an English text, marked so that a screen reader pronounces it.
    pub is_chinese_term: bool,
}

/// A board on which the reader plays both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardExample {
    /// The setup of the game.
    pub setup: LocalSetup,
    /// The caption, with something to try.
    pub caption: Vec<TextRun>,
}

/// Parses a rule page. A malformed board becomes a paragraph, so that no text is lost.
#[must_use]
pub fn parse_rulebook(text: &str, language: Language) -> Vec<Block> {
    let runs = |text: &str| parse_runs(text, language);
    let mut blocks = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let block = if let Some(title) = line.strip_prefix("# ") {
            Block::Title(runs(title))
        } else if let Some(heading) = line.strip_prefix("## ") {
            Block::Heading(runs(heading))
        } else if let Some(item) = line.strip_prefix("- ") {
            if let Some(Block::List(items)) = blocks.last_mut() {
                items.push(runs(item));
                continue;
            }
            Block::List(vec![runs(item)])
        } else {
            parse_example(line, language)
                .map_or_else(|| Block::Paragraph(runs(line)), |example| Block::Board(Box::new(example)))
        };
        blocks.push(block);
    }
    blocks
}

/// Parses `{board GAME | MODES or - | POSITION or start | CAPTION}`.
fn parse_example(line: &str, language: Language) -> Option<BoardExample> {
    let inside = line.strip_prefix("{board ")?.strip_suffix('}')?;
    let mut parts = inside.splitn(4, '|').map(str::trim);
    let (game, modes, position, caption) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let kind: GameKind = game.parse().ok()?;
    let modes = match modes {
        "-" => Vec::new(),
        _ => modes.split(',').map(|mode| mode.trim().to_owned()).collect(),
    };
    let position = (position != "start").then(|| position.to_owned());
    let setup = LocalSetup { position, modes, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0) };
    Some(BoardExample { setup, caption: parse_runs(caption, language) })
}

/// Parses bold text between pairs of `**`.
fn parse_runs(text: &str, language: Language) -> Vec<TextRun> {
    let fragments = text.split("**").enumerate().flat_map(|(index, fragment)| {
        let run = move |text: &str| TextRun {
            text: text.to_owned(),
            bold: index % 2 == 1,
            is_chinese_term: language == Language::English && text.starts_with(is_chinese),
        };
        split_by_script(fragment, language).into_iter().map(run)
    });
    fragments.collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Vec<TextRun> {
        vec![TextRun { text: text.to_owned(), bold: false, is_chinese_term: false }]
    }

    #[test]
    fn a_page_is_parsed_line_by_line() {
        let blocks = parse_rulebook(
            "# Fog\n\nDark **cloth**.\n\n- one\n- two\n\n## End\n{board chess | fog | start | Try.}\n",
            Language::English,
        );
        let [title, paragraph, list, heading, board] = blocks.as_slice() else { panic!("{blocks:?}") };
        assert_eq!(*title, Block::Title(plain("Fog")));
        assert!(
            matches!(paragraph, Block::Paragraph(runs) if runs.len() == 3 && runs[1].bold && !runs[2].bold)
        );
        assert_eq!(*list, Block::List(vec![plain("one"), plain("two")]));
        assert_eq!(*heading, Block::Heading(plain("End")));
        let Block::Board(example) = board else { panic!("{board:?}") };
        assert_eq!(
            (example.setup.modes.as_slice(), &example.setup.position),
            (&["fog".to_owned()][..], &None)
        );
        assert_eq!(example.caption, plain("Try."));
    }

    #[test]
    fn a_chinese_term_in_an_english_sentence_is_marked_as_one() {
        let parsed = |text: &str, language| match parse_rulebook(text, language).as_slice() {
            [Block::Paragraph(runs)] => {
                runs.iter().map(|run| (run.text.clone(), run.bold, run.is_chinese_term)).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        };
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
    fn a_board_that_cannot_be_parsed_is_shown_as_text() {
        for line in ["{board go | - | start | x}", "{board chess | - | start}", "{board chess"] {
            assert_eq!(parse_rulebook(line, Language::English), [Block::Paragraph(plain(line))]);
        }
    }
}
