use std::collections::HashMap;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_wire::ExplorerPosition;

use super::state::AnalysisState;
use crate::browser::{fetch, timer};

/// The time that a position is displayed before it is looked up, so that stepping through a game asks for few.
const LOOKUP_DELAY_MS: u32 = 200;

/// The state of the search for the displayed position.
#[derive(Clone, PartialEq)]
pub(super) enum Lookup {
    Loading,
    Found(ExplorerPosition),
    Failed(LocalizedText),
}

/// The opening explorer of an analysis. It follows the displayed position while it is open.
#[derive(Clone, Copy)]
pub(super) struct Explorer {
    pub(super) analysis: AnalysisState,
    pub(super) is_open: RwSignal<bool>,
    /// The displayed position, while the explorer is open and has such games.
    position: Memo<Option<String>>,
    pub(super) lookup: RwSignal<Lookup>,
    /// The positions that were found before.
    known: StoredValue<HashMap<String, ExplorerPosition>>,
}

impl Explorer {
    /// Creates an explorer that is closed.
    pub(super) fn new(analysis: AnalysisState) -> Explorer {
        let is_open = RwSignal::new(false);
        let position = Memo::new(move |_| {
            let ply = analysis.ply.get();
            analysis.replay.with(|replay| {
                let game = replay.game_at(ply);
                (is_open.get() && !game.has_modes()).then(|| game.position())
            })
        });
        let lookup = RwSignal::new(Lookup::Loading);
        let explorer = Explorer { analysis, is_open, position, lookup, known: StoredValue::default() };
        Effect::new(move |_| {
            if let Some(position) = position.get() {
                explorer.look_up(position);
            }
        });
        explorer
    }

    /// Whether the explorer has games like the displayed one; reactive.
    pub(super) fn has_games(self) -> bool {
        let ply = self.analysis.ply.get();
        self.analysis.replay.with(|replay| !replay.game_at(ply).has_modes())
    }

    /// Asks again after a failure.
    pub(super) fn retry(self) {
        if let Some(position) = self.position.get_untracked() {
            self.look_up(position);
        }
    }

    fn look_up(self, position: String) {
        if let Some(found) = self.known.with_value(|known| known.get(&position).cloned()) {
            self.lookup.set(Lookup::Found(found));
            return;
        }
        self.lookup.set(Lookup::Loading);
        spawn_local(async move {
            timer::sleep(LOOKUP_DELAY_MS).await;
            if !self.is_displayed(&position) {
                return;
            }
            let (context, kind) = (self.analysis.context, self.analysis.board.grid.kind());
            let language = context.language.get_untracked();
            let encoded = js_sys::encode_uri_component(&position);
            let path = format!("/api/explorer?game={}&position={encoded}", kind.name());
            let answer = fetch::get(&path, language).await;
            let found = answer.and_then(|answer| fetch::parse_json::<ExplorerPosition>(&answer, language));
            if let Ok(found) = &found {
                let _ = self.known.try_update_value(|known| known.insert(position.clone(), found.clone()));
            }
            if self.is_displayed(&position) {
                self.lookup.set(match found {
                    Ok(found) => Lookup::Found(found),
                    Err(error) => Lookup::Failed(fetch::error_text(&error, language)),
                });
            }
        });
    }

    /// Whether a position is still the displayed one. The page may have been left meanwhile.
    fn is_displayed(self, position: &str) -> bool {
        self.position.try_get_untracked().flatten().as_deref() == Some(position)
    }
}
