use std::str::FromStr;

use yipan_engine::Bookish;
use yipan_engine::computer::Chance;
use yipan_games::{AnyGame, GameKind};
use yipan_rules::{Kernel, Language, Step, Turn, Words};

use super::score_sheet::ScoreSheet;

/// How the games of a match begin; each opening is played twice, with both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Openings {
    /// All alike.
    Start,
    /// A line of the engine's own book, so many plies of it.
    Book(u32),
    /// So many actions by chance.
    Random(u32),
}

/// Openings nobody knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnknownOpenings {
    text: String,
}

/// More would be a game, not an opening.
const MOST_PLIES: u32 = 100;
const BOOK_PLIES: u32 = 8;

impl Openings {
    /// What suits a game best, if nothing is asked for.
    pub(crate) fn usual(game: &AnyGame) -> Openings {
        match game.kind() {
            // Chance makes games with modes differ.
            GameKind::Chess if game.has_modes() => Openings::Start,
            GameKind::Chess | GameKind::Xiangqi => Openings::Book(BOOK_PLIES),
            GameKind::Liuzichong => Openings::Random(2),
        }
    }

    /// The steps of one opening, those of chance among them. An opening that would end the game is cut short.
    pub(crate) fn steps(self, start: &AnyGame, chance: &mut Chance) -> Vec<Step<String, String>> {
        let plies = match self {
            Openings::Start => 0,
            Openings::Book(plies) | Openings::Random(plies) => plies,
        };
        let (mut game, mut sheet, mut acted) = (start.clone(), ScoreSheet::new(start.clone()), 0);
        loop {
            let step = match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => chance.draw(&game).map(Step::Draw),
                Turn::Player(_) if acted == plies => break,
                Turn::Player(_) => {
                    acted += 1;
                    self.action(&game, chance).map(Step::Act)
                }
            };
            let mut next = game.clone();
            let Some(step) = step else { break };
            // What is over before anybody has thought is no opening.
            if sheet.take(&mut next, &step).is_err() {
                break;
            }
            if next.outcome().is_some() {
                sheet.steps.pop();
                break;
            }
            game = next;
        }
        sheet.steps
    }

    fn action(self, game: &AnyGame, chance: &mut Chance) -> Option<String> {
        match (self, game) {
            (Openings::Book(_), AnyGame::Chess(game)) if game.modes().is_none() => {
                let position = game.position();
                Some(position.uci(from_book(position, chance)?).to_string())
            }
            (Openings::Book(_), AnyGame::Xiangqi(game)) => {
                Some(from_book(game.position(), chance)?.to_string())
            }
            (Openings::Book(_), _) => None,
            (Openings::Start | Openings::Random(_), _) => {
                // Neither a claim nor another throw of the dice is a move.
                let mut actions = game.actions();
                actions.retain(|action| action != "draw" && action != "reroll");
                chance.pick(&actions).cloned()
            }
        }
    }
}

fn from_book<P: Bookish>(position: &P, chance: &mut Chance) -> Option<<P as Kernel>::Move> {
    P::book().find(position, MOST_PLIES as usize, &mut || chance.number())
}

impl FromStr for Openings {
    type Err = UnknownOpenings;

    fn from_str(text: &str) -> Result<Openings, UnknownOpenings> {
        let (name, plies) = match text.split_once(':') {
            Some((name, plies)) => {
                (name, plies.parse().ok().filter(|plies| (1..=MOST_PLIES).contains(plies)))
            }
            None if text == "book" => (text, Some(BOOK_PLIES)),
            None => (text, None),
        };
        match (name, plies) {
            ("start", None) if name == text => Ok(Openings::Start),
            ("book", Some(plies)) => Ok(Openings::Book(plies)),
            ("random", Some(plies)) => Ok(Openings::Random(plies)),
            _ => Err(UnknownOpenings { text: text.chars().take(40).collect() }),
        }
    }
}

impl Words for UnknownOpenings {
    fn words(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            Language::English => {
                format!(
                    "`{text}` are no openings; choose start, book, book:PLIES or random:PLIES, at most {MOST_PLIES}"
                )
            }
            Language::Simplified => {
                format!("没有“{text}”这种开局；请选 start、book、book:步数 或 random:步数，最多 {MOST_PLIES}")
            }
            Language::Traditional => {
                format!(
                    "沒有「{text}」這種開局；請選 start、book、book:步數 或 random:步數，最多 {MOST_PLIES}"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::Options;

    use super::*;

    fn game(kind: GameKind, modes: &[&str]) -> AnyGame {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        AnyGame::start(kind, &Options { modes, ..Options::default() }).expect("a game")
    }

    fn acts(openings: Openings, game: &AnyGame, seed: u64) -> Vec<Step<String, String>> {
        let steps = openings.steps(game, &mut Chance::of(seed, 0));
        steps.into_iter().filter(|step| matches!(step, Step::Act(_))).collect()
    }

    #[test]
    fn an_opening_has_as_many_plies_as_were_asked_for() {
        let (chess, small) = (game(GameKind::Chess, &[]), game(GameKind::Liuzichong, &[]));
        assert_eq!(acts(Openings::Start, &chess, 1).len(), 0);
        assert_eq!(acts(Openings::Book(6), &chess, 1).len(), 6);
        assert_eq!(acts(Openings::Random(10), &chess, 1).len(), 10);
        assert_eq!(acts(Openings::Random(3), &small, 1).len(), 3);
        assert_eq!(acts(Openings::Random(3), &game(GameKind::Chess, &["dice-a", "mines"]), 1).len(), 3);
        assert_eq!(acts(Openings::Book(6), &game(GameKind::Xiangqi, &[]), 1).len(), 6);
    }

    #[test]
    fn openings_differ_by_seed_and_repeat_by_it() {
        let chess = game(GameKind::Chess, &[]);
        let different: std::collections::HashSet<String> =
            (0..40).map(|seed| format!("{:?}", acts(Openings::Book(8), &chess, seed))).collect();
        assert!(different.len() >= 10, "{}", different.len());
        assert_eq!(acts(Openings::Book(8), &chess, 3), acts(Openings::Book(8), &chess, 3));
    }

    #[test]
    fn chance_has_its_say_before_the_first_move() {
        let mines = game(GameKind::Chess, &["mines"]);
        let steps = Openings::Start.steps(&mines, &mut Chance::of(1, 0));
        assert!(steps.len() >= 5 && steps.iter().all(|step| matches!(step, Step::Draw(_))), "{steps:?}");
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        for text in ["", "start:3", "book:0", "book:x", "random", "random:0", "random:101", "random:-1", "棋"]
        {
            let error = text.parse::<Openings>().expect_err(text);
            assert!(Language::ALL.iter().all(|&language| error.words(language).contains("random:")));
        }
        assert_eq!("book".parse(), Ok(Openings::Book(BOOK_PLIES)));
        assert_eq!("random:100".parse(), Ok(Openings::Random(100)));
    }
}
