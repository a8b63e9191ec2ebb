use yipan_chess::pgn::GameResult;
use yipan_games::{AnyError, AnyGame};
use yipan_rules::{Cell, Effect, Language, Seat, Step, Turn, Viewer};
use yipan_wire::View;

use crate::local::{Saved, told};
use crate::text::{game, men, replay};
use crate::{Grid, Opening, Reach, Script, Shown, Verdict};

/// A line of play that is looked at again, step by step: what players did and what chance decided are steps alike.
///
/// A place is a number of steps: 0 is before the first.
#[derive(Clone, Debug)]
pub struct Replay {
    opening: Opening,
    start: AnyGame,
    taken: Vec<Taken>,
    /// How the game ended after the last step, if the rules did not end it.
    verdict: Option<Verdict>,
}

/// A step and what came of it.
#[derive(Clone, Debug)]
struct Taken {
    step: Step<String, String>,
    effects: Vec<Effect>,
    after: AnyGame,
}

/// A step as the list of moves has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// Whose step it is: of a roll, whose dice they are.
    pub seat: Seat,
    /// As people write it; nothing where the viewer may not know.
    pub title: Option<String>,
    /// Why it was this side's turn, where that is out of the order.
    pub note: &'static str,
}

impl Replay {
    /// A line that has not begun. What chance decides before the first move is decided.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn start(opening: Opening) -> Result<Replay, AnyError> {
        let start = AnyGame::start(opening.kind(), &opening.options())?;
        let mut replay = Replay { opening, start, taken: Vec::new(), verdict: None };
        replay.settle();
        Ok(replay)
    }

    /// The line of these actions; it ends before the first that cannot be played.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn of(opening: Opening, acts: &[String]) -> Result<Replay, AnyError> {
        let mut replay = Replay::start(opening)?;
        for act in acts {
            if replay.act(act).is_err() {
                break;
            }
        }
        Ok(replay)
    }

    /// Goes on at the end of the line.
    ///
    /// # Errors
    /// Why the action is refused; the line is as it was.
    pub fn act(&mut self, text: &str) -> Result<(), AnyError> {
        let (mut after, mut effects) = (self.last().clone(), Vec::new());
        let act = after.act(text, &mut effects)?;
        self.taken.push(Taken { step: Step::Act(act), effects, after });
        self.verdict = None;
        self.settle();
        Ok(())
    }

    /// The line that leaves this one at a place with another action, or this one if it is the same action.
    ///
    /// # Errors
    /// Why the action is refused.
    pub fn branch(&self, place: usize, text: &str) -> Result<Replay, AnyError> {
        let mut other = self.clone();
        other.taken.truncate(place);
        other.act(text)?;
        let same = self.taken.get(place).is_some_and(|taken| taken.step == other.taken[place].step);
        Ok(if same { self.clone() } else { other })
    }

    /// The same line of a game that ended so after its last step; where the rules have ended it, they are right.
    #[must_use]
    pub fn judged(mut self, verdict: Option<Verdict>) -> Replay {
        self.verdict = verdict.filter(|_| self.last().outcome().is_none());
        self
    }

    /// How the game ended after the last step, if the rules did not end it.
    #[must_use]
    pub const fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// How the line ends, as files write it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.verdict.as_ref().map_or_else(|| self.last().outcome().into(), Verdict::result)
    }

    /// What was agreed.
    #[must_use]
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }

    /// The board it is played on.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        Grid::of(self.start.kind())
    }

    /// How many steps there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.taken.len()
    }

    /// Whether nothing has happened.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// The game at a place; at the end for a place beyond it.
    #[must_use]
    pub fn game(&self, place: usize) -> &AnyGame {
        match place.min(self.taken.len()) {
            0 => &self.start,
            place => &self.taken[place - 1].after,
        }
    }

    /// Every action before a place.
    #[must_use]
    pub fn acts(&self, place: usize) -> Vec<String> {
        let steps = self.taken.iter().take(place);
        let act = |taken: &Taken| match &taken.step {
            Step::Act(act) => Some(act.clone()),
            Step::Draw(_) => None,
        };
        steps.filter_map(act).collect()
    }

    /// The action that follows a place, if a player acts there.
    #[must_use]
    pub fn next_act(&self, place: usize) -> Option<&str> {
        match &self.taken.get(place)?.step {
            Step::Act(act) => Some(act),
            Step::Draw(_) => None,
        }
    }

    /// Everything that chance has decided.
    #[must_use]
    pub fn draws(&self) -> Vec<String> {
        let draw = |taken: &Taken| match &taken.step {
            Step::Draw(draw) => Some(draw.clone()),
            Step::Act(_) => None,
        };
        self.taken.iter().filter_map(draw).collect()
    }

    /// The steps in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step<String, String>> {
        self.taken.iter().map(|taken| &taken.step)
    }

    /// The steps in order, each with the game before and after it and everything it did.
    pub(crate) fn taken(
        &self,
    ) -> impl Iterator<Item = (&Step<String, String>, &AnyGame, &AnyGame, &[Effect])> {
        self.taken
            .iter()
            .enumerate()
            .map(|(place, taken)| (&taken.step, self.game(place), &taken.after, taken.effects.as_slice()))
    }

    /// Whether it looks different through different eyes.
    #[must_use]
    pub fn has_eyes(&self) -> bool {
        let has_mines = matches!(&self.start, AnyGame::Chess(game) if game.modes().mines.is_some());
        self.start.has_secrets() || has_mines
    }

    /// The board at a place, with the moves of whoever is to move unless that would tell a secret.
    #[must_use]
    pub fn view(&self, place: usize, viewer: Viewer) -> View {
        let game = self.game(place);
        let mut view = View::new(game, game.view(viewer));
        if viewer == Viewer::Arbiter || !self.has_eyes() {
            view.actions = game.actions();
        }
        view
    }

    /// What the step to a place shows; nothing happens on the way to the start.
    #[must_use]
    pub fn shown(&self, place: usize, viewer: Viewer) -> Shown {
        let effects = match place.checked_sub(1).and_then(|index| self.taken.get(index)) {
            Some(taken) => {
                told(&taken.after, &taken.after.witness(self.game(place - 1), &taken.effects, viewer))
            }
            None => Vec::new(),
        };
        Shown { effects, view: self.view(place, viewer) }
    }

    /// Where the last move before a place began and ended, as far as the viewer may know.
    #[must_use]
    pub fn touched(&self, place: usize, viewer: Viewer) -> Vec<Cell> {
        let before = (0..place.min(self.taken.len())).rev();
        let last = before.filter_map(|index| self.next_act(index).map(|act| (index, act))).next();
        let Some((index, act)) = last else { return Vec::new() };
        let is_told = self.game(index).discloses(&Step::Act(act.to_owned()), viewer);
        let reach = Reach::read(self.grid(), act).filter(|_| is_told);
        reach.map_or_else(Vec::new, |reach| vec![reach.from, reach.to])
    }

    /// The steps, as the viewer may know them.
    #[must_use]
    pub fn noted(&self, viewer: Viewer, script: Script) -> Vec<Noted> {
        let language = script.language;
        let noted = |(index, taken): (usize, &Taken)| {
            let before = self.game(index);
            let is_told = before.discloses(&taken.step, viewer);
            let (actor, title) = match &taken.step {
                Step::Act(act) => (before.turn(), script.title(before, act)),
                Step::Draw(draw) => (self.next_turn(index), drawn(before, draw)),
            };
            let seat = if let Turn::Player(seat) = actor { seat } else { Seat::First };
            let phase = before.view(Viewer::Arbiter).dice.map(|dice| dice.phase);
            let note = match (&taken.step, phase) {
                (Step::Act(_), Some("reply")) => replay::ANSWERS.say(language),
                (Step::Act(_), Some("emergency")) => replay::EMERGENCY.say(language),
                _ => "",
            };
            Noted { seat, title: is_told.then_some(title), note }
        };
        self.taken.iter().enumerate().map(noted).collect()
    }

    /// How the line ends, if it does at or before this place.
    #[must_use]
    pub fn ending(&self, place: usize, language: Language) -> Option<String> {
        let kind = self.start.kind();
        match (self.game(place).outcome(), &self.verdict) {
            (Some(outcome), _) => Some(crate::result(kind, outcome, language)),
            (None, Some(verdict)) if place >= self.len() => Some(verdict.words(kind, language)),
            _ => None,
        }
    }

    /// Whose turn it is at a place, or how it ended there.
    #[must_use]
    pub fn line(&self, place: usize, viewer: Viewer, language: Language) -> String {
        if let Some(ending) = self.ending(place, language) {
            return ending;
        }
        if self.game(place).turn() == Turn::Chance {
            return game::CHANCE.say(language).to_owned();
        }
        crate::status(self.start.kind(), &self.view(place, viewer), language)
    }

    /// Moves that could follow a place, as people write them.
    #[must_use]
    pub fn written(&self, place: usize, acts: &[String], script: Script) -> String {
        let mut game = self.game(place).clone();
        let mut titles = Vec::new();
        for act in acts {
            let next = script.title(&game, act);
            if game.act(act, &mut yipan_rules::Discard).is_err() {
                break;
            }
            titles.push(next);
        }
        titles.join(" ")
    }

    /// The line as text, to be kept.
    #[must_use]
    pub fn save(&self) -> String {
        let saved = Saved {
            opening: self.opening.clone(),
            acts: self.acts(self.len()),
            verdict: self.verdict.clone(),
        };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// A line or a game that was kept; nothing if the text is neither.
    #[must_use]
    pub fn restore(text: &str) -> Option<Replay> {
        let saved: Saved = serde_json::from_str(text).ok()?;
        saved.opening.game.parse::<yipan_games::GameKind>().ok()?;
        let line = Replay::of(saved.opening, &saved.acts).ok()?;
        // What cannot be played has ended the line before its end.
        let is_whole = line.acts(line.len()).len() == saved.acts.len();
        Some(line.judged(saved.verdict.filter(|_| is_whole)))
    }

    fn last(&self) -> &AnyGame {
        self.game(self.taken.len())
    }

    /// Who is the next to act after a place.
    fn next_turn(&self, place: usize) -> Turn {
        let turns = (place + 1..=self.taken.len()).map(|place| self.game(place).turn());
        turns.into_iter().find(|turn| *turn != Turn::Chance).unwrap_or(Turn::Chance)
    }

    fn settle(&mut self) {
        let mut number = self.taken.iter().filter(|taken| matches!(taken.step, Step::Draw(_))).count() as u64;
        while self.last().turn() == Turn::Chance {
            let mut after = self.last().clone();
            let Some((draw, effects)) = self.opening.draw(number, &mut after) else { break };
            self.taken.push(Taken { step: Step::Draw(draw), effects, after });
            number += 1;
        }
    }
}

/// What chance decided, in signs.
fn drawn(before: &AnyGame, draw: &str) -> String {
    let Some((what, which)) = draw.split_once(' ') else { return draw.to_owned() };
    match (what, which) {
        ("mines", count) => format!("💣 ×{count}"),
        ("mine", at) => format!("💣 {at}"),
        ("portal", at) => format!("🔮 {at}"),
        ("die", "wild") => format!("🎲 {}", men::symbol('*')),
        ("die", face) => {
            let men = before.men();
            let standing = men.iter().find(|(cell, _)| before.cell_name(*cell) == face);
            let of_kind = "KQRBNP"
                .chars()
                .find(|letter| men::name(before.kind(), *letter).say(Language::English) == face);
            match (standing, of_kind) {
                (Some((_, man)), _) => format!("🎲 {}{face}", men::symbol(man.letter)),
                (None, Some(letter)) => format!("🎲 {}", men::symbol(letter)),
                (None, None) => format!("🎲 {face}"),
            }
        }
        _ => draw.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use yipan_games::GameKind;
    use yipan_rules::split_mix;

    use super::*;
    use crate::{Chair, Local, Troupe};

    fn opening(kind: GameKind, modes: &[&str]) -> Opening {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        Opening { modes, ..Opening::usual(kind, [Chair::Person; 2], 5) }
    }

    /// A game of chance moves.
    fn played(kind: GameKind, modes: &[&str], acts: usize) -> Replay {
        let mut replay = Replay::start(opening(kind, modes)).expect("a game");
        let mut state = 3;
        for _ in 0..acts {
            let number;
            (state, number) = split_mix(state);
            let actions = replay.last().actions();
            if actions.is_empty() {
                break;
            }
            replay.act(&actions[(number % actions.len() as u64) as usize]).expect("offered");
        }
        replay
    }

    const MODES: [&[&str]; 5] =
        [&[], &["dice-a"], &["dice-b", "fog"], &["portals", "mines"], &["gravity", "fog"]];

    #[test]
    fn the_same_actions_give_the_same_game_as_at_the_screen() {
        for modes in MODES {
            let replay = played(GameKind::Chess, modes, 40);
            let acts = replay.acts(replay.len());
            let local = Local::replay(replay.opening().clone(), &acts).expect("a game");
            assert_eq!(local.game(), replay.game(replay.len()), "{modes:?}");
            let again = Replay::of(replay.opening().clone(), &acts).expect("a game");
            assert_eq!(again.steps().collect::<Vec<_>>(), replay.steps().collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_step_shows_what_stands_at_its_end() {
        for modes in MODES {
            let replay = played(GameKind::Chess, modes, 40);
            for viewer in [Viewer::Arbiter, Viewer::Player(Seat::Second), Viewer::Spectator] {
                let mut troupe = Troupe::new(replay.grid(), &replay.view(0, viewer));
                for place in 1..=replay.len() {
                    let shown = replay.shown(place, viewer);
                    shown.effects.iter().for_each(|effect| troupe.play(effect));
                    let men = troupe.actors().count();
                    troupe.settle(&shown.view);
                    assert_eq!(troupe.actors().count(), men, "{modes:?} {viewer:?} {place}");
                }
            }
        }
    }

    #[test]
    fn a_roll_is_a_step_of_its_own() {
        let replay = played(GameKind::Chess, &["dice-a"], 3);
        let noted = replay.noted(Viewer::Spectator, Language::English.into());
        assert_eq!(noted.len(), replay.len());
        let rolls = noted.iter().filter(|noted| {
            noted.title.as_ref().is_some_and(|title| title.starts_with("🎲 ♙") || title.starts_with("🎲 ♘"))
        });
        assert!(rolls.count() >= 3, "{noted:?}");
        assert!(noted.iter().take(3).all(|noted| noted.seat == Seat::First));
    }

    #[test]
    fn who_may_not_know_is_not_told() {
        let replay = played(GameKind::Chess, &["fog", "mines"], 6);
        let through = |viewer| replay.noted(viewer, Language::English.into());
        assert!(through(Viewer::Arbiter).iter().all(|noted| noted.title.is_some()));
        let first = through(Viewer::Player(Seat::First));
        let acts: Vec<&Noted> = first.iter().skip_while(|noted| noted.title.is_none()).collect();
        assert!(acts.iter().any(|noted| noted.seat == Seat::Second && noted.title.is_none()));
        assert!(acts.iter().filter(|noted| noted.seat == Seat::First).all(|noted| noted.title.is_some()));
        assert!(replay.view(0, Viewer::Player(Seat::First)).marks.is_empty());
    }

    #[test]
    fn another_move_makes_another_line_and_the_same_move_does_not() {
        let opening = opening(GameKind::Xiangqi, &[]);
        let acts = ["h2e2", "h9g7", "h0g2"].map(String::from);
        let replay = Replay::of(opening, &acts).expect("a game");
        assert_eq!(replay.branch(1, "h9g7").expect("legal").len(), 3);
        assert_eq!(replay.branch(1, "馬8進7").expect("legal").len(), 3);
        let other = replay.branch(1, "b9c7").expect("legal");
        assert_eq!(other.acts(other.len()), ["h2e2", "b9c7"]);
        assert!(replay.branch(1, "a0a9").is_err());
        assert_eq!(replay.touched(1, Viewer::Arbiter).len(), 2);
    }

    #[test]
    fn a_game_that_was_resigned_ends_so_until_another_move_is_made() {
        let mut local = Local::start(opening(GameKind::Chess, &[])).expect("a game");
        local.act("e2e4").expect("legal");
        local.resign(Seat::Second);
        let replay = Replay::restore(&local.save()).expect("what was kept");
        let said = |replay: &Replay, place| replay.line(place, Viewer::Arbiter, Language::English);
        assert_eq!(said(&replay, 1), "White wins: the other side resigned");
        assert_eq!(
            (said(&replay, 0).as_str(), replay.result().to_string().as_str()),
            ("White to move", "1-0")
        );
        let heard = replay.told(1, Viewer::Arbiter, Language::English.into());
        assert_eq!(heard, "White: e4. White wins: the other side resigned");
        assert_eq!(Replay::restore(&replay.save()).expect("kept again").verdict(), replay.verdict());
        let other = replay.branch(1, "e7e5").expect("legal");
        assert_eq!((said(&other, 2).as_str(), other.verdict()), ("White to move", None));
        assert_eq!(replay.branch(0, "e2e4").expect("the same").verdict(), replay.verdict());
    }

    #[test]
    fn draws_that_are_known_come_before_those_of_the_seed() {
        let replay = played(GameKind::Chess, &["dice-a", "mines"], 20);
        let opening = Opening { seed: 99, draws: replay.draws(), ..replay.opening().clone() };
        let again = Replay::of(opening, &replay.acts(replay.len())).expect("a game");
        let again = Replay::restore(&again.save()).expect("what was kept");
        assert_eq!(again.steps().collect::<Vec<_>>(), replay.steps().collect::<Vec<_>>());
    }
}
