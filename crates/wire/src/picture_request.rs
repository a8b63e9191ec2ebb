use serde::{Deserialize, Serialize};

/// The most bytes of a record that is drawn.
pub const MAX_PICTURE_RECORD_BYTES: usize = 64 * 1024;

/// The most steps of a record that is drawn.
pub const MAX_PICTURE_STEPS: usize = 2_000;

/// A game to draw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PictureRequest {
    /// A record as `GET /api/games/{code}/record` returns it, of at most 2000 steps and 64 KiB.
    pub record: String,
}
