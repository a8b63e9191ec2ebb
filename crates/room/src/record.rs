use yipan_clock::Millis;
use yipan_core::{EndReason, Game, Side, Step};
use yipan_games::AnyGame;
use yipan_record::{GameRecord, SideAssignment, Tag};
use yipan_wire::{GameSummary, Offer, SidePreference};

use crate::utc_date::utc_date;
use crate::{Room, RoomEvent};

/// The tag with the milliseconds that the player had left after each action.
const CLOCKS_TAG: &str = "Clocks";

impl Room {
    /// Returns the record of a finished game, with the seed that verifies its chance events; `None` before the end.
    #[must_use]
    pub fn record(&self) -> Option<String> {
        self.game_end.as_ref()?;
        self.started_at?;
        match &self.validated_config.initial_game {
            AnyGame::Chess(game) => {
                self.write_record(game, self.validated_config.options.chess_setup().ok()?)
            }
            AnyGame::Xiangqi(game) => {
                self.write_record(game, self.validated_config.options.xiangqi_setup().ok()?)
            }
            AnyGame::Liuzichong(game) => {
                self.write_record(game, self.validated_config.options.liuzichong_setup().ok()?)
            }
        }
    }

    /// Returns every action with the chance events after it. The chance events before the first move come first, without an
    /// action.
    pub fn steps(&self) -> impl Iterator<Item = (Option<&str>, &[String])> {
        let actions =
            self.actions.iter().map(|action| (Some(action.text.as_str()), action.chance_events.as_slice()));
        std::iter::once((None, self.initial_chance_events())).chain(actions)
    }

    /// Returns every action with the time that its player had left after it; `None` without a clock.
    pub fn timed_actions(&self) -> impl Iterator<Item = (&str, Option<Millis>)> {
        self.actions.iter().map(|action| (action.text.as_str(), action.time_left))
    }

    /// Returns the winner and the reason, once the game is over.
    #[must_use]
    pub const fn result(&self) -> Option<(Option<Side>, EndReason)> {
        self.game_end
    }

    /// Returns the time at which the game started, in the server's milliseconds.
    #[must_use]
    pub const fn started_at(&self) -> Option<Millis> {
        self.started_at
    }

    /// Returns the code of the next room.
    #[must_use]
    pub fn rematch_room(&self) -> Option<&str> {
        self.rematch_room.as_deref()
    }

    /// Returns the open offers, the oldest first.
    #[must_use]
    pub fn offers(&self) -> &[(Side, Offer)] {
        &self.offers.open
    }

    fn write_record<G: Game>(&self, _: &G, setup: G::Setup) -> Option<String> {
        let mut record = GameRecord::<G>::new(setup);
        record.tags = self.record_tags();
        let start = self.started_at?;
        for event in self.initial_chance_events() {
            record.push_at(Step::Chance(event.parse().ok()?), Millis::ZERO);
        }
        for action in &self.actions {
            record.push_at(Step::Action(action.text.parse().ok()?), action.at - start);
            for event in &action.chance_events {
                record.push_at(Step::Chance(event.parse().ok()?), action.at - start);
            }
        }
        record.append_checksum();
        Some(record.to_string())
    }

    /// Returns the game for a list of games; `None` before it has started.
    #[must_use]
    pub fn summary(&self) -> Option<GameSummary> {
        let players = [self.player(Side::First)?.clone(), self.player(Side::Second)?.clone()];
        let (winner, reason) = self.result().unzip();
        Some(GameSummary {
            room: self.code.clone(),
            config: self.config.clone(),
            players,
            started_at: self.started_at?.0,
            phase: self.phase(),
            winner: winner.flatten(),
            reason,
            plies: u32::try_from(self.plies()).unwrap_or(u32::MAX),
        })
    }

    pub(crate) fn initial_chance_events(&self) -> &[String] {
        let chance_events = self.log.iter().find_map(|entry| match &entry.event {
            RoomEvent::Started { chance_events, .. } => Some(chance_events.as_slice()),
            _ => None,
        });
        chance_events.unwrap_or_default()
    }

    fn record_tags(&self) -> Vec<Tag> {
        let mut tags = Vec::new();
        // A name that is no valid tag value is omitted, so that the record can still be written.
        let mut tag = |name: &str, value: &str| tags.extend(Tag::new(name, value.trim()));
        for side in Side::BOTH {
            tag(&self.game.player_tag(side), self.player(side).map_or("?", |player| player.name.as_str()));
        }
        if let Some(started_at) = self.started_at {
            tag("Date", &utc_date(started_at.0));
        }
        tag("Clock", &self.config.clock);
        let left: Option<Vec<String>> =
            self.timed_actions().map(|(_, left)| left.map(|left| left.0.to_string())).collect();
        if let Some(left) = left.filter(|left| !left.is_empty()) {
            // The clocks do not follow from the times of the steps: a server forgives delays of the network.
            tag(CLOCKS_TAG, &left.join(" "));
        }
        if let Some((winner, reason)) = self.result() {
            let result = if reason == EndReason::Aborted { "*" } else { yipan_core::result_text(winner) };
            tag("Result", result);
            tag("Termination", reason.key());
        }
        let side_assignment = self.seats.host_side.map(|host_side| SideAssignment {
            host_side,
            was_random: self.config.host_side == SidePreference::Random,
        });
        if let (Some(rng), Some(sides)) = (self.chance_rng(), side_assignment) {
            tags.extend(rng.tags(sides).unwrap_or_default());
        }
        tags
    }
}
