use yipan_core::{EndReason, Game, Side, Step};
use yipan_games::AnyGame;
use yipan_record::{GameRecord, Millis, SideAssignment, Tag};
use yipan_wire::{GameSummary, Offer, RoomPhase, SidePreference};

use crate::Room;

impl Room {
    /// The record of a finished game, with the seed that its draws can be verified by; nothing before the end.
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

    /// Every act with what was drawn after it; what was drawn before the first move comes first, without an act.
    pub fn steps(&self) -> impl Iterator<Item = (Option<&str>, &[String])> {
        let actions = self.actions.iter().map(|act| (Some(act.text.as_str()), act.chance_events.as_slice()));
        std::iter::once((None, self.initial_chance_events())).chain(actions)
    }

    /// Who won and why, once it is over.
    #[must_use]
    pub const fn result(&self) -> Option<(Option<Side>, EndReason)> {
        self.game_end
    }

    /// When the game began, in the host's milliseconds.
    #[must_use]
    pub const fn started_at(&self) -> Option<Millis> {
        self.started_at
    }

    /// Where the next game is played.
    #[must_use]
    pub fn rematch_room(&self) -> Option<&str> {
        self.rematch_room.as_deref()
    }

    /// What the two sides offer each other, in the order of the offers.
    #[must_use]
    pub fn offers(&self) -> &[(Side, Offer)] {
        &self.offers.open
    }

    fn write_record<G: Game>(&self, _: &G, setup: G::Setup) -> Option<String> {
        let mut log = GameRecord::<G>::new(setup);
        log.tags = self.record_tags();
        let start = self.started_at?;
        // What was drawn before the first move stands in the entry that started the game.
        for draw in self.initial_chance_events() {
            log.push_at(Step::Chance(draw.parse().ok()?), Millis::ZERO);
        }
        for act in &self.actions {
            log.push_at(Step::Action(act.text.parse().ok()?), act.at - start);
            for draw in &act.chance_events {
                log.push_at(Step::Chance(draw.parse().ok()?), act.at - start);
            }
        }
        log.append_checksum();
        Some(log.to_string())
    }

    /// The game in short, for a list of games; nothing before it has begun.
    #[must_use]
    pub fn summary(&self) -> Option<GameSummary> {
        let players = [self.player(Side::First)?.clone(), self.player(Side::Second)?.clone()];
        let (winner, reason) = self.result().unzip();
        Some(GameSummary {
            room: self.code.clone(),
            config: self.config.clone(),
            players,
            started_at: self.started_at?.0,
            phase: if self.is_over() { RoomPhase::Over } else { RoomPhase::Playing },
            winner: winner.flatten(),
            reason,
            plies: u32::try_from(self.plies()).unwrap_or(u32::MAX),
        })
    }

    pub(crate) fn initial_chance_events(&self) -> &[String] {
        let chance_events = self.log.iter().find_map(|stamped| match &stamped.event {
            crate::RoomEvent::Started { chance_events: draws, .. } => Some(draws.as_slice()),
            _ => None,
        });
        chance_events.unwrap_or_default()
    }

    fn record_tags(&self) -> Vec<Tag> {
        let mut tags = Vec::new();
        // A name that cannot stand in a tag is left out rather than the record.
        let mut tag = |name: &str, value: &str| tags.extend(Tag::new(name, value.trim()));
        for seat in Side::BOTH {
            let key = self.game.side_key(seat);
            let name = key[..1].to_ascii_uppercase() + &key[1..];
            tag(&name, self.player(seat).map_or("?", |player| player.name.as_str()));
        }
        tag("Clock", &self.config.clock);
        if let Some((winner, reason)) = self.result() {
            let result = match winner {
                Some(Side::First) => "1-0",
                Some(Side::Second) => "0-1",
                None if reason == EndReason::Aborted => "*",
                None => "1/2-1/2",
            };
            tag("Result", result);
            tag("Termination", reason.key());
        }
        let side_assignment = self.seats.host_side.map(|host| SideAssignment {
            host_side: host,
            was_random: self.config.host_side == SidePreference::Random,
        });
        if let (Some(fairness), Some(colours)) = (self.chance_rng(), side_assignment) {
            tags.extend(fairness.tags(colours).unwrap_or_default());
        }
        tags
    }
}
