use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use yipan_liuzichong::table::{Table, Verdict};
use yipan_liuzichong::{HouseRules, LiuzichongSetup};
use yipan_rules::{Language, Words};

use crate::arguments::ProbeOptions;
use crate::jsonl;
use crate::solve::{house_rules, value_key, with_bar};
use crate::threads::Threads;

/// No table is as large as this; one that is cut here is told to be damaged.
const LARGEST: u64 = 16 << 20;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    position: String,
}

/// What a position is worth to the side to move, and each of its moves.
#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    worth: Worth,
    moves: BTreeMap<String, Worth>,
}

#[derive(Debug, Serialize)]
struct Worth {
    value: &'static str,
    plies: Option<u8>,
}

impl From<Verdict> for Worth {
    fn from(verdict: Verdict) -> Worth {
        Worth { value: value_key(verdict.value), plies: verdict.plies }
    }
}

pub(crate) fn run(options: &ProbeOptions, language: Language) -> Result<ExitCode> {
    let rules = house_rules(options.game, &options.rules, language)?;
    let table = table(options, rules, language)?;
    jsonl::answer_lines(|line| {
        let text = position_of(line)?;
        let setup = LiuzichongSetup::read(&text, []).map_err(|error| error.words(language))?;
        let moves = table.moves(&setup.position).into_iter();
        Ok(Answer {
            worth: table.probe(&setup.position).into(),
            moves: moves.map(|(mv, verdict)| (mv.to_string(), verdict.into())).collect(),
        })
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The position of a line, which is its text or an object that has it.
fn position_of(line: &[u8]) -> Result<String, String> {
    if line.starts_with(b"{") {
        let question: Question = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        return Ok(question.position);
    }
    // What is no UTF-8 is no position either, and the parser says so.
    Ok(String::from_utf8_lossy(line).into_owned())
}

/// The bytes of a file, as far as a table could go: a device without end must not fill the memory.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The table from its file, the one in the program, or one made now.
fn table(options: &ProbeOptions, rules: HouseRules, language: Language) -> Result<Cow<'static, Table>> {
    let Some(path) = &options.table else {
        return Ok(if rules == HouseRules::default() {
            Cow::Borrowed(Table::embedded())
        } else {
            Cow::Owned(with_bar(rules, &Threads::asked(None)))
        });
    };
    let bytes = read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let table = Table::read(&bytes).map_err(|error| anyhow!(error.words(language)))?;
    if !options.rules.is_empty() && table.rules() != rules {
        bail!(match language {
            Language::English =>
                format!("the table is of the rules {}; leave --rules out, or solve again", table.rules()),
            Language::Simplified => format!("棋库的规则是 {}；请不写 --rules，或重新求解", table.rules()),
            Language::Traditional => format!("棋庫的規則是 {}；請不寫 --rules，或重新求解", table.rules()),
        });
    }
    Ok(Cow::Owned(table))
}
