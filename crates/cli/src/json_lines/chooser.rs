use std::sync::atomic::AtomicBool;

use yipan_core::{Language, Localize, Turn, Viewer};
use yipan_engine::computer::{Computer, SolvedTable, Strength};
use yipan_games::{AnyGame, GameOptions};
use yipan_match_runner::{ChooseRequest, MatchSearchControl};

use crate::solver::solve;

/// The computer players of one game, which are created when they are asked for an action.
pub(crate) struct Chooser {
    options: GameOptions,
    viewer: Viewer,
    language: Language,
    solved_table: Option<SolvedTable>,
    /// The player of each side, which remembers the turns of its side.
    players: [Option<(Strength, Computer)>; 2],
}

impl Chooser {
    /// Creates the players of a game that was started with these options and is shown to this viewer.
    pub(crate) const fn new(options: GameOptions, viewer: Viewer, language: Language) -> Chooser {
        Chooser { options, viewer, language, solved_table: None, players: [None, None] }
    }

    /// Returns the action of the side to move, in the notation of records; errors are localized.
    pub(crate) fn choose(&mut self, game: &AnyGame, request: &ChooseRequest) -> Result<String, String> {
        let language = self.language;
        let error = |english: &str, simplified: &str, traditional: &str| {
            Err(language.choose(english, simplified, traditional).to_owned())
        };
        let Turn::Player(side) = game.turn() else {
            return error(
                "no player is to move; `turn` in the answer to {} says what comes next",
                "现在不轮到棋手；对 {} 的回答中，`turn` 说明接下来是什么",
                "現在不輪到棋手；對 {} 的回答中，`turn` 說明接下來是什麼",
            );
        };
        if self.viewer != Viewer::Arbiter && self.viewer != Viewer::Player(side) {
            return error(
                "the choice would reveal what only the side to move may know; leave out --view-as, or set it to that side",
                "这会泄露只有走棋方才能知道的内容；请去掉 --view-as，或把它设为走棋方",
                "這會洩露只有走棋方才能知道的內容；請去掉 --view-as，或把它設為走棋方",
            );
        }
        let (strength, limits) = request.check(game).map_err(|error| error.localize(language))?;
        let solved_table = self.solved_table.get_or_insert_with(|| solve::solve_if_needed(game));
        let player = &mut self.players[side.index()];
        if player.as_ref().is_some_and(|(earlier, _)| *earlier != strength) {
            *player = None;
        }
        let (_, computer) = player
            .get_or_insert_with(|| (strength, Computer::new(game, &self.options, solved_table, strength)));
        let never_stopped = AtomicBool::new(false);
        let control = MatchSearchControl::start(&limits, &never_stopped);
        match computer.choose(game, side, request.seed, limits.search_limits(), &control) {
            Some(action) => Ok(action),
            None => error(
                "no action was found within the limits; raise them",
                "在限制之内没有找到着法；请放宽限制",
                "在限制之內沒有找到著法；請放寬限制",
            ),
        }
    }
}
