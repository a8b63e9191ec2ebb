//! Random games keep the laws at every step, and the UI flow reports its state correctly.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_liuzichong::ui_flow::{FlowInput, Opponent, UiFlow};
use yipan_liuzichong::{Liuzichong, LiuzichongSetup, Move, Point};
use yipan_core::Step;
use yipan_testkit::{laws, random_play};

const STARTS: [&str; 4] = [
    "startpos",
    "startpos outer=any lone_is_loss=true",
    "4/1w2/w1w1/1b2 b",
    "1ww1/bb1b/b1wb/wwwb b carry=off repetition=off no_capture=off",
];

fuzz_target!(|input: (u8, Vec<u16>)| {
    let setup: LiuzichongSetup = STARTS[usize::from(input.0) % 4].parse().expect("a setup of our own");
    let mut steps = Vec::new();
    let reached = random_play::play::<Liuzichong>(&setup, &input.1, |game, step| {
        steps.push(step);
        laws::effects_are_complete(game, step);
        let position = game.position();
        laws::unmake_restores_position(position, |mv| position.captured_by(mv).any());
        let Step::Action(mv) = step;
        assert!(position.explain_illegal_move(mv.from(), mv.to()).is_none());
    });
    laws::replay_is_deterministic(&setup, &steps, &reached);

    let mut flow = UiFlow::start(&setup, Opponent::default());
    for &number in &input.1 {
        let point = |index: u16| Point::new((index & 15) as u8).expect("below 16");
        let path = flow.handle(match number % 8 {
            0 => FlowInput::SecondaryClick,
            1 => FlowInput::TakeBack,
            2 => FlowInput::NewGame,
            3 => FlowInput::PrimaryClick(None),
            4 => FlowInput::ComputerChose(Move::new(point(number >> 3), point(number >> 7))),
            5 => FlowInput::AnimationEnded,
            _ => FlowInput::PrimaryClick(Some(point(number >> 3))),
        });
        if let Some(&last) = path.last() {
            assert_eq!(last, flow.state().node());
        }
    }
});
