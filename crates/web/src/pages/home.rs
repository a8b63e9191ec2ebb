use leptos::prelude::*;
use yipan_client::text::{Text, common, home};
use yipan_client::{GamePreferences, Grid, LocalSetup, Orientation, PlayerKind, Route};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_wire::{RoomConfig, SidePreference, SpectatorPolicy};

use super::play::{has_unfinished_game, initial_view, random_seed};
use crate::app::Link;
use crate::board::Board;
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::online::{CreateRoomForm, Lobby};
use crate::pages::start_game;
use crate::{icons, local_storage};

/// Three games to choose from.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let context = use_app_context();
    view! {
        <section class="home">
            <h1>{move || context.t(home::TITLE)}</h1>
            <div class="games">
                <GameCard kind=GameKind::Xiangqi name=common::XIANGQI description=home::XIANGQI_SAYS/>
                <GameCard kind=GameKind::Chess name=common::CHESS description=home::CHESS_SAYS/>
                <GameCard kind=GameKind::Liuzichong name=common::LIUZICHONG description=home::LIUZICHONG_SAYS/>
            </div>
            <Lobby/>
        </section>
    }
}

/// What a person chooses before a game. It is kept, and is chosen already the next time.
#[derive(Clone, Copy)]
pub(crate) struct PreferenceSignals {
    level: RwSignal<u8>,
    side: RwSignal<&'static str>,
    modes: RwSignal<Vec<&'static str>>,
    dice_b: RwSignal<bool>,
    dice: RwSignal<u8>,
    rerolls: RwSignal<u8>,
    wild: RwSignal<bool>,
    private: RwSignal<bool>,
    hints: RwSignal<bool>,
    pub(crate) clock: RwSignal<String>,
    pub(crate) public: RwSignal<bool>,
    pub(crate) spectators: RwSignal<SpectatorPolicy>,
    pub(crate) chat: RwSignal<bool>,
}

impl PreferenceSignals {
    fn new(kind: GameKind) -> PreferenceSignals {
        let name = format!("preferences.{kind}");
        let stored = GamePreferences::parse(kind, &local_storage::read(&name).unwrap_or_default());
        let known =
            |names: &'static [&'static str], stored: &str| names.iter().copied().find(|name| *name == stored);
        let preferences = PreferenceSignals {
            level: RwSignal::new(stored.level),
            side: RwSignal::new(
                known(&GamePreferences::SIDES, &stored.side).unwrap_or(GamePreferences::SIDES[0]),
            ),
            modes: RwSignal::new(
                stored.modes.iter().filter_map(|mode| known(&GamePreferences::MODES, mode)).collect(),
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

    fn local_setup(self, kind: GameKind, two_players: bool) -> LocalSetup {
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

    /// What is agreed in a room of the hall.
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

    /// The modes by the names that the rules know.
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

#[component]
fn GameCard(kind: GameKind, name: Text, description: Text) -> impl IntoView {
    let context = use_app_context();
    let preferences = PreferenceSignals::new(kind);
    let board = BoardView::new(Grid::new(kind), initial_view(kind));
    let orientation = Orientation { bottom: Side::First, rotated: false };
    let play = move |two: bool| start_game(context, preferences.local_setup(kind, two));
    let inviting = RwSignal::new(false);
    let unfinished = has_unfinished_game(kind);
    view! {
        <article class="card" data-game=kind.name()>
            <h2>{move || context.t(name)}</h2>
            <button type="button" class="preview" on:click=move |_| play(false) aria-label=move || format!("{}: {}", context.t(name), context.t(home::PLAY_COMPUTER))>
                <div inert=true><Board board orientation=Signal::derive(move || orientation) own_side=Signal::derive(|| None) on_action=Callback::new(|_: String| ())/></div>
            </button>
            <p class="description">{move || context.t(description)}</p>
            <div class="start">
                <button type="button" class="accent" data-do="computer" on:click=move |_| play(false)>
                    <span inner_html=icons::COMPUTER></span>{move || context.t(home::PLAY_COMPUTER)}
                </button>
                <button type="button" data-do="two" on:click=move |_| play(true)>
                    <span inner_html=icons::TWO_PLAYERS></span>{move || context.t(home::TWO_HERE)}
                </button>
                <button type="button" data-do="invite" aria-expanded=move || inviting.get().to_string() on:click=move |_| inviting.update(|shown| *shown = !*shown)>
                    <span inner_html=icons::LINK></span>{move || context.t(home::INVITE)}
                </button>
                {unfinished.then(|| view! { <Link to=Route::Play(kind) class="continue">{move || context.t(home::CONTINUE)}</Link> })}
            </div>
            <Show when=move || inviting.get()><CreateRoomForm kind preferences/></Show>
            <GameOptionsForm kind preferences/>
        </article>
    }
}

#[component]
fn GameOptionsForm(kind: GameKind, preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let last = GamePreferences::max_level(kind);
    let side_option = move |value: &'static str, label: Signal<String>| {
        view! { <option value=value selected=move || preferences.side.get() == value>{move || label.get()}</option> }
    };
    let side_label = move |side: Side| {
        Signal::derive(move || yipan_client::capitalize(kind.side_name(side, context.language.get())))
    };
    let choose_side = move |event| {
        let value = event_target_value(&event);
        preferences.side.set(["first", "second"].into_iter().find(|side| *side == value).unwrap_or("random"));
    };
    let choose_level = move |event| preferences.level.set(event_target_value(&event).parse().unwrap_or(3));
    view! {
        <div class="options">
            <label>
                <span>{move || context.t(home::LEVEL)} " " <b>{move || preferences.level.get()}</b></span>
                <input type="range" name="level" min="1" max=last prop:value=move || preferences.level.get().to_string() on:input=choose_level/>
            </label>
            <label>
                <span>{move || context.t(home::YOUR_SIDE)}</span>
                <select name="side" on:change=choose_side>
                    {side_option("first", side_label(Side::First))}
                    {side_option("second", side_label(Side::Second))}
                    {side_option("random", Signal::derive(move || context.t(home::RANDOM_SIDE).to_owned()))}
                </select>
            </label>
            {(kind == GameKind::Chess).then(|| view! { <Modes preferences/> })}
        </div>
    }
}

/// The five modes: key, name, sentence, icon, and the sign the seeds give it.
const MODES: [(&str, Text, Text, &str, &str); 5] = [
    ("fog", home::FOG, home::FOG_SAYS, icons::MODE_FOG, "🌫️"),
    ("gravity", home::GRAVITY, home::GRAVITY_SAYS, icons::MODE_GRAVITY, "🌍"),
    ("portals", home::PORTALS, home::PORTALS_SAYS, icons::MODE_PORTALS, "🔮"),
    ("dice", home::DICE, home::DICE_SAYS, icons::MODE_DICE, "🎲"),
    ("mines", home::MINES, home::MINES_SAYS, icons::MODE_MINES, "💣"),
];

#[component]
fn Modes(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let has = move |mode: &'static str| preferences.modes.with(|modes| modes.contains(&mode));
    let toggle = move |mode: &'static str| {
        preferences.modes.update(|modes| match modes.iter().position(|other| *other == mode) {
            Some(index) => {
                modes.remove(index);
            }
            None => modes.push(mode),
        });
    };
    let checkbox = move |signal: RwSignal<bool>, label: Text, name: &'static str| {
        view! {
            <label class="checkbox">
                <input type="checkbox" name=name prop:checked=move || signal.get() on:change=move |event| signal.set(event_target_checked(&event))/>
                {move || context.t(label)}
            </label>
        }
    };
    let number = move |signal: RwSignal<u8>, label: Text, name: &'static str, from: u8, to: u8| {
        view! {
            <label>
                <span>{move || context.t(label)}</span>
                <select name=name on:change=move |event| signal.set(event_target_value(&event).parse().unwrap_or(from))>
                    {(from..=to).map(|value| view! { <option value=value selected=move || signal.get() == value>{value}</option> }).collect_view()}
                </select>
            </label>
        }
    };
    view! {
        <fieldset class="modes">
            <legend>{move || context.t(home::MODES)} " · " {move || context.t(home::MODES_HINT)}</legend>
            {MODES.into_iter().map(|(key, name, says, icon, emoji)| view! {
                <label class="mode" class:on=move || has(key) title=move || context.t(says)>
                    <input type="checkbox" name=key prop:checked=move || has(key) on:change=move |_| toggle(key)/>
                    <span class="mode-icon" inner_html=icon aria-hidden="true"></span>
                    <b><span aria-hidden="true">{emoji}" "</span>{move || context.t(name)}</b>
                    <small>{move || context.t(says)}</small>
                </label>
            }).collect_view()}
            <Show when=move || has("dice")>
                <div class="dice-options">
                    <label class="dice-rule">
                        <span>{move || context.t(home::DICE_RULE)}</span>
                        <select name="dice-rule" on:change=move |event| preferences.dice_b.set(event_target_value(&event) == "b")>
                            <option value="a" selected=move || !preferences.dice_b.get()>{move || context.t(home::DICE_A)}</option>
                            <option value="b" selected=move || preferences.dice_b.get()>{move || context.t(home::DICE_B)}</option>
                        </select>
                    </label>
                    {number(preferences.dice, home::DICE_COUNT, "dice-count", 2, 5)}
                    {number(preferences.rerolls, home::REROLLS, "rerolls", 0, 3)}
                    {checkbox(preferences.wild, home::WILD, "wild")}
                </div>
            </Show>
            <Show when=move || has("portals")>{checkbox(preferences.private, home::PRIVATE_PORTALS, "private-portals")}</Show>
            <Show when=move || has("mines")>{checkbox(preferences.hints, home::MINE_HINTS, "mine-hints")}</Show>
        </fieldset>
    }
}
