use yipan_core::{Side, Turn};

use super::accuracy::side_accuracy;
use super::judgment::Judgment;
use super::win_probability::win_probability;
use crate::board::eval_bar::evaluation_in_pawns;
use crate::local::replay::Replay;
use crate::worker_protocol::WorkerResponse;

/// The review of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameReview {
    /// The moves that could be judged, in their order.
    pub moves: Vec<ReviewedMove>,
    /// The summaries of both sides, first side first.
    pub sides: [SideReview; 2],
}

/// A move with its judgment.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// The number of steps before the move.
    pub ply: usize,
    /// The side that moved.
    pub side: Side,
    /// The action.
    pub action: String,
    /// The best action; the same if it was played.
    pub best: String,
    /// The win probability of the side before the move, from 0 to 1.
    pub before: f64,
    /// The win probability that the move lost, from 0 to 1.
    pub loss: f64,
    /// The judgment; `None` for a good move.
    pub judgment: Option<Judgment>,
    /// The win probability that the chance events after the move brought to its side; `None` without such events.
    pub luck: Option<f64>,
    /// The win probability that the move lost for one who sees the whole game; `None` where nothing is hidden from its side.
    pub hindsight_loss: Option<f64>,
}

/// The summary of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SideReview {
    /// The accuracy in percent; `None` without judged moves.
    pub accuracy: Option<f64>,
    /// The numbers of inaccuracies, mistakes and blunders.
    pub counts: [usize; 3],
    /// The win probability that all chance events brought to the side; `None` if nothing was rolled.
    pub luck: Option<f64>,
}

impl GameReview {
    /// Reviews a line from the responses of the engine about its positions.
    ///
    /// The value of a move comes from the search before it where that ranks all actions, so that dice and what a player could
    /// not see do not count against the move. Otherwise it is the value of the position after the move, unless the opponent
    /// knows something else there.
    #[must_use]
    pub fn of_line<'a>(
        replay: &Replay,
        response_at: impl Fn(usize) -> Option<&'a WorkerResponse>,
    ) -> GameReview {
        let judge = |ply| reviewed_move(replay, ply, &response_at);
        let moves: Vec<ReviewedMove> = (0..replay.len()).filter_map(judge).collect();
        let sides = Side::BOTH.map(|side| SideReview::of_moves(&moves, side));
        GameReview { moves, sides }
    }

    /// Returns the mistakes and blunders of a side, for a lesson.
    #[must_use]
    pub fn mistakes(&self, side: Side) -> Vec<ReviewedMove> {
        let is_mistake = |reviewed: &&ReviewedMove| {
            reviewed.side == side && matches!(reviewed.judgment, Some(Judgment::Mistake | Judgment::Blunder))
        };
        self.moves.iter().filter(is_mistake).cloned().collect()
    }

    /// Returns the number of steps up to and including the next judged move after a position, or the first one if none follows;
    /// `None` if no such move was judged.
    #[must_use]
    pub fn next_judged_ply(
        &self,
        ply: usize,
        is_wanted: impl Fn(&ReviewedMove, Judgment) -> bool,
    ) -> Option<usize> {
        let wanted = |one: &&ReviewedMove| one.judgment.is_some_and(|judgment| is_wanted(one, judgment));
        let mut judged = self.moves.iter().filter(wanted).map(|one| one.ply + 1);
        let first = judged.next()?;
        std::iter::once(first).chain(judged).find(|after| *after > ply).or(Some(first))
    }
}

impl SideReview {
    fn of_moves(moves: &[ReviewedMove], side: Side) -> SideReview {
        let losses: Vec<f64> = moves.iter().filter(|one| one.side == side).map(|one| one.loss).collect();
        let count =
            |judgment| moves.iter().filter(|one| one.side == side && one.judgment == Some(judgment)).count();
        // What a roll brings to one side it takes from the other.
        let signed_luck =
            |one: &ReviewedMove| one.luck.map(|luck| if one.side == side { luck } else { -luck });
        let lucks: Vec<f64> = moves.iter().filter_map(signed_luck).collect();
        SideReview {
            accuracy: side_accuracy(&losses),
            counts: Judgment::ALL.map(count),
            luck: (!lucks.is_empty()).then(|| lucks.iter().sum()),
        }
    }
}

fn reviewed_move<'a>(
    replay: &Replay,
    ply: usize,
    response_at: &impl Fn(usize) -> Option<&'a WorkerResponse>,
) -> Option<ReviewedMove> {
    let (action, response) = (replay.next_action(ply)?, response_at(ply)?);
    let Turn::Player(side) = replay.game_at(ply).turn() else { return None };
    let best = response.action.clone()?;
    let probability = |pawns: f64| probability_for(side, pawns);
    let value_at = |ply| evaluation_in_pawns(replay.game_at(ply), response_at(ply)).map(probability);
    let before = value_at(ply)?;
    let expected = response.action_value(action, side).map(probability);
    let next = next_position(replay, ply + 1);
    let after = match expected {
        Some(expected) => expected,
        None if replay.depends_on_viewer() => return None,
        None => value_at(next?)?,
    };
    let loss = if action == best { 0.0 } else { (before - after).max(0.0) };
    let was_rolled = next.is_some_and(|next| next > ply + 1);
    // What one side does not see is no luck, and the engine knows only what the side to move sees.
    let luck = match (expected, next.and_then(value_at)) {
        (Some(expected), Some(value)) if was_rolled && !replay.depends_on_viewer() => Some(value - expected),
        _ => None,
    };
    let judgment = Judgment::of_loss(loss);
    let hindsight_loss = hindsight_loss(response, action, side);
    Some(ReviewedMove {
        ply,
        side,
        action: action.to_owned(),
        best,
        before,
        loss,
        judgment,
        luck,
        hindsight_loss,
    })
}

fn hindsight_loss(response: &WorkerResponse, action: &str, side: Side) -> Option<f64> {
    let values = &response.hindsight_values;
    let played = values.iter().find(|value| value.action == action)?;
    let best = values.iter().map(|value| probability_for(side, value.pawns)).reduce(f64::max)?;
    Some(best - probability_for(side, played.pawns))
}

/// Returns the first position from a ply on in which no chance event is due.
fn next_position(replay: &Replay, ply: usize) -> Option<usize> {
    (ply..=replay.len()).find(|ply| replay.game_at(*ply).turn() != Turn::Chance)
}

/// Returns the win probability of a side from the advantage of the first side in pawns.
pub(super) fn probability_for(side: Side, pawns: f64) -> f64 {
    let first = win_probability(pawns);
    if side == Side::First { first } else { 1.0 - first }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_local_play::{LocalSetup, PlayerKind};

    use super::*;
    use crate::worker_protocol::ActionValue;

    fn setup(kind: GameKind, modes: &[&str]) -> LocalSetup {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        LocalSetup { modes, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 5) }
    }

    fn response(pawns: f64, best: &str) -> WorkerResponse {
        WorkerResponse { pawns: Some(pawns), action: Some(best.to_owned()), ..WorkerResponse::default() }
    }

    fn review(replay: &Replay, responses: &[Option<WorkerResponse>]) -> GameReview {
        GameReview::of_line(replay, |ply| responses.get(ply).and_then(Option::as_ref))
    }

    #[test]
    fn a_blunder_is_the_move_after_which_the_value_falls() {
        let actions = ["f2f3", "e7e5", "g2g4", "d8h4"].map(String::from);
        let replay = Replay::from_actions(setup(GameKind::Chess, &[]), &actions).expect("a game");
        let responses = [
            Some(response(0.3, "e2e4")),
            Some(response(-0.6, "e7e5")),
            Some(response(-0.6, "b1c3")),
            Some(response(-100.0, "d8h4")),
            None,
        ];
        let review = review(&replay, &responses);
        let judged: Vec<_> = review.moves.iter().map(|one| (one.side, one.judgment)).collect();
        assert_eq!(
            judged,
            [
                (Side::First, Some(Judgment::Inaccuracy)),
                (Side::Second, None),
                (Side::First, Some(Judgment::Blunder)),
                (Side::Second, None),
            ]
        );
        assert_eq!((review.sides[0].counts, review.sides[1].counts), ([1, 0, 1], [0, 0, 0]));
        let accuracies = review.sides.map(|side| side.accuracy.expect("moves"));
        assert!(accuracies[0] < 50.0 && accuracies[1] > 99.0, "{accuracies:?}");
        let mistakes = review.mistakes(Side::First);
        assert_eq!(mistakes.iter().map(|one| one.ply).collect::<Vec<_>>(), [2]);
        assert_eq!((mistakes[0].best.as_str(), review.sides[0].luck), ("b1c3", None));
        assert!(review.mistakes(Side::Second).is_empty());
    }

    #[test]
    fn a_position_without_a_response_is_not_judged() {
        let actions = ["e2e4", "e7e5"].map(String::from);
        let replay = Replay::from_actions(setup(GameKind::Chess, &[]), &actions).expect("a game");
        let review = review(&replay, &[Some(response(0.3, "d2d4")), None, Some(response(0.2, "g1f3"))]);
        assert!(review.moves.is_empty(), "{review:?}");
    }

    #[test]
    fn the_table_of_a_solved_game_judges_every_move() {
        let replay =
            Replay::from_actions(setup(GameKind::Liuzichong, &[]), &["a2b2".to_owned()]).expect("a game");
        let table = |moves: &[(&str, i8)]| WorkerResponse {
            action: Some(moves[0].0.to_owned()),
            tablebase_moves: moves
                .iter()
                .map(|(name, value)| ((*name).to_owned(), *value, Some(3)))
                .collect(),
            ..WorkerResponse::default()
        };
        let responses = [Some(table(&[("b2b3", 1), ("a2b2", -1)])), None];
        let review = review(&replay, &responses);
        assert_eq!(review.moves[0].judgment, Some(Judgment::Blunder));
        assert!(review.moves[0].loss > 0.99 && review.moves[0].luck.is_none(), "{review:?}");
    }

    #[test]
    fn the_next_mistake_follows_the_position_and_the_first_follows_the_last() {
        let reviewed = |ply: usize, judgment| ReviewedMove {
            ply,
            side: if ply.is_multiple_of(2) { Side::First } else { Side::Second },
            action: String::new(),
            best: String::new(),
            before: 0.5,
            loss: 0.0,
            judgment,
            luck: None,
            hindsight_loss: None,
        };
        let moves = vec![
            reviewed(0, None),
            reviewed(1, Some(Judgment::Inaccuracy)),
            reviewed(2, Some(Judgment::Blunder)),
            reviewed(5, Some(Judgment::Mistake)),
        ];
        let review = GameReview { moves, ..GameReview::default() };
        let next = |ply| review.next_judged_ply(ply, |_, judgment| judgment != Judgment::Inaccuracy);
        assert_eq!([0, 2, 3, 5, 6, 9].map(next), [Some(3), Some(3), Some(6), Some(6), Some(3), Some(3)]);
        let second = |ply| review.next_judged_ply(ply, |one, _| one.side == Side::Second);
        assert_eq!([0, 2].map(second), [Some(2), Some(6)]);
        assert_eq!(GameReview::default().next_judged_ply(0, |_, _| true), None);
    }

    #[test]
    fn a_bad_roll_is_no_mistake() {
        let mut replay = Replay::start(setup(GameKind::Chess, &["dice-b"])).expect("a game");
        let first = replay.len();
        let action = replay.game_at(first).actions()[0].clone();
        replay.push_action(&action).expect("offered");
        let ranked = WorkerResponse {
            action_values: vec![ActionValue::of("other", 0.4), ActionValue::of(&action, 0.3)],
            ..response(0.4, "other")
        };
        let mut responses = vec![None; replay.len() + 1];
        responses[first] = Some(ranked);
        // The opponent has rolled well: the value falls although the move was as good as the best.
        responses[replay.len()] = Some(response(-6.0, "x"));
        let review = review(&replay, &responses);
        assert_eq!(review.moves[0].judgment, None);
        let luck = review.sides.map(|side| side.luck.expect("a roll"));
        assert!(luck[0] < -0.4 && (luck[0] + luck[1]).abs() < 1e-9, "{luck:?}");
    }

    /// Returns the review of 1. e4 in fog from the values of two moves, as White sees it and in hindsight.
    fn review_in_fog(action_values: [f64; 2], hindsight_values: [f64; 2]) -> GameReview {
        let replay =
            Replay::from_actions(setup(GameKind::Chess, &["fog"]), &["e2e4".to_owned()]).expect("a game");
        let moves =
            |[best, played]: [f64; 2]| vec![ActionValue::of("d2d4", best), ActionValue::of("e2e4", played)];
        let responses = [
            Some(WorkerResponse {
                action_values: moves(action_values),
                hindsight_values: moves(hindsight_values),
                ..response(action_values[0], "d2d4")
            }),
            // The opponent sees that a piece can be taken.
            Some(response(-6.0, "d8h4")),
        ];
        review(&replay, &responses)
    }

    #[test]
    fn in_fog_a_move_that_is_bad_only_in_hindsight_is_no_mistake() {
        let review = review_in_fog([0.4, 0.3], [0.4, -6.0]);
        assert_eq!((review.moves[0].judgment, review.sides[0].counts), (None, [0, 0, 0]));
        assert!(review.moves[0].hindsight_loss.is_some_and(|loss| loss > 0.4), "{review:?}");
    }

    #[test]
    fn in_fog_a_move_that_loses_a_visible_piece_is_a_blunder() {
        let review = review_in_fog([0.4, -5.0], [0.4, 0.4]);
        assert_eq!(review.moves[0].judgment, Some(Judgment::Blunder));
        assert_eq!(review.moves[0].hindsight_loss, Some(0.0), "the opponent could not take it");
    }

    #[test]
    fn in_fog_a_move_without_a_value_is_not_judged_by_what_the_opponent_sees() {
        let replay =
            Replay::from_actions(setup(GameKind::Chess, &["fog"]), &["e2e4".to_owned()]).expect("a game");
        let responses = [Some(response(0.3, "d2d4")), Some(response(-6.0, "d8h4"))];
        assert!(review(&replay, &responses).moves.is_empty());
    }

    #[test]
    fn what_fog_hides_is_no_luck() {
        let mut replay = Replay::start(setup(GameKind::Chess, &["fog", "dice-b"])).expect("a game");
        let first = replay.len();
        let action = replay.game_at(first).actions()[0].clone();
        replay.push_action(&action).expect("offered");
        let mut responses = vec![None; replay.len() + 1];
        responses[first] = Some(WorkerResponse {
            action_values: vec![ActionValue::of(&action, 0.3)],
            ..response(0.4, "other")
        });
        responses[replay.len()] = Some(response(-6.0, "x"));
        let review = review(&replay, &responses);
        assert_eq!((review.moves[0].luck, review.moves[0].judgment), (None, None));
    }
}
