use yipan_core::{AnyPiece, Cell, Side, Turn};
use yipan_games::{AnyGame, AnyGameError, GameKind, GameOptions, Grid};
use yipan_wire::View;

/// An editable position, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEditor {
    grid: Grid,
    pieces: Vec<(Cell, AnyPiece)>,
    /// The side to move, which any caller may change.
    pub side_to_move: Side,
}

impl PositionEditor {
    /// Starts from the position of a game.
    #[must_use]
    pub fn from_game(game: &AnyGame) -> PositionEditor {
        let turn = if let Turn::Player(side) = game.turn() { side } else { Side::First };
        PositionEditor { grid: game.grid(), pieces: game.pieces(), side_to_move: turn }
    }

    /// Parses a position.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position is invalid.
    pub fn parse(kind: GameKind, position: &str) -> Result<PositionEditor, AnyGameError> {
        let game = AnyGame::start(kind, &GameOptions::default().with_position(position))?;
        // A finished game has no turn, but its position still names a side to move.
        let second = match kind {
            GameKind::Liuzichong => "w",
            GameKind::Chess | GameKind::Xiangqi => "b",
        };
        let turn = if position.split(' ').nth(1) == Some(second) { Side::Second } else { Side::First };
        Ok(PositionEditor { side_to_move: turn, ..PositionEditor::from_game(&game) })
    }

    /// Returns the pieces that can be placed on the board.
    #[must_use]
    pub fn palette(kind: GameKind) -> Vec<AnyPiece> {
        let letters = match kind {
            GameKind::Chess => "KQRBNP",
            GameKind::Xiangqi => "KABNRCP",
            GameKind::Liuzichong => {
                // Liuzichong has one piece kind for each side; its letter comes from the start position.
                let start = AnyGame::start(kind, &GameOptions::default());
                let pieces = start.map_or_else(|_| Vec::new(), |game| game.pieces());
                let of = |side| pieces.iter().map(|(_, piece)| *piece).find(|piece| piece.side == side);
                return Side::BOTH.into_iter().filter_map(of).collect();
            }
        };
        Side::BOTH
            .into_iter()
            .flat_map(|side| letters.chars().map(move |letter| AnyPiece { side, letter }))
            .collect()
    }

    /// Removes all pieces.
    pub fn clear(&mut self) {
        self.pieces.clear();
    }

    /// Puts a piece on a cell, or empties the cell. Placing the same piece again removes it.
    pub fn put(&mut self, cell: Cell, piece: Option<AnyPiece>) {
        let previous = self.pieces.iter().find(|(at, _)| *at == cell).map(|(_, piece)| *piece);
        self.pieces.retain(|(at, _)| *at != cell);
        if let Some(piece) = piece.filter(|piece| Some(*piece) != previous) {
            self.pieces.push((cell, piece));
        }
    }

    /// Returns the position as text, valid or not.
    #[must_use]
    pub fn position(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..self.grid.ranks()).rev() {
            let (mut text, mut empty) = (String::new(), 0);
            for file in 0..self.grid.files() {
                match self.piece_at(Cell { file, rank }) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text.push(self.fen_letter(piece));
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

    /// Checks that the position can be played.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the rules reject the position.
    pub fn validate(&self) -> Result<(), AnyGameError> {
        AnyGame::start(self.grid.kind(), &GameOptions::default().with_position(&self.position())).map(|_| ())
    }

    /// Returns the position as a view without actions.
    #[must_use]
    pub fn view(&self) -> View {
        let piece = |(cell, piece): &(Cell, AnyPiece)| (self.grid.name(*cell), piece.side, piece.letter);
        View {
            turn: Some(self.side_to_move),
            pieces: self.pieces.iter().map(piece).collect(),
            hidden: Vec::new(),
            marks: Vec::new(),
            check: false,
            dice: None,
            captured: Vec::new(),
            actions: Vec::new(),
        }
    }

    fn piece_at(&self, cell: Cell) -> Option<AnyPiece> {
        self.pieces.iter().find(|(at, _)| *at == cell).map(|(_, piece)| *piece)
    }

    fn fen_letter(&self, piece: AnyPiece) -> char {
        match (self.grid.kind(), piece.side) {
            (GameKind::Liuzichong, Side::First) => 'b',
            (GameKind::Liuzichong, Side::Second) => 'w',
            (_, Side::First) => piece.letter.to_ascii_uppercase(),
            (_, Side::Second) => piece.letter.to_ascii_lowercase(),
        }
    }

    /// Grants every castling right for which king and rook stand on their initial squares.
    fn castling_rights(&self) -> String {
        let has_piece = |name: &str, letter: char| {
            let piece = self.grid.cell(name).and_then(|cell| self.piece_at(cell));
            piece.is_some_and(|piece| self.fen_letter(piece) == letter)
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
            let game = AnyGame::start(kind, &GameOptions::default()).expect("the standard start");
            let editor = PositionEditor::from_game(&game);
            assert_eq!(editor.position(), game.position());
            assert_eq!(PositionEditor::parse(kind, &game.position()), Ok(editor.clone()));
            assert_eq!(editor.view().pieces.len(), game.pieces().len());
            assert!(editor.validate().is_ok());
        }
    }

    #[test]
    fn every_piece_of_the_palette_can_be_placed_and_removed() {
        for kind in GameKind::ALL {
            let game = AnyGame::start(kind, &GameOptions::default()).expect("the standard start");
            let start = game.pieces();
            assert!(start.iter().all(|(_, piece)| PositionEditor::palette(kind).contains(piece)));
            let mut editor = PositionEditor::from_game(&game);
            editor.clear();
            start.iter().for_each(|(cell, piece)| editor.put(*cell, Some(*piece)));
            assert_eq!(editor.position(), game.position());
            editor.put(start[0].0, Some(start[0].1));
            editor.put(start[1].0, None);
            assert_eq!(editor.view().pieces.len(), start.len() - 2);
        }
    }

    #[test]
    fn an_invalid_position_is_rejected_by_the_rules() {
        let game = AnyGame::start(GameKind::Chess, &GameOptions::default()).expect("the standard start");
        let mut editor = PositionEditor::from_game(&game);
        editor.put(Cell { file: 4, rank: 0 }, None);
        assert!(editor.validate().is_err());
        editor.side_to_move = Side::Second;
        assert!(editor.position().ends_with(" b kq - 0 1"), "{}", editor.position());
    }
}
