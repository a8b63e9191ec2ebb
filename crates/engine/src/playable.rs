use crate::book::Book;
use crate::hand_crafted::HandCrafted;
use crate::search_game::{Evaluation, SearchGame};

/// A game with an opening book and an evaluation, which a [`crate::LevelPlayer`] can play.
pub trait Playable: SearchGame + 'static {
    /// The evaluation of its positions.
    type Evaluator: Evaluation<Self> + Default + From<HandCrafted> + Send;

    /// Returns the opening book.
    fn opening_book() -> &'static Book<Self>;
}
