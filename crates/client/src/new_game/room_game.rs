//! The options of an existing room, so that a form can show and change them.

use yipan_games::GameKind;
use yipan_wire::{RoomConfig, SidePreference};

use crate::game_preferences::GamePreferences;
use crate::new_game::handicap::handicaps;

impl GamePreferences {
    /// Returns the game of a room with its options, the reverse of [`GamePreferences::room_config`]; `None` if a rule of
    /// the room is not among the options.
    #[must_use]
    pub fn from_room_config(config: &RoomConfig) -> Option<(GameKind, GamePreferences)> {
        let kind: GameKind = config.game.parse().ok()?;
        let side = match config.host_side {
            SidePreference::First => "first",
            SidePreference::Second => "second",
            SidePreference::Random => "random",
        };
        let mut preferences = GamePreferences {
            side: side.to_owned(),
            clock: config.clock.clone(),
            rated: config.rated,
            public: config.public,
            spectators: config.spectators,
            chat: config.chat,
            ..GamePreferences::default()
        };
        preferences.set_position(kind, config.position.as_deref());
        for mode in &config.modes {
            preferences.add_mode(mode)?;
        }
        for rule in &config.rules {
            let (key, value) = rule.split_once('=')?;
            match kind {
                GameKind::Chess => preferences.set_chess_rule(key, value)?,
                GameKind::Xiangqi => preferences.set_xiangqi_rule(key, value)?,
                GameKind::Liuzichong => preferences.set_liuzichong_rule(key, value)?,
            }
        }
        // Only rule set A has a wild die.
        (!preferences.wild_die || !preferences.dice_b).then_some((kind, preferences))
    }

    fn set_position(&mut self, kind: GameKind, position: Option<&str>) {
        let Some(position) = position else { return };
        let number = position.strip_prefix("chess960:").and_then(|number| number.parse().ok());
        let handicap = handicaps(kind).iter().find(|handicap| handicap.position == position);
        if let Some(number) = number {
            (self.start, self.chess960) = ("chess960".to_owned(), Some(number));
        } else if let Some(handicap) = handicap {
            (self.start, self.handicap) = ("handicap".to_owned(), handicap.key.to_owned());
        } else {
            (self.start, self.custom_position) = ("custom".to_owned(), position.to_owned());
        }
    }

    fn add_mode(&mut self, name: &str) -> Option<()> {
        let mode = match name {
            "dice-a" => "dice",
            "dice-b" => {
                self.dice_b = true;
                "dice"
            }
            other => GamePreferences::MODES.into_iter().find(|mode| *mode == other && *mode != "dice")?,
        };
        self.modes.push(mode.to_owned());
        Some(())
    }

    fn set_chess_rule(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "dice" => self.dice_count = value.parse().ok()?,
            "first_turn_dice" => self.first_turn_dice = value.parse().ok()?,
            "rerolls" => self.rerolls = value.parse().ok()?,
            "wild" => self.wild_die = parse_yes(value)?,
            "portals" => self.private_portals = choose(value, "private", "shared")?,
            "mine_hints" => self.mine_hints = parse_yes(value)?,
            "draws" => self.claimed_draws = choose(value, "claimed", "automatic")?,
            _ => return None,
        }
        Some(())
    }

    fn set_xiangqi_rule(&mut self, key: &str, value: &str) -> Option<()> {
        match (key, value) {
            ("repetition", name) => self.repetition = known(name, &GamePreferences::REPETITIONS)?,
            ("facing", "no-new-shared-file") => self.folk_facing = true,
            ("no-capture", limit) => self.no_capture = known(limit, &GamePreferences::NO_CAPTURE_LIMITS)?,
            _ => return None,
        }
        Some(())
    }

    fn set_liuzichong_rule(&mut self, key: &str, value: &str) -> Option<()> {
        match (key, value) {
            ("outer", "any") => self.any_fourth_point = true,
            ("carry", "off") => self.lone_piece_captures_nothing = true,
            ("lone_is_loss", "true") => self.lone_piece_loses = true,
            ("repetition", "off") => self.no_repetition_draw = true,
            ("no_capture", limit) => self.no_capture = known(limit, &GamePreferences::NO_CAPTURE_LIMITS)?,
            _ => return None,
        }
        Some(())
    }
}

fn parse_yes(value: &str) -> Option<bool> {
    choose(value, "yes", "no").or_else(|| choose(value, "true", "false"))
}

/// Returns whether a value is the first of two.
fn choose(value: &str, first: &str, second: &str) -> Option<bool> {
    (value == first || value == second).then_some(value == first)
}

fn known(value: &str, values: &[&str]) -> Option<String> {
    values.contains(&value).then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use yipan_wire::SpectatorPolicy;

    use super::*;

    /// Fails unless the room of these options has the same options, and makes the same room again.
    fn check(kind: GameKind, preferences: &GamePreferences) {
        let config = preferences.room_config(kind, true, 5);
        let (found, read) = GamePreferences::from_room_config(&config).expect("every option is known");
        assert_eq!((found, read.room_config(kind, true, 6)), (kind, config));
    }

    #[test]
    fn the_options_of_every_room_of_the_form_are_read_back() {
        let mut chess = GamePreferences {
            modes: GamePreferences::MODES.map(str::to_owned).to_vec(),
            dice_count: 4,
            first_turn_dice: 2,
            rerolls: 1,
            wild_die: true,
            private_portals: true,
            mine_hints: true,
            clock: "5+3".to_owned(),
            side: "second".to_owned(),
            spectators: SpectatorPolicy::Delay(4),
            public: true,
            chat: false,
            ..GamePreferences::default()
        };
        check(GameKind::Chess, &chess);
        chess = GamePreferences { dice_b: true, wild_die: false, ..chess };
        check(GameKind::Chess, &chess);
        let plain = GamePreferences { clock: "3+2".to_owned(), ..GamePreferences::default() };
        check(GameKind::Chess, &GamePreferences { claimed_draws: true, ..plain.clone() });
        check(
            GameKind::Chess,
            &GamePreferences { rated: true, start: "chess960".to_owned(), ..plain.clone() },
        );
        for kind in GameKind::ALL {
            check(kind, &plain);
            for handicap in handicaps(kind) {
                let (start, handicap) = ("handicap".to_owned(), handicap.key.to_owned());
                check(kind, &GamePreferences { start, handicap, ..plain.clone() });
            }
            let (start, custom_position) = ("custom".to_owned(), "any text".to_owned());
            check(kind, &GamePreferences { start, custom_position, ..plain.clone() });
        }
        for repetition in GamePreferences::REPETITIONS.map(str::to_owned) {
            for no_capture in GamePreferences::NO_CAPTURE_LIMITS.map(str::to_owned) {
                let (repetition, folk_facing) = (repetition.clone(), no_capture.is_empty());
                let xiangqi = GamePreferences { repetition, folk_facing, no_capture, ..plain.clone() };
                check(GameKind::Xiangqi, &xiangqi);
            }
        }
        for bits in 0..16_u8 {
            let has = |bit: u8| bits & (1 << bit) != 0;
            let liuzichong = GamePreferences {
                any_fourth_point: has(0),
                lone_piece_captures_nothing: has(1),
                lone_piece_loses: has(2),
                no_repetition_draw: has(3),
                no_capture: if has(0) { "60".to_owned() } else { String::new() },
                ..plain.clone()
            };
            check(GameKind::Liuzichong, &liuzichong);
        }
    }

    #[test]
    fn a_rule_that_the_form_does_not_have_is_not_lost() {
        for (game, rule) in [
            ("chess", "dice"),
            ("chess", "tempo=3"),
            ("xiangqi", "no-capture=61"),
            ("xiangqi", "repetition=folk"),
            ("liuzichong", "outer=some"),
        ] {
            let config = RoomConfig { rules: vec![rule.to_owned()], ..RoomConfig::default_for(game) };
            assert_eq!(GamePreferences::from_room_config(&config), None, "{game}, {rule}");
        }
        let modes = vec!["dice-c".to_owned()];
        assert_eq!(
            GamePreferences::from_room_config(&RoomConfig { modes, ..RoomConfig::default_for("chess") }),
            None
        );
        assert_eq!(GamePreferences::from_room_config(&RoomConfig::default_for("ludo")), None);
    }
}
