//! Commands with rows, in every format.

use crate::common::{ishitori, stderr, stdout};

/// Commands with rows, and the header of their columns.
const COMMANDS: [(&[&str], &str); 11] = [
    (&["grundy", "0.77", "--to", "5"], "n,grundy"),
    (&["grundy", "0.77", "--to", "5", "--end", "misere"], "n,misere_grundy,genus"),
    (&["period", "0.77"], "rule,status,period,preperiod,saltus,max_value"),
    (&["outcomes", "sub:1,2", "--to", "5", "--end", "mod2:LR"], "n,outcome"),
    (&["census", "clobber", "1x3"], "value,count"),
    (&["values", "sub:1,2", "--to", "5", "--end", "mod2:LR"], "n,value"),
    (&["table", "wythoff", "--to", "2,3"], "a,b=0,b=1,b=2,b=3"),
    (&["games"], "name,kind,rule,description"),
    (
        &["sweep", "--min", "2", "--max", "6", "--where", "has_P"],
        "set,size,max,period,preperiod,eventually,count_P,count_N,count_L,count_R,\
         first_P,first_N,first_L,first_R",
    ),
    (
        &["sweep", "--min", "3", "--max", "6", "--grundy"],
        "set,size,max,period,preperiod,eventually,count_P,count_N,count_L,count_R,\
         first_P,first_N,first_L,first_R,grundy_period,grundy_preperiod,divides,coprime",
    ),
    (
        &["quotient-sweep", "--octal", "1", "--to", "8"],
        "rule,status,order,count_P,count_N,count_L,count_R,preperiod,period,generators,tame,to_heap",
    ),
];

#[test]
fn every_format() {
    for (command, header) in COMMANDS {
        let written = |format: &str| {
            let output = ishitori(&[command, &["--format", format]].concat());
            assert_eq!(output.status.code(), Some(0), "{command:?} {format}: {}", stderr(&output));
            stdout(&output).to_string()
        };
        let csv = written("csv");
        assert_eq!(csv.lines().next(), Some(header), "{command:?}");
        let rows = csv.lines().count() - 1;
        assert!(rows > 0, "{command:?}");
        assert_eq!(written("tsv").lines().next(), Some(header.replace(',', "\t").as_str()));
        assert_eq!(written("jsonl").lines().count(), rows, "{command:?}");
        assert_eq!(written("markdown").lines().count(), rows + 2, "{command:?}");
        let html = written("html");
        assert_eq!(html.matches("<tr>").count(), rows + 1, "{command:?}");
        assert!(written("latex").ends_with("\\end{tabular}\n"), "{command:?}");
        let parquet = ishitori(&[command, &["--format", "parquet"]].concat());
        let bytes = &parquet.stdout;
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"), "{command:?}");
        for line in written("jsonl").lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(row.as_object().unwrap().len(), header.split(',').count(), "{line}");
        }
    }
}

#[test]
fn b_files_are_for_sequences() {
    let bfile = ishitori(&["grundy", "0.77", "--to", "3", "--format", "bfile"]);
    let bfile = stdout(&bfile).to_string();
    assert!(
        bfile.starts_with("# ishitori ") && bfile.ends_with("\n0 0\n1 1\n2 2\n3 3\n"),
        "{bfile}"
    );
    for (command, _) in COMMANDS.into_iter().filter(|(command, _)| command[0] != "grundy") {
        let output = ishitori(&[command, &["--format", "bfile"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(stderr(&output).contains("--format"), "{}", stderr(&output));
    }
}

/// The terms of the three lines of an entry are the first terms of its b-file, and fit into 260 characters.
#[test]
fn entries_of_the_oeis() {
    let entry = |arguments: &[&str]| {
        let output = ishitori(&[arguments, &["--format", "oeis"]].concat());
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        let text = stdout(&output).to_string();
        let (head, bfile) = text.split_once("\n\n# ").unwrap();
        let field = |letter: &str| -> Vec<String> {
            let begin = format!("%{letter} A000000 ");
            head.lines().filter_map(|line| line.strip_prefix(&begin)).map(str::to_string).collect()
        };
        let data = [field("S"), field("T"), field("U")].concat();
        assert!(data.iter().map(String::len).sum::<usize>() <= 260 && data.len() <= 3, "{head}");
        let terms: Vec<i64> = data.concat().split(',').map(|term| term.parse().unwrap()).collect();
        let pairs: Vec<(i64, i64)> = bfile
            .lines()
            .skip(1)
            .map(|line| line.split_once(' ').unwrap())
            .map(|(n, term)| (n.parse().unwrap(), term.parse().unwrap()))
            .collect();
        assert!(pairs.iter().map(|(_, term)| term).zip(&terms).all(|(one, other)| one == other));
        assert!(pairs.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0));
        // The offset, and the place of the first term beyond 1.
        let offset =
            field("O")[0].split_once(',').map(|(a, b)| (a.parse().unwrap(), b.parse().unwrap()));
        let large = pairs.iter().position(|(_, term)| term.abs() > 1).map_or(1, |at| at + 1);
        assert_eq!(offset, Some((pairs[0].0, large)), "{head}");
        assert_eq!(field("o")[1], format!("ishitori {} --format oeis", shown(arguments)));
        (head.to_string(), pairs)
    };
    let (head, kayles) = entry(&["grundy", "0.77", "--to", "200"]);
    assert!(head.contains("%C A000000 The sequence is eventually periodic with period 12 (proved); the last exception is at n = 70."), "{head}");
    assert!(head.contains("%F A000000 a(n+12) = a(n) for all n >= 71."), "{head}");
    assert_eq!(kayles.len(), 201);
    let (head, saltus) = entry(&["grundy", "4.7", "--to", "20"]);
    assert!(!head.contains("not-found") && saltus[1..].iter().all(|(_, term)| *term > 0), "{head}");
    let (head, _) = entry(&["grundy", "sub:1,2,3", "--to", "4"]);
    assert!(head.contains("The sequence is periodic with period 4 (proved)."), "{head}");
    // P-positions of Kayles: the empty heap alone; and of Dawson's Kayles, in two ways.
    let (head, lost) = entry(&["period", "0.77"]);
    assert_eq!(lost, [(1, 0)]);
    assert!(head.contains("%K A000000 nonn,fini,full"), "{head}");
    let (_, proved) = entry(&["period", "0.07"]);
    let (_, counted) = entry(&["outcomes", "0.07", "--end", "normal", "--to", "400"]);
    assert!(counted.len() > 50 && proved[..counted.len()] == counted[..]);
    // Wythoff's game by antidiagonals, and a row of it.
    let (head, square) = entry(&["table", "wythoff", "--to", "3,3"]);
    let terms: Vec<i64> = square.iter().map(|pair| pair.1).collect();
    assert_eq!(terms, [0, 1, 1, 2, 2, 2, 3, 0, 0, 3]);
    assert!(head.contains("nonn,tabl"), "{head}");
    let (_, cram) = entry(&["position", "cram", "2xn", "--set", "n=1..4"]);
    assert_eq!(cram, [(1, 1), (2, 0), (3, 1), (4, 0)]);
    for no in [
        &["games"][..],
        &["grundy", "top-entails", "--to", "20"],
        &["table", "wythoff", "--to", "5,5", "--show", "p-positions"],
        &["table", "wythoff", "--to", "5,5", "--show", "outcome"],
        &["period", "0.007", "--limit", "100"],
        &["outcomes", "sub:1,2", "--end", "mod1:L", "--to", "9"],
        &["values", "sub:2,3", "--end", "mod2:LR", "--to", "9"],
        &["position", "cram", "2xn", "--set", "n=1,3"],
        &["sweep", "--min", "2", "--max", "4"],
        &["atlas", "search", "period = 3"],
    ] {
        let output = ishitori(&[no, &["--format", "oeis"]].concat());
        assert_eq!(output.status.code(), Some(2), "{no:?}: {}", stdout(&output));
        assert!(stdout(&output).is_empty());
        let said = stderr(&output);
        assert!(said.contains("--format") && said.contains("`oeis`"), "{said}");
    }
}

/// Arguments as a shell reads them.
fn shown(arguments: &[&str]) -> String {
    arguments.join(" ")
}

/// What `--format` writes is what `--out` writes, and `--list` shows the same rows to people and to
/// programs.
#[test]
fn listed_rows_are_those_of_files() {
    let place = tempfile::tempdir().unwrap();
    for command in [
        &["sweep", "--min", "2", "--max", "7", "--where", "period > 3", "--grundy"][..],
        &["quotient-sweep", "--octal", "1", "--to", "8"],
    ] {
        for format in ["csv", "tsv", "jsonl"] {
            let file = place.path().join(format!("{}.{format}", command[0]));
            let out = ["--out", file.to_str().unwrap()];
            let written = ishitori(&[command, &out].concat());
            assert_eq!(written.status.code(), Some(0), "{}", stderr(&written));
            let output = ishitori(&[command, &["--format", format]].concat());
            assert_eq!(std::fs::read_to_string(&file).unwrap(), stdout(&output), "{command:?}");
        }
        let text = ishitori(&[command, &["--list"]].concat());
        let plain = ishitori(command);
        let csv = ishitori(&[command, &["--format", "csv"]].concat());
        let rows = stdout(&csv).lines().count();
        // Times differ from run to run; the rows are below an empty line.
        let (_, listed) = stdout(&text).split_once("\n\n").unwrap();
        assert_eq!(listed.lines().count(), rows, "{command:?}");
        assert!(!stdout(&plain).contains("\n\n"));
        let json = ishitori(&[command, &["--list", "--json"]].concat());
        let json: serde_json::Value = serde_json::from_str(stdout(&json)).unwrap();
        assert_eq!(json["rows"].as_array().unwrap().len(), rows - 1, "{command:?}");
        let both = ishitori(&[command, &["--list", "--out", "x.csv"]].concat());
        assert_eq!(both.status.code(), Some(2));
        let unknown = ishitori(&[command, &["--out", "x.xlsx"]].concat());
        assert_eq!(unknown.status.code(), Some(2));
        assert!(stderr(&unknown).contains(".html or .parquet"), "{}", stderr(&unknown));
    }
}

#[test]
fn provenance_is_written_next_to_the_rows() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("made.json");
    let name = file.to_str().unwrap();
    let command = ["grundy", "0.77", "--to", "2", "--format", "csv", "--provenance", name];
    let output = ishitori(&command);
    assert_eq!(stdout(&output), "n,grundy\n0,0\n1,1\n2,2\n");
    let made: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(made["program"], "ishitori");
    assert_eq!(made["command_line"], serde_json::json!(command));
    assert_eq!((&made["format"], &made["complete"]), (&"csv".into(), &true.into()));
    let missing = ["grundy", "0.77", "--to", "2", "--provenance", "no/such/folder/made.json"];
    assert_eq!(ishitori(&missing).status.code(), Some(2));
}
