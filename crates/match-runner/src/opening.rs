use std::str::FromStr;

use yipan_core::{Language, Localize, MoveGenerator, Step, Turn};
use yipan_engine::Playable;
use yipan_engine::computer::SeededRng;
use yipan_games::{AnyGame, GameKind};

use crate::game_log::GameLog;

/// The openings of a match. Each one is played twice, with the sides swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Every game begins at the start position.
    Start,
    /// This number of plies from the engine's opening book.
    Book(u32),
    /// This number of random actions.
    Random(u32),
}

/// A text that names no openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseOpeningsError {
    text: String,
}

/// The longest opening.
const MAX_PLIES: u32 = 100;
const DEFAULT_BOOK_PLIES: u32 = 8;

impl Openings {
    /// Returns the default openings of a game.
    #[must_use]
    pub fn default_for(game: &AnyGame) -> Openings {
        match game.kind() {
            // There is no book, and without chance events the strongest levels would repeat one game.
            GameKind::Chess if game.has_modes() => Openings::Random(4),
            GameKind::Chess | GameKind::Xiangqi => Openings::Book(DEFAULT_BOOK_PLIES),
            GameKind::Liuzichong => Openings::Random(2),
        }
    }

    /// Returns the steps of one opening, including chance events. The opening stops before a step that ends the game.
    pub(crate) fn steps(self, start: &AnyGame, rng: &mut SeededRng) -> Vec<Step<String, String>> {
        let plies = match self {
            Openings::Start => 0,
            Openings::Book(plies) | Openings::Random(plies) => plies,
        };
        let (mut game, mut log, mut plies_played) = (start.clone(), GameLog::new(start.clone()), 0);
        loop {
            let step = match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => rng.choose_outcome(&game).map(Step::Chance),
                Turn::Player(_) if plies_played == plies => break,
                Turn::Player(_) => {
                    plies_played += 1;
                    self.choose_action(&game, rng).map(Step::Action)
                }
            };
            let mut next = game.clone();
            let Some(step) = step else { break };
            if log.apply(&mut next, &step).is_err() {
                break;
            }
            if next.outcome().is_some() {
                log.steps.pop();
                break;
            }
            game = next;
        }
        log.steps
    }

    fn choose_action(self, game: &AnyGame, rng: &mut SeededRng) -> Option<String> {
        match (self, game) {
            (Openings::Book(_), AnyGame::Chess(game)) if game.modes().is_none() => {
                let position = game.position();
                Some(position.uci(book_move(position, rng)?).to_string())
            }
            (Openings::Book(_), AnyGame::Xiangqi(game)) => Some(book_move(game.position(), rng)?.to_string()),
            (Openings::Book(_), _) => None,
            (Openings::Start | Openings::Random(_), _) => {
                // A claim or a reroll is not a move.
                let mut actions = game.actions();
                actions.retain(|action| action != "draw" && action != "reroll");
                rng.choose(&actions).cloned()
            }
        }
    }
}

fn book_move<P: Playable>(position: &P, rng: &mut SeededRng) -> Option<<P as MoveGenerator>::Move> {
    P::opening_book().choose_move(position, MAX_PLIES as usize, &mut || rng.next_u64())
}

impl FromStr for Openings {
    type Err = ParseOpeningsError;

    fn from_str(text: &str) -> Result<Openings, ParseOpeningsError> {
        let (name, plies) = match text.split_once(':') {
            Some((name, plies)) => (name, plies.parse().ok().filter(|plies| (1..=MAX_PLIES).contains(plies))),
            None if text == "book" => (text, Some(DEFAULT_BOOK_PLIES)),
            None => (text, None),
        };
        match (name, plies) {
            ("start", None) if name == text => Ok(Openings::Start),
            ("book", Some(plies)) => Ok(Openings::Book(plies)),
            ("random", Some(plies)) => Ok(Openings::Random(plies)),
            _ => Err(ParseOpeningsError { text: text.chars().take(40).collect() }),
        }
    }
}

impl Localize for ParseOpeningsError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            Language::English => {
                format!(
                    "unknown openings `{text}`; expected start, book, book:PLIES or random:PLIES, at most {MAX_PLIES}"
                )
            }
            Language::Simplified => {
                format!("未知的开局“{text}”；可选 start、book、book:步数 或 random:步数，最多 {MAX_PLIES}")
            }
            Language::Traditional => {
                format!("未知的開局「{text}」；可選 start、book、book:步數 或 random:步數，最多 {MAX_PLIES}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameOptions;

    use super::*;

    fn game(kind: GameKind, modes: &[&str]) -> AnyGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        AnyGame::start(kind, &GameOptions { modes, ..GameOptions::default() }).expect("a game")
    }

    fn actions(openings: Openings, game: &AnyGame, seed: u64) -> Vec<Step<String, String>> {
        let steps = openings.steps(game, &mut SeededRng::for_purpose(seed, 0));
        steps.into_iter().filter(|step| matches!(step, Step::Action(_))).collect()
    }

    #[test]
    fn an_opening_has_as_many_plies_as_requested() {
        let (chess, small) = (game(GameKind::Chess, &[]), game(GameKind::Liuzichong, &[]));
        assert_eq!(actions(Openings::Start, &chess, 1).len(), 0);
        assert_eq!(actions(Openings::Book(6), &chess, 1).len(), 6);
        assert_eq!(actions(Openings::Random(10), &chess, 1).len(), 10);
        assert_eq!(actions(Openings::Random(3), &small, 1).len(), 3);
        assert_eq!(actions(Openings::Random(3), &game(GameKind::Chess, &["dice-a", "mines"]), 1).len(), 3);
        assert_eq!(actions(Openings::Book(6), &game(GameKind::Xiangqi, &[]), 1).len(), 6);
    }

    #[test]
    fn openings_differ_by_seed_and_repeat_by_it() {
        let chess = game(GameKind::Chess, &[]);
        let different: std::collections::HashSet<String> =
            (0..40).map(|seed| format!("{:?}", actions(Openings::Book(8), &chess, seed))).collect();
        assert!(different.len() >= 10, "{}", different.len());
        assert_eq!(actions(Openings::Book(8), &chess, 3), actions(Openings::Book(8), &chess, 3));
    }

    #[test]
    fn chance_events_come_before_the_first_move() {
        let mines = game(GameKind::Chess, &["mines"]);
        let steps = Openings::Start.steps(&mines, &mut SeededRng::for_purpose(1, 0));
        assert!(steps.len() >= 5 && steps.iter().all(|step| matches!(step, Step::Chance(_))), "{steps:?}");
    }

    #[test]
    fn invalid_openings_are_rejected_with_a_localized_error() {
        for text in ["", "start:3", "book:0", "book:x", "random", "random:0", "random:101", "random:-1", "棋"]
        {
            let error = text.parse::<Openings>().expect_err(text);
            assert!(Language::ALL.iter().all(|&language| error.localize(language).contains("random:")));
        }
        assert_eq!("book".parse(), Ok(Openings::Book(DEFAULT_BOOK_PLIES)));
        assert_eq!("random:100".parse(), Ok(Openings::Random(100)));
    }
}
