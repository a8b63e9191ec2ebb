use yipan_engine::Bookish;
use yipan_rules::{Language, Words};
use yipan_xiangqi::notation::Notation;
use yipan_xiangqi::repetition::RepetitionRule;
use yipan_xiangqi::{CaptureLimit, XiangqiSetup};

/// A game as the protocols speak of it.
pub(crate) trait Spoken: Bookish + std::fmt::Display {
    /// What may be agreed about draws and repetitions.
    type Rules: Clone + Default + Send;

    /// The position every game begins with.
    fn start() -> Self;

    /// The position of a FEN, or what is wrong with it.
    fn read_fen(text: &str) -> Result<Self, String>;

    /// A legal move, or why it is none.
    fn read_move(&self, text: &str, ranks: Ranks) -> Result<Self::Move, String>;

    /// A legal move as text.
    fn write_move(&self, mv: Self::Move, ranks: Ranks) -> String;

    /// What the search must know of a game that began here and went on so.
    fn past(start: &Self, moves: &[Self::Move], rules: &Self::Rules) -> Self::Past;
}

/// How the ranks of a xiangqi board are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ranks {
    /// 0 to 9, as UCCI does.
    FromZero,
    /// 1 to 10, as UCI does for its variants.
    FromOne,
}

/// The rules of xiangqi that a protocol may set.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct XiangqiRules {
    pub(crate) repetition: RepetitionRule,
    pub(crate) limit: CaptureLimit,
}

impl Spoken for yipan_chess::Position {
    type Rules = ();

    fn start() -> Self {
        yipan_chess::Position::start()
    }

    fn read_fen(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error: yipan_chess::FenError| error.words(Language::English))
    }

    fn read_move(&self, text: &str, _: Ranks) -> Result<Self::Move, String> {
        let uci: yipan_chess::Uci =
            text.parse().map_err(|error: yipan_chess::UciError| error.words(Language::English))?;
        self.resolve(uci).map_err(|refusal| refusal.words(Language::English))
    }

    fn write_move(&self, mv: Self::Move, _: Ranks) -> String {
        self.uci(mv).to_string()
    }

    fn past(start: &Self, moves: &[Self::Move], (): &()) -> Self::Past {
        let mut positions = vec![*start];
        for &mv in moves {
            positions.extend(positions.last().map(|position| position.after(mv)));
        }
        positions.pop();
        yipan_engine::chess::Past::of(&positions)
    }
}

impl Spoken for yipan_xiangqi::Position {
    type Rules = XiangqiRules;

    fn start() -> Self {
        yipan_xiangqi::Position::start()
    }

    fn read_fen(text: &str) -> Result<Self, String> {
        let setup = XiangqiSetup::read(text, []).map_err(|error| error.words(Language::English))?;
        Ok(setup.position)
    }

    fn read_move(&self, text: &str, ranks: Ranks) -> Result<Self::Move, String> {
        let notation = ranks.notation();
        yipan_xiangqi::Position::read_move(self, text, notation)
            .map_err(|error| error.words(Language::English))
    }

    fn write_move(&self, mv: Self::Move, ranks: Ranks) -> String {
        yipan_xiangqi::Position::write_move(self, mv, ranks.notation())
    }

    fn past(start: &Self, moves: &[Self::Move], rules: &XiangqiRules) -> Self::Past {
        yipan_engine::xiangqi::Past::of(start, moves, rules.repetition, rules.limit)
    }
}

impl Ranks {
    const fn notation(self) -> Notation {
        match self {
            Ranks::FromZero => Notation::Coordinates,
            Ranks::FromOne => Notation::CoordinatesFromOne,
        }
    }
}
