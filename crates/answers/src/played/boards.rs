//! Games in the language of boards, in play.

use std::fmt;
use std::ops::ControlFlow;

use ishitori_boards::ast::{BoardKind, End};
use ishitori_boards::{Board, Planes, Rules, SetUp, Word};
use ishitori_loopy::{Endless, LoopyOutcome, SmithValue};
use ishitori_rules::Ruleset;
use ishitori_solve::board::Solver;
use ishitori_solve::play::{
    Change, Drawing, GraphEdge, GraphVertex, Method, PlayError, Playable, RECURRING, Recurring,
};
use ishitori_solve::tuple::TupleError;
use ishitori_values::{Budget, Game, GameStore, LimitReached, Outcome, Pace, Player};

/// A position: what stands at each site, and its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Placed {
    pieces: Box<[char]>,
    text: Box<str>,
}

impl fmt::Display for Placed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A board game in play. Under normal play positions are judged by their values, which add up over components;
/// otherwise by search.
pub(crate) struct BoardPlay<'s> {
    engine: Box<dyn Engine + 's>,
    store: &'s GameStore,
    end: &'s End,
    endless: Option<Endless>,
    impartial: bool,
}

/// Rules and a solver, whatever their words are.
trait Engine {
    fn moves(
        &self,
        pieces: &[char],
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<(String, Placed)>, LimitReached>;
    fn value(&mut self, pieces: &[char], budget: &Budget) -> Result<Game, LimitReached>;
    fn image(&self, pieces: &[char]) -> Option<Placed>;
    fn board(&self) -> &Board;
    /// Who wins where positions can recur, and how many positions were solved for that.
    fn recurring(
        &mut self,
        pieces: &[char],
        budget: &Budget,
    ) -> Result<Option<(LoopyOutcome, usize)>, PlayError>;
    fn length(
        &mut self,
        pieces: &[char],
        player: Player,
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError>;
    fn smith(&mut self, pieces: &[char], budget: &Budget) -> Result<Option<SmithValue>, PlayError>;
}

struct Compiled<'s, W: Word, const N: usize> {
    rules: &'s Rules<W, N>,
    solver: Solver<'s, &'s Rules<W, N>>,
    recurring: Option<Recurring<Planes<W, N>>>,
}

impl<W: Word, const N: usize> Compiled<'_, W, N> {
    fn placed(&self, position: &Planes<W, N>) -> Placed {
        let pieces = self.rules.pieces(position).into();
        Placed { pieces, text: shown(self.rules.show(position)).into() }
    }
}

impl<W: Word, const N: usize> Engine for Compiled<'_, W, N> {
    fn moves(
        &self,
        pieces: &[char],
        player: Player,
        budget: &Budget,
    ) -> Result<Vec<(String, Placed)>, LimitReached> {
        let moves = self.rules.moves_within(&self.rules.planes(pieces), player, budget)?;
        let mut all = Vec::with_capacity(moves.len());
        let mut pace = Pace::default();
        let mut bytes = 0;
        for (name, to) in moves {
            let to = self.placed(&to);
            bytes += (4 * to.pieces.len() + to.text.len() + name.len() + 128) as u64;
            pace.steps(budget, bytes, to.pieces.len())?;
            all.push((name, to));
        }
        Ok(all)
    }

    fn value(&mut self, pieces: &[char], budget: &Budget) -> Result<Game, LimitReached> {
        let before = self.solver.session().set_budget(budget.clone());
        let value = self.solver.value(&self.rules.planes(pieces));
        self.solver.session().set_budget(before);
        value
    }

    fn image(&self, pieces: &[char]) -> Option<Placed> {
        match self.rules.image(&self.rules.planes(pieces)) {
            (image, false) => Some(self.placed(&image)),
            (_, true) => None,
        }
    }

    fn board(&self) -> &Board {
        self.rules.board()
    }

    fn recurring(
        &mut self,
        pieces: &[char],
        budget: &Budget,
    ) -> Result<Option<(LoopyOutcome, usize)>, PlayError> {
        let Some(recurring) = self.recurring.as_mut().filter(|_| RECURRING) else {
            return Ok(None);
        };
        let outcome = recurring.outcome(self.rules, &self.rules.planes(pieces), budget)?;
        Ok(Some((outcome, recurring.positions())))
    }

    fn length(
        &mut self,
        pieces: &[char],
        player: Player,
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError> {
        let Some(recurring) = self.recurring.as_mut().filter(|_| RECURRING) else {
            return Ok(None);
        };
        recurring.length(self.rules, (&self.rules.planes(pieces), player), budget)
    }

    fn smith(&mut self, pieces: &[char], budget: &Budget) -> Result<Option<SmithValue>, PlayError> {
        let Some(recurring) = self.recurring.as_mut().filter(|_| RECURRING) else {
            return Ok(None);
        };
        recurring.smith(self.rules, &self.rules.planes(pieces), budget)
    }
}

/// The text of a position; a graph of which nothing is left has none.
pub(crate) fn shown(text: String) -> String {
    if text.is_empty() { "∅".to_string() } else { text }
}

impl<'s> BoardPlay<'s> {
    /// The game and the position at which it begins. O(sites).
    pub(crate) fn new(
        store: &'s GameStore,
        set_up: &'s SetUp,
        end: &'s End,
    ) -> (BoardPlay<'s>, Placed) {
        ishitori_boards::with_rules!(set_up, |rules, start| {
            let solver = Solver::within(store, rules, Budget::unlimited());
            let endless = rules.text().loopy;
            let engine = Compiled { rules, solver, recurring: endless.map(Recurring::new) };
            let position = engine.placed(start);
            let impartial = rules.is_impartial();
            (BoardPlay { engine: Box::new(engine), store, end, endless, impartial }, position)
        })
    }

    /// Whether positions have values.
    fn is_normal(&self) -> bool {
        matches!(self.end, End::Normal) && self.endless.is_none()
    }

    fn value(&mut self, position: &Placed, budget: &Budget) -> Result<Game, LimitReached> {
        self.engine.value(&position.pieces, budget)
    }
}

impl Playable for BoardPlay<'_> {
    type Position = Placed;

    const RECURS: bool = RECURRING;

    fn for_each_move(
        &self,
        position: &Placed,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, Placed) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        for (name, to) in self.engine.moves(&position.pieces, player, budget)? {
            if sink(Change::Board(name), to).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn end(&self, position: &Placed) -> Result<Outcome, PlayError> {
        match self.end {
            End::Normal => Ok(Outcome::P),
            End::Misere => Ok(Outcome::N),
            End::Rest(rest) => {
                let count = |piece| position.pieces.iter().filter(|&&c| c == piece).count() as u32;
                rest.judge().outcome(count).map_err(|fault| TupleError::Fault(fault).into())
            }
        }
    }

    fn is_impartial(&self) -> bool {
        self.impartial
    }

    /// A symmetry of the board keeps the outcome also under misère play, since it keeps all moves; one that
    /// exchanges the players does not. Where what is left decides, pieces must stay what they are.
    fn canonical(&self, position: &Placed) -> Placed {
        if matches!(self.end, End::Rest(_)) {
            return position.clone();
        }
        self.engine.image(&position.pieces).unwrap_or_else(|| position.clone())
    }

    fn shortcut(
        &mut self,
        position: &Placed,
        budget: &Budget,
    ) -> Result<Option<(Outcome, Method)>, PlayError> {
        if !self.is_normal() {
            return Ok(None);
        }
        let value = self.value(position, budget)?;
        let outcome = self.store.session_within(budget.clone()).outcome(value)?;
        let method = if self.impartial { Method::NimSum } else { Method::Value };
        Ok(Some((outcome, method)))
    }

    fn endless(&self) -> Option<Endless> {
        self.endless
    }

    fn recurring(
        &mut self,
        position: &Placed,
        budget: &Budget,
    ) -> Result<Option<(LoopyOutcome, Method)>, PlayError> {
        let found = self.engine.recurring(&position.pieces, budget)?;
        Ok(found.map(|(outcome, positions)| (outcome, Method::Retrograde { positions })))
    }

    fn length(
        &mut self,
        position: &Placed,
        player: Player,
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError> {
        self.engine.length(&position.pieces, player, budget)
    }

    /// The value of an impartial game is a nimber (Sprague, Grundy), with as many options as its number says.
    fn grundy(
        &mut self,
        position: &Placed,
        budget: &Budget,
    ) -> Result<Option<Vec<u32>>, PlayError> {
        if !self.is_normal() || !self.impartial {
            return Ok(None);
        }
        let value = self.value(position, budget)?;
        let session = self.store.session_within(budget.clone());
        Ok(Some(vec![session.options(value, Player::Left)?.len() as u32]))
    }

    fn value_text(
        &mut self,
        position: &Placed,
        budget: &Budget,
    ) -> Result<Option<String>, PlayError> {
        if self.impartial && self.endless.is_some() {
            let value = self.engine.smith(&position.pieces, budget)?;
            return Ok(value.map(|value| value.to_string()));
        }
        if !self.is_normal() {
            return Ok(None);
        }
        let value = self.value(position, budget)?;
        Ok(self.store.session_within(budget.clone()).print(value).ok())
    }

    fn heap_bytes(&self, position: &Placed) -> u64 {
        (4 * position.pieces.len() + position.text.len()) as u64
    }

    fn drawing(&self, position: &Placed) -> Drawing {
        drawing(self.engine.board(), &position.pieces)
    }
}

/// What a board with pieces looks like.
pub(crate) fn drawing(board: &Board, pieces: &[char]) -> Drawing {
    let graph = board.graph();
    match board.kind() {
        BoardKind::Graph => {
            let there = |site: usize| pieces[site] != '#';
            let n = graph.vertices().len();
            let vertices = (0..n).filter(|&v| there(v)).map(|v| GraphVertex {
                name: board.name(v),
                piece: pieces[v],
                on_ground: graph.ground().contains(&v),
            });
            let sites = board.has_edge_sites();
            let edges = graph
                .edges()
                .iter()
                .enumerate()
                .filter(|&(e, &(a, b, _))| there(a) && there(b) && (!sites || there(n + e)));
            let edges = edges.map(|(e, &(a, b, one_way))| GraphEdge {
                from: board.name(a),
                to: board.name(b),
                kind: if sites { pieces[n + e] } else { '-' },
                one_way,
            });
            Drawing::Graph { vertices: vertices.collect(), edges: edges.collect() }
        }
        kind => {
            let (rows, columns) = board.size();
            let row = |r: usize| {
                (0..columns).map(|c| board.site_at(r, c).map_or('#', |s| pieces[s])).collect()
            };
            let cells = (0..rows).map(row).collect();
            match kind {
                BoardKind::Hex => Drawing::Hexagons(cells),
                BoardKind::Strip => Drawing::Strip(cells),
                _ => Drawing::Squares(cells),
            }
        }
    }
}
