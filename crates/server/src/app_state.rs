use std::sync::{Arc, OnceLock};

use crate::auth::authentication::Auth;
use crate::clock::MonotonicWallClock;
use crate::cluster::node::RunningNode;
use crate::cluster::remote::remote_rooms::RemoteRooms;
use crate::cluster::slot_table::SlotTable;
use crate::http::pictures::{DrawingPermits, PictureCache};
use crate::http::users::export_permits::ExportPermits;
use crate::metrics::Metrics;
use crate::moderation::restart_notice::RestartNotice;
use crate::net::connection_limit::ConnectionLimit;
use crate::net::rate_limit::RetryAfter;
use crate::net::rate_limiters::{LimitedRequest, RateLimiters};
use crate::net::websocket::dismissals::Dismissals;
use crate::net::websocket::send_budget::SendBudgets;
use crate::ordered_watch::OrderedWatch;
use crate::puzzle_library::PuzzleLibrary;
use crate::rooms::registry::Rooms;
use crate::rooms::services::RoomServices;
use crate::settings::Settings;
use crate::storage::health::Health;
use crate::storage::store::{Store, StoreError};
use crate::tournaments::registry::Tournaments;

/// The state that all handlers share.
#[derive(Debug)]
pub(crate) struct AppState {
    pub(crate) settings: Settings,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) clock: MonotonicWallClock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) auth: Auth,
    pub(crate) rooms: Arc<Rooms>,
    pub(crate) tournaments: Tournaments,
    pub(crate) rate_limiters: RateLimiters,
    pub(crate) websocket_limit: ConnectionLimit,
    pub(crate) send_budgets: SendBudgets,
    pub(crate) health: Health,
    pub(crate) pictures: PictureCache,
    pub(crate) drawing_permits: DrawingPermits,
    pub(crate) puzzles: PuzzleLibrary,
    pub(crate) export_permits: ExportPermits,
    /// This node among others; empty if the server is alone with its database.
    pub(crate) node: OnceLock<RunningNode>,
    pub(crate) dismissals: Dismissals,
    pub(crate) restart_notice: RestartNotice,
    /// True once the server shuts down.
    pub(crate) shutdown: OrderedWatch<bool>,
}

impl AppState {
    /// Counts a request, on several nodes at the home of its address or account.
    pub(crate) async fn check_limit(&self, request: LimitedRequest) -> Result<(), RetryAfter> {
        if let Some(rooms) = &self.rooms.services.remote_rooms
            && let Some(checked) = rooms.spend(&request).await
        {
            return checked;
        }
        self.rate_limiters.check(request)
    }

    /// Creates the state of a single node on a store, and resumes every unfinished game.
    pub(crate) async fn open(
        settings: Settings,
        store: Arc<dyn Store>,
        slots: Arc<SlotTable>,
        metrics: Arc<Metrics>,
    ) -> Result<Arc<AppState>, StoreError> {
        let clock = MonotonicWallClock::start(store.latest_entry_time().await?);
        AppState::open_with_clock(settings, store, slots, clock, metrics, None).await
    }

    /// Creates the state of a server whose clock was started, and resumes its unfinished games.
    pub(crate) async fn open_with_clock(
        settings: Settings,
        store: Arc<dyn Store>,
        slots: Arc<SlotTable>,
        clock: MonotonicWallClock,
        metrics: Arc<Metrics>,
        remote_rooms: Option<RemoteRooms>,
    ) -> Result<Arc<AppState>, StoreError> {
        // Before any room is loaded: the time until now was an outage.
        store.record_alive(clock.millis().0, 0).await?;
        let auth = Auth::open(Arc::clone(&store), clock.clone()).await?;
        let services = RoomServices::new(
            &settings,
            Arc::clone(&store),
            slots,
            clock.clone(),
            Arc::clone(&metrics),
            Arc::clone(&auth.connections),
            remote_rooms,
        );
        let limits = settings.limits;
        let rooms = Rooms::open(services, limits.bad_code_rate).await?;
        let tournaments = Tournaments::new(Arc::clone(&rooms), Arc::clone(&auth.connections));
        let app = Arc::new(AppState {
            settings,
            store,
            clock,
            metrics,
            auth,
            tournaments,
            rooms,
            rate_limiters: RateLimiters::new(&limits),
            websocket_limit: ConnectionLimit::new(limits.max_websockets, limits.max_websockets_per_ip),
            send_budgets: SendBudgets::new(limits.max_queued_bytes, limits.max_queued_bytes_per_ip),
            health: Health::default(),
            pictures: PictureCache::default(),
            drawing_permits: DrawingPermits::default(),
            puzzles: PuzzleLibrary::default(),
            export_permits: ExportPermits::default(),
            node: OnceLock::new(),
            dismissals: Dismissals::default(),
            restart_notice: RestartNotice::default(),
            shutdown: OrderedWatch::new(false),
        });
        app.load_mutes().await?;
        app.load_announced_restart().await?;
        Ok(app)
    }
}
