//! Games as they are written: nothing is simplified.
//!
//! A form is its sets of options. Two forms are identical (≅) if they have identical options, which is more
//! than having the same value (=): {-1|1} = 0, but the one form has options and the other has none. Forms that are
//! identical have one number here, so that ≅ is a comparison of numbers.

use std::collections::HashSet;
use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::notation::{MAX_PRINTED, PrintError, Style};
use crate::player::Player;
use crate::store::{Game, Session};
use ishitori_runtime::{Budget, LimitReached};

/// The most forms that are kept together, and the longest chain of forms that wait for each other.
const MAX_FORMS: u64 = 1 << 20;
/// The bytes of an entry of one of the tables, at their usual load.
const ENTRY_BYTES: u64 = 24;
/// The number of steps between two questions to the budget.
const STEPS: usize = 256;

/// A form in a [`Forms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// Forms, each once. Everything that makes forms asks a budget for time and memory on the way, and keeps its stack
/// on the heap: a form may be as deep as there are forms.
///
/// ```
/// use ishitori_values::{Form, Forms, GameStore};
/// let (store, mut forms) = (GameStore::new(), Forms::default());
/// let mut session = store.session();
/// let zero = forms.form(vec![], vec![]).unwrap();
/// let one = forms.form(vec![zero], vec![]).unwrap();
/// let minus_one = forms.negative(one).unwrap();
/// let g = forms.form(vec![minus_one], vec![one]).unwrap();
/// assert_eq!(forms.value(g, &mut session).unwrap(), session.zero()); // {-1|1} = 0,
/// assert_ne!(g, zero); // and not ≅ 0,
/// assert!(forms.is_impartial(zero) && !forms.is_impartial(g)); // nor an impartial form.
/// assert_eq!(forms.text(g).unwrap(), "{-1|1}");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Forms {
    nodes: Vec<Node>,
    /// The forms by their options.
    index: HashTable<u32>,
    sums: FxHashMap<(Form, Form), Form>,
    negatives: FxHashMap<Form, Form>,
    values: FxHashMap<Form, Game>,
    of_games: FxHashMap<Game, Form>,
    budget: Budget,
    /// Steps since the budget was asked.
    steps: usize,
    /// Bytes of all lists of options.
    option_bytes: u64,
}

#[derive(Clone, Debug)]
struct Node {
    /// Left's and Right's, sorted, each once.
    options: [Vec<Form>; 2],
    name: Name,
    birthday: u32,
    impartial: bool,
}

/// Forms that are written with a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Name {
    Integer(i64),
    /// *k with k ≥ 1.
    Star(u32),
    Braces,
}

impl Forms {
    /// No forms yet, and the limits for making some. O(1).
    ///
    /// ```
    /// use ishitori_values::{Budget, Forms, GameStore};
    /// let (store, mut forms) = (GameStore::new(), Forms::within(Budget::unlimited().with_memory(1 << 16)));
    /// let number = store.session().integer(1_000_000);
    /// assert!(forms.canonical(number, &store.session()).is_err());
    /// ```
    pub fn within(budget: Budget) -> Forms {
        Forms { budget, ..Forms::default() }
    }

    /// Works within another budget from now on. O(1).
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// An estimate of the memory in use, in bytes. O(1).
    pub fn memory(&self) -> u64 {
        let entries = self.sums.len() + self.negatives.len() + self.values.len();
        let entries = (entries + self.of_games.len() + self.nodes.len()) as u64;
        // A list that grows is there twice for a moment.
        let nodes = (self.nodes.capacity() * size_of::<Node>()) as u64;
        nodes + nodes / 2 + entries * ENTRY_BYTES + self.option_bytes
    }

    /// Some steps of work; asks the budget after every few hundred, with the bytes held outside the forms.
    fn step(&mut self, steps: usize, other: impl FnOnce() -> u64) -> Result<(), LimitReached> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps < STEPS {
            return Ok(());
        }
        self.steps = 0;
        self.budget.check(self.memory() + other())
    }

    /// The form with these options. O(options).
    pub fn form(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form, LimitReached> {
        let options = [left, right].map(|mut side| {
            side.sort_unstable();
            side.dedup();
            side
        });
        let count = options[0].len() + options[1].len();
        self.step(1 + count / 16, || 0)?;
        let hash = FxBuildHasher.hash_one(&options);
        let same = |&at: &u32| self.nodes[at as usize].options == options;
        if let Some(&known) = self.index.find(hash, same) {
            return Ok(Form(known));
        }
        if self.nodes.len() as u64 >= MAX_FORMS {
            return Err(LimitReached::Games { limit: MAX_FORMS });
        }
        let both = || options.iter().flatten().map(|&form| self.node(form));
        let node = Node {
            name: self.name(&options),
            birthday: both().map(|node| node.birthday + 1).max().unwrap_or(0),
            impartial: options[0] == options[1] && both().all(|node| node.impartial),
            options: options.map(|mut side| {
                side.shrink_to_fit();
                side
            }),
        };
        self.option_bytes += (count * size_of::<Form>()) as u64 + 32;
        let at = self.nodes.len() as u32;
        self.nodes.push(node);
        let nodes = &self.nodes;
        self.index
            .insert_unique(hash, at, |&at| FxBuildHasher.hash_one(&nodes[at as usize].options));
        Ok(Form(at))
    }

    fn node(&self, form: Form) -> &Node {
        &self.nodes[form.0 as usize]
    }

    fn name(&self, [left, right]: &[Vec<Form>; 2]) -> Name {
        match (left.as_slice(), right.as_slice()) {
            ([], []) => Name::Integer(0),
            (&[one], []) => match self.node(one).name {
                Name::Integer(n) if n >= 0 => Name::Integer(n + 1),
                _ => Name::Braces,
            },
            ([], &[one]) => match self.node(one).name {
                Name::Integer(n) if n <= 0 => Name::Integer(n - 1),
                _ => Name::Braces,
            },
            (left, right) if left == right => {
                let mut stars: Vec<u32> = Vec::new();
                for &option in left {
                    match self.node(option).name {
                        Name::Integer(0) => stars.push(0),
                        Name::Star(k) => stars.push(k),
                        _ => return Name::Braces,
                    }
                }
                stars.sort_unstable();
                let all = stars.iter().zip(0..).all(|(&k, at)| k == at);
                if all { Name::Star(stars.len() as u32) } else { Name::Braces }
            }
            _ => Name::Braces,
        }
    }

    /// A player's options, each once. O(1).
    pub fn options(&self, form: Form, player: Player) -> &[Form] {
        &self.node(form).options[player.index()]
    }

    /// Whether both players have the same options, here and in every follower. O(1).
    pub fn is_impartial(&self, form: Form) -> bool {
        self.node(form).impartial
    }

    /// The length of the longest play. O(1).
    pub fn birthday(&self, form: Form) -> u32 {
        self.node(form).birthday
    }

    /// How many forms can be reached, itself included. O(followers).
    pub fn follower_count(&self, form: Form) -> usize {
        let mut seen: HashSet<Form, FxBuildHasher> = HashSet::default();
        let mut todo = vec![form];
        while let Some(form) = todo.pop() {
            if seen.insert(form) {
                todo.extend(self.node(form).options.iter().flatten());
            }
        }
        seen.len()
    }

    /// The form with the roles of the players exchanged. O(followers).
    pub fn negative(&mut self, form: Form) -> Result<Form, LimitReached> {
        self.settle(
            &mut (),
            |()| 0,
            form,
            |forms, (), form, at| {
                if forms.negatives.contains_key(&form) {
                    return Ok(Step::Done);
                }
                if let Some(option) = forms.both_options(form, at) {
                    let known = forms.negatives.contains_key(&option);
                    return Ok(if known { Step::Next } else { Step::First(option) });
                }
                let side = |player| {
                    let options = forms.options(form, player).iter();
                    options.map(|option| forms.negatives[option]).collect::<Vec<_>>()
                };
                let (left, right) = (side(Player::Right), side(Player::Left));
                let negative = forms.form(left, right)?;
                forms.negatives.insert(form, negative);
                Ok(Step::Done)
            },
        )?;
        Ok(self.negatives[&form])
    }

    /// The disjunctive sum, written out: a move is one in either part. O(followers of both, multiplied).
    pub fn sum(&mut self, g: Form, h: Form) -> Result<Form, LimitReached> {
        let key = |g: Form, h: Form| (g.min(h), g.max(h));
        self.settle(
            &mut (),
            |()| 0,
            key(g, h),
            |forms, (), (g, h), at| {
                if forms.sums.contains_key(&(g, h)) {
                    return Ok(Step::Done);
                }
                let of_g = forms.node(g).options.iter().map(Vec::len).sum();
                let part = match at.checked_sub(of_g) {
                    None => forms.both_options(g, at).map(|option| key(option, h)),
                    Some(at) => forms.both_options(h, at).map(|option| key(g, option)),
                };
                if let Some(part) = part {
                    let known = forms.sums.contains_key(&part);
                    return Ok(if known { Step::Next } else { Step::First(part) });
                }
                if forms.sums.len() as u64 >= MAX_FORMS {
                    return Err(LimitReached::Games { limit: MAX_FORMS });
                }
                let side = |player| {
                    let first = forms.options(g, player).iter().map(|&option| key(option, h));
                    let second = forms.options(h, player).iter().map(|&option| key(g, option));
                    first.chain(second).map(|part| forms.sums[&part]).collect::<Vec<_>>()
                };
                let (left, right) = (side(Player::Left), side(Player::Right));
                let sum = forms.form(left, right)?;
                forms.sums.insert((g, h), sum);
                Ok(Step::Done)
            },
        )?;
        Ok(self.sums[&key(g, h)])
    }

    /// The canonical form of a value, as a form. O(followers).
    pub fn canonical(&mut self, g: Game, session: &Session<'_>) -> Result<Form, LimitReached> {
        let memory = |session: &&Session<'_>| session.store().memory();
        self.settle(&mut &*session, memory, g, |forms, session, g, at| {
            if forms.of_games.contains_key(&g) {
                return Ok(Step::Done);
            }
            let sides = [session.options(g, Player::Left)?, session.options(g, Player::Right)?];
            if let Some(option) = sides[0].iter().chain(sides[1]).nth(at) {
                let known = forms.of_games.contains_key(option);
                return Ok(if known { Step::Next } else { Step::First(*option) });
            }
            let [left, right] =
                sides.map(|side| side.iter().map(|g| forms.of_games[g]).collect::<Vec<_>>());
            let form = forms.form(left, right)?;
            forms.of_games.insert(g, form);
            Ok(Step::Done)
        })?;
        Ok(self.of_games[&g])
    }

    /// The value. The cost of a canonical form for each follower.
    pub fn value(&mut self, form: Form, session: &mut Session<'_>) -> Result<Game, LimitReached> {
        let memory = |session: &Session<'_>| session.store().memory();
        self.settle(session, memory, form, |forms, session, form, at| {
            if forms.values.contains_key(&form) {
                return Ok(Step::Done);
            }
            if let Some(option) = forms.both_options(form, at) {
                let known = forms.values.contains_key(&option);
                return Ok(if known { Step::Next } else { Step::First(option) });
            }
            let sides = Player::BOTH.map(|player| {
                let options = forms.options(form, player).iter();
                options.map(|option| forms.values[option]).collect::<Vec<_>>()
            });
            let value = session.game(&sides[0], &sides[1])?;
            forms.values.insert(form, value);
            Ok(Step::Done)
        })?;
        Ok(self.values[&form])
    }

    /// The options of both players as one list: the one at a place.
    fn both_options(&self, form: Form, at: usize) -> Option<Form> {
        let [left, right] = &self.node(form).options;
        left.get(at).or_else(|| right.get(at.checked_sub(left.len())?)).copied()
    }

    /// Works on `root`, and first on everything that it needs. `work` is asked about a key and about
    /// what stands at place 0, 1, … of the list of what this key needs. The stack is on the heap; its
    /// length is that of the longest chain of keys that wait for each other. `memory` gives the bytes held by the context.
    fn settle<K: Copy, C>(
        &mut self,
        context: &mut C,
        memory: impl Fn(&C) -> u64,
        root: K,
        work: impl Fn(&mut Forms, &mut C, K, usize) -> Result<Step<K>, LimitReached>,
    ) -> Result<(), LimitReached> {
        let mut waiting: Vec<(K, usize)> = vec![(root, 0)];
        while let Some((key, at)) = waiting.last_mut() {
            let step = work(self, context, *key, *at)?;
            match step {
                Step::Next => *at += 1,
                Step::First(needed) => {
                    *at += 1;
                    waiting.push((needed, 0));
                }
                Step::Done => {
                    waiting.pop();
                }
            }
            if waiting.len() as u64 > MAX_FORMS {
                return Err(LimitReached::Games { limit: MAX_FORMS });
            }
            self.step(1, || {
                memory(context) + (waiting.capacity() * size_of::<(K, usize)>()) as u64
            })?;
        }
        Ok(())
    }

    /// The form as it is written, in ASCII; integers and nimbers with their signs. O(length).
    pub fn text(&self, form: Form) -> Result<String, PrintError> {
        self.text_as(form, Style::Ascii)
    }

    /// The same in a style. O(length).
    pub fn text_as(&self, form: Form, style: Style) -> Result<String, PrintError> {
        let mut out = String::new();
        self.write(form, style, &mut out)?;
        Ok(out)
    }

    fn write(&self, form: Form, style: Style, out: &mut String) -> Result<(), PrintError> {
        // Before the options, too: every step down adds a brace, so that depth is bounded.
        if out.len() > MAX_PRINTED {
            return Err(PrintError::TooLong { limit: MAX_PRINTED });
        }
        let (open, bar, close, star) = match style {
            Style::Ascii => ("{", "|", "}", "*"),
            Style::Unicode => ("{", "|", "}", "∗"),
            Style::Latex => (r"\{", r"\mid ", r"\}", r"{\ast}"),
        };
        let node = self.node(form);
        match node.name {
            Name::Integer(n) => *out += &n.to_string(),
            Name::Star(1) => *out += star,
            Name::Star(k) => *out += &format!("{star}{k}"),
            Name::Braces => {
                *out += open;
                for (at, side) in node.options.iter().enumerate() {
                    if at == 1 {
                        *out += bar;
                    }
                    for (at, &option) in side.iter().enumerate() {
                        if at > 0 {
                            out.push(',');
                        }
                        deeper(|| self.write(option, style, out))?;
                    }
                }
                *out += close;
            }
        }
        match out.len() {
            0..=MAX_PRINTED => Ok(()),
            _ => Err(PrintError::TooLong { limit: MAX_PRINTED }),
        }
    }
}

/// The next step for a key in [`Forms::settle`].
enum Step<K> {
    /// The dependency at this place is known: look at the next place.
    Next,
    /// This comes first.
    First(K),
    /// The result is in its table.
    Done,
}

/// A form may be as deep as it is long, so the stack grows.
fn deeper<T>(f: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, f)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::store::GameStore;

    /// A form as a tree, without anything shared.
    #[derive(Clone, Debug)]
    struct Tree(Vec<Tree>, Vec<Tree>);

    impl Tree {
        fn identical(&self, other: &Tree) -> bool {
            let within =
                |a: &[Tree], b: &[Tree]| a.iter().all(|x| b.iter().any(|y| x.identical(y)));
            within(&self.0, &other.0)
                && within(&other.0, &self.0)
                && within(&self.1, &other.1)
                && within(&other.1, &self.1)
        }

        /// By the definition: every option of one player is one of the other.
        fn is_impartial(&self) -> bool {
            let within =
                |a: &[Tree], b: &[Tree]| a.iter().all(|x| b.iter().any(|y| x.identical(y)));
            within(&self.0, &self.1)
                && within(&self.1, &self.0)
                && self.0.iter().chain(&self.1).all(Tree::is_impartial)
        }

        fn height(&self) -> u32 {
            self.0.iter().chain(&self.1).map(|t| t.height() + 1).max().unwrap_or(0)
        }

        fn sum(&self, other: &Tree) -> Tree {
            let side = |a: &[Tree], b: &[Tree]| {
                let first = a.iter().map(|t| t.sum(other));
                first.chain(b.iter().map(|t| self.sum(t))).collect()
            };
            Tree(side(&self.0, &other.0), side(&self.1, &other.1))
        }

        fn form(&self, forms: &mut Forms) -> Form {
            let left = self.0.iter().map(|t| t.form(forms)).collect();
            let right = self.1.iter().map(|t| t.form(forms)).collect();
            forms.form(left, right).unwrap()
        }
    }

    fn trees() -> impl Strategy<Value = Tree> {
        let leaf = Just(Tree(Vec::new(), Vec::new()));
        leaf.prop_recursive(3, 10, 2, |inner| {
            let some = proptest::collection::vec(inner.clone(), 0..3);
            prop_oneof![
                (some.clone(), proptest::collection::vec(inner, 0..3))
                    .prop_map(|(l, r)| Tree(l, r)),
                // Impartial ones are rare otherwise.
                some.prop_map(|both| Tree(both.clone(), both)),
            ]
        })
    }

    /// Each of these would fill the memory, or take hours, if the budget were only asked at the end.
    #[test]
    fn every_way_to_make_forms_keeps_to_its_limits() {
        let store = GameStore::new();
        let mut session = store.session();
        let big = session.number(&crate::Dyadic::from(1_i64 << 50)).unwrap();
        let few = || Forms::within(Budget::unlimited().with_memory(1 << 20));
        let full = LimitReached::Memory { limit: 1 << 20 };
        assert_eq!(few().canonical(big, &session), Err(full));
        let chain = Err(LimitReached::Games { limit: MAX_FORMS });
        assert_eq!(Forms::default().canonical(big, &session), chain, "a chain without an end");
        // Many options: the lists are what is large.
        let nimber = session.nimber(10_000).unwrap();
        let wide =
            Forms::within(Budget::unlimited().with_memory(4 << 20)).canonical(nimber, &session);
        assert_eq!(wide, Err(LimitReached::Memory { limit: 4 << 20 }));
        let cancelled = Budget::unlimited();
        cancelled.cancel_flag().store(true, std::sync::atomic::Ordering::Relaxed);
        let mut forms = Forms::default();
        let long = forms.canonical(session.integer(3000), &session).unwrap();
        let other = forms.canonical(session.integer(-3000), &session).unwrap();
        forms.set_budget(cancelled);
        assert_eq!(forms.negative(long), Err(LimitReached::Cancelled));
        assert_eq!(forms.sum(long, other), Err(LimitReached::Cancelled));
        assert_eq!(forms.value(long, &mut session), Err(LimitReached::Cancelled));
        forms.set_budget(Budget::unlimited().with_memory(16 << 20));
        assert_eq!(forms.sum(long, other), Err(LimitReached::Memory { limit: 16 << 20 }));
        // What was begun is no obstacle to what fits.
        forms.set_budget(Budget::unlimited());
        assert_eq!(forms.value(long, &mut session), Ok(session.integer(3000)));
        let negative = forms.negative(long).unwrap();
        assert_eq!(negative, other);
    }

    proptest! {
        #[test]
        fn as_trees_are(a in trees(), b in trees()) {
            let mut forms = Forms::default();
            let (g, h) = (a.form(&mut forms), b.form(&mut forms));
            prop_assert_eq!(g == h, a.identical(&b));
            prop_assert_eq!(forms.is_impartial(g), a.is_impartial());
            prop_assert_eq!(forms.birthday(g), a.height());
            let sum = forms.sum(g, h).unwrap();
            let slow = a.sum(&b).form(&mut forms);
            prop_assert_eq!(sum, slow);
            let store = GameStore::new();
            let mut session = store.session();
            let values = (forms.value(g, &mut session).unwrap(), forms.value(h, &mut session).unwrap());
            let expected = session.sum(values.0, values.1).unwrap();
            prop_assert_eq!(forms.value(sum, &mut session).unwrap(), expected);
            let back = forms.negative(g).and_then(|n| forms.negative(n)).unwrap();
            prop_assert_eq!(back, g);
            let canonical = forms.canonical(values.0, &session).unwrap();
            prop_assert_eq!(forms.value(canonical, &mut session).unwrap(), values.0);
        }
    }
}
