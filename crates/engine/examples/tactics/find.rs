use std::collections::HashSet;
use std::error::Error;
use std::io::Write;

use yipan_engine::{Level, Limits, Line, Rival, Score, Stillness, Table, Task, Thinker};
use yipan_rules::{MoveKind, MoveList, split_mix};

use crate::game::Played;
use crate::proof;
use crate::row::Row;

/// The level that plays: good enough to have ideas, and weak enough to overlook some.
const LEVEL: u8 = 4;
/// No game is followed further, nor one that is decided by so much.
const PLIES: usize = 160;
const DECIDED: i32 = 1_200;
/// Plies from one tactic of a game to the next, since neighbours are much alike.
const APART: usize = 6;
/// Positions for a glance at each position of a game, for a look at two moves, and for a solution.
const GLANCE: u64 = 800;
const LOOK: u64 = 6_000;
const SOLUTION: u64 = 300_000;
/// Positions for every answer to the solution, and for each ply of the line that follows it.
const ANSWER: u64 = 8_000;
const FOLLOW: u64 = 40_000;
/// A move wins from here on, in hundredths of a pawn, and has to stay above the next; the second best is no more than
/// equal, and so much worse.
const WINS: i32 = 250;
const HOLDS: i32 = 180;
const EQUAL: i32 = 150;
const MARGIN: i32 = 200;
/// More is decided by the law of repetition, which is another matter.
const RULED: i32 = 20_000;
/// Positions a proof of mate may take.
const PROOF: u64 = 3_000_000;
/// Megabytes for a solution, and for everything less.
const LARGE: usize = 16;
const SMALL: usize = 1;

/// Plays games and writes the tactics in them.
pub(crate) fn run<P: Played>(games: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut finder = Finder::<P>::new();
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

struct Finder<P: Played> {
    rival: Rival<P>,
    mind: Thinker<P, P::Judge>,
    large: Table,
    small: Table,
    /// The keys of positions that were looked at already.
    seen: HashSet<u64>,
}

impl<P: Played> Finder<P> {
    fn new() -> Finder<P> {
        Finder {
            rival: Rival::new(SMALL),
            mind: Thinker::new(P::Judge::default()),
            large: Table::new(LARGE),
            small: Table::new(SMALL),
            seen: HashSet::new(),
        }
    }

    /// The tactics of one game.
    fn play(&mut self, seed: u64, number: u64) -> Vec<Row> {
        let start = P::start();
        let (mut root, mut moves, mut rows) = (start, Vec::new(), Vec::new());
        let (mut state, _) = split_mix(seed.wrapping_mul(1 << 32).wrapping_add(number));
        // What the side that has just moved could have had, and from when on the next tactic is looked for.
        let (mut before, mut next) = (0_i32, 0);
        while moves.len() < PLIES {
            let glance = self.worth(&root, GLANCE);
            if glance.abs() > DECIDED && before.abs() > DECIDED {
                break;
            }
            // Somebody has just let a good game go, or is about to be mated.
            let is_chance = glance >= WINS && before >= -EQUAL || glance > RULED;
            if is_chance
                && moves.len() >= next
                && let Some(row) = self.tactic(&root, (seed, number, moves.len()))
            {
                rows.push(row);
                next = moves.len() + APART;
            }
            before = glance;
            let chance;
            (state, chance) = split_mix(state);
            let past = P::past(&start, &moves);
            let level = Level::new(LEVEL).expect("a level from 1 to 10");
            let choice = self.rival.choose(&root, &past, level, chance, Limits::default(), &Stillness);
            let Some(choice) = choice else { break };
            root.make(choice.mv);
            moves.push(choice.mv);
        }
        rows
    }

    /// What the side to move has here, if it is one move and not merely a capture.
    fn tactic(&mut self, root: &P, game: (u64, u64, usize)) -> Option<Row> {
        if !self.seen.insert(root.key()) || !stands_out(&self.think(root, Limits::nodes(LOOK), 2)) {
            return None;
        }
        let solution = self.think(root, Limits::nodes(SOLUTION), 2);
        let best = solution.first()?;
        // What the exchange alone shows to win is no tactic.
        let mv = best.moves[0];
        if !stands_out(&solution) || root.is_tactical(mv) && root.exchange_pays(mv, HOLDS) {
            return None;
        }
        let (mate, wins) = match best.score {
            Score::Mate(moves) => (Some(moves.unsigned_abs()), None),
            Score::Pawns(value) => (None, Some(value)),
        };
        let is_proven = match mate {
            Some(moves) => proof::mates_by(root, best.moves[0], moves, &mut PROOF.clone()) == Some(true),
            None => self.holds(root, &best.moves),
        };
        is_proven.then(|| Row {
            fen: root.to_string(),
            line: write_line(root, &best.moves),
            mate,
            wins,
            game,
        })
    }

    /// Whether the win stays after every answer to the first move, and along the whole line.
    fn holds(&mut self, root: &P, line: &[P::Move]) -> bool {
        let mut next = *root;
        next.make(line[0]);
        let mut answers = MoveList::new();
        next.moves(MoveKind::All, &mut answers);
        let every = answers.iter().all(|&answer| {
            let mut after = next;
            after.make(answer);
            self.worth(&after, ANSWER) >= HOLDS
        });
        let mut position = *root;
        every
            && line.iter().take(6).all(|&mv| {
                let attacker = position.side();
                position.make(mv);
                let worth = self.worth(&position, FOLLOW);
                (if attacker == root.side() { -worth } else { worth }) >= HOLDS
            })
    }

    /// What a position is worth for the side to move.
    fn worth(&mut self, position: &P, nodes: u64) -> i32 {
        self.think(position, Limits::nodes(nodes), 1).first().map_or(-RULED, |line| line.value)
    }

    fn think(&mut self, root: &P, limits: Limits, lines: usize) -> Vec<Line<P::Move>> {
        let table =
            if limits.nodes.is_some_and(|nodes| nodes > FOLLOW) { &mut self.large } else { &mut self.small };
        table.clear();
        self.mind.forget();
        let past = P::past(root, &[]);
        let task = Task { root, past: &past, limits, table, host: &Stillness, lines, only: None, team: None };
        self.mind.think(&task, &mut |_| {}).lines
    }
}

/// Whether the best of two moves wins and the other does not.
fn stands_out<M>(lines: &[Line<M>]) -> bool {
    let [best, second] = lines else { return false };
    match (best.score, second.score) {
        (Score::Mate(1..), Score::Mate(1..)) => false,
        (Score::Mate(2..), _) => true,
        (Score::Pawns(value), Score::Pawns(other)) => {
            (WINS..RULED).contains(&value) && other <= EQUAL && value - other >= MARGIN
        }
        (Score::Pawns(value), Score::Mate(..0)) => (WINS..RULED).contains(&value),
        _ => false,
    }
}

fn write_line<P: Played>(root: &P, moves: &[P::Move]) -> Vec<String> {
    let mut position = *root;
    let mut texts = Vec::new();
    for &mv in moves {
        texts.push(position.write(mv));
        position.make(mv);
    }
    texts
}
