//! Sums of positions: who wins, and by which moves.

use std::fmt;
use std::str::FromStr;

use hashbrown::HashMap;
use ishitori_language::{EndKind, Fault, FaultKind, Game, Halt, Machine, Sink, tuple};
use ishitori_values::{Budget, Outcome, Player};
use rustc_hash::FxBuildHasher;

use super::cells::Cells;
use super::grundy::Marks;
use super::sweep::Solver;
use super::{Ending, TupleError};

/// A sum of positions of one game, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SumPosition(Vec<Vec<i64>>);

/// A text that is not a sum of positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a position; tuples with + between them are accepted, such as (2,7) or (2,7)+(1,4)"
)]
pub struct SumPositionError(pub String);

impl SumPosition {
    /// The sum of these positions. O(n log n).
    pub fn new(mut parts: Vec<Vec<i64>>) -> SumPosition {
        parts.sort_unstable();
        SumPosition(parts)
    }

    /// The parts, in order. O(1).
    pub fn parts(&self) -> &[Vec<i64>] {
        &self.0
    }

    fn with_replaced(&self, at: usize, by: &[Vec<i64>]) -> SumPosition {
        let mut parts = self.0.clone();
        parts.remove(at);
        parts.extend_from_slice(by);
        SumPosition::new(parts)
    }
}

impl FromStr for SumPosition {
    type Err = SumPositionError;

    /// Reads `(2,7)`, `2,7`, `{2,7}+{1,4}` or `5+3`; full-width characters are accepted. O(length).
    fn from_str(text: &str) -> Result<Self, SumPositionError> {
        let error = || SumPositionError(text.to_string());
        let narrow: String = text
            .chars()
            .map(|c| match c {
                '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
                '、' => ',',
                c => c,
            })
            .filter(|c| !c.is_whitespace())
            .collect();
        let mut parts = Vec::new();
        for part in narrow.split('+') {
            let inner = match part.strip_prefix('(').or_else(|| part.strip_prefix('{')) {
                Some(rest) => rest.strip_suffix([')', '}']).ok_or_else(error)?,
                None => part,
            };
            let numbers: Result<Vec<i64>, _> = inner
                .split(',')
                .map(|n| n.parse::<i64>().ok().filter(|n| *n >= 0).ok_or_else(error))
                .collect();
            parts.push(numbers?);
        }
        Ok(SumPosition::new(parts))
    }
}

impl fmt::Display for SumPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(|p| tuple(p)).collect();
        f.write_str(&parts.join("+"))
    }
}

/// A move in a sum that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumMove {
    /// The part that is changed.
    pub part: Vec<i64>,
    /// What it becomes.
    pub left: Vec<Vec<i64>>,
    /// The position after the move.
    pub position: SumPosition,
    /// Who wins by it, moving first.
    pub players: Vec<Player>,
}

/// Searches sums of positions. Keeps what it has found.
pub struct SumSearch<'g> {
    game: &'g Game,
    ending: Ending<'g>,
    budget: &'g Budget,
    machine: Machine<'g>,
    checker: Machine<'g>,
    /// Outcomes as numbers, `None` while a position is being searched.
    known: HashMap<SumPosition, Option<Outcome>, FxBuildHasher>,
    grundy: Option<Solver<'g, Marks>>,
    bytes: u64,
}

impl<'g> SumSearch<'g> {
    /// A search without memory yet. O(size of the game).
    pub fn new(
        game: &'g Game,
        ending: Ending<'g>,
        budget: &'g Budget,
    ) -> Result<SumSearch<'g>, TupleError> {
        let normal = match ending {
            Ending::OfGame => game.end() == EndKind::Normal,
            Ending::Total(table) => table.letters().iter().all(|l| *l == Outcome::P),
        };
        if matches!(ending, Ending::OfGame) && game.end() == EndKind::Letter && game.has_sums() {
            return Err(TupleError::SumsNeedTotals);
        }
        let grundy = (normal && game.is_impartial())
            .then(|| Solver::new(game, Cells::sparse(game.width()), Marks::default(), budget));
        Ok(SumSearch {
            game,
            ending,
            budget,
            machine: game.machine(),
            checker: game.machine(),
            known: HashMap::default(),
            grundy,
            bytes: 0,
        })
    }

    /// Refuses tuples that are no positions, and sums where the end rule has none.
    fn check(&mut self, position: &SumPosition) -> Result<(), TupleError> {
        for part in position.parts() {
            if part.len() != self.game.width() || !self.checker.contains(part)? {
                return Err(TupleError::NotAPosition { position: part.clone() });
            }
        }
        let own = matches!(self.ending, Ending::OfGame) && self.game.end() == EndKind::Letter;
        if own && position.parts().len() != 1 { Err(TupleError::SumsNeedTotals) } else { Ok(()) }
    }

    /// The Grundy number of a sum, if the game has them: the nim-sum of those of its parts. The
    /// cost of the positions that can be reached from the parts one by one.
    pub fn grundy(&mut self, position: &SumPosition) -> Result<Option<u32>, TupleError> {
        self.check(position)?;
        let Some(solver) = &mut self.grundy else { return Ok(None) };
        let mut sum = 0;
        for part in position.parts() {
            sum ^= solver.solve(part)?;
        }
        Ok(Some(sum))
    }

    /// The outcome of a sum: by Grundy numbers if there are some, else by a search through all
    /// sums that can be reached.
    ///
    /// ```
    /// use ishitori_language::{Game, chocolate};
    /// use ishitori_solve::tuple::{Ending, SumSearch};
    /// use ishitori_values::{Budget, Outcome};
    /// let game = Game::new(&chocolate("3"), &[]).unwrap();
    /// let budget = Budget::unlimited();
    /// let mut search = SumSearch::new(&game, Ending::OfGame, &budget).unwrap();
    /// let sum = "(2,7)+(1,4)".parse().unwrap(); // 5 and 3
    /// assert_eq!(search.outcome(&sum).unwrap(), Outcome::N);
    /// assert_eq!(search.winning_moves(&sum).unwrap().len(), 1);
    /// ```
    pub fn outcome(&mut self, position: &SumPosition) -> Result<Outcome, TupleError> {
        if let Some(grundy) = self.grundy(position)? {
            return Ok(if grundy == 0 { Outcome::P } else { Outcome::N });
        }
        self.search(position).map_err(|halt| {
            self.known.retain(|_, value| value.is_some());
            halt.into()
        })
    }

    fn search(&mut self, position: &SumPosition) -> Result<Outcome, Halt> {
        let mut stack = vec![(position.clone(), false)];
        while let Some((at, entered)) = stack.last().cloned() {
            if !entered && matches!(self.known.get(&at), Some(Some(_))) {
                stack.pop();
                continue;
            }
            self.budget.check(self.bytes)?;
            let mut wins = [false; 2];
            let mut needed: Vec<(SumPosition, usize)> = Vec::new();
            for player in Player::BOTH {
                let options = self.options(&at, player)?;
                if options.is_empty() {
                    wins[player as usize] = self.end(&at)?.wins_moving_first(player);
                }
                for (_, _, option, rule) in options {
                    match self.known.get(&option) {
                        Some(Some(outcome)) => {
                            wins[player as usize] |= !outcome.wins_moving_first(player.opponent());
                        }
                        Some(None) => {
                            let position = option.parts().first().cloned().unwrap_or_default();
                            let span = self.game.rule_span(rule);
                            let cycle = vec![position.clone()];
                            let kind = FaultKind::Cycle { cycle };
                            return Err(Fault { position, span, kind }.into());
                        }
                        None => needed.push((option, rule)),
                    }
                }
            }
            let last = stack.len() - 1;
            if needed.is_empty() {
                let outcome = Outcome::from_first_move_wins(wins[0], wins[1]);
                self.known.insert(at, Some(outcome));
                stack.pop();
                continue;
            }
            self.bytes += 96 + at.parts().len() as u64 * (24 + 8 * self.game.width() as u64);
            self.known.insert(at, None);
            stack[last].1 = true;
            needed.sort_unstable();
            needed.dedup_by(|a, b| a.0 == b.0);
            stack.extend(needed.into_iter().map(|(option, _)| (option, false)));
        }
        Ok(self.known.get(position).copied().flatten().expect("the search ends with an answer"))
    }

    /// The moves that win for the player who makes them, for either player moving first. The cost
    /// of the outcome.
    pub fn winning_moves(&mut self, position: &SumPosition) -> Result<Vec<SumMove>, TupleError> {
        self.check(position)?;
        let mut moves: Vec<SumMove> = Vec::new();
        for player in Player::BOTH {
            for (part, left, option, _) in self.options(position, player)? {
                if self.outcome(&option)?.wins_moving_first(player.opponent()) {
                    continue;
                }
                match moves.iter_mut().find(|m| m.position == option) {
                    Some(known) if known.players.contains(&player) => {}
                    Some(known) => known.players.push(player),
                    None => {
                        let players = vec![player];
                        moves.push(SumMove { part, left, position: option, players });
                    }
                }
            }
        }
        Ok(moves)
    }

    /// (part, what it becomes, position, rule) for every move of a player.
    #[allow(clippy::type_complexity)]
    fn options(
        &mut self,
        position: &SumPosition,
        player: Player,
    ) -> Result<Vec<(Vec<i64>, Vec<Vec<i64>>, SumPosition, usize)>, Halt> {
        let width = self.game.width();
        let mut all = Vec::new();
        for (at, part) in position.parts().iter().enumerate() {
            if at > 0 && position.parts()[at - 1] == *part {
                continue;
            }
            let mut list = List { options: Vec::new(), budget: self.budget };
            self.machine.options(part, Some(player), &mut list)?;
            for (rule, coordinates) in list.options {
                let left: Vec<Vec<i64>> = coordinates.chunks(width).map(<[i64]>::to_vec).collect();
                for option in &left {
                    if !self.checker.contains(option)? {
                        return Err(Fault {
                            position: part.clone(),
                            span: self.game.rule_span(rule),
                            kind: FaultKind::Leaves { option: option.clone() },
                        }
                        .into());
                    }
                }
                all.push((part.clone(), left.clone(), position.with_replaced(at, &left), rule));
            }
        }
        Ok(all)
    }

    fn end(&mut self, position: &SumPosition) -> Result<Outcome, Halt> {
        let mut all = position.parts().iter().flatten();
        Ok(match (self.ending, position.parts()) {
            (Ending::Total(table), _) => {
                table.letter(all.try_fold(0u64, |n, &c| n.checked_add(c as u64)).unwrap_or(0))
            }
            (Ending::OfGame, [only, ..]) => self.checker.letter(only)?,
            (Ending::OfGame, []) => Outcome::P,
        })
    }
}

struct List<'b> {
    options: Vec<(usize, Vec<i64>)>,
    budget: &'b Budget,
}

impl Sink for List<'_> {
    fn option(&mut self, rule: usize, coordinates: &[i64]) -> Result<(), Halt> {
        self.options.push((rule, coordinates.to_vec()));
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.budget.check(self.options.len() as u64 * 64)?;
        Ok(())
    }
}
