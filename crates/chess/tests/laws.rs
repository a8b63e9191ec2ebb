//! The laws of the house, for chess: random games from usual, Chess960 and strange starts.

use proptest::prelude::*;
use yipan_chess::{Action, Bitboard, Chess, ChessSetup, Draws, Kind, Position, Square, Uci};
use yipan_rules::{Game, Kernel, MoveKind, MoveList, Step};
use yipan_testkit::{laws, playing};

/// Starts that reach what random play from the usual one rarely does: promotions, pins, en passant, castling.
const STARTS: [&str; 8] = [
    "startpos",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "k7/1pPpPpPp/8/8/8/8/pPpPpPpP/6K1 w - - 0 1",
    "4k3/8/8/8/8/8/8/1R2KR2 w FB - 0 1",
    "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 96 60 draws=claimed",
];

fn setups() -> impl Strategy<Value = ChessSetup> {
    prop_oneof![
        proptest::sample::select(&STARTS[..]).prop_map(|text| text.parse().expect("a setup of our own")),
        (0u16..960, any::<bool>()).prop_map(|(number, claimed)| {
            let position = Position::chess960(number).expect("a number below 960");
            ChessSetup::standard(position, if claimed { Draws::Claimed } else { Draws::Automatic })
        }),
    ]
}

fn games() -> impl Strategy<Value = (ChessSetup, Vec<u16>)> {
    (setups(), prop::collection::vec(any::<u16>(), 0..120))
}

/// Every position of a game, the last one included.
fn positions(setup: &ChessSetup, choices: &[u16]) -> Vec<Position> {
    let mut seen = Vec::new();
    let last = playing::play::<Chess>(setup, choices, |game, _| seen.push(*game.position()));
    seen.push(*last.position());
    seen
}

fn squares(position: &Position) -> impl Iterator<Item = (Square, Square, bool)> {
    Square::all().flat_map(move |from| {
        let legal = position.valid_path(from);
        Square::all().map(move |to| (from, to, legal.has(to)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn folding_a_log_is_a_function((setup, choices) in games()) {
        let mut steps = Vec::new();
        let reached = playing::play::<Chess>(&setup, &choices, |_, step| steps.push(step));
        laws::replay(&setup, &steps, &reached);
    }

    #[test]
    fn effects_tell_the_whole_move((setup, choices) in games()) {
        playing::play::<Chess>(&setup, &choices, |game, _| {
            for step in playing::offered(game) {
                laws::completeness(game, step);
            }
        });
    }

    #[test]
    fn a_move_can_be_taken_back((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            laws::rollback(&position, |mv| mv.is_en_passant() || position.men(position.side().other()).has(mv.to()));
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
    fn a_refused_step_changes_nothing((setup, choices) in games(), from in 0u8..64, to in 0u8..64, kind in 0usize..7) {
        let uci = Uci {
            from: Square::new(from).expect("below 64"),
            to: Square::new(to).expect("below 64"),
            promotion: Kind::ALL.get(kind).copied(),
        };
        playing::play::<Chess>(&setup, &choices, |game, _| {
            laws::refusal(game, Action::Move(uci));
            laws::refusal(game, Action::ClaimDraw);
        });
    }

    #[test]
    fn what_is_printed_reads_back((setup, choices) in games()) {
        laws::round_trip(&setup);
        playing::play::<Chess>(&setup, &choices, |game, step| {
            laws::round_trip(game.position());
            let Step::Act(action) = step else { panic!("nothing is drawn in standard chess") };
            laws::round_trip(&action);
        });
        for position in positions(&setup, &choices) {
            for mv in position.legal_moves() {
                prop_assert_eq!(position.read_san(&position.san(mv)), Ok(mv), "{:?}", position);
                prop_assert_eq!(position.resolve(position.uci(mv)), Ok(mv), "{:?}", position);
            }
        }
    }

    #[test]
    fn a_pair_of_squares_has_a_reason_exactly_when_it_is_illegal((setup, choices) in games()) {
        for position in positions(&setup, &choices).iter().step_by(7) {
            for (from, to, legal) in squares(position) {
                let reason = position.explain(from, to);
                prop_assert_eq!(reason.is_none(), legal, "{}{} {:?} in {:?}", from, to, reason, position);
            }
        }
    }

    #[test]
    fn pseudo_legal_and_safe_is_legal((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            let mut pseudo = MoveList::new();
            position.pseudo_moves(MoveKind::All, &mut pseudo);
            let mut safe: Vec<String> =
                pseudo.iter().filter(|&&mv| position.is_safe(mv)).map(|mv| format!("{mv:?}")).collect();
            let mut legal: Vec<String> = position.legal_moves().iter().map(|mv| format!("{mv:?}")).collect();
            safe.sort();
            legal.sort();
            prop_assert_eq!(safe, legal, "{:?}", position);
        }
    }

    #[test]
    fn the_facts_agree_with_the_moves((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            let us = position.side();
            // The enemy's control is what our king may not enter, whoever stands there.
            let king = position.king(us);
            let steps = position.valid_path(king) & yipan_chess::attacks::king(king);
            if !position.is_chess960() {
                let free = yipan_chess::attacks::king(king).without(position.men(us));
                prop_assert_eq!(steps, free.without(position.control(us.other())), "{:?}", position);
            }
            // A pinned man stays on its line.
            for pin in position.pins(us) {
                prop_assert_eq!(position.valid_path(pin.man).without(pin.path), Bitboard::EMPTY, "{:?}", position);
                prop_assert_eq!(position.protect_path(pin.man), Some(pin.path));
            }
            // A single check is answered on its path or by the king; a double check by the king alone.
            let threats: Vec<_> = position.threats().collect();
            prop_assert_eq!(threats.iter().map(|threat| threat.by).collect::<Bitboard>(), position.checkers());
            if threats.len() > 1 {
                prop_assert_eq!(position.rescuers().without(king.bit()), Bitboard::EMPTY);
            }
            if let [threat] = *threats {
                for mv in position.legal_moves() {
                    let answers = mv.from() == king || mv.is_en_passant() || threat.path.has(mv.to());
                    prop_assert!(answers, "{:?} in {:?}", mv, position);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn both_doors_count_the_same_lines_anywhere((setup, choices) in games()) {
        for position in positions(&setup, &choices).iter().step_by(17) {
            // The kernel does not know of draws by rule, so few men or many quiet moves are left out.
            if position.occupied().len() > 5 && position.quiet_plies() < 90 {
                let setup = ChessSetup::standard(*position, Draws::Automatic);
                laws::agreement(position, &Chess::start(&setup), 2);
            }
        }
    }
}

#[test]
fn both_doors_count_the_same_lines_from_the_starts() {
    for text in STARTS {
        let setup: ChessSetup = text.parse().expect("a setup of our own");
        let plain = ChessSetup::standard(*setup.position(), Draws::Automatic);
        let depth = if plain.position().quiet_plies() > 0 { 2 } else { 3 };
        laws::agreement(plain.position(), &Chess::start(&plain), depth);
    }
}
