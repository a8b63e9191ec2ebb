use std::collections::HashSet;
use std::error::Error;
use std::io::Write;

use yipan_core::{MoveKind, MoveList, splitmix64};
use yipan_engine::{
    Level, LevelPlayer, Limits, NoControl, PvLine, Score, SearchParams, SearchThread, TranspositionTable,
};

use crate::game::SelfPlayGame;
use crate::proof;
use crate::row::TacticRow;

/// The level of the players: strong enough to create tactics, and weak enough to overlook some.
const LEVEL: u8 = 4;
/// The maximum length of a game.
const MAX_PLIES: usize = 160;
/// The evaluation at which a game counts as decided and ends.
const DECISIVE_EVAL: i32 = 1_200;
/// The minimum distance between tactics of one game, because neighboring positions are similar.
const MIN_PLIES_APART: usize = 6;
/// The node limit for each position of a game.
const SCAN_NODES: u64 = 800;
/// The node limit for a candidate.
const CANDIDATE_NODES: u64 = 6_000;
/// The node limit for the solution of a candidate.
const SOLUTION_NODES: u64 = 300_000;
/// The node limit for each reply to the solution.
const REPLY_NODES: u64 = 8_000;
/// The node limit for each ply of the principal variation.
const LINE_NODES: u64 = 40_000;
/// The minimum score of the winning move, in centipawns.
const WINNING_EVAL: i32 = 250;
/// The score it must retain after every reply and along the principal variation.
const MIN_HELD_EVAL: i32 = 180;
/// The maximum score of the second best move.
const MAX_EQUAL_EVAL: i32 = 150;
/// The minimum difference between the two.
const MIN_MARGIN: i32 = 200;
/// Scores above this are mates or decisions by the repetition rules.
const RULE_WIN: i32 = 20_000;
/// The node limit of a proof of mate.
const PROOF_NODES: u64 = 3_000_000;
/// The transposition table sizes for a solution and for every other search.
const LARGE_HASH_MEGABYTES: usize = 16;
const SMALL_HASH_MEGABYTES: usize = 1;

/// Plays games and prints their tactics.
pub(crate) fn run<P: SelfPlayGame>(games: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut finder = TacticFinder::<P>::new();
    let mut output = std::io::stdout().lock();
    let mut found = 0;
    for number in 0..games {
        for row in finder.play(seed, number) {
            writeln!(output, "{}", serde_json::to_string(&row)?)?;
            found += 1;
        }
        output.flush()?;
        if number % 10 == 9 {
            eprintln!("{} games, {found} positions", number + 1);
        }
    }
    Ok(())
}

struct TacticFinder<P: SelfPlayGame> {
    player: LevelPlayer<P>,
    thread: SearchThread<P, P::Evaluator>,
    large_tt: TranspositionTable,
    small_tt: TranspositionTable,
    /// The keys of the positions that were examined before.
    seen: HashSet<u64>,
}

impl<P: SelfPlayGame> TacticFinder<P> {
    fn new() -> TacticFinder<P> {
        TacticFinder {
            player: LevelPlayer::new(SMALL_HASH_MEGABYTES),
            thread: SearchThread::new(P::Evaluator::default()),
            large_tt: TranspositionTable::new(LARGE_HASH_MEGABYTES),
            small_tt: TranspositionTable::new(SMALL_HASH_MEGABYTES),
            seen: HashSet::new(),
        }
    }

    /// Plays one game and returns its tactics.
    fn play(&mut self, seed: u64, number: u64) -> Vec<TacticRow> {
        let start = P::start();
        let (mut root, mut moves, mut rows) = (start, Vec::new(), Vec::new());
        let (mut state, _) = splitmix64(seed.wrapping_mul(1 << 32).wrapping_add(number));
        // The score before the last move, and the ply from which the next tactic is accepted.
        let (mut before, mut next) = (0_i32, 0);
        while moves.len() < MAX_PLIES {
            let score = self.search_value(&root, SCAN_NODES);
            if score.abs() > DECISIVE_EVAL && before.abs() > DECISIVE_EVAL {
                break;
            }
            // The last move was a blunder, or the side to move has a mate.
            let is_opportunity = score >= WINNING_EVAL && before >= -MAX_EQUAL_EVAL || score > RULE_WIN;
            if is_opportunity
                && moves.len() >= next
                && let Some(row) = self.tactic(&root, (seed, number, moves.len()))
            {
                rows.push(row);
                next = moves.len() + MIN_PLIES_APART;
            }
            before = score;
            let move_seed;
            (state, move_seed) = splitmix64(state);
            let game_history = P::game_history(&start, &moves);
            let level = Level::new(LEVEL).expect("a level from 1 to 10");
            let chosen =
                self.player.choose(&root, &game_history, level, move_seed, Limits::default(), &NoControl);
            let Some(chosen) = chosen else { break };
            root.make(chosen.mv);
            moves.push(chosen.mv);
        }
        rows
    }

    /// Returns the tactic of a position if it has exactly one winning move that SEE alone does not find.
    fn tactic(&mut self, root: &P, game: (u64, u64, usize)) -> Option<TacticRow> {
        if !self.seen.insert(root.key())
            || !is_only_winning_move(&self.search(root, Limits::nodes(CANDIDATE_NODES), 2))
        {
            return None;
        }
        let solution = self.search(root, Limits::nodes(SOLUTION_NODES), 2);
        let best = solution.first()?;
        // A capture that already wins by SEE is not a tactic.
        let mv = best.moves[0];
        if !is_only_winning_move(&solution) || root.is_tactical(mv) && root.see_ge(mv, MIN_HELD_EVAL) {
            return None;
        }
        let (mate, wins) = match best.score {
            Score::Mate(moves) => (Some(moves.unsigned_abs()), None),
            Score::Centipawns(value) => (None, Some(value)),
        };
        let is_proven = match mate {
            Some(moves) => {
                proof::proves_mate_by(root, best.moves[0], moves, &mut PROOF_NODES.clone()) == Some(true)
            }
            None => self.win_holds(root, &best.moves),
        };
        is_proven.then(|| TacticRow {
            fen: root.to_string(),
            line: line_texts(root, &best.moves),
            mate,
            wins,
            game,
        })
    }

    /// Returns whether the win holds after every reply to the first move, and along the line.
    fn win_holds(&mut self, root: &P, line: &[P::Move]) -> bool {
        let mut next = *root;
        next.make(line[0]);
        let mut replies = MoveList::new();
        next.generate_moves(MoveKind::All, &mut replies);
        let holds_after_replies = replies.iter().all(|&reply| {
            let mut after = next;
            after.make(reply);
            self.search_value(&after, REPLY_NODES) >= MIN_HELD_EVAL
        });
        let mut position = *root;
        holds_after_replies
            && line.iter().take(6).all(|&mv| {
                let attacker = position.side_to_move();
                position.make(mv);
                let value = self.search_value(&position, LINE_NODES);
                (if attacker == root.side_to_move() { -value } else { value }) >= MIN_HELD_EVAL
            })
    }

    /// Returns the score for the side to move.
    fn search_value(&mut self, position: &P, nodes: u64) -> i32 {
        self.search(position, Limits::nodes(nodes), 1).first().map_or(-RULE_WIN, |line| line.value)
    }

    fn search(&mut self, root: &P, limits: Limits, lines: usize) -> Vec<PvLine<P::Move>> {
        let tt = if limits.nodes.is_some_and(|nodes| nodes > LINE_NODES) {
            &mut self.large_tt
        } else {
            &mut self.small_tt
        };
        tt.clear();
        self.thread.clear_histories();
        let game_history = P::game_history(root, &[]);
        let params = SearchParams {
            root,
            game_history: &game_history,
            limits,
            tt,
            control: &NoControl,
            multi_pv: lines,
            search_moves: None,
            split_pool: None,
        };
        self.thread.search(&params, &mut |_| {}).lines
    }
}

/// Returns whether the best of two moves wins and the other does not.
fn is_only_winning_move<M>(lines: &[PvLine<M>]) -> bool {
    let [best, second] = lines else { return false };
    match (best.score, second.score) {
        (Score::Mate(1..), Score::Mate(1..)) => false,
        (Score::Mate(2..), _) => true,
        (Score::Centipawns(value), Score::Centipawns(other)) => {
            (WINNING_EVAL..RULE_WIN).contains(&value)
                && other <= MAX_EQUAL_EVAL
                && value - other >= MIN_MARGIN
        }
        (Score::Centipawns(value), Score::Mate(..0)) => (WINNING_EVAL..RULE_WIN).contains(&value),
        _ => false,
    }
}

fn line_texts<P: SelfPlayGame>(root: &P, moves: &[P::Move]) -> Vec<String> {
    let mut position = *root;
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(position.move_text(mv));
        position.make(mv);
    }
    texts
}
