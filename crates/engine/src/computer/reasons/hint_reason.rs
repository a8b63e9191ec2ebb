use yipan_chess::Square;
use yipan_core::{AnyPiece, Language, Side};
use yipan_games::GameKind;

/// A fact that speaks for a suggested action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HintReason {
    /// No other action is legal.
    OnlyMove,
    /// The side wins in this many moves.
    Mates(u32),
    /// The side wins unless chance or what is hidden is very unlucky, in a game with modes.
    Wins,
    /// The piece in check leaves it.
    EscapesCheck(AnyPiece),
    /// The piece that gives check is captured.
    CapturesChecker(AnyPiece),
    /// The check ends in another way.
    ParriesCheck,
    /// The opponent is in check.
    GivesCheck,
    /// The opponent would mate with the next move otherwise.
    PreventsMate,
    /// The piece is captured, and the capturing piece cannot be captured with profit.
    WinsPiece(AnyPiece),
    /// The same for a side that has less material.
    WinsBack(AnyPiece),
    /// A piece is given for a more valuable one.
    WinsExchange {
        /// The captured piece.
        captured: AnyPiece,
        /// The piece that captures and may be recaptured.
        given: AnyPiece,
    },
    /// A piece is given for an equal one.
    Exchanges {
        /// The captured piece.
        captured: AnyPiece,
        /// The piece that captures and may be recaptured.
        given: AnyPiece,
    },
    /// The expected line wins material with this move of the side, counted from 1.
    WinsMaterial(u32),
    /// The piece is captured. Whether this wins material depends on what is hidden or on chance.
    Captures(AnyPiece),
    /// The pawn becomes this piece.
    Promotes(AnyPiece),
    /// The moved piece attacks two pieces at once, the more valuable one first.
    Forks([AnyPiece; 2]),
    /// The moved piece attacks a piece that it could win.
    Attacks(AnyPiece),
    /// The moved piece was attacked and is safe now.
    Rescues(AnyPiece),
    /// Another piece was attacked and is safe now.
    Protects(AnyPiece),
    /// The king castles.
    Castles,
    /// A piece leaves its initial cell in the opening.
    Develops(AnyPiece),
    /// A pawn or a cannon occupies the center in the opening.
    TakesCenter,
    /// A portal carries the piece to this square.
    PassesPortal(Square),
    /// A portal carries the piece to the square of this piece.
    CapturesThroughPortal(AnyPiece),
    /// No mine can be where the piece stops.
    AvoidsMines,
    /// Gravity moves the piece on to this square.
    Falls(Square),
    /// The die of this piece is used.
    UsesDie(AnyPiece),
    /// The wild die is used.
    UsesWildDie,
    /// The dice are rolled again.
    Rerolls,
    /// A draw is claimed.
    ClaimsDraw,
    /// This many stones are captured.
    CapturesStones(u32),
    /// Every other move gives away the win.
    OnlyWinningMove,
    /// Every other move loses.
    OnlyDrawingMove,
}

impl HintReason {
    /// Returns what the action does, without a subject: `wins a knight`, `得马`.
    #[must_use]
    pub fn localize(self, kind: GameKind, language: Language) -> String {
        let texts = Texts { kind, language };
        match self {
            HintReason::OnlyMove => {
                texts.fixed("is the only legal move", "是唯一的合法着法", "是唯一的合法著法")
            }
            HintReason::Mates(1) => texts.fixed("wins at once", "立即获胜", "立即獲勝"),
            HintReason::Mates(moves) => {
                texts.number("forces mate in {}", "可在 {} 步内成杀", "可在 {} 步內成殺", moves)
            }
            HintReason::Wins => texts.fixed("almost certainly wins", "几乎必胜", "幾乎必勝"),
            HintReason::EscapesCheck(king) => {
                texts.piece("takes the {} out of check", "让{}避开将军", "讓{}避開將軍", king)
            }
            HintReason::CapturesChecker(piece) => {
                texts.piece("captures the checking {}", "吃掉将军的{}", "吃掉將軍的{}", piece)
            }
            HintReason::ParriesCheck => texts.fixed("parries the check", "解将", "解將"),
            HintReason::GivesCheck => texts.fixed("gives check", "将军", "將軍"),
            HintReason::PreventsMate => texts.fixed("prevents a mate", "防住杀着", "防住殺著"),
            HintReason::WinsPiece(piece) => texts.piece("wins {a}", "得{}", "得{}", piece),
            HintReason::WinsBack(piece) => texts.piece("wins back {a}", "夺回{}", "奪回{}", piece),
            HintReason::WinsExchange { captured, given } => {
                texts.two_pieces("wins {a} for {b}", "用{b}换得{a}", "用{b}換得{a}", [captured, given])
            }
            HintReason::Exchanges { captured, given } if captured.letter == given.letter => {
                texts.piece("exchanges the {}s", "兑{}", "兌{}", captured)
            }
            HintReason::Exchanges { captured, given } => {
                texts.two_pieces("exchanges {b} for {a}", "用{b}兑{a}", "用{b}兌{a}", [captured, given])
            }
            HintReason::WinsMaterial(1) => texts.fixed("wins material", "得子", "得子"),
            HintReason::WinsMaterial(moves) => {
                texts.number("wins material within {} moves", "在 {} 步内得子", "在 {} 步內得子", moves)
            }
            HintReason::Captures(piece) => texts.piece("captures the {}", "吃{}", "吃{}", piece),
            HintReason::Promotes(piece) => texts.piece("promotes to {a}", "升变为{}", "升變為{}", piece),
            HintReason::Forks([first, second]) if first.letter == second.letter => {
                texts.piece("attacks two {}s at once", "同时攻击两个{}", "同時攻擊兩個{}", first)
            }
            HintReason::Forks(pieces) => texts.two_pieces(
                "attacks the {a0} and the {b0} at once",
                "同时攻击{a}和{b}",
                "同時攻擊{a}和{b}",
                pieces,
            ),
            HintReason::Attacks(piece) => texts.piece("attacks the {}", "攻击{}", "攻擊{}", piece),
            HintReason::Rescues(piece) => {
                texts.piece("brings the attacked {} to safety", "让受攻的{}脱险", "讓受攻的{}脫險", piece)
            }
            HintReason::Protects(piece) => {
                texts.piece("protects the attacked {}", "保护受攻的{}", "保護受攻的{}", piece)
            }
            HintReason::Castles => {
                texts.fixed("brings the king to safety", "让王到安全的地方", "讓國王到安全的地方")
            }
            HintReason::Develops(piece) => texts.piece("develops the {}", "出动{}", "出動{}", piece),
            HintReason::TakesCenter => texts.fixed("takes the center", "占据中心", "佔據中心"),
            HintReason::PassesPortal(exit) => {
                texts.square("goes through the portal to {}", "穿过传送阵到 {}", "穿過傳送陣到 {}", exit)
            }
            HintReason::CapturesThroughPortal(piece) => {
                texts.piece("captures the {} through the portal", "穿过传送阵吃{}", "穿過傳送陣吃{}", piece)
            }
            HintReason::AvoidsMines => {
                texts.fixed("stops where no mine can be", "停在不会有地雷的格上", "停在不會有地雷的格上")
            }
            HintReason::Falls(to) => texts.square("falls to {}", "落到 {}", "落到 {}", to),
            HintReason::UsesDie(piece) => {
                texts.piece("uses the die of the {}", "用掉{}的骰子", "用掉{}的骰子", piece)
            }
            HintReason::UsesWildDie => texts.fixed("uses the wild die", "用掉万用骰子", "用掉萬用骰子"),
            HintReason::Rerolls => texts.fixed(
                "promises more than this roll",
                "比这次掷出的骰子更有希望",
                "比這次擲出的骰子更有希望",
            ),
            HintReason::ClaimsDraw => {
                texts.fixed("ends the game in a draw", "以和棋结束对局", "以和棋結束對局")
            }
            HintReason::CapturesStones(1) => texts.fixed("captures a stone", "吃一子", "吃一子"),
            HintReason::CapturesStones(count) => {
                texts.number("captures {} stones", "吃 {} 子", "吃 {} 子", count)
            }
            HintReason::OnlyWinningMove => {
                texts.fixed("is the only move that wins", "是唯一能赢的着法", "是唯一能贏的著法")
            }
            HintReason::OnlyDrawingMove => {
                texts.fixed("is the only move that draws", "是唯一能守和的着法", "是唯一能守和的著法")
            }
        }
    }
}

/// Joins reasons to a sentence without a period: `it wins a knight and gives check`. Empty without reasons.
#[must_use]
pub fn reasons_text(reasons: &[HintReason], kind: GameKind, language: Language) -> String {
    let texts: Vec<String> = reasons.iter().map(|reason| reason.localize(kind, language)).collect();
    match (language, texts.as_slice()) {
        (_, []) => String::new(),
        (Language::English, [only]) => format!("it {only}"),
        (Language::English, [first @ .., last]) => format!("it {} and {last}", first.join(", ")),
        (Language::Simplified, texts) => format!("这步棋{}", texts.join("，")),
        (Language::Traditional, texts) => format!("這步棋{}", texts.join("，")),
    }
}

/// The language of a text, and the game whose pieces it names.
struct Texts {
    kind: GameKind,
    language: Language,
}

impl Texts {
    fn fixed(&self, english: &str, simplified: &str, traditional: &str) -> String {
        self.language.choose(english, simplified, traditional).to_owned()
    }

    fn number(&self, english: &str, simplified: &str, traditional: &str, number: u32) -> String {
        self.fixed(english, simplified, traditional).replace("{}", &number.to_string())
    }

    fn square(&self, english: &str, simplified: &str, traditional: &str, square: Square) -> String {
        self.fixed(english, simplified, traditional).replace("{}", &square.to_string())
    }

    /// Replaces `{}` by the name of a piece and `{a}` by the name with its article.
    fn piece(&self, english: &str, simplified: &str, traditional: &str, piece: AnyPiece) -> String {
        let name = self.piece_name(piece);
        self.fixed(english, simplified, traditional).replace("{a}", &with_article(name)).replace("{}", name)
    }

    /// Replaces `{a}` and `{b}` by the names of two pieces, in English with their articles; `{a0}` and `{b0}` have none.
    fn two_pieces(
        &self,
        english: &str,
        simplified: &str,
        traditional: &str,
        pieces: [AnyPiece; 2],
    ) -> String {
        let names = pieces.map(|piece| self.piece_name(piece));
        let with_articles = match self.language {
            Language::English => names.map(with_article),
            Language::Simplified | Language::Traditional => names.map(str::to_owned),
        };
        let text = self.fixed(english, simplified, traditional);
        let text = text.replace("{a0}", names[0]).replace("{b0}", names[1]);
        text.replace("{a}", &with_articles[0]).replace("{b}", &with_articles[1])
    }

    fn piece_name(&self, AnyPiece { side, letter }: AnyPiece) -> &'static str {
        let letter = if side == Side::First { letter } else { letter.to_ascii_lowercase() };
        let name = match self.kind {
            GameKind::Chess => {
                yipan_chess::Piece::from_letter(letter).map(|piece| piece.kind.localize(self.language))
            }
            GameKind::Xiangqi => {
                yipan_xiangqi::Piece::from_letter(letter).map(|piece| piece.localize(self.language))
            }
            GameKind::Liuzichong => None,
        };
        name.unwrap_or(self.language.choose("piece", "子", "子"))
    }
}

/// Puts the indefinite article before an English name.
fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn piece(side: Side, letter: char) -> AnyPiece {
        AnyPiece { side, letter }
    }

    const QUEEN: AnyPiece = piece(Side::Second, 'Q');
    const ROOK: AnyPiece = piece(Side::Second, 'R');
    const SQUARE: Square = yipan_chess::Square::from_coords(4, 3).unwrap();

    /// Every reason, those with numbers also with one.
    const REASONS: [HintReason; 38] = [
        HintReason::OnlyMove,
        HintReason::Mates(1),
        HintReason::Mates(3),
        HintReason::Wins,
        HintReason::EscapesCheck(piece(Side::First, 'K')),
        HintReason::CapturesChecker(ROOK),
        HintReason::ParriesCheck,
        HintReason::GivesCheck,
        HintReason::PreventsMate,
        HintReason::WinsPiece(ROOK),
        HintReason::WinsBack(ROOK),
        HintReason::WinsExchange { captured: QUEEN, given: ROOK },
        HintReason::Exchanges { captured: QUEEN, given: ROOK },
        HintReason::Exchanges { captured: ROOK, given: ROOK },
        HintReason::WinsMaterial(1),
        HintReason::WinsMaterial(2),
        HintReason::Captures(ROOK),
        HintReason::Promotes(QUEEN),
        HintReason::Forks([QUEEN, ROOK]),
        HintReason::Forks([ROOK, ROOK]),
        HintReason::Attacks(ROOK),
        HintReason::Rescues(ROOK),
        HintReason::Protects(ROOK),
        HintReason::Castles,
        HintReason::Develops(ROOK),
        HintReason::TakesCenter,
        HintReason::PassesPortal(SQUARE),
        HintReason::CapturesThroughPortal(ROOK),
        HintReason::AvoidsMines,
        HintReason::Falls(SQUARE),
        HintReason::UsesDie(ROOK),
        HintReason::UsesWildDie,
        HintReason::Rerolls,
        HintReason::ClaimsDraw,
        HintReason::CapturesStones(1),
        HintReason::CapturesStones(2),
        HintReason::OnlyWinningMove,
        HintReason::OnlyDrawingMove,
    ];

    #[test]
    fn every_reason_has_its_own_text_in_three_languages() {
        for language in Language::ALL {
            let texts = REASONS.map(|reason| reason.localize(GameKind::Chess, language));
            for (index, text) in texts.iter().enumerate() {
                assert!(!text.is_empty() && !text.contains(['{', '}']), "{text}");
                assert_eq!(text.is_ascii(), language == Language::English, "{text}");
                assert!(!texts[..index].contains(text), "{text}");
            }
        }
    }

    #[test]
    fn pieces_have_the_names_of_their_game() {
        let texts = |reason: HintReason, kind| Language::ALL.map(|language| reason.localize(kind, language));
        let fork = HintReason::Forks([QUEEN, ROOK]);
        assert_eq!(
            texts(fork, GameKind::Chess),
            ["attacks the queen and the rook at once", "同时攻击后和车", "同時攻擊皇后和城堡"]
        );
        let exchange = HintReason::WinsExchange { captured: ROOK, given: piece(Side::First, 'N') };
        assert_eq!(
            texts(exchange, GameKind::Chess),
            ["wins a rook for a knight", "用马换得车", "用騎士換得城堡"]
        );
        let advisor = HintReason::WinsPiece(piece(Side::Second, 'A'));
        assert_eq!(texts(advisor, GameKind::Xiangqi), ["wins an advisor", "得士", "得士"]);
        let soldier = HintReason::WinsPiece(piece(Side::Second, 'P'));
        assert_eq!(texts(soldier, GameKind::Xiangqi), ["wins a soldier", "得卒", "得卒"]);
    }

    #[test]
    fn reasons_are_one_sentence() {
        let text = |reasons: &[HintReason], language| reasons_text(reasons, GameKind::Chess, language);
        let reasons = [HintReason::WinsPiece(ROOK), HintReason::GivesCheck, HintReason::PreventsMate];
        assert_eq!(text(&[], Language::Simplified), "");
        assert_eq!(text(&reasons[..1], Language::English), "it wins a rook");
        assert_eq!(text(&reasons, Language::English), "it wins a rook, gives check and prevents a mate");
        assert_eq!(text(&reasons, Language::Simplified), "这步棋得车，将军，防住杀着");
        assert_eq!(text(&reasons[..2], Language::Traditional), "這步棋得城堡，將軍");
    }
}
