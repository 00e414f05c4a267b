//! Finite commutative monoids with generators.

/// A finite commutative monoid whose elements are numbered by their least words.
///
/// A word is a multiset of generators, which are heaps. Words are compared by the number of their
/// largest heaps first, then the next smaller ones, and so on. In this order a move always leads to
/// a smaller word, a heap that is a product of smaller ones is larger than that product, and the
/// order is kept by multiplication; so every element has a least word, and these are numbered in
/// this order. Element 0 is the identity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Monoid {
    /// Heaps, increasing.
    pub generators: Vec<u32>,
    /// `action[i][x]` is x times generator i.
    pub action: Vec<Vec<u32>>,
    /// The exponents of the least word of each element, by generator.
    words: Vec<u16>,
    order: usize,
    table: Vec<u32>,
}

impl Monoid {
    pub fn trivial() -> Monoid {
        Monoid::new(Vec::new(), Vec::new(), Vec::new(), 1)
    }

    /// The monoid with these actions and least words. O(order²).
    pub fn new(
        generators: Vec<u32>,
        action: Vec<Vec<u32>>,
        words: Vec<u16>,
        order: usize,
    ) -> Monoid {
        let mut monoid = Monoid { generators, action, words, order, table: Vec::new() };
        let mut table = Vec::with_capacity(order * order);
        table.extend(0..order as u32);
        for x in 1..order {
            let (generator, rest) = monoid.last_step(x);
            let action = &monoid.action[generator];
            let start = rest * order;
            table.extend_from_within(start..start + order);
            table[x * order..].iter_mut().for_each(|y| *y = action[*y as usize]);
        }
        monoid.table = table;
        monoid
    }

    /// The same without a table of all products: [`times`](Monoid::times) and
    /// [`row`](Monoid::row) must not be asked. O(1).
    pub fn without_table(
        generators: Vec<u32>,
        action: Vec<Vec<u32>>,
        words: Vec<u16>,
        order: usize,
    ) -> Monoid {
        Monoid { generators, action, words, order, table: Vec::new() }
    }

    /// All products with x, by the actions. O(order · length of the word).
    pub fn computed_row(&self, x: u32) -> Vec<u32> {
        let mut row: Vec<u32> = (0..self.order as u32).collect();
        for (i, &exponent) in self.word(x as usize).iter().enumerate() {
            for _ in 0..exponent {
                row.iter_mut().for_each(|y| *y = self.action[i][*y as usize]);
            }
        }
        row
    }

    /// The least generator of the word of x, and the element of the rest, which is smaller.
    fn last_step(&self, x: usize) -> (usize, usize) {
        let word = self.word(x);
        let generator = word.iter().position(|&e| e > 0).expect("only 0 has the empty word");
        let mut rest = 0;
        for (i, &exponent) in word.iter().enumerate() {
            for _ in 0..exponent - u16::from(i == generator) {
                rest = self.action[i][rest] as usize;
            }
        }
        (generator, rest)
    }

    pub fn order(&self) -> usize {
        self.order
    }

    /// Exponents by generator.
    pub fn word(&self, x: usize) -> &[u16] {
        &self.words[x * self.generators.len()..][..self.generators.len()]
    }

    /// The least word of x as heaps, increasing.
    pub fn heaps(&self, x: usize) -> Vec<u32> {
        let pairs = self.generators.iter().zip(self.word(x));
        pairs.flat_map(|(&heap, &e)| std::iter::repeat_n(heap, e.into())).collect()
    }

    /// x·y.
    pub fn times(&self, x: u32, y: u32) -> u32 {
        self.table[x as usize * self.order + y as usize]
    }

    /// All x·y for one x.
    pub fn row(&self, x: u32) -> &[u32] {
        &self.table[x as usize * self.order..][..self.order]
    }

    /// For each generator in the word of x: its place, and the element of the rest.
    pub fn divisors(&self, x: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        let present = self.word(x).iter().enumerate().filter(|&(_, &e)| e > 0);
        present.map(move |(generator, _)| {
            let mut rest = 0;
            for (i, &exponent) in self.word(x).iter().enumerate() {
                for _ in 0..exponent - u16::from(i == generator) {
                    rest = self.action[i][rest as usize];
                }
            }
            (generator, rest)
        })
    }

    /// Index and period of the powers of x: x^(index + period) = x^index, both least, index ≥ 0.
    pub fn cycle(&self, x: u32) -> (u32, u32) {
        let mut powers = vec![0];
        loop {
            let next = self.times(powers[powers.len() - 1], x);
            if let Some(index) = powers.iter().position(|&p| p == next) {
                return (index as u32, (powers.len() - index) as u32);
            }
            powers.push(next);
        }
    }

    /// Bytes on the heap.
    pub fn bytes(&self) -> u64 {
        4 * (self.table.len() + self.action.len() * self.order) as u64 + 2 * self.words.len() as u64
    }
}
