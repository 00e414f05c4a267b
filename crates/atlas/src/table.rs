//! The tables of the atlas and their columns.

use ishitori_records::Column;

/// A table of the atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Table {
    /// Grundy numbers of octal codes with up to three digits, `0.ddd` and `4.ddd`.
    Octal,
    /// Grundy numbers of hexadecimal codes with up to two digits.
    Hexadecimal,
    /// Grundy numbers of subtraction sets.
    Subtraction,
    /// Outcomes of subtraction sets where an even rest is won by Left and an odd one by Right.
    Ending,
    /// Quotients: misère ones of octal codes, and those of sets under the same end.
    Quotients,
    /// The games that have a name.
    Games,
}

/// A column with a sequence: the first terms, one for each of the heaps 0, 1, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceColumn {
    /// The column.
    pub name: &'static str,
    /// Numbers with spaces between them, or letters.
    pub terms: Terms,
    /// The column with the preperiod of the sequence.
    pub preperiod: &'static str,
    /// The column with its period, which is proved.
    pub period: &'static str,
    /// The column with what a period adds.
    pub saltus: Option<&'static str>,
}

/// The kind of the terms of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// Numbers; a hyphen where there is no position.
    Numbers,
    /// Outcomes: P, N, L, R.
    Letters,
}

const VALUES: SequenceColumn = SequenceColumn {
    name: "values",
    terms: Terms::Numbers,
    preperiod: "preperiod",
    period: "period",
    saltus: Some("saltus"),
};

const OUTCOMES: SequenceColumn = SequenceColumn {
    name: "outcomes",
    terms: Terms::Letters,
    preperiod: "preperiod",
    period: "period",
    saltus: None,
};

const MISERE: SequenceColumn = SequenceColumn {
    name: "misere",
    terms: Terms::Letters,
    preperiod: "misere_preperiod",
    period: "misere_period",
    saltus: None,
};

/// How many hexadecimal digits of the checksums of certificates stand in the tables: the first half, since nothing else in them is as
/// long.
pub const DIGEST_DIGITS: usize = 32;

impl Table {
    /// All of them, in the order in which they are listed.
    pub const ALL: [Table; 6] = [
        Table::Octal,
        Table::Hexadecimal,
        Table::Subtraction,
        Table::Ending,
        Table::Quotients,
        Table::Games,
    ];

    /// Its name, which is that of its file without `.parquet`. O(1).
    pub const fn name(self) -> &'static str {
        match self {
            Table::Octal => "octal",
            Table::Hexadecimal => "hexadecimal",
            Table::Subtraction => "subtraction",
            Table::Ending => "ending",
            Table::Quotients => "quotients",
            Table::Games => "games",
        }
    }

    /// The table of a name. O(1).
    ///
    /// ```
    /// use ishitori_atlas::Table;
    /// assert_eq!(Table::named("octal"), Some(Table::Octal));
    /// assert_eq!(Table::named("decimal"), None);
    /// ```
    pub fn named(name: &str) -> Option<Table> {
        Table::ALL.into_iter().find(|table| table.name() == name)
    }

    /// The columns. `code` comes first in all tables: a rule that other questions take. O(1).
    pub fn columns(self) -> Vec<Column> {
        let text = |name: &'static str| Column::text(name);
        let integer = |name: &'static str| Column::integer(name);
        match self {
            Table::Octal | Table::Hexadecimal => {
                let mut columns = ["code", "name", "class", "standard"].map(text).to_vec();
                columns.push(integer("shift"));
                columns.extend(["status", "theorem"].map(text));
                columns.extend(["period", "preperiod", "saltus"].map(integer));
                columns.extend(["win_period", "win_preperiod", "max_value"].map(integer));
                columns.extend(["rares", "last_rare", "computed_to"].map(integer));
                columns.push(text("values"));
                if self == Table::Octal {
                    columns.push(text("misere_status"));
                    let numbers = ["misere_order", "misere_period", "misere_preperiod"];
                    columns.extend(numbers.map(integer));
                    columns.push(text("misere"));
                }
                columns.push(text("certificate"));
                columns
            }
            Table::Subtraction => {
                let mut columns = vec![text("code")];
                columns.extend(["size", "min", "max", "gcd"].map(integer));
                columns.extend(["class", "status", "theorem"].map(text));
                columns.extend(["period", "preperiod"].map(integer));
                columns.extend(["win_period", "win_preperiod", "max_value"].map(integer));
                columns.push(text("values"));
                columns.extend(["misere_period", "misere_preperiod"].map(integer));
                columns.extend(["misere", "certificate"].map(text));
                columns
            }
            Table::Ending => {
                let mut columns = ["code", "end"].map(text).to_vec();
                columns.extend(["size", "min", "max", "gcd"].map(integer));
                columns.extend(["class", "status", "theorem"].map(text));
                columns.extend(["period", "preperiod"].map(integer));
                columns.push(text("eventually"));
                let counts = ["cycle_P", "cycle_N", "cycle_L", "cycle_R"];
                columns.extend(counts.map(integer));
                columns.extend(["outcomes", "values_status"].map(text));
                columns.extend(["values_period", "values_preperiod", "values_heaps"].map(integer));
                columns.push(text("certificate"));
                columns
            }
            Table::Quotients => {
                let mut columns = ["code", "end", "status"].map(text).to_vec();
                let counts = ["order", "count_P", "count_N", "count_L", "count_R"];
                columns.extend(counts.map(integer));
                columns.extend(["period", "preperiod", "generators"].map(integer));
                columns.push(Column::bool("tame"));
                columns.push(integer("to_heap"));
                columns.extend(["outcomes", "certificate"].map(text));
                columns
            }
            Table::Games => {
                let mut columns = ["code", "kind", "rule", "coordinates"].map(text).to_vec();
                columns.extend(["status", "theorem"].map(text));
                columns.extend(["period", "preperiod", "saltus", "max_value"].map(integer));
                columns.extend(["values", "position"].map(text));
                columns.extend([Column::game("value"), text("outcome")]);
                columns.extend([integer("grundy"), text("certificate")]);
                columns
            }
        }
    }

    /// The columns with sequences. O(1).
    pub const fn sequences(self) -> &'static [SequenceColumn] {
        match self {
            Table::Octal | Table::Subtraction => &[VALUES, MISERE],
            Table::Hexadecimal | Table::Games => &[VALUES],
            Table::Ending | Table::Quotients => &[OUTCOMES],
        }
    }
}

/// The values of text columns, as conditions name them: hyphens and colons are `_`.
pub const WORDS: &[&str] = &[
    "proved",
    "not_found",
    "no_theorem",
    "certified",
    "partial",
    "refused",
    "misere",
    "mod2_LR",
    "periodic",
    "growing",
    "observed",
    "unknown",
    "guy_smith",
    "subtraction_window",
    "rare_common_window",
    "arithmetic",
    "state",
    "window",
    "heap",
    "language",
    "board",
    "loopy",
];
