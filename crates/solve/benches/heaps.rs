//! Values per second of the heap engines.
fn main() {
    divan::main();
}
