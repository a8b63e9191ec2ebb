//! The modes of a game and their options.

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::fmt;

/// One of the five modes; the two rule sets of dice count separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mode {
    /// Dice 骰子: every rolled piece kind must be moved, with the check interruption 將軍中斷.
    DiceA,
    /// Dice 骰子: one of the rolled pieces is moved.
    DiceB,
    /// Fog of war 霧戰.
    Fog,
    /// Gravity 地吸引力.
    Gravity,
    /// Portals 傳送陣.
    Portals,
    /// Mines 踩地雷.
    Mines,
}

/// The modes of a game and their options. A mode that is absent has no options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modes {
    /// Dice decide which pieces may move.
    pub dice: Option<DiceRules>,
    /// Each player sees only what their own pieces see.
    pub fog: bool,
    /// Every piece falls toward the h-file.
    pub gravity: bool,
    /// Pairs of squares carry a piece from one to the other.
    pub portals: Option<PortalOwnership>,
    /// Hidden squares destroy the pieces that stop on them.
    pub mines: Option<MineRules>,
}

/// The options of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiceRules {
    /// The rule set.
    pub rule: DiceRule,
    /// The number of dice: 2 to 5.
    pub count: u8,
    /// The number of dice in the very first turn: 1 to `count`, because many opening moves in a row favor
    /// White.
    pub first_turn: u8,
    /// The re-rolls of each player in a game: 0 to 3.
    pub rerolls: u8,
    /// Whether a die may show the wild face 萬用.
    pub wild: bool,
}

/// The two rule sets of dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DiceRule {
    /// Every rolled piece kind must be moved; a check interrupts the turn.
    All,
    /// One of the rolled pieces is moved.
    One,
}

/// The ownership of portals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PortalOwnership {
    /// One public pair for both sides.
    #[default]
    Shared,
    /// Each player has a pair that the opponent does not see.
    Private,
}

/// The options of mines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MineRules {
    /// Whether a piece that stops safely reveals the number of adjacent mines to its owner.
    pub show_mine_counts: bool,
}

/// The error of invalid modes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModesError {
    /// The mode is unknown.
    UnknownMode {
        /// The requested mode.
        text: String,
    },
    /// Only one rule set of dice can be played at once.
    ConflictingDiceRules,
    /// An option of a mode that is not played.
    ModeNotActive {
        /// The option as it was written.
        option: String,
        /// The mode it belongs to.
        mode: Mode,
    },
    /// A value the option cannot have.
    InvalidValue {
        /// The option as it was written.
        option: String,
        /// The valid values.
        expected: &'static str,
    },
}

impl Mode {
    /// All modes.
    pub const ALL: [Mode; 6] =
        [Mode::DiceA, Mode::DiceB, Mode::Fog, Mode::Gravity, Mode::Portals, Mode::Mines];

    /// Returns the key that commands, records and scripts use.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Mode::DiceA => "dice-a",
            Mode::DiceB => "dice-b",
            Mode::Fog => "fog",
            Mode::Gravity => "gravity",
            Mode::Portals => "portals",
            Mode::Mines => "mines",
        }
    }

    /// Returns the mode with this key or Chinese name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Mode> {
        Some(match name {
            "骰子" | "dice" => Mode::DiceA,
            "霧戰" | "雾战" => Mode::Fog,
            "地吸引力" => Mode::Gravity,
            "傳送陣" | "传送阵" => Mode::Portals,
            "踩地雷" => Mode::Mines,
            key => return Mode::ALL.into_iter().find(|mode| mode.key() == key),
        })
    }
}

impl DiceRules {
    /// Returns the default options: three dice, no re-rolls, no wild face.
    #[must_use]
    pub const fn default_for(rule: DiceRule) -> DiceRules {
        DiceRules { rule, count: 3, first_turn: 3, rerolls: 0, wild: false }
    }
}

impl Modes {
    /// No mode: standard chess.
    pub const NONE: Modes = Modes { dice: None, fog: false, gravity: false, portals: None, mines: None };

    /// The keys of the options that [`Modes::parse`] understands.
    pub(crate) const OPTION_KEYS: [&'static str; 7] =
        ["modes", "dice", "first_turn_dice", "rerolls", "wild", "portals", "mine_hints"];

    /// Whether this is standard chess.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Modes::NONE
    }

    /// Returns the active modes.
    pub fn active_modes(&self) -> impl Iterator<Item = Mode> {
        let dice = self.dice.map(|dice| match dice.rule {
            DiceRule::All => Mode::DiceA,
            DiceRule::One => Mode::DiceB,
        });
        let fog = self.fog.then_some(Mode::Fog);
        let gravity = self.gravity.then_some(Mode::Gravity);
        let portals = self.portals.map(|_| Mode::Portals);
        let mines = self.mines.map(|_| Mode::Mines);
        [dice, fog, gravity, portals, mines].into_iter().flatten()
    }

    /// Returns these modes with their default options.
    ///
    /// # Errors
    /// Returns `ModesError` if both rule sets of dice are given.
    pub fn from_modes(modes: impl IntoIterator<Item = Mode>) -> Result<Modes, ModesError> {
        let mut played = Modes::NONE;
        for mode in modes {
            let dice = |rule| match played.dice {
                Some(dice) if dice.rule != rule => Err(ModesError::ConflictingDiceRules),
                _ => Ok(Some(DiceRules::default_for(rule))),
            };
            match mode {
                Mode::DiceA => played.dice = dice(DiceRule::All)?,
                Mode::DiceB => played.dice = dice(DiceRule::One)?,
                Mode::Fog => played.fog = true,
                Mode::Gravity => played.gravity = true,
                Mode::Portals => played.portals = Some(PortalOwnership::default()),
                Mode::Mines => played.mines = Some(MineRules::default()),
            }
        }
        Ok(played)
    }

    /// Reads options of the form `key=value`; those with other keys are left to others.
    pub(crate) fn parse(options: &[&str]) -> Result<Modes, ModesError> {
        let value_of = |key: &str| {
            let of_key = |option: &&&str| option.split_once('=').is_some_and(|(name, _)| name == key);
            options.iter().rfind(of_key).map(|option| (option, &option[key.len() + 1..]))
        };
        let names = value_of("modes").map_or("", |(_, names)| names);
        let mode = |name: &str| {
            Mode::from_name(name)
                .ok_or_else(|| ModesError::UnknownMode { text: name.chars().take(32).collect() })
        };
        let played: Result<Vec<Mode>, ModesError> =
            names.split(',').filter(|name| !name.is_empty()).map(mode).collect();
        let mut modes = Modes::from_modes(played?)?;

        let absent = |option: &str, mode| ModesError::ModeNotActive { option: option.to_owned(), mode };
        let wrong =
            |option: &str, known| ModesError::InvalidValue { option: option.to_owned(), expected: known };
        let number = |option: &str, value: &str, least, most, known| match value.parse::<u8>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(wrong(option, known)),
        };
        let yes = |option: &str, value: &str| match value {
            "yes" | "true" => Ok(true),
            "no" | "false" => Ok(false),
            _ => Err(wrong(option, "yes or no")),
        };
        let dice = |modes: &Modes, option: &str| modes.dice.ok_or_else(|| absent(option, Mode::DiceA));
        if let Some((option, value)) = value_of("dice") {
            let count = number(option, value, 2, 5, "2, 3, 4 or 5")?;
            modes.dice = Some(DiceRules { count, first_turn: count, ..dice(&modes, option)? });
        }
        if let Some((option, value)) = value_of("first_turn_dice") {
            let dice = dice(&modes, option)?;
            let first_turn = number(option, value, 1, dice.count, "1 or more, and no more than `dice`")?;
            modes.dice = Some(DiceRules { first_turn, ..dice });
        }
        if let Some((option, value)) = value_of("rerolls") {
            let rerolls = number(option, value, 0, 3, "0, 1, 2 or 3")?;
            modes.dice = Some(DiceRules { rerolls, ..dice(&modes, option)? });
        }
        if let Some((option, value)) = value_of("wild") {
            modes.dice = Some(DiceRules { wild: yes(option, value)?, ..dice(&modes, option)? });
        }
        if let Some((option, value)) = value_of("portals") {
            let owner = match value {
                "shared" => PortalOwnership::Shared,
                "private" => PortalOwnership::Private,
                _ => return Err(wrong(option, "shared or private")),
            };
            modes.portals = Some(modes.portals.map(|_| owner).ok_or_else(|| absent(option, Mode::Portals))?);
        }
        if let Some((option, value)) = value_of("mine_hints") {
            let hints = yes(option, value)?;
            let rules = modes.mines.map(|_| MineRules { show_mine_counts: hints });
            modes.mines = Some(rules.ok_or_else(|| absent(option, Mode::Mines))?);
        }
        Ok(modes)
    }
}

/// Writes the options that differ from the default, as [`ChessSetup`](crate::ChessSetup) parses them; empty
/// for standard chess.
impl fmt::Display for Modes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<&str> = self.active_modes().map(Mode::key).collect();
        if keys.is_empty() {
            return Ok(());
        }
        write!(f, "modes={}", keys.join(","))?;
        if let Some(dice) = self.dice {
            let default = DiceRules::default_for(dice.rule);
            if dice.count != default.count {
                write!(f, " dice={}", dice.count)?;
            }
            if dice.first_turn != dice.count {
                write!(f, " first_turn_dice={}", dice.first_turn)?;
            }
            if dice.rerolls != default.rerolls {
                write!(f, " rerolls={}", dice.rerolls)?;
            }
            if dice.wild {
                f.write_str(" wild=yes")?;
            }
        }
        if self.portals == Some(PortalOwnership::Private) {
            f.write_str(" portals=private")?;
        }
        if self.mines.is_some_and(|mines| mines.show_mine_counts) {
            f.write_str(" mine_hints=yes")?;
        }
        Ok(())
    }
}
