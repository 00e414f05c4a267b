//! Writes one picture of each kind: `cargo run -p ishitori-draw --example gallery -- DIR`.

use std::fs;
use std::path::PathBuf;

use ishitori_draw::{PeriodTable, Scatter, Scene, ThermographPlot};
use ishitori_values::GameStore;

/// Kayles, by the definition.
fn kayles(count: usize) -> Vec<u64> {
    let mut g: Vec<u64> = vec![0];
    for n in 1..count {
        let mut options = Vec::new();
        for left in [n - 1, n.saturating_sub(2)] {
            options.extend((0..=left / 2).map(|a| g[a] ^ g[left - a]));
        }
        g.push((0..).find(|v| !options.contains(v)).unwrap());
    }
    g
}

fn main() {
    let dir = PathBuf::from(std::env::args().nth(1).expect("a folder for the pictures"));
    let save = |name: &str, scene: Scene| {
        fs::write(dir.join(name).with_extension("svg"), scene.to_svg()).unwrap();
        fs::write(dir.join(name).with_extension("png"), scene.to_png(2.0).unwrap()).unwrap();
    };
    let g = kayles(400);
    let mut plot = Scatter::new("Kayles 0.77: Grundy values", g[..200].to_vec());
    plot.marks.push((71, "period 12 from n = 71".to_owned()));
    save("scatter", plot.scene().unwrap());
    let exceptions = vec![0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70];
    let title = "Kayles 0.77: period 12 from n = 71";
    let table = PeriodTable::new(title, 12, g[..120].to_vec(), exceptions);
    save("period-table", table.scene().unwrap());
    let long = PeriodTable::new("Kayles in rows of 100", 100, g.clone(), vec![]);
    save("long-table", long.scene().unwrap());
    let store = GameStore::new();
    let mut s = store.session();
    let hot = s.game(&[s.integer(3)], &[s.integer(1)]).unwrap();
    let game = s.game(&[hot], &[s.integer(-2)]).unwrap();
    let walls = s.thermograph(game).unwrap();
    save("thermograph", ThermographPlot::new("{3|1||−2}", &walls).scene(&walls).unwrap());
    let half = s.game(&[s.integer(0)], &[s.integer(1)]).unwrap();
    let walls = s.thermograph(half).unwrap();
    save("thermograph-half", ThermographPlot::new("1/2", &walls).scene(&walls).unwrap());
}
