//! The rule pages: text with headings, lists and boards to play on.

use yipan_core::Language;
use yipan_games::GameKind;
use yipan_local_play::{LocalSetup, PlayerKind};

use crate::text::messages::text::Text;
use crate::text::messages::{common, home, rules};
use crate::text::move_diagram::{MoveDiagram, parse_diagram};
use crate::text::text_run::{TextRun, parse_text_runs};

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
    /// Pictures of the moves of pieces, side by side.
    Diagrams(Vec<MoveDiagram>),
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
    let runs = |text: &str| parse_text_runs(text, language);
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
        } else if let Some(diagram) = parse_diagram(line, language) {
            if let Some(Block::Diagrams(diagrams)) = blocks.last_mut() {
                diagrams.push(diagram);
                continue;
            }
            Block::Diagrams(vec![diagram])
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
    Some(BoardExample { setup, caption: parse_text_runs(caption, language) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::text_run::unknown_terms;

    fn plain(text: &str) -> Vec<TextRun> {
        vec![TextRun { text: text.to_owned(), bold: false, is_chinese_term: false, explanation: None }]
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
    fn a_board_that_cannot_be_parsed_is_shown_as_text() {
        for line in ["{board go | - | start | x}", "{board chess | - | start}", "{board chess"] {
            assert_eq!(parse_rulebook(line, Language::English), [Block::Paragraph(plain(line))]);
        }
    }

    #[test]
    fn diagrams_in_a_row_are_one_block() {
        let lines = "{moves chess | 4k3/8/8/8/3R4/8/8/4K3 w - - 0 1 | d4 | Rook}\n\
            {moves chess | 4k3/p7/8/8/3N4/8/8/4K3 w - - 0 1 | d4 | Knight}\n\
            {moves chess | 4k3/p7/8/8/3N4/8/8/4K3 w - - 0 1 | d5 | No piece}";
        let blocks = parse_rulebook(lines, Language::English);
        let [Block::Diagrams(diagrams), Block::Paragraph(_)] = &blocks[..] else { panic!("{blocks:?}") };
        let counts: Vec<usize> = diagrams.iter().map(|diagram| diagram.destinations.len()).collect();
        assert_eq!(counts, [14, 8]);
        assert_eq!(diagrams[0].caption, plain("Rook"));
    }

    #[test]
    fn every_rule_page_has_its_boards_and_diagrams_in_every_language() {
        let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/site/rules");
        for (topic, _) in TOPICS {
            let counts = Language::ALL.map(|language| {
                let path = directory.join(format!("{topic}.{language}.md"));
                let page = std::fs::read_to_string(path).expect("a rule page");
                assert_eq!(unknown_terms(&page), [""; 0], "{topic} in {language}");
                let blocks = parse_rulebook(&page, language);
                let has_markup = |block: &Block| match block {
                    Block::Paragraph(runs) => runs.iter().any(|run| run.text.contains(['{', '['])),
                    _ => false,
                };
                assert!(!blocks.iter().any(has_markup), "{topic} in {language}");
                let count = |block: &Block| match block {
                    Block::Board(_) => 1,
                    Block::Diagrams(diagrams) => 100 * diagrams.len(),
                    _ => 0,
                };
                (blocks.iter().map(count).sum::<usize>(), page.matches("](#").count())
            });
            assert_eq!(counts, [counts[0]; 3], "{topic}");
            let expected = match topic {
                "chess" => 6,
                "xiangqi" => 7,
                "liuzichong" => 1,
                _ => 0,
            };
            assert_eq!(counts[0].0 / 100, expected, "{topic} has a diagram of each piece");
        }
    }
}
