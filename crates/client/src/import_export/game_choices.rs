//! The games of a PGN file, from which a user chooses one.

use std::ops::Range;

use yipan_chess::Position;
use yipan_core::Language;
use yipan_pgn::{GameIndex, Tag, find_tag, leading_tags};
use yipan_xiangqi::files::encoding;

use crate::text::messages::{import_export as text, online};

/// The size limit of a file with many games. The page keeps the whole file in memory.
pub const MAX_FILE_BYTES: usize = 64 << 20;

/// The part of a game that is searched for tags.
const MAX_TAG_BYTES: usize = 8 << 10;

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameChoice {
    /// The number of the game in the file, counted from 1.
    pub number: usize,
    /// The bytes of the game.
    pub bytes: Range<usize>,
    /// The line at which the game begins, counted from 1.
    pub first_line: usize,
    players: Option<[String; 2]>,
    /// The result, the date and the event, as far as the file gives them.
    details: Vec<String>,
}

impl GameChoice {
    /// Returns the players, or the number of the game if the file names none.
    #[must_use]
    pub fn title(&self, language: Language) -> String {
        match &self.players {
            Some([first, second]) => online::VERSUS.localize_with(language, &[first, second]),
            None => text::GAME_NUMBER.localize_with(language, &[&self.number.to_string()]),
        }
    }

    /// Returns the result, the date and the event in one line.
    #[must_use]
    pub fn details(&self) -> String {
        self.details.join(" · ")
    }

    /// Whether every word occurs in the names or details, regardless of case.
    #[must_use]
    pub fn matches(&self, words: &str) -> bool {
        let players = self.players.iter().flatten();
        let all = players.chain(&self.details).cloned().collect::<Vec<_>>().join(" ").to_lowercase();
        words.to_lowercase().split_whitespace().all(|word| all.contains(word))
    }
}

/// A list of the games of a file, which is made in parts so that the page stays responsive.
#[derive(Debug, Default)]
pub struct GameChoices {
    index: GameIndex,
    scanned: usize,
    games: Vec<GameChoice>,
}

impl GameChoices {
    /// Whether a file may contain several games: PGN with tags, or with moves that are numbered.
    #[must_use]
    pub fn may_be_in(bytes: &[u8]) -> bool {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
        match text.first() {
            Some(b'[') => !text.starts_with(b"[DhtmlXQ"),
            Some(first) => *first == b'%' || text.starts_with(b"1."),
            None => false,
        }
    }

    /// Scans the next `length` bytes of a file. Returns whether it has been scanned to its end.
    pub fn scan(&mut self, file: &[u8], length: usize) -> bool {
        self.scanned = self.scanned.saturating_add(length).min(file.len());
        let is_complete = self.scanned == file.len();
        while let Some(game) = self.index.next_game(&file[..self.scanned], is_complete) {
            let tags = tags_of(&file[game.bytes.clone()]);
            let number = self.games.len() + 1;
            self.games.push(choice(number, game.bytes, game.first_line, &tags));
        }
        is_complete
    }

    /// Returns the games that were found so far.
    #[must_use]
    pub fn games(&self) -> &[GameChoice] {
        &self.games
    }
}

/// Reads the tags of a game in any encoding.
fn tags_of(game: &[u8]) -> Vec<Tag> {
    let head = &game[..game.len().min(MAX_TAG_BYTES)];
    // A character must not be cut, because the encoding is guessed from the bytes.
    let end = if head.len() == game.len() { None } else { head.iter().rposition(|byte| *byte == b'\n') };
    let (text, _) = encoding::decode(&head[..end.unwrap_or(head.len())]);
    leading_tags::<Position>(text.as_bytes())
}

fn choice(number: usize, bytes: Range<usize>, first_line: usize, tags: &[Tag]) -> GameChoice {
    let tag = |name: &str| {
        let value = find_tag(tags, name).map(|(_, value)| value.trim())?;
        let is_unknown = value.chars().all(|letter| matches!(letter, '?' | '.' | '*' | '-'));
        (!is_unknown).then(|| value.to_owned())
    };
    let first = tag("White").or_else(|| tag("Red"));
    let second = tag("Black");
    let players = (first.is_some() || second.is_some())
        .then(|| [first, second].map(|name| name.unwrap_or_else(|| "?".to_owned())));
    let result = tag("Result").map(|result| result.replace("1/2", "½").replace('-', "–"));
    let date = tag("Date").map(|date| date.trim_end_matches(".??").replace('.', "-"));
    let details = [result, date, tag("Event")].into_iter().flatten().collect();
    GameChoice { number, bytes, first_line, players, details }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;

    use super::*;
    use crate::import_export::import::import_from_line;

    const FILE: &str = "[Event \"Wijk aan Zee\"]\n[Date \"1999.01.20\"]\n[White \"Kasparov\"]\n[Black \"Topalov\"]\n[Result \"1-0\"]\n\n\
        1. e4 d6 1-0\n\n[Event \"?\"]\n[White \"?\"]\n[Result \"*\"]\n\n1. d4 (1. c4 Qh4) d5 *\n\n[Red \"胡荣华\"]\n\n1. 炮二平五 1/2-1/2\n";

    #[test]
    fn the_games_of_a_file_are_listed_with_their_players() {
        let mut choices = GameChoices::default();
        assert!(
            GameChoices::may_be_in(FILE.as_bytes())
                && !GameChoices::may_be_in(b"8/P6k/8/8/8/8/8/K7 w - - 0 1")
        );
        let mut parts = 1;
        while !choices.scan(FILE.as_bytes(), 50) {
            parts += 1;
        }
        assert_eq!(parts, FILE.len().div_ceil(50));
        let [first, second, third] = choices.games() else { panic!("{:?}", choices.games()) };
        assert_eq!(first.title(Language::English), "Kasparov – Topalov");
        assert_eq!(first.details(), "1–0 · 1999-01-20 · Wijk aan Zee");
        assert!(first.matches("topalov 1999") && !first.matches("karpov") && first.matches(" "));
        assert_eq!((second.title(Language::English), second.details()), ("Game 2".to_owned(), String::new()));
        assert_eq!(third.title(Language::Simplified), "胡荣华 对 ?");
    }

    #[test]
    fn games_without_tags_are_listed_too() {
        let mut choices = GameChoices::default();
        let text = b"1. e4 e5 *\n\n1. d4 d5 1-0\n";
        assert!(GameChoices::may_be_in(text) && choices.scan(text, usize::MAX));
        assert_eq!(choices.games().iter().map(|game| game.first_line).collect::<Vec<_>>(), [1, 3]);
    }

    #[test]
    fn a_chosen_game_is_imported_with_the_lines_of_the_file() {
        let mut choices = GameChoices::default();
        assert!(choices.scan(FILE.as_bytes(), usize::MAX));
        let game = &choices.games()[1];
        let imported =
            import_from_line(&FILE.as_bytes()[game.bytes.clone()], game.first_line, GameKind::Chess)
                .expect("the part before the error");
        assert!(
            imported.notes().localize(Language::English).starts_with("Line 13, column 14:"),
            "{:?}",
            imported.notes()
        );
    }

    #[test]
    fn thousands_of_games_are_listed() {
        let file =
            "[White \"A\"]\n[Black \"B\"]\n\n1. e4 {[%clk 0:01:00]} e5 (1... c5) 1-0\n\n".repeat(5_000);
        let mut choices = GameChoices::default();
        while !choices.scan(file.as_bytes(), 1 << 16) {}
        assert_eq!(choices.games().len(), 5_000);
        assert_eq!(choices.games()[4_999].first_line, 4_999 * 5 + 1);
    }
}
