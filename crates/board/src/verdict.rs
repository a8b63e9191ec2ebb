use serde::{Deserialize, Serialize};
use yipan_chess::pgn::GameResult;
use yipan_games::GameKind;
use yipan_rules::{Language, Seat};
use yipan_wire::Side;

use crate::capital;
use crate::online::reason_words;
use crate::text::{game, online};

/// How a game ended that the rules did not end: by what players did, or by their clocks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Who won; nobody in a draw, or in a game that was called off.
    #[serde(default)]
    pub winner: Option<Side>,
    /// Why: `resignation`, `agreement`, `timeout`, `abandonment`, `aborted`, or nothing where a file does not say.
    #[serde(default)]
    pub reason: String,
}

impl Verdict {
    /// A seat gives the game up.
    #[must_use]
    pub fn resignation(seat: Seat) -> Verdict {
        Verdict { winner: Some(seat.other().into()), reason: "resignation".to_owned() }
    }

    /// Both call it a draw.
    #[must_use]
    pub fn agreement() -> Verdict {
        Verdict { winner: None, reason: "agreement".to_owned() }
    }

    /// What a file says: the result, and why; nothing if it says that the game is open.
    #[must_use]
    pub fn read(result: GameResult, why: &str) -> Option<Verdict> {
        let reason = match why.trim().to_ascii_lowercase().as_str() {
            "time forfeit" => "timeout".to_owned(),
            "abandoned" => "abandonment".to_owned(),
            known if reason_words(None, known, Language::English).is_some() || known == "aborted" => {
                known.to_owned()
            }
            _ => String::new(),
        };
        match result {
            GameResult::Won(seat) => Some(Verdict { winner: Some(seat.into()), reason }),
            GameResult::Draw => Some(Verdict { winner: None, reason }),
            GameResult::Open if reason == "aborted" => Some(Verdict { winner: None, reason }),
            GameResult::Open => None,
        }
    }

    /// As the end of a file has it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self.winner {
            Some(side) => GameResult::Won(side.into()),
            None if self.reason == "aborted" => GameResult::Open,
            None => GameResult::Draw,
        }
    }

    /// In plain words.
    #[must_use]
    pub fn words(&self, kind: GameKind, language: Language) -> String {
        if self.reason == "aborted" {
            return online::ABORTED.say(language).to_owned();
        }
        let winner = self.winner.map(|side| capital(kind.seat_words(side.into(), language)));
        let reason = reason_words(self.winner, &self.reason, language).unwrap_or(&self.reason);
        match (winner, reason) {
            (Some(name), "") => game::WON.fill(language, &[&name]),
            (Some(name), reason) => game::WINS.fill(language, &[&name, reason]),
            (None, "") => game::DRAW.say(language).to_owned(),
            (None, reason) => game::DRAWN.fill(language, &[reason]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(result: GameResult, why: &str) -> Option<String> {
        Verdict::read(result, why).map(|verdict| verdict.words(GameKind::Xiangqi, Language::English))
    }

    #[test]
    fn what_a_file_says_of_the_end_is_said_in_words() {
        let red = GameResult::Won(Seat::First);
        assert_eq!(said(red, "Time forfeit").as_deref(), Some("Red wins: time ran out"));
        assert_eq!(said(red, "resignation").as_deref(), Some("Red wins: the other side resigned"));
        assert_eq!(said(red, "normal").as_deref(), Some("Red wins"));
        assert_eq!(said(GameResult::Draw, "").as_deref(), Some("Draw"));
        assert_eq!(said(GameResult::Draw, "agreement").as_deref(), Some("Draw: both agreed"));
        assert_eq!(said(GameResult::Open, "aborted").as_deref(), Some("The game was called off"));
        assert_eq!(said(GameResult::Open, "unterminated"), None);
    }

    #[test]
    fn the_result_is_written_as_it_was_read() {
        for result in [GameResult::Won(Seat::First), GameResult::Won(Seat::Second), GameResult::Draw] {
            assert_eq!(Verdict::read(result, "timeout").map(|verdict| verdict.result()), Some(result));
        }
        assert_eq!(
            Verdict::read(GameResult::Open, "aborted").map(|verdict| verdict.result()),
            Some(GameResult::Open)
        );
    }
}
