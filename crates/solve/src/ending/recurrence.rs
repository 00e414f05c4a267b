//! Values that never repeat but grow by a rule: families T(k + 1) = C[T(k)].
//!
//! A *context* C[□] is a game with a hole. When the values of a game are not periodic, those of
//! heaps in an arithmetic progression n, n + d, n + 2d, … may still be D[T(k)], D[T(k + m)],
//! D[T(k + 2m)], … for one context D and one family T. That is searched for here and verified on all
//! heaps computed. It is evidence and proves nothing about larger heaps.

use ishitori_values::notation::Style;
use ishitori_values::{BudgetTicker, Game, LimitReached, Player, Session};
use rustc_hash::FxHashSet;

/// How deep a hole may lie.
const MAX_DEPTH: usize = 4;
/// How many heaps of a progression must be there.
const MIN_TERMS: usize = 4;

/// A game with a hole, in which any game can be put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Context {
    /// The hole.
    Hole,
    /// A game without a hole.
    Fixed(Game),
    /// The left and the right options.
    Options([Vec<Context>; 2]),
}

/// T(0), and how T(k + 1) comes from T(k).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecurringFamily {
    /// T(0).
    pub start: Game,
    /// T(k + 1) is this with T(k) in the hole.
    pub context: Context,
}

/// The heaps first, first + step, first + 2·step, …: v(first + i·step) is `context` with
/// T(index + i·advance) in its hole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecurringHeaps {
    /// The first heap.
    pub first: usize,
    /// The family T, a place in [`Recurrence::families`].
    pub family: usize,
    /// Which T is in the first heap.
    pub index: usize,
    /// How many steps T makes from one heap to the next.
    pub advance: usize,
    /// Its context.
    pub context: Context,
}

/// A rule by which values grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// The distance d of the heaps that belong together.
    pub step: usize,
    /// The heap from which on the rule was verified.
    pub from: usize,
    /// It was verified for all heaps below this.
    pub checked: usize,
    /// The families.
    pub families: Vec<RecurringFamily>,
    /// The progressions that grow; the heaps n ≥ from of all others have v(n + d) = v(n).
    pub heaps: Vec<RecurringHeaps>,
}

impl Context {
    /// The game with `game` in the hole. The cost of canonical forms.
    pub fn plug(&self, game: Game, session: &mut Session<'_>) -> Result<Game, LimitReached> {
        match self {
            Context::Hole => Ok(game),
            Context::Fixed(fixed) => Ok(*fixed),
            Context::Options(sides) => {
                let mut options = [Vec::new(), Vec::new()];
                for (side, filled) in sides.iter().zip(&mut options) {
                    for option in side {
                        filled.push(option.plug(game, session)?);
                    }
                }
                session.game(&options[0], &options[1])
            }
        }
    }

    /// As text, with `hole` in place of the hole. The cost of printing its games.
    pub fn print(
        &self,
        hole: &str,
        style: Style,
        session: &mut Session<'_>,
    ) -> Result<String, LimitReached> {
        match self {
            Context::Hole => Ok(hole.to_string()),
            Context::Fixed(game) => {
                Ok(session.print_as(*game, style).unwrap_or_else(|_| "…".to_string()))
            }
            Context::Options(sides) => {
                let mut texts = [String::new(), String::new()];
                for (side, text) in sides.iter().zip(&mut texts) {
                    let options: Result<Vec<String>, _> =
                        side.iter().map(|option| option.print(hole, style, session)).collect();
                    *text = options?.join(",");
                }
                Ok(format!("{{{}|{}}}", texts[0], texts[1]))
            }
        }
    }

    fn has_hole(&self) -> bool {
        match self {
            Context::Hole => true,
            Context::Fixed(_) => false,
            Context::Options(sides) => sides.iter().flatten().any(Context::has_hole),
        }
    }

    /// This context with another one in the hole.
    pub(super) fn compose(&self, inner: &Context) -> Context {
        match self {
            Context::Hole => inner.clone(),
            Context::Fixed(game) => Context::Fixed(*game),
            Context::Options(sides) => Context::Options(
                [0, 1].map(|side: usize| sides[side].iter().map(|o| o.compose(inner)).collect()),
            ),
        }
    }

    /// E and m with this = E∘…∘E, m times, m as large as possible.
    fn root(&self) -> (Context, usize) {
        let mut parts = Vec::new();
        self.parts(&mut parts);
        // Smaller parts are of higher powers.
        for part in parts.iter().rev() {
            let mut power = (*part).clone();
            for m in 2..=MAX_DEPTH {
                power = part.compose(&power);
                if power == *self {
                    return ((*part).clone(), m);
                }
            }
        }
        (self.clone(), 1)
    }

    /// The contexts inside, outer ones first, without the hole itself.
    fn parts<'c>(&'c self, into: &mut Vec<&'c Context>) {
        if let Context::Options(sides) = self {
            for option in sides.iter().flatten().filter(|o| o.has_hole()) {
                if *option != Context::Hole {
                    into.push(option);
                }
                option.parts(into);
            }
        }
    }

    /// A game with `x` replaced by the hole, where it is found not too deep.
    fn around(
        x: Game,
        game: Game,
        depth: usize,
        session: &Session<'_>,
        ticker: &mut BudgetTicker,
    ) -> Result<Context, LimitReached> {
        ticker.step(session.budget(), session.store().memory())?;
        if game == x {
            return Ok(Context::Hole);
        }
        if depth == 0 {
            return Ok(Context::Fixed(game));
        }
        let mut sides = [Vec::new(), Vec::new()];
        let mut holes = false;
        for player in Player::BOTH {
            for &option in session.options(game, player)? {
                let inner = Context::around(x, option, depth - 1, session, ticker)?;
                // Whatever has no hole is fixed, so this need not look inside.
                holes |= !matches!(inner, Context::Fixed(_));
                sides[player as usize].push(inner);
            }
        }
        Ok(if holes { Context::Options(sides) } else { Context::Fixed(game) })
    }
}

/// D, x and y with a = D[x] and b = D[y], where x is found within y.
fn outer(
    a: Game,
    b: Game,
    depth: usize,
    session: &Session<'_>,
    ticker: &mut BudgetTicker,
) -> Result<Option<(Context, Game, Game)>, LimitReached> {
    if Context::around(a, b, MAX_DEPTH, session, ticker)?.has_hole() {
        return Ok(Some((Context::Hole, a, b)));
    }
    if depth == 0 {
        return Ok(None);
    }
    // Exactly one option of one player differs.
    let (mut sides, mut found) = ([Vec::new(), Vec::new()], None);
    for player in Player::BOTH {
        let (of_a, of_b) = (session.options(a, player)?, session.options(b, player)?);
        let side = &mut sides[player as usize];
        ticker.steps(session.budget(), session.store().memory(), of_a.len() + of_b.len())?;
        let [set_a, set_b]: [FxHashSet<Game>; 2] =
            [of_a, of_b].map(|o| o.iter().copied().collect());
        side.extend(of_a.iter().filter(|o| set_b.contains(o)).map(|&o| Context::Fixed(o)));
        let only = |mine: &[Game], other: &FxHashSet<Game>| -> Vec<Game> {
            mine.iter().copied().filter(|o| !other.contains(o)).collect()
        };
        match (&only(of_a, &set_b)[..], &only(of_b, &set_a)[..]) {
            ([], []) => {}
            ([x], [y]) if found.is_none() => {
                let Some((context, x, y)) = outer(*x, *y, depth - 1, session, ticker)? else {
                    return Ok(None);
                };
                side.push(context);
                found = Some((x, y));
            }
            _ => return Ok(None),
        }
    }
    Ok(found.map(|(x, y)| (Context::Options(sides), x, y)))
}

/// A rule by which the values of the heaps 0, 1, … grow, if there is one with a short step that
/// holds from less than half of them on. T(n) = O(n²) comparisons at worst, and the canonical forms
/// of what is verified.
pub fn recurrence(
    values: &[Game],
    session: &mut Session<'_>,
) -> Result<Option<Recurrence>, LimitReached> {
    for step in 1..=values.len() / (2 * MIN_TERMS) {
        session.budget().check(session.store().memory())?;
        if let Some(found) = with_step(values, step, session)? {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

fn with_step(
    values: &[Game],
    step: usize,
    session: &mut Session<'_>,
) -> Result<Option<Recurrence>, LimitReached> {
    let mut found = Recurrence {
        step,
        from: 0,
        checked: values.len(),
        families: Vec::new(),
        heaps: Vec::new(),
    };
    for residue in 0..step {
        let terms: Vec<Game> = values.iter().skip(residue).step_by(step).copied().collect();
        let same = terms.windows(2).rev().take_while(|pair| pair[0] == pair[1]).count() + 1;
        let first = if same >= MIN_TERMS {
            terms.len() - same
        } else {
            let Some((first, growth)) = growth(&terms, session)? else {
                return Ok(None);
            };
            found.add(residue + first * step, growth, session)?;
            first
        };
        if 2 * first > terms.len() {
            return Ok(None);
        }
        found.from = found.from.max(residue + first * step);
    }
    Ok((!found.heaps.is_empty()).then_some(found))
}

/// x, C and D with terms D[x], D[C[x]], D[C[C[x]]], ….
struct Growth {
    x: Game,
    inner: Context,
    outer: Context,
}

/// The growth of a sequence, and the place where it begins.
fn growth(
    terms: &[Game],
    session: &mut Session<'_>,
) -> Result<Option<(usize, Growth)>, LimitReached> {
    let mut best: Option<(usize, Growth)> = None;
    let mut ticker = BudgetTicker::default();
    // The last terms show the contexts; then down as long as the same ones occur.
    for first in (0..terms.len().saturating_sub(MIN_TERMS - 1)).rev() {
        let (a, b) = (terms[first], terms[first + 1]);
        let Some((outer, x, y)) = outer(a, b, MAX_DEPTH, session, &mut ticker)? else { break };
        let inner = Context::around(x, y, MAX_DEPTH, session, &mut ticker)?;
        let growth = Growth { x, inner, outer };
        let goes_on = match &best {
            None => growth.explains(&terms[first..], session)?,
            // What follows is explained already, from y on.
            Some((_, later)) => {
                growth.inner == later.inner && growth.outer == later.outer && y == later.x
            }
        };
        if !goes_on {
            break;
        }
        best = Some((first, growth));
    }
    Ok(best)
}

impl Growth {
    fn explains(&self, terms: &[Game], session: &mut Session<'_>) -> Result<bool, LimitReached> {
        let mut x = self.x;
        for (i, &term) in terms.iter().enumerate() {
            if i > 0 {
                x = self.inner.plug(x, session)?;
            }
            if self.outer.plug(x, session)? != term {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Recurrence {
    /// Adds a progression, with the family that it needs.
    fn add(
        &mut self,
        first: usize,
        growth: Growth,
        session: &Session<'_>,
    ) -> Result<(), LimitReached> {
        let (context, advance) = growth.inner.root();
        // Back to where the family begins.
        let (mut start, mut index) = (growth.x, 0);
        while let Some(before) = before(start, &context, session)? {
            (start, index) = (before, index + 1);
        }
        let family = RecurringFamily { start, context };
        let known = self.families.iter().position(|known| *known == family);
        let place = known.unwrap_or(self.families.len());
        if known.is_none() {
            self.families.push(family);
        }
        let context = growth.outer;
        self.heaps.push(RecurringHeaps { first, family: place, index, advance, context });
        self.heaps.sort_by_key(|heaps| heaps.first);
        Ok(())
    }
}

/// The game before `game` in a family, if it can be seen among its followers.
fn before(
    game: Game,
    context: &Context,
    session: &Session<'_>,
) -> Result<Option<Game>, LimitReached> {
    let mut candidates = Vec::new();
    let mut ticker = BudgetTicker::default();
    follow(game, context, session, &mut candidates, &mut ticker)?;
    for candidate in candidates {
        // Seen as it stands, not only after dominated options are gone.
        if candidate != game
            && Context::around(candidate, game, MAX_DEPTH, session, &mut ticker)? == *context
        {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

/// The followers of a game at the place of the hole.
fn follow(
    game: Game,
    context: &Context,
    session: &Session<'_>,
    into: &mut Vec<Game>,
    ticker: &mut BudgetTicker,
) -> Result<(), LimitReached> {
    ticker.step(session.budget(), session.store().memory() + 4 * into.capacity() as u64)?;
    match context {
        Context::Hole => into.push(game),
        Context::Fixed(_) => {}
        Context::Options(sides) => {
            for player in Player::BOTH {
                let inner = sides[player as usize].iter().filter(|option| option.has_hole());
                for option in inner {
                    for &follower in session.options(game, player)? {
                        follow(follower, option, session, into, ticker)?;
                    }
                }
            }
        }
    }
    Ok(())
}
