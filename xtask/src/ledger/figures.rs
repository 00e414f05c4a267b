//! The figures that are recorded for each job, in `bench/ledger/figures.tsv`.

use std::collections::BTreeMap;

/// The cost of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// Instructions that the processor executes for it.
    pub instructions: u64,
    /// Memory in kB that it has at most.
    pub memory: u64,
}

/// The record: figures by the names of jobs, and how they were measured.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// The versions of the tools, and the day.
    pub measured: String,
    pub of: BTreeMap<String, Figure>,
}

const HEAD: &str = "job\tinstructions\tkB";

impl Figures {
    /// Reads a table.
    pub fn read(text: &str) -> Result<Figures, String> {
        let mut figures = Figures::default();
        for line in text.lines().filter(|line| !line.is_empty() && *line != HEAD) {
            if let Some(measured) = line.strip_prefix("# ") {
                figures.measured = measured.to_string();
                continue;
            }
            let wrong = || format!("not a name and two numbers: {line}");
            let [name, instructions, memory] =
                line.split('\t').collect::<Vec<_>>().try_into().map_err(|_| wrong())?;
            let number = |text: &str| text.replace('_', "").parse().map_err(|_| wrong());
            let figure = Figure { instructions: number(instructions)?, memory: number(memory)? };
            if figures.of.insert(name.to_string(), figure).is_some() {
                return Err(format!("{name} stands there twice"));
            }
        }
        Ok(figures)
    }

    /// The table, a line for each job in the order of their names.
    pub fn write(&self) -> String {
        let row = |(name, figure): (&String, &Figure)| {
            format!("{name}\t{}\t{}\n", grouped(figure.instructions), figure.memory)
        };
        let rows: String = self.of.iter().map(row).collect();
        format!("# {}\n{HEAD}\n{rows}", self.measured)
    }
}

/// A number in groups of three digits, 12_345_678.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push('_');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let mut figures = Figures { measured: "rustc 1, today".to_string(), ..Figures::default() };
        figures.of.insert("b".to_string(), Figure { instructions: 1_234_567, memory: 8000 });
        figures.of.insert("a".to_string(), Figure { instructions: 12, memory: 7 });
        let text = figures.write();
        assert_eq!(text, "# rustc 1, today\njob\tinstructions\tkB\na\t12\t7\nb\t1_234_567\t8000\n");
        assert_eq!(Figures::read(&text), Ok(figures));
    }

    #[test]
    fn what_is_no_table() {
        for text in ["a\t1\n", "a\t1\tmuch\n", "a\t1\t2\na\t1\t2\n"] {
            assert!(Figures::read(text).is_err(), "{text}");
        }
    }
}
