//! The effect of each log entry on a room.

use yipan_clock::Millis;
use yipan_core::{NullSink, Side, Step, Viewer};
use yipan_wire::{Clocks, TimeLeft, advance_lines};

use crate::chance::apply_chance_events;
use crate::chat_entry::ChatEntry;
use crate::played_action::PlayedAction;
use crate::uncharged_time::UnchargedTime;
use crate::{InvalidLogError, LogEntry, Room, RoomEvent};

impl Room {
    /// Applies an entry that was decided or read from the log.
    ///
    /// # Errors
    /// Returns [`InvalidLogError`] if the entry is impossible now; the room is unchanged.
    pub fn apply(&mut self, entry: LogEntry) -> Result<(), InvalidLogError> {
        let (at, seq) = (entry.at, self.log.len() as u64);
        let invalid = |problem: String| InvalidLogError::Entry { seq, problem };
        match &entry.event {
            RoomEvent::Opened { .. } => return Err(invalid("a room is opened once".to_owned())),
            RoomEvent::Seated { player, contribution } => {
                let is_guest = player.id != self.seats.host.id;
                self.seats.contributions[usize::from(is_guest)] = Some(*contribution);
                if is_guest {
                    self.seats.guest = Some(player.clone());
                }
            }
            RoomEvent::LeftSeat => (self.seats.guest, self.seats.contributions[1]) = (None, None),
            RoomEvent::AccountLinked { guest_id, player } => {
                self.seats.transfer_seat(guest_id, player).map_err(invalid)?;
            }
            RoomEvent::Started { host_side, chance_events } => {
                let game = apply_chance_events(self.validated_config.initial_game.clone(), chance_events)
                    .map_err(invalid)?;
                self.game = game;
                self.chance_event_count = chance_events.len() as u64;
                self.seats.host_side = Some(*host_side);
                (self.started_at, self.last_board_change) = (Some(at), (seq, at));
                self.snapshot_clocks(at);
            }
            RoomEvent::Played { side, action, chance_events, lag_compensation, waited, .. } => {
                let uncharged = UnchargedTime { lag: Millis(*lag_compensation), waited: Millis(*waited) };
                self.apply_action(*side, action, chance_events, at, uncharged).map_err(invalid)?;
                self.conditional_lines.iter_mut().for_each(|lines| advance_lines(lines, Some(action)));
                self.last_board_change = (seq, at);
            }
            RoomEvent::Berserked { side } => {
                if !self.clock.berserk(*side) {
                    return Err(invalid("time is given up before the first move".to_owned()));
                }
                self.has_berserked[side.index()] = true;
                self.snapshot_clocks(at);
            }
            RoomEvent::TakebackApplied { plies, .. } => {
                let earlier = self.replay_without_last(*plies).map_err(invalid)?;
                self.actions.truncate(earlier.action_count);
                (self.game, self.chance_event_count) = (earlier.game, earlier.chance_event_count);
                self.offers.open.clear();
                self.conditional_lines = Default::default();
                self.clock.start(self.clock_owner(), at);
                self.last_board_change = (seq, at);
                self.snapshot_clocks(at);
            }
            RoomEvent::ChatMessage { author, text } => {
                let side = self.seats.side_of(&author.id);
                let spectator_only = side.is_none() && self.is_playing();
                let by_player = self.has_seat(&author.id);
                let (user_id, name, text) = (author.id.clone(), author.name.clone(), text.clone());
                self.chat.push(ChatEntry { user_id, name, side, text, by_player, spectator_only });
            }
            RoomEvent::ConditionalMovesSet { side, lines } => {
                self.conditional_lines[side.index()].clone_from(lines);
            }
            RoomEvent::Offered { side, offer } => self.offers.add(*side, *offer, at),
            RoomEvent::Withdrawn { side, offer } => self.offers.remove(*side, *offer),
            RoomEvent::Declined { side, offer } => {
                self.offers.remove(side.other(), *offer);
            }
            RoomEvent::Closed { reason } => self.close_reason = Some(reason.clone()),
            RoomEvent::Rematch { offer } => {
                self.agreed_rematch = Some(*offer);
                self.offers.open.clear();
            }
            RoomEvent::RematchRoom { room } => self.rematch_room = Some(room.clone()),
            RoomEvent::Disconnected { side } => {
                self.disconnected_since[side.index()] = Some(at);
            }
            RoomEvent::Reconnected { side } => {
                self.disconnected_since[side.index()] = None;
                self.resume_clock(*side, at);
                self.snapshot_clocks(at);
            }
            RoomEvent::Restarted => {
                let last = self.log.last().map_or(at, |last| last.at);
                self.clock.stop(last, Millis::ZERO);
                (self.paused_since, self.last_board_change.1) = (Some(at), at);
                for side in Side::BOTH {
                    let is_human = self.player(side).is_some_and(|player| player.level.is_none());
                    self.disconnected_since[side.index()] = is_human.then_some(at);
                    self.awaiting_return[side.index()] = is_human;
                }
                self.snapshot_clocks(at);
            }
            RoomEvent::Resumed => {
                Side::BOTH.into_iter().for_each(|side| self.resume_clock(side, at));
                self.snapshot_clocks(at);
            }
            RoomEvent::Outage { since } => {
                self.skip_outage(*since, at);
                self.snapshot_clocks(at);
            }
            RoomEvent::Ended { winner, reason } => {
                self.clock.stop(at, Millis::ZERO);
                self.game_end = Some((*winner, *reason));
                self.offers.open.clear();
                self.conditional_lines = Default::default();
                if self.started_at.is_some() {
                    self.snapshot_clocks(at);
                }
            }
        }
        self.log.push(entry);
        Ok(())
    }

    /// Plays an action with its chance events and updates the clocks.
    fn apply_action(
        &mut self,
        side: Side,
        text: &str,
        chance_events: &[String],
        at: Millis,
        uncharged: UnchargedTime,
    ) -> Result<(), String> {
        let mut game = self.game.clone();
        game.apply_action(text, &mut NullSink).map_err(|error| error.to_string())?;
        let game = apply_chance_events(game, chance_events)?;
        let step = Step::Action(text.to_owned());
        let visible_to = [Viewer::Player(Side::First), Viewer::Player(Side::Second), Viewer::Spectator]
            .map(|viewer| self.game.may_reveal(&step, viewer));
        self.resume_clock(side, at);
        let before = std::mem::replace(&mut self.game, game);
        self.chance_event_count += chance_events.len() as u64;
        self.actions.push(PlayedAction {
            side,
            text: text.to_owned(),
            chance_events: chance_events.to_vec(),
            at,
            visible_to,
            time_left: None,
        });
        // A re-roll is no move, so the clock goes on as it was.
        if !before.is_reroll(text) {
            self.update_clocks(&before, side, at, uncharged);
        }
        let time_left = self.clock.time_left(side, at).map(|left| {
            // After the main time the periods are what is left.
            if left.main == Millis(0) { left.until_flag } else { left.main }
        });
        if let Some(action) = self.actions.last_mut() {
            action.time_left = time_left;
        }
        if self.side_to_move() != Some(side) {
            self.offers.expire_opponent_offers(side);
        }
        self.snapshot_clocks(at);
        Ok(())
    }

    pub(crate) fn snapshot_clocks(&mut self, at: Millis) {
        self.last_clocks = Some(self.clocks_at(at));
    }

    /// Returns the clocks at a moment no earlier than the last entry.
    pub(crate) fn clocks_at(&self, at: Millis) -> Clocks {
        let left = Side::BOTH.map(|side| {
            let left = self.clock.time_left(side, at)?;
            Some(TimeLeft { main: left.main.0, periods: left.periods, until_flag: left.until_flag.0 })
        });
        let running = self.clock.running();
        Clocks { at: at.0, running, time_left: left }
    }
}
