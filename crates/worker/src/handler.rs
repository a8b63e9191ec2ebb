use std::cell::RefCell;
use std::time::Duration;

use yipan_client::{
    EngineLine, ImportedText, LocalGame, LocalizedText, WorkerQuery, WorkerRequest, WorkerResponse,
    import_from_line,
};
use yipan_core::{Side, Turn};
use yipan_engine::computer::{SeededRng, SolvedTable, Strength, explain_line, reasons_text};
use yipan_engine::{Level, Limits};
use yipan_games::AnyGame;
use yipan_liuzichong::solve::{SingleThread, solve};
use yipan_liuzichong::tablebase::{Tablebase, Wdl};

use crate::analysis_search::{AnalysisSearch, MAX_LINE_PLIES, computer_for_side};
use crate::clock::WorkerClock;

/// The node limit of a hint, about half a second.
const HINT_NODES: u64 = 120_000;
/// The node limit of a hint in chess with modes, where a node costs much more.
const MODE_HINT_NODES: u64 = 8_000;

/// Answers a request. The response is empty if the actions are illegal or no side is to move.
///
/// `on_partial` receives the responses of a search that goes on.
pub(crate) fn handle_request(
    request: &WorkerRequest,
    on_partial: &mut dyn FnMut(&WorkerResponse),
) -> WorkerResponse {
    let empty_response = WorkerResponse { id: request.id, ..WorkerResponse::default() };
    if let WorkerQuery::Import { bytes, first_line } = &request.query {
        let imported = import_from_line(bytes, *first_line, request.setup.kind());
        let imported = imported
            .map(|imported| ImportedText { tree: imported.tree.save(), notes: imported.notes() })
            .map_err(|error| LocalizedText::from_message(&error));
        return WorkerResponse { imported: Some(imported), ..empty_response };
    }
    let Ok(local) = LocalGame::from_actions(request.setup.clone(), &request.actions) else {
        return empty_response;
    };
    let game = local.game();
    let Turn::Player(turn) = game.turn() else { return empty_response };
    let solved = solved_table(&local);
    let clock = WorkerClock::start();
    match &request.query {
        &WorkerQuery::Move { side, level } => {
            let mut computer = computer_for_side(&local, &solved, Strength::Level(level), side);
            let seed =
                SeededRng::for_purpose(request.setup.seed ^ 0x5EED, request.actions.len() as u64).next_u64();
            let action = computer.choose(game, side, seed, Limits::time(Level::MAX_MOVE_TIME), &clock);
            WorkerResponse { action, ..empty_response }
        }
        WorkerQuery::Hint => {
            let limits = Limits::nodes(if game.has_modes() { MODE_HINT_NODES } else { HINT_NODES });
            hint_response(&local, &solved, turn, limits, &clock, empty_response)
        }
        WorkerQuery::Explain { line } => {
            let reasons = explain_line(game, &solved, line);
            let text = LocalizedText::new(|language| reasons_text(&reasons, game.kind(), language));
            WorkerResponse { reasons_text: text, ..empty_response }
        }
        &WorkerQuery::Analyze { time_ms, line_count } => {
            let limits = Limits::time(Duration::from_millis(time_ms.into()));
            let search = AnalysisSearch { local: &local, side: turn, line_count, limits };
            search.run(&clock, &empty_response, on_partial).unwrap_or(empty_response)
        }
        WorkerQuery::Tablebase => {
            WorkerResponse { tablebase_moves: move_values(game, solved.tablebase()), ..empty_response }
        }
        WorkerQuery::Import { .. } => empty_response,
    }
}

/// Adds the best action, its reasons and the evaluation to a response.
fn hint_response(
    local: &LocalGame,
    solved: &SolvedTable,
    side: Side,
    limits: Limits,
    clock: &WorkerClock,
    response: WorkerResponse,
) -> WorkerResponse {
    let game = local.game();
    let mut computer = computer_for_side(local, solved, Strength::Best, side);
    let Some(hint) = computer.hint(game, side, limits, clock) else { return response };
    let evaluation_text = LocalizedText::new(|language| hint.assessment_text(game, language));
    let reasons_text = LocalizedText::new(|language| hint.reasons_text(game, language));
    let (pawns, score) = (hint.pawns(), hint.score_notation());
    let actions = std::iter::once(hint.action.clone()).chain(hint.expected_line).take(MAX_LINE_PLIES);
    let line =
        EngineLine { score: score.clone().unwrap_or_default(), spread: None, actions: actions.collect() };
    WorkerResponse {
        action: Some(hint.action),
        evaluation_text,
        reasons_text,
        pawns,
        score,
        lines: vec![line],
        ..response
    }
}

thread_local! {
    /// The last solved table with its house rules, because a game sends many requests.
    static LAST_SOLVED: RefCell<Option<(Vec<String>, SolvedTable)>> = const { RefCell::new(None) };
}

fn solved_table(local: &LocalGame) -> SolvedTable {
    let game = local.game();
    if !matches!(game, AnyGame::Liuzichong(_)) {
        return SolvedTable::default();
    }
    let rules = &local.setup().rules;
    LAST_SOLVED.with_borrow_mut(|last| match last {
        Some((cached, solved)) if cached == rules => solved.clone(),
        _ => {
            let solved = SolvedTable::for_game(game, |rules| solve(rules, &SingleThread, &mut |_| {}));
            last.insert((rules.clone(), solved)).1.clone()
        }
    })
}

/// Returns the tablebase value of every legal move for the side to move: move, WDL from -1 to 1, plies.
fn move_values(game: &AnyGame, table: &Tablebase) -> Vec<(String, i8, Option<u32>)> {
    let AnyGame::Liuzichong(game) = game else { return Vec::new() };
    let position = game.position();
    let move_value = |mv: yipan_liuzichong::Move| {
        // The probe is for the opponent, one ply later.
        let reply = table.probe(&position.after(mv));
        let value = match reply.wdl {
            Wdl::Win => -1,
            Wdl::Draw => 0,
            Wdl::Loss => 1,
        };
        (mv.to_string(), value, reply.plies.map(|plies| u32::from(plies) + 1))
    };
    position.legal_moves().into_iter().map(move_value).collect()
}
