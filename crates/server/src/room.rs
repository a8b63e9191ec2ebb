//! One table in the world: a task that owns it, writes down what is decided, and tells who listens.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, sleep_until};
use yipan_record::Millis;
use yipan_rules::{Language, Seat, Words};
use yipan_table::{Call, Entry, Eye, Gallery, Projection, Stamped, Table};
use yipan_wire::{Answer, Command, Fault, Frame, Player, State};

use crate::hall::Hall;
use crate::random;
use crate::rivals::Ask;
use crate::store::{Append, StoreError};

/// A table that has ended and that nobody listens to leaves memory after this long; it is on disk.
const LINGER: Duration = Duration::from_secs(60);

/// A line to somebody's socket. What does not fit is not waited for: a reader that slow is told to go, and may come
/// back for what it has missed.
#[derive(Clone, Debug)]
pub(crate) struct Out {
    pub(crate) line: mpsc::Sender<Arc<str>>,
    pub(crate) go: Arc<Notify>,
}

impl Out {
    /// Whether the message could be sent.
    pub(crate) fn send(&self, message: Arc<str>) -> bool {
        let sent = self.line.try_send(message).is_ok();
        if !sent {
            self.go.notify_one();
        }
        sent
    }
}

/// What may be asked of a table.
#[derive(Debug)]
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
        command: Command,
        language: Language,
        out: Option<Out>,
    },
    Show {
        person: String,
        answer: oneshot::Sender<Option<State>>,
    },
}

struct Listener {
    person: String,
    out: Out,
}

pub(crate) struct Room {
    hall: Arc<Hall>,
    table: Table,
    gallery: Gallery,
    listeners: HashMap<u64, Listener>,
    own: mpsc::WeakSender<Ring>,
    /// The board that a computer was asked about last.
    asked: Option<u64>,
}

impl Room {
    /// Starts the task of a table and gives back the line to it.
    pub(crate) fn spawn(hall: Arc<Hall>, table: Table) -> Option<mpsc::Sender<Ring>> {
        let gallery = Gallery::of(&table).ok()?;
        let (line, rings) = mpsc::channel(256);
        let room =
            Room { hall, table, gallery, listeners: HashMap::new(), own: line.downgrade(), asked: None };
        tokio::spawn(room.run(rings));
        Some(line)
    }

    async fn run(mut self, mut rings: mpsc::Receiver<Ring>) {
        self.hall.tally.rooms.up();
        self.show_in_lobby();
        self.ask_computer();
        loop {
            let wake = self.wake();
            tokio::select! {
                ring = rings.recv() => match ring {
                    Some(ring) => self.answer(ring).await,
                    None => break,
                },
                () = sleep_until(wake) => {
                    let due = self.table.tick(self.hall.now.millis());
                    if self.is_idle() && due.is_empty() && self.table.is_over() {
                        break;
                    }
                    self.keep(due).await;
                }
            }
        }
        self.hall.forget(self.table.room());
        self.hall.tally.rooms.down();
    }

    fn is_idle(&self) -> bool {
        self.listeners.is_empty()
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
        match ring {
            Ring::Join { socket, person, from, language, out } => {
                self.join(socket, &person, from, language, out).await;
            }
            Ring::Part { socket } => self.part(socket).await,
            Ring::Show { person, answer } => {
                let _ = answer.send(self.table.admits(&person).then(|| self.state(&person)));
            }
            Ring::Do { person, id, seen, lag, command, language, out } => {
                let told = self.act(&person, &id, seen, lag, &command, language).await;
                if let Some(out) = out {
                    Self::send(&out, &told);
                }
            }
        }
    }

    async fn join(&mut self, socket: u64, person: &Player, from: Option<u64>, language: Language, out: Out) {
        if !self.table.admits(&person.id) {
            let words = language.pick("this table has no spectators", "这里不能观战", "這裡不能觀戰");
            let fault = Fault { key: "no-spectators".to_owned(), words: words.to_owned() };
            Self::send(&out, &Answer::Error { fault });
            return;
        }
        let seq = self.seq_of(&person.id);
        match from.filter(|from| *from <= seq) {
            None => Self::send(&out, &Answer::State { state: Box::new(self.state(&person.id)) }),
            Some(from) => {
                let log = &self.table.log()[..usize::try_from(seq).unwrap_or(0)];
                // A log in memory folds, for it was folded to get there.
                for frame in yipan_table::frames(log, self.table.eye(&person.id), from).unwrap_or_default() {
                    Self::send(&out, &self.framed(frame));
                }
            }
        }
        self.listeners.insert(socket, Listener { person: person.id.clone(), out });
        let back = self.table.presence(&person.id, true, self.hall.now.millis());
        self.keep(back).await;
    }

    async fn part(&mut self, socket: u64) {
        let Some(gone) = self.listeners.remove(&socket) else { return };
        if !self.listeners.values().any(|listener| listener.person == gone.person) {
            let away = self.table.presence(&gone.person, false, self.hall.now.millis());
            self.keep(away).await;
        }
    }

    async fn act(
        &mut self,
        person: &Player,
        id: &str,
        seen: Option<u64>,
        lag: Millis,
        command: &Command,
        language: Language,
    ) -> Answer {
        if let Some(seq) = self.table.done(&person.id, id) {
            return Answer::Done { id: id.to_owned(), seq };
        }
        let now = self.hall.now.millis();
        let due = self.table.tick(now);
        self.keep(due).await;
        let call = Call { person, id, seen, now, lag };
        let fault = match self.refusal(command, language) {
            Some(fault) => fault,
            None => match self.table.decide(&call, command) {
                Ok(entries) => {
                    let seq = self.table.log().len() as u64;
                    match self.write(entries).await {
                        Ok(()) => {
                            self.hall.tally.commands.up();
                            self.follow_up().await;
                            return Answer::Done { id: id.to_owned(), seq };
                        }
                        Err(error) => {
                            tracing::error!(room = self.table.room(), %error, "a command could not be kept");
                            crate::faults::store(language)
                        }
                    }
                }
                Err(refusal) => Fault { key: refusal.key().to_owned(), words: refusal.words(language) },
            },
        };
        self.hall.tally.refused.up();
        let state = self.table.admits(&person.id).then(|| Box::new(self.state(&person.id)));
        Answer::Refused { id: id.to_owned(), fault, state }
    }

    /// What the hall itself has against a command.
    fn refusal(&self, command: &Command, language: Language) -> Option<Fault> {
        let Command::SeatComputer { level } = command else { return None };
        let kind = self.table.game().kind();
        let levels = self.hall.rivals.as_ref().map_or(0, |rivals| rivals.levels(kind));
        (*level == 0 || *level > levels).then(|| crate::faults::no_computer(levels, language))
    }

    /// Keeps what happened of itself. What cannot be kept now is tried again later.
    async fn keep(&mut self, entries: Vec<Stamped>) {
        if let Err(error) = self.write(entries).await {
            tracing::error!(room = self.table.room(), %error, "what happened could not be kept");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    /// Writes entries to disk, then applies them, then tells everybody.
    async fn write(&mut self, entries: Vec<Stamped>) -> Result<(), StoreError> {
        if entries.is_empty() {
            return Ok(());
        }
        self.hall.store.append(append(&self.table, &entries)?).await?;
        for entry in entries {
            self.apply(entry)?;
        }
        self.show_in_lobby();
        self.ask_computer();
        Ok(())
    }

    /// What a command may bring with it: a player who is not there when the game starts, or a next game.
    async fn follow_up(&mut self) {
        if self.table.wants_next() {
            self.open_next().await;
        }
        if self.table.is_playing() && self.table.plies() == 0 {
            for seat in Seat::BOTH {
                let Some(player) = self.table.player(seat).filter(|player| player.level.is_none()) else {
                    continue;
                };
                if !self.listeners.values().any(|listener| listener.person == player.id) {
                    let away = self.table.presence(&player.id, false, self.hall.now.millis());
                    self.keep(away).await;
                }
            }
        }
    }

    fn apply(&mut self, entry: Stamped) -> Result<(), StoreError> {
        let before = self.table.clone();
        let broken = |error: yipan_table::BrokenLog| StoreError(error.to_string());
        self.table.apply(entry).map_err(broken)?;
        let projection = Projection::new(&before, &self.table);
        let mut told: HashMap<Eye, Arc<str>> = HashMap::new();
        let shown = self.gallery.advance(&self.table).map_err(broken)?;
        let shown: Vec<Arc<str>> = shown.into_iter().map(|frame| text(&self.framed(frame))).collect();
        for listener in self.listeners.values() {
            let lines = match self.table.eye(&listener.person) {
                Eye::Guest => shown.clone(),
                eye => {
                    let frame = told.entry(eye).or_insert_with(|| text(&self.framed(projection.frame(eye))));
                    vec![Arc::clone(frame)]
                }
            };
            for line in lines {
                self.hall.tally.frames.up();
                if !listener.out.send(line) {
                    self.hall.tally.dropped.up();
                    break;
                }
            }
        }
        Ok(())
    }

    fn framed(&self, frame: Frame) -> Answer {
        Answer::Frame { room: self.table.room().to_owned(), frame: Box::new(frame) }
    }

    fn send(out: &Out, answer: &Answer) {
        out.send(text(answer));
    }

    fn state(&self, person: &str) -> State {
        match self.table.eye(person) {
            Eye::Guest => self.gallery.state(),
            eye => self.table.state(eye),
        }
    }

    fn seq_of(&self, person: &str) -> u64 {
        match self.table.eye(person) {
            Eye::Guest => self.gallery.seq(),
            Eye::Seat(_) => self.table.log().len() as u64,
        }
    }

    fn show_in_lobby(&self) {
        let open = self.table.terms().public && self.table.is_waiting() && self.table.guest().is_none();
        self.hall
            .lobby
            .show(self.table.room(), open.then(|| (self.table.host().clone(), self.table.terms().clone())));
    }

    /// Lets a computer think where it is its turn; what it finds comes back as a command.
    fn ask_computer(&mut self) {
        let (Some(seat), board) = (self.table.to_move(), self.table.board_seq()) else { return };
        if self.asked.replace(board) == Some(board) {
            return;
        }
        let Some((player, level)) =
            self.table.player(seat).and_then(|player| Some((player.clone(), player.level?)))
        else {
            return;
        };
        let (Some(rivals), Some(own)) = (self.hall.rivals.clone(), self.own.upgrade()) else { return };
        let seed = u64::from_be_bytes(random::bytes().0[..8].try_into().unwrap_or_default());
        let ask = Ask { state: self.table.state(Eye::Seat(seat)), seat, level, seed };
        let (id, seen) = (format!("computer-{board}"), Some(self.table.log().len() as u64));
        tokio::spawn(async move {
            let chosen = tokio::task::spawn_blocking(move || rivals.choose(&ask)).await.ok().flatten();
            let command = chosen.map_or(Command::Resign, |act| Command::Act { act });
            let (lag, language) = (Millis::ZERO, Language::English);
            // A table that is gone needs no move.
            let _ = own.send(Ring::Do { person: player, id, seen, lag, command, language, out: None }).await;
        });
    }

    async fn open_next(&mut self) {
        let opened = Box::pin(self.hall.open_next(&self.table)).await;
        match opened {
            Ok(room) => {
                let entry = Entry::Next { room };
                let at = self.hall.now.millis();
                let stamped = Stamped { at, by: None, entry };
                let appended = match append(&self.table, std::slice::from_ref(&stamped)) {
                    Ok(lines) => self.hall.store.append(lines).await,
                    Err(error) => Err(error),
                };
                if let Err(error) = appended.and_then(|()| self.apply(stamped)) {
                    tracing::error!(room = self.table.room(), %error, "the next game could not be told");
                }
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

/// Entries as the store keeps them.
pub(crate) fn append(table: &Table, entries: &[Stamped]) -> Result<Append, StoreError> {
    let line = |entry| serde_json::to_string(entry).map_err(|error| StoreError(error.to_string()));
    let sat = |stamped: &Stamped| match &stamped.entry {
        Entry::Sat { person, .. } if person.level.is_none() => Some(person.id.clone()),
        _ => None,
    };
    Ok(Append {
        room: table.room().to_owned(),
        seq: table.log().len() as u64,
        lines: entries.iter().map(line).collect::<Result<_, _>>()?,
        at: entries.first().map_or(0, |entry| entry.at.0),
        game: table.game().kind().name(),
        is_over: entries.iter().any(|stamped| matches!(stamped.entry, Entry::Ended { .. })),
        sat: entries.iter().filter_map(sat).collect(),
    })
}
