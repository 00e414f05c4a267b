//! Answers with rows, in every format of rows.

use std::io::Write;

use ishitori_records::{
    Cell, Column, Field, Format, GridCell, Kind, Record, Rows, Tabular, WriteError, latex, write,
};

use super::oeis;
use crate::known::Status;
use crate::period::{Heaps, Row};
use crate::rows::about;
use crate::{box_table, census, games, grundy, outcomes, period, table, values};

/// `n`, `grundy`; in misère play `n`, `misere_grundy`, `genus`. LaTeX has ten numbers a row.
impl Tabular for grundy::Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        if format == Format::Oeis {
            return oeis::grundy(self, made, out);
        }
        let numbers = (0..self.values.len()).map(|n| (n, self.number(n)));
        if let Some(smith) = &self.smith {
            let columns = vec![Column::integer("n"), Column::game("grundy")];
            let rows = smith.iter().enumerate();
            return write(&about(&self.rule, made, columns), rows, format, out);
        }
        match (&self.genus, format) {
            (_, Format::Latex) => Ok(ten_a_row(self, made, out)?),
            (Some(genus), format) if format != Format::Bfile => {
                let columns = vec![
                    Column::integer("n"),
                    Column::integer("misere_grundy"),
                    Column::text("genus"),
                ];
                let rows = numbers.zip(genus).map(|((n, value), genus)| (n, value, genus));
                write(&about(&self.rule, made, columns), rows, format, out)
            }
            _ => {
                let columns = vec![Column::integer("n"), Column::integer("grundy")];
                write(&about(&self.rule, made, columns), numbers, format, out)
            }
        }
    }
}

fn ten_a_row(
    answer: &grundy::Answer,
    made: Option<&str>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let columns = 10;
    for line in made.into_iter().chain([answer.rule.as_str(), latex::PACKAGES]) {
        latex::comment(line, out)?;
    }
    let heads: Vec<String> = (0..columns).map(|c| format!("${c}$")).collect();
    let heading = format!("$n$ & {}", heads.join(" & "));
    latex::begin(&format!("r{}", "r".repeat(columns)), &heading, out)?;
    for row in (0..answer.values.len()).step_by(columns) {
        let cell = |value: Option<u32>| value.map_or("$\\infty$".to_string(), |v| format!("${v}$"));
        let mut cells: Vec<String> = answer.numbers().skip(row).take(columns).map(cell).collect();
        cells.resize(columns, String::new());
        writeln!(out, "${row}$ & {} \\\\", cells.join(" & "))?;
    }
    latex::end(out)
}

/// `n`, `outcome`; the P-positions as an entry of the OEIS.
impl Tabular for outcomes::Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        if format == Format::Oeis {
            return oeis::outcomes(self, made, out);
        }
        let columns = vec![Column::integer("n"), Column::text("outcome")];
        let letters = self.outcomes.char_indices();
        let rows = letters.map(|(n, letter)| (n, &self.outcomes[n..n + letter.len_utf8()]));
        write(&about(&self.rule, made, columns), rows, format, out)
    }
}

/// `n`, `value`, and what else was asked for.
impl Tabular for values::Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        if format == Format::Oeis {
            return oeis::values(self, made, out);
        }
        let mut columns = vec![Column::integer("n"), Column::game("value")];
        let name = |of: &values::Measured| Column::game(of.measure.name().replace('-', "_"));
        columns.extend(self.measures.iter().map(name));
        let rows = self.values.iter().enumerate().map(|(n, value)| {
            let number = Cell::Integer(n as i64);
            let more = self.measures.iter().map(|all| match all.of.get(n) {
                Some(found) => found.cell(),
                None => Cell::Empty,
            });
            [number, value.cell()].into_iter().chain(more).collect::<Vec<_>>()
        });
        write(&about(&self.rule, made, columns), rows, format, out)
    }
}

/// `value`, `count`; in misère play, `outcome`, `count`.
impl Tabular for census::Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let title = format!("{} {}", self.game, self.position);
        if self.misere {
            let columns = vec![Column::text("outcome"), Column::integer("count")];
            let census::OutcomeCounts { p, n, l, r } = self.outcomes;
            let rows = [("P", p), ("N", n), ("L", l), ("R", r)];
            return write(&about(&title, made, columns), rows, format, out);
        }
        let columns = vec![Column::game("value"), Column::integer("count")];
        let rows = self.values.iter().map(|one| (&one.value, one.count));
        write(&about(&title, made, columns), rows, format, out)
    }
}

/// `name`, `kind`, `rule`, `description`; one row if one game was asked for.
impl Tabular for games::Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        let columns = ["name", "kind", "rule", "description"].map(Column::text).to_vec();
        let games = match self {
            games::Answer::All { games } => games.as_slice(),
            games::Answer::One(game) => std::slice::from_ref(game),
        };
        let rows = games.iter().map(|game| {
            let kind = match game.kind {
                games::Kind::Heap => "heap",
                games::Kind::Language => "language",
                games::Kind::Board => "board",
                games::Kind::Loopy => "loopy",
            };
            (&game.name, kind, &game.rule, &game.description)
        });
        write(&about("games", made, columns), rows, format, out)
    }
}

/// One row: `rule`, `status`, `period`, `preperiod`, `saltus`, `max_value`.
impl Tabular for period::Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        if format == Format::Oeis {
            return oeis::period(self, made, out);
        }
        let columns = vec![
            Column::text("rule"),
            Column::text("status"),
            Column::integer("period"),
            Column::integer("preperiod"),
            Column::integer("saltus"),
            Column::integer("max_value"),
        ];
        let typed;
        let (rule, status, numbers, max_value) = match self {
            period::Answer::Typed(found) => {
                let numbers: Vec<String> = found.sequence.iter().map(u32::to_string).collect();
                typed = numbers.join(",");
                let (period, preperiod, saltus) = (&found.period, &found.preperiod, &found.saltus);
                (&typed, &found.status, (period, preperiod, saltus), &found.max_value)
            }
            period::Answer::Row(Row {
                rule, status, period, preperiod, saltus, max_value, ..
            }) => (rule, status, (period, preperiod, saltus), max_value),
            period::Answer::Heaps(heaps) => {
                let Heaps { rule, status, period, preperiod, saltus, max_value, .. } = &**heaps;
                (rule, status, (period, preperiod, saltus), max_value)
            }
        };
        let status = match status {
            Status::Proved => "proved",
            Status::NotPeriodic => "not-periodic",
            Status::NotFound => "not-found",
            Status::NoTheorem => "no-theorem",
        };
        let (period, preperiod, saltus) = numbers;
        let row = (rule, status, period, preperiod, saltus, max_value);
        write(&about(rule, made, columns), [row], format, out)
    }
}

/// The P-positions of a game on one number as a sequence: the first, the second, and so on.
fn p_sequence(about: &Rows, positions: &[Vec<i64>], out: &mut dyn Write) -> Result<(), WriteError> {
    let numbers: Option<Vec<i64>> = positions
        .iter()
        .map(|position| <[i64; 1]>::try_from(position.as_slice()).ok())
        .map(|one| one.map(|[n]| n))
        .collect();
    let numbers = numbers.ok_or(WriteError::NotASequence)?;
    let columns = vec![Column::integer("n"), Column::integer("p_position")];
    let about = Rows { columns, ..about.clone() };
    write(&about, (1usize..).zip(&numbers), Format::Bfile, out)
}

/// A position, a column for each coordinate.
struct Position<'p>(&'p [i64]);

impl Record for Position<'_> {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        self.0.iter().for_each(|&x| give(Cell::Integer(x)));
    }
}

/// The coordinates of a position, and what is shown of it.
struct PositionRow<'a>((Vec<i64>, &'a box_table::Cell));

impl Record for PositionRow<'_> {
    fn cells(&self, give: &mut dyn FnMut(Cell<'_>)) {
        let (position, cell) = &self.0;
        position.iter().for_each(|&x| give(Cell::Integer(x)));
        give(cell.cell());
    }
}

/// The coordinates of P-positions; a row for each position of a tidy table; or the fixed coordinates, the number of the row, and a column for each number of the other
/// coordinate.
impl Tabular for table::Answer {
    fn write_as(
        &self,
        format: Format,
        made: Option<&str>,
        out: &mut dyn Write,
    ) -> Result<(), WriteError> {
        if format == Format::Oeis {
            return oeis::table(self, made, out);
        }
        let Some(positions) = &self.positions else {
            if !self.tidy {
                return self.grid(made).write(format, out);
            }
            let names =
                self.coordinates.iter().map(|name| Column::new(name.clone(), Kind::Integer));
            let shown = Column::new(self.show.name().to_string(), self.show.kind());
            let columns = names.chain([shown]).collect();
            return write(
                &about(&self.rule, made, columns),
                self.cells().map(PositionRow),
                format,
                out,
            );
        };
        if format == Format::Bfile {
            return p_sequence(&about(&self.rule, made, Vec::new()), positions, out);
        }
        let columns = self.coordinates.iter().map(|name| Column::new(name.clone(), Kind::Integer));
        let rows = positions.iter().map(|position| Position(position));
        write(&about(&self.rule, made, columns.collect()), rows, format, out)
    }
}
