use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

/// A running Fairy-Stockfish process that plays xiangqi.
#[derive(Debug)]
pub struct FairyStockfish {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl FairyStockfish {
    /// Starts the program, from the PATH or from where Debian installs it. Returns `None` if there is none.
    ///
    /// # Panics
    /// Panics if the program ends or does not answer.
    #[must_use]
    pub fn start() -> Option<FairyStockfish> {
        let spawn = |program| Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = spawn("fairy-stockfish").or_else(|_| spawn("/usr/games/fairy-stockfish")).ok()?;
        let lines = BufReader::new(process.stdout.take()?).lines();
        let mut engine = FairyStockfish { process, lines };
        engine.send("setoption name UCI_Variant value xiangqi\nisready");
        engine.lines_until("readyok");
        Some(engine)
    }

    /// Counts the leaf nodes of a position to a depth.
    ///
    /// # Panics
    /// Panics if the program ends.
    pub fn perft(&mut self, fen: &str, depth: u32) -> u64 {
        self.divide(fen, depth).1
    }

    /// Returns the legal moves of a position, with ranks from 1 to 10, sorted.
    ///
    /// # Panics
    /// Panics if the program ends.
    pub fn legal_moves(&mut self, fen: &str) -> Vec<String> {
        let (lines, _) = self.divide(fen, 1);
        let moves = lines.iter().filter_map(|line| line.strip_suffix(": 1"));
        let mut moves: Vec<_> = moves.map(str::to_owned).collect();
        moves.sort_unstable();
        moves
    }

    /// Returns the printed lines, one for each move, and the sum of their nodes.
    fn divide(&mut self, fen: &str, depth: u32) -> (Vec<String>, u64) {
        self.send(&format!("position fen {fen}\ngo perft {depth}"));
        let (lines, last) = self.lines_until("Nodes searched:");
        let nodes = last.rsplit(' ').next().and_then(|text| text.parse().ok());
        (lines, nodes.expect("a number of nodes"))
    }

    fn send(&mut self, text: &str) {
        let stdin = self.process.stdin.as_mut().expect("a pipe");
        writeln!(stdin, "{text}").and_then(|()| stdin.flush()).expect("the process reads its input");
    }

    /// Returns the lines before the one with this beginning, and that line.
    fn lines_until(&mut self, start: &str) -> (Vec<String>, String) {
        let mut before = Vec::new();
        loop {
            let line = self.lines.next().expect("the process runs").expect("the process writes lines");
            if line.starts_with(start) {
                return (before, line);
            }
            before.push(line);
        }
    }
}

impl Drop for FairyStockfish {
    fn drop(&mut self) {
        self.send("quit");
        let _ = self.process.wait();
    }
}
