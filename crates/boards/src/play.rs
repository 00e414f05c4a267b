//! Games on boards in play.

use std::ops::ControlFlow;

use ishitori_loopy::{Endless, LoopyOutcome};
use ishitori_solve::play::{Change, Drawing, GraphEdge, GraphVertex, Method, PlayError, Playable};
use ishitori_solve::tuple::TupleError;
use ishitori_values::{Budget, Game, GameStore, LimitReached, Outcome, Player};

use crate::ast::{BoardKind, End};
use crate::game::SetUp;
use crate::geometry::Board;
use crate::position::Position;
use crate::set_up::{RecurringPlay, Values};

/// A board game in play. Under normal play positions are judged by their values, which add up over components;
/// otherwise by search.
pub struct BoardPlay<'s> {
    set_up: &'s SetUp,
    values: Box<dyn Values + 's>,
    recurring: Option<Box<dyn RecurringPlay + 's>>,
    store: &'s GameStore,
    end: &'s End,
    endless: Option<Endless>,
    impartial: bool,
}

impl<'s> BoardPlay<'s> {
    /// The game; plays without end are what `endless` says, if the text allows them. O(1).
    pub fn new(
        store: &'s GameStore,
        set_up: &'s SetUp,
        end: &'s End,
        endless: Option<Endless>,
    ) -> BoardPlay<'s> {
        BoardPlay {
            values: set_up.solver(store),
            recurring: endless.map(|endless| set_up.recurring(endless)),
            impartial: set_up.is_impartial(),
            set_up,
            store,
            end,
            endless,
        }
    }

    /// Whether positions have values.
    fn is_normal(&self) -> bool {
        matches!(self.end, End::Normal) && self.endless.is_none()
    }

    fn value(&mut self, position: &Position, budget: &Budget) -> Result<Game, LimitReached> {
        self.values.value(position, budget)
    }
}

impl Playable for BoardPlay<'_> {
    type Position = Position;

    const RECURS: bool = true;

    fn for_each_move(
        &self,
        position: &Position,
        player: Player,
        budget: &Budget,
        sink: &mut dyn FnMut(Change, Position) -> ControlFlow<()>,
    ) -> Result<(), PlayError> {
        for (name, to) in self.set_up.moves(position, player, budget)? {
            if sink(Change::Board(name), to).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn end(&self, position: &Position) -> Result<Outcome, PlayError> {
        match self.end {
            End::Normal => Ok(Outcome::P),
            End::Misere => Ok(Outcome::N),
            End::PieceCount(rest) => {
                let count =
                    |piece| position.pieces().iter().filter(|&&c| c == piece).count() as u32;
                rest.judge().outcome(count).map_err(|fault| TupleError::Fault(fault).into())
            }
        }
    }

    fn is_impartial(&self) -> bool {
        self.impartial
    }

    /// A symmetry of the board keeps the outcome also under misère play, since it keeps all moves; one that
    /// exchanges the players does not. Where what is left decides, pieces must stay what they are.
    fn canonical(&self, position: &Position) -> Position {
        if matches!(self.end, End::PieceCount(_)) {
            return position.clone();
        }
        self.set_up.image(position).unwrap_or_else(|| position.clone())
    }

    fn shortcut(
        &mut self,
        position: &Position,
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
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<(LoopyOutcome, Method)>, PlayError> {
        let Some(recurring) = &mut self.recurring else { return Ok(None) };
        let (outcome, positions) = recurring.outcome(position, budget)?;
        Ok(Some((outcome, Method::Retrograde { positions })))
    }

    fn length(
        &mut self,
        position: &Position,
        player: Player,
        budget: &Budget,
    ) -> Result<Option<u32>, PlayError> {
        let Some(recurring) = &mut self.recurring else { return Ok(None) };
        recurring.length(position, player, budget)
    }

    /// The value of an impartial game is a nimber (Sprague, Grundy), with as many options as its number says.
    fn grundy(
        &mut self,
        position: &Position,
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
        position: &Position,
        budget: &Budget,
    ) -> Result<Option<String>, PlayError> {
        if self.impartial && self.endless.is_some() {
            let Some(recurring) = &mut self.recurring else { return Ok(None) };
            let value = recurring.smith(position, budget)?;
            return Ok(value.map(|value| value.to_string()));
        }
        if !self.is_normal() {
            return Ok(None);
        }
        let value = self.value(position, budget)?;
        Ok(self.store.session_within(budget.clone()).print(value).ok())
    }

    fn heap_bytes(&self, position: &Position) -> u64 {
        position.heap_bytes()
    }

    fn drawing(&self, position: &Position) -> Drawing {
        drawing(self.set_up.board(), position.pieces())
    }
}

/// The appearance of a board with pieces.
fn drawing(board: &Board, pieces: &[char]) -> Drawing {
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
