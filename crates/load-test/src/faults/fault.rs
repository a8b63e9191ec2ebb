use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// A node is killed and restarted.
    Kill,
    /// A node is stopped and continued, like a virtual machine that freezes.
    Stop,
    /// A node does not reach PostgreSQL, while its connections stay open.
    CutStore,
    /// A node does not reach NATS, while its connections stay open.
    CutBus,
    /// A node reaches neither.
    Cut,
    /// Two NATS servers, each with a part of the nodes, do not reach each other.
    Split,
    /// NATS is killed and restarted.
    Bus,
    /// PostgreSQL is stopped, in turn with a fast and an immediate shutdown, and restarted.
    Store,
    /// Nodes are shut down and replaced, one after the other.
    Roll,
    /// Nodes whose system times differ by the length are killed and restarted.
    Skew,
}

/// A fault and its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The time until the node or the service works again; for a kill, until the restart; for a skew, how much the
    /// system times of two nodes are before and after that of the third.
    pub length: Duration,
}

/// A text that is no fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown fault `{text}`; expected {} with an optional length, such as stop:5", FaultKind::names())]
pub struct ParseFaultError {
    text: String,
}

impl FaultKind {
    /// All kinds.
    pub const ALL: [FaultKind; 10] = [
        FaultKind::Kill,
        FaultKind::Stop,
        FaultKind::CutStore,
        FaultKind::CutBus,
        FaultKind::Cut,
        FaultKind::Split,
        FaultKind::Bus,
        FaultKind::Store,
        FaultKind::Roll,
        FaultKind::Skew,
    ];

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::Kill => "kill",
            FaultKind::Stop => "stop",
            FaultKind::CutStore => "cut-store",
            FaultKind::CutBus => "cut-bus",
            FaultKind::Cut => "cut",
            FaultKind::Split => "split",
            FaultKind::Bus => "bus",
            FaultKind::Store => "store",
            FaultKind::Roll => "roll",
            FaultKind::Skew => "skew",
        }
    }

    fn names() -> String {
        FaultKind::ALL.map(FaultKind::name).join(", ")
    }

    /// Returns whether the fault is one of a single node; otherwise it affects every room.
    pub(crate) const fn is_of_one_node(self) -> bool {
        !matches!(self, FaultKind::Split | FaultKind::Bus | FaultKind::Store)
    }

    /// Returns whether the fault needs a bus, so at least two nodes.
    pub(crate) const fn needs_bus(self) -> bool {
        matches!(self, FaultKind::CutBus | FaultKind::Cut | FaultKind::Split | FaultKind::Bus)
    }

    pub(super) const fn default_length(self) -> Duration {
        match self {
            FaultKind::Kill => Duration::from_millis(1_500),
            FaultKind::Stop | FaultKind::Bus | FaultKind::Store => Duration::from_secs(5),
            FaultKind::CutStore | FaultKind::CutBus | FaultKind::Cut | FaultKind::Split => {
                Duration::from_secs(6)
            }
            FaultKind::Roll => Duration::ZERO,
            FaultKind::Skew => Duration::from_secs(600),
        }
    }
}

impl Fault {
    /// Returns a fault of the default length.
    #[must_use]
    pub(super) const fn with_default_length(kind: FaultKind) -> Fault {
        Fault { kind, length: kind.default_length() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.name(), self.length.as_secs_f64())
    }
}

impl FromStr for Fault {
    type Err = ParseFaultError;

    fn from_str(text: &str) -> Result<Fault, ParseFaultError> {
        let (name, seconds) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let parse_length = |kind: FaultKind| match seconds {
            None => Some(kind.default_length()),
            Some(seconds) => Duration::try_from_secs_f64(seconds.parse().ok()?).ok(),
        };
        let kind = FaultKind::ALL.into_iter().find(|kind| kind.name() == name);
        let fault = kind.and_then(|kind| Some(Fault { kind, length: parse_length(kind)? }));
        fault.ok_or_else(|| ParseFaultError { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_a_name_with_an_optional_length() {
        for kind in FaultKind::ALL {
            assert_eq!(kind.name().parse(), Ok(Fault { kind, length: kind.default_length() }));
        }
        let length = Duration::from_millis(2_500);
        assert_eq!("cut-bus:2.5".parse(), Ok(Fault { kind: FaultKind::CutBus, length }));
        assert_eq!(Fault { kind: FaultKind::CutBus, length }.to_string(), "cut-bus:2.5");
        for text in ["", "kill:", "kill:-1", "kill:soon", "kills", "Kill"] {
            assert!(text.parse::<Fault>().is_err(), "{text}");
        }
    }
}
