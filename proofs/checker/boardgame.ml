(* The moves of a game in the language of boards, and the parts of its positions, as docs/certificates.md says (Strategies on
   boards). Outside the proof: what `StrategyCheck.v` takes for granted is made here. *)

open Boardtext
module Cells = Map.Make (struct type t = int * int let compare = compare end)
module Places = Set.Make (struct type t = int * int let compare = compare end)

let most_sites = 128
let most_templates = 400_000
let any = (1 lsl most_states) - 1

(* What becomes of each state, one byte for each. *)
let identity = String.init most_states Char.chr
let image map s = Char.code map.[s]

type graph = { vertices : int; edges : (int * int * bool) array; edge_sites : bool }

let no_graph = { vertices = 0; edges = [||]; edge_sites = false }

(* The other end, or ends, of an edge. *)
let ends graph edge from along =
  let a, b, one_way = graph.edges.(edge) in
  let first = if a = from then [ b ] else [] in
  if b = from && (not (one_way && along = Arrows)) && not (List.mem a first) then first @ [ a ] else first

let graph_near graph site =
  let near = ref [] in
  Array.iteri
    (fun e (a, b, _) ->
      if site < graph.vertices then begin
        if a = site then near := b :: !near;
        if b = site then near := a :: !near
      end
      else
        let x, y, _ = graph.edges.(site - graph.vertices) in
        if a = x || b = x || a = y || b = y then near := (graph.vertices + e) :: !near)
    graph.edges;
  List.filter (fun s -> s <> site) (List.sort_uniq compare !near)

(* A pattern at a place: which states must stand where and what becomes of them; of how many cells some states are asked. *)
type template = { needs : ((int * int) * int * string) list; counts : ((int * int) list * int * int * int) list }

let normal t =
  let one (at, mask, map) =
    let mask = mask land any in
    (at, mask, String.mapi (fun s to_ -> if (mask lsr s) land 1 = 0 then Char.chr s else to_) map)
  in
  let needs = List.filter (fun (_, mask, map) -> mask <> any || map <> identity) (List.map one t.needs) in
  { needs = List.sort compare needs;
    counts = List.sort compare (List.map (fun (cells, m, l, h) -> (List.sort compare cells, m, l, h)) t.counts) }

let moved_by motion t =
  normal
    { needs = List.map (fun (at, mask, map) -> (motion at, mask, map)) t.needs;
      counts = List.map (fun (cells, m, l, h) -> (List.map motion cells, m, l, h)) t.counts }

(* Moved so that its first row and column are 0. *)
let cornered t =
  match t.needs with
  | [] -> moved_by Fun.id t
  | _ ->
      let least f = List.fold_left (fun low (at, _, _) -> min low (f at)) max_int t.needs in
      let top = least fst and left = least snd in
      moved_by (fun (r, c) -> (r - top, c - left)) t

(* A pattern that is being laid. *)
type laid = { cells : (int * string) Cells.t; touched : Places.t; changed : Places.t; last : int * int }

let at_cell laid at = match Cells.find_opt at laid.cells with Some found -> found | None -> (any, identity)

let ask laid at mask =
  let was, map = at_cell laid at in
  let left = ref was in
  String.iteri (fun s to_ -> if (mask lsr Char.code to_) land 1 = 0 then left := !left land lnot (1 lsl s)) map;
  ({ laid with cells = Cells.add at (!left, map) laid.cells }, !left <> 0)

let change laid at becomes =
  let was, map = at_cell laid at in
  let left = ref was in
  let map =
    String.mapi
      (fun s to_ ->
        if (was lsr s) land 1 = 0 then to_
        else
          match becomes (Char.code to_) with
          | Some state -> Char.chr state
          | None -> left := !left land lnot (1 lsl s); to_)
      map
  in
  ({ laid with cells = Cells.add at (!left, map) laid.cells }, !left <> 0)

let lay_cell text (cell : Boardtext.cell) at laid =
  let laid = { laid with last = at } in
  if cell.whatever then Some laid
  else
    let laid, possible = ask { laid with touched = Places.add at laid.touched } at cell.mask in
    if not possible then None
    else if cell.mask = 1 lsl none then Some laid
    else
      let laid, possible = change laid at (fun s -> after text cell.becomes s) in
      if not possible then None
      else
        let differs s =
          (cell.mask lsr s) land 1 = 1
          && match after text cell.becomes s with Some to_ -> to_ <> s | None -> false
        in
        if List.exists differs (List.init 31 succ) then Some { laid with changed = Places.add at laid.changed }
        else Some laid

let many () = refuse "patterns that can be laid in more than 400 000 ways"

(* A branch of a line that is laid: how far it has come, and the cells that it has passed, the last one first. *)
type branch = { so_far : laid; item : int; times : int; cell : int; path : (int * int) list }

let lay_line text graph (rows, columns) (items : item array) along start from =
  let places b (cell : Boardtext.cell) =
    match (b.path, along) with
    | [], _ -> [ (start, None) ]
    | (r0, c0) :: _, By (r, c) ->
        let at = (r0 + r, c0 + c) in
        (* Cells that must be there lie within the size of the board from each other. *)
        let there one =
          match Cells.find_opt one b.so_far.cells with Some (was, _) -> (was lsr none) land 1 = 0 | None -> false
        in
        let far (r1, c1) =
          there (r1, c1) && (abs (r1 - fst at) >= rows || abs (c1 - snd at) >= columns)
        in
        if (cell.mask lsr none) land 1 = 0 && Places.exists far b.so_far.touched then [] else [ (at, None) ]
    | (before, _) :: rest, _ ->
        let vertex v = (v, 0) in
        let fresh v = not (List.mem (vertex v) b.path) in
        if before >= graph.vertices then
          (* The walk came from the vertex before the edge. *)
          match rest with
          | [] -> []
          | (from, _) :: _ ->
              List.filter_map
                (fun v -> if fresh v then Some (vertex v, None) else None)
                (ends graph (before - graph.vertices) from along)
        else begin
          let all = ref [] in
          Array.iteri
            (fun e _ ->
              let found = ends graph e before along in
              let site = if graph.edge_sites then Some (vertex (graph.vertices + e)) else None in
              if cell.edge then (
                match site with
                | Some at when found <> [] -> all := (at, None) :: !all
                | _ -> ())
              else
                List.iter
                  (fun v -> if fresh v && not (List.mem (vertex v, site) !all) then all := (vertex v, site) :: !all)
                  found)
            graph.edges;
          List.rev !all
        end
  in
  let out = ref [] and count = ref 0 and length = ref 1 in
  let open_ = ref [ { so_far = from; item = 0; times = 0; cell = 0; path = [] } ] in
  let push b = open_ := b :: !open_; incr length in
  while !open_ <> [] do
    let b = List.hd !open_ in
    open_ := List.tl !open_;
    decr length;
    if !length > most_templates then many ();
    if b.item >= Array.length items then begin
      if b.path <> [] then begin
        if !count > most_templates then many ();
        incr count;
        out := b.so_far :: !out
      end
    end
    else begin
      let item = items.(b.item) in
      let at_start = b.cell = 0 in
      if at_start && b.times >= item.least then push { b with item = b.item + 1; times = 0 };
      let enough = match item.most with Some most -> at_start && b.times >= most | None -> false in
      if not enough then
        let cell = item.cells.(b.cell) in
        List.iter
          (fun (at, edge) ->
            (* An edge that is a site must be there to be walked along. *)
            let laid, there =
              match edge with None -> (b.so_far, true) | Some edge -> ask b.so_far edge (lnot (1 lsl none))
            in
            if there then
              match lay_cell text cell at laid with
              | None -> ()
              | Some laid ->
                  let next = b.cell + 1 in
                  let over = next = Array.length item.cells in
                  push
                    { so_far = laid;
                      item = b.item;
                      times = (if over then b.times + 1 else b.times);
                      cell = (if over then 0 else next);
                      path = at :: b.path })
          (places b cell)
    end
  done;
  !out

let lay_shape text cells along (from : laid) =
  let hex = text.kind = Hex in
  let sides = if hex then 6 else 4 in
  let turns, flips =
    match along with [] -> (1, 1) | Turns_and_flips :: _ -> (sides, 2) | _ -> (sides, 1)
  in
  let out = ref [] and shape = ref cells in
  for _ = 1 to flips do
    for _ = 1 to turns do
      let (r0, c0), _ = List.hd !shape in
      let lr, lc = from.last in
      let put laid ((r, c), (cell : Boardtext.cell)) =
        if cell.whatever then laid
        else match laid with None -> None | Some laid -> lay_cell text cell (lr + r - r0, lc + c - c0) laid
      in
      (match List.fold_left put (Some from) !shape with None -> () | Some laid -> out := laid :: !out);
      shape := List.map (fun ((r, c), cell) -> ((if hex then (r + c, -r) else (c, -r)), cell)) !shape
    done;
    shape := List.map (fun ((r, c), cell) -> ((c, r), cell)) !shape
  done;
  !out

(* All ways to lay patterns one after the other. *)
let lay_stages text graph size stages =
  let starts =
    if text.kind = Graph then
      List.init (graph.vertices + if graph.edge_sites then Array.length graph.edges else 0) (fun s -> (s, 0))
    else [ (0, 0) ]
  in
  let begun = List.map (fun last -> { cells = Cells.empty; touched = Places.empty; changed = Places.empty; last }) starts in
  let may_begin stage (at, _) =
    text.kind <> Graph
    ||
    let edge = match stage.pattern with Line items -> items.(0).cells.(0).edge | Shape _ -> false in
    edge = (at >= graph.vertices)
  in
  let lay stage laid =
    if not (may_begin stage laid.last) then []
    else
      match stage.pattern with
      | Shape cells -> lay_shape text cells stage.along laid
      | Line items ->
          let along = if stage.along = [] then [ By (0, 0) ] else stage.along in
          List.concat_map (fun d -> lay_line text graph size items d laid.last laid) along
  in
  let step begun stage =
    let all = List.fold_left (fun all laid -> List.rev_append (lay stage laid) all) [] begun in
    if List.length all > most_templates + 1 then many ();
    all
  in
  List.fold_left step begun stages

let template_of laid counts =
  { needs = List.map (fun (at, (mask, map)) -> (at, mask, map)) (Cells.bindings laid.cells); counts }

(* In its normal form: templates on boards with rows stand for their translations. *)
let placed_anywhere text t = if text.kind = Graph then normal t else cornered (normal t)

let finished text graph alternative laid =
  if alternative.conditions = [] && alternative.effects = [] then placed_anywhere text (template_of laid [])
  else begin
    if Places.is_empty laid.changed then refuse "loopy";
    let near_of (r, c) =
      if text.kind = Graph then List.map (fun s -> (s, 0)) (graph_near graph r)
      else List.map (fun (dr, dc) -> (r + dr, c + dc)) text.steps
    in
    let near = Places.fold (fun at all -> Places.union all (Places.of_list (near_of at))) laid.changed Places.empty in
    let near = Places.elements (Places.diff near laid.touched) in
    let condition (laid, counts) (count, mask) =
      let everywhere mask = List.fold_left (fun laid at -> fst (ask laid at (mask lor (1 lsl none)))) laid near in
      match count with
      | Every -> (everywhere mask, counts)
      | Between (0, 0) -> (everywhere (lnot mask), counts)
      | Between (least, most) -> (laid, (near, mask, least, most) :: counts)
    in
    let laid, counts = List.fold_left condition (laid, []) alternative.conditions in
    let effects = List.rev alternative.effects in
    let become s = Some (match List.assoc_opt s effects with Some to_ -> to_ | None -> s) in
    let laid = if effects = [] then laid else List.fold_left (fun laid at -> fst (change laid at become)) laid near in
    placed_anywhere text (template_of laid (List.sort compare counts))
  end

module Templates = Set.Make (struct type t = template let compare = compare end)

let few all = if Templates.cardinal all > most_templates then many () else all

let templates_of text graph size alternatives =
  let add all alternative =
    let laid = lay_stages text graph size alternative.stages in
    few (List.fold_left (fun all laid -> Templates.add (finished text graph alternative laid) all) all laid)
  in
  List.fold_left add Templates.empty alternatives

let forbidden text graph size =
  let add all stage =
    let laid = lay_stages text graph size [ stage ] in
    few (List.fold_left (fun all laid -> Templates.add (placed_anywhere text (template_of laid [])) all) all laid)
  in
  List.fold_left add Templates.empty text.never

(* Motions of the plane that take the rules to themselves, the identity first. *)
let motions text sets =
  let turns =
    match text.kind with
    | Graph -> []
    | Strip -> [ ((1, 0), (0, 1)); ((-1, 0), (0, -1)) ]
    | Grid -> [ ((1, 0), (0, 1)); ((0, 1), (-1, 0)); ((-1, 0), (0, -1)); ((0, -1), (1, 0)) ]
    | Hex ->
        [ ((1, 0), (0, 1)); ((1, 1), (-1, 0)); ((0, 1), (-1, -1)); ((-1, 0), (0, -1)); ((-1, -1), (1, 0)); ((0, -1), (1, 1)) ]
  in
  let turns =
    if text.kind = Grid || text.kind = Hex then turns @ List.map (fun (first, second) -> (second, first)) turns else turns
  in
  let apply ((a, b), (c, d)) (row, column) = ((a * row) + (b * column), (c * row) + (d * column)) in
  let steps = List.sort_uniq compare text.steps in
  let keeps motion =
    (text.liberties = [] || List.sort_uniq compare (List.map (apply motion) steps) = steps)
    && List.for_all
         (fun set -> Templates.for_all (fun t -> Templates.mem (cornered (moved_by (apply motion) t)) set) set)
         sets
  in
  List.map apply (List.filter keeps turns)

(* What stands at each cell, row by row, one byte for each; of a graph there are 0 rows. *)
type board = { rows : int; columns : int; stand : string }

let states_of board = board.stand

(* A template on a board: sites, sets of sites as bits. *)
type placed = {
  sites : (int * int * string) list;
  asked : (int list * int * int * int) list;
  looks : Z.t;
  writes : Z.t;
}

type frame = { laid_moves : placed array array; laid_never : placed array; near : int list array }

let bit s = Z.shift_left Z.one s
let has mask s = Z.testbit mask s
let meets a b = not (Z.equal (Z.logand a b) Z.zero)
let bits sites = List.fold_left (fun all s -> Z.logor all (bit s)) Z.zero sites

type t = {
  text : Boardtext.t;
  graph : graph;
  sets : Templates.t array;
  never_set : Templates.t;
  turns_of : (int * int -> int * int) list;
  frames : (int * int, frame) Hashtbl.t;
  asks_for_none : bool;
  impartial : bool;
  start : board;
}

let wrong_position () = wrong "the position does not fit the rules"

let read_rows text position =
  if String.length position > 5 * most_sites then wrong_position ();
  let row part =
    let cells = codes part in
    if Array.length cells = 0 then wrong_position ();
    let cell c = match state text c with Some s when s < text.pieces -> Char.chr s | _ -> wrong_position () in
    String.init (Array.length cells) (fun i -> cell cells.(i))
  in
  let rows = List.map row (String.split_on_char '|' position) in
  let columns = String.length (List.hd rows) in
  let stand = String.concat "" rows in
  if List.exists (fun r -> String.length r <> columns) rows || String.length stand > most_sites then wrong_position ();
  if text.kind = Strip && List.length rows > 1 then wrong_position ();
  { rows = List.length rows; columns; stand }

(* Edges `1-2`, `1l2`, `1>2`, vertices `3`, labels `3:x`. *)
let read_graph text position =
  let kinds = Array.sub text.states text.pieces (Array.length text.states - text.pieces) in
  let known c = Array.exists (fun k -> k = c) kinds in
  let all = codes position in
  Array.iter (fun c -> if c >= 0x80 then ignore (is_letter c)) all;
  let words =
    let word, words =
      Array.fold_left
        (fun (word, words) c -> if is_space c then ([], if word = [] then words else List.rev word :: words) else (c :: word, words))
        ([], []) all
    in
    List.rev (if word = [] then words else List.rev word :: words)
  in
  let number digits =
    if digits = [] || List.length digits > 9 || not (List.for_all is_digit digits) then wrong_position ();
    List.fold_left (fun n c -> (10 * n) + c - 48) 0 digits
  in
  let rec split found = function
    | c :: rest when not (found c) -> let a, b = split found rest in (c :: a, b)
    | rest -> ([], rest)
  in
  let vertices = Hashtbl.create 16 and labels = Hashtbl.create 16 and edges = ref [] in
  let add v = Hashtbl.replace vertices v () in
  List.iter
    (fun word ->
      if is (List.hd word) '@' then refuse "after";
      match split (fun c -> is c ':') word with
      | vertex, _ :: label ->
          let v = number vertex in
          (match label with
          | [ c ] -> (
              match state text c with
              | Some s when s <> none && s < text.pieces -> Hashtbl.replace labels v s
              | _ -> wrong_position ())
          | _ -> wrong_position ());
          add v
      | _, [] -> (
          match split (fun c -> not (is_digit c)) word with
          | digits, [] -> add (number digits)
          | first, kind :: second ->
              let a = number first in
              let b = number second in
              let state =
                if is kind '>' && Array.length kinds > 0 then state text kinds.(0)
                else if (is kind '>' || is kind '-') && Array.length kinds = 0 then Some none
                else if known kind then state text kind
                else None
              in
              (match state with
              | None -> wrong_position ()
              | Some s -> edges := (a, b, is kind '>', s) :: !edges);
              add a;
              add b;
              if Hashtbl.length vertices + List.length !edges > 4 * most_sites then wrong_position ()))
    words;
  let vertices = List.sort compare (Hashtbl.fold (fun v () all -> v :: all) vertices []) in
  let places = Hashtbl.create 16 in
  List.iteri (fun i v -> Hashtbl.replace places v i) vertices;
  let edges = List.rev !edges in
  let edge_sites = Array.length kinds > 0 in
  let label v = match Hashtbl.find_opt labels v with Some s -> s | None -> empty in
  let cells = List.map label vertices @ if edge_sites then List.map (fun (_, _, _, s) -> s) edges else [] in
  let count = List.length cells in
  if count = 0 || count > most_sites then wrong_position ();
  let place v = Hashtbl.find places v in
  ( { rows = 0; columns = count; stand = String.of_seq (Seq.map Char.chr (List.to_seq cells)) },
    { vertices = List.length vertices;
      edges = Array.of_list (List.map (fun (a, b, one_way, _) -> (place a, place b, one_way)) edges);
      edge_sites } )

let read source settings position =
  let text = Boardtext.read source settings in
  let start, graph = if text.kind = Graph then read_graph text position else (read_rows text position, no_graph) in
  (* A part may be turned; among hexagons a turn makes it longer. *)
  let size = if text.kind = Hex then start.rows + start.columns else max start.rows start.columns in
  let left = templates_of text graph (size, size) text.moves.(0) in
  let right = templates_of text graph (size, size) text.moves.(1) in
  let never_set = forbidden text graph (size, size) in
  let passes set = Templates.exists (fun t -> t.needs = []) set in
  if passes left || passes right then refuse "loopy";
  let all = [ left; right; never_set ] in
  let asks t = List.exists (fun (_, mask, _) -> (mask lsr none) land 1 = 1) t.needs in
  { text;
    graph;
    sets = [| left; right |];
    never_set;
    turns_of = motions text all;
    frames = Hashtbl.create 64;
    asks_for_none = List.exists (Templates.exists asks) all;
    impartial = Templates.equal left right;
    start }

(* A board, or a part of one, as entries have it; nothing if it is none. *)
let board game part =
  if game.text.kind = Graph then begin
    let cells = Array.map (fun c -> state game.text c) (codes part) in
    if Array.length cells <> String.length game.start.stand || Array.mem None cells then wrong "an entry has no part of the board";
    { game.start with stand = String.init (Array.length cells) (fun i -> Char.chr (Option.get cells.(i))) }
  end
  else read_rows game.text part

let site_of board (row, column) =
  if 0 <= row && row < board.rows && 0 <= column && column < board.columns then Some ((row * board.columns) + column)
  else None

let place game board by t =
  let graph = game.text.kind = Graph in
  let site (r, c) = if graph then Some r else site_of board (r + fst by, c + snd by) in
  let rec cells all = function
    | [] -> Some (List.rev all)
    | (at, mask, map) :: rest -> (
        match site at with
        | Some s -> cells ((s, mask, map) :: all) rest
        (* Outside of the board is no cell. *)
        | None -> if (mask lsr none) land 1 = 1 then cells all rest else None)
  in
  match cells [] t.needs with
  | None -> None
  | Some sites ->
      let asked =
        List.map
          (fun (cells, mask, least, most) ->
            (List.sort_uniq compare (List.filter_map site cells), mask land lnot (1 lsl none), least, most))
          t.counts
      in
      let looked = List.map (fun (s, _, _) -> s) sites @ List.concat_map (fun (cells, _, _, _) -> cells) asked in
      let written = List.filter_map (fun (s, _, map) -> if map <> identity then Some s else None) sites in
      Some { sites; asked; looks = bits looked; writes = bits written }

let frame game board =
  let size = (board.rows, board.columns) in
  match Hashtbl.find_opt game.frames size with
  | Some frame -> frame
  | None ->
      let laid set =
        let all = ref [] in
        Templates.iter
          (fun t ->
            if game.text.kind = Graph then Option.iter (fun p -> all := p :: !all) (place game board (0, 0) t)
            else begin
              let last f = List.fold_left (fun most (at, _, _) -> max most (f at)) 0 t.needs in
              for row = -last fst to board.rows - 1 do
                for column = -last snd to board.columns - 1 do
                  Option.iter (fun p -> all := p :: !all) (place game board (row, column) t)
                done
              done
            end)
          set;
        Array.of_list (List.rev !all)
      in
      let near site =
        if game.text.kind = Graph then graph_near game.graph site
        else
          let r = site / board.columns and c = site mod board.columns in
          List.filter_map (fun (dr, dc) -> site_of board (r + dr, c + dc)) game.text.steps
      in
      let made =
        { laid_moves = Array.map laid game.sets;
          laid_never = laid game.never_set;
          near = Array.init (String.length board.stand) near }
      in
      Hashtbl.add game.frames size made;
      made

let fits stand p =
  let stands mask s = (mask lsr Char.code stand.[s]) land 1 = 1 in
  List.for_all (fun (s, mask, _) -> stands mask s) p.sites
  && List.for_all
       (fun (cells, mask, least, most) ->
         let found = List.length (List.filter (stands mask) cells) in
         least <= found && found <= most)
       p.asked

let legal game frame before after =
  if Array.length frame.laid_never = 0 && game.text.liberties = [] then true
  else begin
    let length = String.length after in
    let sites = List.init length Fun.id in
    let changed = List.filter (fun s -> before.[s] <> after.[s]) sites in
    let mask = bits changed in
    if Array.exists (fun p -> meets p.looks mask && fits after p) frame.laid_never then false
    else
      let concerned = Array.make length false in
      List.iter (fun s -> concerned.(s) <- true; List.iter (fun n -> concerned.(n) <- true) frame.near.(s)) changed;
      (* All cells of a kind that steps to neighbours lead to from a cell, and whether one of them has an empty neighbour. *)
      let breathes kind s =
        let group = Array.make length false in
        let rec visit free = function
          | [] -> free
          | s :: rest when group.(s) -> visit free rest
          | s :: rest ->
              group.(s) <- true;
              let is_kind k n = Char.code after.[n] = k in
              let free = free || List.exists (is_kind empty) frame.near.(s) in
              visit free (List.filter (is_kind kind) frame.near.(s) @ rest)
        in
        visit false [ s ]
      in
      List.for_all
        (fun kind -> List.for_all (fun s -> (not concerned.(s)) || Char.code after.[s] <> kind || breathes kind s) sites)
        game.text.liberties
  end

(* The positions after the moves of a player (0 is Left), sorted, each once. *)
let moves game board player =
  let frame = frame game board in
  let all = ref [] in
  Array.iter
    (fun p ->
      if fits board.stand p then begin
        let cells = Bytes.of_string board.stand in
        List.iter (fun (s, _, map) -> Bytes.set cells s map.[Char.code (Bytes.get cells s)]) p.sites;
        let stand = Bytes.to_string cells in
        if legal game frame board.stand stand then all := stand :: !all
      end)
    frame.laid_moves.(player);
  List.map (fun stand -> { board with stand }) (List.sort_uniq String.compare !all)

(* Moves and forbidden patterns that may ever fit, and cells that may ever change: a cell may have every state that some such
   move makes, whatever becomes of other cells. *)
let live game frame stand =
  let may = Array.init (String.length stand) (fun s -> 1 lsl Char.code stand.[s]) in
  let possible p = List.for_all (fun (s, mask, _) -> mask land may.(s) <> 0) p.sites in
  let players = if game.impartial then [ 0 ] else [ 0; 1 ] in
  let rec grow () =
    let grown = ref false and found = ref [] in
    List.iter
      (fun player ->
        Array.iteri
          (fun i p ->
            if possible p then begin
              found := (player, i) :: !found;
              List.iter
                (fun (s, mask, map) ->
                  if map <> identity then begin
                    let was = may.(s) land mask in
                    let more = ref may.(s) in
                    for state = 0 to most_states - 1 do
                      if (was lsr state) land 1 = 1 then more := !more lor (1 lsl image map state)
                    done;
                    if !more <> may.(s) then begin
                      grown := true;
                      may.(s) <- !more
                    end
                  end)
                p.sites
            end)
          frame.laid_moves.(player))
      players;
    if !grown then grow () else List.rev !found
  in
  let found = grow () in
  let varies =
    List.fold_left (fun all (player, i) -> Z.logor all frame.laid_moves.(player).(i).writes) Z.zero found
  in
  let never = ref [] in
  Array.iteri (fun i p -> if meets p.looks varies && possible p then never := i :: !never) frame.laid_never;
  (found, List.rev !never, varies)

let restricted board mask =
  { board with stand = String.mapi (fun s state -> if has mask s then state else Char.chr none) board.stand }

(* The least of the images of a part under the motions that keep the rules, without empty margins. *)
let preferred game board =
  let there = ref [] in
  String.iteri
    (fun s state ->
      if Char.code state <> none && board.rows > 0 then
        there := ((s / board.columns, s mod board.columns), state) :: !there)
    board.stand;
  let under motion =
    let cells = List.map (fun (at, state) -> (motion at, state)) !there in
    let least f = List.fold_left (fun low (at, _) -> min low (f at)) max_int cells in
    let most f = List.fold_left (fun high (at, _) -> max high (f at)) min_int cells in
    let top = least fst and left = least snd in
    let height = most fst - top + 1 and width = most snd - left + 1 in
    if height * width > most_sites then None
    else begin
      let stand = Bytes.make (height * width) (Char.chr none) in
      List.iter (fun ((r, c), state) -> Bytes.set stand (((r - top) * width) + c - left) state) cells;
      Some { rows = height; columns = width; stand = Bytes.to_string stand }
    end
  in
  if !there = [] then board
  else
    match List.filter_map under game.turns_of with
    | [] -> board
    | first :: rest -> List.fold_left (fun least b -> if compare b least < 0 then b else least) first rest

(* The parts of a position that are games of their own. *)
let parts game board =
  let frame = frame game board in
  let found, never, varies = live game frame board.stand in
  if found = [] then []
  else begin
    let looks (player, i) = frame.laid_moves.(player).(i).looks in
    let exception Whole in
    try
      if game.text.liberties <> [] then raise Whole;
      (* Classes: cells that vary and are joined, and all that is looked at from there. *)
      let join classes looked =
        let varying = Z.logand looked varies in
        if Z.equal varying Z.zero then raise Whole;
        let met, others = List.partition (fun (v, _) -> meets v varying) classes in
        List.fold_left (fun (v, k) (v', k') -> (Z.logor v v', Z.logor k k')) (varying, looked) met :: others
      in
      let classes = List.fold_left join [] (List.map looks found) in
      let classes = List.fold_left join classes (List.map (fun i -> frame.laid_never.(i).looks) never) in
      if game.asks_for_none then
        (* What is left out could make a move possible that asks for no cell. *)
        List.iter
          (fun (varying, kept) ->
            let found', never', _ = live game frame (restricted board kept).stand in
            if
              List.filter (fun m -> meets (looks m) varying) found <> found'
              || List.filter (fun i -> meets frame.laid_never.(i).looks varying) never <> never'
            then raise Whole)
          classes;
      List.map (fun (_, kept) -> preferred game (restricted board kept)) classes
    with Whole -> [ preferred game board ]
  end
