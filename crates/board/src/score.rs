//! How a move is shown: its effects in beats, each with its time and its sound.

use yipan_wire::Effect;

/// What is shown at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Beat {
    /// In the order they happened.
    pub effects: Vec<Effect>,
    /// What is heard, if anything.
    pub sound: Option<Sound>,
    /// How long it takes, in parts of the time a plain move takes.
    pub length: f64,
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
enum Group {
    Move,
    Portal,
    Mine,
    Fall,
    Dice,
    Sight,
}

/// The effects of a step in beats.
#[must_use]
pub fn score(effects: &[Effect]) -> Vec<Beat> {
    let mut beats: Vec<(Group, Beat)> = Vec::new();
    for effect in effects {
        let (group, sound) = part(effect);
        // What comes into sight or is marked is shown with what uncovered it.
        let joins = beats.last().is_some_and(|(last, _)| *last == group || group == Group::Sight);
        if !joins {
            let length = match group {
                Group::Sight => 0.0,
                Group::Mine => 2.0,
                Group::Move | Group::Portal | Group::Fall | Group::Dice => 1.0,
            };
            beats.push((group, Beat { effects: Vec::new(), sound: None, length }));
        }
        if let Some((_, beat)) = beats.last_mut() {
            beat.effects.push(effect.clone());
            beat.sound = beat.sound.max(sound);
        }
    }
    beats.into_iter().map(|(_, beat)| beat).collect()
}

fn part(effect: &Effect) -> (Group, Option<Sound>) {
    let cause = match effect {
        Effect::Slide { cause, .. }
        | Effect::Swap { cause, .. }
        | Effect::Vanish { cause, .. }
        | Effect::Become { cause, .. } => cause.as_str(),
        Effect::Rolled { .. } => return (Group::Dice, Some(Sound::Dice)),
        Effect::Appear { .. } | Effect::Hide { .. } | Effect::Mark { .. } | Effect::Unmark { .. } => {
            return (Group::Sight, None);
        }
        Effect::Hand { .. } => return (Group::Sight, None),
    };
    match cause {
        "portal" => (Group::Portal, Some(Sound::Portal)),
        "mine" => (Group::Mine, Some(Sound::Mine)),
        "gravity" => (Group::Fall, None),
        "castling" => (Group::Move, Some(Sound::Castle)),
        "capture" | "en-passant" => (Group::Move, Some(Sound::Capture)),
        _ => (Group::Move, Some(Sound::Move)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(from: &str, to: &str, cause: &str) -> Effect {
        Effect::Slide { from: from.into(), to: to.into(), cause: cause.into() }
    }

    #[test]
    fn a_capture_is_one_beat_and_what_falls_is_another() {
        let effects = [
            Effect::Vanish { at: "d5".into(), cause: "capture".into() },
            slide("e4", "d5", "move"),
            slide("d5", "h5", "gravity"),
            slide("a1", "h1", "gravity"),
        ];
        let beats = score(&effects);
        assert_eq!(beats.len(), 2);
        assert_eq!((beats[0].sound, beats[0].effects.len()), (Some(Sound::Capture), 2));
        assert_eq!((beats[1].sound, beats[1].effects.len()), (None, 2));
    }

    #[test]
    fn king_and_rook_go_together_and_a_mine_takes_its_time() {
        let beats = score(&[slide("e1", "g1", "castling"), slide("h1", "f1", "castling")]);
        assert_eq!((beats.len(), beats[0].sound), (1, Some(Sound::Castle)));
        let beats =
            score(&[slide("e4", "e5", "move"), Effect::Vanish { at: "e5".into(), cause: "mine".into() }]);
        assert_eq!((beats.len(), beats[1].sound, beats[1].length), (2, Some(Sound::Mine), 2.0));
    }

    #[test]
    fn nothing_is_lost_and_nothing_changes_its_order() {
        let effects = [
            slide("e4", "e5", "move"),
            Effect::Appear { at: "d6".into(), seat: yipan_wire::Side::Second, man: 'P' },
            slide("e5", "a3", "portal"),
            Effect::Hand { seat: yipan_wire::Side::First, why: "turn".into() },
        ];
        let played: Vec<Effect> = score(&effects).into_iter().flat_map(|beat| beat.effects).collect();
        assert_eq!(played, effects);
    }
}
