/// The arrays that a step writes: one row per game.
pub(crate) struct StepArrays<'a> {
    pub(crate) observations: &'a mut [u8],
    pub(crate) masks: &'a mut [u8],
    /// Two values per game.
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminations: &'a mut [u8],
    pub(crate) truncations: &'a mut [u8],
    pub(crate) players: &'a mut [u8],
}

/// The lengths of the rows that depend on the game.
#[derive(Clone, Copy)]
pub(crate) struct RowSizes {
    pub(crate) observation: usize,
    pub(crate) mask: usize,
}

impl StepArrays<'_> {
    /// Divides the arrays into those of `games` games each.
    pub(crate) fn chunks_mut(
        &mut self,
        games: usize,
        sizes: RowSizes,
    ) -> impl ExactSizeIterator<Item = StepArrays<'_>> + Send {
        let rows = self
            .observations
            .chunks_mut(games * sizes.observation)
            .zip(self.masks.chunks_mut(games * sizes.mask))
            .zip(self.rewards.chunks_mut(games * 2));
        let ends = self.terminations.chunks_mut(games).zip(self.truncations.chunks_mut(games));
        let arrays = |((((observations, masks), rewards), (terminations, truncations)), players)| {
            StepArrays { observations, masks, rewards, terminations, truncations, players }
        };
        rows.zip(ends).zip(self.players.chunks_mut(games)).map(arrays)
    }
}
