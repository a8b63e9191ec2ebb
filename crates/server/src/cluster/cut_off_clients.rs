//! The clients of a node that cannot serve them, while others can.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior};

use super::node_bus::NodeBus;
use crate::app_state::AppState;

/// The time between two checks.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// The time over which the clients are dismissed.
const SPREAD: Duration = Duration::from_millis(500);

/// A node says that it reaches the database if its lease still lasts this long, so it has beaten in the last second.
pub(crate) const FRESH_LEASE: Duration = Duration::from_millis(1_500);

/// The time that others must have reached the database, and not this node: after an outage one is the first.
const ALONE_FOR: Duration = Duration::from_secs(1);

/// Sends the clients to another node, and refuses new ones, while this one is cut off from the others or from the database.
pub(crate) async fn dismiss_when_cut_off(app: Arc<AppState>, bus: Arc<NodeBus>) {
    let mut ticks = tokio::time::interval(CHECK_INTERVAL);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut was_cut_off, mut alone_since) = (false, None);
    loop {
        ticks.tick().await;
        // While the database or the bus is away for all nodes, clients stay where they are.
        let is_alone = !bus.slots.has_lease() && bus.heard.may_others_have_lease();
        alone_since = is_alone.then(|| alone_since.unwrap_or_else(Instant::now));
        let is_outside = app.node.get().is_some_and(|running| running.node.is_outside());
        let is_cut_off = is_outside || alone_since.is_some_and(|since| since.elapsed() >= ALONE_FOR);
        if is_cut_off && !was_cut_off {
            tracing::warn!("this node is cut off; its clients are asked to connect to another");
            app.dismissals.refuse(SPREAD);
        } else if !is_cut_off && was_cut_off {
            tracing::info!("this node is no longer cut off, and admits clients");
            app.dismissals.admit();
        }
        was_cut_off = is_cut_off;
    }
}
