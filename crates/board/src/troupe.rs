use yipan_rules::{Cell, Man};
use yipan_wire::{Effect, Mark, View};

use crate::Grid;

/// A man on the screen: it keeps its number while it moves, so that it is seen to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Actor {
    /// Its own, as long as it is on the board.
    pub id: u32,
    /// Where it stands.
    pub cell: Cell,
    /// What it is.
    pub man: Man,
    /// Whether it is on its way off the board, and only shown until the next thing happens.
    pub leaving: bool,
    /// Whether it has just come into sight, until the next thing happens.
    pub entering: bool,
}

/// Everything that lies on the board as it is shown.
///
/// It follows a move effect by effect; what it shows at the end is what the view says, whatever was missed on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Troupe {
    grid: Grid,
    actors: Vec<Actor>,
    marks: Vec<(Cell, Mark)>,
    hidden: Vec<Cell>,
    next: u32,
}

impl Troupe {
    /// The men of a view.
    #[must_use]
    pub fn new(grid: Grid, view: &View) -> Troupe {
        let mut troupe = Troupe { grid, actors: Vec::new(), marks: Vec::new(), hidden: Vec::new(), next: 0 };
        troupe.settle(view);
        troupe
    }

    /// The men on the board, each painted above those before it.
    pub fn actors(&self) -> impl Iterator<Item = &Actor> {
        self.actors.iter().filter(|actor| !actor.leaving)
    }

    /// The same, and those that are about to be gone.
    #[must_use]
    pub fn everybody(&self) -> &[Actor] {
        &self.actors
    }

    /// Those that were about to be gone are, and those that came in are there.
    pub fn clear(&mut self) {
        self.actors.retain(|actor| !actor.leaving);
        self.actors.iter_mut().for_each(|actor| actor.entering = false);
    }

    /// The man on a cell is painted above all others, as one that is carried over them.
    pub fn lift(&mut self, cell: Cell) {
        self.actors.sort_by_key(|actor| actor.cell == cell && !actor.leaving);
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
    pub fn at(&self, cell: Cell) -> Option<Man> {
        self.actors().find(|actor| actor.cell == cell).map(|actor| actor.man)
    }

    /// Shows one thing that happened.
    pub fn play(&mut self, effect: &Effect) {
        let grid = self.grid;
        let cell = |name: &str| grid.cell(name);
        match effect {
            Effect::Slide { from, to, .. } => {
                if let (Some(from), Some(to)) = (cell(from), cell(to)) {
                    self.relocate(from, to);
                }
            }
            Effect::Swap { a, b, .. } => {
                if let (Some(a), Some(b)) = (cell(a), cell(b)) {
                    for actor in self.actors.iter_mut().filter(|actor| !actor.leaving) {
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
                for actor in self.actors.iter_mut().filter(|actor| Some(actor.cell) == cell(at)) {
                    actor.leaving = true;
                }
            }
            Effect::Become { at, seat, man, .. } => {
                for actor in
                    self.actors.iter_mut().filter(|actor| Some(actor.cell) == cell(at) && !actor.leaving)
                {
                    actor.man = Man { seat: (*seat).into(), letter: *man };
                }
            }
            Effect::Appear { at, seat, man } => {
                if let Some(at) = cell(at) {
                    self.enter(at, Man { seat: (*seat).into(), letter: *man }, true);
                }
            }
            Effect::Mark { at, mark } => self.marks.extend(cell(at).map(|at| (at, mark.clone()))),
            Effect::Unmark { at, mark } => {
                self.marks.retain(|(place, other)| Some(*place) != cell(at) || other != mark);
            }
            Effect::Rolled { .. } | Effect::Hand { .. } => {}
        }
    }

    /// Shows what the view says. Men that stand as they should keep their numbers.
    pub fn settle(&mut self, view: &View) {
        self.clear();
        let grid = self.grid;
        let wanted: Vec<(Cell, Man)> = view
            .men
            .iter()
            .filter_map(|(at, seat, letter)| {
                Some((grid.cell(at)?, Man { seat: (*seat).into(), letter: *letter }))
            })
            .collect();
        self.actors.retain(|actor| wanted.contains(&(actor.cell, actor.man)));
        for (cell, man) in wanted {
            if self.at(cell).is_none() {
                self.enter(cell, man, false);
            }
        }
        self.hidden = view.hidden.iter().filter_map(|name| grid.cell(name)).collect();
        self.marks = view
            .marks
            .iter()
            .filter_map(|placed| Some((grid.cell(&placed.at)?, placed.mark.clone())))
            .collect();
    }

    fn enter(&mut self, cell: Cell, man: Man, entering: bool) {
        self.actors.retain(|actor| actor.cell != cell || actor.leaving);
        self.actors.push(Actor { id: self.next, cell, man, leaving: false, entering });
        self.next += 1;
    }

    fn relocate(&mut self, from: Cell, to: Cell) {
        if self.at(from).is_some() && from != to {
            self.actors.retain(|actor| actor.cell != to || actor.leaving);
            for actor in self.actors.iter_mut().filter(|actor| actor.cell == from && !actor.leaving) {
                actor.cell = to;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::{AnyGame, GameKind, Options};
    use yipan_rules::{Turn, Viewer, split_mix};

    use super::*;

    /// Random games in which every step is shown by its effects alone.
    fn follow(kind: GameKind, modes: &[&str], viewer: Viewer) {
        let options =
            Options { modes: modes.iter().map(|mode| (*mode).to_owned()).collect(), ..Options::default() };
        let mut game = AnyGame::start(kind, &options).expect("a game");
        let shown = |game: &AnyGame| View::new(game, game.view(viewer));
        let mut troupe = Troupe::new(Grid::of(kind), &shown(&game));
        let mut state = 7;
        for _ in 0..200 {
            let mut number;
            (state, number) = split_mix(state);
            let (before, mut effects) = (game.clone(), Vec::new());
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let draws = game.draws();
                    number %= draws.len() as u64;
                    game.draw(&draws[number as usize].0, &mut effects).expect("offered");
                }
                Turn::Player(_) => {
                    let actions = game.actions();
                    number %= actions.len() as u64;
                    game.act(&actions[number as usize], &mut effects).expect("offered");
                }
            }
            for effect in game.witness(&before, &effects, viewer) {
                troupe.play(&Effect::new(&game, &effect));
            }
            let view = shown(&game);
            let mut men: Vec<_> = troupe.actors().map(|actor| (actor.cell, actor.man)).collect();
            let fresh = Troupe::new(Grid::of(kind), &view);
            let mut wanted: Vec<_> = fresh.actors().map(|actor| (actor.cell, actor.man)).collect();
            men.sort_unstable();
            wanted.sort_unstable();
            assert_eq!(men, wanted, "{kind} {modes:?}");
            let numbers: Vec<u32> = troupe.actors().map(|actor| actor.id).collect();
            troupe.settle(&view);
            assert_eq!(numbers, troupe.actors().map(|actor| actor.id).collect::<Vec<_>>());
        }
    }

    #[test]
    fn effects_alone_show_every_game_as_it_stands() {
        for viewer in [Viewer::Arbiter, Viewer::Player(yipan_rules::Seat::First)] {
            follow(GameKind::Xiangqi, &[], viewer);
            follow(GameKind::Liuzichong, &[], viewer);
            for modes in [&[][..], &["fog"], &["gravity"], &["portals", "mines"], &["dice-a", "fog", "mines"]]
            {
                follow(GameKind::Chess, modes, viewer);
            }
        }
    }

    #[test]
    fn a_man_that_is_carried_is_above_the_others_and_still_the_same() {
        let game = AnyGame::start(GameKind::Liuzichong, &Options::default()).expect("a game");
        let grid = Grid::of(GameKind::Liuzichong);
        let mut troupe = Troupe::new(grid, &View::new(&game, game.view(Viewer::Arbiter)));
        let b1 = grid.cell("b1").expect("a cell");
        let before = *troupe.actors().find(|actor| actor.cell == b1).expect("a man");
        troupe.lift(b1);
        assert_eq!(troupe.actors().last(), Some(&before));
        assert_eq!(troupe.actors().count(), 12);
    }

    #[test]
    fn who_comes_into_sight_is_seen_to_come() {
        let game = AnyGame::start(GameKind::Liuzichong, &Options::default()).expect("a game");
        let view = View::new(&game, game.view(Viewer::Arbiter));
        let mut troupe = Troupe::new(Grid::of(GameKind::Liuzichong), &view);
        assert!(troupe.actors().all(|actor| !actor.entering));
        troupe.play(&Effect::Appear { at: "b2".into(), seat: yipan_wire::Side::Second, man: 'W' });
        let entering = |troupe: &Troupe| troupe.actors().filter(|actor| actor.entering).count();
        assert_eq!(entering(&troupe), 1);
        troupe.clear();
        assert_eq!(entering(&troupe), 0);
    }
}
