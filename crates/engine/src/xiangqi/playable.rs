use std::sync::LazyLock;

use yipan_xiangqi::{Move, Position};

use crate::book::Book;
use crate::evaluator::Evaluator;
use crate::playable::Playable;
use crate::search::{SearchInfo, SearchParams, SearchResult, SearchThread};
use crate::win_draw_loss::ResultModel;

impl Playable for Position {
    type Evaluator = Evaluator<Position>;

    const RESULT_MODEL: ResultModel = ResultModel { drawing_score: 203.0, scale: 139.0 };

    fn move_number(&self) -> u16 {
        self.fullmove_number()
    }

    fn opening_book() -> &'static Book<Position> {
        static BOOK: LazyLock<Book<Position>> = LazyLock::new(|| {
            let read = |position: &Position, text: &str| position.resolve(text.parse().ok()?).ok();
            Book::parse(&Position::start(), include_str!("../../book/xiangqi.txt"), read)
                .expect("every path of the book is legal")
        });
        &BOOK
    }

    fn run_search(
        thread: &mut SearchThread<Position, Evaluator<Position>>,
        params: &SearchParams<'_, Position>,
        on_info: &mut dyn FnMut(SearchInfo<'_, Move>),
    ) -> SearchResult<Move> {
        thread.search(params, on_info)
    }

    fn run_helper(
        thread: &mut SearchThread<Position, Evaluator<Position>>,
        params: &SearchParams<'_, Position>,
    ) {
        thread.run_helper(params);
    }
}
