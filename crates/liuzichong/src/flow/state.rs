use yipan_rules::Outcome;

use super::Node;
use crate::{BLACK, Color, Move, Point, Points};

/// What is going on, and so what the host shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// The computer thinks. The host brings its choice, and shows it no sooner than
    /// [`THINKING`](super::pace::THINKING) after this began.
    Thinking,
    /// A person may pick up a man that can move, or take a move back.
    Waiting,
    /// The man follows the pointer and its origin is marked; left drops it, right puts it back.
    PickedUp {
        /// Where it stood.
        from: Point,
    },
    /// The man slides back to where it stood.
    PuttingBack {
        /// Where it stood.
        from: Point,
    },
    /// The man slides to where it goes, which may be where it stood.
    Moving {
        /// Where it stood.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// The taken men blink and vanish.
    Capturing {
        /// The move that takes them.
        mv: Move,
        /// Where they stand.
        taken: Points,
    },
    /// The result is shown, with buttons to take back and to begin anew.
    Over {
        /// The result.
        outcome: Outcome,
    },
    /// Moves are taken back, the latest first.
    TakingBack {
        /// Which.
        undone: Vec<Undone>,
    },
}

/// A move that is taken back: the man slides from where it went to where it stood, and those it took come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undone {
    /// The move as it was played.
    pub mv: Move,
    /// Where men come back to the board.
    pub restored: Points,
}

/// Who sits at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Partners {
    /// A person and the computer.
    Computer {
        /// The person's side.
        person: Color,
    },
    /// Two people.
    People,
}

impl Default for Partners {
    /// The very first game: a person with Black, who moves first.
    fn default() -> Partners {
        Partners::Computer { person: BLACK }
    }
}

impl Partners {
    /// Whether this side is the computer's.
    #[must_use]
    pub fn is_computer(self, color: Color) -> bool {
        match self {
            Partners::Computer { person } => color != person,
            Partners::People => false,
        }
    }
}

impl State {
    /// Which node of the diagram it is.
    #[must_use]
    pub const fn node(&self) -> Node {
        match self {
            State::Thinking => Node::Thinking,
            State::Waiting => Node::Waiting,
            State::PickedUp { .. } => Node::PickedUp,
            State::PuttingBack { .. } => Node::PuttingBack,
            State::Moving { .. } => Node::Moving,
            State::Capturing { .. } => Node::Capturing,
            State::Over { .. } => Node::Over,
            State::TakingBack { .. } => Node::TakingBack,
        }
    }
}
