//! How long the animations last that players of the original know. The flow itself waits for nothing.

use std::time::Duration;

/// A piece moves, slow at both ends.
pub const MOVE_DURATION: Duration = Duration::from_millis(300);

/// A move is taken back, slow at its end.
pub const TAKE_BACK_DURATION: Duration = Duration::from_millis(400);

/// One blink of a piece that is taken.
pub const BLINK_DURATION: Duration = Duration::from_millis(200);

/// How often it blinks.
pub const BLINK_COUNT: u32 = 3;

/// How long it then shrinks and fades.
pub const FADE_DURATION: Duration = Duration::from_millis(400);

/// The computer's move is shown no sooner than this after it began to think.
pub const MIN_THINKING_TIME: Duration = Duration::from_millis(100);
