/// The reasons why a picture is not drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawingError {
    /// It takes too long.
    Slow,
    /// A position cannot be drawn or written.
    Invalid,
}
