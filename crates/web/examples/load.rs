//! Many visitors at once, on this machine only: `cargo run --release -p ishitori-web --example load
//! -- 127.0.0.1:7311 [SECONDS] [CLIENTS] [PAUSE_MS] [PID]`.
//!
//! Three of four clients ask cheap questions, one of four asks expensive ones: jobs, and direct
//! questions that use up their time. Each pauses between two questions, as people do. With the
//! process id of the server, its largest memory is shown too.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;
use std::time::{Duration, Instant};

const CHEAP: &[&str] = &[
    "/api/v1/grundy?rule=0.77&to=200",
    "/api/v1/eval?expression=%7B2%7C%7C1%7C0%7D%2B*",
    "/api/v1/outcomes?rule=sub:2,3,7&end=mod2:LR&to=100",
    "/api/v1/table?rule=chocolate:3&to=10,30",
    "/api/v1/family/rows?min=2&max=12&from=0&count=256&to=63",
    "/assets/js/app.js",
    "/api/v1/status",
];
const EXPENSIVE: &[&str] = &[
    "/api/v1/period?rule=0.106",
    "/api/v1/sweep?min=2&max=24&where=divides",
    "/api/v1/draw/strips.png?min=2&max=16",
];
const JOBS: &[&str] = &[
    r#"{"command":"period","parameters":{"rule":"0.106","limit":40000000}}"#,
    r#"{"command":"sweep","parameters":{"min":2,"max":21,"where":"divides"}}"#,
    r#"{"command":"quotient","parameters":{"rule":"sub:3,4,6","end":"mod2:LR"}}"#,
];

#[derive(Default)]
struct Seen {
    cheap: Vec<Duration>,
    expensive: Vec<Duration>,
    statuses: BTreeMap<(bool, u16), u64>,
    broken: u64,
}

struct Client {
    address: SocketAddr,
    stream: Option<BufReader<TcpStream>>,
}

impl Client {
    /// Sends a question and reads the answer; the connection is kept.
    fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<u16> {
        let mut stream = match self.stream.take() {
            Some(stream) => stream,
            None => {
                let stream = TcpStream::connect(self.address)?;
                stream.set_read_timeout(Some(Duration::from_secs(60)))?;
                stream.set_nodelay(true)?;
                BufReader::new(stream)
            }
        };
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}",
            self.address
        );
        stream.get_mut().write_all(head.as_bytes())?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest[..3].parse().unwrap_or(0);
            } else if let Some(rest) = line.strip_prefix("content-length: ") {
                length = rest.parse().unwrap_or(0);
            } else if line.is_empty() {
                break;
            }
        }
        io::copy(&mut stream.by_ref().take(length), &mut io::sink())?;
        self.stream = Some(stream);
        Ok(status)
    }
}

fn visit(number: usize, address: SocketAddr, until: Instant, pause: Duration, seen: &Mutex<Seen>) {
    let mut client = Client { address, stream: None };
    let expensive = number.is_multiple_of(4);
    let mut turn = number;
    // Not all at the same moment.
    std::thread::sleep(pause.mul_f64((number % 97) as f64 / 97.0));
    while Instant::now() < until {
        turn += 1;
        let begun = Instant::now();
        let reply = match (expensive, turn % 2) {
            (false, _) => client.ask("GET", CHEAP[turn % CHEAP.len()], ""),
            (true, 0) => client.ask("GET", EXPENSIVE[turn / 2 % EXPENSIVE.len()], ""),
            (true, _) => client.ask("POST", "/api/v1/jobs", JOBS[turn / 2 % JOBS.len()]),
        };
        let took = begun.elapsed();
        let mut seen = seen.lock().expect("no thread panics");
        match reply {
            Ok(status) => {
                *seen.statuses.entry((expensive, status)).or_default() += 1;
                if expensive { seen.expensive.push(took) } else { seen.cheap.push(took) }
            }
            Err(_) => {
                seen.broken += 1;
                client.stream = None;
            }
        }
        drop(seen);
        std::thread::sleep(pause);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |at: usize, otherwise: u64| {
        arguments.get(at).map_or(otherwise, |text| text.parse().expect("a number"))
    };
    let address: SocketAddr = arguments.first().expect("ADDRESS:PORT").parse().expect("an address");
    assert!(address.ip().is_loopback(), "only this machine is asked");
    let (seconds, clients) = (number(1, 60).min(120), number(2, 200).min(400) as usize);
    let pause = Duration::from_millis(number(3, 250));
    let seen = Mutex::new(Seen::default());
    let until = Instant::now() + Duration::from_secs(seconds);
    std::thread::scope(|scope| {
        for client in 0..clients {
            let seen = &seen;
            scope.spawn(move || visit(client, address, until, pause, seen));
        }
    });
    let mut seen = seen.into_inner().expect("no thread panics");
    println!("{clients} clients, {seconds} s, {} ms between questions", pause.as_millis());
    for (name, times) in [("cheap", &mut seen.cheap), ("expensive", &mut seen.expensive)] {
        times.sort_unstable();
        let at = |share: f64| {
            times.get(((times.len() as f64 * share) as usize).min(times.len().saturating_sub(1)))
        };
        let ms = |share: f64| at(share).map_or(0.0, |t| t.as_secs_f64() * 1000.0);
        println!(
            "{name:9} {:7} answers  p50 {:8.1} ms  p99 {:8.1} ms  max {:8.1} ms",
            times.len(),
            ms(0.5),
            ms(0.99),
            ms(1.0)
        );
    }
    for ((expensive, status), count) in &seen.statuses {
        println!("{:9} {status}: {count}", if *expensive { "expensive" } else { "cheap" });
    }
    println!("broken connections: {}", seen.broken);
    if let Some(pid) = arguments.get(4) {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
        for line in
            status.lines().filter(|line| line.starts_with("VmHWM") || line.starts_with("Threads"))
        {
            println!("server {}", line.split_whitespace().collect::<Vec<_>>().join(" "));
        }
    }
    let bad: u64 = seen.statuses.iter().filter(|((_, s), _)| *s >= 500).map(|(_, n)| n).sum();
    std::process::exit(i32::from(bad > 0 || seen.broken > 0));
}
