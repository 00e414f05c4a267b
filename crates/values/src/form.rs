//! Games as they are written: nothing is simplified.
//!
//! A form is its sets of options. Two forms are identical (≅) if they have identical options, which is more
//! than having the same value (=): {-1|1} = 0, but the one form has options and the other has none. Forms that are
//! identical have one number here, so that ≅ is a comparison of numbers.

use std::collections::HashSet;

use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::budget::LimitReached;
use crate::notation::{MAX_PRINTED, PrintError, Style};
use crate::player::Player;
use crate::store::{Game, Session};

/// So many forms are kept together.
const MAX_FORMS: u64 = 1 << 20;

/// A form in a [`Forms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Form(u32);

/// Forms, each once.
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
    index: FxHashMap<[Vec<Form>; 2], Form>,
    sums: FxHashMap<(Form, Form), Form>,
    negatives: FxHashMap<Form, Form>,
    values: FxHashMap<Form, Game>,
    of_games: FxHashMap<Game, Form>,
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
    /// The form with these options. O(options).
    pub fn form(&mut self, left: Vec<Form>, right: Vec<Form>) -> Result<Form, LimitReached> {
        let options = [left, right].map(|mut side| {
            side.sort_unstable();
            side.dedup();
            side
        });
        if let Some(&known) = self.index.get(&options) {
            return Ok(known);
        }
        if self.nodes.len() as u64 >= MAX_FORMS {
            return Err(LimitReached::Games { limit: MAX_FORMS });
        }
        let both = || options.iter().flatten().map(|&form| self.node(form));
        let node = Node {
            name: self.name(&options),
            birthday: both().map(|node| node.birthday + 1).max().unwrap_or(0),
            impartial: options[0] == options[1] && both().all(|node| node.impartial),
            options: options.clone(),
        };
        let form = Form(self.nodes.len() as u32);
        self.nodes.push(node);
        self.index.insert(options, form);
        Ok(form)
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
        if let Some(&known) = self.negatives.get(&form) {
            return Ok(known);
        }
        let [left, right] = self.node(form).options.clone();
        let mut side = |options: Vec<Form>| {
            let each = options.into_iter().map(|option| deeper(|| self.negative(option)));
            each.collect::<Result<Vec<_>, _>>()
        };
        let (right, left) = (side(left)?, side(right)?);
        let negative = self.form(left, right)?;
        self.negatives.insert(form, negative);
        Ok(negative)
    }

    /// The disjunctive sum, written out: a move is one in either part. O(followers of both, multiplied).
    pub fn sum(&mut self, g: Form, h: Form) -> Result<Form, LimitReached> {
        let key = (g.min(h), g.max(h));
        if let Some(&known) = self.sums.get(&key) {
            return Ok(known);
        }
        let mut sides = Player::BOTH.map(|_| Vec::new());
        for player in Player::BOTH {
            let side = &mut sides[player.index()];
            for option in self.options(g, player).to_vec() {
                side.push(deeper(|| self.sum(option, h))?);
            }
            for option in self.options(h, player).to_vec() {
                side.push(deeper(|| self.sum(g, option))?);
            }
        }
        let [left, right] = sides;
        let sum = self.form(left, right)?;
        if self.sums.len() as u64 >= MAX_FORMS {
            return Err(LimitReached::Games { limit: MAX_FORMS });
        }
        self.sums.insert(key, sum);
        Ok(sum)
    }

    /// The canonical form of a value, as a form. O(followers).
    pub fn canonical(&mut self, g: Game, session: &Session<'_>) -> Result<Form, LimitReached> {
        if let Some(&known) = self.of_games.get(&g) {
            return Ok(known);
        }
        if self.of_games.len() as u64 >= MAX_FORMS {
            return Err(LimitReached::Games { limit: MAX_FORMS });
        }
        let mut side = |player| {
            let options = session.options(g, player)?;
            let each = options.iter().map(|&option| deeper(|| self.canonical(option, session)));
            each.collect::<Result<Vec<_>, LimitReached>>()
        };
        let (left, right) = (side(Player::Left)?, side(Player::Right)?);
        let form = self.form(left, right)?;
        self.of_games.insert(g, form);
        Ok(form)
    }

    /// The value. The cost of a canonical form for each follower.
    pub fn value(&mut self, form: Form, session: &mut Session<'_>) -> Result<Game, LimitReached> {
        if let Some(&known) = self.values.get(&form) {
            return Ok(known);
        }
        let mut sides = Player::BOTH.map(|_| Vec::new());
        for player in Player::BOTH {
            for option in self.options(form, player).to_vec() {
                sides[player.index()].push(deeper(|| self.value(option, session))?);
            }
        }
        let value = session.game(&sides[0], &sides[1])?;
        self.values.insert(form, value);
        Ok(value)
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

/// Forms may be as deep as there are forms, so the stack grows.
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
