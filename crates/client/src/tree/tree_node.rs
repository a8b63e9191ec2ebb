use yipan_core::{Effect, Step};
use yipan_games::AnyGame;

/// The number of a node in its tree. It stays the same until the tree is saved and restored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) usize);

impl NodeId {
    /// Returns the number, for an attribute of an element.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0
    }
}

/// A step of a tree with its annotations. The root has no step.
#[derive(Clone, Debug)]
pub struct TreeNode {
    pub(super) parent: Option<NodeId>,
    /// The continuations; the first is the main one.
    pub(super) children: Vec<NodeId>,
    pub(super) step: Option<Step<String, String>>,
    pub(super) effects: Vec<Effect>,
    /// The game after the step.
    pub(super) after: AnyGame,
    pub(super) comment_before: String,
    pub(super) comment: String,
    pub(super) nags: Vec<u8>,
}

impl TreeNode {
    /// Returns the node before this one; `None` for the root.
    #[must_use]
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Returns the continuations; the first is the main one.
    #[must_use]
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Returns the step; `None` for the root.
    #[must_use]
    pub const fn step(&self) -> Option<&Step<String, String>> {
        self.step.as_ref()
    }

    /// Whether the step is a chance outcome.
    #[must_use]
    pub const fn is_chance(&self) -> bool {
        matches!(self.step, Some(Step::Chance(_)))
    }

    /// Returns the comment before the step, which the first step of a variation may have.
    #[must_use]
    pub fn comment_before(&self) -> &str {
        &self.comment_before
    }

    /// Returns the comment after the step, with its commands such as `[%clk 0:01:00]`.
    #[must_use]
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Returns the numeric annotation glyphs.
    #[must_use]
    pub fn nags(&self) -> &[u8] {
        &self.nags
    }
}
