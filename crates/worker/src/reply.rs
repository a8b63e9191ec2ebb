use std::cell::RefCell;
use std::time::Duration;

use yipan_board::{Answer, Ask, Local, Question, Said, import};
use yipan_engine::Limits;
use yipan_engine::computer::{Chance, Computer, Solved, Strength};
use yipan_games::AnyGame;
use yipan_liuzichong::solve::{Alone, solve};
use yipan_liuzichong::table::{Table, Value};
use yipan_rules::{Seat, Turn};

use crate::clock::Clock;

/// About half a second for a hint; with modes a position costs much more.
const HINT: u64 = 120_000;
const MODAL_HINT: u64 = 8_000;

/// How much of the expected line is told.
const PLIES: usize = 8;

/// What a question about a game comes to.
pub(crate) fn answer(ask: &Ask) -> Answer {
    let nothing = Answer { id: ask.id, ..Answer::default() };
    if let Question::Import { bytes } = &ask.question {
        let read = import(bytes, ask.opening.kind());
        let read = read.map(|replay| replay.save()).map_err(|error| Said::told(&error));
        return Answer { read: Some(read), ..nothing };
    }
    let Ok(local) = Local::replay(ask.opening.clone(), &ask.acts) else { return nothing };
    let game = local.game();
    let Turn::Player(turn) = game.turn() else { return nothing };
    let solved = solved(&local);
    let host = Clock::start();
    match ask.question {
        Question::Move { seat, level } => {
            let mut computer = player(&local, &solved, Strength::Level(level), seat.into());
            let seed = Chance::of(ask.opening.seed ^ 0x5EED, ask.acts.len() as u64).number();
            let action = computer.choose(game, seat.into(), seed, Limits::default(), &host);
            Answer { action, ..nothing }
        }
        Question::Hint | Question::Assess { .. } => {
            let limits = match ask.question {
                Question::Assess { millis } => Limits::time(Duration::from_millis(millis.into())),
                _ => Limits::nodes(if game.has_modes() { MODAL_HINT } else { HINT }),
            };
            let mut computer = player(&local, &solved, Strength::Best, turn);
            let Some(hint) = computer.hint(game, turn, limits, &host) else { return nothing };
            let standing = Said::new(|language| hint.standing(game, language));
            let pawns = hint.pawns();
            let line = std::iter::once(hint.action.clone()).chain(hint.expected).take(PLIES).collect();
            Answer { action: Some(hint.action), standing, pawns, line, ..nothing }
        }
        Question::Table => Answer { table: worths(game, solved.table()), ..nothing },
        Question::Import { .. } => nothing,
    }
}

thread_local! {
    /// What was last solved, and for which house rules: a game asks many times.
    static LAST: RefCell<Option<(Vec<String>, Solved)>> = const { RefCell::new(None) };
}

fn solved(local: &Local) -> Solved {
    let game = local.game();
    if !matches!(game, AnyGame::Liuzichong(_)) {
        return Solved::default();
    }
    let rules = &local.opening().rules;
    LAST.with_borrow_mut(|last| match last {
        Some((known, solved)) if known == rules => solved.clone(),
        _ => {
            let solved = Solved::of(game, |rules| solve(rules, &Alone, &mut |_| {}));
            last.insert((rules.clone(), solved)).1.clone()
        }
    })
}

/// A computer that has seen the game so far through the eyes of its seat.
fn player(local: &Local, solved: &Solved, strength: Strength, seat: Seat) -> Computer {
    let mut computer = Computer::new(local.game(), &local.opening().options(), solved, strength);
    for game in local.past() {
        if game.turn() == Turn::Player(seat) {
            computer.recall(game, seat);
        }
    }
    computer
}

/// What every move of a solved game is worth for who makes it.
fn worths(game: &AnyGame, table: &Table) -> Vec<(String, i8, Option<u32>)> {
    let AnyGame::Liuzichong(game) = game else { return Vec::new() };
    let position = game.position();
    let worth = |mv: yipan_liuzichong::Move| {
        // The verdict is the other side's, a ply later.
        let verdict = table.probe(&position.after(mv));
        let value = match verdict.value {
            Value::Win => -1,
            Value::Draw => 0,
            Value::Loss => 1,
        };
        (mv.to_string(), value, verdict.plies.map(|plies| u32::from(plies) + 1))
    };
    position.legal_moves().into_iter().map(worth).collect()
}
