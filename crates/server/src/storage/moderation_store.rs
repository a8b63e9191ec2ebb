use yipan_wire::Role;

use super::moderation_rows::{AuditRow, ModerationEffect, ReportRow, RestartRow, Sanctions};
use super::rows::UserRow;
use super::store_error::StoreFuture;

/// The part of the store that is about reports and moderation.
pub trait ModerationStore {
    /// Adds a report.
    fn add_report(&self, report: ReportRow) -> StoreFuture<'_, ()>;

    /// Returns the reports that wait for a moderator, the oldest first.
    fn open_reports(&self, limit: u32) -> StoreFuture<'_, Vec<ReportRow>>;

    /// Returns the reports of an account, the latest first.
    fn reports_by(&self, reporter: &str) -> StoreFuture<'_, Vec<ReportRow>>;

    /// Returns the report with this id.
    fn report(&self, id: &str) -> StoreFuture<'_, Option<ReportRow>>;

    /// Returns the number of reports that an account has made since a time.
    fn count_reports(&self, reporter: &str, since: u64) -> StoreFuture<'_, u64>;

    /// Removes the reports that were made before this time and are resolved.
    fn remove_resolved_reports(&self, before: u64) -> StoreFuture<'_, ()>;

    /// Makes a change and appends it to the audit log, which assigns the number, in one transaction.
    ///
    /// Returns false, and changes nothing, if there is nothing to change: no such report or game, or the same role.
    fn moderate(&self, entry: AuditRow, effect: ModerationEffect) -> StoreFuture<'_, bool>;

    /// Returns entries of the audit log before a number, the latest first.
    fn audit_log(&self, before: u64, limit: u32) -> StoreFuture<'_, Vec<AuditRow>>;

    /// Returns entries of the audit log that the command line has made after a number, the earliest first.
    fn command_line_actions(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<AuditRow>>;

    /// Returns the restrictions of a user.
    fn sanctions_of(&self, user_id: &str) -> StoreFuture<'_, Sanctions>;

    /// Returns the users who may not write in chats now, each with the time of the end.
    fn muted_users(&self, now: u64) -> StoreFuture<'_, Vec<(String, u64)>>;

    /// Returns the restart that was announced last and not withdrawn, also if it has happened.
    fn announced_restart(&self) -> StoreFuture<'_, Option<RestartRow>>;

    /// Returns the role of an account.
    fn role_of(&self, user_id: &str) -> StoreFuture<'_, Option<Role>>;

    /// Returns all accounts with a role, by name.
    fn accounts_with_role(&self) -> StoreFuture<'_, Vec<(UserRow, Role)>>;
}
