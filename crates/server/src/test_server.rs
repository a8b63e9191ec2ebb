//! A server without a listener, for unit tests.

use std::path::PathBuf;
use std::sync::Arc;

use crate::app_state::AppState;
use crate::cluster::slot_table::SlotTable;
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::storage::data_dir::database;
use crate::storage::location::StoreLocation;
use crate::storage::postgres::Sharing;

pub(crate) struct TestServer {
    pub(crate) app: Arc<AppState>,
    data: PathBuf,
}

impl TestServer {
    pub(crate) async fn open(name: &str) -> TestServer {
        let data = std::env::temp_dir().join(format!("yipan-unit-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&data);
        std::fs::create_dir_all(&data).expect("a directory");
        let metrics = Arc::new(Metrics::default());
        let store =
            StoreLocation::DataDir(data.clone()).open_with(Sharing::Single, &metrics).await.expect("a store");
        let slots = Arc::new(SlotTable::single_node());
        let app = AppState::open(Settings::default(), store, slots, metrics).await.expect("a server");
        TestServer { app, data }
    }

    /// Returns the address of the database, for a second connection to it.
    pub(crate) fn database_url(&self) -> String {
        format!("sqlite://{}", database(&self.data).display())
    }

    pub(crate) async fn close(self) {
        self.app.store.close().await.expect("it closes");
        let _ = std::fs::remove_dir_all(&self.data);
    }
}
