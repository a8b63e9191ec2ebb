//! The commands of `yipan admin` that do what moderators do on the page `/moderation`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use yipan_core::Language;
use yipan_server::{ModerationAction, Report};

use super::admin_store_options::AdminStoreOptions;
use super::localized_error::localize_error;
use super::runtime::runtime;
use super::store_location::location;

#[derive(Debug, Subcommand)]
pub(super) enum ModerationCommand {
    /// Print the reports that wait for a moderator as JSON lines, the oldest first
    Reports(AdminStoreOptions),
    /// Close a report
    ResolveReport(ReportOptions),
    /// Show a text to an account
    Warn(UserOptions),
    /// Keep a user from writing in chats
    Mute(MuteOptions),
    /// End the sessions of an account, which can no longer sign in
    CloseAccount(UserOptions),
    /// Let an account sign in again
    ReopenAccount(UserOptions),
    /// Make a finished game count for no rating
    VoidGame(RoomOptions),
    /// End a game or close a waiting room: within seconds, or when the server starts
    CloseRoom(RoomOptions),
}

#[derive(Debug, Args)]
pub(super) struct UserOptions {
    /// Name that the account signs in with, or the id of a user
    name: String,

    /// Reason, up to 500 characters; an account that is warned or closed can read it
    #[arg(long, value_name = "TEXT")]
    reason: String,

    #[command(flatten)]
    location: AdminStoreOptions,
}

#[derive(Debug, Args)]
pub(super) struct MuteOptions {
    /// Name that the account signs in with, or the id of a user
    name: String,

    /// Minutes, up to a year; 0 ends it
    #[arg(long, value_name = "NUMBER")]
    minutes: u32,

    /// Reason for the audit log, up to 500 characters
    #[arg(long, value_name = "TEXT")]
    reason: String,

    #[command(flatten)]
    location: AdminStoreOptions,
}

#[derive(Debug, Args)]
pub(super) struct RoomOptions {
    /// Code of the room
    room: String,

    /// Reason, up to 500 characters; the players of a room that is closed can read it
    #[arg(long, value_name = "TEXT")]
    reason: String,

    #[command(flatten)]
    location: AdminStoreOptions,
}

#[derive(Debug, Args)]
pub(super) struct ReportOptions {
    /// Id of the report, as `yipan admin reports` prints it
    report: String,

    /// Reason for the audit log, up to 500 characters
    #[arg(long, value_name = "TEXT")]
    reason: String,

    #[command(flatten)]
    location: AdminStoreOptions,
}

/// Runs the command.
pub(super) fn run(command: &ModerationCommand, language: Language) -> Result<ExitCode> {
    match command {
        ModerationCommand::Reports(location) => print_reports(location, language),
        ModerationCommand::ResolveReport(ReportOptions { report, reason, location }) => {
            let action = ModerationAction::ResolveReport { report: report.clone() };
            let state = language.choose("resolved", "已处理", "已處理");
            act(location, report, action, reason, state, language)
        }
        ModerationCommand::Warn(options) => {
            let state = language.choose("warned", "已警告", "已警告");
            act_on_user(options, |user| ModerationAction::Warn { user }, state, language)
        }
        ModerationCommand::Mute(MuteOptions { name, minutes, reason, location }) => {
            let action = ModerationAction::Mute { user: name.clone(), minutes: *minutes };
            let state = match language {
                _ if *minutes == 0 => {
                    language.choose("no longer muted", "已解除禁言", "已解除禁言").to_owned()
                }
                Language::English => format!("muted for {minutes} min"),
                Language::Simplified => format!("已禁言 {minutes} 分钟"),
                Language::Traditional => format!("已禁言 {minutes} 分鐘"),
            };
            act(location, name, action, reason, &state, language)
        }
        ModerationCommand::CloseAccount(options) => {
            let state = language.choose("closed", "已关闭", "已關閉");
            act_on_user(options, |user| ModerationAction::CloseAccount { user }, state, language)
        }
        ModerationCommand::ReopenAccount(options) => {
            let state = language.choose("open again", "已重新开放", "已重新開放");
            act_on_user(options, |user| ModerationAction::ReopenAccount { user }, state, language)
        }
        ModerationCommand::VoidGame(options) => {
            let state = language.choose("counts for no rating", "不再计入等级分", "不再計入等級分");
            act_on_room(options, |room| ModerationAction::VoidGame { room }, state, language)
        }
        ModerationCommand::CloseRoom(options) => {
            let state = language.choose(
                "closed within seconds, or when the server starts",
                "将在几秒内关闭；服务器未运行时，启动后关闭",
                "將在幾秒內關閉；伺服器未執行時，啟動後關閉",
            );
            act_on_room(options, |room| ModerationAction::CloseRoom { room }, state, language)
        }
    }
}

fn act_on_user(
    options: &UserOptions,
    action: impl FnOnce(String) -> ModerationAction,
    state: &str,
    language: Language,
) -> Result<ExitCode> {
    let UserOptions { name, reason, location } = options;
    act(location, name, action(name.clone()), reason, state, language)
}

fn act_on_room(
    options: &RoomOptions,
    action: impl FnOnce(String) -> ModerationAction,
    state: &str,
    language: Language,
) -> Result<ExitCode> {
    let RoomOptions { room, reason, location } = options;
    let room = room.to_uppercase();
    act(location, &room, action(room.clone()), reason, state, language)
}

/// Acts on a user, a room or a report, and prints its new state.
fn act(
    options: &AdminStoreOptions,
    subject: &str,
    action: ModerationAction,
    reason: &str,
    state: &str,
    language: Language,
) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let changed = runtime()?.block_on(yipan_server::moderate(&location, action, reason));
    let changed = changed.map_err(|error| localize_error(error, language));
    let is_changed = changed.with_context(|| format!("cannot act on {subject} in {location}"))?;
    print_state(subject, state, is_changed, language)
}

/// Prints the state of a subject after an action.
pub(super) fn print_state(
    subject: &str,
    state: &str,
    is_changed: bool,
    language: Language,
) -> Result<ExitCode> {
    let note =
        if is_changed { "" } else { language.choose(" (unchanged)", "（未改变）", "（未改變）") };
    writeln!(std::io::stdout(), "{subject}: {state}{note}")?;
    Ok(ExitCode::SUCCESS)
}

fn print_reports(options: &AdminStoreOptions, language: Language) -> Result<ExitCode> {
    let location = location(&options.data, options.store.as_deref(), language)?;
    let reports = runtime()?.block_on(yipan_server::read_reports(&location));
    let reports = reports.map_err(|error| localize_error(error, language));
    let reports: Vec<Report> = reports.with_context(|| format!("cannot read the reports of {location}"))?;
    for report in reports {
        writeln!(std::io::stdout(), "{}", serde_json::to_string(&report)?)?;
    }
    Ok(ExitCode::SUCCESS)
}
