//! The flow of a game at a board: what is going on, what a player may do now, and what comes next.
//!
//! A pure state machine. It knows no clock: the host plays the animation that a [`State`] asks for and says when
//! it has ended. It thinks no moves: in [`State::Thinking`] the host asks a [`Rival`](crate::rival::Rival) and
//! brings the answer. So the same flow drives a page, a terminal and a test.
//!
//! | state | input | next state |
//! |---|---|---|
//! | `Thinking` | the computer chose | `Moving` |
//! | `Waiting` | left, on a piece that can move | `PickedUp` |
//! | `Waiting`, `Over` | take back | `TakingBack` |
//! | `PickedUp` | left, where the piece may go or where it stood | `Moving` |
//! | `PickedUp` | left anywhere else, or right | `PuttingBack` |
//! | `PuttingBack`, `TakingBack` | the animation ended | `Waiting` |
//! | `Moving` | the animation ended | `Waiting` if it stands where it stood, `Capturing` if it takes; else the next turn, or `Over` |
//! | `Capturing` | the animation ended | the next turn, or `Over` |
//! | `Over` | new game | the first turn |
//!
//! A turn is `Thinking` or `Waiting`. All other inputs are ignored. The judgements passed on the way are told as
//! [`Node`]s.

mod input;
mod node;
mod state;
pub mod timings;

pub use input::FlowInput;
pub use node::FlowNode;
pub use state::{FlowState, Opponent, UndoneMove};

use yipan_core::{Game, NullSink, Reason, Step};

use crate::{Color, Liuzichong, LiuzichongSetup, Move, Point, PointSet, Position};

/// A game being played at one board, against the computer or between two people.
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
    /// The program starts: the first game begins as agreed.
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

    /// What is going on.
    #[must_use]
    pub const fn state(&self) -> &FlowState {
        &self.state
    }

    /// Who plays.
    #[must_use]
    pub const fn opponent(&self) -> Opponent {
        self.opponent
    }

    /// The game as it stands. A move counts once its animations have ended.
    #[must_use]
    pub const fn game(&self) -> &Liuzichong {
        &self.game
    }

    /// The moves of the game so far. A move counts once its animations have ended.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The nodes of the diagram that the last input led through, the state now at the end; none if it was
    /// ignored.
    #[must_use]
    pub fn path(&self) -> &[FlowNode] {
        &self.path
    }

    /// Where `color`'s pieces are to be painted: as the game has them, and while pieces are being taken, the mover where
    /// it has come to.
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

    /// Whether there is a move of a person to take back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        matches!(self.state, FlowState::Waiting | FlowState::Over { .. }) && !self.last_round().is_empty()
    }

    /// Takes an input and says which nodes it led through; an input that has no place in the state is ignored.
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
                self.enter(FlowState::PuttingBack { from })
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

    /// A game begins. Everybody keeps their color, so whoever moved first last time does again.
    fn begin_game(&mut self) {
        self.game = Liuzichong::start(&self.setup);
        self.moves.clear();
        self.path.push(FlowNode::NewGame);
        // Only a game that somebody saved after its end is over before it begins.
        if !self.enter_if_over() {
            self.path.push(FlowNode::ComputerFirstCheck);
            self.pass_turn();
        }
    }

    /// A piece that was picked up is put down: on a point it may go to, where it stood, or where it may not stand.
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
        // The diagram goes straight on here; but a quiet move may block, repeat, or be one too many.
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
        // That the mover is blocked cannot be: the point it left is empty. So the turn passes.
        self.path.extend([FlowNode::BlockCheck, FlowNode::TurnPassesBlockCheck]);
        if !self.enter_if_over() {
            self.path.push(FlowNode::CapturedSideCheck);
            self.pass_turn();
        }
    }

    fn apply_move(&mut self, mv: Move) {
        self.game.apply(Step::Action(mv), &mut NullSink).expect("a move is asked for before it is animated");
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

    /// The moves since a person was last to move, the latest first: that person's own and the computer's answer.
    fn last_round(&self) -> Vec<UndoneMove> {
        let mut game = Liuzichong::start(&self.setup);
        let mut round = Vec::new();
        for &mv in &self.moves {
            let position = *game.position();
            let is_human = !self.opponent.is_computer(position.side_to_move());
            if is_human {
                round.clear();
            }
            // What the computer played before any person did stays.
            if is_human || !round.is_empty() {
                round.push(UndoneMove { mv, restored: position.captured_by(mv) });
            }
            game.apply(Step::Action(mv), &mut NullSink).expect("what was played can be played again");
        }
        round.reverse();
        round
    }

    fn replay_moves(&self) -> Liuzichong {
        self.moves.iter().fold(Liuzichong::start(&self.setup), |mut game, &mv| {
            game.apply(Step::Action(mv), &mut NullSink).expect("what was played can be played again");
            game
        })
    }
}
