//! The audit log, as moderators and operators see it.

use yipan_wire::AuditEntry;

use crate::people::found_users::nameless;
use crate::storage::moderation_rows::AuditRow;
use crate::storage::store::{Store, StoreError};

/// Returns entries of the log before a number, the latest first, with the names of their accounts.
pub(crate) async fn entries(
    store: &dyn Store,
    before: u64,
    limit: u32,
) -> Result<Vec<AuditEntry>, StoreError> {
    let rows = store.audit_log(before.min(i64::MAX as u64), limit).await?;
    let ids = rows.iter().flat_map(|row| row.moderator.iter().chain(&row.target)).cloned().collect();
    let users = store.found_users(ids).await?;
    let user = |id: String| users.get(&id).cloned().unwrap_or_else(|| nameless(id));
    let entry = |row: AuditRow| {
        Some(AuditEntry {
            number: row.number,
            at: row.at,
            moderator: row.moderator.map(user),
            target: row.target.map(user),
            // An action of a newer server must not hide the others.
            action: serde_json::from_str(&row.action).ok()?,
            reason: row.reason,
        })
    };
    Ok(rows.into_iter().filter_map(entry).collect())
}
