use yipan_core::{AnyPiece, Cause, Cell, Mark};
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
    /// Whether it leaves or enters through a portal.
    pub teleporting: bool,
}

/// The pieces, marks and hidden cells as shown on the screen.
///
/// It follows a move effect by effect. At the end [`BoardSprites::sync`] makes it equal to the view, even if effects were missed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSprites {
    grid: Grid,
    sprites: Vec<PieceSprite>,
    marks: Vec<(Cell, Mark)>,
    /// The portals that are disappearing; removed at the next transition.
    leaving_portals: Vec<(Cell, Mark)>,
    /// The mine counts that may have changed since they were shown.
    stale_counts: Vec<Cell>,
    hidden: Vec<Cell>,
    /// The cells that the viewer has seen, in a game with hidden cells.
    seen: Vec<Cell>,
    next_id: u32,
}

impl BoardSprites {
    /// Creates the sprites of a view.
    #[must_use]
    pub fn new(grid: Grid, view: &View) -> BoardSprites {
        let mut sprites = BoardSprites {
            grid,
            sprites: Vec::new(),
            marks: Vec::new(),
            leaving_portals: Vec::new(),
            stale_counts: Vec::new(),
            hidden: Vec::new(),
            seen: Vec::new(),
            next_id: 0,
        };
        sprites.jump_to(view);
        sprites
    }

    /// Shows a view that does not follow from the one before: another position, or the same for another viewer.
    ///
    /// What was seen before is forgotten, because it may have been another viewer who saw it.
    pub fn jump_to(&mut self, view: &View) {
        self.seen.clear();
        self.sync(view);
        let craters: Vec<Cell> =
            self.marks.iter().filter(|(_, mark)| *mark == Mark::Crater).map(|(at, _)| *at).collect();
        // The order of explosions and counts is unknown, so every count next to a crater may be outdated.
        self.stale_counts.clear();
        craters.into_iter().for_each(|crater| self.outdate_counts(crater));
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
        self.leaving_portals.clear();
        for sprite in &mut self.sprites {
            (sprite.entering, sprite.teleporting) = (false, false);
        }
    }

    /// Paints the piece on this cell above all others, because it is being dragged over them.
    pub fn bring_to_front(&mut self, cell: Cell) {
        self.sprites.sort_by_key(|sprite| sprite.cell == cell && !sprite.leaving);
    }

    /// Returns the grid of the board.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.grid
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

    /// Whether the viewer has seen a cell that is hidden now.
    #[must_use]
    pub fn was_seen(&self, cell: Cell) -> bool {
        self.seen.contains(&cell)
    }

    /// Returns the portals that are disappearing.
    #[must_use]
    pub fn leaving_portals(&self) -> &[(Cell, Mark)] {
        &self.leaving_portals
    }

    /// Whether a mine has exploded next to the mine count on this cell since it was shown.
    #[must_use]
    pub fn is_stale_count(&self, cell: Cell) -> bool {
        self.stale_counts.contains(&cell)
    }

    fn outdate_counts(&mut self, crater: Cell) {
        let is_near = |at: Cell| at.file.abs_diff(crater.file) <= 1 && at.rank.abs_diff(crater.rank) <= 1;
        let counts = self.marks.iter().filter(|(at, mark)| is_count(*mark) && is_near(*at));
        self.stale_counts.extend(counts.map(|(at, _)| *at));
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
            Effect::Slide { from, to, cause } => {
                if let (Some(from), Some(to)) = (cell(from), cell(to)) {
                    match cause {
                        Cause::Portal => self.teleport_sprite(from, to),
                        _ => self.move_sprite(from, to),
                    }
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
            Effect::Mark { at, mark } => {
                let Some(at) = cell(at) else { return };
                if is_count(*mark) {
                    self.stale_counts.retain(|stale| *stale != at);
                    self.marks.retain(|(marked_cell, other)| *marked_cell != at || !is_count(*other));
                }
                self.marks.push((at, *mark));
                if *mark == Mark::Crater {
                    self.outdate_counts(at);
                }
            }
            Effect::Unmark { at, mark } => {
                let Some(at) = cell(at) else { return };
                self.marks.retain(|placed| *placed != (at, *mark));
                if matches!(mark, Mark::Portal { .. }) {
                    self.leaving_portals.push((at, *mark));
                }
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
        if !self.hidden.is_empty() {
            let visible = grid.cells().filter(|cell| !self.hidden.contains(cell));
            let newly_seen: Vec<Cell> = visible.filter(|cell| !self.seen.contains(cell)).collect();
            self.seen.extend(newly_seen);
        }
        self.marks =
            view.marks.iter().filter_map(|placed| Some((grid.cell(&placed.at)?, placed.mark))).collect();
    }

    fn add_sprite(&mut self, cell: Cell, piece: AnyPiece, entering: bool) {
        self.sprites.retain(|sprite| sprite.cell != cell || sprite.leaving);
        self.sprites.push(PieceSprite {
            id: self.next_id,
            cell,
            piece,
            leaving: false,
            entering,
            teleporting: false,
        });
        self.next_id += 1;
    }

    /// Lets a piece vanish at the entry of a portal and appear at its exit, so that it does not cross the board.
    fn teleport_sprite(&mut self, from: Cell, to: Cell) {
        let Some(piece) = self.piece_at(from).filter(|_| from != to) else { return };
        for sprite in self.sprites.iter_mut().filter(|sprite| sprite.cell == from && !sprite.leaving) {
            (sprite.leaving, sprite.teleporting) = (true, true);
        }
        self.add_sprite(to, piece, true);
        if let Some(sprite) = self.sprites.last_mut() {
            sprite.teleporting = true;
        }
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

const fn is_count(mark: Mark) -> bool {
    matches!(mark, Mark::MineCount { .. })
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

    #[test]
    fn a_portal_does_not_slide_a_piece_across_the_board() {
        let game = AnyGame::start(GameKind::Chess, &GameOptions::default()).expect("a game");
        let grid = Grid::new(GameKind::Chess);
        let mut sprites = BoardSprites::new(grid, &View::new(&game, game.view(Viewer::Arbiter)));
        let (entry, exit) = (grid.cell("e2").expect("a cell"), grid.cell("a5").expect("a cell"));
        let id = sprites.sprites().find(|sprite| sprite.cell == entry).map(|sprite| sprite.id);
        sprites.apply_effect(&Effect::Slide { from: "e2".into(), to: "a5".into(), cause: Cause::Portal });
        let moving: Vec<&PieceSprite> =
            sprites.all_sprites().iter().filter(|sprite| sprite.teleporting).collect();
        assert_eq!(moving.iter().map(|sprite| sprite.cell).collect::<Vec<_>>(), [entry, exit]);
        assert!(moving[0].leaving && moving[1].entering && Some(moving[0].id) == id);
        sprites.finish_transitions();
        assert_eq!((sprites.piece_at(entry), sprites.sprites().count()), (None, 32));
    }

    #[test]
    fn hidden_cells_remember_that_they_were_seen() {
        let options = GameOptions { modes: vec!["fog".into()], ..GameOptions::default() };
        let mut game = AnyGame::start(GameKind::Chess, &options).expect("a game");
        let grid = Grid::new(GameKind::Chess);
        let view = |game: &AnyGame| View::new(game, game.view(Viewer::Player(Side::First)));
        let mut sprites = BoardSprites::new(grid, &view(&game));
        let e5 = grid.cell("e5").expect("a cell");
        for (action, is_hidden, was_seen) in
            [("e2e4", false, true), ("d7d5", false, true), ("e4d5", true, true)]
        {
            game.apply_action(action, &mut Vec::new()).expect(action);
            sprites.sync(&view(&game));
            assert_eq!(
                (sprites.hidden().contains(&e5), sprites.was_seen(e5)),
                (is_hidden, was_seen),
                "{action}"
            );
        }
        sprites.jump_to(&view(&game));
        assert!(!sprites.was_seen(e5));
    }

    #[test]
    fn a_count_next_to_an_explosion_is_stale_until_it_is_renewed() {
        let options = GameOptions { modes: vec!["mines".into()], ..GameOptions::default() };
        let game = AnyGame::start(GameKind::Chess, &options).expect("a game");
        let grid = Grid::new(GameKind::Chess);
        let view = View::new(&game, game.view(Viewer::Player(Side::First)));
        let mut sprites = BoardSprites::new(grid, &view);
        let count = |at: &str, mines: u8| Effect::Mark {
            at: at.into(),
            mark: Mark::MineCount { viewer: Side::First, mines },
        };
        sprites.apply_effect(&count("c3", 2));
        sprites.apply_effect(&count("f3", 1));
        sprites.apply_effect(&Effect::Mark { at: "d4".into(), mark: Mark::Crater });
        let is_stale =
            |sprites: &BoardSprites, at: &str| sprites.is_stale_count(grid.cell(at).expect("a cell"));
        assert_eq!((is_stale(&sprites, "c3"), is_stale(&sprites, "f3")), (true, false));
        sprites.apply_effect(&count("c3", 1));
        assert!(!is_stale(&sprites, "c3"));
        assert_eq!(sprites.marks().iter().filter(|(_, mark)| is_count(*mark)).count(), 2);
    }

    #[test]
    fn a_used_pair_of_portals_fades_while_the_new_one_appears() {
        let game = AnyGame::start(GameKind::Chess, &GameOptions::default()).expect("a game");
        let mut sprites =
            BoardSprites::new(Grid::new(GameKind::Chess), &View::new(&game, game.view(Viewer::Arbiter)));
        let mark = Mark::Portal { owner: None };
        sprites.apply_effect(&Effect::Mark { at: "a4".into(), mark });
        sprites.apply_effect(&Effect::Unmark { at: "a4".into(), mark });
        assert_eq!((sprites.marks().len(), sprites.leaving_portals().len()), (0, 1));
        sprites.finish_transitions();
        assert_eq!(sprites.leaving_portals(), []);
    }
}
