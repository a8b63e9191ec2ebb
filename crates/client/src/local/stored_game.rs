use serde::{Deserialize, Serialize};
use yipan_local_play::{DeclaredResult, LocalSetup};

/// A local game or a replay as it is stored in the browser.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredGame {
    pub(crate) setup: LocalSetup,
    pub(crate) actions: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) declared_result: Option<DeclaredResult>,
}
