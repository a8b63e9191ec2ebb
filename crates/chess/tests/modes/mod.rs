//! Games with modes as scripts: what was agreed, the steps in one line, and what is expected, all of it text.
//!
//! A script is a list of steps between commas: actions (`e2e4`, `e7e8q`, `e2e4*`, `reroll`) and draws (`die knight`),
//! the draws also in short: `roll knight bishop rook`, `lay c3 d4 e5 f6` for four mines, `pair e5 c3` for portals.

#![allow(dead_code, reason = "every file of tests uses a part of it")]

use std::collections::BTreeMap;

use yipan_chess::{
    Action, ActionError, BLACK, Bitboard, ChanceEvent, Chess, ChessSetup, Color, DicePhase, Face,
    GameDiceStats, Square, WHITE,
};
use yipan_core::{Effect, Game, Language, Localize, Mark, Outcome, Step, Turn, Viewer};

/// A step as text reads it.
pub(crate) type ChessStep = Step<Action, ChanceEvent>;

/// A new game.
pub(crate) fn start(setup: &str) -> Chess {
    Chess::start(&setup.parse::<ChessSetup>().unwrap_or_else(|error| panic!("{setup}: {}", english(&error))))
}

/// The game after the script.
pub(crate) fn play(setup: &str, script: &str) -> Chess {
    let mut game = start(setup);
    for step in steps(script) {
        apply(&mut game, step);
    }
    game
}

/// Plays the script and says whose turn it is, with which dice, or how the game ended.
pub(crate) fn check(setup: &str, script: &str, expected: &str) {
    assert_eq!(game_status(&play(setup, script)), expected, "{setup} | {script}");
}

/// Plays the script and compares where the men stand, as FEN writes it.
pub(crate) fn check_board(setup: &str, script: &str, placement: &str) {
    let fen = play(setup, script).position().to_string();
    assert_eq!(fen.split(' ').next(), Some(placement), "{setup} | {script}");
}

/// Plays the script and compares what is told of its last action and of everything drawn since.
pub(crate) fn check_effects(setup: &str, script: &str, expected: &str) {
    let (mut game, mut effects) = (start(setup), Vec::new());
    for step in steps(script) {
        if matches!(step, Step::Action(_)) {
            effects.clear();
        }
        effects.extend(apply(&mut game, step));
    }
    assert_eq!(describe_effects(&effects), expected, "{setup} | {script}");
}

/// Plays the script and compares what chance may decide next, each with its exact share.
pub(crate) fn check_chance_outcomes(setup: &str, script: &str, expected: &str) {
    let chances = chance_outcomes(&play(setup, script));
    let said: Vec<String> =
        chances.iter().map(|(draw, Probability(of, all))| format!("{draw} {of}/{all}")).collect();
    assert_eq!(said.join(", "), expected, "{setup} | {script}");
}

/// Plays the script and compares every roll that may follow with its exact share, in the order of the dice.
pub(crate) fn check_rolls(setup: &str, script: &str, expected: &str) {
    let said: Vec<String> = rolls(&play(setup, script))
        .iter()
        .map(|(roll, Probability(of, all))| format!("{roll} {of}/{all}"))
        .collect();
    assert_eq!(said.join(", "), expected, "{setup} | {script}");
}

/// Plays the script and compares everything that the side to move may do.
pub(crate) fn check_actions(setup: &str, script: &str, expected: &str) {
    assert_eq!(offered_actions(&play(setup, script)).join(" "), expected, "{setup} | {script}");
}

/// Plays the script, then compares why the step is refused, in English.
pub(crate) fn check_error(setup: &str, script: &str, step: &str, words: &str) {
    assert_eq!(english(&error_of(setup, script, step)), words, "{setup} | {script} | {step}");
}

/// Why the step after the script is refused. That it changes nothing is a law of the house.
pub(crate) fn error_of(setup: &str, script: &str, step: &str) -> ActionError {
    let mut game = play(setup, script);
    let [step] = steps(step)[..] else { panic!("`{step}` is not one step") };
    let refused = game.apply(step, &mut Vec::new());
    refused.err().unwrap_or_else(|| panic!("{step:?} is allowed: {setup} | {script}"))
}

/// Whether the side to move may do this after the script.
pub(crate) fn allows(setup: &str, script: &str, action: &str) -> bool {
    let game = play(setup, script);
    let offered = offered_actions(&game).iter().any(|text| text == action);
    let [step] = steps(action)[..] else { panic!("`{action}` is not one step") };
    let accepted = game.clone().apply(step, &mut Vec::new()).is_ok();
    assert_eq!(offered, accepted, "{action} is offered: {offered}, accepted: {accepted}; {setup} | {script}");
    offered
}

/// What the dice have done in the whole script.
pub(crate) fn dice_stats(setup: &str, script: &str) -> GameDiceStats {
    let mut game = start(setup);
    let mut statistics = GameDiceStats::new(&game);
    for step in steps(script) {
        let before = game.clone();
        let effects = apply(&mut game, step);
        statistics.record_step(&before, step, &effects);
    }
    statistics
}

/// What `viewer` is told of the last step of the script.
pub(crate) fn visible_effects(setup: &str, script: &str, viewer: Viewer) -> String {
    let (mut game, mut told) = (start(setup), String::new());
    for step in steps(script) {
        let before = game.clone();
        let effects = apply(&mut game, step);
        told = describe_effects(&Chess::visible_effects(&before, &game, &effects, viewer));
    }
    told
}

/// The steps of a script.
pub(crate) fn steps(script: &str) -> Vec<ChessStep> {
    let texts = script.split(',').map(str::trim).filter(|text| !text.is_empty());
    texts.flat_map(steps_of).collect()
}

fn steps_of(text: &str) -> Vec<ChessStep> {
    let draw = |text: &str| Step::Chance(text.parse().unwrap_or_else(|error| panic!("{}", english(&error))));
    let each = |what: &str, which: &str| -> Vec<ChessStep> {
        which.split_whitespace().map(|which| draw(&format!("{what} {which}"))).collect()
    };
    match text.split_once(' ') {
        Some(("roll", faces)) => each("die", faces),
        Some(("pair", squares)) => each("portal", squares),
        Some(("lay", squares)) => {
            let mines = each("mine", squares);
            [draw(&format!("mines {}", mines.len()))].into_iter().chain(mines).collect()
        }
        Some(_) => vec![draw(text)],
        None => vec![Step::Action(text.parse().unwrap_or_else(|error| panic!("{}", english(&error))))],
    }
}

fn apply(game: &mut Chess, step: ChessStep) -> Vec<Effect> {
    let mut effects = Vec::new();
    let before = game_status(game);
    game.apply(step, &mut effects)
        .unwrap_or_else(|error| panic!("{step:?}, but {before}, {}: {}", game.position(), english(&error)));
    effects
}

fn english(words: &impl Localize) -> String {
    words.localize(Language::English)
}

/// `White` or `Black`.
pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        WHITE => "White",
        BLACK => "Black",
    }
}

/// How the game stands: `White plays (N) ~R P` for a used knight die, a dead rook die and a live pawn die.
pub(crate) fn game_status(game: &Chess) -> String {
    let seat = match game.turn() {
        Turn::Over(Outcome { winner: Some(winner), reason }) => {
            return format!("{} wins by {reason}", color_name(winner));
        }
        Turn::Over(Outcome { winner: None, reason }) => return format!("draw by {reason}"),
        Turn::Chance => return "chance".to_owned(),
        Turn::Player(seat) => seat,
    };
    let Some(dice) = game.view(Viewer::Arbiter).dice else { return format!("{} moves", color_name(seat)) };
    let die = |die: &yipan_chess::DieView| {
        let face = match die.face {
            Face::Kind(kind) => kind.letter().to_string(),
            Face::Piece(at, kind) => format!("{}{at}", kind.letter()),
            Face::Wild => "*".to_owned(),
            Face::Unrolled => return "?".to_owned(),
        };
        match (die.used, die.dead) {
            (true, _) => format!("({face})"),
            (false, Some(true)) => format!("~{face}"),
            (false, _) => face,
        }
    };
    let faces = dice.dice.iter().map(die).collect::<Vec<_>>().join(" ");
    match dice.phase {
        DicePhase::Turn => format!("{} plays {faces}", color_name(seat)),
        DicePhase::Reply => format!("{} replies, {} saved {faces}", color_name(seat), color_name(dice.owner)),
        DicePhase::Emergency => format!("{} in emergency {faces}", color_name(seat)).trim_end().to_owned(),
    }
}

/// Effects in the order they are told.
pub(crate) fn describe_effects(effects: &[Effect]) -> String {
    effects.iter().map(describe_effect).collect::<Vec<_>>().join(", ")
}

fn describe_effect(effect: &Effect) -> String {
    let mark = |mark: Mark| match mark {
        Mark::Portal { owner: Some(owner) } => format!("{} portal", color_name(owner)),
        Mark::MineCount { viewer: to, mines } => format!("{} hint {mines}", color_name(to)),
        mark => mark.to_string(),
    };
    match *effect {
        Effect::Slide { from, to, cause } => format!("{from}-{to} {cause}"),
        Effect::Swap { a, b, cause } => format!("{a}<>{b} {cause}"),
        Effect::Vanish { at, cause } => format!("x{at} {cause}"),
        Effect::Become { at, piece: man, cause } => format!("{at}={} {cause}", man.letter),
        Effect::Appear { at, piece: man } => format!("{} {} appears {at}", color_name(man.seat), man.letter),
        Effect::Hide { at } => format!("{at} hides"),
        Effect::Mark { at, mark: what } => format!("{at} {}", mark(what)),
        Effect::Unmark { at, mark: what } => format!("{at} no {}", mark(what)),
        Effect::Rolled { side: seat, face } => {
            let at = face.at.map_or(String::new(), |at| at.to_string());
            format!("{} rolls {}{at}", color_name(seat), face.letter)
        }
        Effect::TurnChanged { side: seat, reason: why } => format!("{} {why}", color_name(seat)),
    }
}

/// Everything that the side to move may do, in the order of the alphabet.
pub(crate) fn offered_actions(game: &Chess) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// An exact share of the whole, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Probability(pub(crate) u64, pub(crate) u64);

impl Probability {
    pub(crate) fn new(of: u64, all: u64) -> Probability {
        let (mut a, mut b) = (of, all);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Probability(of / a.max(1), all / a.max(1))
    }

    pub(crate) fn times(self, other: Probability) -> Probability {
        Probability::new(self.0 * other.0, self.1 * other.1)
    }

    pub(crate) fn plus(self, other: Probability) -> Probability {
        Probability::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }
}

/// What chance may decide now, each with its share.
pub(crate) fn chance_outcomes(game: &Chess) -> Vec<(ChanceEvent, Probability)> {
    let mut draws = Vec::new();
    game.chance_outcomes(&mut draws);
    let all: u64 = draws.iter().map(|(_, weight)| u64::from(*weight)).sum();
    draws.into_iter().map(|(draw, weight)| (draw, Probability::new(u64::from(weight), all))).collect()
}

/// Every sequence of dice that may be rolled from here on, with its share.
pub(crate) fn rolls(game: &Chess) -> BTreeMap<String, Probability> {
    let mut found = BTreeMap::new();
    walk(game, "", Probability(1, 1), &mut found);
    found
}

fn walk(game: &Chess, rolled: &str, share: Probability, found: &mut BTreeMap<String, Probability>) {
    if game.turn() != Turn::Chance {
        let before = found.insert(rolled.trim_start().to_owned(), share);
        assert_eq!(before, None, "`{rolled}` is reached in two ways");
        return;
    }
    for (draw, chance) in chance_outcomes(game) {
        let mut next = game.clone();
        apply(&mut next, Step::Chance(draw));
        let face = match draw {
            ChanceEvent::DieKind(kind) => kind.letter().to_string(),
            ChanceEvent::DiePiece(at) => at.to_string(),
            other => other.to_string().replace("die wild", "*"),
        };
        walk(&next, &format!("{rolled} {face}"), share.times(chance), found);
    }
}

/// The squares that are named, between spaces.
pub(crate) fn squares(text: &str) -> Bitboard {
    text.split_whitespace().map(|square| square.parse::<Square>().expect("a square")).collect()
}

/// The squares that a player sees after the script.
pub(crate) fn check_visible_squares(setup: &str, script: &str, player: Color, expected: &str) {
    let visible = play(setup, script).view(Viewer::Player(player)).visible;
    assert_eq!(visible, squares(expected), "{setup} | {script}: {} sees {visible}", color_name(player));
}
