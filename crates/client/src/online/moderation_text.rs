//! Reports and actions of moderators in words.

use yipan_core::Language;
use yipan_wire::{AuditEntry, ModerationAction, ReportReason, Role};

use crate::text::{Text, moderation, restart};

/// Returns the kind of an offense.
#[must_use]
pub const fn report_reason_text(reason: ReportReason) -> Text {
    match reason {
        ReportReason::Chat => moderation::CHAT,
        ReportReason::Cheating => moderation::CHEATING,
        ReportReason::Sandbagging => moderation::SANDBAGGING,
        ReportReason::Name => moderation::NAME,
        ReportReason::Other => moderation::OTHER,
    }
}

/// Returns an action of a moderator.
#[must_use]
pub const fn action_text(action: &ModerationAction) -> Text {
    match action {
        ModerationAction::Warn { .. } => moderation::WARN,
        ModerationAction::Mute { .. } => moderation::MUTE,
        ModerationAction::CloseAccount { .. } => moderation::CLOSE_ACCOUNT,
        ModerationAction::ReopenAccount { .. } => moderation::REOPEN_ACCOUNT,
        ModerationAction::MarkBot { .. } => moderation::MARK_BOT,
        ModerationAction::UnmarkBot { .. } => moderation::UNMARK_BOT,
        ModerationAction::VoidGame { .. } => moderation::VOID_GAME,
        ModerationAction::CloseRoom { .. } => moderation::CLOSE_ROOM,
        ModerationAction::ResolveReport { .. } => moderation::RESOLVE,
        ModerationAction::Promote { role: Role::Moderator, .. } => moderation::MAKE_MODERATOR,
        ModerationAction::Promote { role: Role::Operator, .. } => moderation::MAKE_OPERATOR,
        ModerationAction::Demote { .. } => moderation::DEMOTE,
        ModerationAction::AnnounceRestart { .. } => restart::ANNOUNCE,
        ModerationAction::WithdrawRestart => restart::WITHDRAW,
    }
}

/// Returns an entry of the audit log without its time, such as “Ada: Mute in chats (60 min): Bob. insults”.
#[must_use]
pub fn audit_line(entry: &AuditEntry, language: Language) -> String {
    let moderator = match &entry.moderator {
        Some(user) => user.name.as_str(),
        None => moderation::COMMAND_LINE.localize(language),
    };
    let action = action_text(&entry.action).localize(language);
    let detail = match &entry.action {
        ModerationAction::Mute { minutes, .. } | ModerationAction::AnnounceRestart { minutes } => {
            format!(" ({minutes} min)")
        }
        ModerationAction::VoidGame { room } | ModerationAction::CloseRoom { room } => format!(" {room}"),
        _ => String::new(),
    };
    let target = entry.target.as_ref().map(|user| format!(": {}", user.name)).unwrap_or_default();
    // The text about a restart may be empty.
    format!("{moderator}: {action}{detail}{target}. {}", entry.reason).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use yipan_wire::FoundUser;

    use super::*;

    #[test]
    fn an_entry_names_who_did_what_to_whom_and_why() {
        let user = |name: &str| Some(FoundUser { id: name.to_lowercase(), name: name.into(), is_bot: false });
        let entry = AuditEntry {
            number: 1,
            at: 1,
            moderator: user("Ada"),
            target: user("Bob"),
            action: ModerationAction::Mute { user: "bob".into(), minutes: 60 },
            reason: "insults".into(),
        };
        assert_eq!(audit_line(&entry, Language::English), "Ada: Mute in chats (60 min): Bob. insults");
        let action = ModerationAction::VoidGame { room: "AAAAAA".into() };
        let entry = AuditEntry { moderator: None, target: None, action, ..entry };
        assert_eq!(audit_line(&entry, Language::Simplified), "命令行: 作废对局 AAAAAA. insults");
        let action = ModerationAction::AnnounceRestart { minutes: 10 };
        let entry = AuditEntry { action, reason: String::new(), ..entry };
        assert_eq!(audit_line(&entry, Language::English), "command line: Announce restart (10 min).");
    }
}
