use leptos::prelude::*;
use yipan_board::online::{News, Session, backwards, clock_face, ending};
use yipan_board::text::{game as words, online};
use yipan_board::{Route, Said, Shown, Sound, capital, happenings, sentences, status, table_words};
use yipan_games::GameKind;
use yipan_rules::Seat;
use yipan_wire::{Answer, Command, Event, Fault, Frame, Played, Stage as Far, View};

use super::intent::{Intent, intend, intended};
use super::line::{Line, Link};
use crate::page::{Page, page};
use crate::stage::Stage;
use crate::{sound, timer};

/// A table of the hall and everything that follows from it.
#[derive(Clone, Copy)]
pub(crate) struct OnlineGame {
    pub(crate) page: Page,
    pub(crate) session: RwSignal<Session>,
    pub(crate) link: RwSignal<Link>,
    /// What was last refused or said.
    pub(super) note: RwSignal<Said>,
    pub(super) flipped: RwSignal<bool>,
    /// A move that waits to be confirmed.
    pub(super) asked: RwSignal<Option<String>>,
    /// The hall's time, as often as a clock that runs is looked at.
    pub(super) now: RwSignal<u64>,
    shut: RwSignal<Option<Fault>>,
    line: StoredValue<Option<Line>, LocalStorage>,
    /// The board, while it is shown.
    stage: StoredValue<Option<Stage>>,
    intent: StoredValue<Option<Intent>>,
    /// Whether the page has sat down and started of itself, which it does once.
    has_sat: StoredValue<bool>,
    has_started: StoredValue<bool>,
    is_warned: StoredValue<bool>,
}

/// What is to be shown of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Nothing is known yet.
    Nowhere,
    /// There is no way in.
    Shut(String),
    /// The game has not begun.
    Waiting,
    /// It was called off before it began.
    Closed,
    /// The board.
    Board(GameKind),
}

impl OnlineGame {
    /// Goes to a table.
    pub(crate) fn enter(room: String) -> OnlineGame {
        let intent = intended(&room);
        let mark = format!("{:016x}", getrandom::u64().unwrap_or_default());
        let game = OnlineGame {
            page: page(),
            session: RwSignal::new(Session::new(room, mark)),
            link: RwSignal::new(Link::New),
            note: RwSignal::new(Said::default()),
            flipped: RwSignal::new(false),
            asked: RwSignal::new(None),
            now: RwSignal::new(0),
            shut: RwSignal::new(None),
            line: StoredValue::new_local(None),
            stage: StoredValue::new(None),
            intent: StoredValue::new(intent),
            has_sat: StoredValue::new(false),
            has_started: StoredValue::new(false),
            is_warned: StoredValue::new(false),
        };
        let line = Line::open(game.page, game.link, move |line: &Line, answer| game.hear(line, answer));
        game.line.set_value(Some(line));
        timer::every(100, move || game.tick());
        game
    }

    pub(crate) fn place(self) -> Place {
        if let Some(fault) = self.shut.get() {
            return Place::Shut(fault.words);
        }
        self.session.with(|session| match (session.state(), session.kind()) {
            (None, _) => Place::Nowhere,
            (Some(state), Some(kind)) if state.view.is_some() => Place::Board(kind),
            (Some(state), _) if state.stage == Far::Waiting => Place::Waiting,
            _ => Place::Closed,
        })
    }

    /// The board has come into sight; what happens from now on is shown on it.
    pub(super) fn show_on(self, stage: Stage) {
        self.stage.set_value(Some(stage));
        on_cleanup(move || {
            let _ = self.stage.try_update_value(|stage| *stage = None);
        });
    }

    pub(super) fn has_begun(self) -> bool {
        self.session.with(|session| session.stage().is_some_and(|stage| stage != Far::Waiting))
    }

    pub(super) fn is_playing(self) -> bool {
        self.session.with(|session| session.stage() == Some(Far::Playing))
    }

    pub(super) fn is_over(self) -> bool {
        self.session.with(|session| session.stage() == Some(Far::Over))
    }

    pub(super) fn seat(self) -> Option<Seat> {
        self.session.with(Session::seat)
    }

    /// What a side is called, with the name of who plays it.
    pub(super) fn name(self, seat: Seat) -> String {
        let language = self.page.language.get();
        self.session.with(|session| {
            let side = session.kind().map(|kind| capital(kind.seat_words(seat, language)));
            let who = session.player(seat).map(|player| match player.level {
                Some(level) => words::COMPUTER.fill(language, &[&level.to_string()]),
                None => player.name.clone(),
            });
            [side, who].into_iter().flatten().collect::<Vec<_>>().join(" · ")
        })
    }

    /// Whose turn it is, or how it ended.
    pub(super) fn line(self) -> String {
        let language = self.page.language.get();
        let told = self.session.with(|session| {
            let (state, kind) = (session.state()?, session.kind()?);
            if let Some(told) = &state.ending {
                return Some(ending(kind, told, language));
            }
            let view = state.view.as_ref()?;
            let line = status(kind, view, language);
            let is_own = view.turn.map(Seat::from).is_some_and(|turn| Some(turn) == session.seat());
            Some(match (is_own, session.seat()) {
                (true, _) => format!("{line} · {}", words::YOUR_MOVE.say(language)),
                (false, Some(_)) => line,
                (false, None) => format!("{line} · {}", online::SPECTATING.say(language)),
            })
        });
        told.unwrap_or_default()
    }

    /// Says a command to the hall; it is said again until it is answered.
    pub(super) fn command(self, command: Command) {
        let request = self.session.try_update(|session| session.command(command));
        self.line.with_value(|line| {
            if let (Some(line), Some(request)) = (line, request) {
                line.say(&request);
            }
        });
    }

    /// What the person does on the board.
    pub(super) fn act(self, act: String) {
        let may = self.session.with_untracked(|session| {
            session.seat().is_some() && session.stage() == Some(Far::Playing) && !session.is_moving()
        });
        if !may {
            return;
        }
        if self.stage.get_value().is_some_and(Stage::release) {
            self.look_anew();
        }
        if self.page.settings.with_untracked(|settings| settings.confirm) {
            self.asked.set(Some(act));
        } else {
            self.play(act);
        }
    }

    pub(super) fn play(self, act: String) {
        self.asked.set(None);
        self.note.set(Said::default());
        self.command(Command::Act { act });
    }

    pub(super) fn sit(self) {
        self.has_sat.set_value(true);
        let mut bytes = [0_u8; 32];
        // A browser without chance adds nothing; the hall's seed and the other side's bytes are left.
        let _ = getrandom::fill(&mut bytes);
        let contribution = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.command(Command::Sit { contribution });
    }

    fn hear(self, line: &Line, answer: Answer) {
        if matches!(answer, Answer::Pong { .. } | Answer::Lobby { .. }) {
            return;
        }
        let Some(before) = self.session.try_with_untracked(played) else { return };
        let Some(news) = self.session.try_update(|session| session.hear(answer)) else { return };
        match news {
            News::Nothing => {}
            News::Say(requests) => requests.iter().for_each(|request| line.say(request)),
            News::Whole => self.look_anew(),
            News::Happened(frame) => self.happened(&frame, &before),
            News::Refused { fault, whole } => {
                self.tell(Said::only(self.page.language.get_untracked(), fault.words));
                // By the flow a man waits for the hall where it was dropped.
                let is_stones = self.session.with_untracked(Session::kind) == Some(GameKind::Liuzichong);
                if whole || is_stones {
                    self.look_anew();
                }
            }
            News::Suspended => self.tell(online::SUSPENDED.into()),
            News::Shut(fault) => {
                line.rest();
                self.shut.set(Some(fault));
            }
            News::Again => line.lose(),
        }
    }

    /// Says something to eyes and ears: what is noted is read aloud as well.
    pub(super) fn tell(self, said: Said) {
        self.note.set(said);
    }

    fn look_anew(self) {
        let (view, last) =
            self.session.with_untracked(|session| (session.view(), session.touched(usize::MAX)));
        if let (Some(stage), Some(view)) = (self.stage.get_value(), view) {
            stage.release();
            stage.jump(view, last);
        }
        self.settle_down();
    }

    fn happened(self, frame: &Frame, before: &[Played]) {
        let language = self.page.language.get_untracked();
        match &frame.event {
            Event::Started { view, .. } => {
                if let Some(kind) = self.session.with_untracked(Session::kind) {
                    let said = [online::BEGUN.say(language).to_owned(), table_words(kind, view, language)];
                    self.page.announce(sentences(&said, language));
                }
            }
            Event::Played { played, effects, view, .. } => {
                self.show(effects.clone(), (**view).clone());
                self.asked.set(None);
                self.note.set(Said::default());
                self.announce(played, effects, view);
            }
            Event::TookBack { plies, .. } => {
                self.go_back(before, *plies as usize);
                self.tell(Said::new(|language| online::TOOK_BACK.fill(language, &[&plies.to_string()])));
                self.page.announce(untrack(|| self.line()));
            }
            Event::Away { seat } => {
                self.page.announce(online::AWAY.fill(language, &[&untrack(|| self.name((*seat).into()))]));
            }
            Event::Back { seat, .. } => {
                self.page.announce(online::IS_BACK.fill(language, &[&untrack(|| self.name((*seat).into()))]));
            }
            Event::Resumed { .. } => self.tell(online::RESUMED.into()),
            Event::Ended { .. } => {
                if let Some(view) = self.session.with_untracked(Session::view) {
                    self.show(Vec::new(), view);
                }
                self.asked.set(None);
                self.page.announce(untrack(|| self.line()));
            }
            Event::OfferGone { seat, declined: true, .. }
                if untrack(|| self.seat()) == Some((*seat).into()) =>
            {
                self.tell(online::DECLINED.into());
            }
            Event::Sat { host, .. } => {
                if !host && self.session.with_untracked(Session::is_host) {
                    self.page.settings.with_untracked(|settings| sound::play(Sound::Castle, settings));
                }
                self.settle_down();
            }
            Event::Next { room } if untrack(|| self.seat()).is_some() => {
                intend(room, true);
                self.page.go(Route::Room(room.clone()));
            }
            _ => {}
        }
    }

    /// Moves were taken back. Where nothing moves at once but a man, that is shown backwards.
    fn go_back(self, before: &[Played], plies: usize) {
        let (view, last, beats) = self.session.with_untracked(|session| {
            let terms = session.state().filter(|_| session.kind() == Some(GameKind::Liuzichong));
            let beats = terms.map(|state| backwards(&state.terms, before, plies)).unwrap_or_default();
            (session.view(), session.touched(usize::MAX), beats)
        });
        match (self.stage.get_value(), view) {
            (Some(stage), Some(view)) if !beats.is_empty() && !stage.release() => {
                stage.rewind(beats, view, last);
            }
            _ => self.look_anew(),
        }
    }

    fn show(self, effects: Vec<yipan_wire::Effect>, view: View) {
        if let Some(stage) = self.stage.get_value() {
            stage.show(Shown { effects, view });
        }
    }

    /// The host sits at the own table at once, and so does whoever said so before coming here.
    fn settle_down(self) {
        let (sits, starts) = self.session.with_untracked(|session| {
            let Some(state) = session.state().filter(|state| state.stage == Far::Waiting) else {
                return (false, false);
            };
            let intent = self.intent.get_value();
            let is_free = session.is_host() || (intent.is_some() && state.guest.is_none());
            let both = state.contributions.iter().all(Option::is_some);
            let starts = both && session.is_host() && intent.is_some_and(|intent| intent.start);
            (is_free && !session.is_seated(), starts)
        });
        if sits && !self.has_sat.get_value() {
            self.sit();
        }
        if starts && !self.has_started.get_value() {
            self.has_started.set_value(true);
            self.command(Command::Start);
        }
    }

    fn announce(self, played: &Played, effects: &[yipan_wire::Effect], view: &View) {
        let language = self.page.language.get_untracked();
        let spoken = self.session.with_untracked(|session| {
            let (state, kind) = (session.state()?, session.kind()?);
            let name = capital(kind.seat_words(played.seat.into(), language));
            let titles =
                yipan_board::online::titles(&state.terms, &state.moves, untrack(|| self.page.script()));
            let mut said = vec![match titles.last().and_then(|moved| moved.title.as_ref()) {
                Some(title) => words::MOVED.fill(language, &[&name, title]),
                None => words::MOVED_UNSEEN.fill(language, &[&name]),
            }];
            said.extend(happenings(kind, effects, language));
            said.push(status(kind, view, language));
            Some(sentences(&said, language))
        });
        if let Some(spoken) = spoken {
            self.page.announce(spoken);
        }
    }

    /// Looks at the clocks while one of them runs.
    fn tick(self) {
        let Some(now) = self.line.try_with_value(|line| line.as_ref().and_then(Line::now)).flatten() else {
            return;
        };
        let runs = self.session.with_untracked(|session| {
            let state = session.state().filter(|state| state.stage == Far::Playing)?;
            let clocks = state.clocks.filter(|clocks| clocks.running.is_some())?;
            let own = session.seat().and_then(|seat| clock_face(&clocks, &state.terms.clock, seat, now));
            Some(own.is_some_and(|face| face.runs && face.is_low))
        });
        let Some(is_low) = runs else { return };
        self.now.set(now);
        if is_low && !self.is_warned.get_value() {
            self.page.settings.with_untracked(|settings| sound::play(Sound::LowTime, settings));
        }
        self.is_warned.set_value(is_low);
    }
}

/// Every move so far.
fn played(session: &Session) -> Vec<Played> {
    session.state().map(|state| state.moves.clone()).unwrap_or_default()
}
