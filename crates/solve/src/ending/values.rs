//! Normalised values: every end is replaced by a game, and heaps get canonical values.
//!
//! Nowakowski's normalisation puts 1 for an end that Left wins and −1 for one that Right wins, and
//! several heaps are played as a sum: whoever has won more heaps wins.

use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_values::calculator::{Calculator, Value};
use ishitori_values::{Game, LimitReached, Outcome, Player, Session};

use super::EndingError;
use super::cycle::CycleSearch;
use super::outcomes::{Knowledge, Takes};

/// The games that stand for ends, by letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerminalValues {
    /// By outcome: P, N, L, R.
    games: [Game; 4],
}

/// A text that does not say which games stand for ends.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{text}' in the terminal values: LETTER=GAME is accepted, with L, R, N or P and a game such as 1, -1/2, * or {{1|-1}}"
)]
pub struct TerminalError {
    /// The part that is not understood.
    pub text: String,
}

impl TerminalValues {
    /// L = 1, R = −1, N = *, P = 0. O(1).
    pub fn nowakowski(session: &Session<'_>) -> TerminalValues {
        let games = [Game::ZERO, Game::STAR, session.integer(1), session.integer(-1)];
        TerminalValues { games }
    }

    /// The default changed as in `L=1,R=0`; a comma within braces belongs to the game. O(length)
    /// and the cost of the expressions.
    ///
    /// ```
    /// use ishitori_solve::ending::TerminalValues;
    /// use ishitori_values::{GameStore, Outcome};
    /// let store = GameStore::new();
    /// let values = TerminalValues::parse("L=1,R={0,*|0}", &store).unwrap();
    /// assert_eq!(store.session().print(values.get(Outcome::R)).unwrap(), "^*");
    /// ```
    pub fn parse(
        text: &str,
        store: &ishitori_values::GameStore,
    ) -> Result<TerminalValues, TerminalError> {
        let mut values = TerminalValues::nowakowski(&store.session());
        let mut calculator = Calculator::new(store);
        let mut depth = 0i32;
        let parts = text.split(|c| {
            depth += match c {
                '{' | '(' => 1,
                '}' | ')' => -1,
                _ => 0,
            };
            c == ',' && depth == 0
        });
        for part in parts {
            let error = || TerminalError { text: part.trim().to_string() };
            let (letter, game) = part.split_once('=').ok_or_else(error)?;
            let outcome = match letter.trim() {
                "L" | "l" => Outcome::L,
                "R" | "r" => Outcome::R,
                "N" | "n" => Outcome::N,
                "P" | "p" => Outcome::P,
                _ => return Err(error()),
            };
            match calculator.eval(game) {
                Ok(Value::Game(game)) => values.games[outcome as usize] = game,
                _ => return Err(error()),
            }
        }
        Ok(values)
    }

    /// The game that stands for an end with this letter. O(1).
    pub fn get(&self, letter: Outcome) -> Game {
        self.games[letter as usize]
    }
}

/// The normalised values of the heaps 0, 1, ….
#[derive(Clone, Debug)]
pub struct NormalisedValues {
    /// Handles into the store of the session, by heap, as far as they were asked for, or less.
    pub values: Vec<Game>,
    /// All that were computed in search of a period, `values` and perhaps more.
    pub computed: Vec<Game>,
    /// The period of the values and what is known about it.
    pub knowledge: Knowledge,
    /// Why there are fewer values than asked for, if there are.
    pub stopped: Option<LimitReached>,
}

/// The normalised values of the heaps 0, …, count − 1. Up to `looked_at` heaps are computed in
/// search of a period, if moves leave one heap; the last t values decide the next when at most t
/// stones are taken, so a window that comes back is a proof.
///
/// ```
/// use ishitori_rules::{end::EndRule, heap::HeapRule};
/// use ishitori_solve::ending::{TerminalValues, normalised_values};
/// use ishitori_values::GameStore;
/// let (rule, end): (HeapRule, EndRule) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
/// let store = GameStore::new();
/// let mut session = store.session();
/// let terminal = TerminalValues::nowakowski(&session);
/// let run = normalised_values(&rule, &end, &terminal, 5, 100, &mut session).unwrap();
/// assert_eq!(session.print(run.values[4]).unwrap(), "{1*|-1}");
/// assert_eq!(run.knowledge.cycle().map(|c| (c.period, c.preperiod)), Some((5, 5)));
/// ```
pub fn normalised_values(
    rule: &HeapRule,
    end: &EndRule,
    terminal: &TerminalValues,
    count: usize,
    looked_at: usize,
    session: &mut Session<'_>,
) -> Result<NormalisedValues, EndingError> {
    let EndRule::Stones(table) = end else {
        return Err(EndingError::EndsAfterMoves);
    };
    if !rule.plays_on_heaps() {
        return Err(EndingError::NotHeaps { rule: rule.to_string() });
    }
    let takes = Takes::of(rule).filter(|takes| !takes.is_endless());
    let mut search = takes.as_ref().map(|takes| {
        let (start, phase) = takes.settled(table.lead(), table.repeat());
        CycleSearch::new(start, takes.largest(), phase)
    });
    let mut values: Vec<Game> = Vec::new();
    let (mut cycle, mut stopped) = (None, None);
    let limit = if search.is_some() { count.max(looked_at) } else { count };
    while values.len() < limit && (values.len() < count || cycle.is_none()) {
        let held = PER_HEAP * values.len() as u64;
        let room =
            if values.len().is_multiple_of(4096) { session.budget().check(held) } else { Ok(()) };
        match room.and_then(|()| heap(rule, end, terminal, &values, session)) {
            Ok(value) => values.push(value),
            Err(reached) => {
                stopped = (values.len() < count).then_some(reached);
                break;
            }
        }
        if let Some(search) = search.as_mut().filter(|_| cycle.is_none()) {
            cycle = search.look(&values);
        }
    }
    let knowledge = match (cycle, search) {
        (Some(cycle), _) => Knowledge::Proved(cycle),
        (None, Some(_)) => Knowledge::NotFound { heaps: values.len() },
        (None, None) => Knowledge::NoTheorem,
    };
    let computed = values.clone();
    values.truncate(count);
    Ok(NormalisedValues { values, computed, knowledge, stopped })
}

/// What a heap costs in bytes when its value is printed.
const PER_HEAP: u64 = 64;

fn heap(
    rule: &HeapRule,
    end: &EndRule,
    terminal: &TerminalValues,
    smaller: &[Game],
    session: &mut Session<'_>,
) -> Result<Game, LimitReached> {
    let n = smaller.len();
    let mut sides: [Vec<Game>; 2] = [Vec::new(), Vec::new()];
    for player in Player::BOTH {
        let mut failed = None;
        let side = &mut sides[player as usize];
        rule.for_each_option(n as u32, player, &mut |left| {
            let mut parts = left.iter().map(|&part| smaller[part as usize]);
            // Nothing left is the empty heap, whose end counts.
            let first = parts.next().unwrap_or_else(|| smaller[0]);
            let sum = parts.try_fold(first, |sum, part| session.sum(sum, part));
            match sum {
                Ok(sum) => side.push(sum),
                Err(limit) => failed = Some(limit),
            }
        });
        if let Some(limit) = failed {
            return Err(limit);
        }
        side.sort_unstable();
        side.dedup();
    }
    if sides.iter().all(|side| side.is_empty()) {
        return Ok(terminal.get(end.letter(n as u64, false)));
    }
    session.game(&sides[0], &sides[1])
}
