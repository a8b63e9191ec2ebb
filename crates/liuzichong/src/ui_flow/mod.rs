//! The UI flow of a game: a state machine for boards with animations.
//!
//! It has no clock: the host plays the animation of a [`FlowState`] and reports its end. It chooses no moves: in
//! [`FlowState::Thinking`] the host asks an [`AiLevel`](crate::ai::AiLevel) and passes the move on. The same flow
//! drives a page, a terminal and a test.
//!
//! | state | input | next state |
//! |---|---|---|
//! | `Thinking` | computer chose | `Moving` |
//! | `Waiting` | primary click on a movable piece | `PickedUp` |
//! | `Waiting`, `Over` | take back | `TakingBack` |
//! | `PickedUp` | primary click on a legal point or the origin | `Moving` |
//! | `PickedUp` | primary click elsewhere, or secondary click | `PuttingBack` |
//! | `PuttingBack`, `TakingBack` | animation ended | `Waiting` |
//! | `Moving` | animation ended | `Waiting` at the origin, `Capturing` for a capture, else next turn or `Over` |
//! | `Capturing` | animation ended | next turn or `Over` |
//! | `Over` | new game | first turn |
//!
//! A turn begins with `Thinking` or `Waiting`. All other inputs are ignored. Decisions between two states are
//! reported as [`FlowNode`]s.

mod input;
mod node;
mod state;
pub mod timings;

pub use input::FlowInput;
pub use node::FlowNode;
pub use state::{FlowState, Opponent, UndoneMove};

use yipan_core::{Game, NullSink, Reason, Step};

use crate::{Color, Liuzichong, LiuzichongSetup, Move, Point, PointSet, Position};

/// A game on one board, against the computer or between two humans.
///
/// ```
/// use yipan_liuzichong::{LiuzichongSetup, ui_flow::{FlowInput, FlowState, Opponent, UiFlow}};
///
/// let mut flow = UiFlow::start(&LiuzichongSetup::default(), Opponent::default());
/// let point = |name: &str| Some(name.parse().unwrap());
/// flow.handle(FlowInput::PrimaryClick(point("a2")));
/// flow.handle(FlowInput::PrimaryClick(point("b2")));
/// assert!(matches!(flow.state(), FlowState::Moving { .. }));
/// flow.handle(FlowInput::AnimationEnded);
/// assert_eq!(flow.state(), &FlowState::Thinking);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UiFlow {
    setup: LiuzichongSetup,
    opponent: Opponent,
    game: Liuzichong,
    moves: Vec<Move>,
    state: FlowState,
    path: Vec<FlowNode>,
}

impl UiFlow {
    /// Creates a flow and starts the first game.
    #[must_use]
    pub fn start(setup: &LiuzichongSetup, opponent: Opponent) -> UiFlow {
        let mut flow = UiFlow {
            setup: setup.clone(),
            opponent,
            game: Liuzichong::start(setup),
            moves: Vec::new(),
            state: FlowState::Waiting,
            path: Vec::new(),
        };
        flow.begin_game();
        flow
    }

    /// Returns the current state.
    #[must_use]
    pub const fn state(&self) -> &FlowState {
        &self.state
    }

    /// Returns the opponent.
    #[must_use]
    pub const fn opponent(&self) -> Opponent {
        self.opponent
    }

    /// Returns the game. A move is included once its animations have ended.
    #[must_use]
    pub const fn game(&self) -> &Liuzichong {
        &self.game
    }

    /// Returns the moves of the game. A move is included once its animations have ended.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the nodes that the last input passed through, the current state last. Empty if the input was
    /// ignored.
    #[must_use]
    pub fn path(&self) -> &[FlowNode] {
        &self.path
    }

    /// Returns the points at which the pieces of `color` are displayed.
    ///
    /// During a capture, the moved piece is already displayed at its destination.
    #[must_use]
    pub fn displayed_pieces(&self, color: Color) -> PointSet {
        let pieces = self.game.position().by_color(color);
        match self.state {
            FlowState::Capturing { mv, .. } if color == self.game.position().side_to_move() => {
                pieces ^ mv.from().bit() ^ mv.to().bit()
            }
            _ => pieces,
        }
    }

    /// Whether there is a human move to take back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        matches!(self.state, FlowState::Waiting | FlowState::Over { .. }) && !self.last_round().is_empty()
    }

    /// Handles an input and returns the nodes it passed through. An input that does not fit the state is ignored.
    pub fn handle(&mut self, input: FlowInput) -> &[FlowNode] {
        self.path.clear();
        match (&self.state, input) {
            (FlowState::Thinking, FlowInput::ComputerChose(mv))
                if self.game.position().resolve(mv).is_ok() =>
            {
                self.enter(FlowState::Moving { from: mv.from(), to: mv.to() });
            }
            (FlowState::Waiting, FlowInput::PrimaryClick(Some(from)))
                if self.game.position().legal_destinations(from).any() =>
            {
                self.enter(FlowState::PickedUp { from });
            }
            (FlowState::Waiting | FlowState::Over { .. }, FlowInput::TakeBack) if self.can_take_back() => {
                self.enter(FlowState::TakingBack { undone: self.last_round() });
            }
            (&FlowState::PickedUp { from }, FlowInput::PrimaryClick(at)) => self.drop_piece(from, at),
            (&FlowState::PickedUp { from }, FlowInput::SecondaryClick) => {
                self.enter(FlowState::PuttingBack { from });
            }
            (FlowState::Over { .. }, FlowInput::NewGame) => {
                self.setup.position = Position::start().with_rules(self.setup.position.rules());
                self.begin_game();
            }
            (_, FlowInput::AnimationEnded) => self.finish_animation(),
            _ => {}
        }
        &self.path
    }

    fn finish_animation(&mut self) {
        match self.state {
            FlowState::PuttingBack { .. } => self.enter(FlowState::Waiting),
            FlowState::Moving { from, to } => self.finish_move(from, to),
            FlowState::Capturing { mv, .. } => self.finish_capture(mv),
            FlowState::TakingBack { ref undone } => {
                let remaining = self.moves.len() - undone.len();
                self.moves.truncate(remaining);
                self.game = self.replay_moves();
                self.enter(FlowState::Waiting);
            }
            FlowState::Thinking
            | FlowState::Waiting
            | FlowState::PickedUp { .. }
            | FlowState::Over { .. } => {}
        }
    }

    /// Starts a game. Both sides keep their players, so the same player moves first again.
    fn begin_game(&mut self) {
        self.game = Liuzichong::start(&self.setup);
        self.moves.clear();
        self.path.push(FlowNode::NewGame);
        // Only a game that was saved after its end is over at the start.
        if !self.enter_if_over() {
            self.path.push(FlowNode::ComputerFirstCheck);
            self.pass_turn();
        }
    }

    /// Drops a picked-up piece on a legal point or its origin, or slides it back.
    fn drop_piece(&mut self, from: Point, at: Option<Point>) {
        self.path.push(FlowNode::DropCheck);
        let legal = self.game.position().legal_destinations(from) | from.bit();
        match at.filter(|&to| legal.contains(to)) {
            Some(to) => self.enter(FlowState::Moving { from, to }),
            None => self.enter(FlowState::PuttingBack { from }),
        }
    }

    fn finish_move(&mut self, from: Point, to: Point) {
        self.path.push(FlowNode::MoveCheck);
        if from == to {
            return self.enter(FlowState::Waiting);
        }
        let mv = Move::new(from, to);
        let captured = self.game.position().captured_by(mv);
        self.path.extend([FlowNode::FindCaptures, FlowNode::CaptureCheck]);
        if captured.any() {
            return self.enter(FlowState::Capturing { mv, captured });
        }
        self.apply_move(mv);
        self.path.push(FlowNode::TurnPasses);
        // The diagram omits this check, but a quiet move may block, repeat or reach the no-capture limit.
        if !self.enter_if_over() {
            self.pass_turn();
        }
    }

    fn finish_capture(&mut self, mv: Move) {
        self.apply_move(mv);
        self.path.extend([FlowNode::FindOutcome, FlowNode::OutcomeCheck]);
        let blocked = self.game.outcome().is_some_and(|outcome| outcome.reason == Reason::Blocked);
        if !blocked && self.enter_if_over() {
            return;
        }
        // The mover is never blocked, because the point it left is empty.
        self.path.extend([FlowNode::BlockCheck, FlowNode::TurnPassesBlockCheck]);
        if !self.enter_if_over() {
            self.path.push(FlowNode::CapturedSideCheck);
            self.pass_turn();
        }
    }

    fn apply_move(&mut self, mv: Move) {
        self.game.apply(Step::Action(mv), &mut NullSink).expect("only legal moves are animated");
        self.moves.push(mv);
    }

    fn enter_if_over(&mut self) -> bool {
        let outcome = self.game.outcome();
        if let Some(outcome) = outcome {
            self.enter(FlowState::Over { outcome });
        }
        outcome.is_some()
    }

    fn pass_turn(&mut self) {
        let computer = self.opponent.is_computer(self.game.position().side_to_move());
        self.enter(if computer { FlowState::Thinking } else { FlowState::Waiting });
    }

    fn enter(&mut self, state: FlowState) {
        self.path.push(state.node());
        self.state = state;
    }

    /// Returns the moves since a human was last to move, latest first: the human move and the computer's reply.
    fn last_round(&self) -> Vec<UndoneMove> {
        let mut game = Liuzichong::start(&self.setup);
        let mut round = Vec::new();
        for &mv in &self.moves {
            let position = *game.position();
            let is_human = !self.opponent.is_computer(position.side_to_move());
            if is_human {
                round.clear();
            }
            // Moves of the computer before the first human move are not taken back.
            if is_human || !round.is_empty() {
                round.push(UndoneMove { mv, restored: position.captured_by(mv) });
            }
            game.apply(Step::Action(mv), &mut NullSink).expect("recorded moves are legal");
        }
        round.reverse();
        round
    }

    fn replay_moves(&self) -> Liuzichong {
        self.moves.iter().fold(Liuzichong::start(&self.setup), |mut game, &mv| {
            game.apply(Step::Action(mv), &mut NullSink).expect("recorded moves are legal");
            game
        })
    }
}
