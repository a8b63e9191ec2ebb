//! The solved game: the figures of the rule book, and the tablebase compared with the rules.

use std::sync::LazyLock;

use yipan_core::splitmix64;
use yipan_liuzichong::solve::{Executor, SingleThread, solve};
use yipan_liuzichong::tablebase::{ProbeResult, Tablebase, TablebaseStats, Wdl};
use yipan_liuzichong::{BLACK, FourthPointRule, HouseRules, Point, PointSet, Position, WHITE};

/// The tablebase, solved once for all tests.
static SOLVED: LazyLock<Tablebase> =
    LazyLock::new(|| solve(HouseRules::default(), &SingleThread, &mut |_| {}));

/// Returns random positions with one to six pieces on each side, from a fixed seed.
fn random_positions(seed: u64, count: usize) -> impl Iterator<Item = Position> {
    let mut state = seed;
    let mut number = move || {
        let mixed;
        (state, mixed) = splitmix64(state);
        mixed
    };
    let positions = std::iter::repeat_with(move || {
        let mut free: Vec<Point> = Point::all().collect();
        let mut random_pieces = || -> PointSet {
            let count = 1 + number() % 6;
            (0..count).map(|_| free.swap_remove(number() as usize % free.len())).collect()
        };
        let (black, white) = (random_pieces(), random_pieces());
        let side = if number() % 2 == 0 { BLACK } else { WHITE };
        Position::new(black, white, side).expect("one to six pieces a side")
    });
    positions.take(count)
}

/// Whether to test all positions and house rules: `YIPAN_LONG=1 cargo test --release -p yipan-liuzichong`.
fn is_long_run() -> bool {
    std::env::var_os("YIPAN_LONG").is_some()
}

/// Computes the value of a position from those of its successors.
fn one_ply_search(tablebase: &Tablebase, position: &Position) -> ProbeResult {
    let position = position.with_rules(tablebase.rules());
    if position.outcome().is_some() {
        return tablebase.probe(&position);
    }
    let replies = position.legal_moves().into_iter().map(|mv| tablebase.probe(&position.after(mv)));
    let (mut best, mut best_rank_key) = (None, i32::MIN);
    for reply in replies {
        let plies = reply.plies.map(|plies| plies + 1);
        let distance = i32::from(plies.unwrap_or(0));
        let (wdl, rank_key) = match reply.wdl {
            Wdl::Loss => (Wdl::Win, 1_000 - distance),
            Wdl::Draw => (Wdl::Draw, 0),
            Wdl::Win => (Wdl::Loss, distance - 1_000),
        };
        if rank_key > best_rank_key {
            (best, best_rank_key) = (Some(ProbeResult { wdl, plies }), rank_key);
        }
    }
    best.expect("a game that is not over has a move")
}

#[test]
fn the_figures_of_the_rules_page_are_reproduced() {
    let stats = SOLVED.stats();
    assert_eq!(stats, TablebaseStats { won: 11_167_917, lost: 7_548_027, drawn: 2_349_060 });
    assert_eq!(stats.positions(), 21_065_004);
    let start = Position::start();
    assert_eq!(SOLVED.probe(&start), ProbeResult { wdl: Wdl::Draw, plies: None });
    for (mv, result) in SOLVED.probe_moves(&start) {
        let after = SOLVED.probe(&start.after(mv));
        match mv.to_string().as_str() {
            "a2b2" | "d2c2" => assert_eq!(result.wdl, Wdl::Draw),
            _ => {
                assert_eq!(result, ProbeResult { wdl: Wdl::Loss, plies: Some(40) }, "{mv}");
                assert_eq!(after, ProbeResult { wdl: Wdl::Win, plies: Some(39) }, "{mv}");
            }
        }
    }
    assert_eq!(SOLVED.longest_win().map(|longest| longest.plies), Some(83));
}

#[test]
fn the_longest_win_is_played_to_its_end() {
    let longest = SOLVED.longest_win().expect("some position is won");
    let line = SOLVED.best_line(&longest.position);
    assert_eq!(line.len(), 83);
    let end = line.iter().fold(longest.position, |position, &mv| {
        assert_eq!(position.resolve(mv), Ok(mv));
        position.after(mv)
    });
    assert_eq!(end.outcome().and_then(|outcome| outcome.winner), Some(BLACK));
    assert!(SOLVED.best_line(&Position::start()).is_empty(), "a draw has no line");
}

#[test]
fn a_blocked_side_has_lost_in_no_plies_and_blocking_it_wins_in_one() {
    let probe = |text: &str| SOLVED.probe(&text.parse().expect("a position of our own"));
    assert_eq!(probe("3w/4/w3/bw2 b"), ProbeResult { wdl: Wdl::Loss, plies: Some(0) });
    assert_eq!(probe("3w/4/w3/b1w1 w"), ProbeResult { wdl: Wdl::Win, plies: Some(1) });
    assert_eq!(probe("4/4/4/bb2 b"), ProbeResult { wdl: Wdl::Win, plies: Some(0) });
    assert_eq!(probe("ww2/4/4/bb2 b"), ProbeResult { wdl: Wdl::Draw, plies: None });
}

#[test]
fn stored_values_match_a_one_ply_search() {
    for position in random_positions(1, 100_000) {
        assert_eq!(SOLVED.probe(&position), one_ply_search(&SOLVED, &position), "{position:?}");
    }
}

#[test]
fn stored_values_match_a_one_ply_search_for_every_position_in_a_long_run() {
    let step = if is_long_run() { 1 } else { 97 };
    let sets: Vec<u16> = (1..=u16::MAX).filter(|set| set.count_ones() <= 6).collect();
    let points = |set: u16| Point::all().filter(|point| set >> point.index() & 1 == 1).collect::<PointSet>();
    let mut seen = 0u64;
    for &mover in sets.iter().step_by(step) {
        for &other in sets.iter().filter(|&&other| other & mover == 0) {
            let position =
                Position::new(points(mover), points(other), BLACK).expect("six pieces a side at most");
            assert_eq!(SOLVED.probe(&position), one_ply_search(&SOLVED, &position), "{position:?}");
            seen += 1;
        }
    }
    assert!(step > 1 || seen == 21_065_004, "{seen} positions");
}

#[test]
fn symmetric_and_color_swapped_positions_have_the_same_value() {
    let turn = |set: PointSet| -> PointSet {
        set.into_iter()
            .map(|point| Point::from_coords(3 - point.rank(), point.file()).expect("on the board"))
            .collect()
    };
    let mirror = |set: PointSet| -> PointSet {
        set.into_iter()
            .map(|point| Point::from_coords(3 - point.file(), point.rank()).expect("on the board"))
            .collect()
    };
    for position in random_positions(2, 20_000) {
        let expected = SOLVED.probe(&position);
        let (mut black, mut white) = (position.by_color(BLACK), position.by_color(WHITE));
        for _ in 0..4 {
            (black, white) = (turn(black), turn(white));
            for (black, white) in [(black, white), (mirror(black), mirror(white))] {
                let seen = |black, white, side| {
                    SOLVED.probe(&Position::new(black, white, side).expect("the same pieces"))
                };
                assert_eq!(seen(black, white, position.side_to_move()), expected, "{position:?}");
                assert_eq!(seen(white, black, position.side_to_move().other()), expected, "{position:?}");
            }
        }
    }
}

#[test]
fn the_embedded_tablebase_is_byte_for_byte_the_output_of_the_solver() {
    assert!(SOLVED.to_bytes() == Tablebase::EMBEDDED_FILE, "solve the game again and commit the file");
    assert!(*Tablebase::embedded() == *SOLVED);
    assert!(Tablebase::EMBEDDED_FILE.len() <= 3 << 20, "it must be small enough for a page");
}

/// An executor that runs its tasks in another order, on two threads.
struct TwoThreads;

impl Executor for TwoThreads {
    fn run_tasks(&self, tasks: usize, work: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            scope.spawn(|| (0..tasks).rev().step_by(2).for_each(work));
            (0..tasks).rev().skip(1).step_by(2).for_each(work);
        });
    }
}

#[test]
fn other_house_rules_are_solved_too_however_the_work_is_shared() {
    let any = HouseRules { fourth_point: FourthPointRule::Any, ..HouseRules::default() };
    let lone = HouseRules { lone_piece_loses: true, ..HouseRules::default() };
    for rules in HouseRules::all().filter(|rules| is_long_run() || [any, lone].contains(rules)) {
        let mut last = 0;
        let tablebase = solve(rules, &TwoThreads, &mut |progress| {
            assert!(progress.decided >= last && progress.decided <= progress.entries);
            last = progress.decided;
        });
        assert!(last > 2_000_000, "the progress comes to its end");
        assert_eq!(tablebase.stats().positions(), 21_065_004);
        assert!(tablebase.longest_win().is_some_and(|longest| longest.plies <= 83), "{rules}");
        for position in random_positions(3, 30_000) {
            assert_eq!(
                tablebase.probe(&position),
                one_ply_search(&tablebase, &position),
                "{position:?} by {rules}"
            );
        }
        assert!(Tablebase::read(&tablebase.to_bytes()) == Ok(tablebase));
    }
}
