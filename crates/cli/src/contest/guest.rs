//! A program of another house at our board.

use std::time::{Duration, Instant};

use yipan_games::{AnyGame, GameKind, Options};
use yipan_rules::{Language, Words};
use yipan_xiangqi::notation::Notation;

use super::entrant::{Program, Protocol};
use super::fault::{Fault, Unfit};
use super::pace::Pace;
use super::process::{Process, Silence};
use super::score_sheet::ScoreSheet;

/// A program that has been greeted and told what game is played.
pub(crate) struct Guest {
    process: Process,
    protocol: Protocol,
    options: Vec<Offered>,
    /// How it writes moves of xiangqi.
    notation: Notation,
}

/// An option that the program has said it has.
struct Offered {
    name: String,
    /// All of what it said about it.
    about: String,
}

/// How long a program may take to greet and to get ready.
const GREETING: Duration = Duration::from_secs(15);

impl Guest {
    /// Starts the program, greets it and sets it up for this game.
    pub(crate) fn invite(program: &Program, game: &AnyGame) -> Result<Guest, Fault> {
        let process = Process::start(&program.command)
            .map_err(|error| Fault::Unfit { why: Unfit::Start { error: error.to_string() } })?;
        let notation = match program.protocol {
            Protocol::Uci => Notation::CoordinatesFromOne,
            Protocol::Ucci => Notation::Coordinates,
        };
        let mut guest = Guest { process, protocol: program.protocol, options: Vec::new(), notation };
        guest.greet()?;
        guest.adapt(game)?;
        for (name, value) in &program.options {
            guest.set(name, value.as_deref())?;
        }
        guest.get_ready()?;
        Ok(guest)
    }

    /// Tells it that a new game begins.
    pub(crate) fn begin(&mut self) -> Result<(), Fault> {
        match self.protocol {
            Protocol::Uci => self.process.say("ucinewgame"),
            Protocol::Ucci if self.offers("newgame").is_some() => self.process.say("setoption newgame"),
            Protocol::Ucci => {}
        }
        self.get_ready()
    }

    /// Its move, as our records write it.
    pub(crate) fn choose(
        &mut self,
        game: &AnyGame,
        sheet: &ScoreSheet,
        pace: &Pace,
        language: Language,
    ) -> Result<String, Fault> {
        // Whatever it still had to say about the move before is over now.
        self.get_ready()?;
        self.process.say(&self.position(sheet));
        if let (Protocol::Ucci, AnyGame::Xiangqi(game)) = (self.protocol, game) {
            let banned: Vec<String> = game.banned_moves().iter().map(ToString::to_string).collect();
            if !banned.is_empty() {
                self.process.say(&format!("banmoves {}", banned.join(" ")));
            }
        }
        self.process.say(&self.go(pace));
        let (begun, patience) = (Instant::now(), pace.patience());
        let text = loop {
            let line = self.hear(begun, patience)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => break words.next().unwrap_or_default().to_owned(),
                Some("nobestmove") if self.protocol == Protocol::Ucci => return Err(Fault::Resigned),
                _ => {}
            }
        };
        self.read(&text, game, language)
    }

    fn greet(&mut self) -> Result<(), Fault> {
        let (hello, done) = match self.protocol {
            Protocol::Uci => ("uci", "uciok"),
            Protocol::Ucci => ("ucci", "ucciok"),
        };
        self.process.say(hello);
        let begun = Instant::now();
        loop {
            // Who never greets is no engine, whether it hangs or ends.
            let why = Unfit::NoGreeting { protocol: self.protocol.name() };
            let line = self.hear(begun, GREETING).map_err(|_| Fault::Unfit { why })?;
            if line == done {
                return Ok(());
            }
            if let Some(about) = line.strip_prefix("option ") {
                let about = about.strip_prefix("name ").unwrap_or(about);
                let name = about.split(" type ").next().unwrap_or_default().trim();
                self.options.push(Offered { name: name.to_owned(), about: about.to_owned() });
            }
        }
    }

    /// Sets what the game needs.
    fn adapt(&mut self, game: &AnyGame) -> Result<(), Fault> {
        match (game, self.protocol) {
            (AnyGame::Chess(game), _) if game.position().is_chess960() => {
                if self.offers("UCI_Chess960").is_none() {
                    return Err(Fault::Unfit { why: Unfit::NoVariant { name: "chess960" } });
                }
                self.set("UCI_Chess960", Some("true"))
            }
            (AnyGame::Xiangqi(_), Protocol::Uci) => match self.offers("UCI_Variant") {
                Some(offered) if offered.about.split_whitespace().any(|word| word == "xiangqi") => {
                    self.set("UCI_Variant", Some("xiangqi"))
                }
                Some(_) => Err(Fault::Unfit { why: Unfit::NoVariant { name: "xiangqi" } }),
                // Programs that play nothing else count the ranks from 0.
                None => {
                    self.notation = Notation::Coordinates;
                    Ok(())
                }
            },
            (AnyGame::Xiangqi(_), Protocol::Ucci) if self.offers("usemillisec").is_some() => {
                self.set("usemillisec", Some("on"))
            }
            _ => Ok(()),
        }
    }

    fn offers(&self, name: &str) -> Option<&Offered> {
        self.options.iter().find(|offered| offered.name.eq_ignore_ascii_case(name))
    }

    fn set(&self, name: &str, value: Option<&str>) -> Result<(), Fault> {
        let Some(offered) = self.offers(name) else {
            let known: Vec<&str> = self.options.iter().map(|offered| offered.name.as_str()).collect();
            let why = Unfit::NoOption { name: name.to_owned(), known: known.join(", ") };
            return Err(Fault::Unfit { why });
        };
        let name = &offered.name;
        self.process.say(&match (self.protocol, value) {
            (Protocol::Uci, Some(value)) => format!("setoption name {name} value {value}"),
            (Protocol::Uci, None) => format!("setoption name {name}"),
            (Protocol::Ucci, Some(value)) => format!("setoption {name} {value}"),
            (Protocol::Ucci, None) => format!("setoption {name}"),
        });
        Ok(())
    }

    fn get_ready(&mut self) -> Result<(), Fault> {
        self.process.say("isready");
        let begun = Instant::now();
        while self.hear(begun, GREETING)? != "readyok" {}
        Ok(())
    }

    /// The next line, or what it means that none comes.
    fn hear(&mut self, begun: Instant, patience: Duration) -> Result<String, Fault> {
        self.process.hear(begun + patience).map_err(|silence| match silence {
            Silence::Late => Fault::Time { millis: patience.as_millis() },
            Silence::Gone => Fault::Crash { last_words: self.process.last_words() },
        })
    }

    /// Where the game stands, in the words of the protocol.
    fn position(&self, sheet: &ScoreSheet) -> String {
        let moves = match self.notation {
            Notation::CoordinatesFromOne => &sheet.moves_from_one,
            _ => &sheet.moves,
        };
        let start = if self.protocol == Protocol::Uci && is_usual(sheet) {
            "startpos".to_owned()
        } else {
            format!("fen {}", sheet.start.position())
        };
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        format!("position {start}{moves}")
    }

    fn go(&self, pace: &Pace) -> String {
        let mut text = "go".to_owned();
        let mut add = |word: &str, number: Option<u64>| {
            if let Some(number) = number {
                text += &format!(" {word} {number}");
            }
        };
        add("depth", pace.depth.map(u64::from));
        add("nodes", pace.nodes);
        match (self.protocol, pace.movetime) {
            (Protocol::Uci, movetime) => add("movetime", movetime),
            // UCCI knows no time for a move: it is all the time that is left, and for one move.
            (Protocol::Ucci, Some(millis)) => {
                let millis =
                    if self.offers("usemillisec").is_some() { millis } else { millis.div_ceil(1_000) };
                add("time", Some(millis));
                add("movestogo", Some(1));
            }
            (Protocol::Ucci, None) => {}
        }
        text
    }

    /// The move of its text, if it is legal.
    fn read(&self, text: &str, game: &AnyGame, language: Language) -> Result<String, Fault> {
        let read = || match game {
            AnyGame::Chess(game) => {
                let uci: yipan_chess::Uci =
                    text.parse().map_err(|error: yipan_chess::UciError| error.words(language))?;
                let mv = game.position().resolve(uci).map_err(|refusal| refusal.words(language))?;
                Ok(game.position().uci(mv).to_string())
            }
            AnyGame::Xiangqi(game) => {
                let mv = game.position().read_move(text, self.notation);
                mv.map(|mv| mv.to_string()).map_err(|error| error.words(language))
            }
            AnyGame::Liuzichong(_) => unreachable!("no protocol knows liuzichong"),
        };
        read().map_err(|why| Fault::Illegal { text: text.chars().take(40).collect(), why })
    }
}

/// Whether the game began where all games of its kind do.
fn is_usual(sheet: &ScoreSheet) -> bool {
    let kind: GameKind = sheet.start.kind();
    AnyGame::start(kind, &Options::default()).is_ok_and(|usual| usual.position() == sheet.start.position())
}
