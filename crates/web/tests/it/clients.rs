//! Clients who are slow, silent or many, on real sockets of this machine.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use ishitori_runtime::Budget;
use ishitori_web::{
    Answer, Call, Content, Limits, Progress, ProgressReport, Refusal, Server, Visitors, Workbench,
};
use serde_json::json;

/// Answers with as many bytes as it is asked for.
struct Bench;

impl Workbench for Bench {
    fn answer(&self, call: &Call, _: &Budget, progress: &Progress) -> Result<Answer, Refusal> {
        let number = |name: &str| {
            let found = call.parameters.iter().find(|(known, _)| known == name);
            found.and_then(|(_, value)| value.parse::<usize>().ok())
        };
        let (media_type, length) = match (number("text"), number("dots")) {
            (Some(length), _) => ("text/plain; charset=utf-8", length),
            (_, Some(length)) => ("image/png", length),
            _ => {
                progress(&ProgressReport { line: "x".repeat(4000), share: None });
                return Ok(Answer::json(json!({ "fine": true })));
            }
        };
        let mut bytes = b"0123456789 ".repeat(length / 11 + 1);
        bytes.truncate(length);
        let content = Content::Bytes { media_type, save_as: None, bytes };
        Ok(Answer { content, complete: true, files: Vec::new() })
    }
}

struct Running {
    address: SocketAddr,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    fn start(limits: Limits) -> Running {
        let address = "127.0.0.1:0".parse().unwrap();
        let server = Server::bind(address, Arc::new(Bench), limits, Visitors::default()).unwrap();
        let (address, stop) = (server.address(), Arc::new(AtomicBool::new(false)));
        let flag = stop.clone();
        let thread = Some(std::thread::spawn(move || server.run(&flag).unwrap()));
        Running { address, stop, thread }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        stream
    }

    /// Status, head in small letters, body. A server with little patience may leave a client that the
    /// machine has not let send; then the question is asked again.
    fn get(&self, path: &str, headers: &str) -> (u16, String, Vec<u8>) {
        let head =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
        let begun = Instant::now();
        let (bytes, end) = loop {
            let mut stream = self.connect();
            let mut bytes = Vec::new();
            let read =
                stream.write_all(head.as_bytes()).and_then(|()| stream.read_to_end(&mut bytes));
            match (read, bytes.windows(4).position(|w| w == b"\r\n\r\n")) {
                (Ok(_), Some(end)) => break (bytes, end),
                (read, _) => assert!(begun.elapsed() < LONG, "{path}: {read:?}"),
            }
        };
        let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
        (head[9..12].parse().unwrap(), head, bytes[end + 4..].to_vec())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Whether the other side ends the connection within a time.
fn ends_within(stream: &mut TcpStream, time: Duration) -> bool {
    stream.set_read_timeout(Some(time)).unwrap();
    let begun = Instant::now();
    let mut buffer = [0; 1 << 16];
    while begun.elapsed() < time {
        match stream.read(&mut buffer) {
            Ok(0) => return true,
            Ok(_) => {}
            Err(error) => return error.kind() == ErrorKind::ConnectionReset,
        }
    }
    false
}

fn short() -> Limits {
    Limits {
        connections: 4,
        head_time: Duration::from_millis(400),
        body_time: Duration::from_millis(400),
        read_time: Duration::from_millis(400),
        ..Limits::default()
    }
}

/// How long a machine that does other things too may take for what should happen at once.
const LONG: Duration = Duration::from_secs(120);

#[test]
fn silence_and_slow_heads_end() {
    let server = Running::start(short());
    // One says nothing, one sends a letter now and then, one has asked and stays.
    let mut silent = server.connect();
    let mut slow = server.connect();
    let mut idle = server.connect();
    idle.write_all(b"GET /api/v1/fine HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    let begun = Instant::now();
    for letter in b"GET /api/v1/fine HTTP/1.1\r\nHost: local".iter().cycle() {
        if slow.write_all(&[*letter]).is_err() || begun.elapsed() > LONG {
            break;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(begun.elapsed() < LONG, "a slow head is waited for");
    assert!(ends_within(&mut silent, LONG) && ends_within(&mut idle, LONG));
    assert_eq!(server.get("/api/v1/fine", "").0, 200);
}

#[test]
fn slow_bodies_get_an_error_and_end() {
    let server = Running::start(Limits { head_time: LONG, ..short() });
    let mut stream = server.connect();
    let head = "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 1000\r\n\r\n{";
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let begun = Instant::now();
    stream.read_to_end(&mut answer).unwrap();
    assert!(begun.elapsed() < LONG);
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 408") && answer.contains("\"timeout\""), "{answer}");
}

/// Who asks for much and does not read, or reads a little now and then, loses the connection; the
/// places become free for others.
#[test]
fn who_does_not_read_is_left() {
    let server = Running::start(Limits { head_time: LONG, ..short() });
    let ask = b"GET /api/v1/much?dots=25000000 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut deaf: Vec<TcpStream> = (0..4).map(|_| server.connect()).collect();
    for stream in &mut deaf {
        stream.write_all(ask).unwrap();
    }
    let (mut sip, mut buffer, enough) = (deaf.pop().unwrap(), [0; 16], AtomicBool::new(false));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !enough.load(Ordering::Relaxed) && sip.read(&mut buffer).is_ok_and(|n| n > 0) {
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        // All four places are taken, and four others keep theirs: each has to be given up.
        let begun = Instant::now();
        let mut others: Vec<TcpStream> = (0..4).map(|_| server.connect()).collect();
        let answered = others.iter_mut().all(|stream| {
            stream.write_all(b"GET /api/v1/fine HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
            stream.set_read_timeout(Some(LONG)).unwrap();
            let mut head = [0; 12];
            stream.read_exact(&mut head).is_ok() && &head == b"HTTP/1.1 200"
        });
        enough.store(true, Ordering::Relaxed);
        assert!(answered && begun.elapsed() < LONG);
    });
}

/// Who reads slowly, but reads, gets everything.
#[test]
fn who_reads_slowly_gets_everything() {
    // A machine may be too busy for the test to read in time; then the server waits longer.
    for read_time in [400, 2000, 10_000].map(Duration::from_millis) {
        if slow_reader_gets_everything(read_time) {
            return;
        }
    }
    panic!("the test could not read in time");
}

/// Takes longer to read everything than a part may take. False if the test itself was so slow between
/// two parts that nothing follows.
fn slow_reader_gets_everything(read_time: Duration) -> bool {
    let server = Running::start(Limits { read_time, head_time: LONG, ..short() });
    let mut stream = server.connect();
    let ask =
        "GET /api/v1/much?dots=12000000 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(ask.as_bytes()).unwrap();
    let (mut total, mut buffer) = (0, vec![0; 1 << 18]);
    let begun = Instant::now();
    let (mut last, mut slowest) = (begun, Duration::ZERO);
    while let Ok(read @ 1..) = stream.read(&mut buffer) {
        total += read;
        std::thread::sleep(read_time / 27);
        slowest = slowest.max(last.elapsed());
        last = Instant::now();
    }
    if total <= 12_000_000 {
        assert!(slowest >= read_time / 2, "{total} bytes, one part in {slowest:?}");
        return false;
    }
    assert!(begun.elapsed() > read_time, "everything was read at once");
    true
}

#[test]
fn more_connections_than_there_are_places_wait_for_their_turn() {
    let server = Running::start(Limits { head_time: LONG, ..short() });
    // They are accepted in the order in which they come.
    let held: Vec<TcpStream> = (0..4).map(|_| server.connect()).collect();
    let mut fifth = server.connect();
    fifth.write_all(b"GET /api/v1/fine HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    fifth.set_read_timeout(Some(Duration::from_millis(300))).unwrap();
    let mut buffer = [0; 64];
    assert!(fifth.read(&mut buffer).is_err(), "no client has left yet");
    drop(held);
    fifth.set_read_timeout(Some(LONG)).unwrap();
    assert!(fifth.read(&mut buffer).is_ok_and(|n| buffer[..n].starts_with(b"HTTP/1.1 200")));
}

#[test]
fn texts_are_sent_as_gzip_to_those_who_take_it() {
    let server = Running::start(Limits::default());
    for (path, compressed) in [
        ("/api/v1/much?text=5000", true),
        ("/api/v1/much?text=500000", true),
        ("/api/v1/much?text=100", false),
        ("/api/v1/much?dots=5000", false),
        ("/assets/js/app.js", true),
        ("/assets/style.css", true),
        ("/", true),
    ] {
        let (status, head, plain) = server.get(path, "");
        assert!(status == 200 && !head.contains("content-encoding"), "{path}: {head}");
        let (status, head, packed) = server.get(path, "Accept-Encoding: br, gzip\r\n");
        assert_eq!(status, 200, "{path}");
        assert_eq!(head.contains("content-encoding: gzip"), compressed, "{path}: {head}");
        assert_eq!(
            head.contains("vary: accept-encoding"),
            !path.contains("dots"),
            "{path}: {head}"
        );
        assert!(head.contains(&format!("content-length: {}", packed.len())), "{path}: {head}");
        if compressed {
            assert!(
                packed.len() * 3 < plain.len() * 2,
                "{path}: {} of {}",
                packed.len(),
                plain.len()
            );
            let mut unpacked = Vec::new();
            GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
            assert_eq!(unpacked, plain, "{path}");
        } else {
            assert_eq!(packed, plain, "{path}");
        }
    }
    // Events arrive one by one, as they are.
    let mut stream = server.connect();
    let body = r#"{"command":"fine"}"#;
    let head = format!(
        "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let begun: serde_json::Value =
        serde_json::from_str(answer.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    let path = format!("/api/v1/jobs/{}/events", begun["id"].as_str().unwrap());
    let (_, head, events) = server.get(&path, "Accept-Encoding: gzip\r\n");
    assert!(!head.contains("content-encoding") && head.contains("text/event-stream"), "{head}");
    assert!(String::from_utf8_lossy(&events).contains("event: done"));
}

#[test]
fn what_the_framework_refuses_is_json_too() {
    let server = Running::start(Limits::default());
    for path in ["/api/v1/%FF", "/api/v1/jobs/%FF", "/api/v1/jobs/%FF/events", "/assets/%FF"] {
        let (status, head, body) = server.get(path, "");
        assert!(status == 400 && head.contains("application/json"), "{path}: {head}");
        let object: serde_json::Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(object["error"]["code"], "bad-input");
    }
}
