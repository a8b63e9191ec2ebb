use yipan_core::{Effect, Side, Step};
use yipan_games::{AnyGame, AnyGameError, AnyRecord, GameOptions, Notation, PgnHeader};
use yipan_record::{Tag, step_line};

use crate::outcome::MatchGameOutcome;

/// The steps of a game, and its moves in the notations of engines.
#[derive(Clone, Debug)]
pub struct GameLog {
    /// The game before its first step.
    pub start: AnyGame,
    /// Actions and chance outcomes in order.
    pub steps: Vec<Step<String, String>>,
    /// The actions in UCI notation; in xiangqi with ranks counted from 0.
    pub moves: Vec<String>,
    /// The same actions with the ranks of xiangqi counted from 1.
    pub one_based_moves: Vec<String>,
}

/// The tags of a game.
pub struct GameHeader<'a> {
    /// The number of the game in the match, from 1.
    pub number: usize,
    /// The names of the players, first side first.
    pub players: [&'a str; 2],
}

impl GameLog {
    pub(crate) const fn new(start: AnyGame) -> GameLog {
        GameLog { start, steps: Vec::new(), moves: Vec::new(), one_based_moves: Vec::new() }
    }

    /// Applies a step to the game and appends it. A rejected step changes nothing.
    pub(crate) fn apply(
        &mut self,
        game: &mut AnyGame,
        step: &Step<String, String>,
    ) -> Result<(), AnyGameError> {
        let mut effects: Vec<Effect> = Vec::new();
        match step {
            Step::Chance(outcome) => game.apply_chance(outcome, &mut effects)?,
            Step::Action(text) => {
                let one_based = match game {
                    AnyGame::Xiangqi(_) => Some(game.translate(text, Notation::UciOneBased)?),
                    AnyGame::Chess(_) | AnyGame::Liuzichong(_) => None,
                };
                let action = game.apply_action(text, &mut effects)?;
                self.one_based_moves.push(one_based.unwrap_or_else(|| action.clone()));
                self.moves.push(action);
            }
        }
        self.steps.push(step.clone());
        Ok(())
    }

    /// Returns whether the game can be written as PGN.
    #[must_use]
    pub fn has_pgn(game: &AnyGame) -> bool {
        match game {
            AnyGame::Chess(_) => !game.has_modes(),
            AnyGame::Xiangqi(_) => true,
            AnyGame::Liuzichong(_) => false,
        }
    }

    /// Returns the game as PGN, or `None` if the game has no PGN.
    #[must_use]
    pub fn pgn(&self, header: &GameHeader<'_>, outcome: &MatchGameOutcome) -> Option<String> {
        if !GameLog::has_pgn(&self.start) {
            return None;
        }
        let mut pgn_header = PgnHeader { result: outcome.result(), ..PgnHeader::default() };
        self.write_header(header, outcome, &mut |name, value| pgn_header.add_tag(name, value));
        self.start.to_pgn(self.moves.iter().map(String::as_str), &pgn_header)
    }

    /// Returns the game as a record for `yipan replay`.
    ///
    /// # Errors
    /// Returns [`AnyGameError`] if `options` do not describe a game of this kind.
    pub fn record(
        &self,
        options: &GameOptions,
        header: &GameHeader<'_>,
        outcome: &MatchGameOutcome,
    ) -> Result<String, AnyGameError> {
        let mut record = AnyRecord::new(self.start.kind(), options)?;
        let mut tags = Vec::new();
        self.write_header(header, outcome, &mut |name, value| {
            tags.extend(Tag::new(name, value.trim()));
        });
        record.set_tags(tags);
        let steps: String = self.steps.iter().map(|step| step_line(step) + "\n").collect();
        Ok(format!("{record}{steps}"))
    }

    fn write_header(
        &self,
        header: &GameHeader<'_>,
        outcome: &MatchGameOutcome,
        set_tag: &mut dyn FnMut(&str, &str),
    ) {
        set_tag("Event", "yipan match");
        set_tag("Round", &header.number.to_string());
        for (side, player) in Side::BOTH.into_iter().zip(header.players) {
            set_tag(&self.start.player_tag(side), player);
        }
        set_tag("Result", &outcome.result().to_string());
        set_tag("Termination", &outcome.localize(&self.start, yipan_core::Language::English));
    }
}
