use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use yipan_core::{Language, Localize};
use yipan_liuzichong::tablebase::{ProbeResult, Tablebase};
use yipan_liuzichong::{HouseRules, LiuzichongSetup};

use crate::arguments::ProbeOptions;
use crate::jsonl;
use crate::solve::{house_rules, solve_with_progress, wdl_key};
use crate::threads::ThreadCount;

/// No table is as large as this; one that is cut here is told to be damaged.
const MAX_TABLEBASE_BYTES: u64 = 16 << 20;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProbeRequest {
    position: String,
}

/// What a position is worth to the side to move, and each of its moves.
#[derive(Debug, Serialize)]
struct ProbeResponse {
    #[serde(flatten)]
    root: ProbedValue,
    moves: BTreeMap<String, ProbedValue>,
}

#[derive(Debug, Serialize)]
struct ProbedValue {
    value: &'static str,
    plies: Option<u8>,
}

impl From<ProbeResult> for ProbedValue {
    fn from(probed: ProbeResult) -> ProbedValue {
        ProbedValue { value: wdl_key(probed.wdl), plies: probed.plies }
    }
}

pub(crate) fn run(options: &ProbeOptions, language: Language) -> Result<ExitCode> {
    let rules = house_rules(options.game, &options.rules, language)?;
    let table = open_tablebase(options, rules, language)?;
    jsonl::respond_to_lines(|line| {
        let text = parse_line(line)?;
        let setup = LiuzichongSetup::parse(&text, []).map_err(|error| error.localize(language))?;
        let moves = table.probe_moves(&setup.position).into_iter();
        Ok(ProbeResponse {
            root: table.probe(&setup.position).into(),
            moves: moves.map(|(mv, verdict)| (mv.to_string(), verdict.into())).collect(),
        })
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The position of a line, which is its text or an object that has it.
fn parse_line(line: &[u8]) -> Result<String, String> {
    if line.starts_with(b"{") {
        let question: ProbeRequest = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        return Ok(question.position);
    }
    // What is no UTF-8 is no position either, and the parser says so.
    Ok(String::from_utf8_lossy(line).into_owned())
}

/// The bytes of a file, as far as a table could go: a device without end must not fill the memory.
fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_TABLEBASE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The table from its file, the one in the program, or one made now.
fn open_tablebase(
    options: &ProbeOptions,
    rules: HouseRules,
    language: Language,
) -> Result<Cow<'static, Tablebase>> {
    let Some(path) = &options.tablebase else {
        return Ok(if rules == HouseRules::default() {
            Cow::Borrowed(Tablebase::embedded())
        } else {
            Cow::Owned(solve_with_progress(rules, &ThreadCount::new(None)))
        });
    };
    let bytes = read_file(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let table = Tablebase::read(&bytes).map_err(|error| anyhow!(error.localize(language)))?;
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
