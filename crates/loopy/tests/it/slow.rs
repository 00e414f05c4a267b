//! Loopy games by definition: literal graphs, and games on products of graphs solved by plain
//! iteration over all states.

/// Left's and Right's options of each vertex.
pub type Rows = Vec<[Vec<usize>; 2]>;

pub fn negative(g: &Rows) -> Rows {
    g.iter().map(|[left, right]| [right.clone(), left.clone()]).collect()
}

/// All pairs (a, b) at place a·|h| + b.
pub fn sum(g: &Rows, h: &Rows) -> Rows {
    let mut rows = Vec::new();
    for (a, of_a) in g.iter().enumerate() {
        for (b, of_b) in h.iter().enumerate() {
            rows.push([0, 1].map(|p: usize| {
                let in_a = of_a[p].iter().map(|x| x * h.len() + b);
                in_a.chain(of_b[p].iter().map(|y| a * h.len() + y)).collect()
            }));
        }
    }
    rows
}

/// Whether some alternating play from anywhere goes on forever: whether there are alternating plays of
/// any length.
pub fn has_endless_alternation(g: &Rows) -> bool {
    let mut alive = vec![[true; 2]; g.len()];
    for _ in 0..=2 * g.len() {
        alive = (0..g.len())
            .map(|v| [0, 1].map(|p: usize| g[v][p].iter().any(|&w| alive[w][1 - p])))
            .collect();
    }
    alive.iter().flatten().any(|x| *x)
}

/// All states (a, b, mover) of g − h as numbers, with their moves; moves say whether they are in h.
pub struct Difference {
    pub left: Vec<bool>,
    pub moves: Vec<Vec<(usize, bool)>>,
    width: usize,
}

impl Difference {
    pub fn new(g: &Rows, h: &Rows) -> Difference {
        let (mut left, mut moves) = (Vec::new(), Vec::new());
        let at = |a: usize, b: usize, p: usize| 2 * (a * h.len() + b) + p;
        for (a, of_a) in g.iter().enumerate() {
            for (b, of_b) in h.iter().enumerate() {
                for p in [0, 1] {
                    left.push(p == 0);
                    let in_g = of_a[p].iter().map(|&x| (at(x, b, 1 - p), false));
                    let in_h = of_b[1 - p].iter().map(|&y| (at(a, y, 1 - p), true));
                    moves.push(in_g.chain(in_h).collect());
                }
            }
        }
        Difference { left, moves, width: h.len() }
    }

    /// The state (a, b) with Right to move.
    pub fn second(&self, a: usize, b: usize) -> usize {
        2 * (a * self.width + b) + 1
    }

    /// Where Left survives: the largest set in which she always has a move that stays inside and Right
    /// has none that leaves.
    pub fn survived(&self) -> Vec<bool> {
        let mut safe = vec![true; self.left.len()];
        loop {
            let next: Vec<bool> = (0..safe.len())
                .map(|s| {
                    let mut moves = self.moves[s].iter();
                    match self.left[s] {
                        true => moves.any(|m| safe[m.0]),
                        false => moves.all(|m| safe[m.0]),
                    }
                })
                .collect();
            if next == safe {
                return safe;
            }
            safe = next;
        }
    }

    /// Where Left can win or have endlessly many moves in g: ν X. μ Y. (a move in g into X, or one in
    /// h into Y).
    pub fn endless_in_first(&self) -> Vec<bool> {
        let mut outer = vec![true; self.left.len()];
        loop {
            let mut inner = vec![false; outer.len()];
            loop {
                let next: Vec<bool> = (0..outer.len())
                    .map(|s| {
                        let good =
                            |&(to, in_h): &(usize, bool)| if in_h { inner[to] } else { outer[to] };
                        match self.left[s] {
                            true => self.moves[s].iter().any(good),
                            false => self.moves[s].iter().all(good),
                        }
                    })
                    .collect();
                if next == inner {
                    break;
                }
                inner = next;
            }
            if inner == outer {
                return outer;
            }
            outer = inner;
        }
    }

    /// Whether Left has a strategy (one move for each state in which she moves) with which she survives from
    /// a state on against all plays of Right: every strategy is tried.
    pub fn some_strategy_survives(&self, start: usize) -> bool {
        let hers: Vec<usize> = (0..self.left.len()).filter(|&s| self.left[s]).collect();
        let mut choice = vec![0usize; self.left.len()];
        loop {
            if self.strategy_survives(start, &choice) {
                return true;
            }
            let advanced = hers.iter().any(|&s| {
                choice[s] += 1;
                if choice[s] < self.moves[s].len() {
                    return true;
                }
                choice[s] = 0;
                false
            });
            if !advanced {
                return false;
            }
        }
    }

    /// She survives unless Right can lead her to a state without moves.
    fn strategy_survives(&self, start: usize, choice: &[usize]) -> bool {
        let mut seen = vec![false; self.left.len()];
        let mut queue = vec![start];
        while let Some(s) = queue.pop() {
            if std::mem::replace(&mut seen[s], true) {
                continue;
            }
            if self.left[s] {
                match self.moves[s].get(choice[s]) {
                    None => return false,
                    Some(m) => queue.push(m.0),
                }
            } else {
                queue.extend(self.moves[s].iter().map(|m| m.0));
            }
        }
        true
    }
}

/// How g ends at each vertex for Left and for Right to move: 1 win, −1 loss, 0 draw.
pub fn endings(g: &Rows) -> Vec<[i32; 2]> {
    let mut known = vec![[0i32; 2]; g.len()];
    loop {
        let next: Vec<[i32; 2]> = (0..g.len())
            .map(|v| {
                [0, 1].map(|p: usize| {
                    let mut replies = g[v][p].iter().map(|&w| known[w][1 - p]);
                    if replies.clone().any(|reply| reply == -1) {
                        1
                    } else if replies.all(|reply| reply == 1) {
                        -1
                    } else {
                        0
                    }
                })
            })
            .collect();
        if next == known {
            return known;
        }
        known = next;
    }
}
