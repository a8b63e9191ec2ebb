/// Returns the symbol of a numeric annotation glyph as printed in books, such as `!?` for 5.
#[must_use]
pub const fn nag_symbol(nag: u8) -> Option<&'static str> {
    Some(match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        7 => "□",
        10 => "=",
        13 => "∞",
        14 => "⩲",
        15 => "⩱",
        16 => "±",
        17 => "∓",
        18 => "+−",
        19 => "−+",
        _ => return None,
    })
}

/// Returns the NAG of an evaluation symbol, as numbered by the PGN standard.
pub(crate) fn nag_from_symbol(word: &str) -> Option<u8> {
    match word {
        "□" => Some(7),
        "=" => Some(10),
        "∞" => Some(13),
        "+=" | "+/=" | "⩲" => Some(14),
        "=+" | "=/+" | "⩱" => Some(15),
        "±" | "+/-" | "+/−" => Some(16),
        "∓" | "-/+" | "−/+" => Some(17),
        "+-" | "+−" => Some(18),
        "-+" | "−+" => Some(19),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symbol_of_a_position_is_read_as_the_glyph_it_stands_for() {
        for nag in 0..=u8::MAX {
            let symbol = nag_symbol(nag);
            // Marks of moves are no words; the lexer reads them character by character.
            let read = symbol.filter(|symbol| !symbol.starts_with(['!', '?'])).map(nag_from_symbol);
            assert!(read.is_none_or(|read| read == Some(nag)), "{nag} {symbol:?}");
        }
    }
}
