//! Openings, so that two games differ.

use crate::search_game::SearchGame;

/// Moves that are played at the beginning of a game, by position: lines that lead to one position share it.
pub struct Book<P: SearchGame> {
    /// Sorted by key: a position, how many plies it lies from the start, and a move of a line that goes through it.
    moves: Vec<(u64, usize, u16)>,
    game: std::marker::PhantomData<P>,
}

impl<P: SearchGame> Book<P> {
    /// Reads lines of moves, each from the start; `#` begins a remark.
    ///
    /// # Errors
    /// The line and the word that is not a legal move there.
    pub fn parse(
        start: &P,
        text: &str,
        parse_move: impl Fn(&P, &str) -> Option<P::Move>,
    ) -> Result<Book<P>, (usize, String)> {
        let mut moves = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let mut position = *start;
            let line = line.split('#').next().unwrap_or_default();
            for (ply, word) in line.split_whitespace().enumerate() {
                let mv = parse_move(&position, word).ok_or_else(|| (number, word.to_owned()))?;
                moves.push((position.key(), ply, P::move_bits(mv)));
                position.make(mv);
            }
        }
        moves.sort_unstable();
        Ok(Book { moves, game: std::marker::PhantomData })
    }

    /// One of the moves of this position, if it lies fewer than `plies` from the start; the more lines go on with a
    /// move, the likelier.
    pub fn choose_move(
        &self,
        position: &P,
        max_plies: usize,
        random: &mut dyn FnMut() -> u64,
    ) -> Option<P::Move> {
        let key = position.key();
        let first = self.moves.partition_point(|entry| entry.0 < key);
        let here = self.moves[first..].iter().take_while(|entry| entry.0 == key);
        let here: Vec<u16> = here.filter(|entry| entry.1 < max_plies).map(|entry| entry.2).collect();
        let pick = random().checked_rem(here.len() as u64)?;
        position.legal_move_from_bits(here[pick as usize])
    }

    /// How many moves it holds, those of several lines counted for each.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}
