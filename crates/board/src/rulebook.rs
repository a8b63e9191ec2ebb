//! The rules as they are told: a little text with headings, lists and boards to play on.

use yipan_games::GameKind;

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
pub fn rulebook(text: &str) -> Vec<Block> {
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
            example(line)
                .map_or_else(|| Block::Paragraph(runs(line)), |example| Block::Board(Box::new(example)))
        };
        blocks.push(block);
    }
    blocks
}

/// `{board GAME | MODES or - | POSITION or start | CAPTION}`
fn example(line: &str) -> Option<Example> {
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
    Some(Example { opening, caption: runs(caption) })
}

/// What stands between two pairs of stars stands out.
fn runs(text: &str) -> Vec<Run> {
    let pieces = text.split("**").enumerate().filter(|(_, piece)| !piece.is_empty());
    pieces.map(|(index, piece)| Run { text: piece.to_owned(), bold: index % 2 == 1 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Vec<Run> {
        vec![Run { text: text.to_owned(), bold: false }]
    }

    #[test]
    fn a_page_is_read_line_by_line() {
        let blocks = rulebook(
            "# Fog\n\nDark **cloth**.\n\n- one\n- two\n\n## End\n{board chess | fog | start | Try.}\n",
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
    fn a_board_that_cannot_be_read_is_told_as_it_stands() {
        for line in ["{board go | - | start | x}", "{board chess | - | start}", "{board chess"] {
            assert_eq!(rulebook(line), [Block::Paragraph(plain(line))]);
        }
    }
}
