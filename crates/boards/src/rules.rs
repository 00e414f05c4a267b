//! A game on a board, compiled: a [`Ruleset`] whose positions are planes of bits.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ishitori_rules::Ruleset;
use ishitori_values::{Budget, Player, Reservation};

use crate::ast::{GONE, GameText};
use crate::components::ComponentMap;
use crate::error::{MAX_PLACEMENTS, MAX_SETS, SetUpError};
use crate::expand::{Alphabet, MoveDraft, NONE, drafts, sightings, states};
use crate::family::{FEW_SETS, Moves, moves};
use crate::geometry::{Board, Pieces};
use crate::limits::Limits;
use crate::placement::{Placement, Sets, all_placed, distinct};
use crate::program::{Program, Tests};
use crate::symmetry::{Symmetries, Symmetry};
use crate::word::Word;

/// A position: for each state the sites that have it. Sites in no plane have no cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Planes<W, const N: usize>(pub [W; N]);

impl<W: Hash, const N: usize> Hash for Planes<W, N> {
    /// Word by word: arrays are hashed as bytes, with their length, which takes longer.
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|plane| plane.hash(state));
    }
}

/// The rules of a text on one board, with `N` states at most and sites as bits of `W`.
///
/// ```
/// use ishitori_boards::{parse, Rules};
/// use ishitori_rules::Ruleset;
/// use ishitori_values::Player;
/// let text = "game domineering
/// board grid
/// left:  . . -> # # along vertical
/// right: . . -> # # along horizontal
/// ";
/// let game = parse(text, &[]).unwrap();
/// let (rules, start) = Rules::<u64, 2>::new(&game, "..|.#").unwrap();
/// let mut options = Vec::new();
/// rules.options(&start, Player::Left, |option| options.push(rules.show(&option)));
/// assert_eq!(options, ["#.|##"]);
/// ```
#[derive(Clone, Debug)]
pub struct Rules<W, const N: usize> {
    pub(crate) game: GameText,
    pub(crate) board: Board,
    pub(crate) alphabet: Vec<char>,
    /// Sets of states that are examined, by number.
    pub(crate) sets: Vec<u32>,
    pub(crate) programs: [Program<W>; 2],
    /// The moves of each player as families, if there are few.
    pub(crate) families: [Option<Vec<Moves<W>>>; 2],
    pub(crate) placements: [Vec<Placement<W>>; 2],
    pub(crate) component_map: ComponentMap<W>,
    /// Patterns that no move may make, and their sites.
    pub(crate) never: Option<(Program<W>, Vec<W>)>,
    /// Whether such patterns have no empty cell.
    pub(crate) forbids_pieces_only: bool,
    /// States whose groups need an empty neighbour.
    liberties: Vec<u8>,
    /// The neighbours of each site.
    pub(crate) near: Vec<W>,
    /// The same by distances, if there are few: the sites that have a neighbour with a number that is greater by this much (or
    /// less, if the second number is set).
    steps: Vec<(usize, bool, W)>,
    /// The sites that each site holds up.
    pub(crate) link: Vec<W>,
    pub(crate) ground: W,
    /// The sites that are edges.
    edges: W,
    /// States that nothing reads.
    pub(crate) unread: u32,
    pub(crate) symmetries: Vec<Symmetry>,
    /// Whether moves depend on where they are made, so that nothing can be moved about.
    pub(crate) fixed: bool,
    pub(crate) drafts: [Vec<MoveDraft>; 2],
    /// Lines of the text that fit nowhere on this board, by where they stand.
    pub(crate) idle: Vec<std::ops::Range<usize>>,
    /// The memory that is reserved for all this.
    held: Arc<Reservation>,
}

impl<W: Word, const N: usize> Rules<W, N> {
    /// Compiles a game for the board of a position. O(placements · log).
    pub fn new(game: &GameText, position: &str) -> Result<(Self, Planes<W, N>), SetUpError> {
        Self::within(game, position, &Budget::unlimited())
    }

    /// The same within limits: of time, and of memory, which stays reserved as long as the rules live.
    pub fn within(
        game: &GameText,
        position: &str,
        budget: &Budget,
    ) -> Result<(Self, Planes<W, N>), SetUpError> {
        let (board, pieces) = Board::read(game, position)?;
        if board.sites() > W::BITS || game.alphabet().len() > N {
            return Err(SetUpError::TooLarge { found: board.sites() });
        }
        let rules = Self::on(game, board, budget)?;
        let start = rules.planes(&pieces);
        let start = if game.settles() { rules.settled(&start.0) } else { start };
        Ok((rules, start))
    }

    fn on(game: &GameText, board: Board, budget: &Budget) -> Result<Self, SetUpError> {
        let limits = &mut Limits::new(budget)?;
        let alphabet = Alphabet::new(game);
        let mut sets = Sets::default();
        let mut all_drafts = [Vec::new(), Vec::new()];
        let mut idle = Vec::new();
        let mut placements = [Vec::new(), Vec::new()];
        for player in Player::BOTH {
            let mut all = Vec::new();
            for alternative in game.moves_of(player) {
                let found = drafts(&alphabet, alternative, &board, limits)?;
                let place = alternative.place.as_ref();
                let placed = all_placed::<W>(&found, place, &board, &mut sets, limits)?;
                if placed.is_empty() {
                    idle.push(alternative.span.clone());
                }
                all.extend(placed);
                if all.len() > MAX_PLACEMENTS {
                    return Err(SetUpError::TooManyPlacements);
                }
                all_drafts[player as usize].extend(found);
            }
            placements[player as usize] = distinct(all, limits)?;
        }
        let mut forbidden_drafts = Vec::new();
        for stage in &game.never {
            forbidden_drafts.extend(sightings(&alphabet, stage, &board, limits)?);
        }
        let mut seen_cells = forbidden_drafts.iter().flat_map(|draft| &draft.cells);
        let forbids_pieces_only = seen_cells.all(|cell| cell.was & 1 == 0);
        let forbidden = all_placed::<W>(&forbidden_drafts, None, &board, &mut sets, limits)?;
        let forbidden = distinct(forbidden, limits)?;
        let Sets(sets) = sets;
        let mut program = |of: &[Placement<W>]| {
            let tests: Vec<&Tests<W>> = of.iter().map(|one| &one.tests).collect();
            Program::new(&tests, limits)
        };
        let programs = [program(&placements[0])?, program(&placements[1])?];
        let never = match forbidden.is_empty() {
            true => None,
            false => Some((program(&forbidden)?, forbidden.iter().map(|one| one.cells).collect())),
        };
        let families = [moves(&placements[0], limits)?, moves(&placements[1], limits)?];
        // Every state that is examined somewhere. Groups and liberties look at all.
        let read = match game.liberties.is_empty() && !game.settles() {
            true => {
                let all = sets.iter();
                all.fold(0, |all, &set| all | if set >> NONE & 1 == 1 { !set } else { set })
            }
            false => u32::MAX,
        };
        // A state that a map takes elsewhere is examined as well.
        let mapped = placements.iter().flatten().flat_map(|one| &one.writes.maps);
        let read = mapped.fold(read, |read, (map, _)| {
            states(0xffff).filter(|&s| map[s as usize] != s).fold(read, |read, s| read | 1 << s)
        });
        let unread = !read & 0xffff;
        let component_map = ComponentMap::new(&placements, &forbidden, &sets, unread, limits)?;
        let steps = game.neighbour_steps();
        let near: Vec<W> = (0..board.sites())
            .map(|site| {
                let near = board.neighbours(board.at(site), &steps);
                near.iter().filter_map(|&at| board.site(at)).fold(W::ZERO, |m, s| m | W::bit(s))
            })
            .collect();
        let near_steps = near_steps(&near);
        let vertices = board.graph.vertices.len();
        let mut link = near.clone();
        let mut edges = W::ZERO;
        if board.edge_sites {
            link = vec![W::ZERO; board.sites()];
            for (e, &(a, b, _)) in board.graph.edges.iter().enumerate() {
                let edge = vertices + e;
                edges |= W::bit(edge);
                link[edge] = W::bit(a) | W::bit(b);
                link[a] |= W::bit(edge);
                link[b] |= W::bit(edge);
            }
        }
        if game.one_kind {
            // Connection goes both ways, also where steps to neighbours do not.
            for (site, near) in near.iter().enumerate() {
                near.sites().for_each(|other| link[other] |= W::bit(site));
            }
        }
        let ground = board.graph.ground.iter().fold(W::ZERO, |mask, &v| mask | W::bit(v));
        let found = Symmetries {
            game,
            board: &board,
            drafts: &all_drafts,
            never: &forbidden_drafts,
            unread,
        };
        let symmetries = found.find::<W>(&placements, &forbidden, &sets, limits)?;
        // What must hold is in the programs now.
        for placement in placements.iter_mut().flatten() {
            limits.give_back(placement.tests.heap_bytes());
            placement.tests = Tests::none();
        }
        let gone = |one: &Placement<W>| one.bytes() + size_of::<Placement<W>>();
        limits.give_back(forbidden.iter().map(gone).sum());
        limits.give_back(forbidden_drafts.iter().map(MoveDraft::bytes).sum());
        Ok(Rules {
            game: game.clone(),
            alphabet: alphabet.states,
            sets,
            programs,
            families,
            placements,
            component_map,
            never,
            forbids_pieces_only,
            liberties: game.liberties.iter().map(|&c| Alphabet::new(game).state(c)).collect(),
            near,
            steps: near_steps,
            link,
            ground,
            edges,
            unread,
            symmetries,
            fixed: game.has_places(),
            drafts: all_drafts,
            idle,
            board,
            held: Arc::new(limits.held()),
        })
    }

    /// The position with these pieces, one for each site. O(sites · states).
    pub fn planes(&self, pieces: &[char]) -> Planes<W, N> {
        let mut planes = [W::ZERO; N];
        for (site, piece) in pieces.iter().enumerate() {
            if let Some(state) = self.alphabet.iter().position(|c| c == piece) {
                planes[state] |= W::bit(site);
            }
        }
        Planes(planes)
    }

    /// The board. O(1).
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The bytes that are reserved for the rules as long as they live, about what they take. O(1).
    pub fn reserved(&self) -> u64 {
        self.held.bytes()
    }

    /// The text. O(1).
    pub fn text(&self) -> &GameText {
        &self.game
    }

    /// Lines of the text that fit nowhere on this board, as bytes of the source. O(1).
    pub fn idle(&self) -> &[std::ops::Range<usize>] {
        &self.idle
    }

    /// What stands at each site. O(sites).
    pub fn pieces(&self, position: &Planes<W, N>) -> Pieces {
        (0..self.board.sites()).map(|site| self.piece(position, site)).collect()
    }

    /// How many sites have a piece. O(1).
    pub fn count(&self, position: &Planes<W, N>, piece: char) -> u32 {
        let state = self.alphabet.iter().position(|&known| known == piece);
        state.map_or(0, |state| position.0[state].count())
    }

    fn piece(&self, position: &Planes<W, N>, site: usize) -> char {
        let state = position.0.iter().position(|plane| plane.has(site));
        state.map_or(GONE, |state| self.alphabet[state])
    }

    /// The unions of planes that programs look at, `M` of them at most.
    #[inline]
    pub(crate) fn unions<const M: usize>(&self, planes: &[W; N]) -> [W; M] {
        let gone = !planes.iter().fold(W::ZERO, |all, &plane| all | plane);
        self.unions_with(planes, gone)
    }

    #[inline]
    pub(crate) fn unions_with<const M: usize>(&self, planes: &[W; N], gone: W) -> [W; M] {
        let mut unions = [W::ZERO; M];
        for (union, &set) in unions.iter_mut().zip(&self.sets) {
            let mut all = if set >> NONE & 1 == 1 { gone } else { W::ZERO };
            for (state, &plane) in planes.iter().enumerate() {
                if set >> state & 1 == 1 {
                    all |= plane;
                }
            }
            *union = all;
        }
        unions
    }

    /// The position after what is loose has fallen, and parts of one kind are gone.
    pub(crate) fn settled(&self, planes: &[W; N]) -> Planes<W, N> {
        let planes = if self.game.one_kind { &self.mixed(planes) } else { planes };
        if !self.game.loose {
            return Planes(*planes);
        }
        let there = planes.iter().fold(W::ZERO, |all, &plane| all | plane);
        let mut held = self.ground & there;
        let mut new = held;
        while !new.is_empty() {
            let reached = new.sites().fold(W::ZERO, |all, site| all | self.link[site]);
            new = reached & there & !held;
            held |= new;
        }
        Planes(planes.map(|plane| plane & held))
    }

    /// The connected parts that have cells of several kinds.
    fn mixed(&self, planes: &[W; N]) -> [W; N] {
        let there = planes.iter().fold(W::ZERO, |all, &plane| all | plane);
        let (mut left, mut kept) = (there, W::ZERO);
        while !left.is_empty() {
            let mut part = W::bit(left.lowest());
            let mut new = part;
            while !new.is_empty() {
                let reached = new.sites().fold(W::ZERO, |all, site| all | self.link[site]);
                new = reached & there & !part;
                part |= new;
            }
            left &= !part;
            if planes.iter().filter(|plane| !(**plane & part).is_empty()).count() > 1 {
                kept |= part;
            }
        }
        planes.map(|plane| plane & kept)
    }

    /// How many placements of a player fit, whether or not the moves are allowed. O(placements), far less than the options.
    pub(crate) fn fitting(&self, position: &Planes<W, N>, player: Player) -> u32 {
        let planes = &position.0;
        if let Some(families) = &self.families[player as usize] {
            let unions: [W; FEW_SETS] = self.unions(planes);
            return families.iter().map(|family| family.shape.holding(&unions).count()).sum();
        }
        let mut count = 0;
        let unions: [W; MAX_SETS] = self.unions(planes);
        self.programs[player as usize].run(&unions, |_| count += 1);
        count
    }

    /// The position after a move that has written its cells, if it is allowed.
    #[inline]
    pub(crate) fn after(
        &self,
        planes: &[W; N],
        mut after: [W; N],
        may_fall: bool,
    ) -> Option<Planes<W, N>> {
        if self.game.settles() {
            let settled = self.settled(&after);
            if !may_fall {
                let there = |planes: &[W; N]| planes.iter().fold(W::ZERO, |all, &p| all | p);
                let fallen = there(&after) & !there(&settled.0);
                let counts = if self.board.edge_sites { fallen & self.edges } else { fallen };
                if !counts.is_empty() {
                    return None;
                }
            }
            after = settled.0;
        }
        if self.never.is_none() && self.liberties.is_empty() {
            return Some(Planes(after));
        }
        let mut changed = W::ZERO;
        for (old, new) in planes.iter().zip(&after) {
            changed |= (*old & !*new) | (*new & !*old);
        }
        if let Some((program, cells)) = &self.never {
            let mut made = false;
            program.run(&self.unions::<MAX_SETS>(&after), |leaf| {
                made |= !(cells[leaf] & changed).is_empty();
            });
            if made {
                return None;
            }
        }
        self.has_liberties(&after, changed).then_some(Planes(after))
    }

    /// The neighbours of some sites.
    #[inline]
    fn neighbours(&self, set: W) -> W {
        if self.steps.is_empty() {
            return set.sites().fold(W::ZERO, |all, site| all | self.near[site]);
        }
        self.steps.iter().fold(W::ZERO, |all, &(distance, down, mask)| {
            let from = set & mask;
            all | if down { from.down(distance) } else { from.up(distance) }
        })
    }

    /// The states whose groups need an empty neighbour. O(1).
    pub(crate) fn states_with_liberties(&self) -> &[u8] {
        &self.liberties
    }

    /// The group of some sites within a plane, and the neighbours of its sites.
    #[inline]
    pub(crate) fn group(&self, from: W, plane: W) -> (W, W) {
        let mut group = from;
        loop {
            let neighbours = self.neighbours(group);
            let grown = group | (neighbours & plane);
            if grown == group {
                return (group, neighbours);
            }
            group = grown;
        }
    }

    /// Whether the groups at and next to cells that have changed have empty neighbours.
    fn has_liberties(&self, planes: &[W; N], changed: W) -> bool {
        let empty = planes[0];
        let concerned = changed | self.neighbours(changed);
        self.liberties.iter().all(|&state| {
            let plane = planes[state as usize];
            let mut left = plane & concerned;
            while !left.is_empty() {
                let (group, neighbours) = self.group(W::bit(left.lowest()), plane);
                if (neighbours & empty).is_empty() {
                    return false;
                }
                left &= !group;
            }
            true
        })
    }
}

/// The most distances between neighbours for which they are found by shifting words.
const MOST_STEPS: usize = 8;

/// Neighbours by distances; none if there are many.
fn near_steps<W: Word>(near: &[W]) -> Vec<(usize, bool, W)> {
    let mut steps: Vec<(usize, bool, W)> = Vec::new();
    for (site, neighbours) in near.iter().enumerate() {
        for other in neighbours.sites() {
            let step = (other.abs_diff(site), other < site);
            match steps.iter().position(|&(distance, down, _)| (distance, down) == step) {
                Some(at) => steps[at].2 |= W::bit(site),
                None if steps.len() == MOST_STEPS => return Vec::new(),
                None => steps.push((step.0, step.1, W::bit(site))),
            }
        }
    }
    steps
}

impl<W: Word, const N: usize> Ruleset for Rules<W, N> {
    type Position = Planes<W, N>;
    type Error = SetUpError;

    fn parse(&self, text: &str) -> Result<Planes<W, N>, SetUpError> {
        let (board, pieces) = Board::read(&self.game, text)?;
        if board != self.board {
            return Err(SetUpError::OtherBoard);
        }
        let planes = self.planes(&pieces);
        Ok(if self.game.settles() { self.settled(&planes.0) } else { planes })
    }

    fn show(&self, position: &Planes<W, N>) -> String {
        self.board.show(|site| self.piece(position, site))
    }

    fn options(&self, position: &Planes<W, N>, player: Player, mut sink: impl FnMut(Planes<W, N>)) {
        let planes = &position.0;
        if let Some(families) = &self.families[player as usize] {
            let unions: [W; FEW_SETS] = self.unions(planes);
            for family in families {
                for place in family.shape.holding(&unions).sites() {
                    let after = family.writes.apply(planes, place);
                    if let Some(after) = self.after(planes, after, !family.nothing_falls) {
                        sink(after);
                    }
                }
            }
            return;
        }
        let unions: [W; MAX_SETS] = self.unions(planes);
        let placements = &self.placements[player as usize];
        self.programs[player as usize].run(&unions, |leaf| {
            let placement = &placements[leaf];
            let after = placement.writes.apply(planes, 0);
            if let Some(after) = self.after(planes, after, !placement.nothing_falls) {
                sink(after);
            }
        });
    }

    fn components(&self, position: &Planes<W, N>, sink: impl FnMut(Planes<W, N>)) {
        self.split(position, sink);
    }

    fn image(&self, position: &Planes<W, N>) -> (Planes<W, N>, bool) {
        self.least_image(position)
    }

    fn show_move(&self, from: &Planes<W, N>, to: &Planes<W, N>, player: Player) -> String {
        let moves = self.moves(from, player);
        let found = moves.into_iter().find(|(_, after)| after == to);
        found.map_or_else(|| self.show(to), |(name, _)| name)
    }

    /// The tests of the programs, of which a step looks at some dozens.
    fn cost(&self) -> usize {
        let tests =
            self.programs.iter().map(Program::len).sum::<usize>() + self.component_map.len();
        let forbidden = self.never.as_ref().map_or(0, |(program, _)| program.len());
        1 + (tests + forbidden) / 64
    }

    fn is_impartial(&self) -> bool {
        self.game.impartial
    }
}
