//! The general: who guards it, and what is brought to bear on its palace.

use yipan_xiangqi::{Color, Kind, Point, Points, Position, attacks};

use super::evaluation::Reach;
use super::features::{
    ADVISORS_AND_CANNONS, ADVISORS_AND_HORSES, ADVISORS_AND_ROOKS, CANNON_ON_FILE, CANNON_ON_RANK, DEFENCE,
    ELEPHANTS_AND_CANNONS, GENERAL_DANGER, GENERAL_FILE, ROOK_ON_LINE,
};
use crate::weights::Tally;

pub(super) fn look<T: Tally>(position: &Position, color: Color, reach: &[Reach; 2], tally: &mut T) {
    let enemy = color.other();
    let of = |color, kind| position.of(color, kind).len();
    let advisors = of(color, Kind::Advisor) as usize;
    let elephants = of(color, Kind::Elephant) as usize;
    tally.add(color, DEFENCE + advisors * 3 + elephants, 1);
    for (group, count, kind) in [
        (ADVISORS_AND_ROOKS, advisors, Kind::Rook),
        (ADVISORS_AND_HORSES, advisors, Kind::Horse),
        (ADVISORS_AND_CANNONS, advisors, Kind::Cannon),
        (ELEPHANTS_AND_CANNONS, elephants, Kind::Cannon),
    ] {
        tally.add(color, group + count, of(enemy, kind) as i32);
    }
    lines(position, color, tally);
    danger(position, color, reach, tally);
}

/// Cannons and rooks of `color` that look at the enemy general, and the general itself.
fn lines<T: Tally>(position: &Position, color: Color, tally: &mut T) {
    let target = position.general(color.other());
    let occupied = position.occupied();
    let men_between = |from: Point| {
        if from.file() != target.file() && from.rank() != target.rank() {
            return None;
        }
        Some((attacks::between(from, target) & occupied.points()).len() as usize)
    };
    for cannon in position.of(color, Kind::Cannon) {
        if let Some(between) = men_between(cannon).filter(|&between| between < 4) {
            let group = if cannon.file() == target.file() { CANNON_ON_FILE } else { CANNON_ON_RANK };
            tally.add(color, group + between, 1);
        }
    }
    for rook in position.of(color, Kind::Rook) {
        if let Some(between) = men_between(rook).filter(|&between| between < 3) {
            tally.add(color, ROOK_ON_LINE + between, 1);
        }
    }
    let own = position.general(color);
    if own.file() == target.file() {
        let between = attacks::between(own, target) & occupied.points();
        // It binds the enemy's men on the file; who has only his own there binds himself.
        let enemies = between & position.men(color.other());
        match (between.len(), enemies.len()) {
            (1, 1) => tally.add(color, GENERAL_FILE, 1),
            (2, 1..) => tally.add(color, GENERAL_FILE + 1, 1),
            _ => {}
        }
    }
}

/// Attackers of the palace of `color` and checks that would not simply be taken, counted into one number whose weight
/// is looked up, so that many small things together can be a lot.
fn danger<T: Tally>(position: &Position, color: Color, reach: &[Reach; 2], tally: &mut T) {
    let (us, them) = (&reach[color.index()], &reach[color.other().index()]);
    let general = position.general(color);
    let occupied = position.occupied();
    let safe = !(us.all | position.men(color.other()));
    let straight = attacks::rook(general, occupied);
    let past_first = occupied.without(straight);
    let over = attacks::rook(general, past_first).without(straight);
    let check = |kind: Kind, points: Points| (them.by[kind as usize] & points & safe).any();
    let mut units = them.palace_hits / 2 + 2 * them.palace_attackers.saturating_sub(1);
    units += 5 * u32::from(check(Kind::Rook, straight));
    units += 4 * u32::from(check(Kind::Horse, attacks::horse_to(general, occupied)));
    units += 3 * u32::from((them.cannon_steps & over & safe).any());
    units += 2 * u32::from(check(Kind::Pawn, attacks::pawn_to(color.other(), general)));
    // Where the general may step without being taken.
    let steps = attacks::general(general).without(position.men(color)).without(them.all);
    units += 2 * u32::from(steps.is_empty());
    let home = general.rank_for(color);
    units += u32::from(home) * 2;
    tally.add(color, GENERAL_DANGER + (units as usize).min(39), 1);
}
