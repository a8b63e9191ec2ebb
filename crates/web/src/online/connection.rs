//! The WebSocket connection to the server. It reconnects by itself, without a reload.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use wasm_bindgen_futures::spawn_local;
use web_sys::{MessageEvent, WebSocket};
use yipan_client::online::{ServerClock, reconnect_delay};
use yipan_core::Language;
use yipan_wire::{AnnouncedRestart, ClientMessage, PROTOCOL_VERSION, ServerMessage};

use crate::browser::fetch;
use crate::browser::timer;
use crate::context::{AppContext, ShownRestart};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionStatus {
    /// The first connection is being opened.
    Connecting,
    Open,
    /// The connection was lost and will be retried.
    Lost,
}

/// The interval between pings, and the time after which a connection without a pong is dead, in milliseconds.
const PING_INTERVAL_MS: i32 = 4_000;
const PONG_TIMEOUT_MS: f64 = 8_000.0;

/// A connection that lives as long as the component that opened it.
#[derive(Clone)]
pub(super) struct Connection(Rc<Inner>);

type OnMessage = Box<dyn Fn(&Connection, ServerMessage)>;

struct Inner {
    context: AppContext,
    status: RwSignal<ConnectionStatus>,
    on_message: OnMessage,
    socket: RefCell<Option<SocketHandlers>>,
    server_clock: Cell<ServerClock>,
    /// The times of the hello and of the unanswered ping, for round trips.
    hello_sent_at: Cell<f64>,
    ping_sent_at: Cell<Option<f64>>,
    attempts: Cell<u32>,
    /// Whether the browser has a session cookie, so that all its connections belong to one user.
    has_session: Cell<bool>,
    is_connecting: Cell<bool>,
    is_reconnect_scheduled: Cell<bool>,
    is_closed: Cell<bool>,
}

/// A socket with its handlers. Dropping it closes the socket.
struct SocketHandlers {
    socket: WebSocket,
    _on_open: Closure<dyn FnMut()>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_close: Closure<dyn FnMut()>,
}

impl Drop for SocketHandlers {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

impl Connection {
    /// Opens a connection that closes when the reactive owner is disposed.
    pub(super) fn open(
        context: AppContext,
        status: RwSignal<ConnectionStatus>,
        on_message: impl Fn(&Connection, ServerMessage) + 'static,
    ) -> Connection {
        let connection = Connection(Rc::new(Inner {
            context,
            status,
            on_message: Box::new(on_message),
            socket: RefCell::new(None),
            server_clock: Cell::default(),
            hello_sent_at: Cell::new(0.0),
            ping_sent_at: Cell::new(None),
            attempts: Cell::new(0),
            has_session: Cell::new(false),
            is_connecting: Cell::new(false),
            is_reconnect_scheduled: Cell::new(false),
            is_closed: Cell::new(false),
        }));
        connection.connect();
        let pinging = connection.clone();
        timer::set_interval(PING_INTERVAL_MS, move || pinging.ping());
        let again = connection.clone();
        let online = window_event_listener(leptos::ev::online, move |_| again.connect());
        let stored = StoredValue::new_local(connection.clone());
        on_cleanup(move || {
            online.remove();
            let _ = stored.try_with_value(Connection::close);
        });
        // The language is negotiated in the hello, so a new language needs a new connection.
        let restarting = connection.clone();
        Effect::new(move |before: Option<Language>| {
            let language = context.language.get();
            if before.is_some_and(|before| before != language) {
                restarting.restart();
            }
            language
        });
        connection
    }

    /// Sends a message if the socket is open. The caller repeats lost messages after a reconnect.
    pub(super) fn send(&self, message: &ClientMessage) {
        if let (Some(handlers), Ok(text)) = (&*self.0.socket.borrow(), serde_json::to_string(message))
            && handlers.socket.ready_state() == WebSocket::OPEN
        {
            let _ = handlers.socket.send_with_str(&text);
        }
    }

    /// Returns the server time, or `None` before the first sample.
    pub(super) fn server_now(&self) -> Option<u64> {
        self.0.server_clock.get().now(timer::now())
    }

    /// Reconnects immediately.
    pub(super) fn restart(&self) {
        self.close_socket();
        self.connect();
    }

    /// Reconnects after a delay with backoff.
    pub(super) fn reconnect_later(&self) {
        self.close_socket();
        let inner = &self.0;
        if inner.is_closed.get() || inner.is_reconnect_scheduled.replace(true) {
            return;
        }
        let _ = inner.status.try_set(ConnectionStatus::Lost);
        let tried = inner.attempts.get();
        inner.attempts.set(tried.saturating_add(1));
        let wait = reconnect_delay(tried, getrandom::u64().unwrap_or_default());
        let connection = self.clone();
        spawn_local(async move {
            timer::sleep(wait).await;
            connection.0.is_reconnect_scheduled.set(false);
            connection.connect();
        });
    }

    /// Closes the socket until the language or the network changes.
    pub(super) fn suspend(&self) {
        self.close_socket();
    }

    /// Closes the connection permanently.
    pub(super) fn close(&self) {
        self.0.is_closed.set(true);
        self.close_socket();
    }

    fn close_socket(&self) {
        let handlers = self.0.socket.borrow_mut().take();
        drop(handlers);
    }

    fn connect(&self) {
        let inner = &self.0;
        if inner.is_closed.get() || inner.socket.borrow().is_some() || inner.is_connecting.replace(true) {
            return;
        }
        let connection = self.clone();
        spawn_local(async move {
            let inner = &connection.0;
            if !inner.has_session.get() {
                let language = inner.context.language.get_untracked();
                inner.has_session.set(fetch::get("/api/me", language).await.is_ok());
            }
            inner.is_connecting.set(false);
            if inner.is_closed.get() {
                return;
            }
            let handlers = if inner.has_session.get() { connection.open_socket() } else { None };
            match handlers {
                Some(handlers) => {
                    inner.ping_sent_at.set(None);
                    *inner.socket.borrow_mut() = Some(handlers);
                }
                None => connection.reconnect_later(),
            }
        });
    }

    fn open_socket(&self) -> Option<SocketHandlers> {
        let socket = WebSocket::new(&socket_url()?).ok()?;
        let connection = self.clone();
        let on_open = Closure::<dyn FnMut()>::new(move || {
            connection.0.hello_sent_at.set(timer::now());
            let lang = Some(connection.0.context.language.get_untracked().to_string());
            connection.send(&ClientMessage::Hello { version: PROTOCOL_VERSION, lang });
        });
        let connection = self.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            connection.0.ping_sent_at.set(None);
            let message = event.data().as_string().and_then(|text| serde_json::from_str(&text).ok());
            if let Some(message) = message {
                connection.handle_message(message);
            }
        });
        let connection = self.clone();
        let on_close = Closure::<dyn FnMut()>::new(move || connection.reconnect_later());
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Some(SocketHandlers { socket, _on_open: on_open, _on_message: on_message, _on_close: on_close })
    }

    fn handle_message(&self, message: ServerMessage) {
        let inner = &self.0;
        let mut time = inner.server_clock.get();
        match &message {
            ServerMessage::Welcome { now, restart, .. } => {
                inner.attempts.set(0);
                time.record_sample(inner.hello_sent_at.get(), timer::now(), *now);
                let _ = inner.status.try_set(ConnectionStatus::Open);
                self.show_restart(time, restart.as_ref());
            }
            ServerMessage::RestartAnnounced { restart } => self.show_restart(time, restart.as_ref()),
            ServerMessage::Pong { at, now } => time.record_sample(*at as f64, timer::now(), *now),
            _ => {}
        }
        inner.server_clock.set(time);
        (inner.on_message)(self, message);
    }

    /// Shows the restart that the server announces, or none.
    fn show_restart(&self, time: ServerClock, announced: Option<&AnnouncedRestart>) {
        let local = timer::now();
        let shown = announced.cloned().zip(time.now(local)).map(|(announced, now)| {
            let page_time = local + announced.at as f64 - now as f64;
            ShownRestart { announced, page_time }
        });
        self.0.context.announced_restart.set(shown);
    }

    /// Sends a ping, or reconnects if the last one was not answered in time.
    fn ping(&self) {
        if self.0.socket.borrow().is_none() {
            return;
        }
        let now = timer::now();
        match self.0.ping_sent_at.get() {
            Some(since) if now - since > PONG_TIMEOUT_MS => self.reconnect_later(),
            Some(_) => {}
            None => {
                self.0.ping_sent_at.set(Some(now));
                self.send(&ClientMessage::Ping { at: now as u64 });
            }
        }
    }
}

fn socket_url() -> Option<String> {
    let location = web_sys::window()?.location();
    let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
    Some(format!("{scheme}://{}/ws", location.host().ok()?))
}
