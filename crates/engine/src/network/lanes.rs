//! The arithmetic of the hidden layer, in groups that fill several vector registers.

use multiversion::multiversion;

/// The number of values in a group.
///
/// The compiler unrolls a shorter inner loop completely, and then gathers the values of several groups one by one.
pub(super) const LANES: usize = 64;
/// The greatest value of a clipped accumulator, which stands for one.
pub(super) const QA: i32 = 255;

/// A group of values of the hidden layer, aligned for vector instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Lanes(pub(super) [i16; LANES]);

/// Adds a row of weights.
#[inline(always)]
pub(super) fn add(sums: &mut [Lanes], row: &[Lanes]) {
    for (sums, row) in sums.iter_mut().zip(row) {
        for (sum, term) in sums.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*term);
        }
    }
}

/// Subtracts a row of weights.
#[inline(always)]
pub(super) fn subtract(sums: &mut [Lanes], row: &[Lanes]) {
    for (sums, row) in sums.iter_mut().zip(row) {
        for (sum, term) in sums.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(*term);
        }
    }
}

/// Copies accumulators with one row added and one subtracted: a piece has moved.
#[inline(always)]
pub(super) fn copy_moved(to: &mut [Lanes], from: &[Lanes], added: &[Lanes], removed: &[Lanes]) {
    for (((to, from), added), removed) in to.iter_mut().zip(from).zip(added).zip(removed) {
        for lane in 0..LANES {
            to.0[lane] = from.0[lane].wrapping_add(added.0[lane]).wrapping_sub(removed.0[lane]);
        }
    }
}

/// Copies accumulators with one row added and two subtracted: a piece has captured another.
#[inline(always)]
pub(super) fn copy_captured(to: &mut [Lanes], from: &[Lanes], added: &[Lanes], removed: [&[Lanes]; 2]) {
    let [first, second] = removed;
    for ((((to, from), added), first), second) in to.iter_mut().zip(from).zip(added).zip(first).zip(second) {
        for lane in 0..LANES {
            to.0[lane] = from.0[lane]
                .wrapping_add(added.0[lane])
                .wrapping_sub(first.0[lane])
                .wrapping_sub(second.0[lane]);
        }
    }
}

/// The groups whose terms are added in 32 bits. A term is at most 128 times the square of [`QA`], so no sum overflows.
const GROUPS_IN_32_BITS: usize = 4;

/// Returns the output for accumulators and output weights of both perspectives, with squared clipped ReLU.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn screlu_output(sums: [&[Lanes]; 2], weights: [&[Lanes]; 2]) -> i64 {
    let mut output = 0_i64;
    for (sums, weights) in sums.into_iter().zip(weights) {
        for (sums, weights) in sums.chunks(GROUPS_IN_32_BITS).zip(weights.chunks(GROUPS_IN_32_BITS)) {
            let mut part = 0_i32;
            for (sums, weights) in sums.iter().zip(weights) {
                for (sum, weight) in sums.0.iter().zip(&weights.0) {
                    let clipped = (*sum).clamp(0, QA as i16);
                    // Weights fit into eight bits, so the product fits into 16.
                    let product = i32::from(clipped.wrapping_mul(*weight)) * i32::from(clipped);
                    part = part.wrapping_add(product);
                }
            }
            output += i64::from(part);
        }
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_output_of_the_widest_network_does_not_overflow() {
        let (sums, weights) = (vec![Lanes([i16::MAX; LANES]); 16], vec![Lanes([-128; LANES]); 16]);
        let expected = -128 * i64::from(QA * QA) * 2 * 16 * LANES as i64;
        assert_eq!(screlu_output([&sums; 2], [&weights; 2]), expected);
    }
}
