//! Imagining what a viewer does not know: a whole game that looks to that viewer just as the real one does.
//!
//! A computer player is given its seat's view and nothing else; to think ahead it imagines the rest, many times over.

use super::agreed::PortalOwner;
use super::dice::Dice;
use super::field::Field;
use super::mines::{MINEFIELD, Mines};
use super::modal::{Modal, Next};
use super::portals::Portals;
use crate::attacks::ahead;
use crate::setup::Setup;
use crate::{Bitboard, Chess, ChessSetup, ChessView, Color, Kind, Piece, Square};

/// How often a guess is thrown away because it contradicts what the viewer knows of checks.
const GUESSES: u32 = 24;

impl Chess {
    /// A game that `seat` could be playing, given what it sees and what was agreed; `number` gives numbers by chance.
    ///
    /// Hidden men are put where the seat does not see, mines and foreign portals where they may lie. Nothing but the
    /// view is asked. `None` unless the seat is to move, or where no guess fits.
    pub fn imagine(
        setup: &ChessSetup,
        view: &ChessView,
        seat: Color,
        mut number: impl FnMut() -> u64,
    ) -> Option<Chess> {
        if view.turn != yipan_rules::Turn::Player(seat) {
            return None;
        }
        let mut last = None;
        for _ in 0..GUESSES {
            let Some(field) = imagine_field(setup, view, seat, &mut number) else { continue };
            let fits = field.checkers(seat).any() == view.check;
            last = Some(field);
            if fits {
                break;
            }
        }
        let field = last?;
        Some(Chess::from_modal(Modal {
            modes: setup.modes(),
            field,
            mines: setup.modes().mines.map(|rules| {
                let count = mine_count(view, &mut number);
                let live = pick_some(MINEFIELD.without(view.craters), count, &mut number);
                Mines::new(rules).imagined(live, view.craters)
            }),
            portals: setup
                .modes()
                .portals
                .map(|owner| imagine_portals(owner, view, field.position.occupied(), &mut number)),
            dice: setup.modes().dice.zip(view.dice.as_ref()).map(|(rules, view)| Dice::imagine(rules, view)),
            next: Next::Act,
            keys: Vec::new(),
        }))
    }
}

fn imagine_field(
    setup: &ChessSetup,
    view: &ChessView,
    seat: Color,
    number: &mut impl FnMut() -> u64,
) -> Option<Field> {
    let mut men = [None; 64];
    for &(square, piece) in &view.men {
        men[square.index()] = Some(piece);
    }
    let them = seat.other();
    let mut hidden = hidden_men(setup, view, them);
    // What a pawn of one's own does not see ahead, it is blocked by.
    for at in blocked_by_unseen(view, seat) {
        let fits = |kind: &Kind| place_for(*kind, them, &men, false, at.bit()).any();
        let fitting: Vec<usize> = (0..hidden.len()).filter(|&index| fits(&hidden[index])).collect();
        if !fitting.is_empty() {
            let index = fitting[(number() % fitting.len() as u64) as usize];
            men[at.index()] = Some(Piece { color: them, kind: hidden.remove(index) });
        }
    }
    for kind in hidden {
        let place = place_for(kind, them, &men, setup.modes().gravity, !view.visible);
        let Some(at) = pick(place, number) else { continue };
        men[at.index()] = Some(Piece { color: them, kind });
    }
    let described = Setup {
        men,
        side: seat,
        castling: view.rights.castling,
        chess960: setup.position().is_chess960(),
        en_passant: None,
        quiet_plies: 0,
        move_number: 1,
    };
    let mut field = Field::imagine(described.place(), view.rights);
    field.losses = view.losses;
    let kings = Color::BOTH.iter().all(|&color| field.position.of(color, Kind::King).any());
    (kings && field.checkers(them).is_empty()).then_some(field)
}

/// The enemy's men that the viewer does not see, the king first: what the game began with, less what is lost or seen.
/// A man too many of one kind is a pawn that was promoted.
fn hidden_men(setup: &ChessSetup, view: &ChessView, them: Color) -> Vec<Kind> {
    let mut hidden = [0i32; 6];
    for kind in Kind::ALL {
        let began = setup.position().of(them, kind).len() as i32;
        let lost = view.losses.captured(them, kind) + view.losses.exploded(them, kind);
        let seen = view.men.iter().filter(|(_, piece)| *piece == Piece { color: them, kind }).count() as i32;
        hidden[kind as usize] = began - i32::from(lost) - seen;
    }
    let promoted: i32 = hidden.iter().map(|count| (-count).max(0)).sum();
    hidden[Kind::Pawn as usize] -= promoted;
    let several = |kind: Kind| std::iter::repeat_n(kind, hidden[kind as usize].max(0) as usize);
    Kind::ALL.into_iter().rev().flat_map(several).collect()
}

/// The squares ahead of the viewer's pawns that they would see if nobody stood there.
fn blocked_by_unseen(view: &ChessView, seat: Color) -> Bitboard {
    let own = |kind: Kind| {
        let of = view.men.iter().filter(move |(_, piece)| *piece == Piece { color: seat, kind });
        of.map(|(square, _)| *square).collect::<Bitboard>()
    };
    let occupied: Bitboard = view.men.iter().map(|(square, _)| *square).collect();
    let step = |pawns| match seat {
        Color::First => ahead::<true>(pawns),
        Color::Second => ahead::<false>(pawns),
    };
    let once = step(own(Kind::Pawn));
    let twice = step(step(view.rights.fresh & own(Kind::Pawn)) & view.visible.without(occupied));
    (once | twice).without(view.visible)
}

/// Where a hidden man may stand.
fn place_for(
    kind: Kind,
    color: Color,
    men: &[Option<Piece>; 64],
    gravity: bool,
    unseen: Bitboard,
) -> Bitboard {
    let occupied: Bitboard = Square::all().filter(|square| men[square.index()].is_some()).collect();
    let mut place = unseen.without(occupied);
    if kind == Kind::Pawn {
        let (last, first) = (Bitboard::rank(7), Bitboard::rank(0));
        let outer = if color == Color::First { (last, first) } else { (first, last) };
        place = place.without(outer.0 | outer.1);
    }
    if gravity {
        // Everything has fallen: to the right of a man stands another, or the edge.
        let beside = Bitboard((occupied.0 & !Bitboard::FILE_A.0) >> 1) | Bitboard::FILE_H;
        place &= beside;
    }
    place
}

/// The portals the viewer knows, and the rest where nobody stands; in fog, where the viewer does not see.
fn imagine_portals(
    owner: PortalOwner,
    view: &ChessView,
    occupied: Bitboard,
    number: &mut impl FnMut() -> u64,
) -> Portals {
    let mut portals = Portals::new(owner);
    for (owner, pair) in &view.portals {
        pair.into_iter().for_each(|at| portals.open(owner.unwrap_or(Color::First), at));
    }
    while let Some(seat) = portals.missing() {
        let free = (!occupied).without(portals.pair_of(seat));
        let unseen = free.without(view.visible);
        let Some(at) = pick(if unseen.any() { unseen } else { free }, number) else { break };
        portals.open(seat, at);
    }
    portals
}

/// Four mines or five, as chance has it; those that went off are known.
fn mine_count(view: &ChessView, number: &mut impl FnMut() -> u64) -> u32 {
    (4 + (number() & 1) as u32).saturating_sub(view.craters.len())
}

fn pick(squares: Bitboard, number: &mut impl FnMut() -> u64) -> Option<Square> {
    let count = squares.len();
    (count > 0).then(|| squares.into_iter().nth((number() % u64::from(count)) as usize)).flatten()
}

fn pick_some(mut squares: Bitboard, count: u32, number: &mut impl FnMut() -> u64) -> Bitboard {
    let mut picked = Bitboard::EMPTY;
    for _ in 0..count {
        let Some(at) = pick(squares, number) else { break };
        picked |= at.bit();
        squares = squares.without(at.bit());
    }
    picked
}

#[cfg(test)]
mod tests {
    use yipan_rules::{Discard, Game, Step, Turn, Viewer, split_mix};

    use super::*;

    /// Plays random games and imagines at every turn; says how many guesses there were and how many fit entirely.
    fn check(options: &str) -> (u32, u32) {
        let setup: ChessSetup = format!("startpos {options}").parse().expect(options);
        let mut state = 7;
        let mut number = move || {
            let (next, number) = split_mix(state);
            state = next;
            number
        };
        let (mut guesses, mut whole) = (0, 0);
        for _ in 0..20 {
            let mut game = Chess::start(&setup);
            for _ in 0..120 {
                let (mut actions, mut draws) = (Vec::new(), Vec::new());
                game.actions(&mut actions);
                game.draws(&mut draws);
                let step = match game.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => Step::Draw(draws[number() as usize % draws.len()].0),
                    Turn::Player(seat) => {
                        let view = game.view(Viewer::Player(seat));
                        let imagined =
                            Chess::imagine(&setup, &view, seat, &mut number).expect("a guess that fits");
                        let seen = imagined.view(Viewer::Player(seat));
                        guesses += 1;
                        let same =
                            (&seen.men, seen.visible, seen.check) == (&view.men, view.visible, view.check);
                        whole += u32::from(same && seen.dice == view.dice);
                        assert_eq!(
                            (seen.turn, seen.craters, seen.losses),
                            (view.turn, view.craters, view.losses)
                        );
                        Step::Act(actions[number() as usize % actions.len()])
                    }
                };
                game.apply(step, &mut Discard).expect("an offered step is a legal step");
            }
        }
        (guesses, whole)
    }

    #[test]
    fn an_imagined_game_looks_as_the_real_one() {
        for options in
            ["modes=gravity", "modes=dice-a,portals,mines", "modes=dice-b,gravity,portals portals=private"]
        {
            let (guesses, whole) = check(options);
            assert_eq!(guesses, whole, "{options}");
        }
    }

    #[test]
    fn in_fog_nearly_every_guess_fits_whatever_is_known() {
        for options in
            ["modes=fog", "modes=dice-a,fog,mines", "modes=dice-b,fog,portals wild=yes", "modes=fog,gravity"]
        {
            let (guesses, whole) = check(options);
            assert!(whole * 10 > guesses * 9, "{options}: {whole} of {guesses}");
        }
    }
}
