use leptos::prelude::*;
use yipan_client::{GamePreferences, LocalGame, LocalGameExt, LocalSetup, LocalizedText, PlayerKind};
use yipan_games::{GameKind, GameOptions};
use yipan_wire::{RoomConfig, View};

use crate::browser::local_storage;
use crate::local_setup::random_seed;

/// The options of a game. Those of a new one are stored and preselected the next time.
#[derive(Clone, Copy)]
pub(crate) struct PreferenceSignals {
    pub(crate) kind: GameKind,
    all: RwSignal<GamePreferences>,
    /// The start of the game with these options, or the reason why there is no such game.
    start: Memo<Result<View, LocalizedText>>,
    /// The seed of a random start position, so that the preview shows the position that is played.
    position_seed: u64,
}

impl PreferenceSignals {
    pub(crate) fn new(kind: GameKind) -> PreferenceSignals {
        let name = format!("preferences.{kind}");
        let stored = GamePreferences::parse(kind, &local_storage::read(&name).unwrap_or_default());
        let signals = PreferenceSignals::with_options(kind, stored);
        Effect::new(move |_| local_storage::write(&name, &signals.with(GamePreferences::to_json)));
        signals
    }

    /// Returns the options of a game that exists. They are not stored.
    pub(crate) fn with_options(kind: GameKind, options: GamePreferences) -> PreferenceSignals {
        let all = RwSignal::new(options);
        let position_seed = random_seed();
        let options =
            Memo::new(move |_| all.with(|preferences| preferences.game_options(kind, position_seed)));
        let start = Memo::new(move |_| options.with(|options| start_view(kind, options)));
        PreferenceSignals { kind, all, start, position_seed }
    }

    /// Reads the options; reactive.
    pub(crate) fn with<T>(self, read: impl FnOnce(&GamePreferences) -> T) -> T {
        self.all.with(read)
    }

    /// Changes the options.
    pub(crate) fn update(self, change: impl FnOnce(&mut GamePreferences)) {
        self.all.update(change);
    }

    /// Whether a mode is chosen; reactive.
    pub(crate) fn has_mode(self, mode: &str) -> bool {
        self.with(|preferences| preferences.modes.iter().any(|other| other == mode))
    }

    /// Returns the position at the start of the game; `None` while the options are invalid. Reactive.
    pub(crate) fn start_view(self) -> Option<View> {
        self.start.with(|start| start.as_ref().ok().cloned())
    }

    /// Returns the reason why there is no such game; reactive.
    pub(crate) fn error(self) -> Option<LocalizedText> {
        self.start.with(|start| start.as_ref().err().cloned())
    }

    pub(crate) fn local_setup(self, two_players: bool) -> LocalSetup {
        let seed = random_seed();
        let position = self.game_options().position;
        let setup = self.all.with_untracked(|all| all.local_setup(self.kind, two_players, seed));
        LocalSetup { position, ..setup }
    }

    /// Returns the configuration of an online room. Without an account it is not rated.
    pub(crate) fn room_config(self, has_account: bool) -> RoomConfig {
        self.all.with_untracked(|all| all.room_config(self.kind, has_account, self.position_seed))
    }

    fn game_options(self) -> GameOptions {
        self.all.with_untracked(|all| all.game_options(self.kind, self.position_seed))
    }
}

/// Returns the start of a game as its first side sees it.
fn start_view(kind: GameKind, options: &GameOptions) -> Result<View, LocalizedText> {
    let GameOptions { position, rules, modes } = options.clone();
    let setup =
        LocalSetup { position, rules, modes, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 1) };
    LocalGame::start(setup).map(|local| local.view()).map_err(|error| LocalizedText::from_message(&error))
}
