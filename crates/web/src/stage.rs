use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::online::flow_score;
use yipan_board::{Beat, Grid, Settings, Shown, Sound, Troupe, score};
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
    /// Where the man stands that a person has picked up.
    pub(crate) picked: RwSignal<Option<Cell>>,
    /// Whether the person looks at the past: what happens is heard then, and seen on the way back.
    pub(crate) held: RwSignal<bool>,
    /// Whether something is being shown.
    pub(crate) busy: RwSignal<bool>,
    /// Whether what is being shown goes backwards.
    pub(crate) rewinding: RwSignal<bool>,
    /// Whether moves take the times of the flow of liuzichong.
    by_flow: bool,
    queue: StoredValue<Vec<Cue>>,
    /// How often the board was set up anew: what was being shown before that is not shown to its end.
    jumps: StoredValue<u32>,
    settings: RwSignal<Settings>,
}

/// What is still to be shown.
enum Cue {
    /// A step.
    Step(Shown),
    /// Moves that are taken back, and how it stands then.
    Rewind(Vec<Beat>, View, Vec<Cell>),
}

impl Stage {
    /// A board of liuzichong, on which moves take their own times: a man glides, and those it takes blink and fade.
    pub(crate) fn by_flow(grid: Grid, view: View) -> Stage {
        Stage { by_flow: true, ..Stage::new(grid, view) }
    }

    /// A board that shows this.
    pub(crate) fn new(grid: Grid, view: View) -> Stage {
        Stage {
            grid,
            troupe: RwSignal::new(Troupe::new(grid, &view)),
            view: RwSignal::new(view),
            last: RwSignal::new(Vec::new()),
            blast: RwSignal::new(Vec::new()),
            picked: RwSignal::new(None),
            held: RwSignal::new(false),
            busy: RwSignal::new(false),
            rewinding: RwSignal::new(false),
            by_flow: false,
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

    /// The person is back in the game, and whether that is news.
    pub(crate) fn release(self) -> bool {
        let was_held = self.held.get_untracked();
        if was_held {
            self.held.set(false);
        }
        was_held
    }

    /// Shows a step after those that are still being shown.
    pub(crate) fn show(self, shown: Shown) {
        if self.held.get_untracked() {
            self.hear(&shown, &self.settings.get_untracked());
            return;
        }
        self.cue(Cue::Step(shown));
    }

    /// Shows moves that are taken back, after what is still being shown, and then how it stands.
    pub(crate) fn rewind(self, beats: Vec<Beat>, view: View, last: Vec<Cell>) {
        self.cue(Cue::Rewind(beats, view, last));
    }

    fn cue(self, cue: Cue) {
        self.queue.update_value(|queue| queue.push(cue));
        if !self.busy.get_untracked() {
            self.busy.set(true);
            spawn_local(async move {
                while let Some(cue) = self.take() {
                    match cue {
                        Cue::Step(shown) => self.perform(shown).await,
                        Cue::Rewind(beats, view, last) => self.unwind(beats, view, last).await,
                    }
                }
                // The board may be gone by now.
                let _ = self.busy.try_set(false);
            });
        }
    }

    async fn unwind(self, beats: Vec<Beat>, view: View, last: Vec<Cell>) {
        let (jumps, _) = (self.jumps.try_get_value(), self.rewinding.try_set(true));
        let is_shown = self.play(&beats, jumps).await;
        if self.rewinding.try_set(false).is_none() && is_shown {
            self.jump(view, last);
        }
    }

    /// Shows beats one after the other; whether it came to their end.
    async fn play(self, beats: &[Beat], jumps: Option<u32>) -> bool {
        for beat in beats {
            let Some(settings) = self.settings.try_get_untracked() else { return false };
            if let Some(heard) = beat.sound.filter(|_| self.by_flow) {
                sound::play(heard, &settings);
            }
            let millis = (f64::from(pace(&settings)) * beat.length) as u32;
            if !self.beat(&beat.effects, millis).await || self.jumps.try_get_value() != jumps {
                return false;
            }
        }
        true
    }

    fn take(self) -> Option<Cue> {
        self.queue.try_update_value(|queue| (!queue.is_empty()).then(|| queue.remove(0)))?
    }

    async fn perform(self, shown: Shown) {
        let Some(settings) = self.settings.try_get_untracked() else { return };
        let jumps = self.jumps.try_get_value();
        let beats = self.hear(&shown, &settings);
        let touched = touched(self.grid, &shown.effects);
        if !touched.is_empty() && self.last.try_set(touched).is_some() {
            return;
        }
        if !self.play(&beats, jumps).await {
            return;
        }
        if self.troupe.try_update(|troupe| troupe.settle(&shown.view)).is_some() {
            self.view.set(shown.view);
        }
    }

    /// Lets a step be heard, and tells its beats.
    fn hear(self, shown: &Shown, settings: &Settings) -> Vec<Beat> {
        let beats = if self.by_flow { flow_score(&shown.effects) } else { score(&shown.effects) };
        // The end is heard once, however often it is told.
        let is_over = shown.view.turn.is_none()
            && self.view.try_with_untracked(|view| view.turn.is_some()) == Some(true);
        // By the flow each beat is heard in its time.
        let mut heard = beats.iter().filter(|_| !self.by_flow).filter_map(|beat| beat.sound).max();
        heard = heard.max(shown.view.check.then_some(Sound::Check)).max(is_over.then_some(Sound::End));
        if let Some(heard) = heard {
            sound::play(heard, settings);
        }
        beats
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
