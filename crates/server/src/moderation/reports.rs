//! Reports of players.

use yipan_room::{LogEntry, RoomEvent};
use yipan_wire::{NewReport, Report, ReportedMessage};

use super::error::ModerationError;
use crate::app_state::AppState;
use crate::people::found_users::nameless;
use crate::random;
use crate::rooms::room_code::is_room_code;
use crate::storage::moderation_rows::ReportRow;
use crate::storage::rows::UserRow;
use crate::storage::store::{Store, StoreError};

/// The most characters of a report.
const MAX_TEXT_CHARS: usize = 1_000;

/// The most reports of an account in a day.
const MAX_REPORTS_PER_DAY: u64 = 10;

const DAY_MILLIS: u64 = 86_400_000;

/// The most messages of a chat that are kept with a report.
const MAX_MESSAGES: usize = 100;

/// The most reports that are listed.
const MAX_LISTED: u32 = 100;

impl AppState {
    /// Adds a report, with the chat of the room that it names.
    pub(crate) async fn report(&self, reporter: &UserRow, request: NewReport) -> Result<(), ModerationError> {
        let text = request.text.trim().to_owned();
        if text.is_empty() || text.chars().count() > MAX_TEXT_CHARS || text.contains('\0') {
            return Err(ModerationError::BadText { max: MAX_TEXT_CHARS });
        }
        let reported = self.find_user(&request.user).await?;
        if reported.id == reporter.id {
            return Err(ModerationError::OwnAccount);
        }
        let now = self.clock.millis().0;
        let since = now.saturating_sub(DAY_MILLIS);
        if self.store.count_reports(&reporter.id, since).await? >= MAX_REPORTS_PER_DAY {
            return Err(ModerationError::TooManyReports { max: MAX_REPORTS_PER_DAY });
        }
        let chat = match &request.room {
            Some(room) if is_room_code(room) && self.store.is_seated(&reporter.id, room).await? => {
                chat_of(&self.store.log(room, 0).await?)
            }
            Some(_) => return Err(ModerationError::RoomNotFound),
            None => Vec::new(),
        };
        let row = ReportRow {
            id: random::user_id(),
            reporter: reporter.id.clone(),
            reported: reported.id,
            reason: request.reason,
            text,
            room: request.room,
            chat: encode(&chat)?,
            created: now,
            is_open: true,
        };
        Ok(self.store.add_report(row).await?)
    }

    /// Returns the reports that wait for a moderator, the oldest first.
    pub(crate) async fn open_reports(&self) -> Result<Vec<Report>, StoreError> {
        open_reports(&*self.store).await
    }

    /// Returns the reports of an account, the latest first.
    pub(crate) async fn reports_by(&self, user_id: &str) -> Result<Vec<Report>, StoreError> {
        to_reports(&*self.store, self.store.reports_by(user_id).await?).await
    }

    /// Returns a guest or an account.
    pub(super) async fn find_user(&self, id: &str) -> Result<UserRow, ModerationError> {
        // No id contains a null character, and PostgreSQL rejects a query that does.
        if id.contains('\0') {
            return Err(ModerationError::UserNotFound);
        }
        self.store.user(id).await?.ok_or(ModerationError::UserNotFound)
    }
}

/// Returns the reports that wait for a moderator, the oldest first.
pub(super) async fn open_reports(store: &dyn Store) -> Result<Vec<Report>, StoreError> {
    to_reports(store, store.open_reports(MAX_LISTED).await?).await
}

/// Adds the names of the users.
async fn to_reports(store: &dyn Store, rows: Vec<ReportRow>) -> Result<Vec<Report>, StoreError> {
    let ids = rows.iter().flat_map(|row| [row.reporter.clone(), row.reported.clone()]).collect();
    let users = store.found_users(ids).await?;
    let user = |id: String| users.get(&id).cloned().unwrap_or_else(|| nameless(id));
    let report = |row: ReportRow| Report {
        id: row.id,
        at: row.created,
        reporter: user(row.reporter),
        reported: user(row.reported),
        reason: row.reason,
        text: row.text,
        room: row.room,
        chat: serde_json::from_str(&row.chat).unwrap_or_default(),
    };
    Ok(rows.into_iter().map(report).collect())
}

/// Returns the last messages of a log. Its other entries are not needed, so the game is not replayed.
fn chat_of(log: &[String]) -> Vec<ReportedMessage> {
    let entries = log.iter().filter_map(|line| serde_json::from_str::<LogEntry>(line).ok());
    let messages = entries.filter_map(|entry| match entry.event {
        RoomEvent::ChatMessage { author, text } => {
            Some(ReportedMessage { user_id: author.id, name: author.name, text })
        }
        _ => None,
    });
    let mut messages: Vec<_> = messages.collect();
    messages.split_off(messages.len().saturating_sub(MAX_MESSAGES))
}

fn encode(chat: &[ReportedMessage]) -> Result<String, StoreError> {
    serde_json::to_string(chat).map_err(|error| StoreError::Failed(error.to_string()))
}
