//! The laws of games, for xiangqi: random games from the standard start and from unusual ones.

use proptest::prelude::*;
use yipan_core::{Game, MoveGenerator, MoveKind, MoveList, Step};
use yipan_testkit::{laws, random_play};
use yipan_xiangqi::{Move, Point, PointSet, Position, Xiangqi, XiangqiSetup};

/// Starts that random play rarely reaches: facing generals, screens, legs, bare generals.
const STARTS: [&str; 8] = [
    "startpos",
    "startpos facing=no-new-shared-file repetition=simple",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w repetition=computer",
    "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w no-capture=40 free-checks=off",
    "9/9/4k4/9/9/4C4/9/9/4K4/9 w material=off",
    "3k5/R8/9/9/9/9/9/9/9/4K4 w repetition=check-only",
    "3ak4/4a4/9/9/9/c8/9/9/9/1RBAKAB2 w repetition=ucci-league",
];

fn setups() -> impl Strategy<Value = XiangqiSetup> {
    proptest::sample::select(&STARTS[..]).prop_map(|text| text.parse().expect("a setup of our own"))
}

fn games() -> impl Strategy<Value = (XiangqiSetup, Vec<u16>)> {
    (setups(), prop::collection::vec(any::<u16>(), 0..120))
}

/// Returns all positions of a game, including the last.
fn positions(setup: &XiangqiSetup, choices: &[u16]) -> Vec<Position> {
    let mut seen = Vec::new();
    let last = random_play::play::<Xiangqi>(setup, choices, |game, _| seen.push(*game.position()));
    seen.push(*last.position());
    seen
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replaying_a_record_is_deterministic((setup, choices) in games()) {
        let mut steps = Vec::new();
        let reached = random_play::play::<Xiangqi>(&setup, &choices, |_, step| steps.push(step));
        laws::replay_is_deterministic(&setup, &steps, &reached);
    }

    #[test]
    fn effects_describe_the_whole_move((setup, choices) in games()) {
        random_play::play::<Xiangqi>(&setup, &choices, laws::effects_are_complete);
    }

    #[test]
    fn a_side_has_lost_exactly_when_it_has_no_legal_move((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            let is_lost = position.outcome().is_some_and(|outcome| outcome.winner.is_some());
            prop_assert_eq!(is_lost, position.legal_moves().is_empty(), "{:?}", position);
        }
    }

    #[test]
    fn what_a_game_caches_is_true((setup, choices) in games()) {
        random_play::play::<Xiangqi>(&setup, &choices, |game, _| {
            assert_eq!(game.in_check(), game.position().in_check());
            let (keys, key) = (game.history().keys(), game.position().key());
            assert_eq!(game.history().occurrences(), keys.iter().filter(|&&earlier| earlier == key).count());
        });
    }

    #[test]
    fn unmaking_a_move_restores_the_position((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            laws::unmake_restores_position(&position, |mv| position.by_color(position.side_to_move().other()).contains(mv.to()));
        }
    }

    #[test]
    fn the_incremental_key_equals_the_recomputed_key((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            let read: Position = position.to_string().parse().expect("a printed position reads");
            prop_assert_eq!(read.key(), position.key(), "{:?}", position);
        }
    }

    #[test]
    fn a_rejected_step_changes_nothing((setup, choices) in games(), from in 0u8..90, to in 0u8..90) {
        let point = |index| Point::new(index).expect("below 90");
        let mv = Move::new(point(from), point(to));
        random_play::play::<Xiangqi>(&setup, &choices, |game, _| laws::rejected_action_changes_nothing(game, mv));
    }

    #[test]
    fn what_is_printed_reads_back((setup, choices) in games()) {
        laws::text_round_trips(&setup);
        random_play::play::<Xiangqi>(&setup, &choices, |game, step| {
            laws::text_round_trips(&game.position().with_facing_rule(yipan_xiangqi::FacingRule::Standard));
            let Step::Action(mv) = step;
            laws::text_round_trips(&mv);
        });
    }

    #[test]
    fn a_pair_of_points_has_a_reason_exactly_when_it_is_illegal((setup, choices) in games()) {
        for position in positions(&setup, &choices).iter().step_by(11) {
            for from in Point::all() {
                let legal: PointSet = position.legal_destinations(from);
                for to in Point::all() {
                    let reason = position.explain_illegal_move(from, to);
                    prop_assert_eq!(reason.is_none(), legal.contains(to), "{}{} {:?} in {:?}", from, to, reason, position);
                }
            }
        }
    }

    #[test]
    fn legal_moves_are_those_that_leave_the_general_unattacked((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            let mut pseudo = MoveList::new();
            position.pseudo_legal_moves(MoveKind::All, &mut pseudo);
            // The definition of legality: play the move and test whether the general can be captured.
            let mut safe: Vec<Move> = pseudo.into_iter().filter(|&mv| {
                let next = position.after(mv);
                next.attacks_to(next.general(position.side_to_move()), next.side_to_move()).is_empty()
            }).collect();
            let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
            safe.sort();
            legal.sort();
            prop_assert_eq!(safe, legal, "{:?}", position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_general_may_enter_exactly_the_points_the_enemy_does_not_attack((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            if position.facing_rule() != yipan_xiangqi::FacingRule::Standard {
                continue;
            }
            let us = position.side_to_move();
            let general = position.general(us);
            let beside = |&to: &Point| {
                let steps = general.file().abs_diff(to.file()) + general.rank().abs_diff(to.rank());
                steps == 1 && to.is_in_palace(us) && !position.by_color(us).contains(to)
            };
            let free: PointSet = Point::all().filter(beside).collect();
            let entered = free.without(position.attacked_points(us.other()));
            prop_assert_eq!(position.legal_destinations(general), entered, "{:?}", position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn both_interfaces_have_the_same_perft_anywhere((setup, choices) in games()) {
        for position in positions(&setup, &choices).iter().step_by(17) {
            if position.halfmove_clock() < 90 {
                let setup = XiangqiSetup { position: *position, draw_on_insufficient_material: false, ..XiangqiSetup::default() };
                laws::perft_agrees(position, &Xiangqi::start(&setup), 2);
            }
        }
    }
}

#[test]
fn both_interfaces_have_the_same_perft_from_the_starts() {
    for text in STARTS {
        let setup: XiangqiSetup = text.parse().expect("a setup of our own");
        // `Position` does not implement draw rules.
        let setup = XiangqiSetup { draw_on_insufficient_material: false, ..setup };
        laws::perft_agrees(&setup.position, &Xiangqi::start(&setup), 3);
    }
}
