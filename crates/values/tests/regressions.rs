//! What the fuzz target `expression` has found, every time.

#[path = "../../../fuzz/bodies/expression.rs"]
mod expression;

#[test]
fn expressions() {
    let fuzz = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let mut count = 0;
    for entry in std::fs::read_dir(fuzz.join("regressions/expression")).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        expression::run(&std::fs::read(&path).unwrap());
        count += 1;
    }
    assert!(count > 0);
}
