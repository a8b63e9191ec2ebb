use leptos::prelude::*;
use yipan_client::online::{RoomClient, RoomUpdate, clock_display, result_text, takeback_timeline};
use yipan_client::text::{game as words, online};
use yipan_client::{
    BoardUpdate, LocalizedText, Route, Sound, announce_position, capitalize, effect_sentences,
    join_sentences, status_text,
};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_wire::{
    ApiError, Command, Event, MoveEntry, RoomPhase as Far, SequencedEvent, ServerMessage, View,
};

use super::auto_join::{AutoJoin, set_auto_join, take_auto_join};
use super::connection::{Connection, ConnectionStatus};
use crate::board_view::BoardView;
use crate::context::{AppContext, use_app_context};
use crate::{sound, timer};

/// A table of the hall and everything that follows from it.
#[derive(Clone, Copy)]
pub(crate) struct OnlineGame {
    pub(crate) page: AppContext,
    pub(crate) session: RwSignal<RoomClient>,
    pub(crate) connection_status: RwSignal<ConnectionStatus>,
    /// What was last refused or said.
    pub(super) message: RwSignal<LocalizedText>,
    pub(super) flipped: RwSignal<bool>,
    /// A move that waits to be confirmed.
    pub(super) pending_action: RwSignal<Option<String>>,
    /// The hall's time, as often as a clock that runs is looked at.
    pub(super) server_now: RwSignal<u64>,
    rejection: RwSignal<Option<ApiError>>,
    connection: StoredValue<Option<Connection>, LocalStorage>,
    /// The board, while it is shown.
    stage: StoredValue<Option<BoardView>>,
    auto_join: StoredValue<Option<AutoJoin>>,
    /// Whether the page has sat down and started of itself, which it does once.
    has_taken_seat: StoredValue<bool>,
    has_started: StoredValue<bool>,
    has_warned_low_time: StoredValue<bool>,
}

/// What is to be shown of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RoomScreen {
    /// Nothing is known yet.
    Connecting,
    /// There is no way in.
    Rejected(String),
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
        let intent = take_auto_join(&room);
        let client_nonce = format!("{:016x}", getrandom::u64().unwrap_or_default());
        let game = OnlineGame {
            page: use_app_context(),
            session: RwSignal::new(RoomClient::new(room, client_nonce)),
            connection_status: RwSignal::new(ConnectionStatus::Connecting),
            message: RwSignal::new(LocalizedText::default()),
            flipped: RwSignal::new(false),
            pending_action: RwSignal::new(None),
            server_now: RwSignal::new(0),
            rejection: RwSignal::new(None),
            connection: StoredValue::new_local(None),
            stage: StoredValue::new(None),
            auto_join: StoredValue::new(intent),
            has_taken_seat: StoredValue::new(false),
            has_started: StoredValue::new(false),
            has_warned_low_time: StoredValue::new(false),
        };
        let line = Connection::open(game.page, game.connection_status, move |line: &Connection, answer| {
            game.handle_message(line, answer)
        });
        game.connection.set_value(Some(line));
        timer::set_interval(100, move || game.update_clocks());
        game
    }

    pub(crate) fn screen(self) -> RoomScreen {
        if let Some(fault) = self.rejection.get() {
            return RoomScreen::Rejected(fault.message);
        }
        self.session.with(|session| match (session.state(), session.kind()) {
            (None, _) => RoomScreen::Connecting,
            (Some(state), Some(kind)) if state.view.is_some() => RoomScreen::Board(kind),
            (Some(state), _) if state.phase == Far::Waiting => RoomScreen::Waiting,
            _ => RoomScreen::Closed,
        })
    }

    /// The board has come into sight; what happens from now on is shown on it.
    pub(super) fn attach_board(self, stage: BoardView) {
        self.stage.set_value(Some(stage));
        on_cleanup(move || {
            let _ = self.stage.try_update_value(|stage| *stage = None);
        });
    }

    pub(super) fn has_begun(self) -> bool {
        self.session.with(|session| session.phase().is_some_and(|stage| stage != Far::Waiting))
    }

    pub(super) fn is_playing(self) -> bool {
        self.session.with(|session| session.phase() == Some(Far::Playing))
    }

    pub(super) fn is_over(self) -> bool {
        self.session.with(|session| session.phase() == Some(Far::Over))
    }

    pub(super) fn own_side(self) -> Option<Side> {
        self.session.with(RoomClient::own_side)
    }

    /// What a side is called, with the name of who plays it.
    pub(super) fn player_name(self, seat: Side) -> String {
        let language = self.page.language.get();
        self.session.with(|session| {
            let side = session.kind().map(|kind| capitalize(kind.side_name(seat, language)));
            let player = session.player(seat).map(|player| match player.level {
                Some(level) => words::COMPUTER.localize_with(language, &[&level.to_string()]),
                None => player.name.clone(),
            });
            [side, player].into_iter().flatten().collect::<Vec<_>>().join(" · ")
        })
    }

    /// Whose turn it is, or how it ended.
    pub(super) fn status_text(self) -> String {
        let language = self.page.language.get();
        let text = self.session.with(|session| {
            let (state, kind) = (session.state()?, session.kind()?);
            if let Some(end) = &state.game_end {
                return Some(result_text(kind, end, language));
            }
            let view = state.view.as_ref()?;
            let line = status_text(kind, view, language);
            let is_own = view.turn.map(Side::from).is_some_and(|turn| Some(turn) == session.own_side());
            Some(match (is_own, session.own_side()) {
                (true, _) => format!("{line} · {}", words::YOUR_MOVE.localize(language)),
                (false, Some(_)) => line,
                (false, None) => format!("{line} · {}", online::SPECTATING.localize(language)),
            })
        });
        text.unwrap_or_default()
    }

    /// Says a command to the hall; it is said again until it is answered.
    pub(super) fn send_command(self, command: Command) {
        let request = self.session.try_update(|session| session.command(command));
        self.connection.with_value(|line| {
            if let (Some(line), Some(request)) = (line, request) {
                line.send(&request);
            }
        });
    }

    /// What the person does on the board.
    pub(super) fn submit_action(self, act: String) {
        let can_act = self.session.with_untracked(|session| {
            session.own_side().is_some()
                && session.phase() == Some(Far::Playing)
                && !session.has_pending_move()
        });
        if !can_act {
            return;
        }
        if self.stage.get_value().is_some_and(BoardView::unfreeze) {
            self.redraw();
        }
        if self.page.settings.with_untracked(|settings| settings.confirm_moves) {
            self.pending_action.set(Some(act));
        } else {
            self.send_action(act);
        }
    }

    pub(super) fn send_action(self, act: String) {
        self.pending_action.set(None);
        self.message.set(LocalizedText::default());
        self.send_command(Command::Play { action: act });
    }

    pub(super) fn take_seat(self) {
        self.has_taken_seat.set_value(true);
        let mut bytes = [0_u8; 32];
        // A browser without chance adds nothing; the hall's seed and the other side's bytes are left.
        let _ = getrandom::fill(&mut bytes);
        let contribution = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.send_command(Command::Sit { contribution });
    }

    fn handle_message(self, line: &Connection, answer: ServerMessage) {
        if matches!(answer, ServerMessage::Pong { .. } | ServerMessage::Lobby { .. }) {
            return;
        }
        let Some(before) = self.session.try_with_untracked(moves_so_far) else { return };
        let Some(update) = self.session.try_update(|session| session.handle_message(answer)) else { return };
        match update {
            RoomUpdate::Unchanged => {}
            RoomUpdate::Send(requests) => requests.iter().for_each(|request| line.send(request)),
            RoomUpdate::StateReplaced => self.redraw(),
            RoomUpdate::EventApplied(frame) => self.handle_event(&frame, &before),
            RoomUpdate::Rejected { error: fault, state_replaced: whole } => {
                self.notify(LocalizedText::in_one_language(
                    self.page.language.get_untracked(),
                    fault.message,
                ));
                // By the flow a man waits for the hall where it was dropped.
                let is_stones = self.session.with_untracked(RoomClient::kind) == Some(GameKind::Liuzichong);
                if whole || is_stones {
                    self.redraw();
                }
            }
            RoomUpdate::Suspended => self.notify(online::SUSPENDED.into()),
            RoomUpdate::Unavailable(fault) => {
                line.suspend();
                self.rejection.set(Some(fault));
            }
            RoomUpdate::Reconnect => line.reconnect_later(),
        }
    }

    /// Says something to eyes and ears: what is noted is read aloud as well.
    pub(super) fn notify(self, said: LocalizedText) {
        self.message.set(said);
    }

    fn redraw(self) {
        let (view, last) =
            self.session.with_untracked(|session| (session.view(), session.last_move_cells(usize::MAX)));
        if let (Some(stage), Some(view)) = (self.stage.get_value(), view) {
            stage.unfreeze();
            stage.set_now(view, last);
        }
        self.auto_seat();
    }

    fn handle_event(self, frame: &SequencedEvent, before: &[MoveEntry]) {
        let language = self.page.language.get_untracked();
        match &frame.event {
            Event::Started { view, .. } => {
                if let Some(kind) = self.session.with_untracked(RoomClient::kind) {
                    let said = [
                        online::GAME_STARTED.localize(language).to_owned(),
                        announce_position(kind, view, language),
                    ];
                    self.page.announce(join_sentences(&said, language));
                }
            }
            Event::Played { entry: played, effects, view, .. } => {
                self.show_step(effects.clone(), (**view).clone());
                self.pending_action.set(None);
                self.message.set(LocalizedText::default());
                self.announce_move(played, effects, view);
            }
            Event::TakebackApplied { plies, .. } => {
                self.animate_takeback(before, *plies as usize);
                self.notify(LocalizedText::new(|language| {
                    online::TAKEBACK_APPLIED.localize_with(language, &[&plies.to_string()])
                }));
                self.page.announce(untrack(|| self.status_text()));
            }
            Event::Disconnected { side: seat } => {
                self.page.announce(
                    online::DISCONNECTED
                        .localize_with(language, &[&untrack(|| self.player_name((*seat).into()))]),
                );
            }
            Event::Reconnected { side: seat, .. } => {
                self.page.announce(
                    online::RECONNECTED
                        .localize_with(language, &[&untrack(|| self.player_name((*seat).into()))]),
                );
            }
            Event::Resumed { .. } => self.notify(online::RESUMED.into()),
            Event::Ended { .. } => {
                if let Some(view) = self.session.with_untracked(RoomClient::view) {
                    self.show_step(Vec::new(), view);
                }
                self.pending_action.set(None);
                self.page.announce(untrack(|| self.status_text()));
            }
            Event::OfferCleared { side: seat, declined: true, .. }
                if untrack(|| self.own_side()) == Some((*seat).into()) =>
            {
                self.notify(online::DECLINED.into());
            }
            Event::Seated { is_host: host, .. } => {
                if !host && self.session.with_untracked(RoomClient::is_host) {
                    self.page.settings.with_untracked(|settings| sound::play(Sound::Castle, settings));
                }
                self.auto_seat();
            }
            Event::RematchRoom { room } if untrack(|| self.own_side()).is_some() => {
                set_auto_join(room, true);
                self.page.navigate(Route::Room(room.clone()));
            }
            _ => {}
        }
    }

    /// Moves were taken back. Where nothing moves at once but a man, that is shown backwards.
    fn animate_takeback(self, before: &[MoveEntry], plies: usize) {
        let (view, last, beats) = self.session.with_untracked(|session| {
            let terms = session.state().filter(|_| session.kind() == Some(GameKind::Liuzichong));
            let beats =
                terms.map(|state| takeback_timeline(&state.config, before, plies)).unwrap_or_default();
            (session.view(), session.last_move_cells(usize::MAX), beats)
        });
        match (self.stage.get_value(), view) {
            (Some(stage), Some(view)) if !beats.is_empty() && !stage.unfreeze() => {
                stage.enqueue_rewind(beats, view, last);
            }
            _ => self.redraw(),
        }
    }

    fn show_step(self, effects: Vec<yipan_wire::Effect>, view: View) {
        if let Some(stage) = self.stage.get_value() {
            stage.enqueue_step(BoardUpdate { effects, view });
        }
    }

    /// The host sits at the own table at once, and so does whoever said so before coming here.
    fn auto_seat(self) {
        let (should_sit, should_start) = self.session.with_untracked(|session| {
            let Some(state) = session.state().filter(|state| state.phase == Far::Waiting) else {
                return (false, false);
            };
            let intent = self.auto_join.get_value();
            let is_free = session.is_host() || (intent.is_some() && state.guest.is_none());
            let both = state.contributions.iter().all(Option::is_some);
            let starts = both && session.is_host() && intent.is_some_and(|intent| intent.starts_game);
            (is_free && !session.is_seated(), starts)
        });
        if should_sit && !self.has_taken_seat.get_value() {
            self.take_seat();
        }
        if should_start && !self.has_started.get_value() {
            self.has_started.set_value(true);
            self.send_command(Command::Start);
        }
    }

    fn announce_move(self, played: &MoveEntry, effects: &[yipan_wire::Effect], view: &View) {
        let language = self.page.language.get_untracked();
        let announcement = self.session.with_untracked(|session| {
            let (state, kind) = (session.state()?, session.kind()?);
            let name = capitalize(kind.side_name(played.side.into(), language));
            let titles = yipan_client::online::move_list(
                &state.config,
                &state.moves,
                untrack(|| self.page.notation_style()),
            );
            let mut said = vec![match titles.last().and_then(|moved| moved.notation.as_ref()) {
                Some(title) => words::MOVED.localize_with(language, &[&name, title]),
                None => words::MOVED_HIDDEN.localize_with(language, &[&name]),
            }];
            said.extend(effect_sentences(kind, effects, language));
            said.push(status_text(kind, view, language));
            Some(join_sentences(&said, language))
        });
        if let Some(announcement) = announcement {
            self.page.announce(announcement);
        }
    }

    /// Looks at the clocks while one of them runs.
    fn update_clocks(self) {
        let Some(now) =
            self.connection.try_with_value(|line| line.as_ref().and_then(Connection::server_now)).flatten()
        else {
            return;
        };
        let is_low_if_running = self.session.with_untracked(|session| {
            let state = session.state().filter(|state| state.phase == Far::Playing)?;
            let clocks = state.clocks.filter(|clocks| clocks.running.is_some())?;
            let own =
                session.own_side().and_then(|seat| clock_display(&clocks, &state.config.clock, seat, now));
            Some(own.is_some_and(|face| face.is_running && face.is_low))
        });
        let Some(is_low) = is_low_if_running else { return };
        self.server_now.set(now);
        if is_low && !self.has_warned_low_time.get_value() {
            self.page.settings.with_untracked(|settings| sound::play(Sound::LowTime, settings));
        }
        self.has_warned_low_time.set_value(is_low);
    }
}

/// Every move so far.
fn moves_so_far(session: &RoomClient) -> Vec<MoveEntry> {
    session.state().map(|state| state.moves.clone()).unwrap_or_default()
}
