//! The animation durations of the original program. The flow itself never waits.

use std::time::Duration;

/// The duration of a move, eased in and out.
pub const MOVE_DURATION: Duration = Duration::from_millis(300);

/// The duration of taking back a move, eased out.
pub const TAKE_BACK_DURATION: Duration = Duration::from_millis(400);

/// The duration of one blink of a captured piece.
pub const BLINK_DURATION: Duration = Duration::from_millis(200);

/// The number of blinks.
pub const BLINK_COUNT: u32 = 3;

/// The duration of shrinking and fading after the blinks.
pub const FADE_DURATION: Duration = Duration::from_millis(400);

/// The minimum time before the computer's move is shown.
pub const MIN_THINKING_TIME: Duration = Duration::from_millis(100);
