//! The outcome of a position, and of every move.

use std::ops::ControlFlow;

use ishitori_loopy::{GameResult, LoopyOutcome};
use ishitori_values::{Budget, BudgetTicker, Outcome, Player};
use rustc_hash::FxHashMap;

use super::MAX_MOVES;
use super::game::{Change, Method, Move, PlayError, Playable};

/// A game and what is known about its positions.
pub struct Judge<G: Playable> {
    game: G,
    /// Outcomes, `None` while a position is being searched.
    known: FxHashMap<G::Position, Option<Outcome>>,
    ticker: BudgetTicker,
    /// Bytes on the stack and in lists of moves, while a search goes on.
    held: u64,
}

/// Known facts about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The outcome class, after the moves that have been played.
    pub outcome: LoopyOutcome,
    /// How it is known.
    pub method: Method,
    /// The Grundy numbers of the parts under normal play, where the game has them.
    pub grundy: Option<Vec<u32>>,
    /// The value in canonical form, where the game has values.
    pub value: Option<String>,
}

/// A position with all its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<P> {
    /// The position.
    pub facts: Facts,
    /// Its options, each position once; only some of them if there are very many, those by which a
    /// player wins first.
    pub options: Vec<OptionFacts<P>>,
    /// Whether there are more options than listed.
    pub shortened: bool,
    /// How many options there are, if that is known.
    pub count: Option<u64>,
}

/// An option of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionFacts<P> {
    /// A move that leads there.
    pub change: Change,
    /// Where it leads.
    pub position: P,
    /// The players who can move there.
    pub players: Vec<Player>,
    /// The players who win by moving there.
    pub winners: Vec<Player>,
    /// The players who draw by moving there: neither can win any more.
    pub drawers: Vec<Player>,
    /// Known facts about it.
    pub facts: Facts,
    /// The players who lose by moving there, each with a move by which the opponent then wins; empty if the
    /// opponent wins without a move, or if there are too many options to look.
    pub answers: Vec<(Player, P)>,
}

/// The options of each kind that are listed when there are too many.
const FEW: usize = 12;

/// Moves with the positions that they lead to, as a list of options names them.
type Keyed<P> = Vec<(P, Move<P>)>;

/// The approximate stack use of a recursive step.
const STEP_BYTES: u64 = 1024;

/// The most options of a position for which answers are looked up.
const ANSWERED: usize = 64;

impl<G: Playable> Judge<G> {
    /// A judge who knows nothing yet. O(1).
    pub fn new(game: G) -> Judge<G> {
        Judge { game, known: FxHashMap::default(), ticker: BudgetTicker::default(), held: 0 }
    }

    /// The game. O(1).
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The moves of a player, each once. O(moves).
    pub fn moves(
        &self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<Move<G::Position>>, PlayError> {
        self.refuse_many(position)?;
        let each = 2 * self.weight(position);
        let mut moves: Vec<Move<G::Position>> = Vec::new();
        let mut ticker = BudgetTicker::default();
        let mut trouble = None;
        self.game.for_each_move(position, player, budget, &mut |change, position| {
            if moves.len() == MAX_MOVES {
                trouble = Some(PlayError::TooManyMoves { limit: MAX_MOVES });
                return ControlFlow::Break(());
            }
            moves.push(Move { change, position });
            if let Err(limit) = ticker.step(budget, each * moves.len() as u64) {
                trouble = Some(limit.into());
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        })?;
        if let Some(trouble) = trouble {
            return Err(trouble);
        }
        let mut seen = rustc_hash::FxHashSet::default();
        moves.retain(|m| seen.insert(m.change.clone()));
        Ok(moves)
    }

    /// Refuses a position that is known to have too many options to list. O(parts).
    fn refuse_many(&self, position: &G::Position) -> Result<(), PlayError> {
        match self.game.count_options(position) {
            Some(count) if count > MAX_MOVES as u64 => {
                Err(PlayError::TooManyMoves { limit: MAX_MOVES })
            }
            _ => Ok(()),
        }
    }

    /// Some moves of a player who has too many to list: those that are known to win, and the first
    /// ones. An error if the game does not know which moves win.
    fn some_moves(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<Move<G::Position>>, PlayError> {
        let too_many = || PlayError::TooManyMoves { limit: MAX_MOVES };
        let mut moves =
            self.game.known_wins(position, player, FEW, budget)?.ok_or_else(too_many)?;
        let wins = moves.len();
        let first = self.game.for_each_move(position, player, budget, &mut |change, position| {
            moves.push(Move { change, position });
            match moves.len() == wins + FEW {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        match first {
            Ok(()) | Err(PlayError::TooManyMoves { .. }) => Ok(moves),
            Err(error) => Err(error),
        }
    }

    /// A move by which `player` wins, after an odd or even number of moves.
    pub(super) fn winning_move(
        &mut self,
        position: &G::Position,
        player: Player,
        odd: bool,
        budget: &Budget,
    ) -> Result<Option<Move<G::Position>>, PlayError> {
        let part = self.part(player, odd);
        let moves = match self.moves_within(position, player, budget, 0) {
            Err(PlayError::TooManyMoves { .. }) => {
                let known = self.game.known_wins(position, part, 1, budget)?;
                return Ok(known.and_then(|moves| moves.into_iter().next()));
            }
            moves => moves?,
        };
        for (_, option) in moves {
            let (outcome, _) = self.outcome(&option.position, budget)?;
            if self.wins_by_moving_to(outcome, part) {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }

    /// The moves of a player, each position that they lead to once, within a budget. `held` bytes
    /// are in use besides.
    fn moves_within(
        &self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
        held: u64,
    ) -> Result<Keyed<G::Position>, PlayError> {
        self.refuse_many(position)?;
        let each = self.weight(position);
        let mut moves: Keyed<G::Position> = Vec::new();
        let mut places = rustc_hash::FxHashSet::default();
        let mut ticker = BudgetTicker::default();
        let mut trouble = None;
        self.game.for_each_option(position, player, budget, &mut |change, position| {
            let key = self.game.listed(&position);
            if places.insert(key.clone()) {
                moves.push((key, Move { change, position }));
            }
            let bytes = held + 4 * each * moves.len() as u64;
            if moves.len() > MAX_MOVES {
                trouble = Some(PlayError::TooManyMoves { limit: MAX_MOVES });
            } else if let Err(limit) = ticker.steps(budget, bytes, 1 + each as usize / 256) {
                trouble = Some(limit.into());
            }
            if trouble.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        trouble.map_or(Ok(moves), Err)
    }

    /// About how many bytes a position takes.
    fn weight(&self, position: &G::Position) -> u64 {
        64 + size_of::<G::Position>() as u64 + self.game.heap_bytes(position)
    }

    /// The outcome class of a position after an even number of moves, by the theory of the game or
    /// by a search through all followers.
    pub fn outcome(
        &mut self,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<(LoopyOutcome, Method), PlayError> {
        if G::RECURS
            && let Some(found) = self.game.recurring(position, budget)?
        {
            return Ok(found);
        }
        if let Some((outcome, method)) = self.game.shortcut(position, budget)? {
            return Ok((outcome.into(), method));
        }
        let found = self.search(&self.game.canonical(position), budget);
        self.held = 0;
        if found.is_err() {
            self.known.retain(|_, outcome| outcome.is_some());
        }
        let outcome = found?;
        Ok((outcome.into(), Method::Search { positions: self.known.len() }))
    }

    fn search(&mut self, position: &G::Position, budget: &Budget) -> Result<Outcome, PlayError> {
        match self.known.get(position) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err(PlayError::Cycle { position: position.to_string() }),
            None => {}
        }
        let each = 2 * self.weight(position);
        let bytes = self.known.len() as u64 * each + self.held;
        self.ticker.steps(budget, bytes, 1 + each as usize / 256)?;
        self.known.insert(position.clone(), None);
        let mut wins = [false; 2];
        for player in Player::BOTH {
            let moves = self.moves(position, player, budget)?;
            let won = &mut wins[player as usize];
            if moves.is_empty() {
                *won = self.game.end(position)?.wins_moving_first(player);
            }
            let held = STEP_BYTES + each * moves.len() as u64;
            self.held += held;
            for option in moves {
                let next = self.game.canonical(&option.position);
                let found = stacker::maybe_grow(64 << 10, 1 << 20, || self.search(&next, budget))?;
                if self.wins_by_moving_to(found.into(), player) {
                    *won = true;
                    break;
                }
            }
            self.held -= held;
        }
        let outcome = Outcome::from_first_move_wins(wins[0], wins[1]);
        self.known.insert(position.clone(), Some(outcome));
        Ok(outcome)
    }

    /// Whether `player` has won by moving to a position of this outcome, both counted as after an
    /// even number of moves. O(1).
    pub fn wins_by_moving_to(&self, outcome: LoopyOutcome, player: Player) -> bool {
        self.after(outcome, player) == GameResult::Win
    }

    /// How it ends for `player` who moves to a position of this outcome.
    fn after(&self, outcome: LoopyOutcome, player: Player) -> GameResult {
        let answers = match self.game.moves_exchange_players() {
            false => player.opponent(),
            true => player,
        };
        outcome.moving_first(answers).for_opponent()
    }

    /// The player whose part `player` has after an odd or even number of moves. O(1).
    pub fn part(&self, player: Player, odd: bool) -> Player {
        if odd && self.game.moves_exchange_players() { player.opponent() } else { player }
    }

    /// Known facts about a position after an odd or even number of moves.
    pub fn facts(
        &mut self,
        position: &G::Position,
        odd: bool,
        budget: &Budget,
    ) -> Result<Facts, PlayError> {
        let (outcome, method) = self.outcome(position, budget)?;
        let swap = odd && self.game.moves_exchange_players();
        let outcome = if swap { outcome.exchanged() } else { outcome };
        let grundy = self.game.grundy(position, budget)?;
        let value = self.game.value_text(position, budget)?;
        Ok(Facts { outcome, method, grundy, value })
    }

    /// The winner, if `player` is to move and cannot. O(moves).
    pub fn winner(
        &self,
        position: &G::Position,
        player: Player,
        odd: bool,
        budget: &Budget,
    ) -> Result<Option<Player>, PlayError> {
        let mut any = false;
        self.game.for_each_move(position, player, budget, &mut |_, _| {
            any = true;
            ControlFlow::Break(())
        })?;
        if any {
            return Ok(None);
        }
        let wins = self.game.end(position)?.wins_moving_first(self.part(player, odd));
        Ok(Some(if wins { player } else { player.opponent() }))
    }

    /// The moves by which `player` wins, after an odd or even number of moves. Of a position with too
    /// many moves to list some of them, if the game knows them; none only if no move wins. Where positions recur, those that
    /// win soonest come first: a win that is only kept never comes.
    pub fn winning_moves(
        &mut self,
        position: &G::Position,
        player: Player,
        odd: bool,
        budget: &Budget,
    ) -> Result<Vec<Move<G::Position>>, PlayError> {
        let moves = self.moves_to(GameResult::Win, position, player, odd, budget)?;
        if !G::RECURS || self.game.endless().is_none() {
            return Ok(moves);
        }
        let mut by_length = Vec::with_capacity(moves.len());
        for option in moves {
            let length = self.length(&option.position, player.opponent(), budget)?;
            by_length.push((length.unwrap_or(u32::MAX), option));
        }
        by_length.sort_by_key(|(length, _)| *length);
        Ok(by_length.into_iter().map(|(_, option)| option).collect())
    }

    /// The moves after which neither player can win any more.
    pub fn drawing_moves(
        &mut self,
        position: &G::Position,
        player: Player,
        odd: bool,
        budget: &Budget,
    ) -> Result<Vec<Move<G::Position>>, PlayError> {
        match self.game.endless().filter(|_| G::RECURS) {
            Some(_) => self.moves_to(GameResult::Draw, position, player, odd, budget),
            None => Ok(Vec::new()),
        }
    }

    /// The moves after which it ends so for `player`.
    fn moves_to(
        &mut self,
        ending: GameResult,
        position: &G::Position,
        player: Player,
        odd: bool,
        budget: &Budget,
    ) -> Result<Vec<Move<G::Position>>, PlayError> {
        let part = self.part(player, odd);
        let mut found = Vec::new();
        let moves = match self.moves(position, player, budget) {
            Err(many @ PlayError::TooManyMoves { .. }) => {
                return self.game.known_wins(position, part, FEW, budget)?.ok_or(many);
            }
            moves => moves?,
        };
        for option in moves {
            let (outcome, _) = self.outcome(&option.position, budget)?;
            if self.after(outcome, part) == ending {
                found.push(option);
            }
        }
        Ok(found)
    }

    /// How many moves best play takes if `player` is to move, where the game knows it.
    pub fn length(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError> {
        if G::RECURS { self.game.length(position, player, budget) } else { Ok(None) }
    }

    /// The position with all its options, before any move.
    pub fn analyse(
        &mut self,
        position: &G::Position,
        budget: &Budget,
    ) -> Result<Analysis<G::Position>, PlayError> {
        let facts = self.facts(position, false, budget)?;
        let mut options: Vec<OptionFacts<G::Position>> = Vec::new();
        let mut places: FxHashMap<G::Position, usize> = FxHashMap::default();
        let mut shortened = false;
        let each = self.weight(position);
        for player in Player::BOTH {
            let held = 4 * each * options.len() as u64;
            let moves = match self.moves_within(position, player, budget, held) {
                Err(PlayError::TooManyMoves { .. }) => {
                    shortened = true;
                    let some = self.some_moves(position, player, budget)?;
                    let keyed = some.into_iter().map(|m| (self.game.listed(&m.position), m));
                    keyed.collect()
                }
                moves => moves?,
            };
            for (key, Move { change, position }) in moves {
                let at = match places.get(&key) {
                    Some(&at) => at,
                    None => {
                        budget.check(held + 4 * each * options.len() as u64)?;
                        let facts = self.facts(&position, true, budget)?;
                        options.push(OptionFacts {
                            change,
                            position,
                            players: Vec::new(),
                            winners: Vec::new(),
                            drawers: Vec::new(),
                            facts,
                            answers: Vec::new(),
                        });
                        places.insert(key, options.len() - 1);
                        options.len() - 1
                    }
                };
                let option = &mut options[at];
                if option.players.contains(&player) {
                    continue;
                }
                option.players.push(player);
                match option.facts.outcome.moving_first(player.opponent()) {
                    GameResult::Loss => option.winners.push(player),
                    GameResult::Draw => option.drawers.push(player),
                    GameResult::Win => {}
                }
            }
        }
        if options.len() <= ANSWERED {
            for option in &mut options {
                // What one player may answer need not be open to the other.
                for &player in option.players.iter().filter(|p| !option.winners.contains(p)) {
                    let opponent = player.opponent();
                    let found = self.winning_move(&option.position, opponent, true, budget)?;
                    option.answers.extend(found.map(|m| (player, m.position)));
                }
            }
        }
        let count = match shortened {
            true => self.game.count_options(position),
            false => Some(options.len() as u64),
        };
        Ok(Analysis { facts, options, shortened, count })
    }
}
