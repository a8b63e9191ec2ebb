use yipan_core::{AnyPiece, Cell, Side, Turn};
use yipan_games::{AnyGame, AnyGameError, GameKind, GameOptions};
use yipan_wire::View;

use crate::board::grid::Grid;

/// A position that is being put together, man by man.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEditor {
    grid: Grid,
    pieces: Vec<(Cell, AnyPiece)>,
    /// Who is to move.
    pub side_to_move: Side,
}

impl PositionEditor {
    /// The position of a game.
    #[must_use]
    pub fn from_game(game: &AnyGame) -> PositionEditor {
        let turn = if let Turn::Player(seat) = game.turn() { seat } else { Side::First };
        PositionEditor { grid: Grid::new(game.kind()), pieces: game.pieces(), side_to_move: turn }
    }

    /// Reads a position.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(kind: GameKind, position: &str) -> Result<PositionEditor, AnyGameError> {
        let game = AnyGame::start(kind, &GameOptions::default().with_position(position))?;
        // A position in which the game is over has a side to move all the same.
        let second = match kind {
            GameKind::Liuzichong => "w",
            GameKind::Chess | GameKind::Xiangqi => "b",
        };
        let turn = if position.split(' ').nth(1) == Some(second) { Side::Second } else { Side::First };
        Ok(PositionEditor { side_to_move: turn, ..PositionEditor::from_game(&game) })
    }

    /// The men that may be put on the board.
    #[must_use]
    pub fn palette(kind: GameKind) -> Vec<AnyPiece> {
        let letters = match kind {
            GameKind::Chess => "KQRBNP",
            GameKind::Xiangqi => "KABNRCP",
            GameKind::Liuzichong => {
                // One man a side, as the game writes them.
                let start = AnyGame::start(kind, &GameOptions::default());
                let men = start.map_or_else(|_| Vec::new(), |game| game.pieces());
                let of = |seat| men.iter().map(|(_, man)| *man).find(|man| man.seat == seat);
                return Side::BOTH.into_iter().filter_map(of).collect();
            }
        };
        Side::BOTH
            .into_iter()
            .flat_map(|seat| letters.chars().map(move |letter| AnyPiece { seat, letter }))
            .collect()
    }

    /// Takes every man away.
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// Puts a man on a cell, or nobody. The same man again is taken away.
    pub fn put(&mut self, cell: Cell, man: Option<AnyPiece>) {
        let previous = self.pieces.iter().find(|(at, _)| *at == cell).map(|(_, man)| *man);
        self.pieces.retain(|(at, _)| *at != cell);
        if let Some(man) = man.filter(|man| Some(*man) != previous) {
            self.pieces.push((cell, man));
        }
    }

    /// The position as text, whether it can be played or not.
    #[must_use]
    pub fn position(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..self.grid.ranks()).rev() {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..self.grid.files() {
                match self.piece_at(Cell { file, rank }) {
                    None => empty += 1,
                    Some(man) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text.push(self.fen_letter(man));
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            ranks.push(text);
        }
        let (board, first) = (ranks.join("/"), self.side_to_move == Side::First);
        match self.grid.kind() {
            GameKind::Chess => {
                format!("{board} {} {} - 0 1", if first { 'w' } else { 'b' }, self.castling_rights())
            }
            GameKind::Xiangqi => format!("{board} {} - - 0 1", if first { 'w' } else { 'b' }),
            GameKind::Liuzichong => format!("{board} {}", if first { 'b' } else { 'w' }),
        }
    }

    /// Whether it can be played.
    ///
    /// # Errors
    /// What the rules have against it.
    pub fn validate(&self) -> Result<(), AnyGameError> {
        AnyGame::start(self.grid.kind(), &GameOptions::default().with_position(&self.position())).map(|_| ())
    }

    /// As a board shows it.
    #[must_use]
    pub fn view(&self) -> View {
        let man = |(cell, man): &(Cell, AnyPiece)| (self.grid.name(*cell), man.seat.into(), man.letter);
        View {
            turn: Some(self.side_to_move.into()),
            pieces: self.pieces.iter().map(man).collect(),
            hidden: Vec::new(),
            marks: Vec::new(),
            check: false,
            dice: None,
            captured: Vec::new(),
            actions: Vec::new(),
        }
    }

    fn piece_at(&self, cell: Cell) -> Option<AnyPiece> {
        self.pieces.iter().find(|(at, _)| *at == cell).map(|(_, man)| *man)
    }

    fn fen_letter(&self, man: AnyPiece) -> char {
        match (self.grid.kind(), man.seat) {
            (GameKind::Liuzichong, Side::First) => 'b',
            (GameKind::Liuzichong, Side::Second) => 'w',
            (_, Side::First) => man.letter.to_ascii_uppercase(),
            (_, Side::Second) => man.letter.to_ascii_lowercase(),
        }
    }

    /// A king and a rook that stand at home may castle.
    fn castling_rights(&self) -> String {
        let has_piece = |name: &str, letter: char| {
            let man = self.grid.cell(name).and_then(|cell| self.piece_at(cell));
            man.is_some_and(|man| self.fen_letter(man) == letter)
        };
        let rights: String = [
            ("e1", 'K', "h1", 'R', 'K'),
            ("e1", 'K', "a1", 'R', 'Q'),
            ("e8", 'k', "h8", 'r', 'k'),
            ("e8", 'k', "a8", 'r', 'q'),
        ]
        .into_iter()
        .filter(|(king, k, rook, r, _)| has_piece(king, *k) && has_piece(rook, *r))
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
            let game = AnyGame::start(kind, &GameOptions::default()).expect("the usual start");
            let draft = PositionEditor::from_game(&game);
            assert_eq!(draft.position(), game.position());
            assert_eq!(PositionEditor::parse(kind, &game.position()), Ok(draft.clone()));
            assert_eq!(draft.view().pieces.len(), game.pieces().len());
            assert!(draft.validate().is_ok());
        }
    }

    #[test]
    fn every_piece_of_the_palette_can_be_placed_and_removed() {
        for kind in GameKind::ALL {
            let game = AnyGame::start(kind, &GameOptions::default()).expect("the usual start");
            let start = game.pieces();
            assert!(start.iter().all(|(_, man)| PositionEditor::palette(kind).contains(man)));
            let mut draft = PositionEditor::from_game(&game);
            draft.clear();
            start.iter().for_each(|(cell, man)| draft.put(*cell, Some(*man)));
            assert_eq!(draft.position(), game.position());
            draft.put(start[0].0, Some(start[0].1));
            draft.put(start[1].0, None);
            assert_eq!(draft.view().pieces.len(), start.len() - 2);
        }
    }

    #[test]
    fn an_invalid_position_is_rejected_by_the_rules() {
        let game = AnyGame::start(GameKind::Chess, &GameOptions::default()).expect("the usual start");
        let mut draft = PositionEditor::from_game(&game);
        draft.put(Cell { file: 4, rank: 0 }, None);
        assert!(draft.validate().is_err());
        draft.side_to_move = Side::Second;
        assert!(draft.position().ends_with(" b kq - 0 1"), "{}", draft.position());
    }
}
