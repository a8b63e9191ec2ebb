//! What several threads promise that search one tree.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use yipan_engine::{Bookish, Host, Limits, Score, Stillness, Table, Task, Team, Thinker, Thought};

/// A world without a clock that counts, and says stop after so many positions.
struct Counting {
    nodes: AtomicU64,
    stop_after: u64,
}

impl Counting {
    fn until(stop_after: u64) -> Counting {
        Counting { nodes: AtomicU64::new(0), stop_after }
    }

    fn counted(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

impl Host for Counting {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn is_stopped(&self) -> bool {
        self.counted() >= self.stop_after
    }

    fn searched(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    fn pause(&self) {
        std::thread::yield_now();
    }
}

/// Thinks with so many helpers, who have a world of their own.
fn think<P: Bookish>(
    root: &P,
    past: &P::Past,
    limits: Limits,
    lines: usize,
    helpers: usize,
    [host, away]: [&dyn Host; 2],
) -> Thought<P::Move> {
    let (table, team) = (Table::new(8), Team::default());
    let task =
        |limits, host| Task { root, past, limits, table: &table, host, lines, only: None, team: Some(&team) };
    let mut helpers = Thinker::several(helpers + 1, P::Judge::default);
    let mut first = helpers.pop().expect("there is one more than there are helpers");
    std::thread::scope(|scope| {
        for mut helper in helpers {
            let task = &task;
            scope.spawn(move || helper.help(&task(Limits::default(), away)));
        }
        let thought = first.think(&task(limits, host), &mut |_| {});
        team.dismiss();
        thought
    })
}

const CHESS: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2N1PN2/PP2BPPP/R1BQ1RK1 w - - 0 9";

#[test]
fn a_team_without_helpers_thinks_like_one_alone() {
    let root: yipan_chess::Position = CHESS.parse().expect(CHESS);
    let past = Default::default();
    let together = think(&root, &past, Limits::depth(9), 1, 0, [&Stillness; 2]);
    let table = Table::new(8);
    let task = Task {
        root: &root,
        past: &past,
        limits: Limits::depth(9),
        table: &table,
        host: &Stillness,
        lines: 1,
        only: None,
        team: None,
    };
    assert_eq!(together, Thinker::new(yipan_engine::chess::Judge::default()).think(&task, &mut |_| {}));
}

#[test]
fn what_one_mind_remembers_the_others_of_its_team_know() {
    let root: yipan_chess::Position = CHESS.parse().expect(CHESS);
    let past = Default::default();
    let nodes_of = |mind: &mut Thinker<yipan_chess::Position, yipan_engine::chess::Judge>| {
        let (table, limits) = (Table::new(8), Limits::depth(9));
        let (root, past, table) = (&root, &past, &table);
        let task = Task { root, past, limits, table, host: &Stillness, lines: 1, only: None, team: None };
        mind.think(&task, &mut |_| {}).nodes
    };
    let mut alone = Thinker::new(yipan_engine::chess::Judge::default());
    let [first, second] = [nodes_of(&mut alone), nodes_of(&mut alone)];
    assert_ne!(first, second, "what is remembered changes the order of moves");
    let mut team = Thinker::several(2, yipan_engine::chess::Judge::default);
    assert_eq!([nodes_of(&mut team[0]), nodes_of(&mut team[1])], [first, second]);
    team[0].forget();
    assert_eq!(nodes_of(&mut team[1]), first);
}

#[test]
fn helpers_take_a_good_part_of_the_work() {
    let past = Default::default();
    let root: yipan_chess::Position = CHESS.parse().expect(CHESS);
    // A search takes a few hundredths of a second, and a busy machine may give the helper none of them. But a helper that
    // is given time and takes no work in any of many searches has a fault.
    let shares: Vec<_> = (0..30)
        .map(|_| {
            let [host, away] = [Counting::until(u64::MAX), Counting::until(u64::MAX)];
            let thought = think(&root, &past, Limits::depth(12), 1, 1, [&host, &away]);
            assert_eq!(thought.lines[0].depth, 12);
            (away.counted(), host.counted())
        })
        .collect();
    assert!(shares.iter().any(|(away, host)| away * 10 > *host), "{shares:?}");
}

#[test]
fn what_one_finds_a_team_finds() {
    for helpers in [1, 3] {
        let worlds: [&dyn Host; 2] = [&Counting::until(u64::MAX), &Counting::until(u64::MAX)];
        for (fen, depth, moves) in
            [("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 10, 2), ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 12, 3)]
        {
            let root: yipan_chess::Position = fen.parse().expect(fen);
            let thought = think(&root, &Default::default(), Limits::depth(depth), 1, helpers, worlds);
            assert_eq!(thought.lines[0].score, Score::Mate(moves), "{fen}");
        }
        let fen = "4k4/9/9/9/9/9/9/9/R8/1R1K5 w";
        let root: yipan_xiangqi::Position = fen.parse().expect(fen);
        let past = yipan_engine::xiangqi::Past::none(&root);
        let thought = think(&root, &past, Limits::depth(8), 1, helpers, worlds);
        assert_eq!(thought.lines[0].score, Score::Mate(2), "{fen}");
    }
}

#[test]
fn every_line_of_a_team_can_be_played_and_none_comes_twice() {
    let root = yipan_xiangqi::Position::start();
    let past = yipan_engine::xiangqi::Past::none(&root);
    let worlds: [&dyn Host; 2] = [&Counting::until(u64::MAX), &Counting::until(u64::MAX)];
    let thought = think(&root, &past, Limits::depth(8), 4, 3, worlds);
    assert_eq!(thought.lines.len(), 4);
    let mut firsts: Vec<_> = thought.lines.iter().map(|line| line.moves[0].to_string()).collect();
    for line in &thought.lines {
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
fn a_team_that_is_stopped_anywhere_goes_home_and_has_a_move() {
    let root: yipan_chess::Position = CHESS.parse().expect(CHESS);
    for stop_after in (0..40).map(|step| step * 2_500) {
        // Only the first hears the word, as where its time is up; the others hear of it from the first.
        let host = Counting::until(stop_after);
        let thought =
            think(&root, &Default::default(), Limits::default(), 1, 2, [&host, &Counting::until(u64::MAX)]);
        assert!(root.legal_moves().contains(&thought.best().expect("a move")), "after {stop_after}");
    }
}
