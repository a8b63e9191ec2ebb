//! Reports and moderation in either database.

use yipan_wire::Role;

use super::moderation::{self, ModerationWrite};
use super::sql_store::SqlStore;
use super::write::Write;
use crate::storage::moderation_rows::{AuditRow, ModerationEffect, ReportRow, RestartRow, Sanctions};
use crate::storage::moderation_store::ModerationStore;
use crate::storage::rows::UserRow;
use crate::storage::store::StoreFuture;

impl ModerationStore for SqlStore {
    fn add_report(&self, report: ReportRow) -> StoreFuture<'_, ()> {
        let write = ModerationWrite::AddReport(report);
        Box::pin(async { self.write(Write::Moderation(write)).await.map(drop) })
    }

    fn open_reports(&self, limit: u32) -> StoreFuture<'_, Vec<ReportRow>> {
        Box::pin(async move { Ok(moderation::open_reports(&self.readers, limit).await?) })
    }

    fn reports_by(&self, reporter: &str) -> StoreFuture<'_, Vec<ReportRow>> {
        let reporter = reporter.to_owned();
        Box::pin(async move { Ok(moderation::reports_by(&self.readers, &reporter).await?) })
    }

    fn report(&self, id: &str) -> StoreFuture<'_, Option<ReportRow>> {
        let id = id.to_owned();
        Box::pin(async move { Ok(moderation::report(&self.readers, &id).await?) })
    }

    fn count_reports(&self, reporter: &str, since: u64) -> StoreFuture<'_, u64> {
        let reporter = reporter.to_owned();
        Box::pin(async move { Ok(moderation::count_reports(&self.readers, &reporter, since).await?) })
    }

    fn remove_resolved_reports(&self, before: u64) -> StoreFuture<'_, ()> {
        let write = ModerationWrite::RemoveResolvedReports { before };
        Box::pin(async { self.write(Write::Moderation(write)).await.map(drop) })
    }

    fn moderate(&self, entry: AuditRow, effect: ModerationEffect) -> StoreFuture<'_, bool> {
        Box::pin(async { self.write(Write::Moderation(ModerationWrite::Act { entry, effect })).await })
    }

    fn audit_log(&self, before: u64, limit: u32) -> StoreFuture<'_, Vec<AuditRow>> {
        Box::pin(async move { Ok(moderation::audit_log(&self.readers, before, limit).await?) })
    }

    fn command_line_actions(&self, after: u64, limit: u32) -> StoreFuture<'_, Vec<AuditRow>> {
        Box::pin(async move { Ok(moderation::command_line_actions(&self.readers, after, limit).await?) })
    }

    fn sanctions_of(&self, user_id: &str) -> StoreFuture<'_, Sanctions> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(moderation::sanctions_of(&self.readers, &user_id).await?) })
    }

    fn muted_users(&self, now: u64) -> StoreFuture<'_, Vec<(String, u64)>> {
        Box::pin(async move { Ok(moderation::muted_users(&self.readers, now).await?) })
    }

    fn announced_restart(&self) -> StoreFuture<'_, Option<RestartRow>> {
        Box::pin(async { Ok(moderation::announced_restart(&self.readers).await?) })
    }

    fn role_of(&self, user_id: &str) -> StoreFuture<'_, Option<Role>> {
        let user_id = user_id.to_owned();
        Box::pin(async move { Ok(moderation::role_of(&self.readers, &user_id).await?) })
    }

    fn accounts_with_role(&self) -> StoreFuture<'_, Vec<(UserRow, Role)>> {
        Box::pin(async { Ok(moderation::accounts_with_role(&self.readers).await?) })
    }
}
