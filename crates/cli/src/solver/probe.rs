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

use super::solve::{house_rules, solve_with_progress, wdl_key};
use crate::arguments::ProbeOptions;
use crate::jsonl;
use crate::threads::ThreadCount;

/// More than the size of any tablebase; a longer file is truncated and reported as damaged.
const MAX_TABLEBASE_BYTES: u64 = 16 << 20;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProbeRequest {
    position: String,
}

/// The value of a position and of each of its moves, for the side to move.
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
    let tablebase = open_tablebase(options, rules, language)?;
    jsonl::respond_to_lines(|line| {
        let text = parse_line(line)?;
        let setup = LiuzichongSetup::parse(&text, []).map_err(|error| error.localize(language))?;
        let moves = tablebase.probe_moves(&setup.position).into_iter();
        Ok(ProbeResponse {
            root: tablebase.probe(&setup.position).into(),
            moves: moves.map(|(mv, probed)| (mv.to_string(), probed.into())).collect(),
        })
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the position of a line: the line itself, or the field of an object.
fn parse_line(line: &[u8]) -> Result<String, String> {
    if line.starts_with(b"{") {
        let request: ProbeRequest = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        return Ok(request.position);
    }
    // The parser rejects replacement characters.
    Ok(String::from_utf8_lossy(line).into_owned())
}

/// Reads a file up to the maximum size, so that an endless device cannot fill the memory.
fn read_file(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_TABLEBASE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens the tablebase file, or returns the embedded one, or solves the game for other rules.
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
    let bytes = read_file(path).with_context(|| format!("cannot read {}", path.display()))?;
    let tablebase = Tablebase::read(&bytes).map_err(|error| anyhow!(error.localize(language)))?;
    if !options.rules.is_empty() && tablebase.rules() != rules {
        bail!(match language {
            Language::English =>
                format!("the tablebase has the rules {}; omit --rules, or solve again", tablebase.rules()),
            Language::Simplified =>
                format!("残局库的规则是 {}；请省略 --rules，或重新求解", tablebase.rules()),
            Language::Traditional =>
                format!("殘局庫的規則是 {}；請省略 --rules，或重新求解", tablebase.rules()),
        });
    }
    Ok(Cow::Owned(tablebase))
}
