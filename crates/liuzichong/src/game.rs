use yipan_core::{
    AnyPiece, Cause, Cell, Effect, EffectSink, Game, NoChance, Outcome, Reason, Step, Turn, Viewer,
};

use crate::{BLACK, Color, IllegalMoveError, LiuzichongSetup, Move, Point, Position};

/// A game of liuzichong with its history, as seen through the full [`Game`] interface.
///
/// ```
/// use yipan_liuzichong::Liuzichong;
/// use yipan_core::{Effect, Game, Step};
///
/// let mut game = Liuzichong::start(&"2w1/2b1/wb1b/4 b".parse()?);
/// let mut effects = Vec::new();
/// game.apply(Step::Action("d2c2".parse().unwrap()), &mut effects).unwrap();
/// // The piece moves first, then the captured pieces vanish.
/// assert!(matches!(effects[..], [Effect::Slide { .. }, Effect::Vanish { .. }, Effect::Vanish { .. }]));
/// # Ok::<(), yipan_liuzichong::LiuzichongSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Liuzichong {
    setup: LiuzichongSetup,
    /// The positions since the last capture, the current one last. Earlier ones cannot repeat.
    positions_since_capture: Vec<Position>,
    plies: u32,
}

/// The state of a game for a viewer, with the moves the viewer may make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiuzichongView {
    /// The position. Liuzichong hides no information.
    pub position: Position,
    /// The side to move, or the outcome.
    pub turn: Turn,
    /// The legal moves, if the viewer is the side to move or the arbiter. Otherwise empty.
    pub actions: Vec<Move>,
}

impl Liuzichong {
    /// Returns the setup with which the game began.
    #[must_use]
    pub const fn setup(&self) -> &LiuzichongSetup {
        &self.setup
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.positions_since_capture.last().expect("a game has at least one position")
    }

    /// Returns the number of the move to be played. It starts at 1 and increases after White's move.
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        1 + (self.plies + u32::from(self.position().side_to_move() == BLACK)) / 2
    }

    /// Returns the number of plies since the last capture, or since the start.
    ///
    /// ```
    /// use yipan_core::{Game, NullSink, Step};
    /// use yipan_liuzichong::{Liuzichong, LiuzichongSetup};
    ///
    /// let mut game = Liuzichong::start(&LiuzichongSetup::default());
    /// game.apply(Step::Action("b1b2".parse()?), &mut NullSink).unwrap();
    /// assert_eq!(game.plies_since_capture(), 1);
    /// # Ok::<(), yipan_liuzichong::MoveError>(())
    /// ```
    #[must_use]
    pub fn plies_since_capture(&self) -> usize {
        self.positions_since_capture.len() - 1
    }

    /// Returns the number of occurrences of the current position, including this one.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.positions_since_capture.iter().filter(|&position| position == self.position()).count()
    }

    /// Returns the outcome, or `None` if the game is not over.
    ///
    /// The outcome of the position takes precedence over repetition, and repetition over the no-capture limit.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let is_repeated = || self.setup.draw_on_repetition && self.occurrences() >= 3;
        let is_no_capture_limit_reached = || {
            self.setup.no_capture_limit.is_some_and(|plies| self.plies_since_capture() >= usize::from(plies))
        };
        self.position()
            .outcome()
            .or_else(|| is_repeated().then(|| Outcome::draw(Reason::Repetition)))
            .or_else(|| is_no_capture_limit_reached().then(|| Outcome::draw(Reason::NoCaptureLimit)))
    }

    fn apply_move(&mut self, mv: Move, effects: &mut impl EffectSink) {
        let (next, captured) = (self.position().after(mv), self.position().captured_by(mv));
        effects.push(Effect::Slide { from: mv.from().into(), to: mv.to().into(), cause: Cause::Move });
        for at in captured {
            effects.push(Effect::Vanish { at: at.into(), cause: Cause::Capture });
        }
        if captured.any() {
            self.positions_since_capture.clear();
        }
        self.positions_since_capture.push(next);
        self.plies = self.plies.saturating_add(1);
    }
}

impl Game for Liuzichong {
    type Setup = LiuzichongSetup;
    type Action = Move;
    type ChanceEvent = NoChance;
    type View = LiuzichongView;
    type ActionError = IllegalMoveError;

    const NAME: &'static str = "liuzichong";
    const RULES_VERSION: u32 = 1;

    fn start(setup: &LiuzichongSetup) -> Liuzichong {
        Liuzichong { setup: setup.clone(), positions_since_capture: vec![setup.position], plies: 0 }
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
    ) -> Result<(), IllegalMoveError> {
        let Step::Action(mv) = step;
        if let Some(outcome) = self.outcome() {
            return Err(IllegalMoveError::GameOver(outcome));
        }
        let mv = self.position().resolve(mv)?;
        self.apply_move(mv, effects);
        Ok(())
    }

    fn pieces(&self) -> Vec<(Cell, AnyPiece)> {
        let piece = |point: Point| Some((point.into(), any_piece(self.position().piece_at(point)?)));
        Point::all().filter_map(piece).collect()
    }

    fn view(&self, viewer: Viewer) -> LiuzichongView {
        let turn = self.turn();
        let can_act = match viewer {
            Viewer::Player(side) => turn == Turn::Player(side),
            Viewer::Spectator => false,
            Viewer::Arbiter => true,
        };
        let mut actions = Vec::new();
        if can_act {
            self.actions(&mut actions);
        }
        LiuzichongView { position: *self.position(), turn, actions }
    }

    fn visible_effects(_: &Liuzichong, _: &Liuzichong, effects: &[Effect], _: Viewer) -> Vec<Effect> {
        effects.to_vec()
    }
}

const fn any_piece(color: Color) -> AnyPiece {
    match color {
        Color::First => AnyPiece { side: color, letter: 'B' },
        Color::Second => AnyPiece { side: color, letter: 'W' },
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::NullSink;

    use super::*;
    use crate::{FourthPointRule, HouseRules, WHITE};

    fn play_moves(setup: &str, moves: &[&str]) -> Liuzichong {
        let mut game = Liuzichong::start(&setup.parse().expect(setup));
        for text in moves {
            game.apply(Step::Action(text.parse().expect(text)), &mut NullSink).expect(text);
        }
        game
    }

    #[track_caller]
    fn check(setup: &str, moves: &[&str], outcome: Option<Outcome>) {
        assert_eq!(play_moves(setup, moves).outcome(), outcome, "{setup} {moves:?}");
    }

    const REPETITION_CYCLE: [&str; 4] = ["a2b2", "a3b3", "b2a2", "b3a3"];

    #[test]
    fn the_third_occurrence_of_a_position_draws() {
        check("startpos", &REPETITION_CYCLE, None);
        check("startpos", &REPETITION_CYCLE.repeat(2), Some(Outcome::draw(Reason::Repetition)));
        check("startpos repetition=off", &REPETITION_CYCLE.repeat(10), None);
    }

    #[test]
    fn a_hundred_plies_without_a_capture_draw() {
        check("startpos repetition=off", &REPETITION_CYCLE.repeat(24), None);
        check(
            "startpos repetition=off",
            &REPETITION_CYCLE.repeat(25),
            Some(Outcome::draw(Reason::NoCaptureLimit)),
        );
        check("startpos repetition=off no_capture=off", &REPETITION_CYCLE.repeat(40), None);
        check("startpos no_capture=3", &REPETITION_CYCLE[..3], Some(Outcome::draw(Reason::NoCaptureLimit)));
    }

    #[test]
    fn a_capture_resets_the_counter() {
        let (setup, moves) = ("w2w/3w/b3/1bw1 b no_capture=2", ["a2a1", "d3c3", "a1a2"]);
        check(setup, &moves[..2], None);
        check(setup, &moves, Some(Outcome::draw(Reason::NoCaptureLimit)));
    }

    #[test]
    fn blocking_takes_precedence_over_the_no_capture_draw() {
        check("3w/4/w3/b1w1 w no_capture=1", &["c1b1"], Some(Outcome::win(WHITE, Reason::Blocked)));
    }

    #[test]
    fn a_lone_piece_that_captures_all_but_one_draws() {
        check("4/3w/1b2/w1w1 b", &["b2b1"], Some(Outcome::draw(Reason::TooFewPieces)));
    }

    #[test]
    fn the_move_number_increases_after_whites_move() {
        assert_eq!(play_moves("startpos", &[]).fullmove_number(), 1);
        assert_eq!(play_moves("startpos", &REPETITION_CYCLE[..1]).fullmove_number(), 1);
        assert_eq!(play_moves("startpos", &REPETITION_CYCLE[..2]).fullmove_number(), 2);
        assert_eq!(play_moves("wwww/w2w/b2b/bbbb w", &REPETITION_CYCLE[1..2]).fullmove_number(), 2);
    }

    #[test]
    fn house_rules_are_part_of_the_setup() {
        let game = play_moves("startpos outer=any", &[]);
        assert_eq!(
            game.position().rules(),
            HouseRules { fourth_point: FourthPointRule::Any, ..HouseRules::default() }
        );
    }
}
