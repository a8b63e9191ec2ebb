//! Modes of an edited position, and the chance events before its first move.

use yipan_core::{NullSink, Turn};
use yipan_games::AnyGame;
use yipan_local_play::PlayerKind;

use super::position_editor::PositionEditor;

/// A chance event before the first move, such as the first roll or the place of a mine.
#[derive(Clone, Debug, PartialEq)]
pub struct SetupEvent {
    /// The game before the event.
    pub game: AnyGame,
    /// The chosen outcome; `None` if it is random.
    pub outcome: Option<String>,
    /// All outcomes.
    pub outcomes: Vec<String>,
}

impl PositionEditor {
    /// Adds a mode, or removes it. The decided chance events are forgotten, because other ones happen then.
    pub fn toggle_mode(&mut self, key: &str) {
        self.chance_outcomes.clear();
        if self.modes.iter().any(|mode| mode == key) {
            self.modes.retain(|mode| mode != key);
        } else {
            self.modes.push(key.to_owned());
        }
    }

    /// Returns the decided chance events before the first move and the next one, which is random; empty if the position cannot
    /// be played.
    #[must_use]
    pub fn events(&self) -> Vec<SetupEvent> {
        let options = self.setup([PlayerKind::Human; 2], 0).options();
        let Ok(mut game) = AnyGame::start(self.grid.kind(), &options) else { return Vec::new() };
        let mut events = Vec::new();
        while game.turn() == Turn::Chance {
            let before = game.clone();
            let outcomes: Vec<String> =
                before.chance_outcomes().into_iter().map(|(outcome, _)| outcome).collect();
            let chosen = self.chance_outcomes.get(events.len());
            let outcome = chosen.filter(|outcome| game.apply_chance(outcome, &mut NullSink).is_ok()).cloned();
            let is_random = outcome.is_none();
            events.push(SetupEvent { game: before, outcome, outcomes });
            if is_random {
                break;
            }
        }
        events
    }

    /// Decides a chance event before the first move, or leaves it to chance. Those after it become random.
    pub fn choose_outcome(&mut self, index: usize, outcome: Option<&str>) {
        self.chance_outcomes.truncate(index);
        self.chance_outcomes.extend(outcome.map(str::to_owned));
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;

    #[test]
    fn the_chance_events_before_the_first_move_can_be_decided() {
        let position = "4k3/8/8/3pP3/8/8/8/R3K3 w Q - 0 1";
        let mut editor = PositionEditor::parse(GameKind::Chess, position).expect("a position");
        assert!(editor.events().is_empty());
        editor.toggle_mode("dice-a");
        let events = editor.events();
        assert_eq!((events.len(), events[0].outcome.as_ref()), (1, None), "the first die is random");
        let face = events[0].outcomes.last().expect("a face").clone();
        editor.choose_outcome(0, Some(&face));
        let events = editor.events();
        assert_eq!((events.len(), events[0].outcome.as_ref()), (2, Some(&face)), "the next die follows");
        let setup = editor.setup([PlayerKind::Human; 2], 7);
        assert_eq!((setup.chance_outcomes, setup.modes), (vec![face], vec!["dice-a".to_owned()]));
        editor.choose_outcome(0, None);
        assert_eq!(editor.events().len(), 1);
        editor.toggle_mode("dice-a");
        assert!(editor.events().is_empty() && editor.modes.is_empty());
    }
}
