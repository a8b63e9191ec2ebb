//! A game chosen by bytes keeps the laws at every step, and the flow of it never loses its way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_liuzichong::flow::{Flow, Input, Partners};
use yipan_liuzichong::{Liuzichong, LiuzichongSetup, Move, Point};
use yipan_core::Step;
use yipan_testkit::{laws, playing};

const STARTS: [&str; 4] = [
    "startpos",
    "startpos outer=any lone_is_loss=true",
    "4/1w2/w1w1/1b2 b",
    "1ww1/bb1b/b1wb/wwwb b carry=off repetition=off no_capture=off",
];

fuzz_target!(|input: (u8, Vec<u16>)| {
    let setup: LiuzichongSetup = STARTS[usize::from(input.0) % 4].parse().expect("a setup of our own");
    let mut steps = Vec::new();
    let reached = playing::play::<Liuzichong>(&setup, &input.1, |game, step| {
        steps.push(step);
        laws::completeness(game, step);
        let position = game.position();
        laws::rollback(position, |mv| position.taken_by(mv).any());
        let Step::Act(mv) = step;
        assert!(position.explain(mv.from(), mv.to()).is_none());
    });
    laws::replay(&setup, &steps, &reached);

    let mut flow = Flow::start(&setup, Partners::default());
    for &number in &input.1 {
        let point = |index: u16| Point::new((index & 15) as u8).expect("below 16");
        let taken = flow.take(match number % 8 {
            0 => Input::Right,
            1 => Input::TakeBack,
            2 => Input::NewGame,
            3 => Input::Left(None),
            4 => Input::ComputerChose(Move::new(point(number >> 3), point(number >> 7))),
            5 => Input::AnimationEnded,
            _ => Input::Left(Some(point(number >> 3))),
        });
        if let Some(&last) = taken.last() {
            assert_eq!(last, flow.state().node());
        }
    }
});
