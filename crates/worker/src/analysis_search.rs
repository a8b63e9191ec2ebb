use std::cell::RefCell;
use std::time::Duration;

use yipan_client::{ActionValue, EngineLine, LocalGame, LocalizedText, WorkerResponse};
use yipan_core::{Side, Turn};
use yipan_engine::computer::{self, Analysis, AnalysisLine, Computer, SolvedTable, Strength};
use yipan_engine::{Assessment, Limits, SearchControl};
use yipan_games::GameKind;

use crate::clock::WorkerClock;

/// The maximum length of a line in a response.
pub(crate) const MAX_LINE_PLIES: usize = 10;

/// The shortest time between two partial responses, so that the page is not busy with them.
const PARTIAL_INTERVAL: Duration = Duration::from_millis(150);

thread_local! {
    /// The computer that analyzed a game without modes last. Its tables help with every position of the same game.
    static LAST_COMPUTER: RefCell<Option<(GameKind, Computer)>> = const { RefCell::new(None) };
}

/// The analysis of a position of a game that is not solved.
pub(crate) struct AnalysisSearch<'a> {
    pub(crate) local: &'a LocalGame,
    pub(crate) side: Side,
    pub(crate) line_count: usize,
    pub(crate) limits: Limits,
}

impl AnalysisSearch<'_> {
    /// Searches until the limits are reached; `None` if there are no lines.
    pub(crate) fn run(
        &self,
        clock: &WorkerClock,
        empty_response: &WorkerResponse,
        on_partial: &mut dyn FnMut(&WorkerResponse),
    ) -> Option<WorkerResponse> {
        let (game, mut last_partial) = (self.local.game(), Duration::ZERO);
        let mut computer = self.computer();
        let response_of = |analysis: &Analysis| self.respond(analysis, clock.elapsed(), empty_response);
        let mut on_progress = |analysis: &Analysis| {
            if clock.elapsed() >= last_partial + PARTIAL_INTERVAL {
                last_partial = clock.elapsed();
                on_partial(&WorkerResponse { is_partial: true, ..response_of(analysis) });
            }
        };
        let analysis =
            computer.analyze(game, self.side, self.line_count, self.limits, clock, &mut on_progress);
        if !game.has_modes() {
            LAST_COMPUTER.set(Some((game.kind(), computer)));
        }
        analysis.map(|analysis| response_of(&analysis))
    }

    /// Returns the last computer if its tables are about the same game, or a new one.
    fn computer(&self) -> Computer {
        let game = self.local.game();
        let new_computer =
            || computer_for_side(self.local, &SolvedTable::default(), Strength::Best, self.side);
        // A player of a mode remembers the turns of its side, so it is of no use for another position.
        if game.has_modes() {
            return new_computer();
        }
        let last = LAST_COMPUTER.take().filter(|(last, _)| *last == game.kind());
        last.map_or_else(new_computer, |(_, computer)| computer)
    }

    fn respond(
        &self,
        analysis: &Analysis,
        elapsed: Duration,
        empty_response: &WorkerResponse,
    ) -> WorkerResponse {
        let game = self.local.game();
        let best = analysis.lines.first();
        let best_text = |language| {
            let side_names = Side::BOTH.map(|side| game.side_name(side, language));
            best.map(|best| best.assessment.localize(side_names, language)).unwrap_or_default()
        };
        let line = |line: &AnalysisLine| EngineLine {
            score: line.assessment.notation(),
            spread: line.spread.map(spread_text),
            actions: line.actions.iter().take(MAX_LINE_PLIES).cloned().collect(),
        };
        let millis = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
        WorkerResponse {
            action: best.and_then(|best| best.actions.first().cloned()),
            evaluation_text: LocalizedText::new(best_text),
            pawns: best.map(|best| best.assessment.pawns()),
            score: best.map(|best| best.assessment.notation()),
            lines: analysis.lines.iter().map(line).collect(),
            depth: analysis.depth,
            action_values: action_values(&analysis.action_values),
            hindsight_values: action_values(&analysis.hindsight_values),
            nodes: analysis.nodes,
            search_ms: u32::try_from(millis).unwrap_or(u32::MAX),
            nodes_per_second: analysis.nodes.saturating_mul(1_000) / millis,
            ..empty_response.clone()
        }
    }
}

fn action_values(values: &[computer::ActionValue]) -> Vec<ActionValue> {
    let value = |value: &computer::ActionValue| ActionValue {
        action: value.action.clone(),
        pawns: value.assessment.pawns(),
        score: value.assessment.notation(),
        spread: value.spread.map(spread_text),
    };
    values.iter().map(value).collect()
}

fn spread_text(spread: [Assessment; 2]) -> [String; 2] {
    spread.map(|assessment| assessment.notation())
}

/// Creates a computer player that has recorded the earlier turns of its side.
pub(crate) fn computer_for_side(
    local: &LocalGame,
    solved: &SolvedTable,
    strength: Strength,
    side: Side,
) -> Computer {
    let mut computer = Computer::new(local.game(), &local.setup().options(), solved, strength);
    for step in local.played_actions() {
        if step.before.turn() == Turn::Player(side) {
            computer.record_turn(step.before, side);
        }
    }
    computer
}
