//! The laws of a table, over random scripts: the log is the table, and what each is told adds up to what each sees.

mod hall;

use hall::{EYES, Hall};
use proptest::prelude::*;
use yipan_record::{Bytes32, Millis};
use yipan_room::{LogEntry, Room};
use yipan_wire::{Claim, Command, Event, Offer, RoomConfig, SpectatorPolicy};

/// Games and mixes of modes that between them hide and draw everything there is.
const GAMES: [(&str, &[&str]); 12] = [
    ("chess", &[]),
    ("xiangqi", &[]),
    ("liuzichong", &[]),
    ("chess", &["gravity"]),
    ("chess", &["fog"]),
    ("chess", &["mines"]),
    ("chess", &["portals"]),
    ("chess", &["dice-a"]),
    ("chess", &["dice-b", "fog"]),
    ("chess", &["dice-a", "fog", "mines"]),
    ("chess", &["fog", "gravity", "portals", "mines"]),
    ("chess", &["dice-a", "fog", "gravity", "portals", "mines"]),
];
const CLOCKS: [&str; 6] = ["inf", "1+2", "0.5d3", "0.2/10x2", "2s20", "1+0 v inf"];

fn terms() -> impl Strategy<Value = RoomConfig> {
    let spectators =
        prop_oneof![Just(SpectatorPolicy::Yes), Just(SpectatorPolicy::Delay(3)), Just(SpectatorPolicy::No)];
    let game = proptest::sample::select(&GAMES[..]);
    (game, proptest::sample::select(&CLOCKS[..]), spectators).prop_map(
        |((game, modes), clock, spectators)| RoomConfig {
            clock: clock.to_owned(),
            modes: modes.iter().map(|&mode| mode.to_owned()).collect(),
            spectators,
            ..RoomConfig::default_for(game)
        },
    )
}

/// One thing that happens: who, what, which, and how long after the last.
type Choice = (u8, u8, u16, u16);

fn command(kind: u8, which: u16, hall: &Hall, who: &str) -> Command {
    let offer = [Offer::Draw, Offer::Takeback, Offer::Rematch, Offer::RematchSame][usize::from(which) % 4];
    match kind % 20 {
        0 => Command::Resign,
        1 => Command::Offer { offer },
        2 => Command::Accept { offer },
        3 => Command::Decline { offer },
        4 => Command::Withdraw { offer },
        5 => Command::Claim { claim: if which.is_multiple_of(2) { Claim::Win } else { Claim::Draw } },
        6 => Command::Chat { text: format!("<b>{which}</b>") },
        7 => Command::Sit { contribution: Bytes32([which as u8; 32]).to_string() },
        8 => Command::Start,
        9 if which.is_multiple_of(8) => Command::Leave,
        10 if which.is_multiple_of(8) => Command::Abort,
        11 => Command::SeatComputer { level: which as u8 },
        12 => Command::Play { action: "e2e4".to_owned() },
        _ => {
            let seats = [hall.table.state(EYES[0]), hall.table.state(EYES[1])];
            let own = seats.into_iter().zip(EYES).find(|(_, eye)| hall.table.audience(who) == *eye);
            let actions = own.and_then(|(state, _)| state.view).map(|view| view.actions).unwrap_or_default();
            match actions.len() {
                0 => Command::Start,
                count => Command::Play { action: actions[usize::from(which) % count].clone() },
            }
        }
    }
}

fn play(hall: &mut Hall, choices: &[Choice]) {
    let mut now = Millis(1000);
    for &(who, kind, which, wait) in choices {
        now = now + Millis(u64::from(wait) % 20_000);
        let due = hall.table.tick(now);
        hall.add(due);
        let who = ["ada", "bob", "ada", "bob", "eve"][usize::from(who) % 5];
        let who = hall.table.linked_account(who).map_or(who.to_owned(), |now| now.id.clone());
        let who = who.as_str();
        match kind {
            0..=3 => {
                let entries = hall.table.pause_after_restart(now);
                hall.add(entries);
            }
            4..=7 => {
                let account = ["ann", "ben", "eve"][usize::from(which) % 3];
                let entries = hall.table.link_account(who, &hall::person(account), now);
                hall.add(entries);
            }
            8..=20 => {
                let entries = hall.table.change_presence(who, which % 2 == 0, now);
                hall.add(entries);
            }
            _ => {
                // Whether it is refused is not the point here; that a refusal changes nothing is.
                let before = (hall.table.log().len(), hall.states());
                if hall.say(now, who, &command(kind, which, hall, who)).is_err() {
                    assert_eq!((hall.table.log().len(), hall.states()), before);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_log_replays_to_the_room_and_events_to_each_state(
        terms in terms(),
        seed in any::<u8>(),
        started in prop::bool::weighted(0.8),
        choices in prop::collection::vec(any::<Choice>(), 1..80),
    ) {
        let mut hall = if started { Hall::started(terms, seed) } else { Hall::open(terms, seed) };
        play(&mut hall, &choices);
        // The log survives being written down, and is the table.
        let text: Vec<String> =
            hall.table.log().iter().map(|entry| serde_json::to_string(entry).expect("an entry is text")).collect();
        let log: Vec<LogEntry> = text.iter().map(|line| serde_json::from_str(line).expect("text is an entry")).collect();
        prop_assert_eq!(&log[..], hall.table.log());
        let folded = Room::replay(log).expect("a log folds");
        for eye in EYES {
            prop_assert_eq!(folded.state(eye), hall.table.state(eye));
        }
        prop_assert_eq!(folded.game(), hall.table.game());
        prop_assert_eq!(folded.deadline(), hall.table.deadline());
        // What each was told adds up to what each is shown, and can be told again from any number on.
        prop_assert_eq!(hall.folded(), hall.states());
        for (eye, told) in EYES.into_iter().zip(&hall.told) {
            for from in [0, told.len() / 2, told.len()] {
                let log = &hall.table.log()[..told.len()];
                let again = yipan_room::replay_events(log, eye, from as u64).expect("a log folds");
                prop_assert_eq!(&again[..], &told[from..]);
            }
        }
        // Nobody is told the seed, nor anything drawn, before the end.
        let over = hall.table.is_over();
        for told in &hall.told {
            let text = serde_json::to_string(told).expect("frames are text");
            prop_assert_eq!(text.contains(&hall::secret(seed).to_string()), over && told.len() == hall.table.log().len()
                && told.iter().any(|frame| matches!(frame.event, Event::Ended { .. })));
        }
    }
}
