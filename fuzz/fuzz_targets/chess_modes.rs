//! Plays a game with any combination of modes, selected by bytes like every step of it. It must obey the laws, end or
//! offer a step, and its visible effects must match every viewer's view.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::{
    Action, Chess, ChessSetup, Color, DiceRule, DiceRules, MineRules, Modes, PortalOwnership, Position,
};
use yipan_core::{AnyPiece, Cell, Game, Turn, Viewer};
use yipan_testkit::{laws, random_play};

const VIEWERS: [Viewer; 3] = [Viewer::Player(Color::First), Viewer::Player(Color::Second), Viewer::Spectator];

/// Starts in which more can happen soon than in the standard one.
const STARTS: [&str; 3] = [
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// Returns the modes that these bits select.
fn modes(bits: u16) -> Modes {
    let bit = |number: u16| bits >> number & 1 == 1;
    let few = |number: u16| (bits >> number & 3) as u8;
    let count = 2 + few(2);
    let dice = DiceRules {
        rule: if bit(1) { DiceRule::All } else { DiceRule::One },
        count,
        first_turn: 1 + few(4).min(count - 1),
        rerolls: few(6),
        wild: bit(8),
    };
    let owner = if bit(12) { PortalOwnership::Private } else { PortalOwnership::Shared };
    Modes {
        dice: bit(0).then_some(dice),
        fog: bit(9),
        gravity: bit(10),
        portals: bit(11).then_some(owner),
        mines: bit(13).then_some(MineRules { show_mine_counts: bit(14) }),
    }
}

fn seen(game: &Chess, viewer: Viewer) -> Vec<(Cell, AnyPiece)> {
    game.view(viewer).pieces.into_iter().map(|(at, piece)| (at.into(), piece.into())).collect()
}

fuzz_target!(|input: (u16, u16, Vec<u16>)| {
    let (bits, number, choices) = input;
    let position = match STARTS.get(usize::from(number / 960)) {
        Some(fen) => fen.parse().expect("a valid FEN"),
        None => Position::chess960(number % 960).expect("a number below 960"),
    };
    // A start is rejected only if a king is attacked after gravity.
    let Ok(setup) = ChessSetup::with_modes(position, modes(bits)) else { return };
    laws::text_round_trips(&setup);
    let mut steps = Vec::new();
    let reached = random_play::play::<Chess>(&setup, &choices, |game, step| {
        steps.push(step);
        laws::effects_are_complete(game, step);
        for viewer in VIEWERS {
            laws::view_matches_effects(game, step, viewer, seen);
        }
        laws::rejected_action_changes_nothing(game, Action::Reroll);
        laws::rejected_action_changes_nothing(game, Action::ClaimDraw);
    });
    let over = matches!(reached.turn(), Turn::Over(_));
    assert_eq!(over, random_play::legal_steps(&reached).is_empty(), "the game neither continues nor ends");
    laws::replay_is_deterministic(&setup, &steps, &reached);
});
