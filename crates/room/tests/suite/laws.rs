//! The laws of a room over random commands: the log replays to the room, and the events of each audience to its state.

use proptest::prelude::*;
use yipan_clock::Millis;
use yipan_record::Bytes32;
use yipan_room::{LogEntry, Room};
use yipan_wire::{Claim, Command, Event, Offer, RoomConfig, SpectatorPolicy};

use crate::support::{AUDIENCES, TestRoom};

/// Games and combinations of modes that cover every hidden and every random element.
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

fn config() -> impl Strategy<Value = RoomConfig> {
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

/// A random step: user, kind, variant and the time since the last step.
type Choice = (u8, u8, u16, u16);

fn command(kind: u8, which: u16, test: &TestRoom, user: &str) -> Command {
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
            let seats = [test.room.state(AUDIENCES[0]), test.room.state(AUDIENCES[1])];
            let own =
                seats.into_iter().zip(AUDIENCES).find(|(_, audience)| test.room.audience(user) == *audience);
            let actions = own.and_then(|(state, _)| state.view).map(|view| view.actions).unwrap_or_default();
            match actions.len() {
                0 => Command::Start,
                count => Command::Play { action: actions[usize::from(which) % count].clone() },
            }
        }
    }
}

fn play(test: &mut TestRoom, choices: &[Choice]) {
    let mut now = Millis(1000);
    for &(user, kind, which, wait) in choices {
        now = now + Millis(u64::from(wait) % 20_000);
        let due = test.room.tick(now);
        test.apply_all(due);
        let user = ["ada", "bob", "ada", "bob", "eve"][usize::from(user) % 5];
        let user = test.room.linked_account(user).map_or(user.to_owned(), |now| now.id.clone());
        let user = user.as_str();
        match kind {
            0..=3 => {
                let entries = test.room.pause_after_restart(now);
                test.apply_all(entries);
            }
            4..=7 => {
                let account = ["ann", "ben", "eve"][usize::from(which) % 3];
                let entries = test.room.link_account(user, &crate::support::player(account), now);
                test.apply_all(entries);
            }
            8..=20 => {
                let entries = test.room.change_presence(user, which % 2 == 0, now);
                test.apply_all(entries);
            }
            _ => {
                // The command may be rejected; a rejection must change nothing.
                let before = (test.room.log().len(), test.states());
                if test.send(now, user, &command(kind, which, test, user)).is_err() {
                    assert_eq!((test.room.log().len(), test.states()), before);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_log_replays_to_the_room_and_events_to_each_state(
        config in config(),
        seed in any::<u8>(),
        started in prop::bool::weighted(0.8),
        choices in prop::collection::vec(any::<Choice>(), 1..80),
    ) {
        let mut test = if started { TestRoom::started(config, seed) } else { TestRoom::open(config, seed) };
        play(&mut test, &choices);
        // The log is the same after writing and parsing it, and replays to the room.
        let text: Vec<String> =
            test.room.log().iter().map(|entry| serde_json::to_string(entry).expect("an entry is serializable")).collect();
        let log: Vec<LogEntry> = text.iter().map(|line| serde_json::from_str(line).expect("a written entry is valid")).collect();
        prop_assert_eq!(&log[..], test.room.log());
        let replayed = Room::replay(log).expect("the log is valid");
        for audience in AUDIENCES {
            prop_assert_eq!(replayed.state(audience), test.room.state(audience));
        }
        prop_assert_eq!(replayed.game(), test.room.game());
        prop_assert_eq!(replayed.deadline(), test.room.deadline());
        // The events of each audience lead to its state, and can be computed again from any number on.
        prop_assert_eq!(test.replayed(), test.states());
        for (audience, received) in AUDIENCES.into_iter().zip(&test.received) {
            for from in [0, received.len() / 2, received.len()] {
                let log = &test.room.log()[..received.len()];
                let again = yipan_room::replay_events(log, audience, from as u64).expect("the log is valid");
                prop_assert_eq!(&again[..], &received[from..]);
            }
        }
        // The seed is sent to no audience before the end.
        let over = test.room.is_over();
        for received in &test.received {
            let text = serde_json::to_string(received).expect("events are serializable");
            prop_assert_eq!(text.contains(&crate::support::test_seed(seed).to_string()), over && received.len() == test.room.log().len()
                && received.iter().any(|event| matches!(event.event, Event::Ended { .. })));
        }
    }
}
