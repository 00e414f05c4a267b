//! Values of loopy games: a graph that only grows, whose vertices are simplified games.

use ishitori_values::{Budget, Game, GameStore, LimitReached, Player, Session};
use rustc_hash::FxHashMap;

/// The most vertices that are kept.
pub(crate) const MAX_VERTICES: usize = 1 << 24;

/// A simplified game in a [`LoopyStore`]. Two stoppers are equal exactly when their handles are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Vertex(pub(crate) u32);

/// The value of a loopy game: what it is worth when plays without end are won by Left (its onside)
/// and when they are won by Right (its offside). Games are equal if and only if both sides are
/// (Siegel, CGT, VI.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Loopy {
    pub(crate) onside: Vertex,
    pub(crate) offside: Vertex,
}

impl Loopy {
    /// The onside. O(1).
    pub fn onside(self) -> Vertex {
        self.onside
    }

    /// The offside. O(1).
    pub fn offside(self) -> Vertex {
        self.offside
    }
}

impl From<Vertex> for Loopy {
    fn from(v: Vertex) -> Self {
        Loopy { onside: v, offside: v }
    }
}

pub(crate) struct Entry {
    /// Left's and Right's; of a short game only on demand.
    pub(crate) options: Option<[Box<[Vertex]>; 2]>,
    pub(crate) short: Option<Game>,
    /// Whether no alternating play from here or from a follower goes on forever.
    pub(crate) stopper: bool,
    pub(crate) negative: Option<Vertex>,
}

/// A state of the game a − b: a, b and whether Left is to move.
pub(crate) type State = (u32, u32, bool);

/// A store of loopy games with the operations on them, for one thread.
///
/// Every operation obeys the budget of the session and fails with [`LimitReached`]; what is known
/// stays known.
pub struct LoopyStore<'s> {
    pub(crate) session: Session<'s>,
    pub(crate) entries: Vec<Entry>,
    pub(crate) shorts: FxHashMap<Game, Vertex>,
    /// Components by their encoding; the vertices of each.
    pub(crate) cycles: FxHashMap<Box<[u32]>, Box<[Vertex]>>,
    /// The component of each loopy vertex.
    pub(crate) homes: FxHashMap<Vertex, Box<[Vertex]>>,
    /// Whether Left survives.
    pub(crate) order: FxHashMap<State, bool>,
    /// Onsides of sums.
    pub(crate) sums: FxHashMap<(Vertex, Vertex), Vertex>,
    /// Bytes held by options and keys.
    bytes: u64,
    steps: u32,
}

impl<'s> LoopyStore<'s> {
    /// On a store of short games, without limits. O(1).
    pub fn new(store: &'s GameStore) -> Self {
        LoopyStore::within(store.session())
    }

    /// On the store and within the budget of a session. O(1).
    pub fn within(session: Session<'s>) -> Self {
        LoopyStore {
            session,
            entries: Vec::new(),
            shorts: FxHashMap::default(),
            cycles: FxHashMap::default(),
            homes: FxHashMap::default(),
            order: FxHashMap::default(),
            sums: FxHashMap::default(),
            bytes: 0,
            steps: 0,
        }
    }

    /// The session for short games.
    pub fn session(&mut self) -> &mut Session<'s> {
        &mut self.session
    }

    /// Works within another budget from now on. O(1).
    pub fn set_budget(&mut self, budget: Budget) {
        self.session.set_budget(budget);
    }

    /// An estimate of the memory in use, in bytes, without the short games. O(1).
    pub fn memory(&self) -> u64 {
        self.bytes
            + (self.entries.len() * 2 * size_of::<Entry>()) as u64
            + (self.order.len() * 32 + self.sums.len() * 32) as u64
    }

    /// A step of work, with `others` bytes held outside the store; checks the budget now and then.
    pub(crate) fn step(&mut self, others: u64) -> Result<(), LimitReached> {
        self.steps += 1;
        if self.steps < 256 {
            return Ok(());
        }
        self.steps = 0;
        let bytes = self.memory() + self.session.store().memory() + others;
        self.session.budget().check(bytes)
    }

    /// The game 0.
    pub fn zero(&mut self) -> Loopy {
        self.short(Game::ZERO).expect("0 is always stored")
    }

    /// A short game. O(1).
    pub fn short(&mut self, g: Game) -> Result<Loopy, LimitReached> {
        self.short_vertex(g).map(Loopy::from)
    }

    pub(crate) fn short_vertex(&mut self, g: Game) -> Result<Vertex, LimitReached> {
        if let Some(v) = self.shorts.get(&g) {
            return Ok(*v);
        }
        let v =
            self.push(Entry { options: None, short: Some(g), stopper: true, negative: None })?;
        self.shorts.insert(g, v);
        self.bytes += 24;
        Ok(v)
    }

    pub(crate) fn push(&mut self, entry: Entry) -> Result<Vertex, LimitReached> {
        if self.entries.len() >= MAX_VERTICES {
            return Err(LimitReached::Games { limit: MAX_VERTICES as u64 });
        }
        if let Some(options) = &entry.options {
            self.bytes += ((options[0].len() + options[1].len()) * size_of::<Vertex>()) as u64;
        }
        self.entries.push(entry);
        Ok(Vertex(self.entries.len() as u32 - 1))
    }

    /// The short game that a vertex is, if it is one. O(1).
    pub fn as_short(&self, v: Vertex) -> Option<Game> {
        self.entries[v.0 as usize].short
    }

    /// The short game that a value is, if it is one. O(1).
    pub fn as_short_value(&self, value: Loopy) -> Option<Game> {
        if value.onside == value.offside { self.as_short(value.onside) } else { None }
    }

    /// Whether no alternating play goes on forever. O(1).
    pub fn is_stopper(&self, v: Vertex) -> bool {
        self.entries[v.0 as usize].stopper
    }

    /// The stopper that a value is, if it is one. O(1).
    pub fn as_stopper(&self, value: Loopy) -> Option<Vertex> {
        (value.onside == value.offside && self.is_stopper(value.onside)).then_some(value.onside)
    }

    /// Whether both sides are stoppers. O(1).
    pub fn is_stopper_sided(&self, value: Loopy) -> bool {
        self.is_stopper(value.onside) && self.is_stopper(value.offside)
    }

    /// The options of a player. O(1) but for the first time with a short game.
    pub fn options(&mut self, v: Vertex, player: Player) -> Result<&[Vertex], LimitReached> {
        self.resolve(v)?;
        Ok(self.resolved(v, player))
    }

    /// Writes out the options of a short game.
    pub(crate) fn resolve(&mut self, v: Vertex) -> Result<(), LimitReached> {
        if self.entries[v.0 as usize].options.is_some() {
            return Ok(());
        }
        let game = self.entries[v.0 as usize].short.expect("loopy games carry their options");
        let mut options = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            for &option in self.session.options(game, player)? {
                options[player as usize].push(self.short_vertex(option)?);
            }
        }
        self.bytes += ((options[0].len() + options[1].len()) * size_of::<Vertex>()) as u64;
        self.entries[v.0 as usize].options = Some(options.map(Vec::into_boxed_slice));
        Ok(())
    }

    pub(crate) fn resolved(&self, v: Vertex, player: Player) -> &[Vertex] {
        let options = self.entries[v.0 as usize].options.as_ref();
        &options.expect("the options are written out")[player as usize]
    }

    /// All games that can be reached from a vertex, itself first, Left's options before Right's.
    /// O(followers).
    pub fn followers(&mut self, v: Vertex) -> Result<Vec<Vertex>, LimitReached> {
        let mut seen = rustc_hash::FxHashSet::from_iter([v]);
        let mut found = vec![v];
        let mut at = 0;
        while at < found.len() {
            let v = found[at];
            at += 1;
            self.step(found.len() as u64 * 16)?;
            self.resolve(v)?;
            for player in Player::BOTH {
                for &w in self.resolved(v, player) {
                    if seen.insert(w) {
                        found.push(w);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The graph of a simplified game: Left's and Right's options of each follower as places in this
    /// list, the game itself first. O(followers).
    ///
    /// ```
    /// use ishitori_loopy::calculator::Calculator;
    /// let store = ishitori_values::GameStore::new();
    /// let mut calculator = Calculator::new(&store);
    /// let upon = calculator.eval("upon").unwrap();
    /// let (loops, value) = (calculator.loops(), upon.as_loopy().unwrap());
    /// let graph = loops.graph(value.onside()).unwrap();
    /// assert_eq!(graph, [[vec![0], vec![1]], [vec![2], vec![2]], [vec![], vec![]]]);
    /// ```
    pub fn graph(&mut self, v: Vertex) -> Result<Vec<[Vec<u32>; 2]>, LimitReached> {
        let followers = self.followers(v)?;
        let places: FxHashMap<Vertex, u32> = followers.iter().copied().zip(0..).collect();
        let row = |v: &Vertex| {
            Player::BOTH.map(|p| {
                let mut row: Vec<u32> = self.resolved(*v, p).iter().map(|w| places[w]).collect();
                row.sort_unstable();
                row
            })
        };
        Ok(followers.iter().map(row).collect())
    }
}
