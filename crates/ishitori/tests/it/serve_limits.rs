//! An overloaded server: other visitors are answered, and it ends when it is asked to.
#![cfg(unix)]

use std::io::Write;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::common::server::{Server, encoded};
use serde_json::json;

/// How long a machine that does other things too may take for what should happen at once. The questions
/// would take hours.
const SOON: Duration = Duration::from_secs(30);

/// Questions that take all the time that they get.
const HEAVY: [&str; 4] = ["31", "31%2B0", "31%2B0%2B0", "31%2B0%2B0%2B0"];

fn heavy(server: &Server) -> Vec<TcpStream> {
    let asked = HEAVY.iter().map(|position| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let head = format!(
            "GET /api/v1/misere?game=kayles&position={position} HTTP/1.1\r\nHost: {}\r\n\r\n",
            server.address
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    });
    asked.collect()
}

/// Four questions that were enough to stop the server for good.
#[test]
fn cheap_questions_are_answered_during_heavy_ones() {
    let server = Server::start();
    let clients = heavy(&server);
    let begun = Instant::now();
    for n in 0..20 {
        let reply = server.get(&format!("/api/v1/grundy?rule=kayles&to={}", 20 + n));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    // The clients leave; nothing waits for the answers to their questions.
    drop(clients);
    let begun = Instant::now();
    while server.get("/api/v1/misere?game=kayles&position=5").status != 200 {
        assert!(begun.elapsed() < SOON, "the heavy questions go on");
        std::thread::sleep(Duration::from_millis(50));
    }
    // A page of another site reaches no question, by no way.
    for (mode, dest) in [("navigate", "document"), ("navigate", "iframe"), ("no-cors", "image")] {
        for site in ["cross-site", "same-site"] {
            let headers =
                [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", dest)];
            let path = "/api/v1/misere?game=kayles&position=31";
            let begun = Instant::now();
            assert_eq!(server.send("GET", path, &headers, b"").status, 403, "{site} {mode} {dest}");
            assert!(begun.elapsed() < SOON);
        }
    }
}

/// A condition of 220 kB, which once ended the process.
#[test]
fn long_conditions_are_refused() {
    let server = Server::start();
    let chain = format!("1{}", "-1".repeat(110_000));
    for command in ["sweep", "family/places"] {
        let parameters = json!({ "min": 2, "max": 9, "where": chain });
        let job = json!({ "command": command, "parameters": parameters });
        let reply = server.post("/api/v1/jobs", &job);
        assert_eq!(reply.status, 413, "{}", reply.text());
        let error = &reply.json()["error"];
        assert_eq!(error["code"], "too-large");
        assert!(error["message"].as_str().unwrap().contains("65536 bytes"), "{error}");
    }
    // What fits is read, and refused by the parser.
    let short = format!("1{}", "-1".repeat(12_000));
    let query = format!("/api/v1/sweep?min=2&max=9&where={}", encoded(&short));
    let reply = server.get(&query);
    assert!((400..500).contains(&reply.status), "{}", reply.status);
    let parameters = json!({ "min": 2, "max": 9, "where": short });
    let job = server.job("sweep", parameters);
    assert_eq!((&job["state"], &job["error"]["parameter"]), (&json!("failed"), &json!("where")));
    // A document may be long where parameters may not.
    let document = format!("[{}]", "1,".repeat(200_000));
    let long = json!({ "command": "check", "parameters": {}, "document": document });
    assert_eq!(server.post("/api/v1/jobs", &long).status, 202);
    assert_eq!(server.whole("/api/v1/grundy?rule=kayles&to=9").status, 200);
}

/// Ctrl-C and a polite request to end are heard while heavy questions run.
#[test]
fn it_ends_when_it_is_asked_to() {
    for signal in ["-INT", "-TERM"] {
        let mut server = Server::start();
        let clients = heavy(&server);
        let job = json!({ "command": "period", "parameters": { "rule": "0.106" } });
        assert_eq!(server.post("/api/v1/jobs", &job).status, 202);
        assert_eq!(server.whole("/api/v1/grundy?rule=kayles&to=9").status, 200);
        let begun = Instant::now();
        assert_eq!(server.ends_by(signal, SOON), Some(0), "{signal}");
        println!("{signal}: ended after {:?}", begun.elapsed());
        drop(clients);
    }
}

/// Nim with eight heaps in which every move names what is left.
fn nim_with_eight_heaps() -> String {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let moves = names.map(|name| {
        let left = names.map(|other| if other == name { "x" } else { other }).join(",");
        format!("({left}) for x in 0..<{name}")
    });
    format!("({}) -> {}", names.join(","), moves.join("; "))
}

/// Questions that want more than they get: of memory, of time, or of both.
fn greedy() -> Vec<String> {
    let switches: Vec<String> =
        (1..50).map(|n| format!("{{{}|{}}}", 1 + n * n, -3 * n * n)).collect();
    let eight = encoded(&nim_with_eight_heaps());
    let sum = encoded("a xor b xor c xor d xor e xor f xor g xor h");
    let mut all = vec![
        format!("eval?expression={}", encoded("IsImpartial(2**128)")),
        format!("eval?expression={}", encoded("'2**128'")),
        format!("eval?expression={}", encoded("^ === 2**24")),
        format!("eval?expression={}", encoded(&switches.join("+"))),
        format!("play?rule={}", encoded("2**100")),
        format!("draw/tree.svg?expression={}", encoded("'2**100'")),
        format!("draw/thermograph.png?expression={}", encoded(&switches.join("+"))),
        format!("conjecture?rule={eight}&formula={sum}&to=8,8,8,8,8,8,8,8"),
        "grundy?rule=0.7777&to=1000000".to_string(),
        "grundy?rule=0.7777&to=1000000&format=parquet".to_string(),
        "grundy?rule=0.7777&to=1000000&format=html".to_string(),
        "outcomes?rule=sub:2,3&to=1000000&format=parquet".to_string(),
        "sweep?min=2&max=20&list=true".to_string(),
        "sweep?min=2&max=24&list=true&words=true".to_string(),
        "sweep?min=2&max=18&list=true&format=latex".to_string(),
        "quotient?rule=0.064&end=misere".to_string(),
        "quotient-sweep?max=8&to=10&end=mod2:LR".to_string(),
        "misere?game=kayles&position=31".to_string(),
        "table?rule=lib:chomp3&to=63,63,63".to_string(),
        "draw/scatter.png?rule=0.7777&to=100000".to_string(),
        "draw/scatter.pdf?rule=0.7777&to=100000".to_string(),
        "draw/strips.png?min=2&max=18&chart-to=400".to_string(),
        "family/rows?min=2&max=20&from=0&count=16384&to=1023".to_string(),
        "atlas?condition=period%3E0&table=octal&limit=1000".to_string(),
    ];
    // The same question is soon known to be dear, so they differ.
    all.iter_mut().enumerate().for_each(|(at, question)| {
        if let Some(rest) = question.strip_prefix("eval?expression=") {
            *question = format!("eval?expression={at}%2B{rest}");
        }
    });
    all
}

/// Many visitors at once, none of them with manners: those who ask for much, those who order jobs and go, those who ask and
/// do not read, those who send much. The memory of the process stays below its ceiling, and comes back.
#[test]
fn the_memory_of_the_process_is_bounded() {
    memory_is_bounded_under(Duration::from_secs(12));
}

/// `cargo test -p ishitori --test it the_memory -- --ignored`.
#[test]
#[ignore = "two minutes"]
fn the_memory_of_the_process_is_bounded_for_long() {
    memory_is_bounded_under(Duration::from_secs(120));
}

/// How long the visitors stay.
fn memory_is_bounded_under(load: Duration) {
    const CEILING: u64 = 320 << 20;
    /// Between two looks at the process a question may take a little more.
    const SLACK: u64 = 64 << 20;
    let server = Server::start_with(&["--memory-limit", "320MiB"]);
    if server.memory().is_none() {
        return;
    }
    let greedy = greedy();
    let (over, next) = (AtomicBool::new(false), AtomicUsize::new(0));
    let most = std::thread::scope(|scope| {
        for client in 0..12 {
            let (server, greedy, over, next) = (&server, &greedy, &over, &next);
            scope.spawn(move || {
                let mut kept = Vec::new();
                while !over.load(Ordering::Relaxed) {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let question = &greedy[at % greedy.len()];
                    let path = format!("/api/v1/{question}");
                    match client {
                        // Who orders and never asks again.
                        0 | 1 => {
                            let (command, query) = question.split_once('?').expect("a query");
                            let reply = server.post("/api/v1/jobs", &order(command, query));
                            assert!(matches!(reply.status, 202 | 400 | 429), "{}", reply.text());
                        }
                        // Who asks and does not read.
                        2 => {
                            let mut stream = TcpStream::connect(server.address).unwrap();
                            let host = server.address;
                            let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n");
                            let _ = stream.write_all(head.as_bytes());
                            kept.push(stream);
                            if kept.len() > 30 {
                                kept.clear();
                            }
                            std::thread::sleep(Duration::from_millis(100));
                        }
                        // Who sends much.
                        3 => {
                            let headers = [("Content-Type", "application/json")];
                            let body = "[".repeat(4 << 20);
                            server.send("POST", "/api/v1/check", &headers, body.as_bytes());
                        }
                        _ => {
                            let reply = server.get(&path);
                            assert_ne!(reply.status, 500, "{question}: {}", reply.text());
                        }
                    }
                }
            });
        }
        let (begun, mut most) = (Instant::now(), 0);
        while begun.elapsed() < load {
            most = most.max(server.memory().expect("the server is there"));
            std::thread::sleep(Duration::from_millis(10));
        }
        over.store(true, Ordering::Relaxed);
        most
    });
    assert!(most < CEILING + SLACK, "{} MiB", most >> 20);
    // All clients have gone: jobs end, memory goes back, and questions are answered.
    let begun = Instant::now();
    while server.memory().expect("the server is there") > CEILING / 3 {
        assert!(begun.elapsed() < 6 * SOON, "{} MiB", server.memory().unwrap_or(0) >> 20);
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(server.whole("/api/v1/eval?expression=%7B1%7C0%7D").status, 200);
}

/// The body of a job with the parameters of a query.
fn order(command: &str, query: &str) -> serde_json::Value {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let parameters: serde_json::Map<String, serde_json::Value> =
        pairs.map(|(name, value)| (name.to_string(), decoded(value).into())).collect();
    json!({ "command": command, "parameters": parameters })
}

fn decoded(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        let (code, rest) = part.split_at(2);
        bytes.push(u8::from_str_radix(code, 16).expect("an encoded byte"));
        bytes.extend(rest.as_bytes());
    }
    String::from_utf8(bytes).expect("a text")
}

/// Two of these once took the whole machine, and `eval` from all visitors.
#[test]
fn forms_end_within_their_limits() {
    let server = Server::start();
    for question in ["IsImpartial(2**128)", "'2**128'", "^ === 2**24", "FormalBirthday(2**90)"] {
        let begun = Instant::now();
        let reply = server.get(&format!("/api/v1/eval?expression={}", encoded(question)));
        assert!(matches!(reply.status, 200 | 422), "{question}: {} {}", reply.status, reply.text());
        assert!(begun.elapsed() < SOON, "{question}");
    }
    assert_eq!(server.whole("/api/v1/eval?expression=1").status, 200);
    let status = server.get("/api/v1/status").json();
    assert!(status["limits"]["memory"].as_u64().is_some_and(|bytes| bytes >= 64 << 20), "{status}");
}
