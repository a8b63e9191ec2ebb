use yipan_core::{Effect, Side, Step};
use yipan_games::{AnyGame, AnyGameError, AnyRecord, GameOptions, Notation};
use yipan_record::{Tag, step_line};
use yipan_xiangqi::notation::Notation as XiangqiNotation;

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
        let result = outcome.result();
        match &self.start {
            AnyGame::Chess(start) if start.modes().is_none() => {
                let mut position = *start.position();
                let mut game = yipan_chess::pgn::Game { start: position, result, ..Default::default() };
                for text in &self.moves {
                    // The claim of a draw is not a move.
                    let Ok(uci) = text.parse() else { continue };
                    let mv = position.resolve_uci(uci).ok()?;
                    game.main_line.nodes.push(mv.into());
                    position = position.after(mv);
                }
                self.write_header(header, outcome, ["White", "Black"], &mut |name, value| {
                    game.set_tag(name, value)
                });
                Some(game.to_string())
            }
            AnyGame::Xiangqi(start) => {
                let start = *start.position();
                let mut game = yipan_xiangqi::files::Game { start, result, ..Default::default() };
                for text in &self.moves {
                    game.main_line.nodes.push(text.parse::<yipan_xiangqi::Move>().ok()?.into());
                }
                self.write_header(header, outcome, ["Red", "Black"], &mut |name, value| {
                    game.set_tag(name, value)
                });
                // ICCS is the notation that most programs read.
                Some(game.pgn(XiangqiNotation::Iccs).to_string())
            }
            AnyGame::Chess(_) | AnyGame::Liuzichong(_) => None,
        }
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
        let side_tags = Side::BOTH.map(|side| {
            let key = self.start.side_key(side);
            key[..1].to_uppercase() + &key[1..]
        });
        let mut tags = Vec::new();
        self.write_header(header, outcome, [&side_tags[0], &side_tags[1]], &mut |name, value| {
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
        side_tags: [&str; 2],
        set_tag: &mut dyn FnMut(&str, &str),
    ) {
        set_tag("Event", "yipan match");
        set_tag("Round", &header.number.to_string());
        set_tag(side_tags[0], header.players[0]);
        set_tag(side_tags[1], header.players[1]);
        set_tag("Result", &outcome.result().to_string());
        set_tag("Termination", &outcome.localize(&self.start, yipan_core::Language::English));
    }
}
