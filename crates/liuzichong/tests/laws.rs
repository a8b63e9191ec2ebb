//! The laws of the house, for liuzichong: random games from the usual start and from strange ones.

use proptest::prelude::*;
use yipan_liuzichong::{HouseRules, Liuzichong, LiuzichongSetup, Move, Point, Points, Position};
use yipan_rules::{Game, Kernel, Step, Turn, perft};
use yipan_testkit::{laws, playing};

/// Starts that reach what random play from the usual one rarely does: lone men, carrying, blocks, other rules.
const STARTS: [&str; 8] = [
    "startpos",
    "startpos outer=any",
    "startpos lone_is_loss=true no_capture=20",
    "4/1w2/w1w1/1b2 b",
    "1ww1/bb1b/b1wb/wwwb b repetition=off no_capture=off",
    "4/3w/2w1/bw2 w carry=off",
    "2w1/2b1/wb1b/3w b outer=any carry=off",
    "ww2/4/4/bb2 w",
];

fn setups() -> impl Strategy<Value = LiuzichongSetup> {
    proptest::sample::select(&STARTS[..]).prop_map(|text| text.parse().expect("a setup of our own"))
}

fn games() -> impl Strategy<Value = (LiuzichongSetup, Vec<u16>)> {
    (setups(), prop::collection::vec(any::<u16>(), 0..120))
}

/// Any position that can be described.
fn any_position() -> impl Strategy<Value = Position> {
    let men = prop::collection::vec(0u8..3, 16);
    (men, any::<bool>(), 0u8..8).prop_filter_map("a side has at most six men", |(men, black, rules)| {
        let of = |wanted| Point::all().filter(|point| men[point.index()] == wanted).collect::<Points>();
        let side = if black { yipan_liuzichong::BLACK } else { yipan_liuzichong::WHITE };
        let rules = HouseRules::from_bits(rules).expect("below 8");
        Position::new(of(1), of(2), side).ok().map(|position| position.with_rules(rules))
    })
}

/// Every position of a game, the last one included.
fn positions(setup: &LiuzichongSetup, choices: &[u16]) -> Vec<Position> {
    let mut seen = Vec::new();
    let last = playing::play::<Liuzichong>(setup, choices, |game, _| seen.push(*game.position()));
    seen.push(*last.position());
    seen
}

/// Without the draws of play between people, which the kernel does not know.
fn endless(position: Position) -> LiuzichongSetup {
    LiuzichongSetup { position, repetition: false, no_capture: None }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn folding_a_log_is_a_function((setup, choices) in games()) {
        let mut steps = Vec::new();
        let reached = playing::play::<Liuzichong>(&setup, &choices, |_, step| steps.push(step));
        laws::replay(&setup, &steps, &reached);
    }

    #[test]
    fn effects_tell_the_whole_move((setup, choices) in games()) {
        playing::play::<Liuzichong>(&setup, &choices, laws::completeness);
    }

    #[test]
    fn a_move_can_be_taken_back(position in any_position()) {
        laws::rollback(&position, |mv| position.taken_by(mv).any());
    }

    #[test]
    fn a_refused_step_changes_nothing((setup, choices) in games(), from in 0u8..16, to in 0u8..16) {
        let point = |index| Point::new(index).expect("below 16");
        let mv = Move::new(point(from), point(to));
        playing::play::<Liuzichong>(&setup, &choices, |game, _| laws::refusal(game, mv));
    }

    #[test]
    fn what_is_printed_reads_back((setup, choices) in games(), position in any_position()) {
        laws::round_trip(&setup);
        laws::round_trip(&position.with_rules(HouseRules::default()));
        laws::round_trip(&endless(position));
        playing::play::<Liuzichong>(&setup, &choices, |_, step| {
            let Step::Act(mv) = step;
            laws::round_trip(&mv);
        });
    }

    #[test]
    fn a_pair_of_points_has_a_reason_exactly_when_it_is_illegal(position in any_position()) {
        let legal = position.legal_moves();
        for from in Point::all() {
            for to in Point::all() {
                let reason = position.explain(from, to);
                let mv = Move::new(from, to);
                prop_assert_eq!(reason.is_none(), legal.contains(&mv), "{} {:?} in {:?}", mv, reason, position);
                prop_assert_eq!(position.valid_path(from).has(to), legal.contains(&mv));
            }
        }
    }

    #[test]
    fn both_doors_count_the_same_lines_anywhere(position in any_position()) {
        laws::agreement(&position, &Liuzichong::start(&endless(position)), 3);
    }

    #[test]
    fn whoever_just_moved_could_move_again((setup, choices) in games()) {
        // The rule book asks whether the mover is blocked; the point it left is empty, so it never is.
        for position in positions(&setup, &choices) {
            for mv in position.legal_moves() {
                let next = position.after(mv);
                prop_assert!((next.men(position.side()).beside() & next.empty()).any(), "{} in {:?}", mv, position);
            }
        }
    }

    #[test]
    fn by_the_usual_rules_a_move_takes_at_most_two(position in any_position()) {
        // A lone man between four could take four, but the point it came from is one of the four and empty.
        let position = position.with_rules(HouseRules::default());
        for mv in position.legal_moves() {
            prop_assert!(position.taken_by(mv).len() <= 2, "{} in {:?}", mv, position);
        }
    }

    #[test]
    fn two_positions_never_share_a_key(a in any_position(), b in any_position()) {
        prop_assert_eq!(a.key() == b.key(), a == b);
    }

    #[test]
    fn a_game_between_people_ends((setup, choices) in (setups(), prop::collection::vec(any::<u16>(), 4000))) {
        let between_people = setup.repetition && setup.no_capture.is_some();
        let end = playing::play::<Liuzichong>(&setup, &choices, |_, _| {});
        prop_assert!(!between_people || matches!(end.turn(), Turn::Over(_)), "{:?}", end.position());
    }
}

#[test]
fn leaf_counts_are_those_of_the_rules_page() {
    let counts: Vec<u64> = (1..=9).map(|depth| perft(&Position::start(), depth)).collect();
    assert_eq!(counts, [4, 18, 108, 632, 3_282, 16_840, 98_224, 575_108, 3_181_356]);
}

#[test]
fn both_doors_count_the_same_lines_from_the_starts() {
    for text in STARTS {
        let setup: LiuzichongSetup = text.parse().expect("a setup of our own");
        laws::agreement(&setup.position, &Liuzichong::start(&endless(setup.position)), 6);
    }
}
