use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;
use yipan_core::{Language, Localize, Side};

use super::rating::{Pentanomial, Sprt, SprtDecision};
use crate::game::MatchGame;
use crate::outcome::MatchGameOutcome;
use crate::runner::MatchRunner;

/// The results so far, from the first player's point of view. Serializes to the object of `yipan match --json`.
#[derive(Debug, Serialize)]
pub struct MatchSummary {
    game: String,
    players: [String; 2],
    seed: u64,
    games: usize,
    wins: usize,
    draws: usize,
    losses: usize,
    /// The pairs with 0, 1/2, 1, 1 1/2 and 2 points.
    pentanomial: [u64; 5],
    /// The Elo difference; `None` if it is infinite.
    elo: Option<f64>,
    /// The bounds of its 95 % confidence interval.
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtJson>,
    /// The number of games by termination.
    terminations: BTreeMap<String, usize>,
    forfeits: Vec<ForfeitJson>,
    #[serde(skip)]
    sprt_test: Option<Sprt>,
    /// The half points of the first game of an unfinished pair.
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
    /// Creates an empty summary; `test` may decide the match early.
    #[must_use]
    pub fn new(runner: &MatchRunner, test: Option<Sprt>) -> MatchSummary {
        let modes = runner.options.modes.join(",");
        let game = runner.game.kind().to_string();
        MatchSummary {
            game: if modes.is_empty() { game } else { format!("{game} {modes}") },
            players: runner.player_specs.each_ref().map(ToString::to_string),
            seed: runner.seed,
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

    /// Adds the next game. Games must be added in order.
    pub fn record_game(&mut self, runner: &MatchRunner, number: usize, match_game: &MatchGame) {
        let player_side = if number.is_multiple_of(2) { Side::First } else { Side::Second };
        let half_points = match match_game.outcome.winner() {
            Some(side) if side == player_side => 2,
            Some(_) => 0,
            None => 1,
        };
        self.games += 1;
        *[&mut self.losses, &mut self.draws, &mut self.wins][half_points] += 1;
        *self.terminations.entry(match_game.outcome.key()).or_default() += 1;
        if let MatchGameOutcome::Forfeit { loser, reason } = &match_game.outcome {
            self.forfeits.push(ForfeitJson {
                game: number + 1,
                player: runner.player_spec(number, *loser).to_string(),
                reason: reason.key(),
                message: reason.localize(runner.language),
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
                SprtDecision::Continue => "continue",
                SprtDecision::AcceptH0 => "elo0",
                SprtDecision::AcceptH1 => "elo1",
            },
        });
    }

    /// Returns the state of the test. Without a test it is always [`SprtDecision::Continue`].
    #[must_use]
    pub fn decision(&self) -> SprtDecision {
        self.sprt_test.map_or(SprtDecision::Continue, |test| test.decision(&Pentanomial(self.pentanomial)))
    }

    /// Returns wins, draws, losses and the score in percent.
    #[must_use]
    pub fn score_text(&self) -> String {
        let share = (self.wins as f64 + self.draws as f64 / 2.0) / (self.games.max(1) as f64);
        format!("+{} ={} -{}  {:.1} %", self.wins, self.draws, self.losses, 100.0 * share)
    }

    /// Returns the summary as text, one value a line.
    #[must_use]
    pub fn text(&self, language: Language) -> String {
        let mut text = String::new();
        let mut line = |names: [&str; 3], value: &str| {
            let colon = language.choose(": ", "：", "：");
            let _ = writeln!(text, "{}{colon}{value}", language.choose(names[0], names[1], names[2]));
        };
        line([&self.game, &self.game, &self.game], &self.players.join(" – "));
        line(["games", "盘数", "盤數"], &self.games.to_string());
        line(["result", "战绩", "戰績"], &self.score_text());
        line(["Elo (95 %)", "等级分差 (95 %)", "等級分差 (95 %)"], &self.elo_text());
        if let Some(SprtJson { elo0, elo1, llr, bound, decision }) = &self.sprt {
            line(["SPRT", "SPRT", "SPRT"], &format!("[{elo0}, {elo1}] {llr:.2} (±{bound:.2}) {decision}"));
        }
        let terminations: Vec<String> =
            self.terminations.iter().map(|(key, count)| format!("{key} {count}")).collect();
        line(["terminations", "终局", "終局"], &terminations.join(", "));
        for forfeit in &self.forfeits {
            let game = language.choose("game", "第", "第");
            let place = language.choose("", " 盘", " 盤");
            let number = forfeit.game;
            line(
                ["forfeit", "判负", "判負"],
                &format!("{game} {number}{place}, {}, {}", forfeit.player, forfeit.message),
            );
        }
        line(["seed", "种子", "種子"], &self.seed.to_string());
        text
    }

    fn elo_text(&self) -> String {
        let format_elo =
            |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_owned(), |elo| format!("{elo:+.1}"));
        match self.elo {
            None if self.losses == 0 => "+∞".to_owned(),
            None => "-∞".to_owned(),
            Some(elo) => {
                format!("{elo:+.1} [{}, {}]", format_elo(self.elo_low, "-∞"), format_elo(self.elo_high, "+∞"))
            }
        }
    }
}
