//! The three workloads through the crate `cgt` 0.11 (AGPL-3.0), one thread.
//!
//! cgt plays Domineering with Left vertical and Right horizontal, as we do. One
//! `ParallelTranspositionTable` is shared by all positions of a workload, as in cgt's docs.

use crate::clock::{Took, measure};
use crate::games::{BOARD_MASKS, Census, CensusRun, GROUP, Game};
use cgt::grid::small_bit_grid::SmallBitGrid;
use cgt::numeric::dyadic_rational_number::DyadicRationalNumber as Dyadic;
use cgt::numeric::nimber::Nimber;
use cgt::short::partizan::canonical_form::{CanonicalForm, nus::Nus};
use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use std::collections::HashSet;

/// A board of the given size; set bits of `mask` are blocked cells, row by row.
fn board(rows: u8, columns: u8, mask: u64) -> Domineering {
    Domineering::new(SmallBitGrid::from_number(columns, rows, mask).expect("at most 64 cells"))
}

/// Exact for the small dyadics met here.
fn float(x: Dyadic) -> f64 {
    x.numerator() as f64 / (1u64 << x.denominator_exponent()) as f64
}

/// Workload 1: canonical forms of all blocked 4x4 boards. Normalizing first is optional in cgt
/// and about a quarter faster, because its moves are normalized too and so meet in the table.
pub fn census() -> CensusRun {
    let (forms_took, forms) = measure(|| {
        let table = ParallelTranspositionTable::new();
        BOARD_MASKS
            .map(|mask| board(4, 4, mask).normalize_grid().canonical_form(&table))
            .collect::<Vec<_>>()
    });
    let (checks, mut census) = measure(|| {
        let mut sum = Census::default();
        for form in &forms {
            sum.numbers += usize::from(form.is_number());
            sum.temperatures += float(form.temperature());
            sum.means += float(form.mean());
            sum.left_stops += float(form.left_stop());
            sum.birthdays += u64::from(form.birthday());
        }
        sum
    });
    let values: Vec<String> = forms.iter().map(CanonicalForm::to_string).collect();
    census.distinct = values.iter().collect::<HashSet<_>>().len();
    CensusRun { forms: forms_took, checks, census, values }
}

/// Workload 2: canonical form of an empty board, with a fresh table.
pub fn empty_board(rows: u8, columns: u8) -> (Took, String) {
    let (took, form) =
        measure(|| board(rows, columns, 0).canonical_form(&ParallelTranspositionTable::new()));
    (took, form.to_string())
}

/// Workload 3: sums of six consecutive games; the conversion is not timed.
pub fn sums(games: &[Game]) -> (Took, Vec<String>) {
    let forms: Vec<CanonicalForm> = games.iter().map(convert).collect();
    let (took, sums) = measure(|| {
        forms
            .chunks_exact(GROUP)
            .map(|group| group.iter().sum::<CanonicalForm>())
            .collect::<Vec<_>>()
    });
    (took, sums.iter().map(CanonicalForm::to_string).collect())
}

fn convert(game: &Game) -> CanonicalForm {
    let nus = |number, ups, nimber| CanonicalForm::new_nus(Nus::new(number, ups, nimber));
    let (zero, star0) = (Dyadic::new_integer(0), Nimber::new(0));
    match game {
        Game::Number(n, e) => CanonicalForm::new_dyadic(Dyadic::new(*n, *e)),
        Game::Nimber(n) => nus(zero, 0, Nimber::new(*n)),
        Game::Up(n) => nus(zero, *n, star0),
        Game::Options(l, r) => CanonicalForm::new_from_moves(
            l.iter().map(convert).collect(),
            r.iter().map(convert).collect(),
        ),
    }
}
