//! Sums of positions: who wins.

use std::fmt;
use std::str::FromStr;

use hashbrown::HashMap;
use ishitori_language::{Display, EndKind, Fault, FaultKind, Halt, Machine, Sink, TextGame, tuple};
use ishitori_values::{Budget, Outcome, Player};
use rustc_hash::FxBuildHasher;

use super::cells::Cells;
use super::grundy::Marks;
use super::recurring::is_far;
use super::sweep::Solver;
use super::{TupleEnd, TupleError};

/// A sum of positions of one game, in order.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SumPosition(Vec<Vec<i64>>);

/// A text that is not a sum of positions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a position; expected tuples joined by +, such as (2,7) or (2,7)+(1,4)")]
pub struct SumPositionError(pub String);

impl SumPosition {
    /// The sum of these positions. O(n log n).
    pub fn new(mut parts: Vec<Vec<i64>>) -> SumPosition {
        parts.sort_unstable();
        SumPosition(parts)
    }

    /// The position of a game that a text means: `3+5+7` is one position of a game on three heaps, which is played on one
    /// tuple; elsewhere `+` stands between the parts of a sum. O(length).
    ///
    /// ```
    /// use ishitori_language::{TextGame, library_game};
    /// use ishitori_solve::tuple::SumPosition;
    /// let nim = TextGame::new(library_game("nim").unwrap().source, &[]).unwrap();
    /// assert_eq!(SumPosition::of_game("3+5+7", &nim).unwrap().to_string(), "(3,5,7)");
    /// assert_eq!(SumPosition::of_game("(3,5,7)+(1,1,0)", &nim).unwrap().parts().len(), 2);
    /// ```
    pub fn of_game(text: &str, game: &TextGame) -> Result<SumPosition, SumPositionError> {
        let sum: SumPosition = text.parse()?;
        let view = game.display();
        let on_heaps = view.is_some_and(|view| {
            view.display == Display::Heap && view.coordinates.len() == game.width()
        });
        let heaps = sum.0.len() == game.width() && sum.0.iter().all(|part| part.len() == 1);
        if !(on_heaps && heaps && game.width() > 1 && !text.contains(['(', '{', '（', '｛'])) {
            return Ok(sum);
        }
        // The parts of a sum are sorted; the piles stay where they are.
        let numbers: String =
            text.chars().map(|c| if matches!(c, '+' | '＋') { ',' } else { c }).collect();
        numbers.parse()
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
        let halfwidth: String = text
            .chars()
            .map(|c| match c {
                '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
                '、' => ',',
                c => c,
            })
            .filter(|c| !c.is_whitespace())
            .collect();
        let mut parts = Vec::new();
        for part in halfwidth.split('+') {
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

/// Searches sums of positions. Keeps what it has found.
pub struct SumSearch<'g> {
    game: &'g TextGame,
    ending: TupleEnd<'g>,
    budget: Budget,
    machine: Machine<'g>,
    checker: Machine<'g>,
    /// Outcomes as numbers, `None` while a position is being searched.
    known: HashMap<SumPosition, Option<Outcome>, FxBuildHasher>,
    grundy: Option<Solver<'g, Marks>>,
    bytes: u64,
}

/// A position whose options are being looked at, one after the other.
struct Frame {
    at: SumPosition,
    player: Player,
    /// The options of the player, the next one last, with the rule that leads there.
    options: Vec<(SumPosition, usize)>,
    wins: [bool; 2],
}

impl<'g> SumSearch<'g> {
    /// A search without memory yet. O(size of the game).
    pub fn new(
        game: &'g TextGame,
        ending: TupleEnd<'g>,
        budget: &Budget,
    ) -> Result<SumSearch<'g>, TupleError> {
        let normal = match ending {
            TupleEnd::OfGame => game.end() == EndKind::Normal,
            TupleEnd::Total(table) => table.letters().iter().all(|l| *l == Outcome::P),
        };
        if matches!(ending, TupleEnd::OfGame) && game.end() == EndKind::Letter && game.has_sums() {
            return Err(TupleError::SumsNeedTotals);
        }
        let grundy = (normal && game.is_impartial())
            .then(|| Solver::new(game, Cells::sparse(game.width()), Marks::default(), budget));
        Ok(SumSearch {
            game,
            ending,
            budget: budget.clone(),
            machine: game.machine(),
            checker: game.machine(),
            known: HashMap::default(),
            grundy,
            bytes: 0,
        })
    }

    /// The budget for the rest of the computation. O(1).
    pub fn set_budget(&mut self, budget: &Budget) {
        self.budget = budget.clone();
        if let Some(solver) = &mut self.grundy {
            solver.set_budget(budget);
        }
    }

    /// How many sums have been searched. O(1).
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// Refuses tuples that are no positions, and sums where the end rule has none. O(parts).
    pub fn check(&mut self, position: &SumPosition) -> Result<(), TupleError> {
        for part in position.parts() {
            if part.len() != self.game.width() || !self.checker.contains(part)? {
                return Err(TupleError::NotAPosition { position: part.clone() });
            }
        }
        let own = matches!(self.ending, TupleEnd::OfGame) && self.game.end() == EndKind::Letter;
        if own && position.parts().len() != 1 { Err(TupleError::SumsNeedTotals) } else { Ok(()) }
    }

    /// The Grundy numbers of the parts of a sum, if the game has them; that of the sum is their
    /// nim-sum. The cost of the positions that can be reached from the parts one by one.
    pub fn grundy(&mut self, position: &SumPosition) -> Result<Option<Vec<u32>>, TupleError> {
        self.check(position)?;
        let Some(solver) = &mut self.grundy else { return Ok(None) };
        let numbers: Result<Vec<u32>, Halt> =
            position.parts().iter().map(|part| solver.solve(part)).collect();
        Ok(Some(numbers?))
    }

    /// The outcome of a sum: by Grundy numbers if there are some, else by a search through the
    /// sums that can be reached, until each player has a winning move or none.
    ///
    /// ```
    /// use ishitori_language::{TextGame, chocolate};
    /// use ishitori_solve::tuple::{TupleEnd, SumSearch};
    /// use ishitori_values::{Budget, Outcome};
    /// let game = TextGame::new(&chocolate("3"), &[]).unwrap();
    /// let mut search = SumSearch::new(&game, TupleEnd::OfGame, &Budget::unlimited()).unwrap();
    /// let sum = "(2,7)+(1,4)".parse().unwrap();
    /// assert_eq!(search.grundy(&sum).unwrap(), Some(vec![3, 5]));
    /// assert_eq!(search.outcome(&sum).unwrap(), Outcome::N);
    /// ```
    pub fn outcome(&mut self, position: &SumPosition) -> Result<Outcome, TupleError> {
        if let Some(grundy) = self.grundy(position)? {
            let sum = grundy.iter().fold(0, |sum, g| sum ^ g);
            return Ok(if sum == 0 { Outcome::P } else { Outcome::N });
        }
        if let Some(Some(known)) = self.known.get(position) {
            return Ok(*known);
        }
        self.search(position).map_err(|halt| {
            self.known.retain(|_, value| value.is_some());
            halt.into()
        })
    }

    fn search(&mut self, position: &SumPosition) -> Result<Outcome, Halt> {
        let mut stack = vec![self.frame(position.clone())?];
        let mut held = 0;
        loop {
            let frame = stack.last_mut().expect("the first frame is left last");
            let won = frame.wins[frame.player as usize];
            match frame.options.last().filter(|_| !won) {
                Some((option, rule)) => match self.known.get(option) {
                    Some(Some(outcome)) => {
                        let opponent = frame.player.opponent();
                        frame.wins[frame.player as usize] = !outcome.wins_moving_first(opponent);
                        frame.options.pop();
                    }
                    Some(None) => {
                        let (option, rule) = (option.clone(), *rule);
                        return Err(self.cycle(&stack, &option, rule).into());
                    }
                    None => {
                        let option = option.clone();
                        let size = 48 + 8 * self.game.width() as u64;
                        held += size * frame.options.len() as u64;
                        self.budget.check(self.bytes + held)?;
                        stack.push(self.frame(option)?);
                    }
                },
                None if frame.player == Player::Left => {
                    frame.player = Player::Right;
                    let at = frame.at.clone();
                    let (options, won) = self.options_or_end(&at, Player::Right)?;
                    let frame = stack.last_mut().expect("the same frame");
                    (frame.options, frame.wins[1]) = (options, won);
                }
                None => {
                    let outcome = Outcome::from_first_move_wins(frame.wins[0], frame.wins[1]);
                    let frame = stack.pop().expect("the same frame");
                    self.known.insert(frame.at, Some(outcome));
                    if stack.is_empty() {
                        return Ok(outcome);
                    }
                    let below = stack.last().map_or(0, |frame| frame.options.len());
                    let size = 48 + 8 * self.game.width() as u64;
                    held = held.saturating_sub(size * below as u64);
                }
            }
        }
    }

    fn frame(&mut self, at: SumPosition) -> Result<Frame, Halt> {
        let (options, won) = self.options_or_end(&at, Player::Left)?;
        self.bytes += 96 + at.parts().len() as u64 * (24 + 8 * self.game.width() as u64);
        self.known.insert(at.clone(), None);
        Ok(Frame { at, player: Player::Left, options, wins: [won, false] })
    }

    /// The options of a player, or whether the player wins without any.
    fn options_or_end(
        &mut self,
        at: &SumPosition,
        player: Player,
    ) -> Result<(Vec<(SumPosition, usize)>, bool), Halt> {
        let mut options = Vec::new();
        for (i, part) in at.parts().iter().enumerate() {
            if i > 0 && at.parts()[i - 1] == *part {
                continue;
            }
            let machines = (&mut self.machine, &mut self.checker);
            let moves = moves_of(self.game, machines, part, player, usize::MAX, &self.budget)?;
            options
                .extend(moves.into_iter().map(|(rule, left)| (at.with_replaced(i, &left), rule)));
        }
        let won = options.is_empty() && self.end(at)?.wins_moving_first(player);
        Ok((options, won))
    }

    fn cycle(&self, stack: &[Frame], back: &SumPosition, rule: usize) -> Fault {
        let line = stack.iter().map(|frame| &frame.at).skip_while(|at| *at != back);
        let line: Vec<&SumPosition> = line.chain([back]).collect();
        // Of sums only one part is shown.
        let single = line.iter().all(|at| at.parts().len() == 1);
        let first_part = |at: &&SumPosition| at.parts().first().cloned().unwrap_or_default();
        let cycle: Vec<Vec<i64>> =
            if single { line.iter().map(first_part).collect() } else { vec![first_part(&back)] };
        let position = cycle[0].clone();
        let kind = FaultKind::Cycle { cycle };
        Fault { position, span: self.game.rule_span(rule), kind }
    }

    /// Whether positions have Grundy numbers. O(1).
    pub fn has_grundy_numbers(&self) -> bool {
        self.grundy.is_some()
    }

    /// The letter of a sum in which the player to move has no move. O(parts).
    pub fn end(&self, position: &SumPosition) -> Result<Outcome, Halt> {
        let mut all = position.parts().iter().flatten();
        Ok(match (self.ending, position.parts()) {
            (TupleEnd::Total(table), _) => {
                table.letter(all.try_fold(0u64, |n, &c| n.checked_add(c as u64)).unwrap_or(0))
            }
            (TupleEnd::OfGame, parts) => match (self.game.end(), parts) {
                (EndKind::Misere, _) => Outcome::N,
                (EndKind::Letter, [only, ..]) => self.game.machine().letter(only)?,
                _ => Outcome::P,
            },
        })
    }
}

/// The parts that a move leaves of a part: the rule, and the positions.
pub(crate) type Left = (usize, Vec<Vec<i64>>);

/// The options of a player in one part, at most `most` of them ([`Halt::ReceiverDone`] beyond). Where positions may
/// recur, what is left may be too large to be examined.
pub(crate) fn moves_of(
    game: &TextGame,
    (machine, checker): (&mut Machine<'_>, &mut Machine<'_>),
    part: &[i64],
    player: Player,
    most: usize,
    budget: &Budget,
) -> Result<Vec<Left>, Halt> {
    let mut list = List { options: Vec::new(), most, budget };
    machine.options(part, Some(player), &mut list)?;
    let mut all = Vec::with_capacity(list.options.len());
    for (rule, coordinates) in list.options {
        let left: Vec<Vec<i64>> = coordinates.chunks(part.len()).map(<[i64]>::to_vec).collect();
        for option in &left {
            let unknown = game.loopy().is_some() && is_far(option);
            if !unknown && !checker.contains(option)? {
                return Err(Fault {
                    position: part.to_vec(),
                    span: game.rule_span(rule),
                    kind: FaultKind::Leaves { option: option.clone() },
                }
                .into());
            }
        }
        all.push((rule, left));
    }
    Ok(all)
}

struct List<'b> {
    options: Vec<(usize, Vec<i64>)>,
    most: usize,
    budget: &'b Budget,
}

impl Sink for List<'_> {
    fn option(&mut self, rule: usize, coordinates: &[i64]) -> Result<(), Halt> {
        if self.options.len() >= self.most {
            return Err(Halt::ReceiverDone);
        }
        self.options.push((rule, coordinates.to_vec()));
        Ok(())
    }

    fn tick(&mut self) -> Result<(), Halt> {
        self.budget.check(self.options.len() as u64 * 64)?;
        Ok(())
    }
}
