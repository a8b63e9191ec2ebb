//! The line to the hall: it is opened again whenever it is lost, without the page being loaded anew.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{MessageEvent, WebSocket};
use yipan_board::online::{HallTime, patience};
use yipan_rules::Language;
use yipan_wire::{Answer, Request, VERSION};

use crate::fetch;
use crate::page::Page;
use crate::timer;

/// How a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Link {
    /// It is being opened for the first time.
    New,
    /// It holds.
    Open,
    /// It was lost and will be tried again.
    Lost,
}

/// How often the hall is asked whether it is there, and how long it may take to answer, in milliseconds.
const ASK: i32 = 4_000;
const SILENCE: f64 = 8_000.0;

/// A line to the hall, as long as the part of the page that opened it is shown.
#[derive(Clone)]
pub(super) struct Line(Rc<Inner>);

type Heard = Box<dyn Fn(&Line, Answer)>;

struct Inner {
    page: Page,
    link: RwSignal<Link>,
    heard: Heard,
    socket: RefCell<Option<Ears>>,
    time: Cell<HallTime>,
    /// When the hello was sent, and since when the hall has been asked without anything being heard.
    greeted: Cell<f64>,
    asked: Cell<Option<f64>>,
    tried: Cell<u32>,
    /// Whether the browser has the cookie that makes all its lines the same person's.
    is_known: Cell<bool>,
    is_connecting: Cell<bool>,
    is_waiting: Cell<bool>,
    is_closed: Cell<bool>,
}

/// A socket and what listens to it.
struct Ears {
    socket: WebSocket,
    _opened: Closure<dyn FnMut()>,
    _told: Closure<dyn FnMut(MessageEvent)>,
    _closed: Closure<dyn FnMut()>,
}

impl Drop for Ears {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

impl Line {
    /// Opens a line that is closed when the surrounding part of the page goes away.
    pub(super) fn open(page: Page, link: RwSignal<Link>, heard: impl Fn(&Line, Answer) + 'static) -> Line {
        let line = Line(Rc::new(Inner {
            page,
            link,
            heard: Box::new(heard),
            socket: RefCell::new(None),
            time: Cell::default(),
            greeted: Cell::new(0.0),
            asked: Cell::new(None),
            tried: Cell::new(0),
            is_known: Cell::new(false),
            is_connecting: Cell::new(false),
            is_waiting: Cell::new(false),
            is_closed: Cell::new(false),
        }));
        line.connect();
        let asking = line.clone();
        timer::every(ASK, move || asking.ask());
        let again = line.clone();
        let online = window_event_listener(leptos::ev::online, move |_| again.connect());
        let kept = StoredValue::new_local(line.clone());
        on_cleanup(move || {
            online.remove();
            let _ = kept.try_with_value(Line::close);
        });
        // The hall speaks the language that it was greeted in.
        let spoken = line.clone();
        Effect::new(move |before: Option<Language>| {
            let language = page.language.get();
            if before.is_some_and(|before| before != language) {
                spoken.restart();
            }
            language
        });
        line
    }

    /// Says something, if the line holds; who must be heard says it again on the next one.
    pub(super) fn say(&self, request: &Request) {
        if let (Some(ears), Ok(text)) = (&*self.0.socket.borrow(), serde_json::to_string(request))
            && ears.socket.ready_state() == WebSocket::OPEN
        {
            let _ = ears.socket.send_with_str(&text);
        }
    }

    /// The hall's time, once it has told it.
    pub(super) fn now(&self) -> Option<u64> {
        self.0.time.get().now(timer::now())
    }

    /// Hangs up and dials again at once.
    pub(super) fn restart(&self) {
        self.hang_up();
        self.connect();
    }

    /// Hangs up and dials again after a while.
    pub(super) fn lose(&self) {
        self.hang_up();
        let inner = &self.0;
        if inner.is_closed.get() || inner.is_waiting.replace(true) {
            return;
        }
        let _ = inner.link.try_set(Link::Lost);
        let tried = inner.tried.get();
        inner.tried.set(tried.saturating_add(1));
        let wait = patience(tried, getrandom::u64().unwrap_or_default());
        let line = self.clone();
        spawn_local(async move {
            timer::sleep(wait).await;
            line.0.is_waiting.set(false);
            line.connect();
        });
    }

    /// Hangs up until the language or the network changes: anything else would be answered as before.
    pub(super) fn rest(&self) {
        self.hang_up();
    }

    /// Hangs up for good.
    pub(super) fn close(&self) {
        self.0.is_closed.set(true);
        self.hang_up();
    }

    fn hang_up(&self) {
        let ears = self.0.socket.borrow_mut().take();
        drop(ears);
    }

    fn connect(&self) {
        let inner = &self.0;
        if inner.is_closed.get() || inner.socket.borrow().is_some() || inner.is_connecting.replace(true) {
            return;
        }
        let line = self.clone();
        spawn_local(async move {
            let inner = &line.0;
            if !inner.is_known.get() {
                let language = inner.page.language.get_untracked();
                inner.is_known.set(fetch::get("/api/me", language).await.is_ok());
            }
            inner.is_connecting.set(false);
            if inner.is_closed.get() {
                return;
            }
            let ears = if inner.is_known.get() { line.listen() } else { None };
            match ears {
                Some(ears) => {
                    inner.asked.set(None);
                    *inner.socket.borrow_mut() = Some(ears);
                }
                None => line.lose(),
            }
        });
    }

    fn listen(&self) -> Option<Ears> {
        let socket = WebSocket::new(&address()?).ok()?;
        let line = self.clone();
        let opened = Closure::<dyn FnMut()>::new(move || {
            line.0.greeted.set(timer::now());
            let lang = Some(line.0.page.language.get_untracked().to_string());
            line.say(&Request::Hello { version: VERSION, lang });
        });
        let line = self.clone();
        let told = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            line.0.asked.set(None);
            let answer = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
            if let Some(answer) = answer {
                line.hear(answer);
            }
        });
        let line = self.clone();
        let closed = Closure::<dyn FnMut()>::new(move || line.lose());
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(told.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        Some(Ears { socket, _opened: opened, _told: told, _closed: closed })
    }

    fn hear(&self, answer: Answer) {
        let inner = &self.0;
        let mut time = inner.time.get();
        match answer {
            Answer::Welcome { now, .. } => {
                inner.tried.set(0);
                time.hear(inner.greeted.get(), timer::now(), now);
                let _ = inner.link.try_set(Link::Open);
            }
            Answer::Pong { at, now } => time.hear(at as f64, timer::now(), now),
            _ => {}
        }
        inner.time.set(time);
        (inner.heard)(self, answer);
    }

    /// Asks whether the hall is there. A line on which nothing is answered is dead, whatever the browser thinks.
    fn ask(&self) {
        if self.0.socket.borrow().is_none() {
            return;
        }
        let now = timer::now();
        match self.0.asked.get() {
            Some(since) if now - since > SILENCE => self.lose(),
            Some(_) => {}
            None => {
                self.0.asked.set(Some(now));
                self.say(&Request::Ping { at: now as u64 });
            }
        }
    }
}

fn address() -> Option<String> {
    let location = web_sys::window()?.location();
    let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
    Some(format!("{scheme}://{}/ws", location.host().ok()?))
}
