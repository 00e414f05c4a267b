//! Relations between heaps that are supposed to hold, and what follows from them.
//!
//! The axioms are hypotheses; most are the relations of the quotient of fewer heaps. Completion
//! (Buchberger's algorithm for binomials, which is that of Knuth and Bendix for commutative monoids)
//! makes rewriting rules of them, with which every word has one normal form. Each rule remembers how
//! it follows, so that one that is found to be false leads to an axiom that is. That axiom is then
//! replaced by weaker ones.

use ishitori_values::{Budget, LimitReached};
use rustc_hash::{FxHashMap, FxHashSet};

use super::model::Model;
use super::monoid::Monoid;
use super::play::Play;
use super::product::Letter;

/// Exponents by letter, the largest letter first: words compare like vectors.
pub(crate) type Word = Vec<u16>;

/// How large the monoid of the relations may be.
const MAX_FORMS: usize = 1 << 20;
/// How often an axiom is weakened before it is given up.
const MAX_DEPTH: u8 = 2;

/// A set of axioms.
#[derive(Clone)]
pub(crate) struct Relations {
    /// Heaps, decreasing.
    letters: Vec<u32>,
    axioms: Vec<Axiom>,
    /// Powers of each letter repeat: l^(index + period) = l^index; how often that was enlarged.
    cycles: Vec<(u16, u16, u32)>,
    /// No relation between different letters is supposed any more.
    forgotten: bool,
}

#[derive(Clone)]
struct Axiom {
    left: Word,
    right: Word,
    depth: u8,
}

/// Where a rule comes from.
enum Source {
    Axiom(usize),
    /// The powers of this letter repeat.
    Cycle(usize),
    /// The words between the two sides, as rules applied one after the other.
    Steps(Vec<Step>),
}

/// One application of a rule, from its left side to the right or back.
struct Step {
    rule: usize,
    forward: bool,
    context: Word,
}

struct Rule {
    left: Word,
    right: Word,
    source: Source,
    alive: bool,
}

/// Rules with which every word has one normal form.
pub(crate) struct Rewriting {
    letters: Vec<u32>,
    rules: Vec<Rule>,
}

/// A hypothesis of a set of relations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hypothesis {
    Axiom(usize),
    Cycle(usize),
}

impl Relations {
    /// The relations of a model.
    pub fn of(model: &Model) -> Relations {
        let monoid = &model.monoid;
        let letters: Vec<u32> = monoid.generators.iter().rev().copied().collect();
        let word = |x: u32| -> Word { monoid.word(x as usize).iter().rev().copied().collect() };
        let forms: FxHashSet<Word> = (0..monoid.order() as u32).map(word).collect();
        let mut axioms: FxHashMap<Word, Word> = FxHashMap::default();
        for s in 0..monoid.order() as u32 {
            for a in 0..letters.len() {
                let product = times(&word(s), a);
                if !forms.contains(&product) && is_corner(&product, &forms) {
                    let generator = letters.len() - 1 - a;
                    axioms.insert(product, word(monoid.action[generator][s as usize]));
                }
            }
        }
        let mut axioms: Vec<Axiom> =
            axioms.into_iter().map(|(left, right)| Axiom { left, right, depth: 0 }).collect();
        axioms.sort_by(|a, b| a.left.cmp(&b.left));
        let cycle = |&heap: &u32| {
            let (index, period) = monoid.cycle(model.phi[heap as usize]);
            (index as u16, period as u16, 0)
        };
        let cycles = letters.iter().map(cycle).collect();
        Relations { letters, axioms, cycles, forgotten: false }
    }

    /// Whether a heap is a letter.
    pub fn has(&self, heap: u32) -> bool {
        self.letters.contains(&heap)
    }

    /// Makes a heap a letter that was a word: beside any letter it still is.
    pub fn promote(&mut self, heap: u32, word: &[u32], cycle: (u32, u32)) {
        let at = self.letters.partition_point(|&l| l > heap);
        self.letters.insert(at, heap);
        for axiom in &mut self.axioms {
            axiom.left.insert(at, 0);
            axiom.right.insert(at, 0);
        }
        self.cycles.insert(at, (cycle.0 as u16, cycle.1 as u16, 0));
        let mut left = vec![0; self.letters.len()];
        left[at] = 1;
        let right = self.word(word);
        self.weaken(&Axiom { left, right, depth: 0 });
    }

    fn word(&self, heaps: &[u32]) -> Word {
        let mut word = vec![0; self.letters.len()];
        for heap in heaps {
            word[self.letters.iter().position(|l| l == heap).expect("a letter")] += 1;
        }
        word
    }

    fn weaken(&mut self, axiom: &Axiom) {
        if axiom.depth >= MAX_DEPTH || self.forgotten {
            return;
        }
        for a in 0..self.letters.len() {
            let (left, right) = (times(&axiom.left, a), times(&axiom.right, a));
            self.axioms.push(Axiom { left, right, depth: axiom.depth + 1 });
        }
    }

    /// Gives up a hypothesis, for weaker ones.
    pub fn give_up(&mut self, hypothesis: Hypothesis, play: &Play) {
        match hypothesis {
            Hypothesis::Axiom(_) if self.forgotten => {}
            Hypothesis::Axiom(i) => {
                let axiom = self.axioms.remove(i);
                self.weaken(&axiom);
            }
            Hypothesis::Cycle(a) => {
                let (index, period, enlarged) = self.cycles[a];
                let power = |e: u16| {
                    let mut word = vec![0; self.letters.len()];
                    word[a] = e;
                    word
                };
                let axiom = Axiom { left: power(index + period), right: power(index), depth: 0 };
                let enlarged = enlarged + 1;
                let period = match enlarged {
                    1 => lcm(period, play.table().repeat() as u16),
                    _ if enlarged.is_multiple_of(8) => period.saturating_mul(5),
                    _ if enlarged.is_multiple_of(4) => period.saturating_mul(3),
                    _ if enlarged.is_multiple_of(2) => period.saturating_mul(2),
                    _ => period,
                };
                self.cycles[a] = (index + 1, period, enlarged);
                if enlarged <= MAX_DEPTH.into() {
                    self.weaken(&axiom);
                }
            }
        }
    }

    /// How many words there are when only powers repeat.
    pub fn product_size(&self) -> u64 {
        let sizes = self.cycles.iter().map(|&(index, period, _)| u64::from(index + period));
        sizes.fold(1, u64::saturating_mul)
    }

    /// Gives up all relations between different letters.
    pub fn forget_axioms(&mut self) {
        self.axioms.clear();
        self.forgotten = true;
    }

    /// The letters with their exponents, if nothing is supposed but that powers repeat; increasing.
    pub fn powers(&self) -> Option<Vec<Letter>> {
        let letter = |(&heap, &(index, period, enlarged)): (&u32, &(u16, u16, u32))| Letter {
            heap,
            index: index.into(),
            period: period.into(),
            enlarged,
        };
        let all = self.letters.iter().zip(&self.cycles).rev();
        self.axioms.is_empty().then(|| all.map(letter).collect())
    }

    /// Completes the relations.
    pub fn complete(&self, budget: &Budget) -> Result<Rewriting, LimitReached> {
        let mut rewriting = Rewriting { letters: self.letters.clone(), rules: Vec::new() };
        let mut equations: Vec<(Word, Word, Source)> = Vec::new();
        for (a, &(index, period, _)) in self.cycles.iter().enumerate() {
            let mut left = vec![0; self.letters.len()];
            let mut right = left.clone();
            left[a] = index + period;
            right[a] = index;
            equations.push((left, right, Source::Cycle(a)));
        }
        for (i, axiom) in self.axioms.iter().enumerate() {
            equations.push((axiom.left.clone(), axiom.right.clone(), Source::Axiom(i)));
        }
        equations.sort_by_key(|(left, _, _)| std::cmp::Reverse(left.iter().sum::<u16>()));
        let mut pairs: Vec<(usize, usize)> = Vec::new();
        let mut steps = 0_u64;
        loop {
            steps += 1;
            if steps.is_multiple_of(64) {
                budget.check(rewriting.rules.len() as u64 * 200)?;
            }
            if let Some((left, right, source)) = equations.pop() {
                rewriting.add(left, right, source, &mut equations, &mut pairs);
            } else if let Some((i, j)) = pairs.pop() {
                rewriting.resolve(i, j, &mut equations);
            } else {
                return Ok(rewriting);
            }
        }
    }
}

impl Rewriting {
    /// A rule that rewrites the word.
    fn reducer(&self, word: &Word) -> Option<usize> {
        let divides = |left: &Word| left.iter().zip(word).all(|(a, b)| a <= b);
        self.rules.iter().position(|rule| rule.alive && divides(&rule.left))
    }

    /// The normal form, and the steps to it.
    fn reduce(&self, mut word: Word, mut step: impl FnMut(Step)) -> Word {
        while let Some(rule) = self.reducer(&word) {
            let context = minus(&word, &self.rules[rule].left);
            word = plus(&context, &self.rules[rule].right);
            step(Step { rule, forward: true, context });
        }
        word
    }

    /// Takes in an equation.
    fn add(
        &mut self,
        left: Word,
        right: Word,
        source: Source,
        equations: &mut Vec<(Word, Word, Source)>,
        pairs: &mut Vec<(usize, usize)>,
    ) {
        let (mut up, mut down) = (Vec::new(), Vec::new());
        let from = self.reduce(left.clone(), |s| up.push(s));
        let to = self.reduce(right.clone(), |s| down.push(s));
        if from == to {
            return;
        }
        // The equation itself becomes a rule that is not used, so that steps can name it.
        let direct = up.is_empty() && down.is_empty();
        let (left, right, source) = if direct {
            (from, to, source)
        } else {
            self.rules.push(Rule { left, right, source, alive: false });
            let own = Step { rule: self.rules.len() - 1, forward: true, context: zero(&from) };
            let mut steps: Vec<Step> = up.into_iter().rev().map(reversed).collect();
            steps.push(own);
            steps.extend(down);
            (from, to, Source::Steps(steps))
        };
        let (left, right, source) = if left > right {
            (left, right, source)
        } else {
            let source = match source {
                Source::Steps(steps) => {
                    Source::Steps(steps.into_iter().rev().map(reversed).collect())
                }
                // A single hypothesis reads both ways.
                source => source,
            };
            (right, left, source)
        };
        let place = self.rules.len();
        for i in 0..place {
            let rule = &mut self.rules[i];
            if !rule.alive {
                continue;
            }
            if left.iter().zip(&rule.left).all(|(a, b)| a <= b) {
                rule.alive = false;
                let step = Step { rule: i, forward: true, context: zero(&left) };
                let (a, b) = (rule.left.clone(), rule.right.clone());
                equations.push((a, b, Source::Steps(vec![step])));
            } else if left.iter().zip(&rule.left).any(|(a, b)| *a > 0 && *b > 0) {
                // Rules without a common letter never disagree.
                pairs.push((i, place));
            }
        }
        self.rules.push(Rule { left, right, source, alive: true });
    }

    /// The two ways to rewrite the least word to which both rules apply.
    fn resolve(&self, i: usize, j: usize, equations: &mut Vec<(Word, Word, Source)>) {
        let (a, b) = (&self.rules[i], &self.rules[j]);
        if !a.alive || !b.alive {
            return;
        }
        let joint: Word = a.left.iter().zip(&b.left).map(|(x, y)| *x.max(y)).collect();
        let (context_a, context_b) = (minus(&joint, &a.left), minus(&joint, &b.left));
        let (one, two) = (plus(&context_a, &a.right), plus(&context_b, &b.right));
        if one != two {
            let back = Step { rule: i, forward: false, context: context_a };
            let forth = Step { rule: j, forward: true, context: context_b };
            equations.push((one, two, Source::Steps(vec![back, forth])));
        }
    }

    /// The monoid of normal forms.
    pub fn monoid(&self, budget: &Budget) -> Result<Monoid, LimitReached> {
        let letters = self.letters.len();
        let mut forms: Vec<Word> = vec![vec![0; letters]];
        let mut known: FxHashSet<Word> = forms.iter().cloned().collect();
        let mut at = 0;
        while at < forms.len() {
            if at % 256 == 0 {
                budget.check((forms.len() * (64 + 4 * letters)) as u64)?;
            }
            for a in 0..letters {
                let product = times(&forms[at], a);
                if !known.contains(&product) && self.reducer(&product).is_none() {
                    known.insert(product.clone());
                    forms.push(product);
                }
            }
            if forms.len() > MAX_FORMS {
                let limit = budget.memory().unwrap_or(MAX_FORMS as u64);
                return Err(LimitReached::Memory { limit });
            }
            at += 1;
        }
        forms.sort_unstable();
        let index: FxHashMap<&Word, u32> =
            forms.iter().enumerate().map(|(i, form)| (form, i as u32)).collect();
        let mut action = Vec::with_capacity(letters);
        for a in (0..letters).rev() {
            let mut row = Vec::with_capacity(forms.len());
            for (at, form) in forms.iter().enumerate() {
                if at % 1024 == 0 {
                    budget.check((forms.len() * (64 + 8 * letters)) as u64)?;
                }
                let product = times(form, a);
                let place = index.get(&product).copied();
                row.push(place.unwrap_or_else(|| index[&self.reduce(product, |_| {})]));
            }
            action.push(row);
        }
        let generators = self.letters.iter().rev().copied().collect();
        let words = forms.iter().flat_map(|form| form.iter().rev().copied()).collect();
        Ok(Monoid::without_table(generators, action, words, forms.len()))
    }

    /// The hypothesis at which a multiset of letters changes, according to `value`, on the way to
    /// its normal form. `None` if it does not.
    pub fn blame(
        &self,
        heaps: &[u32],
        mut value: impl FnMut(&[u32]) -> bool,
    ) -> Option<Hypothesis> {
        let mut word = vec![0; self.letters.len()];
        for heap in heaps {
            word[self.letters.iter().position(|l| l == heap)?] += 1;
        }
        let start = value(&self.heaps(&word));
        while let Some(rule) = self.reducer(&word) {
            let context = minus(&word, &self.rules[rule].left);
            word = plus(&context, &self.rules[rule].right);
            if value(&self.heaps(&word)) != start {
                return Some(self.trace(rule, context, &mut value));
            }
        }
        None
    }

    /// The hypothesis that fails in a rule that fails beside a context.
    fn trace(
        &self,
        mut rule: usize,
        mut context: Word,
        value: &mut impl FnMut(&[u32]) -> bool,
    ) -> Hypothesis {
        loop {
            let steps = match &self.rules[rule].source {
                Source::Axiom(i) => return Hypothesis::Axiom(*i),
                Source::Cycle(a) => return Hypothesis::Cycle(*a),
                Source::Steps(steps) => steps,
            };
            let mut found = None;
            for step in steps {
                let own = &self.rules[step.rule];
                let beside = plus(&context, &step.context);
                let [a, b] =
                    [&own.left, &own.right].map(|side| value(&self.heaps(&plus(&beside, side))));
                if a != b {
                    found = Some((step.rule, beside));
                    break;
                }
            }
            (rule, context) = found.expect("what changes on the whole way changes in a step");
        }
    }

    fn heaps(&self, word: &Word) -> Vec<u32> {
        let pairs = self.letters.iter().zip(word).rev();
        pairs.flat_map(|(&l, &e)| std::iter::repeat_n(l, e.into())).collect()
    }
}

fn reversed(step: Step) -> Step {
    Step { forward: !step.forward, ..step }
}

fn is_corner(word: &Word, forms: &FxHashSet<Word>) -> bool {
    let mut divisor = word.clone();
    (0..word.len()).filter(|&a| word[a] > 0).all(|a| {
        divisor[a] -= 1;
        let inside = forms.contains(&divisor);
        divisor[a] += 1;
        inside
    })
}

fn times(word: &Word, a: usize) -> Word {
    let mut product = word.clone();
    product[a] += 1;
    product
}

fn plus(a: &Word, b: &Word) -> Word {
    a.iter().zip(b).map(|(x, y)| x + y).collect()
}

fn minus(a: &Word, b: &Word) -> Word {
    a.iter().zip(b).map(|(x, y)| x - y).collect()
}

fn zero(word: &Word) -> Word {
    vec![0; word.len()]
}

fn lcm(a: u16, b: u16) -> u16 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    (a / x).saturating_mul(b)
}
