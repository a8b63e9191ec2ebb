//! The animation of a move: its effects grouped into steps, each with a duration and a sound.

use yipan_core::{Cause, Mark, TurnChange};
use yipan_wire::Effect;

use crate::board::animation_kind::AnimationKind;

/// Effects that are shown together.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationStep {
    /// The kind of the effects.
    pub kind: AnimationKind,
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
    /// Pieces fall.
    Fall,
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
    /// A check interrupts a turn with dice.
    Interruption,
    /// A mine explodes.
    Mine,
    /// The game ends.
    End,
}

/// Groups effects into animation steps: a capture and its move, king and rook, all falling pieces, all dice.
#[must_use]
pub fn timeline(effects: &[Effect]) -> Vec<AnimationStep> {
    let mut steps: Vec<AnimationStep> = Vec::new();
    for effect in effects {
        let (kind, sound) = classify(effect);
        let last = steps.last().map(|step| step.kind);
        // Visibility changes are shown together with the effect that caused them.
        let is_same_step = last.is_some_and(|last| last == kind || kind == AnimationKind::Visibility);
        if !is_same_step {
            if kind == AnimationKind::DiceRoll && steps.iter().any(|step| step.kind == AnimationKind::Move) {
                steps.push(empty_step(AnimationKind::DiceUsed));
            }
            let mut step = empty_step(kind);
            if kind == AnimationKind::Portal {
                // A piece at the exit is captured when the other one comes out, not before.
                let captured = steps.last_mut().and_then(|before| take_capture_at_exit(before, effect));
                step.sound = captured.is_some().then_some(Sound::Capture);
                step.effects.extend(captured);
            }
            steps.push(step);
        }
        if let Some(step) = steps.last_mut() {
            step.effects.push(effect.clone());
            step.sound = step.sound.max(sound);
        }
    }
    steps
}

fn empty_step(kind: AnimationKind) -> AnimationStep {
    AnimationStep { kind, effects: Vec::new(), sound: None, relative_duration: kind.relative_duration() }
}

/// Removes the capture at the exit of a portal from the step before it.
fn take_capture_at_exit(before: &mut AnimationStep, portal: &Effect) -> Option<Effect> {
    let Effect::Slide { to: exit, .. } = portal else { return None };
    let is_capture = matches!(before.effects.last(), Some(Effect::Vanish { at, .. }) if at == exit);
    let captured = if is_capture { before.effects.pop() } else { None };
    before.sound = before.effects.iter().filter_map(|effect| classify(effect).1).max();
    captured
}

fn classify(effect: &Effect) -> (AnimationKind, Option<Sound>) {
    let cause = match effect {
        Effect::Slide { cause, .. }
        | Effect::Swap { cause, .. }
        | Effect::Vanish { cause, .. }
        | Effect::Become { cause, .. } => cause,
        Effect::Rolled { .. } => return (AnimationKind::DiceRoll, Some(Sound::Dice)),
        Effect::Mark { mark: Mark::Portal { .. }, .. } | Effect::Unmark { mark: Mark::Portal { .. }, .. } => {
            return (AnimationKind::PortalPair, None);
        }
        Effect::TurnChanged { reason: TurnChange::Interrupt, .. } => {
            return (AnimationKind::Visibility, Some(Sound::Interruption));
        }
        Effect::Appear { .. }
        | Effect::Hide { .. }
        | Effect::Mark { .. }
        | Effect::Unmark { .. }
        | Effect::TurnChanged { .. } => return (AnimationKind::Visibility, None),
    };
    match cause {
        Cause::Portal => (AnimationKind::Portal, Some(Sound::Portal)),
        Cause::Mine => (AnimationKind::Mine, Some(Sound::Mine)),
        Cause::Gravity => (AnimationKind::Fall, Some(Sound::Fall)),
        Cause::Castling => (AnimationKind::Move, Some(Sound::Castle)),
        Cause::Capture | Cause::EnPassant => (AnimationKind::Move, Some(Sound::Capture)),
        Cause::Move | Cause::Promotion => (AnimationKind::Move, Some(Sound::Move)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yipan_core::Side;
    use yipan_wire::DieFace;

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
        assert_eq!((steps[1].sound, steps[1].effects.len()), (Some(Sound::Fall), 2));
        assert_eq!(steps[1].kind, AnimationKind::Fall);
    }

    #[test]
    fn king_and_rook_move_together_and_a_mine_takes_longer() {
        let steps = timeline(&[slide("e1", "g1", Cause::Castling), slide("h1", "f1", Cause::Castling)]);
        assert_eq!((steps.len(), steps[0].sound), (1, Some(Sound::Castle)));
        let steps = timeline(&[
            slide("e4", "e5", Cause::Move),
            Effect::Vanish { at: "e5".into(), cause: Cause::Mine },
        ]);
        assert_eq!((steps.len(), steps[1].sound, steps[1].relative_duration), (2, Some(Sound::Mine), 3.5));
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

    #[test]
    fn a_portal_carries_the_piece_before_its_pair_is_replaced() {
        let portal = |at: &str| (at.to_owned(), Mark::Portal { owner: None });
        let mark = |(at, mark): (String, Mark)| Effect::Mark { at, mark };
        let unmark = |(at, mark): (String, Mark)| Effect::Unmark { at, mark };
        let steps = timeline(&[
            slide("h7", "h6", Cause::Move),
            Effect::Vanish { at: "g3".into(), cause: Cause::Capture },
            slide("h6", "g3", Cause::Portal),
            unmark(portal("h6")),
            unmark(portal("g3")),
            mark(portal("a4")),
            mark(portal("b5")),
        ]);
        let kinds: Vec<AnimationKind> = steps.iter().map(|step| step.kind).collect();
        assert_eq!(kinds, [AnimationKind::Move, AnimationKind::Portal, AnimationKind::PortalPair]);
        assert_eq!((steps[0].effects.len(), steps[1].effects.len(), steps[2].effects.len()), (1, 2, 4));
        assert_eq!((steps[0].sound, steps[1].sound), (Some(Sound::Move), Some(Sound::Capture)));
    }

    #[test]
    fn used_dice_are_shown_before_the_next_roll() {
        let rolled = Effect::Rolled { side: Side::Second, face: DieFace { face: 'P', at: None } };
        let turn = Effect::TurnChanged { side: Side::Second, reason: TurnChange::Turn };
        let kinds = |effects: &[Effect]| -> Vec<AnimationKind> {
            timeline(effects).into_iter().map(|step| step.kind).collect()
        };
        assert_eq!(
            kinds(&[slide("e2", "e4", Cause::Move), turn, rolled.clone(), rolled.clone()]),
            [AnimationKind::Move, AnimationKind::DiceUsed, AnimationKind::DiceRoll]
        );
        let reroll = Effect::TurnChanged { side: Side::Second, reason: TurnChange::Reroll };
        assert_eq!(kinds(&[reroll, rolled]), [AnimationKind::Visibility, AnimationKind::DiceRoll]);
    }

    #[test]
    fn an_interruption_has_its_own_sound() {
        let interrupt = Effect::TurnChanged { side: Side::First, reason: TurnChange::Interrupt };
        let steps = timeline(&[slide("d1", "d4", Cause::Move), interrupt]);
        assert_eq!((steps.len(), steps[0].sound), (1, Some(Sound::Interruption)));
    }
}
