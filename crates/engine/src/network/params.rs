use std::fmt;

use super::lanes::{LANES, Lanes};

/// The output weights are selected by the number of pieces, four to a bucket.
pub(super) const OUTPUT_BUCKETS: usize = 8;
/// The greatest width of the hidden layer.
const MAX_HIDDEN: usize = 1_024;

/// The trained parameters of a network, quantized.
pub struct NetworkParams {
    inputs: usize,
    /// The width of the hidden layer in groups.
    pub(super) width: usize,
    /// One row for each input.
    feature_weights: Vec<Lanes>,
    pub(super) feature_bias: Vec<Lanes>,
    /// By bucket, for the side to move and for its opponent.
    output_weights: Vec<Lanes>,
    pub(super) output_biases: [i32; OUTPUT_BUCKETS],
}

impl NetworkParams {
    /// Parses a network file for a game with this many inputs.
    ///
    /// The file consists of little-endian numbers: width of the hidden layer and number of buckets, feature weights by
    /// input, feature biases, output weights by bucket (16 bits each), and output biases (32 bits each).
    ///
    /// # Errors
    ///
    /// A [`NetworkFileError`] if the file has another architecture.
    pub fn parse(bytes: &[u8], inputs: usize) -> Result<NetworkParams, NetworkFileError> {
        let (shape, rest) =
            bytes.split_at_checked(4).ok_or(NetworkFileError::Length { expected: 4, found: bytes.len() })?;
        let hidden = usize::from(u16::from_le_bytes([shape[0], shape[1]]));
        let buckets = usize::from(u16::from_le_bytes([shape[2], shape[3]]));
        if hidden == 0 || hidden > MAX_HIDDEN || hidden % LANES != 0 || buckets != OUTPUT_BUCKETS {
            return Err(NetworkFileError::Shape { hidden, buckets });
        }
        let rows = inputs + 1 + 2 * OUTPUT_BUCKETS;
        let expected = 4 + 2 * rows * hidden + 4 * OUTPUT_BUCKETS;
        if bytes.len() != expected {
            return Err(NetworkFileError::Length { expected, found: bytes.len() });
        }
        let (numbers, biases) = rest.split_at(2 * rows * hidden);
        let (numbers, _) = numbers.as_chunks::<2>();
        let mut groups = numbers.as_chunks::<LANES>().0.iter();
        let width = hidden / LANES;
        let mut take_rows = |count: usize| -> Vec<Lanes> {
            groups.by_ref().take(count * width).map(|group| Lanes(group.map(i16::from_le_bytes))).collect()
        };
        let feature_weights = take_rows(inputs);
        let feature_bias = take_rows(1);
        let output_weights = take_rows(2 * OUTPUT_BUCKETS);
        if output_weights.iter().flat_map(|group| group.0).any(|weight| !(-128..128).contains(&weight)) {
            return Err(NetworkFileError::OutputWeight);
        }
        let mut output_biases = [0; OUTPUT_BUCKETS];
        for (bias, four) in output_biases.iter_mut().zip(biases.as_chunks::<4>().0) {
            *bias = i32::from_le_bytes(*four);
        }
        Ok(NetworkParams { inputs, width, feature_weights, feature_bias, output_weights, output_biases })
    }

    /// Returns the number of inputs of one perspective.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// Returns the weights of an input.
    #[inline(always)]
    pub(super) fn feature_row(&self, input: usize) -> &[Lanes] {
        &self.feature_weights[input * self.width..][..self.width]
    }

    /// Returns the output weights for the side to move and for its opponent.
    #[inline(always)]
    pub(super) fn output_rows(&self, bucket: usize) -> [&[Lanes]; 2] {
        let (ours, theirs) =
            self.output_weights[2 * bucket * self.width..][..2 * self.width].split_at(self.width);
        [ours, theirs]
    }
}

/// The reason why a network file was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkFileError {
    /// The width of the hidden layer or the number of buckets is not supported.
    Shape {
        /// The width of the hidden layer.
        hidden: usize,
        /// The number of buckets.
        buckets: usize,
    },
    /// The file has another length than its shape and the game imply.
    Length {
        /// The length in bytes that was expected.
        expected: usize,
        /// The length of the file in bytes.
        found: usize,
    },
    /// An output weight does not fit into eight bits.
    OutputWeight,
}

impl fmt::Display for NetworkFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkFileError::Shape { hidden, buckets } => write!(
                f,
                "a hidden layer of {hidden} with {buckets} buckets is not supported; it needs a multiple of {LANES} up to {MAX_HIDDEN} and {OUTPUT_BUCKETS} buckets"
            ),
            NetworkFileError::Length { expected, found } => {
                write!(f, "the network file has {found} bytes instead of {expected}; is it for another game?")
            }
            NetworkFileError::OutputWeight => f.write_str("an output weight does not fit into eight bits"),
        }
    }
}

impl std::error::Error for NetworkFileError {}

#[cfg(test)]
mod tests {
    use super::*;

    const CHESS: &[u8] = include_bytes!("../../network/chess.net");

    fn error(bytes: &[u8]) -> Option<NetworkFileError> {
        NetworkParams::parse(bytes, 768).err()
    }

    #[test]
    fn a_file_of_another_architecture_is_rejected() {
        assert_eq!(error(CHESS), None);
        let found = CHESS.len();
        assert_eq!(
            NetworkParams::parse(CHESS, 1_260).err(),
            Some(NetworkFileError::Length { expected: found + 2 * (1_260 - 768) * 512, found })
        );
        assert_eq!(
            error(&CHESS[..found - 1]),
            Some(NetworkFileError::Length { expected: found, found: found - 1 })
        );
        assert_eq!(error(&[]), Some(NetworkFileError::Length { expected: 4, found: 0 }));
        for (hidden, buckets) in [(0_u16, 8_u16), (100, 8), (2_048, 8), (512, 4)] {
            let shape = [hidden.to_le_bytes(), buckets.to_le_bytes()].concat();
            let expected = NetworkFileError::Shape { hidden: hidden.into(), buckets: buckets.into() };
            assert_eq!(error(&[&shape, &CHESS[4..]].concat()), Some(expected));
        }
    }

    #[test]
    fn an_output_weight_that_would_overflow_is_rejected() {
        let mut bytes = CHESS.to_vec();
        let last_output_weight = bytes.len() - 4 * OUTPUT_BUCKETS - 2;
        bytes[last_output_weight..][..2].copy_from_slice(&128_i16.to_le_bytes());
        assert_eq!(error(&bytes), Some(NetworkFileError::OutputWeight));
    }
}
