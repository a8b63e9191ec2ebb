use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use yipan_core::{Language, Side};
use yipan_engine::computer::{SeededRng, SolvedTable};
use yipan_games::{AnyGame, GameOptions};

use crate::game::{GameSettings, MatchGame};
use crate::limits::MoveLimits;
use crate::opening::Openings;
use crate::player::Player;
use crate::player_spec::PlayerSpec;
use crate::score::rating::SprtDecision;

/// A match: its players, its settings and the seed of its random numbers.
pub struct MatchRunner {
    /// The game at its start.
    pub game: AnyGame,
    /// The options that `game` was started with.
    pub options: GameOptions,
    /// The tablebase, in games that are solved.
    pub solved: SolvedTable,
    /// The two players; the first one moves first in games with an even index.
    pub player_specs: [PlayerSpec; 2],
    /// The openings, one for each pair of games.
    pub openings: Openings,
    /// The limits of each move.
    pub limits: MoveLimits,
    /// The number of actions after which a game is adjudicated as a draw.
    pub max_plies: usize,
    /// The number of games, an even number.
    pub game_count: usize,
    /// The seed of openings, chance events and levels.
    pub seed: u64,
    /// The language of the reasons for forfeits.
    pub language: Language,
}

impl MatchRunner {
    /// Plays the games on `concurrency` threads and calls `on_game` with each game and its index.
    ///
    /// Games are reported in order, whatever the number of threads, so an SPRT stops at the same game. The match ends
    /// early when `on_game` returns a decision; games in progress are abandoned then.
    ///
    /// # Errors
    /// Returns the first error of `on_game`.
    pub fn run<E>(
        &self,
        concurrency: usize,
        on_game: &mut dyn FnMut(usize, &MatchGame) -> Result<SprtDecision, E>,
    ) -> Result<(), E> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, receive) = channel();
        std::thread::scope(|scope| {
            for _ in 0..concurrency.clamp(1, self.game_count.max(1)) {
                let (send, next, stop) = (send.clone(), &next, &stop);
                scope.spawn(move || {
                    let mut players = self
                        .player_specs
                        .each_ref()
                        .map(|spec| Player::new(spec, &self.game, &self.options, &self.solved));
                    while !stop.load(Ordering::Relaxed) {
                        let index = next.fetch_add(1, Ordering::Relaxed);
                        if index >= self.game_count {
                            break;
                        }
                        let Some(game) = self.play_game(index, &mut players, stop) else { break };
                        if send.send((index, game)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut finished = BTreeMap::new();
            let mut next_reported = 0;
            for (index, game) in receive {
                finished.insert(index, game);
                while let Some(game) = finished.remove(&next_reported) {
                    let decision = on_game(next_reported, &game);
                    next_reported += 1;
                    if !matches!(decision, Ok(SprtDecision::Continue)) {
                        stop.store(true, Ordering::Relaxed);
                        return decision.map(|_| ());
                    }
                }
            }
            Ok(())
        })
    }

    /// Returns the player of a side in the game with this index.
    #[must_use]
    pub fn player_spec(&self, index: usize, side: Side) -> &PlayerSpec {
        &self.player_specs[(index + side.index()) % 2]
    }

    fn play_game(&self, index: usize, players: &mut [Player; 2], stop: &AtomicBool) -> Option<MatchGame> {
        // Both games of a pair have the same opening, and the same chance events as long as the same moves are played.
        let pair = index as u64 / 2;
        let mut rng = SeededRng::for_purpose(self.seed, 3 * pair);
        let opening = self.openings.steps(&self.game, &mut rng);
        let settings =
            GameSettings { limits: self.limits, max_plies: self.max_plies, language: self.language, stop };
        let player_rngs = [1, 2]
            .map(|purpose| SeededRng::for_purpose(self.seed ^ (index as u64) << 32, 3 * pair + purpose));
        let [first, second] = players;
        let mut players_by_side = [(first, player_rngs[0]), (second, player_rngs[1])];
        if index % 2 == 1 {
            players_by_side.reverse();
        }
        MatchGame::play(&self.game, &opening, players_by_side, rng, &settings)
    }
}
