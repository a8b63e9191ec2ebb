use std::collections::BTreeMap;
use std::fmt::Write;

use anyhow::Result;
use serde::Serialize;
use yipan_core::{Language, Localize, Side};

use super::game::MatchGame;
use super::outcome::MatchGameOutcome;
use super::rating::{Pentanomial, Sprt, SprtDecision};
use super::runner::MatchRunner;

/// What a match has come to so far, as the first entrant sees it.
#[derive(Debug, Serialize)]
pub(crate) struct MatchSummary {
    game: String,
    players: [String; 2],
    seed: u64,
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    /// How many pairs brought 0, 1/2, 1, 1 1/2 and 2 points.
    pentanomial: [u64; 5],
    /// The difference in Elo; nothing where it is infinite.
    elo: Option<f64>,
    /// It lies between these 95 times of 100.
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtJson>,
    /// How often games ended for which reason.
    terminations: BTreeMap<String, usize>,
    /// Games that were lost in another way than by the rules.
    forfeits: Vec<ForfeitJson>,
    #[serde(skip)]
    sprt_test: Option<Sprt>,
    /// Half points of the first game of a pair that is not over.
    #[serde(skip)]
    first_game_half_points: usize,
}

#[derive(Debug, Serialize)]
struct SprtJson {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bound: f64,
    decision: &'static str,
}

#[derive(Debug, Serialize)]
struct ForfeitJson {
    game: usize,
    player: String,
    reason: &'static str,
    message: String,
}

impl MatchSummary {
    pub(crate) fn new(hall: &MatchRunner, test: Option<Sprt>) -> MatchSummary {
        let modes = hall.options.modes.join(",");
        let game = hall.game.kind().to_string();
        MatchSummary {
            game: if modes.is_empty() { game } else { format!("{game} {modes}") },
            players: hall.player_specs.each_ref().map(ToString::to_string),
            seed: hall.seed,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            pentanomial: [0; 5],
            elo: None,
            elo_low: None,
            elo_high: None,
            sprt: None,
            terminations: BTreeMap::new(),
            forfeits: Vec::new(),
            sprt_test: test,
            first_game_half_points: 0,
        }
    }

    /// Counts a game; they come in their order.
    pub(crate) fn record_game(&mut self, hall: &MatchRunner, number: usize, bout: &MatchGame) {
        let player_side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
        let half_points = match bout.outcome.winner() {
            Some(seat) if seat == player_side => 2,
            Some(_) => 0,
            None => 1,
        };
        self.games += 1;
        *[&mut self.losses, &mut self.draws, &mut self.wins][half_points] += 1;
        *self.terminations.entry(bout.outcome.key()).or_default() += 1;
        if let MatchGameOutcome::Forfeit { loser, reason: fault } = &bout.outcome {
            self.forfeits.push(ForfeitJson {
                game: number + 1,
                player: hall.player_spec(number, *loser).to_string(),
                reason: fault.key(),
                message: fault.localize(hall.language),
            });
        }
        if number.is_multiple_of(2) {
            self.first_game_half_points = half_points;
        } else {
            let mut pairs = Pentanomial(self.pentanomial);
            pairs.add(self.first_game_half_points + half_points);
            self.pentanomial = pairs.0;
            self.update_rating();
        }
    }

    fn update_rating(&mut self) {
        let pairs = Pentanomial(self.pentanomial);
        let finite = |elo: f64| elo.is_finite().then_some((elo * 10.0).round() / 10.0);
        let elo = pairs.elo();
        self.elo = elo.and_then(|elo| finite(elo.value));
        self.elo_low = elo.and_then(|elo| finite(elo.low));
        self.elo_high = elo.and_then(|elo| finite(elo.high));
        self.sprt = self.sprt_test.map(|test| SprtJson {
            elo0: test.elo0,
            elo1: test.elo1,
            llr: test.log_likelihood_ratio(&pairs),
            bound: Sprt::bound(),
            decision: match test.decision(&pairs) {
                SprtDecision::Continue => "open",
                SprtDecision::AcceptH0 => "elo0",
                SprtDecision::AcceptH1 => "elo1",
            },
        });
    }

    /// What the test says; without one the match is never decided before its end.
    pub(crate) fn decision(&self) -> SprtDecision {
        // Halfway through a pair nothing has changed.
        self.sprt_test.map_or(SprtDecision::Continue, |test| test.decision(&Pentanomial(self.pentanomial)))
    }

    /// Won, drawn and lost, and the share of the points.
    pub(crate) fn score_text(&self) -> String {
        let share = (self.wins as f64 + self.draws as f64 / 2.0) / (self.games.max(1) as f64);
        format!("+{} ={} -{}  {:.1} %", self.wins, self.draws, self.losses, 100.0 * share)
    }

    pub(crate) fn json(&self) -> Result<String> {
        Ok(serde_json::to_string(self)?)
    }

    /// The same for people.
    pub(crate) fn text(&self, language: Language) -> String {
        let mut text = String::new();
        let mut line = |words: [&str; 3], rest: &str| {
            let colon = language.choose(": ", "：", "：");
            let _ = writeln!(text, "{}{colon}{rest}", language.choose(words[0], words[1], words[2]));
        };
        line([&self.game, &self.game, &self.game], &self.players.join(" – "));
        line(["games", "盘数", "盤數"], &self.games.to_string());
        line(["result", "战绩", "戰績"], &self.score_text());
        line(["Elo (95 %)", "等级分差 (95 %)", "等級分差 (95 %)"], &self.elo_text());
        if let Some(SprtJson { elo0, elo1, llr, bound, decision: verdict }) = &self.sprt {
            line(["SPRT", "SPRT", "SPRT"], &format!("[{elo0}, {elo1}] {llr:.2} (±{bound:.2}) {verdict}"));
        }
        let ends: Vec<String> =
            self.terminations.iter().map(|(end, count)| format!("{end} {count}")).collect();
        line(["ends", "终局", "終局"], &ends.join(", "));
        for fault in &self.forfeits {
            let game = language.choose("game", "第", "第");
            let place = language.choose("", " 盘", " 盤");
            let number = fault.game;
            line(
                ["fault", "违例", "違例"],
                &format!("{game} {number}{place}, {}, {}", fault.player, fault.message),
            );
        }
        line(["seed", "种子", "種子"], &self.seed.to_string());
        text
    }

    fn elo_text(&self) -> String {
        let format_elo =
            |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_owned(), |elo| format!("{elo:+.1}"));
        match self.elo {
            // Every game went one way.
            None if self.losses == 0 => "+∞".to_owned(),
            None => "-∞".to_owned(),
            Some(elo) => {
                format!("{elo:+.1} [{}, {}]", format_elo(self.elo_low, "-∞"), format_elo(self.elo_high, "+∞"))
            }
        }
    }
}
