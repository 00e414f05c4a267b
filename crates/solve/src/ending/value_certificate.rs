//! Certificates for the periods of values, and that there are none, to be checked by `ishitori-certify`.

use ishitori_certify as certify;
use ishitori_certify::{Certificate, Claim, EndGames, GameForm, ValuePeriod};
use ishitori_rules::end::EndRule;
use ishitori_rules::heap::HeapRule;
use ishitori_values::{BudgetTicker, Game, LimitReached, Player, Session};
use rustc_hash::FxHashMap;

use super::values::{NormalisedValues, TerminalValues};
use crate::heap::period::certificate::rule as rule_of;
use crate::known::Knowledge;

/// Why there is no certificate of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncertified {
    /// No period is proved, since none was seen.
    #[error("no period was found among {heaps} heaps")]
    NotFound {
        /// The heaps looked at.
        heaps: usize,
    },
    /// No theorem of this program covers the rule.
    #[error("no theorem covers the values of this rule")]
    NoTheorem,
    /// The format cannot express the rule.
    #[error("the format cannot express this rule")]
    Rule,
    /// The values have too many followers to be listed.
    #[error("the games have more than {MOST_GAMES} followers or {MOST_OPTIONS} options")]
    TooLarge,
    /// A limit was reached.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// A certificate lists no more games, and no more options of all games together.
const MOST_GAMES: usize = 1 << 17;
const MOST_OPTIONS: usize = 1 << 20;

impl NormalisedValues {
    /// The certificate of the proved period of these values, or that they have none, of a rule, its end and the games that stand for
    /// ends. Under normal play of an impartial rule the values are the nimbers of the Grundy numbers
    /// (Sprague, Grundy), and the certificate is that of their period; otherwise it lists the
    /// values as games, option by option. O(followers and their options).
    ///
    /// ```
    /// use ishitori_solve::ending::{SumRule, TerminalValues, normalised_values};
    /// use ishitori_values::GameStore;
    /// let (rule, end) = ("sub:2,3".parse().unwrap(), "mod2:LR".parse().unwrap());
    /// let store = GameStore::new();
    /// let mut session = store.session();
    /// let games = TerminalValues::nowakowski(&session);
    /// let run =
    ///     normalised_values(&rule, &end, SumRule::Total, &games, 5, 100, &mut session).unwrap();
    /// let certificate = run.certificate(&rule, &end, &games, &session).unwrap();
    /// assert!(ishitori_certify::check(&certificate.to_json()).valid);
    /// ```
    pub fn certificate(
        &self,
        rule: &HeapRule,
        end: &EndRule,
        terminal: &TerminalValues,
        session: &Session<'_>,
    ) -> Result<Certificate, Uncertified> {
        let cycle = match self.knowledge {
            Knowledge::Proved(cycle) | Knowledge::Grows { cycle, .. } => cycle,
            Knowledge::NotPeriodic => {
                let growing = self.growing.as_ref().ok_or(Uncertified::NoTheorem)?;
                return growing.certificate(rule, end, terminal, session);
            }
            Knowledge::NotFound { heaps } => return Err(Uncertified::NotFound { heaps }),
            Knowledge::NoTheorem => return Err(Uncertified::NoTheorem),
        };
        if let (Some(report), Some(code)) = (&self.grundy, rule.code()) {
            return report.certificate(code).ok_or(Uncertified::Rule);
        }
        let named = named(rule)?;
        let (games, repeat) = ends_of(end, terminal)?;
        let needed = cycle.preperiod + cycle.period;
        let values = self.computed.get(..needed).ok_or(Uncertified::Rule)?;
        let mut listed = Listing::new(session);
        let ends = EndGames { games: listed.numbers(&games)?, repeat: repeat as u64 };
        let values = listed.numbers(values)?;
        let claim = Claim::ValuePeriod(ValuePeriod {
            ends,
            preperiod: cycle.preperiod as u64,
            period: cycle.period as u64,
            least: true,
            games: listed.games,
            values,
        });
        Ok(Certificate::new(named, claim, certify::Proof::values()))
    }
}

/// The rule as certificates of values name it. O(moves).
pub(super) fn named(rule: &HeapRule) -> Result<certify::Rule, Uncertified> {
    let wide = |set: &[u32]| set.iter().map(|&s| u64::from(s)).collect::<Vec<u64>>();
    match rule {
        HeapRule::Impartial(code) => rule_of(code).ok_or(Uncertified::Rule),
        HeapRule::Partizan(rule) => {
            Ok(certify::Rule::partizan(wide(rule.left()), wide(rule.right()), rule.splits()))
        }
        HeapRule::TwoPile(_) => Err(Uncertified::Rule),
    }
}

/// The games that stand for ends of 0, 1, … stones, and how many of the last ones repeat. O(letters).
pub(super) fn ends_of(
    end: &EndRule,
    terminal: &TerminalValues,
) -> Result<(Vec<Game>, usize), Uncertified> {
    let EndRule::Stones(table) = end else { return Err(Uncertified::Rule) };
    Ok(match terminal.residues() {
        [] => {
            let games = table.letters().iter().map(|&letter| terminal.get(letter)).collect();
            (games, table.repeat())
        }
        residues => (residues.to_vec(), residues.len()),
    })
}

/// Games with all their followers, each after its options.
pub(super) struct Listing<'a, 's> {
    session: &'a Session<'s>,
    numbers: FxHashMap<Game, u64>,
    pub(super) games: Vec<GameForm>,
    options: usize,
    ticker: BudgetTicker,
}

impl<'a, 's> Listing<'a, 's> {
    pub(super) fn new(session: &'a Session<'s>) -> Self {
        let (numbers, games) = (FxHashMap::default(), Vec::new());
        Listing { session, numbers, games, options: 0, ticker: BudgetTicker::default() }
    }

    pub(super) fn numbers(&mut self, games: &[Game]) -> Result<Vec<u64>, Uncertified> {
        games.iter().map(|&game| self.number(game)).collect()
    }

    /// The number of a game, which is listed with its followers if it is not yet.
    fn number(&mut self, game: Game) -> Result<u64, Uncertified> {
        let mut waiting = vec![game];
        while let Some(&next) = waiting.last() {
            let held = 96 * self.games.len() + 8 * self.options + 4 * waiting.len();
            self.ticker.step(self.session.budget(), self.session.store().memory() + held as u64)?;
            if self.numbers.contains_key(&next) {
                waiting.pop();
                continue;
            }
            let mut sides: [Vec<u64>; 2] = Default::default();
            let before = waiting.len();
            for player in Player::BOTH {
                for option in self.session.options(next, player)? {
                    match self.numbers.get(option) {
                        Some(&number) => sides[player as usize].push(number),
                        None => waiting.push(*option),
                    }
                }
            }
            if waiting.len() > MOST_OPTIONS {
                return Err(Uncertified::TooLarge);
            }
            if waiting.len() > before {
                continue;
            }
            sides.iter_mut().for_each(|side| side.sort_unstable());
            self.options += sides.iter().map(Vec::len).sum::<usize>();
            if self.games.len() == MOST_GAMES || self.options > MOST_OPTIONS {
                return Err(Uncertified::TooLarge);
            }
            self.numbers.insert(next, self.games.len() as u64);
            let [left, right] = sides;
            self.games.push(GameForm { left, right });
            waiting.pop();
        }
        Ok(self.numbers[&game])
    }
}
