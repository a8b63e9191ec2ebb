//! Games with modes as scripts: options, steps in one line, and the expected result, all as text.
//!
//! A script is a list of steps separated by commas: actions (`e2e4`, `e7e8q`, `e2e4*`, `reroll`) and chance
//! outcomes (`die knight`), with the short forms `roll knight bishop rook`, `lay c3 d4 e5 f6` for four mines,
//! and `pair e5 c3` for portals.

use std::collections::BTreeMap;

use yipan_chess::{
    Action, ActionError, BLACK, Bitboard, ChanceEvent, Chess, ChessSetup, Color, DicePhase, Face,
    GameDiceStats, Square, WHITE,
};
use yipan_core::{Effect, Game, Language, Localize, Mark, Outcome, Step, Turn, Viewer};

/// Parses a step.
pub(crate) type ChessStep = Step<Action, ChanceEvent>;

/// Starts a new game.
pub(crate) fn start(setup: &str) -> Chess {
    Chess::start(&setup.parse::<ChessSetup>().unwrap_or_else(|error| panic!("{setup}: {}", english(&error))))
}

/// Returns the game after the script.
pub(crate) fn play(setup: &str, script: &str) -> Chess {
    let mut game = start(setup);
    for step in steps(script) {
        apply(&mut game, step);
    }
    game
}

/// Plays the script and compares the side to move and its dice, or the outcome.
pub(crate) fn check(setup: &str, script: &str, expected: &str) {
    assert_eq!(game_status(&play(setup, script)), expected, "{setup} | {script}");
}

/// Plays the script and compares the board, as FEN writes it.
pub(crate) fn check_board(setup: &str, script: &str, placement: &str) {
    let fen = play(setup, script).position().to_string();
    assert_eq!(fen.split(' ').next(), Some(placement), "{setup} | {script}");
}

/// Plays the script and compares the effects of its last action and the chance events after it.
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

/// Plays the script and compares the possible chance outcomes with their exact probabilities.
pub(crate) fn check_chance_outcomes(setup: &str, script: &str, expected: &str) {
    let chances = chance_outcomes(&play(setup, script));
    let actual: Vec<String> =
        chances.iter().map(|(event, Probability(of, all))| format!("{event} {of}/{all}")).collect();
    assert_eq!(actual.join(", "), expected, "{setup} | {script}");
}

/// Plays the script and compares every possible roll with its exact probability, in the order of the dice.
pub(crate) fn check_rolls(setup: &str, script: &str, expected: &str) {
    let actual: Vec<String> = rolls(&play(setup, script))
        .iter()
        .map(|(roll, Probability(of, all))| format!("{roll} {of}/{all}"))
        .collect();
    assert_eq!(actual.join(", "), expected, "{setup} | {script}");
}

/// Plays the script and compares the actions of the side to move.
pub(crate) fn check_actions(setup: &str, script: &str, expected: &str) {
    assert_eq!(offered_actions(&play(setup, script)).join(" "), expected, "{setup} | {script}");
}

/// Plays the script and compares the English message for an illegal step.
pub(crate) fn check_error(setup: &str, script: &str, step: &str, words: &str) {
    assert_eq!(english(&error_of(setup, script, step)), words, "{setup} | {script} | {step}");
}

/// Returns the message for an illegal step after the script. That it changes nothing is tested by the laws.
pub(crate) fn error_of(setup: &str, script: &str, step: &str) -> ActionError {
    let mut game = play(setup, script);
    let [step] = steps(step)[..] else { panic!("`{step}` is not one step") };
    let result = game.apply(step, &mut Vec::new());
    result.err().unwrap_or_else(|| panic!("{step:?} is allowed: {setup} | {script}"))
}

/// Whether the side to move has this action after the script.
pub(crate) fn allows(setup: &str, script: &str, action: &str) -> bool {
    let game = play(setup, script);
    let offered = offered_actions(&game).iter().any(|text| text == action);
    let [step] = steps(action)[..] else { panic!("`{action}` is not one step") };
    let accepted = game.clone().apply(step, &mut Vec::new()).is_ok();
    assert_eq!(offered, accepted, "{action} is offered: {offered}, accepted: {accepted}; {setup} | {script}");
    offered
}

/// Returns the dice statistics of the whole script.
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

/// Returns the effects of the last step that `viewer` sees.
pub(crate) fn visible_effects(setup: &str, script: &str, viewer: Viewer) -> String {
    let (mut game, mut visible) = (start(setup), String::new());
    for step in steps(script) {
        let before = game.clone();
        let effects = apply(&mut game, step);
        visible = describe_effects(&Chess::visible_effects(&before, &game, &effects, viewer));
    }
    visible
}

/// Splits a script into steps.
pub(crate) fn steps(script: &str) -> Vec<ChessStep> {
    let texts = script.split(',').map(str::trim).filter(|text| !text.is_empty());
    texts.flat_map(steps_of).collect()
}

fn steps_of(text: &str) -> Vec<ChessStep> {
    let event = |text: &str| Step::Chance(text.parse().unwrap_or_else(|error| panic!("{}", english(&error))));
    let each = |what: &str, which: &str| -> Vec<ChessStep> {
        which.split_whitespace().map(|which| event(&format!("{what} {which}"))).collect()
    };
    match text.split_once(' ') {
        Some(("roll", faces)) => each("die", faces),
        Some(("pair", squares)) => each("portal", squares),
        Some(("lay", squares)) => {
            let mines = each("mine", squares);
            [event(&format!("mines {}", mines.len()))].into_iter().chain(mines).collect()
        }
        Some(_) => vec![event(text)],
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

/// Returns `White` or `Black`.
pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        WHITE => "White",
        BLACK => "Black",
    }
}

/// Describes the state: `White plays (N) ~R P` for a used knight die, a dead rook die and a live pawn die.
pub(crate) fn game_status(game: &Chess) -> String {
    let side = match game.turn() {
        Turn::Over(Outcome { winner: Some(winner), reason }) => {
            return format!("{} wins by {reason}", color_name(winner));
        }
        Turn::Over(Outcome { winner: None, reason }) => return format!("draw by {reason}"),
        Turn::Chance => return "chance".to_owned(),
        Turn::Player(side) => side,
    };
    let Some(dice) = game.view(Viewer::Arbiter).dice else { return format!("{} moves", color_name(side)) };
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
        DicePhase::Turn => format!("{} plays {faces}", color_name(side)),
        DicePhase::Reply => format!("{} replies, {} saved {faces}", color_name(side), color_name(dice.owner)),
        DicePhase::Emergency => format!("{} in emergency {faces}", color_name(side)).trim_end().to_owned(),
    }
}

/// Formats effects in their order.
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
        Effect::Become { at, piece, cause } => format!("{at}={} {cause}", piece.letter),
        Effect::Appear { at, piece } => format!("{} {} appears {at}", color_name(piece.side), piece.letter),
        Effect::Hide { at } => format!("{at} hides"),
        Effect::Mark { at, mark: what } => format!("{at} {}", mark(what)),
        Effect::Unmark { at, mark: what } => format!("{at} no {}", mark(what)),
        Effect::Rolled { side, face } => {
            let at = face.at.map_or(String::new(), |at| at.to_string());
            format!("{} rolls {}{at}", color_name(side), face.letter)
        }
        Effect::TurnChanged { side, reason: why } => format!("{} {why}", color_name(side)),
    }
}

/// Returns the actions of the side to move, sorted.
pub(crate) fn offered_actions(game: &Chess) -> Vec<String> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mut texts: Vec<String> = actions.iter().map(ToString::to_string).collect();
    texts.sort();
    texts
}

/// An exact probability in lowest terms.
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

/// Returns the possible chance outcomes with their probabilities.
pub(crate) fn chance_outcomes(game: &Chess) -> Vec<(ChanceEvent, Probability)> {
    let mut outcomes = Vec::new();
    game.chance_outcomes(&mut outcomes);
    let all: u64 = outcomes.iter().map(|(_, weight)| u64::from(*weight)).sum();
    outcomes.into_iter().map(|(event, weight)| (event, Probability::new(u64::from(weight), all))).collect()
}

/// Returns every possible sequence of dice with its probability.
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
    for (event, chance) in chance_outcomes(game) {
        let mut next = game.clone();
        apply(&mut next, Step::Chance(event));
        let face = match event {
            ChanceEvent::DieKind(kind) => kind.letter().to_string(),
            ChanceEvent::DiePiece(at) => at.to_string(),
            other => other.to_string().replace("die wild", "*"),
        };
        walk(&next, &format!("{rolled} {face}"), share.times(chance), found);
    }
}

/// Parses squares separated by spaces.
pub(crate) fn squares(text: &str) -> Bitboard {
    text.split_whitespace().map(|square| square.parse::<Square>().expect("a square")).collect()
}

/// Returns the squares that a player sees after the script.
pub(crate) fn check_visible_squares(setup: &str, script: &str, player: Color, expected: &str) {
    let visible = play(setup, script).view(Viewer::Player(player)).visible;
    assert_eq!(visible, squares(expected), "{setup} | {script}: {} sees {visible}", color_name(player));
}
