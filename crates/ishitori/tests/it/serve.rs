//! `ishitori serve` from outside: the answers are those of the commands, and no visitor gets more than
//! their share.

use std::time::{Duration, Instant};

use crate::common::server::{Reply, Server, encoded};
use crate::common::{ishitori, stdout};
use serde_json::{Value, json};

/// A question: its address, its parameters, and what one would type instead.
type Case = (&'static str, &'static [(&'static str, &'static str)], &'static [&'static str]);

#[test]
fn answers_are_those_of_the_commands() {
    let server = Server::start();
    let cases: &[Case] = &[
        ("grundy", &[("rule", "0.77"), ("to", "50")], &["grundy", "0.77", "--to", "50"]),
        (
            "grundy",
            &[("rule", "0.07"), ("to", "9"), ("end", "misere")],
            &["grundy", "0.07", "--to", "9", "--end", "misere"],
        ),
        (
            "outcomes",
            &[("rule", "sub:2,3"), ("end", "mod2:LR"), ("to", "30")],
            &["outcomes", "sub:2,3", "--end", "mod2:LR", "--to", "30"],
        ),
        (
            "values",
            &[("rule", "sub:2,3"), ("end", "mod2:LR"), ("to", "12")],
            &["values", "sub:2,3", "--end", "mod2:LR", "--to", "12"],
        ),
        ("eval", &[("expression", "-{2||1|0} + *")], &["eval", "-{2||1|0} + *"]),
        ("eval", &[("expression", "{1|-1} <> 0")], &["eval", "{1|-1} <> 0"]),
        (
            "position",
            &[("game", "domineering"), ("position", "...|...")],
            &["position", "domineering", "...|..."],
        ),
        (
            "explain",
            &[("rule", "sub:2,3"), ("position", "6"), ("end", "mod2:LR")],
            &["explain", "sub:2,3", "6", "--end", "mod2:LR"],
        ),
        (
            "identify",
            &[("values", "0,1,2,3,1,4,3,2,1,4,2,6")],
            &["identify", "0,1,2,3,1,4,3,2,1,4,2,6"],
        ),
        ("misere", &[("game", "*[3,2]+*2")], &["misere", "*[3,2]+*2"]),
        (
            "table",
            &[("rule", "chocolate:3"), ("to", "4,12")],
            &["table", "chocolate:3", "--to", "4,12"],
        ),
        (
            "conjecture",
            &[("rule", "chocolate:2"), ("formula", "y xor z"), ("to", "9,20")],
            &["conjecture", "chocolate:2", "y xor z", "--to", "9,20"],
        ),
        (
            "sweep",
            &[
                ("min", "2"),
                ("max", "9"),
                ("where", "has_R"),
                ("count", "period > 2"),
                ("check", "runs"),
            ],
            &[
                "sweep",
                "--min",
                "2",
                "--max",
                "9",
                "--where",
                "has_R",
                "--count",
                "period > 2",
                "--check",
                "runs",
            ],
        ),
        ("games", &[], &["games"]),
    ];
    for (command, parameters, arguments) in cases {
        let query: Vec<String> =
            parameters.iter().map(|(k, v)| format!("{k}={}", encoded(v))).collect();
        let reply = server.whole(&format!("/api/v1/{command}?{}", query.join("&")));
        assert_eq!(reply.status, 200, "{command}: {}", reply.text());
        assert_eq!(reply.headers["ishitori-complete"], "true");
        let typed = ishitori(&[arguments, &["--json", "--lang", "en"][..]].concat());
        let expected: Value = serde_json::from_str(stdout(&typed)).expect("an object");
        assert_eq!(reply.json(), expected, "{command}");
    }
}

#[test]
fn jobs_report_their_state_and_end() {
    let server = Server::start();
    let done = server.job("period", json!({ "rule": "0.77" }));
    assert_eq!((&done["state"], &done["result"]["period"]), (&json!("done"), &json!(12)));
    assert_eq!(done["files"], json!(["certificate.json"]));
    let id = done["id"].as_str().unwrap();
    let certificate = server.get(&format!("/api/v1/jobs/{id}/files/certificate.json"));
    assert!(certificate.headers["content-disposition"].starts_with("attachment"));
    let headers = [("Content-Type", "application/json")];
    let verdict = server.send("POST", "/api/v1/check", &headers, &certificate.body).json();
    assert_eq!(verdict["valid"], true, "{verdict}");
    let forged = certificate.text().replace("\"period\": 12", "\"period\": 24");
    assert_ne!(forged, certificate.text());
    let verdict = server.send("POST", "/api/v1/check", &headers, forged.as_bytes()).json();
    assert_eq!(verdict["valid"], false);
    assert_eq!(server.get(&format!("/api/v1/jobs/{id}/result")).json(), done["result"]);

    let failed = server.job("period", json!({ "rule": "0.8Z" }));
    assert_eq!(
        (&failed["state"], &failed["error"]["parameter"]),
        (&json!("failed"), &json!("rule"))
    );

    // The period of 0.106 is far away: it runs until it is cancelled.
    let begun =
        server.post("/api/v1/jobs", &json!({"command": "period", "parameters": {"rule": "0.106"}}));
    let id = begun.json()["id"].as_str().unwrap().to_string();
    let path = format!("/api/v1/jobs/{id}");
    let started = Instant::now();
    while server.get(&path).json()["state"] != "running" {
        assert!(started.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(server.get(&format!("{path}/result")).status, 409);
    assert_eq!(server.send("DELETE", &path, &[], b"").status, 200);
    let ended = server.get(&format!("{path}/events")).text();
    assert!(ended.contains("event: cancelled"), "{ended}");
    // The same question, answered completely, is answered at once.
    let again =
        server.post("/api/v1/jobs", &json!({"command": "period", "parameters": {"rule": "0.77"}}));
    assert_eq!(again.json()["state"], "done");
}

#[test]
fn strangers_and_nonsense_are_refused_with_a_reason() {
    let server = Server::start();
    let refused = |reply: Reply, status: u16, code: &str| {
        assert_eq!(reply.status, status, "{}", reply.text());
        assert_eq!(reply.json()["error"]["code"], code, "{}", reply.text());
        assert!(reply.json()["error"]["message"].as_str().is_some_and(|m| m.len() > 5));
        reply.json()
    };
    let cheap = "/api/v1/grundy?rule=0.77&to=5";
    refused(server.send("GET", cheap, &[("Host", "evil.example")], b""), 403, "forbidden");
    refused(server.send("GET", "/", &[("Host", "evil.example")], b""), 403, "forbidden");
    refused(server.send("GET", cheap, &[("Origin", "http://evil.example")], b""), 403, "forbidden");
    refused(server.send("GET", cheap, &[("Origin", "null")], b""), 403, "forbidden");
    refused(server.send("GET", cheap, &[("Sec-Fetch-Site", "cross-site")], b""), 403, "forbidden");
    let own = format!("http://{}", server.address);
    assert_eq!(server.send("GET", cheap, &[("Origin", &own)], b"").status, 200);

    let plain = [("Content-Type", "text/plain")];
    refused(server.send("POST", "/api/v1/jobs", &plain, b"{}"), 415, "unsupported-media-type");
    refused(server.post("/api/v1/jobs", &json!([1])), 400, "bad-json");
    refused(server.post("/api/v1/jobs", &json!({"command": "period", "why": 1})), 400, "bad-json");
    let headers = [("Content-Type", "application/json")];
    refused(server.send("POST", "/api/v1/jobs", &headers, b"{\"command\": "), 400, "bad-json");
    let huge = format!(
        "POST /api/v1/jobs HTTP/1.1
Host: localhost
Content-Type: application/json
\
         Content-Length: {}
Connection: close

",
        17 << 20
    );
    refused(Reply::read(&server.raw(huge.as_bytes())), 413, "too-large");
    refused(server.send("PUT", "/api/v1/jobs", &headers, b"{}"), 405, "method-not-allowed");
    refused(server.get("/api/v1/nonsense"), 404, "not-found");
    refused(server.get("/api/v2/grundy"), 404, "not-found");
    refused(server.get("/nonsense"), 404, "not-found");
    // Who reads pages gets one that says so.
    let page = server.send("GET", "/nonsense", &[("Accept", "text/html,*/*")], b"");
    assert_eq!(page.status, 404);
    assert!(String::from_utf8_lossy(&page.body).starts_with("<!doctype html>"));
    refused(server.send("POST", "/nonsense", &[("Accept", "text/html")], b""), 404, "not-found");
    refused(server.get("/api/v1/jobs/7-0"), 404, "not-found");
    let many = format!("{cheap}{}", "&x=1".repeat(100));
    refused(server.get(&many), 400, "bad-input");
    refused(server.get("/api/v1/grundy?rule=0.77&to=2000000"), 400, "bad-input");
    refused(server.get("/api/v1/table?rule=chocolate:3&to=100000,100000"), 400, "bad-input");
    refused(server.get("/api/v1/family/rows?min=2&max=40&count=10&to=9"), 400, "bad-input");
    refused(server.get("/api/v1/family/rows?min=2&max=9&count=99999&to=9"), 400, "bad-input");

    let error = refused(server.get("/api/v1/eval?expression=%7B2%7C"), 400, "bad-input");
    assert_eq!(error["error"]["place"], json!([0, 1]));
    let error = refused(server.get("/api/v1/grundy?rule=0.8Z&to=5&lang=ja"), 400, "bad-input");
    assert!(error["error"]["message"].as_str().unwrap().contains("文字目"));
    let japanese = [("Accept-Language", "ja,en;q=0.5")];
    let error =
        refused(server.send("GET", "/api/v1/grundy?rule=x&to=5", &japanese, b""), 400, "bad-input");
    assert!(error["error"]["message"].as_str().unwrap().chars().any(|c| c >= 'あ'));
    // Heads that never end are not waited for, nor kept.
    let long = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(200_000));
    assert!(server.raw(long.as_bytes()).starts_with(b"HTTP/1.1 4"));
    assert_eq!(server.whole(cheap).status, 200);
}

#[test]
fn no_file_is_read_or_written() {
    let server = Server::start();
    let folder = tempfile::tempdir().unwrap();
    let game = folder.path().join("secret.game");
    std::fs::write(&game, "(n) -> (n-s) for s in {1,2} if s <= n").unwrap();
    let formula = folder.path().join("secret.formula");
    std::fs::write(&formula, "n mod 3").unwrap();
    let (game, formula) =
        (encoded(&game.display().to_string()), encoded(&formula.display().to_string()));
    for path in [
        format!("/api/v1/grundy?rule={game}&to=5"),
        format!("/api/v1/grundy?rule=%20{game}%20&to=5"),
        format!("/api/v1/table?rule={game}&to=5"),
        format!("/api/v1/period?rule={game}"),
        format!("/api/v1/outcomes?rule={game}&to=5"),
        format!("/api/v1/values?rule={game}&to=5"),
        format!("/api/v1/explain?rule={game}&position=(3)"),
        format!("/api/v1/quotient?rule={game}"),
        format!("/api/v1/play?rule={game}"),
        format!("/api/v1/conjecture?rule={game}&formula=n&to=5"),
        format!("/api/v1/conjecture?rule=(n)%20-%3E%20(n-1)%20if%20n%3E0&formula={formula}&to=5"),
        format!("/api/v1/draw/grid.svg?rule={game}&to=5"),
        format!("/api/v1/draw/scatter.svg?rule={game}&to=5"),
        format!("/api/v1/certificate?rule={game}"),
        "/api/v1/period?rule=0.77&certificate=stolen.json".to_string(),
        "/api/v1/period?rule=0.77&checkpoint=stolen.json".to_string(),
        "/api/v1/sweep?min=2&max=5&out=stolen.csv".to_string(),
        "/api/v1/sweep?min=2&max=5&tiles=stolen".to_string(),
        "/api/v1/draw/scatter.svg?rule=0.77&to=9&output=stolen.svg".to_string(),
        "/api/v1/fmt?file=stolen.game".to_string(),
        "/api/v1/reproduce?out=stolen".to_string(),
        "/assets/../Cargo.toml".to_string(),
        "/assets/%2e%2e/src/lib.rs".to_string(),
        "/assets//etc/passwd".to_string(),
    ] {
        let reply = server.get(&path);
        assert!((400..500).contains(&reply.status), "{path}: {} {}", reply.status, reply.text());
    }
    // Options cannot be smuggled into a value.
    let smuggled = server.get("/api/v1/grundy?rule=--output&to=5");
    assert_eq!(smuggled.json()["error"]["parameter"], "rule", "{}", smuggled.text());
    // Standard input is not the visitor's.
    assert_eq!(server.get("/api/v1/eval?expression=-").status, 400);
    for name in ["certificate.json", "picture.svg", "stolen.json", "stolen.csv", "stolen", "report"]
    {
        assert!(!std::path::Path::new(name).exists(), "{name}");
    }
}

#[test]
fn pages_and_pictures_carry_their_rules() {
    let server = Server::start();
    for page in [
        "/",
        "/sequence?rule=0.77",
        "/family",
        "/games",
        "/values",
        "/quotient",
        "/play",
        "/puzzle",
        "/study",
        "/worksheet",
        "/reproduce",
    ] {
        let reply = server.whole(page);
        assert_eq!(
            (reply.status, reply.headers["content-type"].as_str()),
            (200, "text/html; charset=utf-8")
        );
        let policy = &reply.headers["content-security-policy"];
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(reply.headers["x-content-type-options"], "nosniff");
        assert_eq!(reply.headers["referrer-policy"], "no-referrer");
        let text = reply.text();
        for elsewhere in ["http://", "https://", "<style", "onclick", "style=\""] {
            assert!(!text.contains(elsewhere), "{elsewhere} in {page}");
        }
    }
    let script = server.whole("/assets/js/app.js");
    assert!(script.headers["content-type"].starts_with("text/javascript"));
    let tag = &script.headers["etag"];
    let again = server.send("GET", "/assets/js/app.js", &[("If-None-Match", tag)], b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    let svg = server.whole("/api/v1/draw/scatter.svg?rule=0.77&to=50");
    assert_eq!(svg.headers["content-type"], "image/svg+xml");
    assert!(svg.text().starts_with("<svg"));
    for picture in [
        "draw/scatter.png?rule=0.77&to=50",
        "draw/tree.png?expression=%5E",
        "draw/strips.png?min=2&max=7",
        "draw/grid.png?rule=chocolate:3&to=5,15",
    ] {
        let png = server.whole(&format!("/api/v1/{picture}"));
        assert_eq!(&png.body[1..4], b"PNG", "{picture}");
    }
    let csv = server.whole("/api/v1/grundy?rule=0.77&to=3&format=csv");
    assert!(csv.text().ends_with("n,grundy\n0,0\n1,1\n2,2\n3,3\n"), "{}", csv.text());
}

/// Rows of families are packed as the documentation says.
#[test]
fn rows_are_the_outcomes() {
    let server = Server::start();
    let (min, max, to) = (2u32, 9u32, 30usize);
    let size = server.whole(&format!("/api/v1/family/size?min={min}&max={max}")).json();
    assert_eq!(size["sets"], 128);
    let rows = server
        .whole(&format!("/api/v1/family/rows?min={min}&max={max}&from=3&count=90&to={to}"))
        .body;
    let stride = 4 * (max as usize).div_ceil(32) + (to + 1).div_ceil(4);
    assert_eq!(rows.len(), 90 * stride);
    for row in [0, 1, 40, 89] {
        let bytes = &rows[row * stride..(row + 1) * stride];
        let mask = u32::from_le_bytes(bytes[..4].try_into().unwrap());
        let numbers: Vec<String> =
            (0..32).filter(|i| mask >> i & 1 == 1).map(|i| (i + 1).to_string()).collect();
        let word: String = (0..=to)
            .map(|n| ["P", "N", "L", "R"][usize::from(bytes[4 + n / 4] >> (2 * (n % 4)) & 3)])
            .collect();
        let rule = format!("sub:{}", numbers.join(","));
        let found =
            server.whole(&format!("/api/v1/outcomes?rule={rule}&end=mod2:LR&to={to}")).json();
        assert_eq!(found["outcomes"], word.as_str(), "{rule}");
    }
    let bits = server.whole(&format!("/api/v1/family/places?min={min}&max={max}&where=has_R")).body;
    let count: u32 = bits.iter().map(|byte| byte.count_ones()).sum();
    let summary = server.whole(&format!("/api/v1/sweep?min={min}&max={max}")).json();
    assert_eq!(summary["has_R"], count);
}

/// What `docs/api.md` shows is what one gets, and it knows every command.
#[test]
fn the_documentation_is_true() {
    let server = Server::start();
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let mut examples = 0;
    for pair in lines.windows(2) {
        let Some(rest) = pair[0].strip_prefix("$ curl 'http://127.0.0.1:7311") else { continue };
        let path = rest.strip_suffix('\'').expect("one address in quotes");
        let expected: Value =
            serde_json::from_str(pair[1]).unwrap_or_else(|e| panic!("{path}: {e}"));
        assert_eq!(server.whole(path).json(), expected, "{path}");
        examples += 1;
    }
    assert!(examples >= 6, "only {examples}");
    let unknown = server.whole("/api/v1/nonsense").json();
    let message = unknown["error"]["message"].as_str().unwrap();
    let names = message.split("expected one of ").nth(1).unwrap();
    for name in names.split(", ") {
        assert!(text.contains(&format!("`{name}`")), "{name} is not documented");
    }
}

#[test]
fn an_answer_at_once_has_the_time_that_was_asked_for() {
    let seconds = |more: &[&str]| {
        let status = Server::start_with(more).get("/api/v1/status").json();
        status["limits"]["direct_seconds"].as_f64()
    };
    assert_eq!(seconds(&[]), Some(2.0));
    assert_eq!(seconds(&["--time-limit", "90s"]), Some(90.0));
}
