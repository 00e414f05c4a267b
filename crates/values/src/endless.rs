//! The result of a play without end.

/// The rule for a play that goes on forever.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Endless {
    /// It is a draw.
    #[default]
    Draw,
    /// Left wins it.
    Left,
    /// Right wins it.
    Right,
}

impl Endless {
    /// All of them.
    pub const ALL: [Endless; 3] = [Endless::Draw, Endless::Left, Endless::Right];

    /// `draw`, `left` or `right`. O(1).
    pub fn name(self) -> &'static str {
        match self {
            Endless::Draw => "draw",
            Endless::Left => "left",
            Endless::Right => "right",
        }
    }
}
