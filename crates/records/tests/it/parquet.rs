//! Parquet against the crate `parquet`, which shares no code with ours: it reads what we write, and we read what it
//! writes.

use std::io::Write;
use std::sync::Arc;

use bytes::Bytes;
use ishitori_records::{Cell, Column, ParquetFile, ParquetTable, RowFile, Rows};
use parquet::basic::{
    Compression, ConvertedType, GzipLevel, LogicalType, Repetition, Type as Physical,
};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::types::Type;
use proptest::prelude::*;

/// A row with a cell of every kind.
type Row = (Option<i64>, Option<bool>, Option<String>, Option<Vec<i64>>);

fn about() -> Rows {
    let mut columns = vec![Column::integer("n"), Column::bool("even"), Column::text("name")];
    columns.push(Column::integers("set"));
    Rows::new("rows", columns).with_provenance("made by a test")
}

/// Rows with many and with few different cells, long runs, and empty ones.
fn rows() -> impl Strategy<Value = Vec<Row>> {
    let row = (
        prop_oneof![Just(None), any::<i64>().prop_map(Some), (0..3i64).prop_map(Some)],
        any::<Option<bool>>(),
        prop_oneof![Just(None), "[a-c]?".prop_map(Some), "\\PC{0,20}".prop_map(Some)],
        prop_oneof![
            Just(None),
            prop::collection::vec(0..9i64, 0..6).prop_map(Some),
            prop::collection::vec(any::<i64>(), 0..30).prop_map(Some),
        ],
    );
    prop::collection::vec((row, prop_oneof![1..3usize, 1..60usize]), 0..40).prop_map(|runs| {
        runs.into_iter().flat_map(|(row, count)| std::iter::repeat_n(row, count)).collect()
    })
}

/// A file that is written in stretches.
fn written(rows: &[Row], stretch: usize, small: bool) -> Vec<u8> {
    let file = if small { ParquetFile::small(&about()) } else { ParquetFile::new(&about()) };
    let (mut file, mut bytes) = (file.unwrap(), Vec::new());
    for rows in rows.chunks(stretch.max(1)) {
        file.add(rows.iter().cloned(), &mut bytes).unwrap();
    }
    file.finish(&mut bytes).unwrap();
    bytes
}

/// The rows of a file as the crate `parquet` reads them.
fn read_by_the_crate(bytes: Vec<u8>) -> Vec<Row> {
    let reader = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
    let made = reader.metadata().file_metadata().key_value_metadata().unwrap();
    assert_eq!(made[0].value.as_deref(), Some("made by a test"));
    let mut rows = Vec::new();
    for row in reader.get_row_iter(None).unwrap() {
        let row = row.unwrap();
        let mut fields = row.get_column_iter().map(|(_, field)| field);
        let n = match fields.next() {
            Some(Field::Long(n)) => Some(*n),
            Some(Field::Null) => None,
            other => panic!("{other:?}"),
        };
        let even = match fields.next() {
            Some(Field::Bool(even)) => Some(*even),
            Some(Field::Null) => None,
            other => panic!("{other:?}"),
        };
        let name = match fields.next() {
            Some(Field::Str(name)) => Some(name.clone()),
            Some(Field::Null) => None,
            other => panic!("{other:?}"),
        };
        let set = match fields.next() {
            Some(Field::ListInternal(list)) => {
                let number = |field: &Field| match field {
                    Field::Long(n) => *n,
                    other => panic!("{other:?}"),
                };
                Some(list.elements().iter().map(number).collect())
            }
            Some(Field::Null) => None,
            other => panic!("{other:?}"),
        };
        rows.push((n, even, name, set));
    }
    rows
}

/// The rows of a file as we read them.
fn read_by_us(bytes: &[u8]) -> Vec<Row> {
    let table = ParquetTable::read(bytes).unwrap();
    assert_eq!(table.columns(), about().columns);
    let row = |at| {
        let n = match table.cell(at, 0) {
            Cell::Integer(n) => Some(n),
            cell => (cell == Cell::Empty).then_some(None).unwrap(),
        };
        let even = match table.cell(at, 1) {
            Cell::Bool(even) => Some(even),
            cell => (cell == Cell::Empty).then_some(None).unwrap(),
        };
        let set = match table.cell(at, 3) {
            Cell::Integers(set) => Some(set.into_owned()),
            cell => (cell == Cell::Empty).then_some(None).unwrap(),
        };
        (n, even, table.text(at, 2).map(str::to_string), set)
    };
    (0..table.len()).map(row).collect()
}

/// A file by the crate `parquet`.
fn written_by_the_crate(rows: &[Row], compression: Compression, dictionary: bool) -> Vec<u8> {
    let column = |name, physical| Type::primitive_type_builder(name, physical);
    let fields = [
        column("n", Physical::INT64),
        column("even", Physical::BOOLEAN),
        column("name", Physical::BYTE_ARRAY).with_converted_type(ConvertedType::UTF8),
    ];
    let mut fields = fields.map(|builder| Arc::new(builder.build().unwrap())).to_vec();
    let element = column("element", Physical::INT64).with_repetition(Repetition::REQUIRED);
    let inner = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(element.build().unwrap())]);
    let outer = Type::group_type_builder("set")
        .with_repetition(Repetition::OPTIONAL)
        .with_converted_type(ConvertedType::LIST)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(inner.build().unwrap())]);
    fields.push(Arc::new(outer.build().unwrap()));
    let schema = Arc::new(Type::group_type_builder("rows").with_fields(fields).build().unwrap());
    let properties = WriterProperties::builder()
        .set_compression(compression)
        .set_dictionary_enabled(dictionary)
        .set_data_page_row_count_limit(50)
        .set_write_batch_size(16)
        .build();
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
    for rows in rows.chunks(300) {
        let levels = |there: &dyn Fn(&Row) -> bool| -> Vec<i16> {
            rows.iter().map(|row| i16::from(there(row))).collect()
        };
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let numbers: Vec<i64> = rows.iter().filter_map(|row| row.0).collect();
        let there = levels(&|row| row.0.is_some());
        column.typed::<Int64Type>().write_batch(&numbers, Some(&there), None).unwrap();
        column.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let truths: Vec<bool> = rows.iter().filter_map(|row| row.1).collect();
        let there = levels(&|row| row.1.is_some());
        column.typed::<BoolType>().write_batch(&truths, Some(&there), None).unwrap();
        column.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let texts: Vec<ByteArray> =
            rows.iter().filter_map(|row| row.2.as_deref().map(ByteArray::from)).collect();
        let there = levels(&|row| row.2.is_some());
        column.typed::<ByteArrayType>().write_batch(&texts, Some(&there), None).unwrap();
        column.close().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let numbers: Vec<i64> = rows.iter().filter_map(|row| row.3.clone()).flatten().collect();
        let (mut there, mut repeated): (Vec<i16>, Vec<i16>) = Default::default();
        for row in rows {
            match &row.3 {
                None => there.push(0),
                Some(list) if list.is_empty() => there.push(1),
                Some(list) => there.extend(list.iter().map(|_| 2)),
            }
            repeated.push(0);
            repeated.resize(there.len(), 1);
        }
        let levels = (Some(there.as_slice()), Some(repeated.as_slice()));
        column.typed::<Int64Type>().write_batch(&numbers, levels.0, levels.1).unwrap();
        column.close().unwrap();
        group.close().unwrap();
    }
    writer.into_inner().unwrap()
}

proptest! {
    #[test]
    fn the_crate_reads_what_we_write(rows in rows(), stretch in 1usize..500, small: bool) {
        let bytes = written(&rows, stretch, small);
        prop_assert_eq!(&read_by_us(&bytes), &rows);
        prop_assert_eq!(read_by_the_crate(bytes), rows);
    }

    #[test]
    fn we_read_what_the_crate_writes(rows in rows(), small: bool, dictionary: bool) {
        let gzip = Compression::GZIP(GzipLevel::try_new(6).unwrap());
        let compression = if small { gzip } else { Compression::SNAPPY };
        prop_assert_eq!(read_by_us(&written_by_the_crate(&rows, compression, dictionary)), rows);
    }

    #[test]
    fn files_are_joined(rows in rows(), parts in 1usize..5) {
        let format = RowFile::named("rows.parquet".as_ref()).unwrap();
        let files = rows.chunks(rows.len().div_ceil(parts).max(1)).map(|part| {
            let mut file = tempfile::tempfile()?;
            file.write_all(&written(part, 100, false))?;
            Ok(file)
        });
        let joined = format.join_files(&about(), files, Vec::new()).unwrap();
        prop_assert_eq!(read_by_the_crate(joined), rows);
    }

    /// Bytes that were changed or cut are read or refused, never a panic.
    #[test]
    fn damaged_files_are_refused(rows in rows(), at: prop::sample::Index, to: u8, cut: bool) {
        let mut bytes = written(&rows, 100, false);
        let at = at.index(bytes.len());
        if cut { bytes.truncate(at) } else { bytes[at] = to }
        let _ = ParquetTable::read(&bytes);
    }
}

#[test]
fn large_groups_have_several_pages_and_the_footer_their_range() {
    let row = |n: i64| {
        let set = Some((0..n % 5).collect());
        (Some(n * 3 - 50_000), Some(n % 2 == 0), Some(format!("name {}", n % 700)), set)
    };
    let rows: Vec<Row> = (0..100_000).map(row).collect();
    let bytes = written(&rows, usize::MAX, false);
    let reader = SerializedFileReader::new(Bytes::from(bytes.clone())).unwrap();
    assert_eq!(reader.num_row_groups(), 2);
    let statistics = reader.metadata().row_group(0).column(0).statistics().unwrap();
    assert_eq!(statistics.min_bytes_opt(), Some(&(-50_000i64).to_le_bytes()[..]));
    assert_eq!(statistics.max_bytes_opt(), Some(&(65_535i64 * 3 - 50_000).to_le_bytes()[..]));
    assert_eq!(read_by_us(&bytes), rows);
    assert_eq!(read_by_the_crate(bytes), rows);
}

#[test]
fn other_columns_are_not_joined() {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&written(&[(Some(1), None, None, None)], 1, false)).unwrap();
    let other = Rows::new("other", vec![Column::integer("n"), Column::integer("even")]);
    let format = RowFile::named("rows.parquet".as_ref()).unwrap();
    let refused = format.join_files(&other, [Ok(file)], Vec::new()).unwrap_err();
    assert!(refused.to_string().contains("same columns"), "{refused}");
}
