//! Lines of conditional moves in a correspondence game.

/// The most lines of a player.
pub const MAX_CONDITIONAL_LINES: usize = 10;

/// The most moves of the player in a line. As many of the opponent come before them.
pub const MAX_CONDITIONAL_MOVES: usize = 10;

/// Follows a move that was played: drops the lines that begin with another one, and the move from the others.
///
/// An unknown action drops all lines.
pub fn advance_lines(lines: &mut Vec<Vec<String>>, action: Option<&str>) {
    lines.retain_mut(|line| {
        let continues = line.len() > 1 && line.first().map(String::as_str) == action;
        if continues {
            line.remove(0);
        }
        continues
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_drops_the_lines_that_do_not_continue() {
        let line = |moves: &str| moves.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut lines = vec![line("e7e5 g1f3 b8c6 f1b5"), line("c7c5 g1f3"), line("e7e5 g1f3 g8f6 b1c3")];
        advance_lines(&mut lines, Some("e7e5"));
        assert_eq!(lines, [line("g1f3 b8c6 f1b5"), line("g1f3 g8f6 b1c3")]);
        advance_lines(&mut lines, Some("g1f3"));
        advance_lines(&mut lines, Some("g8f6"));
        assert_eq!(lines, [line("b1c3")]);
        advance_lines(&mut lines, Some("b1c3"));
        assert!(lines.is_empty());
        let mut lines = vec![line("e7e5 g1f3")];
        advance_lines(&mut lines, None);
        assert!(lines.is_empty());
    }
}
