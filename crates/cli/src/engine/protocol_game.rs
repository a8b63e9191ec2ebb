use yipan_core::{Language, Localize};
use yipan_engine::Playable;
use yipan_xiangqi::notation::Notation;
use yipan_xiangqi::repetition::RepetitionRule;
use yipan_xiangqi::{NoCaptureLimit, XiangqiSetup};

/// A game as the protocols speak of it.
pub(crate) trait ProtocolGame: Playable + std::fmt::Display {
    /// What may be agreed about draws and repetitions.
    type Rules: Clone + Default + Send;

    /// The position every game begins with.
    fn start() -> Self;

    /// The position of a FEN, or what is wrong with it.
    fn parse_fen(text: &str) -> Result<Self, String>;

    /// A legal move, or why it is none.
    fn parse_move(&self, text: &str, ranks: RankBase) -> Result<Self::Move, String>;

    /// A legal move as text.
    fn format_move(&self, mv: Self::Move, ranks: RankBase) -> String;

    /// What the search must know of a game that began here and went on so.
    fn game_history(start: &Self, moves: &[Self::Move], rules: &Self::Rules) -> Self::GameHistory;
}

/// How the ranks of a xiangqi board are counted.
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
        self.resolve_uci(uci).map_err(|refusal| refusal.localize(Language::English))
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

    fn parse_move(&self, text: &str, ranks: RankBase) -> Result<Self::Move, String> {
        let notation = ranks.notation();
        yipan_xiangqi::Position::read_move(self, text, notation)
            .map_err(|error| error.localize(Language::English))
    }

    fn format_move(&self, mv: Self::Move, ranks: RankBase) -> String {
        yipan_xiangqi::Position::write_move(self, mv, ranks.notation())
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
