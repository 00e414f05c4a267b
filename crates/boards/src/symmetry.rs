//! Symmetries: motions of the board, with or without exchanging pieces, under which the moves of
//! each player are the same (the value is kept) or those of the other (the value is negated).
//!
//! *Why this is right.* A motion of the sites and a permutation of the states that carries the
//! set of placements of Left to that of Left and of Right to that of Right is an isomorphism of
//! game trees, since a move is nothing but a placement whose tests hold; so values are equal. If it
//! carries those of Left to those of Right and conversely, the trees are isomorphic with the players
//! exchanged, and the values are negatives. On a grid, placements are all translates of drafts, cut at the
//! border, where what lies outside is not a cell; so a translation within the board, a reflection and
//! a turn need only be compared on drafts. On a graph, and where moves depend on their places, all placements are
//! compared. States that
//! nothing reads are taken as no cell in the comparison, as components do.

use ishitori_values::LimitReached;
use rustc_hash::FxHashSet;

use crate::ast::{BoardKind, Direction, GameText};
use crate::expand::{CountCondition, Map, MoveDraft, NONE, SAME, TouchedCell};
use crate::geometry::{At, Board};
use crate::limits::{Limits, list_bytes};
use crate::placement::Placement;
use crate::word::Word;

/// The most symmetries of a graph that are searched for.
const MOST: usize = 24;

/// A motion with a permutation of the states.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    pub motion: Moved,
    /// The new state of each state.
    pub states: Map,
    /// Whether states stay what they are.
    pub plain: bool,
    /// Whether the players are exchanged.
    pub negative: bool,
    /// Whether the symmetry before it has the same motion.
    pub again: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Moved {
    /// On a grid: rows and columns exchanged, then rows, then columns reversed.
    Plane { transposed: bool, rows: bool, columns: bool },
    /// On a graph: where each site goes.
    Sites(Vec<u8>),
}

/// What symmetries are searched for in.
pub(crate) struct Symmetries<'a> {
    pub game: &'a GameText,
    pub board: &'a Board,
    pub drafts: &'a [Vec<MoveDraft>; 2],
    pub never: &'a [MoveDraft],
    pub unread: u32,
}

impl Symmetries<'_> {
    /// All symmetries that are found, those with the same motion side by side.
    pub fn find<W: Word>(
        &self,
        placements: &[Vec<Placement<W>>; 2],
        forbidden: &[Placement<W>],
        sets: &[u32],
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Symmetry>, LimitReached> {
        let total = placements.iter().map(Vec::len).sum::<usize>() + forbidden.len();
        let mut found = match self.board.kind {
            kind if kind == BoardKind::Graph || self.game.has_places() => {
                let motions = match (total, kind) {
                    (0..=5_000, BoardKind::Graph) => self.automorphisms(limits)?,
                    (0..=5_000, _) => self.motions(),
                    _ => vec![(0..self.board.sites()).map(|site| site as u8).collect()],
                };
                self.on_sites(&motions, placements, forbidden, sets, limits)?
            }
            _ => self.on_plane(limits)?,
        };
        // The image of a position under a motion is needed for all of them at once.
        found.sort_by(|a, b| a.motion.cmp(&b.motion));
        for next in 1..found.len() {
            found[next].again = found[next].motion == found[next - 1].motion;
        }
        Ok(found)
    }

    /// Permutations of the states that are tried: none, and exchanges of pairs.
    fn exchanges(&self) -> Vec<Map> {
        let states = self.game.alphabet().len();
        let mut all = vec![SAME];
        let read: Vec<usize> = (0..states).filter(|s| self.unread >> s & 1 == 0).collect();
        let pairs: Vec<(usize, usize)> = (0..read.len())
            .flat_map(|i| (i + 1..read.len()).map(move |j| (i, j)))
            .map(|(i, j)| (read[i], read[j]))
            .collect();
        let swapped = |mut map: Map, (a, b): (usize, usize)| {
            map.swap(a, b);
            map
        };
        for &pair in &pairs {
            all.push(swapped(SAME, pair));
        }
        for (i, &one) in pairs.iter().enumerate() {
            for &two in &pairs[i + 1..] {
                let apart = one.0 != two.0 && one.0 != two.1 && one.1 != two.0 && one.1 != two.1;
                if apart && all.len() < 64 {
                    all.push(swapped(swapped(SAME, one), two));
                }
            }
        }
        all
    }

    /// Whether liberties mean the same after a permutation of the states.
    fn keeps_liberties(&self, states: &Map) -> bool {
        let alphabet = self.game.alphabet();
        let number = |c: char| alphabet.iter().position(|&known| known == c).unwrap_or(16);
        let set = |pieces: &[char]| pieces.iter().fold(0u32, |set, &c| set | 1 << number(c));
        let before = set(&self.game.liberties);
        let after =
            (0..17).filter(|s| before >> s & 1 == 1).fold(0u32, |all, s| all | 1 << states[s]);
        before == after && (before == 0 || states[0] == 0)
    }

    fn on_plane(&self, limits: &mut Limits<'_>) -> Result<Vec<Symmetry>, LimitReached> {
        let upright = Image { motion: &|at| at, states: &SAME, unread: self.unread };
        let mut bytes = 0;
        let mut normal = |drafts: &[MoveDraft]| -> Result<FxHashSet<MoveDraft>, LimitReached> {
            let mut all = FxHashSet::default();
            for draft in drafts {
                limits.work(4 * draft.length() + 8)?;
                let image = upright.draft(draft);
                let more = image.bytes() + size_of::<MoveDraft>();
                limits.take(more)?;
                bytes += more;
                all.insert(image);
            }
            Ok(all)
        };
        let (left, right) = (normal(&self.drafts[0])?, normal(&self.drafts[1])?);
        let never = normal(self.never)?;
        let steps: Vec<Direction> = self.game.neighbour_steps();
        let mut found = Vec::new();
        for states in self.exchanges() {
            if !self.keeps_liberties(&states) {
                continue;
            }
            for motion in 0..8u8 {
                let (transposed, rows, columns) =
                    (motion & 4 != 0, motion & 2 != 0, motion & 1 != 0);
                let moved = move |(r, c): At| {
                    let (r, c) = if transposed { (c, r) } else { (r, c) };
                    (if rows { -r } else { r }, if columns { -c } else { c })
                };
                let keeps_steps = steps.iter().all(|step| match *step {
                    Direction::Step(r, c) => {
                        let to = moved((i16::from(r), i16::from(c)));
                        steps.iter().any(|other| match *other {
                            Direction::Step(r, c) => to == (i16::from(r), i16::from(c)),
                            _ => false,
                        })
                    }
                    _ => true,
                });
                if !keeps_steps && (!self.game.liberties.is_empty() || self.game.one_kind) {
                    continue;
                }
                let image = Image { motion: &moved, states: &states, unread: self.unread };
                if self.drafts.iter().map(Vec::len).sum::<usize>() > 20_000 && motion > 0 {
                    break;
                }
                let mut all = |of: &[MoveDraft], set: &FxHashSet<MoveDraft>| {
                    for draft in of {
                        limits.work(4 * draft.length() + 8)?;
                        if !set.contains(&image.draft(draft)) {
                            return Ok(false);
                        }
                    }
                    Ok(true)
                };
                if !all(self.never, &never)? {
                    continue;
                }
                let kept = all(&self.drafts[0], &left)? && all(&self.drafts[1], &right)?;
                let negated = !kept
                    && left.len() == right.len()
                    && all(&self.drafts[0], &right)?
                    && all(&self.drafts[1], &left)?;
                if kept || negated {
                    let motion = Moved::Plane { transposed, rows, columns };
                    let plain = states == SAME;
                    found.push(Symmetry { motion, states, plain, negative: negated, again: false });
                }
            }
        }
        limits.give_back(bytes);
        Ok(found)
    }

    /// The motions of the plane as permutations of the sites, if connection plays no part.
    fn motions(&self) -> Vec<Vec<u8>> {
        let board = self.board;
        let (rows, columns) = (board.rows, board.columns);
        let bound = !self.game.liberties.is_empty() || self.game.settles();
        let moved = |motion: u8| -> Vec<u8> {
            let site = |site: usize| {
                let (mut r, mut c) = (site / board.stride, site % board.stride);
                // Bits outside the board stay where they are.
                if r >= rows || c >= columns {
                    return site as u8;
                }
                if motion & 4 != 0 {
                    (r, c) = (c, r);
                }
                if motion & 2 != 0 {
                    r = rows - 1 - r;
                }
                if motion & 1 != 0 {
                    c = columns - 1 - c;
                }
                (r * board.stride + c) as u8
            };
            (0..board.sites()).map(site).collect()
        };
        let motions = if bound { 0..1 } else { 0..8 };
        let fits = |motion: &u8| motion & 4 == 0 || rows == columns;
        motions.filter(fits).map(moved).collect()
    }

    fn on_sites<W: Word>(
        &self,
        motions: &[Vec<u8>],
        placements: &[Vec<Placement<W>>; 2],
        forbidden: &[Placement<W>],
        sets: &[u32],
        limits: &mut Limits<'_>,
    ) -> Result<Vec<Symmetry>, LimitReached> {
        let identity: Vec<u8> = (0..self.board.sites()).map(|site| site as u8).collect();
        let key = |one: &Placement<W>, sites: &[u8], states: &Map| {
            key(one, sets, sites, states, self.unread)
        };
        let mut bytes = 0;
        let mut set = |of: &[Placement<W>]| -> Result<FxHashSet<Key<W>>, LimitReached> {
            let mut all = FxHashSet::default();
            for one in of {
                limits.work(4 * one.tests.reads.len() + 16)?;
                let key = key(one, &identity, &SAME);
                let more = 2 * size_of::<Key<W>>() + heap_bytes(&key);
                limits.take(more)?;
                bytes += more;
                all.insert(key);
            }
            Ok(all)
        };
        let (left, right) = (set(&placements[0])?, set(&placements[1])?);
        let never = set(forbidden)?;
        let mut found = Vec::new();
        'all: for states in self.exchanges() {
            if !self.keeps_liberties(&states) {
                continue;
            }
            for sites in motions {
                if found.len() >= MOST {
                    break 'all;
                }
                let mut all = |of: &[Placement<W>], set: &FxHashSet<Key<W>>| {
                    for one in of {
                        limits.work(4 * one.tests.reads.len() + 16)?;
                        if !set.contains(&key(one, sites, &states)) {
                            return Ok(false);
                        }
                    }
                    Ok(true)
                };
                if !all(forbidden, &never)? {
                    continue;
                }
                let kept = all(&placements[0], &left)? && all(&placements[1], &right)?;
                let negated = !kept
                    && left.len() == right.len()
                    && all(&placements[0], &right)?
                    && all(&placements[1], &left)?;
                if kept || negated {
                    let motion = Moved::Sites(sites.clone());
                    let plain = states == SAME;
                    found.push(Symmetry { motion, states, plain, negative: negated, again: false });
                }
            }
        }
        limits.give_back(bytes);
        Ok(found)
    }

    /// Permutations of the vertices that keep edges and ground, with those of the edges.
    fn automorphisms(&self, limits: &mut Limits<'_>) -> Result<Vec<Vec<u8>>, LimitReached> {
        let graph = &self.board.graph;
        let n = graph.vertices.len();
        let between = |a: usize, b: usize| {
            graph
                .edges
                .iter()
                .filter(|&&(x, y, one_way)| (x, y) == (a, b) || (!one_way && (y, x) == (a, b)))
                .count()
        };
        let mut table: Vec<Vec<usize>> = Vec::with_capacity(n);
        for a in 0..n {
            limits.work(n * graph.edges.len())?;
            table.push((0..n).map(|b| between(a, b)).collect());
        }
        let fits = |images: &[usize], v: usize| {
            let u = images.len();
            !images.contains(&v)
                && graph.ground.contains(&u) == graph.ground.contains(&v)
                && table[u][u] == table[v][v]
                && images
                    .iter()
                    .enumerate()
                    .all(|(w, &x)| table[u][w] == table[v][x] && table[w][u] == table[x][v])
        };
        let mut found = Vec::new();
        let mut steps = 0;
        let mut stack: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(images) = stack.pop() {
            steps += 1;
            if steps > 20_000 || found.len() >= MOST {
                break;
            }
            limits.work(n * (graph.ground.len() + images.len() + 1))?;
            if images.len() == n {
                found.push(images);
                continue;
            }
            for v in (0..n).rev().filter(|&v| fits(&images, v)) {
                let mut longer = images.clone();
                longer.push(v);
                stack.push(longer);
            }
        }
        let mut all = Vec::new();
        for images in found {
            let mut sites: Vec<u8> = images.iter().map(|&v| v as u8).collect();
            if self.board.edge_sites {
                let mut used = vec![false; graph.edges.len()];
                for &(a, b, one_way) in &graph.edges {
                    let (x, y) = (images[a], images[b]);
                    let same = |&(e, &(p, q, way)): &(usize, &(usize, usize, bool))| {
                        !used[e]
                            && way == one_way
                            && ((p, q) == (x, y) || (!way && (q, p) == (x, y)))
                    };
                    if let Some((e, _)) = graph.edges.iter().enumerate().find(same) {
                        used[e] = true;
                        sites.push((n + e) as u8);
                    }
                }
            }
            if sites.len() == self.board.sites() {
                all.push(sites);
            }
        }
        if !all.iter().any(|sites| sites.iter().enumerate().all(|(i, &s)| i == s as usize)) {
            all.push((0..self.board.sites()).map(|site| site as u8).collect());
        }
        Ok(all)
    }
}

/// What a placement does, in an order that depends on nothing else.
type Key<W> = (Vec<(u32, u8)>, Vec<(u32, W, u32, u32)>, Vec<(u8, W)>, Vec<(Map, W)>, W, bool);

fn heap_bytes<W>((reads, counts, put, maps, _, _): &Key<W>) -> usize {
    list_bytes::<(u32, u8)>(reads.capacity())
        + list_bytes::<(u32, W, u32, u32)>(counts.capacity())
        + list_bytes::<(u8, W)>(put.capacity())
        + list_bytes::<(Map, W)>(maps.capacity())
}

fn key<W: Word>(
    one: &Placement<W>,
    sets: &[u32],
    sites: &[u8],
    states: &Map,
    unread: u32,
) -> Key<W> {
    let moved = |mask: W| mask.sites().fold(W::ZERO, |all, s| all | W::bit(sites[s] as usize));
    let set = |number: u16| image_of_set(sets[usize::from(number)], states);
    let mut reads: Vec<(u32, u8)> =
        one.tests.reads.iter().map(|&(s, site)| (set(s), sites[usize::from(site)])).collect();
    reads.sort_unstable();
    let mut counts: Vec<(u32, W, u32, u32)> =
        one.tests.counts.iter().map(|&(s, mask, a, b)| (set(s), moved(mask), a, b)).collect();
    counts.sort_unstable();
    let read = one.writes.put.iter().filter(|(s, _)| unread >> s & 1 == 0);
    let mut put: Vec<(u8, W)> = read.map(|&(s, mask)| (states[s as usize], moved(mask))).collect();
    put.sort_unstable();
    let mut maps: Vec<(Map, W)> = one
        .writes
        .maps
        .iter()
        .map(|(map, mask)| (image_of_map(map, states, unread), moved(*mask)))
        .collect();
    maps.sort_unstable();
    (reads, counts, put, maps, moved(one.writes.clear), one.nothing_falls)
}

fn image_of_set(set: u32, states: &Map) -> u32 {
    (0..17).filter(|s| set >> s & 1 == 1).fold(0, |all, s| all | 1 << states[s])
}

fn image_of_map(map: &Map, states: &Map, unread: u32) -> Map {
    let mut image = SAME;
    for s in 0..17 {
        let to = map[s];
        let to = if to < NONE && unread >> to & 1 == 1 && to as usize != s { NONE } else { to };
        image[states[s] as usize] = states[to as usize];
    }
    image
}

/// Drafts under a motion and a permutation, brought to one corner.
struct Image<'a> {
    motion: &'a dyn Fn(At) -> At,
    states: &'a Map,
    unread: u32,
}

impl Image<'_> {
    fn draft(&self, draft: &MoveDraft) -> MoveDraft {
        let touched = draft.cells.iter().map(|cell| (self.motion)(cell.at));
        let counted = draft.counted.iter().flat_map(|c| &c.at).map(|&at| (self.motion)(at));
        let all: Vec<At> = touched.chain(counted).collect();
        let top = all.iter().map(|at| at.0).min().unwrap_or(0);
        let left = all.iter().map(|at| at.1).min().unwrap_or(0);
        let moved = |at: At| {
            let (r, c) = (self.motion)(at);
            (r - top, c - left)
        };
        let mut cells: Vec<TouchedCell> = draft
            .cells
            .iter()
            .map(|cell| {
                let mut map = image_of_map(&cell.map, self.states, self.unread);
                let was = image_of_set(cell.was, self.states);
                // What cannot have been there says nothing.
                for s in (0..17).filter(|s| was >> s & 1 == 0) {
                    map[s] = s as u8;
                }
                TouchedCell { at: moved(cell.at), was, map }
            })
            .collect();
        cells.sort_unstable();
        let mut counted: Vec<CountCondition> = draft
            .counted
            .iter()
            .map(|c| {
                let mut at: Vec<At> = c.at.iter().map(|&at| moved(at)).collect();
                at.sort_unstable();
                CountCondition { at, set: image_of_set(c.set, self.states), ..c.clone() }
            })
            .collect();
        counted.sort_unstable();
        let nothing_falls = draft.nothing_falls;
        MoveDraft { cells, counted, nothing_falls, ..MoveDraft::default() }
    }
}
