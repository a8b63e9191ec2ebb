//! Castling rights and the en passant square of an edited position.

use yipan_core::{Cell, Side};

use super::position_editor::PositionEditor;

impl PositionEditor {
    /// Returns the castling rights that king and rook in place allow, as letters of FEN, each with whether it is granted.
    #[must_use]
    pub fn castling_choices(&self) -> Vec<(char, bool)> {
        let has_piece = |name: &str, letter: char| {
            let piece = self.grid.cell(name).and_then(|cell| self.piece_at(cell));
            piece.is_some_and(|piece| self.fen_letter(piece) == letter)
        };
        let rights = [
            ("e1", 'K', "h1", 'R', 'K'),
            ("e1", 'K', "a1", 'R', 'Q'),
            ("e8", 'k', "h8", 'r', 'k'),
            ("e8", 'k', "a8", 'r', 'q'),
        ];
        let possible = rights
            .into_iter()
            .filter(|(king, k, rook, r, _)| self.is_chess() && has_piece(king, *k) && has_piece(rook, *r));
        possible.map(|(.., right)| (right, self.castling.contains(right))).collect()
    }

    /// Grants a castling right, or takes it away.
    pub fn toggle_castling(&mut self, right: char) {
        if self.castling.contains(right) {
            self.castling.retain(|other| other != right);
        } else {
            self.castling.push(right);
        }
    }

    /// Returns the squares that a pawn of the side not to move may just have passed, next to a pawn that could capture it.
    #[must_use]
    pub fn ep_choices(&self) -> Vec<Cell> {
        if !self.is_chess() {
            return Vec::new();
        }
        let mover = self.side_to_move;
        // The ranks of the pawn, of the passed square and of the start.
        let [pawn, passed, start] = if mover == Side::First { [4, 5, 6] } else { [3, 2, 1] };
        let is_pawn = |file: Option<u8>, side: Side| {
            let cell = file.filter(|file| *file < self.grid.files()).map(|file| Cell { file, rank: pawn });
            let piece = cell.and_then(|cell| self.piece_at(cell));
            piece.is_some_and(|piece| piece.side == side && piece.letter.eq_ignore_ascii_case(&'p'))
        };
        let is_empty = |file: u8, rank: u8| self.piece_at(Cell { file, rank }).is_none();
        let is_choice = |file: &u8| {
            is_pawn(Some(*file), mover.other())
                && is_empty(*file, passed)
                && is_empty(*file, start)
                && (is_pawn(file.checked_sub(1), mover) || is_pawn(file.checked_add(1), mover))
        };
        (0..self.grid.files()).filter(is_choice).map(|file| Cell { file, rank: passed }).collect()
    }

    /// Returns the square that a pawn has just passed, if it still can have done so.
    #[must_use]
    pub fn ep_square(&self) -> Option<Cell> {
        self.ep_square.filter(|square| self.ep_choices().contains(square))
    }

    /// Sets the square that a pawn has just passed.
    pub const fn set_ep_square(&mut self, square: Option<Cell>) {
        self.ep_square = square;
    }

    /// Returns the granted castling rights. Those of Chess960 name files and are left to the rules.
    pub(super) fn castling_rights(&self) -> String {
        let possible = self.castling_choices();
        let is_granted = |right: &char| match right {
            'K' | 'Q' | 'k' | 'q' => possible.contains(&(*right, true)),
            _ => true,
        };
        let mut rights: Vec<char> = self.castling.chars().filter(is_granted).collect();
        rights.sort_by_key(|right| "KQkq".find(*right));
        if rights.is_empty() { "-".to_owned() } else { rights.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{GameKind, Grid};

    use super::*;

    fn chess(position: &str) -> PositionEditor {
        PositionEditor::parse(GameKind::Chess, position).expect("a position")
    }

    #[test]
    fn rights_and_counters_survive_an_edit() {
        let mut editor = chess("r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq d6 0 44");
        assert_eq!(editor.position(), "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQq d6 0 44");
        assert_eq!(editor.castling_choices(), [('K', true), ('Q', true), ('k', false), ('q', true)]);
        let cell = |name: &str| Grid::new(GameKind::Chess).cell(name).expect("a square");
        // A rook that leaves its corner takes its right with it, and brings it back.
        editor.move_piece(cell("h1"), cell("h4"));
        editor.toggle_castling('k');
        assert_eq!(editor.position(), "r3k2r/8/8/3pP3/7R/8/8/R3K3 w Qkq d6 0 44");
        editor.move_piece(cell("h4"), cell("h1"));
        assert!(editor.position().contains(" KQkq "), "{}", editor.position());
        editor.toggle_castling('Q');
        assert!(editor.position().contains(" Kkq "), "{}", editor.position());
    }

    #[test]
    fn a_passed_square_needs_a_pawn_beside_it() {
        let mut editor = chess("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1");
        let names = |editor: &PositionEditor| {
            editor.ep_choices().into_iter().map(|cell| editor.grid.name(cell)).collect::<Vec<_>>()
        };
        assert_eq!(names(&editor), ["d6"]);
        editor.set_ep_square(editor.ep_choices().first().copied());
        assert!(editor.position().ends_with(" w - d6 0 1") && editor.validate().is_ok());
        editor.side_to_move = Side::Second;
        assert!(names(&editor).is_empty() && editor.position().ends_with(" b - - 0 1"));
    }
}
