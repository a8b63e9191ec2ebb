//! Labels: the scores of positions by another engine.

use std::error::Error;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A UCI engine as a process.
struct UciEngine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl UciEngine {
    fn start(program: &str) -> Result<UciEngine, Box<dyn Error>> {
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("`{program}` did not start: {error}"))?;
        let (input, output) =
            process.stdin.take().zip(process.stdout.take()).ok_or("the engine has no pipes")?;
        let mut engine = UciEngine { process, input, output: BufReader::new(output) };
        engine.input.write_all(
            b"setoption name Threads value 1\nsetoption name Hash value 8\nucinewgame\nisready\n",
        )?;
        while engine.read_line()?.trim() != "readyok" {}
        Ok(engine)
    }

    fn read_line(&mut self) -> Result<String, Box<dyn Error>> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err("the engine ended".into());
        }
        Ok(line)
    }

    /// Returns the centipawns of the side to move; `None` if the engine sees a mate.
    fn score(&mut self, fen: &str, limit: &str) -> Result<Option<i32>, Box<dyn Error>> {
        write!(self.input, "position fen {fen}\ngo {limit}\n")?;
        let mut score = None;
        loop {
            let line = self.read_line()?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => return Ok(score),
                Some("info") if words.any(|word| word == "score") => {
                    score = match (words.next(), words.next()) {
                        (Some("cp"), Some(centipawns)) => Some(centipawns.parse()?),
                        _ => None,
                    };
                }
                _ => {}
            }
        }
    }
}

impl Drop for UciEngine {
    fn drop(&mut self) {
        // Without its input the engine ends by itself; a process that does not is killed.
        let _ = self.input.write_all(b"quit\n");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Copies positions from standard input to standard output, with their scores replaced by those of another engine.
/// Positions with a mate are left out.
pub(crate) fn label(program: &str, limit: &str) -> Result<(), Box<dyn Error>> {
    let mut engine = UciEngine::start(program)?;
    let mut output = BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let mut fields = line.split(';');
        let (Some(fen), Some(result)) = (fields.next(), fields.next()) else { continue };
        if let Some(score) = engine.score(fen, limit)? {
            let of_first_side = if fen.split(' ').nth(1) == Some("b") { -score } else { score };
            writeln!(output, "{fen};{result};{of_first_side}")?;
        }
    }
    output.flush()?;
    Ok(())
}
