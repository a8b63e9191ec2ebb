//! The men beside the board: what each side has lost, and who is ahead.

use yipan_games::GameKind;
use yipan_rules::Seat;
use yipan_wire::View;

/// A man that has left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Its letter.
    pub letter: char,
    /// Whether a mine took it.
    pub by_mine: bool,
}

/// The men of a seat that have left the board, the dearest first.
#[must_use]
pub fn captured(kind: GameKind, view: &View, seat: Seat) -> Vec<Taken> {
    let lost = view.lost.iter().filter(|lost| Seat::from(lost.seat) == seat);
    let mut men: Vec<Taken> = lost.map(|lost| Taken { letter: lost.man, by_mine: lost.mine }).collect();
    men.sort_by_key(|man| (rank(kind, man.letter), man.by_mine));
    men
}

/// By how much a seat is ahead, in pawns of chess; nothing if it is not. Where some men are out of sight only those that
/// have left the board are counted, which everybody knows; a pawn that has become a queen counts where it is seen.
#[must_use]
pub fn lead(kind: GameKind, view: &View, seat: Seat) -> Option<u32> {
    if kind != GameKind::Chess {
        return None;
    }
    let worth = |seat: Seat| -> i64 {
        if view.hidden.is_empty() {
            view.men
                .iter()
                .filter(|(_, side, _)| Seat::from(*side) == seat)
                .map(|(.., man)| value(*man))
                .sum()
        } else {
            -view
                .lost
                .iter()
                .filter(|lost| Seat::from(lost.seat) == seat)
                .map(|lost| value(lost.man))
                .sum::<i64>()
        }
    };
    u32::try_from(worth(seat) - worth(seat.other())).ok().filter(|ahead| *ahead > 0)
}

const fn value(letter: char) -> i64 {
    match letter {
        'Q' => 9,
        'R' => 5,
        'B' | 'N' => 3,
        'P' => 1,
        _ => 0,
    }
}

/// The order in which men lie beside the board.
fn rank(kind: GameKind, letter: char) -> usize {
    let order = match kind {
        GameKind::Chess => "KQRBNP",
        GameKind::Xiangqi => "KRCNHBEAP",
        GameKind::Liuzichong => "",
    };
    order.find(letter).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use yipan_wire::{Lost, Side};

    use super::*;
    use crate::{Chair, Local, Opening};

    fn played(opening: Opening, acts: &[&str]) -> Local {
        let acts: Vec<String> = acts.iter().map(|act| (*act).to_owned()).collect();
        let local = Local::replay(opening, &acts).expect("a game");
        assert_eq!(local.acts().len(), acts.len());
        local
    }

    fn usual(kind: GameKind) -> Opening {
        Opening::usual(kind, [Chair::Person; 2], 1)
    }

    fn letters(local: &Local, seat: Seat) -> String {
        captured(local.grid().kind(), &local.view(), seat).iter().map(|man| man.letter).collect()
    }

    #[test]
    fn what_was_taken_lies_beside_the_board_the_dearest_first() {
        let local = played(usual(GameKind::Chess), &["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "g8f6", "c3d5"]);
        assert_eq!(
            (letters(&local, Seat::Second).as_str(), letters(&local, Seat::First).as_str()),
            ("QP", "P")
        );
        assert_eq!(lead(GameKind::Chess, &local.view(), Seat::First), Some(9));
        assert_eq!(lead(GameKind::Chess, &local.view(), Seat::Second), None);
        let xiangqi = played(usual(GameKind::Xiangqi), &["h2h9"]);
        assert_eq!(letters(&xiangqi, Seat::Second), "N");
        let stones = Opening { position: Some("w2w/3w/b3/1bw1 b".into()), ..usual(GameKind::Liuzichong) };
        assert_eq!(letters(&played(stones, &["a2a1"]), Seat::Second), "W");
    }

    #[test]
    fn men_that_were_never_there_are_not_missing() {
        let few = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let local = played(Opening { position: Some(few.into()), ..usual(GameKind::Chess) }, &["a1a8"]);
        assert_eq!((letters(&local, Seat::First).as_str(), letters(&local, Seat::Second).as_str()), ("", ""));
        assert_eq!(lead(GameKind::Chess, &local.view(), Seat::First), Some(5));
        let endgame = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        let local = played(Opening { position: Some(endgame.into()), ..usual(GameKind::Xiangqi) }, &["a0a1"]);
        assert_eq!(letters(&local, Seat::First), "");
    }

    #[test]
    fn a_pawn_that_has_become_a_queen_is_not_lost_and_counts_as_one() {
        let almost = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
        let local = played(Opening { position: Some(almost.into()), ..usual(GameKind::Chess) }, &["a7a8q"]);
        assert_eq!(letters(&local, Seat::First), "");
        assert_eq!(lead(GameKind::Chess, &local.view(), Seat::First), Some(9));
    }

    #[test]
    fn in_fog_both_lists_are_known_and_alone_decide_who_is_ahead() {
        let fog = Opening { modes: vec!["fog".into()], ..usual(GameKind::Chess) };
        let local = played(fog, &["e2e4", "d7d5", "e4d5"]);
        let view = local.view();
        assert!(!view.hidden.is_empty());
        assert_eq!(
            (letters(&local, Seat::Second).as_str(), letters(&local, Seat::First).as_str()),
            ("P", "")
        );
        assert_eq!(lead(GameKind::Chess, &view, Seat::First), Some(1));
    }

    #[test]
    fn a_man_that_a_mine_took_is_told_apart() {
        let mut view = played(usual(GameKind::Chess), &[]).view();
        view.lost = [('P', false), ('N', true), ('P', true)]
            .map(|(man, mine)| Lost { seat: Side::First, man, mine })
            .to_vec();
        let mines: Vec<(char, bool)> = captured(GameKind::Chess, &view, Seat::First)
            .into_iter()
            .map(|man| (man.letter, man.by_mine))
            .collect();
        assert_eq!(mines, [('N', true), ('P', false), ('P', true)]);
    }
}
