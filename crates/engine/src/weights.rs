//! The weights of the hand-crafted evaluations, in named groups; each weight has a middlegame and an endgame value.

use yipan_core::Side;

/// Packs the values of both phases into one number, so that both are summed at once. The endgame is the upper half.
#[inline]
pub(crate) const fn tapered(middle: i32, end: i32) -> i32 {
    (end << 16) + middle
}

/// Returns the middlegame value of a packed number.
#[inline]
pub(crate) const fn middlegame(pair: i32) -> i32 {
    pair as i16 as i32
}

/// Returns the endgame value of a packed number.
#[inline]
pub(crate) const fn endgame(pair: i32) -> i32 {
    // A negative lower half borrowed one from the upper half.
    ((pair + 0x8000) >> 16) as i16 as i32
}

/// A consumer of features: a sum for the evaluation, or a trace for the tuner.
pub(crate) trait FeatureSink {
    /// Adds a feature of a side `count` times.
    fn add(&mut self, side: Side, feature: usize, count: i32);
}

/// The weighted sum of the features of each side.
pub(crate) struct EvalSum<'a, const N: usize> {
    weights: &'a [i32; N],
    totals: [i32; 2],
}

impl<'a, const N: usize> EvalSum<'a, N> {
    pub(crate) const fn new(weights: &'a [i32; N]) -> EvalSum<'a, N> {
        EvalSum { weights, totals: [0; 2] }
    }
}

impl<const N: usize> FeatureSink for EvalSum<'_, N> {
    #[inline(always)]
    fn add(&mut self, side: Side, feature: usize, count: i32) {
        self.totals[side.index()] += self.weights[feature] * count;
    }
}

/// The interpolation between the middlegame and the endgame value of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PhaseAndScale {
    /// The game phase, from [`PhaseAndScale::FULL_PHASE`] at the start down to zero.
    pub(crate) phase: i32,
    /// The share of an endgame advantage that counts, in 64ths.
    pub(crate) scale: i32,
}

impl PhaseAndScale {
    pub(crate) const FULL_PHASE: i32 = 256;
    pub(crate) const FULL_SCALE: i32 = 64;

    /// Returns the score for the first side.
    #[inline]
    pub(crate) fn score<const N: usize>(self, sum: &EvalSum<'_, N>) -> i32 {
        let total = sum.totals[0] - sum.totals[1];
        let (middle, end) = (middlegame(total), endgame(total));
        let mixed = middle * self.phase
            + end * (PhaseAndScale::FULL_PHASE - self.phase) * self.scale / PhaseAndScale::FULL_SCALE;
        mixed / PhaseAndScale::FULL_PHASE
    }
}

/// Defines named groups of weights as consecutive offsets.
macro_rules! feature_groups {
    ($($(#[$doc:meta])* $name:ident: $len:expr,)+) => {
        feature_groups!(@ 0usize; $($(#[$doc])* $name: $len,)+);
        /// The groups with their lengths, in order.
        pub(crate) const FEATURE_GROUPS: &[(&str, usize)] = &[$((stringify!($name), $len)),+];
    };
    (@ $at:expr; $(#[$doc:meta])* $name:ident: $len:expr, $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $name: usize = $at;
        feature_groups!(@ $at + $len; $($rest)*);
    };
    (@ $at:expr;) => {
        /// The number of weights.
        pub(crate) const FEATURE_COUNT: usize = $at;
    };
}
pub(crate) use feature_groups;

/// Parses a weight file at compile time: pairs of numbers, and comments after `#`.
///
/// The crate does not compile if the file does not have two numbers for each weight.
pub(crate) const fn parse_weights<const N: usize>(text: &str) -> [i32; N] {
    let bytes = text.as_bytes();
    let mut weights = [0; N];
    let (mut at, mut found, mut first) = (0, 0, 0);
    while at < bytes.len() {
        if bytes[at] == b'#' {
            while at < bytes.len() && bytes[at] != b'\n' {
                at += 1;
            }
        } else if bytes[at] == b'-' || bytes[at].is_ascii_digit() {
            let negative = bytes[at] == b'-';
            if negative {
                at += 1;
            }
            let mut number = 0;
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                number = number * 10 + (bytes[at] - b'0') as i32;
                at += 1;
            }
            let number = if negative { -number } else { number };
            if found % 2 == 0 {
                first = number;
            } else {
                weights[found / 2] = tapered(first, number);
            }
            found += 1;
        } else {
            at += 1;
        }
    }
    assert!(found == 2 * N, "the weight file does not have two numbers for each weight");
    weights
}

/// Formats weights as [`parse_weights`] reads them.
pub(crate) fn format_weights(groups: &[(&str, usize)], weights: &[(i32, i32)]) -> String {
    let mut text = String::new();
    let mut rest = weights;
    for &(name, len) in groups {
        let (group, others) = rest.split_at(len);
        rest = others;
        text.push_str(&format!("# {}\n", name.to_lowercase().replace('_', " ")));
        for row in group.chunks(8) {
            let row: Vec<String> = row.iter().map(|(middle, end)| format!("{middle}/{end}")).collect();
            text.push_str(&row.join("  "));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_phases_are_added_at_once() {
        for (a, b) in [((-5, 7), (3, -9)), ((100, -200), (-300, 50)), ((-1, -1), (-1, -1))] {
            let sum = tapered(a.0, a.1) + tapered(b.0, b.1);
            assert_eq!((middlegame(sum), endgame(sum)), (a.0 + b.0, a.1 + b.1));
            let difference = tapered(a.0, a.1) - tapered(b.0, b.1) * 3;
            assert_eq!((middlegame(difference), endgame(difference)), (a.0 - 3 * b.0, a.1 - 3 * b.1));
        }
    }

    #[test]
    fn a_weight_file_is_read_as_it_is_written() {
        let weights = [(1, -2), (-30, 400), (0, 0)];
        let text = format_weights(&[("PAIR", 2), ("LONELY_KING", 1)], &weights);
        assert_eq!(text, "# pair\n1/-2  -30/400\n# lonely king\n0/0\n");
        assert_eq!(parse_weights::<3>(&text), weights.map(|(middle, end)| tapered(middle, end)));
    }
}
