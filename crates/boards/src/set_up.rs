//! Questions about a game on a board, whatever the words of its rules are: here, and only here, engines are compiled for
//! every width.

use std::ops::Range;

use ishitori_loopy::games::{Solution, Solved};
use ishitori_loopy::{Endless, LoopyOutcome, SmithValue};
use ishitori_rules::Ruleset;
use ishitori_solve::board::{Solver, solve_parallel};
use ishitori_solve::play::{PlayError, Recurring};
use ishitori_values::{Budget, BudgetTicker, Game, GameStore, LimitReached, Outcome, Player};

use rustc_hash::FxHashMap;

use crate::ast::End;
use crate::census::{Census, CensusError, Counts, Find};
use crate::game::SetUp;
use crate::geometry::Board;
use crate::nimber::{Nimber, NimberLimits, NimberSearch};
use crate::piece_count_end::{PieceCountSearch, Stopped as SearchStopped};
use crate::position::Position;
use crate::rules::{Planes, Rules};
use crate::search::{PlayConvention, Search, SearchLimits, Stopped};
use crate::with_rules;
use crate::word::Word;

/// Moves by name, with the positions after them.
pub type NamedMoves = Vec<(String, Position)>;

/// A move, where it leads, and the value there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The player who moves.
    pub player: Player,
    /// The name of the move.
    pub name: String,
    /// The position after it.
    pub to: Position,
    /// The value of that position.
    pub value: Game,
}

/// A solver of positions of one board: it remembers what it has met.
pub trait Values {
    /// The value of a position. Exponential in the worst case.
    fn value(&mut self, position: &Position, budget: &Budget) -> Result<Game, LimitReached>;
}

/// A search for outcomes of positions of one board: it remembers what it has decided.
pub trait Outcomes {
    /// The outcome of a position, and how many positions were looked into for it. Exponential in the worst case.
    fn outcome(&mut self, position: &Position) -> Result<(Outcome, u64), SearchStopped>;
}

/// Positions with numbers, which are counted in ranges.
pub trait Counting: Sync {
    /// How many numbers there are. O(1).
    fn numbers(&self) -> u64;

    /// Counts the positions of a range, and lists those that are looked for. One canonical value each.
    fn count(
        &self,
        range: Range<u64>,
        find: Option<&Find>,
        store: &GameStore,
        budget: &Budget,
    ) -> Counts;

    /// The same for misère play, by search. See [`Census::count_misere`].
    fn count_misere(&self, range: Range<u64>, budget: &Budget) -> Counts;
}

/// All positions that can be reached on a board, solved; by their numbers.
pub trait SolvedBoard {
    /// The outcome, and how it was found.
    fn solution(&self) -> &Solution;

    /// The text of a position. O(sites).
    fn text(&self, at: u32) -> String;

    /// The name of a move. O(moves).
    fn move_name(&self, from: u32, to: u32, player: Player) -> String;

    /// The moves of the first position, each with its name and the position after it. O(moves).
    fn first_moves(
        &self,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<(u32, String, Position)>, LimitReached>;
}

/// Positions of one board that can recur, in play: all that can be reached are solved once, and remembered.
pub(crate) trait RecurringPlay {
    /// The outcome, and how many positions were solved for it.
    fn outcome(
        &mut self,
        position: &Position,
        budget: &Budget,
    ) -> Result<(LoopyOutcome, usize), PlayError>;

    /// How long best play is; nothing if it has no end.
    fn length(
        &mut self,
        position: &Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError>;

    /// The Grundy value, where both players have the same moves.
    fn smith(
        &mut self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<SmithValue>, PlayError>;
}

impl<W: Word, const N: usize> Rules<W, N> {
    /// A position without its words. O(sites).
    pub(crate) fn position(&self, planes: &Planes<W, N>) -> Position {
        Position::new(self.pieces(planes).into(), self.show(planes))
    }

    /// The moves of a player by name.
    pub(crate) fn named_moves(
        &self,
        from: &Planes<W, N>,
        player: Player,
        budget: &Budget,
    ) -> Result<NamedMoves, LimitReached> {
        let moves = self.moves_within(from, player, budget)?;
        let mut all = Vec::with_capacity(moves.len());
        let (mut ticker, mut bytes) = (BudgetTicker::default(), 0);
        for (name, to) in moves {
            let to = self.position(&to);
            bytes += to.heap_bytes() + name.len() as u64 + 128;
            ticker.steps(budget, bytes, to.pieces().len())?;
            all.push((name, to));
        }
        Ok(all)
    }
}

impl SetUp {
    /// The position that the text of it meant. O(sites).
    pub fn start(&self) -> Position {
        with_rules!(self, |rules, start| rules.position(start))
    }

    /// The board. O(1).
    pub fn board(&self) -> &Board {
        with_rules!(self, |rules, _start| rules.board())
    }

    /// Whether both players have the same moves. O(1).
    pub fn is_impartial(&self) -> bool {
        with_rules!(self, |rules, _start| rules.is_impartial())
    }

    /// Where in the text the moves stand that fit nowhere on the board. O(1).
    pub fn idle(&self) -> &[Range<usize>] {
        with_rules!(self, |rules, _start| rules.idle())
    }

    /// The moves of a player, by name, with the positions after them; of several to one position the first. O(moves ·
    /// sites).
    ///
    /// ```
    /// use ishitori_boards::BoardGame;
    /// use ishitori_values::{Budget, Player};
    /// let set_up = BoardGame::named("clobber").unwrap().set_up("xo").unwrap();
    /// let moves = set_up.moves(&set_up.start(), Player::Left, &Budget::unlimited()).unwrap();
    /// assert_eq!(moves[0].1.text(), ".x");
    /// ```
    pub fn moves(
        &self,
        position: &Position,
        player: Player,
        budget: &Budget,
    ) -> Result<NamedMoves, LimitReached> {
        with_rules!(self, |rules, _start| {
            rules.named_moves(&rules.planes(position.pieces()), player, budget)
        })
    }

    /// The preferred one of the images of a position under the symmetries of the board; nothing if it is that of the
    /// negative.
    pub(crate) fn image(&self, position: &Position) -> Option<Position> {
        with_rules!(self, |rules, _start| {
            let (image, negative) = rules.image(&rules.planes(position.pieces()));
            (!negative).then(|| rules.position(&image))
        })
    }

    /// PlayConvention in which positions can recur. O(1).
    pub(crate) fn recurring<'s>(&'s self, endless: Endless) -> Box<dyn RecurringPlay + 's> {
        with_rules!(self, |rules, _start| {
            Box::new(Remembered { rules, solved: Recurring::new(endless) })
        })
    }

    /// The value of the position. Exponential in the worst case.
    pub fn value(
        &self,
        store: &GameStore,
        threads: usize,
        budget: &Budget,
    ) -> Result<Game, LimitReached> {
        Ok(self.value_and_moves(store, &[], threads, budget)?.0)
    }

    /// The value of the position, and those after the moves of some players. Exponential in the worst case.
    ///
    /// ```
    /// use ishitori_boards::BoardGame;
    /// use ishitori_values::{Budget, GameStore, Player};
    /// let store = GameStore::new();
    /// let set_up = BoardGame::named("clobber").unwrap().set_up("xxo").unwrap();
    /// let asked = set_up.value_and_moves(&store, &Player::BOTH, 1, &Budget::unlimited());
    /// let (value, moves) = asked.unwrap();
    /// assert_eq!(store.session().print(value).unwrap(), "^");
    /// assert_eq!(moves.len(), 2);
    /// ```
    pub fn value_and_moves(
        &self,
        store: &GameStore,
        players: &[Player],
        threads: usize,
        budget: &Budget,
    ) -> Result<(Game, Vec<MoveValue>), LimitReached> {
        with_rules!(self, |rules, start| {
            solve_parallel(store, rules, threads, budget, |solver| {
                let value = solver.value(start)?;
                let mut moves = Vec::new();
                for &player in players {
                    for (name, to) in rules.moves_within(start, player, budget)? {
                        let value = solver.value(&to)?;
                        moves.push(MoveValue { player, name, to: rules.position(&to), value });
                    }
                }
                Ok((value, moves))
            })
        })
    }

    /// A solver for several positions of the board. O(1).
    pub fn solver<'s>(&'s self, store: &'s GameStore) -> Box<dyn Values + 's> {
        with_rules!(self, |rules, _start| {
            Box::new(Solving { rules, solver: Solver::within(store, rules, Budget::unlimited()) })
        })
    }

    /// A search for outcomes under an end rule. O(1).
    ///
    /// ```
    /// use ishitori_boards::BoardGame;
    /// use ishitori_boards::ast::End;
    /// use ishitori_values::{Budget, GameStore, Outcome};
    /// let store = GameStore::new();
    /// let set_up = BoardGame::named("domineering").unwrap().set_up("5x5").unwrap();
    /// let mut search = set_up.search(&store, &End::Normal, Budget::unlimited());
    /// assert_eq!(search.outcome(&set_up.start()).unwrap().0, Outcome::P);
    /// ```
    pub fn search<'s>(
        &'s self,
        store: &'s GameStore,
        end: &'s End,
        budget: Budget,
    ) -> Box<dyn Outcomes + 's> {
        let play = if matches!(end, End::Misere) {
            PlayConvention::Misere
        } else {
            PlayConvention::Normal
        };
        with_rules!(self, |rules, _start| match end {
            End::PieceCount(rest) =>
                Box::new(ByPieceCount { rules, search: PieceCountSearch::new(rules, rest, budget) }),
            End::Normal | End::Misere => {
                let limits = SearchLimits::default();
                Box::new(Searching {
                    rules,
                    search: Search::new(store, rules, play, limits, budget),
                })
            }
        })
    }

    /// The nimber of the position in normal play; nothing if the players have different moves. Exponential in the worst
    /// case, see [`NimberSearch`].
    ///
    /// ```
    /// use ishitori_boards::BoardGame;
    /// use ishitori_boards::nimber::NimberLimits;
    /// use ishitori_values::Budget;
    /// let set_up = BoardGame::named("cram").unwrap().set_up("4x5").unwrap();
    /// let found = set_up.nimber(NimberLimits::default(), Budget::unlimited()).unwrap().unwrap();
    /// assert_eq!(found.nimber, 2);
    /// assert!(found.nodes > 0);
    /// ```
    pub fn nimber(&self, limits: NimberLimits, budget: Budget) -> Option<Result<Nimber, Stopped>> {
        with_rules!(self, |rules, start| {
            let mut search = NimberSearch::new(rules, limits, budget)?;
            let found = search.nimber(start);
            let (nodes, entries) = (search.nodes(), search.entries());
            Some(found.map(|nimber| Nimber { nimber, nodes, entries }))
        })
    }

    /// All fillings of the cells with some characters; those of the game if none are given. The cost of
    /// [`Census::fillings`].
    pub fn fillings<'s>(
        &'s self,
        characters: Option<&[char]>,
        budget: &Budget,
    ) -> Result<Box<dyn Counting + 's>, CensusError> {
        with_rules!(self, |rules, start| {
            Ok(Box::new(Census::fillings(rules, start, characters, budget)?))
        })
    }

    /// All positions that can be reached. The cost of [`Census::reachable`].
    pub fn reachable<'s>(&'s self, budget: &Budget) -> Result<Box<dyn Counting + 's>, CensusError> {
        with_rules!(self, |rules, start| Ok(Box::new(Census::reachable(rules, start, budget)?)))
    }

    /// All positions that can be reached, solved, where positions can recur. The cost of [`Solved::new`].
    pub fn solved<'s>(
        &'s self,
        endless: Endless,
        budget: &Budget,
    ) -> Result<Box<dyn SolvedBoard + 's>, LimitReached> {
        with_rules!(self, |rules, start| {
            let solved = Solved::new(rules, *start, endless, budget)?;
            Ok(Box::new(Numbered { rules, solved }))
        })
    }
}

struct Solving<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    solver: Solver<'s, &'s Rules<W, N>>,
}

impl<W: Word, const N: usize> Values for Solving<'_, W, N> {
    fn value(&mut self, position: &Position, budget: &Budget) -> Result<Game, LimitReached> {
        let before = self.solver.session().set_budget(budget.clone());
        let value = self.solver.value(&self.rules.planes(position.pieces()));
        self.solver.session().set_budget(before);
        value
    }
}

struct Searching<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    search: Search<'s, W, N>,
}

impl<W: Word, const N: usize> Outcomes for Searching<'_, W, N> {
    fn outcome(&mut self, position: &Position) -> Result<(Outcome, u64), SearchStopped> {
        let verdict = self.search.verdict(&self.rules.planes(position.pieces()));
        match (verdict.outcome(), verdict.stopped) {
            (Some(outcome), _) => Ok((outcome, verdict.nodes)),
            (None, Some(Stopped::Limit(limit))) => Err(limit.into()),
            // The number of nodes has no limit of its own here.
            (None, _) => Err(LimitReached::Cancelled.into()),
        }
    }
}

struct ByPieceCount<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    search: PieceCountSearch<'s, W, N>,
}

impl<W: Word, const N: usize> Outcomes for ByPieceCount<'_, W, N> {
    fn outcome(&mut self, position: &Position) -> Result<(Outcome, u64), SearchStopped> {
        let before = self.search.nodes();
        let outcome = self.search.outcome(&self.rules.planes(position.pieces()))?;
        Ok((outcome, self.search.nodes() - before))
    }
}

impl<W: Word, const N: usize> Counting for Census<'_, W, N> {
    fn numbers(&self) -> u64 {
        self.len()
    }

    fn count(
        &self,
        range: Range<u64>,
        find: Option<&Find>,
        store: &GameStore,
        budget: &Budget,
    ) -> Counts {
        Census::count(self, range, find, store, budget)
    }

    fn count_misere(&self, range: Range<u64>, budget: &Budget) -> Counts {
        Census::count_misere(self, range, budget)
    }
}

struct Numbered<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    solved: Solved<Planes<W, N>>,
}

impl<W: Word, const N: usize> SolvedBoard for Numbered<'_, W, N> {
    fn solution(&self) -> &Solution {
        &self.solved
    }

    fn text(&self, at: u32) -> String {
        self.rules.show(&self.solved.positions()[at as usize])
    }

    fn move_name(&self, from: u32, to: u32, player: Player) -> String {
        let [from, to] = [from, to].map(|at| &self.solved.positions()[at as usize]);
        self.rules.show_move(from, to, player)
    }

    fn first_moves(
        &self,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<(u32, String, Position)>, LimitReached> {
        let positions = self.solved.positions();
        let named = self.rules.moves_within(&positions[0], player, budget)?;
        let names: FxHashMap<_, _> = named.iter().map(|(name, to)| (to, name)).collect();
        let moves = self.solved.moves(0, player).iter().map(|&to| {
            let position = &positions[to as usize];
            let name = names.get(position).map(|name| name.to_string());
            let name = name.unwrap_or_else(|| self.rules.show(position));
            (to, name, self.rules.position(position))
        });
        Ok(moves.collect())
    }
}

struct Remembered<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    solved: Recurring<Planes<W, N>>,
}

impl<W: Word, const N: usize> RecurringPlay for Remembered<'_, W, N> {
    fn outcome(
        &mut self,
        position: &Position,
        budget: &Budget,
    ) -> Result<(LoopyOutcome, usize), PlayError> {
        let outcome =
            self.solved.outcome(self.rules, &self.rules.planes(position.pieces()), budget)?;
        Ok((outcome, self.solved.positions()))
    }

    fn length(
        &mut self,
        position: &Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError> {
        let planes = self.rules.planes(position.pieces());
        self.solved.length(self.rules, (&planes, player), budget)
    }

    fn smith(
        &mut self,
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<SmithValue>, PlayError> {
        self.solved.smith(self.rules, &self.rules.planes(position.pieces()), budget)
    }
}
