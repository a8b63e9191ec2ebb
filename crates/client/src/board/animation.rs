//! The animation of a move: its effects grouped into steps, each with a duration and a sound.

use yipan_core::Cause;
use yipan_wire::Effect;

/// Effects that are shown together.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationStep {
    /// The effects, in the order they happened.
    pub effects: Vec<Effect>,
    /// The most important sound of the effects.
    pub sound: Option<Sound>,
    /// The duration relative to that of a plain move.
    pub relative_duration: f64,
}

/// The sounds, in order of importance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sound {
    /// A piece moves.
    Move,
    /// Dice are rolled.
    Dice,
    /// A king castles.
    Castle,
    /// A portal moves a piece.
    Portal,
    /// A piece is captured.
    Capture,
    /// A clock runs low.
    LowTime,
    /// A king is in check.
    Check,
    /// A mine explodes.
    Mine,
    /// The game ends.
    End,
}

/// The effects that share a step: a capture and its move, king and rook, all falling pieces, all dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepGroup {
    Move,
    Portal,
    Mine,
    Gravity,
    Dice,
    Visibility,
}

/// Groups effects into animation steps.
#[must_use]
pub fn timeline(effects: &[Effect]) -> Vec<AnimationStep> {
    let mut steps: Vec<(StepGroup, AnimationStep)> = Vec::new();
    for effect in effects {
        let (group, sound) = classify(effect);
        // Visibility changes are shown together with the effect that caused them.
        let is_same_step =
            steps.last().is_some_and(|(last, _)| *last == group || group == StepGroup::Visibility);
        if !is_same_step {
            let length = match group {
                StepGroup::Visibility => 0.0,
                StepGroup::Mine => 2.0,
                StepGroup::Move | StepGroup::Portal | StepGroup::Gravity | StepGroup::Dice => 1.0,
            };
            steps
                .push((group, AnimationStep { effects: Vec::new(), sound: None, relative_duration: length }));
        }
        if let Some((_, step)) = steps.last_mut() {
            step.effects.push(effect.clone());
            step.sound = step.sound.max(sound);
        }
    }
    steps.into_iter().map(|(_, step)| step).collect()
}

fn classify(effect: &Effect) -> (StepGroup, Option<Sound>) {
    let cause = match effect {
        Effect::Slide { cause, .. }
        | Effect::Swap { cause, .. }
        | Effect::Vanish { cause, .. }
        | Effect::Become { cause, .. } => cause,
        Effect::Rolled { .. } => return (StepGroup::Dice, Some(Sound::Dice)),
        Effect::Appear { .. } | Effect::Hide { .. } | Effect::Mark { .. } | Effect::Unmark { .. } => {
            return (StepGroup::Visibility, None);
        }
        Effect::TurnChanged { .. } => return (StepGroup::Visibility, None),
    };
    match cause {
        Cause::Portal => (StepGroup::Portal, Some(Sound::Portal)),
        Cause::Mine => (StepGroup::Mine, Some(Sound::Mine)),
        Cause::Gravity => (StepGroup::Gravity, None),
        Cause::Castling => (StepGroup::Move, Some(Sound::Castle)),
        Cause::Capture | Cause::EnPassant => (StepGroup::Move, Some(Sound::Capture)),
        Cause::Move | Cause::Promotion => (StepGroup::Move, Some(Sound::Move)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yipan_core::{Side, TurnChange};

    fn slide(from: &str, to: &str, cause: Cause) -> Effect {
        Effect::Slide { from: from.into(), to: to.into(), cause }
    }

    #[test]
    fn a_capture_is_one_step_and_falling_pieces_are_another() {
        let effects = [
            Effect::Vanish { at: "d5".into(), cause: Cause::Capture },
            slide("e4", "d5", Cause::Move),
            slide("d5", "h5", Cause::Gravity),
            slide("a1", "h1", Cause::Gravity),
        ];
        let steps = timeline(&effects);
        assert_eq!(steps.len(), 2);
        assert_eq!((steps[0].sound, steps[0].effects.len()), (Some(Sound::Capture), 2));
        assert_eq!((steps[1].sound, steps[1].effects.len()), (None, 2));
    }

    #[test]
    fn king_and_rook_move_together_and_a_mine_takes_longer() {
        let steps = timeline(&[slide("e1", "g1", Cause::Castling), slide("h1", "f1", Cause::Castling)]);
        assert_eq!((steps.len(), steps[0].sound), (1, Some(Sound::Castle)));
        let steps = timeline(&[
            slide("e4", "e5", Cause::Move),
            Effect::Vanish { at: "e5".into(), cause: Cause::Mine },
        ]);
        assert_eq!((steps.len(), steps[1].sound, steps[1].relative_duration), (2, Some(Sound::Mine), 2.0));
    }

    #[test]
    fn no_effect_is_lost_or_reordered() {
        let effects = [
            slide("e4", "e5", Cause::Move),
            Effect::Appear { at: "d6".into(), side: Side::Second, piece: 'P' },
            slide("e5", "a3", Cause::Portal),
            Effect::TurnChanged { side: Side::First, reason: TurnChange::Turn },
        ];
        let flattened: Vec<Effect> = timeline(&effects).into_iter().flat_map(|step| step.effects).collect();
        assert_eq!(flattened, effects);
    }
}
