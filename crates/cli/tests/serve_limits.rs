//! A server that is asked too much: others are answered, and it ends when it is told to.
#![cfg(unix)]

#[path = "common/server.rs"]
mod server;

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use server::{Server, encoded};

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
fn cheap_questions_are_answered_beside_heavy_ones() {
    let server = Server::start();
    let clients = heavy(&server);
    let begun = Instant::now();
    for n in 0..20 {
        let reply = server.get(&format!("/api/v1/grundy?rule=kayles&to={}", 20 + n));
        assert_eq!(reply.status, 200, "{}", reply.text());
    }
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    // The clients leave; nobody waits for what they asked.
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
fn it_ends_when_it_is_told_to() {
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
