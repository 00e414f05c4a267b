//! A Debian package of the program: an `ar` archive of two tar archives, as `deb(5)` describes it.

use super::archive::{Entry, ar, tar_gz};
use super::project::Project;

/// The name that Debian has for the processor of a target; nothing if there is no such package.
pub fn architecture(target: &str) -> Option<&'static str> {
    match target.split('-').next() {
        _ if !target.contains("-linux-") => None,
        Some("x86_64") => Some("amd64"),
        Some("aarch64") => Some("arm64"),
        _ => None,
    }
}

/// The package. `files` have names below `/`, without the first `/`.
pub fn package(
    project: &Project,
    architecture: &str,
    program: &[u8],
    files: &[Entry],
    time: u64,
) -> Result<Vec<u8>, String> {
    let control = control(project, architecture, program, files);
    let sums: String =
        files.iter().map(|file| format!("{}  {}\n", md5(&file.bytes), file.path)).collect();
    let control = [
        Entry::plain("./control", control.into_bytes()),
        Entry::plain("./md5sums", sums.into_bytes()),
    ];
    let data: Vec<Entry> = files
        .iter()
        .map(|file| Entry { path: format!("./{}", file.path), ..file.clone() })
        .collect();
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tar_gz(&control, time)?),
        ("data.tar.gz", tar_gz(&data, time)?),
    ];
    Ok(ar(&members, time))
}

fn control(project: &Project, architecture: &str, program: &[u8], files: &[Entry]) -> String {
    let size: usize = files.iter().map(|file| file.bytes.len().div_ceil(1024)).sum();
    // A program that is linked statically needs nothing.
    let depends = match newest_glibc(program) {
        Some((major, minor)) => format!("Depends: libc6 (>= {major}.{minor})\n"),
        None => String::new(),
    };
    format!(
        "Package: ishitori\nVersion: {}-1\nArchitecture: {architecture}\n{depends}Installed-Size: {size}\n\
         Section: math\nPriority: optional\nMaintainer: The Ishitori contributors <ishitori@users.noreply.github.com>\n\
         Homepage: https://github.com/ishitori/ishitori\n\
         Description: workbench for combinatorial games\n \
         Who wins and by which move, exact values, and periods with proofs that an\n \
         independent checker verifies: on the command line and in the browser, in\n \
         English and Japanese.\n",
        project.version
    )
}

/// The newest version of glibc of which a program names a symbol.
pub fn newest_glibc(program: &[u8]) -> Option<(u32, u32)> {
    let mark = b"GLIBC_2.";
    let starts = program.windows(mark.len()).enumerate().filter(|(_, window)| window == mark);
    let versions = starts.filter_map(|(at, _)| {
        let rest = &program[at + mark.len()..];
        let digits: String =
            rest.iter().take_while(|b| b.is_ascii_digit()).map(|b| char::from(*b)).collect();
        digits.parse().ok()
    });
    versions.max().map(|minor| (2, minor))
}

/// The MD5 sum that `md5sums` of a Debian package has (RFC 1321). It protects against damage only.
fn md5(bytes: &[u8]) -> String {
    const SHIFTS: [[u32; 4]; 4] =
        [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let mut message = bytes.to_vec();
    message.push(0x80);
    while message.len() % 64 != 56 {
        message.push(0);
    }
    message.extend((bytes.len() as u64 * 8).to_le_bytes());
    let mut state: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];
    for block in message.chunks_exact(64) {
        let word = |k: usize| {
            u32::from_le_bytes([block[4 * k], block[4 * k + 1], block[4 * k + 2], block[4 * k + 3]])
        };
        let [mut a, mut b, mut c, mut d] = state;
        for i in 0..64 {
            let (f, k) = match i / 16 {
                0 => ((b & c) | (!b & d), i),
                1 => ((d & b) | (!d & c), (5 * i + 1) % 16),
                2 => (b ^ c ^ d, (3 * i + 5) % 16),
                _ => (c ^ (b | !d), 7 * i % 16),
            };
            // The constants of the standard: the first 32 bits of |sin(i + 1)|.
            let constant = (((i + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
            let sum = a.wrapping_add(f).wrapping_add(constant).wrapping_add(word(k));
            (a, d, c) = (d, c, b);
            b = b.wrapping_add(sum.rotate_left(SHIFTS[i / 16][i % 4]));
        }
        for (old, new) in state.iter_mut().zip([a, b, c, d]) {
            *old = old.wrapping_add(new);
        }
    }
    state.iter().flat_map(|part| part.to_le_bytes()).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn md5_is_that_of_the_standard() {
        // RFC 1321, A.5.
        assert_eq!(md5(b""), "d41d8cd98f00b204e9800998ecf8427e");
        assert_eq!(md5(b"message digest"), "f96b697d7cb7938d525a2f31aaf161d0");
        assert_eq!(md5("1234567890".repeat(8).as_bytes()), "57edf4a22be3c955ac49da2e2107b67a");
    }

    #[test]
    fn the_newest_symbol_of_glibc_is_what_is_needed() {
        assert_eq!(newest_glibc(b"..GLIBC_2.2.5\0GLIBC_2.17\0GLIBC_2.3.4\0"), Some((2, 17)));
        assert_eq!(newest_glibc(b"static"), None);
    }

    #[test]
    fn only_linux_has_packages() {
        assert_eq!(architecture("aarch64-unknown-linux-musl"), Some("arm64"));
        assert_eq!(architecture("x86_64-unknown-linux-gnu"), Some("amd64"));
        assert_eq!(architecture("x86_64-apple-darwin"), None);
    }

    #[test]
    fn the_package_has_three_members_and_says_what_it_needs() {
        let project = Project::read().unwrap();
        let program = b"GLIBC_2.17\0".to_vec();
        let files = [Entry::program("usr/bin/ishitori", program.clone())];
        let made = package(&project, "amd64", &program, &files, 7).unwrap();
        assert!(made.starts_with(b"!<arch>\ndebian-binary "));
        assert_eq!(made, package(&project, "amd64", &program, &files, 7).unwrap());
        let text = control(&project, "amd64", &program, &files);
        assert!(text.contains("\nDepends: libc6 (>= 2.17)\nInstalled-Size: 1\n"), "{text}");
        assert!(!control(&project, "amd64", b"static", &files).contains("Depends"));
    }
}
