use leptos::prelude::*;
use yipan_client::online::{RoomClient, RoomUpdate, move_list, takeback_timeline, takes_seat_on_arrival};
use yipan_client::text::{game as game_text, online, result};
use yipan_client::{
    BoardUpdate, LocalizedText, Route, Sound, announce_position, capitalize, effect_sentences,
    join_sentences, status_text,
};
use yipan_games::GameKind;
use yipan_wire::{Event, MoveEntry, RoomPhase, SequencedEvent, ServerMessage, View};

use super::game::OnlineGame;
use crate::browser::sound;
use crate::online::connection::Connection;

impl OnlineGame {
    pub(super) fn handle_message(self, connection: &Connection, message: ServerMessage) {
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
                self.notify(LocalizedText::from_server(
                    self.context.language.get_untracked(),
                    &error.message,
                ));
                // In liuzichong the dropped piece stays at its destination until the server responds, and so does a
                // confirmed piece.
                let is_liuzichong =
                    self.room_client.with_untracked(RoomClient::kind) == Some(GameKind::Liuzichong);
                let is_proposed = self
                    .board
                    .get_value()
                    .is_some_and(|board| board.proposal.with_untracked(Option::is_some));
                if state_replaced || is_liuzichong || is_proposed {
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

    pub(crate) fn redraw(self) {
        let (view, last) = self
            .room_client
            .with_untracked(|room_client| (room_client.view(), room_client.last_move_cells(usize::MAX)));
        if let (Some(board), Some(view)) = (self.board.get_value(), view) {
            board.unfreeze();
            board.set_now(view, last);
        }
        self.show_close_reason();
        self.auto_seat();
    }

    /// Shows why a moderator has closed the room, if one has.
    fn show_close_reason(self) {
        let reason = |room_client: &RoomClient| room_client.state()?.close_reason.clone();
        if let Some(reason) = self.room_client.with_untracked(reason) {
            self.notify(LocalizedText::new(|language| online::CLOSED.localize_with(language, &[&reason])));
        }
    }

    fn handle_event(self, frame: &SequencedEvent, before: &[MoveEntry]) {
        let language = self.context.language.get_untracked();
        match &frame.event {
            Event::Started { view, .. } => {
                self.context.tab_notice.show(online::GAME_STARTED);
                if let Some(kind) = self.room_client.with_untracked(RoomClient::kind) {
                    let sentences = [
                        online::GAME_STARTED.localize(language).to_owned(),
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
                let text = if *plies == 1 { result::ONE_MOVE_TAKEN_BACK } else { result::MOVES_TAKEN_BACK };
                self.notify(LocalizedText::new(|language| {
                    text.localize_with(language, &[&plies.to_string()])
                }));
                self.context.announce(untrack(|| self.status_text()));
            }
            Event::Closed { .. } => self.show_close_reason(),
            Event::Berserked { side, .. } => {
                let name = untrack(|| self.user_name(*side));
                self.notify(LocalizedText::new(|language| {
                    online::BERSERKED.localize_with(language, &[&name])
                }));
            }
            Event::Disconnected { side } => {
                self.context.announce(
                    online::DISCONNECTED.localize_with(language, &[&untrack(|| self.player_name(*side))]),
                );
            }
            Event::Reconnected { side, .. } => {
                self.context.announce(
                    online::RECONNECTED.localize_with(language, &[&untrack(|| self.player_name(*side))]),
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
                if untrack(|| self.own_side()) == Some(*side) =>
            {
                self.notify(online::DECLINED.into());
            }
            Event::Seated { is_host, .. } => {
                if !is_host && self.room_client.with_untracked(RoomClient::is_host) {
                    self.context.tab_notice.show(result::GUEST_JOINED);
                    self.context.settings.with_untracked(|settings| sound::play(Sound::Castle, settings));
                }
                self.auto_seat();
            }
            Event::RematchRoom { room } if untrack(|| self.own_side()).is_some() => {
                self.context.navigate(Route::Room(room.clone()));
            }
            _ => {}
        }
    }

    /// Animates a takeback in liuzichong, where only one piece moves at a time. Other games are redrawn.
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

    /// Takes the seat of the host, one that is reserved for the user, or one that they have asked for.
    fn auto_seat(self) {
        let is_waiting = |client: &RoomClient| client.phase() == Some(RoomPhase::Waiting);
        let wants_seat = self.wants_seat.get_value();
        let should_sit = self
            .room_client
            .with_untracked(|client| is_waiting(client) && takes_seat_on_arrival(client, wants_seat));
        if should_sit && !self.has_taken_seat.get_value() {
            self.take_seat();
        }
    }

    fn announce_move(self, entry: &MoveEntry, effects: &[yipan_wire::Effect], view: &View) {
        let language = self.context.language.get_untracked();
        let announcement = self.room_client.with_untracked(|room_client| {
            let (state, kind) = (room_client.state()?, room_client.kind()?);
            let name = capitalize(kind.side_name(entry.side, language));
            let moves = move_list(&state.config, &state.moves, untrack(|| self.context.notation_style()));
            let mut sentences = vec![match moves.last().and_then(|entry| entry.notation.as_ref()) {
                Some(notation) => game_text::MOVED.localize_with(language, &[&name, notation]),
                None => game_text::MOVED_HIDDEN.localize_with(language, &[&name]),
            }];
            sentences.extend(effect_sentences(kind, effects, language));
            sentences.push(status_text(kind, view, language));
            Some(join_sentences(&sentences, language))
        });
        if let Some(announcement) = announcement {
            self.context.announce(announcement);
        }
    }
}

fn moves_so_far(room_client: &RoomClient) -> Vec<MoveEntry> {
    room_client.state().map(|state| state.moves.clone()).unwrap_or_default()
}
