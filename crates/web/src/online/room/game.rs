use leptos::prelude::*;
use yipan_client::online::{RoomClient, clock_display, marked_name, move_list, rated_name};
use yipan_client::text::{game as game_text, online};
use yipan_client::{
    DeclaredResult, GameMode, LocalizedText, MoveOption, Mover, ResultSummary, Sound, capitalize,
    illegal_action_error, turn_status_text,
};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_wire::{ApiError, Command, MoveEntry, RoomPhase};

use crate::board_view::BoardView;
use crate::browser::{sound, timer};
use crate::context::{AppContext, use_app_context};
use crate::online::auto_join::take_auto_join;
use crate::online::connection::{Connection, ConnectionStatus};

/// The state of an online game and its connection.
#[derive(Clone, Copy)]
pub(crate) struct OnlineGame {
    pub(crate) context: AppContext,
    pub(crate) room_client: RwSignal<RoomClient>,
    pub(crate) connection_status: RwSignal<ConnectionStatus>,
    /// The last message to the user.
    pub(crate) message: RwSignal<LocalizedText>,
    pub(crate) flipped: RwSignal<bool>,
    /// A move that is waiting for confirmation.
    pub(crate) pending_action: RwSignal<Option<String>>,
    /// The server time; updated while a clock runs.
    pub(crate) server_now: RwSignal<u64>,
    pub(super) rejection: RwSignal<Option<ApiError>>,
    pub(super) connection: StoredValue<Option<Connection>, LocalStorage>,
    /// The mounted board.
    pub(super) board: StoredValue<Option<BoardView>>,
    /// Whether the user has asked for a seat before they came.
    pub(super) wants_seat: StoredValue<bool>,
    /// Whether the page has already taken the seat by itself, which it does once.
    pub(super) has_taken_seat: StoredValue<bool>,
    has_warned_low_time: StoredValue<bool>,
}

/// The screen that a room shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RoomScreen {
    /// No state has arrived yet.
    Connecting,
    /// The server has rejected the subscription, with this message.
    Rejected(String),
    /// The game has not started.
    Waiting,
    /// The room was closed before the game started.
    Closed,
    /// The game is running or over.
    Board(GameKind),
}

impl OnlineGame {
    /// Opens the connection and subscribes to a room.
    pub(crate) fn enter(room: String) -> OnlineGame {
        let wants_seat = take_auto_join(&room);
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
            wants_seat: StoredValue::new(wants_seat),
            has_taken_seat: StoredValue::new(false),
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

    /// Attaches the mounted board, which then displays new moves.
    pub(crate) fn attach_board(self, board: BoardView) {
        self.board.set_value(Some(board));
        on_cleanup(move || {
            let _ = self.board.try_update_value(|board| *board = None);
        });
    }

    pub(crate) fn has_begun(self) -> bool {
        self.room_client
            .with(|room_client| room_client.phase().is_some_and(|phase| phase != RoomPhase::Waiting))
    }

    pub(crate) fn is_playing(self) -> bool {
        self.room_client.with(|room_client| room_client.phase() == Some(RoomPhase::Playing))
    }

    pub(crate) fn is_over(self) -> bool {
        self.room_client.with(|room_client| room_client.phase() == Some(RoomPhase::Over))
    }

    /// Returns the modes of the game.
    pub(crate) fn modes(self) -> Vec<GameMode> {
        let keys = |room_client: &RoomClient| {
            room_client.state().map(|state| state.config.modes.clone()).unwrap_or_default()
        };
        GameMode::from_keys(&self.room_client.with_untracked(keys))
    }

    pub(crate) fn own_side(self) -> Option<Side> {
        self.room_client.with(RoomClient::own_side)
    }

    /// Returns the name of a side and its player; reactive.
    pub(crate) fn player_name(self, side: Side) -> String {
        let language = self.context.language.get();
        self.room_client.with(|room_client| {
            let side_name = room_client.kind().map(|kind| capitalize(kind.side_name(side, language)));
            let player = room_client.player(side).map(|player| match player.level {
                Some(level) => game_text::COMPUTER.localize_with(language, &[&level.to_string()]),
                None => rated_name(player),
            });
            [side_name, player].into_iter().flatten().collect::<Vec<_>>().join(" · ")
        })
    }

    /// Returns the name of a side's player, or of the side if it has none; reactive.
    pub(crate) fn user_name(self, side: Side) -> String {
        let language = self.context.language.get();
        self.room_client.with(|room_client| match room_client.player(side) {
            Some(player) => marked_name(&player.name, player.is_bot),
            None => {
                room_client.kind().map_or_else(String::new, |kind| capitalize(kind.side_name(side, language)))
            }
        })
    }

    /// Returns the player to move or the result; reactive.
    pub(crate) fn status_text(self) -> String {
        if let Some(result) = self.result() {
            return result.line;
        }
        let language = self.context.language.get();
        let text = self.room_client.with(|room_client| {
            let (view, kind) = (room_client.state()?.view.as_ref()?, room_client.kind()?);
            let opponent = view.turn.and_then(|turn| room_client.player(turn));
            let mover = match (room_client.own_side(), opponent) {
                (Some(own), _) if view.turn == Some(own) => Mover::You,
                (Some(_), Some(player)) if player.level.is_some() => Mover::Computer,
                (Some(_), Some(player)) => Mover::Opponent(&player.name),
                _ => Mover::Side,
            };
            let text = turn_status_text(kind, view, mover, language);
            Some(match room_client.own_side() {
                Some(_) => text,
                None => format!("{text} · {}", online::SPECTATING.localize(language)),
            })
        });
        text.unwrap_or_default()
    }

    /// Returns the result, once the game is over; reactive.
    pub(crate) fn result(self) -> Option<ResultSummary> {
        let language = self.context.language.get();
        self.room_client.with(|room_client| {
            let end = room_client.state()?.game_end.as_ref()?;
            let declared = DeclaredResult { winner: end.winner, reason: Some(end.reason) };
            Some(ResultSummary::new(room_client.kind()?, &declared, room_client.own_side(), language))
        })
    }

    /// Writes an action of the user as the move list does, as far as the position is known.
    pub(crate) fn write_move(self, action: &str) -> String {
        let style = untrack(|| self.context.notation_style());
        let written = self.room_client.with_untracked(|room_client| {
            let (state, side) = (room_client.state()?, room_client.own_side()?);
            let mut moves = state.moves.clone();
            moves.push(MoveEntry { side, action: Some(action.to_owned()) });
            move_list(&state.config, &moves, style).pop()?.notation
        });
        written.unwrap_or_else(|| action.to_owned())
    }

    /// Whether it is the user's turn; reactive.
    pub(crate) fn is_own_turn(self) -> bool {
        self.is_playing()
            && self.room_client.with(|room_client| {
                let turn = room_client.state().and_then(|state| state.view.as_ref()?.turn);
                turn.is_some() && turn == room_client.own_side()
            })
    }

    /// Sends a command. It is repeated after a reconnect until the server responds.
    pub(crate) fn send_command(self, command: Command) {
        let request = self.room_client.try_update(|room_client| room_client.command(command));
        self.connection.with_value(|connection| {
            if let (Some(connection), Some(request)) = (connection, request) {
                connection.send(&request);
            }
        });
    }

    /// Plays an action from the board, after a confirmation if the user wants one.
    pub(crate) fn submit_action(self, action: String) {
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
        let board = self.board.get_value();
        if let Some(error) = self.illegal_action_error(&action) {
            if let Some(board) = board {
                board.explaining_cells.set(error.explaining_cells());
            }
            return self.notify(LocalizedText::from_message(&error));
        }
        // A move that is known to be illegal is not proposed; the server explains it.
        let is_illegal = board.is_some_and(|board| {
            MoveOption::parse(board.grid, &action).is_some()
                && board.view.with_untracked(|view| !view.actions.contains(&action))
        });
        if is_illegal || !self.context.settings.with_untracked(|settings| settings.confirm_moves) {
            return self.send_action(action);
        }
        if let Some(board) = board {
            board.show_proposal(&action);
        }
        self.pending_action.set(Some(action));
    }

    /// Takes a move back that was not confirmed.
    pub(crate) fn cancel_action(self) {
        self.pending_action.set(None);
        if let Some(board) = self.board.get_value() {
            board.hide_proposal();
        }
    }

    /// Returns why an action is illegal, as far as this client can know.
    fn illegal_action_error(self, action: &str) -> Option<yipan_games::AnyGameError> {
        self.room_client.with_untracked(|room_client| {
            let state = room_client.state()?;
            illegal_action_error(&state.config, &state.moves, action)
        })
    }

    pub(crate) fn send_action(self, action: String) {
        self.pending_action.set(None);
        self.message.set(LocalizedText::default());
        self.send_command(Command::Play { action });
    }

    pub(crate) fn take_seat(self) {
        self.has_taken_seat.set_value(true);
        let mut bytes = [0_u8; 32];
        // Without randomness the contribution is zero; the seeds of the server and the opponent remain.
        let _ = getrandom::fill(&mut bytes);
        let contribution = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        self.send_command(Command::Sit { contribution });
    }

    /// Shows a message. Its element is an alert, so screen readers announce it.
    pub(crate) fn notify(self, message: LocalizedText) {
        self.message.set(message);
    }

    /// Whether the player of this side is disconnected; reactive.
    pub(crate) fn is_side_away(self, side: Side) -> bool {
        self.room_client
            .with(|room_client| room_client.state().is_some_and(|state| state.disconnected.contains(&side)))
    }

    /// Returns the side whose clock is known to run; reactive.
    pub(crate) fn running_clock(self) -> Option<Side> {
        let is_connected = self.connection_status.get() != ConnectionStatus::Lost;
        self.room_client.with(|room_client| room_client.running_clock(is_connected))
    }

    /// Updates the clocks while one of them runs, and warns at low time.
    fn update_clocks(self) {
        let Some(now) = self
            .connection
            .try_with_value(|connection| connection.as_ref().and_then(Connection::server_now))
            .flatten()
        else {
            return;
        };
        let is_connected = self.connection_status.get_untracked() != ConnectionStatus::Lost;
        let is_low_if_running = self.room_client.with_untracked(|room_client| {
            let state = room_client.state().filter(|state| state.phase == RoomPhase::Playing)?;
            // The countdown to a claim needs the time as well.
            let counts_down = is_connected && !state.disconnected.is_empty();
            let clocks =
                state.clocks.filter(|_| counts_down || room_client.running_clock(is_connected).is_some())?;
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
