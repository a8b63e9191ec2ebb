//! The tasks of a server that no client waits for.

use std::sync::Arc;

use crate::app_state::AppState;
use crate::auth::cleanup;
use crate::explorer::indexer;
use crate::moderation::{command_line_sync, restart_sync};
use crate::ratings::rater;
use crate::rooms::correspondence_sweep;
use crate::storage::packer::Packer;
use crate::tournaments::director;

/// Starts the tasks, which end when the server shuts down.
pub(crate) fn spawn_background_tasks(state: &Arc<AppState>) {
    let app = Arc::clone(state);
    if app.settings.store.is_some() {
        let (store, slots) = (Arc::clone(&app.store), Arc::clone(&app.rooms.services.slots));
        let packer = Packer { store, slots, clock: app.clock.clone() };
        tokio::spawn(packer.run(app.shutdown.subscribe()));
    }
    tokio::spawn(async move { cleanup::run(&app.auth, app.shutdown.subscribe()).await });
    let app = Arc::clone(state);
    tokio::spawn(async move { rater::run(&app.rooms.services, app.shutdown.subscribe()).await });
    let app = Arc::clone(state);
    tokio::spawn(async move { indexer::run(&app.rooms.services, app.shutdown.subscribe()).await });
    let app = Arc::clone(state);
    tokio::spawn(async move { director::run(&app.tournaments, app.shutdown.subscribe()).await });
    let app = Arc::clone(state);
    tokio::spawn(async move { correspondence_sweep::run(&app.rooms, app.shutdown.subscribe()).await });
    tokio::spawn(restart_sync::run(Arc::clone(state), state.shutdown.subscribe()));
    tokio::spawn(command_line_sync::run(Arc::clone(state), state.shutdown.subscribe()));
}
