//! What was played in a game of a match, and how it is written down.

use anyhow::Result;
use yipan_core::{Effect, Side, Step};
use yipan_games::{AnyGame, AnyRecord, GameOptions, Notation};
use yipan_record::{Tag, step_line};
use yipan_xiangqi::notation::Notation as Written;

use super::outcome::MatchGameOutcome;

/// The steps of a game from its start.
#[derive(Clone, Debug)]
pub(crate) struct GameLog {
    pub(crate) start: AnyGame,
    pub(crate) steps: Vec<Step<String, String>>,
    /// The moves alone, as engines write them.
    pub(crate) moves: Vec<String>,
    /// The same, with the ranks of xiangqi counted from 1.
    pub(crate) one_based_moves: Vec<String>,
}

/// Who played, and in which game of the match.
pub(crate) struct GameHeader<'a> {
    /// Counted from 1.
    pub(crate) number: usize,
    /// The names by seat.
    pub(crate) players: [&'a str; 2],
}

impl GameLog {
    pub(crate) const fn new(start: AnyGame) -> GameLog {
        GameLog { start, steps: Vec::new(), moves: Vec::new(), one_based_moves: Vec::new() }
    }

    /// Takes a step in the game and writes it down; a refused one changes nothing.
    pub(crate) fn apply(
        &mut self,
        game: &mut AnyGame,
        step: &Step<String, String>,
    ) -> Result<(), yipan_games::AnyGameError> {
        let mut effects: Vec<Effect> = Vec::new();
        match step {
            Step::Chance(draw) => game.apply_chance(draw, &mut effects)?,
            Step::Action(text) => {
                let from_one = match game {
                    AnyGame::Xiangqi(_) => Some(game.translate(text, Notation::UciOneBased)?),
                    AnyGame::Chess(_) | AnyGame::Liuzichong(_) => None,
                };
                let acted = game.apply_action(text, &mut effects)?;
                self.one_based_moves.push(from_one.unwrap_or_else(|| acted.clone()));
                self.moves.push(acted);
            }
        }
        self.steps.push(step.clone());
        Ok(())
    }

    /// Whether the game has PGN.
    pub(crate) fn has_pgn(game: &AnyGame) -> bool {
        match game {
            AnyGame::Chess(_) => !game.has_modes(),
            AnyGame::Xiangqi(_) => true,
            AnyGame::Liuzichong(_) => false,
        }
    }

    /// The game as PGN; nothing where the game has none.
    pub(crate) fn pgn(&self, heading: &GameHeader<'_>, end: &MatchGameOutcome) -> Option<String> {
        let result = end.result();
        match &self.start {
            AnyGame::Chess(start) if start.modes().is_none() => {
                let mut position = *start.position();
                let mut game = yipan_chess::pgn::Game { start: position, result, ..Default::default() };
                for text in &self.moves {
                    // A claim of a draw is no move.
                    let Ok(uci) = text.parse() else { continue };
                    let mv = position.resolve_uci(uci).ok()?;
                    game.main_line.nodes.push(mv.into());
                    position = position.after(mv);
                }
                self.write_header(heading, end, ["White", "Black"], &mut |name, value| {
                    game.set_tag(name, value);
                });
                Some(game.to_string())
            }
            AnyGame::Xiangqi(start) => {
                let start = *start.position();
                let mut game = yipan_xiangqi::files::Game { start, result, ..Default::default() };
                for text in &self.moves {
                    game.main_line.nodes.push(text.parse::<yipan_xiangqi::Move>().ok()?.into());
                }
                self.write_header(heading, end, ["Red", "Black"], &mut |name, value| {
                    game.set_tag(name, value);
                });
                // What every program reads, whatever language its user speaks.
                Some(game.pgn(Written::Iccs).to_string())
            }
            AnyGame::Chess(_) | AnyGame::Liuzichong(_) => None,
        }
    }

    /// The game as a record that `yipan replay` shows.
    pub(crate) fn record(
        &self,
        options: &GameOptions,
        heading: &GameHeader<'_>,
        end: &MatchGameOutcome,
    ) -> Result<String> {
        let mut log = AnyRecord::new(self.start.kind(), options)?;
        let side_tags = Side::BOTH.map(|seat| {
            let key = self.start.side_key(seat);
            key[..1].to_uppercase() + &key[1..]
        });
        let mut tags = Vec::new();
        self.write_header(heading, end, [&side_tags[0], &side_tags[1]], &mut |name, value| {
            tags.extend(Tag::new(name, value.trim()));
        });
        log.set_tags(tags);
        let steps: String = self.steps.iter().map(|step| step_line(step) + "\n").collect();
        Ok(format!("{log}{steps}"))
    }

    fn write_header(
        &self,
        heading: &GameHeader<'_>,
        end: &MatchGameOutcome,
        side_tags: [&str; 2],
        put: &mut dyn FnMut(&str, &str),
    ) {
        put("Event", "yipan match");
        put("Round", &heading.number.to_string());
        put(side_tags[0], heading.players[0]);
        put(side_tags[1], heading.players[1]);
        put("Result", &end.result().to_string());
        put("Termination", &end.localize(&self.start, yipan_core::Language::English));
    }
}
