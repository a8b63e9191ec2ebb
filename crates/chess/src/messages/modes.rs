//! The names of modes, and messages about steps that are illegal because of them.

use alloc::{borrow::ToOwned, format, string::String, vec::Vec};

use yipan_core::Language::{self, English, Simplified, Traditional};
use yipan_core::Localize;

use crate::{Bitboard, ChanceEvent, Face, Mode, ModesError, ParseChanceEventError, PieceKind, Square};

impl Mode {
    /// Returns the localized name of the mode.
    #[must_use]
    pub const fn localize(self, language: Language) -> &'static str {
        let [english, simplified, traditional] = match self {
            Mode::DiceA => ["dice (all of them)", "骰子（全部走完）", "骰子（全部走完）"],
            Mode::DiceB => ["dice (one of them)", "骰子（选走一枚）", "骰子（選走一枚）"],
            Mode::Fog => ["fog of war", "雾战", "霧戰"],
            Mode::Gravity => ["gravity", "地吸引力", "地吸引力"],
            Mode::Portals => ["portals", "传送阵", "傳送陣"],
            Mode::Mines => ["mines", "踩地雷", "踩地雷"],
        };
        language.choose(english, simplified, traditional)
    }
}

impl Face {
    /// Returns the localized text of the face.
    #[must_use]
    pub fn localize(self, language: Language) -> String {
        match self {
            Face::Kind(kind) => kind.localize(language).to_owned(),
            Face::Piece(at, kind) => format!("{} {at}", kind.localize(language)),
            Face::Wild => language.choose("wild", "万用", "萬用").to_owned(),
            Face::Unrolled => "?".to_owned(),
        }
    }
}

impl Localize for ModesError {
    fn localize(&self, language: Language) -> String {
        match self {
            ModesError::UnknownMode { text } => {
                let known = Mode::ALL.map(Mode::key).join(", ");
                match language {
                    English => format!("chess has no mode `{text}`; choose from {known}"),
                    Simplified => format!("国际象棋没有 `{text}` 模式；可选 {known}"),
                    Traditional => format!("西洋棋沒有 `{text}` 模式；可選 {known}"),
                }
            }
            ModesError::ConflictingDiceRules => language
                .choose(
                    "dice-a and dice-b are two rule sets of the same mode; choose one",
                    "dice-a 和 dice-b 是同一模式的两套规则，请选一套",
                    "dice-a 和 dice-b 是同一模式的兩套規則，請選一套",
                )
                .to_owned(),
            ModesError::ModeNotActive { option, mode } => {
                let (key, name) = (mode.key(), mode.localize(language));
                match language {
                    English => format!("`{option}` belongs to {name}, which is not active; add mode {key}"),
                    Simplified => format!("`{option}` 属于{name}，本局没有这个模式；请加上 {key}"),
                    Traditional => format!("`{option}` 屬於{name}，本局沒有這個模式；請加上 {key}"),
                }
            }
            ModesError::InvalidValue { option, expected: known } => match language {
                English => format!("`{option}` is not valid; use {known}"),
                Simplified => format!("`{option}` 不可用；可以是 {known}"),
                Traditional => format!("`{option}` 不可用；可以是 {known}"),
            },
        }
    }
}

impl Localize for ParseChanceEventError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        let shapes = "`mines 4`, `mine c4`, `portal c4`, `die knight`, `die e2`, `die wild`";
        match language {
            English => format!("`{text}` is not a chance outcome; write it like {shapes}"),
            Simplified => format!("`{text}` 不是随机事件的结果；写法如 {shapes}"),
            Traditional => format!("`{text}` 不是隨機事件的結果；寫法如 {shapes}"),
        }
    }
}

pub(super) fn chance_event_pending(language: Language) -> String {
    language
        .choose(
            "a chance event is pending; apply its outcome before the next action",
            "要先决定随机事件的结果，然后才能走棋",
            "要先決定隨機事件的結果，然後才能走棋",
        )
        .to_owned()
}

pub(super) fn unexpected_chance_event(
    event: ChanceEvent,
    example: Option<ChanceEvent>,
    language: Language,
) -> String {
    match (example, language) {
        (Some(example), English) => {
            format!("`{event}` is not possible now; a possible outcome is `{example}`")
        }
        (Some(example), Simplified) => format!("现在不能是 `{event}`；可能的结果例如 `{example}`"),
        (Some(example), Traditional) => format!("現在不能是 `{event}`；可能的結果例如 `{example}`"),
        (None, English) => {
            format!("`{event}` is not possible: no chance event is pending; send an action instead")
        }
        (None, Simplified) => format!("`{event}` 不可用：现在没有随机事件，请直接走棋"),
        (None, Traditional) => format!("`{event}` 不可用：現在沒有隨機事件，請直接走棋"),
    }
}

pub(super) fn piece_not_rolled(kind: PieceKind, dice: &[Face], language: Language) -> String {
    let piece = kind.localize(language);
    let faces: Vec<String> = dice.iter().map(|face| face.localize(language)).collect();
    let faces = faces.join(language.choose(", ", "、", "、"));
    match language {
        English => format!("that {piece} is not among the dice; the current dice are: {faces}"),
        Simplified => format!("这枚{piece}不在骰子之中；当前骰子为：{faces}"),
        Traditional => format!("這枚{piece}不在骰子之中；當前骰子為：{faces}"),
    }
}

pub(super) fn king_already_moved(language: Language) -> String {
    language
        .choose(
            "the king has already moved in this turn; move another piece",
            "王每回合只能走一次，本回合已经走过；请走别的棋子",
            "國王每回合只能走一次，本回合已經走過；請走別的棋子",
        )
        .to_owned()
}

pub(super) fn no_wild_die(language: Language) -> String {
    language
        .choose(
            "there is no wild die for this move; remove the `*`",
            "没有可用的万用骰子；请去掉 `*`",
            "沒有可用的萬用骰子；請去掉 `*`",
        )
        .to_owned()
}

pub(super) fn reroll_unavailable(left: u8, language: Language) -> String {
    match language {
        English if left == 0 => "you have no re-rolls left; play the dice you have".to_owned(),
        Simplified if left == 0 => "没有剩余的重掷次数，请用现有的骰子".to_owned(),
        Traditional if left == 0 => "沒有剩餘的重擲次數，請用現有的骰子".to_owned(),
        English => format!(
            "dice can be rolled again only before the first move of a turn, and only if the result could differ; \
             re-rolls left: {left}"
        ),
        Simplified => format!("只有在回合的第一步之前、且结果可能不同时才能重掷；剩余重掷次数：{left}"),
        Traditional => format!("只有在回合的第一步之前、且結果可能不同時才能重擲；剩餘重擲次數：{left}"),
    }
}

pub(super) fn double_step_used(from: Square, language: Language) -> String {
    match language {
        English => format!("the pawn on {from} has already moved, so it can advance only one square"),
        Simplified => format!("{from} 的兵已经走过，只能走一格"),
        Traditional => format!("{from} 的兵已經走過，只能走一格"),
    }
}

pub(super) fn board_unchanged(language: Language) -> String {
    language
        .choose(
            "that would not change the board: the piece falls back to its square",
            "这样走棋盘不会有任何变化：棋子会落回原处",
            "這樣走棋盤不會有任何變化：棋子會落回原處",
        )
        .to_owned()
}

pub(super) fn king_attacked_after_resolution(by: Bitboard, by_portal: bool, language: Language) -> String {
    let when = if by_portal {
        language.choose("through the portal", "传送之后", "傳送之後")
    } else {
        language.choose("after falling", "下落之后", "下落之後")
    };
    match (by.any(), language) {
        (true, English) => format!("{when} your king would be attacked from {by}"),
        (true, Simplified) => format!("{when}你的王会受到 {by} 的攻击"),
        (true, Traditional) => format!("{when}你的國王會受到 {by} 的攻擊"),
        (false, English) => format!("{when} your king would be attacked"),
        (false, Simplified) => format!("{when}你的王会受到攻击"),
        (false, Traditional) => format!("{when}你的國王會受到攻擊"),
    }
}

pub(super) fn hidden_reason(check: bool, language: Language) -> String {
    let [english, simplified, traditional] = if check {
        [
            "you are in check, and this does not answer it; choose one of your legal moves",
            "你正被将军，这步不能应将；请从可走的着法中选择",
            "你正被將軍，這步不能應將；請從可走的著法中選擇",
        ]
    } else {
        [
            "this move is illegal because of something hidden in the fog; choose one of your legal moves",
            "雾中有你看不见的东西使这步不能走；请从可走的着法中选择",
            "霧中有你看不見的東西使這步不能走；請從可走的著法中選擇",
        ]
    };
    language.choose(english, simplified, traditional).to_owned()
}
