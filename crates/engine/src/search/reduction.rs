//! Late move reductions.

/// Returns by how many plies to reduce the move with this number, from 1.
///
/// The logarithms are computed with integers at compile time, so that every machine searches the same tree.
pub(crate) fn reduction(depth: i32, count: usize) -> i32 {
    let (depth, count) = (depth.clamp(1, 63) as usize, count.min(63));
    REDUCTIONS[depth][count]
}

static REDUCTIONS: [[i32; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut count = 1;
        while count < 64 {
            let product = ln(depth) * ln(count) / 1024;
            table[depth as usize][count as usize] = ((product * 10 / 23) + 1024 * 3 / 4) as i32 / 1024;
            count += 1;
        }
        depth += 1;
    }
    table
};

/// Returns the natural logarithm times 1024, from the binary logarithm bit by bit (repeated squaring).
const fn ln(number: u64) -> u64 {
    let whole = number.ilog2() as u64;
    // Fixed point with 32 fractional bits, from 1 to 2.
    let mut mantissa = (number << 32) >> whole;
    let mut binary = whole << 16;
    let mut bit = 1 << 15;
    while bit > 0 {
        mantissa = ((mantissa as u128 * mantissa as u128) >> 32) as u64;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            binary |= bit;
        }
        bit >>= 1;
    }
    // ln 2 = 0.693147..
    binary * 693_147 / 1_000_000 * 1024 / 65_536
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_make_good_logarithms() {
        for number in 1..64u64 {
            let exact = (number as f64).ln() * 1024.0;
            assert!((ln(number) as f64 - exact).abs() <= 1.5, "{number}: {} for {exact}", ln(number));
        }
    }

    #[test]
    fn later_and_deeper_moves_are_reduced_more() {
        assert_eq!(reduction(1, 1), 0);
        assert!(reduction(10, 20) > reduction(10, 5) && reduction(20, 10) > reduction(5, 10));
    }
}
