//! A job that is a server: a visitor asks it a fixed number of questions, then it is asked to end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command};
use std::time::Duration;

use serde_json::Value;

use super::jobs::Request;

/// A server under Valgrind is slow, but not as slow as this.
const PATIENCE: Duration = Duration::from_secs(120);

/// Asks a server that was started with `--json` for everything, one request after the other over one connection, and
/// asks it to end. Returns the most memory it had, in kB, where the system reports it.
pub fn visit(server: &mut Child, requests: &[Request]) -> Result<Option<u64>, String> {
    let asked = ask(server, requests);
    let peak = peak(server.id());
    // Also after a failure, so that no server stays behind.
    let signalled = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    signalled.map_err(|e| format!("kill: {e}"))?;
    asked.map(|()| peak)
}

fn ask(server: &mut Child, requests: &[Request]) -> Result<(), String> {
    let out = server.stdout.take().ok_or("the server has no output")?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).map_err(|e| format!("the server: {e}"))?;
    let started: Value =
        serde_json::from_str(&line).map_err(|e| format!("the server: {e}: {line}"))?;
    let address = started["address"].as_str().ok_or_else(|| format!("no address: {line}"))?;
    let mut stream = TcpStream::connect(address).map_err(|e| format!("{address}: {e}"))?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(|e| format!("{address}: {e}"))?;
    let mut answers = BufReader::new(stream.try_clone().map_err(|e| format!("{address}: {e}"))?);
    for Request { times, path } in requests {
        for _ in 0..*times {
            let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
            stream.write_all(request.as_bytes()).map_err(|e| format!("{path}: {e}"))?;
            let status = answer(&mut answers).map_err(|e| format!("{path}: {e}"))?;
            if status != 200 {
                return Err(format!("{path}: status {status}"));
            }
        }
    }
    Ok(())
}

/// Reads one answer to its end; its status.
fn answer(stream: &mut impl BufRead) -> Result<u16, String> {
    let first = line(stream)?;
    let status = first.split(' ').nth(1).and_then(|status| status.parse().ok());
    let status = status.ok_or_else(|| format!("no status: {first}"))?;
    let (mut length, mut chunked) = (0, false);
    loop {
        let header = line(stream)?;
        match header.split_once(':').map(|(name, value)| (name, value.trim())) {
            None => break,
            Some(("content-length", value)) => length = value.parse().map_err(|_| header)?,
            Some(("transfer-encoding", value)) => chunked = value == "chunked",
            Some(_) => {}
        }
    }
    skip(stream, length)?;
    while chunked {
        let size = line(stream)?;
        let size = u64::from_str_radix(&size, 16).map_err(|_| format!("no size: {size}"))?;
        skip(stream, size + 2)?;
        chunked = size > 0;
    }
    Ok(status)
}

/// A line in small letters, without its end.
fn line(stream: &mut impl BufRead) -> Result<String, String> {
    let mut line = String::new();
    stream.read_line(&mut line).map_err(|e| e.to_string())?;
    Ok(line.trim_end().to_ascii_lowercase())
}

fn skip(stream: &mut impl BufRead, bytes: u64) -> Result<(), String> {
    let mut body = stream.take(bytes);
    std::io::copy(&mut body, &mut std::io::sink()).map(drop).map_err(|e| e.to_string())
}

/// The most memory that a running process has had, in kB.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_end_where_they_say() {
        let text = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcHTTP/1.1 404 Not Found\r\n\
                    transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\nHTTP/1.1 204 \r\n\r\n";
        let mut stream = text.as_bytes();
        assert_eq!(answer(&mut stream), Ok(200));
        assert_eq!(answer(&mut stream), Ok(404));
        assert_eq!(answer(&mut stream), Ok(204));
        assert!(stream.is_empty());
    }
}
