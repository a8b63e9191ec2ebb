//! One table in the world: a task that owns it, writes down what is decided, and tells who listens.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};
use yipan_engine::computer::{Computer, Strength};
use yipan_record::Millis;
use yipan_rules::{Language, Seat, Words};
use yipan_table::{Call, Entry, Eye, Gallery, Stamped, Table};
use yipan_wire::{Answer, Command, Fault, Frame, Player, Playing, Spectators, State, Waiting};

use crate::append::append;
use crate::audience::Audience;
use crate::bus::{Out, Parcel};
use crate::engine_pool::{MoveDecision, SearchHandle};
use crate::hall::Hall;
use crate::lobby::Shown;
use crate::store::{StoreError, StoreStatus};

/// A table that has ended and that nobody listens to leaves memory after this long; it is on disk.
const LINGER: Duration = Duration::from_secs(60);

/// How many look on is told this long after somebody has come or gone, so that a crowd is told once.
const HEADCOUNT: Duration = Duration::from_millis(500);

/// What may be asked of a table.
pub(crate) enum Ring {
    Join {
        socket: u64,
        person: Player,
        from: Option<u64>,
        language: Language,
        out: Out,
    },
    Part {
        socket: u64,
    },
    Do {
        person: Player,
        id: String,
        seen: Option<u64>,
        lag: Millis,
        received: std::time::Instant,
        command: Command,
        language: Language,
        out: Option<Out>,
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
    /// Somebody who sits here has signed in, as the store knows; answered when the table knows it too.
    Adopted {
        done: oneshot::Sender<()>,
    },
}

pub(crate) struct Room {
    pub(crate) hall: Arc<Hall>,
    pub(crate) table: Table,
    gallery: Gallery,
    audience: Audience,
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
    spectators: u32,
    headcount: Option<Instant>,
    status: watch::Receiver<StoreStatus>,
    /// When the store began to fail, while it does. Clocks stand and commands are refused meanwhile.
    pub(crate) outage: Option<Millis>,
}

impl Room {
    /// Starts the task of a table and gives back the line to it.
    pub(crate) fn spawn(hall: Arc<Hall>, table: Table) -> Option<mpsc::Sender<Ring>> {
        let gallery = Gallery::of(&table).ok()?;
        let (line, rings) = mpsc::channel(256);
        let audience = Audience::new(hall.bus.channel(table.room()));
        let mut status = hall.store.status();
        status.mark_changed();
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
        };
        tokio::spawn(room.run(rings));
        Some(line)
    }

    async fn run(mut self, mut rings: mpsc::Receiver<Ring>) {
        self.hall.metrics.rooms.inc();
        self.adopt().await;
        self.open_next().await;
        self.show_in_lobby();
        self.ask_computer();
        loop {
            let wake = self.wake();
            let headcount = self.headcount;
            tokio::select! {
                ring = rings.recv() => match ring {
                    Some(ring) => self.answer(ring).await,
                    None => break,
                },
                () = sleep_until(headcount.unwrap_or(wake)), if headcount.is_some() => self.count_heads(),
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
        self.hall.metrics.rooms.dec();
    }

    fn is_idle(&self) -> bool {
        self.audience.is_empty()
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
            Ring::Join { socket, person, from, language, out } => {
                self.join(socket, &self.now(person), from, language, out).await;
            }
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
            Ring::Do { person, id, seen, lag, received, command, language, out } => {
                let told = self.act(&self.now(person), &id, seen, lag, &command, language).await;
                if let Answer::Done { .. } = told {
                    self.hall.metrics.acknowledgment_seconds.observe(received.elapsed());
                }
                if let Some(out) = out {
                    Self::send(&out, &told);
                }
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

    async fn join(&mut self, socket: u64, person: &Player, from: Option<u64>, language: Language, out: Out) {
        if !self.table.admits(&person.id) {
            Self::send(&out, &Answer::Error { fault: crate::faults::no_spectators(language) });
            return;
        }
        let (table, eye) = self.shown(&person.id);
        match from.filter(|from| *from <= table.log().len() as u64) {
            None => Self::send(&out, &Answer::State { state: Box::new(table.state(eye)) }),
            Some(from) => {
                // A log in memory folds, for it was folded to get there.
                let missed = yipan_table::frames(table.log(), eye, from).unwrap_or_default();
                out.send_all(Parcel::Many(
                    missed.into_iter().map(|frame| text(&self.framed(frame))).collect(),
                ));
            }
        }
        let (room, seq) = (table.room().to_owned(), table.log().len() as u64);
        Self::send(&out, &Answer::Joined { room, seq });
        if self.spectators > 0 {
            Self::send(&out, &self.watching());
        }
        if let Some(suspended) = self.suspended() {
            Self::send(&out, &suspended);
        }
        self.audience.join(socket, &person.id, eye, out);
        self.expect_headcount();
        self.arrived(&person.id).await;
    }

    /// Somebody is here.
    async fn arrived(&mut self, person: &str) {
        if person == self.table.host().id {
            self.show_in_lobby();
        }
        let back = self.table.presence(person, true, self.hall.now.millis());
        self.keep(back).await;
    }

    async fn part(&mut self, socket: u64) {
        let Some(gone) = self.audience.part(socket) else { return };
        self.expect_headcount();
        if !self.audience.has(&gone) {
            if gone == self.table.host().id {
                self.show_in_lobby();
            }
            let away = self.table.presence(&gone, false, self.hall.now.millis());
            self.keep(away).await;
        }
    }

    /// Stops the clocks while the store fails, and lets them run when it works again.
    async fn follow_store(&mut self) {
        let status = *self.status.borrow_and_update();
        match status {
            StoreStatus::Failing { since } => self.suspend(self.hall.now.at(since)),
            StoreStatus::Writable => self.resume().await,
        }
    }

    /// Begins an outage: from `since` on nobody's clock runs.
    fn suspend(&mut self, since: Millis) {
        if self.outage.is_some() {
            return;
        }
        let last = self.table.log().last().map_or(since, |last| last.at);
        self.outage = Some(since.max(last));
        if let Some(suspended) = self.suspended() {
            self.audience.tell_all(&text(&suspended));
        }
    }

    /// Ends an outage, once that is on disk. What people did meanwhile and could not be saved is looked at again.
    async fn resume(&mut self) {
        let Some(since) = self.outage else { return };
        let ended = self.table.outage(since, self.hall.now.millis());
        if let Err(error) = self.write(ended).await {
            tracing::warn!(room = self.table.room(), %error, "an outage goes on");
            return;
        }
        self.outage = None;
        for seat in Seat::BOTH {
            let Some(player) = self.table.player(seat).filter(|player| player.level.is_none()) else {
                continue;
            };
            let is_here = self.audience.has(&player.id);
            let changed = self.table.presence(&player.id, is_here, self.hall.now.millis());
            self.keep(changed).await;
        }
        self.asked = None;
        self.ask_computer();
    }

    /// Returns what followers are sent during an outage.
    fn suspended(&self) -> Option<Answer> {
        let clocks = self.table.clocks_in_outage(self.outage?)?;
        Some(Answer::Suspended { room: self.table.room().to_owned(), clocks })
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
    async fn keep(&mut self, entries: Vec<Stamped>) {
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
    async fn write(&mut self, entries: Vec<Stamped>) -> Result<(), StoreError> {
        let Some(at) = entries.first().map(|entry| entry.at) else { return Ok(()) };
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

    /// Takes the room from disk again, which holds entries that are not in memory, and sends everyone the whole of it.
    async fn reload(&mut self) {
        let loaded = match self.hall.load(self.table.room()).await {
            Ok(Some(table)) => {
                Gallery::of(&table).map(|gallery| (table, gallery)).map_err(|error| error.to_string())
            }
            Ok(None) => Err("it is gone".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match loaded {
            Ok((table, gallery)) => (self.table, self.gallery) = (table, gallery),
            Err(error) => {
                return tracing::error!(room = self.table.room(), error, "a room cannot be reloaded");
            }
        }
        tracing::warn!(room = self.table.room(), "a room was reloaded: its log had grown elsewhere");
        self.audience.turn(|person| self.table.eye(person));
        for (person, out) in self.audience.followers() {
            Self::send(out, &Answer::State { state: Box::new(self.state(person)) });
        }
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
                if !self.audience.has(&player.id) {
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
        if let Entry::Became { was, player } = &entry.entry {
            self.audience.rename(was, &player.id);
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
        self.audience.tell(&told, shown, framed);
        if became {
            // Who looked on with the account sees with the seat's eyes from now on, and spectators may be behind.
            for (eye, out) in self.audience.turn(|person| self.table.eye(person)) {
                Self::send(&out, &Answer::State { state: Box::new(self.table.state(eye)) });
            }
        }
        Ok(())
    }

    fn expect_headcount(&mut self) {
        self.headcount.get_or_insert_with(|| Instant::now() + HEADCOUNT);
    }

    /// Tells how many look on, if that has changed.
    fn count_heads(&mut self) {
        self.headcount = None;
        let spectators = self.audience.spectators(|person| self.table.is_at_table(person));
        if spectators != std::mem::replace(&mut self.spectators, spectators) {
            self.audience.tell_all(&text(&self.watching()));
        }
    }

    fn watching(&self) -> Answer {
        Answer::Watching { room: self.table.room().to_owned(), count: self.spectators }
    }

    fn framed(&self, frame: Frame) -> Answer {
        Answer::Frame { room: self.table.room().to_owned(), frame: Box::new(frame) }
    }

    fn send(out: &Out, answer: &Answer) {
        out.send(text(answer));
    }

    /// The table that somebody may know of: spectators may be some moves behind.
    fn shown(&self, person: &str) -> (&Table, Eye) {
        match self.table.eye(person) {
            Eye::Guest => (self.gallery.shown(&self.table), Eye::Guest),
            eye => (&self.table, eye),
        }
    }

    fn state(&self, person: &str) -> State {
        let (table, eye) = self.shown(person);
        table.state(eye)
    }

    /// A room waits in the lobby while its host is there: nobody is sent to an empty one.
    fn show_in_lobby(&self) {
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
    async fn open_next(&mut self) {
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

fn text(answer: &Answer) -> Arc<str> {
    serde_json::to_string(answer).unwrap_or_default().into()
}
