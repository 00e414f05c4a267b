//! Playing through a pipe and through a terminal, and the calculator's dialogue through a terminal.

use crate::common::{ishitori, stderr, stdout, with_input};
use serde_json::{Value, json};

fn transcript(arguments: &[&str], input: &str) -> Value {
    let output = with_input(&[arguments, &["--json"]].concat(), input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stdout(&output).trim_end().lines().count(), 1, "one object, nothing else");
    serde_json::from_str(stdout(&output)).expect("JSON")
}

#[test]
fn the_31_game_is_won_by_multiples_of_four() {
    // 31 - 3 = 28; whatever the program takes, the answer fills up to four.
    let mut input = String::from("3\n");
    let mut game = transcript(&["play", "31game", "31", "--seed", "5"], &input);
    while game["winner"].is_null() {
        let left = game["left"][0].as_u64().unwrap();
        input += &format!("{}\n", left % 4);
        game = transcript(&["play", "31game", "31", "--seed", "5"], &input);
    }
    assert_eq!((&game["winner"], &game["person"]), (&json!("Left"), &json!("Left")));
    let moves = game["moves"].as_array().unwrap();
    for step in moves {
        let mine = step["by"] == "person";
        assert_eq!(step["quality"], if mine { "wins" } else { "lost" }, "{step}");
        assert_eq!(step["outcome_after"], if mine { "P" } else { "N" });
    }
    // The same seed, the same game.
    assert_eq!(transcript(&["play", "31game", "31", "--seed", "5"], &input), game);
}

#[test]
fn mistakes_are_named_and_taken_back() {
    let input = "1\nundo\n99\nnonsense\n２\n";
    let game = transcript(&["play", "31game", "31", "--end", "misere", "--seed", "1"], input);
    assert_eq!(game["refused"].as_array().unwrap().len(), 2);
    let first = &game["moves"][0];
    assert_eq!((&first["move"], &first["quality"]), (&json!("31->29"), &json!("wins")));
    assert_eq!(first["winning_moves"], json!(["31->29"]));
    let output = with_input(&["play", "31game", "31", "--seed", "1"], b"1\n");
    assert!(stdout(&output).contains("A mistake: 31->28 would have won."), "{}", stdout(&output));
    assert!(stdout(&output).contains("Grundy number 2. N: the next player wins."));
    let output =
        with_input(&["play", "nim", "2+3", "--seed", "1"], "why\nヒント\n2:1\n".as_bytes());
    for part in ["1: 2 | ●●", "⊕", "take 1 from heap 2 (3->2) wins.", "This move wins"] {
        assert!(stdout(&output).contains(part), "{part}: {}", stdout(&output));
    }
}

#[test]
fn the_program_errs_when_asked_to_and_never_otherwise() {
    let perfect = transcript(&["play", "nim", "1+2+4", "--first", "you", "--seed", "3"], "");
    assert_eq!(perfect["moves"][0]["quality"], "wins");
    let zero =
        transcript(&["play", "nim", "1+2+4", "--first", "you", "--level", "0", "--seed", "3"], "");
    assert_eq!(zero["moves"][0]["quality"], "mistake");
    let half = ["play", "nim", "1+2+4", "--first", "you", "--mistakes", "100", "--seed", "3"];
    assert_eq!(transcript(&half, "")["moves"][0]["quality"], "mistake");
}

#[test]
fn every_kind_of_rule_and_end_is_played() {
    for (rule, position) in [
        ("31game", "9"),
        ("kayles", "7"),
        ("grundys-game", "8"),
        ("psub:1,2/1,3", "6+5"),
        ("psplit:1/2", "6"),
        ("wythoff", "4,7"),
        ("nim-with-pass", "5"),
        ("fibonacci-nim", "9"),
        ("mem", "9"),
    ] {
        for end in ["normal", "misere", "mod2:LR", "mod3:LRP", "moves"] {
            let partizan = rule.starts_with('p');
            if end == "moves" && partizan {
                continue;
            }
            // Always the first move of the list.
            let input = "#1\n".repeat(20);
            let arguments = ["play", rule, position, "--end", end, "--first", "you", "--seed", "2"];
            let game = transcript(&arguments, &input);
            assert!(game["winner"].is_string(), "{rule} {end}: {game}");
            let steps = game["moves"].as_array().unwrap();
            // A perfect program makes no mistake.
            assert!(steps.iter().all(|s| s["by"] == "person" || s["quality"] != "mistake"));
        }
    }
    // A bar of chocolate and a game in one line.
    for (rule, position) in
        [("chocolate:3", "(4,13)"), ("(n) -> (n-s) for s in {2,3} if s <= n; end: misere", "(11)")]
    {
        let game = transcript(&["play", rule, position, "--seed", "2"], &"#1\n".repeat(20));
        assert!(game["winner"].is_string(), "{rule}: {game}");
    }
    let bar = with_input(&["play", "chocolate:3", "(1,4)", "--seed", "2"], "(0,4)\n".as_bytes());
    assert!(stdout(&bar).contains("     ■■\n  ×■■■■\n"), "{}", stdout(&bar));
    let score = ["play", "sub:2,3", "5+4", "--end", "mod2:LR", "--sum", "score", "--seed", "2"];
    assert!(transcript(&score, &"#1\n".repeat(20))["winner"].is_string());
    let without_position = transcript(&["play", "0.07", "--seed", "1"], "");
    assert_eq!(without_position["position"], json!([10]));
}

#[test]
fn huge_heaps_are_played_and_too_large_ones_are_said_to_be() {
    let game = transcript(&["play", "31game", "1000000003", "--seed", "1"], "3\n");
    assert_eq!(game["moves"][0]["quality"], "wins");
    // A thousand million moves: any of them is found by its number, and so is the one that wins.
    let game = transcript(&["play", "nim", "1000000000+7", "--seed", "1"], "１:5\n#3\n1:1\n");
    let first = &game["moves"][0];
    assert_eq!((&first["to"], &first["quality"]), (&json!([999_999_995, 7]), &json!("mistake")));
    assert_eq!(first["winning_moves"], json!(["1000000000->7"]));
    assert_eq!(game["moves"][1]["to"], json!([7, 7]));
    let output =
        with_input(&["play", "nim", "1000000000", "--seed", "1"], "moves\nhint\n".as_bytes());
    assert!(stdout(&output).contains("more than 200000 moves"), "{}", stdout(&output));
    assert!(stdout(&output).contains("(1000000000->0) wins."), "{}", stdout(&output));
    let lost = ["play", "nim", "900000000+900000000", "--first", "you", "--seed", "2"];
    assert_eq!(transcript(&lost, "")["moves"][0]["quality"], "lost");
    // Where heaps break there are more moves than are examined.
    let output = ishitori(&["play", "kayles", "1000000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("more than 200000 moves"), "{}", stderr(&output));
    let large = ["play", "0.07", "60+50+40", "--end", "misere", "--first", "you"];
    let output = with_input(&[&large[..], &["--memory-limit", "1MiB"]].concat(), b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("too large for me to play perfectly"), "{}", stdout(&output));
}

#[test]
fn nonsense_never_breaks_the_game() {
    let output = with_input(
        &["play", "nim", "3+4", "--lang", "ja"],
        b"\xff\xfe\n\n->\n#\n:::\n(\nboth\n9999999999999999999999\n",
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("大きすぎます"), "{}", stdout(&output));
    for (arguments, part) in [
        (&["play", "nim", "3+x"][..], "POSITION"),
        (&["play", "wythoff", "3"], "two numbers"),
        (&["play", "nim", "3", "--end", "mod2:LRR"], "--end"),
        (&["play", "nim", "3", "--level", "11"], "0 to 10"),
        (&["play", "nim", "3", "--level", "5", "--mistakes", "5"], "cannot be used with"),
        (&["play", "psub:1/2", "3", "--end", "moves"], "partizan"),
    ] {
        let output = ishitori(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
}

#[cfg(unix)]
mod terminal {
    use std::io::{BufRead, BufReader, Write};
    use std::ops::{Deref, DerefMut};
    use std::process::{Command, Stdio};

    use rexpect::session::{PtySession, spawn_command};
    use tempfile::TempDir;

    /// A program at a terminal, with a place of its own for its history.
    struct Terminal(PtySession, #[expect(dead_code, reason = "removed when dropped")] TempDir);

    impl Deref for Terminal {
        type Target = PtySession;
        fn deref(&self) -> &PtySession {
            &self.0
        }
    }

    impl DerefMut for Terminal {
        fn deref_mut(&mut self) -> &mut PtySession {
            &mut self.0
        }
    }

    fn start(arguments: &[&str]) -> Terminal {
        start_on("xterm", arguments)
    }

    fn start_on(terminal: &str, arguments: &[&str]) -> Terminal {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("ishitori"));
        command.args(arguments).env("TERM", terminal).env("LANG", "C.UTF-8");
        command.env_remove("LC_ALL").env_remove("LC_MESSAGES");
        let history = tempfile::tempdir().expect("a folder");
        command.env("XDG_STATE_HOME", history.path());
        Terminal(spawn_command(command, Some(600_000)).expect("a terminal"), history)
    }

    /// Waits for a text; the terminal is read byte by byte.
    fn see(session: &mut PtySession, text: &str) {
        let bytes: String = text.bytes().map(char::from).collect();
        session.exp_string(&bytes).unwrap_or_else(|error| panic!("{text}: {error}"));
    }

    fn ends_well(session: &mut PtySession) {
        session.exp_eof().expect("the end");
        let status = format!("{:?}", session.process().wait().expect("a status"));
        assert!(status.starts_with("Exited(") && status.ends_with(", 0)"), "{status}");
    }

    #[test]
    fn a_game_in_a_terminal() {
        let mut game = start(&["play", "31game", "5", "--seed", "1"]);
        see(&mut game, "5 | ●●●●●");
        see(&mut game, "your move>");
        game.send_line("hint").unwrap();
        see(&mut game, "take 1 from heap 1 (5->4) wins.");
        see(&mut game, "your move>");
        game.send_line("2").unwrap();
        see(&mut game, "A mistake: 5->4 would have won.");
        see(&mut game, "I win.");
        ends_well(&mut game);
    }

    #[test]
    fn leaving_a_game() {
        let mut game = start(&["play", "kayles", "9"]);
        see(&mut game, "your move>");
        game.send_line("終了").unwrap();
        see(&mut game, "Goodbye.");
        ends_well(&mut game);
        for key in ['c', 'd'] {
            let mut game = start(&["play", "kayles", "9", "--lang", "ja"]);
            see(&mut game, "あなたの手>");
            game.send_control(key).unwrap();
            see(&mut game, "さようなら。");
            ends_well(&mut game);
            // A terminal without editing, where Ctrl-C is a signal.
            let mut game = start_on("dumb", &["play", "kayles", "9"]);
            see(&mut game, "your move>");
            game.send_control(key).unwrap();
            ends_well(&mut game);
        }
    }

    /// What is typed, and what has to appear then.
    type Turns<'a> = &'a [(&'a str, &'a [&'a str])];

    /// Games of every kind, as people play them: what they type and what they see.
    #[test]
    fn games_of_every_kind_in_both_languages() {
        let place = tempfile::tempdir().unwrap();
        let own = place.path().join("own.game");
        std::fs::write(&own, "game halves\nposition (n)\nboth: (n-s) for s in 1 .. n div 2\n")
            .unwrap();
        let own = own.to_str().unwrap();
        let sessions: &[(&[&str], Turns)] = &[
            (
                &["31game", "10", "--seed", "1"],
                &[
                    ("hint", &["take 2 from heap 1 (10->8) wins."]),
                    ("why", &["G(10) = 2, the least number not among {0, 1, 3}", "wins by 8"]),
                    ("7", &["the rules do not allow `7`"]),
                    ("seven", &["`seven` is not a move"]),
                    ("99999999999999999999999", &["too large"]),
                    ("2:1", &["there is no heap 2"]),
                    ("2", &["This move wins", "I take", "you can win"]),
                    ("undo", &["Took back 2 moves.", "10 | ●●●●● ●●●●●"]),
                    ("undo", &["nothing to take back"]),
                    ("quit", &["Goodbye."]),
                ],
            ),
            (
                &["31game", "5", "--end", "misere", "--lang", "ja", "--level", "0", "--seed", "3"],
                &[
                    ("ヒント", &["勝てる手はありません"]),
                    ("2", &["わたしの間違いです", "3->1 なら勝ちでした", "あなたの勝ちです"]),
                ],
            ),
            (
                &["sub:2,3", "9", "--end", "mod2:LR", "--side", "right", "--seed", "2"],
                &[
                    ("why", &["The classes of the options are", "Right first"]),
                    ("quit", &["Goodbye."]),
                ],
            ),
            (
                &["sub:2,3", "9", "--end", "mod2:LR", "--lang", "ja"],
                &[("理由", &["遷移先の帰結類は", "左が先手"]), ("やめる", &["さようなら。"])],
            ),
            (
                &["kayles", "7", "--first", "you", "--seed", "1"],
                &[("moves", &["#5 4->1+1"]), ("4->1+1", &["(4->1+1)."]), ("quit", &["Goodbye."])],
            ),
            (
                &["wythoff", "5,8", "--lang", "ja", "--seed", "1"],
                &[
                    ("両方2", &["両方の山から 2 個ずつ取る(3,6)", "間違いです"]),
                    ("戻す", &["2 手戻しました。"]),
                    ("(5,3)", &["勝つ手です"]),
                    ("quit", &["さようなら。"]),
                ],
            ),
            (
                &["chocolate:3", "(4,13)", "--seed", "1"],
                &[
                    ("hint", &["(0,0) wins."]),
                    ("(3,9)", &["You move to (3,9).", "A mistake: (0,0)", "I win."]),
                ],
            ),
            (
                &[own, "9", "--lang", "ja", "--seed", "1"],
                &[
                    ("ヒント", &["にすると勝てます"]),
                    ("(8)", &["間違いです"]),
                    ("quit", &["さようなら。"]),
                ],
            ),
        ];
        for (arguments, turns) in sessions {
            let mut game = start(&[&["play"], *arguments].concat());
            for (typed, seen) in *turns {
                see(&mut game, "> ");
                game.send_line(typed).unwrap();
                for text in *seen {
                    see(&mut game, text);
                }
            }
            ends_well(&mut game);
        }
    }

    #[test]
    fn a_transcript_survives_ctrl_c() {
        let mut game = Command::new(assert_cmd::cargo::cargo_bin("ishitori"))
            .args(["play", "31game", "31", "--seed", "1", "--json", "--lang", "en"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut typed = game.stdin.take().unwrap();
        // A complaint about the third line says that the first two have been answered.
        typed.write_all(b"2\n1\n\xff\n").unwrap();
        let mut complaint = String::new();
        BufReader::new(game.stderr.take().unwrap()).read_line(&mut complaint).unwrap();
        assert!(complaint.contains('3'), "{complaint}");
        let sent = Command::new("kill").args(["-INT", &game.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let ended = game.wait_with_output().unwrap();
        drop(typed);
        let object: serde_json::Value = serde_json::from_slice(&ended.stdout).expect("one object");
        let by: Vec<_> = object["moves"].as_array().unwrap().iter().map(|m| &m["by"]).collect();
        assert_eq!(by, ["person", "program", "person", "program"], "{object}");
        assert!(object["winner"].is_null());
        assert_eq!(ended.status.code(), Some(0));
    }

    #[test]
    fn the_dialogue_of_the_calculator() {
        let mut dialogue = start(&["repl"]);
        see(&mut dialogue, "a calculator for games");
        for (line, answer) in
            [("G := {2|1}", "birthday"), ("G + *", "{2*|1*}"), ("{1|", "never closed")]
        {
            see(&mut dialogue, "> ");
            dialogue.send_line(line).unwrap();
            see(&mut dialogue, answer);
        }
        see(&mut dialogue, "> ");
        dialogue.send_control('c').unwrap();
        see(&mut dialogue, "> ");
        dialogue.send_line("quit").unwrap();
        ends_well(&mut dialogue);
        let mut dialogue = start(&["repl"]);
        see(&mut dialogue, "> ");
        dialogue.send_control('d').unwrap();
        ends_well(&mut dialogue);
    }
}
