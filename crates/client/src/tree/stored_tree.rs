//! Trees in storage, as JSON.

use serde::{Deserialize, Serialize};
use yipan_core::Step;
use yipan_local_play::{DeclaredResult, LocalSetup};

use super::game_tree::GameTree;
use super::tree_node::NodeId;
use crate::local::replay::Replay;

/// A tree as it is stored in the browser. Every node comes after its parent, and the root is the first.
#[derive(Serialize, Deserialize)]
struct StoredTree {
    setup: LocalSetup,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    nodes: Vec<StoredNode>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    declared_result: Option<(usize, DeclaredResult)>,
}

/// A node with the index of its parent.
#[derive(Default, Serialize, Deserialize)]
struct StoredNode {
    #[serde(default)]
    parent: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    chance: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment_before: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nags: Vec<u8>,
}

impl StoredNode {
    fn step(&self) -> Option<Step<String, String>> {
        match (&self.action, &self.chance) {
            (Some(action), _) => Some(Step::Action(action.clone())),
            (None, Some(outcome)) => Some(Step::Chance(outcome.clone())),
            (None, None) => None,
        }
    }
}

impl GameTree {
    /// Returns the tree as JSON, for storage.
    #[must_use]
    pub fn save(&self) -> String {
        let (mut pending, mut nodes) = (vec![(self.root(), 0)], Vec::new());
        let mut declared_result = None;
        while let Some((id, parent)) = pending.pop() {
            let node = self.node(id);
            if let Some((_, result)) = self.declared_result().filter(|(end, _)| *end == id) {
                declared_result = Some((nodes.len(), result.clone()));
            }
            let (action, chance) = match node.step() {
                Some(Step::Action(action)) => (Some(action.clone()), None),
                Some(Step::Chance(outcome)) => (None, Some(outcome.clone())),
                None => (None, None),
            };
            // The first child is visited next, so that siblings keep their order.
            pending.extend(node.children().iter().rev().map(|child| (*child, nodes.len())));
            nodes.push(StoredNode {
                parent,
                action,
                chance,
                comment_before: node.comment_before().to_owned(),
                comment: node.comment().to_owned(),
                nags: node.nags().to_vec(),
            });
        }
        let stored =
            StoredTree { setup: self.setup().clone(), tags: self.tags.clone(), nodes, declared_result };
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// Restores a stored tree, replay or local game; `None` if the text is none of them.
    ///
    /// A step that is no longer legal is left out with all that follows it.
    #[must_use]
    pub fn restore(text: &str) -> Option<GameTree> {
        let Ok(stored) = serde_json::from_str::<StoredTree>(text) else {
            return Replay::restore(text).map(|replay| GameTree::from_replay(&replay));
        };
        stored.setup.game.parse::<yipan_games::GameKind>().ok()?;
        let mut tree = GameTree::before_chance(stored.setup).ok()?;
        tree.tags = stored.tags;
        let mut ids: Vec<Option<NodeId>> = Vec::with_capacity(stored.nodes.len());
        for (index, mut node) in stored.nodes.into_iter().enumerate() {
            let id = match node.step() {
                None if index == 0 => Some(tree.root()),
                None => None,
                Some(step) => {
                    let parent = ids.get(node.parent).copied().flatten();
                    parent.and_then(|parent| tree.add_step(parent, &step).ok())
                }
            };
            if let Some(id) = id {
                let take = std::mem::take::<String>;
                tree.annotate(id, take(&mut node.comment_before), take(&mut node.comment), node.nags);
            }
            ids.push(id);
        }
        tree.resolve_pending_chance();
        if let Some((index, result)) = stored.declared_result
            && let Some(id) = ids.get(index).copied().flatten()
        {
            tree.set_result(id, Some(result));
        }
        Some(tree)
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;
    use yipan_games::GameKind;

    use super::*;
    use crate::tree::test_trees::{grow, played, start};

    #[test]
    fn a_tree_of_every_game_survives_storage() {
        let games: [(GameKind, &[&str]); 5] = [
            (GameKind::Chess, &[]),
            (GameKind::Chess, &["dice-a", "portals", "fog"]),
            (GameKind::Chess, &["gravity", "mines"]),
            (GameKind::Xiangqi, &[]),
            (GameKind::Liuzichong, &[]),
        ];
        for (kind, modes) in games {
            for seed in 0..5 {
                let mut tree = start(kind, modes);
                grow(&mut tree, seed, 60);
                tree.tags.push(("White".into(), "Ada \"A\"".into()));
                let end = *tree.main_line().last().expect("a move");
                tree.set_result(end, Some(DeclaredResult::resignation(Side::First)));
                let text = tree.save();
                let again = GameTree::restore(&text).expect("a stored tree");
                assert_eq!(again.save(), text, "{kind} {modes:?}");
                let steps = |tree: &GameTree| {
                    format!("{:?}", tree.replay(&tree.main_line()).steps().collect::<Vec<_>>())
                };
                assert_eq!(steps(&again), steps(&tree));
            }
        }
    }

    #[test]
    fn a_stored_game_without_variations_is_read_too() {
        let mut tree = start(GameKind::Chess, &["dice-a"]);
        let end = *tree.main_line().last().expect("a roll");
        let action = tree.game(end).actions()[0].clone();
        tree.play_action(end, &action).expect("offered");
        let replay = tree.replay(&tree.main_line());
        let again = GameTree::restore(&replay.save()).expect("a stored replay");
        assert_eq!(again.main_line().len(), replay.len());
        assert_eq!(again.result(), replay.result());
    }

    #[test]
    fn a_damaged_tree_loses_only_what_is_damaged() {
        let mut tree = start(GameKind::Chess, &[]);
        played(&mut tree, &["e4", "e5"]);
        let damaged = tree.save().replace("e7e5", "e7e9").replace("\"parent\":1", "\"parent\":99");
        assert_eq!(GameTree::restore(&damaged).expect("a tree").main_line().len(), 1);
        for text in ["", "{}", "{\"nodes\":[]}", "[]", "{\"setup\":1,\"nodes\":[]}"] {
            assert!(GameTree::restore(text).is_none(), "{text}");
        }
    }
}
