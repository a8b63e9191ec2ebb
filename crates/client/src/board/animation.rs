//! How a move is shown: its effects in beats, each with its time and its sound.

use yipan_wire::Effect;

/// What is shown at once.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationStep {
    /// In the order they happened.
    pub effects: Vec<Effect>,
    /// What is heard, if anything.
    pub sound: Option<Sound>,
    /// How long it takes, in parts of the time a plain move takes.
    pub relative_duration: f64,
}

/// What can be heard, from the least important to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sound {
    /// A man was moved.
    Move,
    /// Dice were rolled.
    Dice,
    /// A king went into its castle.
    Castle,
    /// A portal carried a man.
    Portal,
    /// A man was taken.
    Capture,
    /// A clock runs low.
    LowTime,
    /// The king is attacked.
    Check,
    /// A mine went off.
    Mine,
    /// The game is over.
    End,
}

/// What belongs together: a capture with the move that made it, king and rook, everything that falls, all dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepGroup {
    Move,
    Portal,
    Mine,
    Gravity,
    Dice,
    Visibility,
}

/// The effects of a step in beats.
#[must_use]
pub fn timeline(effects: &[Effect]) -> Vec<AnimationStep> {
    let mut beats: Vec<(StepGroup, AnimationStep)> = Vec::new();
    for effect in effects {
        let (group, sound) = classify(effect);
        // What comes into sight or is marked is shown with what uncovered it.
        let is_same_step =
            beats.last().is_some_and(|(last, _)| *last == group || group == StepGroup::Visibility);
        if !is_same_step {
            let length = match group {
                StepGroup::Visibility => 0.0,
                StepGroup::Mine => 2.0,
                StepGroup::Move | StepGroup::Portal | StepGroup::Gravity | StepGroup::Dice => 1.0,
            };
            beats
                .push((group, AnimationStep { effects: Vec::new(), sound: None, relative_duration: length }));
        }
        if let Some((_, beat)) = beats.last_mut() {
            beat.effects.push(effect.clone());
            beat.sound = beat.sound.max(sound);
        }
    }
    beats.into_iter().map(|(_, beat)| beat).collect()
}

fn classify(effect: &Effect) -> (StepGroup, Option<Sound>) {
    let cause = match effect {
        Effect::Slide { cause, .. }
        | Effect::Swap { cause, .. }
        | Effect::Vanish { cause, .. }
        | Effect::Become { cause, .. } => cause.as_str(),
        Effect::Rolled { .. } => return (StepGroup::Dice, Some(Sound::Dice)),
        Effect::Appear { .. } | Effect::Hide { .. } | Effect::Mark { .. } | Effect::Unmark { .. } => {
            return (StepGroup::Visibility, None);
        }
        Effect::TurnChanged { .. } => return (StepGroup::Visibility, None),
    };
    match cause {
        "portal" => (StepGroup::Portal, Some(Sound::Portal)),
        "mine" => (StepGroup::Mine, Some(Sound::Mine)),
        "gravity" => (StepGroup::Gravity, None),
        "castling" => (StepGroup::Move, Some(Sound::Castle)),
        "capture" | "en-passant" => (StepGroup::Move, Some(Sound::Capture)),
        _ => (StepGroup::Move, Some(Sound::Move)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(from: &str, to: &str, cause: &str) -> Effect {
        Effect::Slide { from: from.into(), to: to.into(), cause: cause.into() }
    }

    #[test]
    fn a_capture_is_one_step_and_falling_pieces_are_another() {
        let effects = [
            Effect::Vanish { at: "d5".into(), cause: "capture".into() },
            slide("e4", "d5", "move"),
            slide("d5", "h5", "gravity"),
            slide("a1", "h1", "gravity"),
        ];
        let beats = timeline(&effects);
        assert_eq!(beats.len(), 2);
        assert_eq!((beats[0].sound, beats[0].effects.len()), (Some(Sound::Capture), 2));
        assert_eq!((beats[1].sound, beats[1].effects.len()), (None, 2));
    }

    #[test]
    fn king_and_rook_move_together_and_a_mine_takes_longer() {
        let beats = timeline(&[slide("e1", "g1", "castling"), slide("h1", "f1", "castling")]);
        assert_eq!((beats.len(), beats[0].sound), (1, Some(Sound::Castle)));
        let beats =
            timeline(&[slide("e4", "e5", "move"), Effect::Vanish { at: "e5".into(), cause: "mine".into() }]);
        assert_eq!((beats.len(), beats[1].sound, beats[1].relative_duration), (2, Some(Sound::Mine), 2.0));
    }

    #[test]
    fn no_effect_is_lost_or_reordered() {
        let effects = [
            slide("e4", "e5", "move"),
            Effect::Appear { at: "d6".into(), side: yipan_wire::WireSide::Second, piece: 'P' },
            slide("e5", "a3", "portal"),
            Effect::TurnChanged { side: yipan_wire::WireSide::First, reason: "turn".into() },
        ];
        let flattened: Vec<Effect> = timeline(&effects).into_iter().flat_map(|beat| beat.effects).collect();
        assert_eq!(flattened, effects);
    }
}
