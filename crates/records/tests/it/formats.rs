//! Every format, read back by something else where there is something.

use ishitori_records::{Cell, Column, Field, Format, Kind, Rows, WriteError, write};
use proptest::prelude::*;

fn written(records: &Rows, rows: &[Vec<Cell<'_>>], format: Format) -> String {
    let mut out = Vec::new();
    write(records, rows.iter(), format, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn example() -> (Rows, Vec<Vec<Cell<'static>>>) {
    let columns = vec![
        Column::integer("n"),
        Column::game("value"),
        Column::new("known", Kind::Bool),
        Column::text("山"),
    ];
    let records = Rows::new("sub:2,3", columns).with_provenance("ishitori values sub:2,3");
    let rows = vec![
        vec![Cell::Integer(0), "{1|-1}".cell(), Cell::Bool(true), "一 & 二".cell()],
        vec![Cell::Integer(-12), Cell::Empty, Cell::Bool(false), "a|b, \"c\"".cell()],
    ];
    (records, rows)
}

#[test]
fn the_first_line_of_csv_is_the_header() {
    let (records, rows) = example();
    let text = written(&records, &rows, Format::Csv);
    assert_eq!(text, "n,value,known,山\n0,{1|-1},true,一 & 二\n-12,,false,\"a|b, \"\"c\"\"\"\n");
    let tabs = written(&records, &rows, Format::Tsv);
    assert!(tabs.starts_with("n\tvalue\tknown\t山\n"), "{tabs}");
}

#[test]
fn columns_are_aligned_in_text_and_declared_in_markdown() {
    let (records, rows) = example();
    assert_eq!(
        written(&records, &rows, Format::Text),
        "  n  value   known  山\n  0  {1|-1}  true   一 & 二\n-12          false  a|b, \"c\"\n"
    );
    let markdown = written(&records, &rows, Format::Markdown);
    let lines: Vec<&str> = markdown.lines().collect();
    assert_eq!(lines[1], "| --: | --- | --- | --- |");
    assert!(lines[3].contains("a\\|b"), "{markdown}");
}

#[test]
fn latex_and_html_escape_what_would_hurt() {
    let (records, rows) = example();
    let latex = written(&records, &rows, Format::Latex);
    let head = "% ishitori values sub:2,3\n% sub:2,3\n% needs \\usepackage{amsmath,booktabs}\n\\begin{tabular}{rlll}\n\\toprule\n";
    assert!(latex.starts_with(head), "{latex}");
    assert!(latex.ends_with("\\bottomrule\n\\end{tabular}\n"), "{latex}");
    assert!(latex.contains("$0$ & $\\{1\\mid -1\\}$ & true & 一 \\& 二 \\\\"), "{latex}");
    let html = written(&records, &rows, Format::Html);
    assert!(html.contains("<td>一 &amp; 二</td>"), "{html}");
}

#[test]
fn a_b_file_is_a_sequence() {
    let columns = vec![Column::integer("n"), Column::integer("G")];
    let rows: Vec<Vec<Cell<'_>>> =
        (0..3).map(|n| vec![Cell::Integer(n), Cell::Integer(n % 2)]).collect();
    let text = written(&Rows::new("0.1", columns), &rows, Format::Bfile);
    assert_eq!(text, "# 0.1\n0 0\n1 1\n2 0\n");
    let (records, rows) = example();
    let failed = write(&records, rows, Format::Bfile, &mut Vec::new());
    assert!(matches!(failed, Err(WriteError::NotASequence)));
}

proptest! {
    /// CSV and JSON lines give back what was written, whatever stands in the cells.
    #[test]
    fn nothing_is_lost(texts in proptest::collection::vec("\\PC*|[\"',\n\t]*", 1..5), n: i64) {
        let columns: Vec<Column> = std::iter::once(Column::integer("n"))
            .chain((0..texts.len()).map(|i| Column::text(format!("t{i}"))))
            .collect();
        let records = Rows::new("anything", columns);
        let cells = texts.iter().map(Field::cell);
        let row: Vec<Cell<'_>> = std::iter::once(Cell::Integer(n)).chain(cells).collect();
        let json = written(&records, std::slice::from_ref(&row), Format::JsonLines);
        prop_assert_eq!(json.lines().count(), 1);
        let object: serde_json::Value = serde_json::from_str(&json).unwrap();
        for (i, text) in texts.iter().enumerate() {
            prop_assert_eq!(object[format!("t{i}")].as_str(), Some(text.as_str()));
        }
        for (format, delimiter) in [(Format::Csv, b','), (Format::Tsv, b'\t')] {
            let text = written(&records, std::slice::from_ref(&row), format);
            let mut reader =
                csv::ReaderBuilder::new().delimiter(delimiter).from_reader(text.as_bytes());
            let back: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
            prop_assert_eq!(back.len(), 1);
            let number = n.to_string();
            prop_assert_eq!(back[0].get(0), Some(number.as_str()));
            for (i, text) in texts.iter().enumerate() {
                prop_assert_eq!(back[0].get(i + 1), Some(text.as_str()));
            }
        }
    }
}
