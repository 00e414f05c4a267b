//! Who wins, where positions are too many for exact values: a search that asks one question only.
//!
//! A position is taken apart ([`Ruleset::components`]), and each component is brought to the preferred one of its images. The
//! state that is searched is their sum, with Left to move: that Right wins moving first on G is that Left does on −G. In normal play
//!
//! * components of few cells are replaced by their exact values. Numbers and infinitesimals are added up; hot games stay
//!   apart, as their sums are dear and their means and stops decide most of these: the Left stop of a sum is at least the sum of the means, and at
//!   most that and the highest temperature (Siegel, *Combinatorial Game Theory*, II.5);
//! * a component and its negative cancel, as G − G = 0;
//! * of every other component bounds are known, numbers a and b with a ≤ G ≤ b: by counting moves (`laid`, `dominoes`, `game`), and by what
//!   was searched before, for who loses moving first on G + x for a number x has shown that G ≤ −x. The bounds of a sum add
//!   up, and where one component has Left winning first on G − x, the bounds of the others may be enough;
//! * so the components of a sum are asked about alone first.
//!
//! Where both players have the same moves, nimbers are looked for instead ([`nimber`](crate::nimber)).
//!
//! In misère play nothing of this holds but that components are isomorphic to disjoint parts of the
//! tree of moves, so that sums with the same components have the same outcome; this is used.
//!
//! What was decided stays in a table of bounded size, which forgets what was cheap. Moves are tried in the order of
//! how much they leave the mover ahead, after all of them have been looked up.

mod bounds;
mod dominoes;
mod engine;
mod game;
mod laid;
mod sum;
mod table;
mod values;

use ishitori_rules::Ruleset;
use ishitori_values::{Budget, GameStore, LimitReached, Outcome, Player};

use crate::nimber::{NimberLimits, NimberSearch};
use crate::rules::{Planes, Rules};
use crate::search::engine::Engine;
use crate::search::game::Any;
use crate::search::laid::PlacementGame;
use crate::word::Word;

/// Who wins when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PlayConvention {
    /// Who cannot move loses.
    #[default]
    Normal,
    /// Who cannot move wins.
    Misere,
}

/// How a search is to be done. What it finds does not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// How many states are looked into at most.
    pub nodes: u64,
    /// The most cells of a component that is solved exactly, in normal play; a number that suits the game if none is given.
    pub exact_cells: Option<u32>,
}

impl Default for SearchLimits {
    fn default() -> Self {
        SearchLimits { nodes: u64::MAX, exact_cells: None }
    }
}

/// Why a search was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The number of states that were expanded.
    #[error("not decided after {limit} nodes")]
    Nodes {
        /// The limit that was set.
        limit: u64,
    },
    /// Time or memory ran out, or the search was cancelled.
    #[error("not decided: {0}")]
    Limit(#[from] LimitReached),
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether Left wins moving first, and Right; nothing where the search was given up.
    pub first_wins: [Option<bool>; 2],
    /// The number of states that were expanded; `None` if exact values gave the outcome.
    pub nodes: u64,
    /// How many sums and components the table holds.
    pub entries: usize,
    /// Why it was given up, if it was.
    pub stopped: Option<Stopped>,
}

impl Verdict {
    /// The outcome, if it was decided. O(1).
    pub fn outcome(&self) -> Option<Outcome> {
        let [left, right] = self.first_wins;
        Some(Outcome::from_first_move_wins(left?, right?))
    }
}

/// A search for outcomes of positions of one ruleset. It remembers what it has decided.
///
/// ```
/// use ishitori_boards::search::{PlayConvention, Search, SearchLimits};
/// use ishitori_boards::{BoardGame, SetUp};
/// use ishitori_values::{Budget, GameStore, Outcome};
/// let SetUp::Two(rules, start) = BoardGame::named("domineering").unwrap().set_up("5x5").unwrap()
/// else { unreachable!() };
/// let store = GameStore::new();
/// let mut search = Search::new(&store, &rules, PlayConvention::Normal, SearchLimits::default(), Budget::unlimited());
/// assert_eq!(search.verdict(&start).outcome(), Some(Outcome::P));
/// ```
pub struct Search<'s, W: Word, const N: usize> {
    impartial: bool,
    engine: Engines<'s, W, N>,
}

/// The search for the kind of game.
enum Engines<'s, W: Word, const N: usize> {
    /// Both players have the same moves, in normal play: nimbers are looked for.
    Nimbers(Box<NimberSearch<'s, W, N>>),
    /// Pieces are laid and stay.
    PlacementGame(Box<Engine<'s, W, N, PlacementGame<'s, W, N>>>),
    /// Any other rules.
    Any(Box<Engine<'s, W, N, Any<'s, W, N>>>),
}

impl<'s, W: Word, const N: usize> Search<'s, W, N> {
    /// A search within limits. O(1).
    pub fn new(
        store: &'s GameStore,
        rules: &'s Rules<W, N>,
        play: PlayConvention,
        limits: SearchLimits,
        budget: Budget,
    ) -> Self {
        Search::by_moves(store, rules, (play, rules.is_impartial()), limits, budget)
    }

    /// The same, where it is known whether both players have the same moves: those of Left are asked for then. O(1).
    pub(crate) fn by_moves(
        store: &'s GameStore,
        rules: &'s Rules<W, N>,
        (play, same_moves): (PlayConvention, bool),
        limits: SearchLimits,
        budget: Budget,
    ) -> Self {
        let few = NimberLimits::default().mex_cells;
        let nimbers = NimberLimits {
            nodes: limits.nodes,
            mex_cells: limits.exact_cells.unwrap_or(few).min(few),
        };
        let nimbers = match play {
            PlayConvention::Normal if same_moves => {
                Some(NimberSearch::of_left_moves(rules, nimbers, budget.clone()))
            }
            _ => None,
        };
        let with = (store, rules);
        let engine = match (nimbers, PlacementGame::new(rules)) {
            (Some(nimbers), _) => Engines::Nimbers(Box::new(nimbers)),
            (None, Some(laid)) => {
                Engines::PlacementGame(Box::new(Engine::new(laid, with, play, limits, budget)))
            }
            (None, None) => {
                let any = Any::new(rules);
                Engines::Any(Box::new(Engine::new(any, with, play, limits, budget)))
            }
        };
        Search { impartial: same_moves, engine }
    }

    /// How many states have been looked into. O(1).
    pub fn nodes(&self) -> u64 {
        match &self.engine {
            Engines::Nimbers(nimbers) => nimbers.nodes(),
            Engines::PlacementGame(engine) => engine.nodes(),
            Engines::Any(engine) => engine.nodes(),
        }
    }

    /// How many components and sums the table holds. O(1).
    pub fn entries(&self) -> usize {
        match &self.engine {
            Engines::Nimbers(nimbers) => nimbers.entries(),
            Engines::PlacementGame(engine) => engine.entries(),
            Engines::Any(engine) => engine.entries(),
        }
    }

    /// The outcome of a position, as far as the limits allow. Exponential in the worst case.
    pub fn verdict(&mut self, position: &Planes<W, N>) -> Verdict {
        let before = self.nodes();
        let mut first_wins = [None, None];
        let mut stopped = None;
        for player in Player::BOTH {
            if player == Player::Right && self.impartial {
                first_wins[1] = first_wins[0];
                break;
            }
            match self.wins_first(position, player) {
                Ok(wins) => first_wins[player as usize] = Some(wins),
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            }
        }
        Verdict { first_wins, nodes: self.nodes() - before, entries: self.entries(), stopped }
    }

    /// Allows at most this many more states. O(1).
    pub(crate) fn allow(&mut self, nodes: u64) {
        match &mut self.engine {
            Engines::Nimbers(nimbers) => nimbers.allow(nodes),
            Engines::PlacementGame(engine) => engine.allow(nodes),
            Engines::Any(engine) => engine.allow(nodes),
        }
    }

    /// Whether a player wins moving first in a sum of positions and a number, a multiple of 2^−12; a nimber where both players
    /// have the same moves in normal play; 0 in misère play. Exponential in the worst case.
    pub(crate) fn sum_first_wins(
        &mut self,
        positions: &[Planes<W, N>],
        number: i64,
        player: Player,
    ) -> Result<bool, Stopped> {
        match &mut self.engine {
            Engines::Nimbers(nimbers) => nimbers.sum_first_wins(positions, number),
            Engines::PlacementGame(engine) => engine.sum_first_wins(positions, number, player),
            Engines::Any(engine) => engine.sum_first_wins(positions, number, player),
        }
    }

    /// The nimber of a position, where both players have the same moves in normal play. Exponential in the worst case.
    pub(crate) fn nimber(&mut self, position: &Planes<W, N>) -> Result<Option<u32>, Stopped> {
        match &mut self.engine {
            Engines::Nimbers(nimbers) => nimbers.nimber(position).map(Some),
            Engines::PlacementGame(_) | Engines::Any(_) => Ok(None),
        }
    }

    /// Whether a player wins moving first. Exponential in the worst case.
    pub fn wins_first(&mut self, position: &Planes<W, N>, player: Player) -> Result<bool, Stopped> {
        match &mut self.engine {
            Engines::Nimbers(nimbers) => nimbers.first_wins(position),
            Engines::PlacementGame(engine) => engine.wins_first(position, player),
            Engines::Any(engine) => engine.wins_first(position, player),
        }
    }
}
