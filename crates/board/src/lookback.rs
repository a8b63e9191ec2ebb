//! How a game stood some moves ago, looked at while it is being played. Nobody sees more of it than he saw then.

use yipan_games::{AnyGame, GameKind, Options};
use yipan_rules::{Turn, Viewer};
use yipan_wire::{Played, Terms, View};

use crate::Local;

/// A board on which nobody has anything to do.
pub(crate) fn at_rest(view: View) -> View {
    View { turn: None, actions: Vec::new(), check: false, ..view }
}

impl Local {
    /// The board after so many moves. Only where the game stands now is there anything to do.
    #[must_use]
    pub fn looked_back(&self, moves: usize) -> View {
        match self.past().get(moves) {
            Some(game) => at_rest(View::new(game, game.view(self.viewer()))),
            None => self.view(),
        }
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
    use yipan_rules::Seat;
    use yipan_wire::Side;

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
