//! Standard algebraic notation: strict output, lenient input.

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::fmt::Write;

use crate::castling::CastlingPath;
use crate::{Bitboard, IllegalMoveError, Move, PieceKind, Position, Square};

/// The error of a move in algebraic notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SanError {
    /// The text is not a move.
    Syntax {
        /// The rejected text.
        text: String,
    },
    /// No piece has such a move.
    NoMatchingMove {
        /// The rejected text.
        text: String,
        /// The kind of piece that it names.
        kind: PieceKind,
    },
    /// The only piece that could be meant has no such legal move.
    IllegalMove {
        /// The rejected text.
        text: String,
        /// The reason.
        reason: IllegalMoveError,
    },
    /// Several pieces have such a move.
    Ambiguous {
        /// The rejected text.
        text: String,
        /// The squares of the pieces.
        from: Bitboard,
    },
    /// A promotion without the kind of the new piece.
    MissingPromotion {
        /// The rejected text.
        text: String,
    },
}

/// The parts of a move in algebraic notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ParsedSan {
    CastleKingside,
    CastleQueenside,
    PieceMove {
        /// `None` if only squares were given, as in `e2e4` or `g1f3`.
        kind: Option<PieceKind>,
        file: Option<u8>,
        rank: Option<u8>,
        is_capture: bool,
        to: Square,
        promotion: Option<PieceKind>,
    },
}

impl Position {
    /// Returns a legal move in standard algebraic notation, with no more of the origin than needed, `+` for
    /// check and `#` for mate.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// let mut sans: Vec<String> = position.legal_moves().iter().map(|&mv| position.san(mv)).collect();
    /// assert!(sans.contains(&"O-O".to_owned()) && sans.contains(&"Rh8+".to_owned()));
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        let mut text = String::with_capacity(8);
        self.write_san(mv, &mut text).expect("writing to a string cannot fail");
        text
    }

    fn write_san(&self, mv: Move, text: &mut String) -> core::fmt::Result {
        let (from, to) = (mv.from(), mv.to());
        let kind = self.kind_at(from);
        let takes = self.occupied().contains(to) || mv.is_en_passant();
        if mv.is_castling() {
            text.push_str(if to.file() > from.file() { "O-O" } else { "O-O-O" });
        } else if kind == PieceKind::Pawn {
            if takes {
                write!(text, "{}x", from.file_letter())?;
            }
            write!(text, "{to}")?;
            if let Some(kind) = mv.promotes_to() {
                write!(text, "={}", kind.letter())?;
            }
        } else {
            text.push(kind.letter());
            self.write_disambiguation(mv, kind, text)?;
            write!(text, "{}{to}", if takes { "x" } else { "" })?;
        }
        let next = self.after(mv);
        if next.in_check() {
            text.push(if next.count_moves() == 0 { '#' } else { '+' });
        }
        Ok(())
    }

    /// Writes as much of the origin as distinguishes the piece from others of its kind.
    fn write_disambiguation(&self, mv: Move, kind: PieceKind, text: &mut String) -> core::fmt::Result {
        let from = mv.from();
        let same = |other: &&Move| other.to() == mv.to() && self.kind_at(other.from()) == kind;
        let moves = self.legal_moves();
        let ambiguous_origins: Bitboard =
            moves.iter().filter(same).map(|other| other.from()).filter(|&other| other != from).collect();
        if ambiguous_origins.is_empty() || kind == PieceKind::King {
            return Ok(());
        }
        let shares =
            |line: fn(Square) -> u8| ambiguous_origins.into_iter().any(|other| line(other) == line(from));
        if !shares(Square::file) {
            write!(text, "{}", from.file_letter())
        } else if !shares(Square::rank) {
            write!(text, "{}", from.rank() + 1)
        } else {
            write!(text, "{from}")
        }
    }

    /// Parses a move leniently.
    ///
    /// Check marks and glyphs may be missing or wrong, castling may use zeros, `=` and `x` may be missing,
    /// and the origin may be more explicit than needed, up to `Ng1-f3` and `g1f3`.
    ///
    /// # Errors
    /// Returns `SanError` if the text is not a move or the move is not legal.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let parsed =
            split_san(text).ok_or_else(|| SanError::Syntax { text: text.chars().take(32).collect() })?;
        let moves = self.legal_moves();
        let castles =
            |short: bool| moves.iter().find(|mv| mv.is_castling() && (mv.to() > mv.from()) == short);
        match parsed {
            ParsedSan::CastleKingside | ParsedSan::CastleQueenside => {
                let short = parsed == ParsedSan::CastleKingside;
                castles(short).copied().ok_or_else(|| self.san_castling_error(short, text))
            }
            ParsedSan::PieceMove { kind, file, rank, to, promotion, .. } => {
                let fits = |mv: &Move| {
                    let from = mv.from();
                    self.destination(*mv) == to
                        && kind.is_none_or(|kind| self.kind_at(from) == kind)
                        && file.is_none_or(|file| from.file() == file)
                        && rank.is_none_or(|rank| from.rank() == rank)
                };
                let mut fitting = moves.iter().copied().filter(fits);
                let mut chosen = fitting.clone().filter(|mv| mv.promotes_to() == promotion);
                match (chosen.next(), chosen.next()) {
                    (Some(mv), None) => Ok(mv),
                    (Some(mv), Some(other)) => Err(SanError::Ambiguous {
                        text: text.to_owned(),
                        from: [mv, other].into_iter().chain(chosen).map(Move::from).collect(),
                    }),
                    (None, _) if promotion.is_none() && fitting.next().is_some() => {
                        Err(SanError::MissingPromotion { text: text.to_owned() })
                    }
                    (None, _) => Err(self.no_matching_move_error(parsed, text)),
                }
            }
        }
    }

    /// Returns the destination as it is written without a piece letter.
    fn destination(&self, mv: Move) -> Square {
        if mv.is_castling() { self.uci(mv).to } else { mv.to() }
    }

    fn san_castling_error(&self, short: bool, text: &str) -> SanError {
        let (us, text) = (self.side_to_move(), text.to_owned());
        let king = self.king(us);
        let rook = self.castling_rooks(us).into_iter().find(|rook| (*rook > king) == short);
        let to = match rook {
            Some(rook) if self.is_chess960() => Some(rook),
            Some(rook) => Some(CastlingPath::new(king, rook).king_to),
            None => Square::from_coords(if short { 6 } else { 2 }, king.rank()),
        };
        match to.and_then(|to| self.explain_illegal_move(king, to)) {
            Some(error @ IllegalMoveError::Castling(_)) => SanError::IllegalMove { text, reason: error },
            _ => SanError::IllegalMove {
                text,
                reason: IllegalMoveError::Castling(crate::IllegalCastlingReason::RightLost),
            },
        }
    }

    /// Explains why no move matches: with the reason for the only piece that could be meant, if there is just
    /// one.
    fn no_matching_move_error(&self, parsed: ParsedSan, text: &str) -> SanError {
        let text = text.to_owned();
        let ParsedSan::PieceMove { kind, file, rank, is_capture: takes, to, promotion } = parsed else {
            return SanError::Syntax { text };
        };
        let kind = kind.unwrap_or_else(|| {
            let from = file.zip(rank).and_then(|(file, rank)| Square::from_coords(file, rank));
            from.and_then(|from| self.piece_at(from)).map_or(PieceKind::Pawn, |piece| piece.kind)
        });
        let meant = |from: &Square| {
            file.is_none_or(|file| from.file() == file)
                && rank.is_none_or(|rank| from.rank() == rank)
                && (kind != PieceKind::Pawn || takes || file.is_some() || from.file() == to.file())
        };
        let right_shape = |from: &Square| {
            !matches!(self.explain_illegal_move(*from, to), Some(IllegalMoveError::ImpossibleForPiece { .. }))
        };
        let mut pieces =
            self.by_color_and_kind(self.side_to_move(), kind).into_iter().filter(meant).filter(right_shape);
        match (pieces.next(), pieces.next()) {
            (Some(from), None) => {
                let error = self.explain_illegal_move(from, to).unwrap_or(match promotion {
                    Some(_) => IllegalMoveError::UnexpectedPromotion { to },
                    None => IllegalMoveError::MissingPromotion { to },
                });
                SanError::IllegalMove { text, reason: error }
            }
            _ => SanError::NoMatchingMove { text, kind },
        }
    }
}

/// Splits a text into its parts; `None` if it is not a move.
fn split_san(text: &str) -> Option<ParsedSan> {
    let text = text.trim_end_matches(['+', '#', '!', '?', '=']);
    let text = text.trim().strip_suffix("e.p.").unwrap_or(text).trim_end();
    let castling: String =
        text.chars().filter(|&c| c != '-').map(|c| if c == '0' { 'O' } else { c }).collect();
    match castling.as_str() {
        "OO" | "oo" => return Some(ParsedSan::CastleKingside),
        "OOO" | "ooo" => return Some(ParsedSan::CastleQueenside),
        _ => {}
    }
    let mut letters = text.chars().peekable();
    let kind = letters.peek().and_then(|&letter| piece_kind_of(letter));
    if kind.is_some() {
        letters.next();
    }
    let mut body: Vec<char> = letters.collect();
    let promotion = take_promotion(&mut body);
    let to = take_square(&mut body)?;
    let takes = body.pop_if(|letter| matches!(letter, 'x' | ':' | '×')).is_some();
    if !takes {
        body.pop_if(|letter| *letter == '-');
    }
    let rank = body.pop_if(|letter| matches!(letter, '1'..='8')).map(|letter| letter as u8 - b'1');
    let file = body.pop_if(|letter| matches!(letter, 'a'..='h')).map(|letter| letter as u8 - b'a');
    if !body.is_empty() {
        return None;
    }
    let kind = match (kind, file, rank) {
        (Some(kind), ..) => Some(kind),
        // Two squares, as in UCI: any piece.
        (None, Some(_), Some(_)) => None,
        // A capturing pawn names its file; another pawn names nothing.
        (None, None, Some(_)) => return None,
        (None, None, None) if takes => return None,
        (None, ..) => Some(PieceKind::Pawn),
    };
    Some(ParsedSan::PieceMove { kind, file, rank, is_capture: takes, to, promotion })
}

/// Returns the kind of a piece letter or figurine.
fn piece_kind_of(letter: char) -> Option<PieceKind> {
    match letter {
        '♔' | '♚' => Some(PieceKind::King),
        '♕' | '♛' => Some(PieceKind::Queen),
        '♖' | '♜' => Some(PieceKind::Rook),
        '♗' | '♝' => Some(PieceKind::Bishop),
        '♘' | '♞' => Some(PieceKind::Knight),
        '♙' | '♟' => Some(PieceKind::Pawn),
        _ => PieceKind::from_letter(letter),
    }
}

/// Removes `=Q`, `Q`, `q`, `(Q)` or `/Q` from the end. A digit before it shows that it is not a file.
fn take_promotion(body: &mut Vec<char>) -> Option<PieceKind> {
    let mut rest = body.as_slice();
    if let [inner @ .., ')'] = rest {
        rest = inner;
    }
    let [before @ .., letter] = rest else { return None };
    let kind =
        piece_kind_of(letter.to_ascii_uppercase()).filter(|kind| PieceKind::PROMOTIONS.contains(kind))?;
    let before = match before {
        [inner @ .., '=' | '/' | '('] => inner,
        _ => before,
    };
    let [.., '1'..='8'] = before else { return None };
    let keep = before.len();
    body.truncate(keep);
    Some(kind)
}

fn take_square(body: &mut Vec<char>) -> Option<Square> {
    let rank = body.pop_if(|letter| matches!(letter, '1'..='8'))?;
    let file = body.pop_if(|letter| matches!(letter, 'a'..='h'))?;
    Square::from_coords(file as u8 - b'a', rank as u8 - b'1')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, text: &str, read: &str) {
        let position: Position = fen.parse().expect(fen);
        let actual = match position.parse_san(text) {
            Ok(mv) => position.uci(mv).to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(actual, read, "{text} in {position:?}");
    }

    #[test]
    fn people_write_moves_in_many_ways() {
        let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for text in ["O-O", "0-0", "o-o", "OO", "O-O+", "0-0!?", "e1g1", "Ke1g1"] {
            check(castle, text, "e1g1");
        }
        for text in ["O-O-O", "0-0-0", "ooo"] {
            check(castle, text, "e1c1");
        }
        let promote = "8/P6k/8/8/8/8/7K/8 w - - 0 1";
        for text in ["a8=Q", "a8Q", "a8q", "a8(Q)", "a8/Q", "a7a8q", "a7-a8=Q+", "a8=Q#!!"] {
            check(promote, text, "a7a8q");
        }
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in ["Nf3", "Ng1f3", "Ng1-f3", "g1f3", "Ngf3", "N1f3", "♘f3", "Nf3??", "Nxf3"] {
            check(start, text, "g1f3");
        }
        let passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2";
        for text in ["exd6", "exd6 e.p.", "exd6e.p.", "ed6", "e5xd6", "e5d6", "e:d6", "Pexd6"] {
            check(passing, text, "e5d6");
        }
    }

    #[test]
    fn a_move_that_cannot_be_played_says_why() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "hello", "`hello` is not a move; write it like e4, Nf3, exd5, O-O or e8=Q");
        check(start, "xd5", "`xd5` is not a move; write it like e4, Nf3, exd5, O-O or e8=Q");
        check(start, "nf3", "`nf3` is not a move; write it like e4, Nf3, exd5, O-O or e8=Q");
        check(start, "Qd3", "`Qd3` is not possible: the path is blocked by the piece on d2");
        check(start, "e5", "`e5` is not possible: no pawn of the side to move can move there");
        check(
            start,
            "O-O",
            "`O-O` is not possible: the king cannot castle: there are pieces in the way on f1 and g1",
        );
        check("8/P6k/8/8/8/8/7K/8 w - - 0 1", "a8", "`a8` promotes; add what the pawn becomes, like a8=Q");
        check(
            "8/3k4/8/8/8/8/3K4/R6R w - - 2 2",
            "Rc1",
            "`Rc1` may be played from a1 h1; add the file or rank of the piece",
        );
        check(
            "4k3/8/8/8/8/8/3r4/5K2 w - - 0 1",
            "Ke2",
            "`Ke2` is not possible: the king would be in check on e2 from d2",
        );
    }

    #[test]
    fn no_more_of_the_origin_is_written_than_needed() {
        let written = |fen: &str, uci: &str| {
            let position: Position = fen.parse().expect(fen);
            position.san(position.resolve_uci(uci.parse().expect(uci)).expect(uci))
        };
        assert_eq!(written("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1"), "Rad1");
        assert_eq!(written("R7/4k3/8/8/8/8/4K3/R7 w - - 0 1", "a1a4"), "R1a4");
        assert_eq!(written("8/8/1k6/8/4Q2Q/8/K7/7Q w - - 0 1", "h4e1"), "Qh4e1");
        // The other knight is pinned, so the move is unambiguous.
        assert_eq!(written("4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1", "a1c2"), "Nc2");
    }
}
