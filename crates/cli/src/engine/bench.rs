//! `yipan bench`: the same positions to the same depth, so that two versions can be compared.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use yipan_engine::{Limits, Table, Task, Thinker};
use yipan_games::GameKind;
use yipan_rules::Language;

use super::desk::together;
use super::spoken::Spoken;
use super::watch::Watch;
use crate::arguments::BenchOptions;

const CHESS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 4 8",
    "2rq1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN1P/PP1N1PP1/R2Q1RK1 b - - 0 11",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "3r1rk1/p1q1bppp/1pn1pn2/2p5/2P5/PP1PBN1P/1BQ1NPP1/R4RK1 w - - 2 15",
    "8/5pk1/4p1p1/1p1nP2p/pP1N1P1P/P4KP1/8/8 w - - 0 40",
    "8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47",
    "5rk1/1p3ppp/pq3b2/8/8/1P1Q1N2/P4PPP/3R2K1 w - - 2 27",
];

const XIANGQI: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "r1bakabr1/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 5",
    "2bakab1r/9/2n1c1n2/p1p1p3p/6p2/2P6/P3P1P1P/N1C1C1N2/9/R1BAKAB1R b - - 0 9",
    "3akab2/9/2n1b4/p3p1p1p/2pc5/6P2/P1P1P3P/2C1BN3/4A4/3AK1B2 w - - 0 20",
    "5k3/9/9/9/9/9/4rp3/2R1C4/4K4/9 w - - 0 1",
    "3k5/4a4/4ba3/9/2b6/6N2/9/4B4/4A4/2BAK1R2 w - - 0 1",
];

pub(crate) fn run(options: &BenchOptions, language: Language) -> Result<ExitCode> {
    let games = match options.game {
        Some(game) => vec![game],
        None => vec![GameKind::Chess, GameKind::Xiangqi],
    };
    let mut output = std::io::stdout().lock();
    for game in games {
        let (nodes, seconds) = match game {
            GameKind::Chess => measure::<yipan_chess::Position>(CHESS, options),
            GameKind::Xiangqi => measure::<yipan_xiangqi::Position>(XIANGQI, options),
            GameKind::Liuzichong => bail!(language.pick(
                "liuzichong is solved, not searched; measure that with `yipan solve liuzichong`",
                "六子冲已经求解，不需要搜索；请用 `yipan solve liuzichong` 测量",
                "六子衝已經求解，不需要搜尋；請用 `yipan solve liuzichong` 測量",
            )),
        };
        let speed = nodes as f64 / seconds.max(1e-9);
        writeln!(output, "{game}: nodes {nodes}, {speed:.0} a second, {seconds:.2} s")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The nodes of all positions, each searched with an empty memory, and the seconds they took.
fn measure<P: Spoken>(fens: &[&str], options: &BenchOptions) -> (u64, f64) {
    let mut table = Table::new(16);
    let start = Instant::now();
    let mut nodes = 0;
    for fen in fens {
        let root = P::read_fen(fen).expect("a position of the bench can be read");
        table.clear();
        let past = P::past(&root, &[], &P::Rules::default());
        let limits = Limits::depth(options.depth);
        let watch = Watch::start(false, false);
        let mut minds: Vec<_> = (0..options.threads).map(|_| Thinker::new(P::Judge::default())).collect();
        let task = Task {
            root: &root,
            past: &past,
            limits,
            table: &table,
            host: &watch,
            lines: 1,
            only: None,
            thread: 0,
        };
        together(&mut minds, &task, &watch, &mut |_| {});
        nodes += watch.nodes();
    }
    (nodes, start.elapsed().as_secs_f64())
}
