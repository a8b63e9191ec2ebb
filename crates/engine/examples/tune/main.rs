//! Tuning of the weights: self-play, quiet positions with game results, and a fit.
//!
//! ```sh
//! cargo run --release -p yipan-engine --example tune -- play chess 2000 1 > positions.txt
//! cargo run --release -p yipan-engine --example tune -- fit chess positions.txt > crates/engine/weights/chess.txt
//! ```
//!
//! `play GAME GAMES SEED [NODES [EVALUATION]]` writes one position per line, with the game result and the search score
//! of the first side. Equal seeds give equal games; NODES is the node limit of a move, EVALUATION a network file or
//! `hand`. `label ENGINE LIMIT` copies such positions from standard input, with the scores of a UCI engine; LIMIT follows
//! `go`, as in `depth 1`. `fit GAME FILE..` starts from the compiled-in weights and writes a new weight file. `results
//! FILE..` prints the `ResultModel` of the scores and results in these files.

mod label;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufWriter, Write};
use std::sync::Arc;

use yipan_core::{Game, MoveGenerator, MoveKind, MoveList, NullSink, Step, Turn, splitmix64};
use yipan_engine::tune::{Sample, Weights, error, fit, steepness};
use yipan_engine::{
    HandCrafted, Limits, Network, NetworkGame, NetworkParams, NoControl, Playable, ResultModel, Score,
    SearchGame, SearchParams, SearchThread, TranspositionTable,
};

/// The default node limit of a move.
const DEFAULT_NODES: u64 = 1_000;
/// The number of random plies at the start of a game.
const RANDOM_PLIES: u64 = 8;
/// The score from which a game is decided; the rest would only cost time.
const DECISIVE_SCORE: i32 = 1_200;
/// A game is drawn after [`DRAWN_PLIES`] in a row with at most this score, from [`FIRST_DRAWN_PLY`] on.
const DRAWN_SCORE: i32 = 8;
const DRAWN_PLIES: u32 = 16;
const FIRST_DRAWN_PLY: usize = 60;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["play", game, games, seed, rest @ ..] if rest.len() < 3 => {
            let nodes = rest.first().map_or(Ok(DEFAULT_NODES), |nodes| nodes.parse())?;
            let evaluation = rest.get(1).copied();
            let (games, seed) = (games.parse()?, seed.parse()?);
            match *game {
                "chess" => play::<Chess>(games, seed, nodes, evaluation),
                "xiangqi" => play::<Xiangqi>(games, seed, nodes, evaluation),
                _ => Err("unknown game; choose `chess` or `xiangqi`".into()),
            }
        }
        ["fit", "chess", files @ ..] => fit_files::<Chess>(files),
        ["fit", "xiangqi", files @ ..] => fit_files::<Xiangqi>(files),
        ["label", engine, limit] => label::label(engine, limit),
        ["results", files @ ..] => fit_results(files),
        _ => Err("usage: tune play GAME GAMES SEED [NODES [EVALUATION]] | tune label ENGINE LIMIT | \
            tune fit GAME FILE.. | tune results FILE.."
            .into()),
    }
}

/// A game whose weights can be tuned.
trait TunableGame: 'static {
    type Game: Game;
    type Position: Playable + std::fmt::Display + std::str::FromStr;

    fn start() -> Self::Game;
    fn position(game: &Self::Game) -> Self::Position;
    fn action(
        position: &Self::Position,
        mv: <Self::Position as MoveGenerator>::Move,
    ) -> <Self::Game as Game>::Action;
    fn game_history(
        positions: &[Self::Position],
        moves: &[<Self::Position as MoveGenerator>::Move],
    ) -> <Self::Position as SearchGame>::GameHistory;
    fn sample(position: &Self::Position, result: f32) -> Sample;
    fn weights() -> Weights;
    fn format_weights(weights: &Weights) -> String;
}

struct Chess;
struct Xiangqi;

impl TunableGame for Chess {
    type Game = yipan_chess::Chess;
    type Position = yipan_chess::Position;

    fn start() -> yipan_chess::Chess {
        yipan_chess::Chess::start(&yipan_chess::ChessSetup::default())
    }
    fn position(game: &yipan_chess::Chess) -> yipan_chess::Position {
        *game.position()
    }
    fn action(position: &yipan_chess::Position, mv: yipan_chess::Move) -> yipan_chess::Action {
        yipan_chess::Action::Move(position.uci(mv))
    }
    fn game_history(
        positions: &[yipan_chess::Position],
        _: &[yipan_chess::Move],
    ) -> yipan_engine::chess::GameHistory {
        yipan_engine::chess::GameHistory::from_positions(&positions[..positions.len() - 1])
    }
    fn sample(position: &yipan_chess::Position, result: f32) -> Sample {
        yipan_engine::chess::sample(position, result)
    }
    fn weights() -> Weights {
        yipan_engine::chess::weights()
    }
    fn format_weights(weights: &Weights) -> String {
        yipan_engine::chess::format_weights(weights)
    }
}

impl TunableGame for Xiangqi {
    type Game = yipan_xiangqi::Xiangqi;
    type Position = yipan_xiangqi::Position;

    fn start() -> yipan_xiangqi::Xiangqi {
        yipan_xiangqi::Xiangqi::start(&yipan_xiangqi::XiangqiSetup::default())
    }
    fn position(game: &yipan_xiangqi::Xiangqi) -> yipan_xiangqi::Position {
        *game.position()
    }
    fn action(_: &yipan_xiangqi::Position, mv: yipan_xiangqi::Move) -> yipan_xiangqi::Move {
        mv
    }
    fn game_history(
        positions: &[yipan_xiangqi::Position],
        moves: &[yipan_xiangqi::Move],
    ) -> yipan_engine::xiangqi::GameHistory {
        let (rule, limit) = Default::default();
        yipan_engine::xiangqi::GameHistory::from_moves(&positions[0], moves, rule, limit)
    }
    fn sample(position: &yipan_xiangqi::Position, result: f32) -> Sample {
        yipan_engine::xiangqi::sample(position, result)
    }
    fn weights() -> Weights {
        yipan_engine::xiangqi::weights()
    }
    fn format_weights(weights: &Weights) -> String {
        yipan_engine::xiangqi::format_weights(weights)
    }
}

/// Plays games and prints their quiet positions.
fn play<T: TunableGame>(
    games: u64,
    seed: u64,
    nodes: u64,
    evaluation: Option<&str>,
) -> Result<(), Box<dyn Error>> {
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut thread = SearchThread::new(match evaluation {
        None => <T::Position as Playable>::Evaluator::default(),
        Some("hand") => HandCrafted.into(),
        Some(file) => {
            let params = NetworkParams::parse(&std::fs::read(file)?, <T::Position as NetworkGame>::INPUTS)?;
            Network::new(Arc::new(params)).into()
        }
    });
    let mut tt = TranspositionTable::new(8);
    for number in 0..games {
        tt.clear();
        thread.clear_histories();
        let (quiet, result) =
            play_game::<T>(&mut thread, &tt, seed.wrapping_mul(1 << 32).wrapping_add(number), nodes);
        for (position, score) in quiet {
            writeln!(output, "{position};{result};{score}")?;
        }
        output.flush()?;
        if number % 50 == 49 {
            eprintln!("{} games", number + 1);
        }
    }
    Ok(())
}

/// Plays one game. Returns its quiet positions with scores, and the result of the first side.
fn play_game<T: TunableGame>(
    thread: &mut SearchThread<T::Position, <T::Position as Playable>::Evaluator>,
    tt: &TranspositionTable,
    seed: u64,
    nodes: u64,
) -> (Vec<(String, i32)>, f32) {
    let mut game = T::start();
    let mut positions = vec![T::position(&game)];
    let (mut moves, mut quiet) = (Vec::new(), Vec::new());
    let mut state = seed;
    let mut drawn_plies = 0;
    loop {
        if let Turn::Over(outcome) = game.turn() {
            let result = match outcome.winner {
                Some(yipan_core::Side::First) => 1.0,
                Some(yipan_core::Side::Second) => 0.0,
                None => 0.5,
            };
            return (quiet, result);
        }
        let root = *positions.last().expect("a game has a position");
        let mv = if (moves.len() as u64) < RANDOM_PLIES {
            let mut legal = MoveList::new();
            root.generate_moves(MoveKind::All, &mut legal);
            let random;
            (state, random) = splitmix64(state);
            legal[(random % legal.len() as u64) as usize]
        } else {
            let game_history = T::game_history(&positions, &moves);
            let params = SearchParams {
                root: &root,
                game_history: &game_history,
                limits: Limits::nodes(nodes),
                tt,
                control: &NoControl,
                multi_pv: 1,
                search_moves: None,
                split_pool: None,
            };
            let result = thread.search(&params, &mut |_| {});
            let best = result.best_move().expect("a game that is not over has a legal move");
            let value = result.lines[0].value;
            let first = root.side_to_move() == yipan_core::Side::First;
            if value.abs() > DECISIVE_SCORE {
                return (quiet, if (value > 0) == first { 1.0 } else { 0.0 });
            }
            drawn_plies = if value.abs() <= DRAWN_SCORE { drawn_plies + 1 } else { 0 };
            if drawn_plies >= DRAWN_PLIES && moves.len() >= FIRST_DRAWN_PLY {
                return (quiet, 0.5);
            }
            if !root.in_check() && !root.is_tactical(best) {
                quiet.push((root.to_string(), if first { value } else { -value }));
            }
            best
        };
        let action = T::action(&root, mv);
        game.apply(Step::Action(action), &mut NullSink).expect("a generated move is legal");
        moves.push(mv);
        positions.push(T::position(&game));
    }
}

/// Fits the weights to the positions of these files.
fn fit_files<T: TunableGame>(files: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut samples = Vec::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let mut fields = line.split(';');
            let (Some(fen), Some(result)) = (fields.next(), fields.next()) else { continue };
            let position = fen.parse().map_err(|_| format!("`{fen}` is not a position"))?;
            let sample = T::sample(&position, result.parse()?);
            samples.push(match fields.next() {
                Some(score) => sample.with_search_score(score.parse()?),
                None => sample,
            });
        }
    }
    let mut weights = T::weights();
    let steepness = steepness(&samples, &weights);
    eprintln!(
        "{} positions, {} weights, steepness {steepness:.3}, error {:.6}",
        samples.len(),
        weights.len(),
        error(&samples, &weights, steepness)
    );
    fit(&samples, &mut weights, steepness, 60, &mut |round, error| {
        if round % 10 == 9 {
            eprintln!("round {}: error {error:.6}", round + 1);
        }
    });
    print!("{}", T::format_weights(&weights));
    Ok(())
}

/// Prints the model of results that makes the results of these files most likely.
fn fit_results(files: &[&str]) -> Result<(), Box<dyn Error>> {
    // Of equal scores only the numbers of wins, draws and losses of the first side count.
    let mut results: BTreeMap<i32, [f64; 3]> = BTreeMap::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let mut fields = line.split(';').skip(1);
            let (Some(result), Some(score)) = (fields.next(), fields.next()) else { continue };
            let result: f64 = result.parse()?;
            results.entry(score.parse()?).or_default()[(2.0 - 2.0 * result) as usize] += 1.0;
        }
    }
    let log_likelihood = |model: ResultModel| -> f64 {
        let of_score = |(&score, counts): (&i32, &[f64; 3])| {
            let (win, loss) = (model.win_rate(score), model.win_rate(-score));
            let rates = [win, 1.0 - win - loss, loss];
            rates.iter().zip(counts).map(|(rate, count)| count * rate.max(1e-9).ln()).sum::<f64>()
        };
        results.iter().map(of_score).sum()
    };
    let mut best = ResultModel { drawing_score: 150.0, scale: 100.0 };
    for step in [64.0, 16.0, 4.0, 1.0, 0.25] {
        loop {
            let at = |margin: f64, scale: f64| ResultModel {
                drawing_score: (best.drawing_score + margin * step).max(0.0),
                scale: (best.scale + scale * step).max(1.0),
            };
            let around = [at(1.0, 0.0), at(-1.0, 0.0), at(0.0, 1.0), at(0.0, -1.0)];
            let next = around.into_iter().max_by(|a, b| log_likelihood(*a).total_cmp(&log_likelihood(*b)));
            match next {
                Some(next) if log_likelihood(next) > log_likelihood(best) => best = next,
                _ => break,
            }
        }
    }
    println!("{best:?}");
    println!("score: positions, wins, draws, losses counted; the same expected, in permille");
    for low in (-800..800).step_by(100) {
        let counts = results.range(low..low + 100).fold([0.0; 3], |sum: [f64; 3], (_, counts)| {
            [sum[0] + counts[0], sum[1] + counts[1], sum[2] + counts[2]]
        });
        let total: f64 = counts.iter().sum();
        let [wins, draws, losses] = counts.map(|count| (count * 1_000.0 / total.max(1.0)).round());
        let expected = best.expected(Score::Centipawns(low + 50));
        println!("{}: {total}, {wins} {draws} {losses}; {expected}", low + 50);
    }
    Ok(())
}
