//! What becomes of what somebody says.

use yipan_core::{EndReason, NullSink, Side, Turn};
use yipan_record::Bytes32;
use yipan_wire::{Claim, Command, Offer, Player, SidePreference, SpectatorPolicy};

use crate::chance::resolve_chance;
use crate::{CommandContext, CommandDigest, CommandError, CommandId, LogEntry, Room, RoomEvent};

/// The longest line of talk, in signs, and the most lines at a table: of its players, and of everybody else.
const MAX_CHAT_MESSAGE_CHARS: usize = 300;
const MAX_CHAT_MESSAGES: usize = 1000;

/// How often one guest may sit down in a room, and all guests together. A room that has seen more is given up: its log would
/// grow for ever.
const MAX_SEATINGS_PER_GUEST: usize = 5;
const MAX_SEATINGS: usize = 200;

/// How often a side may offer a draw in a game, and a rematch after it.
const MAX_DRAW_OFFERS: u8 = 50;
const MAX_REMATCH_OFFERS: u8 = 10;

/// The longest name of a command.
const MAX_COMMAND_ID_CHARS: usize = 64;

/// What a computer adds to the draws: nothing anybody could choose.
pub(crate) const NO_CONTRIBUTION: Bytes32 = Bytes32([0; 32]);

impl Room {
    /// What a command leads to, or why it does not. Nothing has happened before the entries are applied.
    ///
    /// # Errors
    /// Why it is refused.
    pub fn decide(
        &self,
        call: &CommandContext<'_>,
        command: &Command,
    ) -> Result<Vec<LogEntry>, CommandError> {
        if call.id.chars().count() > MAX_COMMAND_ID_CHARS {
            return Err(CommandError::CommandIdTooLong);
        }
        self.processed_command(&call.user.id, call.id, command)?;
        let entries = match command {
            Command::Sit { contribution } => self.sit(call.user, contribution)?,
            Command::SeatComputer { level } => self.seat_computer(call.user, *level)?,
            Command::Leave => self.leave(call.user)?,
            Command::Start => self.start(call.user)?,
            Command::Play { action: act } => self.play(call, act)?,
            Command::Resign => {
                let seat = self.side_in_running_game(call.user)?;
                vec![ended(Some(seat.other()), EndReason::Resignation)]
            }
            Command::Abort => self.abort(call.user)?,
            Command::Offer { offer } => self.offer(call, *offer)?,
            Command::Accept { offer } => self.accept(call.user, *offer)?,
            Command::Decline { offer } => self.decline(call.user, *offer)?,
            Command::Withdraw { offer } => self.withdraw(call.user, *offer)?,
            Command::Claim { claim } => self.claim(call, *claim)?,
            Command::Chat { text } => self.send_chat(call.user, text)?,
        };
        let digest = Some(CommandDigest::of(command));
        let command_id = CommandId { user_id: call.user.id.clone(), id: call.id.to_owned(), digest };
        Ok(entries
            .into_iter()
            .map(|entry| LogEntry { at: call.now, command: Some(command_id.clone()), event: entry })
            .collect())
    }

    /// Whether a person may look on.
    #[must_use]
    pub fn can_watch(&self, user_id: &str) -> bool {
        self.config.spectators != SpectatorPolicy::No || self.is_waiting() || self.has_seat(user_id)
    }

    /// The seat of somebody who plays a game that goes on.
    fn side_in_running_game(&self, player: &Player) -> Result<Side, CommandError> {
        if self.is_over() {
            return Err(CommandError::GameOver);
        }
        if self.is_waiting() {
            return Err(CommandError::NotStarted);
        }
        self.seats.side_of(&player.id).ok_or(CommandError::NotSeated)
    }

    fn ensure_waiting(&self) -> Result<(), CommandError> {
        match () {
            () if self.is_over() => Err(CommandError::GameOver),
            () if self.is_playing() => Err(CommandError::AlreadyStarted),
            () => Ok(()),
        }
    }

    fn sit(&self, player: &Player, contribution: &str) -> Result<Vec<RoomEvent>, CommandError> {
        self.ensure_waiting()?;
        let contribution = contribution.parse().map_err(CommandError::BadContribution)?;
        let index = usize::from(player.id != self.seats.host.id);
        match self.guest() {
            Some(guest) if index == 1 && guest.id != player.id => return Err(CommandError::SeatTaken),
            _ if self.seats.contributions[index].is_some() => return Err(CommandError::AlreadySeated),
            _ => {}
        }
        let seated = self.log.iter().filter_map(|stamped| match &stamped.event {
            RoomEvent::Seated { player: person, .. } => Some(person.id.as_str()),
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
        if self.guest().is_some() {
            return Err(CommandError::SeatTaken);
        }
        let computer =
            Player { id: format!("computer-{level}"), name: format!("Yipan {level}"), level: Some(level) };
        Ok(vec![RoomEvent::Seated { player: computer, contribution: NO_CONTRIBUTION }])
    }

    fn leave(&self, player: &Player) -> Result<Vec<RoomEvent>, CommandError> {
        if self.is_over() {
            return Err(CommandError::GameOver);
        }
        if self.is_waiting() {
            return match self.guest() {
                _ if player.id == self.seats.host.id => Ok(vec![ended(None, EndReason::Aborted)]),
                Some(guest) if guest.id == player.id => Ok(vec![RoomEvent::LeftSeat]),
                _ => Err(CommandError::NotSeated),
            };
        }
        let seat = self.side_in_running_game(player)?;
        Ok(vec![if self.have_both_moved() {
            ended(Some(seat.other()), EndReason::Resignation)
        } else {
            ended(None, EndReason::Aborted)
        }])
    }

    fn start(&self, player: &Player) -> Result<Vec<RoomEvent>, CommandError> {
        self.ensure_waiting()?;
        if player.id != self.seats.host.id {
            return Err(CommandError::NotHost);
        }
        let fairness = self.chance_rng().ok_or(CommandError::OpponentMissing)?;
        let host = match self.config.host_side {
            SidePreference::First => Side::First,
            SidePreference::Second => Side::Second,
            SidePreference::Random => fairness.random_host_side(),
        };
        let mut game = self.validated_config.initial_game.clone();
        let chance_events = resolve_chance(&mut game, &fairness, 0)
            .map_err(|error| CommandError::IllegalAction(Box::new(error)))?;
        let mut entries = vec![RoomEvent::Started { host_side: host, chance_events }];
        entries.extend(ended_by_rules(game.turn()));
        Ok(entries)
    }

    fn play(&self, call: &CommandContext<'_>, text: &str) -> Result<Vec<RoomEvent>, CommandError> {
        let seat = self.side_in_running_game(call.user)?;
        if call.seen.is_some_and(|seen| seen <= self.last_board_change.0) {
            return Err(CommandError::StaleBoard);
        }
        if self.side_to_move() != Some(seat) {
            return Err(CommandError::NotYourTurn);
        }
        let lag_compensation = self.lag_compensation(seat, call.lag);
        if self.has_flag_fallen(seat, call.now - lag_compensation) {
            return Err(CommandError::OutOfTime);
        }
        let mut game = self.game.clone();
        let illegal = |error| CommandError::IllegalAction(Box::new(error));
        let action = game.apply_action(text, &mut NullSink).map_err(illegal)?;
        let fairness = self.chance_rng().ok_or(CommandError::OpponentMissing)?;
        let chance_events = resolve_chance(&mut game, &fairness, self.chance_event_count).map_err(illegal)?;
        let mut entries = vec![RoomEvent::Played {
            side: seat,
            action,
            chance_events,
            lag_compensation: lag_compensation.0,
        }];
        entries.extend(ended_by_rules(game.turn()));
        Ok(entries)
    }

    fn abort(&self, player: &Player) -> Result<Vec<RoomEvent>, CommandError> {
        self.side_in_running_game(player)?;
        if self.have_both_moved() {
            return Err(CommandError::TooLateToAbort);
        }
        Ok(vec![ended(None, EndReason::Aborted)])
    }

    fn offer(&self, call: &CommandContext<'_>, offer: Offer) -> Result<Vec<RoomEvent>, CommandError> {
        let seat = self.check_offer(call, offer)?;
        if self.offers.contains(seat.other(), offer) {
            return self.accept(call.user, offer);
        }
        if self.offers.contains(seat, offer) {
            return Err(CommandError::AlreadyOffered);
        }
        Ok(vec![RoomEvent::Offered { side: seat, offer }])
    }

    fn check_offer(&self, call: &CommandContext<'_>, offer: Offer) -> Result<Side, CommandError> {
        match offer {
            Offer::Draw => {
                let seat = self.side_in_running_game(call.user)?;
                let last = self.offers.last_draw_offer[seat.index()];
                if last.is_some_and(|last| call.now < last + self.limits.draw_offer_interval) {
                    return Err(CommandError::OfferTooSoon);
                }
                self.check_offer_count(seat, self.offers.draw_count[seat.index()], offer, MAX_DRAW_OFFERS)
            }
            Offer::Takeback => {
                let seat = self.side_in_running_game(call.user)?;
                if !self.validated_config.allows_takeback() {
                    return Err(CommandError::TakebackDisabled);
                }
                if self.offers.takeback_count[seat.index()] >= self.limits.max_takebacks {
                    return Err(CommandError::TooManyTakebacks { max: self.limits.max_takebacks });
                }
                self.plies_to_take_back(seat).map(|_| seat).ok_or(CommandError::NothingToTakeBack)
            }
            Offer::Rematch | Offer::RematchSame => {
                if !self.is_over() {
                    return Err(CommandError::GameNotOver);
                }
                if self.agreed_rematch.is_some() {
                    return Err(CommandError::AlreadyOffered);
                }
                let seat = self.seats.side_of(&call.user.id).ok_or(CommandError::NotSeated)?;
                self.check_offer_count(
                    seat,
                    self.offers.rematch_count[seat.index()],
                    offer,
                    MAX_REMATCH_OFFERS,
                )
            }
        }
    }

    /// Refuses an offer that was made too often. To offer what the other side has offered accepts it, which is always allowed.
    fn check_offer_count(&self, seat: Side, count: u8, offer: Offer, max: u8) -> Result<Side, CommandError> {
        if count >= max && !self.offers.contains(seat.other(), offer) {
            return Err(CommandError::TooManyOffers { max });
        }
        Ok(seat)
    }

    /// How many moves lead back to a side's last one.
    fn plies_to_take_back(&self, seat: Side) -> Option<u32> {
        let last = self.actions.iter().rposition(|act| act.side == seat)?;
        u32::try_from(self.actions.len() - last).ok()
    }

    /// The seat that may answer an offer of the other.
    fn responding_side(&self, player: &Player, offer: Offer) -> Result<Side, CommandError> {
        let seat = self.seats.side_of(&player.id).ok_or(CommandError::NotSeated)?;
        if self.offers.contains(seat.other(), offer) { Ok(seat) } else { Err(CommandError::NoSuchOffer) }
    }

    fn accept(&self, player: &Player, offer: Offer) -> Result<Vec<RoomEvent>, CommandError> {
        let seat = self.responding_side(player, offer)?;
        let requester = seat.other();
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
        let seat = self.responding_side(player, offer)?;
        Ok(vec![RoomEvent::Declined { side: seat, offer }])
    }

    fn withdraw(&self, player: &Player, offer: Offer) -> Result<Vec<RoomEvent>, CommandError> {
        let seat = self.seats.side_of(&player.id).ok_or(CommandError::NotSeated)?;
        if !self.offers.contains(seat, offer) {
            return Err(CommandError::NoSuchOffer);
        }
        Ok(vec![RoomEvent::Withdrawn { side: seat, offer }])
    }

    fn claim(&self, call: &CommandContext<'_>, claim: Claim) -> Result<Vec<RoomEvent>, CommandError> {
        let seat = self.side_in_running_game(call.user)?;
        let since = self.disconnected_since[seat.other().index()].ok_or(CommandError::OpponentConnected)?;
        let due = since + self.limits.claim_after;
        if call.now < due {
            return Err(CommandError::ClaimTooEarly { seconds: (due - call.now).0.div_ceil(1000) });
        }
        // Before both have moved there is nothing to win.
        if !self.have_both_moved() {
            return Ok(vec![ended(None, EndReason::Aborted)]);
        }
        let winner = (claim == Claim::Win).then_some(seat);
        Ok(vec![ended(winner, EndReason::Abandonment)])
    }

    /// Tells whether each side has made a move. Re-rolls are no moves, and a takeback leaves it as it is.
    fn have_both_moved(&self) -> bool {
        Side::BOTH.into_iter().all(|seat| self.clock.has_moved(seat))
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
        // Spectators do not talk the players out of their lines.
        let by_player = self.has_seat(&author.id);
        if self.chat.iter().filter(|spoken| spoken.by_player == by_player).count() >= MAX_CHAT_MESSAGES {
            return Err(CommandError::ChatClosed);
        }
        Ok(vec![RoomEvent::ChatMessage { author: author.clone(), text: text.to_owned() }])
    }
}

fn ended(winner: Option<Side>, reason: EndReason) -> RoomEvent {
    RoomEvent::Ended { winner, reason }
}

/// The end of a game that the rules have ended.
fn ended_by_rules(turn: Turn) -> Option<RoomEvent> {
    match turn {
        Turn::Over(outcome) => Some(ended(outcome.winner, outcome.reason.into())),
        Turn::Player(_) | Turn::Chance => None,
    }
}
