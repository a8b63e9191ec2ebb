use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Result;
use serde::Serialize;
use yipan_rules::{Language, Seat, Words};

use super::bout::Bout;
use super::end::End;
use super::hall::Hall;
use super::rating::{Pairs, Ruling, Sprt};

/// What a match has come to so far, as the first entrant sees it.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    game: String,
    players: [String; 2],
    seed: u64,
    games: usize,
    won: usize,
    drawn: usize,
    lost: usize,
    /// How many pairs brought 0, 1/2, 1, 1 1/2 and 2 points.
    pairs: [u64; 5],
    /// The difference in Elo; nothing where it is infinite.
    elo: Option<f64>,
    /// It lies between these 95 times of 100.
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtJson>,
    /// How often games ended for which reason.
    ends: BTreeMap<String, usize>,
    /// Games that were lost in another way than by the rules.
    faults: Vec<FaultJson>,
    #[serde(skip)]
    test: Option<Sprt>,
    /// Half points of the first game of a pair that is not over.
    #[serde(skip)]
    half_a_pair: usize,
}

#[derive(Debug, Serialize)]
struct SprtJson {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bound: f64,
    verdict: &'static str,
}

#[derive(Debug, Serialize)]
struct FaultJson {
    game: usize,
    player: String,
    fault: &'static str,
    words: String,
}

impl Summary {
    pub(crate) fn new(hall: &Hall, test: Option<Sprt>) -> Summary {
        let modes = hall.options.modes.join(",");
        let game = hall.game.kind().to_string();
        Summary {
            game: if modes.is_empty() { game } else { format!("{game} {modes}") },
            players: hall.entrants.each_ref().map(ToString::to_string),
            seed: hall.seed,
            games: 0,
            won: 0,
            drawn: 0,
            lost: 0,
            pairs: [0; 5],
            elo: None,
            elo_low: None,
            elo_high: None,
            sprt: None,
            ends: BTreeMap::new(),
            faults: Vec::new(),
            test,
            half_a_pair: 0,
        }
    }

    /// Counts a game; they come in their order.
    pub(crate) fn add(&mut self, hall: &Hall, number: usize, bout: &Bout) {
        let ours = if number.is_multiple_of(2) { Seat::First } else { Seat::Second };
        let half_points = match bout.end.winner() {
            Some(seat) if seat == ours => 2,
            Some(_) => 0,
            None => 1,
        };
        self.games += 1;
        *[&mut self.lost, &mut self.drawn, &mut self.won][half_points] += 1;
        *self.ends.entry(bout.end.key()).or_default() += 1;
        if let End::Forfeit { loser, fault } = &bout.end {
            self.faults.push(FaultJson {
                game: number + 1,
                player: hall.entrant(number, *loser).to_string(),
                fault: fault.key(),
                words: fault.words(hall.language),
            });
        }
        if number.is_multiple_of(2) {
            self.half_a_pair = half_points;
        } else {
            let mut pairs = Pairs(self.pairs);
            pairs.add(self.half_a_pair + half_points);
            self.pairs = pairs.0;
            self.rate();
        }
    }

    fn rate(&mut self) {
        let pairs = Pairs(self.pairs);
        let finite = |elo: f64| elo.is_finite().then_some((elo * 10.0).round() / 10.0);
        let elo = pairs.elo();
        self.elo = elo.and_then(|elo| finite(elo.value));
        self.elo_low = elo.and_then(|elo| finite(elo.low));
        self.elo_high = elo.and_then(|elo| finite(elo.high));
        self.sprt = self.test.map(|test| SprtJson {
            elo0: test.elo0,
            elo1: test.elo1,
            llr: test.ratio(&pairs),
            bound: Sprt::bound(),
            verdict: match test.ruling(&pairs) {
                Ruling::Open => "open",
                Ruling::First => "elo0",
                Ruling::Second => "elo1",
            },
        });
    }

    /// What the test says; without one the match is never decided before its end.
    pub(crate) fn ruling(&self) -> Ruling {
        // Halfway through a pair nothing has changed.
        self.test.map_or(Ruling::Open, |test| test.ruling(&Pairs(self.pairs)))
    }

    /// Won, drawn and lost, and the share of the points.
    pub(crate) fn score(&self) -> String {
        let share = (self.won as f64 + self.drawn as f64 / 2.0) / (self.games.max(1) as f64);
        format!("+{} ={} -{}  {:.1} %", self.won, self.drawn, self.lost, 100.0 * share)
    }

    pub(crate) fn json(&self) -> Result<String> {
        Ok(serde_json::to_string(self)?)
    }

    /// The same for people.
    pub(crate) fn text(&self, language: Language) -> String {
        let mut text = String::new();
        let mut line = |words: [&str; 3], rest: &str| {
            let colon = language.pick(": ", "：", "：");
            let _ = writeln!(text, "{}{colon}{rest}", language.pick(words[0], words[1], words[2]));
        };
        line([&self.game, &self.game, &self.game], &self.players.join(" – "));
        line(["games", "盘数", "盤數"], &self.games.to_string());
        line(["result", "战绩", "戰績"], &self.score());
        line(["Elo (95 %)", "等级分差 (95 %)", "等級分差 (95 %)"], &self.difference());
        if let Some(SprtJson { elo0, elo1, llr, bound, verdict }) = &self.sprt {
            line(["SPRT", "SPRT", "SPRT"], &format!("[{elo0}, {elo1}] {llr:.2} (±{bound:.2}) {verdict}"));
        }
        let ends: Vec<String> = self.ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
        line(["ends", "终局", "終局"], &ends.join(", "));
        for fault in &self.faults {
            let game = language.pick("game", "第", "第");
            let place = language.pick("", " 盘", " 盤");
            let number = fault.game;
            line(
                ["fault", "违例", "違例"],
                &format!("{game} {number}{place}, {}, {}", fault.player, fault.words),
            );
        }
        line(["seed", "种子", "種子"], &self.seed.to_string());
        text
    }

    fn difference(&self) -> String {
        let told =
            |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_owned(), |elo| format!("{elo:+.1}"));
        match self.elo {
            // Every game went one way.
            None if self.lost == 0 => "+∞".to_owned(),
            None => "-∞".to_owned(),
            Some(elo) => {
                format!("{elo:+.1} [{}, {}]", told(self.elo_low, "-∞"), told(self.elo_high, "+∞"))
            }
        }
    }
}
