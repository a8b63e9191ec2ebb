//! Applying entries, and showing the room to its subscribers and the lobby.

use yipan_core::Side;
use yipan_room::{Audience, InvalidLogError, LogEntry, Room, RoomEvent};
use yipan_wire::{LiveGame, OpenRoom, RoomState, SequencedEvent, ServerMessage, SpectatorPolicy};

use super::room_task::RoomTask;
use crate::api_errors;
use crate::net::websocket::encode_message::encode_message;
use crate::rooms::lobby::LobbyEntry;
use crate::storage::store::StoreError;

impl RoomTask {
    /// Applies a stored entry and publishes its event to every audience.
    pub(crate) fn apply(&mut self, entry: LogEntry) -> Result<(), StoreError> {
        let invalid = |error: InvalidLogError| StoreError::Failed(error.to_string());
        let links_account = matches!(entry.event, RoomEvent::AccountLinked { .. });
        let is_start = matches!(entry.event, RoomEvent::Started { .. });
        if let RoomEvent::AccountLinked { guest_id, player } = &entry.event {
            self.subscribers.replace_user(guest_id, &player.id);
            if let Some(at) = self.pending_departures.remove(guest_id) {
                self.pending_departures.insert(player.id.clone(), at);
            }
            if let Some(at) = self.expected_players.remove(guest_id) {
                self.expected_players.insert(player.id.clone(), at);
            }
        }
        if links_account || self.room.is_waiting() {
            // A spectator may have become a player.
            self.schedule_spectator_count();
        }
        let advanced = self.room.advance(entry).map_err(invalid)?;
        if !links_account {
            // The start of the game is published to players as such.
            self.subscribers.reassign_viewers(|user_id| advanced.audience(user_id));
        }
        if is_start {
            // Any user may be in a waiting room, but not every user may watch the game.
            for (language, outbox) in
                self.subscribers.remove_unauthorized(|user_id| advanced.can_watch(user_id))
            {
                outbox.send_message(&ServerMessage::Error { error: api_errors::no_spectators(language) });
            }
        }
        let is_seen = |viewer| self.subscribers.has_viewer(viewer) || self.replay_cache.is_recording(viewer);
        // A delayed feed must follow the room. Another one needs no events that no client gets.
        let spectator_events = if is_seen(Audience::Spectator) || self.spectator_feed.is_delayed() {
            self.spectator_feed.advance(&advanced).map_err(invalid)?
        } else {
            Vec::new()
        };
        let player_events: Vec<_> = Side::BOTH
            .map(Audience::Player)
            .into_iter()
            .filter(|viewer| is_seen(*viewer))
            .map(|viewer| (viewer, advanced.sequenced_event(viewer)))
            .collect();
        for (viewer, event) in player_events {
            self.publish_events(viewer, vec![event]);
        }
        self.publish_events(Audience::Spectator, spectator_events);
        self.record_publication();
        if links_account {
            // A spectator who signed in as the player needs the state of a player.
            for (viewer, outbox) in self.subscribers.reassign_viewers(|user_id| self.room.audience(user_id)) {
                let state = Box::new(self.room.state(viewer));
                outbox.send_message(&ServerMessage::State { state });
            }
        }
        Ok(())
    }

    /// Publishes events to an audience, and adds them to its replay.
    fn publish_events(&mut self, viewer: Audience, events: Vec<SequencedEvent>) {
        let code = self.room.code();
        let encode =
            |event| encode_message(&ServerMessage::Event { room: code.to_owned(), event: Box::new(event) });
        let messages: Option<Vec<_>> = events.into_iter().map(encode).collect();
        match &messages {
            Some(messages) => {
                for message in messages {
                    self.replay_cache.push(viewer, message);
                }
            }
            // A cached replay would have a gap.
            None => self.replay_cache.clear(),
        }
        self.subscribers.publish(viewer, messages.as_deref());
    }

    /// Returns the room as a user may see it, and their audience. Spectators may be some moves behind.
    pub(crate) fn visible_room(&self, user_id: &str) -> (&Room, Audience) {
        match self.room.audience(user_id) {
            Audience::Spectator => (self.spectator_feed.visible_room(&self.room), Audience::Spectator),
            viewer @ Audience::Player(_) => (&self.room, viewer),
        }
    }

    pub(crate) fn state(&self, user_id: &str) -> RoomState {
        let (room, viewer) = self.visible_room(user_id);
        let state = room.state(viewer);
        match self.stopped_clocks(viewer) {
            Some(clocks) => RoomState { clocks: Some(clocks), ..state },
            None => state,
        }
    }

    /// Updates the entry of a public room in the lobby. A waiting room is listed only while its host is present, unless they
    /// wait for a correspondence game.
    pub(crate) fn update_lobby(&self) {
        let room = &self.room;
        let (code, config) = (room.code(), room.config());
        if !config.public {
            return;
        }
        let players = Side::BOTH.map(|side| room.player(side).cloned());
        let entry = match players {
            _ if room.is_waiting()
                && room.guest().is_none()
                && (room.is_correspondence() || self.subscribers.contains_user(&room.host().id)) =>
            {
                let (room, host) = (code.to_owned(), room.host().clone());
                Some(LobbyEntry::OpenRoom(OpenRoom { room, host, config: config.clone() }))
            }
            [Some(first), Some(second)] if room.is_playing() && config.spectators != SpectatorPolicy::No => {
                let plies = self.spectator_feed.visible_room(room).plies();
                Some(LobbyEntry::LiveGame(LiveGame {
                    room: code.to_owned(),
                    players: [first, second],
                    config: config.clone(),
                    plies: u32::try_from(plies).unwrap_or(u32::MAX),
                }))
            }
            _ => None,
        };
        self.services.lobby.update(code, entry);
    }
}
