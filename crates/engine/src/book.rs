use crate::search_game::SearchGame;

/// An opening book, indexed by position so that transpositions share their moves.
pub struct Book<P: SearchGame> {
    /// Position key, ply and move bits, sorted.
    moves: Vec<(u64, usize, u16)>,
    game: std::marker::PhantomData<P>,
}

impl<P: SearchGame> Book<P> {
    /// Parses one line of moves from the start position per row; `#` begins a comment.
    ///
    /// # Errors
    /// Returns the row number, from 1, and the word that is not a legal move.
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

    /// Returns a random book move for a position that lies fewer than `max_plies` from the start.
    ///
    /// The probability of a move is proportional to the number of its lines.
    pub fn choose_move(
        &self,
        position: &P,
        max_plies: usize,
        random: &mut dyn FnMut() -> u64,
    ) -> Option<P::Move> {
        let key = position.key();
        let first = self.moves.partition_point(|entry| entry.0 < key);
        let here = self.moves[first..].iter().take_while(|entry| entry.0 == key);
        let candidates: Vec<u16> = here.filter(|entry| entry.1 < max_plies).map(|entry| entry.2).collect();
        let pick = random().checked_rem(candidates.len() as u64)?;
        position.legal_move_from_bits(candidates[pick as usize])
    }

    /// Returns the number of moves; a move of several lines counts for each.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns whether the book has no moves.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}
