//! A game chosen by bytes keeps the laws at every step.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::{Action, Chess, ChessSetup, Draws, Position, Square};
use yipan_testkit::{laws, playing};

fuzz_target!(|input: (u16, bool, Vec<u16>)| {
    let (number, claimed, choices) = input;
    let position = Position::chess960(number % 960).expect("a number below 960");
    let setup = ChessSetup::standard(position, if claimed { Draws::Claimed } else { Draws::Automatic });
    let mut steps = Vec::new();
    let reached = playing::play::<Chess>(&setup, &choices, |game, step| {
        steps.push(step);
        laws::completeness(game, step);
        let position = game.position();
        laws::rollback(position, |mv| {
            mv.is_en_passant() || position.men(position.side().other()).has(mv.to())
        });
        laws::refusal(game, Action::ClaimDraw);
        laws::round_trip(game.position());
        let from = Square::new((steps.len() % 64) as u8).expect("below 64");
        for to in Square::all() {
            let legal = game.position().valid_path(from).has(to);
            assert_eq!(game.position().explain(from, to).is_none(), legal);
        }
    });
    laws::replay(&setup, &steps, &reached);
});
