use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::liuzichong_timeline;
use yipan_client::{AnimationStep, BoardSprites, BoardUpdate, Grid, Settings, Sound, timeline};
use yipan_core::{Cause, Cell, Mark};
use yipan_wire::{Effect, View};

use crate::context::use_app_context;
use crate::{sound, timer};

/// What is on the board and how it comes to be there: steps are shown one after the other, each in its beats.
#[derive(Clone, Copy)]
pub(crate) struct BoardView {
    pub(crate) grid: Grid,
    /// How the game stands; told when everything before it has been shown.
    pub(crate) view: RwSignal<View>,
    pub(crate) sprites: RwSignal<BoardSprites>,
    /// Where the last move began and ended.
    pub(crate) last_move: RwSignal<Vec<Cell>>,
    /// Where something is going off right now.
    pub(crate) explosions: RwSignal<Vec<Cell>>,
    /// Where the man stands that a person has picked up.
    pub(crate) selected: RwSignal<Option<Cell>>,
    /// Whether the person looks at the past: what happens is heard then, and seen on the way back.
    pub(crate) frozen: RwSignal<bool>,
    /// Whether something is being shown.
    pub(crate) is_animating: RwSignal<bool>,
    /// Whether what is being shown goes backwards.
    pub(crate) is_rewinding: RwSignal<bool>,
    /// Whether moves take the times of the flow of liuzichong.
    liuzichong_timing: bool,
    queue: StoredValue<Vec<QueuedUpdate>>,
    /// How often the board was set up anew: what was being shown before that is not shown to its end.
    generation: StoredValue<u32>,
    settings: RwSignal<Settings>,
}

/// What is still to be shown.
enum QueuedUpdate {
    /// A step.
    Step(BoardUpdate),
    /// Moves that are taken back, and how it stands then.
    Rewind(Vec<AnimationStep>, View, Vec<Cell>),
}

impl BoardView {
    /// A board of liuzichong, on which moves take their own times: a man glides, and those it takes blink and fade.
    pub(crate) fn new_liuzichong(grid: Grid, view: View) -> BoardView {
        BoardView { liuzichong_timing: true, ..BoardView::new(grid, view) }
    }

    /// A board that shows this.
    pub(crate) fn new(grid: Grid, view: View) -> BoardView {
        BoardView {
            grid,
            sprites: RwSignal::new(BoardSprites::new(grid, &view)),
            view: RwSignal::new(view),
            last_move: RwSignal::new(Vec::new()),
            explosions: RwSignal::new(Vec::new()),
            selected: RwSignal::new(None),
            frozen: RwSignal::new(false),
            is_animating: RwSignal::new(false),
            is_rewinding: RwSignal::new(false),
            liuzichong_timing: false,
            queue: StoredValue::new(Vec::new()),
            generation: StoredValue::new(0),
            settings: use_app_context().settings,
        }
    }

    /// Shows something at once, without a move.
    pub(crate) fn set_now(self, view: View, last: Vec<Cell>) {
        self.queue.update_value(Vec::clear);
        self.generation.update_value(|jumps| *jumps += 1);
        self.sprites.update(|troupe| troupe.sync(&view));
        self.last_move.set(last);
        self.view.set(view);
    }

    /// The person is back in the game, and whether that is news.
    pub(crate) fn unfreeze(self) -> bool {
        let was_frozen = self.frozen.get_untracked();
        if was_frozen {
            self.frozen.set(false);
        }
        was_frozen
    }

    /// Shows a step after those that are still being shown.
    pub(crate) fn enqueue_step(self, shown: BoardUpdate) {
        if self.frozen.get_untracked() {
            self.play_sound(&shown, &self.settings.get_untracked());
            return;
        }
        self.enqueue(QueuedUpdate::Step(shown));
    }

    /// Shows moves that are taken back, after what is still being shown, and then how it stands.
    pub(crate) fn enqueue_rewind(self, beats: Vec<AnimationStep>, view: View, last: Vec<Cell>) {
        self.enqueue(QueuedUpdate::Rewind(beats, view, last));
    }

    fn enqueue(self, cue: QueuedUpdate) {
        self.queue.update_value(|queue| queue.push(cue));
        if !self.is_animating.get_untracked() {
            self.is_animating.set(true);
            spawn_local(async move {
                while let Some(update) = self.next_update() {
                    match update {
                        QueuedUpdate::Step(shown) => self.animate(shown).await,
                        QueuedUpdate::Rewind(beats, view, last) => {
                            self.animate_rewind(beats, view, last).await;
                        }
                    }
                }
                // The board may be gone by now.
                let _ = self.is_animating.try_set(false);
            });
        }
    }

    async fn animate_rewind(self, beats: Vec<AnimationStep>, view: View, last: Vec<Cell>) {
        let (jumps, _) = (self.generation.try_get_value(), self.is_rewinding.try_set(true));
        let is_shown = self.play_steps(&beats, jumps).await;
        if self.is_rewinding.try_set(false).is_none() && is_shown {
            self.set_now(view, last);
        }
    }

    /// Shows beats one after the other; whether it came to their end.
    async fn play_steps(self, beats: &[AnimationStep], jumps: Option<u32>) -> bool {
        for beat in beats {
            let Some(settings) = self.settings.try_get_untracked() else { return false };
            if let Some(step_sound) = beat.sound.filter(|_| self.liuzichong_timing) {
                sound::play(step_sound, &settings);
            }
            let millis = (f64::from(animation_ms(&settings)) * beat.relative_duration) as u32;
            if !self.apply_effects(&beat.effects, millis).await || self.generation.try_get_value() != jumps {
                return false;
            }
        }
        true
    }

    fn next_update(self) -> Option<QueuedUpdate> {
        self.queue.try_update_value(|queue| (!queue.is_empty()).then(|| queue.remove(0)))?
    }

    async fn animate(self, shown: BoardUpdate) {
        let Some(settings) = self.settings.try_get_untracked() else { return };
        let jumps = self.generation.try_get_value();
        let beats = self.play_sound(&shown, &settings);
        let touched = moved_cells(self.grid, &shown.effects);
        if !touched.is_empty() && self.last_move.try_set(touched).is_some() {
            return;
        }
        if !self.play_steps(&beats, jumps).await {
            return;
        }
        if self.sprites.try_update(|troupe| troupe.sync(&shown.view)).is_some() {
            self.view.set(shown.view);
        }
    }

    /// Lets a step be heard, and tells its beats.
    fn play_sound(self, shown: &BoardUpdate, settings: &Settings) -> Vec<AnimationStep> {
        let beats = if self.liuzichong_timing {
            liuzichong_timeline(&shown.effects)
        } else {
            timeline(&shown.effects)
        };
        // The end is heard once, however often it is told.
        let is_over = shown.view.turn.is_none()
            && self.view.try_with_untracked(|view| view.turn.is_some()) == Some(true);
        // By the flow each beat is heard in its time.
        let mut sound_to_play =
            beats.iter().filter(|_| !self.liuzichong_timing).filter_map(|beat| beat.sound).max();
        sound_to_play =
            sound_to_play.max(shown.view.check.then_some(Sound::Check)).max(is_over.then_some(Sound::End));
        if let Some(heard) = sound_to_play {
            sound::play(heard, settings);
        }
        beats
    }

    /// Shows what happens at once and waits so long; whether the board is still there then.
    pub(crate) async fn apply_effects(self, effects: &[Effect], millis: u32) -> bool {
        let explosions: Vec<Cell> =
            effects.iter().filter_map(|effect| explosion_cell(self.grid, effect)).collect();
        let done = self.sprites.try_update(|troupe| {
            troupe.finish_transitions();
            effects.iter().for_each(|effect| troupe.apply_effect(effect));
        });
        if done.is_none() {
            return false;
        }
        self.explosions.set(explosions);
        if millis > 0 {
            timer::sleep(millis).await;
        }
        self.explosions.try_set(Vec::new()).is_none()
    }
}

/// Milliseconds for a plain move as the person likes it: none for one who wants no motion.
pub(crate) fn animation_ms(settings: &Settings) -> u32 {
    if prefers_reduced_motion() { 0 } else { settings.animation_ms }
}

/// Whether the person wants no motion.
fn prefers_reduced_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    query.is_some_and(|asked| asked.matches())
}

fn moved_cells(grid: Grid, effects: &[Effect]) -> Vec<Cell> {
    let moved = effects.iter().filter_map(|effect| match effect {
        Effect::Slide { from, to, cause } if *cause != Cause::Gravity => Some([from, to]),
        Effect::Swap { a, b, .. } => Some([a, b]),
        _ => None,
    });
    moved.flatten().filter_map(|name| grid.cell(name)).collect()
}

fn explosion_cell(grid: Grid, effect: &Effect) -> Option<Cell> {
    match effect {
        Effect::Vanish { at, cause: Cause::Mine } => grid.cell(at),
        Effect::Mark { at, mark: Mark::Crater } => grid.cell(at),
        _ => None,
    }
}
