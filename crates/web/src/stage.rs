use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::{Grid, Settings, Shown, Sound, Troupe, score};
use yipan_rules::Cell;
use yipan_wire::{Effect, View};

use crate::page::page;
use crate::{sound, timer};

/// What is on the board and how it comes to be there: steps are shown one after the other, each in its beats.
#[derive(Clone, Copy)]
pub(crate) struct Stage {
    pub(crate) grid: Grid,
    /// How the game stands; told when everything before it has been shown.
    pub(crate) view: RwSignal<View>,
    pub(crate) troupe: RwSignal<Troupe>,
    /// Where the last move began and ended.
    pub(crate) last: RwSignal<Vec<Cell>>,
    /// Where something is going off right now.
    pub(crate) blast: RwSignal<Vec<Cell>>,
    /// Whether something is being shown.
    pub(crate) busy: RwSignal<bool>,
    queue: StoredValue<Vec<Shown>>,
    /// How often the board was set up anew: what was being shown before that is not shown to its end.
    jumps: StoredValue<u32>,
    settings: RwSignal<Settings>,
}

impl Stage {
    /// A board that shows this.
    pub(crate) fn new(grid: Grid, view: View) -> Stage {
        Stage {
            grid,
            troupe: RwSignal::new(Troupe::new(grid, &view)),
            view: RwSignal::new(view),
            last: RwSignal::new(Vec::new()),
            blast: RwSignal::new(Vec::new()),
            busy: RwSignal::new(false),
            queue: StoredValue::new(Vec::new()),
            jumps: StoredValue::new(0),
            settings: page().settings,
        }
    }

    /// Shows something at once, without a move.
    pub(crate) fn jump(self, view: View, last: Vec<Cell>) {
        self.queue.update_value(Vec::clear);
        self.jumps.update_value(|jumps| *jumps += 1);
        self.troupe.update(|troupe| troupe.settle(&view));
        self.last.set(last);
        self.view.set(view);
    }

    /// Shows a step after those that are still being shown.
    pub(crate) fn show(self, shown: Shown) {
        self.queue.update_value(|queue| queue.push(shown));
        if !self.busy.get_untracked() {
            self.busy.set(true);
            spawn_local(async move {
                while let Some(shown) = self.take() {
                    self.perform(shown).await;
                }
                // The board may be gone by now.
                let _ = self.busy.try_set(false);
            });
        }
    }

    fn take(self) -> Option<Shown> {
        self.queue.try_update_value(|queue| (!queue.is_empty()).then(|| queue.remove(0)))?
    }

    async fn perform(self, shown: Shown) {
        let Some(settings) = self.settings.try_get_untracked() else { return };
        let pace = pace(&settings);
        let beats = score(&shown.effects);
        let jumps = self.jumps.try_get_value();
        // The end is heard once, however often it is told.
        let is_over = shown.view.turn.is_none()
            && self.view.try_with_untracked(|view| view.turn.is_some()) == Some(true);
        let mut heard = beats.iter().filter_map(|beat| beat.sound).max();
        heard = heard.max(shown.view.check.then_some(Sound::Check)).max(is_over.then_some(Sound::End));
        if let Some(heard) = heard {
            sound::play(heard, &settings);
        }
        let touched = touched(self.grid, &shown.effects);
        if !touched.is_empty() && self.last.try_set(touched).is_some() {
            return;
        }
        for beat in beats {
            let millis = (f64::from(pace) * beat.length) as u32;
            if !self.beat(&beat.effects, millis).await || self.jumps.try_get_value() != jumps {
                return;
            }
        }
        if self.troupe.try_update(|troupe| troupe.settle(&shown.view)).is_some() {
            self.view.set(shown.view);
        }
    }

    /// Shows what happens at once and waits so long; whether the board is still there then.
    pub(crate) async fn beat(self, effects: &[Effect], millis: u32) -> bool {
        let blasts: Vec<Cell> = effects.iter().filter_map(|effect| blast(self.grid, effect)).collect();
        let done = self.troupe.try_update(|troupe| {
            troupe.clear();
            effects.iter().for_each(|effect| troupe.play(effect));
        });
        if done.is_none() {
            return false;
        }
        self.blast.set(blasts);
        if millis > 0 {
            timer::sleep(millis).await;
        }
        self.blast.try_set(Vec::new()).is_none()
    }
}

/// Milliseconds for a plain move as the person likes it: none for one who wants no motion.
pub(crate) fn pace(settings: &Settings) -> u32 {
    if reduced() { 0 } else { settings.pace }
}

/// Whether the person wants no motion.
fn reduced() -> bool {
    let asked = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    asked.is_some_and(|asked| asked.matches())
}

fn touched(grid: Grid, effects: &[Effect]) -> Vec<Cell> {
    let moved = effects.iter().filter_map(|effect| match effect {
        Effect::Slide { from, to, cause } if cause != "gravity" => Some([from, to]),
        Effect::Swap { a, b, .. } => Some([a, b]),
        _ => None,
    });
    moved.flatten().filter_map(|name| grid.cell(name)).collect()
}

fn blast(grid: Grid, effect: &Effect) -> Option<Cell> {
    match effect {
        Effect::Vanish { at, cause } if cause == "mine" => grid.cell(at),
        Effect::Mark { at, mark } if mark.mark == "crater" => grid.cell(at),
        _ => None,
    }
}
