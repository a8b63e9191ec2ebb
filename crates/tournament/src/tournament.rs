use yipan_clock::Millis;
use yipan_core::Side;

use crate::arena::WaitingPlayer;
use crate::swiss::SwissPlayer;
use crate::{
    ColorHistory, Event, EventError, Format, Game, GameId, GameState, Pairing, Player, PlayerId, Standings,
    arena, round_robin, swiss,
};

/// A tournament: the fold of its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tournament {
    format: Format,
    stage: Stage,
    players: Vec<Player>,
    games: Vec<Game>,
    rounds: Vec<Vec<PlayerId>>,
    /// The number of players at the start, who fill the table of a round robin.
    starters: u32,
}

/// The stage of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits for its start.
    Waiting,
    /// It is being played.
    Running,
    /// It is over.
    Finished,
}

/// The pairings that are possible now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pairings {
    /// The next round. It becomes an [`Event::Paired`].
    Round {
        /// The games.
        games: Vec<Pairing>,
        /// The players who get a point without a game.
        byes: Vec<PlayerId>,
    },
    /// Games of this round are still played.
    RoundNotOver,
    /// There is no further round: all were played, or no two players are left who could meet.
    NoFurtherRound,
}

impl Tournament {
    /// Creates a tournament without players.
    #[must_use]
    pub const fn new(format: Format) -> Tournament {
        Tournament {
            format,
            stage: Stage::Waiting,
            players: Vec::new(),
            games: Vec::new(),
            rounds: Vec::new(),
            starters: 0,
        }
    }

    /// Returns how players are paired.
    #[must_use]
    pub const fn format(&self) -> Format {
        self.format
    }

    /// Returns how far the tournament is.
    #[must_use]
    pub const fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the players, by [`PlayerId`].
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// Returns the games, by [`GameId`].
    #[must_use]
    pub fn games(&self) -> &[Game] {
        &self.games
    }

    /// Returns the players with a bye, by round.
    #[must_use]
    pub fn byes(&self) -> &[Vec<PlayerId>] {
        &self.rounds
    }

    /// Returns the number of rounds; `None` in an arena, and in a round robin that has not started.
    #[must_use]
    pub const fn round_count(&self) -> Option<u32> {
        match self.format {
            Format::Swiss { rounds } => Some(rounds),
            Format::RoundRobin { is_double } if self.starters > 0 => {
                Some(round_robin::rounds(self.starters, is_double))
            }
            Format::RoundRobin { .. } | Format::Arena { .. } => None,
        }
    }

    /// Returns the game that a player plays now.
    #[must_use]
    pub fn current_game(&self, player: PlayerId) -> Option<GameId> {
        let is_played = |game: &Game| game.state == GameState::Playing && game.pairing.side(player).is_some();
        self.games.iter().position(is_played).map(|index| GameId(index as u32))
    }

    /// Returns the player of a user.
    #[must_use]
    pub fn player_of(&self, user: &str) -> Option<PlayerId> {
        self.players.iter().position(|player| player.user == user).map(|index| PlayerId(index as u32))
    }

    /// Returns the standings.
    #[must_use]
    pub fn standings(&self) -> Standings {
        Standings::new(self.format, &self.players, &self.games, &self.rounds)
    }

    /// Applies an event.
    ///
    /// # Errors
    ///
    /// Says why the event cannot have happened; the tournament is unchanged.
    pub fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        if self.stage == Stage::Finished {
            return match event {
                Event::Voided { game } => self.void(*game),
                _ => Err(EventError::Finished),
            };
        }
        match event {
            Event::Joined { user, rating } => self.join(user, *rating),
            Event::Withdrew { player } => self.withdraw(*player),
            Event::Started => self.start(),
            Event::Paired { games, byes } => self.pair(games, byes),
            Event::Ended { game, winner, has_berserked } => self.end_game(*game, *winner, *has_berserked),
            Event::Voided { game } => self.void(*game),
            Event::Finished => {
                // The end of an arena interrupts games, whose results do not count.
                for game in self.games.iter_mut().filter(|game| game.state == GameState::Playing) {
                    game.state = GameState::Voided;
                }
                self.stage = Stage::Finished;
                Ok(())
            }
        }
    }

    /// Returns the next round of a Swiss tournament or of a round robin. `top_color` is the color of the strongest
    /// player in the first round, drawn by lot.
    #[must_use]
    pub fn next_pairings(&self, top_color: Side) -> Pairings {
        if self.games.iter().any(|game| game.state == GameState::Playing) {
            return Pairings::RoundNotOver;
        }
        let round = self.rounds.len() as u32;
        match self.format {
            Format::Swiss { rounds } if round < rounds => self.next_swiss_round(top_color),
            Format::RoundRobin { is_double } if round < round_robin::rounds(self.starters, is_double) => {
                self.next_berger_round(round)
            }
            Format::Swiss { .. } | Format::RoundRobin { .. } | Format::Arena { .. } => {
                Pairings::NoFurtherRound
            }
        }
    }

    /// Returns the games of an arena that can start now between the free players who are present, each with the time
    /// for which they have waited.
    #[must_use]
    pub fn next_arena_games(&self, present: &[(PlayerId, Millis)]) -> Vec<Pairing> {
        let ranks = self.standings().ranks();
        let mut waiting: Vec<_> = present
            .iter()
            .filter(|(player, _)| self.check_free(*player).is_ok())
            .map(|(player, waited)| WaitingPlayer {
                id: *player,
                waited: *waited,
                last_opponent: self.opponents(*player).last(),
                colors: self.colors(*player),
            })
            .collect();
        waiting.sort_by_key(|player| ranks[player.id.index()]);
        arena::pair(&waiting)
    }

    fn next_swiss_round(&self, top_color: Side) -> Pairings {
        let ids = (0..self.players.len() as u32).map(PlayerId);
        let standings = self.standings();
        let players: Vec<_> = ids
            .filter(|id| self.players[id.index()].is_active)
            .map(|id| SwissPlayer {
                id,
                points: standings.points(id),
                rating: self.players[id.index()].rating,
                colors: self.colors(id),
                opponents: self.opponents(id).collect(),
                had_bye: self.had_bye(id),
                has_floated: standings.has_floated(id),
            })
            .collect();
        match swiss::pair(&players, top_color) {
            Some(round) if players.len() > 1 => {
                Pairings::Round { games: round.games, byes: round.bye.into_iter().collect() }
            }
            _ => Pairings::NoFurtherRound,
        }
    }

    /// Returns a round of the table. The opponents of players who have withdrawn get a point.
    fn next_berger_round(&self, round: u32) -> Pairings {
        let (mut games, mut byes) = (Vec::new(), Vec::new());
        for game in round_robin::round(self.starters, round).games {
            match Side::BOTH.map(|side| self.players[game.player(side).index()].is_active) {
                [true, true] => games.push(game),
                [true, false] => byes.push(game.first),
                [false, true] => byes.push(game.second),
                [false, false] => {}
            }
        }
        Pairings::Round { games, byes }
    }

    fn join(&mut self, user: &str, rating: u32) -> Result<(), EventError> {
        if let Some(id) = self.player_of(user) {
            let player = &mut self.players[id.index()];
            if player.is_active {
                return Err(EventError::AlreadyJoined { user: user.to_owned() });
            }
            player.is_active = true;
            // The game may have changed, and no round was paired by the rating of before.
            if self.stage == Stage::Waiting {
                player.rating = rating;
            }
            return Ok(());
        }
        if self.stage == Stage::Running && matches!(self.format, Format::RoundRobin { .. }) {
            return Err(EventError::LateEntry);
        }
        self.players.push(Player { user: user.to_owned(), rating, is_active: true });
        Ok(())
    }

    fn withdraw(&mut self, id: PlayerId) -> Result<(), EventError> {
        self.check_active(id)?;
        self.players[id.index()].is_active = false;
        Ok(())
    }

    fn start(&mut self) -> Result<(), EventError> {
        if self.stage == Stage::Running {
            return Err(EventError::AlreadyStarted);
        }
        let players = self.players.iter().filter(|player| player.is_active).count();
        if players < 2 {
            return Err(EventError::TooFewPlayers { players });
        }
        (self.stage, self.starters) = (Stage::Running, self.players.len() as u32);
        Ok(())
    }

    fn pair(&mut self, games: &[Pairing], byes: &[PlayerId]) -> Result<(), EventError> {
        if self.stage == Stage::Waiting {
            return Err(EventError::NotStarted);
        }
        let round = self.rounds.len() as u32;
        self.check_round(round)?;
        let mut paired = Vec::with_capacity(2 * games.len() + byes.len());
        for player in games.iter().flat_map(|game| [game.first, game.second]).chain(byes.iter().copied()) {
            self.check_free(player)?;
            if paired.contains(&player) {
                return Err(EventError::PairedTwice { player });
            }
            paired.push(player);
        }
        if let Format::Swiss { .. } = self.format {
            self.check_swiss(games, byes)?;
        }
        self.rounds.push(byes.to_vec());
        self.games.extend(games.iter().map(|pairing| Game {
            pairing: *pairing,
            round,
            state: GameState::Playing,
        }));
        Ok(())
    }

    /// Checks that a round can begin. The waves of an arena overlap.
    fn check_round(&self, round: u32) -> Result<(), EventError> {
        let rounds = match self.format {
            Format::Swiss { rounds } => rounds,
            Format::RoundRobin { is_double } => round_robin::rounds(self.starters, is_double),
            Format::Arena { .. } => return Ok(()),
        };
        if self.games.iter().any(|game| game.state == GameState::Playing) {
            return Err(EventError::RoundNotOver { round: round - 1 });
        }
        if round >= rounds { Err(EventError::AllRoundsPaired { rounds }) } else { Ok(()) }
    }

    fn check_swiss(&self, games: &[Pairing], byes: &[PlayerId]) -> Result<(), EventError> {
        for Pairing { first, second } in games.iter().copied() {
            if self.opponents(first).any(|opponent| opponent == second) {
                return Err(EventError::MetAlready { first, second });
            }
        }
        match byes.iter().find(|player| self.had_bye(**player)) {
            Some(player) => Err(EventError::SecondBye { player: *player }),
            None => Ok(()),
        }
    }

    fn end_game(
        &mut self,
        id: GameId,
        winner: Option<Side>,
        has_berserked: [bool; 2],
    ) -> Result<(), EventError> {
        let allows_berserk = matches!(self.format, Format::Arena { allows_berserk: true });
        if has_berserked != [false; 2] && !allows_berserk {
            return Err(EventError::BerserkNotAllowed { game: id });
        }
        let game = self.games.get_mut(id.index()).ok_or(EventError::NoSuchGame { game: id })?;
        match game.state {
            GameState::Playing => game.state = GameState::Ended { winner, has_berserked },
            GameState::Ended { .. } => return Err(EventError::GameEnded { game: id }),
            GameState::Voided => return Err(EventError::GameVoided { game: id }),
        }
        Ok(())
    }

    fn void(&mut self, id: GameId) -> Result<(), EventError> {
        let game = self.games.get_mut(id.index()).ok_or(EventError::NoSuchGame { game: id })?;
        if game.state == GameState::Voided {
            return Err(EventError::GameVoided { game: id });
        }
        game.state = GameState::Voided;
        Ok(())
    }

    fn check_active(&self, player: PlayerId) -> Result<(), EventError> {
        match self.players.get(player.index()) {
            None => Err(EventError::NoSuchPlayer { player }),
            Some(found) if !found.is_active => Err(EventError::Withdrawn { player }),
            Some(_) => Ok(()),
        }
    }

    fn check_free(&self, player: PlayerId) -> Result<(), EventError> {
        self.check_active(player)?;
        let mut games = self.games_of(player);
        if games.any(|game| game.state == GameState::Playing) {
            return Err(EventError::StillPlaying { player });
        }
        Ok(())
    }

    /// Returns the games of a player, in order.
    pub(crate) fn games_of(&self, player: PlayerId) -> impl Iterator<Item = &Game> {
        self.games.iter().filter(move |game| game.pairing.side(player).is_some())
    }

    fn opponents(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> {
        self.games_of(player)
            .filter_map(move |game| Some(game.pairing.player(game.pairing.side(player)?.other())))
    }

    fn had_bye(&self, player: PlayerId) -> bool {
        self.rounds.iter().any(|byes| byes.contains(&player))
    }

    /// Returns the colors of a player. A voided game counts: it may have been played.
    fn colors(&self, player: PlayerId) -> ColorHistory {
        let mut colors = ColorHistory::default();
        self.games_of(player).filter_map(|game| game.pairing.side(player)).for_each(|side| colors.push(side));
        colors
    }
}
