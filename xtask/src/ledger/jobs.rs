//! The jobs of the ledger, read from `bench/ledger/jobs.txt`.

/// A fixed piece of work: a command of the program, and what is needed around it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Job {
    /// Its name, by which figures are kept.
    pub name: String,
    /// The use that it represents, in words.
    pub stands_for: String,
    /// Commands that prepare it and are not measured, such as one that writes the certificate that is checked.
    pub before: Vec<Vec<String>>,
    /// The arguments of the program.
    pub run: Vec<String>,
    /// The lines that are typed.
    pub input: Vec<String>,
    /// The requests to a server; a job with requests is a server.
    pub requests: Vec<Request>,
    /// The exit status that is expected.
    pub exit: i32,
}

/// An address, and how often it is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub times: usize,
    pub path: String,
}

/// Reads the jobs. A line that begins with a name begins a job; the indented lines below say what it does.
pub fn read(text: &str) -> Result<Vec<Job>, String> {
    let mut jobs: Vec<Job> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let wrong = |what: &str| format!("line {}: {what}: {line}", number + 1);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let (word, rest) = line.split_once(':').ok_or_else(|| wrong("no colon"))?;
        let (word, rest) = (word.trim_end(), rest.trim());
        if !word.starts_with(' ') {
            if jobs.iter().any(|job| job.name == word) {
                return Err(wrong("two jobs of this name"));
            }
            let (name, stands_for) = (word.to_string(), rest.to_string());
            jobs.push(Job { name, stands_for, ..Job::default() });
            continue;
        }
        let job = jobs.last_mut().ok_or_else(|| wrong("no job yet"))?;
        match word.trim_start() {
            "before" => job.before.push(words(rest).ok_or_else(|| wrong("an open quote"))?),
            "run" if !job.run.is_empty() => return Err(wrong("a second command")),
            "run" => job.run = words(rest).ok_or_else(|| wrong("an open quote"))?,
            "input" => job.input.push(rest.to_string()),
            "exit" => job.exit = rest.parse().map_err(|_| wrong("no exit status"))?,
            "request" => {
                let (times, path) = rest.split_once(' ').ok_or_else(|| wrong("no address"))?;
                let times = times.parse().map_err(|_| wrong("not how many times"))?;
                job.requests.push(Request { times, path: path.to_string() });
            }
            _ => return Err(wrong("none of before, run, input, exit and request")),
        }
    }
    match jobs.iter().find(|job| job.run.is_empty()) {
        Some(job) => Err(format!("{} has no command", job.name)),
        None => Ok(jobs),
    }
}

/// The words of a command, `'with quotes'` around what has spaces; nothing if a quote is open.
fn words(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = None;
    for sign in text.chars() {
        match (quoted, sign) {
            (Some(quote), _) if sign == quote => quoted = None,
            (None, '\'' | '"') => {
                quoted = Some(sign);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    quoted.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_is_two_lines() {
        let jobs = read("# jobs\n\nkayles: a short period\n  run: period 0.77 --json\n").unwrap();
        let words = ["period", "0.77", "--json"].map(str::to_string).to_vec();
        let (name, stands_for) = ("kayles".to_string(), "a short period".to_string());
        assert_eq!(jobs, [Job { name, stands_for, run: words, ..Job::default() }]);
    }

    #[test]
    fn what_is_around_a_command() {
        let text = "a: b\n before: eval '{1|0}: *' \"\"\n run: serve\n input: take 2\n exit: 1\n request: 3 /a?b:c\n";
        let job = &read(text).unwrap()[0];
        assert_eq!(job.before, [["eval", "{1|0}: *", ""]]);
        assert_eq!((job.input.as_slice(), job.exit), (["take 2".to_string()].as_slice(), 1));
        assert_eq!(job.requests, [Request { times: 3, path: "/a?b:c".to_string() }]);
    }

    #[test]
    fn what_is_no_list_of_jobs() {
        for text in [
            "a: b\n",
            " run: eval 1\n",
            "a: b\n run: eval '1\n",
            "a: b\n run: eval 1\n run: eval 2\n",
            "a: b\n run: eval 1\na: c\n run: eval 2\n",
            "a: b\n run: eval 1\n walk: far\n",
            "a: b\n run: eval 1\n exit: soon\n",
            "a b\n",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
