//! A game of any mix of modes, chosen by bytes like every step of it, keeps the laws, goes on until it ends, and tells
//! every viewer what the viewer sees.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::{
    Action, Chess, ChessSetup, Color, DiceRule, DiceRules, MineRules, Modes, PortalOwner, Position,
};
use yipan_core::{Cell, Game, Man, Turn, Viewer};
use yipan_testkit::{laws, playing};

const VIEWERS: [Viewer; 3] = [Viewer::Player(Color::First), Viewer::Player(Color::Second), Viewer::Spectator];

/// Starts where more can happen soon than at the usual one.
const STARTS: [&str; 3] = [
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
];

/// The modes that these bits ask for.
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
    let owner = if bit(12) { PortalOwner::Private } else { PortalOwner::Shared };
    Modes {
        dice: bit(0).then_some(dice),
        fog: bit(9),
        gravity: bit(10),
        portals: bit(11).then_some(owner),
        mines: bit(13).then_some(MineRules { hints: bit(14) }),
    }
}

fn seen(game: &Chess, viewer: Viewer) -> Vec<(Cell, Man)> {
    game.view(viewer).men.into_iter().map(|(at, piece)| (at.into(), piece.into())).collect()
}

fuzz_target!(|input: (u16, u16, Vec<u16>)| {
    let (bits, number, choices) = input;
    let position = match STARTS.get(usize::from(number / 960)) {
        Some(fen) => fen.parse().expect("a FEN of our own"),
        None => Position::chess960(number % 960).expect("a number below 960"),
    };
    // Only a king that is attacked when everything has fallen makes a start impossible.
    let Ok(setup) = ChessSetup::with_modes(position, modes(bits)) else { return };
    laws::round_trip(&setup);
    let mut steps = Vec::new();
    let reached = playing::play::<Chess>(&setup, &choices, |game, step| {
        steps.push(step);
        laws::completeness(game, step);
        for viewer in VIEWERS {
            laws::account(game, step, viewer, seen);
        }
        laws::refusal(game, Action::Reroll);
        laws::refusal(game, Action::ClaimDraw);
    });
    let over = matches!(reached.turn(), Turn::Over(_));
    assert_eq!(over, playing::offered(&reached).is_empty(), "the game can neither go on nor end");
    laws::replay(&setup, &steps, &reached);
});
