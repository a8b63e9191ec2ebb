//! The laws of games, for chess: random games from standard, Chess960 and unusual starts.

use proptest::prelude::*;
use yipan_chess::{Action, Bitboard, Chess, ChessSetup, DrawRule, PieceKind, Position, Square, UciMove};
use yipan_core::{Game, MoveGenerator, MoveKind, MoveList, Step};
use yipan_testkit::{laws, random_play};

/// Starts that reach what random play from the standard start rarely does: promotions, pins, en passant,
/// castling.
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
            ChessSetup::standard(position, if claimed { DrawRule::Claimable } else { DrawRule::Automatic })
        }),
    ]
}

fn games() -> impl Strategy<Value = (ChessSetup, Vec<u16>)> {
    (setups(), prop::collection::vec(any::<u16>(), 0..120))
}

/// Every position of a game, the last one included.
fn positions(setup: &ChessSetup, choices: &[u16]) -> Vec<Position> {
    let mut seen = Vec::new();
    let last = random_play::play::<Chess>(setup, choices, |game, _| seen.push(*game.position()));
    seen.push(*last.position());
    seen
}

fn squares(position: &Position) -> impl Iterator<Item = (Square, Square, bool)> {
    Square::all().flat_map(move |from| {
        let legal = position.legal_destinations(from);
        Square::all().map(move |to| (from, to, legal.contains(to)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replaying_a_record_is_deterministic((setup, choices) in games()) {
        let mut steps = Vec::new();
        let reached = random_play::play::<Chess>(&setup, &choices, |_, step| steps.push(step));
        laws::replay_is_deterministic(&setup, &steps, &reached);
    }

    #[test]
    fn effects_describe_the_whole_move((setup, choices) in games()) {
        random_play::play::<Chess>(&setup, &choices, |game, _| {
            for step in random_play::legal_steps(game) {
                laws::effects_are_complete(game, step);
            }
        });
    }

    #[test]
    fn a_move_can_be_unmade((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            laws::unmake_restores_position(&position, |mv| mv.is_en_passant() || position.by_color(position.side_to_move().other()).contains(mv.to()));
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
    fn a_rejected_step_changes_nothing((setup, choices) in games(), from in 0u8..64, to in 0u8..64, kind in 0usize..7) {
        let uci = UciMove {
            from: Square::new(from).expect("below 64"),
            to: Square::new(to).expect("below 64"),
            promotion: PieceKind::ALL.get(kind).copied(),
        };
        random_play::play::<Chess>(&setup, &choices, |game, _| {
            laws::rejected_action_changes_nothing(game, Action::Move(uci));
            laws::rejected_action_changes_nothing(game, Action::ClaimDraw);
        });
    }

    #[test]
    fn what_is_printed_reads_back((setup, choices) in games()) {
        laws::text_round_trips(&setup);
        random_play::play::<Chess>(&setup, &choices, |game, step| {
            laws::text_round_trips(game.position());
            let Step::Action(action) = step else { panic!("standard chess has no chance events") };
            laws::text_round_trips(&action);
        });
        for position in positions(&setup, &choices) {
            for mv in position.legal_moves() {
                prop_assert_eq!(position.parse_san(&position.san(mv)), Ok(mv), "{:?}", position);
                prop_assert_eq!(position.resolve_uci(position.uci(mv)), Ok(mv), "{:?}", position);
            }
        }
    }

    #[test]
    fn a_pair_of_squares_has_a_reason_exactly_when_it_is_illegal((setup, choices) in games()) {
        for position in positions(&setup, &choices).iter().step_by(7) {
            for (from, to, legal) in squares(position) {
                let reason = position.explain_illegal_move(from, to);
                prop_assert_eq!(reason.is_none(), legal, "{}{} {:?} in {:?}", from, to, reason, position);
            }
        }
    }

    #[test]
    fn pseudo_legal_and_safe_is_legal((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            let mut pseudo = MoveList::new();
            position.pseudo_legal_moves(MoveKind::All, &mut pseudo);
            let mut safe: Vec<String> =
                pseudo.iter().filter(|&&mv| position.leaves_king_safe(mv)).map(|mv| format!("{mv:?}")).collect();
            let mut legal: Vec<String> = position.legal_moves().iter().map(|mv| format!("{mv:?}")).collect();
            safe.sort();
            legal.sort();
            prop_assert_eq!(safe, legal, "{:?}", position);
        }
    }

    #[test]
    fn the_facts_agree_with_the_moves((setup, choices) in games()) {
        for position in positions(&setup, &choices) {
            let us = position.side_to_move();
            // Our king may not enter a square that the enemy attacks, even if it is occupied.
            let king = position.king(us);
            let steps = position.legal_destinations(king) & yipan_chess::attacks::king(king);
            if !position.is_chess960() {
                let free = yipan_chess::attacks::king(king).without(position.by_color(us));
                prop_assert_eq!(steps, free.without(position.attacked_squares(us.other())), "{:?}", position);
            }
            // A pinned piece stays on its line.
            for pin in position.pins(us) {
                prop_assert_eq!(position.legal_destinations(pin.pinned).without(pin.ray), Bitboard::EMPTY, "{:?}", position);
                prop_assert_eq!(position.pin_ray(pin.pinned), Some(pin.ray));
            }
            // A single check is answered on its ray or by the king; a double check by the king alone.
            let threats: Vec<_> = position.checks().collect();
            prop_assert_eq!(threats.iter().map(|threat| threat.checker).collect::<Bitboard>(), position.checkers());
            if threats.len() > 1 {
                prop_assert_eq!(position.check_evaders().without(king.bit()), Bitboard::EMPTY);
            }
            if let [threat] = *threats {
                for mv in position.legal_moves() {
                    let answers = mv.from() == king || mv.is_en_passant() || threat.ray.contains(mv.to());
                    prop_assert!(answers, "{:?} in {:?}", mv, position);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn the_move_generator_and_the_game_agree_on_perft_anywhere((setup, choices) in games()) {
        for position in positions(&setup, &choices).iter().step_by(17) {
            // A position does not know draws by rule, so few pieces or many quiet moves are excluded.
            if position.occupied().len() > 5 && position.halfmove_clock() < 90 {
                let setup = ChessSetup::standard(*position, DrawRule::Automatic);
                laws::perft_agrees(position, &Chess::start(&setup), 2);
            }
        }
    }
}

#[test]
fn the_move_generator_and_the_game_agree_on_perft_from_the_starts() {
    for text in STARTS {
        let setup: ChessSetup = text.parse().expect("a setup of our own");
        let plain = ChessSetup::standard(*setup.position(), DrawRule::Automatic);
        let depth = if plain.position().halfmove_clock() > 0 { 2 } else { 3 };
        laws::perft_agrees(plain.position(), &Chess::start(&plain), depth);
    }
}
