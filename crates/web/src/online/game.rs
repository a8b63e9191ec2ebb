use leptos::prelude::*;
use yipan_client::online::{RoomClient, RoomUpdate, clock_display, result_text, takeback_timeline};
use yipan_client::text::{game as game_text, online};
use yipan_client::{
    BoardUpdate, LocalizedText, Route, Sound, announce_position, capitalize, effect_sentences,
    join_sentences, status_text,
};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_wire::{ApiError, Command, Event, MoveEntry, RoomPhase, SequencedEvent, ServerMessage, View};

use super::auto_join::{AutoJoin, set_auto_join, take_auto_join};
use super::connection::{Connection, ConnectionStatus};
use crate::board_view::BoardView;
use crate::context::{AppContext, use_app_context};
use crate::{sound, timer};

/// A table of the hall and everything that follows from it.
#[derive(Clone, Copy)]
pub(crate) struct OnlineGame {
    pub(crate) context: AppContext,
    pub(crate) room_client: RwSignal<RoomClient>,
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
    board: StoredValue<Option<BoardView>>,
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
        let auto_join = take_auto_join(&room);
        let client_nonce = format!("{:016x}", getrandom::u64().unwrap_or_default());
        let game = OnlineGame {
            context: use_app_context(),
            room_client: RwSignal::new(RoomClient::new(room, client_nonce)),
            connection_status: RwSignal::new(ConnectionStatus::Connecting),
            message: RwSignal::new(LocalizedText::default()),
            flipped: RwSignal::new(false),
            pending_action: RwSignal::new(None),
            server_now: RwSignal::new(0),
            rejection: RwSignal::new(None),
            connection: StoredValue::new_local(None),
            board: StoredValue::new(None),
            auto_join: StoredValue::new(auto_join),
            has_taken_seat: StoredValue::new(false),
            has_started: StoredValue::new(false),
            has_warned_low_time: StoredValue::new(false),
        };
        let connection = Connection::open(
            game.context,
            game.connection_status,
            move |connection: &Connection, message| game.handle_message(connection, message),
        );
        game.connection.set_value(Some(connection));
        timer::set_interval(100, move || game.update_clocks());
        game
    }

    pub(crate) fn screen(self) -> RoomScreen {
        if let Some(error) = self.rejection.get() {
            return RoomScreen::Rejected(error.message);
        }
        self.room_client.with(|room_client| match (room_client.state(), room_client.kind()) {
            (None, _) => RoomScreen::Connecting,
            (Some(state), Some(kind)) if state.view.is_some() => RoomScreen::Board(kind),
            (Some(state), _) if state.phase == RoomPhase::Waiting => RoomScreen::Waiting,
            _ => RoomScreen::Closed,
        })
    }

    /// The board has come into sight; what happens from now on is shown on it.
    pub(super) fn attach_board(self, board: BoardView) {
        self.board.set_value(Some(board));
        on_cleanup(move || {
            let _ = self.board.try_update_value(|board| *board = None);
        });
    }

    pub(super) fn has_begun(self) -> bool {
        self.room_client
            .with(|room_client| room_client.phase().is_some_and(|phase| phase != RoomPhase::Waiting))
    }

    pub(super) fn is_playing(self) -> bool {
        self.room_client.with(|room_client| room_client.phase() == Some(RoomPhase::Playing))
    }

    pub(super) fn is_over(self) -> bool {
        self.room_client.with(|room_client| room_client.phase() == Some(RoomPhase::Over))
    }

    pub(super) fn own_side(self) -> Option<Side> {
        self.room_client.with(RoomClient::own_side)
    }

    /// What a side is called, with the name of who plays it.
    pub(super) fn player_name(self, side: Side) -> String {
        let language = self.context.language.get();
        self.room_client.with(|room_client| {
            let side_name = room_client.kind().map(|kind| capitalize(kind.side_name(side, language)));
            let player = room_client.player(side).map(|player| match player.level {
                Some(level) => game_text::COMPUTER.localize_with(language, &[&level.to_string()]),
                None => player.name.clone(),
            });
            [side_name, player].into_iter().flatten().collect::<Vec<_>>().join(" · ")
        })
    }

    /// Whose turn it is, or how it ended.
    pub(super) fn status_text(self) -> String {
        let language = self.context.language.get();
        let text = self.room_client.with(|room_client| {
            let (state, kind) = (room_client.state()?, room_client.kind()?);
            if let Some(end) = &state.game_end {
                return Some(result_text(kind, end, language));
            }
            let view = state.view.as_ref()?;
            let text = status_text(kind, view, language);
            let is_own = view.turn.map(Side::from).is_some_and(|turn| Some(turn) == room_client.own_side());
            Some(match (is_own, room_client.own_side()) {
                (true, _) => format!("{text} · {}", game_text::YOUR_MOVE.localize(language)),
                (false, Some(_)) => text,
                (false, None) => format!("{text} · {}", online::SPECTATING.localize(language)),
            })
        });
        text.unwrap_or_default()
    }

    /// Says a command to the hall; it is said again until it is answered.
    pub(super) fn send_command(self, command: Command) {
        let request = self.room_client.try_update(|room_client| room_client.command(command));
        self.connection.with_value(|connection| {
            if let (Some(connection), Some(request)) = (connection, request) {
                connection.send(&request);
            }
        });
    }

    /// What the person does on the board.
    pub(super) fn submit_action(self, action: String) {
        let can_act = self.room_client.with_untracked(|room_client| {
            room_client.own_side().is_some()
                && room_client.phase() == Some(RoomPhase::Playing)
                && !room_client.has_pending_move()
        });
        if !can_act {
            return;
        }
        if self.board.get_value().is_some_and(BoardView::unfreeze) {
            self.redraw();
        }
        if self.context.settings.with_untracked(|settings| settings.confirm_moves) {
            self.pending_action.set(Some(action));
        } else {
            self.send_action(action);
        }
    }

    pub(super) fn send_action(self, action: String) {
        self.pending_action.set(None);
        self.message.set(LocalizedText::default());
        self.send_command(Command::Play { action });
    }

    pub(super) fn take_seat(self) {
        self.has_taken_seat.set_value(true);
        let mut bytes = [0_u8; 32];
        // A browser without chance adds nothing; the hall's seed and the other side's bytes are left.
        let _ = getrandom::fill(&mut bytes);
        let contribution = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.send_command(Command::Sit { contribution });
    }

    fn handle_message(self, connection: &Connection, message: ServerMessage) {
        if matches!(message, ServerMessage::Pong { .. } | ServerMessage::Lobby { .. }) {
            return;
        }
        let Some(before) = self.room_client.try_with_untracked(moves_so_far) else { return };
        let Some(update) = self.room_client.try_update(|room_client| room_client.handle_message(message))
        else {
            return;
        };
        match update {
            RoomUpdate::Unchanged => {}
            RoomUpdate::Send(requests) => requests.iter().for_each(|request| connection.send(request)),
            RoomUpdate::StateReplaced => self.redraw(),
            RoomUpdate::EventApplied(frame) => self.handle_event(&frame, &before),
            RoomUpdate::Rejected { error, state_replaced } => {
                self.notify(LocalizedText::in_one_language(
                    self.context.language.get_untracked(),
                    error.message,
                ));
                // By the flow a man waits for the hall where it was dropped.
                let is_liuzichong =
                    self.room_client.with_untracked(RoomClient::kind) == Some(GameKind::Liuzichong);
                if state_replaced || is_liuzichong {
                    self.redraw();
                }
            }
            RoomUpdate::Suspended => self.notify(online::SUSPENDED.into()),
            RoomUpdate::Unavailable(error) => {
                connection.suspend();
                self.rejection.set(Some(error));
            }
            RoomUpdate::Reconnect => connection.reconnect_later(),
        }
    }

    /// Says something to eyes and ears: what is noted is read aloud as well.
    pub(super) fn notify(self, message: LocalizedText) {
        self.message.set(message);
    }

    fn redraw(self) {
        let (view, last) = self
            .room_client
            .with_untracked(|room_client| (room_client.view(), room_client.last_move_cells(usize::MAX)));
        if let (Some(board), Some(view)) = (self.board.get_value(), view) {
            board.unfreeze();
            board.set_now(view, last);
        }
        self.auto_seat();
    }

    fn handle_event(self, frame: &SequencedEvent, before: &[MoveEntry]) {
        let language = self.context.language.get_untracked();
        match &frame.event {
            Event::Started { view, .. } => {
                if let Some(kind) = self.room_client.with_untracked(RoomClient::kind) {
                    let sentences = [
                        online::BEGUN.localize(language).to_owned(),
                        announce_position(kind, view, language),
                    ];
                    self.context.announce(join_sentences(&sentences, language));
                }
            }
            Event::Played { entry, effects, view, .. } => {
                self.show_step(effects.clone(), (**view).clone());
                self.pending_action.set(None);
                self.message.set(LocalizedText::default());
                self.announce_move(entry, effects, view);
            }
            Event::TakebackApplied { plies, .. } => {
                self.animate_takeback(before, *plies as usize);
                self.notify(LocalizedText::new(|language| {
                    online::TOOK_BACK.localize_with(language, &[&plies.to_string()])
                }));
                self.context.announce(untrack(|| self.status_text()));
            }
            Event::Disconnected { side } => {
                self.context.announce(
                    online::AWAY.localize_with(language, &[&untrack(|| self.player_name((*side).into()))]),
                );
            }
            Event::Reconnected { side, .. } => {
                self.context.announce(
                    online::IS_BACK.localize_with(language, &[&untrack(|| self.player_name((*side).into()))]),
                );
            }
            Event::Resumed { .. } => self.notify(online::RESUMED.into()),
            Event::Ended { .. } => {
                if let Some(view) = self.room_client.with_untracked(RoomClient::view) {
                    self.show_step(Vec::new(), view);
                }
                self.pending_action.set(None);
                self.context.announce(untrack(|| self.status_text()));
            }
            Event::OfferCleared { side, declined: true, .. }
                if untrack(|| self.own_side()) == Some((*side).into()) =>
            {
                self.notify(online::DECLINED.into());
            }
            Event::Seated { is_host, .. } => {
                if !is_host && self.room_client.with_untracked(RoomClient::is_host) {
                    self.context.settings.with_untracked(|settings| sound::play(Sound::Castle, settings));
                }
                self.auto_seat();
            }
            Event::RematchRoom { room } if untrack(|| self.own_side()).is_some() => {
                set_auto_join(room, true);
                self.context.navigate(Route::Room(room.clone()));
            }
            _ => {}
        }
    }

    /// Moves were taken back. Where nothing moves at once but a man, that is shown backwards.
    fn animate_takeback(self, before: &[MoveEntry], plies: usize) {
        let (view, last, steps) = self.room_client.with_untracked(|room_client| {
            let state = room_client.state().filter(|_| room_client.kind() == Some(GameKind::Liuzichong));
            let steps =
                state.map(|state| takeback_timeline(&state.config, before, plies)).unwrap_or_default();
            (room_client.view(), room_client.last_move_cells(usize::MAX), steps)
        });
        match (self.board.get_value(), view) {
            (Some(board), Some(view)) if !steps.is_empty() && !board.unfreeze() => {
                board.enqueue_rewind(steps, view, last);
            }
            _ => self.redraw(),
        }
    }

    fn show_step(self, effects: Vec<yipan_wire::Effect>, view: View) {
        if let Some(board) = self.board.get_value() {
            board.enqueue_step(BoardUpdate { effects, view });
        }
    }

    /// The host sits at the own table at once, and so does whoever said so before coming here.
    fn auto_seat(self) {
        let (should_sit, should_start) = self.room_client.with_untracked(|room_client| {
            let Some(state) = room_client.state().filter(|state| state.phase == RoomPhase::Waiting) else {
                return (false, false);
            };
            let auto_join = self.auto_join.get_value();
            let is_free = room_client.is_host() || (auto_join.is_some() && state.guest.is_none());
            let both = state.contributions.iter().all(Option::is_some);
            let starts =
                both && room_client.is_host() && auto_join.is_some_and(|auto_join| auto_join.starts_game);
            (is_free && !room_client.is_seated(), starts)
        });
        if should_sit && !self.has_taken_seat.get_value() {
            self.take_seat();
        }
        if should_start && !self.has_started.get_value() {
            self.has_started.set_value(true);
            self.send_command(Command::Start);
        }
    }

    fn announce_move(self, entry: &MoveEntry, effects: &[yipan_wire::Effect], view: &View) {
        let language = self.context.language.get_untracked();
        let announcement = self.room_client.with_untracked(|room_client| {
            let (state, kind) = (room_client.state()?, room_client.kind()?);
            let name = capitalize(kind.side_name(entry.side.into(), language));
            let moves = yipan_client::online::move_list(
                &state.config,
                &state.moves,
                untrack(|| self.context.notation_style()),
            );
            let mut sentences = vec![match moves.last().and_then(|entry| entry.notation.as_ref()) {
                Some(notation) => game_text::MOVED.localize_with(language, &[&name, notation]),
                None => game_text::MOVED_UNSEEN.localize_with(language, &[&name]),
            }];
            sentences.extend(effect_sentences(kind, effects, language));
            sentences.push(status_text(kind, view, language));
            Some(join_sentences(&sentences, language))
        });
        if let Some(announcement) = announcement {
            self.context.announce(announcement);
        }
    }

    /// Looks at the clocks while one of them runs.
    fn update_clocks(self) {
        let Some(now) = self
            .connection
            .try_with_value(|connection| connection.as_ref().and_then(Connection::server_now))
            .flatten()
        else {
            return;
        };
        let is_low_if_running = self.room_client.with_untracked(|room_client| {
            let state = room_client.state().filter(|state| state.phase == RoomPhase::Playing)?;
            let clocks = state.clocks.filter(|clocks| clocks.running.is_some())?;
            let own = room_client
                .own_side()
                .and_then(|side| clock_display(&clocks, &state.config.clock, side, now));
            Some(own.is_some_and(|face| face.is_running && face.is_low))
        });
        let Some(is_low) = is_low_if_running else { return };
        self.server_now.set(now);
        if is_low && !self.has_warned_low_time.get_value() {
            self.context.settings.with_untracked(|settings| sound::play(Sound::LowTime, settings));
        }
        self.has_warned_low_time.set_value(is_low);
    }
}

/// Every move so far.
fn moves_so_far(room_client: &RoomClient) -> Vec<MoveEntry> {
    room_client.state().map(|state| state.moves.clone()).unwrap_or_default()
}
