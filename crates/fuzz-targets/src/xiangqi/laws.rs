use std::sync::LazyLock;

use yipan_core::Step;
use yipan_testkit::{laws, random_play};
use yipan_xiangqi::{Position, Xiangqi, XiangqiSetup};

use super::capture::is_capture;
use super::rule_book::PlainBoard;
use crate::input;

/// The most moves of a game: enough for a repetition to be adjudicated under every rule.
const MAX_PLIES: usize = 20;

static STARTS: LazyLock<[XiangqiSetup; 6]> = LazyLock::new(|| {
    [
        "startpos",
        "startpos facing=no-new-shared-file repetition=computer",
        "3ak4/4a4/9/9/9/c8/9/9/9/1RBAKAB2 w",
        "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w repetition=ucci-league",
        "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 b",
        "3k5/4P4/9/9/9/9/9/4r4/3p1p3/4K4 w",
    ]
    .map(|text| text.parse().expect("a setup of our own"))
});

/// Plays a game selected by bytes and checks the laws at every step.
pub fn xiangqi_laws(bytes: &[u8]) {
    let (number, bytes) = input::split_byte(bytes);
    let setup = &STARTS[usize::from(number) % STARTS.len()];
    let choices = input::choices(bytes, MAX_PLIES);
    let mut steps = Vec::new();
    let reached = random_play::play::<Xiangqi>(setup, &choices, |game, step| {
        steps.push(step);
        if !input::is_checked(steps.len(), &choices) {
            return;
        }
        laws::effects_are_complete(game, step);
        let position = game.position();
        laws::unmake_restores_position(position, |mv| is_capture(position, mv.to()));
        let Step::Action(mv) = step;
        assert!(position.explain_illegal_move(mv.from(), mv.to()).is_none());
        let them = position.side_to_move().other();
        assert!(position.attacks_to(position.general(them), position.side_to_move()).is_empty());
    });
    let _ = reached.banned_moves();
    laws::replay_is_deterministic(setup, &steps, &reached);
}

/// Compares the moves of the last position of a game, or of any FEN, with those of the rule book.
pub fn xiangqi_rule_book(bytes: &[u8]) {
    if let Ok(position) = input::text(bytes).parse::<Position>() {
        return compare(&position);
    }
    let (number, choices) = input::split_byte(bytes);
    let mut position = STARTS[usize::from(number) % STARTS.len()].position;
    for choice in choices.iter().take(MAX_PLIES) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position = position.after(moves[usize::from(*choice) % moves.len()]);
    }
    compare(&position);
}

#[track_caller]
fn compare(position: &Position) {
    let mut moves: Vec<_> =
        position.legal_moves().iter().map(|mv| (mv.from().index(), mv.to().index())).collect();
    moves.sort_unstable();
    assert_eq!(moves, PlainBoard::new(position).legal_moves(), "{position}");
}
