//! The game that a user's preferences describe.

use yipan_games::{GameKind, GameOptions};
use yipan_local_play::{LocalSetup, PlayerKind};
use yipan_ratings::{Category, UnratedReason};
use yipan_wire::{RoomConfig, SidePreference};

use crate::game_preferences::GamePreferences;
use crate::new_game::handicap::handicaps;

/// The number of Chess960 start positions.
const CHESS960_POSITIONS: u64 = 960;

impl GamePreferences {
    /// Returns the options of a game. The seed decides a random Chess960 start.
    #[must_use]
    pub fn game_options(&self, kind: GameKind, seed: u64) -> GameOptions {
        GameOptions {
            position: self.position(kind, seed),
            rules: match kind {
                GameKind::Chess => self.chess_rules(),
                GameKind::Xiangqi => self.xiangqi_rules(),
                GameKind::Liuzichong => self.liuzichong_rules(),
            },
            modes: self.mode_names(),
        }
    }

    /// Returns the setup of a game on this device. The seed decides all that is random.
    #[must_use]
    pub fn local_setup(&self, kind: GameKind, two_players: bool, seed: u64) -> LocalSetup {
        let computer = PlayerKind::Computer(self.level);
        let human_is_first = match self.side.as_str() {
            "first" => true,
            "second" => false,
            _ => seed.is_multiple_of(2),
        };
        let players = match (two_players, human_is_first) {
            (true, _) => [PlayerKind::Human; 2],
            (false, true) => [PlayerKind::Human, computer],
            (false, false) => [computer, PlayerKind::Human],
        };
        let GameOptions { position, rules, modes } = self.game_options(kind, seed);
        LocalSetup { position, rules, modes, ..LocalSetup::default_for(kind, players, seed) }
    }

    /// Returns the reason why a room with these options cannot be rated; `None` if it can, with random sides.
    #[must_use]
    pub fn unrated_reason(&self, kind: GameKind, has_account: bool) -> Option<UnratedReason> {
        if !has_account {
            return Some(UnratedReason::Guest);
        }
        // Any Chess960 position is as good as another.
        let options = self.game_options(kind, 0);
        let clock = self.clock.trim().parse().unwrap_or_default();
        Category::of(kind, &options, &clock).err()
    }

    /// Returns the configuration of an online room, which is rated if it was chosen and is possible. The seed decides a
    /// random Chess960 start.
    #[must_use]
    pub fn room_config(&self, kind: GameKind, has_account: bool, seed: u64) -> RoomConfig {
        let GameOptions { position, rules, modes } = self.game_options(kind, seed);
        let rated = self.rated && self.unrated_reason(kind, has_account).is_none();
        RoomConfig {
            position,
            rules,
            modes,
            host_side: match self.side.as_str() {
                _ if rated => SidePreference::Random,
                "first" => SidePreference::First,
                "second" => SidePreference::Second,
                _ => SidePreference::Random,
            },
            clock: self.clock.trim().to_owned(),
            rated,
            public: self.public,
            spectators: self.spectators,
            chat: self.chat,
            auto_start: true,
            ..RoomConfig::default_for(kind.name())
        }
    }

    /// Whether the game has the standard start and no modes, which the ratings of the levels assume.
    #[must_use]
    pub fn is_standard_game(&self) -> bool {
        self.modes.is_empty() && self.start == GamePreferences::STARTS[0]
    }

    fn position(&self, kind: GameKind, seed: u64) -> Option<String> {
        match (self.start.as_str(), kind) {
            ("chess960", GameKind::Chess) => {
                let number = self.chess960.map_or(seed % CHESS960_POSITIONS, u64::from);
                Some(format!("chess960:{number}"))
            }
            ("handicap", _) => {
                let mut known = handicaps(kind).iter();
                known
                    .find(|handicap| handicap.key == self.handicap)
                    .map(|handicap| handicap.position.to_owned())
            }
            ("custom", _) => Some(self.custom_position.trim().to_owned()).filter(|text| !text.is_empty()),
            _ => None,
        }
    }

    /// Returns the names of the modes in the rules.
    fn mode_names(&self) -> Vec<String> {
        let named = |mode: &String| match mode.as_str() {
            "dice" if self.dice_b => "dice-b".to_owned(),
            "dice" => "dice-a".to_owned(),
            other => other.to_owned(),
        };
        self.modes.iter().map(named).collect()
    }

    fn chess_rules(&self) -> Vec<String> {
        let has = |mode: &str| self.modes.iter().any(|other| other == mode);
        let mut rules = Vec::new();
        if has("dice") {
            rules.push(format!("dice={}", self.dice_count));
            if (1..self.dice_count).contains(&self.first_turn_dice) {
                rules.push(format!("first_turn_dice={}", self.first_turn_dice));
            }
            if self.rerolls > 0 {
                rules.push(format!("rerolls={}", self.rerolls));
            }
            if self.wild_die && !self.dice_b {
                rules.push("wild=yes".to_owned());
            }
        }
        if has("portals") && self.private_portals {
            rules.push("portals=private".to_owned());
        }
        if has("mines") && self.mine_hints {
            rules.push("mine_hints=yes".to_owned());
        }
        // With modes, draws are always automatic.
        if self.modes.is_empty() && self.claimed_draws {
            rules.push("draws=claimed".to_owned());
        }
        rules
    }

    fn xiangqi_rules(&self) -> Vec<String> {
        let mut rules = Vec::new();
        if self.repetition != GamePreferences::REPETITIONS[0] {
            rules.push(format!("repetition={}", self.repetition));
        }
        if self.folk_facing {
            rules.push("facing=no-new-shared-file".to_owned());
        }
        // A repetition rule may have its own limit, so only a chosen limit is written, and after it.
        if !self.no_capture.is_empty() {
            rules.push(format!("no-capture={}", self.no_capture));
        }
        rules
    }

    fn liuzichong_rules(&self) -> Vec<String> {
        let chosen = [
            (self.any_fourth_point, "outer=any"),
            (self.lone_piece_captures_nothing, "carry=off"),
            (self.lone_piece_loses, "lone_is_loss=true"),
            (self.no_repetition_draw, "repetition=off"),
        ];
        let mut rules: Vec<String> =
            chosen.into_iter().filter(|(is_chosen, _)| *is_chosen).map(|(_, rule)| rule.to_owned()).collect();
        if !self.no_capture.is_empty() {
            rules.push(format!("no_capture={}", self.no_capture));
        }
        rules
    }
}

#[cfg(test)]
mod tests {
    use yipan_local_play::LocalGame;

    use super::*;

    fn start(preferences: &GamePreferences, kind: GameKind) -> LocalGame {
        LocalGame::start(preferences.local_setup(kind, true, 4)).expect("the options are valid")
    }

    #[test]
    fn every_option_of_dice_is_part_of_the_game() {
        let preferences = GamePreferences {
            modes: vec!["fog".into(), "dice".into()],
            dice_count: 4,
            first_turn_dice: 2,
            rerolls: 1,
            wild_die: true,
            claimed_draws: true,
            ..GamePreferences::default()
        };
        let options = preferences.game_options(GameKind::Chess, 0);
        assert_eq!(options.modes, ["fog", "dice-a"]);
        assert_eq!(options.rules, ["dice=4", "first_turn_dice=2", "rerolls=1", "wild=yes"]);
        start(&preferences, GameKind::Chess);
        let rule_b = GamePreferences { dice_b: true, first_turn_dice: 4, ..preferences };
        assert_eq!(rule_b.game_options(GameKind::Chess, 0).rules, ["dice=4", "rerolls=1"]);
    }

    #[test]
    fn house_rules_are_part_of_the_game() {
        let preferences = GamePreferences {
            any_fourth_point: true,
            lone_piece_captures_nothing: true,
            lone_piece_loses: true,
            no_repetition_draw: true,
            no_capture: "60".into(),
            ..GamePreferences::default()
        };
        let rules = preferences.game_options(GameKind::Liuzichong, 0).rules;
        let all = ["outer=any", "carry=off", "lone_is_loss=true", "repetition=off", "no_capture=60"];
        assert_eq!(rules, all);
        start(&preferences, GameKind::Liuzichong);
        for repetition in GamePreferences::REPETITIONS {
            let preferences = GamePreferences {
                repetition: repetition.to_owned(),
                folk_facing: true,
                no_capture: "off".into(),
                ..GamePreferences::default()
            };
            start(&preferences, GameKind::Xiangqi);
        }
    }

    #[test]
    fn a_start_position_is_random_chosen_or_custom() {
        let preferences = GamePreferences { start: "chess960".into(), ..GamePreferences::default() };
        let position = |preferences: &GamePreferences, seed| {
            preferences.game_options(GameKind::Chess, seed).position.unwrap_or_default()
        };
        assert_eq!(position(&preferences, 961), "chess960:1");
        let numbered = GamePreferences { chess960: Some(518), ..preferences.clone() };
        assert_eq!(position(&numbered, 961), "chess960:518");
        start(&numbered, GameKind::Chess);
        assert_eq!(numbered.game_options(GameKind::Xiangqi, 1).position, None);
        let custom = GamePreferences {
            start: "custom".into(),
            custom_position: " 4k3/8/8/8/8/8/8/4K2R w K - 0 1 ".into(),
            ..GamePreferences::default()
        };
        assert_eq!(position(&custom, 0), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
        let invalid = GamePreferences { custom_position: "4k3/8".into(), ..custom };
        assert!(LocalGame::start(invalid.local_setup(GameKind::Chess, true, 0)).is_err());
    }

    #[test]
    fn claimed_draws_and_a_handicap_are_part_of_the_game() {
        let preferences = GamePreferences {
            start: "handicap".into(),
            handicap: "queen".into(),
            claimed_draws: true,
            ..GamePreferences::default()
        };
        let config = preferences.room_config(GameKind::Chess, true, 0);
        assert_eq!(config.rules, ["draws=claimed"]);
        assert!(config.position.expect("a position").contains("RNB1KBNR"));
        assert!(!preferences.is_standard_game() && GamePreferences::default().is_standard_game());
    }

    #[test]
    fn a_room_is_rated_if_it_was_chosen_and_is_possible() {
        let blitz = GamePreferences {
            rated: true,
            clock: "3+2".into(),
            start: "chess960".into(),
            ..GamePreferences::default()
        };
        let config = blitz.room_config(GameKind::Chess, true, 7);
        assert_eq!((config.rated, config.host_side), (true, SidePreference::Random));
        let config = blitz.room_config(GameKind::Chess, false, 7);
        assert_eq!((config.rated, config.host_side), (false, SidePreference::First));
        let reason = |preferences: &GamePreferences| preferences.unrated_reason(GameKind::Chess, true);
        assert_eq!(reason(&blitz), None);
        assert_eq!(blitz.unrated_reason(GameKind::Chess, false), Some(UnratedReason::Guest));
        let unlimited = GamePreferences { clock: "inf".into(), ..blitz.clone() };
        assert_eq!(reason(&unlimited), Some(UnratedReason::NoClock));
        let invalid = GamePreferences { clock: "soon".into(), ..blitz.clone() };
        assert_eq!(reason(&invalid), Some(UnratedReason::NoClock));
        let custom = GamePreferences { claimed_draws: true, ..blitz };
        assert_eq!(reason(&custom), Some(UnratedReason::CustomRules));
        assert!(!custom.room_config(GameKind::Chess, true, 7).rated);
    }

    #[test]
    fn the_preferred_side_is_the_users() {
        let setup = |side: &str, seed| {
            let preferences = GamePreferences { side: side.to_owned(), ..GamePreferences::default() };
            preferences.local_setup(GameKind::Chess, false, seed).players
        };
        let (human, computer) = (PlayerKind::Human, PlayerKind::Computer(3));
        assert_eq!(setup("first", 1), [human, computer]);
        assert_eq!(setup("second", 2), [computer, human]);
        assert_eq!((setup("random", 1), setup("random", 2)), ([computer, human], [human, computer]));
    }
}
