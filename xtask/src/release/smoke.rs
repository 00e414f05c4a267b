//! A short look whether a program works: it is asked a few things whose answers are known, by the command line and, as a
//! server, over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::build::Runnable;
use super::project::{json, output, word};

/// Arguments, and what is printed among other things.
const ASKED: &[(&[&str], &str)] = &[
    (&["eval", "{2|1} + *"], "{2*|1*}"),
    (&["grundy", "0.77", "--to", "12", "--json"], "[0,1,2,3,1,4,3,2,1,4,2,6,4]"),
    (&["position", "domineering", "...|...|..."], "+-1"),
    (&["table", "wythoff", "--to", "3,3", "--format", "csv"], "0,1,2,3"),
    (&["--lang", "ja", "eval", "*2"], "*2"),
    // Figures that documents print, computed again.
    (&["reproduce", "--only", "A", "--only", "B", "--only", "D"], "open, 0 differ"),
];

/// Arguments of commands whose kernels are compiled for several instruction sets.
const COMPUTED: &[&[&str]] = &[
    &["grundy", "0.106", "--to", "30000", "--json"],
    &["sweep", "--min", "2", "--max", "13", "--end", "mod2:LR", "--json"],
];

/// Asks a program. Fails if an answer is another one.
pub fn test(program: &Runnable, version: &str) -> Result<(), String> {
    let began = Instant::now();
    let say = |arguments: &[&str]| output(program.command().args(arguments));
    let expect = |arguments: &[&str], expected: &str| {
        let output = say(arguments)?;
        match output.contains(expected) {
            true => Ok(()),
            false => Err(format!("ishitori {arguments:?} does not print {expected:?}:\n{output}")),
        }
    };
    expect(&["--version"], version)?;
    for (arguments, expected) in ASKED {
        expect(arguments, expected)?;
    }
    // On any machine: with the newest vector instructions, and as if there were only older ones.
    for arguments in COMPUTED {
        let newest = say(arguments)?;
        for isa in ["portable", "avx2", "avx512", "avx512vbmi"] {
            if say(&[*arguments, &["--isa", isa]].concat())? != newest {
                return Err(format!("ishitori {arguments:?} answers otherwise with --isa {isa}"));
            }
        }
    }
    // What it proves, its own checker accepts; in a folder in which there is nothing else.
    let folder = std::env::temp_dir().join(format!("ishitori-release-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let file = folder.join("kayles.json").to_string_lossy().into_owned();
    let checked = expect(&["period", "0.77", "--certificate", &file], "proved")
        .and_then(|()| expect(&["check", &file], "valid"));
    std::fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    checked?;
    serves(program)?;
    let seconds = began.elapsed().as_secs_f64();
    eprintln!("== {}: answers as it should, {seconds:.1} s", program.program.display());
    Ok(())
}

/// A server that ends with this value.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; what is wanted is that it is gone.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn serves(program: &Runnable) -> Result<(), String> {
    let mut command = program.command();
    command.args(["serve", "--port", "0", "--json"]).stdin(Stdio::null());
    let child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut server = Server(child.map_err(|e| format!("{command:?}: {e}"))?);
    let out = server.0.stdout.take().ok_or("the server has no standard output")?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).map_err(|e| format!("the server: {e}"))?;
    let started = json(&line).map_err(|e| format!("the server: {e}: {line}"))?;
    let address = word(&started["address"]);
    let failed = |e: std::io::Error| format!("http://{address}: {e}");
    let mut stream = TcpStream::connect(address).map_err(failed)?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).map_err(failed)?;
    let asked = "/api/v1/eval?expression=1%2B1";
    let request = format!("GET {asked} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(failed)?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).map_err(failed)?;
    match reply.starts_with("HTTP/1.1 200") && reply.contains("\"canonical\":\"2\"") {
        true => Ok(()),
        false => Err(format!("http://{address}{asked}:\n{reply}")),
    }
}
