use yipan_rules::{Cause, Cell, Effect, Game, Man, NoDraw, Outcome, Reason, Sink, Step, Turn, Viewer};

use crate::{BLACK, Color, LiuzichongSetup, Move, Point, Position, Refusal};

/// A game of liuzichong with its history: the rich door.
///
/// ```
/// use yipan_liuzichong::Liuzichong;
/// use yipan_rules::{Effect, Game, Step};
///
/// let mut game = Liuzichong::start(&"2w1/2b1/wb1b/4 b".parse()?);
/// let mut effects = Vec::new();
/// game.apply(Step::Act("d2c2".parse().unwrap()), &mut effects).unwrap();
/// // First the man goes, then those it takes leave the board.
/// assert!(matches!(effects[..], [Effect::Slide { .. }, Effect::Vanish { .. }, Effect::Vanish { .. }]));
/// # Ok::<(), yipan_liuzichong::LiuzichongSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Liuzichong {
    setup: LiuzichongSetup,
    /// Every position since the last capture, the one now at the end: none before it can come again.
    since_capture: Vec<Position>,
    plies: u32,
}

/// What anybody may know of a game of liuzichong, and what the one to move may do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiuzichongView {
    /// The position; nothing is hidden.
    pub position: Position,
    /// Who must do something now.
    pub turn: Turn,
    /// What the viewer may do now: empty unless the viewer is to move, or is the arbiter.
    pub actions: Vec<Move>,
}

impl Liuzichong {
    /// What was agreed.
    #[must_use]
    pub const fn setup(&self) -> &LiuzichongSetup {
        &self.setup
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.since_capture.last().expect("a game has a position")
    }

    /// The number of the move to be played, counted from 1 and raised after White's.
    #[must_use]
    pub fn move_number(&self) -> u32 {
        1 + (self.plies + u32::from(self.position().side() == BLACK)) / 2
    }

    /// How often the position now has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.since_capture.iter().filter(|&position| position == self.position()).count()
    }

    /// How the game ended, if it has: by the position, then by the third occurrence, then for want of captures.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let quiet_plies = self.since_capture.len() - 1;
        let repeated = || self.setup.repetition && self.occurrences() >= 3;
        let stale = || self.setup.no_capture.is_some_and(|plies| quiet_plies >= usize::from(plies));
        self.position()
            .ending()
            .or_else(|| repeated().then(|| Outcome::draw(Reason::Repetition)))
            .or_else(|| stale().then(|| Outcome::draw(Reason::NoCapture)))
    }

    fn play(&mut self, mv: Move, effects: &mut impl Sink) {
        let (next, taken) = (self.position().after(mv), self.position().taken_by(mv));
        effects.push(Effect::Slide { from: mv.from().into(), to: mv.to().into(), cause: Cause::Move });
        for at in taken {
            effects.push(Effect::Vanish { at: at.into(), cause: Cause::Capture });
        }
        if taken.any() {
            self.since_capture.clear();
        }
        self.since_capture.push(next);
        self.plies = self.plies.saturating_add(1);
    }
}

impl Game for Liuzichong {
    type Setup = LiuzichongSetup;
    type Action = Move;
    type Draw = NoDraw;
    type View = LiuzichongView;
    type Refusal = Refusal;

    const NAME: &'static str = "liuzichong";
    const RULES_VERSION: u32 = 1;

    fn start(setup: &LiuzichongSetup) -> Liuzichong {
        Liuzichong { setup: setup.clone(), since_capture: vec![setup.position], plies: 0 }
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

    fn apply(&mut self, step: Step<Move, NoDraw>, effects: &mut impl Sink) -> Result<(), Refusal> {
        let Step::Act(mv) = step;
        if let Some(outcome) = self.outcome() {
            return Err(Refusal::Over(outcome));
        }
        let mv = self.position().resolve(mv)?;
        self.play(mv, effects);
        Ok(())
    }

    fn men(&self) -> Vec<(Cell, Man)> {
        let man = |point: Point| Some((point.into(), man(self.position().at(point)?)));
        Point::all().filter_map(man).collect()
    }

    fn view(&self, viewer: Viewer) -> LiuzichongView {
        let turn = self.turn();
        let may_act = match viewer {
            Viewer::Player(seat) => turn == Turn::Player(seat),
            Viewer::Spectator => false,
            Viewer::Arbiter => true,
        };
        let mut actions = Vec::new();
        if may_act {
            self.actions(&mut actions);
        }
        LiuzichongView { position: *self.position(), turn, actions }
    }

    /// Everybody sees everything that happens.
    fn witness(_: &Liuzichong, _: &Liuzichong, effects: &[Effect], _: Viewer) -> Vec<Effect> {
        effects.to_vec()
    }
}

const fn man(color: Color) -> Man {
    match color {
        Color::First => Man { seat: color, letter: 'B' },
        Color::Second => Man { seat: color, letter: 'W' },
    }
}

#[cfg(test)]
mod tests {
    use yipan_rules::Discard;

    use super::*;
    use crate::{HouseRules, Outer, WHITE};

    fn played(setup: &str, moves: &[&str]) -> Liuzichong {
        let mut game = Liuzichong::start(&setup.parse().expect(setup));
        for text in moves {
            game.apply(Step::Act(text.parse().expect(text)), &mut Discard).expect(text);
        }
        game
    }

    #[track_caller]
    fn check(setup: &str, moves: &[&str], outcome: Option<Outcome>) {
        assert_eq!(played(setup, moves).outcome(), outcome, "{setup} {moves:?}");
    }

    const DANCE: [&str; 4] = ["a2b2", "a3b3", "b2a2", "b3a3"];

    #[test]
    fn the_third_occurrence_of_a_position_draws() {
        check("startpos", &DANCE, None);
        check("startpos", &DANCE.repeat(2), Some(Outcome::draw(Reason::Repetition)));
        check("startpos repetition=off", &DANCE.repeat(10), None);
    }

    #[test]
    fn a_hundred_plies_without_a_capture_draw() {
        check("startpos repetition=off", &DANCE.repeat(24), None);
        check("startpos repetition=off", &DANCE.repeat(25), Some(Outcome::draw(Reason::NoCapture)));
        check("startpos repetition=off no_capture=off", &DANCE.repeat(40), None);
        check("startpos no_capture=3", &DANCE[..3], Some(Outcome::draw(Reason::NoCapture)));
    }

    #[test]
    fn a_capture_begins_the_count_anew() {
        let (setup, moves) = ("w2w/3w/b3/1bw1 b no_capture=2", ["a2a1", "d3c3", "a1a2"]);
        check(setup, &moves[..2], None);
        check(setup, &moves, Some(Outcome::draw(Reason::NoCapture)));
    }

    #[test]
    fn blocking_comes_before_a_draw_for_want_of_captures() {
        check("3w/4/w3/b1w1 w no_capture=1", &["c1b1"], Some(Outcome::win(WHITE, Reason::Blocked)));
    }

    #[test]
    fn a_lone_man_that_takes_the_last_but_one_draws() {
        check("4/3w/1b2/w1w1 b", &["b2b1"], Some(Outcome::draw(Reason::FewMen)));
    }

    #[test]
    fn moves_are_numbered_by_blacks() {
        assert_eq!(played("startpos", &[]).move_number(), 1);
        assert_eq!(played("startpos", &DANCE[..1]).move_number(), 1);
        assert_eq!(played("startpos", &DANCE[..2]).move_number(), 2);
        assert_eq!(played("wwww/w2w/b2b/bbbb w", &DANCE[1..2]).move_number(), 2);
    }

    #[test]
    fn house_rules_are_part_of_the_setup() {
        let game = played("startpos outer=any", &[]);
        assert_eq!(game.position().rules(), HouseRules { outer: Outer::Any, ..HouseRules::default() });
    }
}
