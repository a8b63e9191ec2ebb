//! `yipan verify`: whether the draws of a finished game are those that were promised.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use yipan_core::{Game, Language, Localize};
use yipan_games::AnyRecord;
use yipan_record::{GameRecord, VerifyReport};

use crate::arguments::VerifyOptions;

pub(crate) fn run(options: &VerifyOptions, language: Language) -> Result<ExitCode> {
    let text = std::fs::read_to_string(&options.file)
        .with_context(|| format!("{} cannot be read", options.file.display()))?;
    let verified = match AnyRecord::parse(&text)? {
        AnyRecord::Chess(log) => verify(&log, language),
        AnyRecord::Xiangqi(log) => verify(&log, language),
        AnyRecord::Liuzichong(log) => verify(&log, language),
    }?;
    let VerifyReport { steps, chance_events: draws, sides_were_random: colour, commitment } = verified;
    let colours = match (colour, language) {
        (false, _) => "",
        (true, Language::English) => ", and the colours were drawn as well",
        (true, Language::Simplified) => "，先后手也由此抽定",
        (true, Language::Traditional) => "，先後手也由此抽定",
    };
    let words = match language {
        Language::English => format!(
            "verified: {steps} steps are legal, {draws} draws are as the seed gives them{colours}\ncommitment {commitment}; compare it with what was shown before the game"
        ),
        Language::Simplified => format!(
            "验证通过：{steps} 步合乎规则，{draws} 次抽取与种子一致{colours}\n承诺值 {commitment}，请与开局前显示的对照"
        ),
        Language::Traditional => format!(
            "驗證通過：{steps} 步合乎規則，{draws} 次抽取與種子一致{colours}\n承諾值 {commitment}，請與開局前顯示的對照"
        ),
    };
    writeln!(std::io::stdout(), "{words}")?;
    Ok(ExitCode::SUCCESS)
}

fn verify<G: Game>(log: &GameRecord<G>, language: Language) -> Result<VerifyReport> {
    log.verify().map_err(|error| anyhow!(error.localize(language)))
}
