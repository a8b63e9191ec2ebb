//! The log of a game of any kind.

use std::fmt;

use thiserror::Error;
use yipan_chess::Chess;
use yipan_liuzichong::Liuzichong;
use yipan_record::{Log, RecordError, Tag};
use yipan_rules::{Game, Language, Step, Words};
use yipan_xiangqi::Xiangqi;
use yipan_xiangqi::notation::NotationError;

use crate::{AnyError, GameKind, Options, UnknownGame};

/// A log of one of the games.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyLog {
    /// Of chess.
    Chess(Log<Chess>),
    /// Of xiangqi.
    Xiangqi(Log<Xiangqi>),
    /// Of liuzichong.
    Liuzichong(Log<Liuzichong>),
}

/// Why a record cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LogError {
    /// It does not say of which game it is.
    #[error("this is not a record: it has no line `game NAME`; `yipan step --record` writes one")]
    Nameless,
    /// It is of a game nobody plays here.
    #[error(transparent)]
    Unknown(#[from] UnknownGame),
    /// A line of it is wrong.
    #[error("the record cannot be read: {0}")]
    Line(#[from] RecordError),
}

impl Words for LogError {
    fn words(&self, language: Language) -> String {
        match (self, language) {
            (_, Language::English) => self.to_string(),
            (LogError::Nameless, _) => {
                language.pick("", "这不是棋谱：没有 `game` 一行", "這不是棋譜：沒有 `game` 一行").to_owned()
            }
            (LogError::Unknown(error), Language::Simplified) => format!("没有“{}”这种棋", error.text),
            (LogError::Unknown(error), _) => format!("沒有「{}」這種棋", error.text),
            (LogError::Line(error), Language::Simplified) => {
                format!("棋谱第 {} 行读不懂：{}", error.line, error.problem)
            }
            (LogError::Line(error), _) => format!("棋譜第 {} 行讀不懂：{}", error.line, error.problem),
        }
    }
}

/// Asks the same of whichever log it is.
macro_rules! each {
    ($any:expr, $log:ident => $answer:expr) => {
        match $any {
            AnyLog::Chess($log) => $answer,
            AnyLog::Xiangqi($log) => $answer,
            AnyLog::Liuzichong($log) => $answer,
        }
    };
}

impl AnyLog {
    /// The log of a game that has not begun.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn new(kind: GameKind, options: &Options) -> Result<AnyLog, AnyError> {
        Ok(match kind {
            GameKind::Chess => AnyLog::Chess(Log::new(options.chess()?)),
            GameKind::Xiangqi => AnyLog::Xiangqi(Log::new(options.xiangqi()?)),
            GameKind::Liuzichong => AnyLog::Liuzichong(Log::new(options.liuzichong()?)),
        })
    }

    /// Reads a record, whichever game it is of.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<AnyLog, LogError> {
        let name = yipan_record::game_name(text).ok_or(LogError::Nameless)?;
        Ok(match name.parse()? {
            GameKind::Chess => AnyLog::Chess(text.parse()?),
            GameKind::Xiangqi => AnyLog::Xiangqi(text.parse()?),
            GameKind::Liuzichong => AnyLog::Liuzichong(text.parse()?),
        })
    }

    /// Which game it is of.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyLog::Chess(_) => GameKind::Chess,
            AnyLog::Xiangqi(_) => GameKind::Xiangqi,
            AnyLog::Liuzichong(_) => GameKind::Liuzichong,
        }
    }

    /// What was agreed, in the words that [`Options`] take.
    #[must_use]
    pub fn options(&self) -> Options {
        let setup = each!(self, log => log.setup().to_string());
        let (rules, place): (Vec<&str>, Vec<&str>) = setup.split(' ').partition(|word| word.contains('='));
        let mut options = Options::default().at(&place.join(" "));
        for rule in rules {
            match rule.strip_prefix("modes=") {
                Some(modes) => options.modes = modes.split(',').map(str::to_owned).collect(),
                None => options.rules.push(rule.to_owned()),
            }
        }
        options
    }

    /// Every step, in order.
    #[must_use]
    pub fn steps(&self) -> Vec<Step<String, String>> {
        fn of<G: Game>(log: &Log<G>) -> Vec<Step<String, String>> {
            let step = |step: &Step<G::Action, G::Draw>| match step {
                Step::Act(action) => Step::Act(action.to_string()),
                Step::Draw(draw) => Step::Draw(draw.to_string()),
            };
            log.steps().iter().map(step).collect()
        }
        each!(self, log => of(log))
    }

    /// Writes a step down, in the words of records. Whether it is legal is the game's to say.
    ///
    /// # Errors
    /// It is none of this game's.
    pub fn push(&mut self, step: &Step<String, String>) -> Result<(), AnyError> {
        let no_move = |text: &str| NotationError::Syntax { text: text.chars().take(32).collect() };
        match (self, step) {
            (AnyLog::Chess(log), Step::Act(text)) => log.push(Step::Act(text.parse()?)),
            (AnyLog::Chess(log), Step::Draw(text)) => log.push(Step::Draw(text.parse()?)),
            (AnyLog::Xiangqi(log), Step::Act(text)) => {
                log.push(Step::Act(text.parse().map_err(|_| no_move(text))?));
            }
            (AnyLog::Xiangqi(log), Step::Draw(text)) => log.push(Step::Draw(text.parse()?)),
            (AnyLog::Liuzichong(log), Step::Act(text)) => log.push(Step::Act(text.parse()?)),
            (AnyLog::Liuzichong(log), Step::Draw(text)) => log.push(Step::Draw(text.parse()?)),
        }
        Ok(())
    }

    /// What a tag says, such as who won.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tags = each!(self, log => &log.tags);
        tags.iter().find(|tag| tag.name() == name).map(Tag::value)
    }

    /// Adds a tag; one that cannot stand in a record is left out.
    pub fn put_tag(&mut self, name: &str, value: &str) {
        let tag = Tag::new(name, value);
        each!(self, log => log.tags.extend(tag));
    }

    /// Says who played, when and where.
    pub fn set_tags(&mut self, tags: Vec<Tag>) {
        each!(self, log => log.tags = tags);
    }
}

impl fmt::Display for AnyLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        each!(self, log => log.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_of_any_game_tells_how_to_begin_it_again() {
        let rules = vec!["dice=4".to_owned(), "rerolls=1".to_owned()];
        let modes = vec!["dice-a".to_owned(), "fog".to_owned()];
        for (kind, options) in [
            (GameKind::Chess, Options { rules, modes, position: None }),
            (GameKind::Xiangqi, Options::default()),
            (GameKind::Liuzichong, Options::default().at("wb2/4/b3/3b b")),
        ] {
            let log = AnyLog::new(kind, &options).expect("a game");
            let again = AnyLog::new(log.kind(), &log.options()).expect("the same game");
            assert_eq!(again.to_string(), log.to_string());
        }
    }

    #[test]
    fn a_record_reads_back_and_its_steps_are_told_in_text() {
        let mut log = AnyLog::new(GameKind::Chess, &Options::default()).expect("a game");
        log.push(&Step::Act("e2e4".to_owned())).expect("an action");
        assert_eq!(AnyLog::read(&log.to_string()), Ok(log.clone()));
        assert_eq!(log.steps(), [Step::Act("e2e4".to_owned())]);
        assert!(log.push(&Step::Act("hello".to_owned())).is_err());
    }

    #[test]
    fn what_is_no_record_is_told_in_every_language() {
        for text in ["", "game go", "yipan record 1\ngame chess\nrules x\n"] {
            let error = AnyLog::read(text).expect_err("no record");
            for language in Language::ALL {
                assert!(!error.words(language).is_empty());
            }
        }
    }
}
