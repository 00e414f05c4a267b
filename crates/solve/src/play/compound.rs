//! Compounds other than the sum: several games played side by side in which a move is one in every part, or in some of them.
//!
//! Every part of a position is a component, also a part that a move has made. Whether a compound is lost follows from a few
//! facts about each component, its [`ComponentFacts`], and the facts about a compound are again such a standing, so that one
//! recursion over single components decides all compounds (C. A. B. Smith, *Graphs and composite games*, J. Combin. Theory 1,
//! 1966; J. H. Conway, *On Numbers and Games*, chapter 14; *Winning Ways*, chapters 9 and 10).

use std::ops::ControlFlow;

use ishitori_values::{Budget, BudgetTicker, Player};
use rustc_hash::FxHashMap;

use super::MAX_MOVES;
use super::game::{Change, PlayError, Playable};

/// In which components a player moves, and when play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compound {
    /// In every component; play ends as soon as one has no move.
    Conjunctive,
    /// In every component that has a move; play ends when none has.
    Continued,
    /// In one component or several; play ends when none has a move.
    Selective,
    /// In one component or several; play ends as soon as one has no move.
    Shortened,
}

/// The standing of a component: the facts about a component, or about several, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ComponentFacts {
    /// Whether that player has no move: the component has ended.
    pub ended: bool,
    /// Whether that player wins.
    pub wins: bool,
    /// Whether that player would win under normal play; what a selective compound in misère play depends on.
    pub wins_normally: bool,
    /// The moves of both players until the end. In a conjunctive compound the remoteness: the winner hurries, the loser
    /// holds out. In a continued one the suspense: the winner takes time, the loser hurries. Elsewhere 0.
    pub moves: u32,
}

impl Compound {
    /// Whether it is decided where Left and Right have different moves: only the conjunctive compound, by the remoteness for
    /// each player. O(1).
    pub fn takes_partizan(self) -> bool {
        self == Compound::Conjunctive
    }

    /// The standing of a component without moves. O(1).
    fn ended(misere: bool) -> ComponentFacts {
        ComponentFacts { ended: true, wins: misere, wins_normally: false, moves: 0 }
    }

    /// The standing of a compound of these components; of none, that of a component without moves.
    ///
    /// * Conjunctive: the component of least remoteness ends first and decides. Continued: that of most suspense.
    /// * Selective, normal play: lost if every component is lost. Misère play: the same as long as two components have moves;
    ///   one alone is played by its own misère outcome.
    /// * Shortened: over if a component has ended; else lost if every component is lost under the same end. In misère play
    ///   a player moves to the end of a component only if there is no other move.
    ///
    /// O(components).
    ///
    /// ```
    /// use ishitori_solve::play::{Compound, ComponentFacts};
    /// let won = ComponentFacts { ended: false, wins: true, wins_normally: true, moves: 3 };
    /// let lost = ComponentFacts { ended: false, wins: false, wins_normally: false, moves: 2 };
    /// assert!(!Compound::Conjunctive.of_components(&[won, lost], false).wins);
    /// assert!(Compound::Continued.of_components(&[won, lost], false).wins);
    /// ```
    pub fn of_components(self, components: &[ComponentFacts], misere: bool) -> ComponentFacts {
        let active = || components.iter().filter(|component| !component.ended);
        let any_ended = components.iter().any(|component| component.ended);
        let first = match self {
            _ if components.is_empty() => None,
            Compound::Conjunctive => components.iter().min_by_key(|component| component.moves),
            Compound::Continued => active().max_by_key(|component| component.moves),
            Compound::Shortened if any_ended => None,
            Compound::Selective | Compound::Shortened => active().next(),
        };
        let Some(&first) = first else { return Compound::ended(misere) };
        if matches!(self, Compound::Conjunctive | Compound::Continued) {
            return first;
        }
        let wins_normally = active().any(|component| component.wins_normally);
        let wins = match self {
            Compound::Selective if misere && active().count() > 1 => wins_normally,
            _ => active().any(|component| component.wins),
        };
        ComponentFacts { ended: false, wins, wins_normally, moves: 0 }
    }

    /// The standing of a component whose options, seen by the opponent, have these. O(options).
    fn of_options(
        self,
        options: impl Iterator<Item = ComponentFacts>,
        misere: bool,
    ) -> ComponentFacts {
        let mut found: Option<ComponentFacts> = None;
        for option in options {
            let moves = match self {
                Compound::Conjunctive | Compound::Continued => option.moves + 1,
                Compound::Selective | Compound::Shortened => 0,
            };
            let (wins, wins_normally) = (!option.wins, !option.wins_normally);
            let next = ComponentFacts { ended: false, wins, wins_normally, moves };
            let Some(best) = &mut found else {
                found = Some(next);
                continue;
            };
            // The winner prefers the least remoteness and the most suspense, the loser the contrary.
            let least = (self == Compound::Conjunctive) == best.wins;
            best.moves = match (best.wins, wins) {
                (false, true) => moves,
                (true, false) => best.moves,
                _ if least => best.moves.min(moves),
                _ => best.moves.max(moves),
            };
            best.wins |= wins;
            best.wins_normally |= wins_normally;
        }
        found.unwrap_or_else(|| Compound::ended(misere))
    }

    /// A move that wins: for each component the number of one of its options, or none where the player does not move in it.
    /// `options` has the standings of the options of each component, seen by the opponent. None if no move wins. The cost of
    /// the options, times the components in misère play of a selective compound.
    pub fn winning_move(
        self,
        components: &[ComponentFacts],
        options: &[Vec<ComponentFacts>],
        misere: bool,
    ) -> Option<Vec<Option<usize>>> {
        let own = self.of_components(components, misere);
        if own.ended || !own.wins {
            return None;
        }
        let choose =
            |at: usize, fits: &dyn Fn(&ComponentFacts) -> bool| options[at].iter().position(fits);
        let every = 0..components.len();
        match self {
            // Hurrying where the component is won and holding out where it is lost, or the contrary.
            Compound::Conjunctive | Compound::Continued => {
                let best = |at: usize| {
                    let own = components[at];
                    choose(at, &|option| option.moves + 1 == own.moves && option.wins != own.wins)
                };
                Some(every.map(best).collect())
            }
            Compound::Shortened => {
                let lost = |at: usize| choose(at, &|option| !option.wins);
                Some(every.map(|at| lost(at).filter(|_| components[at].wins)).collect())
            }
            Compound::Selective => {
                let active = components.iter().filter(|component| !component.ended).count();
                let lost = |at: usize| {
                    let lives = choose(at, &|option| !option.wins_normally && !option.ended);
                    let found = lives.or_else(|| choose(at, &|option| !option.wins_normally));
                    found.filter(|_| components[at].wins_normally)
                };
                let plain: Vec<Option<usize>> = every.clone().map(lost).collect();
                let after = self.after(components, options, &plain);
                if (!misere || active > 1)
                    && plain.iter().any(Option::is_some)
                    && !self.of_components(&after, misere).wins
                {
                    return Some(plain);
                }
                // One component alone is left, lost in misère play.
                every.into_iter().find_map(|left| {
                    let stays = !components[left].ended && !components[left].wins;
                    let there = match stays {
                        true => None,
                        false => Some(choose(left, &|option| !option.ended && !option.wins)?),
                    };
                    let others = (0..components.len()).map(|at| match at {
                        _ if at == left => Some(there),
                        _ if components[at].ended => Some(None),
                        _ => choose(at, &|option| option.ended).map(Some),
                    });
                    let chosen: Vec<Option<usize>> = others.collect::<Option<_>>()?;
                    chosen.iter().any(Option::is_some).then_some(chosen)
                })
            }
        }
    }

    /// The standings after a move, seen by the opponent; for a component without a move, of the same component, in which both
    /// players have the same moves.
    fn after(
        self,
        components: &[ComponentFacts],
        options: &[Vec<ComponentFacts>],
        chosen: &[Option<usize>],
    ) -> Vec<ComponentFacts> {
        let after = |(at, chosen): (usize, &Option<usize>)| match chosen {
            Some(option) => options[at][*option],
            None => components[at],
        };
        chosen.iter().enumerate().map(after).collect()
    }
}

/// A move in a component: what it does, where it leads, and the standing of that for the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentMove<P> {
    /// Its effect.
    pub change: Change,
    /// The parts that it leaves.
    pub position: P,
    /// Their standing for the opponent.
    pub standing: ComponentFacts,
}

/// The standings of the components of a game in one compound.
///
/// ```
/// use ishitori_rules::{end::EndRule, heap::HeapRule};
/// use ishitori_solve::ending::SumRule;
/// use ishitori_solve::play::{Compound, CompoundSearch, HeapGame, Heaps};
/// use ishitori_values::{Budget, Player};
/// let (rule, end): (HeapRule, EndRule) = ("sub:1,2".parse().unwrap(), EndRule::normal());
/// let game = HeapGame::new(&rule, &end, SumRule::Total).unwrap();
/// let mut search = CompoundSearch::new(game, Compound::Conjunctive, false);
/// let found = search.standing(&Heaps::new(vec![6]), Player::Left, &Budget::unlimited()).unwrap();
/// assert_eq!((found.wins, found.moves), (false, 4));
/// ```
pub struct CompoundSearch<G: Playable> {
    game: G,
    compound: Compound,
    misere: bool,
    /// Components, for Left and Right to move; `Searched` while one is being searched.
    known: FxHashMap<G::Position, [Known; 2]>,
    ticker: BudgetTicker,
    /// Bytes on the stack and in lists of options, while a search goes on.
    held: u64,
}

/// Known facts about a component and the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Nothing,
    Searched,
    Found(ComponentFacts),
}

/// The approximate stack use of a recursive step.
const STEP_BYTES: u64 = 1024;

impl<G: Playable> CompoundSearch<G> {
    /// A search with empty tables. The game must end, and a player who cannot move loses, or wins in misère play. O(1).
    pub fn new(game: G, compound: Compound, misere: bool) -> CompoundSearch<G> {
        let (known, ticker) = (FxHashMap::default(), BudgetTicker::default());
        CompoundSearch { game, compound, misere, known, ticker, held: 0 }
    }

    /// The game. O(1).
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The standing of all components of a position together. The cost of all moves of all components that can be reached,
    /// one by one.
    pub fn standing(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<ComponentFacts, PlayError> {
        let found = self.together(position, player, budget);
        self.held = 0;
        if found.is_err() {
            for known in self.known.values_mut().flatten() {
                if *known == Known::Searched {
                    *known = Known::Nothing;
                }
            }
        }
        found
    }

    /// The moves of a player in a single component, one for each standing that can be had. The cost of
    /// [`standing`](CompoundSearch::standing).
    pub fn choices(
        &mut self,
        component: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<ComponentMove<G::Position>>, PlayError> {
        let mut found: Vec<ComponentMove<G::Position>> = Vec::new();
        for (change, position) in self.moves(component, player, budget)? {
            let standing = self.standing(&position, player.opponent(), budget)?;
            if found.iter().all(|choice| choice.standing != standing) {
                found.push(ComponentMove { change, position, standing });
            }
        }
        Ok(found)
    }

    /// The moves of a player, at most [`MAX_MOVES`].
    fn moves(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<(Change, G::Position)>, PlayError> {
        let mut moves = Vec::new();
        let mut trouble = None;
        let each = self.weight(position);
        let bytes = self.bytes(position);
        self.game.for_each_option(position, player, budget, &mut |change, position| {
            if moves.len() == MAX_MOVES {
                trouble = Some(PlayError::TooManyMoves { limit: MAX_MOVES });
                return ControlFlow::Break(());
            }
            moves.push((change, position));
            match self.ticker.step(budget, bytes + each * moves.len() as u64) {
                Ok(()) => ControlFlow::Continue(()),
                Err(limit) => {
                    trouble = Some(limit.into());
                    ControlFlow::Break(())
                }
            }
        })?;
        trouble.map_or(Ok(moves), Err)
    }

    /// About how many bytes a component takes.
    fn weight(&self, position: &G::Position) -> u64 {
        128 + 2 * (size_of::<G::Position>() as u64 + self.game.heap_bytes(position))
    }

    /// About how many bytes are in use.
    fn bytes(&self, position: &G::Position) -> u64 {
        self.known.len() as u64 * self.weight(position) + self.held
    }

    fn together(
        &mut self,
        position: &G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<ComponentFacts, PlayError> {
        let components = self.game.components(position);
        let mut standings = Vec::with_capacity(components.len());
        for component in components {
            let component = self.game.canonical(&component);
            standings.push(self.component(component, player, budget)?);
        }
        Ok(self.compound.of_components(&standings, self.misere))
    }

    fn component(
        &mut self,
        component: G::Position,
        player: Player,
        budget: &Budget,
    ) -> Result<ComponentFacts, PlayError> {
        match self.known.get(&component).map_or(Known::Nothing, |known| known[player as usize]) {
            Known::Found(standing) => return Ok(standing),
            Known::Searched => {
                return Err(PlayError::Cycle { position: component.to_string() });
            }
            Known::Nothing => {}
        }
        self.learn(component.clone(), player, Known::Searched);
        let moves = self.moves(&component, player, budget)?;
        let held = STEP_BYTES + self.weight(&component) * moves.len() as u64;
        self.held += held;
        let mut standings = Vec::with_capacity(moves.len());
        for (_, position) in moves {
            let standing = stacker::maybe_grow(64 << 10, 1 << 20, || {
                self.together(&position, player.opponent(), budget)
            })?;
            standings.push(standing);
        }
        self.held -= held;
        let standing = self.compound.of_options(standings.into_iter(), self.misere);
        self.learn(component, player, Known::Found(standing));
        Ok(standing)
    }

    fn learn(&mut self, component: G::Position, player: Player, known: Known) {
        let impartial = self.game.is_impartial();
        let entry = self.known.entry(component).or_insert([Known::Nothing; 2]);
        entry[player as usize] = known;
        // Left and Right have the same play.
        if impartial {
            entry[player.opponent() as usize] = known;
        }
    }
}
