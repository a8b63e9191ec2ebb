use crate::book::Book;
use crate::hand_crafted::HandCrafted;
use crate::network::{Network, NetworkGame};
use crate::search::{SearchInfo, SearchParams, SearchResult, SearchThread};
use crate::search_game::Evaluation;
use crate::win_draw_loss::ResultModel;

/// A game with an opening book and an evaluation, which a [`crate::LevelPlayer`] can play.
pub trait Playable: NetworkGame + 'static {
    /// The evaluation of its positions.
    type Evaluator: Evaluation<Self> + Default + From<HandCrafted> + From<Network<Self>> + Send;

    /// The results that its scores lead to.
    const RESULT_MODEL: ResultModel;

    /// Returns the number of the next move of both sides, from 1.
    fn move_number(&self) -> u16;

    /// Returns the opening book.
    fn opening_book() -> &'static Book<Self>;

    /// Searches like [`SearchThread::search`], compiled with this crate: a program without optimization searches fast too.
    fn run_search(
        thread: &mut SearchThread<Self, Self::Evaluator>,
        params: &SearchParams<'_, Self>,
        on_info: &mut dyn FnMut(SearchInfo<'_, Self::Move>),
    ) -> SearchResult<Self::Move>;

    /// Helps another thread like [`SearchThread::run_helper`], compiled with this crate.
    fn run_helper(thread: &mut SearchThread<Self, Self::Evaluator>, params: &SearchParams<'_, Self>);
}
