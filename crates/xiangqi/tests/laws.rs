//! The laws of the house, for xiangqi: random games from the usual start and from strange ones.

use proptest::prelude::*;
use yipan_rules::{Game, Kernel, MoveKind, MoveList, Step};
use yipan_testkit::{laws, playing};
use yipan_xiangqi::{Move, Point, Points, Position, Xiangqi, XiangqiSetup};

/// Starts that reach what random play from the usual one rarely does: facing, screens, legs, bare generals.
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

/// Every position of a game, the last one included.
fn positions(setup: &XiangqiSetup, choices: &[u16]) -> Vec<Position> {
    let mut seen = Vec::new();
    let last = playing::play::<Xiangqi>(setup, choices, |game, _| seen.push(*game.position()));
    seen.push(*last.position());
    seen
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn folding_a_log_is_a_function((setup, choices) in games()) {
        let mut steps = Vec::new();
        let reached = playing::play::<Xiangqi>(&setup, &choices, |_, step| steps.push(step));
        laws::replay(&setup, &steps, &reached);
    }

    #[test]
    fn effects_tell_the_whole_move((setup, choices) in games()) {
        playing::play::<Xiangqi>(&setup, &choices, laws::completeness);
    }

    #[test]
    fn a_move_can_be_taken_back((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            laws::rollback(&position, |mv| position.men(position.side().other()).has(mv.to()));
        }
    }

    #[test]
    fn the_carried_key_is_that_of_the_position_read_afresh((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            let read: Position = position.to_string().parse().expect("a printed position reads");
            prop_assert_eq!(read.key(), position.key(), "{:?}", position);
        }
    }

    #[test]
    fn a_refused_step_changes_nothing((setup, choices) in games(), from in 0u8..90, to in 0u8..90) {
        let point = |index| Point::new(index).expect("below 90");
        let mv = Move::new(point(from), point(to));
        playing::play::<Xiangqi>(&setup, &choices, |game, _| laws::refusal(game, mv));
    }

    #[test]
    fn what_is_printed_reads_back((setup, choices) in games()) {
        laws::round_trip(&setup);
        playing::play::<Xiangqi>(&setup, &choices, |game, step| {
            laws::round_trip(&game.position().with_facing_rule(yipan_xiangqi::FacingRule::Standard));
            let Step::Act(mv) = step;
            laws::round_trip(&mv);
        });
    }

    #[test]
    fn a_pair_of_points_has_a_reason_exactly_when_it_is_illegal((setup, choices) in games()) {
        for position in positions(&setup, &choices).iter().step_by(11) {
            for from in Point::all() {
                let legal: Points = position.valid_path(from);
                for to in Point::all() {
                    let reason = position.explain(from, to);
                    prop_assert_eq!(reason.is_none(), legal.has(to), "{}{} {:?} in {:?}", from, to, reason, position);
                }
            }
        }
    }

    #[test]
    fn legal_is_what_leaves_the_general_unattacked((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            let mut pseudo = MoveList::new();
            position.pseudo_moves(MoveKind::All, &mut pseudo);
            // The definition, by playing the move and giving the opponent the turn.
            let mut safe: Vec<Move> = pseudo.into_iter().filter(|&mv| !position.after(mv).could_take_general()).collect();
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
    fn a_general_may_enter_exactly_what_the_enemy_does_not_control((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            if position.facing_rule() != yipan_xiangqi::FacingRule::Standard {
                continue;
            }
            let us = position.side();
            let general = position.general(us);
            let beside = |&to: &Point| {
                let steps = general.file().abs_diff(to.file()) + general.rank().abs_diff(to.rank());
                steps == 1 && to.is_in_palace(us) && !position.men(us).has(to)
            };
            let free: Points = Point::all().filter(beside).collect();
            let entered = free.without(position.control(us.other()));
            prop_assert_eq!(position.valid_path(general), entered, "{:?}", position);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn both_doors_count_the_same_lines_anywhere((setup, choices) in games()) {
        for position in positions(&setup, &choices).iter().step_by(17) {
            if position.quiet_plies() < 90 {
                let setup = XiangqiSetup { position: *position, dead_material: false, ..XiangqiSetup::default() };
                laws::agreement(position, &Xiangqi::start(&setup), 2);
            }
        }
    }
}

#[test]
fn both_doors_count_the_same_lines_from_the_starts() {
    for text in STARTS {
        let setup: XiangqiSetup = text.parse().expect("a setup of our own");
        // The kernel does not know of draws by rule.
        let setup = XiangqiSetup { dead_material: false, ..setup };
        laws::agreement(&setup.position, &Xiangqi::start(&setup), 3);
    }
}
