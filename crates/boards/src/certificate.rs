//! Certificates of who wins on a board, or of its nimber, for the independent checker (`ishitori-certify`).
//!
//! A certificate is a list of sums that the player who moves first loses, each after those on which it rests (see
//! [`mod@ishitori_certify::board`]). It is written in the checker's own terms, by its [`Strategist`]: the checker's moves and parts,
//! in its order. The search ([`Search`]) only says which sums are lost, so that one reply to each move is
//! enough. What it says is not believed: if a reply that should be there is not, or the rules were
//! read in two ways, there is no certificate, but an error.
//!
//! In normal play the parts of a sum are proved alone where that is enough: where numbers b with G ≥ b add up to what is
//! wanted (quarters between −16 and 16 are asked for), or a part equals a number.

use ishitori_certify::{
    Board, BoardClaim, BoardParameter, BoardRule, Certificate, Limits, LostSum, Rejection,
    Strategist,
};
use ishitori_rules::Ruleset;
use ishitori_values::{Budget, GameStore, LimitReached, Outcome, Player};
use rustc_hash::FxHashMap;

use crate::ast::End;
use crate::game::{BoardGame, SetUp};
use crate::rules::{Planes, Rules};
use crate::search::{PlayConvention, Search, SearchLimits, Stopped};
use crate::with_rules;
use crate::word::Word;

/// What is to be certified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CertifiedFact {
    /// Who wins.
    Outcome,
    /// The nimber, where both players have the same moves, in normal play.
    Nimber,
}

/// Why there is no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// Time or memory ran out, or the search was cancelled.
    #[error(transparent)]
    Limit(#[from] LimitReached),
    /// It would be longer than the checker reads.
    #[error("the certificate would be longer than {limit} bytes")]
    TooLarge {
        /// The most bytes of a document.
        limit: u64,
    },
    /// The checker does not read these rules or this board, or not as they are read here.
    #[error("{0}")]
    Refused(Box<Rejection>),
    /// The search and the moves of the checker do not agree: a mistake in one of them.
    #[error("the search and the checker do not agree about {board}")]
    Disagreement {
        /// A part of the board.
        board: String,
    },
}

impl From<Rejection> for CertificateError {
    fn from(rejection: Rejection) -> Self {
        CertificateError::Refused(Box::new(rejection))
    }
}

impl From<Stopped> for CertificateError {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Limit(limit) => CertificateError::Limit(limit),
            // The number of nodes has no limit of its own here.
            Stopped::Nodes { .. } => CertificateError::Limit(LimitReached::Cancelled),
        }
    }
}

/// The number 1 of the checker and of the search.
const ONE: i64 = 1 << 12;

impl SetUp {
    /// A certificate of who wins at the position, or of its nimber. The search for the claim comes first; then come about as
    /// many steps as the certificate has entries, times moves.
    ///
    /// ```
    /// use ishitori_boards::ast::End;
    /// use ishitori_boards::certificate::CertifiedFact;
    /// use ishitori_boards::BoardGame;
    /// use ishitori_values::Budget;
    /// let game = BoardGame::named("domineering").unwrap();
    /// let set_up = game.set_up("4x4").unwrap();
    /// let made = set_up.certificate(&game, &End::Normal, CertifiedFact::Outcome, Budget::unlimited());
    /// let verdict = ishitori_certify::check(&made.unwrap().to_json());
    /// assert_eq!(verdict.claim.unwrap().to_string(), "domineering 4x4: the player who moves first wins");
    /// assert!(verdict.valid);
    /// ```
    pub fn certificate(
        &self,
        game: &BoardGame,
        end: &End,
        wanted: CertifiedFact,
        budget: Budget,
    ) -> Result<Certificate, CertificateError> {
        let play = if matches!(end, End::Misere) {
            PlayConvention::Misere
        } else {
            PlayConvention::Normal
        };
        let store = GameStore::new();
        with_rules!(self, |rules, start| {
            let parameters = game.text().parameters.iter();
            let rule = BoardRule {
                text: game.source().to_string(),
                parameters: parameters
                    .map(|(name, value)| BoardParameter {
                        name: name.clone(),
                        value: (*value).into(),
                    })
                    .collect(),
                position: rules.show(start),
            };
            let strategist = strategist(&rule, play)?;
            // The checker compares moves as they are laid, the search the lines of the text: the checker may find that the
            // players have the same moves where the search does not.
            let same = strategist.is_impartial();
            let limits = SearchLimits::default();
            let search = Search::by_moves(&store, rules, (play, same), limits, budget.clone());
            let mut oracle = BoardOracle { rules, search };
            write(strategist, &rule, (play, wanted), &mut oracle, budget)
        })
    }
}

/// The numbers of nodes that the search is given for each reply, one after the other, before it is given more.
const QUICKLY: [u64; 4] = [0, 100, 10_000, u64::MAX];

/// What says which sums are lost.
trait Oracle {
    /// Whether the player to move first wins; nothing if it is not decided within this many nodes.
    fn first_wins(
        &mut self,
        sum: &LostSum,
        show: &[String],
        nodes: u64,
    ) -> Result<Option<bool>, Stopped>;

    /// The nimber of a part.
    fn nimber(&mut self, show: &str) -> Result<Option<u32>, Stopped>;
}

struct BoardOracle<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    search: Search<'s, W, N>,
}

impl<W: Word, const N: usize> BoardOracle<'_, W, N> {
    /// A part as a position of the board, if it fits there.
    fn planes(&self, show: &str) -> Option<Planes<W, N>> {
        let board = self.rules.board();
        if board.kind() == crate::ast::BoardKind::Graph {
            let pieces: Vec<char> = show.chars().collect();
            return (pieces.len() == board.sites()).then(|| self.rules.planes(&pieces));
        }
        let rows: Vec<Vec<char>> = show.split('|').map(|row| row.chars().collect()).collect();
        if rows.len() > board.rows || rows[0].len() > board.columns {
            return None;
        }
        let mut pieces = vec!['#'; board.sites()];
        for (r, row) in rows.iter().enumerate() {
            for (c, &piece) in row.iter().enumerate() {
                pieces[board.site_at(r, c)?] = piece;
            }
        }
        Some(self.rules.planes(&pieces))
    }
}

impl<W: Word, const N: usize> Oracle for BoardOracle<'_, W, N> {
    fn first_wins(
        &mut self,
        sum: &LostSum,
        show: &[String],
        nodes: u64,
    ) -> Result<Option<bool>, Stopped> {
        let planes: Option<Vec<_>> = show.iter().map(|part| self.planes(part)).collect();
        let Some(planes) = planes else { return Ok(None) };
        let player = Player::BOTH[sum.mover.min(1)];
        self.search.allow(nodes);
        match self.search.sum_first_wins(&planes, sum.number, player) {
            Err(Stopped::Nodes { .. }) => Ok(None),
            wins => wins.map(Some),
        }
    }

    fn nimber(&mut self, show: &str) -> Result<Option<u32>, Stopped> {
        self.search.allow(u64::MAX);
        match self.planes(show) {
            Some(planes) => self.search.nimber(&planes),
            None => Ok(None),
        }
    }
}

/// Writes entries.
struct Writer<'o> {
    strategist: Strategist,
    oracle: &'o mut dyn Oracle,
    budget: Budget,
    play: PlayConvention,
    entries: Vec<String>,
    /// Bytes of entries, and how many there may be.
    bytes: u64,
    most_bytes: u64,
    /// Bounds of parts by numbers, for the player who moves first and loses.
    bounds: FxHashMap<(Board, usize), Option<i64>>,
}

fn word(play: PlayConvention) -> &'static str {
    if play == PlayConvention::Misere { "misere" } else { "normal" }
}

/// The rules as the checker reads them.
fn strategist(rule: &BoardRule, play: PlayConvention) -> Result<Strategist, Rejection> {
    let most = Limits::default();
    let limits = Limits { memory: most.memory, steps: u64::MAX, ..most };
    Strategist::new(rule, word(play), limits)
}

fn write(
    strategist: Strategist,
    rule: &BoardRule,
    (play, wanted): (PlayConvention, CertifiedFact),
    oracle: &mut dyn Oracle,
    budget: Budget,
) -> Result<Certificate, CertificateError> {
    let most = Limits::default();
    let (game, board) = strategist.names();
    let most_bytes = most.document - most.document / 16;
    let bytes = (2 * rule.text.len() + rule.position.len() + 1024) as u64;
    let bounds = FxHashMap::default();
    let entries = Vec::new();
    let mut writer =
        Writer { strategist, oracle, budget, play, entries, bytes, most_bytes, bounds };
    let start = writer.strategist.start().clone();
    let parts = writer.strategist.parts(&start)?;
    let claim = match wanted {
        CertifiedFact::Nimber => {
            let mut nimber = 0;
            for part in parts {
                nimber ^= writer.nimber(&part)?;
            }
            (None, Some(nimber as u64))
        }
        CertifiedFact::Outcome => {
            let mut first_wins = [false; 2];
            for (mover, wins) in first_wins.iter_mut().enumerate() {
                let sum = LostSum { mover, parts: parts.clone(), number: 0 };
                *wins = writer.decide(&start, sum)?;
            }
            let outcome = Outcome::from_first_move_wins(first_wins[0], first_wins[1]);
            (Some(outcome.to_string()), None)
        }
    };
    let claim =
        BoardClaim { game, board, play: word(play).to_string(), outcome: claim.0, nimber: claim.1 };
    Ok(Strategist::certificate(rule.clone(), claim, writer.entries))
}

impl Writer<'_> {
    fn disagree(&self, sum: &LostSum) -> CertificateError {
        let boards: Vec<String> = sum.parts.iter().map(|part| self.strategist.show(part)).collect();
        CertificateError::Disagreement { board: boards.join(" ") }
    }

    /// Whether the player to move first wins, by the search.
    fn first_wins(&mut self, sum: &LostSum) -> Result<bool, CertificateError> {
        let wins = self.first_wins_within(sum, u64::MAX)?;
        wins.ok_or_else(|| self.disagree(sum))
    }

    /// The same within this many nodes.
    fn first_wins_within(
        &mut self,
        sum: &LostSum,
        nodes: u64,
    ) -> Result<Option<bool>, CertificateError> {
        let show: Option<Vec<String>> = sum.parts.iter().map(|part| self.show(part)).collect();
        match show {
            Some(show) => Ok(self.oracle.first_wins(sum, &show, nodes)?),
            None => Ok(None),
        }
    }

    /// A part as text, in an image that fits on the board of the search.
    fn show(&self, part: &Board) -> Option<String> {
        Some(self.strategist.show(&self.strategist.fitting(part)?))
    }

    /// Proves who wins at the position for one player who moves first.
    fn decide(&mut self, start: &Board, sum: LostSum) -> Result<bool, CertificateError> {
        let moves = self.strategist.moves(start, sum.mover)?;
        if self.play == PlayConvention::Misere && moves.is_empty() {
            return Ok(true);
        }
        if !self.first_wins(&sum)? {
            self.establish(&sum)?;
            return Ok(false);
        }
        let mut after = Vec::with_capacity(moves.len());
        for board in moves {
            let parts = self.strategist.parts(&board)?;
            after.push(LostSum { mover: 1 - sum.mover, parts, number: 0 });
        }
        match self.lost_one(&after)? {
            Some(_) => Ok(true),
            None => Err(self.disagree(&sum)),
        }
    }

    /// One of some sums that is lost, proved.
    fn lost_one(&mut self, sums: &[LostSum]) -> Result<Option<usize>, CertificateError> {
        if let Some(known) = sums.iter().position(|sum| self.strategist.is_lost(sum)) {
            return Ok(Some(known));
        }
        let mut order: Vec<usize> = (0..sums.len()).collect();
        let cells = |part: &Board| part.cells().iter().filter(|&&state| state != 0).count();
        order.sort_by_key(|&at| {
            let each = sums[at].parts.iter().map(cells);
            (each.clone().max().unwrap_or(0), each.sum::<usize>())
        });
        order.retain(|&at| self.play == PlayConvention::Normal || !sums[at].parts.is_empty());
        // What is decided quickly comes first.
        for nodes in QUICKLY {
            let mut left = Vec::with_capacity(order.len());
            for at in order {
                match self.first_wins_within(&sums[at], nodes)? {
                    Some(true) => {}
                    Some(false) => {
                        self.establish(&sums[at])?;
                        return Ok(Some(at));
                    }
                    None => left.push(at),
                }
            }
            order = left;
        }
        Ok(None)
    }

    /// Makes it known that the player who moves first loses a sum, as the search has said.
    fn establish(&mut self, sum: &LostSum) -> Result<(), CertificateError> {
        if self.strategist.is_lost(sum) {
            return Ok(());
        }
        if self.strategist.is_impartial() && self.play == PlayConvention::Normal {
            for part in &sum.parts {
                self.nimber(part)?;
            }
        } else if self.play == PlayConvention::Misere || sum.parts.len() == 1 {
            self.prove(sum)?;
        } else {
            self.establish_by_parts(sum)?;
        }
        match self.strategist.is_lost(sum) {
            true => Ok(()),
            false => Err(self.disagree(sum)),
        }
    }

    /// A sum of several parts: by bounds of each, or as one sum without those that are numbers.
    fn establish_by_parts(&mut self, sum: &LostSum) -> Result<(), CertificateError> {
        let sign = if sum.mover == 0 { -1 } else { 1 };
        let mut bounds = Vec::with_capacity(sum.parts.len());
        for part in &sum.parts {
            bounds.push(self.bound(part, sum.mover)?);
        }
        let total: Option<i64> = bounds.iter().copied().sum();
        if total.is_some_and(|total| total + sign * sum.number >= 0) {
            for (part, bound) in sum.parts.iter().zip(bounds) {
                self.prove_bound(part, sum.mover, bound.unwrap_or(0))?;
            }
            return Ok(());
        }
        let mut rest = LostSum { parts: Vec::new(), ..*sum };
        for (part, bound) in sum.parts.iter().zip(bounds) {
            let other = self.bound(part, 1 - sum.mover)?;
            match (bound, other) {
                (Some(a), Some(b)) if a == -b => {
                    self.prove_bound(part, sum.mover, a)?;
                    self.prove_bound(part, 1 - sum.mover, b)?;
                    rest.number += sign * a;
                }
                _ => rest.parts.push(part.clone()),
            }
        }
        if rest.parts.is_empty() { Ok(()) } else { self.prove(&rest) }
    }

    /// The greatest number of quarters that a part is worth at least, to the player who does not move first.
    fn bound(&mut self, part: &Board, mover: usize) -> Result<Option<i64>, CertificateError> {
        if let Some(&bound) = self.bounds.get(&(part.clone(), mover)) {
            return Ok(bound);
        }
        let sign = if mover == 0 { -1 } else { 1 };
        let mut is_at_least = |number: i64| -> Result<bool, CertificateError> {
            let sum = LostSum { mover, parts: vec![part.clone()], number: -sign * number };
            Ok(!self.first_wins(&sum)?)
        };
        let mut low = 0;
        let mut found = None;
        if is_at_least(0)? {
            while low < 16 * ONE && is_at_least(low + ONE)? {
                low += ONE;
            }
            found = Some(low);
        } else {
            while low > -16 * ONE && found.is_none() {
                low -= ONE;
                if is_at_least(low)? {
                    found = Some(low);
                }
            }
        }
        if let Some(low) = &mut found {
            for step in [ONE / 2, ONE / 4] {
                if is_at_least(*low + step)? {
                    *low += step;
                }
            }
        }
        self.bounds.insert((part.clone(), mover), found);
        Ok(found)
    }

    fn prove_bound(
        &mut self,
        part: &Board,
        mover: usize,
        bound: i64,
    ) -> Result<(), CertificateError> {
        let number = if mover == 0 { bound } else { -bound };
        let sum = LostSum { mover, parts: vec![part.clone()], number };
        if self.strategist.is_lost(&sum) { Ok(()) } else { self.prove(&sum) }
    }

    /// The nimber of a part, proved.
    fn nimber(&mut self, part: &Board) -> Result<i64, CertificateError> {
        let nimber = match self.show(part) {
            Some(show) => self.oracle.nimber(&show)?,
            None => None,
        };
        let sum = LostSum { mover: 0, parts: vec![part.clone()], number: 0 };
        let nimber = nimber.ok_or_else(|| self.disagree(&sum))?;
        let sum = LostSum { number: nimber.into(), ..sum };
        if !self.strategist.is_lost(&sum) {
            self.prove(&sum)?;
        }
        Ok(nimber.into())
    }

    /// Writes the entry of a sum after those on which it rests.
    fn prove(&mut self, sum: &LostSum) -> Result<(), CertificateError> {
        stacker::maybe_grow(128 << 10, 2 << 20, || self.prove_here(sum))
    }

    fn prove_here(&mut self, sum: &LostSum) -> Result<(), CertificateError> {
        self.budget.check(8 * self.bytes)?;
        let mut places = Vec::new();
        for (after, moved) in self.strategist.sums_after(sum)? {
            if self.strategist.is_won(&after, moved)? {
                places.push(None);
                continue;
            }
            let replies = self.strategist.replies(&after, moved)?;
            match self.lost_one(&replies)? {
                Some(place) => places.push(Some(place)),
                None => return Err(self.disagree(&after)),
            }
        }
        // A part may have been proved on the way.
        if self.strategist.is_lost(sum) {
            return Ok(());
        }
        let entry = self.strategist.learn(sum, &places)?;
        self.bytes += entry.len() as u64 + 16;
        if self.bytes > self.most_bytes {
            return Err(CertificateError::TooLarge { limit: self.most_bytes });
        }
        self.entries.push(entry);
        Ok(())
    }
}
