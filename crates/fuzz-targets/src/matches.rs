use std::sync::LazyLock;

use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_match_runner::{Openings, PlayerSpec, Sprt};

use crate::input;

static GAMES: LazyLock<[AnyGame; 3]> = LazyLock::new(|| {
    GameKind::ALL.map(|kind| AnyGame::start(kind, &GameOptions::default()).expect("the default is valid"))
});

/// Parses any text as the options of a match: a player, a file of openings, the bounds of a test.
pub fn match_options(bytes: &[u8]) {
    let text = input::text(bytes);
    for game in GAMES.iter() {
        let _ = PlayerSpec::parse(text, game);
    }
    let _ = text.parse::<Openings>();
    let _ = text.parse::<Sprt>();
}
