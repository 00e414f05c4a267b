//! Archives whose bytes depend on nothing but what is in them: files in the order of their names, one time for all, no
//! owner.

use std::io::Write as _;

use flate2::{Compression, Crc, GzBuilder, write::DeflateEncoder};

/// A file of an archive.
#[derive(Clone)]
pub struct Entry {
    /// With `/` between folders.
    pub path: String,
    pub bytes: Vec<u8>,
    /// Whether it is a program.
    pub executable: bool,
}

impl Entry {
    /// A file that is read.
    pub fn plain(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Entry {
        Entry { path: path.into(), bytes: bytes.into(), executable: false }
    }

    /// A file that is run.
    pub fn program(path: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Entry {
        Entry { executable: true, ..Entry::plain(path, bytes) }
    }

    fn mode(&self) -> u32 {
        if self.executable { 0o755 } else { 0o644 }
    }
}

fn sorted(entries: &[Entry]) -> Vec<&Entry> {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    entries
}

/// A tar archive compressed by gzip. `time` is in seconds since 1970.
pub fn tar_gz(entries: &[Entry], time: u64) -> Result<Vec<u8>, String> {
    let mut encoder = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    encoder.write_all(&tar(entries, time)?).map_err(|e| e.to_string())?;
    encoder.finish().map_err(|e| e.to_string())
}

/// A tar archive in the format of POSIX (ustar), with an entry for every folder.
fn tar(entries: &[Entry], time: u64) -> Result<Vec<u8>, String> {
    let mut tar = Vec::new();
    let mut folders: Vec<String> = Vec::new();
    for entry in sorted(entries) {
        for (at, _) in entry.path.match_indices('/').filter(|(at, _)| *at > 0) {
            let folder = format!("{}/", &entry.path[..at]);
            if folder != "./" && !folders.contains(&folder) {
                tar.extend(tar_header(&folder, 0o755, 0, time, b'5')?);
                folders.push(folder);
            }
        }
        let size = entry.bytes.len() as u64;
        tar.extend(tar_header(&entry.path, entry.mode(), size, time, b'0')?);
        tar.extend(&entry.bytes);
        tar.resize(tar.len().next_multiple_of(512), 0);
    }
    tar.resize(tar.len() + 1024, 0);
    Ok(tar)
}

fn tar_header(path: &str, mode: u32, size: u64, time: u64, kind: u8) -> Result<[u8; 512], String> {
    let mut header = [0; 512];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    if path.len() > 100 {
        return Err(format!("{path}: names in archives have at most 100 bytes"));
    }
    put(0, path.as_bytes());
    put(100, format!("{mode:07o}\0").as_bytes());
    put(108, b"0000000\0"); // owner and group: root
    put(116, b"0000000\0");
    put(124, format!("{size:011o}\0").as_bytes());
    put(136, format!("{time:011o}\0").as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    put(265, b"root");
    put(297, b"root");
    let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

/// A zip archive, for Windows. Its times are 1980-01-01, the first that the format can say.
pub fn zip(entries: &[Entry]) -> Result<Vec<u8>, String> {
    let mut zip = Vec::new();
    let mut directory = Vec::new();
    let entries = sorted(entries);
    for entry in &entries {
        let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
        deflate.write_all(&entry.bytes).map_err(|e| e.to_string())?;
        let packed = deflate.finish().map_err(|e| e.to_string())?;
        let mut crc = Crc::new();
        crc.update(&entry.bytes);
        let size = |n: usize| {
            u32::try_from(n)
                .map_err(|_| format!("{}: more than 4 GiB in a zip archive", entry.path))
        };
        let offset = size(zip.len())?;
        let name = entry.path.as_bytes();
        // What the local header and the directory have in common: version 2.0, UTF-8, deflate, time, sums, sizes.
        let mut common = Vec::new();
        for number in [20u16, 0x0800, 8, 0, 0x0021] {
            common.extend(number.to_le_bytes());
        }
        for number in [crc.sum(), size(packed.len())?, size(entry.bytes.len())?] {
            common.extend(number.to_le_bytes());
        }
        let length = u16::try_from(name.len()).map_err(|_| format!("{}: too long", entry.path))?;
        common.extend(length.to_le_bytes());
        common.extend(0u16.to_le_bytes());

        zip.extend(b"PK\x03\x04");
        zip.extend(&common);
        zip.extend(name);
        zip.extend(&packed);

        directory.extend(b"PK\x01\x02");
        directory.extend((3u16 << 8 | 20).to_le_bytes()); // written by Unix, so that modes are kept
        directory.extend(&common);
        directory.extend([0; 6]); // no comment, first disk, binary
        directory.extend((entry.mode() << 16 | 0o100000 << 16).to_le_bytes());
        directory.extend(offset.to_le_bytes());
        directory.extend(name);
    }
    let count =
        u16::try_from(entries.len()).map_err(|_| "more than 65535 files in a zip archive")?;
    let number = |n: usize| u32::try_from(n).map_err(|_| "a zip archive of more than 4 GiB");
    let (start, length) = (number(zip.len())?, number(directory.len())?);
    zip.extend(&directory);
    zip.extend(b"PK\x05\x06\0\0\0\0");
    zip.extend(count.to_le_bytes());
    zip.extend(count.to_le_bytes());
    zip.extend(length.to_le_bytes());
    zip.extend(start.to_le_bytes());
    zip.extend(0u16.to_le_bytes());
    Ok(zip)
}

/// An `ar` archive, the outside of a Debian package: members in the order given.
pub fn ar(members: &[(&str, Vec<u8>)], time: u64) -> Vec<u8> {
    let mut ar = b"!<arch>\n".to_vec();
    for (name, bytes) in members {
        ar.extend(
            format!("{name:<16}{time:<12}0     0     100644  {:<10}`\n", bytes.len()).bytes(),
        );
        ar.extend(bytes);
        if bytes.len() % 2 == 1 {
            ar.push(b'\n');
        }
    }
    ar
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::*;

    fn entries() -> Vec<Entry> {
        vec![
            Entry::program("ishitori-1/ishitori", "#!/bin/sh\necho 石\n"),
            Entry::plain("ishitori-1/README.md", "# Ishitori\n".repeat(1000)),
            Entry::plain("ishitori-1/man/empty", Vec::new()),
        ]
    }

    fn say(program: &str, arguments: &[&str], folder: &Path) -> String {
        let output = Command::new(program).args(arguments).current_dir(folder).output();
        let output = output.unwrap_or_else(|e| panic!("{program}: {e}"));
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn all_are_there(folder: &Path) {
        for entry in entries() {
            let path = folder.join(&entry.path);
            assert_eq!(std::fs::read(&path).unwrap(), entry.bytes, "{}", entry.path);
            #[cfg(unix)]
            {
                use std::os::unix::fs::PermissionsExt;
                let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
                assert_eq!(mode, entry.mode(), "{}", entry.path);
            }
        }
    }

    #[test]
    fn tar_reads_the_archive() {
        let folder = tempfile::tempdir().unwrap();
        let archive = tar_gz(&entries(), 1_700_000_000).unwrap();
        std::fs::write(folder.path().join("a.tar.gz"), archive).unwrap();
        say("tar", &["-xzf", "a.tar.gz"], folder.path());
        all_are_there(folder.path());
        let names = say("tar", &["-tzf", "a.tar.gz"], folder.path());
        let expected = "ishitori-1/\nishitori-1/README.md\nishitori-1/ishitori\nishitori-1/man/\nishitori-1/man/empty\n";
        assert_eq!(names, expected);
    }

    #[test]
    fn python_reads_the_zip_archive() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.zip"), zip(&entries()).unwrap()).unwrap();
        let script = "import os, zipfile\nz = zipfile.ZipFile('a.zip')\nassert z.testzip() is None\n\
                      for i in z.infolist():\n  z.extract(i)\n  os.chmod(i.filename, i.external_attr >> 16 & 0o777)\n";
        say("python3", &["-c", script], folder.path());
        all_are_there(folder.path());
    }

    #[test]
    fn the_same_files_give_the_same_bytes_in_any_order() {
        let (mut other, first) = (entries(), entries());
        other.reverse();
        assert_eq!(tar_gz(&first, 5).unwrap(), tar_gz(&other, 5).unwrap());
        assert_eq!(zip(&first).unwrap(), zip(&other).unwrap());
        assert_ne!(tar_gz(&first, 5).unwrap(), tar_gz(&other, 6).unwrap());
    }

    #[test]
    fn members_of_an_ar_archive_begin_at_even_places() {
        let packed =
            ar(&[("debian-binary", b"2.0\n".to_vec()), ("odd", b"x".to_vec()), ("z", vec![])], 9);
        let text = String::from_utf8(packed).unwrap();
        assert!(text.starts_with(
            "!<arch>\ndebian-binary   9           0     0     100644  4         `\n2.0\n"
        ));
        assert_eq!(text.len(), 8 + 3 * 60 + 4 + 2);
    }
}
