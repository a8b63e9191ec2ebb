//! The entries that a command leads to, or the reason why it is rejected.

use yipan_core::{EndReason, NullSink, Side, Turn};
use yipan_ratings::UnratedReason;
use yipan_record::Bytes32;
use yipan_wire::{Claim, Command, Offer, Player, RoomPhase, SidePreference, SpectatorPolicy};

use crate::chance::resolve_chance;
use crate::{
    CommandContext, CommandDigest, CommandError, CommandId, LogEntry, Room, RoomEvent, unrated_reason,
};

/// The limit for a chat message, in characters.
const MAX_CHAT_MESSAGE_CHARS: usize = 300;

/// The limit for chat messages in a room: of the players together, and of the spectators together.
const MAX_CHAT_MESSAGES: usize = 1000;

/// The number of times that one user may sit down in a room, which bounds its log.
const MAX_SEATINGS_PER_GUEST: usize = 5;

/// The number of times that all users together may sit down in a room.
const MAX_SEATINGS: usize = 200;

/// The number of draw offers that a side may make in a game.
const MAX_DRAW_OFFERS: u8 = 50;

/// The number of rematch offers that a side may make after a game.
const MAX_REMATCH_OFFERS: u8 = 10;

/// The limit for the id of a command, in characters.
const MAX_COMMAND_ID_CHARS: usize = 64;

/// The contribution of a computer: a constant, so that no one can choose it.
pub(crate) const NO_CONTRIBUTION: Bytes32 = Bytes32([0; 32]);

impl Room {
    /// Returns the entries that a command leads to. They take effect when they are applied.
    ///
    /// # Errors
    /// Returns [`CommandError`] if the command is rejected.
    pub fn decide(
        &self,
        context: &CommandContext<'_>,
        command: &Command,
    ) -> Result<Vec<LogEntry>, CommandError> {
        if context.id.chars().count() > MAX_COMMAND_ID_CHARS {
            return Err(CommandError::CommandIdTooLong { max_chars: MAX_COMMAND_ID_CHARS });
        }
        self.processed_command(&context.user.id, context.id, command)?;
        let events = match command {
            Command::Sit { contribution } => self.sit(context.user, contribution)?,
            Command::SeatComputer { level } => self.seat_computer(context.user, *level)?,
            Command::Leave => self.leave(context.user)?,
            Command::Start => self.start(context.user)?,
            Command::Play { action } => self.play(context, action)?,
            Command::Berserk => self.berserk(context.user)?,
            Command::Resign => {
                let side = self.side_in_running_game(context.user)?;
                vec![ended(Some(side.other()), EndReason::Resignation)]
            }
            Command::Abort => self.abort(context.user)?,
            Command::Offer { offer } => self.offer(context, *offer)?,
            Command::Accept { offer } => self.accept(context.user, *offer)?,
            Command::Decline { offer } => self.decline(context.user, *offer)?,
            Command::Withdraw { offer } => self.withdraw(context.user, *offer)?,
            Command::Claim { claim } => self.claim(context, *claim)?,
            Command::Chat { text } => self.send_chat(context.user, text)?,
            Command::SetConditionalMoves { lines } => self.set_conditional_moves(context.user, lines)?,
        };
        let digest = Some(CommandDigest::of(command));
        let command_id = CommandId { user_id: context.user.id.clone(), id: context.id.to_owned(), digest };
        Ok(events
            .into_iter()
            .map(|event| LogEntry { at: context.now, command: Some(command_id.clone()), event })
            .collect())
    }

    /// Whether a user may watch the room.
    #[must_use]
    pub fn can_watch(&self, user_id: &str) -> bool {
        self.config.spectators != SpectatorPolicy::No || self.is_waiting() || self.has_seat(user_id)
    }

    /// Returns the side of a player in a running game.
    pub(crate) fn side_in_running_game(&self, player: &Player) -> Result<Side, CommandError> {
        if self.is_over() {
            return Err(CommandError::GameOver);
        }
        if self.is_waiting() {
            return Err(CommandError::NotStarted);
        }
        self.seats.side_of(&player.id).ok_or(CommandError::NotSeated)
    }

    fn ensure_waiting(&self) -> Result<(), CommandError> {
        match self.phase() {
            RoomPhase::Waiting => Ok(()),
            RoomPhase::Playing => Err(CommandError::AlreadyStarted),
            RoomPhase::Over => Err(CommandError::GameOver),
        }
    }

    fn sit(&self, player: &Player, contribution: &str) -> Result<Vec<RoomEvent>, CommandError> {
        self.ensure_waiting()?;
        if self.config.rated && player.rating.is_none() {
            return Err(CommandError::Unrated(unrated_reason(player)));
        }
        let contribution = contribution.parse().map_err(CommandError::BadContribution)?;
        let index = usize::from(player.id != self.seats.host.id);
        match self.guest() {
            Some(guest) if index == 1 && guest.id != player.id => return Err(CommandError::SeatTaken),
            _ if self.seats.contributions[index].is_some() => return Err(CommandError::AlreadySeated),
            _ => {}
        }
        let seated = self.log.iter().filter_map(|entry| match &entry.event {
            RoomEvent::Seated { player, .. } => Some(player.id.as_str()),
            _ => None,
        });
        if seated.clone().count() >= MAX_SEATINGS
            || seated.filter(|id| *id == player.id).count() >= MAX_SEATINGS_PER_GUEST
        {
            return Err(CommandError::TooManySeatings);
        }
        Ok(vec![RoomEvent::Seated { player: player.clone(), contribution }])
    }

    fn seat_computer(&self, player: &Player, level: u8) -> Result<Vec<RoomEvent>, CommandError> {
        self.ensure_waiting()?;
        if player.id != self.seats.host.id {
            return Err(CommandError::NotHost);
        }
        if self.config.rated {
            return Err(CommandError::Unrated(UnratedReason::Computer));
        }
        if self.guest().is_some() {
            return Err(CommandError::SeatTaken);
        }
        let computer = Player {
            id: format!("computer-{level}"),
            name: format!("Yipan {level}"),
            level: Some(level),
            rating: None,
            is_bot: false,
        };
        Ok(vec![RoomEvent::Seated { player: computer, contribution: NO_CONTRIBUTION }])
    }

    fn leave(&self, player: &Player) -> Result<Vec<RoomEvent>, CommandError> {
        if self.is_over() {
            return Err(CommandError::GameOver);
        }
        if self.is_waiting() {
            return match self.guest() {
                _ if self.is_in_tournament() => Err(CommandError::InTournament),
                _ if player.id == self.seats.host.id => Ok(vec![ended(None, EndReason::Aborted)]),
                Some(guest) if guest.id == player.id => Ok(vec![RoomEvent::LeftSeat]),
                _ => Err(CommandError::NotSeated),
            };
        }
        let side = self.side_in_running_game(player)?;
        Ok(vec![if self.have_both_moved() || self.is_in_tournament() {
            ended(Some(side.other()), EndReason::Resignation)
        } else {
            ended(None, EndReason::Aborted)
        }])
    }

    fn start(&self, player: &Player) -> Result<Vec<RoomEvent>, CommandError> {
        self.ensure_waiting()?;
        if player.id != self.seats.host.id {
            return Err(CommandError::NotHost);
        }
        self.start_events()
    }

    /// Returns the events that start the game.
    pub(crate) fn start_events(&self) -> Result<Vec<RoomEvent>, CommandError> {
        let rng = self.chance_rng().ok_or(CommandError::OpponentMissing)?;
        let host_side = match self.config.host_side {
            SidePreference::First => Side::First,
            SidePreference::Second => Side::Second,
            SidePreference::Random => rng.random_host_side(),
        };
        let mut game = self.validated_config.initial_game.clone();
        let chance_events = resolve_chance(&mut game, &rng, 0)
            .map_err(|error| CommandError::IllegalAction(Box::new(error)))?;
        let mut events = vec![RoomEvent::Started { host_side, chance_events }];
        events.extend(ended_by_rules(game.turn()));
        Ok(events)
    }

    fn play(&self, context: &CommandContext<'_>, text: &str) -> Result<Vec<RoomEvent>, CommandError> {
        let side = self.side_in_running_game(context.user)?;
        if context.seen.is_some_and(|seen| seen <= self.last_board_change.0) {
            return Err(CommandError::StaleBoard);
        }
        if self.side_to_move() != Some(side) {
            return Err(CommandError::NotYourTurn);
        }
        let lag_compensation = self.lag_compensation(side, context.lag);
        if self.has_flag_fallen(side, context.now - lag_compensation - context.waited) {
            return Err(CommandError::OutOfTime);
        }
        let mut game = self.game.clone();
        let illegal = |error| CommandError::IllegalAction(Box::new(error));
        let action = game.apply_action(text, &mut NullSink).map_err(illegal)?;
        let rng = self.chance_rng().ok_or(CommandError::OpponentMissing)?;
        let chance_events = resolve_chance(&mut game, &rng, self.chance_event_count).map_err(illegal)?;
        let (lag_compensation, waited) = (lag_compensation.0, context.waited.0);
        let replies = self.conditional_replies(&game, &action);
        let is_conditional = false;
        let played =
            RoomEvent::Played { side, action, chance_events, lag_compensation, waited, is_conditional };
        let mut events = vec![played];
        events.extend(ended_by_rules(game.turn()));
        events.extend(replies);
        Ok(events)
    }

    fn abort(&self, player: &Player) -> Result<Vec<RoomEvent>, CommandError> {
        self.side_in_running_game(player)?;
        if self.is_in_tournament() {
            return Err(CommandError::InTournament);
        }
        if self.have_both_moved() {
            return Err(CommandError::TooLateToAbort);
        }
        Ok(vec![ended(None, EndReason::Aborted)])
    }

    fn offer(&self, context: &CommandContext<'_>, offer: Offer) -> Result<Vec<RoomEvent>, CommandError> {
        let side = self.check_offer(context, offer)?;
        if self.offers.contains(side.other(), offer) {
            return self.accept(context.user, offer);
        }
        if self.offers.contains(side, offer) {
            return Err(CommandError::AlreadyOffered);
        }
        Ok(vec![RoomEvent::Offered { side, offer }])
    }

    fn check_offer(&self, context: &CommandContext<'_>, offer: Offer) -> Result<Side, CommandError> {
        match offer {
            Offer::Draw => {
                let side = self.side_in_running_game(context.user)?;
                let last = self.offers.last_draw_offer[side.index()];
                if last.is_some_and(|last| context.now < last + self.limits.draw_offer_interval) {
                    return Err(CommandError::OfferTooSoon);
                }
                self.check_offer_count(side, self.offers.draw_count[side.index()], offer, MAX_DRAW_OFFERS)
            }
            Offer::Takeback => {
                let side = self.side_in_running_game(context.user)?;
                if self.is_in_tournament() || !self.validated_config.allows_takeback() {
                    return Err(CommandError::TakebackDisabled);
                }
                if self.offers.takeback_count[side.index()] >= self.limits.max_takebacks {
                    return Err(CommandError::TooManyTakebacks { max: self.limits.max_takebacks });
                }
                self.plies_to_take_back(side).map(|_| side).ok_or(CommandError::NothingToTakeBack)
            }
            Offer::Rematch | Offer::RematchSame => {
                if !self.is_over() {
                    return Err(CommandError::GameNotOver);
                }
                if self.is_in_tournament() {
                    return Err(CommandError::InTournament);
                }
                if self.agreed_rematch.is_some() {
                    return Err(CommandError::AlreadyOffered);
                }
                let side = self.seats.side_of(&context.user.id).ok_or(CommandError::NotSeated)?;
                self.check_aborts(context.aborted_before)?;
                self.check_offer_count(
                    side,
                    self.offers.rematch_count[side.index()],
                    offer,
                    MAX_REMATCH_OFFERS,
                )
            }
        }
    }

    /// Rejects an offer that was made too often. Offering what the other side has offered accepts it and is always allowed.
    fn check_offer_count(&self, side: Side, count: u8, offer: Offer, max: u8) -> Result<Side, CommandError> {
        if count >= max && !self.offers.contains(side.other(), offer) {
            return Err(CommandError::TooManyOffers { max });
        }
        Ok(side)
    }

    /// Returns the number of plies back to before the last action of a side.
    fn plies_to_take_back(&self, side: Side) -> Option<u32> {
        let last = self.actions.iter().rposition(|action| action.side == side)?;
        u32::try_from(self.actions.len() - last).ok()
    }

    /// Returns the side of a player who may answer an offer.
    fn responding_side(&self, player: &Player, offer: Offer) -> Result<Side, CommandError> {
        let side = self.seats.side_of(&player.id).ok_or(CommandError::NotSeated)?;
        if self.offers.contains(side.other(), offer) { Ok(side) } else { Err(CommandError::NoSuchOffer) }
    }

    fn accept(&self, player: &Player, offer: Offer) -> Result<Vec<RoomEvent>, CommandError> {
        let side = self.responding_side(player, offer)?;
        let requester = side.other();
        Ok(vec![match offer {
            Offer::Draw => ended(None, EndReason::Agreement),
            Offer::Takeback => {
                let plies = self.plies_to_take_back(requester).ok_or(CommandError::NothingToTakeBack)?;
                RoomEvent::TakebackApplied { side: requester, plies }
            }
            Offer::Rematch | Offer::RematchSame => RoomEvent::Rematch { offer },
        }])
    }

    fn decline(&self, player: &Player, offer: Offer) -> Result<Vec<RoomEvent>, CommandError> {
        let side = self.responding_side(player, offer)?;
        Ok(vec![RoomEvent::Declined { side, offer }])
    }

    fn withdraw(&self, player: &Player, offer: Offer) -> Result<Vec<RoomEvent>, CommandError> {
        let side = self.seats.side_of(&player.id).ok_or(CommandError::NotSeated)?;
        if !self.offers.contains(side, offer) {
            return Err(CommandError::NoSuchOffer);
        }
        Ok(vec![RoomEvent::Withdrawn { side, offer }])
    }

    fn claim(&self, context: &CommandContext<'_>, claim: Claim) -> Result<Vec<RoomEvent>, CommandError> {
        let side = self.side_in_running_game(context.user)?;
        let since = self.disconnected_since[side.other().index()].ok_or(CommandError::OpponentConnected)?;
        let due = since + self.limits.claim_after;
        if context.now < due {
            return Err(CommandError::ClaimTooEarly { seconds: (due - context.now).0.div_ceil(1000) });
        }
        // Before both sides have moved there is nothing to win, except in a tournament.
        if !self.have_both_moved() && !self.is_in_tournament() {
            return Ok(vec![ended(None, EndReason::Aborted)]);
        }
        let winner = (claim == Claim::Win).then_some(side);
        Ok(vec![ended(winner, EndReason::Abandonment)])
    }

    /// Whether each side has made a move. A re-roll is no move, and a takeback does not change it.
    fn have_both_moved(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.clock.has_moved(side))
    }

    fn send_chat(&self, author: &Player, text: &str) -> Result<Vec<RoomEvent>, CommandError> {
        if !self.config.chat || !self.can_watch(&author.id) {
            return Err(CommandError::ChatClosed);
        }
        let text = text.trim();
        let length = text.chars().count();
        if length == 0 || length > MAX_CHAT_MESSAGE_CHARS || text.chars().any(char::is_control) {
            return Err(CommandError::BadChatMessage { max_chars: MAX_CHAT_MESSAGE_CHARS });
        }
        // Separate limits, so that spectators cannot use up the chat of the players.
        let by_player = self.has_seat(&author.id);
        if self.chat.iter().filter(|message| message.by_player == by_player).count() >= MAX_CHAT_MESSAGES {
            return Err(CommandError::ChatClosed);
        }
        Ok(vec![RoomEvent::ChatMessage { author: author.clone(), text: text.to_owned() }])
    }
}

fn ended(winner: Option<Side>, reason: EndReason) -> RoomEvent {
    RoomEvent::Ended { winner, reason }
}

/// Returns the end of a game that the rules have ended.
pub(crate) fn ended_by_rules(turn: Turn) -> Option<RoomEvent> {
    match turn {
        Turn::Over(outcome) => Some(ended(outcome.winner, outcome.reason.into())),
        Turn::Player(_) | Turn::Chance => None,
    }
}
