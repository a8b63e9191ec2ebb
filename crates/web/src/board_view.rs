use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::liuzichong_timeline;
use yipan_client::{
    AnimationKind, AnimationStep, BoardSprites, BoardUpdate, DiceDisplay, Grid, LocalizedText, MoveMarks,
    MoveOption, Settings, Sound, dice_pause_ms, effect_notices, step_ms, timeline, vibration_ms,
};
use yipan_core::{Cause, Cell, Mark, Side};
use yipan_wire::{Effect, View};

use crate::browser::{haptics, sound, timer};
use crate::context::use_app_context;

/// The state of a board on the screen. Updates are queued and animated one after the other.
#[derive(Clone, Copy)]
pub(crate) struct BoardView {
    pub(crate) grid: Grid,
    /// The displayed position; it changes when the animation that leads to it has ended.
    pub(crate) view: RwSignal<View>,
    pub(crate) sprites: RwSignal<BoardSprites>,
    /// The cells that explain why the last move was illegal.
    pub(crate) explaining_cells: RwSignal<Vec<Cell>>,
    /// The marks of the last move, or of the last turn with dice.
    pub(crate) last_move: RwSignal<MoveMarks>,
    /// The displayed dice; during an animation they are ahead of the view.
    pub(crate) dice: RwSignal<Option<DiceDisplay>>,
    /// The index of the die that the player has chosen.
    pub(crate) chosen_die: RwSignal<Option<usize>>,
    /// The index of the die under the pointer or with the focus.
    pub(crate) pointed_die: RwSignal<Option<usize>>,
    /// The side addressed as “you” in notices.
    pub(crate) own_side: RwSignal<Option<Side>>,
    /// The notices about mines and portals in the last moves, with the side that moved.
    pub(crate) notices: RwSignal<Vec<(Option<Side>, LocalizedText)>>,
    /// The current step of the animation and its duration in milliseconds.
    pub(crate) step: RwSignal<Option<(AnimationKind, u32)>>,
    /// The cells that explode at the moment.
    pub(crate) explosions: RwSignal<Vec<Cell>>,
    /// The cell of the selected piece.
    pub(crate) selected: RwSignal<Option<Cell>>,
    /// The origin and destination of a move that waits for confirmation. Its piece is shown on the destination.
    pub(crate) proposal: RwSignal<Option<(Cell, Cell)>>,
    /// The side that was checkmated, once the game is over.
    pub(crate) mated_side: RwSignal<Option<Side>>,
    /// Whether the user browses earlier moves. New moves then play their sound but are not displayed.
    pub(crate) frozen: RwSignal<bool>,
    pub(crate) is_animating: RwSignal<bool>,
    /// Whether the animation runs backwards.
    pub(crate) is_rewinding: RwSignal<bool>,
    /// Whether animations use the timing of liuzichong.
    liuzichong_timing: bool,
    /// The sprites without the proposed move.
    sprites_before_proposal: StoredValue<Option<BoardSprites>>,
    queue: StoredValue<Vec<QueuedUpdate>>,
    /// Counts the calls of `set_now`, so that an older animation can stop.
    generation: StoredValue<u32>,
    settings: RwSignal<Settings>,
}

enum QueuedUpdate {
    Step(BoardUpdate),
    /// Moves that are taken back, with the position and the last move after them.
    Rewind(Vec<AnimationStep>, View, MoveMarks),
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
            dice: RwSignal::new(DiceDisplay::from_view(&view)),
            view: RwSignal::new(view),
            last_move: RwSignal::new(MoveMarks::default()),
            explaining_cells: RwSignal::new(Vec::new()),
            chosen_die: RwSignal::new(None),
            pointed_die: RwSignal::new(None),
            own_side: RwSignal::new(None),
            notices: RwSignal::new(Vec::new()),
            step: RwSignal::new(None),
            explosions: RwSignal::new(Vec::new()),
            selected: RwSignal::new(None),
            proposal: RwSignal::new(None),
            mated_side: RwSignal::new(None),
            frozen: RwSignal::new(false),
            is_animating: RwSignal::new(false),
            is_rewinding: RwSignal::new(false),
            liuzichong_timing: false,
            sprites_before_proposal: StoredValue::new(None),
            queue: StoredValue::new(Vec::new()),
            generation: StoredValue::new(0),
            settings: use_app_context().settings,
        }
    }

    /// Shows the piece of a proposed move on its destination. Does nothing for an action that is not a move.
    pub(crate) fn show_proposal(self, action: &str) {
        self.hide_proposal();
        let Some(MoveOption { from, to, promotion, .. }) = MoveOption::parse(self.grid, action) else {
            return;
        };
        self.sprites_before_proposal.set_value(Some(self.sprites.get_untracked()));
        let (origin, destination) = (self.grid.name(from), self.grid.name(to));
        self.sprites.update(|sprites| {
            sprites.finish_transitions();
            sprites.apply_effect(&Effect::Vanish { at: destination.clone(), cause: Cause::Capture });
            sprites.apply_effect(&Effect::Slide {
                from: origin,
                to: destination.clone(),
                cause: Cause::Move,
            });
            if let (Some(piece), Some(letter)) = (sprites.piece_at(to), promotion) {
                let piece_letter = letter.to_ascii_uppercase();
                sprites.apply_effect(&Effect::Become {
                    at: destination,
                    side: piece.side,
                    piece: piece_letter,
                    cause: Cause::Promotion,
                });
            }
        });
        self.proposal.set(Some((from, to)));
    }

    /// Puts the piece of a proposed move back.
    pub(crate) fn hide_proposal(self) {
        if let Some(sprites) = self.sprites_before_proposal.try_update_value(Option::take).flatten() {
            self.sprites.set(sprites);
            self.proposal.set(None);
        }
    }

    /// Displays a position without animation and drops queued updates.
    pub(crate) fn set_now(self, view: View, last: impl Into<MoveMarks>) {
        self.hide_proposal();
        self.queue.update_value(Vec::clear);
        self.generation.update_value(|generation| *generation += 1);
        self.sprites.update(|sprites| sprites.jump_to(&view));
        self.set_last_move(last);
        self.notices.set(Vec::new());
        self.set_view(view);
    }

    /// Marks the last move.
    pub(crate) fn set_last_move(self, last: impl Into<MoveMarks>) {
        self.last_move.set(last.into());
    }

    /// Drops the moves with another die if the player has chosen a die that allows some of them.
    pub(crate) fn narrow_to_chosen_die(self, options: &mut Vec<MoveOption>) {
        let Some(index) = self.chosen_die.get_untracked() else { return };
        let is_wild = self.view.with_untracked(|view| {
            let die = view.dice.as_ref().and_then(|dice| dice.dice.get(index));
            die.is_some_and(|die| die.face.face == '*')
        });
        if options.iter().any(|option| option.uses_wild_die == is_wild) {
            options.retain(|option| option.uses_wild_die == is_wild);
        }
    }

    fn set_view(self, view: View) {
        self.step.set(None);
        self.dice.set(DiceDisplay::from_view(&view));
        self.chosen_die.set(None);
        self.pointed_die.set(None);
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
            self.play_one_sound(&update, &self.settings.get_untracked());
            return;
        }
        self.enqueue(QueuedUpdate::Step(update));
    }

    /// Queues the animation of moves that are taken back, and the position after them.
    pub(crate) fn enqueue_rewind(self, steps: Vec<AnimationStep>, view: View, last: impl Into<MoveMarks>) {
        self.enqueue(QueuedUpdate::Rewind(steps, view, last.into()));
    }

    fn enqueue(self, update: QueuedUpdate) {
        self.hide_proposal();
        self.queue.update_value(|queue| queue.push(update));
        if !self.is_animating.get_untracked() {
            self.is_animating.set(true);
            spawn_local(async move {
                let mut follows_move = false;
                while let Some(update) = self.next_update() {
                    match update {
                        QueuedUpdate::Step(update) => {
                            if follows_move {
                                self.pause_between_dice_moves().await;
                            }
                            follows_move = update.effects.iter().any(is_move);
                            self.animate(update).await;
                        }
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

    /// Waits between two moves of a turn with dice, so that each can be followed.
    async fn pause_between_dice_moves(self) {
        let has_dice = self.view.try_with_untracked(|view| view.dice.is_some()) == Some(true);
        if let Some(settings) = self.settings.try_get_untracked().filter(|_| has_dice) {
            timer::sleep(dice_pause_ms(settings.animation_ms)).await;
        }
    }

    async fn animate_rewind(self, steps: Vec<AnimationStep>, view: View, last: MoveMarks) {
        let (generation, _) = (self.generation.try_get_value(), self.is_rewinding.try_set(true));
        let is_shown = self.play_steps(&steps, generation, |_| {}).await;
        if self.is_rewinding.try_set(false).is_none() && is_shown {
            self.set_now(view, last);
        }
    }

    /// Animates the steps. `before_step` is called when a step begins. Returns whether all of them were shown.
    async fn play_steps(
        self,
        steps: &[AnimationStep],
        generation: Option<u32>,
        before_step: impl Fn(AnimationKind),
    ) -> bool {
        for step in steps {
            let Some(settings) = self.settings.try_get_untracked() else { return false };
            let millis = if self.liuzichong_timing {
                (f64::from(animation_ms(&settings)) * step.relative_duration) as u32
            } else {
                step_ms(step.kind, step.relative_duration, settings.animation_ms, prefers_reduced_motion())
            };
            // Without animations all steps happen at once, and one sound is enough.
            if let Some(step_sound) =
                step.sound.filter(|_| self.liuzichong_timing || settings.animation_ms > 0)
            {
                self.play_sound(step_sound, &settings);
            }
            if !self.liuzichong_timing && self.step.try_set(Some((step.kind, millis))).is_some() {
                return false;
            }
            before_step(step.kind);
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
        let Some(before) = self.view.try_get_untracked() else { return };
        let generation = self.generation.try_get_value();
        if let Some(millis) = vibration_ms(&before, &update) {
            haptics::vibrate(millis, &settings);
        }
        let steps = self.steps_of(&update);
        if !self.liuzichong_timing && settings.animation_ms == 0 {
            self.play_one_sound(&update, &settings);
        }
        let marks = MoveMarks::from_effects(self.grid, before.turn, &update.effects);
        if self.last_move.try_update(|last| last.add_step(marks, before.dice.is_some())).is_none() {
            return;
        }
        self.update_notices(before.turn, &update.effects);
        self.chosen_die.set(None);
        self.pointed_die.set(None);
        let show_dice = |kind: AnimationKind| {
            let (grid, after, effects) = (self.grid, &update.view, &update.effects);
            let shown = match kind {
                AnimationKind::Move => DiceDisplay::during_move(grid, &before, after, effects),
                AnimationKind::DiceUsed => DiceDisplay::after_turn(grid, &before, after, effects),
                AnimationKind::DiceRoll => DiceDisplay::rolling(after),
                _ => return,
            };
            let _ = self.dice.try_set(shown);
        };
        if !self.play_steps(&steps, generation, show_dice).await {
            return;
        }
        self.play_final_sound(&steps, &update.view, &settings);
        if self.sprites.try_update(|sprites| sprites.sync(&update.view)).is_some() {
            self.set_view(update.view);
        }
    }

    /// Replaces the notices of a side by those of its new move. Those of the other side stay, so that they can be read.
    fn update_notices(self, side: Option<Side>, effects: &[Effect]) {
        if !effects.iter().any(is_move) {
            return;
        }
        let own_side = self.own_side.get_untracked();
        let new = self.sprites.with_untracked(|sprites| effect_notices(sprites, own_side, effects));
        self.notices.update(|notices| {
            notices.retain(|(other, _)| *other != side);
            notices.extend(new.into_iter().map(|notice| (side, notice)));
        });
    }

    fn steps_of(self, update: &BoardUpdate) -> Vec<AnimationStep> {
        if self.liuzichong_timing { liuzichong_timeline(&update.effects) } else { timeline(&update.effects) }
    }

    /// Plays a sound in the pitch of the side to move.
    fn play_sound(self, sound: Sound, settings: &Settings) {
        let mover = self.view.try_with_untracked(|view| view.turn).flatten();
        sound::play_for_side(sound, mover, settings);
    }

    /// Returns the sound of a check or of the end of the game.
    fn final_sound(self, view: &View) -> Option<Sound> {
        // The end of the game has one sound, even if several updates report it.
        let is_over =
            view.turn.is_none() && self.view.try_with_untracked(|view| view.turn.is_some()) == Some(true);
        view.check.then_some(Sound::Check).max(is_over.then_some(Sound::End))
    }

    /// Plays the sound of a check or of the end after the steps; without animations it has been played already.
    fn play_final_sound(self, steps: &[AnimationStep], view: &View, settings: &Settings) {
        let loudest = steps.iter().filter_map(|step| step.sound).max();
        let is_due = self.liuzichong_timing || settings.animation_ms > 0;
        // An interruption includes the check that caused it.
        if let Some(last) = self.final_sound(view).filter(|last| is_due && Some(*last) > loudest) {
            self.play_sound(last, settings);
        }
    }

    /// Plays the most important sound of an update.
    fn play_one_sound(self, update: &BoardUpdate, settings: &Settings) {
        let steps = self.steps_of(update);
        let loudest = steps.iter().filter_map(|step| step.sound).max().max(self.final_sound(&update.view));
        if let Some(loudest) = loudest {
            self.play_sound(loudest, settings);
        }
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
            // The duration counts from when the step is drawn, which takes a moment on a slow device.
            timer::sleep(0).await;
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

/// Whether an effect is a move of a player.
const fn is_move(effect: &Effect) -> bool {
    matches!(effect, Effect::Slide { .. } | Effect::Swap { .. })
}

fn explosion_cell(grid: Grid, effect: &Effect) -> Option<Cell> {
    match effect {
        Effect::Vanish { at, cause: Cause::Mine } => grid.cell(at),
        Effect::Mark { at, mark: Mark::Crater } => grid.cell(at),
        _ => None,
    }
}
