use leptos::prelude::*;
use yipan_client::{GamePreferences, LocalSetup, PlayerKind};
use yipan_games::GameKind;
use yipan_wire::{RoomConfig, SidePreference, SpectatorPolicy};

use crate::browser::local_storage;
use crate::local_setup::random_seed;

/// The options of a new game. They are stored and preselected the next time.
#[derive(Clone, Copy)]
pub(crate) struct PreferenceSignals {
    pub(crate) level: RwSignal<u8>,
    pub(crate) side: RwSignal<&'static str>,
    pub(crate) modes: RwSignal<Vec<&'static str>>,
    pub(crate) dice_b: RwSignal<bool>,
    pub(crate) dice: RwSignal<u8>,
    pub(crate) rerolls: RwSignal<u8>,
    pub(crate) wild: RwSignal<bool>,
    pub(crate) private: RwSignal<bool>,
    pub(crate) hints: RwSignal<bool>,
    pub(crate) clock: RwSignal<String>,
    pub(crate) public: RwSignal<bool>,
    pub(crate) spectators: RwSignal<SpectatorPolicy>,
    pub(crate) chat: RwSignal<bool>,
}

impl PreferenceSignals {
    pub(crate) fn new(kind: GameKind) -> PreferenceSignals {
        let name = format!("preferences.{kind}");
        let stored = GamePreferences::parse(kind, &local_storage::read(&name).unwrap_or_default());
        let find_name =
            |names: &'static [&'static str], stored: &str| names.iter().copied().find(|name| *name == stored);
        let preferences = PreferenceSignals {
            level: RwSignal::new(stored.level),
            side: RwSignal::new(
                find_name(&GamePreferences::SIDES, &stored.side).unwrap_or(GamePreferences::SIDES[0]),
            ),
            modes: RwSignal::new(
                stored.modes.iter().filter_map(|mode| find_name(&GamePreferences::MODES, mode)).collect(),
            ),
            dice_b: RwSignal::new(stored.dice_b),
            dice: RwSignal::new(stored.dice_count),
            rerolls: RwSignal::new(stored.rerolls),
            wild: RwSignal::new(stored.wild_die),
            private: RwSignal::new(stored.private_portals),
            hints: RwSignal::new(stored.mine_hints),
            clock: RwSignal::new(stored.clock),
            public: RwSignal::new(stored.public),
            spectators: RwSignal::new(stored.spectators),
            chat: RwSignal::new(stored.chat),
        };
        Effect::new(move |_| local_storage::write(&name, &preferences.snapshot().to_json()));
        preferences
    }

    fn snapshot(self) -> GamePreferences {
        GamePreferences {
            level: self.level.get(),
            side: self.side.get().to_owned(),
            modes: self.modes.get().into_iter().map(str::to_owned).collect(),
            dice_b: self.dice_b.get(),
            dice_count: self.dice.get(),
            rerolls: self.rerolls.get(),
            wild_die: self.wild.get(),
            private_portals: self.private.get(),
            mine_hints: self.hints.get(),
            clock: self.clock.get(),
            public: self.public.get(),
            spectators: self.spectators.get(),
            chat: self.chat.get(),
        }
    }

    pub(crate) fn local_setup(self, kind: GameKind, two_players: bool) -> LocalSetup {
        let seed = random_seed();
        let computer = PlayerKind::Computer(self.level.get_untracked());
        let human_is_first = match self.side.get_untracked() {
            "first" => true,
            "second" => false,
            _ => seed.is_multiple_of(2),
        };
        let players = match (two_players, human_is_first) {
            (true, _) => [PlayerKind::Human; 2],
            (false, true) => [PlayerKind::Human, computer],
            (false, false) => [computer, PlayerKind::Human],
        };
        LocalSetup {
            rules: self.rules(),
            modes: self.modes(),
            ..LocalSetup::default_for(kind, players, seed)
        }
    }

    /// Returns the configuration of an online room.
    pub(crate) fn room_config(self, kind: GameKind) -> RoomConfig {
        let side_preference = match self.side.get_untracked() {
            "first" => SidePreference::First,
            "second" => SidePreference::Second,
            _ => SidePreference::Random,
        };
        RoomConfig {
            rules: self.rules(),
            modes: self.modes(),
            host_side: side_preference,
            clock: self.clock.get_untracked().trim().to_owned(),
            public: self.public.get_untracked(),
            spectators: self.spectators.get_untracked(),
            chat: self.chat.get_untracked(),
            ..RoomConfig::default_for(kind.name())
        }
    }

    /// Returns the names of the modes in the rules.
    fn modes(self) -> Vec<String> {
        let named = |mode: &'static str| match mode {
            "dice" if self.dice_b.get_untracked() => "dice-b".to_owned(),
            "dice" => "dice-a".to_owned(),
            _ => mode.to_owned(),
        };
        self.modes.get_untracked().into_iter().map(named).collect()
    }

    fn rules(self) -> Vec<String> {
        let modes = self.modes.get_untracked();
        let mut rules = Vec::new();
        if modes.contains(&"dice") {
            rules.push(format!("dice={}", self.dice.get_untracked()));
            if self.rerolls.get_untracked() > 0 {
                rules.push(format!("rerolls={}", self.rerolls.get_untracked()));
            }
            if self.wild.get_untracked() && !self.dice_b.get_untracked() {
                rules.push("wild=yes".to_owned());
            }
        }
        if modes.contains(&"portals") && self.private.get_untracked() {
            rules.push("portals=private".to_owned());
        }
        if modes.contains(&"mines") && self.hints.get_untracked() {
            rules.push("mine_hints=yes".to_owned());
        }
        rules
    }
}
