//! A million random and mutated texts for every parser: errors are fine, panics are not.

use yipan_chess::pgn::Reader;
use yipan_chess::{Action, ChanceEvent, Chess, ChessSetup, Position, UciMove};
use yipan_core::{Game, Step, Turn};
use yipan_testkit::mutated_text::TextMutator;

const TEXTS: usize = 1_000_000;

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "4k3/8/8/3pP3/8/8/8/R3K2R w HA d6 0 2",
    "1rk1bnr1/3p4/4p1p1/1pp2pP1/1pn5/1Q2P1NB/2PP1P1P/2KRB1RN b kq - 1 21",
];

#[test]
fn no_fen_makes_the_parser_panic() {
    let mut hostile = TextMutator::new(1, FENS);
    let mut read = 0;
    for _ in 0..TEXTS {
        if let Ok(position) = hostile.next_text().parse::<Position>() {
            read += 1;
            // An accepted position must be playable to the last move.
            for mv in position.legal_moves() {
                let next = position.after(mv);
                assert_eq!(next.to_string().parse(), Ok(next), "after {mv:?} in {position:?}");
            }
        }
    }
    assert!(read > 1_000, "only {read} spoilt FENs were still good; the test has lost its bite");
}

#[test]
fn no_setup_makes_the_parser_panic() {
    let mut hostile =
        TextMutator::new(2, ["startpos draws=claimed", "chess960:518 chess960=yes draws=automatic", FENS[0]]);
    for _ in 0..TEXTS {
        let _ = hostile.next_text().parse::<ChessSetup>();
    }
}

#[test]
fn no_uci_makes_the_parser_panic() {
    let positions = FENS.map(|fen| fen.parse::<Position>().expect("a FEN of our own"));
    let mut hostile = TextMutator::new(3, ["e2e4", "e7e8q", "e1g1", "a7b8n"]);
    for i in 0..TEXTS {
        if let Ok(uci) = hostile.next_text().parse::<UciMove>() {
            let _ = positions[i % positions.len()].resolve_uci(uci);
        }
    }
}

#[test]
fn no_san_makes_the_parser_panic() {
    let positions = FENS.map(|fen| fen.parse::<Position>().expect("a FEN of our own"));
    let samples =
        ["e4", "Nf3", "exd6 e.p.", "O-O-O", "e8=Q+", "Qh4e1#", "R1a3", "Ng1-f3!?", "♘xd5", "a7-a8(Q)"];
    let mut hostile = TextMutator::new(4, samples);
    for i in 0..TEXTS {
        let _ =
            positions[i % positions.len()].parse_san(&hostile.next_text()).map_err(|error| error.to_string());
    }
}

#[test]
fn no_pgn_makes_the_reader_panic() {
    let samples = [
        "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 $1 {good} (2. f4! exf4 (2... d5)) 2... Nc6 1-0\n",
        "[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q Kg6 ; rest\n2. Qe4+ -- *\n",
        "[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. O-O *",
        "1.d4{[%clk 0:09:58.5]}d5\n% escape\n2.c4?!dxc4 1/2-1/2\n\n[White \"x\\\"y\"]\n\n*\n",
    ];
    let mut hostile = TextMutator::new(5, samples);
    let (mut read, mut faults) = (0, 0);
    for _ in 0..TEXTS {
        let mut reader = Reader::new();
        let mut games: Vec<_> = reader.feed(hostile.next_text().as_bytes()).collect();
        games.extend(reader.finish());
        for game in games {
            match game {
                Ok(_) => read += 1,
                Err(fault) => {
                    assert!(fault.faults.iter().all(|fault| fault.line > 0 && fault.column > 0), "{fault}");
                    faults += 1;
                }
            }
        }
    }
    assert!(read > 10_000 && faults > 10_000, "{read} read and {faults} faults; the test has lost its bite");
}

#[test]
fn no_setup_with_modes_makes_the_parser_panic() {
    let samples = [
        "startpos modes=dice-a,fog dice=4 first_turn_dice=2 rerolls=3 wild=yes",
        "chess960:518 modes=dice-b,portals,mines dice=2 portals=private mine_hints=yes",
        "4k3/8/8/3pP3/8/8/8/R3K2R w HA d6 0 2 modes=gravity,portals portals=shared",
        "startpos modes=霧戰,地吸引力,傳送陣,踩地雷 mine_hints=no chess960=yes draws=automatic",
        FENS[3],
    ];
    let mut hostile = TextMutator::new(6, samples);
    let mut read = 0;
    for _ in 0..TEXTS {
        if let Ok(setup) = hostile.next_text().parse::<ChessSetup>() {
            assert_eq!(setup.to_string().parse(), Ok(setup.clone()), "`{setup}` reads back as another");
            // An accepted setup must be playable: a player can act, a chance event is pending, or the game is
            // over.
            let game = Chess::start(&setup);
            let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
            game.actions(&mut actions);
            game.chance_outcomes(&mut outcomes);
            match game.turn() {
                Turn::Player(_) => assert!(!actions.is_empty(), "nothing can be done in {setup}"),
                Turn::Chance => assert!(!outcomes.is_empty(), "no chance outcome in {setup}"),
                Turn::Over(_) => assert!(actions.is_empty() && outcomes.is_empty(), "{setup} is over"),
            }
            read += usize::from(!setup.modes().is_none());
        }
    }
    assert!(read > 10_000, "only {read} spoilt setups were still good; the test has lost its bite");
}

/// Games that wait for every kind of step: mines, portals, dice of both rules, a player.
fn games_awaiting_chance() -> Vec<Chess> {
    let start = |text: &str, outcomes: &[&str]| {
        let mut game = Chess::start(&text.parse().expect("a setup of our own"));
        for event in outcomes {
            game.apply(Step::Chance(event.parse().expect("a chance outcome")), &mut Vec::new()).expect(event);
        }
        game
    };
    vec![
        start("startpos modes=mines", &[]),
        start("startpos modes=mines", &["mines 4", "mine c4"]),
        start("startpos modes=fog,portals portals=private", &["portal e5"]),
        start("startpos modes=dice-a wild=yes", &["die knight"]),
        start("startpos modes=dice-b wild=yes", &["die e2"]),
        start("startpos modes=dice-a,fog wild=yes rerolls=3", &["die knight", "die pawn", "die wild"]),
        start("startpos modes=dice-b,gravity wild=yes rerolls=3", &["die e2", "die g1", "die wild"]),
        start("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1 modes=portals", &["portal a1", "portal e5"]),
    ]
}

#[test]
fn no_chance_event_makes_the_parser_or_the_game_panic() {
    let samples = [
        "mines 4",
        "mines 5",
        "mine c4",
        "portal e5",
        "die knight",
        "die pawn",
        "die e2",
        "die wild",
        "die king",
    ];
    let (games, mut hostile) = (games_awaiting_chance(), TextMutator::new(7, samples));
    let (mut read, mut taken) = (0, 0);
    for i in 0..TEXTS {
        let text = hostile.next_text();
        match text.parse::<ChanceEvent>() {
            Ok(event) => {
                assert_eq!(event.to_string(), text, "a chance outcome has one text form");
                let mut game = games[i % games.len()].clone();
                read += 1;
                taken += usize::from(game.apply(Step::Chance(event), &mut Vec::new()).is_ok());
            }
            Err(error) => assert!(!error.to_string().is_empty(), "`{text}` is rejected without a message"),
        }
    }
    assert!(read > 10_000 && taken > 1_000, "{read} read and {taken} taken; the test has lost its bite");
}

#[test]
fn no_action_makes_the_parser_or_the_game_panic() {
    let samples = ["e2e4", "e2e4*", "b1c3*", "g1f3", "draw", "reroll", "c7b8q", "c7b8n*", "g2h1k", "e1g1"];
    let (games, mut hostile) = (games_awaiting_chance(), TextMutator::new(8, samples));
    let (mut read, mut taken) = (0, 0);
    for i in 0..TEXTS {
        let text = hostile.next_text();
        match text.parse::<Action>() {
            Ok(action) => {
                assert_eq!(action.to_string(), text, "an action is written in one way only");
                let mut game = games[i % games.len()].clone();
                read += 1;
                match game.apply(Step::Action(action), &mut Vec::new()) {
                    Ok(()) => taken += 1,
                    Err(error) => {
                        assert!(!error.to_string().is_empty(), "{action} is rejected without a message");
                    }
                }
            }
            Err(error) => assert!(!error.to_string().is_empty(), "`{text}` is rejected without a message"),
        }
    }
    assert!(read > 10_000 && taken > 1_000, "{read} read and {taken} taken; the test has lost its bite");
}
