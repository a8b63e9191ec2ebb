//! Openings, so that two games differ.

use crate::searchable::Searchable;

/// Moves that are played at the beginning of a game, by position: lines that lead to one position share it.
pub struct Book<P: Searchable> {
    /// Sorted by key: a position, how many plies it lies from the start, and a move of a line that goes through it.
    moves: Vec<(u64, usize, u16)>,
    game: std::marker::PhantomData<P>,
}

impl<P: Searchable> Book<P> {
    /// Reads lines of moves, each from the start; `#` begins a remark.
    ///
    /// # Errors
    /// The line and the word that is not a legal move there.
    pub fn read(
        start: &P,
        text: &str,
        read: impl Fn(&P, &str) -> Option<P::Move>,
    ) -> Result<Book<P>, (usize, String)> {
        let mut moves = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let mut position = *start;
            let line = line.split('#').next().unwrap_or_default();
            for (ply, word) in line.split_whitespace().enumerate() {
                let mv = read(&position, word).ok_or_else(|| (number, word.to_owned()))?;
                moves.push((position.key(), ply, P::bits(mv)));
                position.make(mv);
            }
        }
        moves.sort_unstable();
        Ok(Book { moves, game: std::marker::PhantomData })
    }

    /// One of the moves of this position, if it lies fewer than `plies` from the start; the more lines go on with a
    /// move, the likelier.
    pub fn find(&self, position: &P, plies: usize, chance: &mut dyn FnMut() -> u64) -> Option<P::Move> {
        let key = position.key();
        let first = self.moves.partition_point(|entry| entry.0 < key);
        let here = self.moves[first..].iter().take_while(|entry| entry.0 == key);
        let here: Vec<u16> = here.filter(|entry| entry.1 < plies).map(|entry| entry.2).collect();
        let pick = chance().checked_rem(here.len() as u64)?;
        position.read(here[pick as usize])
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
