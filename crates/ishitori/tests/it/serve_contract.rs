//! The contract of the interface: whatever is asked, the answer is the object that was asked for or
//! a refusal of status 4xx with a code and a reason.

use std::time::{Duration, Instant};

use crate::common::server::{Reply, Server, encoded};
use ishitori_answers::{Question, Registration};
use serde_json::{Value, json};

/// A good question for every address but jobs, `check` and `merge`, which are about files: its name and parameters.
fn good() -> Vec<(&'static str, &'static [(&'static str, &'static str)])> {
    let registered = Question::REGISTERED.iter().flat_map(|(_, registration)| {
        let example = registration.examples.first();
        let addresses = registration.addresses.iter();
        example
            .into_iter()
            .flat_map(move |example| addresses.clone().map(move |address| (address.name, *example)))
    });
    let others: [(&str, &[(&str, &str)]); 2] = [("reproduce/items", &[]), ("status", &[])];
    registered.chain(others).collect()
}

fn path(command: &str, parameters: &[(&str, &str)]) -> String {
    let query: Vec<String> =
        parameters.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
    format!("/api/v1/{command}?{}", query.join("&"))
}

/// A refusal as it has to be.
fn refused(reply: &Reply, what: &str) {
    let beginning: String = reply.text().chars().take(300).collect();
    assert!((400..500).contains(&reply.status), "{what}: {} {beginning}", reply.status);
    let error = &reply.json()["error"];
    assert!(error["code"].as_str().is_some_and(|code| !code.is_empty()), "{what}: {error}");
    assert!(error["message"].as_str().is_some_and(|text| text.len() > 5), "{what}: {error}");
    if let Some(parameter) = error["parameter"].as_str() {
        assert_eq!(parameter, parameter.to_lowercase(), "{what}: {error}");
    }
    // Options belong to the command line; what was given is quoted as it is.
    let message = error["message"].as_str().unwrap_or_default().replace("--help", "");
    let mut after = message.split("--").skip(1);
    let option = after.any(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()));
    assert!(!option, "{what}: {message}");
    assert_eq!(reply.headers["x-content-type-options"], "nosniff", "{what}");
}

#[test]
fn every_address_answers_and_refuses() {
    let server = Server::start();
    let documented =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md")).unwrap();
    for (command, parameters) in &good() {
        assert!(documented.contains(&format!("`{command}`")) || *command == "status", "{command}");
        let good = server.whole(&path(command, parameters));
        assert_eq!(good.status, 200, "{command}: {}", good.text());
        let kind = good.headers["content-type"].as_str();
        match command.rsplit('.').next() {
            Some("svg") => assert!(kind == "image/svg+xml" && good.text().contains("</svg>")),
            Some("png") => assert!(kind == "image/png" && good.body.starts_with(b"\x89PNG")),
            Some("pdf") => assert!(kind == "application/pdf" && good.body.starts_with(b"%PDF")),
            Some("tex") => {
                assert!(kind == "application/x-tex" && good.text().contains("tikzpicture"))
            }
            _ if command.starts_with("family/") && *command != "family/size" => {
                assert_eq!(kind, "application/octet-stream", "{command}");
            }
            Some("txt") => assert!(kind.starts_with("text/plain") && good.text().contains("→")),
            Some("dot") => assert!(kind.contains("graphviz") && good.text().starts_with("digraph")),
            _ => assert!(good.json().is_object(), "{command}"),
        }
        if *command == "status" {
            continue;
        }
        // A name that is not known; what is required left out; twice; nothing; much; not text.
        let mut strange = parameters.to_vec();
        strange.push(("stranger", "1"));
        if !matches!(*command, "reproduce/items") {
            refused(&server.get(&path(command, &strange)), &format!("{command}, a stranger"));
        }
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
            let reply = server.send(method, &path(command, parameters), &[], b"{}");
            assert_eq!(reply.status, 405, "{method} {command}");
            refused(&reply, command);
        }
        for (name, _) in *parameters {
            for value in ["", " ", "\0", "-", "--help", "\u{fffd}", "1e9", "-1", "[[[", "%n", "'"] {
                let changed = |&(known, old)| (known, if known == *name { value } else { old });
                let changed: Vec<_> = parameters.iter().map(changed).collect();
                let reply = server.get(&path(command, &changed));
                if reply.status != 200 {
                    refused(&reply, &format!("{command}, {name} = {value:?}"));
                }
            }
            for long in ["9".repeat(20_000), "@".repeat(20_000)] {
                let changed = |&(known, old)| (known, if known == *name { &*long } else { old });
                let changed: Vec<_> = parameters.iter().map(changed).collect();
                let reply = server.get(&path(command, &changed));
                // An integer of many digits is a game.
                if *name != "expression" || reply.status != 200 || long.starts_with('@') {
                    refused(&reply, &format!("{command}, a long {name}"));
                }
            }
        }
    }
    assert_eq!(server.get("/api/v1/status").json()["jobs"], json!({"running": 0, "queued": 0}));
}

/// The question at an address.
fn question(command: &str) -> &'static str {
    let has =
        |(_, found): &&(&str, Registration)| found.addresses.iter().any(|a| a.name == command);
    Question::REGISTERED.iter().find(has).map_or("", |(name, _)| name)
}

/// Every parameter of every question with values that it cannot have, and questions that go wrong deeper
/// down, in both languages: `refused` looks at what is said.
#[test]
fn refusals_speak_the_language_and_of_no_options() {
    const DEEP: &[(&str, &[(&str, &str)])] = &[
        ("table", &[("rule", "chocolate:3"), ("to", "99999,99999")]),
        ("table", &[("rule", "lib:chocolate"), ("to", "5,5")]),
        ("table", &[("rule", "0.77"), ("to", "5"), ("fix", "n=2")]),
        ("table", &[("rule", "lib:domineering"), ("to", "63"), ("show", "grundy")]),
        ("grundy", &[("rule", "psub:1/2")]),
        ("grundy", &[("rule", "sub:1,2"), ("to", "99999999")]),
        ("period", &[("rule", "0.77"), ("end", "misere"), ("certificate", "true")]),
        ("period", &[("rule", "0.77"), ("end", "misere"), ("claim", "3,2")]),
        ("outcomes", &[("rule", "0.77"), ("end", "mod0:")]),
        ("parity", &[("rule", "psub:1/2")]),
        ("sweep", &[("min", "2"), ("max", "60")]),
        ("sweep", &[("min", "9"), ("max", "2")]),
        ("sweep", &[("min", "2"), ("max", "7"), ("where", "colour > 2")]),
        ("draw/strips.svg", &[("min", "2"), ("max", "60")]),
        ("draw/graph.svg", &[("rule", "sub:1,2"), ("to", "1000")]),
        ("draw/graph", &[("rule", "(n) -> (n + 1) if n < 9"), ("to", "5")]),
        (
            "draw/graph.svg",
            &[("rule", "sub:1,2"), ("to", "5"), ("steps", "true"), ("blank", "true")],
        ),
        ("draw/grid.svg", &[("rule", "lib:nim"), ("to", "5,5,5"), ("steps", "true")]),
        ("draw/automaton.svg", &[("rule", "(a, b) -> (a - 1, b * b) if a > 0")]),
        ("draw/tree", &[("expression", "Mean(")]),
        ("draw/thermograph.svg", &[("expression", "1 < 2")]),
        ("draw/bar.svg", &[("rule", "nim"), ("position", "(2,7)")]),
        ("conjecture", &[("rule", "chocolate:2"), ("formula", "q xor"), ("to", "9,20")]),
        ("conjecture", &[("rule", "chocolate:2"), ("to", "9,20")]),
        (
            "conjecture",
            &[("rule", "chocolate:2"), ("fit", "true"), ("formula", "y"), ("to", "9,20")],
        ),
        ("quotient", &[("rule", "wythoff")]),
        ("quotient", &[("rule", "sub:2,3"), ("end", "normal")]),
        ("values", &[("rule", "sub:2,3"), ("to", "9999")]),
        ("explain", &[("rule", "nim"), ("position", "(1,2)")]),
        ("play", &[("rule", "nim"), ("position", "3+4"), ("moves", "999")]),
        ("position", &[("game", "domineering"), ("position", "..|...")]),
        ("position", &[("game", "dominoes"), ("position", "..")]),
        ("identify", &[("values", "1,2,x")]),
        ("atlas", &[("condition", "colour = 3")]),
        ("atlas", &[("sequence", "1,x")]),
        ("atlas", &[("table", "decimal")]),
        ("atlas", &[("limit", "0")]),
        ("atlas", &[("at", "3")]),
        ("game-sweep", &[("rule", "chocolate"), ("set", "k=1..99999999")]),
        ("quotient-sweep", &[("octal", "9")]),
        ("code-sweep", &[("hexadecimal", "9")]),
        ("merge", &[("records", "x")]),
        ("family/rows", &[("min", "2"), ("max", "60")]),
    ];
    let server = Server::start();
    let ask = |command: &str, parameters: &[(&str, &str)], what: &str| {
        for lang in ["en", "ja"] {
            let mut asked = parameters.to_vec();
            asked.push(("lang", lang));
            let reply = server.get(&path(command, &asked));
            if reply.status == 200 {
                continue;
            }
            refused(&reply, &format!("{command} {what} {lang}"));
            let said = reply.json()["error"]["message"].to_string();
            let japanese = said.chars().any(|c| ('\u{3041}'..='\u{30ff}').contains(&c));
            assert_eq!(japanese, lang == "ja", "{command} {what}: {said}");
        }
    };
    for (command, parameters) in DEEP {
        ask(command, parameters, &format!("{parameters:?}"));
    }
    let written = |command: &str| ["png", "pdf", "tex"].iter().any(|end| command.ends_with(end));
    for (command, parameters) in good().iter().filter(|(command, _)| !written(command)) {
        let Some(schemas) = Question::schemas(question(command)) else {
            continue;
        };
        let Some(fields) = schemas.request["properties"].as_object() else { continue };
        for field in fields.keys() {
            for value in ["", "-1", "1,2,3,4,5,6,7,8,9,10,11,12", "mod0:"] {
                let mut asked: Vec<(&str, &str)> =
                    parameters.iter().copied().filter(|(name, _)| name != field).collect();
                asked.push((field, value));
                ask(command, &asked, &format!("{field} = {value:?}"));
            }
        }
    }
}

/// Rules that do not end, or want more memory than there is.
#[test]
fn greedy_games_are_stopped() {
    let server = Server::start();
    let begun = Instant::now();
    for (command, rule, to) in [
        ("table", "(n) -> (n + 1)", "5"),
        ("table", "(n) -> (2 * n) if n > 0", "9"),
        ("table", "(a, b) -> (b, a)", "5,5"),
        ("table", "(n) -> (n - s) for s in 1 .. 1000000000000 if s <= n", "100"),
        ("table", "(a, b, c) -> (a + b, b + c, c + a) if a + b + c > 0", "3,3,3"),
        ("table", "(n) -> (n - 1) for s in 0 ..< n * n * n * n if n > 0", "400"),
        ("grundy", "(n) -> (n + 1)", "5"),
        ("conjecture", "(n) -> (n + 1)", "60000000"),
    ] {
        let parameters = [("rule", rule), ("to", to), ("formula", "n")];
        let count = if command == "conjecture" { 3 } else { 2 };
        let reply = server.get(&path(command, &parameters[..count]));
        match reply.status {
            // An answer that a limit has cut says so.
            200 if reply.headers["ishitori-complete"] == "true" => {}
            200 => assert!(reply.json()["stopped"].is_string(), "{rule}: {}", reply.text()),
            _ => refused(&reply, rule),
        }
    }
    // Deep nesting and long texts are refused by the parser, not by the stack.
    for text in ["(".repeat(5000), "{".repeat(5000), "-".repeat(5000), "1+".repeat(9000)] {
        refused(&server.get(&path("eval", &[("expression", &text)])), "deep");
        refused(&server.get(&path("table", &[("rule", &text), ("to", "5")])), "deep");
    }
    assert!(begun.elapsed() < Duration::from_secs(90), "{:?}", begun.elapsed());
    assert_eq!(server.whole("/api/v1/eval?expression=1").status, 200);
}

#[test]
fn malformed_certificates_are_refused() {
    let server = Server::start();
    let headers = [("Content-Type", "application/json")];
    let good = server.whole("/api/v1/certificate?rule=0.07").text();
    let verdict = server.send("POST", "/api/v1/check", &headers, good.as_bytes());
    assert_eq!(verdict.json()["valid"], true);
    let half = &good[..good.len() / 2];
    let deep = "[".repeat(100_000);
    let wide = format!("{{\"kind\":[{}0]}}", "0,".repeat(500_000));
    for text in ["", "{", "null", "[]", "{}", "\"x\"", "{\"kind\":7}", "\u{0}", half, &deep, &wide]
    {
        let reply = server.send("POST", "/api/v1/check", &headers, text.as_bytes());
        if reply.status == 200 {
            assert_eq!(reply.json()["valid"], false, "{}", &text[..text.len().min(40)]);
        } else {
            refused(&reply, &text[..text.len().min(40)]);
        }
    }
    let not_text = server.send("POST", "/api/v1/check", &headers, &[0xff, 0xfe, 0x00]);
    assert!(not_text.status < 500, "{}", not_text.text());
    // Every number and every word of a good one replaced.
    for (at, _) in good.match_indices(|c: char| c.is_ascii_digit()).step_by(17).take(40) {
        for other in ["-1", "1e400", "99999999999999999999999", "null", "[]", "\"\""] {
            let mut forged = good.clone();
            forged.replace_range(at..=at, other);
            let reply = server.send("POST", "/api/v1/check", &headers, forged.as_bytes());
            assert!(reply.status < 500, "{at} {other}: {}", reply.text());
            if reply.status != 200 {
                refused(&reply, other);
            }
        }
    }
}

/// Jobs: types that are wrong, fields that are unknown.
#[test]
fn jobs_of_any_shape() {
    let server = Server::start();
    for body in [
        json!(null),
        json!(7),
        json!("period"),
        json!([]),
        json!({}),
        json!({"command": null}),
        json!({"command": 7}),
        json!({"command": ["period"]}),
        json!({"command": "period", "parameters": []}),
        json!({"command": "period", "parameters": "rule"}),
        json!({"command": "period", "parameters": {"rule": null}}),
        json!({"command": "period", "parameters": {"rule": {"a": 1}}}),
        json!({"command": "period", "parameters": {"rule": [["0.77"]]}}),
        json!({"command": "period", "document": 7}),
        json!({"command": "period", "unknown": 1}),
        json!({"command": "eval", "parameters": {"expression": "1".repeat(300_000)}}),
        json!({"command": "eval", "parameters": {"x": vec!["1"; 100]}}),
    ] {
        refused(
            &server.post("/api/v1/jobs", &body),
            &body.to_string()[..body.to_string().len().min(80)],
        );
    }
    // These are jobs; the job reports their errors.
    for (command, parameters) in [
        ("nonsense", json!({})),
        ("period", json!({})),
        ("period", json!({"rule": ["0.77", "0.07"]})),
        ("period", json!({"rule": "0.77", "limit": -1})),
        ("period", json!({"rule": "0.77", "limit": 1.5})),
        ("table", json!({"rule": "(n) -> (n+1)", "to": 5})),
        ("check", json!({})),
    ] {
        let job = server.job(command, parameters);
        assert_eq!(job["state"], "failed", "{job}");
        assert!(job["error"]["message"].as_str().is_some_and(|text| text.len() > 5), "{job}");
        assert_ne!(job["error"]["code"], "internal", "{job}");
    }
    for path in [
        "/api/v1/jobs/",
        "/api/v1/jobs/x",
        "/api/v1/jobs/0-0/result",
        "/api/v1/jobs/0-0/events",
        "/api/v1/jobs/0-0/files/x",
        "/api/v1/jobs/0-0/files/..%2F..%2Fetc%2Fpasswd",
        "/api/v1/jobs/%FF",
    ] {
        refused(&server.get(path), path);
    }
}

/// A small generator, so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.roll(all.len())]
    }
}

/// Random questions: commands, parameters, values, methods, headers thrown together.
#[test]
fn random_requests_never_break_the_server() {
    const VALUES: &[&str] = &[
        "0.77",
        "sub:2,3",
        "sub:",
        "sub:0",
        "sub:99999999999999999999",
        "nim",
        "chocolate:3",
        "chocolate:t/0",
        "lib:../x",
        "allbut:1,5",
        "",
        "-",
        "--help",
        "-1",
        "0",
        "12",
        "63",
        "99999999999999999999999",
        "NaN",
        "true",
        "false",
        "misere",
        "mod2:LR",
        "mod0:",
        "mod2:",
        "moves",
        "{2||1|0}",
        "{{{{",
        "^^^*",
        "10,30",
        "1,1,1,1,1,1,1,1",
        "3+5+7",
        "(4,13)",
        "(n) -> (n+1)",
        "(a,b) -> (b,a)",
        "(n) -> (n-s) for s in {1,3} if s <= n",
        "csv",
        "bfile",
        "\0",
        "\n",
        "石",
        "period > 1",
        "contains(",
        "1/0",
        "3/4",
        "Mean(",
        "y xor z",
        "y div 0",
        "domineering",
        "..|..",
        "left",
        "perfect",
        "k=3",
        "=",
        "/etc/passwd",
        "a.game",
        "B11",
        "2^99",
    ];
    const HOSTS: &[&str] = &["localhost", "127.0.0.1:1", "evil.example", "", "[::1]", "a b"];
    let server = Server::start();
    let good = good();
    let names: Vec<&str> =
        good.iter().flat_map(|(_, given)| given.iter().map(|(name, _)| *name)).collect();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    for turn in 0..1500 {
        let (command, given) = good[dice.roll(good.len())];
        let mut parameters: Vec<(&str, &str)> =
            given.iter().map(|(name, _)| (*name, dice.pick(VALUES))).collect();
        for _ in 0..dice.roll(3) {
            parameters.push((dice.pick(&names), dice.pick(VALUES)));
        }
        let host = if dice.roll(20) == 0 { dice.pick(HOSTS) } else { "localhost" };
        let headers = [("Host", host), ("Content-Type", "application/json")];
        let reply = match dice.roll(10) {
            0 => {
                let given: serde_json::Map<String, Value> =
                    parameters.iter().map(|(k, v)| (k.to_string(), json!(v))).collect();
                let body = json!({"command": command, "parameters": given}).to_string();
                let cut = if dice.roll(4) == 0 { dice.roll(body.len()) } else { body.len() };
                let bytes = &body.as_bytes()[..cut];
                let reply = server.send("POST", "/api/v1/jobs", &headers, bytes);
                if reply.status == 202 {
                    let id = reply.json()["id"].as_str().unwrap().to_string();
                    server.send("DELETE", &format!("/api/v1/jobs/{id}"), &[], b"");
                }
                reply
            }
            1 => server.send(
                dice.pick(&["PUT", "DELETE", "BREW"]),
                &path(command, &parameters),
                &headers,
                b"",
            ),
            _ => server.send("GET", &path(command, &parameters), &headers, b""),
        };
        assert!(reply.status < 500, "{turn}: {command} {parameters:?}: {}", reply.text());
        if reply.status >= 400 && !reply.body.is_empty() {
            refused(&reply, &format!("{turn}: {command} {parameters:?}"));
        }
    }
    assert_eq!(server.whole("/api/v1/eval?expression=1").status, 200);
}
