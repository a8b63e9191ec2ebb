//! The log of a game of any kind.

use std::fmt;

use anyhow::{Context, Result, bail};
use yipan_chess::Chess;
use yipan_games::{GameKind, Options};
use yipan_liuzichong::Liuzichong;
use yipan_record::{Log, Tag};
use yipan_xiangqi::Xiangqi;

/// A log of one of the games.
#[derive(Debug)]
pub(crate) enum AnyLog {
    Chess(Log<Chess>),
    Xiangqi(Log<Xiangqi>),
    Liuzichong(Log<Liuzichong>),
}

impl AnyLog {
    /// The log of a game that has not begun.
    pub(crate) fn new(kind: GameKind, options: &Options) -> Result<AnyLog> {
        Ok(match kind {
            GameKind::Chess => AnyLog::Chess(Log::new(options.chess()?)),
            GameKind::Xiangqi => AnyLog::Xiangqi(Log::new(options.xiangqi()?)),
            GameKind::Liuzichong => AnyLog::Liuzichong(Log::new(options.liuzichong()?)),
        })
    }

    /// Says who played, when and where.
    pub(crate) fn set_tags(&mut self, tags: Vec<Tag>) {
        match self {
            AnyLog::Chess(log) => log.tags = tags,
            AnyLog::Xiangqi(log) => log.tags = tags,
            AnyLog::Liuzichong(log) => log.tags = tags,
        }
    }

    /// Reads a record, whichever game it is of.
    pub(crate) fn read(text: &str) -> Result<AnyLog> {
        let Some(name) = yipan_record::game_name(text) else {
            bail!("this is not a record: it has no line `game NAME`; `yipan step --record` writes one");
        };
        Ok(match name.parse()? {
            GameKind::Chess => AnyLog::Chess(text.parse().context("the record cannot be read")?),
            GameKind::Xiangqi => AnyLog::Xiangqi(text.parse().context("the record cannot be read")?),
            GameKind::Liuzichong => AnyLog::Liuzichong(text.parse().context("the record cannot be read")?),
        })
    }
}

impl fmt::Display for AnyLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyLog::Chess(log) => log.fmt(f),
            AnyLog::Xiangqi(log) => log.fmt(f),
            AnyLog::Liuzichong(log) => log.fmt(f),
        }
    }
}
