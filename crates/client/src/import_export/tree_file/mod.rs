//! The file format of trees, for every game and mode: one step or annotation a line.
//!
//! ```text
//! yipan tree 1
//! game chess
//! mode dice-a
//! tag White Ada
//! chance die pawn
//! action e2e4
//! comment the center
//! glyphs 1
//! variation
//!   action d2d4
//! end
//! result 0-1 resignation
//! ```
//!
//! A variation follows the step to which it is the alternative, as in PGN. Texts are the rest of their line, with escapes for
//! line breaks and for spaces at the end.

mod escape;
pub(crate) mod parse;
pub(crate) mod tree_file_error;
pub(crate) mod write;

/// The beginning of every file, before the version.
pub(crate) const SIGNATURE: &str = "yipan tree";

/// The only version so far.
const VERSION: &str = "1";
