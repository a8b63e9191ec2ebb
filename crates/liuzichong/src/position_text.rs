//! The text of a position: ranks 4 to 1, then the side to move.

use std::{fmt, str::FromStr};

use crate::{BLACK, Color, Point, PointSet, Position, SetupError, WHITE};

/// The reasons why the text of a position is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// The board is missing.
    MissingBoard,
    /// The side to move is missing.
    MissingSideToMove,
    /// There are more fields than expected.
    TooManyFields {
        /// The first unexpected field.
        text: String,
    },
    /// The board is not four ranks of four points.
    InvalidBoard {
        /// The rejected text.
        text: String,
        /// The problem with the board.
        problem: BoardProblem,
    },
    /// The side to move is neither `b` nor `w`.
    InvalidSideToMove {
        /// The rejected text.
        text: String,
    },
    /// The syntax is valid, but the position is not.
    InvalidPosition(SetupError),
}

/// The ways in which a board can be malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardProblem {
    /// There are not exactly four ranks.
    Ranks,
    /// A rank does not have exactly four points.
    Points {
        /// The number of the rank, from 1.
        rank: u8,
    },
    /// A character is neither a piece nor a digit.
    UnknownPiece {
        /// The rejected character.
        character: char,
    },
}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let mut fields = text.split_ascii_whitespace();
        let [black, white] = parse_board(fields.next().ok_or(ParsePositionError::MissingBoard)?)?;
        let side = match fields.next().ok_or(ParsePositionError::MissingSideToMove)? {
            "b" => BLACK,
            "w" => WHITE,
            text => return Err(ParsePositionError::InvalidSideToMove { text: text.to_owned() }),
        };
        if let Some(text) = fields.next() {
            return Err(ParsePositionError::TooManyFields { text: text.to_owned() });
        }
        Position::new(black, white, side).map_err(ParsePositionError::InvalidPosition)
    }
}

fn parse_board(text: &str) -> Result<[PointSet; 2], ParsePositionError> {
    let board_error = |problem| ParsePositionError::InvalidBoard { text: text.to_owned(), problem };
    let lines: Vec<&str> = text.split('/').collect();
    if lines.len() != 4 {
        return Err(board_error(BoardProblem::Ranks));
    }
    let mut pieces = [PointSet::EMPTY; 2];
    for (rank, line) in (0..4).rev().zip(lines) {
        let wrong_point_count = || board_error(BoardProblem::Points { rank: rank + 1 });
        let mut file = 0;
        for character in line.chars() {
            let color = match character {
                'b' => BLACK,
                'w' => WHITE,
                '1'..='4' => {
                    file += character as u8 - b'0';
                    if file > 4 {
                        return Err(wrong_point_count());
                    }
                    continue;
                }
                _ => return Err(board_error(BoardProblem::UnknownPiece { character })),
            };
            pieces[color.index()] |= Point::from_coords(file, rank).ok_or_else(wrong_point_count)?.bit();
            file += 1;
        }
        if file < 4 {
            return Err(wrong_point_count());
        }
    }
    Ok(pieces)
}

/// Writes the board and the side to move, without the house rules.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..4).rev() {
            let mut empty = 0;
            for file in 0..4 {
                match Point::from_coords(file, rank).and_then(|point| self.piece_at(point)) {
                    None => empty += 1,
                    Some(color) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", letter(color))?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            write!(f, "{}", if rank > 0 { '/' } else { ' ' })?;
        }
        write!(f, "{}", letter(self.side_to_move()))
    }
}

/// Writes the text, the house rules and a diagram with Black at the bottom.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{self} {}", self.rules())?;
        for rank in (0..4).rev() {
            for file in 0..4 {
                let piece = Point::from_coords(file, rank).and_then(|point| self.piece_at(point));
                write!(f, " {}", piece.map_or('.', letter))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// Returns the letter of a color, for its pieces and as the side to move.
const fn letter(color: Color) -> char {
    match color {
        BLACK => 'b',
        WHITE => 'w',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let read = text.parse::<Position>().map(|position| position.to_string());
        assert_eq!(read.unwrap_or_else(|error| error.to_string()), expected);
    }

    #[test]
    fn a_position_reads_and_prints() {
        check("wwww/w2w/b2b/bbbb b", "wwww/w2w/b2b/bbbb b");
        check("  4/11w1/b1111/4   w ", "board field: `4/11w1/b1111/4` does not have four points on rank 2");
        check("  4/11w1/b111/4   w ", "4/2w1/b3/4 w");
    }

    #[test]
    fn errors_are_explained() {
        check("", "there is no board; write four ranks of four points with `/` between them");
        check("4/4/4/b3", "the side to move is missing; add `b` or `w` after the board");
        check("4/4/4/b3 x", "side to move: `x` is neither `b` nor `w`");
        check("4/4/4/b3 b b", "`b` does not belong here; a position ends with the side to move");
        check("4/4/b3 b", "board field: `4/4/b3` does not have four ranks");
        check("4/4/5/b3 b", "board field: `4/4/5/b3` has the unknown character `5`; use b, w and 1 to 4");
        check("4/4/3/b3 b", "board field: `4/4/3/b3` does not have four points on rank 2");
        check("4/4/bbbbw/b3 b", "board field: `4/4/bbbbw/b3` does not have four points on rank 2");
        check("4/4/4/B3 b", "board field: `4/4/4/B3` has the unknown character `B`; use b, w and 1 to 4");
        check("4/4/4/4 b", "the board is empty; put pieces on it");
        check("4/4/bbb1/bbbb b", "black has 7 pieces; a side has at most 6");
    }
}
