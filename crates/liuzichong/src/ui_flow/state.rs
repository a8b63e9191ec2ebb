use yipan_core::Outcome;

use super::node::FlowNode;
use crate::{BLACK, Color, Move, Point, PointSet};

/// What is going on, and so what the host shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowState {
    /// The computer thinks. The host brings its choice, and shows it no sooner than
    /// [`THINKING`](super::pace::THINKING) after this began.
    Thinking,
    /// A person may pick up a piece that can move, or take a move back.
    Waiting,
    /// The piece follows the pointer and its origin is marked; left drops it, right puts it back.
    PickedUp {
        /// The original point.
        from: Point,
    },
    /// The piece slides back to where it stood.
    PuttingBack {
        /// The original point.
        from: Point,
    },
    /// The piece slides to where it goes, which may be where it stood.
    Moving {
        /// The original point.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// The taken pieces blink and vanish.
    Capturing {
        /// The move that takes them.
        mv: Move,
        /// Where they stand.
        captured: PointSet,
    },
    /// The result is shown, with buttons to take back and to begin anew.
    Over {
        /// The result.
        outcome: Outcome,
    },
    /// Moves are taken back, the latest first.
    TakingBack {
        /// Which.
        undone: Vec<UndoneMove>,
    },
}

/// A move that is taken back: the piece slides from where it went to where it stood, and those it took come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndoneMove {
    /// The move as it was played.
    pub mv: Move,
    /// Where pieces come back to the board.
    pub restored: PointSet,
}

/// Who sits at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// A person and the computer.
    Computer {
        /// The person's side.
        human: Color,
    },
    /// Two people.
    Human,
}

impl Default for Opponent {
    /// The very first game: a person with Black, who moves first.
    fn default() -> Opponent {
        Opponent::Computer { human: BLACK }
    }
}

impl Opponent {
    /// Whether this side is the computer's.
    #[must_use]
    pub fn is_computer(self, color: Color) -> bool {
        match self {
            Opponent::Computer { human } => color != human,
            Opponent::Human => false,
        }
    }
}

impl FlowState {
    /// Which node of the diagram it is.
    #[must_use]
    pub const fn node(&self) -> FlowNode {
        match self {
            FlowState::Thinking => FlowNode::Thinking,
            FlowState::Waiting => FlowNode::Waiting,
            FlowState::PickedUp { .. } => FlowNode::PickedUp,
            FlowState::PuttingBack { .. } => FlowNode::PuttingBack,
            FlowState::Moving { .. } => FlowNode::Moving,
            FlowState::Capturing { .. } => FlowNode::Capturing,
            FlowState::Over { .. } => FlowNode::Over,
            FlowState::TakingBack { .. } => FlowNode::TakingBack,
        }
    }
}
