use std::fmt::Write;

use yipan_core::{EndReason, Step};
use yipan_local_play::DeclaredResult;
use yipan_pgn::MAX_VARIATION_DEPTH;

use super::escape::{escape, escape_word};
use super::{SIGNATURE, VERSION};
use crate::tree::game_tree::GameTree;
use crate::tree::tree_node::NodeId;

/// The text of a file that is being written.
struct TreeText(String);

/// A part of a file that is still to be written.
enum Pending {
    /// A step and its main continuation. The alternatives to the first step of a variation are written elsewhere.
    Line { id: NodeId, depth: usize, is_first: bool },
    /// The alternative to a step.
    Variation { id: NodeId, depth: usize },
    /// The end of a variation inside this many others.
    End { depth: usize },
}

/// Writes a tree with everything but its players, its seed, deleted nodes, and variations nested deeper than readers accept.
pub(crate) fn write_tree(tree: &GameTree) -> String {
    let mut written = TreeText(header(tree));
    written.write_annotations(tree, tree.root(), 0);
    let first = |id: NodeId| tree.node(id).children().first().copied();
    // A stack, because lines are long.
    let start = first(tree.root()).map(|id| Pending::Line { id, depth: 0, is_first: false });
    let mut pending: Vec<Pending> = start.into_iter().collect();
    while let Some(part) = pending.pop() {
        match part {
            Pending::Line { id, depth, is_first } => {
                written.write_step(tree, id, depth);
                pending.extend(first(id).map(|id| Pending::Line { id, depth, is_first: false }));
                let alternatives = if is_first { &[] } else { &tree.siblings(id)[1..] };
                if depth < MAX_VARIATION_DEPTH {
                    let variation = |id: &NodeId| Pending::Variation { id: *id, depth };
                    pending.extend(alternatives.iter().rev().map(variation));
                }
            }
            Pending::Variation { id, depth } => {
                written.write_line(depth, "variation", "");
                pending.push(Pending::End { depth });
                pending.push(Pending::Line { id, depth: depth + 1, is_first: true });
            }
            Pending::End { depth } => written.write_line(depth, "end", ""),
        }
    }
    written.0
}

fn header(tree: &GameTree) -> String {
    let setup = tree.setup();
    let mut text = format!("{SIGNATURE} {VERSION}\ngame {}\n", setup.kind());
    let position = setup.position.iter().map(|position| ("position", position));
    let rules = setup.rules.iter().map(|rule| ("rule", rule));
    let modes = setup.modes.iter().map(|mode| ("mode", mode));
    for (keyword, value) in position.chain(rules).chain(modes) {
        let _ = writeln!(text, "{keyword} {}", escape(value));
    }
    for (name, value) in &tree.tags {
        let line = format!("tag {} {}", escape_word(name), escape(value));
        let _ = writeln!(text, "{}", line.trim_end_matches(' '));
    }
    text
}

impl TreeText {
    fn write_step(&mut self, tree: &GameTree, id: NodeId, depth: usize) {
        let node = tree.node(id);
        if !node.comment_before().is_empty() {
            self.write_line(depth, "before", &escape(node.comment_before()));
        }
        match node.step() {
            Some(Step::Action(action)) => self.write_line(depth, "action", &escape(action)),
            Some(Step::Chance(outcome)) => self.write_line(depth, "chance", &escape(outcome)),
            None => {}
        }
        self.write_annotations(tree, id, depth);
    }

    fn write_annotations(&mut self, tree: &GameTree, id: NodeId, depth: usize) {
        let node = tree.node(id);
        if !node.comment().is_empty() {
            self.write_line(depth, "comment", &escape(node.comment()));
        }
        if !node.nags().is_empty() {
            let nags: Vec<String> = node.nags().iter().map(u8::to_string).collect();
            self.write_line(depth, "glyphs", &nags.join(" "));
        }
        if let Some((_, result)) = tree.declared_result().filter(|(end, _)| *end == id) {
            self.write_line(depth, "result", &result_text(result));
        }
    }

    /// Writes a line, indented as deep as its variation.
    fn write_line(&mut self, depth: usize, keyword: &str, value: &str) {
        let separator = if value.is_empty() { "" } else { " " };
        let _ = writeln!(self.0, "{:width$}{keyword}{separator}{value}", "", width = depth * 2);
    }
}

fn result_text(result: &DeclaredResult) -> String {
    let reason = result.reason.map_or("", EndReason::key);
    format!("{} {reason}", result.result()).trim_end().to_owned()
}
