use serde::{Deserialize, Serialize};
use yipan_games::GameKind;
use yipan_wire::Spectators;

/// What a person chose before the last game of a kind; the next one begins with the same. Whatever is missing or impossible in
/// what was kept is as it is for everybody at first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Wishes {
    /// How well the computer plays.
    pub level: u8,
    /// The person's side: `first`, `second` or `random`.
    pub side: String,
    /// The modes, by [`Wishes::MODES`].
    pub modes: Vec<String>,
    /// Whether the dice are those of rule set B.
    pub dice_b: bool,
    /// How many dice there are.
    pub dice: u8,
    /// How often a side may throw again.
    pub rerolls: u8,
    /// Whether a die may be wild.
    pub wild: bool,
    /// Whether each side has portals of its own.
    pub private: bool,
    /// Whether men tell of mines around them.
    pub hints: bool,
    /// The clock of a room, such as `5+3`.
    pub clock: String,
    /// Whether the lobby shows the room.
    pub public: bool,
    /// Who may look on.
    pub spectators: Spectators,
    /// Whether people may talk.
    pub chat: bool,
}

impl Default for Wishes {
    fn default() -> Wishes {
        Wishes {
            level: 3,
            side: Wishes::SIDES[0].to_owned(),
            modes: Vec::new(),
            dice_b: false,
            dice: 3,
            rerolls: 0,
            wild: false,
            private: false,
            hints: false,
            clock: "inf".to_owned(),
            public: false,
            spectators: Spectators::default(),
            chat: true,
        }
    }
}

impl Wishes {
    /// The sides to choose from.
    pub const SIDES: [&str; 3] = ["first", "second", "random"];

    /// The modes to choose from; which dice is a choice of its own.
    pub const MODES: [&str; 5] = ["fog", "gravity", "portals", "dice", "mines"];

    /// The highest level of a game.
    #[must_use]
    pub const fn levels(kind: GameKind) -> u8 {
        match kind {
            GameKind::Chess | GameKind::Xiangqi => 10,
            GameKind::Liuzichong => 5,
        }
    }

    /// What was kept for a game.
    #[must_use]
    pub fn read(kind: GameKind, text: &str) -> Wishes {
        let kept: Wishes = serde_json::from_str(text).unwrap_or_default();
        let usual = Wishes::default();
        let has_modes = kind == GameKind::Chess;
        let mut modes: Vec<String> = Wishes::MODES.map(str::to_owned).into();
        modes.retain(|mode| has_modes && kept.modes.contains(mode));
        Wishes {
            level: kept.level.clamp(1, Wishes::levels(kind)),
            side: Some(kept.side).filter(|side| Wishes::SIDES.contains(&side.as_str())).unwrap_or(usual.side),
            modes,
            dice: if (2..=5).contains(&kept.dice) { kept.dice } else { usual.dice },
            rerolls: kept.rerolls.min(3),
            clock: if kept.clock.len() <= 40 { kept.clock } else { usual.clock },
            ..kept
        }
    }

    /// As it is kept.
    #[must_use]
    pub fn write(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_chosen_last_is_chosen_again() {
        let wishes = Wishes {
            level: 7,
            side: "random".into(),
            modes: vec!["fog".into(), "dice".into()],
            dice: 5,
            clock: "5+3".into(),
            spectators: Spectators::Delay(4),
            ..Wishes::default()
        };
        assert_eq!(Wishes::read(GameKind::Chess, &wishes.write()), wishes);
    }

    #[test]
    fn what_is_impossible_is_as_usual() {
        assert_eq!(Wishes::read(GameKind::Chess, "nonsense"), Wishes::default());
        let odd = r#"{"level":99,"side":"third","modes":["fog","flood","fog"],"dice":9,"rerolls":200}"#;
        let read = Wishes::read(GameKind::Chess, odd);
        assert_eq!((read.level, read.side.as_str(), read.dice, read.rerolls), (10, "first", 3, 3));
        assert_eq!(read.modes, ["fog"]);
        let stones = Wishes::read(GameKind::Liuzichong, odd);
        assert_eq!((stones.level, stones.modes.len()), (5, 0));
        assert_eq!(Wishes::read(GameKind::Xiangqi, r#"{"level":0}"#).level, 1);
    }
}
