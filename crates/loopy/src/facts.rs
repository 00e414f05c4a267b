//! Facts about loopy games: outcomes, degrees, varieties, kinds.

use ishitori_values::{Dyadic, LimitReached, Player};

use crate::components::components;
use crate::order::Local;
use crate::outcome::LoopyOutcome;
use crate::retrograde::GameResult;
use crate::store::{Loopy, LoopyStore, Vertex};

/// Why a stopper has no variety.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoVariety {
    /// Its degree is not an idempotent.
    Degree,
    /// The variety for upsums is not that for downsums.
    Unstable,
}

impl LoopyStore<'_> {
    /// The outcome class. Left wins outright if she does with endless plays counted for Right (in the offside),
    /// and loses if she does with endless plays counted for her (in the onside). O(followers).
    ///
    /// ```
    /// use ishitori_loopy::calculator::Calculator;
    /// let store = ishitori_values::GameStore::new();
    /// let mut calculator = Calculator::new(&store);
    /// let outcome = calculator.eval("Outcome(a{1||a|-1})").unwrap();
    /// assert_eq!(calculator.show(&outcome).unwrap(), "NHat");
    /// ```
    pub fn outcome(&mut self, value: Loopy) -> Result<LoopyOutcome, LimitReached> {
        let negative = self.negative_vertex(value.offside)?;
        let zero = self.zero().onside;
        // Whether one who likes endless plays survives.
        let mut survives =
            |v: Vertex, first: bool| self.survives(&mut Local::default(), (v.0, zero.0, first));
        let ending =
            |first_survives: bool, second_survives: bool| match (first_survives, second_survives) {
                (false, _) => GameResult::Loss,
                (true, false) => GameResult::Win,
                (true, true) => GameResult::Draw,
            };
        let left = ending(survives(value.onside, true)?, survives(negative, false)?);
        let right = ending(survives(negative, true)?, survives(value.onside, false)?);
        Ok(LoopyOutcome::new(left, right))
    }

    /// The degree of a stopper: the onside of G − G (Siegel, CGT, VI.5). The cost of a sum.
    pub fn degree(&mut self, v: Vertex) -> Result<Vertex, LimitReached> {
        let negative = self.negative_vertex(v)?;
        self.upsum(v, negative)
    }

    /// Whether v + v = v. The cost of a sum.
    pub fn is_idempotent(&mut self, v: Vertex) -> Result<bool, LimitReached> {
        Ok(self.upsum(v, v)? == v && self.downsum(v, v)? == v)
    }

    /// The varieties of a stopper for upsums and for downsums, with D its degree: G ⊕ (−G ⊖ D) as far
    /// as the first is concerned, upsums written ⊕ and −G − D taken as a downsum. None if the degree is
    /// not an idempotent. The cost of a few sums.
    pub fn varieties(&mut self, v: Vertex) -> Result<Option<[Vertex; 2]>, LimitReached> {
        let degree = self.degree(v)?;
        if !self.is_idempotent(degree)? {
            return Ok(None);
        }
        let (minus, minus_degree) = (self.negative_vertex(v)?, self.negative_vertex(degree)?);
        let lower = self.downsum(minus, minus_degree)?;
        let upper = self.upsum(minus, degree)?;
        Ok(Some([self.upsum(v, lower)?, self.downsum(v, upper)?]))
    }

    /// The variety of a stopper, if both of [`LoopyStore::varieties`] are the same.
    pub fn variety(&mut self, v: Vertex) -> Result<Result<Vertex, NoVariety>, LimitReached> {
        Ok(match self.varieties(v)? {
            None => Err(NoVariety::Degree),
            Some([up, down]) if up == down => Ok(up),
            Some(_) => Err(NoVariety::Unstable),
        })
    }

    /// Whether all cycles of a simplified game are passes: edges from a vertex to itself. O(followers).
    pub fn is_plumtree(&mut self, v: Vertex) -> Result<bool, LimitReached> {
        let graph = self.graph(v)?;
        let edges = |v: usize| graph[v].iter().flatten().map(|w| *w as usize);
        Ok(components(graph.len(), edges).iter().all(|component| component.len() == 1))
    }

    /// The number next to which a stopper is: that of both its stops. The cost of its stops.
    pub fn next_number(&mut self, v: Vertex) -> Result<Option<Dyadic>, LimitReached> {
        let mut numbers = Vec::new();
        for player in Player::BOTH {
            let Some(stop) = self.stop(v, player)? else { return Ok(None) };
            let Some(stop) = self.pseudonumber(stop)? else { return Ok(None) };
            numbers.push(stop.number().cloned());
        }
        let right = numbers.pop().flatten();
        let left = numbers.pop().flatten();
        Ok(if left == right { left } else { None })
    }
}
