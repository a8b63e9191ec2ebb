/// The phase of a turn with dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DicePhase {
    /// The owner of the dice plays them.
    Turn,
    /// The opponent answers a check with one move of any piece; the dice are saved.
    Reply,
    /// The owner, in check, makes one move of any piece; the dice are lost.
    Emergency,
}
