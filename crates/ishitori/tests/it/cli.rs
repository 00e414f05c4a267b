//! The program as a user meets it: arguments in, text, JSON and exit status out.

use crate::common::{ishitori, stderr, stdout, with_input};
use assert_cmd::Command;
use serde_json::Value as Json;

fn json(arguments: &[&str]) -> Json {
    let output = ishitori(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    assert_eq!(stdout(&output).trim_end().lines().count(), 1, "one object, nothing else");
    serde_json::from_str(stdout(&output)).expect("JSON")
}

#[test]
fn eval_prints_a_game_for_people() {
    let output = ishitori(&["eval", "{2|1} + *"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stdout(&output),
        "{2*|1*}\n  \
         outcome      L  Left wins, whoever moves first\n  \
         mean         3/2\n  \
         temperature  1/2\n  \
         stops        2 (Left first), 1 (Right first)\n  \
         birthday     4\n"
    );
}

#[test]
fn eval_speaks_japanese() {
    let output = ishitori(&["eval", "{2|-1}", "--lang", "ja"]);
    assert!(stdout(&output).contains("帰結類  N  先手必勝"), "{}", stdout(&output));
    let output = ishitori(&["--lang", "ja", "eval", "{1|"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("閉じられていません"), "{}", stderr(&output));
    let output = Command::cargo_bin("ishitori")
        .unwrap()
        .env("LC_ALL", "ja_JP.UTF-8")
        .args(["eval", "*"])
        .output()
        .unwrap();
    assert!(stdout(&output).contains("先手必勝"));
}

#[test]
fn eval_prints_json_of_every_kind() {
    let game = json(&["eval", "{2||1|0}", "--json"]);
    for (key, expected) in [
        ("kind", "game"),
        ("canonical", "{2||1|0}"),
        ("outcome", "L"),
        ("mean", "5/4"),
        ("temperature", "3/4"),
        ("left_stop", "2"),
        ("right_stop", "1"),
    ] {
        assert_eq!(game[key], expected, "{key}");
    }
    assert_eq!(game["birthday"], 3);
    assert_eq!(json(&["eval", "--json", "Mean({2|1})"])["value"], "3/2");
    assert_eq!(json(&["eval", "--json", "Mean({2|1})"])["kind"], "number");
    assert_eq!(
        json(&["eval", "--json", "{2|1} > 0"]),
        serde_json::json!(
            {"input": "{2|1} > 0", "kind": "bool", "value": true}
        )
    );
    assert_eq!(json(&["eval", "--json", "Outcome(*)"])["value"], "N");
    assert_eq!(
        json(&["eval", "--json", "LeftOptions(*2)"])["values"],
        serde_json::json!(["0", "*"])
    );
    let thermograph = json(&["eval", "--json", "Thermograph({2|-1})"]);
    assert_eq!(thermograph["left_wall"], serde_json::json!([["-1", "3"], ["3/2", "1/2"]]));
    let huge = json(&["eval", "--json", "2**200"]);
    assert_eq!(huge["birthday"], "1606938044258990275541962092341162602522202993782792835301376");
    assert_eq!(json(&["eval", "--json", "NimProduct(3,5)"])["value"], "15");
    assert_eq!(json(&["eval", "-1", "--json"])["canonical"], "-1");
}

#[test]
fn false_is_an_answer_and_an_exit_status_on_request() {
    assert_eq!(ishitori(&["eval", "1 == 2"]).status.code(), Some(0));
    assert_eq!(ishitori(&["eval", "-e", "1 == 2"]).status.code(), Some(1));
    assert_eq!(ishitori(&["eval", "-e", "1 == 1"]).status.code(), Some(0));
}

#[test]
fn bad_input_is_pointed_at() {
    for (input, place, words) in [
        ("{1|", "^", "never closed"),
        ("{{1|2}", "^", "never closed"),
        ("1|2}", " ^", "found `|`"),
        ("1/3", "^^^", "power of two"),
        ("1/0", "^^^", "power of two"),
        ("*-1", " ^^", "k = 0, 1, 2"),
        ("{1||2||3}", "     ^^", "ambiguous"),
        ("1 + $", "    ^", "unexpected character"),
        ("G+1", "^", "no variable `G`"),
        ("Men(1)", "^^^", "did you mean `Mean`"),
        ("Cool(1)", "^^^^^^^", "Cool(G, t)"),
        ("Cool(*,-1)", "^^^^^^^^^^", "must not be negative"),
        ("AtomicWeight({1|0})", "^^^", "not an infinitesimal"),
        ("0.5", "^^^", "fraction"),
        ("*99999999999", " ^^^", "at most 2147483647"),
        ("", "^", "empty"),
        ("Heat(1,1", "    ^", "never closed"),
        ("NimInverse(0)", "^^^", "no nim-inverse"),
        ("1 < 2 < 3", "      ^", "expected an operator"),
        ("(1<2)+1", "^^^^^", "a truth value"),
    ] {
        let output = ishitori(&["eval", input]);
        assert_eq!(output.status.code(), Some(2), "{input}");
        assert_eq!(stdout(&output), "", "{input}");
        let lines: Vec<&str> = stderr(&output).lines().collect();
        assert!(lines[0].contains(words), "{input}: {}", lines[0]);
        assert!(lines[2].starts_with(&format!("  {place}")), "{input}:\n{}", stderr(&output));
    }
}

#[test]
fn hostile_input_ends_soon_with_a_reason() {
    let lines = [
        "{".repeat(10_000),
        "(".repeat(10_000),
        "1+".repeat(5_000_000),
        "-".repeat(900_000) + "1",
        "2**60000".to_string() + &"**60000".repeat(3),
        "9".repeat(200_000),
        "1".to_string() + &"/1".repeat(400_000),
        "1".to_string() + &"**1".repeat(300_000),
        "1".to_string() + &".Negative".repeat(100_000),
        "1".to_string() + &" NimSum 1".repeat(100_000),
        "|".repeat(1000),
        "{0".to_string() + &"|".repeat(500_000) + "0}",
        "*1000000+{*1000000|}".to_string(),
        "{*1000000,*3|0}".to_string(),
        "2000000000.^ + 2000000000.^".to_string(),
        "^<1000000000>".to_string(),
    ];
    for line in &lines {
        let output = with_input(&["eval", "-", "--time-limit", "20s"], line.as_bytes());
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 2 | 3)), "{}…: {code:?}", &line[..20.min(line.len())]);
        if code != Some(0) {
            assert!(stderr(&output).starts_with("ishitori: line 1: "), "{}", stderr(&output));
        }
    }
    let output = with_input(&["eval", "-"], b"1+\xff\xfe\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("byte 3 is not UTF-8"));
}

#[test]
fn batches_go_on_after_errors() {
    let input = "{2|1}\n\n1/3\n*2+*3\n".as_bytes();
    let output = with_input(&["eval", "-"], input);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stdout(&output), "{2|1}\n*\n");
    assert!(stderr(&output).starts_with("ishitori: line 3: at character 1: "));

    let output = with_input(&["eval", "-", "--json"], input);
    let object: Json = serde_json::from_str(stdout(&output)).expect("one object");
    assert_eq!(object["results"].as_array().map(Vec::len), Some(3));
    assert_eq!(object["results"][1]["place"], serde_json::json!([0, 3]));

    // A line that is too large does not end the batch.
    let output = with_input(&["eval", "-"], b"1+1\n{*100000,*3|0}\n2+2\n");
    assert_eq!((stdout(&output), output.status.code()), ("2\n4\n", Some(3)));

    let output = with_input(&["eval", "-", "--jsonl"], input);
    let objects: Vec<Json> =
        stdout(&output).lines().map(|l| serde_json::from_str(l).expect("an object")).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[2]["canonical"], "*");
}

#[test]
fn limits_are_kept() {
    let output = ishitori(&["position", "domineering", "8x8", "--time-limit", "300ms"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    assert!(stderr(&output).contains("time limit of 300ms"));
    // Who wins is found in a table of bounded size; the value is not.
    let output = ishitori(&["position", "domineering", "6x6", "--memory-limit", "8MiB"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("no value   the memory limit"), "{}", stdout(&output));
    let output = ishitori(&["quotient", "0.07", "--end", "misere", "--memory-limit", "1MiB"]);
    assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
    for (option, value) in [("--time-limit", "soon"), ("--memory-limit", "-1"), ("--threads", "0")]
    {
        let output = ishitori(&["eval", "1", &format!("{option}={value}")]);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(option), "{}", stderr(&output));
    }
}

/// What is known when a limit is reached is still shown.
#[test]
fn partial_results_are_printed() {
    // Eighteen hot switches: a sum whose canonical form is far too long to print.
    let switches: Vec<String> = (1..19).map(|i| format!("{{{0}|-{0}}}", 3u64.pow(i))).collect();
    let sum = switches.join("+");
    let output = ishitori(&["eval", &sum, "--json", "--time-limit", "60s"]);
    assert_eq!(output.status.code(), Some(3));
    let object: Json = serde_json::from_str(stdout(&output)).expect("an object all the same");
    assert_eq!(object["canonical"], Json::Null);
    assert!(object["limit"].is_string());
    let output = ishitori(&["eval", &sum, "--time-limit", "60s"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(stdout(&output).contains("birthday"), "{}", stdout(&output));
}

#[test]
fn positions() {
    let square = json(&["position", "domineering", "..|..", "--json"]);
    assert_eq!((&square["canonical"], &square["game"]), (&"+-1".into(), &"domineering".into()));
    for (game, position, value) in [
        ("clobber", "xo", "*"),
        ("toads-and-frogs", "t.f", "*"),
        ("toppling-dominoes", "lr", "*"),
        ("hackenbush", "lr", "1/2"),
        ("hackenbush", "l(r)(r)", "1/4"),
        ("col", ".-L", "-1/2"),
        ("snort", ".-R", "{0|-1}"),
    ] {
        let found = json(&["position", game, position, "--json"]);
        assert_eq!(found["canonical"], value, "{game} {position}");
        assert_eq!(found["position"], position);
    }
    for (game, position, words) in [
        ("domineering", "..x", "place 3"),
        ("domineering", "..|...", "row 2 has 3 cells"),
        ("domineering", "", "empty"),
        ("clobber", "xoxoxoxox|xoxoxoxox|xoxoxoxox|xoxoxoxox|xoxoxoxox", "too large"),
        ("hackenbush", "l(r", "never matched"),
        ("col", ".-", "place 2"),
    ] {
        let output = ishitori(&["position", game, position]);
        assert_eq!(output.status.code(), Some(2), "{game} {position}");
        assert!(stderr(&output).contains(words), "{game} {position}: {}", stderr(&output));
    }
    let output = ishitori(&["position", "chess", "e4"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("dawsons-chess"), "names what looks like it");
    let output = ishitori(&["position", "qqq", "e4"]);
    assert!(stderr(&output).contains("domineering"), "names what is accepted");
}

#[test]
fn pictures_are_written_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    for (arguments, name) in [
        (vec!["draw", "scatter", "0.77", "--to", "100"], "scatter.svg"),
        (vec!["draw", "table", "0.07", "--to", "203"], "table.png"),
        (vec!["draw", "thermograph", "{3|1||-2}"], "thermograph.svg"),
    ] {
        let path = file(name);
        let object = json(&[&arguments[..], &["-o", &path, "--json"]].concat());
        assert_eq!(object["file"], path.as_str());
        let bytes = std::fs::read(&path).expect("written");
        let head: &[u8] = if name.ends_with("svg") { b"<svg" } else { b"\x89PNG" };
        assert!(bytes.starts_with(head), "{name}");
    }
    for (arguments, status) in [
        (vec!["draw", "scatter", "0.77", "--to", "100", "-o", &file("picture.gif")], 2),
        (vec!["draw", "thermograph", "{3|", "-o", &file("broken.svg")], 2),
        (vec!["draw", "thermograph", "Mean(*)", "-o", &file("broken.svg")], 2),
        (vec!["draw", "scatter", "wythoff", "--to", "9", "-o", &file("broken.svg")], 2),
    ] {
        assert_eq!(ishitori(&arguments).status.code(), Some(status), "{arguments:?}");
    }
    let left: Vec<_> = std::fs::read_dir(&folder).expect("a folder").collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn the_tour_computes() {
    let output = ishitori(&["tour"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&output).contains("ishitori eval '{-1|5}'"));
    let stops = json(&["tour", "--json"]);
    let value = |command: &str| {
        let stops = stops["stops"].as_array().expect("a list");
        stops.iter().find(|s| s["command"] == command).expect("on the tour")["value"].clone()
    };
    assert_eq!(value("ishitori eval '{-1|5}'"), "0");
    assert_eq!(value("ishitori position hackenbush 'lrl'"), "3/4");
}

#[test]
fn dialogue() {
    let input = "G := {2|1}\nG+G\nH\nMean := 3\nhelp Mean\nvars\nquit\nG\n";
    let output = with_input(&["repl"], input.as_bytes());
    assert_eq!(output.status.code(), Some(0));
    let out = stdout(&output);
    assert!(out.contains("G := {2|1}"), "{out}");
    assert!(out.contains("mean value"), "{out}");
    assert_eq!(out.matches("{2|1}\n").count(), 2, "nothing after quit: {out}");
    assert!(stderr(&output).contains("no variable `H`"));
    assert!(stderr(&output).contains("cannot be defined"));
    let help = with_input(&["repl", "--lang", "ja"], b"help\n");
    assert!(stdout(&help).contains("平均値"));
}
