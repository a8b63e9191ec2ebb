//! How a game stood some moves ago, looked at while it is being played. Nobody sees more of it than he saw then.

use yipan_games::{AnyGame, GameKind, Options};
use yipan_rules::{Cell, Seat, Step, Turn, Viewer};
use yipan_wire::{Played, Terms, View};

use crate::{Due, Grid, Local, Reach, Replay, Shown};

/// A board on which nobody has anything to do.
pub(crate) fn at_rest(view: View) -> View {
    View { turn: None, actions: Vec::new(), check: false, ..view }
}

impl Local {
    /// Who reads what stands beside the board. While two people change seats either may look, so it tells neither's secrets.
    #[must_use]
    pub fn reader(&self) -> Viewer {
        if matches!(self.due(), Due::Change(_)) { Viewer::Spectator } else { self.viewer() }
    }

    /// The board after so many moves. Only where the game stands now is there anything to do.
    #[must_use]
    pub fn looked_back(&self, moves: usize) -> View {
        match self.past().get(moves) {
            Some(game) => at_rest(View::new(game, game.view(self.viewer()))),
            None => self.view(),
        }
    }

    /// Where the last of so many moves began and ended, as far as who looks may know.
    #[must_use]
    pub fn touched(&self, moves: usize) -> Vec<Cell> {
        let (viewer, grid) = (self.viewer(), self.grid());
        let mut made = self.past().iter().zip(self.acts()).take(moves).rev();
        let last = made.find_map(|(game, act)| Some((game, act, Reach::read(grid, act)?)));
        let told = last.filter(|(game, act, _)| game.discloses(&Step::Act((*act).clone()), viewer));
        told.map_or_else(Vec::new, |(.., reach)| vec![reach.from, reach.to])
    }

    /// What a seat has missed that was sent behind a curtain: the board as it last saw it, and as much as it may know of every
    /// step since, with the number of the first move it missed.
    #[must_use]
    pub fn missed(&self, seat: Seat) -> Option<Missed> {
        let line = Replay::of(self.opening().clone(), self.acts()).ok()?;
        let viewer = Viewer::Player(seat);
        let is_own =
            |place: usize| line.next_act(place).is_some() && line.game(place).turn() == Turn::Player(seat);
        let from = (0..line.len()).rev().find(|place| is_own(*place)).map_or(0, |place| place + 1);
        let idle = |view: View| View { actions: Vec::new(), check: false, ..view };
        let mut steps: Vec<Shown> = (from + 1..=line.len())
            .map(|place| {
                let shown = line.shown(place, viewer);
                Shown { view: idle(shown.view), ..shown }
            })
            .collect();
        if let Some(last) = steps.last_mut() {
            last.view = View::new(self.game(), self.game().view(viewer));
        }
        Some(Missed { number: line.acts(from).len(), before: idle(line.view(from, viewer)), steps })
    }
}

/// What went on while somebody was sent away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// The number of the first move that was missed, from 0.
    pub number: usize,
    /// The board as it was last seen.
    pub before: View,
    /// Every step since, as far as it may be known.
    pub steps: Vec<Shown>,
}

/// Where the last of these moves of a table began and ended, as far as that was told.
pub(crate) fn last_touched(grid: Grid, moves: &[Played]) -> Vec<Cell> {
    let is_move = |act: &str| Reach::read(grid, act);
    // A claim or another throw is no move; one that is not told hides what came before it.
    let mut last = moves.iter().rev().map(|played| played.act.as_deref().map(is_move));
    match last.find(|told| !matches!(told, Some(None))) {
        Some(Some(Some(reach))) => vec![reach.from, reach.to],
        _ => Vec::new(),
    }
}

/// The board after these moves, where they tell all that happened: nothing is hidden and nothing left to chance.
pub(crate) fn played_again(terms: &Terms, moves: &[Played]) -> Option<View> {
    let options =
        Options { position: terms.position.clone(), rules: terms.rules.clone(), modes: terms.modes.clone() };
    let kind: GameKind = terms.game.parse().ok()?;
    let mut game = AnyGame::start(kind, &options).ok().filter(|game| !game.has_secrets())?;
    for played in moves {
        let act = played.act.as_ref().filter(|_| matches!(game.turn(), Turn::Player(_)))?;
        game.act(act, &mut yipan_rules::Discard).ok()?;
    }
    let is_known = game.turn() != Turn::Chance;
    is_known.then(|| at_rest(View::new(&game, game.view(Viewer::Spectator))))
}

#[cfg(test)]
mod tests {
    use yipan_wire::{Effect, Side};

    use super::*;
    use crate::{Chair, Opening};

    fn start(modes: &[&str]) -> Local {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let opening = Opening { modes, ..Opening::usual(GameKind::Chess, [Chair::Person; 2], 11) };
        Local::start(opening).expect("a game")
    }

    #[test]
    fn a_game_stands_as_it_stood_and_nothing_can_be_done_there() {
        let mut local = start(&[]);
        let first = local.view();
        local.act("e2e4").expect("legal");
        local.act("e7e5").expect("legal");
        assert_eq!(local.looked_back(0), at_rest(first));
        let one = local.looked_back(1);
        assert!(one.men.iter().any(|(cell, ..)| cell == "e4") && one.actions.is_empty());
        assert_eq!(local.looked_back(2), local.view());
        assert_eq!(local.looked_back(99), local.view());
    }

    #[test]
    fn in_fog_nobody_sees_more_of_the_past_than_of_the_present() {
        let mut local = start(&["fog"]);
        local.act("e2e4").expect("legal");
        local.sit(Seat::Second);
        assert!(local.looked_back(0).men.iter().all(|(_, side, _)| *side == Side::Second));
    }

    #[test]
    fn the_last_move_is_known_wherever_one_looks_unless_fog_hides_it() {
        let names = |local: &Local, moves: usize| -> Vec<String> {
            local.touched(moves).into_iter().map(|cell| local.grid().name(cell)).collect()
        };
        let mut local = start(&[]);
        local.act("e2e4").expect("legal");
        local.act("e7e5").expect("legal");
        assert_eq!(
            (names(&local, 0).len(), names(&local, 1), names(&local, 9)),
            (0, vec!["e2".into(), "e4".into()], vec!["e7".into(), "e5".into()])
        );
        let mut local = start(&["fog"]);
        local.act("e2e4").expect("legal");
        assert_eq!(names(&local, 1), ["e2", "e4"]);
        local.sit(Seat::Second);
        assert_eq!(names(&local, 1), Vec::<String>::new());
        let told = |acts: &[Option<&str>]| {
            let moves: Vec<Played> =
                acts.iter().map(|act| Played { seat: Side::First, act: act.map(str::to_owned) }).collect();
            last_touched(local.grid(), &moves).len()
        };
        assert_eq!((told(&[]), told(&[Some("e2e4")]), told(&[Some("e2e4"), Some("reroll")])), (0, 2, 2));
        assert_eq!(told(&[Some("e2e4"), None]), 0);
    }

    #[test]
    fn after_a_reload_the_one_to_move_says_so_first() {
        let mut local = start(&["fog"]);
        assert_eq!(
            Local::restore(&local.save()).expect("kept").due(),
            Due::Person(Seat::First),
            "nothing to hide yet"
        );
        for (act, seat) in [("e2e4", Seat::Second), ("d7d5", Seat::First)] {
            local.act(act).expect("legal");
            assert_eq!(Local::restore(&local.save()).expect("kept").due(), Due::Change(seat));
            local.sit(seat);
        }
        let mut open = start(&[]);
        open.act("e2e4").expect("legal");
        let open = Local::restore(&open.save()).expect("kept");
        assert_eq!((open.due(), open.eye()), (Due::Person(Seat::Second), Seat::First));
    }

    #[test]
    fn who_comes_back_from_behind_the_curtain_sees_what_could_be_seen() {
        let mut local = start(&["fog"]);
        for act in ["e2e4", "d7d5", "e4d5"] {
            local.act(act).expect("legal");
            if let Due::Change(seat) = local.due() {
                local.sit(seat);
            }
        }
        let missed = local.missed(Seat::Second).expect("a game");
        assert_eq!((missed.number, missed.steps.len()), (2, 1));
        assert!(
            missed.before.actions.is_empty()
                && missed.before.men.iter().any(|(at, side, _)| at == "d5" && *side == Side::Second)
        );
        // The own man is seen to go, and by whom it was taken as far as he is in sight.
        let last = missed.steps.last().expect("a step");
        assert!(
            last.effects.iter().any(|effect| matches!(effect, Effect::Vanish { at, .. } if at == "d5")),
            "{last:?}"
        );
        assert_eq!(last.view, local.view());
        let first = start(&["fog"]).missed(Seat::Second).expect("a game");
        assert_eq!((first.number, first.steps.len()), (0, 0));
    }

    #[test]
    fn at_the_hall_moves_tell_the_board_unless_chance_or_fog_does() {
        let moves = [(Side::First, "e2e4"), (Side::Second, "e7e5")]
            .map(|(seat, act)| Played { seat, act: Some(act.into()) });
        let terms = |modes: &[&str]| Terms {
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            ..Terms::usual("chess")
        };
        let view = played_again(&terms(&[]), &moves[..1]).expect("plain");
        assert!(view.men.iter().any(|(cell, ..)| cell == "e4") && view.turn.is_none());
        assert!(played_again(&terms(&["gravity"]), &[]).is_some());
        assert_eq!(played_again(&terms(&["fog"]), &moves), None);
        assert_eq!(played_again(&terms(&["dice-a"]), &moves), None);
    }
}
