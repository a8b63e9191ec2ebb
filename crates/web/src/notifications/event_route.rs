use yipan_client::Route;
use yipan_wire::NotificationEvent;

/// Returns the page that a notification is about, if there is one.
pub(super) fn event_route(event: &NotificationEvent) -> Option<Route> {
    match event {
        NotificationEvent::TournamentStarted { tournament, .. } => {
            Some(Route::Tournament(tournament.clone()))
        }
        NotificationEvent::YourTurn { room, .. } => Some(Route::Room(room.clone())),
        NotificationEvent::Warning { .. } => None,
    }
}
