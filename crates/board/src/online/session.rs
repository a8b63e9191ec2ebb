use yipan_games::GameKind;
use yipan_rules::{Cell, Seat};
use yipan_wire::{Answer, Command, Event, Frame, Player, Request, Stage, State, View};

use crate::lookback::{at_rest, last_touched, played_again};
use crate::online::News;
use crate::{Grid, Rolls};

/// A table of the hall as a page follows it: what is known of it, and what was said and not yet answered. It survives any
/// number of lost lines.
#[derive(Clone, Debug)]
pub struct Session {
    room: String,
    /// What begins the names of our commands, so that no two pages of one person use the same.
    mark: String,
    said: u64,
    you: Option<Player>,
    state: Option<State>,
    /// What the dice have shown since the table was known; and whether moves had been made before.
    rolls: Rolls,
    late: bool,
    /// The boards that were seen, and how many moves had been made at the first of them.
    seen: (usize, Vec<View>),
    unanswered: Vec<Request>,
    /// Whether missing frames have been asked for.
    asked: bool,
    /// How many look on.
    watching: u32,
}

impl Session {
    /// A table that nothing is known of yet.
    #[must_use]
    pub fn new(room: String, mark: String) -> Session {
        let (you, state, unanswered) = (None, None, Vec::new());
        let (rolls, late, seen) = (Rolls::default(), false, (0, Vec::new()));
        Session { room, mark, said: 0, you, state, rolls, late, seen, unanswered, asked: false, watching: 0 }
    }

    /// The table's code.
    #[must_use]
    pub fn room(&self) -> &str {
        &self.room
    }

    /// The table, as far as it is known.
    #[must_use]
    pub const fn state(&self) -> Option<&State> {
        self.state.as_ref()
    }

    /// How many look on without playing.
    #[must_use]
    pub const fn watching(&self) -> u32 {
        self.watching
    }

    /// Which game is played.
    #[must_use]
    pub fn kind(&self) -> Option<GameKind> {
        self.state.as_ref()?.terms.game.parse().ok()
    }

    /// How far the table is.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        self.state.as_ref().map(|state| state.stage)
    }

    /// Whether this is the page of the host.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.state.as_ref().zip(self.you.as_ref()).is_some_and(|(state, you)| state.host.id == you.id)
    }

    /// Whether this is the page of the guest.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        let guest = self.state.as_ref().and_then(|state| state.guest.as_ref());
        guest.zip(self.you.as_ref()).is_some_and(|(guest, you)| guest.id == you.id)
    }

    /// Whether the one at this page has sat down, and so has added to the draws.
    #[must_use]
    pub fn is_seated(&self) -> bool {
        let added =
            |place: usize| self.state.as_ref().is_some_and(|state| state.contributions[place].is_some());
        self.is_host() && added(0) || self.is_guest() && added(1)
    }

    /// The seat of the one at this page, once the game has begun.
    #[must_use]
    pub fn seat(&self) -> Option<Seat> {
        let host = Seat::from(self.state.as_ref()?.host_side?);
        match (self.is_host(), self.is_guest()) {
            (true, _) => Some(host),
            (false, true) => Some(host.other()),
            (false, false) => None,
        }
    }

    /// Who sits on a seat, once the game has begun.
    #[must_use]
    pub fn player(&self, seat: Seat) -> Option<&Player> {
        let state = self.state.as_ref()?;
        let host = Seat::from(state.host_side?);
        if seat == host { Some(&state.host) } else { state.guest.as_ref() }
    }

    /// The board as it is to be shown. When the game is over it is nobody's turn, whatever the rules would still allow.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        let state = self.state.as_ref()?;
        let view = (**state.view.as_ref()?).clone();
        Some(if state.stage == Stage::Over { at_rest(view) } else { view })
    }

    /// What the dice have shown, as far as this page was told; nothing in a game without dice.
    #[must_use]
    pub fn rolls(&self) -> Option<&Rolls> {
        let state = self.state.as_ref()?;
        state.terms.modes.iter().any(|mode| mode.starts_with("dice")).then_some(&self.rolls)
    }

    /// Whether moves had been made before this page came, so that there were throws it has not seen.
    #[must_use]
    pub const fn came_late(&self) -> bool {
        self.late
    }

    /// The board after so many moves, as far as this page can know it. Only where the game stands now is there anything
    /// to do.
    #[must_use]
    pub fn looked_back(&self, moves: usize) -> Option<View> {
        let state = self.state.as_ref()?;
        if moves >= state.moves.len() {
            return self.view();
        }
        let (first, boards) = &self.seen;
        let seen = moves.checked_sub(*first).and_then(|index| boards.get(index));
        seen.map(|view| at_rest(view.clone())).or_else(|| played_again(&state.terms, &state.moves[..moves]))
    }

    /// Where the last of so many moves began and ended, as far as that was told.
    #[must_use]
    pub fn touched(&self, moves: usize) -> Vec<Cell> {
        let known = self.state.as_ref().zip(self.kind());
        known.map_or_else(Vec::new, |(state, kind)| {
            last_touched(Grid::of(kind), &state.moves[..moves.min(state.moves.len())])
        })
    }

    /// Whether a move was said and not answered.
    #[must_use]
    pub fn is_moving(&self) -> bool {
        let is_move = |said: &Request| matches!(said, Request::Do { command: Command::Act { .. }, .. });
        self.unanswered.iter().any(is_move)
    }

    /// What is said when the hall has welcomed us: what we have missed is asked for, and what was not answered is said
    /// again. The hall does a command once, however often it is said.
    #[must_use]
    pub fn greet(&mut self) -> Vec<Request> {
        (self.asked, self.watching) = (false, 0);
        let mut requests = vec![self.join()];
        requests.extend(self.unanswered.iter().cloned());
        requests
    }

    /// Says a command; it is kept until it is answered.
    pub fn command(&mut self, command: Command) -> Request {
        self.said += 1;
        let id = format!("{}-{}", self.mark, self.said);
        let seen = self.state.as_ref().map_or(0, |state| state.seq);
        let request = Request::Do { room: self.room.clone(), id, seen, command };
        self.unanswered.push(request.clone());
        request
    }

    /// Takes an answer of the hall in.
    pub fn hear(&mut self, answer: Answer) -> News {
        match answer {
            Answer::Welcome { you, .. } => {
                self.you = Some(you);
                News::Say(self.greet())
            }
            Answer::State { state } if state.room == self.room => {
                self.asked = false;
                self.know(*state);
                News::Whole
            }
            Answer::Frame { room, frame } if room == self.room => self.fold(frame),
            Answer::Watching { room, count } if room == self.room => {
                self.watching = count;
                News::Nothing
            }
            Answer::Suspended { room, clocks } if room == self.room => {
                if let Some(state) = &mut self.state {
                    state.clocks = Some(clocks);
                }
                News::Suspended
            }
            Answer::Done { id, .. } => {
                self.forget(&id);
                News::Nothing
            }
            Answer::Refused { id, fault, state } => {
                self.forget(&id);
                let known = self.state.as_ref().map_or(0, |state| state.seq);
                let newer = state.filter(|state| state.room == self.room && state.seq > known);
                let whole = newer.is_some();
                if let Some(state) = newer {
                    self.know(*state);
                }
                News::Refused { fault, whole }
            }
            Answer::Error { fault } => match fault.key.as_str() {
                "no-room" | "no-spectators" | "version" => News::Shut(fault),
                // Which of our messages was dropped is not told; on a new line they are all said again.
                "slow-down" | "store" | "hello-first" => News::Again,
                _ => News::Refused { fault, whole: false },
            },
            Answer::Bye => News::Again,
            Answer::State { .. }
            | Answer::Frame { .. }
            | Answer::Joined { .. }
            | Answer::Watching { .. }
            | Answer::Suspended { .. }
            | Answer::Lobby { .. }
            | Answer::Pong { .. } => News::Nothing,
        }
    }

    /// The table is known anew. Of the dice, only those that lie on it are.
    fn know(&mut self, state: State) {
        self.late = !state.moves.is_empty();
        self.seen = (state.moves.len(), state.view.iter().map(|view| (**view).clone()).collect());
        self.rolls = Rolls::on_table(state.view.as_ref().and_then(|view| view.dice.as_ref()));
        self.state = Some(state);
    }

    fn fold(&mut self, frame: Box<Frame>) -> News {
        let Some(state) = &mut self.state else { return News::Nothing };
        let known = state.seq;
        match state.fold(&frame) {
            Ok(()) if frame.seq < known => News::Nothing,
            Ok(()) => {
                self.asked = false;
                self.watch(&frame.event);
                News::Happened(frame)
            }
            // What follows on a gap is all told again.
            Err(_) if self.asked => News::Nothing,
            Err(_) => {
                self.asked = true;
                News::Say(vec![self.join()])
            }
        }
    }

    /// Keeps what only a frame tells: the throws, and the boards between moves. The frame is folded already.
    fn watch(&mut self, event: &Event) {
        if let Event::Started { effects, .. } | Event::Played { effects, .. } = event {
            self.rolls.watch(effects);
        }
        if let Event::Started { view, .. } | Event::Played { view, .. } | Event::TookBack { view, .. } = event
        {
            let made = self.state.as_ref().map_or(0, |state| state.moves.len());
            let (first, boards) = &mut self.seen;
            boards.truncate(made.saturating_sub(*first));
            if boards.is_empty() {
                *first = made;
            }
            boards.push((**view).clone());
        }
    }

    fn join(&self) -> Request {
        Request::Join { room: self.room.clone(), from: self.state.as_ref().map(|state| state.seq) }
    }

    fn forget(&mut self, answered: &str) {
        self.unanswered.retain(|said| !matches!(said, Request::Do { id, .. } if id == answered));
    }
}

#[cfg(test)]
mod tests {
    use yipan_wire::{Clocks, Effect, Face, Fault, Line, Played, Side, Terms};

    use super::*;

    fn player(id: &str) -> Player {
        Player { id: id.into(), name: id.to_uppercase(), level: None }
    }

    fn state(seq: u64) -> State {
        State {
            room: "K4T7QX".into(),
            seq,
            terms: Terms::usual("chess"),
            commitment: "00".into(),
            host: player("ada"),
            guest: Some(player("bo")),
            contributions: [Some("1".into()), None],
            stage: Stage::Playing,
            host_side: Some(Side::Second),
            view: None,
            clocks: None,
            moves: Vec::new(),
            offers: Vec::new(),
            away: Vec::new(),
            chat: Vec::new(),
            ending: None,
            next: None,
        }
    }

    fn welcome(id: &str) -> Answer {
        Answer::Welcome { version: 1, you: player(id), now: 0 }
    }

    fn frame(seq: u64, text: &str) -> Answer {
        let line = Line { name: "ADA".into(), seat: None, text: text.into() };
        Answer::Frame {
            room: "K4T7QX".into(),
            frame: Box::new(Frame { seq, at: 0, event: Event::Said { line } }),
        }
    }

    fn entered(id: &str, seq: u64) -> Session {
        let mut session = Session::new("K4T7QX".into(), "m".into());
        assert_eq!(session.hear(welcome(id)), News::Say(vec![session.join()]));
        assert_eq!(session.hear(Answer::State { state: Box::new(state(seq)) }), News::Whole);
        session
    }

    #[test]
    fn who_looks_on_is_counted_anew_on_a_new_line() {
        let mut session = entered("bo", 0);
        let told = |room: &str, count| Answer::Watching { room: room.into(), count };
        session.hear(told("K4T7QX", 3));
        session.hear(told("ABCDEF", 5));
        assert_eq!(session.watching(), 3, "another room is not ours");
        session.hear(welcome("bo"));
        assert_eq!(session.watching(), 0, "nothing is told as long as it is none");
    }

    #[test]
    fn a_newcomer_asks_for_all_and_one_who_comes_back_for_what_is_missing() {
        let mut session = entered("bo", 3);
        assert!(matches!(session.hear(frame(3, "hello")), News::Happened(_)));
        assert_eq!(session.hear(frame(3, "hello")), News::Nothing, "known already");
        let joined = Answer::Joined { room: "K4T7QX".into(), seq: 4 };
        assert_eq!(session.hear(joined), News::Nothing, "nothing was missed");
        let News::Say(said) = session.hear(welcome("bo")) else { panic!("nothing is asked") };
        assert_eq!(said, [Request::Join { room: "K4T7QX".into(), from: Some(4) }]);
    }

    #[test]
    fn throws_are_kept_as_they_are_told() {
        let mut session = Session::new("K4T7QX".into(), "m".into());
        let modes = vec!["dice-a".to_owned()];
        let told = State { terms: Terms { modes, ..Terms::usual("chess") }, ..state(3) };
        assert_eq!(session.hear(Answer::State { state: Box::new(told) }), News::Whole);
        let rolled = |seat, face| Effect::Rolled { seat, face: Face { face, at: None } };
        let event = Event::Played {
            played: Played { seat: Side::First, act: Some("e2e4".into()) },
            effects: vec![rolled(Side::Second, 'N'), rolled(Side::Second, 'P')],
            view: Box::new(crate::Local::start(usual()).expect("a game").view()),
            clocks: Clocks { at: 0, running: None, left: [None, None] },
        };
        let frame = Box::new(Frame { seq: 3, at: 0, event });
        assert!(matches!(session.hear(Answer::Frame { room: "K4T7QX".into(), frame }), News::Happened(_)));
        let rolls = session.rolls().expect("dice");
        assert_eq!((rolls.throws().len(), rolls.throws()[0].faces.len(), session.came_late()), (1, 2, false));
        assert!(session.looked_back(1).is_some_and(|view| !view.actions.is_empty()), "the present");
        assert_eq!(session.looked_back(0), None, "nobody saw the dice before");
        assert_eq!(entered("bo", 3).rolls(), None, "a game without dice");
    }

    fn usual() -> crate::Opening {
        crate::Opening::usual(GameKind::Chess, [crate::Chair::Person; 2], 1)
    }

    #[test]
    fn a_gap_is_asked_for_once() {
        let mut session = entered("bo", 3);
        let wanted = Request::Join { room: "K4T7QX".into(), from: Some(3) };
        assert_eq!(session.hear(frame(5, "c")), News::Say(vec![wanted]));
        assert_eq!(session.hear(frame(6, "d")), News::Nothing);
        for seq in 3..7 {
            assert!(matches!(session.hear(frame(seq, "x")), News::Happened(_)));
        }
        assert_eq!(session.state().expect("known").chat.len(), 4);
    }

    #[test]
    fn what_was_not_answered_is_said_again_under_the_same_name() {
        let mut session = entered("bo", 3);
        let first = session.command(Command::Act { act: "e2e4".into() });
        let second = session.command(Command::Say { text: "hi".into() });
        assert!(matches!(&first, Request::Do { id, seen: 3, .. } if id == "m-1"));
        assert!(session.is_moving());
        let News::Say(said) = session.hear(welcome("bo")) else { panic!("nothing is said") };
        assert_eq!(said[1..], [first, second.clone()]);
        assert_eq!(session.hear(Answer::Done { id: "m-1".into(), seq: 4 }), News::Nothing);
        assert!(!session.is_moving());
        let News::Say(said) = session.hear(welcome("bo")) else { panic!("nothing is said") };
        assert_eq!(said[1..], [second]);
    }

    #[test]
    fn the_clocks_stand_while_the_server_cannot_save() {
        let mut session = entered("bo", 3);
        let clocks = |running| Clocks { at: 7, running, left: [None, None] };
        let suspended = |room: &str| Answer::Suspended { room: room.into(), clocks: clocks(None) };
        assert_eq!(session.hear(suspended("ABCDEF")), News::Nothing, "another room is not ours");
        assert_eq!(session.hear(suspended("K4T7QX")), News::Suspended);
        assert_eq!(session.state().and_then(|state| state.clocks), Some(clocks(None)));
        let event = Event::Resumed { clocks: clocks(Some(Side::First)) };
        let frame = Box::new(Frame { seq: 3, at: 9, event });
        assert!(matches!(session.hear(Answer::Frame { room: "K4T7QX".into(), frame }), News::Happened(_)));
        assert_eq!(session.state().and_then(|state| state.clocks), Some(clocks(Some(Side::First))));
    }

    #[test]
    fn a_refusal_is_told_and_brings_a_newer_table() {
        let mut session = entered("bo", 3);
        let _ = session.command(Command::Start);
        let fault = Fault { key: "not-host".into(), words: "only the host may do that".into() };
        let refused = |seq| Answer::Refused {
            id: "m-1".into(),
            fault: fault.clone(),
            state: Some(Box::new(state(seq))),
        };
        assert_eq!(session.hear(refused(3)), News::Refused { fault: fault.clone(), whole: false });
        assert_eq!(session.hear(refused(9)), News::Refused { fault: fault.clone(), whole: true });
        assert_eq!(session.state().map(|state| state.seq), Some(9));
        assert_eq!(session.greet().len(), 1, "it is not said again");
    }

    #[test]
    fn the_page_knows_whose_it_is() {
        let host = entered("ada", 3);
        assert!(host.is_host() && host.is_seated() && !host.is_guest());
        assert_eq!(host.seat(), Some(Seat::Second));
        let guest = entered("bo", 3);
        assert!(guest.is_guest() && !guest.is_seated());
        assert_eq!((guest.seat(), guest.player(Seat::Second)), (Some(Seat::First), Some(&player("ada"))));
        let spectator = entered("cy", 3);
        assert_eq!(spectator.seat(), None);
    }

    #[test]
    fn who_signs_in_at_another_page_keeps_the_seat_at_this_one() {
        let mut session = entered("bo", 3);
        let event = Event::Became { player: player("ben"), host: false };
        let became = Frame { seq: 3, at: 0, event };
        session.hear(Answer::Frame { room: "K4T7QX".into(), frame: Box::new(became) });
        session.hear(welcome("ben"));
        assert_eq!((session.seat(), session.player(Seat::First)), (Some(Seat::First), Some(&player("ben"))));
    }

    #[test]
    fn nobody_has_a_turn_when_the_game_is_over() {
        let mut over = state(7);
        let view = View {
            turn: Some(Side::First),
            men: vec![("e1".into(), Side::First, 'K')],
            hidden: Vec::new(),
            marks: Vec::new(),
            check: true,
            dice: None,
            lost: Vec::new(),
            actions: vec!["e1e2".into()],
        };
        (over.stage, over.view) = (Stage::Over, Some(Box::new(view)));
        let mut session = entered("bo", 3);
        assert_eq!(session.view(), None);
        session.hear(Answer::State { state: Box::new(over) });
        let shown = session.view().expect("a board");
        assert_eq!((shown.turn, shown.actions.len(), shown.check, shown.men.len()), (None, 0, false, 1));
    }

    #[test]
    fn a_table_that_is_not_there_is_not_asked_for_again() {
        let mut session = Session::new("XXXXXX".into(), "m".into());
        let fault = |key: &str| Fault { key: key.into(), words: "..".into() };
        assert_eq!(session.hear(Answer::Error { fault: fault("no-room") }), News::Shut(fault("no-room")));
        assert_eq!(session.hear(Answer::Error { fault: fault("slow-down") }), News::Again);
        assert_eq!(session.hear(Answer::Bye), News::Again);
    }
}
