//! All states of a game at once: against the plain method, and on boards of full size.

use ishitori_loopy::games::{LoopyRules, Solved, graph_of};
use ishitori_loopy::{
    Endless, GameResult, IndexedGame, LoopyStore, Pseudonumber, Retrograde, StateKind, Tablebase,
};
use ishitori_runtime::Workers;
use ishitori_testing::loopy::{FoxAndGeese, FoxIndex, FoxPosition};
use ishitori_values::{Budget, GameStore, Player};

/// A game whose moves are listed.
struct Listed {
    moves: Vec<Vec<u64>>,
    over: Vec<Option<GameResult>>,
}

impl IndexedGame for Listed {
    fn states(&self) -> u64 {
        self.moves.len() as u64
    }

    fn state_kind(&self, state: u64) -> StateKind {
        self.over[state as usize].map_or(StateKind::Open, StateKind::Over)
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
                    GameResult::Draw => assert_eq!(solved.ending(to), GameResult::Draw),
                    _ => assert_eq!(solved.depth(to), solved.depth(state).map(|d| d - 1)),
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 1000), "{seen:?}");
}

/// Endings of the positions that can be reached, by looking at all of them again and again: no numbers, no counting,
/// no moves backwards.
fn slowly(
    rules: &FoxAndGeese,
    start: FoxPosition,
    rows: usize,
) -> Vec<(FoxPosition, Player, GameResult)> {
    let mut all = vec![(start, Player::Left), (start, Player::Right)];
    let next = |position: &FoxPosition, player: Player| {
        let mut moves = Vec::new();
        if rules.decided(position).is_none() {
            rules.moves(position, player, &mut moves);
        }
        moves.retain(|position| usize::from(position.fox) / rules.width < rows);
        moves
    };
    let mut at = 0;
    while at < all.len() {
        let (position, player) = all[at];
        for to in next(&position, player) {
            for player in Player::BOTH {
                if !all.contains(&(to, player)) {
                    all.push((to, player));
                }
            }
        }
        at += 1;
    }
    let mut endings = vec![GameResult::Draw; all.len()];
    loop {
        let known = endings.clone();
        let of = |position: FoxPosition, player: Player| {
            known[all.iter().position(|p| *p == (position, player)).unwrap()]
        };
        for (at, (position, player)) in all.iter().enumerate() {
            endings[at] = match rules.decided(position) {
                Some(winner) if winner == *player => GameResult::Win,
                Some(_) => GameResult::Loss,
                None => {
                    let to: Vec<GameResult> = next(position, *player)
                        .into_iter()
                        .map(|to| of(to, player.opponent()))
                        .collect();
                    match () {
                        _ if to.contains(&GameResult::Loss) => GameResult::Win,
                        _ if to.iter().all(|ending| *ending == GameResult::Win) => GameResult::Loss,
                        _ => GameResult::Draw,
                    }
                }
            };
        }
        if known == endings {
            return all
                .into_iter()
                .zip(endings)
                .map(|((position, player), e)| (position, player, e))
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
        let index = FoxIndex::new(rules, rows, start.geese.count_ones() as usize).unwrap();
        let solved = index.solve(&Workers::new(2, &budget)).unwrap();
        for (position, player, ending) in slowly(&rules, start, rows) {
            let number = index.number(&position, player).unwrap();
            assert_eq!(index.position(number), (position, player));
            assert_eq!(solved.ending(number), ending, "{} {player:?}", rules.text(&position));
        }
    }
}

#[test]
fn every_number_is_a_position_and_back() {
    let (rules, _) = FoxAndGeese::parse("x.x.x.|......|o.....", 1).unwrap();
    let index = FoxIndex::new(rules, 5, 3).unwrap();
    for number in 0..index.states() {
        let (position, player) = index.position(number);
        assert_eq!(position.geese.count_ones(), 3);
        assert_eq!(index.number(&position, player), Some(number));
    }
    assert!(FoxIndex::new(rules, 5, 15).is_none() && FoxIndex::new(rules, 50, 2).is_none());
}

/// The geese win on the board of 64 squares, whichever player begins and wherever the fox begins (Winning Ways, chapter 20).
#[test]
fn the_whole_board_is_solved() {
    let budget = Budget::unlimited().with_memory(64 << 20);
    let text = format!(".x.x.x.x|{}o.......", "........|".repeat(6));
    let (rules, start) = FoxAndGeese::parse(&text, 1).unwrap();
    let index = FoxIndex::new(rules, 8, 4).unwrap();
    assert_eq!(index.states(), 35_960 * 32 * 2);
    let solved = index.solve(&Workers::new(2, &budget)).unwrap();
    for fox in [0, 2, 4, 6] {
        let position = FoxPosition { fox, ..start };
        let [left, right] = Player::BOTH.map(|player| index.number(&position, player).unwrap());
        assert_eq!(solved.ending(left), GameResult::Win, "{fox}");
        assert_eq!(solved.ending(right), GameResult::Loss, "{fox}");
        // The play to its end, by the best moves of both.
        let (mut state, mut moves) = (left, solved.depth(left).unwrap());
        while let Some(next) = solved.best(&index, state) {
            moves -= 1;
            assert_eq!(solved.depth(next), Some(moves));
            state = next;
        }
        assert_eq!((moves, index.position(state).1), (0, Player::Right));
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
    let index = FoxIndex::new(rules, 8, 4).unwrap();
    let small = Budget::unlimited().with_memory(1 << 20);
    assert!(index.solve(&Workers::new(1, &small)).is_err());
    let store = GameStore::new();
    assert!(graph_of(&rules, index.position(7).0, &mut LoopyStore::new(&store)).is_ok());
}
