//! The position after a line of the engine, shown while the pointer is on its move.

use leptos::prelude::*;
use yipan_client::{EngineLine, Replay};

use super::state::AnalysisState;

impl AnalysisState {
    /// Returns the lines of the displayed threat or position, unless they would show the viewer hidden information; reactive.
    pub(super) fn engine_lines(self) -> Vec<EngineLine> {
        let (ply, viewer) = (self.ply.get(), self.viewer.get());
        let is_hidden = self.threat.with(|threat| match threat {
            Some(threat) => threat.replay.hides_evaluation(0, viewer),
            None => self.hides_evaluation(ply),
        });
        if is_hidden {
            return Vec::new();
        }
        let is_threat = self.threat.with(Option::is_some);
        let response = if is_threat {
            self.threat.with(|threat| threat.as_ref().and_then(|threat| threat.response.clone()))
        } else {
            self.response()
        };
        response.map(|response| response.lines).unwrap_or_default()
    }

    /// Shows the position after the first moves of a line.
    pub(super) fn show_preview(self, actions: &[String]) {
        let viewer = self.viewer.get_untracked();
        let preview = |replay: &Replay, ply| replay.preview(ply, actions, viewer);
        let preview = self.threat.with_untracked(|threat| match threat {
            Some(threat) => preview(&threat.replay, 0),
            None => self.replay.with_untracked(|replay| preview(replay, self.ply.get_untracked())),
        });
        if let Some((view, last_move)) = preview {
            self.is_previewing.set(true);
            self.board.set_now(view, last_move);
        }
    }

    /// Shows the displayed position again.
    pub(super) fn end_preview(self) {
        if self.is_previewing.get_untracked() {
            self.is_previewing.set(false);
            let (ply, viewer) = (self.ply.get_untracked(), self.viewer.get_untracked());
            self.replay.with_untracked(|replay| {
                self.board.set_now(replay.view(ply, viewer), replay.last_move_marks(ply, viewer));
            });
        }
    }
}
