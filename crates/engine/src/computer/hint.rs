use yipan_games::AnyGame;
use yipan_liuzichong::rival::Rival as SmallRival;
use yipan_liuzichong::table::{Value, Verdict};
use yipan_rules::{Language, Seat};

use super::{Computer, Mind};
use crate::modal::{self, Insight};
use crate::{Assessment, Host, Limits, Score};

/// How far a solved game is foreseen.
const FORESIGHT: usize = 15;

/// What the computer would do, and what it thinks of the game in words.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// What it would do.
    pub action: String,
    /// What it expects to follow, action by action, as far as it has thought.
    pub expected: Vec<String>,
    /// How the game stands, in words.
    pub standing: String,
    /// The same in pawns for the first seat; nothing when it plays from the book or knows the result.
    pub pawns: Option<f64>,
}

impl Computer {
    /// The best it can find for the seat to move, whatever its strength.
    pub fn hint(
        &mut self,
        game: &AnyGame,
        seat: Seat,
        limits: Limits,
        host: &dyn Host,
        language: Language,
    ) -> Option<Hint> {
        let seats = Seat::BOTH.map(|seat| game.seat_words(seat, language));
        let assessed = |score: Score| Assessment::new(score, seat);
        let told = |assessment: &Assessment| {
            format!("{} ({})", assessment.words(seats, language), assessment.number())
        };
        Some(match (&mut self.mind, game) {
            (Mind::Chess(rival), AnyGame::Chess(game)) => {
                let (root, choice) =
                    (game.position(), rival.hint(game.position(), &game.into(), limits, host)?);
                let assessment = choice.score.map(assessed);
                Hint {
                    action: root.uci(choice.mv).to_string(),
                    expected: told_in_turn(root.after(choice.mv), &choice.expected),
                    standing: assessment.as_ref().map(told).unwrap_or_default(),
                    pawns: assessment.map(|assessment| assessment.pawns()),
                }
            }
            (Mind::Modal { setup, past }, AnyGame::Chess(game)) => {
                let insight = Insight::of(setup, game, seat).with_past(past.clone());
                let worth = modal::rank(&insight, limits, host, 0).actions.first().copied()?;
                let assessment = assessed(Score::Pawns(worth.value));
                Hint {
                    action: worth.action.to_string(),
                    expected: Vec::new(),
                    standing: assessment.words(seats, language),
                    pawns: Some(assessment.pawns()),
                }
            }
            (Mind::Xiangqi(rival), AnyGame::Xiangqi(game)) => {
                let choice = rival.hint(game.position(), &game.into(), limits, host)?;
                let assessment = choice.score.map(assessed);
                Hint {
                    action: choice.mv.to_string(),
                    expected: choice.expected.iter().map(ToString::to_string).collect(),
                    standing: assessment.as_ref().map(told).unwrap_or_default(),
                    pawns: assessment.map(|assessment| assessment.pawns()),
                }
            }
            (Mind::Liuzichong(solved), AnyGame::Liuzichong(game)) => {
                let perfect = SmallRival::Perfect(solved.table());
                let mv = perfect.choose(game.position(), 0)?;
                let verdict = solved.table().probe(game.position());
                let standing = worth(verdict, game.position().side(), seats, language);
                let mut position = game.position().after(mv);
                let expected = std::iter::from_fn(|| {
                    let next = perfect.choose(&position, 0)?;
                    position = position.after(next);
                    Some(next.to_string())
                });
                // A drawn game goes on for ever.
                let expected = expected.take(FORESIGHT).collect();
                Hint { action: mv.to_string(), expected, standing, pawns: None }
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
            let hint =
                computer.hint(&game, Seat::First, Limits::nodes(20_000), &Stillness, Language::English);
            let hint = hint.expect("a move");
            assert!(hint.expected.len() >= 3, "{kind}: {hint:?}");
            for act in std::iter::once(&hint.action).chain(&hint.expected) {
                game.act(act, &mut Discard).expect("legal");
            }
        }
    }
}
