use std::time::{Duration, Instant};

use yipan_core::{Language, Localize};
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_xiangqi::notation::Notation;

use super::process::{HANDSHAKE_TIMEOUT, Process, ReadError};
use crate::engine_command::EngineCommand;
use crate::forfeit::{EngineSetupError, Forfeit};
use crate::game_log::GameLog;
use crate::limits::MoveLimits;
use crate::protocol::Protocol;

/// A running engine that has completed its handshake and is configured for a game.
pub(crate) struct ExternalEngine {
    process: Process,
    protocol: Protocol,
    options: Vec<EngineOption>,
    /// The notation of its xiangqi moves.
    notation: Notation,
}

/// An option that the engine declared in its handshake.
struct EngineOption {
    name: String,
    /// The declaration from the option's name on.
    declaration: String,
}

impl ExternalEngine {
    /// Starts the engine, completes the handshake and configures it for this game.
    pub(crate) fn launch(command: &EngineCommand, game: &AnyGame) -> Result<ExternalEngine, Forfeit> {
        let process = Process::start(&command.command).map_err(|error| Forfeit::SetupFailed {
            error: EngineSetupError::NotStarted { error: error.to_string() },
        })?;
        let notation = match command.protocol {
            Protocol::Uci => Notation::CoordinatesFromOne,
            Protocol::Ucci => Notation::Coordinates,
        };
        let mut engine =
            ExternalEngine { process, protocol: command.protocol, options: Vec::new(), notation };
        engine.handshake()?;
        engine.configure_for(game)?;
        for (name, value) in &command.options {
            engine.set_option(name, value.as_deref())?;
        }
        engine.wait_until_ready()?;
        Ok(engine)
    }

    /// Announces a new game.
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

    /// Returns the engine's move in the notation of records.
    pub(crate) fn choose_move(
        &mut self,
        game: &AnyGame,
        log: &GameLog,
        limits: &MoveLimits,
        language: Language,
    ) -> Result<String, Forfeit> {
        // Late output about the previous move is discarded up to `readyok`.
        self.wait_until_ready()?;
        self.process.send_line(&self.position_command(log));
        if let (Protocol::Ucci, AnyGame::Xiangqi(game)) = (self.protocol, game) {
            let banned: Vec<String> = game.banned_moves().iter().map(ToString::to_string).collect();
            if !banned.is_empty() {
                self.process.send_line(&format!("banmoves {}", banned.join(" ")));
            }
        }
        self.process.send_line(&self.go_command(limits));
        let (started_at, timeout) = (Instant::now(), limits.timeout());
        let text = loop {
            let line = self.read_line(started_at, timeout)?;
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
        let started_at = Instant::now();
        loop {
            // A timeout and an exit both mean that the program is not an engine of this protocol.
            let error = EngineSetupError::NoHandshake { protocol: self.protocol.name() };
            let line =
                self.read_line(started_at, HANDSHAKE_TIMEOUT).map_err(|_| Forfeit::SetupFailed { error })?;
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

    /// Sets the options that the game needs.
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
                Some(option) if option.declaration.split_whitespace().any(|word| word == "xiangqi") => {
                    self.set_option("UCI_Variant", Some("xiangqi"))
                }
                Some(_) => Err(Forfeit::SetupFailed {
                    error: EngineSetupError::UnsupportedVariant { name: "xiangqi" },
                }),
                // Engines without variants play only xiangqi and count ranks from 0.
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
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    fn set_option(&self, name: &str, value: Option<&str>) -> Result<(), Forfeit> {
        let Some(option) = self.find_option(name) else {
            let known: Vec<&str> = self.options.iter().map(|option| option.name.as_str()).collect();
            let error = EngineSetupError::UnknownOption { name: name.to_owned(), known: known.join(", ") };
            return Err(Forfeit::SetupFailed { error });
        };
        let name = &option.name;
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
        let started_at = Instant::now();
        while self.read_line(started_at, HANDSHAKE_TIMEOUT)? != "readyok" {}
        Ok(())
    }

    /// Returns the next line, or the forfeit that follows from its absence.
    fn read_line(&mut self, started_at: Instant, timeout: Duration) -> Result<String, Forfeit> {
        self.process.read_line(started_at + timeout).map_err(|error| match error {
            ReadError::TimedOut => Forfeit::TimedOut { millis: timeout.as_millis() },
            ReadError::Ended => Forfeit::Crashed { exit_summary: self.process.exit_summary() },
        })
    }

    /// Returns the `position` command for the current position.
    fn position_command(&self, log: &GameLog) -> String {
        let moves = match self.notation {
            Notation::CoordinatesFromOne => &log.one_based_moves,
            _ => &log.moves,
        };
        let start = if self.protocol == Protocol::Uci && is_standard_start(log) {
            "startpos".to_owned()
        } else {
            format!("fen {}", log.start.position())
        };
        let moves = if moves.is_empty() { String::new() } else { format!(" moves {}", moves.join(" ")) };
        format!("position {start}{moves}")
    }

    fn go_command(&self, limits: &MoveLimits) -> String {
        let mut text = "go".to_owned();
        let mut add = |word: &str, number: Option<u64>| {
            if let Some(number) = number {
                text += &format!(" {word} {number}");
            }
        };
        add("depth", limits.depth.map(u64::from));
        add("nodes", limits.nodes);
        match (self.protocol, limits.movetime) {
            (Protocol::Uci, movetime) => add("movetime", movetime),
            // UCCI has no `movetime`; it is expressed as the remaining time for one move.
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

    /// Parses the engine's move and checks that it is legal.
    fn parse_move(&self, text: &str, game: &AnyGame, language: Language) -> Result<String, Forfeit> {
        let parse = || match game {
            AnyGame::Chess(game) => {
                let uci: yipan_chess::UciMove =
                    text.parse().map_err(|error: yipan_chess::UciError| error.localize(language))?;
                let mv = game.position().resolve_uci(uci).map_err(|error| error.localize(language))?;
                Ok(game.position().uci(mv).to_string())
            }
            AnyGame::Xiangqi(game) => {
                let mv = game.position().read_move(text, self.notation);
                mv.map(|mv| mv.to_string()).map_err(|error| error.localize(language))
            }
            AnyGame::Liuzichong(_) => {
                unreachable!("neither protocol supports liuzichong, see `Protocol::supports`")
            }
        };
        parse().map_err(|reason| Forfeit::IllegalMove { text: text.chars().take(40).collect(), reason })
    }
}

/// Returns whether the game began at the start position of its kind.
fn is_standard_start(log: &GameLog) -> bool {
    let kind: GameKind = log.start.kind();
    AnyGame::start(kind, &GameOptions::default())
        .is_ok_and(|standard| standard.position() == log.start.position())
}
