use leptos::prelude::*;
use yipan_client::text::{Text, common, home};
use yipan_client::{GamePreferences as Kept, Grid, LocalSetup, Orientation, PlayerKind, Route};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_wire::{RoomConfig, SidePreference, SpectatorPolicy};

use super::play::{has_unfinished_game, initial_view, random_seed};
use crate::app::Go;
use crate::board::Board;
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::online::{Invite, Lobby};
use crate::pages::start_game;
use crate::{icons, local_storage};

/// Three games to choose from.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let page = use_app_context();
    view! {
        <section class="home">
            <h1>{move || page.t(home::TITLE)}</h1>
            <div class="games">
                <GameCard kind=GameKind::Xiangqi name=common::XIANGQI says=home::XIANGQI_HINT/>
                <GameCard kind=GameKind::Chess name=common::CHESS says=home::CHESS_HINT/>
                <GameCard kind=GameKind::Liuzichong name=common::LIUZICHONG says=home::LIUZICHONG_HINT/>
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
        let name = format!("wishes.{kind}");
        let kept = Kept::parse(kind, &local_storage::read(&name).unwrap_or_default());
        let known =
            |names: &'static [&'static str], kept: &str| names.iter().copied().find(|name| *name == kept);
        let wishes = PreferenceSignals {
            level: RwSignal::new(kept.level),
            side: RwSignal::new(known(&Kept::SIDES, &kept.side).unwrap_or(Kept::SIDES[0])),
            modes: RwSignal::new(kept.modes.iter().filter_map(|mode| known(&Kept::MODES, mode)).collect()),
            dice_b: RwSignal::new(kept.dice_b),
            dice: RwSignal::new(kept.dice_count),
            rerolls: RwSignal::new(kept.rerolls),
            wild: RwSignal::new(kept.wild_die),
            private: RwSignal::new(kept.private_portals),
            hints: RwSignal::new(kept.mine_hints),
            clock: RwSignal::new(kept.clock),
            public: RwSignal::new(kept.public),
            spectators: RwSignal::new(kept.spectators),
            chat: RwSignal::new(kept.chat),
        };
        Effect::new(move |_| local_storage::write(&name, &wishes.snapshot().to_json()));
        wishes
    }

    fn snapshot(self) -> Kept {
        Kept {
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
        let chairs = match (two_players, human_is_first) {
            (true, _) => [PlayerKind::Human; 2],
            (false, true) => [PlayerKind::Human, computer],
            (false, false) => [computer, PlayerKind::Human],
        };
        LocalSetup { rules: self.rules(), modes: self.modes(), ..LocalSetup::default_for(kind, chairs, seed) }
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
fn GameCard(kind: GameKind, name: Text, says: Text) -> impl IntoView {
    let page = use_app_context();
    let wishes = PreferenceSignals::new(kind);
    let stage = BoardView::new(Grid::new(kind), initial_view(kind));
    let outlook = Orientation { bottom: Side::First, rotated: false };
    let play = move |two: bool| start_game(page, wishes.local_setup(kind, two));
    let inviting = RwSignal::new(false);
    let unfinished = has_unfinished_game(kind);
    view! {
        <article class="card" data-game=kind.name()>
            <h2>{move || page.t(name)}</h2>
            <button type="button" class="look" on:click=move |_| play(false) aria-label=move || format!("{}: {}", page.t(name), page.t(home::PLAY_COMPUTER))>
                <div inert=true><Board stage outlook=Signal::derive(move || outlook) own=Signal::derive(|| None) on_act=Callback::new(|_: String| ())/></div>
            </button>
            <p class="says">{move || page.t(says)}</p>
            <div class="start">
                <button type="button" class="accent" data-do="computer" on:click=move |_| play(false)>
                    <span inner_html=icons::COMPUTER></span>{move || page.t(home::PLAY_COMPUTER)}
                </button>
                <button type="button" data-do="two" on:click=move |_| play(true)>
                    <span inner_html=icons::PEOPLE></span>{move || page.t(home::TWO_PLAYERS)}
                </button>
                <button type="button" data-do="invite" aria-expanded=move || inviting.get().to_string() on:click=move |_| inviting.update(|shown| *shown = !*shown)>
                    <span inner_html=icons::LINK></span>{move || page.t(home::INVITE)}
                </button>
                {unfinished.then(|| view! { <Go to=Route::Play(kind) class="continue">{move || page.t(home::CONTINUE)}</Go> })}
            </div>
            <Show when=move || inviting.get()><Invite kind wishes/></Show>
            <Options kind wishes/>
        </article>
    }
}

#[component]
fn Options(kind: GameKind, wishes: PreferenceSignals) -> impl IntoView {
    let page = use_app_context();
    let last = Kept::max_level(kind);
    let side = move |value: &'static str, label: Signal<String>| {
        view! { <option value=value selected=move || wishes.side.get() == value>{move || label.get()}</option> }
    };
    let side_label = move |seat: Side| {
        Signal::derive(move || yipan_client::capitalize(kind.side_name(seat, page.language.get())))
    };
    let choose_side = move |event| {
        let value = event_target_value(&event);
        wishes.side.set(["first", "second"].into_iter().find(|side| *side == value).unwrap_or("random"));
    };
    let choose_level = move |event| wishes.level.set(event_target_value(&event).parse().unwrap_or(3));
    view! {
        <div class="options">
            <label>
                <span>{move || page.t(home::LEVEL)} " " <b>{move || wishes.level.get()}</b></span>
                <input type="range" name="level" min="1" max=last prop:value=move || wishes.level.get().to_string() on:input=choose_level/>
            </label>
            <label>
                <span>{move || page.t(home::YOUR_SIDE)}</span>
                <select name="side" on:change=choose_side>
                    {side("first", side_label(Side::First))}
                    {side("second", side_label(Side::Second))}
                    {side("random", Signal::derive(move || page.t(home::RANDOM_SIDE).to_owned()))}
                </select>
            </label>
            {(kind == GameKind::Chess).then(|| view! { <Modes wishes/> })}
        </div>
    }
}

/// The five modes: key, name, sentence, icon, and the sign the seeds give it.
const MODES: [(&str, Text, Text, &str, &str); 5] = [
    ("fog", home::FOG, home::FOG_HINT, icons::MODE_FOG, "🌫️"),
    ("gravity", home::GRAVITY, home::GRAVITY_HINT, icons::MODE_GRAVITY, "🌍"),
    ("portals", home::PORTALS, home::PORTALS_HINT, icons::MODE_PORTALS, "🔮"),
    ("dice", home::DICE, home::DICE_HINT, icons::MODE_DICE, "🎲"),
    ("mines", home::MINES, home::MINES_HINT, icons::MODE_MINES, "💣"),
];

#[component]
fn Modes(wishes: PreferenceSignals) -> impl IntoView {
    let page = use_app_context();
    let has = move |mode: &'static str| wishes.modes.with(|modes| modes.contains(&mode));
    let toggle = move |mode: &'static str| {
        wishes.modes.update(|modes| match modes.iter().position(|other| *other == mode) {
            Some(place) => {
                modes.remove(place);
            }
            None => modes.push(mode),
        });
    };
    let tick = move |signal: RwSignal<bool>, label: Text, name: &'static str| {
        view! {
            <label class="tick">
                <input type="checkbox" name=name prop:checked=move || signal.get() on:change=move |event| signal.set(event_target_checked(&event))/>
                {move || page.t(label)}
            </label>
        }
    };
    let number = move |signal: RwSignal<u8>, label: Text, name: &'static str, from: u8, to: u8| {
        view! {
            <label>
                <span>{move || page.t(label)}</span>
                <select name=name on:change=move |event| signal.set(event_target_value(&event).parse().unwrap_or(from))>
                    {(from..=to).map(|value| view! { <option value=value selected=move || signal.get() == value>{value}</option> }).collect_view()}
                </select>
            </label>
        }
    };
    view! {
        <fieldset class="modes">
            <legend>{move || page.t(home::MODES)} " · " {move || page.t(home::MODES_HINT)}</legend>
            {MODES.into_iter().map(|(key, name, says, icon, emoji)| view! {
                <label class="mode" class:on=move || has(key) title=move || page.t(says)>
                    <input type="checkbox" name=key prop:checked=move || has(key) on:change=move |_| toggle(key)/>
                    <span class="mode-icon" inner_html=icon aria-hidden="true"></span>
                    <b><span aria-hidden="true">{emoji}" "</span>{move || page.t(name)}</b>
                    <small>{move || page.t(says)}</small>
                </label>
            }).collect_view()}
            <Show when=move || has("dice")>
                <div class="dice-options">
                    <label class="dice-rule">
                        <span>{move || page.t(home::DICE_RULE)}</span>
                        <select name="dice-rule" on:change=move |event| wishes.dice_b.set(event_target_value(&event) == "b")>
                            <option value="a" selected=move || !wishes.dice_b.get()>{move || page.t(home::DICE_A)}</option>
                            <option value="b" selected=move || wishes.dice_b.get()>{move || page.t(home::DICE_B)}</option>
                        </select>
                    </label>
                    {number(wishes.dice, home::DICE_COUNT, "dice-count", 2, 5)}
                    {number(wishes.rerolls, home::REROLLS, "rerolls", 0, 3)}
                    {tick(wishes.wild, home::WILD, "wild")}
                </div>
            </Show>
            <Show when=move || has("portals")>{tick(wishes.private, home::PRIVATE_PORTALS, "private-portals")}</Show>
            <Show when=move || has("mines")>{tick(wishes.hints, home::MINE_HINTS, "mine-hints")}</Show>
        </fieldset>
    }
}
