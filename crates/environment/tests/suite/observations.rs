//! Observations: the planes, and the law that they contain no secret.

use yipan_chess::{Chess, ChessSetup};
use yipan_core::{Game, NullSink, Side, Step, Turn};
use yipan_environment::{ActionLayout, EncodedGame, Environment};

fn observe(game: &Chess, setup: &ChessSetup, side: Side) -> Vec<u8> {
    let layout = Chess::layout(setup);
    let mut planes = vec![0; layout.observation_len()];
    game.observe(&layout, side, &mut planes);
    planes
}

/// Starts a game and applies chance events until a player is to move; the first is chosen by `pick`.
fn start(setup: &ChessSetup, chance: &[&str], actions: &[&str]) -> Chess {
    let mut game = Chess::start(setup);
    for text in chance {
        game.apply(Step::Chance(text.parse().expect(text)), &mut NullSink).expect(text);
    }
    for text in actions {
        game.apply(Step::Action(text.parse().expect(text)), &mut NullSink).expect(text);
    }
    assert!(matches!(game.turn(), Turn::Player(_)), "no chance event is left");
    game
}

#[test]
fn the_first_planes_are_the_own_pieces_as_the_player_sees_them() {
    let setup = ChessSetup::default();
    let mut game = start(&setup, &[], &["e2e4"]);
    let black = observe(&game, &setup, Side::Second);
    // Black's pawns are on the second rank from Black's side, and White's moved pawn is on e4, the fifth.
    assert_eq!(black[8..16], [1; 8]);
    assert_eq!(black[6 * 64 + 4 * 8 + 4], 1);
    game.apply(Step::Action("e7e5".parse().expect("a move")), &mut NullSink).expect("legal");
    let (white, black) = (observe(&game, &setup, Side::First), observe(&game, &setup, Side::Second));
    assert_eq!(white[..12 * 64], black[..12 * 64], "the position is symmetric");
}

#[test]
fn games_that_differ_in_a_secret_give_equal_observations() {
    let mines: ChessSetup = "startpos modes=mines".parse().expect("a setup");
    let games = [["mine a3", "mine b3", "mine c3", "mine d3"], ["mine e5", "mine f5", "mine g5", "mine h6"]]
        .map(|squares| {
            let chance: Vec<&str> = std::iter::once("mines 4").chain(squares).collect();
            start(&mines, &chance, &["g1f3"])
        });
    for side in Side::BOTH {
        assert_eq!(observe(&games[0], &mines, side), observe(&games[1], &mines, side));
    }

    let fog: ChessSetup = "startpos modes=fog".parse().expect("a setup");
    let games = ["a7a6", "h7h6"].map(|reply| start(&fog, &[], &["g1f3", reply]));
    assert_eq!(observe(&games[0], &fog, Side::First), observe(&games[1], &fog, Side::First));
    assert_ne!(observe(&games[0], &fog, Side::Second), observe(&games[1], &fog, Side::Second));

    let portals: ChessSetup = "startpos modes=portals portals=private".parse().expect("a setup");
    let games = [["portal a3", "portal b4"], ["portal c5", "portal h6"]].map(|black| {
        let chance: Vec<&str> = ["portal e4", "portal d5"].into_iter().chain(black).collect();
        start(&portals, &chance, &[])
    });
    assert_eq!(observe(&games[0], &portals, Side::First), observe(&games[1], &portals, Side::First));
    assert_ne!(observe(&games[0], &portals, Side::Second), observe(&games[1], &portals, Side::Second));
}

#[test]
fn no_observation_depends_on_what_the_view_hides() {
    for text in super::random_games::CHESS_SETUPS {
        let setup: ChessSetup = text.parse().expect(text);
        let mut environment: Environment<Chess> = Environment::new(setup.clone(), 11);
        for ply in 0..60usize {
            for side in Side::BOTH {
                let view = environment.game().view(yipan_core::Viewer::Player(side));
                let planes = observe(environment.game(), &setup, side);
                let pieces: u32 = planes[..12 * 64].iter().map(|&byte| u32::from(byte)).sum();
                assert_eq!(pieces as usize, view.pieces.len(), "{text}");
            }
            let legal = environment.legal_actions();
            let Some((number, _)) = legal.get(ply * 5 % legal.len().max(1)).copied() else { break };
            if environment.step(number).expect("a listed action is legal").is_end() {
                break;
            }
        }
    }
}
