use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;

use anyhow::Result;
use yipan_engine::computer::Chance;
use yipan_engine::computer::Solved;
use yipan_games::{AnyGame, Options};
use yipan_rules::{Language, Seat};

use super::bout::{Bout, Terms};
use super::entrant::Entrant;
use super::opening::Openings;
use super::pace::Pace;
use super::player::Player;

/// Where a match is played: what was agreed, and boards side by side.
pub(crate) struct Hall {
    pub(crate) game: AnyGame,
    pub(crate) options: Options,
    pub(crate) solved: Solved,
    pub(crate) entrants: [Entrant; 2],
    pub(crate) openings: Openings,
    pub(crate) pace: Pace,
    pub(crate) plies: usize,
    pub(crate) games: usize,
    pub(crate) seed: u64,
    pub(crate) language: Language,
}

impl Hall {
    /// Plays all games, several at a time, and tells of them in their order, so that neither their number nor a test ends
    /// differently with more boards. `tell` says whether the match is decided.
    pub(crate) fn play(
        &self,
        boards: usize,
        tell: &mut dyn FnMut(usize, &Bout) -> Result<bool>,
    ) -> Result<()> {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (send, receive) = channel();
        std::thread::scope(|scope| {
            for _ in 0..boards.clamp(1, self.games.max(1)) {
                let (send, next, stop) = (send.clone(), &next, &stop);
                scope.spawn(move || {
                    let mut players = self
                        .entrants
                        .each_ref()
                        .map(|entrant| Player::new(entrant, &self.game, &self.options, &self.solved));
                    while !stop.load(Ordering::Relaxed) {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= self.games {
                            break;
                        }
                        let Some(bout) = self.bout(number, &mut players, stop) else { break };
                        if send.send((number, bout)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(send);
            let mut waiting = BTreeMap::new();
            let mut told = 0;
            for (number, bout) in receive {
                waiting.insert(number, bout);
                while let Some(bout) = waiting.remove(&told) {
                    let decided = tell(told, &bout);
                    told += 1;
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
    pub(crate) fn entrant(&self, number: usize, seat: Seat) -> &Entrant {
        &self.entrants[(number + seat.index()) % 2]
    }

    fn bout(&self, number: usize, players: &mut [Player; 2], stop: &AtomicBool) -> Option<Bout> {
        // Both games of a pair begin alike, and are dealt the same chance as long as they go on alike.
        let pair = number as u64 / 2;
        let mut chance = Chance::of(self.seed, 3 * pair);
        let opening = self.openings.steps(&self.game, &mut chance);
        let terms = Terms { pace: self.pace, plies: self.plies, language: self.language, stop };
        let numbers = [1, 2].map(|place| Chance::of(self.seed ^ (number as u64) << 32, 3 * pair + place));
        let [first, second] = players;
        let mut seated = [(first, numbers[0]), (second, numbers[1])];
        if number % 2 == 1 {
            seated.reverse();
        }
        Bout::play(&self.game, &opening, seated, chance, &terms)
    }
}
