use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use anyhow::Result;
use yipan_core::{Language, Side};
use yipan_engine::computer::SeededRng;
use yipan_engine::computer::SolvedTable;
use yipan_games::{AnyGame, GameOptions};

use super::game::{GameSettings, MatchGame};
use super::limits::MoveLimits;
use super::opening::Openings;
use super::player::Player;
use super::player_spec::PlayerSpec;

/// Where a match is played: what was agreed, and boards side by side.
pub(crate) struct MatchRunner {
    pub(crate) game: AnyGame,
    pub(crate) options: GameOptions,
    pub(crate) solved: SolvedTable,
    pub(crate) player_specs: [PlayerSpec; 2],
    pub(crate) openings: Openings,
    pub(crate) limits: MoveLimits,
    pub(crate) max_plies: usize,
    pub(crate) game_count: usize,
    pub(crate) seed: u64,
    pub(crate) language: Language,
}

impl MatchRunner {
    /// Plays all games, several at a time, and tells of them in their order, so that neither their number nor a test ends
    /// differently with more boards. `tell` says whether the match is decided.
    pub(crate) fn run(
        &self,
        concurrency: usize,
        on_game: &mut dyn FnMut(usize, &MatchGame) -> Result<bool>,
    ) -> Result<()> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, receive) = channel();
        std::thread::scope(|scope| {
            for _ in 0..concurrency.clamp(1, self.game_count.max(1)) {
                let (send, next, stop) = (send.clone(), &next, &stop);
                scope.spawn(move || {
                    let mut players = self
                        .player_specs
                        .each_ref()
                        .map(|entrant| Player::new(entrant, &self.game, &self.options, &self.solved));
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.game_count {
                            break;
                        }
                        let Some(bout) = self.play_game(number, &mut players, stop) else { break };
                        if send.send((number, bout)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut finished = BTreeMap::new();
            let mut next_reported = 0;
            for (number, bout) in receive {
                finished.insert(number, bout);
                while let Some(bout) = finished.remove(&next_reported) {
                    let decided = on_game(next_reported, &bout);
                    next_reported += 1;
                    // A fault and a decision end the match alike; games under way are given up.
                    if !matches!(decided, Ok(false)) {
                        stop.store(true, Ordering::Relaxed);
                        return decided.map(|_| ());
                    }
                }
            }
            Ok(())
        })
    }

    /// Who sits there: the first entrant begins the games with an even number.
    pub(crate) fn player_spec(&self, number: usize, seat: Side) -> &PlayerSpec {
        &self.player_specs[(number + seat.index()) % 2]
    }

    fn play_game(&self, number: usize, players: &mut [Player; 2], stop: &AtomicBool) -> Option<MatchGame> {
        // Both games of a pair begin alike, and are dealt the same chance as long as they go on alike.
        let pair = number as u64 / 2;
        let mut chance = SeededRng::for_purpose(self.seed, 3 * pair);
        let opening = self.openings.steps(&self.game, &mut chance);
        let terms =
            GameSettings { limits: self.limits, max_plies: self.max_plies, language: self.language, stop };
        let numbers =
            [1, 2].map(|place| SeededRng::for_purpose(self.seed ^ (number as u64) << 32, 3 * pair + place));
        let [first, second] = players;
        let mut seated = [(first, numbers[0]), (second, numbers[1])];
        if number % 2 == 1 {
            seated.reverse();
        }
        MatchGame::play(&self.game, &opening, seated, chance, &terms)
    }
}
