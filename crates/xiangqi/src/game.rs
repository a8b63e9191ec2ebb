use alloc::vec::Vec;

use yipan_core::{
    AnyPiece, Cause, Cell, Effect, EffectSink, Game, NoChance, NullSink, Outcome, Reason, Step, Turn, Viewer,
};

use crate::no_capture::NoCaptureCounter;
use crate::repetition::{ArbiterAdvice, History, RepetitionRule, Verdict, Violation};
use crate::{Color, IllegalMoveError, Move, Point, PointSet, Position, XiangqiSetup};

/// A game of xiangqi with its history, as seen through the full [`Game`] interface.
///
/// ```
/// use yipan_core::{NullSink, Game, Step, Turn};
/// use yipan_xiangqi::{BLACK, Xiangqi};
///
/// // The rook gives check perpetually, so Red loses.
/// let mut game = Xiangqi::start(&"3k5/R8/9/9/9/9/9/9/9/4K4 w".parse()?);
/// for text in ["a8a9", "d9d8", "a9a8", "d8d9"].repeat(2) {
///     game.apply(Step::Action(text.parse().unwrap()), &mut NullSink).unwrap();
/// }
/// assert!(matches!(game.turn(), Turn::Over(outcome) if outcome.winner == Some(BLACK)));
/// # Ok::<(), yipan_xiangqi::XiangqiSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xiangqi {
    setup: XiangqiSetup,
    history: History,
    no_capture_counter: NoCaptureCounter,
    /// Whether the side to move is in check, cached for the counter, views and observations.
    in_check: bool,
    /// The outcome, cached because every operation needs it.
    outcome: Option<Outcome>,
}

/// The reasons why a step of a game is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionError {
    /// The game has ended.
    Over(Outcome),
    /// The move is illegal.
    IllegalMove(IllegalMoveError),
}

/// The state of a game for a viewer, with the moves the viewer may make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XiangqiView {
    /// The position. Xiangqi hides no information.
    pub position: Position,
    /// The side to move, or the outcome.
    pub turn: Turn,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The legal moves, if the viewer is the side to move or the arbiter. Otherwise empty.
    pub actions: Vec<Move>,
}

impl Xiangqi {
    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub const fn in_check(&self) -> bool {
        self.in_check
    }

    /// Returns the setup with which the game began.
    #[must_use]
    pub const fn setup(&self) -> &XiangqiSetup {
        &self.setup
    }

    /// Returns the history that repetitions are adjudicated from.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// Returns the verdict on the current repetition, or `None` if the position has not repeated often enough.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.history.adjudicate(self.setup.repetition)
    }

    /// Returns the legal moves that lose by the repetition rule.
    ///
    /// They stay legal. A user interface can warn about them, and an engine can exclude them.
    #[must_use]
    pub fn banned_moves(&self) -> Vec<Move> {
        self.history.banned_moves(self.setup.repetition)
    }

    /// Returns the verdict to expect if the current repetition goes on, or `None` if the position is new.
    #[must_use]
    pub fn expected_verdict(&self) -> Option<Verdict> {
        self.history.expected_verdict(self.setup.repetition)
    }

    /// Returns the legal moves that lose by the repetition rule, at once or after one reply.
    #[must_use]
    pub fn losing_repetitions(&self) -> Vec<Move> {
        self.history.losing_repetitions(self.setup.repetition)
    }

    /// Returns the plies that count toward the limit without a capture.
    #[must_use]
    pub const fn no_capture_plies(&self) -> u16 {
        self.no_capture_counter.plies()
    }

    /// Returns advice on the current repetition by the rules of the Chinese Xiangqi Association.
    ///
    /// Returns `None` unless the game is played by [`RepetitionRule::CxaAdvisory`], which leaves the decision to
    /// an arbiter.
    #[must_use]
    pub fn arbiter_advice(&self) -> Option<ArbiterAdvice> {
        if self.setup.repetition == RepetitionRule::CxaAdvisory { self.history.advise() } else { None }
    }

    /// Returns the outcome, or `None` if the game is not over.
    ///
    /// Checkmate and stalemate take precedence over repetition, and repetition over the other draws.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Plays a move that [`Game::actions`] has just listed, without checking it again. Any other move breaks the game.
    pub fn play_unchecked(&mut self, mv: Move) {
        self.apply_move(mv, &mut NullSink);
    }

    /// Plays a move like [`Xiangqi::play_unchecked`], and passes each piece that can move next to `list`, with its legal
    /// destinations in the order of [`Game::actions`].
    ///
    /// They are those of the position, even if a rule of the game has ended it. This is faster than playing and listing,
    /// because both look for legal moves.
    pub fn play_unchecked_and_list(&mut self, mv: Move, mut list: impl FnMut(Point, PointSet)) {
        let is_capture = self.push_move(mv, &mut NullSink);
        let mut has_legal_move = false;
        let in_check = self.position().for_each_moving_piece(|from, to| {
            has_legal_move = true;
            list(from, to);
        });
        self.count_ply(is_capture, in_check);
        self.outcome = self.compute_outcome(has_legal_move);
    }

    fn compute_outcome(&self, has_legal_move: bool) -> Option<Outcome> {
        let position_outcome = self.position().outcome_if(self.in_check, has_legal_move);
        if let Some(decided) = position_outcome.filter(|outcome| outcome.winner.is_some()) {
            return Some(decided);
        }
        if let Some(verdict) = self.verdict() {
            return Some(match verdict {
                Verdict::Draw => Outcome::draw(Reason::Repetition),
                Verdict::Loses { side, violation, .. } => {
                    let reason = match violation {
                        Violation::PerpetualCheck => Reason::PerpetualCheck,
                        Violation::PerpetualChase { .. } | Violation::RootCutting { .. } => {
                            Reason::PerpetualChase
                        }
                    };
                    Outcome::win(side.other(), reason)
                }
            });
        }
        if self.no_capture_counter.has_reached(self.setup.no_capture_limit) {
            return Some(Outcome::draw(Reason::NoCaptureLimit));
        }
        position_outcome.filter(|_| self.setup.draw_on_insufficient_material)
    }

    fn apply_move(&mut self, mv: Move, effects: &mut impl EffectSink) {
        let is_capture = self.push_move(mv, effects);
        self.count_ply(is_capture, self.position().in_check());
        self.outcome = self.compute_outcome(self.position().has_legal_move(self.in_check));
    }

    /// Changes the position and its history. Returns whether the move is a capture.
    fn push_move(&mut self, mv: Move, effects: &mut impl EffectSink) -> bool {
        let is_capture = self.position().occupied().contains(mv.to());
        if is_capture {
            effects.push(Effect::Vanish { at: mv.to().into(), cause: Cause::Capture });
        }
        effects.push(Effect::Slide { from: mv.from().into(), to: mv.to().into(), cause: Cause::Move });
        self.history.push(mv);
        is_capture
    }

    /// Counts the ply that led to the current position. `in_check` is whether it gave check.
    fn count_ply(&mut self, is_capture: bool, in_check: bool) {
        self.in_check = in_check;
        if is_capture {
            self.no_capture_counter = NoCaptureCounter::default();
        } else {
            let mover = self.position().side_to_move().other();
            self.no_capture_counter.record_ply(mover, in_check, self.setup.no_capture_limit);
        }
    }
}

impl Game for Xiangqi {
    type Setup = XiangqiSetup;
    type Action = Move;
    type ChanceEvent = NoChance;
    type View = XiangqiView;
    type ActionError = ActionError;

    const NAME: &'static str = "xiangqi";
    const RULES_VERSION: u32 = 1;

    fn start(setup: &XiangqiSetup) -> Xiangqi {
        let mut game = Xiangqi {
            history: History::new(&setup.position),
            no_capture_counter: NoCaptureCounter::from_plies(setup.position.halfmove_clock()),
            in_check: setup.position.in_check(),
            setup: setup.clone(),
            outcome: None,
        };
        game.outcome = game.compute_outcome(game.position().has_legal_move(game.in_check));
        game
    }

    fn turn(&self) -> Turn {
        self.outcome().map_or(Turn::Player(self.position().side_to_move()), Turn::Over)
    }

    fn actions(&self, out: &mut Vec<Move>) {
        if self.outcome().is_none() {
            out.extend(self.position().legal_moves());
        }
    }

    fn chance_outcomes(&self, _: &mut Vec<(NoChance, u32)>) {}

    fn apply(
        &mut self,
        step: Step<Move, NoChance>,
        effects: &mut impl EffectSink,
    ) -> Result<(), ActionError> {
        let Step::Action(mv) = step;
        if let Some(outcome) = self.outcome() {
            return Err(ActionError::Over(outcome));
        }
        let mv = self.position().resolve(mv).map_err(ActionError::IllegalMove)?;
        self.apply_move(mv, effects);
        Ok(())
    }

    fn pieces(&self) -> Vec<(Cell, AnyPiece)> {
        let piece = |point: Point| Some((point.into(), self.position().piece_at(point)?.into()));
        Point::all().filter_map(piece).collect()
    }

    fn view(&self, viewer: Viewer) -> XiangqiView {
        let turn = self.turn();
        let to_move = |side: Color| turn == Turn::Player(side);
        let can_act = match viewer {
            Viewer::Player(side) => to_move(side),
            Viewer::Spectator => false,
            Viewer::Arbiter => true,
        };
        let mut actions = Vec::new();
        if can_act {
            self.actions(&mut actions);
        }
        XiangqiView { position: *self.position(), turn, in_check: self.in_check, actions }
    }

    fn visible_effects(_: &Xiangqi, _: &Xiangqi, effects: &[Effect], _: Viewer) -> Vec<Effect> {
        effects.to_vec()
    }
}
