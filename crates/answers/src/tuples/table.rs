//! The Grundy numbers, outcomes or values of a box of positions.

use ishitori_records::{Grid, GridSlice};
use serde::{Deserialize, Serialize};

use crate::box_table::{Asked, BoxTable, Cell, Fixed, Show, Slice};
use crate::conjecture::{Learnable, may_be_decided};
use crate::end::read_end;
use crate::finish::answered_by;
use crate::registration::{Address, Registration};
use crate::{
    Answered, AskError, BoxBounds, Context, Finish, MemoryLease, Note, Rule, RuleSource, Stopped,
};

/// The registration of the question, read by every front end of the program.
pub const REGISTRATION: Registration = Registration::new(
    &[Address::object("table").in_boxes(&[("to", 1 << 18)])],
    &[&[("rule", "chocolate:3"), ("to", "4,12")]],
)
.with_rows()
.for_each_game();

/// What are the positions of a box, up to given bounds?
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Request {
    /// The rule of the game.
    pub rule: RuleSource,
    /// The last value of each coordinate that is not fixed, or of all.
    pub to: BoxBounds,
    /// Values of the parameters of the game, such as `k=3`, or `S=1,2,5` for a set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub set: Vec<String>,
    /// End rule: who wins when no move is left [default: that of the game, or normal].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// Fixed coordinates, such as `x=3`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fix: Vec<String>,
    /// What is shown of a position [default: what suits the game].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show: Option<Show>,
    /// The first coordinate to the right, the second one down.
    #[serde(default)]
    pub transpose: bool,
    /// Rows in files have one position each: its coordinates and what is shown of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tidy: bool,
}

impl Request {
    /// The table of a rule up to given bounds, with nothing else said.
    pub fn new(rule: impl Into<RuleSource>, to: Vec<u32>) -> Request {
        Request {
            rule: rule.into(),
            to: BoxBounds(to),
            set: Vec::new(),
            end: None,
            fix: Vec::new(),
            show: None,
            transpose: false,
            tidy: false,
        }
    }

    /// Which box is asked for.
    pub fn asked(&self) -> Asked<'_> {
        Asked {
            rule: &self.rule,
            set: &self.set,
            end: self.end.as_deref(),
            to: &self.to,
            fix: &self.fix,
            show: self.show,
            transpose: self.transpose,
        }
    }
}

/// The table: rows by one coordinate, columns by another, and a slice for each choice of the others.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The rule of the game.
    pub rule: String,
    /// The end rule that was asked for.
    pub end: Option<String>,
    /// The bounds that were asked for.
    pub to: Vec<u32>,
    /// What is shown of a position.
    pub show: Show,
    /// The names of the coordinates, in the order of a position.
    pub coordinates: Vec<String>,
    /// The P-positions, if these were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<Vec<i64>>>,
    /// The cells, if there is one slice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows: Option<Vec<Vec<Cell>>>,
    /// The slices, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slices: Option<Vec<Slice>>,
    /// The fixed coordinates of the only slice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fixed: Option<Fixed>,
    /// The coordinate that numbers the rows; none in a game of one coordinate.
    pub row_name: String,
    /// The coordinate that numbers the columns.
    pub column_name: String,
    /// How positions like to be shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
    /// The limit that ended the table; complete rows are there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
    /// Notes that accompany it.
    #[serde(skip)]
    pub notes: Vec<Note>,
    /// Whether rows in files have one position each.
    #[serde(skip)]
    pub tidy: bool,
    /// The memory of the cells.
    #[serde(skip)]
    pub held: MemoryLease,
}

impl Answered for Answer {
    fn finish(&self) -> Finish {
        Finish::unless(&self.stopped)
    }

    answered_by!(rows, notes);
}

impl Answer {
    /// The table as it is written in files; how it was made may stand there.
    pub fn grid<'g>(&'g self, provenance: Option<&'g str>) -> Grid<'g, Cell> {
        let slices = self.parts().map(|(fixed, rows)| {
            let fixed = fixed.map_or(&[][..], |fixed| &fixed.0);
            GridSlice { fixed, rows }
        });
        Grid {
            title: &self.rule,
            provenance,
            row_name: &self.row_name,
            column_name: &self.column_name,
            kind: self.show.kind(),
            slices: slices.collect(),
        }
    }

    /// The positions one by one, each with its coordinates in their order and its cell. O(cells).
    pub(crate) fn cells(&self) -> impl Iterator<Item = (Vec<i64>, &Cell)> + Clone {
        let of = |fixed: Option<&Fixed>, row: usize, column: usize| {
            let value = |name: &String| match fixed
                .and_then(|fixed| fixed.0.iter().find(|f| f.0 == *name))
            {
                Some((_, value)) => *value,
                None if *name == self.row_name => row as i64,
                None => column as i64,
            };
            self.coordinates.iter().map(value).collect()
        };
        self.parts().flat_map(move |(fixed, rows)| {
            rows.iter().enumerate().flat_map(move |(row, cells)| {
                let cells = cells.iter().enumerate().filter(|(_, cell)| **cell != Cell::Nothing);
                cells.map(move |(column, cell)| (of(fixed, row, column), cell))
            })
        })
    }

    /// All slices, however many: the fixed coordinates of each, and its rows.
    pub fn parts(&self) -> impl Iterator<Item = (Option<&Fixed>, &[Vec<Cell>])> + Clone {
        let single = self.rows.iter().map(|rows| (self.fixed.as_ref(), rows.as_slice()));
        let several = self.slices.iter().flatten();
        single.chain(several.map(|slice| (Some(&slice.fixed), slice.rows.as_slice())))
    }
}

/// Computes the table. The cost is that of the engine for the whole box, and a cell for each
/// position.
///
/// ```
/// use ishitori_answers::box_table::Cell;
/// use ishitori_answers::{Context, table};
/// use ishitori_values::Budget;
///
/// let request = table::Request::new("wythoff", vec![2, 2]);
/// let answer = table::answer(&request, &Context::new(Budget::unlimited())).unwrap();
/// assert_eq!(answer.rows.unwrap()[1][2], Cell::Number(0));
/// ```
pub fn answer(request: &Request, context: &Context) -> Result<Answer, AskError> {
    let mut table = BoxTable::compute(&request.asked(), context)?;
    let positions = (table.shown == Show::PPositions).then(|| table.positions());
    if positions.is_some() {
        table.slices.clear();
    }
    let (rows, slices, fixed) = match table.slices.as_mut_slice() {
        [] if positions.is_some() => (None, None, None),
        [slice] => {
            let fixed = std::mem::take(&mut slice.fixed);
            let fixed = Some(fixed).filter(|fixed| !fixed.0.is_empty());
            (Some(std::mem::take(&mut slice.rows)), None, fixed)
        }
        _ => (None, Some(table.slices), None),
    };
    let end = request.end.as_deref().map(read_end).transpose()?;
    let next = match Rule::read(&request.rule, &request.set)? {
        Rule::Game(game) if !table.shown.needs_values() => {
            let learn = (table.shown != Show::Grundy).then_some(Learnable::Outcomes);
            may_be_decided(&game, &request.rule, &request.set, request.end.as_deref(), learn)
        }
        _ => None,
    };
    let stopped = table.stopped.map(Stopped::from);
    Ok(Answer {
        rule: table.rule,
        end: end.map(|end| end.to_string()),
        to: request.to.0.clone(),
        show: table.shown,
        coordinates: table.coordinates,
        positions,
        rows,
        slices,
        fixed,
        row_name: table.row_name,
        column_name: table.column_name,
        display: table.display.map(|display| display.name().to_string()),
        notes: stopped.clone().map(Note::Stopped).into_iter().chain(next).collect(),
        stopped,
        tidy: request.tidy,
        held: table.held,
    })
}
