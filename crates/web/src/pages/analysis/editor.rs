use leptos::prelude::*;
use yipan_board::text::{editor as text, game, home, men};
use yipan_board::{Chair, Draft, Men, Opening, Outlook, Route, Said, capital};
use yipan_games::{AnyGame, GameKind, Options};
use yipan_rules::{Cell, Man, Seat, Words};

use super::desk::kept_line;
use crate::board::Board;
use crate::page::page;
use crate::pages::play::{begin, seed};
use crate::stage::Stage;
use crate::{art, store};

/// A position put together by hand, to be played from or thought about.
#[component]
pub(super) fn Editor(kind: GameKind, first: Draft, on_close: Callback<()>) -> impl IntoView {
    let page = page();
    let stage = Stage::new(yipan_board::Grid::of(kind), first.view());
    let draft = RwSignal::new(first);
    let (held, flipped, refused) =
        (RwSignal::new(None::<Man>), RwSignal::new(false), RwSignal::new(Said::default()));
    Effect::new(move |_| stage.jump(draft.with(Draft::view), Vec::new()));
    let press = Callback::new(move |cell: Cell| draft.update(|draft| draft.put(cell, held.get_untracked())));
    let problem = move || {
        let language = page.language.get();
        draft.with(Draft::check).err().map(|error| error.words(language))
    };
    let is_wrong = move || draft.with(Draft::check).is_err();
    let read = move |event| match Draft::read(kind, event_target_value(&event).trim()) {
        Ok(read) => {
            refused.set(Said::default());
            draft.set(read);
        }
        Err(error) => refused.set(Said::told(&error)),
    };
    let start = move |_| {
        if let Ok(game) = AnyGame::start(kind, &Options::default()) {
            draft.set(Draft::of(&game));
        }
    };
    let opening = move |chairs: [Chair; 2]| Opening {
        position: Some(draft.with_untracked(Draft::position)),
        ..Opening::usual(kind, chairs, seed())
    };
    let against = move |_| {
        let chairs = match draft.with_untracked(|draft| draft.turn) {
            Seat::First => [Chair::Person, Chair::Computer(3)],
            Seat::Second => [Chair::Computer(3), Chair::Person],
        };
        begin(page, opening(chairs));
    };
    let think = move |_| {
        if let Ok(line) = yipan_board::Replay::start(opening([Chair::Person; 2])) {
            store::write(&kept_line(kind), &line.save());
            page.go(Route::Analysis(kind));
        }
    };
    let side = move |event| {
        let turn = if event_target_value(&event) == "second" { Seat::Second } else { Seat::First };
        draft.update(|draft| draft.turn = turn);
    };
    let seat = move |seat: Seat, value: &'static str| {
        let is_turn = move || draft.with(|draft| draft.turn == seat);
        view! { <option value=value selected=is_turn>{move || capital(kind.seat_words(seat, page.language.get()))}</option> }
    };
    let below = move || if flipped.get() { Seat::Second } else { Seat::First };
    let outlook = Signal::derive(move || Outlook { below: below(), quarter: false });
    view! {
        <div class=format!("table {}", kind.name())>
            <div class="table-board">
                <div class="board-frame">
                    <Board stage outlook own=Signal::derive(|| None) on_act=Callback::new(|_: String| ()) on_press=press/>
                </div>
            </div>
            <aside class="panel">
                <h1 class="panel-title">{move || page.say(text::TITLE)}</h1>
                <p>{move || page.say(text::HINT)}</p>
                <Palette kind held/>
                <label class="eyes"><span>{move || page.say(text::TURN)}</span>
                    <select name="turn" on:change=side>{seat(Seat::First, "first")}{seat(Seat::Second, "second")}</select></label>
                <label><span>{move || page.say(text::POSITION)}</span>
                    <input class="position" type="text" name="position" spellcheck="false" autocomplete="off" maxlength="120"
                        prop:value=move || draft.with(Draft::position) on:change=read/></label>
                <p class="note" role="alert">
                    {move || Some(page.read(refused)).filter(|words| !words.is_empty()).or_else(problem).unwrap_or_default()}
                </p>
                <div class="buttons">
                    <button type="button" data-do="clear" on:click=move |_| draft.update(Draft::clear)>{move || page.say(text::CLEAR)}</button>
                    <button type="button" data-do="start" on:click=start>{move || page.say(text::START)}</button>
                    <button type="button" data-do="flip" on:click=move |_| flipped.update(|flipped| *flipped = !*flipped)>{move || page.say(game::FLIP)}</button>
                    <button type="button" class="accent" data-do="analyse" disabled=is_wrong on:click=think>{move || page.say(text::ANALYSE)}</button>
                    <button type="button" data-do="computer" disabled=is_wrong on:click=against>{move || page.say(home::PLAY_COMPUTER)}</button>
                    <button type="button" data-do="two" disabled=is_wrong on:click=move |_| begin(page, opening([Chair::Person; 2]))>{move || page.say(home::TWO_HERE)}</button>
                    <button type="button" data-do="close" on:click=move |_| on_close.run(())>{move || page.say(text::CLOSE)}</button>
                </div>
            </aside>
        </div>
    }
}

/// What may be put on the board; nothing picked takes men away.
#[component]
fn Palette(kind: GameKind, held: RwSignal<Option<Man>>) -> impl IntoView {
    let page = page();
    let drawing = move |man: Man| {
        let other = page.settings.with(|settings| match kind {
            GameKind::Chess => settings.chess_men == Men::Other,
            GameKind::Xiangqi => settings.xiangqi_men == Men::Other,
            GameKind::Liuzichong => false,
        });
        art::man(kind, man, other, page.language.get())
    };
    let one = move |man: Man| {
        let shade = if man.seat == Seat::First { "man first" } else { "man second" };
        let label = move || {
            let language = page.language.get();
            format!("{} {}", kind.seat_words(man.seat, language), men::name(kind, man.letter).say(language))
        };
        view! {
            <button type="button" class="swatch" aria-label=label title=label aria-pressed=move || (held.get() == Some(man)).to_string()
                on:click=move |_| held.set(Some(man))>
                <svg class=shade viewBox="0 0 100 100" aria-hidden="true"><g inner_html=move || drawing(man)></g></svg>
            </button>
        }
    };
    view! {
        <div class=format!("palette {}", kind.name()) role="group" aria-label=move || page.say(text::PALETTE)>
            {Draft::palette(kind).into_iter().map(one).collect_view()}
            <button type="button" class="swatch" aria-label=move || page.say(text::REMOVE) title=move || page.say(text::REMOVE)
                aria-pressed=move || held.get().is_none().to_string() on:click=move |_| held.set(None)>
                <span inner_html=art::CLOSE></span>
            </button>
        </div>
    }
}
