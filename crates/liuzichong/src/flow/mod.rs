//! The flow of a game at a board: what is going on, what a player may do now, and what comes next.
//!
//! A pure state machine. It knows no clock: the host plays the animation that a [`State`] asks for and says when
//! it has ended. It thinks no moves: in [`State::Thinking`] the host asks a [`Rival`](crate::rival::Rival) and
//! brings the answer. So the same flow drives a page, a terminal and a test.
//!
//! | state | input | next state |
//! |---|---|---|
//! | `Thinking` | the computer chose | `Moving` |
//! | `Waiting` | left, on a man that can move | `PickedUp` |
//! | `Waiting`, `Over` | take back | `TakingBack` |
//! | `PickedUp` | left, where the man may go or where it stood | `Moving` |
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
pub mod pace;
mod state;

pub use input::Input;
pub use node::Node;
pub use state::{Partners, State, Undone};

use yipan_rules::{Discard, Game, Reason, Step};

use crate::{Color, Liuzichong, LiuzichongSetup, Move, Point, Points, Position};

/// A game being played at one board, against the computer or between two people.
///
/// ```
/// use yipan_liuzichong::{LiuzichongSetup, flow::{Flow, Input, Partners, State}};
///
/// let mut flow = Flow::start(&LiuzichongSetup::default(), Partners::default());
/// let point = |name: &str| Some(name.parse().unwrap());
/// flow.take(Input::Left(point("a2")));
/// flow.take(Input::Left(point("b2")));
/// assert!(matches!(flow.state(), State::Moving { .. }));
/// flow.take(Input::AnimationEnded);
/// assert_eq!(flow.state(), &State::Thinking);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    setup: LiuzichongSetup,
    partners: Partners,
    game: Liuzichong,
    moves: Vec<Move>,
    state: State,
    path: Vec<Node>,
}

impl Flow {
    /// The program starts: the first game begins as agreed.
    #[must_use]
    pub fn start(setup: &LiuzichongSetup, partners: Partners) -> Flow {
        let mut flow = Flow {
            setup: setup.clone(),
            partners,
            game: Liuzichong::start(setup),
            moves: Vec::new(),
            state: State::Waiting,
            path: Vec::new(),
        };
        flow.begin();
        flow
    }

    /// What is going on.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Who plays.
    #[must_use]
    pub const fn partners(&self) -> Partners {
        self.partners
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
    pub fn path(&self) -> &[Node] {
        &self.path
    }

    /// Where `color`'s men are to be painted: as the game has them, and while men are being taken, the mover where
    /// it has come to.
    #[must_use]
    pub fn men(&self, color: Color) -> Points {
        let men = self.game.position().men(color);
        match self.state {
            State::Capturing { mv, .. } if color == self.game.position().side() => {
                men ^ mv.from().bit() ^ mv.to().bit()
            }
            _ => men,
        }
    }

    /// Whether there is a move of a person to take back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        matches!(self.state, State::Waiting | State::Over { .. }) && !self.last_round().is_empty()
    }

    /// Takes an input and says which nodes it led through; an input that has no place in the state is ignored.
    pub fn take(&mut self, input: Input) -> &[Node] {
        self.path.clear();
        match (&self.state, input) {
            (State::Thinking, Input::ComputerChose(mv)) if self.game.position().resolve(mv).is_ok() => {
                self.enter(State::Moving { from: mv.from(), to: mv.to() });
            }
            (State::Waiting, Input::Left(Some(from))) if self.game.position().valid_path(from).any() => {
                self.enter(State::PickedUp { from });
            }
            (State::Waiting | State::Over { .. }, Input::TakeBack) if self.can_take_back() => {
                self.enter(State::TakingBack { undone: self.last_round() });
            }
            (&State::PickedUp { from }, Input::Left(at)) => self.drop_man(from, at),
            (&State::PickedUp { from }, Input::Right) => self.enter(State::PuttingBack { from }),
            (State::Over { .. }, Input::NewGame) => {
                self.setup.position = Position::start().with_rules(self.setup.position.rules());
                self.begin();
            }
            (_, Input::AnimationEnded) => self.animation_ended(),
            _ => {}
        }
        &self.path
    }

    fn animation_ended(&mut self) {
        match self.state {
            State::PuttingBack { .. } => self.enter(State::Waiting),
            State::Moving { from, to } => self.moved(from, to),
            State::Capturing { mv, .. } => self.captured(mv),
            State::TakingBack { ref undone } => {
                let kept = self.moves.len() - undone.len();
                self.moves.truncate(kept);
                self.game = self.replayed();
                self.enter(State::Waiting);
            }
            State::Thinking | State::Waiting | State::PickedUp { .. } | State::Over { .. } => {}
        }
    }

    /// A game begins. Everybody keeps their color, so whoever moved first last time does again.
    fn begin(&mut self) {
        self.game = Liuzichong::start(&self.setup);
        self.moves.clear();
        self.path.push(Node::NewGame);
        // Only a game that somebody saved after its end is over before it begins.
        if !self.enter_if_over() {
            self.path.push(Node::ComputerFirst);
            self.pass_turn();
        }
    }

    /// A man that was picked up is put down: on a point it may go to, where it stood, or where it may not stand.
    fn drop_man(&mut self, from: Point, at: Option<Point>) {
        self.path.push(Node::DropJudged);
        let legal = self.game.position().valid_path(from) | from.bit();
        match at.filter(|&to| legal.has(to)) {
            Some(to) => self.enter(State::Moving { from, to }),
            None => self.enter(State::PuttingBack { from }),
        }
    }

    fn moved(&mut self, from: Point, to: Point) {
        self.path.push(Node::MoveJudged);
        if from == to {
            return self.enter(State::Waiting);
        }
        let mv = Move::new(from, to);
        let taken = self.game.position().taken_by(mv);
        self.path.extend([Node::JudgingCaptures, Node::CaptureJudged]);
        if taken.any() {
            return self.enter(State::Capturing { mv, taken });
        }
        self.play(mv);
        self.path.push(Node::TurnPasses);
        // The diagram goes straight on here; but a quiet move may block, repeat, or be one too many.
        if !self.enter_if_over() {
            self.pass_turn();
        }
    }

    fn captured(&mut self, mv: Move) {
        self.play(mv);
        self.path.extend([Node::JudgingEnd, Node::EndJudged]);
        let blocked = self.game.outcome().is_some_and(|outcome| outcome.reason == Reason::Blocked);
        if !blocked && self.enter_if_over() {
            return;
        }
        // That the mover is blocked cannot be: the point it left is empty. So the turn passes.
        self.path.extend([Node::BlockJudged, Node::TurnPassesBlockJudged]);
        if !self.enter_if_over() {
            self.path.push(Node::TakenJudged);
            self.pass_turn();
        }
    }

    fn play(&mut self, mv: Move) {
        self.game.apply(Step::Act(mv), &mut Discard).expect("a move is asked for before it is animated");
        self.moves.push(mv);
    }

    fn enter_if_over(&mut self) -> bool {
        let outcome = self.game.outcome();
        if let Some(outcome) = outcome {
            self.enter(State::Over { outcome });
        }
        outcome.is_some()
    }

    fn pass_turn(&mut self) {
        let computer = self.partners.is_computer(self.game.position().side());
        self.enter(if computer { State::Thinking } else { State::Waiting });
    }

    fn enter(&mut self, state: State) {
        self.path.push(state.node());
        self.state = state;
    }

    /// The moves since a person was last to move, the latest first: that person's own and the computer's answer.
    fn last_round(&self) -> Vec<Undone> {
        let mut game = Liuzichong::start(&self.setup);
        let mut round = Vec::new();
        for &mv in &self.moves {
            let position = *game.position();
            let persons = !self.partners.is_computer(position.side());
            if persons {
                round.clear();
            }
            // What the computer played before any person did stays.
            if persons || !round.is_empty() {
                round.push(Undone { mv, restored: position.taken_by(mv) });
            }
            game.apply(Step::Act(mv), &mut Discard).expect("what was played can be played again");
        }
        round.reverse();
        round
    }

    fn replayed(&self) -> Liuzichong {
        self.moves.iter().fold(Liuzichong::start(&self.setup), |mut game, &mv| {
            game.apply(Step::Act(mv), &mut Discard).expect("what was played can be played again");
            game
        })
    }
}
