//! The stages of a proof.

/// A part of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// An automaton is learnt from a table.
    Learning,
    /// Which tuples are positions.
    Positions,
    /// The automaton of the formula.
    Formula,
    /// That options are positions.
    Options,
    /// That every play ends.
    End,
    /// The values of options by a rule.
    Rule(usize),
    /// That no option has the value of its position, or: that wins are not missed.
    First,
    /// That every smaller value is that of an option, or: that wins are there.
    Second,
}
