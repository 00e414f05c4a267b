//! The chapter of the book on this library: its programs are our examples, and print what it shows.
#![cfg(unix)] // the commands are those of a shell

use ishitori_testing::book::{Chapter, book, contents, updating};

#[test]
fn the_chapter_on_the_library() {
    // This test is in the folder `deps` next to the folder `examples`.
    let test = std::env::current_exe().expect("a path");
    let programs = test.parent().and_then(|deps| deps.parent()).expect("a folder");
    for language in ["en", "ja"] {
        let path = book().join(language).join("src/library.md");
        assert!(contents(path.parent().unwrap()).contains(&path));
        let chapter = Chapter::read(&path).unwrap();
        assert!(chapter.steps.len() >= 4, "{language}: the chapter shows programs");
        if let Err(problem) = chapter.run(programs, updating()) {
            panic!("{problem}\nIf it is right: ISHITORI_BOOK=update cargo test -p ishitori");
        }
    }
}
