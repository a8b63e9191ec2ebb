//! Changes of the tree by the user.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::tree as text;
use yipan_client::{Drawings, GameTree, LocalizedText, NodeId};
use yipan_games::AnyGameError;

use super::state::AnalysisState;
use crate::browser::timer;

/// The time in which a deletion can be undone by its notice, in milliseconds.
const UNDO_MS: u32 = 12_000;

impl AnalysisState {
    /// Plays an action: a known move is entered, another one starts a variation.
    pub(super) fn play_action(self, action: &str) {
        let node = untrack(|| self.node());
        self.play(node, |tree| tree.play_action(node, action));
    }

    /// Plays the first `count` moves of a variation that the engine has found.
    pub(super) fn play_actions(self, actions: &[String]) {
        for action in actions {
            self.play_action(action);
        }
    }

    /// Tries another outcome of the chance event that led to a node.
    pub(super) fn choose_outcome(self, node: NodeId, outcome: &str) {
        let Some(parent) = self.tree.with_untracked(|tree| tree.node(node).parent()) else { return };
        self.go_to_node(parent);
        self.play(parent, |tree| tree.play_chance(parent, outcome));
    }

    /// Adds steps after the displayed node, shows them, and stores the tree if they are new.
    fn play(self, node: NodeId, add: impl FnOnce(&mut GameTree) -> Result<Vec<NodeId>, AnyGameError>) {
        self.is_autoplaying.set(false);
        self.end_preview();
        let (ply, viewer) = (self.ply.get_untracked(), self.viewer.get_untracked());
        let added = self.tree.try_maybe_update(|tree| {
            let count = tree.node_count();
            let path = add(tree);
            let is_new = tree.node_count() > count;
            (is_new, path.map(|path| (path, is_new)))
        });
        match added {
            None => {}
            Some(Ok((path, is_new))) => {
                let is_on_line = self.line.with_untracked(|line| path.iter().all(|node| line.contains(node)));
                if !is_on_line {
                    self.show_line(path.last().copied().unwrap_or(node));
                }
                let end = ply + path.len();
                self.replay.with_untracked(|replay| {
                    (ply + 1..=end).for_each(|ply| self.board.enqueue_step(replay.update_at(ply, viewer)));
                });
                self.message.set(LocalizedText::default());
                if is_new {
                    self.stop_engine();
                    self.save();
                }
                self.ply.set(end);
                self.announce_position();
            }
            Some(Err(error)) => {
                self.board.explaining_cells.set(error.explaining_cells());
                self.show_message(LocalizedText::from_message(&error));
            }
        }
    }

    /// Moves the variation of the displayed node up.
    pub(super) fn promote(self) {
        self.edit(GameTree::promote);
    }

    /// Makes the displayed line the main line.
    pub(super) fn make_main_line(self) {
        self.edit(GameTree::make_main_line);
    }

    /// Adds a glyph to the displayed move, or removes it.
    pub(super) fn toggle_glyph(self, nag: u8) {
        self.edit(|tree, node| tree.toggle_glyph(node, nag));
    }

    /// Replaces the comment on a node.
    pub(super) fn set_comment(self, node: NodeId, text: &str) {
        self.tree.update(|tree| tree.set_comment_text(node, text));
        self.save();
    }

    /// Removes the arrows and circles of the displayed node.
    pub(super) fn clear_drawings(self) {
        self.drawings.set(Drawings::default());
    }

    /// Changes the tree at the displayed node, which stays displayed.
    fn edit(self, change: impl FnOnce(&mut GameTree, NodeId)) {
        let node = untrack(|| self.node());
        self.tree.update(|tree| change(tree, node));
        self.show_line(node);
        self.save();
    }

    /// Deletes the displayed move and all that follow it. A notice offers to undo this.
    pub(super) fn delete(self) {
        let node = untrack(|| self.node());
        let deleted = self.tree.try_update(|tree| tree.delete(node)).flatten();
        let Some(deleted) = deleted else { return };
        let count = self.tree.with_untracked(|tree| tree.branch_len(deleted.node));
        self.is_autoplaying.set(false);
        self.forget_deleted_review();
        self.show_at(deleted.parent);
        self.commented_node.set(None);
        self.deleted.set(Some((deleted, count)));
        self.save();
        let count = count.to_string();
        self.context.announce(text::DELETED.localize_with(self.context.language.get_untracked(), &[&count]));
        spawn_local(async move {
            timer::sleep(UNDO_MS).await;
            if self.deleted.try_get_untracked().flatten().is_some_and(|(last, _)| last == deleted) {
                self.deleted.set(None);
            }
        });
    }

    /// Restores what was deleted last, and displays it.
    pub(super) fn undo_deletion(self) {
        let Some((deleted, _)) = self.deleted.get_untracked() else { return };
        self.deleted.set(None);
        let Some(restored) = self.tree.try_update(|tree| tree.undo_deletion(deleted)) else { return };
        // The same move may have been played again and replaced now.
        self.commented_node.set(None);
        self.forget_deleted_review();
        self.show_at(restored);
        self.save();
    }

    /// Opens the editor of the comment on the displayed move.
    pub(super) fn write_comment(self) {
        self.commented_node.set(Some(untrack(|| self.node())));
    }
}
