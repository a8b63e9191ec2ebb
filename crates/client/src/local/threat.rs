use yipan_core::Turn;
use yipan_games::{AnyGame, GameKind};
use yipan_local_play::LocalSetup;

/// Returns the setup of the same position with the other side to move, which shows what that side threatens.
///
/// Returns `None` if the game is over, has modes, or the side to move is in check, so that it could not pass.
#[must_use]
pub fn threat_setup(setup: &LocalSetup, game: &AnyGame) -> Option<LocalSetup> {
    let Turn::Player(_) = game.turn() else { return None };
    if game.has_modes() {
        return None;
    }
    let position = game.position();
    let mut fields: Vec<&str> = position.split(' ').collect();
    let turn = fields.get_mut(1)?;
    *turn = if *turn == "b" { "w" } else { "b" };
    if let (GameKind::Chess, Some(ep_square)) = (game.kind(), fields.get_mut(3)) {
        *ep_square = "-";
    }
    let threat =
        LocalSetup { position: Some(fields.join(" ")), chance_outcomes: Vec::new(), ..setup.clone() };
    let started = AnyGame::start(game.kind(), &threat.options()).ok()?;
    matches!(started.turn(), Turn::Player(_)).then_some(threat)
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;
    use yipan_local_play::PlayerKind;

    use super::*;

    fn threat(kind: GameKind, position: &str, modes: &[&str]) -> Option<LocalSetup> {
        let setup = LocalSetup {
            position: Some(position.to_owned()).filter(|text| !text.is_empty()),
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 0)
        };
        let game = AnyGame::start(kind, &setup.options()).expect("a position");
        threat_setup(&setup, &game)
    }

    #[test]
    fn the_other_side_moves_in_the_same_position() {
        for kind in GameKind::ALL {
            let setup = threat(kind, "", &[]).expect("nothing forbids to pass");
            let game = AnyGame::start(kind, &setup.options()).expect("a position");
            assert_eq!(game.turn(), Turn::Player(Side::Second), "{kind}");
        }
        let after_e4 = "rnbqkbnr/pppp1ppp/8/8/3pP3/8/PPP2PPP/RNBQKBNR b KQkq e3 0 3";
        let setup = threat(GameKind::Chess, after_e4, &[]).expect("nothing forbids to pass");
        assert_eq!(
            setup.position.as_deref(),
            Some("rnbqkbnr/pppp1ppp/8/8/3pP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3")
        );
    }

    #[test]
    fn there_is_no_threat_in_check_or_after_the_end_or_with_modes() {
        assert_eq!(threat(GameKind::Chess, "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", &[]), None);
        assert_eq!(threat(GameKind::Chess, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", &[]), None);
        assert_eq!(threat(GameKind::Xiangqi, "4k4/9/9/9/9/9/9/9/4r4/4K4 w - - 0 1", &[]), None);
        assert_eq!(threat(GameKind::Chess, "", &["gravity"]), None);
    }
}
