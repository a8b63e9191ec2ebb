use serde::{Deserialize, Serialize};
use yipan_core::Effect;
use yipan_engine::computer::SeededRng;
use yipan_games::{AnyGame, GameKind, GameOptions};

use crate::player_kind::PlayerKind;

/// The setup of a game on one screen.
///
/// All chance outcomes come from the seed, so the setup and the actions determine the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocalSetup {
    /// The name of the game.
    pub game: String,
    /// The start position; `None` is the standard start.
    #[serde(default)]
    pub position: Option<String>,
    /// Rule options that differ from the defaults, each `key=value`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The modes.
    #[serde(default)]
    pub modes: Vec<String>,
    /// The players, first side first.
    pub players: [PlayerKind; 2],
    /// The seed of all chance outcomes.
    pub seed: u64,
    /// The recorded chance outcomes of a game played elsewhere; the seed decides those after them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chance_outcomes: Vec<String>,
}

impl LocalSetup {
    /// Whether the game has the standard start and no modes, so that the ratings of the levels apply.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        self.modes.is_empty() && self.position.is_none()
    }

    /// Returns the setup of a game with default rules, from the standard start, without modes.
    #[must_use]
    pub fn default_for(kind: GameKind, players: [PlayerKind; 2], seed: u64) -> LocalSetup {
        let (rules, modes, chance_outcomes) = (Vec::new(), Vec::new(), Vec::new());
        LocalSetup { game: kind.to_string(), position: None, rules, modes, players, seed, chance_outcomes }
    }

    /// Returns the options that [`AnyGame::start`] takes.
    #[must_use]
    pub fn options(&self) -> GameOptions {
        GameOptions { position: self.position.clone(), rules: self.rules.clone(), modes: self.modes.clone() }
    }

    /// Returns the kind of game, or chess if the name is unknown.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.game.parse().unwrap_or(GameKind::Chess)
    }

    /// Returns the level of the computer; `None` in a game between two people.
    #[must_use]
    pub fn level(&self) -> Option<u8> {
        self.players.into_iter().find_map(|player| match player {
            PlayerKind::Computer(level) => Some(level),
            PlayerKind::Human => None,
        })
    }

    /// Changes the level of the computer.
    pub fn set_level(&mut self, new_level: u8) {
        for player in &mut self.players {
            if let PlayerKind::Computer(level) = player {
                *level = new_level;
            }
        }
    }

    /// Resolves the chance event with this index, counted from 0, and returns its outcome and its effects.
    ///
    /// Returns `None` if no chance event is due.
    pub fn apply_chance(&self, index: u64, game: &mut AnyGame) -> Option<(String, Vec<Effect>)> {
        let recorded = usize::try_from(index).ok().and_then(|index| self.chance_outcomes.get(index)).cloned();
        // In a variation the recorded outcome may be impossible.
        let seeded = SeededRng::for_purpose(self.seed, index).choose_outcome(game);
        [recorded, seeded].into_iter().flatten().find_map(|outcome| {
            let mut effects = Vec::new();
            game.apply_chance(&outcome, &mut effects).ok().map(|()| (outcome, effects))
        })
    }
}
