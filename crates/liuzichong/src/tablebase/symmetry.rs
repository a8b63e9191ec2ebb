use crate::PointSet;

/// One of the eight rotations and reflections of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    /// Iterates over all eight, the identity first.
    pub(crate) fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(Symmetry)
    }

    /// Returns the transformed set.
    #[inline]
    pub(crate) fn apply(self, set: PointSet) -> PointSet {
        let halves = &TRANSFORMED[usize::from(self.0)];
        PointSet(halves[0][usize::from(set.0 & 255)] | halves[1][usize::from(set.0 >> 8)])
    }
}

/// The transformed sets of the lower and the upper half, indexed by symmetry.
static TRANSFORMED: [[[u16; 256]; 2]; 8] = {
    let mut transformed = [[[0; 256]; 2]; 8];
    let mut i = 0;
    while i < 8 * 2 * 256 {
        let (symmetry, half, set) = (i / 512, i / 256 % 2, i % 256);
        let mut bit = 0;
        while bit < 8 {
            if set >> bit & 1 == 1 {
                transformed[symmetry][half][set] |= 1 << transform_point(symmetry, half * 8 + bit);
            }
            bit += 1;
        }
        i += 1;
    }
    transformed
};

/// Transforms a point. The three bits of the symmetry reflect the files, reflect the ranks and swap both.
const fn transform_point(symmetry: usize, point: usize) -> usize {
    let (mut file, mut rank) = (point % 4, point / 4);
    if symmetry & 1 != 0 {
        file = 3 - file;
    }
    if symmetry & 2 != 0 {
        rank = 3 - rank;
    }
    if symmetry & 4 != 0 { file * 4 + rank } else { rank * 4 + file }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    #[test]
    fn a_transformed_board_keeps_its_neighbors() {
        for symmetry in Symmetry::all() {
            for point in Point::all() {
                let moved = symmetry.apply(point.bit());
                assert_eq!(moved.len(), 1);
                assert_eq!(moved.neighbors(), symmetry.apply(point.neighbors()));
            }
        }
        let asymmetric = PointSet(0b0011_0001);
        let mut orientations: Vec<PointSet> =
            Symmetry::all().map(|symmetry| symmetry.apply(asymmetric)).collect();
        assert_eq!(orientations[0], asymmetric);
        orientations.sort();
        orientations.dedup();
        assert_eq!(orientations.len(), 8, "the eight are different");
    }
}
