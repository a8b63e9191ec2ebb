use serde::{Deserialize, Serialize};
use yipan_engine::computer::Chance;
use yipan_games::{AnyError, AnyGame, GameKind, Options};
use yipan_rules::{Outcome, Seat, Step, Turn, Viewer};
use yipan_wire::{Effect, View};

use crate::{Grid, Script, Verdict};

/// What is agreed before a game at one screen. All its chance comes from the seed, so with the actions it is the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The game, by name.
    pub game: String,
    /// Where it begins, if not at the usual start.
    #[serde(default)]
    pub position: Option<String>,
    /// Rules that differ from the usual, each `key=value`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// The modes to play with.
    #[serde(default)]
    pub modes: Vec<String>,
    /// Who sits where.
    pub chairs: [Chair; 2],
    /// What all chance is drawn from.
    pub seed: u64,
    /// What chance has decided already, of a game that was played elsewhere; the seed decides what comes after.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draws: Vec<String>,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chair {
    /// Somebody at the screen.
    Person,
    /// The computer, at a level.
    Computer(u8),
}

/// What must happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Somebody at the screen moves.
    Person(Seat),
    /// Somebody else sits down first, for the board is hidden from the one who moved.
    Change(Seat),
    /// The computer moves.
    Computer(Seat, u8),
    /// Nothing: it is over.
    Over,
}

/// A game at one screen: against the computer, or between two people.
#[derive(Clone, Debug)]
pub struct Local {
    opening: Opening,
    /// The game before each action.
    past: Vec<AnyGame>,
    acts: Vec<String>,
    /// How often chance had decided before each action.
    drawn: Vec<u64>,
    game: AnyGame,
    draws: u64,
    eye: Seat,
    verdict: Option<Verdict>,
}

/// What is to be shown after a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// What happened, in order.
    pub effects: Vec<Effect>,
    /// How it stands afterwards.
    pub view: View,
}

/// A move of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Who moved.
    pub seat: Seat,
    /// As people write it; nothing where the viewer may not know.
    pub title: Option<String>,
}

/// What is kept of a game, so that it survives a reload.
#[derive(Serialize, Deserialize)]
pub(crate) struct Saved {
    pub(crate) opening: Opening,
    pub(crate) acts: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) verdict: Option<Verdict>,
}

impl Opening {
    /// The usual game, a person against this level, or between two people.
    #[must_use]
    pub fn usual(kind: GameKind, chairs: [Chair; 2], seed: u64) -> Opening {
        let (rules, modes, draws) = (Vec::new(), Vec::new(), Vec::new());
        Opening { game: kind.to_string(), position: None, rules, modes, chairs, seed, draws }
    }

    /// What the rules are asked with.
    #[must_use]
    pub fn options(&self) -> Options {
        Options { position: self.position.clone(), rules: self.rules.clone(), modes: self.modes.clone() }
    }

    /// Lets chance decide for the time of this number, from 0, and tells what it decided and what came of it.
    pub(crate) fn draw(&self, number: u64, game: &mut AnyGame) -> Option<(String, Vec<yipan_rules::Effect>)> {
        let known = usize::try_from(number).ok().and_then(|number| self.draws.get(number)).cloned();
        // In another line than the one that was played, what was drawn then may be impossible.
        let drawn = Chance::of(self.seed, number).draw(game);
        [known, drawn].into_iter().flatten().find_map(|draw| {
            let mut effects = Vec::new();
            game.draw(&draw, &mut effects).ok().map(|()| (draw, effects))
        })
    }

    /// Which game it is; chess, if the name is of none.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.game.parse().unwrap_or(GameKind::Chess)
    }
}

impl Local {
    /// Begins.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn start(opening: Opening) -> Result<Local, AnyError> {
        let game = AnyGame::start(opening.kind(), &opening.options())?;
        let person = Seat::BOTH.into_iter().find(|seat| opening.chairs[seat.index()] == Chair::Person);
        let eye = person.unwrap_or(Seat::First);
        let (past, acts, drawn) = (Vec::new(), Vec::new(), Vec::new());
        let mut local = Local { opening, past, acts, drawn, game, draws: 0, eye, verdict: None };
        local.settle(local.viewer());
        Ok(local)
    }

    /// A game as it stood after these actions; it ends at the first that cannot be played.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn replay(opening: Opening, acts: &[String]) -> Result<Local, AnyError> {
        let mut local = Local::start(opening)?;
        for act in acts {
            if local.act(act).is_err() {
                break;
            }
        }
        local.eye = match local.due() {
            Due::Change(seat) => seat.other(),
            _ => local.eye,
        };
        Ok(local)
    }

    /// The game as text, to be kept.
    #[must_use]
    pub fn save(&self) -> String {
        let saved =
            Saved { opening: self.opening.clone(), acts: self.acts.clone(), verdict: self.verdict.clone() };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// A game that was kept; nothing if the text is not one.
    #[must_use]
    pub fn restore(text: &str) -> Option<Local> {
        let saved: Saved = serde_json::from_str(text).ok()?;
        saved.opening.game.parse::<GameKind>().ok()?;
        let mut local = Local::replay(saved.opening, &saved.acts).ok()?;
        local.verdict = saved.verdict.filter(|_| local.outcome().is_none());
        // Who sits at the screen now is not known: the one to move says so first.
        let hides = local.is_shared() && local.game.has_secrets() && !local.acts.is_empty();
        if let (Turn::Player(seat), true) = (local.game.turn(), hides) {
            local.eye = seat.other();
        }
        Some(local)
    }

    /// What was agreed.
    #[must_use]
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }

    /// Every action so far.
    #[must_use]
    pub fn acts(&self) -> &[String] {
        &self.acts
    }

    /// The game before each action.
    #[must_use]
    pub fn past(&self) -> &[AnyGame] {
        &self.past
    }

    /// The game, secrets included.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The board it is played on.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        Grid::of(self.game.kind())
    }

    /// How it ended without the rules, if it has.
    #[must_use]
    pub const fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    /// How it ended by the rules, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Whether two people share the screen.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.opening.chairs == [Chair::Person; 2]
    }

    /// What must happen next.
    #[must_use]
    pub fn due(&self) -> Due {
        match self.game.turn() {
            _ if self.verdict.is_some() => Due::Over,
            Turn::Over(_) | Turn::Chance => Due::Over,
            Turn::Player(seat) => match self.opening.chairs[seat.index()] {
                Chair::Computer(level) => Due::Computer(seat, level),
                Chair::Person if self.is_shared() && self.game.has_secrets() && seat != self.eye => {
                    Due::Change(seat)
                }
                Chair::Person => Due::Person(seat),
            },
        }
    }

    /// The one who was to move sits down: the board is shown as that seat may see it.
    pub const fn sit(&mut self, seat: Seat) {
        self.eye = seat;
    }

    /// Whose side is below.
    #[must_use]
    pub const fn eye(&self) -> Seat {
        self.eye
    }

    /// Through whose eyes it is shown. A game that is over hides nothing.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        match (self.due(), self.game.turn()) {
            (Due::Over, _) => Viewer::Arbiter,
            // Where nothing is hidden, two people see the moves of whoever is to move.
            (Due::Person(seat), _) if self.is_shared() => Viewer::Player(seat),
            _ => Viewer::Player(self.eye),
        }
    }

    /// The board as it is shown.
    #[must_use]
    pub fn view(&self) -> View {
        View::new(&self.game, self.game.view(self.viewer()))
    }

    /// Lets the side to move act, and chance after it.
    ///
    /// # Errors
    /// Why it is refused; the game is as it was.
    pub fn act(&mut self, text: &str) -> Result<Shown, AnyError> {
        let viewer = self.viewer();
        let (mut next, mut effects) = (self.game.clone(), Vec::new());
        let act = next.act(text, &mut effects)?;
        let mut seen = told(&next, &next.witness(&self.game, &effects, viewer));
        self.past.push(std::mem::replace(&mut self.game, next));
        self.acts.push(act);
        self.drawn.push(self.draws);
        seen.extend(self.settle(viewer));
        Ok(Shown { effects: seen, view: self.view() })
    }

    /// A side gives up.
    pub fn resign(&mut self, seat: Seat) {
        if self.due() != Due::Over {
            self.verdict = Some(Verdict::resignation(seat));
        }
    }

    /// Two people at the screen call it a draw.
    pub fn agree(&mut self) {
        if self.may_agree() {
            self.verdict = Some(Verdict::agreement());
        }
    }

    /// Whether there are two people who could call it a draw.
    #[must_use]
    pub fn may_agree(&self) -> bool {
        self.is_shared() && self.due() != Due::Over
    }

    /// Whether there is something to take back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        self.verdict.is_some() || self.back_to().is_some()
    }

    /// Back to before the last move of a person; the computer's answer goes with it. Chance decides the same again, so
    /// this is no way to better dice.
    pub fn take_back(&mut self) {
        // Who has resigned, or agreed, takes that back first.
        if self.verdict.take().is_some() {
            return;
        }
        let Some(place) = self.back_to() else { return };
        self.game = self.past.swap_remove(place);
        self.past.truncate(place);
        self.acts.truncate(place);
        self.draws = self.drawn[place];
        self.drawn.truncate(place);
    }

    fn back_to(&self) -> Option<usize> {
        self.past.iter().rposition(|game| match game.turn() {
            Turn::Player(seat) => self.opening.chairs[seat.index()] == Chair::Person,
            Turn::Chance | Turn::Over(_) => false,
        })
    }

    /// The moves, as the one who looks may know them.
    #[must_use]
    pub fn moves(&self, script: Script) -> Vec<Moved> {
        let viewer = self.reader();
        let moved = |(game, act): (&AnyGame, &String)| {
            let Turn::Player(seat) = game.turn() else { return None };
            let told = game.discloses(&Step::Act(act.clone()), viewer);
            Some(Moved { seat, title: told.then(|| script.title(game, act)) })
        };
        self.past.iter().zip(&self.acts).filter_map(moved).collect()
    }

    /// Lets chance have its say, and tells what `viewer` saw of it.
    fn settle(&mut self, viewer: Viewer) -> Vec<Effect> {
        let mut seen = Vec::new();
        while self.game.turn() == Turn::Chance {
            let before = self.game.clone();
            let Some((_, effects)) = self.opening.draw(self.draws, &mut self.game) else { break };
            self.draws += 1;
            seen.extend(told(&self.game, &self.game.witness(&before, &effects, viewer)));
        }
        seen
    }
}

pub(crate) fn told(game: &AnyGame, effects: &[yipan_rules::Effect]) -> Vec<Effect> {
    effects.iter().map(|effect| Effect::new(game, effect)).collect()
}

#[cfg(test)]
mod tests {
    use yipan_rules::Language;

    use super::*;
    use crate::Troupe;

    fn opening(kind: GameKind, modes: &[&str], chairs: [Chair; 2]) -> Opening {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        Opening { modes, ..Opening::usual(kind, chairs, 11) }
    }

    const TWO: [Chair; 2] = [Chair::Person; 2];

    /// Plays the middle one of all actions, whoever is to move.
    fn go_on(local: &mut Local) -> Option<Shown> {
        if let Due::Change(seat) = local.due() {
            local.sit(seat);
        }
        let actions = local.game.actions();
        local.act(actions.get(actions.len() / 2)?).ok()
    }

    #[test]
    fn a_game_survives_being_kept() {
        for modes in [&[][..], &["dice-a"], &["fog", "mines"], &["portals", "gravity"]] {
            let mut local = Local::start(opening(GameKind::Chess, modes, TWO)).expect("a game");
            for _ in 0..30 {
                if go_on(&mut local).is_none() {
                    break;
                }
            }
            let again = Local::restore(&local.save()).expect("what was kept");
            assert_eq!(again.game(), local.game(), "{modes:?}");
            assert_eq!(again.save(), local.save());
        }
        assert!(Local::restore("").is_none() && Local::restore("{\"opening\":1}").is_none());
    }

    #[test]
    fn what_is_shown_leads_to_what_stands_there() {
        for modes in [&[][..], &["dice-a", "portals"], &["gravity", "mines"]] {
            let mut local = Local::start(opening(GameKind::Chess, modes, TWO)).expect("a game");
            let mut troupe = Troupe::new(local.grid(), &local.view());
            for _ in 0..40 {
                let Some(shown) = go_on(&mut local) else { break };
                shown.effects.iter().for_each(|effect| troupe.play(effect));
                let men = troupe.actors().count();
                troupe.settle(&shown.view);
                assert_eq!(troupe.actors().count(), men, "{modes:?}");
            }
        }
    }

    #[test]
    fn in_fog_two_people_change_seats_and_nobody_sees_too_much() {
        let mut local = Local::start(opening(GameKind::Chess, &["fog"], TWO)).expect("a game");
        local.act("e2e4").expect("legal");
        assert_eq!(local.due(), Due::Change(Seat::Second));
        assert_eq!(local.viewer(), Viewer::Player(Seat::First));
        assert!(local.view().men.iter().all(|(_, side, _)| Seat::from(*side) == Seat::First));
        assert_eq!(local.moves(Language::English.into())[0].title, None, "either may look now");
        local.sit(Seat::Second);
        assert_eq!(local.due(), Due::Person(Seat::Second));
        assert_eq!(local.moves(Language::English.into())[0].title, None);
    }

    #[test]
    fn a_game_that_players_ended_stays_so_until_they_take_it_back() {
        let mut local = Local::start(opening(GameKind::Chess, &[], TWO)).expect("a game");
        local.act("e2e4").expect("legal");
        local.agree();
        let mut again = Local::restore(&local.save()).expect("what was kept");
        assert_eq!((again.due(), again.verdict()), (Due::Over, Some(&Verdict::agreement())));
        again.take_back();
        assert_eq!((again.due(), again.acts().len()), (Due::Person(Seat::Second), 1));
        again.resign(Seat::Second);
        assert_eq!(again.verdict(), Some(&Verdict::resignation(Seat::Second)));
        let chairs = [Chair::Person, Chair::Computer(1)];
        let mut alone = Local::start(opening(GameKind::Chess, &[], chairs)).expect("a game");
        alone.agree();
        assert_eq!(alone.due(), Due::Person(Seat::First), "nobody is there to agree");
    }

    #[test]
    fn taking_back_goes_to_the_last_move_of_the_person() {
        let chairs = [Chair::Person, Chair::Computer(1)];
        let mut local = Local::start(opening(GameKind::Xiangqi, &[], chairs)).expect("a game");
        assert!(!local.can_take_back());
        local.act("h2e2").expect("legal");
        assert_eq!(local.due(), Due::Computer(Seat::Second, 1));
        local.act("h9g7").expect("legal");
        local.take_back();
        assert_eq!((local.acts().len(), local.due()), (0, Due::Person(Seat::First)));
    }

    #[test]
    fn taking_back_with_modes_draws_nothing_anew() {
        for modes in
            [&["dice-a"][..], &["dice-b", "fog"], &["portals", "mines"], &["dice-a", "gravity", "mines"]]
        {
            let mut local = Local::start(opening(GameKind::Chess, modes, TWO)).expect("a game");
            let mut states = vec![local.save()];
            let mut games = vec![local.game().clone()];
            for _ in 0..12 {
                let Some(act) = local.game().actions().first().cloned() else { break };
                local.act(&act).expect("legal");
                states.push(local.save());
                games.push(local.game().clone());
            }
            let acts = local.acts().to_vec();
            for steps in (0..acts.len()).rev() {
                local.take_back();
                assert_eq!((local.save(), local.game()), (states[steps].clone(), &games[steps]), "{modes:?}");
            }
            for (act, game) in acts.iter().zip(&games[1..]) {
                local.act(act).expect("as before");
                assert_eq!(local.game(), game, "{modes:?}");
            }
        }
    }

    #[test]
    fn a_refused_move_leaves_the_game_and_says_why() {
        let mut local = Local::start(opening(GameKind::Liuzichong, &[], TWO)).expect("a game");
        let before = local.save();
        assert!(local.act("a1c3").is_err());
        assert_eq!(local.save(), before);
    }
}
