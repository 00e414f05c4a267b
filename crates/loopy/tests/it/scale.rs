//! All states of a game at once: against the plain method, and on boards of full size.

use ishitori_loopy::games::{Den, Dens, FoxAndGeese, LoopyRules, Solved, graph_of};
use ishitori_loopy::{
    Ending, Endless, Loops, Numbered, Pseudonumber, Retrograde, Standing, Tablebase,
};
use ishitori_parallel::Workers;
use ishitori_values::{Budget, GameStore, Player};

/// A game whose moves are listed.
struct Listed {
    moves: Vec<Vec<u64>>,
    over: Vec<Option<Ending>>,
}

impl Numbered for Listed {
    fn states(&self) -> u64 {
        self.moves.len() as u64
    }

    fn standing(&self, state: u64) -> Standing {
        self.over[state as usize].map_or(Standing::Open, Standing::Over)
    }

    fn moves(&self, state: u64, into: &mut Vec<u64>) {
        into.extend(&self.moves[state as usize]);
    }

    fn before(&self, state: u64, into: &mut Vec<u64>) {
        let open = |from: &u64| self.over[*from as usize].is_none();
        let leads = |from: &u64| self.moves[*from as usize].contains(&state);
        into.extend((0..self.states()).filter(open).filter(leads));
    }
}

/// Numbers that look random (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

#[test]
fn random_games_end_as_the_plain_method_says() {
    let (mut random, budget) = (Random(0x5EED), Budget::unlimited());
    let mut seen = [0; 3];
    for _ in 0..2000 {
        let n = 1 + random.below(40);
        let density = 1 + random.below(4);
        let mut moves: Vec<Vec<u64>> = Vec::new();
        for _ in 0..n {
            let mut to: Vec<u64> =
                (0..random.below(density + 1)).map(|_| random.below(n)).collect();
            to.sort_unstable();
            to.dedup();
            moves.push(to);
        }
        let plain = Retrograde::new(
            n as u32,
            |s| moves[s as usize].iter().map(|to| *to as u32).collect(),
            &budget,
        );
        let plain = plain.unwrap();
        let game = Listed { over: vec![None; moves.len()], moves };
        for threads in [1, 3] {
            let solved = Tablebase::new(&game, &Workers::new(threads, &budget)).unwrap();
            for state in 0..n {
                assert_eq!(solved.ending(state), plain.ending(state as u32));
                assert_eq!(solved.depth(state), plain.depth(state as u32));
                seen[solved.ending(state) as usize] += 1;
                // The best move keeps what there is, and goes straight to it.
                let Some(to) = solved.best(&game, state) else { continue };
                match solved.ending(state) {
                    Ending::Draw => assert_eq!(solved.ending(to), Ending::Draw),
                    _ => assert_eq!(solved.depth(to), solved.depth(state).map(|d| d - 1)),
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 1000), "{seen:?}");
}

/// Endings of the positions that can be reached, by looking at all of them again and again: no numbers, no counting,
/// no moves backwards.
fn slowly(rules: &FoxAndGeese, start: Den, rows: usize) -> Vec<(Den, Player, Ending)> {
    let mut all = vec![(start, Player::Left), (start, Player::Right)];
    let next = |den: &Den, player: Player| {
        let mut moves = Vec::new();
        if rules.decided(den).is_none() {
            rules.moves(den, player, &mut moves);
        }
        moves.retain(|den| usize::from(den.fox) / rules.width < rows);
        moves
    };
    let mut at = 0;
    while at < all.len() {
        let (den, player) = all[at];
        for to in next(&den, player) {
            for player in Player::BOTH {
                if !all.contains(&(to, player)) {
                    all.push((to, player));
                }
            }
        }
        at += 1;
    }
    let mut endings = vec![Ending::Draw; all.len()];
    loop {
        let known = endings.clone();
        let of =
            |den: Den, player: Player| known[all.iter().position(|p| *p == (den, player)).unwrap()];
        for (at, (den, player)) in all.iter().enumerate() {
            endings[at] = match rules.decided(den) {
                Some(winner) if winner == *player => Ending::Win,
                Some(_) => Ending::Loss,
                None => {
                    let to: Vec<Ending> = next(den, *player)
                        .into_iter()
                        .map(|to| of(to, player.opponent()))
                        .collect();
                    match () {
                        _ if to.contains(&Ending::Loss) => Ending::Win,
                        _ if to.iter().all(|ending| *ending == Ending::Win) => Ending::Loss,
                        _ => Ending::Draw,
                    }
                }
            };
        }
        if known == endings {
            return all
                .into_iter()
                .zip(endings)
                .map(|((den, player), e)| (den, player, e))
                .collect();
        }
    }
}

#[test]
fn small_boards_of_fox_and_geese_agree_with_the_definition() {
    let budget = Budget::unlimited();
    let starts = [
        (".x.x|....|.o..|....", 1),
        ("x.x.|....|o...", 1),
        ("x..|...|o..", 1),
        ("x.x.|....|o...", 2),
    ];
    for (text, range) in starts {
        let (rules, start) = FoxAndGeese::parse(text, range).unwrap();
        let rows = text.split('|').count();
        let dens = Dens::new(rules, rows, start.geese.count_ones() as usize).unwrap();
        let solved = dens.solve(&Workers::new(2, &budget)).unwrap();
        for (den, player, ending) in slowly(&rules, start, rows) {
            let number = dens.number(&den, player).unwrap();
            assert_eq!(dens.position(number), (den, player));
            assert_eq!(solved.ending(number), ending, "{} {player:?}", rules.text(&den));
        }
    }
}

#[test]
fn every_number_is_a_position_and_back() {
    let (rules, _) = FoxAndGeese::parse("x.x.x.|......|o.....", 1).unwrap();
    let dens = Dens::new(rules, 5, 3).unwrap();
    for number in 0..dens.states() {
        let (den, player) = dens.position(number);
        assert_eq!(den.geese.count_ones(), 3);
        assert_eq!(dens.number(&den, player), Some(number));
    }
    assert!(Dens::new(rules, 5, 15).is_none() && Dens::new(rules, 50, 2).is_none());
}

/// The geese win on the board of 64 squares, whoever begins and wherever the fox begins (Winning Ways, chapter 20).
#[test]
fn the_whole_board_is_solved() {
    let budget = Budget::unlimited().with_memory(64 << 20);
    let text = format!(".x.x.x.x|{}o.......", "........|".repeat(6));
    let (rules, start) = FoxAndGeese::parse(&text, 1).unwrap();
    let dens = Dens::new(rules, 8, 4).unwrap();
    assert_eq!(dens.states(), 35_960 * 32 * 2);
    let solved = dens.solve(&Workers::new(2, &budget)).unwrap();
    for fox in [0, 2, 4, 6] {
        let den = Den { fox, ..start };
        let [left, right] = Player::BOTH.map(|player| dens.number(&den, player).unwrap());
        assert_eq!(solved.ending(left), Ending::Win, "{fox}");
        assert_eq!(solved.ending(right), Ending::Loss, "{fox}");
        // The play to its end, by the best moves of both.
        let (mut state, mut moves) = (left, solved.depth(left).unwrap());
        while let Some(next) = solved.best(&dens, state) {
            moves -= 1;
            assert_eq!(solved.depth(next), Some(moves));
            state = next;
        }
        assert_eq!((moves, dens.position(state).1), (0, Player::Right));
    }
}

/// The value of the whole board, as comparing it with numbers, over and under says: the geese are two moves ahead, and
/// a little more.
#[test]
fn the_whole_board_has_its_value() {
    let budget = Budget::unlimited().with_memory(1 << 30);
    let text = format!(".x.x.x.x|{}o.......", "........|".repeat(6));
    let (rules, start) = FoxAndGeese::parse(&text, 1).unwrap();
    let solved = Solved::new(&rules, start, Endless::Draw, &budget).unwrap();
    let bounds = solved.bounds(&Workers::new(2, &budget)).unwrap().unwrap();
    assert_eq!((bounds.at_least, bounds.at_most), (Some(2), Some(3)));
    assert_eq!(bounds.equal, Some(Pseudonumber::Over(2.into())));
}

#[test]
fn limits_are_kept() {
    let (rules, _) = FoxAndGeese::parse("x.x.x.x.|........|o.......", 1).unwrap();
    let dens = Dens::new(rules, 8, 4).unwrap();
    let small = Budget::unlimited().with_memory(1 << 20);
    assert!(dens.solve(&Workers::new(1, &small)).is_err());
    let store = GameStore::new();
    assert!(graph_of(&rules, dens.position(7).0, &mut Loops::new(&store)).is_ok());
}
