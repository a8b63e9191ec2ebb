/// The sizes of the actions and observations of a game, which depend on its setup.
pub trait ActionLayout {
    /// Returns the number of actions, legal or not.
    fn action_count(&self) -> usize;

    /// Returns the shape of an observation: planes, ranks, files.
    fn observation_shape(&self) -> [usize; 3];

    /// Returns the name of each plane, in order.
    fn plane_names(&self) -> Vec<&'static str>;

    /// Returns the number of bytes of an observation.
    fn observation_len(&self) -> usize {
        self.observation_shape().iter().product()
    }
}
