use yipan_games::AnyGame;
use yipan_liuzichong::rival::Rival as SmallRival;
use yipan_liuzichong::table::{Value, Verdict};
use yipan_rules::{Language, Seat};

use super::{Computer, Mind};
use crate::modal::{self, Insight};
use crate::{Assessment, Host, Limits, Score};

/// How far a solved game is foreseen.
const FORESIGHT: usize = 15;

/// What the computer would do, and what it thinks of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// What it would do.
    pub action: String,
    /// What it expects to follow, action by action, as far as it has thought.
    pub expected: Vec<String>,
    opinion: Opinion,
}

/// What the computer thinks of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opinion {
    /// It plays from the book.
    None,
    /// What a search came to.
    Searched(Assessment),
    /// The same where chance or secrets make a number mean little.
    Guessed(Assessment),
    /// What is known of the position, in which this seat is to move.
    Solved(Verdict, Seat),
}

impl Hint {
    /// How the game stands, in words; nothing when it plays from the book.
    #[must_use]
    pub fn standing(&self, game: &AnyGame, language: Language) -> String {
        let seats = Seat::BOTH.map(|seat| game.seat_words(seat, language));
        match &self.opinion {
            Opinion::None => String::new(),
            Opinion::Searched(assessment) => {
                format!("{} ({})", assessment.words(seats, language), assessment.number())
            }
            Opinion::Guessed(assessment) => assessment.words(seats, language),
            Opinion::Solved(verdict, side) => worth(*verdict, *side, seats, language),
        }
    }

    /// The same in pawns for the first seat; nothing when it plays from the book or knows the result.
    #[must_use]
    pub fn pawns(&self) -> Option<f64> {
        match &self.opinion {
            Opinion::Searched(assessment) | Opinion::Guessed(assessment) => Some(assessment.pawns()),
            Opinion::None | Opinion::Solved(..) => None,
        }
    }
}

impl Computer {
    /// The best it can find for the seat to move, whatever its strength.
    pub fn hint(&mut self, game: &AnyGame, seat: Seat, limits: Limits, host: &dyn Host) -> Option<Hint> {
        let assessed = |score: Score| Assessment::new(score, seat);
        let searched =
            |score: Option<Score>| score.map_or(Opinion::None, |score| Opinion::Searched(assessed(score)));
        Some(match (&mut self.mind, game) {
            (Mind::Chess(rival), AnyGame::Chess(game)) => {
                let (root, choice) =
                    (game.position(), rival.hint(game.position(), &game.into(), limits, host)?);
                Hint {
                    action: root.uci(choice.mv).to_string(),
                    expected: told_in_turn(root.after(choice.mv), &choice.expected),
                    opinion: searched(choice.score),
                }
            }
            (Mind::Modal { setup, past }, AnyGame::Chess(game)) => {
                let insight = Insight::of(setup, game, seat).with_past(past.clone());
                let worth = modal::rank(&insight, limits, host, 0).actions.first().copied()?;
                Hint {
                    action: worth.action.to_string(),
                    expected: Vec::new(),
                    opinion: Opinion::Guessed(assessed(Score::Pawns(worth.value))),
                }
            }
            (Mind::Xiangqi(rival), AnyGame::Xiangqi(game)) => {
                let choice = rival.hint(game.position(), &game.into(), limits, host)?;
                Hint {
                    action: choice.mv.to_string(),
                    expected: choice.expected.iter().map(ToString::to_string).collect(),
                    opinion: searched(choice.score),
                }
            }
            (Mind::Liuzichong(solved), AnyGame::Liuzichong(game)) => {
                let perfect = SmallRival::Perfect(solved.table());
                let mv = perfect.choose(game.position(), 0)?;
                let opinion = Opinion::Solved(solved.table().probe(game.position()), game.position().side());
                let mut position = game.position().after(mv);
                let expected = std::iter::from_fn(|| {
                    let next = perfect.choose(&position, 0)?;
                    position = position.after(next);
                    Some(next.to_string())
                });
                // A drawn game goes on for ever.
                let expected = expected.take(FORESIGHT).collect();
                Hint { action: mv.to_string(), expected, opinion }
            }
            _ => unreachable!("a computer is made for its game"),
        })
    }
}

/// Moves of chess that follow one another, each written in its position.
fn told_in_turn(mut position: yipan_chess::Position, moves: &[yipan_chess::Move]) -> Vec<String> {
    let tell = |mv: &yipan_chess::Move| {
        let told = position.uci(*mv).to_string();
        position = position.after(*mv);
        told
    };
    moves.iter().map(tell).collect()
}

/// What a solved position is worth, in words.
fn worth(verdict: Verdict, side: Seat, seats: [&str; 2], language: Language) -> String {
    let winner = match verdict.value {
        Value::Draw => {
            return language
                .pick("a draw with best play", "双方最佳应对为和棋", "雙方最佳應對為和棋")
                .to_owned();
        }
        Value::Win => side,
        Value::Loss => side.other(),
    };
    let (winner, plies) = (seats[winner.index()], verdict.plies.unwrap_or_default());
    match language {
        Language::English => format!("{winner} wins in {plies} plies with best play"),
        Language::Simplified => format!("双方最佳应对，{winner} {plies} 步后获胜"),
        Language::Traditional => format!("雙方最佳應對，{winner} {plies} 步後獲勝"),
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, Options};
    use yipan_rules::Discard;

    use super::*;
    use crate::Stillness;
    use crate::computer::{Solved, Strength};

    #[test]
    fn what_is_expected_can_be_played_to_its_end() {
        for kind in GameKind::ALL {
            let options = Options::default();
            let mut game = AnyGame::start(kind, &options).expect("the usual start");
            let solved = Solved::alone(&game);
            let mut computer = Computer::new(&game, &options, &solved, Strength::Best);
            let hint = computer.hint(&game, Seat::First, Limits::nodes(20_000), &Stillness);
            let hint = hint.expect("a move");
            // One opinion is told in any language.
            let told = Language::ALL.map(|language| hint.standing(&game, language));
            assert!(
                told[0] != told[1] && told[1] != told[2] || told.iter().all(String::is_empty),
                "{told:?}"
            );
            assert!(hint.expected.len() >= 3, "{kind}: {hint:?}");
            for act in std::iter::once(&hint.action).chain(&hint.expected) {
                game.act(act, &mut Discard).expect("legal");
            }
        }
    }
}
