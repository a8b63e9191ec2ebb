use leptos::prelude::*;
use yipan_board::text::{Text, common, home};
use yipan_board::{Chair, Grid, Opening, Outlook, Route, Wishes as Kept};
use yipan_games::GameKind;
use yipan_rules::Seat;
use yipan_wire::{Colour, Spectators, Terms};

use super::play::{first_look, is_unfinished, seed};
use crate::app::Go;
use crate::board::Board;
use crate::online::{Invite, Lobby};
use crate::page::page;
use crate::pages::begin;
use crate::stage::Stage;
use crate::{art, store};

/// Three games to choose from.
#[component]
pub(crate) fn Home() -> impl IntoView {
    let page = page();
    view! {
        <section class="home">
            <h1>{move || page.say(home::TITLE)}</h1>
            <div class="games">
                <GameCard kind=GameKind::Xiangqi name=common::XIANGQI says=home::XIANGQI_SAYS/>
                <GameCard kind=GameKind::Chess name=common::CHESS says=home::CHESS_SAYS/>
                <GameCard kind=GameKind::Liuzichong name=common::LIUZICHONG says=home::LIUZICHONG_SAYS/>
            </div>
            <Lobby/>
        </section>
    }
}

/// What a person chooses before a game. It is kept, and is chosen already the next time.
#[derive(Clone, Copy)]
pub(crate) struct Wishes {
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
    pub(crate) spectators: RwSignal<Spectators>,
    pub(crate) chat: RwSignal<bool>,
}

impl Wishes {
    fn new(kind: GameKind) -> Wishes {
        let name = format!("wishes.{kind}");
        let kept = Kept::read(kind, &store::read(&name).unwrap_or_default());
        let known =
            |names: &'static [&'static str], kept: &str| names.iter().copied().find(|name| *name == kept);
        let wishes = Wishes {
            level: RwSignal::new(kept.level),
            side: RwSignal::new(known(&Kept::SIDES, &kept.side).unwrap_or(Kept::SIDES[0])),
            modes: RwSignal::new(kept.modes.iter().filter_map(|mode| known(&Kept::MODES, mode)).collect()),
            dice_b: RwSignal::new(kept.dice_b),
            dice: RwSignal::new(kept.dice),
            rerolls: RwSignal::new(kept.rerolls),
            wild: RwSignal::new(kept.wild),
            private: RwSignal::new(kept.private),
            hints: RwSignal::new(kept.hints),
            clock: RwSignal::new(kept.clock),
            public: RwSignal::new(kept.public),
            spectators: RwSignal::new(kept.spectators),
            chat: RwSignal::new(kept.chat),
        };
        Effect::new(move |_| store::write(&name, &wishes.all().write()));
        wishes
    }

    fn all(self) -> Kept {
        Kept {
            level: self.level.get(),
            side: self.side.get().to_owned(),
            modes: self.modes.get().into_iter().map(str::to_owned).collect(),
            dice_b: self.dice_b.get(),
            dice: self.dice.get(),
            rerolls: self.rerolls.get(),
            wild: self.wild.get(),
            private: self.private.get(),
            hints: self.hints.get(),
            clock: self.clock.get(),
            public: self.public.get(),
            spectators: self.spectators.get(),
            chat: self.chat.get(),
        }
    }

    fn opening(self, kind: GameKind, two: bool) -> Opening {
        let seed = seed();
        let computer = Chair::Computer(self.level.get_untracked());
        let person_first = match self.side.get_untracked() {
            "first" => true,
            "second" => false,
            _ => seed.is_multiple_of(2),
        };
        let chairs = match (two, person_first) {
            (true, _) => [Chair::Person; 2],
            (false, true) => [Chair::Person, computer],
            (false, false) => [computer, Chair::Person],
        };
        Opening { rules: self.rules(), modes: self.modes(), ..Opening::usual(kind, chairs, seed) }
    }

    /// What is agreed in a room of the hall.
    pub(crate) fn terms(self, kind: GameKind) -> Terms {
        let colour = match self.side.get_untracked() {
            "first" => Colour::First,
            "second" => Colour::Second,
            _ => Colour::Random,
        };
        Terms {
            rules: self.rules(),
            modes: self.modes(),
            colour,
            clock: self.clock.get_untracked().trim().to_owned(),
            public: self.public.get_untracked(),
            spectators: self.spectators.get_untracked(),
            chat: self.chat.get_untracked(),
            ..Terms::usual(kind.name())
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
    let page = page();
    let wishes = Wishes::new(kind);
    let stage = Stage::new(Grid::of(kind), first_look(kind));
    let outlook = Outlook { below: Seat::First, quarter: false };
    let play = move |two: bool| begin(page, wishes.opening(kind, two));
    let inviting = RwSignal::new(false);
    let unfinished = is_unfinished(kind);
    view! {
        <article class="card" data-game=kind.name()>
            <h2>{move || page.say(name)}</h2>
            <button type="button" class="look" on:click=move |_| play(false) aria-label=move || format!("{}: {}", page.say(name), page.say(home::PLAY_COMPUTER))>
                <div inert=true><Board stage outlook=Signal::derive(move || outlook) own=Signal::derive(|| None) on_act=Callback::new(|_: String| ())/></div>
            </button>
            <p class="says">{move || page.say(says)}</p>
            <div class="start">
                <button type="button" class="accent" data-do="computer" on:click=move |_| play(false)>
                    <span inner_html=art::COMPUTER></span>{move || page.say(home::PLAY_COMPUTER)}
                </button>
                <button type="button" data-do="two" on:click=move |_| play(true)>
                    <span inner_html=art::PEOPLE></span>{move || page.say(home::TWO_HERE)}
                </button>
                <button type="button" data-do="invite" aria-expanded=move || inviting.get().to_string() on:click=move |_| inviting.update(|shown| *shown = !*shown)>
                    <span inner_html=art::LINK></span>{move || page.say(home::INVITE)}
                </button>
                {unfinished.then(|| view! { <Go to=Route::Play(kind) class="continue">{move || page.say(home::CONTINUE)}</Go> })}
            </div>
            <Show when=move || inviting.get()><Invite kind wishes/></Show>
            <Options kind wishes/>
        </article>
    }
}

#[component]
fn Options(kind: GameKind, wishes: Wishes) -> impl IntoView {
    let page = page();
    let last = Kept::levels(kind);
    let side = move |value: &'static str, label: Signal<String>| {
        view! { <option value=value selected=move || wishes.side.get() == value>{move || label.get()}</option> }
    };
    let seat = move |seat: Seat| {
        Signal::derive(move || yipan_board::capital(kind.seat_words(seat, page.language.get())))
    };
    let choose_side = move |event| {
        let value = event_target_value(&event);
        wishes.side.set(["first", "second"].into_iter().find(|side| *side == value).unwrap_or("random"));
    };
    let choose_level = move |event| wishes.level.set(event_target_value(&event).parse().unwrap_or(3));
    view! {
        <div class="options">
            <label>
                <span>{move || page.say(home::LEVEL)} " " <b>{move || wishes.level.get()}</b></span>
                <input type="range" name="level" min="1" max=last prop:value=move || wishes.level.get().to_string() on:input=choose_level/>
            </label>
            <label>
                <span>{move || page.say(home::YOUR_SIDE)}</span>
                <select name="side" on:change=choose_side>
                    {side("first", seat(Seat::First))}
                    {side("second", seat(Seat::Second))}
                    {side("random", Signal::derive(move || page.say(home::RANDOM_SIDE).to_owned()))}
                </select>
            </label>
            {(kind == GameKind::Chess).then(|| view! { <Modes wishes/> })}
        </div>
    }
}

/// The five modes: key, name, sentence, icon, and the sign the seeds give it.
const MODES: [(&str, Text, Text, &str, &str); 5] = [
    ("fog", home::FOG, home::FOG_SAYS, art::MODE_FOG, "🌫️"),
    ("gravity", home::GRAVITY, home::GRAVITY_SAYS, art::MODE_GRAVITY, "🌍"),
    ("portals", home::PORTALS, home::PORTALS_SAYS, art::MODE_PORTALS, "🔮"),
    ("dice", home::DICE, home::DICE_SAYS, art::MODE_DICE, "🎲"),
    ("mines", home::MINES, home::MINES_SAYS, art::MODE_MINES, "💣"),
];

#[component]
fn Modes(wishes: Wishes) -> impl IntoView {
    let page = page();
    let has = move |mode: &'static str| wishes.modes.with(|modes| modes.contains(&mode));
    let turn = move |mode: &'static str| {
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
                {move || page.say(label)}
            </label>
        }
    };
    let number = move |signal: RwSignal<u8>, label: Text, name: &'static str, from: u8, to: u8| {
        view! {
            <label>
                <span>{move || page.say(label)}</span>
                <select name=name on:change=move |event| signal.set(event_target_value(&event).parse().unwrap_or(from))>
                    {(from..=to).map(|value| view! { <option value=value selected=move || signal.get() == value>{value}</option> }).collect_view()}
                </select>
            </label>
        }
    };
    view! {
        <fieldset class="modes">
            <legend>{move || page.say(home::MODES)} " · " {move || page.say(home::MODES_HINT)}</legend>
            {MODES.into_iter().map(|(key, name, says, icon, sign)| view! {
                <label class="mode" class:on=move || has(key) title=move || page.say(says)>
                    <input type="checkbox" name=key prop:checked=move || has(key) on:change=move |_| turn(key)/>
                    <span class="mode-icon" inner_html=icon aria-hidden="true"></span>
                    <b><span aria-hidden="true">{sign}" "</span>{move || page.say(name)}</b>
                    <small>{move || page.say(says)}</small>
                </label>
            }).collect_view()}
            <Show when=move || has("dice")>
                <div class="dice-options">
                    <label class="dice-rule">
                        <span>{move || page.say(home::DICE_RULE)}</span>
                        <select name="dice-rule" on:change=move |event| wishes.dice_b.set(event_target_value(&event) == "b")>
                            <option value="a" selected=move || !wishes.dice_b.get()>{move || page.say(home::DICE_A)}</option>
                            <option value="b" selected=move || wishes.dice_b.get()>{move || page.say(home::DICE_B)}</option>
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
