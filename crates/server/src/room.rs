//! One table in the world: a task that owns it, writes down what is decided, and tells who listens.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};
use yipan_engine::computer::{Computer, Strength};
use yipan_record::Millis;
use yipan_rules::{Language, Seat, Words};
use yipan_table::{Call, Entry, Eye, Gallery, Stamped, Table};
use yipan_wire::{Answer, Command, Fault, Player, Playing, Spectators, State, Waiting};

use crate::append::append;
use crate::audience::Audience;
use crate::bus::Out;
use crate::engine_pool::{MoveDecision, SearchHandle};
use crate::hall::Hall;
use crate::lobby::Shown;
use crate::replay_cache::ReplayCache;
use crate::room_clients::{Join, turn_away};
use crate::room_outage::SLOW_COMMIT;
use crate::store::{StoreError, StoreStatus};

/// A table that has ended and that nobody listens to leaves memory after this long; it is on disk.
const LINGER: Duration = Duration::from_secs(60);

/// What may be asked of a table.
pub(crate) enum Ring {
    Join(Join),
    Part {
        socket: u64,
    },
    Do {
        socket: u64,
        person: Player,
        id: String,
        seen: Option<u64>,
        lag: Millis,
        received: std::time::Instant,
        command: Command,
        language: Language,
        out: Out,
    },
    /// A computer has thought about the board after this many entries.
    Thought {
        board: u64,
        player: Player,
        decision: MoveDecision,
    },
    Show {
        person: String,
        answer: oneshot::Sender<Option<State>>,
    },
    /// The frames of a viewer have been built; nothing if they could not be.
    Replayed {
        eye: Eye,
        messages: Option<Vec<Arc<str>>>,
    },
    /// Somebody who sits here has signed in, as the store knows; answered when the table knows it too.
    Adopted {
        done: oneshot::Sender<()>,
    },
}

impl Ring {
    /// The socket that asks, if it is one.
    pub(crate) const fn socket(&self) -> Option<u64> {
        match self {
            Ring::Join(Join { socket, .. }) | Ring::Part { socket } | Ring::Do { socket, .. } => {
                Some(*socket)
            }
            Ring::Thought { .. } | Ring::Show { .. } | Ring::Replayed { .. } | Ring::Adopted { .. } => None,
        }
    }
}

pub(crate) struct Room {
    pub(crate) hall: Arc<Hall>,
    pub(crate) table: Table,
    pub(crate) gallery: Gallery,
    pub(crate) audience: Audience,
    pub(crate) own: mpsc::WeakSender<Ring>,
    /// The board that a computer was asked about last.
    pub(crate) asked: Option<u64>,
    /// The computer that plays here, as far as it remembers anything.
    pub(crate) computer: Option<Box<Computer>>,
    /// The search of the board that is there now.
    pub(crate) search: Option<SearchHandle>,
    /// Whether the store may know of somebody who sits here and has signed in.
    adopts: bool,
    /// How many look on, as everybody here was told, and when they are counted again.
    pub(crate) spectators: u32,
    pub(crate) headcount: Option<Instant>,
    pub(crate) status: watch::Receiver<StoreStatus>,
    /// When the store began to fail, while it does. Clocks stand and commands are refused meanwhile.
    pub(crate) outage: Option<Millis>,
    pub(crate) replays: ReplayCache,
    /// Requests that waited for a replay and can go on.
    pub(crate) deferred: VecDeque<Ring>,
    /// Players whose last connection is lost, and when that is written down unless they come back.
    pub(crate) departures: HashMap<String, Instant>,
}

impl Room {
    /// Starts the task of a table and gives back the line to it.
    pub(crate) fn spawn(hall: Arc<Hall>, table: Table, gallery: Gallery) -> mpsc::Sender<Ring> {
        let (line, rings) = mpsc::channel(256);
        let audience = Audience::new(hall.bus.channel(table.room()));
        let mut status = hall.store.status();
        status.mark_changed();
        let replays = ReplayCache::new(Arc::clone(&hall.replay_bytes));
        let room = Room {
            hall,
            table,
            gallery,
            audience,
            own: line.downgrade(),
            asked: None,
            computer: None,
            search: None,
            adopts: true,
            spectators: 0,
            headcount: None,
            status,
            outage: None,
            replays,
            deferred: VecDeque::new(),
            departures: HashMap::new(),
        };
        tokio::spawn(room.run(rings));
        line
    }

    async fn run(mut self, mut rings: mpsc::Receiver<Ring>) {
        self.hall.metrics.rooms.inc();
        self.adopt().await;
        self.open_next().await;
        self.show_in_lobby();
        self.ask_computer();
        loop {
            let wake = self.wake();
            let upkeep = self.next_upkeep();
            tokio::select! {
                ring = rings.recv() => match ring {
                    Some(ring) => self.answer_in_order(ring).await,
                    None => break,
                },
                () = sleep_until(upkeep.unwrap_or(wake)), if upkeep.is_some() => self.keep_up().await,
                Ok(()) = self.status.changed() => self.follow_store().await,
                () = sleep_until(wake), if self.outage.is_none() => {
                    let due = self.table.tick(self.hall.now.millis());
                    if self.is_idle() && due.is_empty() && self.table.is_over() {
                        break;
                    }
                    self.keep(due).await;
                    self.open_next().await;
                }
            }
        }
        self.hall.forget(self.table.room());
        rings.close();
        while let Some(ring) = rings.recv().await {
            turn_away(ring);
        }
        self.hall.metrics.rooms.dec();
    }

    fn is_idle(&self) -> bool {
        self.audience.is_empty() && self.replays.is_idle()
    }

    /// Answers a request, and those that waited for it. What a socket asks for while it waits for a replay comes after that.
    async fn answer_in_order(&mut self, ring: Ring) {
        self.deferred.push_back(ring);
        while let Some(ring) = self.deferred.pop_front() {
            if let Some(ring) = self.replays.defer(ring) {
                self.answer(ring).await;
            }
        }
    }

    fn wake(&self) -> Instant {
        let linger = Instant::now() + LINGER;
        match self.table.deadline() {
            Some(deadline) => {
                let wait = deadline - self.hall.now.millis();
                Instant::now() + Duration::from_millis(wait.0.min(3_600_000))
            }
            None => linger,
        }
    }

    async fn answer(&mut self, ring: Ring) {
        self.adopt().await;
        match ring {
            Ring::Join(join) => self.join(Join { person: self.now(join.person.clone()), ..join }).await,
            Ring::Replayed { eye, messages } => self.replayed(eye, messages),
            Ring::Part { socket } => self.part(socket).await,
            Ring::Show { person, answer } => {
                let _ = answer.send(self.table.admits(&person).then(|| self.state(&person)));
            }
            Ring::Thought { board, player, decision } => self.follow(board, player, decision).await,
            Ring::Adopted { done } => {
                self.adopts = true;
                self.adopt().await;
                // Whoever has stopped waiting does not mind.
                let _ = done.send(());
            }
            Ring::Do { socket: _, person, id, seen, lag, received, command, language, out } => {
                let told = self.act(&self.now(person), &id, seen, lag, &command, language).await;
                if let Answer::Done { .. } = told {
                    self.hall.metrics.acknowledgment_seconds.observe(received.elapsed());
                }
                Self::send(&out, &told);
            }
        }
    }

    /// Gives their seats to those who have signed in. What cannot be kept now is tried again when somebody next wants
    /// something here.
    async fn adopt(&mut self) {
        if !std::mem::take(&mut self.adopts) {
            return;
        }
        if let Err(error) = self.hand_over().await {
            tracing::error!(room = self.table.room(), %error, "somebody who signed in could not be seated");
            self.adopts = true;
        }
    }

    async fn hand_over(&mut self) -> Result<(), StoreError> {
        // One after the other: two guests may have become the same account, which gets one seat.
        for (was, person) in self.hall.store.adopted(self.table.room()).await? {
            let became = self.table.signed_in(&was, &person.player(), self.hall.now.millis());
            self.write(became).await?;
            // He may have looked on with the account while nobody was here as the guest.
            if self.audience.has(&person.id) {
                self.arrived(&person.id).await;
            }
        }
        Ok(())
    }

    /// Who somebody is by now: a socket may not know yet that he has signed in.
    fn now(&self, person: Player) -> Player {
        self.table.successor(&person.id).cloned().unwrap_or(person)
    }

    pub(crate) async fn act(
        &mut self,
        person: &Player,
        id: &str,
        seen: Option<u64>,
        lag: Millis,
        command: &Command,
        language: Language,
    ) -> Answer {
        if let Ok(Some(seq)) = self.table.done(&person.id, id, command) {
            return Answer::Done { id: id.to_owned(), seq };
        }
        let now = self.hall.now.millis();
        if self.outage.is_none() {
            let due = self.table.tick(now);
            self.keep(due).await;
        }
        let call = Call { person, id, seen, now, lag };
        let fault = match self.refusal(command, language) {
            _ if self.outage.is_some() => crate::faults::outage(language),
            Some(fault) => fault,
            None => match self.table.decide(&call, command) {
                Ok(entries) => {
                    let seq = self.table.log().len() as u64;
                    match self.write(entries).await {
                        Ok(()) => {
                            self.hall.metrics.commands.inc();
                            self.follow_up().await;
                            return Answer::Done { id: id.to_owned(), seq };
                        }
                        Err(error) => {
                            tracing::error!(room = self.table.room(), %error, "a command could not be kept");
                            if self.outage.is_some() {
                                crate::faults::outage(language)
                            } else {
                                crate::faults::store(language)
                            }
                        }
                    }
                }
                Err(refusal) => Fault { key: refusal.key().to_owned(), words: refusal.words(language) },
            },
        };
        self.hall.metrics.rejected_commands.inc();
        let state = self.table.admits(&person.id).then(|| Box::new(self.state(&person.id)));
        Answer::Refused { id: id.to_owned(), fault, state }
    }

    /// What the hall itself has against a command.
    fn refusal(&self, command: &Command, language: Language) -> Option<Fault> {
        let Command::SeatComputer { level } = command else { return None };
        let levels = Strength::levels(self.table.game().kind());
        (*level == 0 || *level > levels).then(|| crate::faults::no_computer(levels, language))
    }

    /// Keeps what happened of itself. What cannot be kept now is tried again later.
    pub(crate) async fn keep(&mut self, entries: Vec<Stamped>) {
        match self.write(entries).await {
            // Until the outage ends nothing is due.
            Ok(()) | Err(StoreError::Unavailable(_)) => {}
            Err(error) => {
                tracing::error!(room = self.table.room(), %error, "what happened could not be kept");
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }

    /// Writes entries to disk, then applies them, then tells everybody.
    pub(crate) async fn write(&mut self, entries: Vec<Stamped>) -> Result<(), StoreError> {
        let Some(at) = entries.first().map(|entry| entry.at) else { return Ok(()) };
        let began = Instant::now();
        self.write_once(entries, at).await?;
        if began.elapsed() > SLOW_COMMIT && self.outage.is_none() {
            // Nobody saw the entries while the disk took its time, so nobody pays for it.
            let outage = self.table.outage(at, self.hall.now.millis());
            if !outage.is_empty() {
                tracing::warn!(room = self.table.room(), took = ?began.elapsed(), "a commit was slow");
                let now = self.hall.now.millis();
                // What was to be written is; if this fails, the outage that follows gives the time back.
                let _ = self.write_once(outage, now).await;
            }
        }
        Ok(())
    }

    async fn write_once(&mut self, entries: Vec<Stamped>, at: Millis) -> Result<(), StoreError> {
        let written = self.hall.store.append(append(&self.table, &entries)?).await;
        match &written {
            Ok(()) | Err(StoreError::Failed(_)) => {}
            Err(StoreError::Unavailable(_)) => self.suspend(at),
            Err(StoreError::Conflict(_)) => self.reload().await,
        }
        written?;
        for entry in entries {
            self.apply(entry)?;
        }
        self.show_in_lobby();
        self.ask_computer();
        Ok(())
    }

    /// What a command may bring with it: a player who is not there when the game starts, or a next game.
    async fn follow_up(&mut self) {
        while let Some((player, command)) = self.courtesy() {
            let id = format!("computer-{}", self.table.log().len());
            let call = Call::new(&player, &id, self.hall.now.millis());
            // What is offered may be accepted or declined; were it refused or not kept, it would only stay open.
            let Ok(entries) = self.table.decide(&call, &command) else { break };
            if self.write(entries).await.is_err() {
                break;
            }
        }
        self.open_next().await;
        if self.table.is_playing() && self.table.plies() == 0 {
            for seat in Seat::BOTH {
                let Some(player) = self.table.player(seat).filter(|player| player.level.is_none()) else {
                    continue;
                };
                // One who has just gone may be back in a moment.
                if !self.audience.has(&player.id) && !self.departures.contains_key(&player.id) {
                    let away = self.table.presence(&player.id, false, self.hall.now.millis());
                    self.keep(away).await;
                }
            }
        }
    }

    fn apply(&mut self, entry: Stamped) -> Result<(), StoreError> {
        let broken = |error: yipan_table::BrokenLog| StoreError::Failed(error.to_string());
        let room = self.table.room().to_owned();
        let framed = |frame| text(&Answer::Frame { room: room.clone(), frame: Box::new(frame) });
        let became = matches!(entry.entry, Entry::Became { .. });
        let starts = matches!(entry.entry, Entry::Started { .. });
        if let Entry::Became { was, player } = &entry.entry {
            self.audience.rename(was, &player.id);
            if let Some(at) = self.departures.remove(was) {
                self.departures.insert(player.id.clone(), at);
            }
        }
        if became || self.table.is_waiting() {
            // Who looked on may have sat down.
            self.expect_headcount();
        }
        let told = self.table.advance(entry).map_err(broken)?;
        let shown = self.gallery.advance(&told).map_err(broken)?;
        if !became {
            // Whoever sat down has a seat's eyes once the game begins, and sees it begin with them.
            self.audience.turn(|person| told.eye(person));
        }
        if starts {
            // Anybody may wait for a game, and not everybody may watch it.
            for (language, out) in self.audience.expel(|person| told.admits(person)) {
                Self::send(&out, &Answer::Error { fault: crate::faults::no_spectators(language) });
            }
        }
        for eye in Seat::BOTH.map(Eye::Seat) {
            if self.audience.has_viewer(eye) || self.replays.follows(eye) {
                let message = framed(told.frame(eye));
                self.replays.push(eye, &message);
                self.audience.tell(eye, &[message]);
            }
        }
        let shown: Vec<_> = shown.into_iter().map(framed).collect();
        for message in &shown {
            self.replays.push(Eye::Guest, message);
        }
        self.audience.tell(Eye::Guest, &shown);
        if became {
            // Who looked on with the account sees with the seat's eyes from now on, and spectators may be behind.
            for (eye, out) in self.audience.turn(|person| self.table.eye(person)) {
                Self::send(&out, &Answer::State { state: Box::new(self.table.state(eye)) });
            }
        }
        Ok(())
    }

    pub(crate) fn send(out: &Out, answer: &Answer) {
        out.send(text(answer));
    }

    /// The table that somebody may know of: spectators may be some moves behind.
    pub(crate) fn shown(&self, person: &str) -> (&Table, Eye) {
        match self.table.eye(person) {
            Eye::Guest => (self.gallery.shown(&self.table), Eye::Guest),
            eye => (&self.table, eye),
        }
    }

    pub(crate) fn state(&self, person: &str) -> State {
        let (table, eye) = self.shown(person);
        let state = table.state(eye);
        match self.stopped_clocks(eye) {
            Some(clocks) => State { clocks: Some(clocks), ..state },
            None => state,
        }
    }

    /// A room waits in the lobby while its host is there: nobody is sent to an empty one.
    pub(crate) fn show_in_lobby(&self) {
        let (table, room) = (&self.table, self.table.room());
        let terms = table.terms();
        if !terms.public {
            return;
        }
        let players = Seat::BOTH.map(|seat| table.player(seat).cloned());
        let shown = match players {
            _ if table.is_waiting() && table.guest().is_none() && self.audience.has(&table.host().id) => {
                let (room, host) = (room.to_owned(), table.host().clone());
                Some(Shown::Waiting(Waiting { room, host, terms: terms.clone() }))
            }
            [Some(first), Some(second)] if table.is_playing() && terms.spectators != Spectators::No => {
                let plies = u32::try_from(self.gallery.shown(table).plies()).unwrap_or(u32::MAX);
                let (room, terms) = (room.to_owned(), terms.clone());
                Some(Shown::Playing(Playing { room, players: [first, second], terms, plies }))
            }
            _ => None,
        };
        self.hall.lobby.show(room, shown);
    }

    /// Opens the table of a rematch that both have agreed to, be it before the hall was killed.
    pub(crate) async fn open_next(&mut self) {
        if !self.table.wants_next() {
            return;
        }
        match Box::pin(self.hall.open_next(&self.table)).await {
            Ok(room) => {
                let stamped = Stamped { at: self.hall.now.millis(), by: None, entry: Entry::Next { room } };
                self.keep(vec![stamped]).await;
            }
            Err(error) => {
                tracing::error!(room = self.table.room(), %error, "the next game could not be opened");
            }
        }
    }
}

pub(crate) fn text(answer: &Answer) -> Arc<str> {
    serde_json::to_string(answer).unwrap_or_default().into()
}
