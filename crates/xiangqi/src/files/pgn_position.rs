//! The xiangqi side of PGN: tags, notations and encodings.

use alloc::{
    borrow::ToOwned,
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};

use yipan_core::{Language, Side};
use yipan_pgn::{Decode, GameResult, PgnErrorKind, PgnPosition, Tag, find_tag, first_word, truncated};

use super::encoding::Decoder;
use super::game::Game;
use super::result::read_result;
use crate::notation::{Notation, NotationError, is_chinese, is_wxf};
use crate::{FenError, Move, Position};

impl PgnPosition for Position {
    type Ply = Move;
    type Notation = Notation;
    type FenError = FenError;
    type MoveError = NotationError;
    type Decoder = Decoder;

    const DEFAULT_NOTATION: Notation = Notation::Simplified;
    const GAME_TAG: Option<&'static str> = Some("Chinese Chess");
    /// Western programs call Red `White`.
    const PLAYER_TAGS: [&'static [&'static str]; 2] = [&["Red", "White"], &["Black"]];
    const START_TAGS: &'static [&'static str] = &["FEN", "Format", "Variant"];

    fn supported_games(language: Language) -> &'static str {
        language.choose("xiangqi", "象棋", "象棋")
    }

    fn start_position() -> Position {
        Position::start()
    }

    fn from_tags(tags: &[Tag]) -> Result<Position, (usize, PgnErrorKind<Position>)> {
        for (index, Tag { name, value }) in tags.iter().enumerate() {
            if matches!(name.as_str(), "Game" | "Variant") && !is_xiangqi(value) {
                return Err((index, PgnErrorKind::UnsupportedVariant { name: truncated(value).to_owned() }));
            }
        }
        match find_tag(tags, "FEN").map(|(index, fen)| (index, fen.trim())) {
            None | Some((_, "")) => Ok(Position::start()),
            Some((index, fen)) => {
                fen.parse().map_err(|error| (index, PgnErrorKind::InvalidFen(Box::new(error))))
            }
        }
    }

    fn start_tags(game: &Game, notation: Notation) -> Vec<Tag> {
        let mut tags = Vec::new();
        if game.start != Position::start() {
            tags.push(Tag::new("FEN", &game.start.to_string()));
        }
        let format = match notation {
            Notation::Wxf => "WXF",
            Notation::Simplified | Notation::Traditional => "Chinese",
            Notation::Iccs | Notation::Coordinates | Notation::CoordinatesFromOne => "ICCS",
        };
        tags.push(Tag::new("Format", format));
        tags
    }

    fn turn(&self) -> Side {
        self.side_to_move()
    }

    fn fullmove_number(&self) -> u16 {
        self.fullmove_number()
    }

    fn parse_move(&self, text: &str) -> Result<Move, PgnErrorKind<Position>> {
        self.read_any(text).map_err(|error| PgnErrorKind::IllegalMove(Box::new(error)))
    }

    fn format_move(&self, ply: Move, notation: Notation) -> String {
        let notation = match notation {
            Notation::Coordinates | Notation::CoordinatesFromOne => Notation::Iccs,
            notation => notation,
        };
        self.write_move(ply, notation)
    }

    fn is_legal_move(&self, ply: Move) -> bool {
        self.legal_moves().contains(&ply)
    }

    fn after_move(&self, ply: Move) -> Position {
        self.after(ply)
    }

    fn parse_result(text: &str) -> Option<GameResult> {
        read_result(text)
    }

    /// Returns the length of a move in WXF or Chinese at the start of `text`, or 0.
    ///
    /// In WXF, `15=6` and `24.5` are moves of tandem pawns, not move numbers. Chinese moves are sometimes written
    /// without spaces between them.
    fn move_prefix_length(text: &str) -> usize {
        // Truncated, because searching for the end of the word after every number of `1.1.1.` would be quadratic.
        let word = first_word(truncated(text));
        if is_wxf(word) {
            return word.len();
        }
        let four = word.char_indices().nth(4).map_or(word.len(), |(end, _)| end);
        if is_chinese(&word[..four]) { four } else { 0 }
    }
}

impl Decode for Decoder {
    fn feed(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let mut text = String::new();
        Decoder::feed(self, bytes, &mut text);
        out.extend_from_slice(text.as_bytes());
    }

    fn finish(self, out: &mut Vec<u8>) {
        let mut text = String::new();
        Decoder::finish(self, &mut text);
        out.extend_from_slice(text.as_bytes());
    }
}

/// Whether a `Game` or `Variant` tag names xiangqi.
fn is_xiangqi(name: &str) -> bool {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    let names = ["chinesechess", "xiangqi", "cchess", "elephantchess"];
    let chinese = name.contains("象棋") && !name.contains("国际") && !name.contains("國際");
    name.is_empty() || chinese || names.iter().any(|known| name.contains(known))
}

#[cfg(test)]
mod tests {
    use yipan_pgn::{Lexer, Token};

    use super::*;
    use crate::RED;
    use crate::files::pgn::Reader;

    fn check(text: &str, expected: &[Token<'_>]) {
        let mut tokens = Lexer::<Position>::new(text);
        let mut found = Vec::new();
        while let Some((_, token)) = tokens.next_token().expect(text) {
            found.push(token);
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn numbers_results_and_tandem_pawns_are_distinguished() {
        let (number, mv) = (Token::MoveNumber, Token::Move);
        check("12.15=6 24.5", &[number, mv("15=6"), mv("24.5")]);
        check("1、炮二平五马8进7", &[Token::MoveNumber, mv("炮二平五"), mv("马8进7")]);
        check(
            "1... 3卒平4 12 1-0",
            &[Token::MoveNumber, mv("3卒平4"), Token::MoveNumber, Token::Result(GameResult::Win(RED))],
        );
        check(
            "2.C+-2　.P=7 *",
            &[Token::MoveNumber, mv("C+-2"), mv(".P=7"), Token::Result(GameResult::Unknown)],
        );
        check("红胜", &[Token::Result(GameResult::Win(RED))]);
    }

    #[test]
    fn glyphs_are_accepted_in_any_place() {
        check("C2=5!?！", &[Token::Move("C2=5"), Token::Nag(5), Token::Nag(1)]);
        check("炮二平五？？$6", &[Token::Move("炮二平五"), Token::Nag(4), Token::Nag(6)]);
    }

    #[test]
    fn an_unclosed_comment_is_abandoned_and_the_next_game_is_read() {
        let mut reader = Reader::new();
        let game = "[Game \"Chinese Chess\"]\n\n1. 炮二平五 {评注} 马8进7 *\n\n".repeat(1000);
        for _ in 0..20 {
            assert!(reader.feed(game.as_bytes()).all(|game| game.is_ok()));
        }
        let endless = [b'{'; 1 << 16];
        let errors: usize = (0..256).map(|_| reader.feed(&endless).filter(Result::is_err).count()).sum();
        assert_eq!(errors, 1);
        assert_eq!(reader.feed(b"} *\n[Game \"xiangqi\"]\n1. C2=5 *\n").count(), 0);
        assert_eq!(reader.finish().filter(Result::is_ok).count(), 1);
    }
}
