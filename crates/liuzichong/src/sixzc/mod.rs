//! The `.6zc` files of the original program.

mod json;

use std::{fmt, str::FromStr};

use json::JsonValue;

use crate::{BLACK, Color, Point, PointSet, Position, SetupError, WHITE};

/// A game in progress in a `.6zc` file: the pieces, the side to move and the side of the human player.
///
/// ```
/// use yipan_liuzichong::{BLACK, Position, sixzc::SixzcFile};
///
/// let saved = SixzcFile { position: Position::start(), human: BLACK };
/// assert_eq!(saved.to_string().parse(), Ok(saved));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SixzcFile {
    /// The position under the default house rules, which the file does not contain.
    pub position: Position,
    /// The side of the human player.
    pub human: Color,
}

/// The reasons why a `.6zc` file is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseSixzcError {
    /// The text is not a JSON object.
    Json {
        /// The position of the first invalid character, counted from 1.
        at: usize,
    },
    /// A field is missing or occurs twice.
    Field {
        /// The name of the field.
        key: &'static str,
    },
    /// The version of the format is not supported.
    Version,
    /// The board is not a list of sixteen numbers from 0 to 2.
    Board,
    /// A side is neither `Black` nor `White`.
    Side {
        /// The name of the field.
        key: &'static str,
    },
    /// The position is invalid.
    Setup(SetupError),
}

const VERSION: &str = "1";

impl FromStr for SixzcFile {
    type Err = ParseSixzcError;

    /// Parses a file. Unknown fields are ignored.
    fn from_str(text: &str) -> Result<SixzcFile, ParseSixzcError> {
        let value =
            json::read(text.trim_start_matches('\u{feff}')).map_err(|at| ParseSixzcError::Json { at })?;
        let JsonValue::Object(fields) = value else { return Err(ParseSixzcError::Json { at: 1 }) };
        let field = |key: &'static str| {
            let mut found = fields.iter().filter(|(name, _)| name == key);
            match (found.next(), found.next()) {
                (Some((_, value)), None) => Ok(value),
                _ => Err(ParseSixzcError::Field { key }),
            }
        };
        if *field("version")? != JsonValue::Number(VERSION.to_owned()) {
            return Err(ParseSixzcError::Version);
        }
        let [black, white] = read_board(field("board")?).ok_or(ParseSixzcError::Board)?;
        let side = |key| match field(key)? {
            JsonValue::Text(text) if text == "Black" => Ok(BLACK),
            JsonValue::Text(text) if text == "White" => Ok(WHITE),
            _ => Err(ParseSixzcError::Side { key }),
        };
        let position = Position::new(black, white, side("current_turn")?).map_err(ParseSixzcError::Setup)?;
        Ok(SixzcFile { position, human: side("player_side")? })
    }
}

fn read_board(board: &JsonValue) -> Option<[PointSet; 2]> {
    let JsonValue::List(list) = board else { return None };
    if list.len() != Point::COUNT {
        return None;
    }
    let mut pieces = [PointSet::EMPTY; 2];
    for (point, value) in Point::all().zip(list) {
        let JsonValue::Number(number) = value else { return None };
        match number.as_str() {
            "0" => {}
            "1" => pieces[BLACK.index()] |= point.bit(),
            "2" => pieces[WHITE.index()] |= point.bit(),
            _ => return None,
        }
    }
    Some(pieces)
}

/// Writes the content of a file.
impl fmt::Display for SixzcFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |point| match self.position.piece_at(point) {
            None => "0",
            Some(BLACK) => "1",
            Some(WHITE) => "2",
        };
        let board: Vec<&str> = Point::all().map(number).collect();
        let (board, turn, player) =
            (board.join(","), side_name(self.position.side_to_move()), side_name(self.human));
        write!(
            f,
            r#"{{"version":{VERSION},"board":[{board}],"current_turn":"{turn}","player_side":"{player}"}}"#
        )
    }
}

const fn side_name(color: Color) -> &'static str {
    match color {
        BLACK => "Black",
        WHITE => "White",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = r#"{"version":1,"board":[1,1,1,1,1,0,0,1,2,0,0,2,2,2,2,2],"current_turn":"Black","player_side":"White"}"#;

    #[test]
    fn a_saved_game_reads_and_prints() {
        let saved = SixzcFile { position: Position::start(), human: WHITE };
        assert_eq!(START.parse(), Ok(saved.clone()));
        assert_eq!(saved.to_string(), START);
        let spaced = START.replace(',', " ,\n ").replace("{", "\u{feff}{ \"other\": [[]],");
        assert_eq!(spaced.parse(), Ok(saved));
    }

    #[test]
    fn errors_are_explained() {
        for (from, to, error) in [
            ("}", "", ParseSixzcError::Json { at: START.len() }),
            (r#""version":1,"#, "", ParseSixzcError::Field { key: "version" }),
            (r#""version":1,"#, r#""version":1,"version":1,"#, ParseSixzcError::Field { key: "version" }),
            (r#""version":1,"#, r#""version":2,"#, ParseSixzcError::Version),
            ("[1,", "[", ParseSixzcError::Board),
            ("[1,", "[3,", ParseSixzcError::Board),
            ("[1,", "[\"1\",", ParseSixzcError::Board),
            ("\"Black\"", "\"Red\"", ParseSixzcError::Side { key: "current_turn" }),
            ("\"White\"", "0", ParseSixzcError::Side { key: "player_side" }),
            (
                "1,0,0,1",
                "1,1,0,1",
                ParseSixzcError::Setup(SetupError::TooManyPieces { color: BLACK, count: 7 }),
            ),
        ] {
            assert_eq!(START.replace(from, to).parse::<SixzcFile>(), Err(error), "{from} -> {to}");
        }
        assert_eq!("[]".parse::<SixzcFile>(), Err(ParseSixzcError::Json { at: 1 }));
    }
}
