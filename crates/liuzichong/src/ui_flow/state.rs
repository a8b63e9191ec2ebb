use yipan_core::Outcome;

use super::node::FlowNode;
use crate::{BLACK, Color, Move, Point, PointSet};

/// The state of the flow, which determines what the host displays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlowState {
    /// The computer chooses a move. The host shows it no sooner than
    /// [`MIN_THINKING_TIME`](super::timings::MIN_THINKING_TIME) after this state began.
    Thinking,
    /// A human may pick up a movable piece or take a move back.
    Waiting,
    /// The piece follows the pointer and its origin is marked. A primary click drops it, a secondary click puts
    /// it back.
    PickedUp {
        /// The original point.
        from: Point,
    },
    /// The piece slides back to its origin.
    PuttingBack {
        /// The original point.
        from: Point,
    },
    /// The piece slides to its destination, which may be its origin.
    Moving {
        /// The original point.
        from: Point,
        /// The destination.
        to: Point,
    },
    /// The captured pieces blink and vanish.
    Capturing {
        /// The capturing move.
        mv: Move,
        /// The captured pieces.
        captured: PointSet,
    },
    /// The result is shown, with buttons to take back and to start a new game.
    Over {
        /// The result.
        outcome: Outcome,
    },
    /// Moves are taken back, the latest first.
    TakingBack {
        /// The moves to take back.
        undone: Vec<UndoneMove>,
    },
}

/// A move that is taken back. The piece slides to its origin, and the captured pieces return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndoneMove {
    /// The original move.
    pub mv: Move,
    /// The points of the returning pieces.
    pub restored: PointSet,
}

/// The opponent of the human player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The computer.
    Computer {
        /// The side of the human.
        human: Color,
    },
    /// A second human at the same board.
    Human,
}

impl Default for Opponent {
    /// Returns the computer, with the human as Black, who moves first.
    fn default() -> Opponent {
        Opponent::Computer { human: BLACK }
    }
}

impl Opponent {
    /// Whether the computer plays this side.
    #[must_use]
    pub fn is_computer(self, color: Color) -> bool {
        match self {
            Opponent::Computer { human } => color != human,
            Opponent::Human => false,
        }
    }
}

impl FlowState {
    /// Returns the node of the flow diagram.
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
