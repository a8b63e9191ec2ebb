//! Records of a small game: take one to three stones, unless the coin forbids it.

use std::fmt;
use std::str::FromStr;

use yipan_core::{
    AnyPiece, Cell, Effect, EffectSink, Game, Language, Localize, Outcome, Reason, Side, Step, Turn, Viewer,
};
use yipan_record::{GameRecord, Tag, TagError};

#[derive(Clone, Debug, PartialEq)]
struct Stones {
    stones_left: u8,
    side_to_move: Side,
    /// Whether the coin has been tossed for this turn.
    coin_tossed: bool,
}

#[derive(Clone, Debug, PartialEq)]
struct StonesError(&'static str);

impl fmt::Display for StonesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for StonesError {}

impl Localize for StonesError {
    fn localize(&self, _: Language) -> String {
        self.0.to_owned()
    }
}

/// A number with a prefix.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Tagged<const PREFIX: char>(u8);

impl<const PREFIX: char> fmt::Display for Tagged<PREFIX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.0)
    }
}

impl<const PREFIX: char> FromStr for Tagged<PREFIX> {
    type Err = StonesError;

    fn from_str(text: &str) -> Result<Self, StonesError> {
        text.strip_prefix(PREFIX).and_then(|n| n.parse().ok()).map(Tagged).ok_or(StonesError("not a count"))
    }
}

impl Game for Stones {
    type Setup = Tagged<'s'>;
    type Action = Tagged<'t'>;
    type ChanceEvent = Tagged<'c'>;
    type View = ();
    type ActionError = StonesError;

    const NAME: &'static str = "stones";
    const RULES_VERSION: u32 = 3;

    fn start(setup: &Tagged<'s'>) -> Stones {
        Stones { stones_left: setup.0, side_to_move: Side::First, coin_tossed: false }
    }

    fn turn(&self) -> Turn {
        match (self.stones_left, self.coin_tossed) {
            (0, _) => Turn::Over(Outcome::win(self.side_to_move.other(), Reason::InsufficientMaterial)),
            (_, false) => Turn::Chance,
            (_, true) => Turn::Player(self.side_to_move),
        }
    }

    fn actions(&self, out: &mut Vec<Tagged<'t'>>) {
        if self.coin_tossed {
            out.extend((1..=self.stones_left.min(3)).map(Tagged));
        }
    }

    fn chance_outcomes(&self, out: &mut Vec<(Tagged<'c'>, u32)>) {
        if self.turn() == Turn::Chance {
            out.extend([(Tagged(0), 1), (Tagged(1), 1)]);
        }
    }

    fn apply(
        &mut self,
        step: Step<Tagged<'t'>, Tagged<'c'>>,
        _: &mut impl EffectSink,
    ) -> Result<(), StonesError> {
        match (step, self.turn()) {
            (Step::Chance(Tagged(0)), Turn::Chance) => self.side_to_move = self.side_to_move.other(),
            (Step::Chance(Tagged(1)), Turn::Chance) => self.coin_tossed = true,
            (Step::Action(Tagged(n @ 1..=3)), Turn::Player(_)) if n <= self.stones_left => {
                *self = Stones {
                    stones_left: self.stones_left - n,
                    side_to_move: self.side_to_move.other(),
                    coin_tossed: false,
                };
            }
            _ => return Err(StonesError("not now")),
        }
        Ok(())
    }

    fn pieces(&self) -> Vec<(Cell, AnyPiece)> {
        Vec::new()
    }

    fn view(&self, _: Viewer) {}

    fn visible_effects(_: &Stones, _: &Stones, effects: &[Effect], _: Viewer) -> Vec<Effect> {
        effects.to_vec()
    }
}

const GAME: &str = "yipan record 1\ngame stones\nrules 3\ntag First 王小明\nsetup s4\nchance c1\naction t3\nchance c0\nchance c1\naction t1\n";

fn read(text: &str) -> Result<GameRecord<Stones>, String> {
    text.parse::<GameRecord<Stones>>().map_err(|error| error.to_string())
}

#[test]
fn a_record_with_chance_parses_replays_and_round_trips() {
    let record = read(GAME).expect("a valid record");
    assert_eq!(record.to_string(), GAME);
    assert_eq!((record.tags[0].name(), record.tags[0].value()), ("First", "王小明"));
    let game = record.replay().expect("legal steps");
    assert_eq!(game.turn(), Turn::Over(Outcome::win(Side::First, Reason::InsufficientMaterial)));
    assert_eq!(
        read(&GAME.replace('\n', "\r\n\n")).as_ref(),
        Ok(&record),
        "line endings and empty lines do not matter"
    );
}

#[test]
fn a_parse_error_names_its_line() {
    for (old, new, message) in [
        ("yipan record 1", "yipan record 2", "line 1: expected `yipan record 1`, found `yipan record 2`"),
        ("game stones", "game chess", "line 2: expected `game stones`, found `game chess`"),
        ("rules 3", "rules 4", "line 3: expected `rules 3`, found `rules 4`"),
        ("tag First", "tag Fi-rst", "line 4: `Fi-rst` cannot name a tag; use letters, digits and `_` only"),
        ("setup s4", "setup 4", "line 5: not a count"),
        ("action t3", "action three", "line 7: not a count"),
        ("action t3", "move t3", "line 7: expected `action` or `chance`, found `move`"),
    ] {
        assert_eq!(read(&GAME.replacen(old, new, 1)).expect_err(new), message);
    }
    assert_eq!(read("").expect_err("nothing"), "line 1: the record ends before `yipan record 1`");
    let cut = GAME.split("setup").next().expect("the header");
    assert_eq!(read(cut).expect_err("cut"), "line 4: the record ends before its `setup` line");
}

#[test]
fn an_illegal_step_is_named_when_the_record_is_replayed() {
    let record = read(&GAME.replacen("action t3", "action t9", 1)).expect("it parses");
    assert_eq!(record.replay().expect_err("nine of four").to_string(), "step 2 is not legal: not now");
}

#[test]
fn a_tag_that_would_not_round_trip_is_rejected() {
    assert!(matches!(Tag::new("two words", "x"), Err(TagError::Name { .. })));
    assert!(matches!(Tag::new("Site", "a\naction t1"), Err(TagError::Value { .. })));
    let mut record = GameRecord::<Stones>::new(Tagged(1));
    record.tags.push(Tag::new("Empty", "").expect("an empty value is valid"));
    assert_eq!(read(&record.to_string()), Ok(record));
}
