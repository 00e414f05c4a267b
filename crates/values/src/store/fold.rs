//! Bottom-up computation over the followers of a game, without recursion.

use std::hash::Hash;

use hashbrown::HashMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;

use super::node::Kind;
use super::{Game, GameStore, Session};
use crate::dyadic::Dyadic;
use crate::player::{Outcome, Player};
use ishitori_runtime::LimitReached;

impl Session<'_> {
    /// Computes a quantity that is defined by recursion: `expand` gives the answer for a key at
    /// once or names the keys it depends on, `combine` makes it from theirs (in that order).
    /// Every key is computed once; the stack is on the heap.
    pub(crate) fn fold<K, T, E, X, C>(
        &mut self,
        root: K,
        mut expand: X,
        mut combine: C,
    ) -> Result<T, E>
    where
        K: Copy + Eq + Hash,
        T: Clone,
        E: From<LimitReached>,
        X: FnMut(&mut Self, K) -> Result<Step<K, T>, E>,
        C: FnMut(&mut Self, K, &[T]) -> Result<T, E>,
    {
        let mut done: HashMap<K, T, FxBuildHasher> = HashMap::default();
        let mut stack: Vec<(K, Option<Vec<K>>)> = vec![(root, None)];
        let mut charge = Charge { store: self.store, charged: 0 };
        let mut held = 0;
        while let Some((key, dependencies)) = stack.pop() {
            match dependencies {
                Some(keys) => {
                    let parts: Vec<T> = keys.iter().map(|k| done[k].clone()).collect();
                    held -= keys.len() * size_of::<K>();
                    // A chain is expanded as a whole before anything is combined.
                    self.tick_by(1 + keys.len())?;
                    let value = combine(self, key, &parts)?;
                    done.insert(key, value);
                }
                None if done.contains_key(&key) => {}
                None => match expand(self, key)? {
                    Step::Known(value) => {
                        self.tick()?;
                        done.insert(key, value);
                    }
                    Step::From(keys) => {
                        let missing: Vec<K> =
                            keys.iter().copied().filter(|k| !done.contains_key(k)).collect();
                        held += keys.len() * size_of::<K>();
                        let entry = size_of::<(K, Option<Vec<K>>)>();
                        charge.set(held + stack.capacity() * entry + done.allocation_size());
                        self.tick_by(1 + keys.len())?;
                        stack.push((key, Some(keys)));
                        stack.extend(missing.into_iter().map(|k| (k, None)));
                    }
                },
            }
        }
        Ok(done.remove(&root).expect("the root was computed last"))
    }

    /// A fold over the followers of g: `leaf` may answer at once, `node` gets the answers for
    /// Left's and for Right's options.
    pub(crate) fn fold_options<T, E, L, N>(
        &mut self,
        g: Game,
        mut leaf: L,
        mut node: N,
    ) -> Result<T, E>
    where
        T: Clone,
        E: From<LimitReached>,
        L: FnMut(&mut Self, Game) -> Result<Option<T>, E>,
        N: FnMut(&mut Self, Game, &[T], &[T]) -> Result<T, E>,
    {
        self.fold(
            g,
            |s, g| {
                Ok(match leaf(s, g)? {
                    Some(known) => Step::Known(known),
                    None => Step::From(s.store.both_options(g)?.all().to_vec()),
                })
            },
            |s, g, parts| {
                let left = s.store.options(g, Player::Left)?.len();
                let (l, r) = parts.split_at(left);
                node(s, g, l, r)
            },
        )
    }

    /// All followers of g, g included, each once, options before the games that have them.
    pub fn followers(&mut self, g: Game) -> Result<Vec<Game>, LimitReached> {
        let mut list = Vec::new();
        self.fold_options(
            g,
            |_, _| Ok(None),
            |_, g, _: &[()], _| {
                list.push(g);
                Ok::<(), LimitReached>(())
            },
        )?;
        Ok(list)
    }

    /// The stop reached when `first` moves first: the number at which play arrives. O(1) unless
    /// a number beyond doubles is involved.
    pub fn stop(&mut self, g: Game, first: Player) -> Result<Dyadic, LimitReached> {
        let node = self.store.node(g);
        let exact = |x| Dyadic::from_f64(x).expect("exact stops are finite");
        match node.kind {
            Kind::NumberUpStar { big, .. } => Ok(self.store.dyadic(node.left_stop, big)),
            Kind::General { exact_stops: true } => Ok(exact(match first {
                Player::Left => node.left_stop,
                Player::Right => node.right_stop,
            })),
            Kind::General { exact_stops: false } => self.fold(
                (g, first),
                |s, (g, first)| {
                    let node = s.store.node(g);
                    Ok(if node.exact_stops() || node.nus().is_some() {
                        Step::Known(s.stop(g, first)?)
                    } else {
                        let options = s.store.options(g, first)?;
                        Step::From(options.iter().map(|&o| (o, first.opponent())).collect())
                    })
                },
                |_, (_, first), stops: &[Dyadic]| {
                    let best = match first {
                        Player::Left => stops.iter().max(),
                        Player::Right => stops.iter().min(),
                    };
                    Ok(best.expect("not a number, so both players can move").clone())
                },
            ),
        }
    }

    /// The left stop of g. See [`Session::stop`].
    pub fn left_stop(&mut self, g: Game) -> Result<Dyadic, LimitReached> {
        self.stop(g, Player::Left)
    }

    /// The right stop of g. See [`Session::stop`].
    pub fn right_stop(&mut self, g: Game) -> Result<Dyadic, LimitReached> {
        self.stop(g, Player::Right)
    }

    /// The day on which the value of g is born. O(1) below 2^32 − 1.
    pub fn birthday(&mut self, g: Game) -> Result<BigUint, LimitReached> {
        self.fold_options(
            g,
            |s, g| {
                let node = s.store.node(g);
                Ok::<_, LimitReached>(match (node.birthday, s.store.number_up_star(g)) {
                    (u32::MAX, Some(n)) => {
                        Some(n.number.birthday() + super::nus::up_star_birthday(n.ups, n.nimber))
                    }
                    (u32::MAX, None) => None,
                    (b, _) => Some(BigUint::from(b)),
                })
            },
            |_, _, left, right| {
                let latest = left.iter().chain(right).max().expect("not zero, so it has options");
                Ok(latest + 1u32)
            },
        )
    }

    /// The number of followers of g, g included: its diversity.
    pub fn follower_count(&mut self, g: Game) -> Result<usize, LimitReached> {
        Ok(self.followers(g)?.len())
    }

    /// The number of lines of play that end when a number is reached.
    pub fn stop_count(&mut self, g: Game) -> Result<BigUint, LimitReached> {
        self.fold_options(
            g,
            |s, g| Ok::<_, LimitReached>(s.store.is_number(g).then(|| BigUint::from(1u32))),
            |_, _, left, right| Ok(left.iter().chain(right).sum()),
        )
    }

    /// The outcome if the player without a move wins (misère play of the canonical form).
    pub fn misere_outcome(&mut self, g: Game) -> Result<Outcome, LimitReached> {
        self.fold_options(
            g,
            |s, g| {
                // A number other than 0 is lost by the player who likes it; see the test.
                Ok::<_, LimitReached>(s.store.as_number(g).map(|x| match x.signum() {
                    0 => Outcome::N,
                    1 => Outcome::R,
                    _ => Outcome::L,
                }))
            },
            |_, _, left, right| {
                let wins = |options: &[Outcome], player: Player| {
                    options.is_empty()
                        || options.iter().any(|o| !o.wins_moving_first(player.opponent()))
                };
                Ok(Outcome::from_first_move_wins(
                    wins(left, Player::Left),
                    wins(right, Player::Right),
                ))
            },
        )
    }
}

/// Memory of a computation that the store's limit sees until it is dropped.
struct Charge<'s> {
    store: &'s GameStore,
    charged: u64,
}

impl Charge<'_> {
    fn set(&mut self, bytes: usize) {
        self.store.charge(self.charged, bytes as u64);
        self.charged = bytes as u64;
    }
}

impl Drop for Charge<'_> {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// How [`Session::fold`] goes on from a key.
pub(crate) enum Step<K, T> {
    /// The answer is known.
    Known(T),
    /// The answer follows from those for these keys.
    From(Vec<K>),
}
