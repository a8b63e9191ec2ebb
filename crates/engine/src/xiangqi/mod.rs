//! Xiangqi, as the search plays it.

mod evaluation;
mod features;
mod general;
mod threats;

use std::sync::LazyLock;

use yipan_rules::{Kernel, split_mix};
use yipan_xiangqi::repetition::{History, RepetitionRule, Verdict, judge_loop};
use yipan_xiangqi::{CaptureLimit, Color, Kind, Move, Points, Position, Xiangqi, attacks};

use crate::book::Book;
use crate::rival::Bookish;
use crate::searchable::{Facet, Searchable, Standing, Visit};

pub use evaluation::{sample, weights, write_weights};

/// What of a game before the search is needed: its moves, which the law of repetition may ask about, and by which
/// rules it is played.
#[derive(Clone, Debug)]
pub struct Past {
    history: History,
    rule: RepetitionRule,
    limit: Option<u16>,
    /// Plies without a capture that do not count towards the limit, because they were checks beyond the allowance or
    /// replies to them.
    free: u16,
}

impl Past {
    /// The past of a game that began at `start` and went on with these legal moves up to the position to be searched.
    #[must_use]
    pub fn of(start: &Position, moves: &[Move], rule: RepetitionRule, limit: CaptureLimit) -> Past {
        let history = History::of(start, moves);
        let free = history.now().quiet_plies().saturating_sub(limit.counted(start, moves));
        Past { history, rule, limit: limit.plies, free }
    }

    /// A position without a past, by the usual rules.
    #[must_use]
    pub fn none(root: &Position) -> Past {
        Past::of(root, &[], RepetitionRule::default(), CaptureLimit::default())
    }
}

impl From<&Xiangqi> for Past {
    fn from(game: &Xiangqi) -> Past {
        let (history, setup) = (game.history(), game.setup());
        Past::of(history.start(), history.moves(), setup.repetition, setup.limit)
    }
}

impl Bookish for Position {
    type Judge = crate::ByHand;

    fn book() -> &'static Book<Position> {
        static BOOK: LazyLock<Book<Position>> = LazyLock::new(|| {
            let read = |position: &Position, text: &str| position.resolve(text.parse().ok()?).ok();
            Book::read(&Position::start(), include_str!("../../book/xiangqi.txt"), read)
                .expect("every line of the book is legal")
        });
        &BOOK
    }
}

impl Searchable for Position {
    type Past = Past;

    const KINDS: usize = 7;
    const PLACES: usize = 90;
    const WORTH: &'static [i32] = &[20_000, 120, 120, 270, 600, 285, 80];
    const WON: i32 = 2_000;
    const STALEMATE_LOSES: bool = true;

    #[inline]
    fn bits(mv: Move) -> u16 {
        mv.bits()
    }

    #[inline]
    fn read(&self, bits: u16) -> Option<Move> {
        let mv = Move::from_bits(bits);
        (bits != 0 && self.is_legal(mv)).then_some(mv)
    }

    #[inline]
    fn facet(&self, mv: Move) -> Facet {
        let us = self.side();
        let man = us.index() * 7 + self.kind_on(mv.from()) as usize;
        let takes = self.men(us.other()).has(mv.to()).then(|| self.kind_on(mv.to()) as usize);
        Facet { man, from: mv.from().index(), to: mv.to().index(), takes }
    }

    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.men(self.side().other()).has(mv.to())
    }

    #[inline]
    fn in_check(&self) -> bool {
        Position::in_check(self)
    }

    /// The points from which a horse, a rook, a cannon and a pawn attack the enemy general.
    type Checks = [Points; 4];

    fn look_for_checks(&self) -> [Points; 4] {
        let us = self.side();
        let (general, occupied) = (self.general(us.other()), self.occupied());
        let straight = attacks::rook(general, occupied);
        // Behind one man, up to the next.
        let over = attacks::rook(general, occupied.without(straight)).without(straight);
        [attacks::horse_to(general, occupied), straight, over, attacks::pawn_to(us, general)]
    }

    #[inline]
    fn checks(&self, mv: Move, known: &[Points; 4]) -> bool {
        let points = match self.kind_on(mv.from()) {
            Kind::Horse => known[0],
            Kind::Rook => known[1],
            Kind::Cannon => known[2],
            Kind::Pawn => known[3],
            Kind::General | Kind::Advisor | Kind::Elephant => return false,
        };
        points.has(mv.to())
    }

    fn pass(&self) -> Position {
        let mut next = *self;
        next.pass_unchecked();
        next
    }

    fn may_pass(&self) -> bool {
        let of = |kind| self.of(self.side(), kind);
        (of(Kind::Rook) | of(Kind::Cannon) | of(Kind::Horse)).any()
    }

    fn exchange_pays(&self, mv: Move, least: i32) -> bool {
        let facet = self.facet(mv);
        let won = facet.takes.map_or(0, |kind| Self::WORTH[kind]);
        // Not enough even if nobody takes back, or enough even if the man is lost.
        if won < least {
            return false;
        }
        won - Self::WORTH[facet.man % 7] >= least || self.exchange(mv) >= least
    }

    fn structure(&self) -> u64 {
        // Pawns, and how many guards and attackers are left.
        let mut mixed = 0;
        for color in Color::BOTH {
            mixed = split_mix(mixed ^ self.of(color, Kind::Pawn).hash()).1;
            for kind in [Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Rook, Kind::Cannon] {
                mixed = mixed << 2 ^ mixed >> 62 ^ u64::from(self.of(color, kind).len());
            }
        }
        split_mix(mixed).1
    }

    fn standing(past: &Past, line: &[Visit<Position>]) -> Option<Standing> {
        let ply = line.len() - 1;
        let here = &line[ply];
        let quiet = here.position.quiet_plies();
        // No move at all comes before every draw.
        let draw = || (here.position.count() > 0).then_some(Standing::Draw);
        if past.limit.is_some_and(|limit| quiet.saturating_sub(past.free) >= limit) {
            return draw();
        }
        if quiet == 0 && here.position.has_dead_material() {
            return draw();
        }
        recurrence(past, line)
    }
}

/// What the law of repetition says if the last position of the line has been there before.
fn recurrence(past: &Past, line: &[Visit<Position>]) -> Option<Standing> {
    let ply = line.len() - 1;
    let here = &line[ply];
    let quiet = usize::from(here.position.quiet_plies());
    // How far back a line of real moves without a capture goes. A pass is no move of any game.
    let passed = line.iter().rev().take_while(|visit| visit.mv.is_some()).count();
    let reach = quiet.min(passed);
    let within = (4..=reach).step_by(2).find(|&back| line[ply - back].key == here.key);
    let reaches_root = passed == ply && quiet > ply;
    let mut times = 0;
    if reaches_root {
        // The root is the last of the past.
        let keys = past.history.keys();
        let before = keys.iter().rev().skip(1).filter(|&&key| key == here.key).count();
        let on_line = line[..ply].iter().filter(|visit| visit.key == here.key).count();
        times = before + on_line;
    }
    let side = here.position.side();
    if times + 1 >= past.rule.fold() {
        // The game would be judged now, and exactly so.
        let moves: Vec<Move> = line.iter().filter_map(|visit| visit.mv).collect();
        return past.history.judge_after(&moves, past.rule).map(|verdict| standing_of(&verdict, side));
    }
    let back = within?;
    // What is repeated once on the line is judged as if it were repeated for good.
    let span = &line[ply - back..=ply];
    Some(judge(span, past.rule, side))
}

/// The verdict on a loop: first by its checks, which are known, and only then by its chases.
fn judge(span: &[Visit<Position>], rule: RepetitionRule, side: Color) -> Standing {
    if rule == RepetitionRule::Simple {
        return Standing::Draw;
    }
    // A visit in check was reached by a checking move of the other side.
    let checks = |by: Color| {
        let mut moves = span[1..].iter().filter(|visit| visit.position.side() != by);
        moves.all(|visit| visit.check)
    };
    match (checks(side), checks(side.other())) {
        (true, true) => return Standing::Draw,
        (true, false) => return Standing::Lost,
        (false, true) => return Standing::Won,
        (false, false) => {}
    }
    if matches!(rule, RepetitionRule::CheckOnly | RepetitionRule::CxaAdvisory) {
        return Standing::Draw;
    }
    let moves: Vec<Move> = span[1..].iter().filter_map(|visit| visit.mv).collect();
    standing_of(&judge_loop(&span[0].position, &moves, rule), side)
}

fn standing_of(verdict: &Verdict, side: Color) -> Standing {
    match verdict.loser() {
        None => Standing::Draw,
        Some(loser) if loser == side => Standing::Lost,
        Some(_) => Standing::Won,
    }
}
