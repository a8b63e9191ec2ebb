use serde::{Deserialize, Serialize};
use yipan_core::{EndReason, Side};
use yipan_games::GameKind;
use yipan_local_play::{DeclaredResult, LocalGame, PlayerKind};

use crate::local::local_game_ext::LocalGameExt;

/// A game on this device as it is stored, with what a list shows of it.
///
/// The list therefore needs no replay of every game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    /// The identifier, a part of the address of the game.
    pub id: String,
    /// The kind of game.
    pub game: String,
    /// The modes.
    pub modes: Vec<String>,
    /// The players, first side first.
    pub players: [PlayerKind; 2],
    /// The time of the start, in milliseconds since 1970.
    pub started_at: u64,
    /// The time of the last change, in milliseconds since 1970.
    pub played_at: u64,
    /// The number of moves.
    pub moves: usize,
    /// The result, by the rules or declared; `None` while the game is unfinished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<DeclaredResult>,
    /// The game as [`LocalGameExt::save`] writes it.
    pub text: String,
}

impl SavedGame {
    /// Creates the entry of a game that starts at the time `now`.
    #[must_use]
    pub fn new(id: String, local: &LocalGame, now: u64) -> SavedGame {
        let setup = local.setup();
        SavedGame {
            id,
            game: setup.kind().to_string(),
            modes: setup.modes.clone(),
            players: setup.players,
            started_at: now,
            played_at: now,
            moves: local.action_count(),
            result: result_of(local),
            text: local.save(),
        }
    }

    /// Stores a later state of the game. Returns whether it differs from the stored one.
    pub fn update(&mut self, local: &LocalGame, now: u64) -> bool {
        if self.text == local.save() {
            return false;
        }
        *self = SavedGame {
            started_at: self.started_at,
            ..SavedGame::new(std::mem::take(&mut self.id), local, now)
        };
        true
    }

    /// Parses a stored entry; `None` if the text is not one or its game cannot be restored.
    #[must_use]
    pub fn parse(text: &str) -> Option<SavedGame> {
        let saved: SavedGame = serde_json::from_str(text).ok()?;
        saved.game.parse::<GameKind>().ok()?;
        Some(saved)
    }

    /// Returns the entry as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Restores the game; `None` if its text is invalid.
    #[must_use]
    pub fn restore(&self) -> Option<LocalGame> {
        LocalGame::restore(&self.text)
    }

    /// Returns the kind of game, or chess if the name is unknown.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.game.parse().unwrap_or(GameKind::Chess)
    }

    /// Whether the game has moves and no result.
    #[must_use]
    pub const fn is_unfinished(&self) -> bool {
        self.moves > 0 && self.result.is_none()
    }

    /// Whether the whole game may be shown. Before the end of a game with modes it could reveal hidden information.
    #[must_use]
    pub const fn is_revealed(&self) -> bool {
        self.result.is_some() || self.modes.is_empty()
    }

    /// Returns the person's side and the computer's level, or `None` if two people play.
    #[must_use]
    pub fn against_computer(&self) -> Option<(Side, u8)> {
        Side::BOTH.into_iter().find_map(|side| {
            match (self.players[side.index()], self.players[side.other().index()]) {
                (PlayerKind::Human, PlayerKind::Computer(level)) => Some((side, level)),
                _ => None,
            }
        })
    }
}

/// Returns the result of a game, by the rules or declared.
fn result_of(local: &LocalGame) -> Option<DeclaredResult> {
    let by_rules = local.outcome().map(|outcome| DeclaredResult {
        winner: outcome.winner,
        reason: Some(EndReason::Rules(outcome.reason)),
    });
    by_rules.or_else(|| local.declared_result().cloned())
}

#[cfg(test)]
mod tests {
    use yipan_core::Reason;

    use super::*;
    use crate::local::test_games::played;

    #[test]
    fn an_entry_survives_storage_and_restores_its_game() {
        let local = played(GameKind::Chess, &["e2e4", "e7e5"]);
        let saved = SavedGame::new("k4t7".into(), &local, 1_000);
        assert_eq!(SavedGame::parse(&saved.to_json()), Some(saved.clone()));
        assert_eq!(saved.restore().expect("a game").actions(), local.actions());
        assert!(saved.is_unfinished() && saved.against_computer().is_none());
        assert!(
            saved.is_revealed() && !SavedGame { modes: vec!["fog".into()], ..saved.clone() }.is_revealed()
        );
        assert!(SavedGame::parse("{}").is_none());
        assert!(
            SavedGame::parse(&saved.to_json().replace("\"game\":\"chess\"", "\"game\":\"go\"")).is_none()
        );
    }

    #[test]
    fn a_move_changes_the_time_of_the_last_change_and_opening_does_not() {
        let mut local = played(GameKind::Chess, &["f2f3", "e7e5", "g2g4"]);
        let mut saved = SavedGame::new("k4t7".into(), &local, 1_000);
        assert!(!saved.update(&local, 2_000));
        assert_eq!(saved.played_at, 1_000);
        local.play_action("d8h4").expect("legal");
        assert!(saved.update(&local, 3_000));
        assert_eq!(
            (saved.id.as_str(), saved.started_at, saved.played_at, saved.moves),
            ("k4t7", 1_000, 3_000, 4)
        );
        let mate = Some(EndReason::Rules(Reason::Checkmate));
        assert_eq!(saved.result, Some(DeclaredResult { winner: Some(Side::Second), reason: mate }));
        local.take_back();
        assert!(saved.update(&local, 4_000) && saved.is_unfinished());
    }
}
