/// Who must move with dice, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DicePhase {
    /// The owner of the dice plays them.
    Turn,
    /// The other player answers a check with one move of any man; the dice are saved.
    Reply,
    /// The owner, in check, makes one move of any man; the dice are lost.
    Emergency,
}
