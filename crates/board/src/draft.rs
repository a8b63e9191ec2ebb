use yipan_games::{AnyError, AnyGame, GameKind, Options};
use yipan_rules::{Cell, Man, Seat, Turn};
use yipan_wire::View;

use crate::Grid;

/// A position that is being put together, man by man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    grid: Grid,
    men: Vec<(Cell, Man)>,
    /// Who is to move.
    pub turn: Seat,
}

impl Draft {
    /// The position of a game.
    #[must_use]
    pub fn of(game: &AnyGame) -> Draft {
        let turn = if let Turn::Player(seat) = game.turn() { seat } else { Seat::First };
        Draft { grid: Grid::of(game.kind()), men: game.men(), turn }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(kind: GameKind, position: &str) -> Result<Draft, AnyError> {
        let game = AnyGame::start(kind, &Options::default().at(position))?;
        // A position in which the game is over has a side to move all the same.
        let second = match kind {
            GameKind::Liuzichong => "w",
            GameKind::Chess | GameKind::Xiangqi => "b",
        };
        let turn = if position.split(' ').nth(1) == Some(second) { Seat::Second } else { Seat::First };
        Ok(Draft { turn, ..Draft::of(&game) })
    }

    /// The men that may be put on the board.
    #[must_use]
    pub fn palette(kind: GameKind) -> Vec<Man> {
        let letters = match kind {
            GameKind::Chess => "KQRBNP",
            GameKind::Xiangqi => "KABNRCP",
            GameKind::Liuzichong => {
                // One man a side, as the game writes them.
                let start = AnyGame::start(kind, &Options::default());
                let men = start.map_or_else(|_| Vec::new(), |game| game.men());
                let of = |seat| men.iter().map(|(_, man)| *man).find(|man| man.seat == seat);
                return Seat::BOTH.into_iter().filter_map(of).collect();
            }
        };
        Seat::BOTH
            .into_iter()
            .flat_map(|seat| letters.chars().map(move |letter| Man { seat, letter }))
            .collect()
    }

    /// Takes every man away.
    pub fn clear(&mut self) {
        self.men.clear();
    }

    /// Puts a man on a cell, or nobody. The same man again is taken away.
    pub fn put(&mut self, cell: Cell, man: Option<Man>) {
        let was = self.men.iter().find(|(at, _)| *at == cell).map(|(_, man)| *man);
        self.men.retain(|(at, _)| *at != cell);
        if let Some(man) = man.filter(|man| Some(*man) != was) {
            self.men.push((cell, man));
        }
    }

    /// The position as text, whether it can be played or not.
    #[must_use]
    pub fn position(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..self.grid.ranks()).rev() {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..self.grid.files() {
                match self.at(Cell { file, rank }) {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text.push(self.letter(man));
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            ranks.push(text);
        }
        let (board, first) = (ranks.join("/"), self.turn == Seat::First);
        match self.grid.kind() {
            GameKind::Chess => {
                format!("{board} {} {} - 0 1", if first { 'w' } else { 'b' }, self.castling())
            }
            GameKind::Xiangqi => format!("{board} {} - - 0 1", if first { 'w' } else { 'b' }),
            GameKind::Liuzichong => format!("{board} {}", if first { 'b' } else { 'w' }),
        }
    }

    /// Whether it can be played.
    ///
    /// # Errors
    /// What the rules have against it.
    pub fn check(&self) -> Result<(), AnyError> {
        AnyGame::start(self.grid.kind(), &Options::default().at(&self.position())).map(|_| ())
    }

    /// As a board shows it.
    #[must_use]
    pub fn view(&self) -> View {
        let man = |(cell, man): &(Cell, Man)| (self.grid.name(*cell), man.seat.into(), man.letter);
        View {
            turn: Some(self.turn.into()),
            men: self.men.iter().map(man).collect(),
            hidden: Vec::new(),
            marks: Vec::new(),
            check: false,
            dice: None,
            lost: Vec::new(),
            actions: Vec::new(),
        }
    }

    fn at(&self, cell: Cell) -> Option<Man> {
        self.men.iter().find(|(at, _)| *at == cell).map(|(_, man)| *man)
    }

    fn letter(&self, man: Man) -> char {
        match (self.grid.kind(), man.seat) {
            (GameKind::Liuzichong, Seat::First) => 'b',
            (GameKind::Liuzichong, Seat::Second) => 'w',
            (_, Seat::First) => man.letter.to_ascii_uppercase(),
            (_, Seat::Second) => man.letter.to_ascii_lowercase(),
        }
    }

    /// A king and a rook that stand at home may castle.
    fn castling(&self) -> String {
        let stands = |name: &str, letter: char| {
            let man = self.grid.cell(name).and_then(|cell| self.at(cell));
            man.is_some_and(|man| self.letter(man) == letter)
        };
        let rights: String = [
            ("e1", 'K', "h1", 'R', 'K'),
            ("e1", 'K', "a1", 'R', 'Q'),
            ("e8", 'k', "h8", 'r', 'k'),
            ("e8", 'k', "a8", 'r', 'q'),
        ]
        .into_iter()
        .filter(|(king, k, rook, r, _)| stands(king, *k) && stands(rook, *r))
        .map(|(.., right)| right)
        .collect();
        if rights.is_empty() { "-".to_owned() } else { rights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_of_every_game_is_written_as_the_game_writes_it() {
        for kind in GameKind::ALL {
            let game = AnyGame::start(kind, &Options::default()).expect("the usual start");
            let draft = Draft::of(&game);
            assert_eq!(draft.position(), game.position());
            assert_eq!(Draft::read(kind, &game.position()), Ok(draft.clone()));
            assert_eq!(draft.view().men.len(), game.men().len());
            assert!(draft.check().is_ok());
        }
    }

    #[test]
    fn every_man_of_the_palette_can_be_put_and_taken() {
        for kind in GameKind::ALL {
            let game = AnyGame::start(kind, &Options::default()).expect("the usual start");
            let start = game.men();
            assert!(start.iter().all(|(_, man)| Draft::palette(kind).contains(man)));
            let mut draft = Draft::of(&game);
            draft.clear();
            start.iter().for_each(|(cell, man)| draft.put(*cell, Some(*man)));
            assert_eq!(draft.position(), game.position());
            draft.put(start[0].0, Some(start[0].1));
            draft.put(start[1].0, None);
            assert_eq!(draft.view().men.len(), start.len() - 2);
        }
    }

    #[test]
    fn the_rules_say_what_is_wrong_with_a_position() {
        let game = AnyGame::start(GameKind::Chess, &Options::default()).expect("the usual start");
        let mut draft = Draft::of(&game);
        draft.put(Cell { file: 4, rank: 0 }, None);
        assert!(draft.check().is_err());
        draft.turn = Seat::Second;
        assert!(draft.position().ends_with(" b kq - 0 1"), "{}", draft.position());
    }
}
