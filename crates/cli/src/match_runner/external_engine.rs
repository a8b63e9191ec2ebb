//! A program of another house at our board.

use std::time::{Duration, Instant};

use yipan_core::{Language, Localize};
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_xiangqi::notation::Notation;

use super::forfeit::{EngineSetupError, Forfeit};
use super::game_log::GameLog;
use super::limits::MoveLimits;
use super::player_spec::{EngineCommand, Protocol};
use super::process::{Process, ReadError};

/// A program that has been greeted and told what game is played.
pub(crate) struct ExternalEngine {
    process: Process,
    protocol: Protocol,
    options: Vec<EngineOption>,
    /// How it writes moves of xiangqi.
    notation: Notation,
}

/// An option that the program has said it has.
struct EngineOption {
    name: String,
    /// All of what it said about it.
    declaration: String,
}

/// How long a program may take to greet and to get ready.
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(15);

impl ExternalEngine {
    /// Starts the program, greets it and sets it up for this game.
    pub(crate) fn launch(program: &EngineCommand, game: &AnyGame) -> Result<ExternalEngine, Forfeit> {
        let process = Process::start(&program.command).map_err(|error| Forfeit::SetupFailed {
            error: EngineSetupError::NotStarted { error: error.to_string() },
        })?;
        let notation = match program.protocol {
            Protocol::Uci => Notation::CoordinatesFromOne,
            Protocol::Ucci => Notation::Coordinates,
        };
        let mut guest = ExternalEngine { process, protocol: program.protocol, options: Vec::new(), notation };
        guest.handshake()?;
        guest.configure_for(game)?;
        for (name, value) in &program.options {
            guest.set_option(name, value.as_deref())?;
        }
        guest.wait_until_ready()?;
        Ok(guest)
    }

    /// Tells it that a new game begins.
    pub(crate) fn new_game(&mut self) -> Result<(), Forfeit> {
        match self.protocol {
            Protocol::Uci => self.process.send_line("ucinewgame"),
            Protocol::Ucci if self.find_option("newgame").is_some() => {
                self.process.send_line("setoption newgame");
            }
            Protocol::Ucci => {}
        }
        self.wait_until_ready()
    }

    /// Its move, as our records write it.
    pub(crate) fn choose_move(
        &mut self,
        game: &AnyGame,
        sheet: &GameLog,
        pace: &MoveLimits,
        language: Language,
    ) -> Result<String, Forfeit> {
        // Whatever it still had to say about the move before is over now.
        self.wait_until_ready()?;
        self.process.send_line(&self.position_command(sheet));
        if let (Protocol::Ucci, AnyGame::Xiangqi(game)) = (self.protocol, game) {
            let banned: Vec<String> = game.banned_moves().iter().map(ToString::to_string).collect();
            if !banned.is_empty() {
                self.process.send_line(&format!("banmoves {}", banned.join(" ")));
            }
        }
        self.process.send_line(&self.go_command(pace));
        let (begun, timeout) = (Instant::now(), pace.timeout());
        let text = loop {
            let line = self.read_line(begun, timeout)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => break words.next().unwrap_or_default().to_owned(),
                Some("nobestmove") if self.protocol == Protocol::Ucci => return Err(Forfeit::Resigned),
                _ => {}
            }
        };
        self.parse_move(&text, game, language)
    }

    fn handshake(&mut self) -> Result<(), Forfeit> {
        let (command, reply) = match self.protocol {
            Protocol::Uci => ("uci", "uciok"),
            Protocol::Ucci => ("ucci", "ucciok"),
        };
        self.process.send_line(command);
        let begun = Instant::now();
        loop {
            // Who never greets is no engine, whether it hangs or ends.
            let why = EngineSetupError::NoHandshake { protocol: self.protocol.name() };
            let line =
                self.read_line(begun, HANDSHAKE_TIMEOUT).map_err(|_| Forfeit::SetupFailed { error: why })?;
            if line == reply {
                return Ok(());
            }
            if let Some(about) = line.strip_prefix("option ") {
                let about = about.strip_prefix("name ").unwrap_or(about);
                let name = about.split(" type ").next().unwrap_or_default().trim();
                self.options.push(EngineOption { name: name.to_owned(), declaration: about.to_owned() });
            }
        }
    }

    /// Sets what the game needs.
    fn configure_for(&mut self, game: &AnyGame) -> Result<(), Forfeit> {
        match (game, self.protocol) {
            (AnyGame::Chess(game), _) if game.position().is_chess960() => {
                if self.find_option("UCI_Chess960").is_none() {
                    return Err(Forfeit::SetupFailed {
                        error: EngineSetupError::UnsupportedVariant { name: "chess960" },
                    });
                }
                self.set_option("UCI_Chess960", Some("true"))
            }
            (AnyGame::Xiangqi(_), Protocol::Uci) => match self.find_option("UCI_Variant") {
                Some(offered) if offered.declaration.split_whitespace().any(|word| word == "xiangqi") => {
                    self.set_option("UCI_Variant", Some("xiangqi"))
                }
                Some(_) => Err(Forfeit::SetupFailed {
                    error: EngineSetupError::UnsupportedVariant { name: "xiangqi" },
                }),
                // Programs that play nothing else count the ranks from 0.
                None => {
                    self.notation = Notation::Coordinates;
                    Ok(())
                }
            },
            (AnyGame::Xiangqi(_), Protocol::Ucci) if self.find_option("usemillisec").is_some() => {
                self.set_option("usemillisec", Some("on"))
            }
            _ => Ok(()),
        }
    }

    fn find_option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|offered| offered.name.eq_ignore_ascii_case(name))
    }

    fn set_option(&self, name: &str, value: Option<&str>) -> Result<(), Forfeit> {
        let Some(offered) = self.find_option(name) else {
            let known: Vec<&str> = self.options.iter().map(|offered| offered.name.as_str()).collect();
            let why = EngineSetupError::UnknownOption { name: name.to_owned(), known: known.join(", ") };
            return Err(Forfeit::SetupFailed { error: why });
        };
        let name = &offered.name;
        self.process.send_line(&match (self.protocol, value) {
            (Protocol::Uci, Some(value)) => format!("setoption name {name} value {value}"),
            (Protocol::Uci, None) => format!("setoption name {name}"),
            (Protocol::Ucci, Some(value)) => format!("setoption {name} {value}"),
            (Protocol::Ucci, None) => format!("setoption {name}"),
        });
        Ok(())
    }

    fn wait_until_ready(&mut self) -> Result<(), Forfeit> {
        self.process.send_line("isready");
        let begun = Instant::now();
        while self.read_line(begun, HANDSHAKE_TIMEOUT)? != "readyok" {}
        Ok(())
    }

    /// The next line, or what it means that none comes.
    fn read_line(&mut self, begun: Instant, timeout: Duration) -> Result<String, Forfeit> {
        self.process.read_line(begun + timeout).map_err(|silence| match silence {
            ReadError::TimedOut => Forfeit::TimedOut { millis: timeout.as_millis() },
            ReadError::Ended => Forfeit::Crashed { exit_summary: self.process.exit_summary() },
        })
    }

    /// Where the game stands, in the words of the protocol.
    fn position_command(&self, sheet: &GameLog) -> String {
        let moves = match self.notation {
            Notation::CoordinatesFromOne => &sheet.one_based_moves,
            _ => &sheet.moves,
        };
        let start = if self.protocol == Protocol::Uci && is_standard_start(sheet) {
            "startpos".to_owned()
        } else {
            format!("fen {}", sheet.start.position())
        };
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        format!("position {start}{moves}")
    }

    fn go_command(&self, pace: &MoveLimits) -> String {
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
                    if self.find_option("usemillisec").is_some() { millis } else { millis.div_ceil(1_000) };
                add("time", Some(millis));
                add("movestogo", Some(1));
            }
            (Protocol::Ucci, None) => {}
        }
        text
    }

    /// The move of its text, if it is legal.
    fn parse_move(&self, text: &str, game: &AnyGame, language: Language) -> Result<String, Forfeit> {
        let read = || match game {
            AnyGame::Chess(game) => {
                let uci: yipan_chess::UciMove =
                    text.parse().map_err(|error: yipan_chess::UciError| error.localize(language))?;
                let mv = game.position().resolve_uci(uci).map_err(|refusal| refusal.localize(language))?;
                Ok(game.position().uci(mv).to_string())
            }
            AnyGame::Xiangqi(game) => {
                let mv = game.position().read_move(text, self.notation);
                mv.map(|mv| mv.to_string()).map_err(|error| error.localize(language))
            }
            AnyGame::Liuzichong(_) => unreachable!("no protocol knows liuzichong"),
        };
        read().map_err(|why| Forfeit::IllegalMove { text: text.chars().take(40).collect(), reason: why })
    }
}

/// Whether the game began where all games of its kind do.
fn is_standard_start(sheet: &GameLog) -> bool {
    let kind: GameKind = sheet.start.kind();
    AnyGame::start(kind, &GameOptions::default())
        .is_ok_and(|usual| usual.position() == sheet.start.position())
}
