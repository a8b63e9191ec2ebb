//! The arithmetic of the hidden layer, in groups that fill several vector registers.

#[cfg(not(target_feature = "avx2"))]
use multiversion::{multiversion, target::match_target};

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
        // A copy has a known alignment, which whole vectors can be loaded with.
        let (from, added, removed) = (*from, *added, *removed);
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
        let (from, added, first, second) = (*from, *added, *first, *second);
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
#[cfg(not(target_feature = "avx2"))]
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn screlu_output(sums: [&[Lanes]; 2], weights: [&[Lanes]; 2]) -> i64 {
    match_target! {
        "x86_64+avx2" => avx2::screlu_output(sums, weights),
        _ => portable_screlu_output(sums, weights),
    }
}

/// Returns the same in a program compiled for processors with AVX2, which needs no choice.
#[cfg(target_feature = "avx2")]
pub(super) fn screlu_output(sums: [&[Lanes]; 2], weights: [&[Lanes]; 2]) -> i64 {
    portable_screlu_output(sums, weights)
}

#[inline(always)]
fn portable_screlu_output(sums: [&[Lanes]; 2], weights: [&[Lanes]; 2]) -> i64 {
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

/// The output by intrinsics: the compiler would use half of each register, because the sums are wider than the terms.
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
mod avx2 {
    use std::arch::x86_64::*;

    use super::{Lanes, QA};

    /// Loads sixteen values, which the compiler recognizes as one load.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn load(values: &[i16; 16]) -> __m256i {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *values;
        _mm256_setr_epi16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)
    }

    /// Returns the terms of the output for sixteen accumulators, in pairs.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn pairs_of_terms(sums: &[i16; 16], weights: &[i16; 16]) -> __m256i {
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA as i16));
        let clipped = _mm256_min_epi16(_mm256_max_epi16(load(sums), zero), one);
        // Weights fit into eight bits, so the product fits into 16.
        _mm256_madd_epi16(_mm256_mullo_epi16(clipped, load(weights)), clipped)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn screlu_output(sums: [&[Lanes]; 2], weights: [&[Lanes]; 2]) -> i64 {
        // Each of the eight parts has at most 256 terms, so none overflows.
        let mut parts = _mm256_setzero_si256();
        for (sums, weights) in sums.into_iter().zip(weights) {
            for (sums, weights) in sums.iter().zip(weights) {
                // A copy has a known alignment, which whole vectors can be loaded with.
                let (sums, weights) = (*sums, *weights);
                let (sums, weights) = (sums.0.as_chunks().0, weights.0.as_chunks().0);
                let first = _mm256_add_epi32(
                    pairs_of_terms(&sums[0], &weights[0]),
                    pairs_of_terms(&sums[1], &weights[1]),
                );
                let second = _mm256_add_epi32(
                    pairs_of_terms(&sums[2], &weights[2]),
                    pairs_of_terms(&sums[3], &weights[3]),
                );
                parts = _mm256_add_epi32(parts, _mm256_add_epi32(first, second));
            }
        }
        let (low, high) = (_mm256_castsi256_si128(parts), _mm256_extracti128_si256::<1>(parts));
        let four = _mm256_add_epi64(_mm256_cvtepi32_epi64(low), _mm256_cvtepi32_epi64(high));
        let two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
        _mm_cvtsi128_si64(two) + _mm_extract_epi64::<1>(two)
    }
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
