use yipan_games::AnyGame;
use yipan_record::{Colours, Log, Millis, Tag};
use yipan_rules::{Game, Seat, Step};
use yipan_wire::{Colour, Offer, Side, Stage, Summary};

use crate::Table;

impl Table {
    /// The record of a finished game, with the seed that its draws can be verified by; nothing before the end.
    #[must_use]
    pub fn record(&self) -> Option<String> {
        self.ending.as_ref()?;
        self.started?;
        match &self.agreed.start {
            AnyGame::Chess(game) => self.write(game, self.agreed.options.chess().ok()?),
            AnyGame::Xiangqi(game) => self.write(game, self.agreed.options.xiangqi().ok()?),
            AnyGame::Liuzichong(game) => self.write(game, self.agreed.options.liuzichong().ok()?),
        }
    }

    /// Every act with what was drawn after it; what was drawn before the first move comes first, without an act.
    pub fn steps(&self) -> impl Iterator<Item = (Option<&str>, &[String])> {
        let acts = self.acts.iter().map(|act| (Some(act.text.as_str()), act.draws.as_slice()));
        std::iter::once((None, self.first_draws())).chain(acts)
    }

    /// Who won and why, once it is over.
    #[must_use]
    pub fn result(&self) -> Option<(Option<Seat>, String)> {
        self.ending.as_ref().map(|(winner, reason)| (*winner, reason.to_string()))
    }

    /// When the game began, in the host's milliseconds.
    #[must_use]
    pub const fn began(&self) -> Option<Millis> {
        self.started
    }

    /// Where the next game is played.
    #[must_use]
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// What the two sides offer each other, in the order of the offers.
    #[must_use]
    pub fn offers(&self) -> &[(Seat, Offer)] {
        &self.offers.open
    }

    fn write<G: Game>(&self, _: &G, setup: G::Setup) -> Option<String> {
        let mut log = Log::<G>::new(setup);
        log.tags = self.tags();
        let start = self.started?;
        // What was drawn before the first move stands in the entry that started the game.
        for draw in self.first_draws() {
            log.push_at(Step::Draw(draw.parse().ok()?), Millis::ZERO);
        }
        for act in &self.acts {
            log.push_at(Step::Act(act.text.parse().ok()?), act.at - start);
            for draw in &act.draws {
                log.push_at(Step::Draw(draw.parse().ok()?), act.at - start);
            }
        }
        log.seal();
        Some(log.to_string())
    }

    /// The game in short, for a list of games; nothing before it has begun.
    #[must_use]
    pub fn summary(&self) -> Option<Summary> {
        let players = [self.player(Seat::First)?.clone(), self.player(Seat::Second)?.clone()];
        let (winner, reason) = self.result().unzip();
        Some(Summary {
            room: self.room.clone(),
            terms: self.terms.clone(),
            players,
            began: self.started?.0,
            stage: if self.is_over() { Stage::Over } else { Stage::Playing },
            winner: winner.flatten().map(Side::from),
            reason,
            plies: u32::try_from(self.plies()).unwrap_or(u32::MAX),
        })
    }

    pub(crate) fn first_draws(&self) -> &[String] {
        let draws = self.log.iter().find_map(|stamped| match &stamped.entry {
            crate::Entry::Started { draws, .. } => Some(draws.as_slice()),
            _ => None,
        });
        draws.unwrap_or_default()
    }

    fn tags(&self) -> Vec<Tag> {
        let mut tags = Vec::new();
        // A name that cannot stand in a tag is left out rather than the record.
        let mut tag = |name: &str, value: &str| tags.extend(Tag::new(name, value.trim()));
        for seat in Seat::BOTH {
            let key = self.game.seat_key(seat);
            let name = key[..1].to_ascii_uppercase() + &key[1..];
            tag(&name, self.player(seat).map_or("?", |player| player.name.as_str()));
        }
        tag("Clock", &self.terms.clock);
        if let Some((winner, reason)) = self.result() {
            let result = match winner {
                Some(Seat::First) => "1-0",
                Some(Seat::Second) => "0-1",
                None if reason == "aborted" => "*",
                None => "1/2-1/2",
            };
            tag("Result", result);
            tag("Termination", &reason);
        }
        let colours =
            self.seating.host_seat.map(|host| Colours { host, drawn: self.terms.colour == Colour::Random });
        if let (Some(fairness), Some(colours)) = (self.fairness(), colours) {
            tags.extend(fairness.tags(colours).unwrap_or_default());
        }
        tags
    }
}
