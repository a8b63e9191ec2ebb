//! The restart that is announced to the users of this server.

use std::sync::OnceLock;

use tokio::sync::watch;
use yipan_wire::AnnouncedRestart;

use crate::storage::moderation_rows::RestartRow;

/// The time after which an announced restart that has not happened is no longer shown.
pub(super) const OVERDUE_MILLIS: u64 = 10 * 60_000;

/// The announced restart in memory, for the connections to this server.
#[derive(Debug)]
pub(crate) struct RestartNotice {
    current: watch::Sender<Option<AnnouncedRestart>>,
    /// The announcement that was stored when this server started: that restart has happened.
    past: OnceLock<Option<u64>>,
}

impl Default for RestartNotice {
    fn default() -> RestartNotice {
        RestartNotice { current: watch::Sender::new(None), past: OnceLock::new() }
    }
}

impl RestartNotice {
    /// Returns a receiver of the announced restart and its changes.
    pub(crate) fn watch(&self) -> watch::Receiver<Option<AnnouncedRestart>> {
        self.current.subscribe()
    }

    /// Compares the notice with what the store contains. The first call is made when the server starts.
    pub(super) fn update(&self, stored: Option<RestartRow>, now: u64) {
        let past = *self.past.get_or_init(|| stored.as_ref().map(|row| row.announced));
        let is_ahead =
            |row: &RestartRow| Some(row.announced) != past && now < row.at.saturating_add(OVERDUE_MILLIS);
        let restart = stored.filter(is_ahead).map(|row| AnnouncedRestart { at: row.at, text: row.text });
        self.current.send_if_modified(|current| {
            let is_changed = *current != restart;
            *current = restart;
            is_changed
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(announced: u64, at: u64) -> Option<RestartRow> {
        Some(RestartRow { announced, at, text: "update".to_owned() })
    }

    fn shown(notice: &RestartNotice) -> Option<u64> {
        notice.watch().borrow().as_ref().map(|restart| restart.at)
    }

    #[test]
    fn a_restart_is_shown_by_the_servers_that_ran_when_it_was_announced() {
        let (running, restarted) = (RestartNotice::default(), RestartNotice::default());
        running.update(None, 0);
        running.update(row(10, 1_000), 10);
        assert_eq!(shown(&running), Some(1_000));
        restarted.update(row(10, 1_000), 900);
        restarted.update(row(10, 1_000), 910);
        assert_eq!(shown(&restarted), None, "the restart has happened");
        restarted.update(row(920, 5_000), 920);
        assert_eq!(shown(&restarted), Some(5_000), "another one is announced");
        running.update(None, 930);
        assert_eq!(shown(&running), None, "it was withdrawn");
    }

    #[test]
    fn a_restart_that_does_not_happen_is_forgotten() {
        let notice = RestartNotice::default();
        notice.update(None, 0);
        notice.update(row(10, 1_000), 1_000 + OVERDUE_MILLIS - 1);
        assert_eq!(shown(&notice), Some(1_000));
        notice.update(row(10, 1_000), 1_000 + OVERDUE_MILLIS);
        assert_eq!(shown(&notice), None);
    }
}
