use yipan_core::impl_localized_error;

/// The reason why a game cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnratedReason {
    /// A side has no clock.
    NoClock,
    /// The sides have different clocks.
    UnequalClocks,
    /// The game starts from a position that is neither the standard one nor one of Chess960.
    CustomPosition,
    /// A rule differs from the default.
    CustomRules,
    /// The sides are not random.
    ChosenSide,
    /// A player has no account.
    Guest,
    /// A player is a computer.
    Computer,
    /// The account of a player is marked as a bot.
    Bot,
    /// The players have aborted their last games, so they play no rated rematch.
    RepeatedAborts,
}

impl UnratedReason {
    /// Every reason.
    pub const ALL: [UnratedReason; 9] = [
        UnratedReason::NoClock,
        UnratedReason::UnequalClocks,
        UnratedReason::CustomPosition,
        UnratedReason::CustomRules,
        UnratedReason::ChosenSide,
        UnratedReason::Guest,
        UnratedReason::Computer,
        UnratedReason::Bot,
        UnratedReason::RepeatedAborts,
    ];
}

impl_localized_error!(UnratedReason);
