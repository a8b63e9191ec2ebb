//! `yipan admin`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Subcommand, ValueEnum};
use yipan_core::Language;
use yipan_server::{AuditEntry, Role};

use super::admin_store_options::AdminStoreOptions;
use super::localized_error::localize_error;
use super::moderation::{self, ModerationCommand, print_state};
use super::runtime::runtime;
use super::store_location::location;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan admin promote ada --role operator --data yipan-data\n\
    Example: yipan admin log --store postgres://yipan@localhost/yipan\n\
    Example: yipan admin mute ada --minutes 60 --reason \"insults\" --data yipan-data\n\
    Example: yipan admin announce-restart 10 --text \"New version\" --data yipan-data\n\
    Stop the server before you change roles and bots; while it runs, operators do it on the page /moderation. Restarts are\n\
    announced while it runs. The other commands work in both cases, and a running server follows within seconds.")]
pub(crate) struct AdminOptions {
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(Debug, Subcommand)]
enum AdminCommand {
    /// Give an account a role
    Promote(PromoteOptions),
    /// Take the role of an account
    Demote(DemoteOptions),
    /// Mark an account as a bot, which plays no rated games
    MarkBot(BotOptions),
    /// Remove the mark of a bot
    UnmarkBot(BotOptions),
    /// List the accounts that have a role
    List(AdminStoreOptions),
    /// Print what moderators have done, the latest first
    Log(LogOptions),
    /// Show all users of the running server that it is about to restart
    AnnounceRestart(RestartOptions),
    /// Withdraw the announcement of a restart
    WithdrawRestart(AdminStoreOptions),
    #[command(flatten)]
    Moderation(ModerationCommand),
}

#[derive(Debug, Args)]
struct PromoteOptions {
    /// Name that the account signs in with
    name: String,

    /// Role: a moderator handles reports, an operator also decides who has a role
    #[arg(long, value_enum, default_value = "moderator")]
    role: RoleArg,

    #[command(flatten)]
    location: AdminStoreOptions,
}

#[derive(Debug, Args)]
struct DemoteOptions {
    /// Name that the account signs in with
    name: String,

    #[command(flatten)]
    location: AdminStoreOptions,
}

#[derive(Debug, Args)]
struct BotOptions {
    /// Name that the account signs in with
    name: String,

    #[command(flatten)]
    location: AdminStoreOptions,
}

#[derive(Debug, Args)]
struct LogOptions {
    /// Most entries
    #[arg(long, value_name = "NUMBER", default_value_t = 100)]
    limit: u32,

    #[command(flatten)]
    location: AdminStoreOptions,
}

#[derive(Debug, Args)]
struct RestartOptions {
    /// Minutes until the restart, 1 to 120
    #[arg(value_parser = clap::value_parser!(u32).range(1..=120))]
    minutes: u32,

    /// Text that is shown with it, up to 200 characters
    #[arg(long, default_value = "", hide_default_value = true)]
    text: String,

    #[command(flatten)]
    location: AdminStoreOptions,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum RoleArg {
    Moderator,
    Operator,
}

impl From<RoleArg> for Role {
    fn from(role: RoleArg) -> Role {
        match role {
            RoleArg::Moderator => Role::Moderator,
            RoleArg::Operator => Role::Operator,
        }
    }
}

/// Runs the command.
pub(crate) fn run(options: &AdminOptions, language: Language) -> Result<ExitCode> {
    match &options.command {
        AdminCommand::Promote(options) => {
            set_role(&options.location, &options.name, Some(options.role.into()), language)
        }
        AdminCommand::Demote(options) => set_role(&options.location, &options.name, None, language),
        AdminCommand::MarkBot(options) => set_bot(&options.location, &options.name, true, language),
        AdminCommand::UnmarkBot(options) => set_bot(&options.location, &options.name, false, language),
        AdminCommand::List(options) => list(options, language),
        AdminCommand::Log(options) => log(&options.location, options.limit, language),
        AdminCommand::AnnounceRestart(options) => announce_restart(options, language),
        AdminCommand::WithdrawRestart(options) => withdraw_restart(options, language),
        AdminCommand::Moderation(command) => moderation::run(command, language),
    }
}

fn set_role(
    options: &AdminStoreOptions,
    name: &str,
    role: Option<Role>,
    language: Language,
) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let changed = runtime()?.block_on(yipan_server::set_role(&location, name, role));
    let changed = changed.map_err(|error| localize_error(error, language));
    let is_changed = changed.with_context(|| format!("cannot change the role of {name} in {location}"))?;
    let role = role.map_or(language.choose("no role", "无权限", "無權限"), Role::as_str);
    print_state(name, role, is_changed, language)
}

fn set_bot(options: &AdminStoreOptions, name: &str, is_bot: bool, language: Language) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let changed = runtime()?.block_on(yipan_server::set_bot(&location, name, is_bot));
    let changed = changed.map_err(|error| localize_error(error, language));
    let is_changed = changed.with_context(|| format!("cannot mark {name} in {location}"))?;
    let state = if is_bot {
        language.choose("bot", "机器人", "機器人")
    } else {
        language.choose("no bot", "不是机器人", "不是機器人")
    };
    print_state(name, state, is_changed, language)
}

fn list(options: &AdminStoreOptions, language: Language) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let accounts = runtime()?.block_on(yipan_server::accounts_with_role(&location));
    let accounts = accounts.map_err(|error| localize_error(error, language));
    for (name, role) in accounts.with_context(|| format!("cannot read the roles of {location}"))? {
        writeln!(std::io::stdout(), "{name}: {}", role.as_str())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn log(options: &AdminStoreOptions, limit: u32, language: Language) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let entries = runtime()?.block_on(yipan_server::read_audit_log(&location, limit));
    let entries = entries.map_err(|error| localize_error(error, language));
    for entry in entries.with_context(|| format!("cannot read the audit log of {location}"))? {
        writeln!(std::io::stdout(), "{}", log_line(&entry)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn announce_restart(options: &RestartOptions, language: Language) -> Result<ExitCode> {
    let RestartOptions { minutes, text, location: AdminStoreOptions { data, store } } = options;
    let location = location(data, store.as_deref(), language)?;
    let announced = runtime()?.block_on(yipan_server::announce_restart(&location, *minutes, text));
    let announced = announced.map_err(|error| localize_error(error, language));
    announced.with_context(|| format!("cannot announce a restart in {location}"))?;
    let announced = match language {
        Language::English => format!("announced: a restart in {minutes} min"),
        Language::Simplified => format!("已公告：{minutes} 分钟后重启"),
        Language::Traditional => format!("已公告：{minutes} 分鐘後重新啟動"),
    };
    writeln!(std::io::stdout(), "{announced}")?;
    Ok(ExitCode::SUCCESS)
}

fn withdraw_restart(options: &AdminStoreOptions, language: Language) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let withdrawn = runtime()?.block_on(yipan_server::withdraw_restart(&location));
    let withdrawn = withdrawn.map_err(|error| localize_error(error, language));
    let is_withdrawn = withdrawn.with_context(|| format!("cannot withdraw a restart in {location}"))?;
    let state = if is_withdrawn {
        language.choose("withdrawn", "已撤回", "已撤回")
    } else {
        language.choose("no restart is announced", "没有公告重启", "沒有公告重新啟動")
    };
    writeln!(std::io::stdout(), "{state}")?;
    Ok(ExitCode::SUCCESS)
}

/// Returns an entry as one line, with its action as JSON.
fn log_line(entry: &AuditEntry) -> Result<String> {
    let action = serde_json::to_string(&entry.action)?;
    let reason = serde_json::to_string(&entry.reason)?;
    let [moderator, target] =
        [&entry.moderator, &entry.target].map(|user| user.as_ref().map_or("-", |user| &user.name));
    Ok(format!("{} {} {moderator} {target} {action} {reason}", entry.number, entry.at))
}
