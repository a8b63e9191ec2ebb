//! A tree as the moves panel shows it: the main line in rows, with comments and variations between them.

use yipan_core::{Language, Side, Turn, Viewer};

use super::comment::{comment_clock, comment_text};
use super::game_tree::GameTree;
use super::glyph::glyph_symbol;
use super::tree_node::NodeId;
use crate::text::notation_style::NotationStyle;
use crate::text::step_text::step_text;

/// A move or a roll in the moves panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeMove {
    /// The node.
    pub node: NodeId,
    /// The side that acted; for a roll, the owner of the dice.
    pub side: Side,
    /// The number in front of the move, such as `12.` or `12…`; empty where none is needed.
    pub number: String,
    /// The notation; `None` if the step is hidden from the viewer.
    pub notation: Option<String>,
    /// The reason why this side acted out of turn, or an empty text.
    pub note: &'static str,
    /// The symbols of the glyphs.
    pub glyphs: String,
    /// The clock after the move, or an empty text.
    pub clock: String,
}

/// A part of a variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreePart {
    /// A move.
    Move(TreeMove),
    /// The text of a comment.
    Comment(String),
    /// An alternative to the move before it.
    Variation(Vec<TreePart>),
}

/// A row of the moves panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeRow {
    /// The turns of both sides on the main line, or what is between two interruptions of them.
    Turn {
        /// The number of the turn.
        number: u32,
        /// The moves of the first and the second side.
        moves: [Vec<TreeMove>; 2],
        /// Whether the second side continues a turn that began before an interruption.
        is_continued: bool,
    },
    /// The text of a comment on the main line.
    Comment(String),
    /// An alternative to the move before it.
    Variation(Vec<TreePart>),
}

/// The turn that was reached on a line.
#[derive(Clone, Copy)]
struct TurnCount {
    number: u32,
    last_side: Option<Side>,
}

impl TurnCount {
    /// Counts a move of a side. Returns whether it opens a turn.
    fn advance(&mut self, side: Side) -> bool {
        let opens = self.last_side != Some(side);
        if opens && side == Side::First && self.last_side.is_some() {
            self.number += 1;
        }
        self.last_side = Some(side);
        opens
    }
}

impl GameTree {
    /// Returns the rows of the moves panel as the viewer may see them.
    #[must_use]
    pub fn rows(&self, viewer: Viewer, style: NotationStyle) -> Vec<TreeRow> {
        let mut rows = Vec::new();
        push_comment(&mut rows, self.node(self.root()).comment());
        let mut count = TurnCount { number: self.first_number(), last_side: None };
        let mut is_interrupted = true;
        for id in self.continuation(self.root()) {
            let node = self.node(id);
            if push_comment(&mut rows, node.comment_before()) {
                is_interrupted = true;
            }
            let before = count;
            let mut item = self.tree_move(id, viewer, style);
            let opens = count.advance(item.side);
            item.number.clear();
            if is_interrupted || opens && item.side == Side::First {
                rows.push(TreeRow::Turn {
                    number: count.number,
                    moves: [Vec::new(), Vec::new()],
                    is_continued: item.side == Side::Second,
                });
            }
            if let Some(TreeRow::Turn { moves, .. }) = rows.last_mut() {
                moves[item.side.index()].push(item);
            }
            is_interrupted = push_comment(&mut rows, node.comment());
            for alternative in self.siblings(id).iter().skip(1) {
                rows.push(TreeRow::Variation(self.variation(*alternative, before, viewer, style)));
                is_interrupted = true;
            }
        }
        rows
    }

    /// Returns the notation of a step; `None` for the root or if the step is hidden from the viewer.
    #[must_use]
    pub fn notation(&self, id: NodeId, viewer: Viewer, style: NotationStyle) -> Option<String> {
        step_text(&self.played_step(id)?, viewer, style).notation
    }

    /// Returns the parts of the variation that begins with a node.
    fn variation(
        &self,
        first: NodeId,
        mut count: TurnCount,
        viewer: Viewer,
        style: NotationStyle,
    ) -> Vec<TreePart> {
        let (mut parts, mut is_interrupted) = (Vec::new(), true);
        for id in std::iter::once(first).chain(self.continuation(first)) {
            let node = self.node(id);
            let text = comment_text(node.comment_before());
            if !text.is_empty() {
                parts.push(TreePart::Comment(text));
                is_interrupted = true;
            }
            let before = count;
            let mut item = self.tree_move(id, viewer, style);
            let opens = count.advance(item.side);
            item.number = match item.side {
                Side::First if opens || is_interrupted => format!("{}.", count.number),
                Side::Second if is_interrupted => format!("{}…", count.number),
                _ => String::new(),
            };
            parts.push(TreePart::Move(item));
            let text = comment_text(node.comment());
            is_interrupted = !text.is_empty();
            parts.extend(Some(text).filter(|text| !text.is_empty()).map(TreePart::Comment));
            // The alternatives to the first move belong to the line from which the variation branches.
            for alternative in self.siblings(id).iter().skip(1).filter(|_| id != first) {
                parts.push(TreePart::Variation(self.variation(*alternative, before, viewer, style)));
                is_interrupted = true;
            }
        }
        parts
    }

    fn tree_move(&self, id: NodeId, viewer: Viewer, style: NotationStyle) -> TreeMove {
        let node = self.node(id);
        let (side, step) = match self.played_step(id) {
            Some(played) => (self.owner(id), Some(step_text(&played, viewer, style))),
            None => (Side::First, None),
        };
        let (notation, note) = step.map_or((None, ""), |step| (step.notation, step.note));
        TreeMove {
            node: id,
            side,
            number: String::new(),
            notation,
            note,
            glyphs: node.nags().iter().map(|nag| glyph_symbol(*nag)).collect(),
            clock: comment_clock(node.comment()).unwrap_or_default().to_owned(),
        }
    }

    /// Returns the side that acts in a node; for a chance outcome, the one that acts next.
    fn owner(&self, id: NodeId) -> Side {
        let node = self.node(id);
        let turn = if node.is_chance() {
            let games = std::iter::once(id).chain(self.continuation(id)).map(|id| self.game(id).turn());
            games.into_iter().find(|turn| *turn != Turn::Chance)
        } else {
            node.parent().map(|parent| self.game(parent).turn())
        };
        if let Some(Turn::Player(side)) = turn { side } else { Side::First }
    }

    /// Returns the number of the first move, which a position may give.
    fn first_number(&self) -> u32 {
        let numbered = self.game(self.root()).numbered_move("", Language::English);
        let digits: String = numbered.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(1)
    }
}

/// Adds the text of a comment. Returns whether there is any.
fn push_comment(rows: &mut Vec<TreeRow>, comment: &str) -> bool {
    let text = comment_text(comment);
    let has_text = !text.is_empty();
    rows.extend(Some(text).filter(|_| has_text).map(TreeRow::Comment));
    has_text
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;
    use crate::tree::test_trees::{played, start};

    /// Writes rows as text, to compare them.
    fn written(rows: &[TreeRow]) -> Vec<String> {
        fn one(item: &TreeMove) -> String {
            let notation = item.notation.as_deref().unwrap_or("?");
            format!("{}{notation}{}{}", item.number, item.glyphs, item.clock)
        }
        fn parts(list: &[TreePart]) -> String {
            let texts = list.iter().map(|part| match part {
                TreePart::Move(item) => one(item),
                TreePart::Comment(text) => format!("{{{text}}}"),
                TreePart::Variation(inner) => format!("({})", parts(inner)),
            });
            texts.collect::<Vec<_>>().join(" ")
        }
        let row = |row: &TreeRow| match row {
            TreeRow::Turn { number, moves, is_continued } => {
                let side = |moves: &Vec<TreeMove>| moves.iter().map(one).collect::<Vec<_>>().join(" ");
                format!(
                    "{number}{} {}|{}",
                    if *is_continued { "…" } else { "." },
                    side(&moves[0]),
                    side(&moves[1])
                )
            }
            TreeRow::Comment(text) => format!("{{{text}}}"),
            TreeRow::Variation(list) => format!("({})", parts(list)),
        };
        rows.iter().map(row).collect()
    }

    fn rows(tree: &GameTree) -> Vec<String> {
        written(&tree.rows(Viewer::Arbiter, Language::English.into()))
    }

    #[test]
    fn side_lines_and_comments_interrupt_the_rows_of_the_main_line() {
        let mut tree = start(GameKind::Chess, &[]);
        let main = played(&mut tree, &["e4", "e5", "Nf3", "Nc6"]);
        let sicilian = tree.play_action(main[0], "c5").expect("legal")[0];
        let closed = tree.play_action(sicilian, "Nc3").expect("legal")[0];
        tree.play_action(sicilian, "d4").expect("legal");
        tree.play_action(closed, "Nc6").expect("legal");
        tree.toggle_glyph(closed, 5);
        tree.set_comment_text(closed, "closed");
        tree.set_comment_text(main[2], "[%clk 0:10:00] natural");
        tree.set_comment_text(tree.root(), "a test");
        assert_eq!(
            rows(&tree),
            [
                "{a test}",
                "1. e4|e5",
                "(1…c5 2.Nc3!? {closed} (2.d4) 2…Nc6)",
                "2. Nf310:00|",
                "{natural}",
                "2… |Nc6",
            ]
        );
    }

    #[test]
    fn a_roll_is_a_separate_step_of_its_owner() {
        let mut tree = start(GameKind::Chess, &["dice-a"]);
        for _ in 0..3 {
            let end = tree.main_line().last().copied().unwrap_or(tree.root());
            let action = tree.game(end).actions()[0].clone();
            tree.play_action(end, &action).expect("offered");
        }
        let rows = tree.rows(Viewer::Spectator, Language::English.into());
        let moves = rows.into_iter().flat_map(|row| match row {
            TreeRow::Turn { moves, .. } => moves.into_iter().flatten().collect::<Vec<_>>(),
            other => panic!("{other:?}"),
        });
        let moves: Vec<TreeMove> = moves.collect();
        let is_roll =
            |item: &&TreeMove| item.notation.as_deref().is_some_and(|text| text.starts_with("Die "));
        assert_eq!(moves.len(), tree.main_line().len());
        assert_eq!(moves.iter().filter(|item| !is_roll(item)).count(), 3, "{moves:?}");
        assert!(is_roll(&&moves[0]) && moves[0].side == Side::First, "{moves:?}");
    }

    #[test]
    fn hidden_steps_have_no_notation() {
        let mut tree = start(GameKind::Chess, &["fog"]);
        let main = played(&mut tree, &["e2e4", "e7e5"]);
        tree.play_action(main[0], "d7d5").expect("legal");
        let seen = |viewer| written(&tree.rows(viewer, Language::English.into()));
        assert_eq!(seen(Viewer::Arbiter), ["1. e4|e5", "(1…d5)"]);
        assert_eq!(seen(Viewer::Player(Side::First)), ["1. e4|?", "(1…?)"]);
        assert_eq!(seen(Viewer::Player(Side::Second)), ["1. ?|e5", "(1…d5)"]);
    }

    #[test]
    fn numbers_follow_the_position() {
        let mut tree =
            crate::tree::test_trees::start_from(GameKind::Chess, "4k3/8/8/8/8/8/4P3/4K3 b - - 3 44");
        played(&mut tree, &["Kd7", "e4", "Kc6"]);
        assert_eq!(rows(&tree), ["44… |Kd7", "45. e4|Kc6"]);
    }
}
