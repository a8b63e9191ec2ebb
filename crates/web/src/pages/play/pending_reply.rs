use leptos::prelude::*;
use yipan_core::Side;

use crate::browser::timer;

/// The computer's reply while it waits for the end of the player's animation and a pause.
#[derive(Clone, Copy)]
pub(super) struct PendingReply {
    pub(super) reply: RwSignal<Option<EngineReply>>,
    /// The time at which the last animation ended.
    pub(super) idle_since: StoredValue<f64>,
    /// Counts canceled replies, so that a pause that has begun does not play one.
    cancel_count: StoredValue<u32>,
}

/// An answer of the computer player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum EngineReply {
    Play(String),
    Resign(Side),
}

impl PendingReply {
    pub(super) fn new() -> PendingReply {
        PendingReply {
            reply: RwSignal::new(None),
            idle_since: StoredValue::new(timer::now()),
            cancel_count: StoredValue::new(0),
        }
    }

    pub(super) fn cancel(self) {
        self.cancel_count.update_value(|count| *count += 1);
        self.reply.set(None);
    }

    /// Waits for the rest of the pause and returns the reply, or `None` if it was canceled or the page was left.
    pub(super) async fn take_after(self, pause_ms: u32) -> Option<EngineReply> {
        let cancel_count = self.cancel_count.try_get_value()?;
        let rest = f64::from(pause_ms) - (timer::now() - self.idle_since.try_get_value()?);
        if rest > 0.0 {
            timer::sleep(rest.ceil() as u32).await;
        }
        (self.cancel_count.try_get_value()? == cancel_count).then_some(())?;
        self.reply.try_update(Option::take)?
    }
}
