//! Hidden information stays hidden in every combination of modes: law 4, secrecy, and law 5,
//! non-interference.
//!
//! An independent model (`yipan-chess-model`) defines what a viewer may know. Law 5 plays two games in
//! lockstep that differ only in what the model calls hidden; everything that a viewer is sent must be
//! identical. `mode_laws.rs` explains how to run it longer or repeat one game.

use yipan_chess::{Action, Bitboard, ChanceEvent, Chess, Color, Mode, Square, UciMove};
use yipan_chess_model::{ChessStep, Knowledge, Model, forward, offset_square, square};
use yipan_core::{AnyPiece, Cause, Cell, Effect, Game, Mark, Step, Turn, TurnChange, Viewer};
use yipan_testkit::{laws, random_play};

use crate::mixes::{Random, each_game, mix_index, modes_of_mix};

const VIEWERS: [Viewer; 3] = [Viewer::Player(Color::First), Viewer::Player(Color::Second), Viewer::Spectator];

/// A game with its model.
#[derive(Clone)]
struct ModeledGame {
    game: Chess,
    model: Model,
}

/// A step with its results.
#[derive(Clone)]
struct TakenStep {
    step: ChessStep,
    effects: Vec<Effect>,
    before: ModeledGame,
    after: ModeledGame,
}

/// The information that a viewer may have about a step besides the states before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct VisibleStep {
    step: Option<String>,
    explosions: Vec<(Square, AnyPiece)>,
    captures: Vec<(Square, AnyPiece)>,
    /// The moves of pieces, leg by leg: all of them, or in fog the viewer's own.
    slides: Vec<(Square, Square)>,
    turn_changes: Vec<(Color, TurnChange)>,
    rolls: Vec<(Color, char, Option<Cell>)>,
}

impl ModeledGame {
    fn take(&self, step: ChessStep) -> TakenStep {
        let (mut game, mut effects) = (self.game.clone(), Vec::new());
        game.apply(step, &mut effects).expect("an offered step is a legal step");
        let model = self.model.after(&self.game, step, &effects);
        TakenStep { step, effects, before: self.clone(), after: ModeledGame { game, model } }
    }

    fn visible(&self, viewer: Viewer) -> Bitboard {
        self.model.visible(&self.game, viewer)
    }

    fn knowledge(&self, viewer: Viewer) -> Knowledge {
        self.model.knowledge(&self.game, viewer)
    }

    /// The actions of the viewer, which the viewer may know.
    fn actions(&self, viewer: Viewer) -> Vec<Action> {
        let mut actions = Vec::new();
        if matches!(self.game.turn(), Turn::Player(side) if viewer == Viewer::Player(side)) {
            self.game.actions(&mut actions);
        }
        actions
    }
}

impl TakenStep {
    /// Whether the step may be shown to the viewer as it is written.
    fn is_known_to(&self, viewer: Viewer) -> bool {
        let clear = !self.before.model.modes.fog;
        match (self.step, self.before.game.turn()) {
            (Step::Action(Action::Move(_) | Action::MoveByWildDie(_)), Turn::Player(side)) => {
                clear || viewer == Viewer::Player(side)
            }
            (Step::Action(_) | Step::Chance(ChanceEvent::DieKind(_) | ChanceEvent::WildDie), _) => true,
            (Step::Chance(ChanceEvent::DiePiece(_)), _) => {
                let dice = self.after.game.view(Viewer::Arbiter).dice;
                clear || dice.is_some_and(|dice| viewer == Viewer::Player(dice.owner))
            }
            // A portal that the viewer may know is shown as such.
            _ => false,
        }
    }

    fn visible_step(&self, viewer: Viewer) -> VisibleStep {
        let fog = self.before.model.modes.fog;
        let mut visible = VisibleStep {
            step: self.is_known_to(viewer).then(|| format!("{:?}", self.step)),
            explosions: Vec::new(),
            captures: Vec::new(),
            slides: Vec::new(),
            turn_changes: Vec::new(),
            rolls: Vec::new(),
        };
        let players = viewer != Viewer::Spectator || !fog;
        let mut model = self.before.model.clone();
        for effect in &self.effects {
            let piece = |cell| model.board.0[square(cell).index()].expect("effects concern pieces");
            match *effect {
                Effect::Slide { from, to, .. } => {
                    let own = viewer == Viewer::Player(piece(from).side);
                    visible.slides.extend((own || !fog).then_some((square(from), square(to))));
                }
                Effect::Vanish { at, cause: Cause::Mine } => visible.explosions.push((square(at), piece(at))),
                Effect::Vanish { at, .. } if players => visible.captures.push((square(at), piece(at))),
                Effect::TurnChanged { side, reason: why } => visible.turn_changes.push((side, why)),
                Effect::Rolled { side, face } => {
                    let place = face.at.filter(|_| !fog || viewer == Viewer::Player(side));
                    visible.rolls.push((side, face.letter, place));
                }
                _ => {}
            }
            model.apply_effect(effect);
        }
        // The order of simultaneous losses is unknown.
        visible.explosions.sort_unstable();
        visible.captures.sort_unstable();
        visible.rolls.sort_unstable();
        visible
    }

    /// Everything that the viewer is sent about this step.
    fn sent_to(&self, viewer: Viewer) -> String {
        let (before, after) = (&self.before.game, &self.after.game);
        let step = before.may_reveal(&self.step, viewer).then_some(self.step);
        let witnessed = Chess::visible_effects(before, after, &self.effects, viewer);
        format!("step {step:?}\nwitnessed {witnessed:?}\nview {:?}", after.view(viewer))
    }

    /// Whether the step must look the same as the other to the viewer.
    fn looks_like(&self, other: &TakenStep, viewer: Viewer) -> bool {
        self.visible_step(viewer) == other.visible_step(viewer)
            && self.after.knowledge(viewer) == other.after.knowledge(viewer)
            && self.after.actions(viewer) == other.after.actions(viewer)
    }
}

#[test]
fn a_view_shows_what_its_viewer_may_know_and_nothing_else() {
    each_game(|run| {
        let mut modeled = ModeledGame { game: run.game.clone(), model: Model::new(&run.setup, &run.game) };
        while let Some(step) = run.choose() {
            let taken = modeled.take(step);
            run.take(step);
            for viewer in VIEWERS {
                let view = taken.after.game.view(viewer);
                assert_eq!(view.actions, taken.after.actions(viewer), "what {viewer:?} may do");
                assert_eq!(
                    Knowledge::from_view(view),
                    taken.after.knowledge(viewer),
                    "what {viewer:?} is shown"
                );
            }
            modeled = taken.after;
        }
    });
}

#[test]
fn visible_effects_name_only_squares_the_viewer_may_know() {
    each_game(|run| {
        let mut modeled = ModeledGame { game: run.game.clone(), model: Model::new(&run.setup, &run.game) };
        while let Some(step) = run.choose() {
            let taken = modeled.take(step);
            run.take(step);
            for viewer in VIEWERS {
                check_secrecy(&taken, viewer);
            }
            modeled = taken.after;
        }
    });
}

fn check_secrecy(taken: &TakenStep, viewer: Viewer) {
    let over = taken.after.game.outcome().is_some();
    let witnessed = Chess::visible_effects(&taken.before.game, &taken.after.game, &taken.effects, viewer);
    let (visible, mut open) =
        (taken.visible_step(viewer), taken.before.visible(viewer) | taken.after.visible(viewer));
    // Explosions are public, both players know of a capture, and the owner of a piece knows its moves.
    open |= visible.explosions.iter().chain(&visible.captures).map(|(at, _)| *at).collect::<Bitboard>();
    let mut model = taken.before.model.clone();
    for effect in &taken.effects {
        let owner = |cell| model.board.0[square(cell).index()].map(|piece| Viewer::Player(piece.side));
        if let Effect::Slide { from, to, .. } = *effect
            && owner(from) == Some(viewer)
        {
            open |= square(to).bit();
        }
        model.apply_effect(effect);
    }
    laws::no_hidden_cells_named(&witnessed, |cell, _| open.contains(square(cell)));
    let disclosed = taken.before.game.may_reveal(&taken.step, viewer);
    let known = match taken.step {
        Step::Chance(ChanceEvent::Portal(at)) => {
            let opened = taken.after.model.portals.last().and_then(|(owner, _)| *owner);
            taken.before.visible(viewer).contains(at)
                && opened.is_none_or(|owner| viewer == Viewer::Player(owner))
        }
        _ => taken.is_known_to(viewer),
    };
    assert_eq!(disclosed, known, "{:?} shown to {viewer:?} as it is written, or not", taken.step);
    for effect in witnessed {
        if let Effect::Mark { mark, .. } | Effect::Unmark { mark, .. } = effect {
            let may_know = match mark {
                Mark::Mine => over,
                Mark::Crater | Mark::Portal { owner: None } => true,
                Mark::Portal { owner: Some(owner) } => over || viewer == Viewer::Player(owner),
                Mark::MineCount { viewer: to, .. } => viewer == Viewer::Player(to),
            };
            assert!(may_know, "{viewer:?} sees {effect:?}");
        }
    }
}

/// The numbers of comparisons of games that really differed: by effects of a step, and by rejected actions.
#[derive(Clone, Copy, Debug, Default)]
struct ComparisonCounts {
    games: u64,
    steps: u64,
    errors: u64,
}

/// Two games that one viewer cannot distinguish, according to the model.
struct IndistinguishableGames {
    a: ModeledGame,
    b: ModeledGame,
    viewer: Viewer,
    random: Random,
}

/// The number of steps tried in each game in the search for two that look alike.
const MAX_TRIED_STEPS: usize = 8;

/// The number of steps for which two games are followed.
const MAX_FOLLOWED_STEPS: usize = 80;

impl IndistinguishableGames {
    fn differ(&self) -> bool {
        self.a.game != self.b.game
    }

    /// Returns the next steps, one per game, that look alike to the viewer; different ones if there are any.
    fn next_pair(&mut self) -> Option<(TakenStep, TakenStep)> {
        let (ours, theirs) = (random_play::legal_steps(&self.a.game), random_play::legal_steps(&self.b.game));
        if let Turn::Player(side) = self.a.game.turn()
            && (!self.a.model.modes.fog || self.viewer == Viewer::Player(side))
        {
            // The viewer knows the move, so both games make the same one.
            let both: Vec<ChessStep> = ours.into_iter().filter(|step| theirs.contains(step)).collect();
            return (0..MAX_TRIED_STEPS.min(both.len())).find_map(|_| {
                let step = self.random.pick(&both);
                let (a, b) = (self.a.take(step), self.b.take(step));
                a.looks_like(&b, self.viewer).then_some((a, b))
            });
        }
        let viewer = self.viewer;
        let mut sample =
            |modeled: &ModeledGame, steps: &[ChessStep]| -> Vec<(TakenStep, VisibleStep, Knowledge)> {
                let tried = MAX_TRIED_STEPS.min(steps.len());
                let (from, stride) = (self.random.below(steps.len()), steps.len() / tried);
                let taken = (0..tried).map(|i| modeled.take(steps[(from + i * stride) % steps.len()]));
                let look = |taken: TakenStep| {
                    let (visible, knowledge) = (taken.visible_step(viewer), taken.after.knowledge(viewer));
                    (taken, visible, knowledge)
                };
                taken.map(look).collect()
            };
        let (ours, theirs) = (sample(&self.a, &ours), sample(&self.b, &theirs));
        let pairs = ours.iter().flat_map(|a| theirs.iter().map(move |b| (a, b)));
        let pairs = pairs.filter(|(a, b)| (&a.1, &a.2) == (&b.1, &b.2)).map(|(a, b)| (&a.0, &b.0));
        let mut alike = pairs.filter(|(a, b)| a.after.actions(viewer) == b.after.actions(viewer));
        let first = alike.next()?;
        let differ = |(a, b): &(&TakenStep, &TakenStep)| a.after.game != b.after.game;
        let (a, b) = if differ(&first) { first } else { alike.find(differ).unwrap_or(first) };
        Some((a.clone(), b.clone()))
    }

    /// Returns a move that is often illegal: mostly of an own piece, to a square such a piece could reach.
    fn any_move(&mut self, side: Color) -> Action {
        let board = &self.a.model.board;
        let own: Vec<Square> =
            board.pieces().filter(|(_, piece)| piece.side == side).map(|(at, _)| at).collect();
        let from = if self.random.below(6) == 0 { self.random.square() } else { self.random.pick(&own) };
        let ahead = [1, 2].map(|ranks| offset_square(from, (0, ranks * forward(side))));
        let near: Vec<Square> = board.attacks(from).into_iter().chain(ahead.into_iter().flatten()).collect();
        let to = if self.random.below(3) == 0 || near.is_empty() {
            self.random.square()
        } else {
            self.random.pick(&near)
        };
        Action::Move(UciMove { from, to, promotion: None })
    }

    /// The same action of the viewer is rejected with the same message in both games.
    fn compare_errors(&mut self, compared: &mut ComparisonCounts) {
        let Turn::Player(side) = self.a.game.turn() else { return };
        if self.viewer != Viewer::Player(side) || !self.differ() {
            return;
        }
        for _ in 0..8 {
            let action = self.any_move(side);
            let [a, b] = [&self.a, &self.b].map(|modeled| {
                let result = modeled.game.clone().apply(Step::Action(action), &mut Vec::new());
                result.err().map(|error| format!("{error:?}: {error}"))
            });
            assert_eq!(
                a, b,
                "{action} is rejected for {:?} in\n{:?}{:?}",
                self.viewer, self.a.game, self.b.game
            );
            compared.errors += u64::from(a.is_some() && self.a.model != self.b.model);
        }
    }

    fn play(&mut self, compared: &mut ComparisonCounts) {
        for _ in 0..MAX_FOLLOWED_STEPS {
            self.compare_errors(compared);
            if matches!(self.a.game.turn(), Turn::Over(_)) {
                return;
            }
            match self.next_pair() {
                Some((a, b)) => {
                    for viewer in VIEWERS {
                        compare(&a, &b, viewer, compared);
                    }
                    (self.a, self.b) = (a.after, b.after);
                }
                // The games must diverge here, so one of them continues with a copy of itself.
                None => {
                    let step = self.random.step(&self.a.game).expect("the game is not over");
                    self.a = self.a.take(step).after;
                    self.b = self.a.clone();
                }
            }
        }
    }
}

/// If the viewer could not distinguish the games before and cannot now, everything sent is the same.
fn compare(a: &TakenStep, b: &TakenStep, viewer: Viewer, compared: &mut ComparisonCounts) {
    let differ = a.before.game != b.before.game || a.after.game != b.after.game;
    let alike = differ
        && a.before.knowledge(viewer) == b.before.knowledge(viewer)
        && a.before.actions(viewer) == b.before.actions(viewer)
        && a.looks_like(b, viewer);
    if alike {
        let (first, second) = (a.sent_to(viewer), b.sent_to(viewer));
        assert_eq!(
            first,
            second,
            "{viewer:?} can distinguish {:?} from {:?}: {:?} {:?} and {:?} {:?}",
            a.step,
            b.step,
            a.before.game.position(),
            a.after.game.position(),
            b.before.game.position(),
            b.after.game.position()
        );
        // Games that differ only in their history are compared, but do not count.
        let hidden = a.before.model != b.before.model || a.after.model != b.after.model;
        compared.steps += u64::from(hidden);
    }
}

/// Plays pairs of games of the combinations with these dice, and checks that enough comparisons were made.
fn check_indistinguishable_games(dice: usize) {
    let mut compared = [ComparisonCounts::default(); 48];
    each_game(|run| {
        let mix = mix_index(run.seed);
        if mix / 16 != dice {
            return;
        }
        compared[mix].games += 1;
        let modeled = ModeledGame { game: run.game.clone(), model: Model::new(&run.setup, &run.game) };
        let viewer = VIEWERS[run.random.below(5) / 2];
        let random = run.random.clone();
        IndistinguishableGames { a: modeled.clone(), b: modeled, viewer, random }.play(&mut compared[mix]);
    });
    for (mix, ComparisonCounts { games, steps, errors: refusals }) in
        compared.into_iter().enumerate().filter(|(_, compared)| compared.games > 0)
    {
        let hides =
            modes_of_mix(mix).iter().any(|mode| matches!(mode, Mode::Fog | Mode::Portals | Mode::Mines));
        println!("{:?}: {steps} steps and {refusals} refusals compared in {games} games", modes_of_mix(mix));
        // A single game may have nothing to compare; fifty always had several times this number.
        if hides && games >= 50 {
            assert!(
                steps > 20 * games && refusals > 5 * games,
                "{:?}: the test has lost its bite",
                modes_of_mix(mix)
            );
        } else if !hides {
            assert_eq!((steps, refusals), (0, 0), "{:?} hides nothing", modes_of_mix(mix));
        }
    }
}

#[test]
fn what_a_player_may_not_know_changes_nothing_it_is_sent_without_dice() {
    check_indistinguishable_games(0);
}

#[test]
fn what_a_player_may_not_know_changes_nothing_it_is_sent_with_dice_of_rule_a() {
    check_indistinguishable_games(1);
}

#[test]
fn what_a_player_may_not_know_changes_nothing_it_is_sent_with_dice_of_rule_b() {
    check_indistinguishable_games(2);
}
