//! What is hidden stays hidden, in every mix of modes: law 4, discretion, and law 5, non-interference.
//!
//! An independent model says what a viewer may know (`mixes/knowledge.rs`). Law 5 plays two games in lockstep that differ
//! only in what the model calls hidden; whatever a viewer is sent of them must be the same to the byte. Run it longer, or
//! one game again, as `mode_laws.rs` says.

#[path = "mixes/knowledge.rs"]
mod knowledge;
mod mixes;

use knowledge::{Knowledge, Model, VisibleStep, square};
use mixes::{ChessStep, Random, each_game, forward, mix_index, modes_of_mix, offset_square};
use yipan_chess::{Action, Bitboard, ChanceEvent, Chess, Color, Mode, Square, UciMove};
use yipan_core::{Cause, Effect, Game, Mark, Step, Turn, Viewer};
use yipan_testkit::{laws, random_play};

const VIEWERS: [Viewer; 3] = [Viewer::Player(Color::First), Viewer::Player(Color::Second), Viewer::Spectator];

/// A game with its model.
#[derive(Clone)]
struct ModeledGame {
    game: Chess,
    model: Model,
}

/// A step with what it led to.
#[derive(Clone)]
struct TakenStep {
    step: ChessStep,
    effects: Vec<Effect>,
    before: ModeledGame,
    after: ModeledGame,
}

impl ModeledGame {
    fn take(&self, step: ChessStep) -> TakenStep {
        let (mut game, mut effects) = (self.game.clone(), Vec::new());
        game.apply(step, &mut effects).expect("an offered step is a legal step");
        let mover = match (self.game.turn(), step) {
            (Turn::Player(mover), Step::Action(Action::Move(_) | Action::MoveByWildDie(_))) => Some(mover),
            _ => None,
        };
        let model = self.model.after(mover, &effects);
        TakenStep { step, effects, before: self.clone(), after: ModeledGame { game, model } }
    }

    fn visible(&self, viewer: Viewer) -> Bitboard {
        self.model.visible(&self.game, viewer)
    }

    fn knowledge(&self, viewer: Viewer) -> Knowledge {
        self.model.knowledge(&self.game, viewer)
    }

    /// What the viewer may do, which is no secret to the viewer.
    fn actions(&self, viewer: Viewer) -> Vec<Action> {
        let mut actions = Vec::new();
        if matches!(self.game.turn(), Turn::Player(seat) if viewer == Viewer::Player(seat)) {
            self.game.actions(&mut actions);
        }
        actions
    }
}

impl TakenStep {
    /// Whether the viewer may be told the step as it is written.
    fn is_known_to(&self, viewer: Viewer) -> bool {
        let clear = !self.before.model.modes.fog;
        match (self.step, self.before.game.turn()) {
            (Step::Action(Action::Move(_) | Action::MoveByWildDie(_)), Turn::Player(seat)) => {
                clear || viewer == Viewer::Player(seat)
            }
            (Step::Action(_) | Step::Chance(ChanceEvent::DieKind(_) | ChanceEvent::WildDie), _) => true,
            (Step::Chance(ChanceEvent::DiePiece(_)), _) => {
                let dice = self.after.game.view(Viewer::Arbiter).dice;
                clear || dice.is_some_and(|dice| viewer == Viewer::Player(dice.owner))
            }
            // A portal that the viewer may know of shows as one.
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
            let man = |cell| model.board.0[square(cell).index()].expect("effects happen to men");
            match *effect {
                Effect::Slide { from, to, .. } => {
                    let own = viewer == Viewer::Player(man(from).seat);
                    visible.slides.extend((own || !fog).then_some((square(from), square(to))));
                }
                Effect::Vanish { at, cause: Cause::Mine } => visible.explosions.push((square(at), man(at))),
                Effect::Vanish { at, .. } if players => visible.captures.push((square(at), man(at))),
                Effect::TurnChanged { side: seat, reason: why } => visible.turn_changes.push((seat, why)),
                Effect::Rolled { side: seat, face } => {
                    let place = face.at.filter(|_| !fog || viewer == Viewer::Player(seat));
                    visible.rolls.push((seat, face.letter, place));
                }
                _ => {}
            }
            model.apply_effect(effect);
        }
        // Of several losses at once the order is not known.
        visible.explosions.sort_unstable();
        visible.captures.sort_unstable();
        visible.rolls.sort_unstable();
        visible
    }

    /// Everything the viewer is sent of this step.
    fn sent_to(&self, viewer: Viewer) -> String {
        let (before, after) = (&self.before.game, &self.after.game);
        let step = before.may_reveal(&self.step, viewer).then_some(self.step);
        let witnessed = Chess::visible_effects(before, after, &self.effects, viewer);
        format!("step {step:?}\nwitnessed {witnessed:?}\nview {:?}", after.view(viewer))
    }

    /// Whether the viewer may not tell this step from the other.
    fn looks_like(&self, other: &TakenStep, viewer: Viewer) -> bool {
        self.visible_step(viewer) == other.visible_step(viewer)
            && self.after.knowledge(viewer) == other.after.knowledge(viewer)
            && self.after.actions(viewer) == other.after.actions(viewer)
    }
}

#[test]
fn a_view_shows_what_its_viewer_may_know_and_nothing_else() {
    each_game(|table| {
        let mut twin = ModeledGame { game: table.game.clone(), model: Model::new(&table.setup, &table.game) };
        while let Some(step) = table.choose() {
            let taken = twin.take(step);
            table.take(step);
            for viewer in VIEWERS {
                let view = taken.after.game.view(viewer);
                assert_eq!(view.actions, taken.after.actions(viewer), "what {viewer:?} may do");
                assert_eq!(
                    Knowledge::from_view(view),
                    taken.after.knowledge(viewer),
                    "what {viewer:?} is shown"
                );
            }
            twin = taken.after;
        }
    });
}

#[test]
fn visible_effects_name_only_squares_the_viewer_may_know() {
    each_game(|table| {
        let mut twin = ModeledGame { game: table.game.clone(), model: Model::new(&table.setup, &table.game) };
        while let Some(step) = table.choose() {
            let taken = twin.take(step);
            table.take(step);
            for viewer in VIEWERS {
                check_secrecy(&taken, viewer);
            }
            twin = taken.after;
        }
    });
}

fn check_secrecy(taken: &TakenStep, viewer: Viewer) {
    let over = taken.after.game.outcome().is_some();
    let witnessed = Chess::visible_effects(&taken.before.game, &taken.after.game, &taken.effects, viewer);
    let (told, mut open) =
        (taken.visible_step(viewer), taken.before.visible(viewer) | taken.after.visible(viewer));
    // Explosions are public, a capture is known to both players, and a man's owner knows where it went.
    open |= told.explosions.iter().chain(&told.captures).map(|(at, _)| *at).collect::<Bitboard>();
    let mut model = taken.before.model.clone();
    for effect in &taken.effects {
        let owner = |cell| model.board.0[square(cell).index()].map(|man| Viewer::Player(man.seat));
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
    assert_eq!(disclosed, known, "{:?} is told to {viewer:?} as it is written, or not", taken.step);
    for effect in witnessed {
        if let Effect::Mark { mark, .. } | Effect::Unmark { mark, .. } = effect {
            let may_know = match mark {
                Mark::Mine => over,
                Mark::Crater | Mark::Portal { owner: None } => true,
                Mark::Portal { owner: Some(owner) } => over || viewer == Viewer::Player(owner),
                Mark::MineCount { viewer: to, .. } => viewer == Viewer::Player(to),
            };
            assert!(may_know, "{viewer:?} hears of {effect:?}");
        }
    }
}

/// How often games that really differed were compared: by what is told of a step, and by what is refused.
#[derive(Clone, Copy, Debug, Default)]
struct ComparisonCounts {
    games: u64,
    steps: u64,
    errors: u64,
}

/// Two games that one viewer cannot tell apart, as far as the model knows.
struct IndistinguishableGames {
    a: ModeledGame,
    b: ModeledGame,
    viewer: Viewer,
    random: Random,
}

/// How many steps are tried in each game in the search for two that look alike.
const MAX_TRIED_STEPS: usize = 8;

/// How many steps two games are followed.
const MAX_FOLLOWED_STEPS: usize = 80;

impl IndistinguishableGames {
    fn differ(&self) -> bool {
        self.a.game != self.b.game
    }

    /// The next steps, one for each game, that look alike to the viewer; different ones where there are any.
    fn next_pair(&mut self) -> Option<(TakenStep, TakenStep)> {
        let (ours, theirs) = (random_play::legal_steps(&self.a.game), random_play::legal_steps(&self.b.game));
        if let Turn::Player(seat) = self.a.game.turn()
            && (!self.a.model.modes.fog || self.viewer == Viewer::Player(seat))
        {
            // The viewer knows the move, so that both games see the same one.
            let both: Vec<ChessStep> = ours.into_iter().filter(|step| theirs.contains(step)).collect();
            return (0..MAX_TRIED_STEPS.min(both.len())).find_map(|_| {
                let step = self.random.pick(&both);
                let (a, b) = (self.a.take(step), self.b.take(step));
                a.looks_like(&b, self.viewer).then_some((a, b))
            });
        }
        let viewer = self.viewer;
        let mut sample =
            |twin: &ModeledGame, steps: &[ChessStep]| -> Vec<(TakenStep, VisibleStep, Knowledge)> {
                let tried = MAX_TRIED_STEPS.min(steps.len());
                let (from, stride) = (self.random.below(steps.len()), steps.len() / tried);
                let taken = (0..tried).map(|i| twin.take(steps[(from + i * stride) % steps.len()]));
                let look = |taken: TakenStep| {
                    let (told, knowledge) = (taken.visible_step(viewer), taken.after.knowledge(viewer));
                    (taken, told, knowledge)
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

    /// A move that may well be refused: mostly of an own man, and to where such a man could go.
    fn any_move(&mut self, seat: Color) -> Action {
        let board = &self.a.model.board;
        let own: Vec<Square> = board.pieces().filter(|(_, man)| man.seat == seat).map(|(at, _)| at).collect();
        let from = if self.random.below(6) == 0 { self.random.square() } else { self.random.pick(&own) };
        let ahead = [1, 2].map(|ranks| offset_square(from, (0, ranks * forward(seat))));
        let near: Vec<Square> = board.attacks(from).into_iter().chain(ahead.into_iter().flatten()).collect();
        let to = if self.random.below(3) == 0 || near.is_empty() {
            self.random.square()
        } else {
            self.random.pick(&near)
        };
        Action::Move(UciMove { from, to, promotion: None })
    }

    /// Whatever the viewer tries and is refused, it is told the same in both games.
    fn compare_errors(&mut self, compared: &mut ComparisonCounts) {
        let Turn::Player(seat) = self.a.game.turn() else { return };
        if self.viewer != Viewer::Player(seat) || !self.differ() {
            return;
        }
        for _ in 0..8 {
            let action = self.any_move(seat);
            let [a, b] = [&self.a, &self.b].map(|twin| {
                let refused = twin.game.clone().apply(Step::Action(action), &mut Vec::new());
                refused.err().map(|refusal| format!("{refusal:?}: {refusal}"))
            });
            assert_eq!(
                a, b,
                "{action} is refused to {:?} in\n{:?}{:?}",
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
                // They must part here, and one of them goes on with itself.
                None => {
                    let step = self.random.step(&self.a.game).expect("the game is not over");
                    self.a = self.a.take(step).after;
                    self.b = self.a.clone();
                }
            }
        }
    }
}

/// If the viewer could not tell the games apart before and cannot now, everything it is sent is the same.
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
            "{viewer:?} can tell {:?} from {:?}: {:?} {:?} and {:?} {:?}",
            a.step,
            b.step,
            a.before.game.position(),
            a.after.game.position(),
            b.before.game.position(),
            b.after.game.position()
        );
        // Games that differ in no more than how they came about are compared, but do not count.
        let hidden = a.before.model != b.before.model || a.after.model != b.after.model;
        compared.steps += u64::from(hidden);
    }
}

/// Plays twins of the mixes with these dice, and makes sure that they were really compared.
fn check_indistinguishable_games(dice: usize) {
    let mut compared = [ComparisonCounts::default(); 48];
    each_game(|table| {
        let mix = mix_index(table.seed);
        if mix / 16 != dice {
            return;
        }
        compared[mix].games += 1;
        let twin = ModeledGame { game: table.game.clone(), model: Model::new(&table.setup, &table.game) };
        let viewer = VIEWERS[table.random.below(5) / 2];
        let random = table.random.clone();
        IndistinguishableGames { a: twin.clone(), b: twin, viewer, random }.play(&mut compared[mix]);
    });
    for (mix, ComparisonCounts { games, steps, errors: refusals }) in
        compared.into_iter().enumerate().filter(|(_, compared)| compared.games > 0)
    {
        let hides =
            modes_of_mix(mix).iter().any(|mode| matches!(mode, Mode::Fog | Mode::Portals | Mode::Mines));
        println!("{:?}: {steps} steps and {refusals} refusals compared in {games} games", modes_of_mix(mix));
        // A single game may have nothing to compare; fifty always had several times this.
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
