//! Links, modes, owners and devices when a file is written.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::process::Command;

use ishitori_runtime::files::{
    Lock, LockError, NotRegular, OutputTarget, OutputTargetError, ReadError, read,
};

fn names(folder: &std::path::Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn links_are_followed_and_modes_stay() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name);
    fs::create_dir(at("there")).unwrap();
    fs::write(at("there/real"), "old").unwrap();
    fs::set_permissions(at("there/real"), fs::Permissions::from_mode(0o640)).unwrap();
    symlink("there/real", at("one")).unwrap();
    symlink("one", at("two")).unwrap();
    OutputTarget::check(&at("two")).unwrap().write(b"new").unwrap();
    assert!(fs::symlink_metadata(at("two")).unwrap().is_symlink());
    assert!(fs::symlink_metadata(at("one")).unwrap().is_symlink());
    assert_eq!(fs::read(at("there/real")).unwrap(), b"new");
    assert_eq!(fs::metadata(at("there/real")).unwrap().mode() & 0o777, 0o640);

    // A link to nothing makes what it points to.
    symlink("there/later", at("three")).unwrap();
    OutputTarget::check(&at("three")).unwrap().write(b"made").unwrap();
    assert_eq!(fs::read(at("there/later")).unwrap(), b"made");
    // What is withdrawn and written again is what it was.
    let found = OutputTarget::check(&at("two")).unwrap();
    found.remove_stale().unwrap();
    assert!(!at("there/real").exists());
    found.write(b"again").unwrap();
    assert_eq!(fs::metadata(at("there/real")).unwrap().mode() & 0o777, 0o640);
    assert_eq!(names(place.path()), ["one", "there", "three", "two"]);
    assert_eq!(names(&at("there")), ["later", "real"]);

    symlink("b", at("a")).unwrap();
    symlink("a", at("b")).unwrap();
    assert!(matches!(
        OutputTarget::check(&at("a")),
        Err(OutputTargetError::NotRegular(NotRegular::Circle))
    ));
}

/// Only the superuser can give a file to another user, and only then is there anything to see.
#[test]
fn owners_stay() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("file");
    fs::write(&path, "old").unwrap();
    let theirs = std::os::unix::fs::chown(&path, Some(4321), Some(1234)).is_ok();
    OutputTarget::check(&path).unwrap().write(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    let found = fs::metadata(&path).unwrap();
    assert_eq!((found.uid(), found.gid()) == (4321, 1234), theirs);
}

#[test]
fn devices_stay_devices() {
    use std::os::unix::fs::FileTypeExt;
    OutputTarget::check("/dev/null".as_ref()).unwrap().write(b"nothing").unwrap();
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let place = tempfile::tempdir().unwrap();
    let link = place.path().join("link");
    symlink("/dev/null", &link).unwrap();
    let found = OutputTarget::check(&link).unwrap();
    found.write(b"nothing").unwrap();
    found.remove_stale().unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(found.file().is_none());

    let socket = place.path().join("socket");
    let _listener = UnixListener::bind(&socket).unwrap();
    assert!(matches!(
        OutputTarget::check(&socket),
        Err(OutputTargetError::NotRegular(NotRegular::Socket))
    ));
    fs::write(place.path().join("file"), "").unwrap();
    let below = place.path().join("file/below");
    assert!(matches!(OutputTarget::check(&below), Err(OutputTargetError::NotAFolder { .. })));
    assert!(OutputTarget::check("/dev/full".as_ref()).unwrap().write(b"x").is_err());
}

#[test]
fn nothing_is_left_of_what_was_not_finished() {
    use std::io::Write;
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("file");
    fs::write(&path, "old").unwrap();
    let found = OutputTarget::check(&path).unwrap();
    let mut writer = found.writer().unwrap();
    writer.write_all(b"half").unwrap();
    // A process that looks at the place meanwhile leaves it alone.
    OutputTarget::check(&path).unwrap();
    assert_eq!(names(place.path()).len(), 2);
    drop(writer);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(place.path()), ["file"]);
    // What a killed process has left is removed; what only looks like it is not.
    for name in [".ishitori-1-2.new", ".ishitori-notes.new", ".ishitori-1-2.old"] {
        fs::write(place.path().join(name), "half").unwrap();
    }
    OutputTarget::check(&path).unwrap();
    assert_eq!(names(place.path()), [".ishitori-1-2.old", ".ishitori-notes.new", "file"]);
}

#[test]
fn locks() {
    let place = tempfile::tempdir().unwrap();
    let path = place.path().join("rows");
    // One that a killed process has left, whole or in part.
    for left in ["ishitori process 1\n", "ishi", ""] {
        fs::write(place.path().join("rows.lock"), left).unwrap();
        drop(Lock::take(&path).unwrap());
        assert!(names(place.path()).is_empty());
    }
    // A user's own file is not a lock.
    fs::write(place.path().join("rows.lock"), "my notes").unwrap();
    assert!(matches!(Lock::take(&path), Err(LockError::InTheWay { .. })));
    assert_eq!(fs::read(place.path().join("rows.lock")).unwrap(), b"my notes");
    fs::remove_file(place.path().join("rows.lock")).unwrap();
    // Of many threads that count in a file none is lost.
    fs::write(&path, "0").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let _lock = loop {
                        match Lock::take(&path) {
                            Ok(lock) => break lock,
                            Err(LockError::Held { .. }) => std::thread::yield_now(),
                            Err(error) => panic!("{error}"),
                        }
                    };
                    let count: u32 = fs::read_to_string(&path).unwrap().parse().unwrap();
                    fs::write(&path, (count + 1).to_string()).unwrap();
                }
            });
        }
    });
    assert_eq!(fs::read_to_string(&path).unwrap(), "160");
    assert_eq!(names(place.path()), ["rows"]);
}

#[test]
fn reading_keeps_to_what_was_agreed() {
    let place = tempfile::tempdir().unwrap();
    let (pipe, file) = (place.path().join("pipe"), place.path().join("file"));
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // No process ever writes to it.
    let mut looks = 0;
    let found = read(&pipe, 100, &mut || {
        looks += 1;
        if looks < 5 { Ok(()) } else { Err("enough") }
    });
    assert!(matches!(found, Err(ReadError::Stopped("enough"))));
    let go_on = &mut || Ok::<(), ()>(());
    // A reader left waiting at the first would take what is said there.
    let pipe = place.path().join("another");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let to = pipe.clone();
    let writer = std::thread::spawn(move || fs::write(to, "said"));
    assert_eq!(read(&pipe, 100, go_on).unwrap(), b"said");
    writer.join().unwrap().unwrap();
    fs::write(&file, vec![7; 200_000]).unwrap();
    assert_eq!(read(&file, 200_000, go_on).unwrap().len(), 200_000);
    assert!(matches!(read(&file, 199_999, go_on), Err(ReadError::TooLarge { most: 199_999 })));
    assert!(matches!(read(&place.path().join("none"), 1, go_on), Err(ReadError::Io(_))));
}
