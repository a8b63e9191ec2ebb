//! What each viewer is told of an entry: only what the rules let that viewer see.

use yipan_core::Viewer;
use yipan_wire::{ChatMessage, Effect, Event, GameEnd, MoveEntry, SequencedEvent, View};

use crate::chance::ResolvedSteps;
use crate::room::{ChatEntry, PlayedAction};
use crate::{Audience, InvalidLogError, LogEntry, Room, RoomEvent};

/// The last entry of a table with what led there, ready to be told to anybody.
#[derive(Debug)]
pub struct Projection<'a> {
    room: &'a Room,
    entry: &'a LogEntry,
    seq: u64,
    resolved_steps: Option<ResolvedSteps>,
    /// Whether the table was over before the entry.
    was_over: bool,
}

impl Room {
    /// Adds an entry and gives back what there is to tell of it.
    ///
    /// # Errors
    /// The entry does not follow; the table is as it was.
    pub fn advance(&mut self, stamped: LogEntry) -> Result<Projection<'_>, InvalidLogError> {
        let resolved = match &stamped.event {
            RoomEvent::Started { chance_events: draws, .. } => {
                Some(ResolvedSteps::new(&self.validated_config.initial_game, None, draws))
            }
            RoomEvent::Played { action: act, chance_events: draws, .. } => {
                Some(ResolvedSteps::new(&self.game, Some(act), draws))
            }
            _ => None,
        };
        // An entry that applies resolves; were it not so, its effects would only be missing.
        let resolved_steps = resolved.and_then(Result::ok);
        let (seq, was_over) = (self.log.len(), self.is_over());
        self.apply(stamped)?;
        Ok(Projection { room: self, entry: &self.log[seq], seq: seq as u64, resolved_steps, was_over })
    }
}

impl Projection<'_> {
    /// The table with the entry.
    pub(crate) const fn room(&self) -> &Room {
        self.room
    }

    /// What one eye is told.
    #[must_use]
    pub fn sequenced_event(&self, eye: Audience) -> SequencedEvent {
        SequencedEvent { seq: self.seq, at: self.entry.at.0, event: self.event(eye) }
    }

    /// Returns whether a person may watch the room with the entry.
    #[must_use]
    pub fn can_watch(&self, user_id: &str) -> bool {
        self.room.can_watch(user_id)
    }

    /// Whose eyes a person has.
    #[must_use]
    pub fn audience(&self, user_id: &str) -> Audience {
        self.room.audience(user_id)
    }

    fn event(&self, eye: Audience) -> Event {
        let room = self.room;
        match &self.entry.event {
            RoomEvent::Opened { .. } => Event::Opened { state: Box::new(room.state(eye)) },
            RoomEvent::Seated { player: person, contribution } => Event::Seated {
                player: person.clone(),
                is_host: person.id == room.host().id,
                contribution: contribution.to_string(),
            },
            RoomEvent::LeftSeat => Event::LeftSeat,
            RoomEvent::AccountLinked { player, .. } => {
                Event::AccountLinked { player: player.clone(), is_host: player.id == room.host().id }
            }
            RoomEvent::Started { host_side: host, .. } => Event::Started {
                host_side: *host,
                effects: self.effects(eye),
                view: Box::new(room.view(eye)),
                clocks: room.clocks(),
            },
            RoomEvent::Played { .. } => match room.actions.last() {
                Some(act) => Event::Played {
                    entry: act.move_entry_for(eye),
                    effects: self.effects(eye),
                    view: Box::new(room.view(eye)),
                    clocks: room.clocks(),
                },
                None => Event::Hidden,
            },
            RoomEvent::TakebackApplied { side: seat, plies } => Event::TakebackApplied {
                plies: *plies,
                side: *seat,
                view: Box::new(room.view(eye)),
                clocks: room.clocks(),
            },
            RoomEvent::ChatMessage { .. } => {
                match room.chat.last().filter(|spoken| spoken.is_visible_to(eye)) {
                    Some(spoken) => Event::ChatMessage { message: spoken.to_chat_message() },
                    None => Event::Hidden,
                }
            }
            RoomEvent::Offered { side: seat, offer } => Event::Offered { side: *seat, offer: *offer },
            RoomEvent::Withdrawn { side: seat, offer } => {
                Event::OfferCleared { side: *seat, offer: *offer, declined: false }
            }
            RoomEvent::Declined { side: seat, offer } => {
                let offered_by = (*seat).other();
                Event::OfferCleared { side: offered_by, offer: *offer, declined: true }
            }
            RoomEvent::Rematch { .. } => Event::Rematch,
            RoomEvent::RematchRoom { room } => Event::RematchRoom { room: room.clone() },
            RoomEvent::Disconnected { side: seat } => Event::Disconnected { side: *seat },
            RoomEvent::Reconnected { side: seat } => {
                Event::Reconnected { side: *seat, clocks: room.clocks() }
            }
            RoomEvent::Restarted => {
                Event::Paused { disconnected: room.disconnected_sides(), clocks: room.clocks() }
            }
            RoomEvent::Resumed | RoomEvent::Outage { .. } => Event::Resumed { clocks: room.clocks() },
            RoomEvent::Ended { winner, reason } => {
                let has_started = room.started_at.is_some();
                Event::Ended {
                    game_end: GameEnd { winner: *winner, reason: *reason, seed: room.seed.to_string() },
                    view: has_started.then(|| Box::new(room.view(eye))),
                    clocks: room.last_clocks,
                    moves: room.moves(eye),
                }
            }
        }
    }

    /// What an eye could see of the steps of this entry, in order.
    fn effects(&self, eye: Audience) -> Vec<Effect> {
        let viewer = if self.was_over { Viewer::Arbiter } else { eye.viewer() };
        let steps = self.resolved_steps.iter().flat_map(|resolution| &resolution.steps);
        steps
            .flat_map(|(before, effects, after)| {
                let visible = after.visible_effects(before, effects, viewer);
                visible.iter().map(|effect| Effect::new(after, effect)).collect::<Vec<_>>()
            })
            .collect()
    }
}

/// What an eye is told of a table from a number on, from the log alone.
///
/// # Errors
/// The log does not hold together.
pub fn replay_events(
    log: &[LogEntry],
    eye: Audience,
    from: u64,
) -> Result<Vec<SequencedEvent>, InvalidLogError> {
    let mut events = Vec::new();
    let Some((first, rest)) = log.split_first() else { return Ok(events) };
    let mut table = Room::new(first.clone())?;
    if from == 0 {
        let event = Event::Opened { state: Box::new(table.state(eye)) };
        events.push(SequencedEvent { seq: 0, at: first.at.0, event });
    }
    for (seq, stamped) in (1..).zip(rest) {
        if seq < from {
            table.apply(stamped.clone())?;
            continue;
        }
        events.push(table.advance(stamped.clone())?.sequenced_event(eye));
    }
    Ok(events)
}

impl PlayedAction {
    /// The move as an eye is told it.
    pub(crate) fn move_entry_for(&self, eye: Audience) -> MoveEntry {
        let index = match eye {
            Audience::Player(seat) => seat.index(),
            Audience::Spectator => 2,
        };
        MoveEntry { side: self.side, action: self.visible_to[index].then(|| self.text.clone()) }
    }
}

impl ChatEntry {
    /// Whether an eye's owner hears it.
    pub(crate) fn is_visible_to(&self, eye: Audience) -> bool {
        !self.spectator_only || eye == Audience::Spectator
    }

    pub(crate) fn to_chat_message(&self) -> ChatMessage {
        ChatMessage { name: self.name.clone(), side: self.side, text: self.text.clone() }
    }
}

impl Room {
    /// The board as an eye sees it.
    pub(crate) fn view(&self, eye: Audience) -> View {
        let mut view = View::new(&self.game, self.game.view(self.viewer(eye)));
        if self.is_over() {
            view.turn = None;
            view.actions.clear();
        }
        view
    }
}
