//! `yipan backup` and `yipan restore`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, anyhow};
use clap::Args;
use yipan_core::{Language, Localize};
use yipan_server::{BackupError, BackupSummary};

use super::runtime::runtime;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan backup --data /var/lib/yipan /backup/yipan.sqlite\n\
    The server may run. The backup contains every move acknowledged before. It also contains password hashes and the\n\
    seeds of running games, so only its owner may read it.")]
pub(crate) struct BackupOptions {
    /// Data directory of the server
    #[arg(long, env = "YIPAN_DATA", value_name = "DIRECTORY", default_value = "yipan-data")]
    data: PathBuf,

    /// Replace the file if it exists
    #[arg(long)]
    force: bool,

    /// File to write
    file: PathBuf,
}

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan restore --check /backup/yipan.sqlite\n\
    Example: yipan restore /backup/yipan.sqlite --data /var/lib/yipan\n\
    The data directory must not contain a database or be in use by a server. A backup that fails the check is not\n\
    restored.")]
pub(crate) struct RestoreOptions {
    /// Only check the backup: the file, its schema, and the log of every room
    #[arg(long)]
    check: bool,

    /// Data directory to restore into
    #[arg(long, env = "YIPAN_DATA", value_name = "DIRECTORY", default_value = "yipan-data")]
    data: PathBuf,

    /// File written by `yipan backup`
    file: PathBuf,
}

pub(crate) fn backup(options: &BackupOptions, language: Language) -> Result<ExitCode> {
    let size = runtime()?.block_on(yipan_server::backup(&options.data, &options.file, options.force));
    let size = size.map_err(|error| localized_error(&error, language))?;
    let unit = language.choose("bytes", "字节", "位元組");
    writeln!(std::io::stdout(), "{}: {size} {unit}", options.file.display())?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn restore(options: &RestoreOptions, language: Language) -> Result<ExitCode> {
    let summary = runtime()?.block_on(async {
        if options.check {
            yipan_server::check_backup(&options.file).await
        } else {
            yipan_server::restore(&options.file, &options.data).await
        }
    });
    let summary = summary.map_err(|error| localized_error(&error, language))?;
    write!(std::io::stdout(), "{}", summary_text(&summary, language))?;
    Ok(ExitCode::SUCCESS)
}

fn summary_text(summary: &BackupSummary, language: Language) -> String {
    let BackupSummary { schema, users, accounts, rooms, finished, entries } = summary;
    let rows = [
        (language.choose("schema", "数据库版本", "資料庫版本"), schema),
        (language.choose("users", "用户", "使用者"), users),
        (language.choose("accounts among them", "其中有账号", "其中有帳號"), accounts),
        (language.choose("rooms", "房间", "房間"), rooms),
        (language.choose("finished among them", "其中已结束", "其中已結束"), finished),
        (language.choose("log entries", "日志条目", "日誌項目"), entries),
    ];
    rows.iter().map(|(name, count)| format!("{count:>12} {name}\n")).collect()
}

fn localized_error(error: &BackupError, language: Language) -> anyhow::Error {
    anyhow!(error.localize(language))
}
