//! The parallel search.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use yipan_engine::{
    Evaluator, Limits, NoControl, Playable, Score, SearchControl, SearchParams, SearchResult, SearchThread,
    SplitPool, TranspositionTable,
};

/// A control that counts nodes and stops the search after a number of them.
struct NodeCounter {
    nodes: AtomicU64,
    stop_after: u64,
}

impl NodeCounter {
    fn stopping_after(stop_after: u64) -> NodeCounter {
        NodeCounter { nodes: AtomicU64::new(0), stop_after }
    }

    fn count(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl SearchControl for NodeCounter {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn should_stop(&self) -> bool {
        self.count() >= self.stop_after
    }

    fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    fn pause(&self) {
        std::thread::yield_now();
    }
}

/// Searches with helper threads, which have their own control.
fn search<P: Playable>(
    root: &P,
    game_history: &P::GameHistory,
    limits: Limits,
    lines: usize,
    helpers: usize,
    [control, helper_control]: [&dyn SearchControl; 2],
) -> SearchResult<P::Move> {
    let (tt, pool) = (TranspositionTable::new(8), SplitPool::default());
    let params = |limits, control| SearchParams {
        root,
        game_history,
        limits,
        tt: &tt,
        control,
        multi_pv: lines,
        search_moves: None,
        split_pool: Some(&pool),
    };
    let mut helpers = SearchThread::with_shared_histories(helpers + 1, P::Evaluator::default);
    let mut first = helpers.pop().expect("one thread more than helpers was created");
    std::thread::scope(|scope| {
        for mut helper in helpers {
            let params = &params;
            scope.spawn(move || helper.run_helper(&params(Limits::default(), helper_control)));
        }
        let result = first.search(&params(limits, control), &mut |_| {});
        pool.stop();
        result
    })
}

const CHESS: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";

#[test]
fn a_pool_without_helpers_searches_like_one_thread() {
    let root: yipan_chess::Position = CHESS.parse().expect(CHESS);
    let game_history = Default::default();
    let pool_result = search(&root, &game_history, Limits::depth(9), 1, 0, [&NoControl; 2]);
    let tt = TranspositionTable::new(8);
    let params = SearchParams {
        root: &root,
        game_history: &game_history,
        limits: Limits::depth(9),
        tt: &tt,
        control: &NoControl,
        multi_pv: 1,
        search_moves: None,
        split_pool: None,
    };
    assert_eq!(pool_result, SearchThread::new(Evaluator::default()).search(&params, &mut |_| {}));
}

#[test]
fn threads_of_one_pool_share_their_histories() {
    let root: yipan_chess::Position = CHESS.parse().expect(CHESS);
    let game_history = Default::default();
    let nodes_of = |thread: &mut SearchThread<yipan_chess::Position, Evaluator<yipan_chess::Position>>| {
        let (tt, limits) = (TranspositionTable::new(8), Limits::depth(9));
        let (root, game_history, tt) = (&root, &game_history, &tt);
        let params = SearchParams {
            root,
            game_history,
            limits,
            tt,
            control: &NoControl,
            multi_pv: 1,
            search_moves: None,
            split_pool: None,
        };
        thread.search(&params, &mut |_| {}).nodes
    };
    let mut single = SearchThread::new(Evaluator::default());
    let [first, second] = [nodes_of(&mut single), nodes_of(&mut single)];
    assert_ne!(first, second, "the histories change the move ordering");
    let mut threads = SearchThread::with_shared_histories(2, Evaluator::default);
    assert_eq!([nodes_of(&mut threads[0]), nodes_of(&mut threads[1])], [first, second]);
    threads[0].clear_histories();
    assert_eq!(nodes_of(&mut threads[1]), first);
}

#[test]
fn helpers_take_a_fair_share_of_the_work() {
    let game_history = Default::default();
    let root: yipan_chess::Position = CHESS.parse().expect(CHESS);
    // A search takes about 20 ms, in which a busy machine may not schedule the helper at all. Thirty searches without
    // any work for the helper indicate a bug.
    let shares: Vec<_> = (0..30)
        .map(|_| {
            let [control, helper_control] =
                [NodeCounter::stopping_after(u64::MAX), NodeCounter::stopping_after(u64::MAX)];
            let result = search(&root, &game_history, Limits::depth(12), 1, 1, [&control, &helper_control]);
            assert_eq!(result.lines[0].depth, 12);
            (helper_control.count(), control.count())
        })
        .collect();
    assert!(shares.iter().any(|(helper_control, control)| helper_control * 10 > *control), "{shares:?}");
}

#[test]
fn a_pool_finds_what_one_thread_finds() {
    for helpers in [1, 3] {
        let controls: [&dyn SearchControl; 2] =
            [&NodeCounter::stopping_after(u64::MAX), &NodeCounter::stopping_after(u64::MAX)];
        for (fen, depth, moves) in
            [("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 10, 2), ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 12, 3)]
        {
            let root: yipan_chess::Position = fen.parse().expect(fen);
            let result = search(&root, &Default::default(), Limits::depth(depth), 1, helpers, controls);
            assert_eq!(result.lines[0].score, Score::Mate(moves), "{fen}");
        }
        let fen = "4k4/9/9/9/9/9/9/9/R8/1R1K5 w";
        let root: yipan_xiangqi::Position = fen.parse().expect(fen);
        let game_history = yipan_engine::xiangqi::GameHistory::without_moves(&root);
        let result = search(&root, &game_history, Limits::depth(8), 1, helpers, controls);
        assert_eq!(result.lines[0].score, Score::Mate(2), "{fen}");
    }
}

#[test]
fn every_line_of_a_pool_can_be_played_and_none_comes_twice() {
    let root = yipan_xiangqi::Position::start();
    let game_history = yipan_engine::xiangqi::GameHistory::without_moves(&root);
    let controls: [&dyn SearchControl; 2] =
        [&NodeCounter::stopping_after(u64::MAX), &NodeCounter::stopping_after(u64::MAX)];
    let result = search(&root, &game_history, Limits::depth(8), 4, 3, controls);
    assert_eq!(result.lines.len(), 4);
    let mut firsts: Vec<_> = result.lines.iter().map(|line| line.moves[0].to_string()).collect();
    for line in &result.lines {
        let mut position = root;
        for &mv in &line.moves {
            assert!(position.legal_moves().contains(&mv), "{:?}", line.moves);
            position = position.after(mv);
        }
    }
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 4);
}

#[test]
fn a_pool_that_is_stopped_at_any_time_ends_and_has_a_move() {
    let root: yipan_chess::Position = CHESS.parse().expect(CHESS);
    for stop_after in (0..40).map(|step| step * 2_500) {
        // Only the control of the main thread stops; the helpers follow the main thread.
        let control = NodeCounter::stopping_after(stop_after);
        let result = search(
            &root,
            &Default::default(),
            Limits::default(),
            1,
            2,
            [&control, &NodeCounter::stopping_after(u64::MAX)],
        );
        assert!(root.legal_moves().contains(&result.best_move().expect("a move")), "after {stop_after}");
    }
}
