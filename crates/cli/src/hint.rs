use yipan_engine::modal::{self, Insight};
use yipan_engine::{Assessment, Host, Limits, Score};
use yipan_games::AnyGame;
use yipan_liuzichong::rival::Rival as SmallRival;
use yipan_liuzichong::table::{Value, Verdict};
use yipan_rules::{Language, Seat};

use crate::computer::{Computer, Mind};

/// What the computer would do, and what it thinks of the game in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hint {
    pub(crate) action: String,
    pub(crate) standing: String,
}

impl Computer {
    /// The best it can find for the seat to move, whatever its strength.
    pub(crate) fn hint(
        &mut self,
        game: &AnyGame,
        seat: Seat,
        limits: Limits,
        host: &dyn Host,
        language: Language,
    ) -> Option<Hint> {
        let seats = Seat::BOTH.map(|seat| game.seat_words(seat, language));
        let told = |score: Score| {
            let assessment = Assessment::new(score, seat);
            format!("{} ({})", assessment.words(seats, language), assessment.number())
        };
        let (action, standing) = match (&mut self.mind, game) {
            (Mind::Chess(rival), AnyGame::Chess(game)) => {
                let choice = rival.hint(game.position(), &game.into(), limits, host)?;
                (game.position().uci(choice.mv).to_string(), choice.score.map(told))
            }
            (Mind::Modal { setup, past }, AnyGame::Chess(game)) => {
                let insight = Insight::of(setup, game, seat).with_past(past.clone());
                let worth = modal::rank(&insight, limits, host, 0).actions.first().copied()?;
                let words = Assessment::new(Score::Pawns(worth.value), seat).words(seats, language);
                (worth.action.to_string(), Some(words))
            }
            (Mind::Xiangqi(rival), AnyGame::Xiangqi(game)) => {
                let choice = rival.hint(game.position(), &game.into(), limits, host)?;
                (choice.mv.to_string(), choice.score.map(told))
            }
            (Mind::Liuzichong(solved), AnyGame::Liuzichong(game)) => {
                let mv = SmallRival::Perfect(solved.table()).choose(game.position(), 0)?;
                let verdict = solved.table().probe(game.position());
                (mv.to_string(), Some(worth(verdict, game.position().side(), seats, language)))
            }
            _ => unreachable!("a computer is made for its game"),
        };
        Some(Hint { action, standing: standing.unwrap_or_default() })
    }
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
