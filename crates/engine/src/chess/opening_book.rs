use std::sync::LazyLock;

use yipan_chess::Position;

use super::evaluator::ChessEvaluator;
use crate::book::Book;
use crate::playable::Playable;

impl Playable for Position {
    type Evaluator = ChessEvaluator;

    fn opening_book() -> &'static Book<Position> {
        static BOOK: LazyLock<Book<Position>> = LazyLock::new(|| {
            let read = |position: &Position, text: &str| position.resolve_uci(text.parse().ok()?).ok();
            Book::parse(&Position::start(), include_str!("../../book/chess.txt"), read)
                .expect("every path of the book is legal")
        });
        &BOOK
    }
}
