use yipan_wire::ApiError;

/// The reasons why a picture is not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DrawingError {
    /// It takes too long.
    Slow,
    /// A position cannot be drawn or written.
    Invalid,
    /// The game that was sent, or the description of the picture, is not valid.
    Rejected(Box<ApiError>),
}
