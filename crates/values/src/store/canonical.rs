//! Canonical form: from any set of options to the one game of the store with that value.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Game, Session};
use crate::dyadic::{Bound, Dyadic};
use crate::player::Player;
use ishitori_runtime::LimitReached;

pub(crate) type List = SmallVec<[Game; 16]>;

/// A game under construction: options that are canonical themselves but may be dominated,
/// reversible or too many.
struct Literal {
    options: [List; 2],
    left_stop: f64,
    right_stop: f64,
    /// Answers of `literal_bound`, which bypassing does not change since the value stays.
    known: Known,
}

/// A memo that is a short list until it is not.
#[derive(Default)]
struct Known {
    few: SmallVec<[(Game, Player, bool); 16]>,
    many: FxHashMap<(Game, Player), bool>,
}

impl Known {
    fn get(&self, x: Game, player: Player) -> Option<bool> {
        if let Some(k) = self.few.iter().find(|k| k.0 == x && k.1 == player) {
            return Some(k.2);
        }
        if self.many.is_empty() { None } else { self.many.get(&(x, player)).copied() }
    }

    fn insert(&mut self, x: Game, player: Player, answer: bool) {
        if self.few.len() < 16 {
            self.few.push((x, player, answer));
        } else {
            self.many.insert((x, player), answer);
        }
    }
}

impl Session<'_> {
    /// The canonical form of {left | right}. The cost is dominated by about (options)² calls of
    /// [`Session::leq`].
    ///
    /// ```
    /// # use ishitori_values::GameStore;
    /// let store = GameStore::new();
    /// let mut s = store.session();
    /// let (a, b) = (s.integer(-1), s.integer(5));
    /// assert_eq!(s.game(&[a], &[b]).unwrap(), s.zero()); // {-1|5} = 0
    /// ```
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Result<Game, LimitReached> {
        self.canonical(List::from_slice(left), List::from_slice(right))
    }

    pub(crate) fn canonical(&mut self, left: List, right: List) -> Result<Game, LimitReached> {
        self.tick_by(left.len() + right.len())?;
        let mut options = [left, right];
        for player in Player::BOTH {
            self.undominated(player, &mut options[player.index()])?;
        }
        if let Some(x) = self.as_number_literal(&options)? {
            return Ok(x);
        }
        let store = self.store;
        let (left_stop, right_stop) = self.literal_stops(&options);
        let mut literal = Literal { options, left_stop, right_stop, known: Known::default() };
        while self.bypass_reversible(&mut literal)? {}
        let [mut left, mut right] = literal.options;
        match store.recognise_nus(&left, &right) {
            Some(nus) => store.intern_nus(nus),
            None => store.intern_general(&mut left, &mut right),
        }
    }

    /// The stops of a literal that is not a number, rounded.
    fn literal_stops(&self, [left, right]: &[List; 2]) -> (f64, f64) {
        let node = |&g: &Game| self.store.node(g);
        let left_stop = left.iter().map(|g| node(g).right_stop).fold(f64::NEG_INFINITY, f64::max);
        let right_stop = right.iter().map(|g| node(g).left_stop).fold(f64::INFINITY, f64::min);
        (left_stop, right_stop)
    }

    /// The simplest number that fits, if one fits (Simplicity theorem: if some number x satisfies
    /// G^L ⧏ x ⧏ G^R for all options, G is the simplest such x).
    fn as_number_literal(&mut self, options: &[List; 2]) -> Result<Option<Game>, LimitReached> {
        // x is not ≤ G^L iff x > RS(G^L), or x = RS(G^L) and that is not ≤ G^L.
        let store = self.store;
        let [left, right] = options;
        if !left.is_empty() && !right.is_empty() {
            // Most literals are hot: decided by the rounded stops alone.
            let (ls, rs) = self.literal_stops(options);
            if ls > rs {
                return Ok(None);
            }
        }
        let low = self.number_bound(Player::Left, left)?;
        let high = self.number_bound(Player::Right, right)?;
        match Dyadic::simplest(low.as_ref(), high.as_ref()) {
            Some(x) => Ok(Some(store.number(&x)?)),
            None => Ok(None),
        }
    }

    fn number_bound(
        &mut self,
        player: Player,
        options: &[Game],
    ) -> Result<Option<Bound>, LimitReached> {
        let mut bound: Option<Bound> = None;
        for &g in options {
            let stop = self.stop(g, player.opponent())?;
            let tighter = bound.as_ref().map(|b| match player {
                Player::Left => stop.cmp(&b.value),
                Player::Right => b.value.cmp(&stop),
            });
            use std::cmp::Ordering::{Equal, Greater, Less};
            if matches!(tighter, Some(Less))
                || matches!(&bound, Some(b) if tighter == Some(Equal) && !b.included)
            {
                continue;
            }
            let x = self.store.number(&stop)?;
            let included = !self.no_better(player, x, g)?;
            debug_assert!(matches!(tighter, None | Some(Equal | Greater)));
            bound = Some(Bound { value: stop, included });
        }
        Ok(bound)
    }

    /// One pass over the options of both players; says whether any was replaced.
    fn bypass_reversible(&mut self, literal: &mut Literal) -> Result<bool, LimitReached> {
        let store = self.store;
        for player in Player::BOTH {
            let mut i = 0;
            while i < literal.options[player.index()].len() {
                let option = literal.options[player.index()][i];
                if store.node(option).is_number() {
                    // A number x among the undominated options of a game that is not a number is
                    // never reversible: were its reply y ≤ G (y > x), Left would have a winning
                    // first move in G − y outside the number (number avoidance), that is an
                    // option ≥ y > x, and x would be dominated.
                    i += 1;
                    continue;
                }
                let replies = store.options(option, player.opponent())?;
                self.tick_by(replies.len())?;
                for &reply in replies {
                    if self.literal_bound(literal, player, reply)? {
                        let replacement = store.options(reply, player)?;
                        let list = &mut literal.options[player.index()];
                        list.swap_remove(i);
                        list.extend_from_slice(replacement);
                        self.undominated(player, list)?;
                        return Ok(true);
                    }
                }
                i += 1;
            }
        }
        Ok(false)
    }

    /// Whether x is no better for `player` than the literal, which is not a number: x ≤ G for
    /// Left, x ≥ G for Right.
    fn literal_bound(
        &mut self,
        g: &mut Literal,
        player: Player,
        x: Game,
    ) -> Result<bool, LimitReached> {
        let n = self.store.node(x);
        let ((worst, best), (g_worst, g_best)) = match player {
            Player::Left => ((n.right_stop, n.left_stop), (g.right_stop, g.left_stop)),
            Player::Right => ((-n.left_stop, -n.right_stop), (-g.left_stop, -g.right_stop)),
        };
        if best < g_worst {
            return Ok(true);
        }
        if best > g_best || worst > g_worst {
            return Ok(false);
        }
        if let Some(answer) = g.known.get(x, player) {
            return Ok(answer);
        }
        let answer = self.deeper(|s| s.literal_bound_by_options(g, player, x))?;
        g.known.insert(x, player, answer);
        Ok(answer)
    }

    fn literal_bound_by_options(
        &mut self,
        g: &mut Literal,
        player: Player,
        x: Game,
    ) -> Result<bool, LimitReached> {
        self.tick_by(g.options[player.opponent().index()].len())?;
        for i in 0..g.options[player.opponent().index()].len() {
            let reply = g.options[player.opponent().index()][i];
            if self.no_better(player, reply, x)? {
                return Ok(false);
            }
        }
        if !self.store.node(x).is_number() {
            for &y in self.store.options(x, player)? {
                if self.literal_bound(g, player.opponent(), y)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}
