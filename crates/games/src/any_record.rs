//! Records of games of any kind.

use std::fmt;
use std::time::Duration;

use thiserror::Error;
use yipan_chess::Chess;
use yipan_core::{Game, Language, Localize, Step};
use yipan_liuzichong::Liuzichong;
use yipan_record::{GameRecord, ParseRecordError, Tag};
use yipan_xiangqi::Xiangqi;
use yipan_xiangqi::notation::NotationError;

use crate::{AnyGameError, GameKind, GameOptions, UnknownGameError};

/// A record of one of the games.
#[derive(Clone, Debug, PartialEq)]
pub enum AnyRecord {
    /// A record of chess.
    Chess(GameRecord<Chess>),
    /// A record of xiangqi.
    Xiangqi(GameRecord<Xiangqi>),
    /// A record of liuzichong.
    Liuzichong(GameRecord<Liuzichong>),
}

/// The error of a record that cannot be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadRecordError {
    /// The record does not name its game.
    #[error("this is not a record: it has no line `game NAME`; `yipan step --record` writes one")]
    MissingGameName,
    /// The game is unknown.
    #[error(transparent)]
    UnknownGame(#[from] UnknownGameError),
    /// A line is invalid.
    #[error("the record cannot be read: {0}")]
    InvalidLine(#[from] ParseRecordError),
}

impl Localize for ReadRecordError {
    fn localize(&self, language: Language) -> String {
        match (self, language) {
            (_, Language::English) => self.to_string(),
            (ReadRecordError::MissingGameName, _) => language
                .choose(
                    "",
                    "这不是棋谱：没有 `game 名称` 一行；用 `yipan step --record` 可以生成棋谱",
                    "這不是棋譜：沒有 `game 名稱` 一行；用 `yipan step --record` 可以產生棋譜",
                )
                .to_owned(),
            (ReadRecordError::UnknownGame(error), Language::Simplified) => {
                format!("没有“{}”这种棋", error.text)
            }
            (ReadRecordError::UnknownGame(error), _) => format!("沒有「{}」這種棋", error.text),
            (ReadRecordError::InvalidLine(error), Language::Simplified) => {
                format!("棋谱第 {} 行无法读取：{}", error.line, error.problem)
            }
            (ReadRecordError::InvalidLine(error), _) => {
                format!("棋譜第 {} 行無法讀取：{}", error.line, error.problem)
            }
        }
    }
}

/// Evaluates the same expression for each kind of record.
macro_rules! for_each_record {
    ($any:expr, $record:ident => $answer:expr) => {
        match $any {
            AnyRecord::Chess($record) => $answer,
            AnyRecord::Xiangqi($record) => $answer,
            AnyRecord::Liuzichong($record) => $answer,
        }
    };
}

impl AnyRecord {
    /// Creates the record of a game without steps.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, the rules or the modes are invalid.
    pub fn new(kind: GameKind, options: &GameOptions) -> Result<AnyRecord, AnyGameError> {
        Ok(match kind {
            GameKind::Chess => AnyRecord::Chess(GameRecord::new(options.chess_setup()?)),
            GameKind::Xiangqi => AnyRecord::Xiangqi(GameRecord::new(options.xiangqi_setup()?)),
            GameKind::Liuzichong => AnyRecord::Liuzichong(GameRecord::new(options.liuzichong_setup()?)),
        })
    }

    /// Parses a record of any game.
    ///
    /// # Errors
    /// Returns `ReadRecordError` if the text is not a record of a known game.
    pub fn parse(text: &str) -> Result<AnyRecord, ReadRecordError> {
        let name = yipan_record::game_name(text).ok_or(ReadRecordError::MissingGameName)?;
        Ok(match name.parse()? {
            GameKind::Chess => AnyRecord::Chess(text.parse()?),
            GameKind::Xiangqi => AnyRecord::Xiangqi(text.parse()?),
            GameKind::Liuzichong => AnyRecord::Liuzichong(text.parse()?),
        })
    }

    /// Returns the kind of the game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyRecord::Chess(_) => GameKind::Chess,
            AnyRecord::Xiangqi(_) => GameKind::Xiangqi,
            AnyRecord::Liuzichong(_) => GameKind::Liuzichong,
        }
    }

    /// Returns the options with which the game was started.
    #[must_use]
    pub fn options(&self) -> GameOptions {
        let setup = for_each_record!(self, record => record.setup().to_string());
        let (rules, position_words): (Vec<&str>, Vec<&str>) =
            setup.split(' ').partition(|word| word.contains('='));
        let mut options = GameOptions::default().with_position(&position_words.join(" "));
        for rule in rules {
            match rule.strip_prefix("modes=") {
                Some(modes) => options.modes = modes.split(',').map(str::to_owned).collect(),
                None => options.rules.push(rule.to_owned()),
            }
        }
        options
    }

    /// Returns every step as text, in order.
    #[must_use]
    pub fn steps(&self) -> Vec<Step<String, String>> {
        fn of<G: Game>(record: &GameRecord<G>) -> Vec<Step<String, String>> {
            let step = |step: &Step<G::Action, G::ChanceEvent>| match step {
                Step::Action(action) => Step::Action(action.to_string()),
                Step::Chance(event) => Step::Chance(event.to_string()),
            };
            record.steps().iter().map(step).collect()
        }
        for_each_record!(self, record => of(record))
    }

    /// Returns the time of each step since the start of the game, if known.
    #[must_use]
    pub fn times(&self) -> Vec<Option<Duration>> {
        let times = for_each_record!(self, record => record.times());
        times.iter().map(|time| time.map(|time| Duration::from_millis(time.0))).collect()
    }

    /// Appends a step in the notation of records, without checking that it is legal.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the text is not a step of this game.
    pub fn push(&mut self, step: &Step<String, String>) -> Result<(), AnyGameError> {
        let syntax_error = |text: &str| NotationError::Syntax { text: text.chars().take(32).collect() };
        match (self, step) {
            (AnyRecord::Chess(record), Step::Action(text)) => record.push(Step::Action(text.parse()?)),
            (AnyRecord::Chess(record), Step::Chance(text)) => record.push(Step::Chance(text.parse()?)),
            (AnyRecord::Xiangqi(record), Step::Action(text)) => {
                record.push(Step::Action(text.parse().map_err(|_| syntax_error(text))?));
            }
            (AnyRecord::Xiangqi(record), Step::Chance(text)) => record.push(Step::Chance(text.parse()?)),
            (AnyRecord::Liuzichong(record), Step::Action(text)) => record.push(Step::Action(text.parse()?)),
            (AnyRecord::Liuzichong(record), Step::Chance(text)) => record.push(Step::Chance(text.parse()?)),
        }
        Ok(())
    }

    /// Sets the time of the last step since the start of the game, in whole milliseconds.
    pub fn set_last_time(&mut self, time: Duration) {
        for_each_record!(self, record => record.set_last_time(time));
    }

    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tags = for_each_record!(self, record => &record.tags);
        tags.iter().find(|tag| tag.name() == name).map(Tag::value)
    }

    /// Iterates over the names and values of all tags.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        let tags = for_each_record!(self, record => &record.tags);
        tags.iter().map(|tag| (tag.name(), tag.value()))
    }

    /// Adds a tag; one that a record cannot represent is ignored.
    pub fn add_tag(&mut self, name: &str, value: &str) {
        let tag = Tag::new(name, value);
        for_each_record!(self, record => record.tags.extend(tag));
    }

    /// Replaces all tags.
    pub fn set_tags(&mut self, tags: Vec<Tag>) {
        for_each_record!(self, record => record.tags = tags);
    }
}

impl fmt::Display for AnyRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for_each_record!(self, record => record.fmt(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_any_game_gives_the_options_to_start_it_again() {
        let rules = vec!["dice=4".to_owned(), "rerolls=1".to_owned()];
        let modes = vec!["dice-a".to_owned(), "fog".to_owned()];
        for (kind, options) in [
            (GameKind::Chess, GameOptions { rules, modes, position: None }),
            (GameKind::Xiangqi, GameOptions::default()),
            (GameKind::Liuzichong, GameOptions::default().with_position("wb2/4/b3/3b b")),
        ] {
            let record = AnyRecord::new(kind, &options).expect("a game");
            let again = AnyRecord::new(record.kind(), &record.options()).expect("the same game");
            assert_eq!(again.to_string(), record.to_string());
        }
    }

    #[test]
    fn a_record_round_trips_and_lists_its_steps_as_text() {
        let mut record = AnyRecord::new(GameKind::Chess, &GameOptions::default()).expect("a game");
        record.push(&Step::Action("e2e4".to_owned())).expect("an action");
        assert_eq!(AnyRecord::parse(&record.to_string()), Ok(record.clone()));
        assert_eq!(record.steps(), [Step::Action("e2e4".to_owned())]);
        assert!(record.push(&Step::Action("hello".to_owned())).is_err());
    }

    #[test]
    fn an_invalid_record_is_explained_in_every_language() {
        for text in ["", "game go", "yipan record 1\ngame chess\nrules x\n"] {
            let error = AnyRecord::parse(text).expect_err("no record");
            for language in Language::ALL {
                assert!(!error.localize(language).is_empty());
            }
        }
    }
}
