//! The results of a tournament as text: the report of FIDE (TRF16), which pairing programs read, and a table.

use std::fmt::Write;

use yipan_core::Side;

use crate::{Format, Game, GameState, PlayerId, Points, Standings, Tournament};

/// The columns of a name in the report.
const NAME_COLUMNS: usize = 33;

/// The facts of a report that the log does not contain.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrfHeader {
    /// The name of the tournament.
    pub name: String,
    /// The day of the start, as `2026.11.17`; empty if unknown.
    pub date: String,
    /// The clock.
    pub clock: String,
}

/// Writes the report. The names are those of the players, by [`PlayerId`].
///
/// A game without a result counts as lost by forfeit for both. Games that are still played have no result yet.
#[must_use]
pub fn trf(tournament: &Tournament, header: &TrfHeader, names: &[String]) -> String {
    let standings = tournament.standings();
    let ranks = standings.ranks();
    let mut report = String::new();
    let players = tournament.players().len();
    let _ = writeln!(report, "012 {}", header.name);
    let _ = writeln!(report, "042 {}", header.date.replace('.', "/"));
    let _ = writeln!(report, "062 {players}");
    let _ = writeln!(report, "092 {}", format_text(tournament.format()));
    let _ = writeln!(report, "122 {}", header.clock);
    let _ = writeln!(report, "XXR {}", tournament.round_count().unwrap_or(tournament.byes().len() as u32));
    for (id, (player, name)) in (0..).map(PlayerId).zip(tournament.players().iter().zip(names)) {
        let name: String = name.chars().take(NAME_COLUMNS).collect();
        let points = points_text(standings.points(id));
        // Sex, title, federation, FIDE number and date of birth are unknown here.
        let _ = write!(
            report,
            "001 {:>4}      {name:<NAME_COLUMNS$} {:>4} {:26} {points:>4} {:>4}",
            id.0 + 1,
            player.rating.min(9_999),
            "",
            ranks[id.index()] + 1,
        );
        for round in 0..tournament.byes().len() {
            let _ = write!(report, "  {}", round_text(tournament, id, round));
        }
        let _ = writeln!(report);
    }
    report
}

/// Returns the type of a tournament in the words of FIDE.
const fn format_text(format: Format) -> &'static str {
    match format {
        Format::Swiss { .. } => "Individual: Swiss-System",
        Format::RoundRobin { is_double: false } => "Individual: Round-Robin",
        Format::RoundRobin { is_double: true } => "Individual: Double Round-Robin",
        Format::Arena { .. } => "Individual: Arena",
    }
}

/// Returns the opponent, the color and the result of a player in a round.
fn round_text(tournament: &Tournament, player: PlayerId, round: usize) -> String {
    if tournament.byes()[round].contains(&player) {
        return "0000 - U".to_owned();
    }
    let game = tournament.games_of(player).find(|game| game.round as usize == round);
    let Some((game, side)) = game.and_then(|game| Some((game, game.pairing.side(player)?))) else {
        return "0000 - Z".to_owned();
    };
    let color = match side {
        Side::First => 'w',
        Side::Second => 'b',
    };
    format!("{:>4} {color} {}", game.pairing.player(side.other()).0 + 1, result_mark(game, side))
}

fn result_mark(game: &Game, side: Side) -> char {
    match game.state {
        GameState::Playing => ' ',
        GameState::Voided => '-',
        GameState::Ended { winner: None, .. } => '=',
        GameState::Ended { winner: Some(winner), .. } if winner == side => '1',
        GameState::Ended { .. } => '0',
    }
}

fn points_text(points: Points) -> String {
    format!("{}.{}", points.0 / 2, points.0 % 2 * 5)
}

/// Writes the standings as comma-separated values with a line of titles. The names are those of the players.
#[must_use]
pub fn csv(tournament: &Tournament, names: &[String]) -> String {
    let standings: Standings = tournament.standings();
    let mut table =
        String::from("rank,name,rating,points,buchholz,sonneborn_berger,wins,draws,losses,is_active\r\n");
    for (rank, row) in (1..).zip(standings.rows()) {
        let player = &tournament.players()[row.player.index()];
        let name = csv_text(names.get(row.player.index()).map_or("", String::as_str));
        let _ = write!(
            table,
            "{rank},{name},{},{},{},{},{},{},{},{}\r\n",
            player.rating,
            points_text(row.points),
            points_text(row.buchholz),
            f64::from(row.sonneborn_berger) / 4.0,
            row.wins,
            row.draws,
            row.losses,
            player.is_active,
        );
    }
    table
}

/// Quotes a text. One that a spreadsheet would compute is marked as text.
fn csv_text(text: &str) -> String {
    let mark = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{mark}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, GameId, Pairing};

    fn tournament() -> Tournament {
        let mut tournament = Tournament::new(Format::Swiss { rounds: 2 });
        let joined = |user: &str, rating| Event::Joined { user: user.to_owned(), rating };
        let pair = |first, second| Pairing { first: PlayerId(first), second: PlayerId(second) };
        let ended = |game, winner| Event::Ended { game: GameId(game), winner, has_berserked: [false; 2] };
        for event in [
            joined("a", 1_800),
            joined("b", 1_500),
            joined("c", 1_400),
            Event::Started,
            Event::Paired { games: vec![pair(0, 1)], byes: vec![PlayerId(2)] },
            ended(0, Some(Side::First)),
            Event::Paired { games: vec![pair(2, 0)], byes: vec![PlayerId(1)] },
            ended(1, None),
        ] {
            tournament.apply(&event).expect("it is possible");
        }
        tournament
    }

    #[test]
    fn a_report_has_the_columns_of_fide() {
        let names = ["Ada", "Bob", "炮二平五"].map(str::to_owned);
        let header =
            TrfHeader { name: "Cup".to_owned(), date: "2026.11.17".to_owned(), clock: "3+2".to_owned() };
        let report = trf(&tournament(), &header, &names);
        let lines: Vec<Vec<char>> = report.lines().map(|line| line.chars().collect()).collect();
        let players: Vec<_> = lines.iter().filter(|line| line.starts_with(&['0', '0', '1'])).collect();
        let columns = |line: &[char], from: usize, to: usize| line[from - 1..to].iter().collect::<String>();
        assert!(
            report.starts_with("012 Cup\n042 2026/11/17\n062 3\n092 Individual: Swiss-System\n"),
            "{report}"
        );
        let ada = players[0];
        assert_eq!((columns(ada, 5, 8), columns(ada, 15, 17)), ("   1".into(), "Ada".into()));
        assert_eq!((columns(ada, 49, 52), columns(ada, 81, 84)), ("1800".into(), " 1.5".into()));
        assert_eq!((columns(ada, 86, 89), columns(ada, 92, 99)), ("   1".into(), "   2 w 1".into()));
        assert_eq!(columns(ada, 102, 109), "   3 b =");
        assert_eq!(columns(players[1], 92, 99), "   1 b 0");
        assert_eq!(columns(players[1], 102, 109), "0000 - U");
        assert_eq!(
            (columns(players[2], 15, 18), columns(players[2], 92, 99)),
            ("炮二平五".into(), "0000 - U".into())
        );
    }

    #[test]
    fn a_table_quotes_names_and_computes_nothing() {
        let names = ["A \"da\"", "=1+1", "Cleo"].map(str::to_owned);
        let table = csv(&tournament(), &names);
        let lines: Vec<_> = table.lines().collect();
        assert_eq!(lines[1], "1,\"A \"\"da\"\"\",1800,1.5,2.5,1.75,1,1,0,true");
        assert!(lines[3].starts_with("3,\"'=1+1\",1500,1.0,"), "{table}");
    }
}
