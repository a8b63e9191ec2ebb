//! The rules as they are told: a little text with headings, lists and boards to play on.

use yipan_games::GameKind;
use yipan_rules::Language;

use crate::text::{Text, common, home, rules};
use crate::{Chair, Opening};

/// Everything there is a page of rules about: its name in addresses, and what it is called.
pub const TOPICS: [(&str, Text); 10] = [
    ("chess", common::CHESS),
    ("dice", home::DICE),
    ("fog", home::FOG),
    ("gravity", home::GRAVITY),
    ("portals", home::PORTALS),
    ("mines", home::MINES),
    ("xiangqi", common::XIANGQI),
    ("liuzichong", common::LIUZICHONG),
    ("hall", rules::HALL),
    ("keyboard", rules::KEYBOARD),
];

/// A part of a page of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// What the page is about.
    Title(Vec<Run>),
    /// What the next paragraphs are about.
    Heading(Vec<Run>),
    /// A paragraph.
    Paragraph(Vec<Run>),
    /// Things of a kind.
    List(Vec<Vec<Run>>),
    /// A board to try it on.
    Board(Box<Example>),
}

/// A stretch of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What it says.
    pub text: String,
    /// Whether it stands out.
    pub bold: bool,
    /// Whether it is a Chinese term in an English sentence, to be pronounced as such.
    pub term: bool,
}

/// A board to try something on; one person plays both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// What is played.
    pub opening: Opening,
    /// What to try.
    pub caption: Vec<Run>,
}

/// Reads a page of rules. A board that cannot be read is a paragraph, so that nothing is lost.
#[must_use]
pub fn rulebook(text: &str, language: Language) -> Vec<Block> {
    let runs = |text: &str| runs(text, language);
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
            example(line, language)
                .map_or_else(|| Block::Paragraph(runs(line)), |example| Block::Board(Box::new(example)))
        };
        blocks.push(block);
    }
    blocks
}

/// `{board GAME | MODES or - | POSITION or start | CAPTION}`
fn example(line: &str, language: Language) -> Option<Example> {
    let inside = line.strip_prefix("{board ")?.strip_suffix('}')?;
    let mut parts = inside.splitn(4, '|').map(str::trim);
    let (game, modes, position, caption) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
    let kind: GameKind = game.parse().ok()?;
    let modes = match modes {
        "-" => Vec::new(),
        _ => modes.split(',').map(|mode| mode.trim().to_owned()).collect(),
    };
    let position = (position != "start").then(|| position.to_owned());
    let opening = Opening { position, modes, ..Opening::usual(kind, [Chair::Person; 2], 0) };
    Some(Example { opening, caption: runs(caption, language) })
}

/// What stands between two pairs of stars stands out.
fn runs(text: &str, language: Language) -> Vec<Run> {
    let pieces = text.split("**").enumerate().flat_map(|(index, piece)| {
        let run = move |text: &str| Run {
            text: text.to_owned(),
            bold: index % 2 == 1,
            term: language == Language::English && text.starts_with(is_chinese),
        };
        stretches(piece, language).into_iter().map(run)
    });
    pieces.collect()
}

/// A text cut where English ends and Chinese begins, and the other way round; a Chinese one is whole.
fn stretches(text: &str, language: Language) -> Vec<&str> {
    if language != Language::English && !text.is_empty() {
        return vec![text];
    }
    let (mut cut, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|sign| is_chinese(sign) != is_chinese(first));
        let (stretch, left) = rest.split_at(end.unwrap_or(rest.len()));
        cut.push(stretch);
        rest = left;
    }
    cut
}

/// Whether it is a Chinese character.
const fn is_chinese(sign: char) -> bool {
    matches!(sign, '\u{3400}'..='\u{9FFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Vec<Run> {
        vec![Run { text: text.to_owned(), bold: false, term: false }]
    }

    #[test]
    fn a_page_is_read_line_by_line() {
        let blocks = rulebook(
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
            (example.opening.modes.as_slice(), &example.opening.position),
            (&["fog".to_owned()][..], &None)
        );
        assert_eq!(example.caption, plain("Try."));
    }

    #[test]
    fn a_chinese_term_in_an_english_sentence_is_marked_as_one() {
        let told = |text: &str, language| match rulebook(text, language).as_slice() {
            [Block::Paragraph(runs)] => {
                runs.iter().map(|run| (run.text.clone(), run.bold, run.term)).collect::<Vec<_>>()
            }
            other => panic!("{other:?}"),
        };
        let run = |text: &str, bold, term| (text.to_owned(), bold, term);
        assert_eq!(
            told("It is **the carry 担**.", Language::English),
            [
                run("It is ", false, false),
                run("the carry ", true, false),
                run("担", true, true),
                run(".", false, false)
            ]
        );
        assert_eq!(told("这是担。", Language::Simplified), [run("这是担。", false, false)]);
    }

    #[test]
    fn a_board_that_cannot_be_read_is_told_as_it_stands() {
        for line in ["{board go | - | start | x}", "{board chess | - | start}", "{board chess"] {
            assert_eq!(rulebook(line, Language::English), [Block::Paragraph(plain(line))]);
        }
    }
}
