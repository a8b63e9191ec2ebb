/// The kind of an animation step, which decides its look and its duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnimationKind {
    /// A piece moves, captures or castles.
    Move,
    /// A portal carries a piece: it vanishes at the entry, then appears at the exit.
    Portal,
    /// The used pair of portals disappears and a new pair appears.
    PortalPair,
    /// A mine explodes.
    Mine,
    /// Pieces fall.
    Fall,
    /// The used and dead dice are shown before they are rolled again.
    DiceUsed,
    /// Dice are rolled.
    DiceRoll,
    /// Something becomes visible or hidden without any other effect.
    Visibility,
}

/// The duration of a plain move at normal speed, in milliseconds. The speed setting is stated as this duration.
const NORMAL_MOVE_MS: u32 = 200;

/// The pause between two moves of a turn with dice at normal speed, in milliseconds.
const DICE_PAUSE_MS: u32 = 400;

impl AnimationKind {
    /// Returns the duration at normal speed, in milliseconds.
    #[must_use]
    pub const fn normal_ms(self) -> u32 {
        match self {
            AnimationKind::Move => NORMAL_MOVE_MS,
            AnimationKind::Portal | AnimationKind::DiceRoll => 600,
            AnimationKind::PortalPair | AnimationKind::Fall => 400,
            AnimationKind::Mine => 700,
            AnimationKind::DiceUsed => 500,
            AnimationKind::Visibility => 0,
        }
    }

    /// Returns the duration relative to that of a plain move.
    #[must_use]
    pub fn relative_duration(self) -> f64 {
        f64::from(self.normal_ms()) / f64::from(NORMAL_MOVE_MS)
    }

    /// Returns the name that the page uses in attributes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            AnimationKind::Move => "move",
            AnimationKind::Portal => "portal",
            AnimationKind::PortalPair => "portal-pair",
            AnimationKind::Mine => "mine",
            AnimationKind::Fall => "fall",
            AnimationKind::DiceUsed => "dice-used",
            AnimationKind::DiceRoll => "dice-roll",
            AnimationKind::Visibility => "visibility",
        }
    }
}

/// Returns the duration of a step in milliseconds. `move_ms` is the speed setting; 0 turns animations off.
///
/// With reduced motion a plain move takes no time. The other effects keep their time, so that their order can be followed
/// although nothing moves.
#[must_use]
pub fn step_ms(kind: AnimationKind, relative_duration: f64, move_ms: u32, reduced_motion: bool) -> u32 {
    if reduced_motion && kind == AnimationKind::Move {
        return 0;
    }
    (f64::from(move_ms) * relative_duration).round() as u32
}

/// Returns the pause between two moves of a turn with dice, in milliseconds.
#[must_use]
pub const fn dice_pause_ms(move_ms: u32) -> u32 {
    DICE_PAUSE_MS * move_ms / NORMAL_MOVE_MS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::DEFAULT_ANIMATION_MS;

    const ALL: [AnimationKind; 8] = [
        AnimationKind::Move,
        AnimationKind::Portal,
        AnimationKind::PortalPair,
        AnimationKind::Mine,
        AnimationKind::Fall,
        AnimationKind::DiceUsed,
        AnimationKind::DiceRoll,
        AnimationKind::Visibility,
    ];

    fn ms(kind: AnimationKind, move_ms: u32, reduced_motion: bool) -> u32 {
        step_ms(kind, kind.relative_duration(), move_ms, reduced_motion)
    }

    #[test]
    fn effects_last_long_enough_to_be_followed() {
        let normal = |kind| ms(kind, DEFAULT_ANIMATION_MS, false);
        assert!((350..=450).contains(&normal(AnimationKind::Fall)));
        assert_eq!((normal(AnimationKind::Mine), normal(AnimationKind::DiceRoll)), (700, 600));
        assert_eq!((normal(AnimationKind::Portal), normal(AnimationKind::Visibility)), (600, 0));
        assert_eq!(dice_pause_ms(DEFAULT_ANIMATION_MS), 400);
    }

    #[test]
    fn the_speed_scales_every_step_and_off_stops_all() {
        for kind in ALL {
            assert_eq!(ms(kind, 0, false), 0, "{kind:?}");
            assert_eq!(ms(kind, 100, false) * 2, ms(kind, 200, false), "{kind:?}");
            assert!(ms(kind, 450, false) >= ms(kind, 200, false), "{kind:?}");
        }
        assert_eq!((dice_pause_ms(0), dice_pause_ms(100)), (0, 200));
    }

    #[test]
    fn reduced_motion_keeps_the_time_of_effects_but_not_of_moves() {
        assert_eq!((ms(AnimationKind::Move, 200, true), ms(AnimationKind::Fall, 200, true)), (0, 400));
    }

    #[test]
    fn names_are_distinct() {
        let names: std::collections::BTreeSet<&str> = ALL.iter().map(|kind| kind.name()).collect();
        assert_eq!(names.len(), ALL.len());
    }
}
