//! Conditional moves of correspondence games: replies that a player prepares, and that the server plays at once.

use yipan_core::{NullSink, Turn};
use yipan_games::AnyGame;
use yipan_wire::{MAX_CONDITIONAL_LINES, MAX_CONDITIONAL_MOVES, Player, advance_lines};

use crate::decide::ended_by_rules;
use crate::{Audience, CommandError, Room, RoomEvent};

/// The number of times that a player may replace the conditional moves in one turn, which bounds the log.
const MAX_CHANGES_PER_TURN: usize = 20;

impl Room {
    /// Returns the event that replaces the conditional moves of a player.
    pub(crate) fn set_conditional_moves(
        &self,
        player: &Player,
        lines: &[Vec<String>],
    ) -> Result<Vec<RoomEvent>, CommandError> {
        let side = self.side_in_running_game(player)?;
        // A reply to a hidden or random event would reveal it, or could not be foreseen.
        if !self.is_correspondence() || !self.validated_config.initial_game.supports_takeback() {
            return Err(CommandError::ConditionalMovesDisabled);
        }
        if self.side_to_move() == Some(side) {
            return Err(CommandError::YourTurn);
        }
        let since_move = self.log.get(self.last_board_change.0 as usize..).unwrap_or_default();
        let is_change = |event: &RoomEvent| matches!(event, RoomEvent::ConditionalMovesSet { .. });
        if since_move.iter().filter(|entry| is_change(&entry.event)).count() >= MAX_CHANGES_PER_TURN {
            return Err(CommandError::TooManyConditionalChanges { max: MAX_CHANGES_PER_TURN });
        }
        if lines.len() > MAX_CONDITIONAL_LINES {
            return Err(CommandError::TooManyConditionalLines { max: MAX_CONDITIONAL_LINES });
        }
        let mut checked: Vec<Vec<String>> = Vec::new();
        for (line, number) in lines.iter().zip(1..) {
            let line = self.check_line(line, number)?;
            for earlier in &checked {
                check_agreement(earlier, &line, number)?;
            }
            // A line that is the beginning of another says nothing more.
            if checked.iter().any(|earlier| earlier.starts_with(&line)) {
                continue;
            }
            checked.retain(|earlier| !line.starts_with(earlier));
            checked.push(line);
        }
        Ok(vec![RoomEvent::ConditionalMovesSet { side, lines: checked }])
    }

    /// Returns a line in the notation of played moves, if all of its moves are legal.
    fn check_line(&self, line: &[String], number: usize) -> Result<Vec<String>, CommandError> {
        if line.len() > 2 * MAX_CONDITIONAL_MOVES {
            return Err(CommandError::ConditionalLineTooLong { line: number, max: MAX_CONDITIONAL_MOVES });
        }
        if line.is_empty() || line.len() % 2 == 1 {
            return Err(CommandError::ConditionalLineWithoutReply { line: number });
        }
        let mut game = self.game.clone();
        let mut actions = Vec::with_capacity(line.len());
        for (text, place) in line.iter().zip(1..) {
            let before = game.turn();
            let illegal = |error| CommandError::IllegalConditionalMove {
                line: number,
                place,
                text: text.chars().take(20).collect(),
                error: Box::new(error),
            };
            actions.push(game.apply_action(text, &mut NullSink).map_err(illegal)?);
            if game.turn() == before {
                return Err(CommandError::ConditionalLineWithoutReply { line: number });
            }
        }
        Ok(actions)
    }

    /// Returns the replies that the server plays after an action, which leads to `game`.
    ///
    /// An open offer is answered by its receiver, so no reply is played before.
    pub(crate) fn conditional_replies(&self, game: &AnyGame, action: &str) -> Vec<RoomEvent> {
        let mut events = Vec::new();
        let mut lines = self.conditional_lines.clone();
        if lines.iter().all(Vec::is_empty) {
            return events;
        }
        let mut game = game.clone();
        let mut last = action.to_owned();
        let (mut offers, mut mover) = (self.offers.clone(), self.side_to_move());
        loop {
            lines.iter_mut().for_each(|lines| advance_lines(lines, Some(&last)));
            let Turn::Player(side) = game.turn() else { break };
            // The offers are those before the action, and what was offered to its side has lapsed with it.
            if let Some(mover) = mover.filter(|mover| *mover != side) {
                offers.expire_opponent_offers(mover);
            }
            mover = Some(side);
            let has_offer = offers.open.iter().any(|(offered_by, _)| *offered_by == side.other());
            let reply = lines[side.index()].first().and_then(|line| line.first());
            let Some(reply) = reply.filter(|_| !has_offer) else { break };
            // It was legal when it was prepared, in the same position.
            let Ok(reply) = game.apply_action(reply, &mut NullSink) else { break };
            last.clone_from(&reply);
            events.push(RoomEvent::Played {
                side,
                action: reply,
                chance_events: Vec::new(),
                lag_compensation: 0,
                waited: 0,
                is_conditional: true,
            });
            events.extend(ended_by_rules(game.turn()));
        }
        events
    }

    /// Returns the conditional moves that an audience may see: only its own.
    pub(crate) fn conditional_moves_for(&self, audience: Audience) -> Vec<Vec<String>> {
        match audience {
            Audience::Player(side) => self.conditional_lines[side.index()].clone(),
            Audience::Spectator => Vec::new(),
        }
    }
}

/// Rejects a line that replies to the same moves of the opponent with another move than an earlier line.
fn check_agreement(earlier: &[String], line: &[String], number: usize) -> Result<(), CommandError> {
    let common = earlier.iter().zip(line).take_while(|(one, other)| one == other).count();
    // The moves of the player have odd indices.
    let differs = common < earlier.len().min(line.len());
    if differs && common % 2 == 1 {
        return Err(CommandError::ConditionalConflict { line: number, place: common + 1 });
    }
    Ok(())
}
