/// The figures in the output of libFuzzer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FuzzLog {
    /// The inputs that were tried.
    pub(crate) executions: u64,
    /// The branches that were reached.
    pub(crate) covered_edges: u64,
    /// The branches of the program.
    pub(crate) edges: u64,
    /// The path of the input that showed a fault.
    pub(crate) failing_input: Option<String>,
    /// The first lines about the fault.
    pub(crate) message: String,
}

/// The lines of a message about a fault that are kept.
const MESSAGE_LINES: usize = 6;

/// The beginnings of messages about a fault: a panic, and libFuzzer's own about time and memory.
const MESSAGE_STARTS: [&str; 3] = ["\nthread '", "ERROR: libFuzzer: ", "ALARM: "];

impl FuzzLog {
    /// Parses the output. A figure that it lacks is 0.
    pub(crate) fn parse(text: &str) -> FuzzLog {
        let last_number_after = |start: &str| text.rsplit_once(start).map_or(0, |(_, rest)| number(rest));
        FuzzLog {
            executions: last_number_after("stat::number_of_executed_units:"),
            covered_edges: last_number_after(" cov: "),
            edges: last_number_after("Loaded 1 modules   ("),
            failing_input: text
                .lines()
                .find_map(|line| line.split_once("Test unit written to ").map(|(_, path)| path.to_owned())),
            message: message(text),
        }
    }
}

fn message(text: &str) -> String {
    let start = MESSAGE_STARTS.iter().find_map(|start| text.find(start));
    let lines = start.map_or("", |at| text[at..].trim_start()).lines();
    // After a panic, libFuzzer reports the signal that it was.
    let lines: Vec<_> = lines.take(MESSAGE_LINES).take_while(|line| !line.starts_with("==")).collect();
    lines.join("\n")
}

fn number(text: &str) -> u64 {
    let text = text.trim_start();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "\
INFO: Loaded 1 modules   (2280 inline 8-bit counters): 2280 [0x5607493562d0, 0x560749356bb8),\n\
#2\tINITED cov: 12 ft: 13 corp: 1/1b exec/s: 0 rss: 26Mb\n\
#424921\tDONE   cov: 421 ft: 981 corp: 333/9885b lim: 256 exec/s: 84984 rss: 28Mb\n\
stat::number_of_executed_units: 424921\n\
stat::average_exec_per_sec:     84984\n";

    #[test]
    fn the_last_figures_count() {
        let expected = FuzzLog {
            executions: 424_921,
            covered_edges: 421,
            edges: 2280,
            failing_input: None,
            message: String::new(),
        };
        assert_eq!(FuzzLog::parse(LOG), expected);
    }

    #[test]
    fn the_input_that_shows_a_fault_is_named() {
        let panic = "\nthread '<unnamed>' (1) panicked at a.rs:1:2:\nassertion failed\n";
        let text = format!(
            "{LOG}{panic}==1== ERROR: libFuzzer: deadly signal\nartifact_prefix='/t/'; Test unit written to /t/crash-adc8\nBase64: Zg==\n"
        );
        assert_eq!(FuzzLog::parse(&text).failing_input.as_deref(), Some("/t/crash-adc8"));
        let message = "thread '<unnamed>' (1) panicked at a.rs:1:2:\nassertion failed";
        assert_eq!(FuzzLog::parse(&text).message, message);
        assert_eq!(FuzzLog::parse("").executions, 0);
    }
}
