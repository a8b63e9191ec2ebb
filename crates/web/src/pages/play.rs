use leptos::prelude::*;
use yipan_board::text::{self, common, game};
use yipan_board::{Chair, Due, Grid, Local, Opening, Outlook, Question, Route, capital, result, status};
use yipan_games::{AnyGame, GameKind};
use yipan_rules::{Cell, Seat, Words};

use super::analysis::kept_line;
use crate::app::Go;
use crate::board::Board;
use crate::page::{Page, page};
use crate::panel::{DicePanel, MoveList, PlayerBar, Row, Typed};
use crate::stage::Stage;
use crate::thinker::Thinker;
use crate::{art, store};

/// Begins a game at this screen, and goes there.
pub(crate) fn begin(page: Page, opening: Opening) {
    if let Ok(local) = Local::start(opening) {
        store::write(&kept(local.game().kind()), &local.save());
        page.go(Route::Play(local.game().kind()));
    }
}

/// A seed like no other.
pub(crate) fn seed() -> u64 {
    // Whole numbers up to 2^53 survive being kept as text by any program.
    getrandom::u64().unwrap_or_default() >> 11
}

/// The name a game is kept under.
pub(crate) fn kept(kind: GameKind) -> String {
    format!("game.{kind}")
}

/// A game at this screen: against the computer, or between two people.
#[component]
pub(crate) fn Play(kind: GameKind) -> impl IntoView {
    let usual = move || Opening::usual(kind, [Chair::Person, Chair::Computer(3)], seed());
    let local = store::read(&kept(kind)).and_then(|text| Local::restore(&text));
    let local = local.or_else(|| Local::start(usual()).ok()).expect("the usual start of a game");
    let game = LocalGame::new(local);
    view! { <Table game/> }
}

/// A game at this screen and everything that follows from it.
#[derive(Clone, Copy)]
struct LocalGame {
    page: Page,
    local: RwSignal<Local>,
    stage: Stage,
    thinker: StoredValue<Thinker, LocalStorage>,
    thinking: RwSignal<bool>,
    /// What was last refused, hinted or said.
    note: RwSignal<String>,
    pointed: RwSignal<Vec<Cell>>,
    flipped: RwSignal<bool>,
}

impl LocalGame {
    fn new(local: Local) -> LocalGame {
        let stage = Stage::new(local.grid(), local.view());
        let game = LocalGame {
            page: page(),
            local: RwSignal::new(local),
            stage,
            thinker: StoredValue::new_local(Thinker::default()),
            thinking: RwSignal::new(false),
            note: RwSignal::new(String::new()),
            pointed: RwSignal::new(Vec::new()),
            flipped: RwSignal::new(false),
        };
        Effect::new(move |_| {
            let kind = game.local.with(|local| local.game().kind());
            store::write(&kept(kind), &game.local.with(Local::save));
        });
        // The computer is asked when everything before has been shown.
        Effect::new(move |_| {
            let due = game.local.with(Local::due);
            if let (Due::Computer(seat, level), false, false) =
                (due, stage.busy.get(), game.thinking.get_untracked())
            {
                game.think(seat, level);
            }
        });
        on_cleanup(move || game.thinker.with_value(Thinker::stop));
        game
    }

    fn think(self, seat: Seat, level: u8) {
        self.thinking.set(true);
        let (opening, acts) =
            self.local.with_untracked(|local| (local.opening().clone(), local.acts().to_vec()));
        let question = Question::Move { seat: seat.into(), level };
        let language = self.page.language.get_untracked();
        self.thinker.with_value(|thinker| {
            thinker.ask(&opening, &acts, question, language, move |answer| {
                if self.thinking.try_set(false).is_some() {
                    return;
                }
                match answer.action {
                    Some(action) => self.take(&action),
                    None => self.local.update(|local| local.resign(seat)),
                }
            });
        });
    }

    /// Plays an action, whoever is to move, and shows and tells what came of it.
    fn take(self, action: &str) {
        let before =
            self.local.with_untracked(|local| (local.acts().len(), local.game().turn_key().to_owned()));
        let taken = self.local.try_update(|local| local.act(action));
        match taken {
            Some(Ok(shown)) => {
                self.note.set(String::new());
                self.pointed.set(Vec::new());
                self.stage.show(shown);
                self.announce(before.0);
            }
            Some(Err(error)) => self.refuse(error.words(self.page.language.get_untracked())),
            None => {}
        }
    }

    /// A refusal in words; with dice also what they show.
    fn refuse(self, why: String) {
        let dice =
            self.stage.view.with_untracked(|view| view.dice.clone()).filter(|dice| dice.phase == "turn");
        let words = match dice {
            Some(dice) => {
                let open = dice.dice.iter().filter(|die| !die.used);
                let faces: Vec<&str> = open.map(|die| text::men::symbol(die.face.face)).collect();
                let roll = game::ROLL_IS.fill(self.page.language.get_untracked(), &[&faces.join(" ")]);
                format!("{roll} · {why}")
            }
            None => why,
        };
        self.note.set(words.clone());
        self.page.aloud.set(words);
    }

    fn announce(self, number: usize) {
        let language = self.page.language.get_untracked();
        let kind = self.stage.grid.kind();
        let spoken = self.local.with_untracked(|local| {
            let mut words = match local.moves(language).get(number) {
                Some(moved) => {
                    let name = capital(kind.seat_words(moved.seat, language));
                    match &moved.title {
                        Some(title) => game::MOVED.fill(language, &[&name, title]),
                        None => game::MOVED_UNSEEN.fill(language, &[&name]),
                    }
                }
                None => String::new(),
            };
            words += ". ";
            words += &match local.outcome() {
                Some(outcome) => result(kind, outcome, language),
                None => status(kind, &local.view(), language),
            };
            words
        });
        self.page.aloud.set(spoken);
    }

    /// What a person does on the board.
    fn act(self, action: &str) {
        if matches!(self.local.with_untracked(Local::due), Due::Person(_)) {
            self.take(action);
        }
    }

    fn take_back(self) {
        self.thinker.with_value(Thinker::stop);
        self.thinking.set(false);
        self.local.update(Local::take_back);
        self.note.set(String::new());
        self.stage.jump(self.local.with_untracked(Local::view), Vec::new());
    }

    fn hint(self) {
        if self.thinking.get_untracked() || !matches!(self.local.with_untracked(Local::due), Due::Person(_)) {
            return;
        }
        self.thinking.set(true);
        let (opening, acts) =
            self.local.with_untracked(|local| (local.opening().clone(), local.acts().to_vec()));
        let (language, grid) = (self.page.language.get_untracked(), self.stage.grid);
        self.thinker.with_value(|thinker| {
            thinker.ask(&opening, &acts, Question::Hint, language, move |answer| {
                if self.thinking.try_set(false).is_some() {
                    return;
                }
                let Some(action) = answer.action else { return };
                if let Some(reach) = yipan_board::Reach::read(grid, &action) {
                    self.pointed.set(vec![reach.from, reach.to]);
                }
                let words = game::HINT_IS.fill(language, &[&action, &answer.words]);
                self.note.set(words.clone());
                self.page.aloud.set(words);
            });
        });
    }

    fn resign(self) {
        let seat = self.local.with_untracked(|local| match local.due() {
            Due::Person(seat) if local.is_shared() => seat,
            _ => local.eye(),
        });
        self.thinker.with_value(Thinker::stop);
        self.thinking.set(false);
        self.local.update(|local| local.resign(seat));
        self.stage.jump(self.local.with_untracked(Local::view), self.stage.last.get_untracked());
    }

    fn again(self) {
        let opening = self.local.with_untracked(|local| local.opening().clone());
        self.thinker.with_value(Thinker::stop);
        self.thinking.set(false);
        if let Ok(local) = Local::start(Opening { seed: seed(), ..opening }) {
            self.stage.jump(local.view(), Vec::new());
            self.note.set(String::new());
            self.local.set(local);
        }
    }

    /// Whose turn it is, or how it ended.
    fn line(self) -> String {
        let (language, kind) = (self.page.language.get(), self.stage.grid.kind());
        let name = |seat: Seat| capital(kind.seat_words(seat, language));
        self.local.with(|local| match (local.resigned(), local.outcome(), local.due()) {
            (Some(seat), ..) => game::RESIGNED.fill(language, &[&name(seat), &name(seat.other())]),
            (None, Some(outcome), _) => result(kind, outcome, language),
            (None, None, Due::Computer(..)) => {
                let line = self.stage.view.with(|view| status(kind, view, language));
                format!("{line} · {}", game::THINKING.say(language))
            }
            _ => self.stage.view.with(|view| status(kind, view, language)),
        })
    }

    /// Whether the whole game may be looked at: before the end that could tell secrets.
    fn may_look(self) -> bool {
        self.local.with(|local| {
            local.due() == Due::Over || !local.game().has_secrets() && !local.game().has_modes()
        })
    }

    fn look(self) {
        let kind = self.stage.grid.kind();
        store::write(&kept_line(kind), &self.local.with_untracked(Local::save));
        self.page.go(Route::Analysis(kind));
    }

    fn is_over(self) -> bool {
        self.local.with(|local| local.due() == Due::Over)
    }
}

#[component]
fn Table(game: LocalGame) -> impl IntoView {
    let (page, stage, grid) = (game.page, game.stage, game.stage.grid);
    let below = Memo::new(move |_| {
        let eye = game.local.with(Local::eye);
        if game.flipped.get() { eye.other() } else { eye }
    });
    let quarter = game.local.with_untracked(|local| is_heavy(local.game()));
    let outlook = Signal::derive(move || Outlook { below: below.get(), quarter });
    let own = Signal::derive(move || game.local.with(|local| (!local.is_shared()).then(|| local.eye())));
    let act = Callback::new(move |action: String| game.act(&action));
    let name = move |seat: Seat| {
        let language = page.language.get();
        let side = capital(grid.kind().seat_words(seat, language));
        let who = game.local.with(|local| match local.opening().chairs[seat.index()] {
            Chair::Computer(level) => game::COMPUTER.fill(language, &[&level.to_string()]),
            Chair::Person if local.is_shared() => game::PLAYER.say(language).to_owned(),
            Chair::Person => game::YOU.say(language).to_owned(),
        });
        format!("{side} · {who}")
    };
    let rows = Signal::derive(move || {
        let language = page.language.get();
        let moves = game.local.with(|local| local.moves(language));
        let row = |moved: yipan_board::Moved| Row {
            seat: moved.seat,
            title: moved.title.unwrap_or_else(|| "…".to_owned()),
            note: String::new(),
        };
        moves.into_iter().map(row).collect::<Vec<_>>()
    });
    let current = Signal::derive(move || rows.with(Vec::len));
    let curtain = move || match game.local.with(Local::due) {
        Due::Change(seat) if !stage.busy.get() => Some(view! { <Curtain game seat/> }),
        _ => None,
    };
    let key = window_event_listener(leptos::ev::keydown, move |event| {
        let typing = event.target().is_some_and(|target| {
            use wasm_bindgen::JsCast;
            target.dyn_ref::<web_sys::HtmlInputElement>().is_some()
        });
        match event.key().as_str() {
            "f" if !typing => game.flipped.update(|flipped| *flipped = !*flipped),
            "?" if !typing => game.note.set(game::KEYS.say(page.language.get_untracked()).to_owned()),
            "F2" => {
                event.prevent_default();
                game.again();
            }
            "z" if event.ctrl_key() && !typing => {
                event.prevent_default();
                game.take_back();
            }
            _ => {}
        }
    });
    on_cleanup(move || key.remove());
    let top = Signal::derive(move || below.get().other());
    let bottom = Signal::derive(move || below.get());
    view! {
        <div class=format!("table {}", grid.kind().name())>
            <div class="table-board">
                <PlayerBar stage seat=top name=Signal::derive(move || name(top.get()))/>
                <div class="board-frame">
                    <Board stage outlook own pointed=game.pointed on_act=act/>
                    {curtain}
                </div>
                <PlayerBar stage seat=bottom name=Signal::derive(move || name(bottom.get()))/>
            </div>
            <aside class="panel">
                <p class="line" data-line="">{move || game.line()}</p>
                <p class="note" role="alert">{move || game.note.get()}</p>
                <DicePanel stage on_act=act/>
                <MoveList rows current/>
                <Typed on_act=act/>
                <Buttons game/>
            </aside>
        </div>
    }
}

#[component]
fn Buttons(game: LocalGame) -> impl IntoView {
    let (page, kind) = (game.page, game.stage.grid.kind());
    let sure = RwSignal::new(false);
    let can_back = move || game.local.with(Local::can_take_back);
    let resign = move |_| {
        if sure.get_untracked() {
            game.resign();
        }
        sure.update(|sure| *sure = !*sure);
    };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="back" disabled=move || !can_back() on:click=move |_| game.take_back()>
                <span inner_html=art::UNDO></span>{move || page.say(game::TAKE_BACK)}
            </button>
            <button type="button" class="labelled" data-do="hint" disabled=move || game.is_over() || game.thinking.get() on:click=move |_| game.hint()>
                <span inner_html=art::HINT></span>{move || page.say(game::HINT)}
            </button>
            <button type="button" class="labelled" data-do="flip" on:click=move |_| game.flipped.update(|flipped| *flipped = !*flipped)>
                <span inner_html=art::FLIP></span>{move || page.say(game::FLIP)}
            </button>
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || page.settings.with(|settings| settings.sound).to_string()
                on:click=move |_| page.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if page.settings.with(|settings| settings.sound) { art::SOUND_ON } else { art::SOUND_OFF }></span>
                {move || page.say(game::SOUND)}
            </button>
            <button type="button" class="labelled" data-do="resign" class:danger=move || sure.get() disabled=move || game.is_over() on:click=resign>
                <span inner_html=art::RESIGN></span>
                {move || if sure.get() { page.say(game::RESIGN_SURE) } else { page.say(game::RESIGN) }}
            </button>
            <button type="button" class="labelled" data-do="look" disabled=move || !game.may_look() on:click=move |_| game.look()>
                <span inner_html=art::LAST></span>{move || page.say(game::ANALYSE)}
            </button>
            <Go to=Route::Rules(kind.name().into()) class="button labelled">
                <span inner_html=art::RULES></span>{move || page.say(common::RULES)}
            </Go>
            <button type="button" class="labelled" data-do="new" class:accent=move || game.is_over() on:click=move |_| game.again()>
                <span inner_html=art::PLAY></span>{move || page.say(game::NEW_GAME)}
            </button>
        </div>
    }
}

/// Between two people who may not see each other's men.
#[component]
fn Curtain(game: LocalGame, seat: Seat) -> impl IntoView {
    let (page, kind) = (game.page, game.stage.grid.kind());
    let name = move || kind.seat_words(seat, page.language.get()).to_owned();
    let sit = move |_| {
        game.local.update(|local| local.sit(seat));
        game.stage.jump(game.local.with_untracked(Local::view), Vec::new());
    };
    view! {
        <div class="curtain" role="dialog" aria-modal="true">
            <p>{move || page.fill(game::CURTAIN, &[&name()])}</p>
            <button type="button" class="accent" on:click=sit>{move || page.fill(game::CURTAIN_READY, &[&name()])}</button>
        </div>
    }
}

/// Whether men fall.
pub(crate) fn is_heavy(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Chess(game) if game.modes().gravity)
}

/// The usual look of a game's start, for small boards.
pub(crate) fn first_look(kind: GameKind) -> yipan_wire::View {
    let opening = Opening::usual(kind, [Chair::Person; 2], 0);
    let local = Local::start(opening).expect("the usual start of a game");
    let view = local.view();
    debug_assert_eq!(Grid::of(kind), local.grid());
    view
}
