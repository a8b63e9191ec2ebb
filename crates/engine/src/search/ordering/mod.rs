//! Move ordering: history tables and the staged move picker.

mod histories;
mod move_picker;

pub(super) use histories::{Histories, QuietContext};
pub(super) use move_picker::{MovePicker, PickedMove};
