//! The threat view: the best moves of the opponent, if it were their move.

use leptos::prelude::*;
use yipan_client::{Replay, WorkerQuery, WorkerResponse, threat_setup};

use super::state::AnalysisState;
use super::threat_position::ThreatPosition;

/// The search time of a threat, in milliseconds.
const THREAT_SEARCH_MS: u32 = 3_000;

impl AnalysisState {
    /// Whether the side to move could pass, so that a threat can be shown; reactive.
    pub(super) fn has_threat(self) -> bool {
        let ply = self.ply.get();
        self.replay.with(|replay| threat_setup(replay.setup(), replay.game_at(ply)).is_some())
    }

    /// Starts or ends the threat view of the displayed position.
    pub(super) fn toggle_threat(self) {
        self.end_preview();
        if self.threat.with_untracked(Option::is_some) {
            return self.threat.set(None);
        }
        let (node, ply) = (untrack(|| self.node()), self.ply.get_untracked());
        let replay = self
            .replay
            .with_untracked(|replay| Replay::start(threat_setup(replay.setup(), replay.game_at(ply))?).ok());
        self.threat.set(replay.map(|replay| ThreatPosition { node, replay, response: None }));
    }

    /// Searches the threat that is displayed.
    pub(super) fn search_threat(self) {
        let Some(ThreatPosition { node, replay, .. }) = self.threat.get_untracked() else { return };
        let line_count = self.line_count.get_untracked();
        self.is_searching.set(true);
        let on_response = move |response: WorkerResponse| {
            if response.failed {
                return self.report_failure();
            }
            if !response.is_partial {
                let _ = self.is_searching.try_set(false);
            }
            let _ = self.threat.try_update(|threat| {
                if let Some(threat) = threat.as_mut().filter(|threat| threat.node == node) {
                    threat.response = Some(response);
                }
            });
        };
        let query = if self.is_solved() {
            WorkerQuery::Hint
        } else {
            WorkerQuery::Analyze { time_ms: THREAT_SEARCH_MS, line_count }
        };
        self.engine_worker
            .with_value(|worker| worker.query_with_progress(replay.setup(), &[], query, on_response));
    }
}
