use yipan_core::{AnyPiece, Cell, Side, Turn};
use yipan_games::{AnyGame, AnyGameError, GameKind, GameOptions, Grid};
use yipan_local_play::{LocalSetup, PlayerKind};
use yipan_wire::View;

/// An editable position, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionEditor {
    pub(super) grid: Grid,
    pieces: Vec<(Cell, AnyPiece)>,
    /// The side to move, which any caller may change.
    pub side_to_move: Side,
    /// The castling rights of chess as FEN writes them. Those without king and rook in place are not granted.
    pub(super) castling: String,
    /// The square that a pawn has just passed.
    pub(super) ep_square: Option<Cell>,
    /// The moves since the last capture or pawn move, and the number of the next move; liuzichong counts none.
    pub counters: [u32; 2],
    /// The keys of the modes of chess.
    pub modes: Vec<String>,
    /// The outcomes of the chance events before the first move that were decided.
    pub(super) chance_outcomes: Vec<String>,
}

impl PositionEditor {
    /// Starts from the position of a game.
    #[must_use]
    pub fn from_game(game: &AnyGame) -> PositionEditor {
        let turn = if let Turn::Player(side) = game.turn() { side } else { Side::First };
        let (grid, position) = (game.grid(), game.position());
        let field = |index: usize| position.split(' ').nth(index).unwrap_or_default();
        let counter = |index: usize, default: u32| field(index).parse().unwrap_or(default);
        let is_chess = grid.kind() == GameKind::Chess;
        PositionEditor {
            grid,
            pieces: game.pieces(),
            side_to_move: turn,
            castling: if is_chess { field(2).replace('-', "") } else { String::new() },
            ep_square: is_chess.then(|| grid.cell(field(3))).flatten(),
            counters: [counter(4, 0), counter(5, 1)],
            modes: Vec::new(),
            chance_outcomes: Vec::new(),
        }
    }

    /// Returns the position with these modes.
    #[must_use]
    pub fn with_modes(self, modes: Vec<String>) -> PositionEditor {
        PositionEditor { modes, ..self }
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

    /// Moves a piece to another cell, whose piece it replaces.
    pub fn move_piece(&mut self, from: Cell, to: Cell) {
        if let Some(piece) = self.piece_at(from).filter(|_| from != to) {
            self.pieces.retain(|(at, _)| *at != from && *at != to);
            self.pieces.push((to, piece));
        }
    }

    /// Returns the setup of a game from this position. The seed decides the chance events that were not decided here.
    #[must_use]
    pub fn setup(&self, players: [PlayerKind; 2], seed: u64) -> LocalSetup {
        LocalSetup {
            position: Some(self.position()),
            modes: self.modes.clone(),
            chance_outcomes: self.chance_outcomes.clone(),
            ..LocalSetup::default_for(self.grid.kind(), players, seed)
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
        let turn = if first { 'w' } else { 'b' };
        let [halfmove_clock, fullmove_number] = self.counters;
        match self.grid.kind() {
            GameKind::Chess => {
                let ep_square =
                    self.ep_square().map_or_else(|| "-".to_owned(), |square| self.grid.name(square));
                format!(
                    "{board} {turn} {} {ep_square} {halfmove_clock} {fullmove_number}",
                    self.castling_rights()
                )
            }
            GameKind::Xiangqi => format!("{board} {turn} - - {halfmove_clock} {fullmove_number}"),
            GameKind::Liuzichong => format!("{board} {}", if first { 'b' } else { 'w' }),
        }
    }

    /// Checks that the position can be played.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the rules reject the position.
    pub fn validate(&self) -> Result<(), AnyGameError> {
        AnyGame::start(self.grid.kind(), &self.setup([PlayerKind::Human; 2], 0).options()).map(|_| ())
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

    /// Returns the piece on a cell.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<AnyPiece> {
        self.pieces.iter().find(|(at, _)| *at == cell).map(|(_, piece)| *piece)
    }

    pub(super) fn fen_letter(&self, piece: AnyPiece) -> char {
        match (self.grid.kind(), piece.side) {
            (GameKind::Liuzichong, Side::First) => 'b',
            (GameKind::Liuzichong, Side::Second) => 'w',
            (_, Side::First) => piece.letter.to_ascii_uppercase(),
            (_, Side::Second) => piece.letter.to_ascii_lowercase(),
        }
    }

    pub(super) fn is_chess(&self) -> bool {
        self.grid.kind() == GameKind::Chess
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
