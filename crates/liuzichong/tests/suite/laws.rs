//! The laws of games, for liuzichong: random games from the standard start and from unusual ones.

use proptest::prelude::*;
use yipan_core::{Game, MoveGenerator, Step, Turn, perft};
use yipan_liuzichong::{HouseRules, Liuzichong, LiuzichongSetup, Move, Point, PointSet, Position};
use yipan_testkit::{laws, random_play};

/// Starts that random play rarely reaches: lone pieces, blocks and other house rules.
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

/// Generates any valid position.
fn any_position() -> impl Strategy<Value = Position> {
    let pieces = prop::collection::vec(0u8..3, 16);
    (pieces, any::<bool>(), 0u8..8).prop_filter_map(
        "a side has at most six pieces",
        |(pieces, black, rules)| {
            let of =
                |wanted| Point::all().filter(|point| pieces[point.index()] == wanted).collect::<PointSet>();
            let side = if black { yipan_liuzichong::BLACK } else { yipan_liuzichong::WHITE };
            let rules = HouseRules::from_bits(rules).expect("below 8");
            Position::new(of(1), of(2), side).ok().map(|position| position.with_rules(rules))
        },
    )
}

/// Returns all positions of a game, including the last.
fn positions(setup: &LiuzichongSetup, choices: &[u16]) -> Vec<Position> {
    let mut seen = Vec::new();
    let last = random_play::play::<Liuzichong>(setup, choices, |game, _| seen.push(*game.position()));
    seen.push(*last.position());
    seen
}

/// Returns a setup without the draw rules, which `Position` does not implement.
fn without_draw_rules(position: Position) -> LiuzichongSetup {
    LiuzichongSetup { position, draw_on_repetition: false, no_capture_limit: None }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replaying_a_record_is_deterministic((setup, choices) in games()) {
        let mut steps = Vec::new();
        let reached = random_play::play::<Liuzichong>(&setup, &choices, |_, step| steps.push(step));
        laws::replay_is_deterministic(&setup, &steps, &reached);
    }

    #[test]
    fn effects_describe_the_whole_move((setup, choices) in games()) {
        random_play::play::<Liuzichong>(&setup, &choices, laws::effects_are_complete);
    }

    #[test]
    fn unmaking_a_move_restores_the_position(position in any_position()) {
        laws::unmake_restores_position(&position, |mv| position.captured_by(mv).any());
    }

    #[test]
    fn a_rejected_step_changes_nothing((setup, choices) in games(), from in 0u8..16, to in 0u8..16) {
        let point = |index| Point::new(index).expect("below 16");
        let mv = Move::new(point(from), point(to));
        random_play::play::<Liuzichong>(&setup, &choices, |game, _| laws::rejected_action_changes_nothing(game, mv));
    }

    #[test]
    fn what_is_printed_reads_back((setup, choices) in games(), position in any_position()) {
        laws::text_round_trips(&setup);
        laws::text_round_trips(&position.with_rules(HouseRules::default()));
        laws::text_round_trips(&without_draw_rules(position));
        random_play::play::<Liuzichong>(&setup, &choices, |_, step| {
            let Step::Action(mv) = step;
            laws::text_round_trips(&mv);
        });
    }

    #[test]
    fn a_pair_of_points_has_a_reason_exactly_when_it_is_illegal(position in any_position()) {
        let legal = position.legal_moves();
        for from in Point::all() {
            for to in Point::all() {
                let reason = position.explain_illegal_move(from, to);
                let mv = Move::new(from, to);
                prop_assert_eq!(reason.is_none(), legal.contains(&mv), "{} {:?} in {:?}", mv, reason, position);
                prop_assert_eq!(position.legal_destinations(from).contains(to), legal.contains(&mv));
            }
        }
    }

    #[test]
    fn both_interfaces_have_the_same_perft_anywhere(position in any_position()) {
        laws::perft_agrees(&position, &Liuzichong::start(&without_draw_rules(position)), 3);
    }

    #[test]
    fn the_side_that_just_moved_could_move_again((setup, choices) in games()) {
        // The rule book tests whether the mover is blocked. It never is, because the point it left is empty.
        for position in positions(&setup, &choices) {
            for mv in position.legal_moves() {
                let next = position.after(mv);
                prop_assert!((next.by_color(position.side_to_move()).neighbors() & next.empty_points()).any(), "{} in {:?}", mv, position);
            }
        }
    }

    #[test]
    fn by_the_default_rules_a_move_captures_at_most_two(position in any_position()) {
        // A lone piece between four enemies could capture all four, but the point it came from is empty.
        let position = position.with_rules(HouseRules::default());
        for mv in position.legal_moves() {
            prop_assert!(position.captured_by(mv).len() <= 2, "{} in {:?}", mv, position);
        }
    }

    #[test]
    fn two_positions_never_share_a_key(a in any_position(), b in any_position()) {
        prop_assert_eq!(a.key() == b.key(), a == b);
    }

    #[test]
    fn a_game_with_draw_rules_ends((setup, choices) in (setups(), prop::collection::vec(any::<u16>(), 4000))) {
        let has_draw_rules = setup.draw_on_repetition && setup.no_capture_limit.is_some();
        let end = random_play::play::<Liuzichong>(&setup, &choices, |_, _| {});
        prop_assert!(!has_draw_rules || matches!(end.turn(), Turn::Over(_)), "{:?}", end.position());
    }
}

#[test]
fn leaf_counts_are_those_of_the_rules_page() {
    let counts: Vec<u64> = (1..=9).map(|depth| perft(&Position::start(), depth)).collect();
    assert_eq!(counts, [4, 18, 108, 632, 3_282, 16_840, 98_224, 575_108, 3_181_356]);
}

#[test]
fn both_interfaces_have_the_same_perft_from_the_starts() {
    for text in STARTS {
        let setup: LiuzichongSetup = text.parse().expect("a setup of our own");
        laws::perft_agrees(&setup.position, &Liuzichong::start(&without_draw_rules(setup.position)), 6);
    }
}
