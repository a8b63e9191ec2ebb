//! Warnings of xiangqi that a board shows before it is too late.

use yipan_core::{Cell, Language, NullSink, Side, Turn};
use yipan_games::{AnyGame, AnyGameError, GameKind};
use yipan_wire::{MoveEntry, RoomConfig};
use yipan_xiangqi::Xiangqi;
use yipan_xiangqi::repetition::{Verdict, Violation};

use crate::online::room_game::start_game;
use crate::text::messages::xiangqi;
use yipan_core::capitalize;

/// The state of a running game of xiangqi with respect to repetition and the limit without a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XiangqiNotice {
    /// The verdict to expect if the repetition goes on.
    expected_verdict: Option<Verdict>,
    /// The moves without a capture and their limit, once more than half of it is used.
    move_limit: Option<(u16, u16)>,
    /// The moves that lose by the repetition rule, at once or after one reply.
    pub losing_moves: Vec<(Cell, Cell)>,
}

impl XiangqiNotice {
    /// Returns the notice of a running game of xiangqi, or `None` for another game or a finished one.
    #[must_use]
    pub fn of_game(game: &AnyGame) -> Option<XiangqiNotice> {
        let AnyGame::Xiangqi(xiangqi) = game else { return None };
        matches!(game.turn(), Turn::Player(_)).then(|| XiangqiNotice::of_position(xiangqi))
    }

    /// Returns the notice of the game in a room, from its public moves.
    #[must_use]
    pub fn of_room(config: &RoomConfig, moves: &[MoveEntry]) -> Option<XiangqiNotice> {
        XiangqiNotice::of_game(&replay_public_moves(config, moves)?)
    }

    fn of_position(game: &Xiangqi) -> XiangqiNotice {
        let limit = game.setup().no_capture_limit.max_plies;
        let used = game.no_capture_plies();
        XiangqiNotice {
            expected_verdict: game.expected_verdict(),
            move_limit: limit.filter(|limit| used > limit / 2).map(|limit| (used / 2, limit / 2)),
            losing_moves: game
                .losing_repetitions()
                .into_iter()
                .map(|mv| (mv.from().into(), mv.to().into()))
                .collect(),
        }
    }

    /// Whether a player loses if the repetition goes on.
    #[must_use]
    pub fn is_warning(&self) -> bool {
        matches!(self.expected_verdict, Some(Verdict::Loses { .. }))
    }

    /// Returns the notice as a sentence for a viewer, who plays `own_side` or watches; `None` if all is well.
    #[must_use]
    pub fn text(&self, own_side: Option<Side>, language: Language) -> Option<String> {
        let side_name = |side| capitalize(GameKind::Xiangqi.side_name(side, language));
        match &self.expected_verdict {
            Some(Verdict::Draw) => Some(xiangqi::DRAW_AHEAD.localize(language).to_owned()),
            Some(Verdict::Loses { side, violation, .. }) => {
                let [to_player, to_others] = match violation {
                    Violation::PerpetualCheck => [xiangqi::YOU_CHECK, xiangqi::SIDE_CHECKS],
                    Violation::PerpetualChase { .. } | Violation::RootCutting { .. } => {
                        [xiangqi::YOU_CHASE, xiangqi::SIDE_CHASES]
                    }
                };
                Some(if own_side == Some(*side) {
                    to_player.localize(language).to_owned()
                } else {
                    to_others.localize_with(language, &[&side_name(*side)])
                })
            }
            None => self.move_limit.map(|(used, limit)| {
                xiangqi::MOVE_LIMIT.localize_with(language, &[&limit.to_string(), &used.to_string()])
            }),
        }
    }
}

/// Returns why an action is illegal in the game of a room, or `None` if it is legal or only the server knows.
///
/// Only games without chance and hidden information are judged. The reason exists in every language, and its cells
/// can be marked.
#[must_use]
pub fn illegal_action_error(config: &RoomConfig, moves: &[MoveEntry], action: &str) -> Option<AnyGameError> {
    let mut game = replay_public_moves(config, moves).filter(|game| !game.has_modes())?;
    game.apply_action(action, &mut NullSink).err()
}

/// Replays the moves of a room whose game has no chance and nothing hidden.
fn replay_public_moves(config: &RoomConfig, moves: &[MoveEntry]) -> Option<AnyGame> {
    let mut game = start_game(config).filter(|game| !game.has_hidden_information())?;
    for entry in moves {
        let action = entry.action.as_ref().filter(|_| matches!(game.turn(), Turn::Player(_)))?;
        game.apply_action(action, &mut NullSink).ok()?;
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use yipan_core::Localize;

    use super::*;

    const ROUND: [&str; 4] = ["a8a9", "e9e8", "a9a8", "e8e9"];

    fn room(position: &str, actions: &[&str]) -> (RoomConfig, Vec<MoveEntry>) {
        let config = RoomConfig { position: Some(position.to_owned()), ..RoomConfig::default_for("xiangqi") };
        let entry = |(index, action): (usize, &&str)| MoveEntry {
            side: Side::BOTH[index % 2],
            action: Some((*action).to_owned()),
        };
        (config, actions.iter().enumerate().map(entry).collect())
    }

    fn notice(position: &str, actions: &[&str]) -> XiangqiNotice {
        let (config, moves) = room(position, actions);
        XiangqiNotice::of_room(&config, &moves).expect("a running game")
    }

    const CHECKS: &str = "4k4/R8/9/9/9/9/9/9/4p4/3K5 w";

    #[test]
    fn the_checking_side_is_warned_at_the_second_occurrence() {
        let text = |actions: &[&str], side| notice(CHECKS, actions).text(side, Language::English);
        assert_eq!(text(&ROUND[..3], Some(Side::First)), None);
        assert_eq!(
            text(&ROUND, Some(Side::First)).as_deref(),
            Some("Repeating: if you keep giving the same check, you lose (长将).")
        );
        assert_eq!(
            text(&ROUND, None).as_deref(),
            Some("Repeating: Red loses if the same check goes on (长将).")
        );
        assert!(notice(CHECKS, &ROUND).is_warning());
    }

    #[test]
    fn the_last_check_that_a_reply_turns_into_a_loss_is_marked() {
        let cell = |file, rank| Cell { file, rank };
        let actions: Vec<&str> = ROUND.into_iter().chain(ROUND).collect();
        assert_eq!(notice(CHECKS, &actions[..4]).losing_moves, []);
        assert_eq!(notice(CHECKS, &actions[..6]).losing_moves, [(cell(0, 9), cell(0, 8))]);
        let (config, moves) = room(CHECKS, &actions);
        assert_eq!(XiangqiNotice::of_room(&config, &moves), None, "the game is over");
    }

    #[test]
    fn a_quiet_repetition_is_a_draw_ahead_and_a_long_game_shows_its_limit() {
        let quiet = ["b0c2", "b9c7", "c2b0", "c7b9"];
        let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";
        assert_eq!(
            notice(start, &quiet).text(None, Language::English).as_deref(),
            Some("Repeating: the game is a draw if it goes on like this.")
        );
        let long = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 67 40";
        assert_eq!(
            notice(long, &["a1a2"]).text(None, Language::English).as_deref(),
            Some("60-move rule: 34")
        );
        assert_eq!(notice("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 40 30", &[]).text(None, Language::English), None);
    }

    #[test]
    fn an_illegal_action_is_explained_without_the_server() {
        let (config, moves) = room("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", &[]);
        let error = illegal_action_error(&config, &moves, "b0d1").expect("a blocked leg");
        assert_eq!(error.localize(Language::Simplified), "蹩马腿：马腿上有相");
        assert_eq!(error.explaining_cells(), [Cell { file: 2, rank: 0 }]);
        assert_eq!(illegal_action_error(&config, &moves, "h2e2"), None);
        let fog = RoomConfig { modes: vec!["fog".into()], ..RoomConfig::default_for("chess") };
        assert_eq!(illegal_action_error(&fog, &[], "e2e5"), None, "only the server knows");
    }
}
