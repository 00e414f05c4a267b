//! Memory figures from the operating system.

use std::path::Path;

/// The memory of the process that is its own: what it has written to, without the program and other files. Some
/// microseconds; `None` where the system does not report it.
///
/// ```
/// if let Some(before) = ishitori_runtime::memory::resident() {
///     let large = vec![1_u8; 64 << 20];
///     assert!(ishitori_runtime::memory::resident().unwrap() >= before + (32 << 20));
///     drop(large);
/// }
/// ```
pub fn resident() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    kilobytes(&status, "RssAnon:").or_else(|| kilobytes(&status, "VmRSS:"))
}

/// The memory that there is for this process: that of the machine, or of its control group where that is less.
/// Some system calls; `None` where the system does not report it.
pub fn of_machine() -> Option<u64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let machine = kilobytes(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemTotal:")?;
    Some(groups().into_iter().flatten().fold(machine, u64::min))
}

/// The limits of the control groups that the process is in, where there are any: of version 2, and of version 1 as containers
/// show it. A limit on a group further up is not looked for.
fn groups() -> [Option<u64>; 3] {
    let number = |path: &Path| std::fs::read_to_string(path).ok()?.trim().parse().ok();
    let own = std::fs::read_to_string("/proc/self/cgroup").ok();
    let own =
        own.as_deref().and_then(|text| text.lines().find_map(|line| line.strip_prefix("0::/")));
    let root = Path::new("/sys/fs/cgroup");
    [
        own.and_then(|name| number(&root.join(name).join("memory.max"))),
        number(&root.join("memory.max")),
        number(&root.join("memory/memory.limit_in_bytes")),
    ]
}

/// A line such as `MemTotal:       24105000 kB`, in bytes.
fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let number: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    number.checked_mul(1 << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let text = "MemTotal:       24105000 kB\nOther: 5 kB\nNone: 5\n";
        assert_eq!(kilobytes(text, "MemTotal:"), Some(24_105_000 << 10));
        assert_eq!(kilobytes(text, "None:"), None);
        assert_eq!(kilobytes(text, "Missing:"), None);
        assert_eq!(kilobytes("Much: 99999999999999999999 kB", "Much:"), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_machine_has_more_than_the_process() {
        assert!(resident().unwrap() < of_machine().unwrap());
    }
}
