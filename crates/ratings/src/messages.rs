//! The sentences of this crate.

use yipan_core::{Language, Localize, impl_localized_error};

use crate::{ParseCategoryError, RuleFamily, Speed, UnratedReason};

impl Localize for UnratedReason {
    fn localize(&self, language: Language) -> String {
        let [english, simplified, traditional] = match self {
            UnratedReason::NoClock => [
                "a rated game needs a clock; choose one",
                "等级分对局要计时，请选择用时",
                "等級分對局要計時，請選擇用時",
            ],
            UnratedReason::UnequalClocks => [
                "a rated game has the same clock for both sides",
                "等级分对局双方用时必须相同",
                "等級分對局雙方用時必須相同",
            ],
            UnratedReason::CustomPosition => [
                "a rated game starts from the standard position or from one of Chess960",
                "等级分对局从标准局面或 Chess960 局面开始",
                "等級分對局從標準局面或 Chess960 局面開始",
            ],
            UnratedReason::CustomRules => {
                ["a rated game has the default rules", "等级分对局只用默认规则", "等級分對局只用預設規則"]
            }
            UnratedReason::ChosenSide => {
                ["a rated game has random sides", "等级分对局随机分先", "等級分對局隨機分先"]
            }
            UnratedReason::Guest => [
                "rated games are for accounts; sign in or sign up first",
                "等级分对局需要账号，请先登录或注册",
                "等級分對局需要帳號，請先登入或註冊",
            ],
            UnratedReason::Computer => [
                "a game against the computer cannot be rated",
                "与电脑的对局不计等级分",
                "與電腦的對局不計等級分",
            ],
            UnratedReason::Bot => [
                "bots play unrated games only",
                "机器人账号只能下不计等级分的对局",
                "機器人帳號只能下不計等級分的對局",
            ],
            UnratedReason::RepeatedAborts => [
                "your last two games against each other were aborted; open a new room instead of a rated rematch",
                "你们最近两局都已取消，不能再来一局等级分对局，请另开房间",
                "你們最近兩局都已取消，不能再來一局等級分對局，請另開房間",
            ],
        };
        language.choose(english, simplified, traditional).to_owned()
    }
}

impl Localize for ParseCategoryError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        let families = RuleFamily::ALL.map(RuleFamily::key).join(", ");
        let speeds = Speed::ALL.map(Speed::key).join(", ");
        match language {
            Language::English => format!(
                "`{text}` is not a category of ratings; write RULES.SPEED with rules from {families} and a speed from {speeds}"
            ),
            Language::Simplified => {
                format!("`{text}` 不是等级分类别，请写成“规则.速度”：规则为 {families}，速度为 {speeds}")
            }
            Language::Traditional => {
                format!("`{text}` 不是等級分類別，請寫成「規則.速度」：規則為 {families}，速度為 {speeds}")
            }
        }
    }
}

impl_localized_error!(ParseCategoryError);
