use yipan_core::{Step, Turn};
use yipan_games::{AnyGame, AnyGameError, GameResult, Grid};
use yipan_local_play::{DeclaredResult, LocalSetup, PlayedGame, PlayedStep};

use super::tree_node::{NodeId, TreeNode};
use crate::local::replay::Replay;
use crate::text::mode_notation::find_mode_action;

/// A game with all variations that were tried, for every game and mode.
///
/// Actions and chance outcomes are nodes, so another roll of the dice is a variation too. A node after which a chance event is
/// due has a child, unless the event could not be resolved.
#[derive(Clone, Debug)]
pub struct GameTree {
    setup: LocalSetup,
    /// The tags of a file, in its order.
    pub tags: Vec<(String, String)>,
    /// All nodes ever added. Deleted ones stay, so that a deletion can be undone.
    pub(super) nodes: Vec<TreeNode>,
    /// The node after which the result was declared.
    declared_result: Option<(NodeId, DeclaredResult)>,
}

impl GameTree {
    /// Starts a game without moves and resolves the chance events before the first move.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn start(setup: LocalSetup) -> Result<GameTree, AnyGameError> {
        let mut tree = GameTree::before_chance(setup)?;
        tree.follow_chance(tree.root());
        Ok(tree)
    }

    /// Starts a game in which the first chance events are not resolved yet.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub(crate) fn before_chance(setup: LocalSetup) -> Result<GameTree, AnyGameError> {
        let after = AnyGame::start(setup.kind(), &setup.options())?;
        let root = TreeNode {
            parent: None,
            children: Vec::new(),
            step: None,
            effects: Vec::new(),
            after,
            comment_before: String::new(),
            comment: String::new(),
            nags: Vec::new(),
        };
        Ok(GameTree { setup, tags: Vec::new(), nodes: vec![root], declared_result: None })
    }

    /// Creates the tree of a game without variations.
    #[must_use]
    pub fn from_replay(replay: &Replay) -> GameTree {
        let mut nodes: Vec<TreeNode> = Vec::with_capacity(replay.len() + 1);
        for step_index in 0..=replay.len() {
            let played = step_index.checked_sub(1).and_then(|index| replay.played().step_at(index));
            nodes.push(TreeNode {
                parent: step_index.checked_sub(1).map(NodeId),
                children: (step_index < replay.len()).then_some(NodeId(step_index + 1)).into_iter().collect(),
                step: played.map(|played| played.step.clone()),
                effects: played.map(|played| played.effects.to_vec()).unwrap_or_default(),
                after: replay.game_at(step_index).clone(),
                comment_before: String::new(),
                comment: String::new(),
                nags: Vec::new(),
            });
        }
        let declared_result = replay.declared_result().map(|result| (NodeId(replay.len()), result.clone()));
        GameTree { setup: replay.setup().clone(), tags: Vec::new(), nodes, declared_result }
    }

    /// Returns the setup.
    #[must_use]
    pub const fn setup(&self) -> &LocalSetup {
        &self.setup
    }

    /// Returns the grid of the board.
    #[must_use]
    pub fn grid(&self) -> Grid {
        Grid::new(self.game(self.root()).kind())
    }

    /// Returns the node before the first step.
    #[must_use]
    pub const fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// Returns a node.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &TreeNode {
        &self.nodes[id.0]
    }

    /// Returns the node with a number; `None` if the tree has no such node.
    #[must_use]
    pub fn node_with_number(&self, number: usize) -> Option<NodeId> {
        Some(NodeId(number)).filter(|id| self.contains(*id))
    }

    /// Returns the number of nodes that were ever added, including deleted ones.
    #[must_use]
    pub const fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the game after a node, including hidden information.
    #[must_use]
    pub fn game(&self, id: NodeId) -> &AnyGame {
        &self.node(id).after
    }

    /// Returns the step of a node with the games before and after it; `None` for the root.
    #[must_use]
    pub fn played_step(&self, id: NodeId) -> Option<PlayedStep<'_>> {
        let node = self.node(id);
        let (step, before) = (node.step.as_ref()?, self.game(node.parent?));
        Some(PlayedStep { step, before, after: &node.after, effects: &node.effects })
    }

    /// Returns the nodes from the first step to this one. The root has none.
    #[must_use]
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let up = std::iter::successors(Some(id), |id| self.node(*id).parent);
        let mut path: Vec<NodeId> = up.take_while(|id| *id != self.root()).collect();
        path.reverse();
        path
    }

    /// Returns the path to a node and the main continuation after it.
    #[must_use]
    pub fn line_through(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = self.path(id);
        line.extend(self.continuation(id));
        line
    }

    /// Returns the main line.
    #[must_use]
    pub fn main_line(&self) -> Vec<NodeId> {
        self.line_through(self.root())
    }

    /// Iterates over the main continuation after a node.
    pub(crate) fn continuation(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let next = |id: NodeId| self.node(id).children.first().copied();
        std::iter::successors(next(id), move |id| next(*id))
    }

    /// Returns the alternatives to a node and the node itself, in their order.
    #[must_use]
    pub fn siblings(&self, id: NodeId) -> &[NodeId] {
        self.node(id).parent.map_or(&[], |parent| self.node(parent).children())
    }

    /// Returns the alternative that is `offset` places after a node; `None` if there are fewer.
    ///
    /// A step that has no alternative is left out: the nearest one before it counts.
    #[must_use]
    pub fn alternative(&self, id: NodeId, offset: isize) -> Option<NodeId> {
        let up = std::iter::successors(Some(id), |id| self.node(*id).parent);
        let siblings = up.map(|id| (id, self.siblings(id))).find(|(_, siblings)| siblings.len() > 1);
        let (id, siblings) = siblings?;
        let index = siblings.iter().position(|other| *other == id)?.checked_add_signed(offset)?;
        siblings.get(index).copied()
    }

    /// Whether a node is still part of the tree.
    #[must_use]
    pub fn contains(&self, id: NodeId) -> bool {
        let is_attached =
            |id: NodeId| self.node(id).parent.is_none_or(|parent| self.node(parent).children.contains(&id));
        id.0 < self.nodes.len()
            && std::iter::successors(Some(id), |id| self.node(*id).parent).all(is_attached)
    }

    /// Returns a line as a replay. A declared result belongs to the line that ends with it.
    #[must_use]
    pub fn replay(&self, line: &[NodeId]) -> Replay {
        let outcome = |id: &NodeId| match &self.node(*id).step {
            Some(Step::Chance(outcome)) => Some(outcome.clone()),
            _ => None,
        };
        let setup =
            LocalSetup { chance_outcomes: line.iter().filter_map(outcome).collect(), ..self.setup.clone() };
        let steps = line.iter().filter_map(|id| self.played_step(*id));
        let played = PlayedGame::from_steps(setup, self.game(self.root()).clone(), steps);
        let end = line.last().copied().unwrap_or(self.root());
        let result = self.declared_result.as_ref().filter(|(node, _)| *node == end);
        Replay::from_played(played).with_result(result.map(|(_, result)| result.clone()))
    }

    /// Plays an action after a node: an existing continuation, or a new one. Returns its node and those of the chance events
    /// after it.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the action is illegal; the tree is then unchanged.
    pub fn play_action(&mut self, id: NodeId, text: &str) -> Result<Vec<NodeId>, AnyGameError> {
        let written = find_mode_action(self.game(id), text);
        let (mut after, mut effects) = (self.game(id).clone(), Vec::new());
        let action = after.apply_action(written.as_deref().unwrap_or(text), &mut effects)?;
        let child = self.enter(id, Step::Action(action), effects, after);
        Ok(self.follow_chance(child))
    }

    /// Chooses the outcome of the chance event that is due after a node. Returns its node and those of the chance events after
    /// it.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the outcome is impossible; the tree is then unchanged.
    pub fn play_chance(&mut self, id: NodeId, outcome: &str) -> Result<Vec<NodeId>, AnyGameError> {
        let (mut after, mut effects) = (self.game(id).clone(), Vec::new());
        after.apply_chance(outcome, &mut effects)?;
        let child = self.enter(id, Step::Chance(outcome.to_owned()), effects, after);
        Ok(self.follow_chance(child))
    }

    /// Adds a step as the last continuation of a node, even if another one is the same.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the step is illegal; the tree is then unchanged.
    pub(crate) fn add_step(
        &mut self,
        id: NodeId,
        step: &Step<String, String>,
    ) -> Result<NodeId, AnyGameError> {
        let (mut after, mut effects) = (self.game(id).clone(), Vec::new());
        let step = match step {
            Step::Action(action) => Step::Action(after.apply_action(action, &mut effects)?),
            Step::Chance(outcome) => {
                after.apply_chance(outcome, &mut effects)?;
                Step::Chance(outcome.clone())
            }
        };
        Ok(self.push_child(id, step, effects, after))
    }

    /// Resolves the chance events after the last nodes of all lines.
    pub(crate) fn resolve_pending_chance(&mut self) {
        for index in 0..self.nodes.len() {
            if self.nodes[index].children.is_empty() {
                self.follow_chance(NodeId(index));
            }
        }
    }

    /// Returns the declared result and the node after which it was declared.
    #[must_use]
    pub const fn declared_result(&self) -> Option<&(NodeId, DeclaredResult)> {
        self.declared_result.as_ref()
    }

    /// Declares a result after a node.
    pub fn set_result(&mut self, id: NodeId, result: Option<DeclaredResult>) {
        self.declared_result = result.map(|result| (id, result));
    }

    /// Returns the result as PGN writes it: that of the main line by the rules, or the declared one. The main line may go on
    /// after a declared result, and a file whose last position contradicts its result could not be read again.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match (self.main_line_end().outcome(), &self.declared_result) {
            (None, Some((_, declared))) => declared.result(),
            (by_rules, _) => by_rules.into(),
        }
    }

    /// Returns the key of the reason for the end of the main line; `None` if it is unfinished or the reason is unknown.
    #[must_use]
    pub fn termination(&self) -> Option<String> {
        let by_rules = self.main_line_end().outcome().map(|outcome| outcome.reason.to_string());
        let by_players = || self.declared_result.as_ref().and_then(|(_, result)| result.reason);
        by_rules.or_else(|| by_players().map(|reason| reason.to_string()))
    }

    /// Returns a tag of the file.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    fn main_line_end(&self) -> &AnyGame {
        self.game(self.continuation(self.root()).last().unwrap_or(self.root()))
    }

    /// Returns the child with this step, which is added if it is new.
    fn enter(
        &mut self,
        id: NodeId,
        step: Step<String, String>,
        effects: Vec<yipan_core::Effect>,
        after: AnyGame,
    ) -> NodeId {
        let is_same = |child: &&NodeId| self.node(**child).step.as_ref() == Some(&step);
        match self.node(id).children.iter().find(is_same) {
            Some(child) => *child,
            None => self.push_child(id, step, effects, after),
        }
    }

    fn push_child(
        &mut self,
        id: NodeId,
        step: Step<String, String>,
        effects: Vec<yipan_core::Effect>,
        after: AnyGame,
    ) -> NodeId {
        let child = NodeId(self.nodes.len());
        self.nodes.push(TreeNode {
            parent: Some(id),
            children: Vec::new(),
            step: Some(step),
            effects,
            after,
            comment_before: String::new(),
            comment: String::new(),
            nags: Vec::new(),
        });
        self.nodes[id.0].children.push(child);
        child
    }

    /// Returns a node and the chance events that follow it, which are resolved if they are new.
    fn follow_chance(&mut self, id: NodeId) -> Vec<NodeId> {
        let mut path = vec![id];
        let mut last = id;
        let chance_count = |id: &NodeId| usize::from(self.node(*id).is_chance());
        let mut index = self.path(id).iter().map(chance_count).sum::<usize>() as u64;
        while self.game(last).turn() == Turn::Chance {
            last = match self.node(last).children.first() {
                Some(child) => *child,
                None => {
                    let mut after = self.game(last).clone();
                    let Some((outcome, effects)) = self.setup.apply_chance(index, &mut after) else { break };
                    self.push_child(last, Step::Chance(outcome), effects, after)
                }
            };
            path.push(last);
            index += 1;
        }
        path
    }
}
