//! A monoid with outcomes and a pretending function Φ: what is claimed about a game.

use ishitori_values::{Budget, LimitReached};

use super::bits::Bits;
use super::monoid::Monoid;
use super::play::Play;

/// A claim: the outcome of every multiset of the heaps 0 to `phi.len() - 1` is the outcome of the
/// product of their images. It is true if [`Proof`](super::proof::Proof) accepts it.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub monoid: Monoid,
    /// Outcome bits by element.
    pub bits: Vec<u8>,
    /// The image of each heap.
    pub phi: Vec<u32>,
    /// `wins[s][x]` = {z : side s wins x·z moving first}.
    wins: Vec<Vec<Bits>>,
    full: Bits,
}

impl Model {
    /// The claim about heap 0 alone: the empty position.
    pub fn empty(play: &Play) -> Model {
        let bits = (0..play.sides()).map(|s| u8::from(play.wins_without_move(s, 0)) << s).sum();
        Model::new(play, Monoid::trivial(), vec![bits], vec![0])
    }

    pub fn new(play: &Play, monoid: Monoid, bits: Vec<u8>, phi: Vec<u32>) -> Model {
        let order = monoid.order();
        let wins = (0..play.sides()).map(|s| {
            let row = |x| {
                Bits::from_fn(order, |z| bits[monoid.times(x, z as u32) as usize] >> s & 1 != 0)
            };
            (0..order as u32).map(row).collect()
        });
        let wins = wins.collect();
        Model { monoid, bits, phi, wins, full: Bits::full(order) }
    }

    pub fn order(&self) -> usize {
        self.monoid.order()
    }

    /// {z : side s wins x·z moving first}.
    pub fn wins(&self, side: usize, x: u32) -> &Bits {
        &self.wins[side][x as usize]
    }

    /// The images of what a side can leave of a heap; heaps below it must have images.
    pub fn images(&self, play: &Play, heap: u32, side: usize) -> Option<Bits> {
        let mut images = Bits::new(self.order());
        let mut stuck = true;
        play.options(heap, side, &mut |left| {
            stuck = false;
            images.set(self.product(left) as usize);
        });
        (!stuck).then_some(images)
    }

    /// The product of the images of the heaps under Φ.
    pub fn product(&self, heaps: &[u32]) -> u32 {
        heaps.iter().fold(0, |x, &heap| self.monoid.times(x, self.phi[heap as usize]))
    }

    /// {z : side s can move from a heap with these images of options, together with z, and win}.
    pub fn winning_contexts(&self, play: &Play, images: &Bits, side: usize) -> Bits {
        let mut contexts = Bits::new(self.order());
        for e in images.iter() {
            contexts.or_complement(self.wins(play.answers(side), e as u32), &self.full);
        }
        contexts
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> u64 {
        let rows: u64 = self.wins.iter().flatten().map(Bits::bytes).sum();
        self.monoid.bytes() + rows + 5 * self.phi.len() as u64
    }

    /// Whether side `s` wins the multiset moving first, by the definition, where the outcomes of
    /// the positions after one move are those claimed.
    pub fn local(&self, play: &Play, heaps: &[u32], side: usize) -> bool {
        let (mut wins, mut stuck) = (false, true);
        for (at, &heap) in heaps.iter().enumerate() {
            if wins || at > 0 && heaps[at - 1] == heap {
                continue;
            }
            let others = heaps[..at].iter().chain(&heaps[at + 1..]);
            let rest = others.fold(0, |x, &h| self.monoid.times(x, self.phi[h as usize]));
            play.options(heap, side, &mut |left| {
                stuck = false;
                let after = self.monoid.times(rest, self.product(left));
                wins |= self.bits[after as usize] >> play.answers(side) & 1 == 0;
            });
        }
        if stuck {
            let stones = heaps.iter().map(|&h| u64::from(h)).sum();
            return play.wins_without_move(side, stones);
        }
        wins
    }
}

/// The outcomes of one new heap together with every element, found from those of the elements.
///
/// The options of H·w, where w is the least word of z, are e·z for the images e of options of H, and
/// H·w′ for the options w′ of w; as element, w′ is smaller than z.
pub(crate) struct Rows {
    /// `options[s][z]`: elements to which side s can move from the least word of z; `None` if it
    /// has no move there.
    options: Vec<Vec<Option<Bits>>>,
    stones: Vec<u64>,
    index: rustc_hash::FxHashMap<Vec<Bits>, u32>,
}

impl Rows {
    /// O(order² · letters of words / 64 + order · images).
    pub fn new(play: &Play, model: &Model, budget: &Budget) -> Result<Rows, LimitReached> {
        let order = model.order();
        let generators = &model.monoid.generators;
        let mut options = Vec::new();
        for side in 0..play.sides() {
            let images: Vec<Option<Bits>> =
                generators.iter().map(|&g| model.images(play, g, side)).collect();
            let mut lists = Vec::with_capacity(order);
            for z in 0..order {
                if z % 256 == 0 {
                    budget.check(model.bytes())?;
                }
                let (mut set, mut stuck) = (Bits::new(order), true);
                for (generator, rest) in model.monoid.divisors(z) {
                    let Some(images) = &images[generator] else { continue };
                    stuck = false;
                    let row = model.monoid.row(rest);
                    images.iter().for_each(|e| set.set(row[e] as usize));
                }
                lists.push((!stuck).then_some(set));
            }
            options.push(lists);
        }
        let stones = (0..order).map(|z| model.monoid.heaps(z).iter().map(|&h| u64::from(h)).sum());
        let stones = stones.collect();
        let rows = (0..order as u32).map(|x| {
            let row = (0..play.sides()).map(|s| model.wins(s, x).clone()).collect();
            (row, x)
        });
        Ok(Rows { options, stones, index: rows.collect() })
    }

    /// The outcome row of a heap with these images of options by side (`None`: no move).
    pub fn of(&self, play: &Play, model: &Model, heap: u32, images: &[Option<Bits>]) -> Vec<Bits> {
        let order = model.order();
        let contexts: Vec<Option<Bits>> = (0..play.sides())
            .map(|s| images[s].as_ref().map(|e| model.winning_contexts(play, e, s)))
            .collect();
        let mut wins = vec![Bits::new(order); play.sides()];
        let mut losses = wins.clone();
        for z in 0..order {
            for side in 0..play.sides() {
                let won = match (&contexts[side], &self.options[side][z]) {
                    (None, None) => play.wins_without_move(side, self.stones[z] + u64::from(heap)),
                    (own, others) => {
                        own.as_ref().is_some_and(|c| c.get(z))
                            || others.as_ref().is_some_and(|o| o.meets(&losses[play.answers(side)]))
                    }
                };
                let set = if won { &mut wins } else { &mut losses };
                set[side].set(z);
            }
        }
        wins
    }

    /// How many different rows there are.
    pub fn count(&self) -> usize {
        self.index.len()
    }

    /// The element with this row.
    pub fn element(&self, row: &Vec<Bits>) -> Option<u32> {
        self.index.get(row).copied()
    }
}
