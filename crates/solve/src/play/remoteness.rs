//! Remoteness: the number of moves of a play in which the winner hurries and the loser holds out.
//!
//! A position without moves has remoteness 0. A player who wins moves to the lost position of least remoteness, one who loses
//! to the position of largest remoteness; each move counts one (Steinhaus 1925; Smith, *Graphs and composite games*, 1966;
//! *Winning Ways*, chapter 9). Remoteness decides sums in which both players move in every part at once.

use ishitori_loopy::GameResult;
use ishitori_values::{Budget, BudgetTicker, Player};
use rustc_hash::FxHashMap;

use super::game::{Move, PlayError, Playable};
use super::judge::Judge;
use super::line::Line;

/// How a play ends for the player who moves first, and after how many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remoteness {
    /// How it ends for the player to move.
    pub ending: GameResult,
    /// The moves until then; none if play never ends.
    pub moves: Option<u32>,
}

/// The remoteness of the positions of a game.
///
/// ```
/// use ishitori_loopy::GameResult;
/// use ishitori_rules::{end::EndRule, heap::HeapRule};
/// use ishitori_solve::ending::SumRule;
/// use ishitori_solve::play::{HeapGame, Heaps, RemotenessSearch};
/// use ishitori_values::{Budget, Player};
/// let (rule, end): (HeapRule, EndRule) = ("nim".parse().unwrap(), EndRule::normal());
/// let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
/// let mut search = RemotenessSearch::new(game);
/// let heaps = Heaps::new(vec![1, 2, 3]);
/// let found = search.remoteness(&heaps, Player::Left, &Budget::unlimited()).unwrap();
/// assert_eq!((found.ending, found.moves), (GameResult::Loss, Some(6)));
/// ```
pub struct RemotenessSearch<G: Playable> {
    judge: Judge<G>,
    /// For Left and Right to move; `Searched` while a position is being searched.
    known: FxHashMap<G::Position, [Known; 2]>,
    ticker: BudgetTicker,
    /// Bytes on the stack and in lists of moves, while a search goes on.
    held: u64,
}

/// Known facts about a position and the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Searched,
    Found { wins: bool, moves: u32 },
}

/// The approximate stack use of a recursive step.
const STEP_BYTES: u64 = 1024;

impl<G: Playable> RemotenessSearch<G> {
    /// Nothing is known yet. O(1).
    pub fn new(game: G) -> RemotenessSearch<G> {
        let known = FxHashMap::default();
        RemotenessSearch {
            judge: Judge::new(game),
            known,
            ticker: BudgetTicker::default(),
            held: 0,
        }
    }

    /// The game. O(1).
    pub fn game(&self) -> &G {
        self.judge.game()
    }

    /// The judge, who remembers who wins. O(1).
    pub fn judge(&mut self) -> &mut Judge<G> {
        &mut self.judge
    }

    /// The remoteness of a position in which `player` is to move, after an even number of moves. The cost of all
    /// moves of all positions that can be reached.
    pub fn remoteness(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Remoteness, PlayError> {
        if G::RECURS && self.game().endless().is_some() {
            let (outcome, _) = self.judge.outcome(position, budget)?;
            let moves = self.judge.length(position, player, budget)?;
            return Ok(Remoteness { ending: outcome.moving_first(player), moves });
        }
        let found = self.search(&self.game().canonical(position), player, budget);
        self.held = 0;
        if found.is_err() {
            for known in self.known.values_mut().flatten() {
                if *known == Known::Searched {
                    *known = Known::Nothing;
                }
            }
        }
        let (wins, moves) = found?;
        let ending = if wins { GameResult::Win } else { GameResult::Loss };
        Ok(Remoteness { ending, moves: Some(moves) })
    }

    /// The moves of `player` by which the play has the remoteness of the position: the quickest wins, or the longest
    /// resistance. None where no move is left, or where play never ends. After an even number of moves. The
    /// cost of [`remoteness`](RemotenessSearch::remoteness).
    pub fn best_moves(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<Move<G::Position>>, PlayError> {
        let own = self.remoteness(position, player, budget)?;
        let Some(next) = own.moves.and_then(|moves| moves.checked_sub(1)) else {
            return Ok(Vec::new());
        };
        let wanted = Remoteness { ending: own.ending.for_opponent(), moves: Some(next) };
        let answers = self.answers(player);
        let mut best = Vec::new();
        for option in self.judge.moves(position, player, budget)? {
            if self.remoteness(&option.position, answers, budget)? == wanted {
                best.push(option);
            }
        }
        Ok(best)
    }

    /// A play of that length from a position in which `first` moves first, cut after `most` moves: always the first of the
    /// [`best_moves`](RemotenessSearch::best_moves). Empty where play never ends. The cost of
    /// [`remoteness`](RemotenessSearch::remoteness), and of the moves on the way.
    pub fn line(
        &mut self,
        position: &G::Position,
        first: Player,
        most: usize,
        budget: &Budget,
    ) -> Result<Line<G::Position>, PlayError> {
        let own = self.remoteness(position, first, budget)?;
        let mut line = Line { moves: Vec::new(), winner: None };
        let (mut player, mut part) = (first, first);
        while line.moves.len() < most {
            let last = line.moves.last().map_or(position, |(_, played)| &played.position).clone();
            let Some(next) = self.best_moves(&last, part, budget)?.into_iter().next() else {
                break;
            };
            line.moves.push((player, next));
            (player, part) = (player.opponent(), self.answers(part));
        }
        if own.moves == u32::try_from(line.moves.len()).ok() {
            line.winner = match own.ending {
                GameResult::Win => Some(first),
                GameResult::Draw => None,
                GameResult::Loss => Some(first.opponent()),
            };
        }
        Ok(line)
    }

    /// The part that the opponent of `player` has after a move.
    fn answers(&self, player: Player) -> Player {
        if self.game().moves_exchange_players() { player } else { player.opponent() }
    }

    fn search(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<(bool, u32), PlayError> {
        match self.known.get(position).map_or(Known::Nothing, |known| known[player as usize]) {
            Known::Found { wins, moves } => return Ok((wins, moves)),
            Known::Searched => {
                return Err(PlayError::Cycle { position: position.to_string() });
            }
            Known::Nothing => {}
        }
        let each = 128 + 2 * (size_of::<G::Position>() as u64 + self.game().heap_bytes(position));
        let bytes = self.known.len() as u64 * each + self.held;
        self.ticker.steps(budget, bytes, 1 + each as usize / 256)?;
        self.learn(position, player, Known::Searched);
        let options = self.judge.moves(position, player, budget)?;
        let (mut shortest, mut longest) = (None, None);
        if options.is_empty() {
            let wins = self.game().end(position)?.wins_moving_first(player);
            *(if wins { &mut shortest } else { &mut longest }) = Some(0);
        }
        let held = STEP_BYTES + each * options.len() as u64;
        self.held += held;
        let answers = self.answers(player);
        for option in options {
            let next = self.game().canonical(&option.position);
            let (lost, moves) =
                stacker::maybe_grow(64 << 10, 1 << 20, || self.search(&next, answers, budget))?;
            let moves = moves + 1;
            match lost {
                false => shortest = Some(shortest.map_or(moves, |known: u32| known.min(moves))),
                true => longest = Some(longest.map_or(moves, |known: u32| known.max(moves))),
            }
        }
        self.held -= held;
        let wins = shortest.is_some();
        let moves = shortest.or(longest).unwrap_or(0);
        self.learn(position, player, Known::Found { wins, moves });
        Ok((wins, moves))
    }

    fn learn(&mut self, position: &G::Position, player: Player, known: Known) {
        let entry = self.known.entry(position.clone()).or_insert([Known::Nothing; 2]);
        entry[player as usize] = known;
        // Left and Right have the same play.
        if self.judge.game().is_impartial() {
            entry[player.opponent() as usize] = known;
        }
    }
}
