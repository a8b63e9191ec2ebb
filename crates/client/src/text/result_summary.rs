//! The result of a game as its viewer reads it.

use yipan_core::{EndReason, Language, Reason, Side};
use yipan_games::GameKind;
use yipan_local_play::{DeclaredResult, LocalGame};

use crate::text::messages::{game, online, result};
use crate::text::reason_text::{own_reason_text, reason_text};
use crate::text::status_text::declared_result_text;
use yipan_core::capitalize;

/// The result of a game, from the viewpoint of a player or a spectator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultSummary {
    /// The winner, such as `You won` or `White wins`.
    pub headline: String,
    /// The reason, such as `checkmate`; empty if there is none to add.
    pub detail: String,
    /// The score, first side first, such as `1–0`; empty for an aborted game.
    pub score: &'static str,
    /// The viewer's part in it.
    pub tone: ResultTone,
    /// The result in one line.
    pub line: String,
    /// The side that was checkmated.
    pub mated_side: Option<Side>,
}

/// The result of a game for its viewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultTone {
    /// The viewer won.
    Won,
    /// The viewer lost.
    Lost,
    /// The game is drawn.
    Drawn,
    /// The viewer did not take part, played both sides, or the game was aborted.
    Neutral,
}

impl ResultTone {
    /// Returns the key for the style sheet.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            ResultTone::Won => "won",
            ResultTone::Lost => "lost",
            ResultTone::Drawn => "drawn",
            ResultTone::Neutral => "neutral",
        }
    }
}

impl ResultSummary {
    /// Summarizes a result for the player of a side, or for a viewer without a side.
    #[must_use]
    pub fn new(
        kind: GameKind,
        declared: &DeclaredResult,
        viewer: Option<Side>,
        language: Language,
    ) -> ResultSummary {
        let &DeclaredResult { winner, reason } = declared;
        let clause = || reason.map(|reason| reason_text(kind, winner, reason, language)).unwrap_or_default();
        let wins = |side| game::WON.localize_with(language, &[&capitalize(kind.side_name(side, language))]);
        let fixed = |text: crate::text::Text| text.localize(language).to_owned();
        let (headline, detail, tone) = match (winner, viewer) {
            _ if reason == Some(EndReason::Aborted) => {
                (fixed(online::ABORTED), String::new(), ResultTone::Neutral)
            }
            (None, _) => (fixed(game::DRAW), clause(), ResultTone::Drawn),
            (Some(winner), None) => (wins(winner), clause(), ResultTone::Neutral),
            (Some(winner), Some(viewer)) if winner == viewer => {
                (fixed(result::YOU_WON), clause(), ResultTone::Won)
            }
            (Some(winner), Some(_)) if reason == Some(EndReason::Resignation) => {
                (fixed(result::YOU_RESIGNED), wins(winner), ResultTone::Lost)
            }
            (Some(winner), Some(_)) => {
                let detail =
                    reason.map(|reason| own_reason_text(kind, winner, reason, language)).unwrap_or_default();
                (fixed(result::YOU_LOST), detail, ResultTone::Lost)
            }
        };
        let line = match tone {
            ResultTone::Won | ResultTone::Lost if !detail.is_empty() => format!("{headline} · {detail}"),
            ResultTone::Won | ResultTone::Lost => headline.clone(),
            ResultTone::Drawn | ResultTone::Neutral => declared_result_text(kind, declared, language),
        };
        let score = match winner {
            _ if reason == Some(EndReason::Aborted) => "",
            Some(Side::First) => "1–0",
            Some(Side::Second) => "0–1",
            None => "½–½",
        };
        let is_mate = reason == Some(EndReason::Rules(Reason::Checkmate));
        let mated_side = winner.filter(|_| is_mate).map(Side::other);
        ResultSummary { headline, detail: capitalize(&detail), score, tone, line, mated_side }
    }

    /// Summarizes the result of a game on this device; `None` while it runs.
    ///
    /// Two players at one screen read it as spectators do.
    #[must_use]
    pub fn of_local_game(local: &LocalGame, language: Language) -> Option<ResultSummary> {
        let by_rules = local
            .outcome()
            .map(|outcome| DeclaredResult { winner: outcome.winner, reason: Some(outcome.reason.into()) });
        let declared = by_rules.or_else(|| local.declared_result().cloned())?;
        let viewer = (!local.is_hot_seat()).then(|| local.viewing_side());
        Some(ResultSummary::new(local.game().kind(), &declared, viewer, language))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Option<Side>; 2] = [Some(Side::First), Some(Side::Second)];

    /// Returns the lines of a game that the second side won, for the first side, the second side and a spectator.
    fn lines(kind: GameKind, reason: EndReason, language: Language) -> [String; 3] {
        let declared = DeclaredResult { winner: Some(Side::Second), reason: Some(reason) };
        let [first, second] = BOTH;
        [first, second, None].map(|viewer| ResultSummary::new(kind, &declared, viewer, language).line)
    }

    #[test]
    fn each_player_reads_the_result_from_their_own_side() {
        let reason = EndReason::Resignation;
        assert_eq!(
            lines(GameKind::Chess, reason, Language::English),
            ["You resigned · Black wins", "You won · White resigned", "White resigned: Black wins"]
        );
        assert_eq!(
            lines(GameKind::Chess, reason, Language::Simplified),
            ["你已认输 · 黑方获胜", "你赢了 · 白方认输", "白方认输，黑方胜"]
        );
        assert_eq!(
            lines(GameKind::Chess, Reason::Checkmate.into(), Language::English),
            ["You lost · checkmate", "You won · checkmate", "Black wins: checkmate"]
        );
    }

    #[test]
    fn the_side_at_fault_is_named() {
        assert_eq!(
            lines(GameKind::Xiangqi, Reason::PerpetualCheck.into(), Language::English),
            [
                "You lost · you gave perpetual check",
                "You won · Red gave perpetual check",
                "Black wins: Red gave perpetual check"
            ]
        );
        assert_eq!(
            lines(GameKind::Liuzichong, Reason::LonePiece.into(), Language::English)[0],
            "You lost · Black has one piece left"
        );
        assert_eq!(
            lines(GameKind::Xiangqi, EndReason::Timeout, Language::Traditional),
            ["你輸了 · 你超時", "你贏了 · 紅方超時", "黑方獲勝：紅方超時"]
        );
    }

    #[test]
    fn a_draw_and_an_aborted_game_have_no_winner() {
        let summary = |reason| {
            let declared = DeclaredResult { winner: None, reason: Some(reason) };
            ResultSummary::new(GameKind::Chess, &declared, Some(Side::First), Language::English)
        };
        let draw = summary(EndReason::Agreement);
        assert_eq!(
            (draw.headline.as_str(), draw.detail.as_str(), draw.score),
            ("Draw", "By agreement", "½–½")
        );
        assert_eq!((draw.line.as_str(), draw.tone.key()), ("Draw: by agreement", "drawn"));
        let aborted = summary(EndReason::Aborted);
        assert_eq!((aborted.headline.as_str(), aborted.detail.as_str()), ("The game was aborted", ""));
        assert_eq!((aborted.score, aborted.tone), ("", ResultTone::Neutral));
    }

    #[test]
    fn every_reason_has_a_line_in_every_language() {
        for kind in GameKind::ALL {
            for reason in EndReason::all() {
                for language in Language::ALL {
                    assert!(lines(kind, reason, language).iter().all(|line| !line.contains("{}")));
                }
            }
        }
    }
}
