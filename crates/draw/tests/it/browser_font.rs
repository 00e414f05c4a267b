//! The smaller font of browsers has all that captions and names of games need.

use std::collections::BTreeSet;
use std::path::Path;

use ttf_parser::Face;

#[test]
fn the_font_of_browsers_has_what_captions_need() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read(root.join("fonts").join(name)).unwrap();
    let (whole, part) = (read("biz-udp-gothic-subset.ttf"), read("biz-udp-gothic-browser.ttf"));
    let [whole, part] = [&whole, &part].map(|bytes| Face::parse(bytes, 0).unwrap());
    let mut used = BTreeSet::new();
    for file in
        ["../words/src/pictures.rs", "../words/src/drawing.rs", "../web/assets/js/parts/names.js"]
    {
        used.extend(std::fs::read_to_string(root.join(file)).unwrap().chars());
    }
    assert!(used.contains(&'数'));
    let missing = |c: &char| whole.glyph_index(*c).is_some() && part.glyph_index(*c).is_none();
    let missing: String = used.into_iter().filter(missing).collect();
    assert_eq!(missing, "", "python3 crates/draw/fonts/browser.py writes it anew");
    assert_eq!(whole.units_per_em(), part.units_per_em());
}
