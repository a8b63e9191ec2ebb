use yipan_rules::{Cause, Cell, Effect, Game, Man, NoDraw, Outcome, Reason, Sink, Step, Turn, Viewer};

use crate::limit::CaptureCount;
use crate::repetition::{Advice, History, Offence, RepetitionRule, Verdict};
use crate::{Color, Move, Point, Position, Refusal, XiangqiSetup};

/// A game of xiangqi with its history: the rich door.
///
/// ```
/// use yipan_rules::{Discard, Game, Step, Turn};
/// use yipan_xiangqi::{BLACK, Xiangqi};
///
/// // A lone rook checks without end, and Red should have changed.
/// let mut game = Xiangqi::start(&"3k5/R8/9/9/9/9/9/9/9/4K4 w".parse()?);
/// for text in ["a8a9", "d9d8", "a9a8", "d8d9"].repeat(2) {
///     game.apply(Step::Act(text.parse().unwrap()), &mut Discard).unwrap();
/// }
/// assert!(matches!(game.turn(), Turn::Over(outcome) if outcome.winner == Some(BLACK)));
/// # Ok::<(), yipan_xiangqi::XiangqiSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Xiangqi {
    setup: XiangqiSetup,
    history: History,
    count: CaptureCount,
}

/// Why a step of a xiangqi game is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The game has ended.
    Over(Outcome),
    /// The move is not allowed.
    Refused(Refusal),
}

/// What anybody may know of a game of xiangqi, and what the one to move may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XiangqiView {
    /// The position; nothing is hidden.
    pub position: Position,
    /// Who must do something now.
    pub turn: Turn,
    /// Whether the side to move is in check.
    pub check: bool,
    /// What the viewer may do now: empty unless the viewer is to move, or is the arbiter.
    pub actions: Vec<Move>,
}

impl Xiangqi {
    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.history.now()
    }

    /// What was agreed.
    #[must_use]
    pub const fn setup(&self) -> &XiangqiSetup {
        &self.setup
    }

    /// The game as the repetition law sees it.
    #[must_use]
    pub const fn history(&self) -> &History {
        &self.history
    }

    /// What the repetition law says of the position now; `None` while it has not come often enough.
    #[must_use]
    pub fn verdict(&self) -> Option<Verdict> {
        self.history.judge(self.setup.repetition)
    }

    /// The legal moves after which the repetition law would judge the mover lost. They stay legal: this is for
    /// a page that warns, and for engines that are told which moves to leave alone.
    #[must_use]
    pub fn banned_moves(&self) -> Vec<Move> {
        self.history.banned_moves(self.setup.repetition)
    }

    /// What the rules of the Chinese association make of a repetition, for an arbiter; only where the game is
    /// played by [`RepetitionRule::CxaAdvisory`], which leaves the decision to a person.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        if self.setup.repetition == RepetitionRule::CxaAdvisory { self.history.advise() } else { None }
    }

    /// How the game ended, if it has: no move, then repetition, then the draws by rule.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let ending = self.position().ending();
        if let Some(decided) = ending.filter(|outcome| outcome.winner.is_some()) {
            return Some(decided);
        }
        if let Some(verdict) = self.verdict() {
            return Some(match verdict {
                Verdict::Draw => Outcome::draw(Reason::Repetition),
                Verdict::Loses { side, offence, .. } => {
                    let reason = match offence {
                        Offence::PerpetualCheck => Reason::PerpetualCheck,
                        Offence::PerpetualChase { .. } | Offence::RootCutting { .. } => {
                            Reason::PerpetualChase
                        }
                    };
                    Outcome::win(side.other(), reason)
                }
            });
        }
        if self.count.reaches(self.setup.limit) {
            return Some(Outcome::draw(Reason::NoCapture));
        }
        ending.filter(|_| self.setup.dead_material)
    }

    fn play(&mut self, mv: Move, effects: &mut impl Sink) {
        let mover = self.position().side();
        let takes = self.position().men(mover.other()).has(mv.to());
        if takes {
            effects.push(Effect::Vanish { at: mv.to().into(), cause: Cause::Capture });
        }
        effects.push(Effect::Slide { from: mv.from().into(), to: mv.to().into(), cause: Cause::Move });
        self.history.push(mv);
        if takes {
            self.count = CaptureCount::default();
        } else {
            let gives_check = self.position().in_check();
            self.count.count(mover, gives_check, self.setup.limit);
        }
    }
}

impl Game for Xiangqi {
    type Setup = XiangqiSetup;
    type Action = Move;
    type Draw = NoDraw;
    type View = XiangqiView;
    type Refusal = Illegal;

    const NAME: &'static str = "xiangqi";
    const RULES_VERSION: u32 = 1;

    fn start(setup: &XiangqiSetup) -> Xiangqi {
        Xiangqi {
            history: History::new(&setup.position),
            count: CaptureCount::from_plies(setup.position.quiet_plies()),
            setup: setup.clone(),
        }
    }

    fn turn(&self) -> Turn {
        self.outcome().map_or(Turn::Player(self.position().side()), Turn::Over)
    }

    fn actions(&self, out: &mut Vec<Move>) {
        if self.outcome().is_none() {
            out.extend(self.position().legal_moves());
        }
    }

    fn draws(&self, _: &mut Vec<(NoDraw, u32)>) {}

    fn apply(&mut self, step: Step<Move, NoDraw>, effects: &mut impl Sink) -> Result<(), Illegal> {
        let Step::Act(mv) = step;
        if let Some(outcome) = self.outcome() {
            return Err(Illegal::Over(outcome));
        }
        let mv = self.position().resolve(mv).map_err(Illegal::Refused)?;
        self.play(mv, effects);
        Ok(())
    }

    fn men(&self) -> Vec<(Cell, Man)> {
        let man = |point: Point| Some((point.into(), self.position().at(point)?.into()));
        Point::all().filter_map(man).collect()
    }

    fn view(&self, viewer: Viewer) -> XiangqiView {
        let turn = self.turn();
        let to_move = |seat: Color| turn == Turn::Player(seat);
        let may_act = match viewer {
            Viewer::Player(seat) => to_move(seat),
            Viewer::Spectator => false,
            Viewer::Arbiter => true,
        };
        let mut actions = Vec::new();
        if may_act {
            self.actions(&mut actions);
        }
        XiangqiView { position: *self.position(), turn, check: self.position().in_check(), actions }
    }

    /// Everybody sees everything that happens in xiangqi.
    fn witness(_: &Xiangqi, _: &Xiangqi, effects: &[Effect], _: Viewer) -> Vec<Effect> {
        effects.to_vec()
    }
}
