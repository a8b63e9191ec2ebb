/// The hand-crafted evaluation of every game, with tuned weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct HandCrafted;
