//! The search itself: whether Left wins moving first in a sum.

use ishitori_solve::board::Solver;
use ishitori_values::{Budget, BudgetTicker, Game, GameStore, LimitReached, Player};
use rustc_hash::FxHashMap;

use crate::rules::{Planes, Rules};
use crate::search::bounds::{Bounds, FAR, Fixed, left_option};
use crate::search::game::Partizan;
use crate::search::sum::{Part, Sum};
use crate::search::table::Table;
use crate::search::values::{Exact, Value};
use crate::search::{PlayConvention, SearchLimits, Stopped};
use crate::word::Word;

/// The most bytes of the table where memory is not limited; otherwise a quarter of it.
const TABLE_BYTES: u64 = 512 << 20;

/// What the table keeps: of a single component its bounds; of another sum the least number with which Left wins moving first, and
/// the greatest one with which Left loses.
type TableEntry = [i32; 4];

const NOTHING: TableEntry = [i32::MIN, i32::MAX, i32::MIN, i32::MAX];

fn kept(x: Fixed) -> i32 {
    i32::try_from(x).unwrap_or(if x < 0 { i32::MIN } else { i32::MAX })
}

fn unpacked(x: i32) -> Fixed {
    match x {
        i32::MIN => -FAR,
        i32::MAX => FAR,
        x => Fixed::from(x),
    }
}

fn bounds_of([least, most, left_first, right_first]: TableEntry) -> Bounds {
    Bounds {
        least: unpacked(least),
        most: unpacked(most),
        left_first: unpacked(left_first),
        right_first: unpacked(right_first),
    }
}

/// A search in one game, with what it has found.
pub(super) struct Engine<'s, W: Word, const N: usize, G: Partizan<W, N>> {
    game: G,
    impartial: bool,
    cost: usize,
    exact: Exact<'s, &'s Rules<W, N>>,
    /// The values of small components and their negatives.
    small: FxHashMap<G::Position, [Value; 2]>,
    play: PlayConvention,
    limits: SearchLimits,
    /// The most cells of a component that is solved exactly.
    exact_cells: u32,
    /// Half of the memory is used: no more values are found, since the table forgets and values do not.
    full: bool,
    budget: Budget,
    pace: BudgetTicker,
    nodes: u64,
    table: Table<TableEntry>,
    /// Bytes outside of the table, and those already charged to the store.
    bytes: u64,
    charged: u64,
}

type Found<P> = Vec<(Fixed, u128, Sum<P>)>;

/// What looking at all moves of Left has shown.
enum Gathered {
    /// One of them wins.
    Won,
    /// There is none.
    NoMove,
    /// Those that are not gathered lose.
    Open,
}

impl<'s, W: Word, const N: usize, G: Partizan<W, N>> Engine<'s, W, N, G> {
    /// Nothing has been asked yet. O(1).
    pub fn new(
        game: G,
        (store, rules): (&'s GameStore, &'s Rules<W, N>),
        play: PlayConvention,
        limits: SearchLimits,
        budget: Budget,
    ) -> Self {
        use ishitori_rules::Ruleset;
        let bytes = budget.memory().map_or(TABLE_BYTES, |bytes| (bytes / 4).min(TABLE_BYTES));
        Engine {
            game,
            impartial: rules.is_impartial(),
            cost: rules.cost(),
            exact: Exact::new(Solver::within(store, rules, budget.clone())),
            small: FxHashMap::default(),
            play,
            limits,
            exact_cells: limits.exact_cells.unwrap_or(G::EXACT_CELLS),
            full: false,
            table: Table::within(bytes),
            budget,
            pace: BudgetTicker::default(),
            nodes: 0,
            bytes: 0,
            charged: 0,
        }
    }

    /// How many sums have been looked into. O(1).
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Allows at most this many more sums. O(1).
    pub fn allow(&mut self, nodes: u64) {
        self.limits.nodes = self.nodes.saturating_add(nodes);
    }

    /// How many sums and components the table holds. O(1).
    pub fn entries(&self) -> usize {
        self.table.len()
    }

    /// Whether a player wins moving first. Exponential in the worst case.
    pub fn wins_first(&mut self, planes: &Planes<W, N>, player: Player) -> Result<bool, Stopped> {
        self.budget.check(0)?;
        let mut sum = Sum::zero();
        let position = self.game.position(planes);
        self.add_position(&mut sum, &position, player == Player::Right)?;
        self.first_wins(&mut sum)
    }

    /// The same for a sum of positions and a number in fixed point. Exponential in the worst case.
    pub fn sum_first_wins(
        &mut self,
        positions: &[Planes<W, N>],
        number: Fixed,
        player: Player,
    ) -> Result<bool, Stopped> {
        self.budget.check(0)?;
        let mut sum = Sum::zero();
        let negative = player == Player::Right;
        for planes in positions {
            let position = self.game.position(planes);
            self.add_position(&mut sum, &position, negative)?;
        }
        sum.number += if negative { -number } else { number };
        self.first_wins(&mut sum)
    }

    /// Takes the components of a position into a sum, or their negatives.
    fn add_position(
        &mut self,
        sum: &mut Sum<G::Position>,
        position: &G::Position,
        negative: bool,
    ) -> Result<(), LimitReached> {
        let mut images: smallvec::SmallVec<[_; 4]> = smallvec::SmallVec::new();
        self.game.components(position, |image| images.push(image));
        for image in images {
            let own = image.own || self.impartial;
            let negative = (negative ^ image.negative) && !own;
            let at = &image.position;
            if self.play == PlayConvention::Misere {
                let (hash, bounds, lead) = (self.game.hash(at), Bounds::NONE, None);
                sum.add(Part { position: *at, negative, own, hash, bounds, lead }, false);
                continue;
            }
            if self.game.cells(at) <= self.exact_cells
                && let Some(values) = self.values_of(at)?
            {
                self.add_value(sum, values[usize::from(negative)])?;
                continue;
            }
            let hash = self.game.hash(at);
            let (mut bounds, lead) = self.game.seen(at);
            if let Some(kept) = self.table.get(hash) {
                bounds = bounds.and(bounds_of(kept));
            }
            let bounds = if negative { bounds.negative() } else { bounds };
            match bounds.least == bounds.most {
                true => sum.number += bounds.least,
                false => sum.add(Part { position: *at, negative, own, hash, bounds, lead }, true),
            }
        }
        Ok(())
    }

    /// The value of a small component, and that of its negative; nothing if it is not known and there is no memory for more.
    fn values_of(&mut self, position: &G::Position) -> Result<Option<[Value; 2]>, LimitReached> {
        if let Some(&values) = self.small.get(position) {
            return Ok(Some(values));
        }
        if self.full {
            return Ok(None);
        }
        let value = self.exact.solver.value(&self.game.planes(position))?;
        let negative = self.exact.solver.session().negative(value)?;
        let values = [self.exact.parts(value)?, self.exact.parts(negative)?];
        self.small.insert(*position, values);
        self.bytes += 2 * size_of::<(G::Position, [Value; 2])>() as u64;
        Ok(Some(values))
    }

    /// Adds what is known exactly.
    fn add_value(&mut self, sum: &mut Sum<G::Position>, value: Value) -> Result<(), LimitReached> {
        sum.number += value.number;
        if value.small != Game::ZERO {
            sum.small = self.exact.solver.session().sum(sum.small, value.small)?;
        }
        let Some(hot) = value.hot else { return Ok(()) };
        let negative = self.exact.hot(hot)?.negative;
        if let Some(at) = sum.hot.iter().position(|&other| Some(other) == negative.hot) {
            sum.hot.remove(at);
            sum.number -= negative.number;
            return Ok(());
        }
        let at = sum.hot.partition_point(|&other| other < hot);
        sum.hot.insert(at, hot);
        Ok(())
    }

    /// The negative of a sum without its part or its hot game at a place.
    fn negative_without(
        &mut self,
        sum: &Sum<G::Position>,
        part: Option<usize>,
        hot: Option<usize>,
    ) -> Result<Sum<G::Position>, LimitReached> {
        let mut negative = Sum::zero();
        negative.number = -sum.number;
        if sum.small != Game::ZERO {
            negative.small = self.exact.solver.session().negative(sum.small)?;
        }
        for (_, &game) in sum.hot.iter().enumerate().filter(|(at, _)| Some(*at) != hot) {
            let value = self.exact.hot(game)?.negative;
            self.add_value(&mut negative, value)?;
        }
        for (_, one) in sum.parts.iter().enumerate().filter(|(at, _)| Some(*at) != part) {
            let mut one = *one;
            one.negate();
            negative.add(one, false);
        }
        Ok(negative)
    }

    /// What is known about a sum without looking into it.
    fn decided(&mut self, sum: &Sum<G::Position>) -> Result<Option<bool>, LimitReached> {
        if self.play == PlayConvention::Misere {
            return Ok(sum.parts.is_empty().then_some(true));
        }
        let (mut least, mut most) = (sum.number, sum.number);
        for part in &sum.parts {
            least += part.bounds.least;
            most += part.bounds.most;
        }
        // The hot games: what Right's moves leave at least.
        let mut low = 0;
        if sum.hot.is_empty() {
            if least > 0 || most < 0 {
                return Ok(Some(least > 0));
            }
            if least == 0 || most == 0 {
                let below = sum.small == Game::ZERO
                    || self.exact.solver.session().leq(sum.small, Game::ZERO)?;
                if least == 0 && !below {
                    return Ok(Some(true));
                }
                if most == 0 && below {
                    return Ok(Some(false));
                }
            }
        } else {
            let (mut mean, mut warmest, mut high, mut gain) = ([0, 0], 0, 0, 0);
            for &game in &sum.hot {
                let hot = self.exact.hot(game)?;
                mean = [mean[0] + hot.mean[0], mean[1] + hot.mean[1]];
                warmest = warmest.max(hot.temperature);
                low += hot.right_stop;
                high += hot.left_stop[1];
                gain = gain.max(hot.left_stop[0] - hot.right_stop);
            }
            // The Left stop of a sum is at least its mean, and at most that and the highest temperature.
            if least + mean[0].max(low + gain) > 0 {
                return Ok(Some(true));
            }
            if most + (mean[1] + warmest).min(high) < 0 {
                return Ok(Some(false));
            }
            if let ([game], true) = (&sum.hot[..], sum.parts.is_empty()) {
                let loses = self.exact.at_most_zero(sum.number, sum.small, Some(*game))?;
                return Ok(Some(!loses));
            }
        }
        // One component in which Left wins moving first, the others being no less than what is missing.
        let first = sum.parts.iter().map(|part| part.bounds.left_first - part.bounds.least).max();
        let Some(gain) = first else { return Ok(None) };
        let total = least + low + gain;
        if total > 0 {
            return Ok(Some(true));
        }
        if total == 0
            && sum.hot.is_empty()
            && (sum.small == Game::ZERO
                || self.exact.solver.session().leq(Game::ZERO, sum.small)?)
        {
            return Ok(Some(true));
        }
        Ok(None)
    }

    /// Whether a sum is a component and a number, of which the table keeps bounds.
    fn is_component(&self, sum: &Sum<G::Position>) -> bool {
        self.play == PlayConvention::Normal
            && sum.parts.len() == 1
            && sum.hot.is_empty()
            && sum.small == Game::ZERO
    }

    /// What the table knows about a sum whose components have been looked up.
    fn looked_up(&self, sum: &Sum<G::Position>) -> Option<bool> {
        if self.is_component(sum) {
            return None;
        }
        let [loses, wins, ..] = self.table.get(sum.key())?;
        if sum.number >= unpacked(wins) {
            return Some(true);
        }
        (sum.number <= unpacked(loses)).then_some(false)
    }

    fn remember(
        &mut self,
        sum: &Sum<G::Position>,
        wins: bool,
        nodes: u64,
    ) -> Result<(), LimitReached> {
        let (key, known) = if self.is_component(sum) {
            let part = &sum.parts[0];
            let before = bounds_of(self.table.get(part.hash).unwrap_or(NOTHING));
            let mut new = Bounds::NONE;
            match wins {
                true => new.left_first = -sum.number,
                false => new.most = -sum.number,
            }
            let new = if part.negative { new.negative() } else { new };
            let mut all = before.and(new);
            if part.own {
                all = all.and(new.negative());
            }
            let Bounds { least, most, left_first, right_first } = all;
            (part.hash, [least, most, left_first, right_first].map(kept))
        } else {
            let key = sum.key();
            let mut known = self.table.get(key).unwrap_or(NOTHING);
            match wins {
                true => known[1] = known[1].min(kept(sum.number)),
                false => known[0] = known[0].max(kept(sum.number)),
            }
            (key, known)
        };
        self.table.set(key, known, nodes, &self.budget)
    }

    /// Whether Left wins moving first.
    fn first_wins(&mut self, sum: &mut Sum<G::Position>) -> Result<bool, Stopped> {
        // The bounds of components may have become better since the sum was made.
        if self.play == PlayConvention::Normal {
            for part in &mut sum.parts {
                if let Some(kept) = self.table.get(part.hash) {
                    let bounds = bounds_of(kept);
                    let bounds = if part.negative { bounds.negative() } else { bounds };
                    part.bounds = part.bounds.and(bounds);
                }
            }
        }
        if let Some(wins) = self.decided(sum)? {
            return Ok(wins);
        }
        if let Some(wins) = self.looked_up(sum) {
            return Ok(wins);
        }
        stacker::maybe_grow(128 * 1024, 2 * 1024 * 1024, || self.look_into(sum))
    }

    fn look_into(&mut self, sum: &mut Sum<G::Position>) -> Result<bool, Stopped> {
        self.nodes += 1;
        if self.nodes > self.limits.nodes {
            return Err(Stopped::Nodes { limit: self.limits.nodes });
        }
        let before = self.nodes;
        let store = self.exact.solver.session().store();
        let bytes = self.bytes + self.exact.bytes();
        if bytes != self.charged {
            store.charge(self.charged, bytes);
            self.charged = bytes;
        }
        let memory = store.memory();
        self.full = self.budget.memory().is_some_and(|limit| memory > limit / 2);
        self.pace.steps(&self.budget, memory, 16)?;
        let wins = match self.by_components(sum)? {
            Some(wins) => wins,
            None => self.by_moves(sum)?,
        };
        self.remember(sum, wins, self.nodes - before + 1)?;
        Ok(wins)
    }

    /// Whether Left wins moving first, if the facts about each component alone settle it.
    fn by_components(&mut self, sum: &mut Sum<G::Position>) -> Result<Option<bool>, Stopped> {
        if self.play == PlayConvention::Misere || sum.parts.len() < 2 {
            return Ok(None);
        }
        for at in 0..sum.parts.len() {
            for opposite in [false, true] {
                let mut alone = Sum::zero();
                alone.parts.push(sum.parts[at]);
                if opposite {
                    alone.parts[0].negate();
                }
                self.first_wins(&mut alone)?;
            }
        }
        for part in &mut sum.parts {
            if let Some(kept) = self.table.get(part.hash) {
                let bounds = bounds_of(kept);
                let bounds = if part.negative { bounds.negative() } else { bounds };
                part.bounds = part.bounds.and(bounds);
            }
        }
        Ok(self.decided(sum)?)
    }

    /// Whether Left has a move after which Right, moving first, loses.
    fn by_moves(&mut self, sum: &Sum<G::Position>) -> Result<bool, Stopped> {
        let mut open = Vec::new();
        match self.gather(sum, &mut open)? {
            Gathered::Won => return Ok(true),
            Gathered::NoMove => return Ok(self.play == PlayConvention::Misere),
            Gathered::Open => {}
        }
        open.sort_unstable_by_key(|(score, key, _)| (*score, *key));
        open.dedup_by_key(|(_, key, child)| (*key, child.number));
        for (_, _, child) in &mut open {
            if !self.first_wins(child)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Gathers the sums after moves of Left, negated, that are not decided.
    fn gather(
        &mut self,
        sum: &Sum<G::Position>,
        open: &mut Found<G::Position>,
    ) -> Result<Gathered, Stopped> {
        let mut options = Vec::new();
        let mut gathered = Gathered::NoMove;
        for (at, part) in sum.parts.iter().enumerate() {
            if at > 0 && sum.parts[at - 1].key() == part.key() {
                continue;
            }
            let rest = self.negative_without(sum, Some(at), None)?;
            options.clear();
            let player = if part.negative { Player::Right } else { Player::Left };
            self.game.options(&part.position, player, |option| options.push(option));
            for option in &options {
                gathered = Gathered::Open;
                self.pace.steps(&self.budget, 0, self.cost)?;
                let mut child = rest.clone();
                self.add_position(&mut child, option, !part.negative)?;
                if self.takes(child, open)? {
                    return Ok(Gathered::Won);
                }
            }
        }
        if self.play == PlayConvention::Misere {
            return Ok(gathered);
        }
        for at in 0..sum.hot.len() {
            if at > 0 && sum.hot[at] == sum.hot[at - 1] {
                continue;
            }
            let rest = self.negative_without(sum, None, Some(at))?;
            let hot = self.exact.hot(sum.hot[at])?;
            for &option in &hot.options {
                let mut child = rest.clone();
                let negative = self.negative_value(option)?;
                self.add_value(&mut child, negative)?;
                if self.takes(child, open)? {
                    return Ok(Gathered::Won);
                }
            }
        }
        if sum.small != Game::ZERO {
            let rest = self.negative_without(sum, None, None)?;
            let options = self.exact.solver.session().options(sum.small, Player::Left)?;
            for &option in options {
                let mut child = rest.clone();
                child.small = Game::ZERO;
                let negative = self.exact.solver.session().negative(option)?;
                let negative = self.exact.parts(negative)?;
                self.add_value(&mut child, negative)?;
                if self.takes(child, open)? {
                    return Ok(Gathered::Won);
                }
            }
        }
        // Components may be numbers that are not known to be, so moves in the number count.
        if let Some(option) = left_option(sum.number) {
            let mut child = self.negative_without(sum, None, None)?;
            child.number += sum.number - option;
            if self.takes(child, open)? {
                return Ok(Gathered::Won);
            }
        }
        // Without a move Left loses in normal play, as where all moves lose.
        Ok(Gathered::Open)
    }

    fn negative_value(&mut self, value: Value) -> Result<Value, LimitReached> {
        let mut number = -value.number;
        let small = self.exact.solver.session().negative(value.small)?;
        let hot = match value.hot {
            None => None,
            Some(hot) => {
                let negative = self.exact.hot(hot)?.negative;
                number += negative.number;
                negative.hot
            }
        };
        Ok(Value { number, small, hot })
    }

    /// Takes in a sum in which Right is to move, negated; returns whether Right is known to lose there.
    fn takes(
        &mut self,
        child: Sum<G::Position>,
        open: &mut Found<G::Position>,
    ) -> Result<bool, LimitReached> {
        let known = match self.decided(&child)? {
            None => self.looked_up(&child),
            known => known,
        };
        match known {
            Some(wins) => Ok(!wins),
            None => {
                let score = self.score(&child)?;
                open.push((score, child.key(), child));
                Ok(false)
            }
        }
    }

    /// How good a sum looks for the player who moves first there.
    fn score(&mut self, sum: &Sum<G::Position>) -> Result<Fixed, LimitReached> {
        let mut score = sum.number;
        for &game in &sum.hot {
            score += self.exact.hot(game)?.mean[0];
        }
        for part in &sum.parts {
            let lead = part.lead.unwrap_or_else(|| self.game.lead(&part.position));
            score += if part.negative { -lead } else { lead };
        }
        Ok(score)
    }
}

impl<W: Word, const N: usize, G: Partizan<W, N>> Drop for Engine<'_, W, N, G> {
    fn drop(&mut self) {
        self.exact.solver.session().store().charge(self.charged, 0);
    }
}
