//! `yipan verify`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use yipan_core::{Game, Language, Localize};
use yipan_games::AnyRecord;
use yipan_record::{GameRecord, VerifyReport};

use crate::arguments::VerifyOptions;

pub(crate) fn run(options: &VerifyOptions, language: Language) -> Result<ExitCode> {
    let text = std::fs::read_to_string(&options.file)
        .with_context(|| format!("cannot read {}", options.file.display()))?;
    let verified = match AnyRecord::parse(&text)? {
        AnyRecord::Chess(record) => verify(&record, language),
        AnyRecord::Xiangqi(record) => verify(&record, language),
        AnyRecord::Liuzichong(record) => verify(&record, language),
    }?;
    let VerifyReport { steps, chance_events, sides_were_random, commitment } = verified;
    let sides = match (sides_were_random, language) {
        (false, _) => "",
        (true, Language::English) => ", and so is the choice of sides",
        (true, Language::Simplified) => "，先后手也由种子决定",
        (true, Language::Traditional) => "，先後手也由種子決定",
    };
    let text = match language {
        Language::English => format!(
            "verified: {steps} steps are legal, {chance_events} chance events match the seed{sides}\ncommitment {commitment}; compare it with the one shown before the game"
        ),
        Language::Simplified => format!(
            "验证通过：{steps} 步合乎规则，{chance_events} 次随机事件与种子一致{sides}\n承诺值 {commitment}，请与开局前显示的对照"
        ),
        Language::Traditional => format!(
            "驗證通過：{steps} 步合乎規則，{chance_events} 次隨機事件與種子一致{sides}\n承諾值 {commitment}，請與開局前顯示的對照"
        ),
    };
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

fn verify<G: Game>(record: &GameRecord<G>, language: Language) -> Result<VerifyReport> {
    record.verify().map_err(|error| anyhow!(error.localize(language)))
}
