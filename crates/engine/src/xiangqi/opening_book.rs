use std::sync::LazyLock;

use yipan_xiangqi::Position;

use crate::book::Book;
use crate::hand_crafted::HandCrafted;
use crate::playable::Playable;

impl Playable for Position {
    type Evaluator = HandCrafted;

    fn opening_book() -> &'static Book<Position> {
        static BOOK: LazyLock<Book<Position>> = LazyLock::new(|| {
            let read = |position: &Position, text: &str| position.resolve(text.parse().ok()?).ok();
            Book::parse(&Position::start(), include_str!("../../book/xiangqi.txt"), read)
                .expect("every path of the book is legal")
        });
        &BOOK
    }
}
