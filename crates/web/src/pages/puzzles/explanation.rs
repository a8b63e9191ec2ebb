use leptos::prelude::*;
use yipan_client::text::puzzles as text;
use yipan_client::{LocalizedText, PuzzleAttempt, Settings, WorkerQuery};

use crate::browser::engine_worker::EngineWorker;
use crate::context::AppContext;

/// The sentence that says why the solution works, once the puzzle is over.
#[derive(Clone, Copy)]
pub(super) struct Explanation {
    context: AppContext,
    sentence: RwSignal<LocalizedText>,
    engine_worker: StoredValue<EngineWorker, LocalStorage>,
}

impl Explanation {
    pub(super) fn new(context: AppContext) -> Explanation {
        let engine_worker = StoredValue::new_local(EngineWorker::default());
        on_cleanup(move || engine_worker.with_value(EngineWorker::cancel));
        Explanation { context, sentence: RwSignal::new(LocalizedText::default()), engine_worker }
    }

    /// Removes the sentence, because another attempt begins.
    pub(super) fn clear(self) {
        self.engine_worker.with_value(EngineWorker::cancel);
        self.sentence.set(LocalizedText::default());
    }

    /// Asks the engine for the reasons of the solution. Without an engine there is no sentence.
    pub(super) fn request(self, attempt: &PuzzleAttempt) {
        let line = attempt.line();
        let query = WorkerQuery::Explain { line: line.actions_before(line.len()) };
        let (setup, attempt) = (line.setup().clone(), attempt.clone());
        self.engine_worker.with_value(|worker| {
            worker.query(&setup, &[], query, move |response| {
                if response.failed {
                    return;
                }
                // The component may have been unmounted.
                let Some(settings) = self.context.settings.try_get_untracked() else { return };
                let _ = self.sentence.try_set(sentence(&attempt, &response.reasons_text, &settings));
            });
        });
    }

    /// Returns the sentence, or nothing during an attempt; reactive.
    pub(super) fn text(self) -> String {
        self.context.localized(self.sentence)
    }
}

/// Returns the first move of the solution with its reasons. A puzzle has one solution, which is a reason of its own.
fn sentence(attempt: &PuzzleAttempt, reasons: &LocalizedText, settings: &Settings) -> LocalizedText {
    let (first_ply, line) = (attempt.first_ply(), attempt.line());
    let action = line.next_action(first_ply).unwrap_or_default();
    LocalizedText::new(|language| {
        let notation = settings.notation_style(language).write_move(line.game_at(first_ply), action);
        let reasons = match reasons.localize(language) {
            "" => text::ONLY_SOLUTION.localize(language),
            reasons => reasons,
        };
        text::EXPLANATION.localize_with(language, &[&notation, reasons])
    })
}
