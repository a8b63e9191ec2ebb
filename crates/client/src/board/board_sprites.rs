use yipan_core::{AnyPiece, Cell};
use yipan_wire::{Effect, Mark, View};

use crate::board::grid::Grid;

/// A man on the screen: it keeps its number while it moves, so that it is seen to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceSprite {
    /// Its own, as long as it is on the board.
    pub id: u32,
    /// Where it stands.
    pub cell: Cell,
    /// What it is.
    pub piece: AnyPiece,
    /// Whether it is on its way off the board, and only shown until the next thing happens.
    pub leaving: bool,
    /// Whether it has just come into sight, until the next thing happens.
    pub entering: bool,
}

/// Everything that lies on the board as it is shown.
///
/// It follows a move effect by effect; what it shows at the end is what the view says, whatever was missed on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSprites {
    grid: Grid,
    sprites: Vec<PieceSprite>,
    marks: Vec<(Cell, Mark)>,
    hidden: Vec<Cell>,
    next_id: u32,
}

impl BoardSprites {
    /// The men of a view.
    #[must_use]
    pub fn new(grid: Grid, view: &View) -> BoardSprites {
        let mut troupe =
            BoardSprites { grid, sprites: Vec::new(), marks: Vec::new(), hidden: Vec::new(), next_id: 0 };
        troupe.sync(view);
        troupe
    }

    /// The men on the board, each painted above those before it.
    pub fn sprites(&self) -> impl Iterator<Item = &PieceSprite> {
        self.sprites.iter().filter(|actor| !actor.leaving)
    }

    /// The same, and those that are about to be gone.
    #[must_use]
    pub fn all_sprites(&self) -> &[PieceSprite] {
        &self.sprites
    }

    /// Those that were about to be gone are, and those that came in are there.
    pub fn finish_transitions(&mut self) {
        self.sprites.retain(|actor| !actor.leaving);
        self.sprites.iter_mut().for_each(|actor| actor.entering = false);
    }

    /// The man on a cell is painted above all others, as one that is carried over them.
    pub fn bring_to_front(&mut self, cell: Cell) {
        self.sprites.sort_by_key(|actor| actor.cell == cell && !actor.leaving);
    }

    /// What else lies on the board.
    #[must_use]
    pub fn marks(&self) -> &[(Cell, Mark)] {
        &self.marks
    }

    /// The cells nobody may look at.
    #[must_use]
    pub fn hidden(&self) -> &[Cell] {
        &self.hidden
    }

    /// The man on a cell.
    #[must_use]
    pub fn piece_at(&self, cell: Cell) -> Option<AnyPiece> {
        self.sprites().find(|actor| actor.cell == cell).map(|actor| actor.piece)
    }

    /// Shows one thing that happened.
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
                    for actor in self.sprites.iter_mut().filter(|actor| !actor.leaving) {
                        actor.cell = if actor.cell == a {
                            b
                        } else if actor.cell == b {
                            a
                        } else {
                            actor.cell
                        };
                    }
                }
            }
            Effect::Vanish { at, .. } | Effect::Hide { at } => {
                for actor in self.sprites.iter_mut().filter(|actor| Some(actor.cell) == cell(at)) {
                    actor.leaving = true;
                }
            }
            Effect::Become { at, side: seat, piece: man, .. } => {
                for actor in
                    self.sprites.iter_mut().filter(|actor| Some(actor.cell) == cell(at) && !actor.leaving)
                {
                    actor.piece = AnyPiece { seat: (*seat).into(), letter: *man };
                }
            }
            Effect::Appear { at, side: seat, piece: man } => {
                if let Some(at) = cell(at) {
                    self.add_sprite(at, AnyPiece { seat: (*seat).into(), letter: *man }, true);
                }
            }
            Effect::Mark { at, mark } => self.marks.extend(cell(at).map(|at| (at, mark.clone()))),
            Effect::Unmark { at, mark } => {
                self.marks.retain(|(marked_cell, other)| Some(*marked_cell) != cell(at) || other != mark);
            }
            Effect::Rolled { .. } | Effect::TurnChanged { .. } => {}
        }
    }

    /// Shows what the view says. Men that stand as they should keep their numbers.
    pub fn sync(&mut self, view: &View) {
        self.finish_transitions();
        let grid = self.grid;
        let expected: Vec<(Cell, AnyPiece)> = view
            .pieces
            .iter()
            .filter_map(|(at, seat, letter)| {
                Some((grid.cell(at)?, AnyPiece { seat: (*seat).into(), letter: *letter }))
            })
            .collect();
        self.sprites.retain(|actor| expected.contains(&(actor.cell, actor.piece)));
        for (cell, man) in expected {
            if self.piece_at(cell).is_none() {
                self.add_sprite(cell, man, false);
            }
        }
        self.hidden = view.hidden.iter().filter_map(|name| grid.cell(name)).collect();
        self.marks = view
            .marks
            .iter()
            .filter_map(|placed| Some((grid.cell(&placed.at)?, placed.mark.clone())))
            .collect();
    }

    fn add_sprite(&mut self, cell: Cell, man: AnyPiece, entering: bool) {
        self.sprites.retain(|actor| actor.cell != cell || actor.leaving);
        self.sprites.push(PieceSprite { id: self.next_id, cell, piece: man, leaving: false, entering });
        self.next_id += 1;
    }

    fn move_sprite(&mut self, from: Cell, to: Cell) {
        if self.piece_at(from).is_some() && from != to {
            self.sprites.retain(|actor| actor.cell != to || actor.leaving);
            for actor in self.sprites.iter_mut().filter(|actor| actor.cell == from && !actor.leaving) {
                actor.cell = to;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::{Turn, Viewer, splitmix64};
    use yipan_games::{AnyGame, GameKind, GameOptions};

    use super::*;

    /// Random games in which every step is shown by its effects alone.
    fn check_random_game(kind: GameKind, modes: &[&str], viewer: Viewer) {
        let options = GameOptions {
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            ..GameOptions::default()
        };
        let mut game = AnyGame::start(kind, &options).expect("a game");
        let view_of = |game: &AnyGame| View::new(game, game.view(viewer));
        let mut troupe = BoardSprites::new(Grid::new(kind), &view_of(&game));
        let mut state = 7;
        for _ in 0..200 {
            let mut random;
            (state, random) = splitmix64(state);
            let (before, mut effects) = (game.clone(), Vec::new());
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let draws = game.chance_outcomes();
                    random %= draws.len() as u64;
                    game.apply_chance(&draws[random as usize].0, &mut effects).expect("offered");
                }
                Turn::Player(_) => {
                    let actions = game.actions();
                    random %= actions.len() as u64;
                    game.apply_action(&actions[random as usize], &mut effects).expect("offered");
                }
            }
            for effect in game.visible_effects(&before, &effects, viewer) {
                troupe.apply_effect(&Effect::new(&game, &effect));
            }
            let view = view_of(&game);
            let mut men: Vec<_> = troupe.sprites().map(|actor| (actor.cell, actor.piece)).collect();
            let rebuilt = BoardSprites::new(Grid::new(kind), &view);
            let mut expected: Vec<_> = rebuilt.sprites().map(|actor| (actor.cell, actor.piece)).collect();
            men.sort_unstable();
            expected.sort_unstable();
            assert_eq!(men, expected, "{kind} {modes:?}");
            let ids: Vec<u32> = troupe.sprites().map(|actor| actor.id).collect();
            troupe.sync(&view);
            assert_eq!(ids, troupe.sprites().map(|actor| actor.id).collect::<Vec<_>>());
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
    fn a_carried_piece_is_above_the_others_and_keeps_its_id() {
        let game = AnyGame::start(GameKind::Liuzichong, &GameOptions::default()).expect("a game");
        let grid = Grid::new(GameKind::Liuzichong);
        let mut troupe = BoardSprites::new(grid, &View::new(&game, game.view(Viewer::Arbiter)));
        let b1 = grid.cell("b1").expect("a cell");
        let before = *troupe.sprites().find(|actor| actor.cell == b1).expect("a man");
        troupe.bring_to_front(b1);
        assert_eq!(troupe.sprites().last(), Some(&before));
        assert_eq!(troupe.sprites().count(), 12);
    }

    #[test]
    fn a_piece_that_appears_is_marked_as_entering() {
        let game = AnyGame::start(GameKind::Liuzichong, &GameOptions::default()).expect("a game");
        let view = View::new(&game, game.view(Viewer::Arbiter));
        let mut troupe = BoardSprites::new(Grid::new(GameKind::Liuzichong), &view);
        assert!(troupe.sprites().all(|actor| !actor.entering));
        troupe.apply_effect(&Effect::Appear {
            at: "b2".into(),
            side: yipan_wire::WireSide::Second,
            piece: 'W',
        });
        let entering = |troupe: &BoardSprites| troupe.sprites().filter(|actor| actor.entering).count();
        assert_eq!(entering(&troupe), 1);
        troupe.finish_transitions();
        assert_eq!(entering(&troupe), 0);
    }
}
