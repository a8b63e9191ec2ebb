use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::liuzichong_timeline;
use yipan_client::{AnimationStep, BoardSprites, BoardUpdate, Grid, Settings, Sound, timeline};
use yipan_core::{Cause, Cell, Mark};
use yipan_wire::{Effect, View};

use crate::browser::{sound, timer};
use crate::context::use_app_context;

/// The state of a board on the screen. Updates are queued and animated one after the other.
#[derive(Clone, Copy)]
pub(crate) struct BoardView {
    pub(crate) grid: Grid,
    /// The displayed position; it changes when the animation that leads to it has ended.
    pub(crate) view: RwSignal<View>,
    pub(crate) sprites: RwSignal<BoardSprites>,
    /// The origin and destination of the last move.
    pub(crate) last_move: RwSignal<Vec<Cell>>,
    /// The cells that explode at the moment.
    pub(crate) explosions: RwSignal<Vec<Cell>>,
    /// The cell of the selected piece.
    pub(crate) selected: RwSignal<Option<Cell>>,
    /// Whether the user browses earlier moves. New moves then play their sound but are not displayed.
    pub(crate) frozen: RwSignal<bool>,
    pub(crate) is_animating: RwSignal<bool>,
    /// Whether the animation runs backwards.
    pub(crate) is_rewinding: RwSignal<bool>,
    /// Whether animations use the timing of liuzichong.
    liuzichong_timing: bool,
    queue: StoredValue<Vec<QueuedUpdate>>,
    /// Counts the calls of `set_now`, so that an older animation can stop.
    generation: StoredValue<u32>,
    settings: RwSignal<Settings>,
}

enum QueuedUpdate {
    Step(BoardUpdate),
    /// Moves that are taken back, with the position and the last move after them.
    Rewind(Vec<AnimationStep>, View, Vec<Cell>),
}

impl BoardView {
    /// Creates a board with the timing of liuzichong: pieces glide, captured ones blink and fade.
    pub(crate) fn new_liuzichong(grid: Grid, view: View) -> BoardView {
        BoardView { liuzichong_timing: true, ..BoardView::new(grid, view) }
    }

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

    /// Displays a position without animation and drops queued updates.
    pub(crate) fn set_now(self, view: View, last: Vec<Cell>) {
        self.queue.update_value(Vec::clear);
        self.generation.update_value(|generation| *generation += 1);
        self.sprites.update(|sprites| sprites.sync(&view));
        self.last_move.set(last);
        self.view.set(view);
    }

    /// Ends browsing. Returns whether the board was frozen.
    pub(crate) fn unfreeze(self) -> bool {
        let was_frozen = self.frozen.get_untracked();
        if was_frozen {
            self.frozen.set(false);
        }
        was_frozen
    }

    /// Queues an update.
    pub(crate) fn enqueue_step(self, update: BoardUpdate) {
        if self.frozen.get_untracked() {
            self.play_sound(&update, &self.settings.get_untracked());
            return;
        }
        self.enqueue(QueuedUpdate::Step(update));
    }

    /// Queues the animation of moves that are taken back, and the position after them.
    pub(crate) fn enqueue_rewind(self, steps: Vec<AnimationStep>, view: View, last: Vec<Cell>) {
        self.enqueue(QueuedUpdate::Rewind(steps, view, last));
    }

    fn enqueue(self, update: QueuedUpdate) {
        self.queue.update_value(|queue| queue.push(update));
        if !self.is_animating.get_untracked() {
            self.is_animating.set(true);
            spawn_local(async move {
                while let Some(update) = self.next_update() {
                    match update {
                        QueuedUpdate::Step(update) => self.animate(update).await,
                        QueuedUpdate::Rewind(steps, view, last) => {
                            self.animate_rewind(steps, view, last).await;
                        }
                    }
                }
                // The component may have been unmounted.
                let _ = self.is_animating.try_set(false);
            });
        }
    }

    async fn animate_rewind(self, steps: Vec<AnimationStep>, view: View, last: Vec<Cell>) {
        let (generation, _) = (self.generation.try_get_value(), self.is_rewinding.try_set(true));
        let is_shown = self.play_steps(&steps, generation).await;
        if self.is_rewinding.try_set(false).is_none() && is_shown {
            self.set_now(view, last);
        }
    }

    /// Animates the steps. Returns whether all of them were shown.
    async fn play_steps(self, steps: &[AnimationStep], generation: Option<u32>) -> bool {
        for step in steps {
            let Some(settings) = self.settings.try_get_untracked() else { return false };
            if let Some(step_sound) = step.sound.filter(|_| self.liuzichong_timing) {
                sound::play(step_sound, &settings);
            }
            let millis = (f64::from(animation_ms(&settings)) * step.relative_duration) as u32;
            if !self.apply_effects(&step.effects, millis).await
                || self.generation.try_get_value() != generation
            {
                return false;
            }
        }
        true
    }

    fn next_update(self) -> Option<QueuedUpdate> {
        self.queue.try_update_value(|queue| (!queue.is_empty()).then(|| queue.remove(0)))?
    }

    async fn animate(self, update: BoardUpdate) {
        let Some(settings) = self.settings.try_get_untracked() else { return };
        let generation = self.generation.try_get_value();
        let steps = self.play_sound(&update, &settings);
        let moved_cells = moved_cells(self.grid, &update.effects);
        if !moved_cells.is_empty() && self.last_move.try_set(moved_cells).is_some() {
            return;
        }
        if !self.play_steps(&steps, generation).await {
            return;
        }
        if self.sprites.try_update(|sprites| sprites.sync(&update.view)).is_some() {
            self.view.set(update.view);
        }
    }

    /// Plays the sound of an update and returns its animation.
    fn play_sound(self, update: &BoardUpdate, settings: &Settings) -> Vec<AnimationStep> {
        let steps = if self.liuzichong_timing {
            liuzichong_timeline(&update.effects)
        } else {
            timeline(&update.effects)
        };
        // The end of the game has one sound, even if several updates report it.
        let is_over = update.view.turn.is_none()
            && self.view.try_with_untracked(|view| view.turn.is_some()) == Some(true);
        // With the timing of liuzichong each step plays its own sound.
        let mut sound_to_play =
            steps.iter().filter(|_| !self.liuzichong_timing).filter_map(|step| step.sound).max();
        sound_to_play =
            sound_to_play.max(update.view.check.then_some(Sound::Check)).max(is_over.then_some(Sound::End));
        if let Some(sound_to_play) = sound_to_play {
            sound::play(sound_to_play, settings);
        }
        steps
    }

    /// Applies effects and waits for their animation. Returns whether the board still exists.
    pub(crate) async fn apply_effects(self, effects: &[Effect], millis: u32) -> bool {
        let explosions: Vec<Cell> =
            effects.iter().filter_map(|effect| explosion_cell(self.grid, effect)).collect();
        let done = self.sprites.try_update(|sprites| {
            sprites.finish_transitions();
            effects.iter().for_each(|effect| sprites.apply_effect(effect));
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

/// Returns the duration of a move in milliseconds, or 0 with reduced motion.
pub(crate) fn animation_ms(settings: &Settings) -> u32 {
    if prefers_reduced_motion() { 0 } else { settings.animation_ms }
}

fn prefers_reduced_motion() -> bool {
    let query = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    query.is_some_and(|query| query.matches())
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
