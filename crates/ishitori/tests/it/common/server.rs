//! `ishitori serve` as a process of its own, and a client without manners.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

/// A running server; it ends with the test.
pub struct Server {
    process: Child,
    pub address: SocketAddr,
}

impl Server {
    pub fn start() -> Server {
        Server::start_with(&[])
    }

    /// One that gives an answer two minutes and not two seconds, for tests of what is answered: a machine that does other
    /// things too may need them.
    pub fn patient() -> Server {
        Server::start_with(&["--time-limit", "120s"])
    }

    /// With more arguments.
    pub fn start_with(more: &[&str]) -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ishitori"))
            .args(["serve", "--port", "0", "--json"])
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let out = process.stdout.take().expect("a pipe");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let started: Value = serde_json::from_str(&line).expect("an object");
        let address = started["address"].as_str().expect("an address").parse().expect("an address");
        Server { process, address }
    }

    /// Its own memory in bytes, as the system counts it; `None` where the system does not report it.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes << 10)
    }

    /// Sends a signal and waits for the end of the process; its exit status, if it ends in time.
    #[cfg(unix)]
    pub fn ends_by(&mut self, signal: &str, longest: Duration) -> Option<i32> {
        let sent = Command::new("kill").args([signal, &self.process.id().to_string()]).status();
        assert!(sent.expect("signals can be sent").success());
        let begun = std::time::Instant::now();
        while begun.elapsed() < longest {
            if let Some(status) = self.process.try_wait().expect("the process can be waited for") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        None
    }

    /// Sends bytes as they are and reads until the server closes.
    pub fn raw(&self, request: &[u8]) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(300))).expect("a timeout");
        // A server that has seen enough may close before everything was sent or read.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let mut head = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            head += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += &format!("Content-Length: {}\r\n\r\n", body.len());
        Reply::read(&self.raw(&[head.as_bytes(), body].concat()))
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, &[], b"")
    }

    /// The whole answer to a question that is cheap: a machine that does other things too may not find it
    /// in the two seconds that it gets, so it is asked again.
    pub fn whole(&self, path: &str) -> Reply {
        let mut reply = self.get(path);
        for _ in 0..30 {
            let cut =
                reply.headers.get("ishitori-complete").is_some_and(|complete| complete == "false");
            if !cut && !matches!(reply.status, 422 | 429 | 503) {
                break;
            }
            std::thread::sleep(Duration::from_millis(200));
            reply = self.get(path);
        }
        reply
    }

    pub fn post(&self, path: &str, body: &Value) -> Reply {
        let headers = [("Content-Type", "application/json")];
        self.send("POST", path, &headers, body.to_string().as_bytes())
    }

    /// Runs a job to its end.
    pub fn job(&self, command: &str, parameters: Value) -> Value {
        let begun =
            self.post("/api/v1/jobs", &json!({"command": command, "parameters": parameters}));
        assert_eq!(begun.status, 202, "{}", begun.text());
        let id = begun.json()["id"].as_str().expect("an id").to_string();
        let events = self.get(&format!("/api/v1/jobs/{id}/events"));
        let text = events.text();
        let last = text.lines().rfind(|line| line.starts_with("data:")).expect("events");
        serde_json::from_str(last.trim_start_matches("data:")).expect("an object")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub struct Reply {
    pub status: u16,
    pub headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn read(bytes: &[u8]) -> Reply {
        let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&bytes[..end]).to_string();
        let mut lines = head.lines();
        let status = lines.next().and_then(|line| line.split(' ').nth(1)).expect("a status");
        let headers: BTreeMap<String, String> = lines
            .filter_map(|line| line.split_once(": "))
            .map(|(name, value)| (name.to_lowercase(), value.to_string()))
            .collect();
        let mut body = bytes[end + 4..].to_vec();
        if headers.get("transfer-encoding").is_some_and(|kind| kind == "chunked") {
            body = unchunked(&body);
        }
        Reply { status: status.parse().expect("a number"), headers, body }
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).to_string()
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|e| panic!("{e}: {}", self.text()))
    }
}

fn unchunked(mut bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = bytes.windows(2).position(|w| w == b"\r\n") {
        let size = usize::from_str_radix(&String::from_utf8_lossy(&bytes[..end]), 16).unwrap_or(0);
        if size == 0 {
            break;
        }
        out.extend(&bytes[end + 2..end + 2 + size]);
        bytes = &bytes[end + 4 + size..];
    }
    out
}

/// For a query.
pub fn encoded(text: &str) -> String {
    text.bytes()
        .map(
            |b| {
                if b.is_ascii_alphanumeric() {
                    (b as char).to_string()
                } else {
                    format!("%{b:02X}")
                }
            },
        )
        .collect()
}
