use yipan_core::{AnyPiece, Cell, Mark};
use yipan_games::Grid;
use yipan_wire::{Effect, View};

/// A piece on the screen. Its id is stable while it moves, so that its element can be animated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSprite {
    /// The id, unique while the piece is on the board.
    pub id: u32,
    /// The cell it stands on.
    pub cell: Cell,
    /// The side and letter of the piece.
    pub piece: AnyPiece,
    /// Whether it is leaving the board; it is removed at the next transition.
    pub leaving: bool,
    /// Whether it has just appeared; cleared at the next transition.
    pub entering: bool,
}

/// The pieces, marks and hidden cells as shown on the screen.
///
/// It follows a move effect by effect. At the end [`BoardSprites::sync`] makes it equal to the view, even if effects were missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSprites {
    grid: Grid,
    sprites: Vec<PieceSprite>,
    marks: Vec<(Cell, Mark)>,
    hidden: Vec<Cell>,
    next_id: u32,
}

impl BoardSprites {
    /// Creates the sprites of a view.
    #[must_use]
    pub fn new(grid: Grid, view: &View) -> BoardSprites {
        let mut sprites =
            BoardSprites { grid, sprites: Vec::new(), marks: Vec::new(), hidden: Vec::new(), next_id: 0 };
        sprites.sync(view);
        sprites
    }

    /// Iterates over the pieces on the board in paint order, the topmost last.
    pub fn sprites(&self) -> impl Iterator<Item = &PieceSprite> {
        self.sprites.iter().filter(|sprite| !sprite.leaving)
    }

    /// Returns all sprites, including those that are leaving.
    #[must_use]
    pub fn all_sprites(&self) -> &[PieceSprite] {
        &self.sprites
    }

    /// Removes leaving sprites and clears the entering ones.
    pub fn finish_transitions(&mut self) {
        self.sprites.retain(|sprite| !sprite.leaving);
        self.sprites.iter_mut().for_each(|sprite| sprite.entering = false);
    }

    /// Paints the piece on this cell above all others, because it is being dragged over them.
    pub fn bring_to_front(&mut self, cell: Cell) {
        self.sprites.sort_by_key(|sprite| sprite.cell == cell && !sprite.leaving);
    }

    /// Returns the marks on the board.
    #[must_use]
    pub fn marks(&self) -> &[(Cell, Mark)] {
        &self.marks
    }

    /// Returns the cells hidden from the viewer.
    #[must_use]
    pub fn hidden(&self) -> &[Cell] {
        &self.hidden
    }

    /// Returns the piece on a cell.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<AnyPiece> {
        self.sprites().find(|sprite| sprite.cell == cell).map(|sprite| sprite.piece)
    }

    /// Applies an effect.
    pub fn apply_effect(&mut self, effect: &Effect) {
        let grid = self.grid;
        let cell = |name: &str| grid.cell(name);
        match effect {
            Effect::Slide { from, to, .. } => {
                if let (Some(from), Some(to)) = (cell(from), cell(to)) {
                    self.move_sprite(from, to);
                }
            }
            Effect::Swap { a, b, .. } => {
                if let (Some(a), Some(b)) = (cell(a), cell(b)) {
                    for sprite in self.sprites.iter_mut().filter(|sprite| !sprite.leaving) {
                        sprite.cell = if sprite.cell == a {
                            b
                        } else if sprite.cell == b {
                            a
                        } else {
                            sprite.cell
                        };
                    }
                }
            }
            Effect::Vanish { at, .. } | Effect::Hide { at } => {
                for sprite in self.sprites.iter_mut().filter(|sprite| Some(sprite.cell) == cell(at)) {
                    sprite.leaving = true;
                }
            }
            Effect::Become { at, side, piece, .. } => {
                for sprite in
                    self.sprites.iter_mut().filter(|sprite| Some(sprite.cell) == cell(at) && !sprite.leaving)
                {
                    sprite.piece = AnyPiece { side: (*side), letter: *piece };
                }
            }
            Effect::Appear { at, side, piece } => {
                if let Some(at) = cell(at) {
                    self.add_sprite(at, AnyPiece { side: (*side), letter: *piece }, true);
                }
            }
            Effect::Mark { at, mark } => self.marks.extend(cell(at).map(|at| (at, *mark))),
            Effect::Unmark { at, mark } => {
                self.marks.retain(|(marked_cell, other)| Some(*marked_cell) != cell(at) || other != mark);
            }
            Effect::Rolled { .. } | Effect::TurnChanged { .. } => {}
        }
    }

    /// Makes the sprites equal to the view. Pieces that already match retain their ids.
    pub fn sync(&mut self, view: &View) {
        self.finish_transitions();
        let grid = self.grid;
        let expected: Vec<(Cell, AnyPiece)> = view
            .pieces
            .iter()
            .filter_map(|(at, side, letter)| {
                Some((grid.cell(at)?, AnyPiece { side: (*side), letter: *letter }))
            })
            .collect();
        self.sprites.retain(|sprite| expected.contains(&(sprite.cell, sprite.piece)));
        for (cell, piece) in expected {
            if self.piece_at(cell).is_none() {
                self.add_sprite(cell, piece, false);
            }
        }
        self.hidden = view.hidden.iter().filter_map(|name| grid.cell(name)).collect();
        self.marks =
            view.marks.iter().filter_map(|placed| Some((grid.cell(&placed.at)?, placed.mark))).collect();
    }

    fn add_sprite(&mut self, cell: Cell, piece: AnyPiece, entering: bool) {
        self.sprites.retain(|sprite| sprite.cell != cell || sprite.leaving);
        self.sprites.push(PieceSprite { id: self.next_id, cell, piece, leaving: false, entering });
        self.next_id += 1;
    }

    fn move_sprite(&mut self, from: Cell, to: Cell) {
        if self.piece_at(from).is_some() && from != to {
            self.sprites.retain(|sprite| sprite.cell != to || sprite.leaving);
            for sprite in self.sprites.iter_mut().filter(|sprite| sprite.cell == from && !sprite.leaving) {
                sprite.cell = to;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::{Side, Turn, Viewer, splitmix64};
    use yipan_games::{AnyGame, GameKind, GameOptions};

    use super::*;

    /// Plays a random game and checks that its effects alone reproduce every view.
    fn check_random_game(kind: GameKind, modes: &[&str], viewer: Viewer) {
        let options = GameOptions {
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            ..GameOptions::default()
        };
        let mut game = AnyGame::start(kind, &options).expect("a game");
        let view_of = |game: &AnyGame| View::new(game, game.view(viewer));
        let mut sprites = BoardSprites::new(Grid::new(kind), &view_of(&game));
        let mut state = 7;
        for _ in 0..200 {
            let mut random;
            (state, random) = splitmix64(state);
            let (before, mut effects) = (game.clone(), Vec::new());
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let outcomes = game.chance_outcomes();
                    random %= outcomes.len() as u64;
                    game.apply_chance(&outcomes[random as usize].0, &mut effects).expect("offered");
                }
                Turn::Player(_) => {
                    let actions = game.actions();
                    random %= actions.len() as u64;
                    game.apply_action(&actions[random as usize], &mut effects).expect("offered");
                }
            }
            for effect in game.visible_effects(&before, &effects, viewer) {
                sprites.apply_effect(&Effect::new(&game, &effect));
            }
            let view = view_of(&game);
            let mut pieces: Vec<_> = sprites.sprites().map(|sprite| (sprite.cell, sprite.piece)).collect();
            let rebuilt = BoardSprites::new(Grid::new(kind), &view);
            let mut expected: Vec<_> = rebuilt.sprites().map(|sprite| (sprite.cell, sprite.piece)).collect();
            pieces.sort_unstable();
            expected.sort_unstable();
            assert_eq!(pieces, expected, "{kind} {modes:?}");
            let ids: Vec<u32> = sprites.sprites().map(|sprite| sprite.id).collect();
            sprites.sync(&view);
            assert_eq!(ids, sprites.sprites().map(|sprite| sprite.id).collect::<Vec<_>>());
        }
    }

    #[test]
    fn effects_alone_reproduce_every_position() {
        for viewer in [Viewer::Arbiter, Viewer::Player(yipan_core::Side::First)] {
            check_random_game(GameKind::Xiangqi, &[], viewer);
            check_random_game(GameKind::Liuzichong, &[], viewer);
            for modes in [&[][..], &["fog"], &["gravity"], &["portals", "mines"], &["dice-a", "fog", "mines"]]
            {
                check_random_game(GameKind::Chess, modes, viewer);
            }
        }
    }

    #[test]
    fn a_dragged_piece_is_on_top_and_retains_its_id() {
        let game = AnyGame::start(GameKind::Liuzichong, &GameOptions::default()).expect("a game");
        let grid = Grid::new(GameKind::Liuzichong);
        let mut sprites = BoardSprites::new(grid, &View::new(&game, game.view(Viewer::Arbiter)));
        let b1 = grid.cell("b1").expect("a cell");
        let before = *sprites.sprites().find(|sprite| sprite.cell == b1).expect("a piece");
        sprites.bring_to_front(b1);
        assert_eq!(sprites.sprites().last(), Some(&before));
        assert_eq!(sprites.sprites().count(), 12);
    }

    #[test]
    fn a_piece_that_appears_is_marked_as_entering() {
        let game = AnyGame::start(GameKind::Liuzichong, &GameOptions::default()).expect("a game");
        let view = View::new(&game, game.view(Viewer::Arbiter));
        let mut sprites = BoardSprites::new(Grid::new(GameKind::Liuzichong), &view);
        assert!(sprites.sprites().all(|sprite| !sprite.entering));
        sprites.apply_effect(&Effect::Appear { at: "b2".into(), side: Side::Second, piece: 'W' });
        let entering = |sprites: &BoardSprites| sprites.sprites().filter(|sprite| sprite.entering).count();
        assert_eq!(entering(&sprites), 1);
        sprites.finish_transitions();
        assert_eq!(entering(&sprites), 0);
    }
}
