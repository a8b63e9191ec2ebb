//! Random games keep the laws at every step.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_core::Step;
use yipan_testkit::{laws, random_play};
use yipan_xiangqi::{Xiangqi, XiangqiSetup};

const STARTS: [&str; 4] = [
    "startpos",
    "startpos facing=no-new-shared-file repetition=computer",
    "3ak4/4a4/9/9/9/c8/9/9/9/1RBAKAB2 w",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w repetition=ucci-league",
];

fuzz_target!(|input: (u8, Vec<u16>)| {
    let setup: XiangqiSetup = STARTS[usize::from(input.0) % 4].parse().expect("a setup of our own");
    let mut steps = Vec::new();
    let reached = random_play::play::<Xiangqi>(&setup, &input.1, |game, step| {
        steps.push(step);
        laws::effects_are_complete(game, step);
        let position = game.position();
        laws::unmake_restores_position(position, |mv| position.by_color(position.side_to_move().other()).contains(mv.to()));
        let Step::Action(mv) = step;
        assert!(game.position().explain_illegal_move(mv.from(), mv.to()).is_none());
        let them = position.side_to_move().other();
        assert!(position.attacks_to(position.general(them), position.side_to_move()).is_empty());
    });
    let _ = reached.banned_moves();
    laws::replay_is_deterministic(&setup, &steps, &reached);
});
