//! The record, tried on a game small enough to see through: take one to three stones, unless the coin forbids.

use std::fmt;
use std::str::FromStr;

use yipan_record::{Log, Tag, TagError};
use yipan_rules::{
    Cell, Effect, Game, Language, Man, Outcome, Reason, Seat, Sink, Step, Turn, Viewer, Words,
};

#[derive(Clone, Debug, PartialEq)]
struct Stones {
    left: u8,
    seat: Seat,
    /// Whether the coin has been thrown for this turn.
    thrown: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct Wrong(&'static str);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for Wrong {}

impl Words for Wrong {
    fn words(&self, _: Language) -> String {
        self.0.to_owned()
    }
}

/// A number with what it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Count<const WHAT: char>(u8);

impl<const WHAT: char> fmt::Display for Count<WHAT> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{WHAT}{}", self.0)
    }
}

impl<const WHAT: char> FromStr for Count<WHAT> {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Self, Wrong> {
        text.strip_prefix(WHAT).and_then(|n| n.parse().ok()).map(Count).ok_or(Wrong("not a count"))
    }
}

impl Game for Stones {
    type Setup = Count<'s'>;
    type Action = Count<'t'>;
    type Draw = Count<'c'>;
    type View = ();
    type Refusal = Wrong;

    const NAME: &'static str = "stones";
    const RULES_VERSION: u32 = 3;

    fn start(setup: &Count<'s'>) -> Stones {
        Stones { left: setup.0, seat: Seat::First, thrown: false }
    }

    fn turn(&self) -> Turn {
        match (self.left, self.thrown) {
            (0, _) => Turn::Over(Outcome::win(self.seat.other(), Reason::Material)),
            (_, false) => Turn::Chance,
            (_, true) => Turn::Player(self.seat),
        }
    }

    fn actions(&self, out: &mut Vec<Count<'t'>>) {
        if self.thrown {
            out.extend((1..=self.left.min(3)).map(Count));
        }
    }

    fn draws(&self, out: &mut Vec<(Count<'c'>, u32)>) {
        if self.turn() == Turn::Chance {
            out.extend([(Count(0), 1), (Count(1), 1)]);
        }
    }

    fn apply(&mut self, step: Step<Count<'t'>, Count<'c'>>, _: &mut impl Sink) -> Result<(), Wrong> {
        match (step, self.turn()) {
            (Step::Draw(Count(0)), Turn::Chance) => self.seat = self.seat.other(),
            (Step::Draw(Count(1)), Turn::Chance) => self.thrown = true,
            (Step::Act(Count(n @ 1..=3)), Turn::Player(_)) if n <= self.left => {
                *self = Stones { left: self.left - n, seat: self.seat.other(), thrown: false };
            }
            _ => return Err(Wrong("not now")),
        }
        Ok(())
    }

    fn men(&self) -> Vec<(Cell, Man)> {
        Vec::new()
    }

    fn view(&self, _: Viewer) {}

    fn witness(_: &Stones, _: &Stones, effects: &[Effect], _: Viewer) -> Vec<Effect> {
        effects.to_vec()
    }
}

const GAME: &str = "yipan record 1\ngame stones\nrules 3\ntag First 王小明\nsetup s4\ndraw c1\nact t3\ndraw c0\ndraw c1\nact t1\n";

fn read(text: &str) -> Result<Log<Stones>, String> {
    text.parse::<Log<Stones>>().map_err(|error| error.to_string())
}

#[test]
fn a_record_with_chance_reads_folds_and_prints_as_itself() {
    let log = read(GAME).expect("a good record");
    assert_eq!(log.to_string(), GAME);
    assert_eq!((log.tags[0].name(), log.tags[0].value()), ("First", "王小明"));
    let game = log.fold().expect("legal steps");
    assert_eq!(game.turn(), Turn::Over(Outcome::win(Seat::First, Reason::Material)));
    assert_eq!(
        read(&GAME.replace('\n', "\r\n\n")).as_ref(),
        Ok(&log),
        "line ends and blank lines do not matter"
    );
}

#[test]
fn a_fault_is_told_with_its_line() {
    for (old, new, fault) in [
        ("yipan record 1", "yipan record 2", "line 1: expected `yipan record 1`, found `yipan record 2`"),
        ("game stones", "game chess", "line 2: expected `game stones`, found `game chess`"),
        ("rules 3", "rules 4", "line 3: expected `rules 3`, found `rules 4`"),
        ("tag First", "tag Fi-rst", "line 4: `Fi-rst` cannot name a tag; use letters, digits and `_` only"),
        ("setup s4", "setup 4", "line 5: not a count"),
        ("act t3", "act three", "line 7: not a count"),
        ("act t3", "move t3", "line 7: expected `act` or `draw`, found `move`"),
    ] {
        assert_eq!(read(&GAME.replacen(old, new, 1)).expect_err(new), fault);
    }
    assert_eq!(read("").expect_err("nothing"), "line 1: the record ends before `yipan record 1`");
    let cut = GAME.split("setup").next().expect("a beginning");
    assert_eq!(read(cut).expect_err("cut"), "line 4: the record ends before its `setup` line");
}

#[test]
fn a_step_the_game_refuses_is_named_when_the_log_is_folded() {
    let log = read(&GAME.replacen("act t3", "act t9", 1)).expect("it reads, but");
    assert_eq!(log.fold().expect_err("nine of four").to_string(), "step 2 is not legal: not now");
}

#[test]
fn a_tag_that_would_not_read_back_is_refused() {
    assert!(matches!(Tag::new("two words", "x"), Err(TagError::Name { .. })));
    assert!(matches!(Tag::new("Site", "a\nact t1"), Err(TagError::Value { .. })));
    let mut log = Log::<Stones>::new(Count(1));
    log.tags.push(Tag::new("Empty", "").expect("an empty value is a value"));
    assert_eq!(read(&log.to_string()), Ok(log));
}
