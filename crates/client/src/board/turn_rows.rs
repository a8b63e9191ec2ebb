use yipan_core::Side;

/// A row of the move list: the turns of both sides, as indices of their moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnRow {
    /// The number of the row.
    pub number: usize,
    /// The moves of the first side.
    pub first: Vec<usize>,
    /// The moves of the second side.
    pub second: Vec<usize>,
}

/// Groups moves into rows. Consecutive moves of a side are one turn, as in games with dice.
#[must_use]
pub fn turn_rows(sides: &[Side]) -> Vec<TurnRow> {
    let mut rows: Vec<TurnRow> = Vec::new();
    for (index, side) in sides.iter().enumerate() {
        // The first side opens a row, unless its turn continues.
        let opens = rows.last().is_none_or(|row| *side == Side::First && !row.second.is_empty());
        if opens {
            rows.push(TurnRow { number: rows.len() + 1, ..TurnRow::default() });
        }
        if let Some(row) = rows.last_mut() {
            match side {
                Side::First => row.first.push(index),
                Side::Second => row.second.push(index),
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{First, Second};

    fn row(number: usize, first: &[usize], second: &[usize]) -> TurnRow {
        TurnRow { number, first: first.to_vec(), second: second.to_vec() }
    }

    #[test]
    fn alternating_moves_share_a_row() {
        assert_eq!(turn_rows(&[]), []);
        assert_eq!(turn_rows(&[First, Second, First]), [row(1, &[0], &[1]), row(2, &[2], &[])]);
        assert_eq!(turn_rows(&[Second, First]), [row(1, &[], &[0]), row(2, &[1], &[])]);
    }

    #[test]
    fn all_dice_of_a_turn_are_in_one_row() {
        let sides = [First, First, First, Second, Second, First];
        assert_eq!(turn_rows(&sides), [row(1, &[0, 1, 2], &[3, 4]), row(2, &[5], &[])]);
    }
}
