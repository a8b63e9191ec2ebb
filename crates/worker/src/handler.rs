use std::cell::RefCell;
use std::time::Duration;

use yipan_client::{LocalGame, LocalizedText, WorkerQuery, WorkerRequest, WorkerResponse, import};
use yipan_core::{Side, Turn};
use yipan_engine::Limits;
use yipan_engine::computer::{Computer, SeededRng, SolvedTable, Strength};
use yipan_games::AnyGame;
use yipan_liuzichong::solve::{SingleThread, solve};
use yipan_liuzichong::tablebase::{Tablebase, Wdl};

use crate::clock::WorkerClock;

/// About half a second for a hint; with modes a position costs much more.
const HINT_NODES: u64 = 120_000;
const MODE_HINT_NODES: u64 = 8_000;

/// How much of the expected line is told.
const MAX_LINE_PLIES: usize = 8;

/// What a question about a game comes to.
pub(crate) fn handle_request(ask: &WorkerRequest) -> WorkerResponse {
    let empty_response = WorkerResponse { id: ask.id, ..WorkerResponse::default() };
    if let WorkerQuery::Import { bytes } = &ask.query {
        let read = import(bytes, ask.setup.kind());
        let read = read.map(|replay| replay.save()).map_err(|error| LocalizedText::from_message(&error));
        return WorkerResponse { imported: Some(read), ..empty_response };
    }
    let Ok(local) = LocalGame::from_actions(ask.setup.clone(), &ask.actions) else { return empty_response };
    let game = local.game();
    let Turn::Player(turn) = game.turn() else { return empty_response };
    let solved = solved_table(&local);
    let host = WorkerClock::start();
    match ask.query {
        WorkerQuery::Move { side: seat, level } => {
            let mut computer = computer_for_side(&local, &solved, Strength::Level(level), seat.into());
            let seed = SeededRng::for_purpose(ask.setup.seed ^ 0x5EED, ask.actions.len() as u64).next_u64();
            let action = computer.choose(game, seat.into(), seed, Limits::default(), &host);
            WorkerResponse { action, ..empty_response }
        }
        WorkerQuery::Hint | WorkerQuery::Evaluate { .. } => {
            let limits = match ask.query {
                WorkerQuery::Evaluate { time_ms: millis } => {
                    Limits::time(Duration::from_millis(millis.into()))
                }
                _ => Limits::nodes(if game.has_modes() { MODE_HINT_NODES } else { HINT_NODES }),
            };
            let mut computer = computer_for_side(&local, &solved, Strength::Best, turn);
            let Some(hint) = computer.hint(game, turn, limits, &host) else { return empty_response };
            let standing = LocalizedText::new(|language| hint.assessment_text(game, language));
            let pawns = hint.pawns();
            let line =
                std::iter::once(hint.action.clone()).chain(hint.expected_line).take(MAX_LINE_PLIES).collect();
            WorkerResponse {
                action: Some(hint.action),
                evaluation_text: standing,
                pawns,
                principal_variation: line,
                ..empty_response
            }
        }
        WorkerQuery::Tablebase => {
            WorkerResponse { tablebase_moves: move_values(game, solved.tablebase()), ..empty_response }
        }
        WorkerQuery::Import { .. } => empty_response,
    }
}

thread_local! {
    /// What was last solved, and for which house rules: a game asks many times.
    static LAST_SOLVED: RefCell<Option<(Vec<String>, SolvedTable)>> = const { RefCell::new(None) };
}

fn solved_table(local: &LocalGame) -> SolvedTable {
    let game = local.game();
    if !matches!(game, AnyGame::Liuzichong(_)) {
        return SolvedTable::default();
    }
    let rules = &local.setup().rules;
    LAST_SOLVED.with_borrow_mut(|last| match last {
        Some((known, solved)) if known == rules => solved.clone(),
        _ => {
            let solved = SolvedTable::for_game(game, |rules| solve(rules, &SingleThread, &mut |_| {}));
            last.insert((rules.clone(), solved)).1.clone()
        }
    })
}

/// A computer that has seen the game so far through the eyes of its seat.
fn computer_for_side(local: &LocalGame, solved: &SolvedTable, strength: Strength, side: Side) -> Computer {
    let mut computer = Computer::new(local.game(), &local.setup().options(), solved, strength);
    for game in local.history() {
        if game.turn() == Turn::Player(side) {
            computer.record_turn(game, side);
        }
    }
    computer
}

/// What every move of a solved game is worth for who makes it.
fn move_values(game: &AnyGame, table: &Tablebase) -> Vec<(String, i8, Option<u32>)> {
    let AnyGame::Liuzichong(game) = game else { return Vec::new() };
    let position = game.position();
    let move_value = |mv: yipan_liuzichong::Move| {
        // The verdict is the other side's, a ply later.
        let verdict = table.probe(&position.after(mv));
        let value = match verdict.wdl {
            Wdl::Win => -1,
            Wdl::Draw => 0,
            Wdl::Loss => 1,
        };
        (mv.to_string(), value, verdict.plies.map(|plies| u32::from(plies) + 1))
    };
    position.legal_moves().into_iter().map(move_value).collect()
}
