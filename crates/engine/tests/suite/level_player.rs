//! The computer players, level by level.

use yipan_chess::{Chess, ChessSetup};
use yipan_core::{Game, MoveKind, MoveList, NullSink, Step, Turn};
use yipan_engine::{ChosenMove, Level, LevelPlayer, Limits, NoControl, Playable};
use yipan_xiangqi::{Xiangqi, XiangqiSetup};

fn choose<P: Playable>(
    root: &P,
    game_history: &P::GameHistory,
    level: Level,
    seed: u64,
) -> Option<ChosenMove<P::Move>> {
    // The node limits of the highest levels are too high for a test.
    LevelPlayer::new(1).choose(root, game_history, level, seed, Limits::nodes(5_000), &NoControl)
}

#[test]
fn the_same_seed_gives_the_same_move_at_every_level() {
    let root: yipan_chess::Position =
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 4 8".parse().expect("a position");
    for level in Level::all() {
        let first = choose(&root, &Default::default(), level, 42);
        assert_eq!(first, choose(&root, &Default::default(), level, 42), "level {level}");
        // A player that was used before chooses like a new one.
        let mut used_player = LevelPlayer::new(1);
        used_player.hint(&root, &Default::default(), Limits::nodes(3_000), &NoControl);
        let again =
            used_player.choose(&root, &Default::default(), level, 42, Limits::nodes(5_000), &NoControl);
        assert_eq!(first, again, "level {level}");
    }
}

#[test]
fn a_low_level_does_not_always_play_the_same() {
    let root: yipan_chess::Position =
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 4 8".parse().expect("a position");
    let moves: std::collections::HashSet<u16> = (0..20)
        .filter_map(|seed| choose(&root, &Default::default(), Level::MIN, seed))
        .map(|chosen| chosen.mv.bits())
        .collect();
    assert!(moves.len() >= 3, "{moves:?}");
}

#[test]
fn two_games_begin_differently() {
    let chess: std::collections::HashSet<_> = (0..40)
        .filter_map(|seed| choose(&yipan_chess::Position::start(), &Default::default(), Level::MAX, seed))
        .map(|chosen| chosen.mv.bits())
        .collect();
    let root = yipan_xiangqi::Position::start();
    let game_history = yipan_engine::xiangqi::GameHistory::without_moves(&root);
    let xiangqi: std::collections::HashSet<_> = (0..40)
        .filter_map(|seed| choose(&root, &game_history, Level::MAX, seed))
        .map(|chosen| chosen.mv.bits())
        .collect();
    assert!(chess.len() >= 3 && xiangqi.len() >= 3, "{} {}", chess.len(), xiangqi.len());
}

#[test]
fn the_opening_books_have_hundreds_of_legal_moves() {
    // Parsing a book fails on the first illegal move.
    assert!(yipan_chess::Position::opening_book().len() > 400);
    assert!(yipan_xiangqi::Position::opening_book().len() > 200);
}

#[test]
fn the_three_highest_levels_play_a_mate_in_one() {
    let root: yipan_chess::Position = "6k1/5ppp/8/8/8/8/8/3R3K w - - 0 1".parse().expect("a position");
    let mate = root.parse_san("Rd8#").expect("a move");
    for level in Level::all().skip(7) {
        assert_eq!(choose(&root, &Default::default(), level, 1).map(|chosen| chosen.mv), Some(mate));
    }
}

#[test]
fn level_players_play_whole_games_of_legal_moves() {
    for seed in 0..3 {
        let mut game = Chess::start(&ChessSetup::default());
        while let Turn::Player(_) = game.turn() {
            let level = Level::new(1 + (seed % 3) as u8).expect("a level");
            let root = *game.position();
            let chosen = choose(&root, &(&game).into(), level, seed)
                .expect("a game that is not over has a legal move");
            let action = yipan_chess::Action::Move(root.uci(chosen.mv));
            game.apply(Step::Action(action), &mut NullSink).expect("a legal move");
        }
        let mut game = Xiangqi::start(&XiangqiSetup::default());
        while let Turn::Player(_) = game.turn() {
            let level = Level::new(1 + (seed % 3) as u8).expect("a level");
            let root = *game.position();
            let chosen = choose(&root, &(&game).into(), level, seed)
                .expect("a game that is not over has a legal move");
            game.apply(Step::Action(chosen.mv), &mut NullSink).expect("a legal move");
        }
    }
}

/// Whether the opponent wins a piece by an exchange after the move, and the move captured nothing for it.
fn drops_piece<P: Playable>(root: &P, mv: P::Move) -> bool {
    let mut next = *root;
    next.make(mv);
    let mut replies = MoveList::new();
    next.generate_moves(MoveKind::Captures, &mut replies);
    let pays = root.is_tactical(mv) && root.see_ge(mv, 0);
    !pays && replies.iter().any(|&reply| next.see_ge(reply, 250))
}

/// Plays a game of a level against itself, and returns the number of dropped pieces and the greatest number of turns in a
/// row in which one side dropped one although another move would not have.
fn dropped_pieces<G: Game, P: Playable>(
    mut game: G,
    level: Level,
    seed: u64,
    root_of: impl Fn(&G) -> (P, P::GameHistory),
    action_of: impl Fn(&P, P::Move) -> G::Action,
) -> (usize, usize) {
    let (mut dropped, mut most_in_a_row, mut in_a_row) = (0, 0, [0, 0]);
    while let Turn::Player(side) = game.turn() {
        let (root, game_history) = root_of(&game);
        let mv = choose(&root, &game_history, level, seed).expect("a side to move has a move").mv;
        let mut moves = MoveList::new();
        root.generate_moves(MoveKind::All, &mut moves);
        let drops = drops_piece(&root, mv) && moves.iter().any(|&other| !drops_piece(&root, other));
        let count = &mut in_a_row[side.index()];
        *count = if drops { *count + 1 } else { 0 };
        dropped += usize::from(drops);
        most_in_a_row = most_in_a_row.max(*count);
        game.apply(Step::Action(action_of(&root, mv)), &mut NullSink).expect("a legal move");
    }
    (dropped, most_in_a_row)
}

#[test]
fn no_level_drops_pieces_three_moves_in_a_row() {
    let mut total = 0;
    for (number, seed) in (1..=4).flat_map(|number| (0..4).map(move |seed| (number, seed))) {
        let level = Level::new(number).expect("a level");
        let chess = dropped_pieces(
            Chess::start(&ChessSetup::default()),
            level,
            seed,
            |game| (*game.position(), game.into()),
            |root, mv| yipan_chess::Action::Move(root.uci(mv)),
        );
        let xiangqi = dropped_pieces(
            Xiangqi::start(&XiangqiSetup::default()),
            level,
            seed,
            |game| (*game.position(), game.into()),
            |_, mv| mv,
        );
        assert!(chess.1.max(xiangqi.1) < 3, "level {level}, seed {seed}: {chess:?} {xiangqi:?}");
        total += chess.0 + xiangqi.0;
    }
    assert!(total > 80, "{total} dropped pieces");
}

#[test]
fn without_a_move_there_is_no_choice() {
    let mated: yipan_chess::Position = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1".parse().expect("a position");
    assert_eq!(choose(&mated, &Default::default(), Level::MAX, 1), None);
    assert_eq!(LevelPlayer::new(1).hint(&mated, &Default::default(), Limits::depth(3), &NoControl), None);
}

#[test]
fn a_hint_wins_a_hanging_queen() {
    let root: yipan_chess::Position = "4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1".parse().expect("a position");
    let hint = LevelPlayer::new(1)
        .hint(&root, &Default::default(), Limits::nodes(5_000), &NoControl)
        .expect("a move");
    assert_eq!(root.san(hint.mv), "Nxd5");
}
