//! Plays a game selected by bytes and checks the laws at every step.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::{Action, Chess, ChessSetup, DrawRule, Position, Square};
use yipan_testkit::{laws, random_play};

fuzz_target!(|input: (u16, bool, Vec<u16>)| {
    let (number, claimed, choices) = input;
    let position = Position::chess960(number % 960).expect("a number below 960");
    let setup = ChessSetup::standard(position, if claimed { DrawRule::Claimable } else { DrawRule::Automatic });
    let mut steps = Vec::new();
    let reached = random_play::play::<Chess>(&setup, &choices, |game, step| {
        steps.push(step);
        laws::effects_are_complete(game, step);
        let position = game.position();
        laws::unmake_restores_position(position, |mv| {
            mv.is_en_passant() || position.by_color(position.side_to_move().other()).contains(mv.to())
        });
        laws::rejected_action_changes_nothing(game, Action::ClaimDraw);
        laws::text_round_trips(game.position());
        let from = Square::new((steps.len() % 64) as u8).expect("below 64");
        for to in Square::all() {
            let legal = game.position().legal_destinations(from).contains(to);
            assert_eq!(game.position().explain_illegal_move(from, to).is_none(), legal);
        }
    });
    laws::replay_is_deterministic(&setup, &steps, &reached);
});
