//! The store of games: every value once, in canonical form, behind a 32-bit handle.
//!
//! * A [`Game`] is always canonical, so two games of one store are equal exactly when their
//!   handles are equal.
//! * The store only grows. Its facts can be read by any number of threads at once.
//! * Whatever is merely remembered to save work (results of `≤` and `+`) lives in a [`Session`].

mod cache;
mod canonical;
mod fold;
mod node;
mod nus;
mod order;
mod session;
mod sum;
mod tag;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use hashbrown::HashTable;
use parking_lot::{Mutex, RwLock};
use rustc_hash::FxHashMap;

use crate::dyadic::Dyadic;
use crate::player::Player;
use crate::thermograph::Thermograph;
use cache::Caches;
pub(crate) use fold::Step;
use ishitori_runtime::LimitReached;
use node::{Kind, Node, Options};
pub use nus::NumberUpStar;
pub(crate) use nus::Nus;
pub use session::Session;
use tag::Tag;

/// A handle to a game in canonical form. Only meaningful together with the [`GameStore`] that
/// made it; within one store, `==` on handles is equality of values.
///
/// A handle carries three bits that say which store it is from. Operations panic when they meet a handle of another
/// living store, as long as there are no more than eight of them at a time; how many stores were made and dropped does not
/// matter. With more stores than that two of them share these bits: take [`OwnedGame`](crate::OwnedGame)s then, which no
/// number of stores confuses.
///
/// ```should_panic
/// use ishitori_values::GameStore;
/// let here = GameStore::new();
/// let two = here.session().integer(2);
/// (0..7).for_each(|_| drop(GameStore::new()));
/// let there = GameStore::new();
/// there.session().print(two).unwrap(); // a game of another store
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Game(pub(crate) u32);

impl Game {
    /// The game 0 = { | }, the same handle in every store.
    pub const ZERO: Game = Game(0);
    /// The game * = {0|0}, the same handle in every store.
    pub const STAR: Game = Game(1);

    const UNKNOWN: u32 = u32::MAX;
}

/// Games are numbered with this many bits; three more say which store a handle is from. Together
/// they are 31, so that a pair of handles and one bit fit into a word.
const INDEX_BITS: u32 = 28;
const MAX_GAMES: u32 = 1 << INDEX_BITS;
const SHARDS: usize = 64;
/// The most bits of a number that a store accepts: larger ones would fill the memory.
pub(crate) const MAX_NUMBER_BITS: u64 = 1 << 18;
/// Nimbers with more options than this are not written out.
const MAX_WRITTEN_OPTIONS: u32 = 1 << 14;

type Shard = Mutex<HashTable<u32>>;

/// An append-only store of short games. Share it by reference between threads.
///
/// ```
/// use ishitori_values::GameStore;
/// let store = GameStore::new();
/// let mut s = store.session();
/// let one = s.integer(1);
/// let switch = s.game(&[one], &[s.integer(-1)]).unwrap(); // {1|-1}
/// assert_eq!(s.sum(switch, switch).unwrap(), s.zero());
/// ```
pub struct GameStore {
    /// The tag bits of the handles of all games but 0 and *, above their index.
    tag: u32,
    /// The number in it, which is given back with the store.
    _number: Tag,
    nodes: boxcar::Vec<Node>,
    /// General games by their options.
    general: Box<[Shard]>,
    /// Number-up-star values by their parts.
    stars: Box<[Shard]>,
    /// Numbers that no double represents; `Nus::big` is an index here, plus one.
    bigs: RwLock<BigNumbers>,
    thermographs: Mutex<FxHashMap<Game, std::sync::Arc<Thermograph>>>,
    /// Caches of sessions that have ended, for the next ones.
    idle: Mutex<Vec<Caches>>,
    /// Bytes held by option lists.
    option_bytes: AtomicU64,
    /// Bytes held by the caches of all sessions and by tables outside the store.
    cache_bytes: AtomicU64,
}

#[derive(Default)]
struct BigNumbers {
    numbers: Vec<Dyadic>,
    index: FxHashMap<Dyadic, u32>,
}

impl Default for GameStore {
    fn default() -> Self {
        Self::new()
    }
}

impl GameStore {
    /// A store that knows 0 and *. O(1).
    pub fn new() -> Self {
        let shards = || (0..SHARDS).map(|_| Shard::default()).collect();
        let number = Tag::take();
        let store = GameStore {
            tag: number.number() << INDEX_BITS,
            _number: number,
            nodes: boxcar::Vec::with_capacity(1 << 10),
            general: shards(),
            stars: shards(),
            bigs: RwLock::default(),
            thermographs: Mutex::default(),
            idle: Mutex::default(),
            option_bytes: AtomicU64::new(0),
            cache_bytes: AtomicU64::new(0),
        };
        let zero = store.intern_nus(Nus::ZERO).expect("an empty store has free handles");
        let star = store.intern_nus(Nus::STAR).expect("an empty store has free handles");
        debug_assert_eq!((zero, star), (Game::ZERO, Game::STAR));
        store
    }

    /// How many games the store holds. O(1).
    pub fn len(&self) -> usize {
        self.nodes.count()
    }

    /// Whether the store is empty: never, it starts with 0 and *. O(1).
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An estimate of the memory in use, in bytes, caches of sessions included. O(1).
    pub fn memory(&self) -> u64 {
        // A slot of the arena and one of an intern table, at their usual fill.
        let per_game = (size_of::<Node>() + 8 + 8) as u64;
        self.len() as u64 * per_game
            + self.option_bytes.load(Ordering::Relaxed)
            + self.cache_bytes.load(Ordering::Relaxed)
    }

    /// Counts memory that a user of the store keeps outside it, such as a table of positions, so
    /// that limits see it; `after` replaces the `before` of the last call. O(1).
    pub fn charge(&self, before: u64, after: u64) {
        self.cache_bytes.fetch_add(after, Ordering::Relaxed);
        self.cache_bytes.fetch_sub(before, Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn node(&self, g: Game) -> &Node {
        // In a handle of another store bits above the index are left, and no node is there.
        let at = if g.0 <= Game::STAR.0 { g.0 } else { g.0 ^ self.tag };
        match self.nodes.get(at as usize) {
            Some(node) => node,
            None => of_another_store(),
        }
    }

    /// The handle of the game with this index.
    #[inline]
    fn handle(&self, at: u32) -> Game {
        Game(if at <= Game::STAR.0 { at } else { at | self.tag })
    }

    /// Whether g is a number. O(1).
    pub fn is_number(&self, g: Game) -> bool {
        self.node(g).is_number()
    }

    /// The parts of g if it is x + n·↑ + *k for a number x. O(1).
    pub fn number_up_star(&self, g: Game) -> Option<NumberUpStar> {
        self.nus(g).map(|n| NumberUpStar {
            number: self.dyadic(n.x, n.big),
            ups: n.ups,
            nimber: n.nim,
        })
    }

    /// The number that g is, if it is one. O(1) for machine-sized numbers.
    pub fn as_number(&self, g: Game) -> Option<Dyadic> {
        self.nus(g).filter(Nus::is_number).map(|n| self.dyadic(n.x, n.big))
    }

    #[inline]
    pub(crate) fn nus(&self, g: Game) -> Option<Nus> {
        self.node(g).nus()
    }

    pub(crate) fn dyadic(&self, x: f64, big: u32) -> Dyadic {
        match big {
            0 => Dyadic::from_f64(x).expect("exact numbers are finite"),
            i => self.bigs.read().numbers[i as usize - 1].clone(),
        }
    }

    /// The canonical options of `player` in g, in no particular order. O(1) once g's options
    /// have been written out; fails for nimbers with too many of them.
    pub fn options(&self, g: Game, player: Player) -> Result<&[Game], LimitReached> {
        Ok(self.both_options(g)?.of(player))
    }

    #[inline]
    pub(crate) fn both_options(&self, g: Game) -> Result<&Options, LimitReached> {
        match self.node(g).options.get() {
            Some(options) => Ok(options),
            None => self.write_out(g),
        }
    }

    /// Writes out the options of a number-up-star value on first use.
    #[cold]
    fn write_out(&self, g: Game) -> Result<&Options, LimitReached> {
        let node = self.node(g);
        let nus = node.nus().expect("general games carry their options");
        let options = self.nus_options(nus)?;
        self.option_bytes.fetch_add(options.bytes(), Ordering::Relaxed);
        Ok(node.options.get_or_init(|| options))
    }

    /// The node of x + n·↑ + *k, made if need be. O(1).
    pub(crate) fn intern_nus(&self, nus: Nus) -> Result<Game, LimitReached> {
        let hash = nus.hash();
        let mut shard = self.stars[shard_of(hash)].lock();
        let found = shard.find(hash, |&i| self.nodes[i as usize].nus() == Some(nus));
        if let Some(&i) = found {
            return Ok(self.handle(i));
        }
        let birthday = self.nus_birthday(nus);
        let node = Node::number_up_star(nus, birthday);
        self.add(&mut shard, hash, node, |n| n.nus().map_or(0, |n| n.hash()))
    }

    /// The node with these canonical options, which must not be a number-up-star value. Sorts the
    /// slices: their order is not part of the game. O(options).
    pub(crate) fn intern_general(
        &self,
        left: &mut [Game],
        right: &mut [Game],
    ) -> Result<Game, LimitReached> {
        left.sort_unstable();
        right.sort_unstable();
        let hash = node::hash_options(left, right);
        let mut shard = self.general[shard_of(hash)].lock();
        let found = shard.find(hash, |&i| self.nodes[i as usize].has_options(left, right));
        if let Some(&i) = found {
            return Ok(self.handle(i));
        }
        let options = Options::new(left, right);
        self.option_bytes.fetch_add(options.bytes(), Ordering::Relaxed);
        let node = Node::general(options, |g| self.node(g));
        self.add(&mut shard, hash, node, |n| {
            let o = n.options.get().expect("general games carry their options");
            node::hash_options(o.of(Player::Left), o.of(Player::Right))
        })
    }

    fn add(
        &self,
        shard: &mut HashTable<u32>,
        hash: u64,
        node: Node,
        rehash: impl Fn(&Node) -> u64,
    ) -> Result<Game, LimitReached> {
        if self.nodes.count() >= MAX_GAMES as usize {
            return Err(LimitReached::Games { limit: u64::from(MAX_GAMES) });
        }
        let i = self.nodes.push(node) as u32;
        shard.insert_unique(hash, i, |&i| rehash(&self.nodes[i as usize]));
        Ok(self.handle(i))
    }

    /// The index of a number without a double, made if need be; 0 with the double if it has one.
    pub(crate) fn intern_number(&self, x: &Dyadic) -> Result<(f64, u32), LimitReached> {
        if let Some(exact) = x.to_f64_exact() {
            return Ok((exact, 0));
        }
        if x.bits() > MAX_NUMBER_BITS {
            return Err(LimitReached::NumberBits { limit: MAX_NUMBER_BITS });
        }
        let mut bigs = self.bigs.write();
        let next = bigs.numbers.len() as u32 + 1;
        let i = *bigs.index.entry(x.clone()).or_insert(next);
        if i == next {
            // In the list and in the index.
            self.option_bytes.fetch_add(2 * (x.bits() / 8 + 64), Ordering::Relaxed);
            bigs.numbers.push(x.clone());
        }
        Ok((x.to_f64(), i))
    }

    pub(crate) fn thermograph_cache(&self) -> &Mutex<FxHashMap<Game, std::sync::Arc<Thermograph>>> {
        &self.thermographs
    }
}

#[cold]
fn of_another_store() -> ! {
    panic!("a game of another store: a handle is only good for the store that made it")
}

#[inline]
fn shard_of(hash: u64) -> usize {
    (hash >> 40) as usize % SHARDS
}

/// Quick tests of the kind of a node.
impl Node {
    #[inline]
    pub(crate) fn nus(&self) -> Option<Nus> {
        match self.kind {
            Kind::NumberUpStar { big, ups, nim } => Some(Nus { x: self.left_stop, big, ups, nim }),
            Kind::General { .. } => None,
        }
    }

    #[inline]
    pub(crate) fn is_number(&self) -> bool {
        matches!(self.kind, Kind::NumberUpStar { ups: 0, nim: 0, .. })
    }

    pub(crate) fn negative(&self) -> Option<Game> {
        // Acquire and Release: a thread that sees the handle sees the node behind it.
        match self.negative.load(Ordering::Acquire) {
            Game::UNKNOWN => None,
            i => Some(Game(i)),
        }
    }

    pub(crate) fn set_negative(&self, g: Game) {
        self.negative.store(g.0, Ordering::Release);
    }
}

const fn unknown() -> AtomicU32 {
    AtomicU32::new(Game::UNKNOWN)
}
