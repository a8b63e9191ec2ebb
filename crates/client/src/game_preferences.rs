use serde::{Deserialize, Serialize};
use yipan_engine::computer::Strength;
use yipan_games::GameKind;
use yipan_wire::SpectatorPolicy;

/// The options that a user chose for their last game of a kind, offered again for the next.
///
/// Missing or invalid stored values fall back to the defaults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GamePreferences {
    /// The computer's level.
    pub level: u8,
    /// The user's side, one of [`GamePreferences::SIDES`].
    pub side: String,
    /// The modes, from [`GamePreferences::MODES`].
    pub modes: Vec<String>,
    /// Whether the dice follow rule set B.
    pub dice_b: bool,
    /// The number of dice.
    pub dice_count: u8,
    /// The number of dice in the first turn of the game; 0 for the same number.
    pub first_turn_dice: u8,
    /// The number of rerolls for each side.
    pub rerolls: u8,
    /// Whether a die can be wild.
    pub wild_die: bool,
    /// Whether each side has its own portals.
    pub private_portals: bool,
    /// Whether pieces show the number of adjacent mines.
    pub mine_hints: bool,
    /// The start position, one of [`GamePreferences::STARTS`].
    pub start: String,
    /// The number of the Chess960 start; `None` for a random one.
    pub chess960: Option<u16>,
    /// The key of the handicap.
    pub handicap: String,
    /// The custom start position as text.
    pub custom_position: String,
    /// Whether repetition and quiet moves end a game of chess only when a player claims the draw.
    pub claimed_draws: bool,
    /// The repetition rule of xiangqi, one of [`GamePreferences::REPETITIONS`].
    pub repetition: String,
    /// Whether the folk rule about generals on one file applies.
    pub folk_facing: bool,
    /// The plies without a capture after which a game is drawn, or `off`; empty for the default.
    pub no_capture: String,
    /// Whether two pieces capture one in liuzichong regardless of the fourth point.
    pub any_fourth_point: bool,
    /// Whether a lone piece of liuzichong captures nothing.
    pub lone_piece_captures_nothing: bool,
    /// Whether a side with one piece left loses in liuzichong.
    pub lone_piece_loses: bool,
    /// Whether repetition does not end a game of liuzichong.
    pub no_repetition_draw: bool,
    /// The time control of a room, such as `5+3`.
    pub clock: String,
    /// Whether the game of a room is rated, if it can be.
    pub rated: bool,
    /// Whether the lobby lists the room.
    pub public: bool,
    /// The spectator policy of a room.
    pub spectators: SpectatorPolicy,
    /// Whether players can chat.
    pub chat: bool,
}

impl Default for GamePreferences {
    fn default() -> GamePreferences {
        GamePreferences {
            level: 3,
            side: GamePreferences::SIDES[0].to_owned(),
            modes: Vec::new(),
            dice_b: false,
            dice_count: 3,
            first_turn_dice: 0,
            rerolls: 0,
            wild_die: false,
            private_portals: false,
            mine_hints: false,
            start: GamePreferences::STARTS[0].to_owned(),
            chess960: None,
            handicap: String::new(),
            custom_position: String::new(),
            claimed_draws: false,
            repetition: GamePreferences::REPETITIONS[0].to_owned(),
            folk_facing: false,
            no_capture: String::new(),
            any_fourth_point: false,
            lone_piece_captures_nothing: false,
            lone_piece_loses: false,
            no_repetition_draw: false,
            clock: "inf".to_owned(),
            rated: false,
            public: false,
            spectators: SpectatorPolicy::default(),
            chat: true,
        }
    }
}

impl GamePreferences {
    /// The choices of a side.
    pub const SIDES: [&str; 3] = ["first", "second", "random"];

    /// The modes to choose from. The dice rule set is a separate choice.
    pub const MODES: [&str; 5] = ["fog", "gravity", "portals", "dice", "mines"];

    /// The kinds of start position, the standard one first.
    pub const STARTS: [&str; 4] = ["standard", "chess960", "handicap", "custom"];

    /// The repetition rules of xiangqi, the default first.
    pub const REPETITIONS: [&str; 6] =
        ["wxf", "computer", "ucci-league", "check-only", "simple", "cxa-advisory"];

    /// The limits of plies without a capture to choose from; empty for the default.
    pub const NO_CAPTURE_LIMITS: [&str; 6] = ["", "60", "80", "100", "200", "off"];

    /// Returns the highest level of the computer.
    #[must_use]
    pub const fn max_level(kind: GameKind) -> u8 {
        Strength::level_count(kind)
    }

    /// Parses stored preferences.
    #[must_use]
    pub fn parse(kind: GameKind, text: &str) -> GamePreferences {
        let stored: GamePreferences = serde_json::from_str(text).unwrap_or_default();
        let defaults = GamePreferences::default();
        let known = |text: String, names: &[&str], default: String| {
            if names.contains(&text.as_str()) { text } else { default }
        };
        let has_modes = kind == GameKind::Chess;
        let mut modes: Vec<String> = GamePreferences::MODES.map(str::to_owned).into();
        modes.retain(|mode| has_modes && stored.modes.contains(mode));
        GamePreferences {
            level: stored.level.clamp(1, GamePreferences::max_level(kind)),
            side: known(stored.side, &GamePreferences::SIDES, defaults.side),
            modes,
            dice_count: if (2..=5).contains(&stored.dice_count) {
                stored.dice_count
            } else {
                defaults.dice_count
            },
            first_turn_dice: stored.first_turn_dice.min(5),
            rerolls: stored.rerolls.min(3),
            start: known(stored.start, &GamePreferences::STARTS, defaults.start),
            chess960: stored.chess960.filter(|number| *number < 960),
            repetition: known(stored.repetition, &GamePreferences::REPETITIONS, defaults.repetition),
            no_capture: known(stored.no_capture, &GamePreferences::NO_CAPTURE_LIMITS, defaults.no_capture),
            clock: if stored.clock.len() <= 40 { stored.clock } else { defaults.clock },
            ..stored
        }
    }

    /// Returns the preferences as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_choices_are_restored() {
        let preferences = GamePreferences {
            level: 7,
            side: "random".into(),
            modes: vec!["fog".into(), "dice".into()],
            dice_count: 5,
            clock: "5+3".into(),
            spectators: SpectatorPolicy::Delay(4),
            ..GamePreferences::default()
        };
        assert_eq!(GamePreferences::parse(GameKind::Chess, &preferences.to_json()), preferences);
    }

    #[test]
    fn impossible_values_fall_back_to_the_defaults() {
        assert_eq!(GamePreferences::parse(GameKind::Chess, "nonsense"), GamePreferences::default());
        let invalid = r#"{"level":99,"side":"third","modes":["fog","flood","fog"],"dice_count":9,"rerolls":200,
            "start":"moon","chess960":960,"repetition":"asia","no_capture":"1"}"#;
        let read = GamePreferences::parse(GameKind::Chess, invalid);
        assert_eq!((read.level, read.side.as_str(), read.dice_count, read.rerolls), (10, "first", 3, 3));
        assert_eq!(read.modes, ["fog"]);
        assert_eq!((read.start.as_str(), read.chess960), ("standard", None));
        assert_eq!((read.repetition.as_str(), read.no_capture.as_str()), ("wxf", ""));
        let liuzichong = GamePreferences::parse(GameKind::Liuzichong, invalid);
        assert_eq!((liuzichong.level, liuzichong.modes.len()), (5, 0));
        assert_eq!(GamePreferences::parse(GameKind::Xiangqi, r#"{"level":0}"#).level, 1);
    }
}
