use yipan_core::{Language, Localize};
use yipan_engine::Playable;
use yipan_xiangqi::notation::Notation;
use yipan_xiangqi::repetition::RepetitionRule;
use yipan_xiangqi::{NoCaptureLimit, XiangqiSetup};

/// A game that the engine protocols support.
pub(crate) trait ProtocolGame: Playable + std::fmt::Display {
    /// The rules about draws and repetitions that a protocol may set.
    type Rules: Clone + Default + Send;

    /// Returns the start position.
    fn start() -> Self;

    /// Parses a FEN; the error is in English.
    fn parse_fen(text: &str) -> Result<Self, String>;

    /// Parses a legal move; the error is in English.
    fn parse_move(&self, text: &str, rank_base: RankBase) -> Result<Self::Move, String>;

    /// Formats a legal move.
    fn format_move(&self, mv: Self::Move, rank_base: RankBase) -> String;

    /// Returns the history for repetition detection, from the start position and the moves.
    fn game_history(start: &Self, moves: &[Self::Move], rules: &Self::Rules) -> Self::GameHistory;
}

/// The number of the first rank of a xiangqi board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RankBase {
    /// 0 to 9, as UCCI does.
    FromZero,
    /// 1 to 10, as UCI does for its variants.
    FromOne,
}

/// The rules of xiangqi that a protocol may set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct XiangqiRules {
    pub(crate) repetition: RepetitionRule,
    pub(crate) no_capture_limit: NoCaptureLimit,
}

impl ProtocolGame for yipan_chess::Position {
    type Rules = ();

    fn start() -> Self {
        yipan_chess::Position::start()
    }

    fn parse_fen(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error: yipan_chess::FenError| error.localize(Language::English))
    }

    fn parse_move(&self, text: &str, _: RankBase) -> Result<Self::Move, String> {
        let uci: yipan_chess::UciMove =
            text.parse().map_err(|error: yipan_chess::UciError| error.localize(Language::English))?;
        self.resolve_uci(uci).map_err(|error| error.localize(Language::English))
    }

    fn format_move(&self, mv: Self::Move, _: RankBase) -> String {
        self.uci(mv).to_string()
    }

    fn game_history(start: &Self, moves: &[Self::Move], (): &()) -> Self::GameHistory {
        let mut positions = vec![*start];
        for &mv in moves {
            positions.extend(positions.last().map(|position| position.after(mv)));
        }
        positions.pop();
        yipan_engine::chess::GameHistory::from_positions(&positions)
    }
}

impl ProtocolGame for yipan_xiangqi::Position {
    type Rules = XiangqiRules;

    fn start() -> Self {
        yipan_xiangqi::Position::start()
    }

    fn parse_fen(text: &str) -> Result<Self, String> {
        let setup = XiangqiSetup::parse(text, []).map_err(|error| error.localize(Language::English))?;
        Ok(setup.position)
    }

    fn parse_move(&self, text: &str, rank_base: RankBase) -> Result<Self::Move, String> {
        yipan_xiangqi::Position::read_move(self, text, rank_base.notation())
            .map_err(|error| error.localize(Language::English))
    }

    fn format_move(&self, mv: Self::Move, rank_base: RankBase) -> String {
        yipan_xiangqi::Position::write_move(self, mv, rank_base.notation())
    }

    fn game_history(start: &Self, moves: &[Self::Move], rules: &XiangqiRules) -> Self::GameHistory {
        yipan_engine::xiangqi::GameHistory::from_moves(start, moves, rules.repetition, rules.no_capture_limit)
    }
}

impl RankBase {
    const fn notation(self) -> Notation {
        match self {
            RankBase::FromZero => Notation::Coordinates,
            RankBase::FromOne => Notation::CoordinatesFromOne,
        }
    }
}
