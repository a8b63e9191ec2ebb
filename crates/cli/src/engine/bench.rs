//! `yipan bench`.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, bail};
use yipan_core::Language;
use yipan_engine::{Limits, SearchParams, SearchThread, TranspositionTable};
use yipan_games::GameKind;

use super::protocol_game::ProtocolGame;
use super::search_timer::SearchTimer;
use super::session::search_smp;
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
    "r2qkbnr/2pppppp/b1n5/pp1P4/7P/4P3/PPPK1PP1/RNBQ1BNR b kq - 0 5",
    "r1bqkbn1/ppp2ppr/2n1p2p/3p4/6P1/3PBN1P/PPP1PPB1/RN1QK2R b KQq - 1 6",
    "rn2kb1r/pp1qpppp/2p2n2/3p1b2/8/2PP1N2/PPQ1PPPP/RNB1KB1R b KQkq - 3 6",
    "rnbqk2r/ppppnpp1/8/4p2p/1bP5/5P2/P1NPP1PP/R1BQKBNR b KQkq - 2 5",
    "r3kb1r/pbpp1pp1/1pnqn2P/3N4/4P2P/2P2N2/PP3P2/R1BQKB1R w KQq - 1 15",
    "r1b1r1k1/1p4pp/3p2n1/p1p2q2/PnPP1p2/BPK2N2/3QPN1R/R6B b - - 1 24",
    "3rkn1r/pp2npb1/2p3p1/4P1p1/2p1P3/1PP4P/PBQ2PB1/2K3R1 b k - 0 18",
    "r2b2r1/1p4k1/p1b1p2p/P2pP3/3P2pP/6P1/1P1B4/R1R2BK1 b - - 2 30",
    "r1r5/1P4pk/7p/5p2/1Qpp2q1/B7/5K2/2RR4 b - - 9 54",
    "3k4/8/1p4p1/1Pp2p1p/P1P2P1P/2K3P1/8/8 w - - 14 44",
    "8/8/B2k4/8/R2b1rpp/8/P5PP/7K b - - 3 52",
    "6r1/2k5/r2p1R2/3R2p1/8/2PK4/8/8 w - - 2 39",
    "1R6/P1n5/2r5/8/8/k7/8/1K6 b - - 14 74",
    "2r5/8/8/8/6K1/3k4/3N4/8 w - - 18 71",
];

const XIANGQI: &[&str] = &[
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
    "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
    "r1bakabr1/9/1cn4c1/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1",
    "2bakab1r/9/2n1c1n2/p1p1p3p/6p2/2P6/P3P1P1P/N1C1C1N2/9/R1BAKAB1R b - - 0 1",
    "3akab2/9/2n1b4/p3p1p1p/2pc5/6P2/P1P1P3P/2C1BN3/4A4/3AK1B2 w - - 0 1",
    "5k3/9/9/9/9/9/4rp3/2R1C4/4K4/9 w - - 0 1",
    "3k5/4a4/4ba3/9/2b6/6N2/9/4B4/4A4/2BAK1R2 w - - 0 1",
    "3a1kb1r/3na4/2c1b1nc1/r3p3p/1Cp3p2/p8/2P1P1PCP/2N1B3R/4AN3/R1B1KA3 w - - 0 1",
    "rnbakab2/1Rc5r/4c4/4p1p1p/2p6/9/p1P1P1PCP/7CN/3NA4/2BAK1B1R w - - 0 1",
    "1nbakabr1/5r3/3c2n2/p1p1p3p/6P2/9/P1P1P3P/1CN3N2/4A4/R1B1KAB1R w - - 0 1",
    "3akab1r/c2n2c2/4b2C1/2p3C2/p3p3p/9/P1P1P1P1P/8N/9/1NBAKABR1 b - - 0 1",
    "2bak3r/4an3/4b2c1/p3n4/3C2pR1/2P1r3p/P5P2/5C2B/4AN3/R1BAK4 w - - 0 1",
    "1nbak1b2/4n4/9/p1p1p3C/8p/2P6/P3PpP1P/2N5N/4A1C2/2BAK1c2 w - - 0 1",
    "4kabn1/4a4/4b4/6C1p/4p2r1/1r1p1RRN1/4P3P/4B4/4A4/3AK4 b - - 0 1",
    "2ba1k3/4a4/c3b3n/3N4P/2p3p2/9/2P3P2/N3B4/4A4/3AK1B2 b - - 0 1",
    "4kab2/4a4/4b4/9/2n5r/6C2/4N4/9/4A4/3AK1R2 b - - 0 1",
    "4ka3/4a4/5r3/6P2/9/6R2/4n4/4B4/4A4/4KAB2 w - - 0 1",
    "3k1a3/4a4/9/9/6b2/c2N2B2/9/4B4/5K3/3A1A3 b - - 0 1",
    "5a3/3ka4/1c7/9/6b2/2N6/9/B3B4/4AK3/3A5 w - - 0 1",
    "4k4/9/1r7/3R5/9/6B2/9/9/3KA4/p4AB2 b - - 0 1",
    "5R3/4k4/3r5/9/9/6B2/9/9/4A4/3A1KB2 w - - 0 1",
    "3ak4/4a4/2P1b4/9/9/9/6N2/9/3K5/9 b - - 0 1",
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
            GameKind::Liuzichong => bail!(language.choose(
                "liuzichong is solved, not searched; measure that with `yipan solve liuzichong`",
                "六子冲已经求解，不需要搜索；请用 `yipan solve liuzichong` 测量",
                "六子衝已經求解，不需要搜尋；請用 `yipan solve liuzichong` 測量",
            )),
        };
        let speed = nodes as f64 / seconds.max(1e-9);
        writeln!(output, "{game}: nodes {nodes}, {speed:.0} per second, {seconds:.2} s")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the nodes and seconds of all searches, each with an empty hash table.
fn measure<P: ProtocolGame>(fens: &[&str], options: &BenchOptions) -> (u64, f64) {
    let mut tt = TranspositionTable::new(16);
    let (mut nodes, mut seconds) = (0, 0.0);
    for fen in fens {
        let root = P::parse_fen(fen).expect("the bench positions are valid");
        tt.clear();
        let history = P::game_history(&root, &[], &P::Rules::default());
        let limits = Limits::depth(options.depth);
        let timer = SearchTimer::start(false, false);
        let mut search_threads =
            SearchThread::with_shared_histories(usize::from(options.threads), P::Evaluator::default);
        let params = SearchParams {
            root: &root,
            game_history: &history,
            limits,
            tt: &tt,
            control: &timer,
            multi_pv: 1,
            search_moves: None,
            split_pool: None,
        };
        let start = Instant::now();
        search_smp(&mut search_threads, &params, &mut |_| {});
        seconds += start.elapsed().as_secs_f64();
        nodes += timer.nodes();
    }
    (nodes, seconds)
}
