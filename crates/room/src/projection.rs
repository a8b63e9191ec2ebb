//! The events that each audience receives: only what the rules let it see.

use yipan_core::Viewer;
use yipan_wire::{Effect, Event, GameEnd, SequencedEvent, View};

use crate::chance::ResolvedSteps;
use crate::{Audience, InvalidLogError, LogEntry, Room, RoomEvent};

/// The last entry of a room, ready to be converted to an event for each audience.
#[derive(Debug)]
pub struct Projection<'a> {
    room: &'a Room,
    entry: &'a LogEntry,
    seq: u64,
    resolved_steps: Option<ResolvedSteps>,
    /// Whether the game was over before the entry.
    was_over: bool,
}

impl Room {
    /// Applies an entry and returns its projection.
    ///
    /// # Errors
    /// Returns [`InvalidLogError`] if the entry is impossible now; the room is unchanged.
    pub fn advance(&mut self, entry: LogEntry) -> Result<Projection<'_>, InvalidLogError> {
        let resolved = match &entry.event {
            RoomEvent::Started { chance_events, .. } => {
                Some(ResolvedSteps::new(&self.validated_config.initial_game, None, chance_events))
            }
            RoomEvent::Played { action, chance_events, .. } => {
                Some(ResolvedSteps::new(&self.game, Some(action), chance_events))
            }
            _ => None,
        };
        // An entry that can be applied can be resolved. If it could not, only its effects would be missing.
        let resolved_steps = resolved.and_then(Result::ok);
        let (seq, was_over) = (self.log.len(), self.is_over());
        self.apply(entry)?;
        Ok(Projection { room: self, entry: &self.log[seq], seq: seq as u64, resolved_steps, was_over })
    }
}

impl Projection<'_> {
    /// Returns the room after the entry.
    pub(crate) const fn room(&self) -> &Room {
        self.room
    }

    /// Returns the event for an audience.
    #[must_use]
    pub fn sequenced_event(&self, audience: Audience) -> SequencedEvent {
        SequencedEvent { seq: self.seq, at: self.entry.at.0, event: self.event(audience) }
    }

    /// Whether a user may watch the room after the entry.
    #[must_use]
    pub fn can_watch(&self, user_id: &str) -> bool {
        self.room.can_watch(user_id)
    }

    /// Returns the audience that a user belongs to after the entry.
    #[must_use]
    pub fn audience(&self, user_id: &str) -> Audience {
        self.room.audience(user_id)
    }

    fn event(&self, audience: Audience) -> Event {
        let room = self.room;
        match &self.entry.event {
            RoomEvent::Opened { .. } => Event::Opened { state: Box::new(room.state(audience)) },
            RoomEvent::Seated { player, contribution } => Event::Seated {
                player: player.clone(),
                is_host: player.id == room.host().id,
                contribution: contribution.to_string(),
            },
            RoomEvent::LeftSeat => Event::LeftSeat,
            RoomEvent::AccountLinked { player, .. } => {
                Event::AccountLinked { player: player.clone(), is_host: player.id == room.host().id }
            }
            RoomEvent::Started { host_side, .. } => Event::Started {
                host_side: *host_side,
                effects: self.effects(audience),
                view: Box::new(room.view(audience)),
                clocks: room.clocks(),
            },
            RoomEvent::Played { .. } => match room.actions.last() {
                Some(action) => Event::Played {
                    entry: action.move_entry_for(audience),
                    effects: self.effects(audience),
                    view: Box::new(room.view(audience)),
                    clocks: room.clocks(),
                },
                None => Event::Hidden,
            },
            RoomEvent::Berserked { side } => Event::Berserked { side: *side, clocks: room.clocks() },
            RoomEvent::TakebackApplied { side, plies } => Event::TakebackApplied {
                plies: *plies,
                side: *side,
                view: Box::new(room.view(audience)),
                clocks: room.clocks(),
            },
            RoomEvent::ChatMessage { .. } => {
                match room.chat.last().filter(|message| message.is_visible_to(audience)) {
                    Some(message) => Event::ChatMessage { message: message.to_chat_message() },
                    None => Event::Hidden,
                }
            }
            RoomEvent::ConditionalMovesSet { side, lines } if audience == Audience::Player(*side) => {
                Event::ConditionalMovesSet { lines: lines.clone() }
            }
            RoomEvent::ConditionalMovesSet { .. } => Event::Hidden,
            RoomEvent::Offered { side, offer } => Event::Offered { side: *side, offer: *offer },
            RoomEvent::Withdrawn { side, offer } => {
                Event::OfferCleared { side: *side, offer: *offer, declined: false }
            }
            RoomEvent::Declined { side, offer } => {
                let offered_by = side.other();
                Event::OfferCleared { side: offered_by, offer: *offer, declined: true }
            }
            RoomEvent::Closed { reason } => Event::Closed { reason: reason.clone() },
            RoomEvent::Rematch { .. } => Event::Rematch,
            RoomEvent::RematchRoom { room } => Event::RematchRoom { room: room.clone() },
            RoomEvent::Disconnected { side } => Event::Disconnected { side: *side },
            RoomEvent::Reconnected { side } => Event::Reconnected { side: *side, clocks: room.clocks() },
            RoomEvent::Restarted => {
                Event::Paused { disconnected: room.disconnected_sides(), clocks: room.clocks() }
            }
            RoomEvent::Resumed | RoomEvent::Outage { .. } => {
                Event::Resumed { clocks: room.clocks(), disconnected_since: room.disconnected_since_millis() }
            }
            RoomEvent::Ended { winner, reason } => {
                let has_started = room.started_at.is_some();
                Event::Ended {
                    game_end: GameEnd { winner: *winner, reason: *reason, seed: room.seed.to_string() },
                    view: has_started.then(|| Box::new(room.view(audience))),
                    clocks: room.last_clocks,
                    moves: room.moves(audience),
                }
            }
        }
    }

    /// Returns the effects that an audience may see, in order.
    fn effects(&self, audience: Audience) -> Vec<Effect> {
        let viewer = if self.was_over { Viewer::Arbiter } else { audience.viewer() };
        let steps = self.resolved_steps.iter().flat_map(|resolved| &resolved.steps);
        steps
            .flat_map(|(before, effects, after)| {
                let visible = after.visible_effects(before, effects, viewer);
                visible.iter().map(|effect| Effect::new(after, effect)).collect::<Vec<_>>()
            })
            .collect()
    }
}

/// Returns the events of an audience from a number on, computed from the log alone.
///
/// # Errors
/// Returns [`InvalidLogError`] if the log cannot be replayed.
pub fn replay_events(
    log: &[LogEntry],
    audience: Audience,
    from: u64,
) -> Result<Vec<SequencedEvent>, InvalidLogError> {
    let mut events = Vec::new();
    let Some((first, rest)) = log.split_first() else { return Ok(events) };
    let mut room = Room::new(first.clone())?;
    if from == 0 {
        let event = Event::Opened { state: Box::new(room.state(audience)) };
        events.push(SequencedEvent { seq: 0, at: first.at.0, event });
    }
    for (seq, entry) in (1..).zip(rest) {
        if seq < from {
            room.apply(entry.clone())?;
            continue;
        }
        events.push(room.advance(entry.clone())?.sequenced_event(audience));
    }
    Ok(events)
}

impl Room {
    /// Returns the board as an audience may see it.
    pub(crate) fn view(&self, audience: Audience) -> View {
        let mut view = View::new(&self.game, self.game.view(self.viewer(audience)));
        if self.is_over() {
            view.turn = None;
            view.actions.clear();
        }
        view
    }
}
