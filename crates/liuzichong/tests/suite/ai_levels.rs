//! Deterministic matches between the levels of the computer player.

use yipan_core::{Game, NullSink, Outcome, Step, Turn, splitmix64};
use yipan_liuzichong::ai::AiLevel;
use yipan_liuzichong::tablebase::Tablebase;
use yipan_liuzichong::{BLACK, Color, Liuzichong, LiuzichongSetup, WHITE};

const GAMES: u64 = 200;

/// Plays one game with the default draw rules.
fn play(black: AiLevel<'_>, white: AiLevel<'_>, seed: u64) -> Outcome {
    let mut game = Liuzichong::start(&LiuzichongSetup::default());
    let mut state = seed;
    loop {
        let level = match game.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Player(BLACK) => black,
            Turn::Player(_) | Turn::Chance => white,
        };
        let number;
        (state, number) = splitmix64(state);
        let mv = level.choose_move(game.position(), number).expect("a game that is not over has a move");
        game.apply(Step::Action(mv), &mut NullSink).expect("a level plays legal moves");
    }
}

/// Returns the wins, draws and losses of `level` as `color`.
fn score(level: AiLevel<'_>, color: Color, other: AiLevel<'_>) -> [u64; 3] {
    let mut score = [0; 3];
    for game in 0..GAMES {
        let seed = game << 32;
        let outcome = match color {
            BLACK => play(level, other, seed),
            WHITE => play(other, level, seed),
        };
        score[match outcome.winner {
            Some(winner) if winner == color => 0,
            None => 1,
            Some(_) => 2,
        }] += 1;
    }
    score
}

#[test]
fn the_perfect_level_never_loses_to_a_lower_one() {
    let perfect = AiLevel::Perfect(Tablebase::embedded());
    for level in 1..AiLevel::LEVEL_COUNT {
        let lower = AiLevel::from_level(level, Tablebase::embedded).expect("a level");
        for color in Color::BOTH {
            let [won, drawn, lost] = score(perfect, color, lower);
            println!("level 5 as {color:?} against level {level}: {won} won, {drawn} drawn, {lost} lost");
            assert_eq!(lost, 0, "level 5 as {color:?} against level {level}");
        }
    }
}

#[test]
fn the_perfect_level_wins_every_game_against_random_play() {
    let perfect = AiLevel::Perfect(Tablebase::embedded());
    for color in Color::BOTH {
        assert_eq!(score(perfect, color, AiLevel::Random), [GAMES, 0, 0]);
    }
}

#[test]
fn each_level_beats_the_one_before() {
    for level in 2..AiLevel::LEVEL_COUNT {
        let ai_level = |level| AiLevel::from_level(level, Tablebase::embedded).expect("a level");
        let scores = Color::BOTH.map(|color| score(ai_level(level), color, ai_level(level - 1)));
        let [won, _, lost] = [0, 1, 2].map(|i| scores[0][i] + scores[1][i]);
        assert!(won > lost, "level {level} won {won} and lost {lost} against level {}", level - 1);
    }
}
