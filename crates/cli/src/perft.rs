use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Result;
use yipan_core::{Language, MoveGenerator, MoveKind, MoveList};
use yipan_games::AnyGame;

use crate::arguments::PerftOptions;
use crate::threads::ThreadCount;

pub(crate) fn run(options: &PerftOptions, language: Language) -> Result<ExitCode> {
    let game = options.game.start(language)?;
    let threads = ThreadCount::new(options.threads).count();
    let start = Instant::now();
    let (lines, nodes) = match &game {
        AnyGame::Chess(game) => {
            let position = game.position();
            let counts = count_parallel(position, yipan_chess::Position::perft, options.depth, threads);
            divide_lines(&counts, |mv| position.uci(mv).to_string())
        }
        AnyGame::Xiangqi(game) => {
            let perft = yipan_xiangqi::Position::perft;
            divide_lines(&count_parallel(game.position(), perft, options.depth, threads), |mv| mv.to_string())
        }
        AnyGame::Liuzichong(game) => {
            let perft = yipan_liuzichong::Position::perft;
            divide_lines(&count_parallel(game.position(), perft, options.depth, threads), |mv| mv.to_string())
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let mut output = std::io::stdout().lock();
    if options.divide {
        for line in lines {
            writeln!(output, "{line}")?;
        }
    }
    writeln!(output, "nodes {nodes}")?;
    if std::io::stderr().is_terminal() {
        eprintln!("{seconds:.3} s, {:.0} million nodes per second", nodes as f64 / seconds / 1e6);
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the lines of `--divide`, sorted, and the total.
fn divide_lines<M: Copy>(counts: &Counts<M>, name: impl Fn(M) -> String) -> (Vec<String>, u64) {
    let line = |&(mv, nodes): &(M, u64)| format!("{}: {nodes}", name(mv));
    let mut lines: Vec<String> = counts.first_moves.iter().map(line).collect();
    lines.sort_unstable();
    (lines, counts.nodes)
}

struct Counts<M> {
    first_moves: Vec<(M, u64)>,
    nodes: u64,
}

/// Counts on several threads. A task is a position two plies from the root.
fn count_parallel<K: MoveGenerator<Move: Send + Sync> + Sync + Send>(
    position: &K,
    perft: fn(&K, u32) -> u64,
    depth: u32,
    threads: usize,
) -> Counts<K::Move> {
    if depth < 3 {
        let first_moves = yipan_core::divide(position, depth);
        return Counts { nodes: perft(position, depth), first_moves };
    }
    let first = children(position);
    let tasks: Vec<(usize, K)> = first
        .iter()
        .enumerate()
        .flat_map(|(index, (_, child))| children(child).into_iter().map(move |(_, next)| (index, next)))
        .collect();
    let next_task = AtomicUsize::new(0);
    let work = || {
        let mut counted = vec![0u64; first.len()];
        while let Some((index, position)) = tasks.get(next_task.fetch_add(1, Ordering::Relaxed)) {
            counted[*index] += perft(position, depth - 2);
        }
        counted
    };
    let counted = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let mut total = vec![0u64; first.len()];
        for worker in workers {
            let counted = worker.join().expect("a counting thread does not panic");
            total.iter_mut().zip(counted).for_each(|(total, nodes)| *total += nodes);
        }
        total
    });
    let nodes = counted.iter().sum();
    Counts { first_moves: first.into_iter().map(|(mv, _)| mv).zip(counted).collect(), nodes }
}

fn children<K: MoveGenerator>(position: &K) -> Vec<(K::Move, K)> {
    let mut moves = MoveList::new();
    position.generate_moves(MoveKind::All, &mut moves);
    let child = |mv| {
        let mut next = position.clone();
        next.make(mv);
        (mv, next)
    };
    moves.into_iter().map(child).collect()
}
