(* The language of boards (docs/boards.md): texts of rules, read. Outside the proof. `loopy`, `after:`, `if nothing falls`,
   `end:` with an expression, `then reachable`, `where` and `'` are refused, as the checker in Rust refuses them. *)

exception Refused of string

(* What is wrong with a text, or with a position. *)
let wrong format = Json.bad format
let refuse what = raise (Refused what)
let most_states = 17
let none = 0
let empty = 1
let most_number = 128

type kind = Grid | Hex | Strip | Graph
type becomes = Same | State of int | Turned | Step of int

(* A cell of a pattern: the states that may stand there, as bits, and what comes of them. *)
type cell = { edge : bool; whatever : bool; mask : int; becomes : becomes }
type item = { cells : cell array; least : int; most : int option }
type pattern = Line of item array | Shape of ((int * int) * cell) list
type direction = By of int * int | Turns | Turns_and_flips | Edges | Arrows
type stage = { pattern : pattern; along : direction list }
type count = Every | Between of int * int
type alternative = { stages : stage list; conditions : (count * int) list; effects : (int * int) list }

type t = {
  name : string;
  kind : kind;
  (* The characters of the states: no cell, empty, the pieces, then the kinds of edges. *)
  states : int array;
  pieces : int;
  turn : (int * int) list;
  steps : (int * int) list;
  moves : alternative list array;
  never : stage list;
  liberties : int list;
  misere : bool;
}

(* Characters of a text. Those that are neither ASCII nor letters of the usual alphabets are not known here. *)
let codes s =
  let rec from i all =
    if i >= String.length s then List.rev all
    else
      let c = Char.code s.[i] in
      let more = if c < 0x80 then 0 else if c < 0xe0 then 1 else if c < 0xf0 then 2 else 3 in
      let first = if more = 0 then c else c land (0x3f lsr more) in
      let code = ref first in
      for k = 1 to more do code := (!code lsl 6) lor (Char.code s.[i + k] land 0x3f) done;
      from (i + more + 1) (!code :: all)
  in
  Array.of_list (from 0 [])

let of_codes all =
  let buffer = Buffer.create 16 in
  Array.iter (Json.add_utf8 buffer) all;
  Buffer.contents buffer

let is c char = c = Char.code char
let is_digit c = 48 <= c && c <= 57
let within c = List.exists (fun (low, high) -> low <= c && c <= high)

(* White space of Unicode. *)
let is_space c =
  within c
    [ (9, 13); (32, 32); (0x85, 0x85); (0xa0, 0xa0); (0x1680, 0x1680); (0x2000, 0x200a); (0x2028, 0x2029); (0x202f, 0x202f);
      (0x205f, 0x205f); (0x3000, 0x3000) ]

(* Letters beside those of names of games on tuples; numbers that are no letters; signs. Of other characters nothing is known here. *)
let letters = [ (0xaa, 0xaa); (0xb5, 0xb5); (0xba, 0xba); (0x3006, 0x3006); (0xff21, 0xff3a); (0xff41, 0xff5a); (0xff66, 0xff9f) ]
let numbers = [ (0xb2, 0xb3); (0xb9, 0xb9); (0xbc, 0xbe); (0x2460, 0x249b); (0x2776, 0x2793); (0xff10, 0xff19) ]

let signs =
  [ (0x80, 0xbf); (0xd7, 0xd7); (0xf7, 0xf7); (0x375, 0x375); (0x37e, 0x37e); (0x387, 0x387); (0x3f6, 0x3f6); (0x482, 0x489);
    (0x1680, 0x1680); (0x2000, 0x2064); (0x2190, 0x245f); (0x2500, 0x2bff); (0x3000, 0x3004); (0x3008, 0x3020); (0xff01, 0xff0f);
    (0xff1a, 0xff20); (0xff3b, 0xff40); (0xff5b, 0xff65); (0xfffd, 0xfffd); (0x1f300, 0x1faff) ]

let is_letter c =
  if c < 0x80 then (65 <= c && c <= 90) || (97 <= c && c <= 122)
  else if Letters.is_letter c || within c letters then true
  else if within c numbers || within c signs then false
  else refuse (Printf.sprintf "the character U+%04X" c)

let is_alphanumeric c = is_digit c || is_letter c || within c numbers

let state_of states c =
  let rec from i = if i >= Array.length states then None else if states.(i) = c then Some i else from (i + 1) in
  from 0

let state text c = state_of text.states c

(* What comes of a state; nothing where there is no such piece. *)
let after text becomes s =
  match becomes with
  | Same -> Some s
  | State to_ -> Some to_
  | Turned -> (
      match List.find_opt (fun (a, b) -> a = s || b = s) (List.rev text.turn) with
      | Some (a, b) -> Some (if a = s then b else a)
      | None -> Some s)
  | Step step ->
      let piece s = s >= empty && s < text.pieces in
      if piece s && piece (s + step) then Some (s + step) else None

let plane word =
  match word with
  | "right" -> [ (0, 1) ]
  | "left" -> [ (0, -1) ]
  | "up" -> [ (-1, 0) ]
  | "down" -> [ (1, 0) ]
  | "horizontal" -> [ (0, 1); (0, -1) ]
  | "vertical" -> [ (-1, 0); (1, 0) ]
  | "orthogonal" -> [ (0, 1); (0, -1); (-1, 0); (1, 0) ]
  | "diagonal" -> [ (-1, 1); (1, -1); (-1, -1); (1, 1) ]
  | "rising" -> [ (-1, 1); (1, -1) ]
  | "falling" -> [ (-1, -1); (1, 1) ]
  | "all" -> [ (0, 1); (0, -1); (-1, 0); (1, 0); (-1, 1); (1, -1); (-1, -1); (1, 1) ]
  | "knight" -> [ (1, 2); (1, -2); (-1, 2); (-1, -2); (2, 1); (2, -1); (-2, 1); (-2, -1) ]
  | "hex" -> [ (0, 1); (0, -1); (-1, 0); (1, 0); (-1, 1); (1, -1) ]
  | _ -> []

(* The directions of a word on a kind of board; none if it is not known there. *)
let directions_of word kind =
  let plain = List.map (fun (r, c) -> By (r, c)) (plane word) in
  match (word, kind) with
  | "turns", (Grid | Hex) -> [ Turns ]
  | "turns-and-flips", (Grid | Hex) -> [ Turns_and_flips ]
  | "edges", Graph -> [ Edges ]
  | "arrows", Graph -> [ Arrows ]
  | _, Grid -> if word = "hex" then [] else plain
  | ("right" | "left" | "hex"), Hex -> plain
  | ("right" | "left" | "horizontal"), Strip -> plain
  | _ -> []

(* The other player's moves: pieces exchanged, the plane moved. *)
type mirror = { exchange : (int * int) list; motion : int * int -> int * int }

let mirrored m one =
  let state s =
    match List.find_opt (fun (a, b) -> a = s || b = s) m.exchange with
    | Some (a, b) -> if a = s then b else a
    | None -> s
  in
  let mask bits =
    List.fold_left (fun all s -> if (bits lsr s) land 1 = 1 then all lor (1 lsl state s) else all) 0 (List.init 32 Fun.id)
  in
  let cell c =
    { c with
      mask = (if c.whatever then c.mask else mask c.mask);
      becomes = (match c.becomes with State s -> State (state s) | other -> other) }
  in
  let stage s =
    { pattern =
        (match s.pattern with
        | Line items -> Line (Array.map (fun i -> { i with cells = Array.map cell i.cells }) items)
        | Shape cells -> Shape (List.map (fun (at, c) -> (m.motion at, cell c)) cells));
      along = List.map (function By (r, c) -> let r, c = m.motion (r, c) in By (r, c) | other -> other) s.along }
  in
  { stages = List.map stage one.stages;
    conditions = List.map (fun (n, bits) -> (n, mask bits)) one.conditions;
    effects = List.map (fun (a, b) -> (state a, state b)) one.effects }

(* What a cell of one side of a pattern says. *)
type sign = States of int | Gone | Unchanged | Turn | Change of int | Nothing | Whatever
type side = { on_edge : bool; sign : sign }
type group = { sides : side list; from : int; upto : int option }
type section = No_section | Player of int | Both | Never

(* The words with which a line begins, and in which pass it is read. *)
let line_words =
  [ ("game", 0); ("board", 0); ("pieces", 0); ("edges", 1); ("turn", 2); ("neighbours", 2); ("neighbors", 2); ("end", 2);
    ("loopy", 2); ("left", 3); ("right", 3); ("both", 3); ("never", 3); ("legal", 3); ("after", 3) ]

let read source settings =
  if String.length source > 65536 then wrong "the text of the rules is too long";
  let lines =
    List.map
      (fun line ->
        let line = codes line in
        let length = ref (Array.length line) in
        while !length > 0 && is line.(!length - 1) '\r' do decr length done;
        let cut = ref !length in
        for i = !length - 2 downto 0 do if is line.(i) '/' && is line.(i + 1) '/' then cut := i done;
        Array.sub line 0 !cut)
      (String.split_on_char '\n' source)
  in
  (* What is left of the line. *)
  let line = ref [||] and at = ref 0 and number = ref 0 in
  let fail () = wrong "the text of the rules is wrong in line %d" !number in
  let need holds = if not holds then fail () in
  let parameters = ref [] and section = ref No_section and seen = ref [] in
  let mirrors = [| None; None |] in
  let name = ref "" and kind = ref Grid in
  let states = ref [| Char.code '#'; Char.code '.' |] and pieces = ref 2 in
  let turn = ref [] and neighbours = ref None in
  let moves = [| []; [] |] and never = ref [] and liberties = ref [] and misere = ref false in
  let here () = if !at < Array.length !line then Some !line.(!at) else None in
  let starts_here text =
    let n = String.length text in
    !at + n <= Array.length !line && List.for_all (fun i -> is !line.(!at + i) text.[i]) (List.init n Fun.id)
  in
  let skip () = while (match here () with Some c -> is_space c | None -> false) do incr at done in
  let peek () = skip (); here () in
  let next () = let c = peek () in (if c <> None then incr at); c in
  let sign text = skip (); let found = starts_here text in (if found then at := !at + String.length text); found in
  (* The letters that stand next, and where they end. *)
  let letters () =
    skip ();
    let last = ref !at in
    while !last < Array.length !line && is_letter !line.(!last) do incr last done;
    (of_codes (Array.sub !line !at (!last - !at)), !last)
  in
  let word text = let found, last = letters () in if found = text then (at := last; true) else false in
  let ended () = match peek () with None -> true | Some c -> is c '#' in
  let over () = need (ended ()) in
  let read_name () =
    skip ();
    match here () with
    | Some c when is_letter c ->
        let part c = is c '-' || is c '_' || is c '\'' || is_alphanumeric c in
        let last = ref !at in
        while !last < Array.length !line && part !line.(!last) do incr last done;
        if !last < Array.length !line && is !line.(!last) '>' && is !line.(!last - 1) '-' then decr last;
        let found = of_codes (Array.sub !line !at (!last - !at)) in
        at := !last;
        found
    | _ -> ""
  in
  (* A number, or a parameter. *)
  let amount () =
    skip ();
    let first = !at in
    let value = ref 0 in
    while (match here () with Some c -> is_digit c | None -> false) do
      value := min (most_number + 1) ((10 * !value) + !line.(!at) - 48);
      incr at
    done;
    if !at > first then (need (!value <= most_number); !value)
    else
      let found = read_name () in
      match List.assoc_opt found !parameters with Some v -> v | None -> fail ()
  in
  let game () =
    name := read_name ();
    need (!name <> "");
    if sign "(" then begin
      let rec more () =
        let one = read_name () in
        let fresh = one <> "" && not (List.mem_assoc one !parameters) in
        let is_given = sign "=" in
        need (fresh && is_given);
        let value = amount () in
        parameters := (one, value) :: !parameters;
        if sign "," then more ()
      in
      more ();
      need (sign ")")
    end;
    List.iter
      (fun (one, value) ->
        need (List.mem_assoc one !parameters && value <= most_number);
        parameters := (one, value) :: List.remove_assoc one !parameters)
      settings;
    over ()
  in
  let read_pieces edges =
    let rec more () =
      match peek () with
      | None -> ()
      | Some c when is c '#' -> ()
      | Some c ->
          incr at;
          if not (is c '.' && not edges) then begin
            need ((edges && is c '-') || is_alphanumeric c);
            need (state_of !states c = None && Array.length !states < most_states);
            states := Array.append !states [| c |];
            if not edges then pieces := Array.length !states
          end;
          more ()
    in
    more ()
  in
  let piece gone =
    match next () with
    | None -> fail ()
    | Some c -> ( match state_of !states c with Some s when s <> none || gone -> s | _ -> fail ())
  in
  let pairs arrow gone =
    let rec more all =
      let one = piece false in
      need (sign arrow);
      let other = piece gone in
      let all = (one, other) :: all in
      if sign "," then more all else List.rev all
    in
    more []
  in
  let exchanges () = pairs "<->" false in
  let effects () = pairs "->" true in
  let directions () =
    let rec more all =
      let found = directions_of (read_name ()) !kind in
      need (found <> []);
      let all = List.fold_left (fun all d -> if List.mem d all then all else all @ [ d ]) all found in
      if sign "," || word "and" then more all else all
    in
    more []
  in
  let range low high = List.fold_left (fun all s -> all lor (1 lsl s)) 0 (List.init (max 0 (high - low)) (fun i -> low + i)) in
  (* `xo]`, `1-9]`, `^x]`, after the bracket: states from 1 to below the number. *)
  let clas high =
    let negated = sign "^" in
    let hyphen_is_edge =
      Array.exists (fun c -> is c '-') (Array.sub !states !pieces (Array.length !states - !pieces))
    in
    let rec more mask =
      match next () with
      | None -> fail ()
      | Some c when is c ']' -> mask
      | Some found ->
          let last =
            match here () with
            | Some c when is c '-' && not hyphen_is_edge -> (
                incr at;
                match next () with Some c -> c | None -> fail ())
            | _ -> found
          in
          let inside = ref 0 in
          for s = 1 to high - 1 do
            if found <= !states.(s) && !states.(s) <= last then inside := !inside lor (1 lsl s)
          done;
          need (!inside <> 0);
          more (mask lor !inside)
    in
    let mask = more 0 in
    let mask = if negated then range 1 high land lnot mask else mask in
    need (mask <> 0);
    mask
  in
  let condition () =
    let found, last = letters () in
    at := last;
    let count =
      match found with
      | "no" -> Between (0, 0)
      | "some" -> Between (1, max_int)
      | "every" -> Every
      | "exactly" -> let n = amount () in Between (n, n)
      | "at" ->
          if word "least" then let n = amount () in Between (n, max_int)
          else if word "most" then let n = amount () in Between (0, n)
          else fail ()
      | _ -> fail ()
    in
    let named = List.exists word [ "neighbour"; "neighbours"; "neighbor"; "neighbors" ] in
    let verb = word "is" || word "are" in
    need (named && verb);
    match peek () with
    | Some c when is c '[' -> incr at; (count, clas (Array.length !states))
    | _ -> (count, 1 lsl piece false)
  in
  (* A cell; none at a keyword, an arrow or the end. *)
  let side () =
    match peek () with
    | None -> None
    | Some c ->
        let found, _ = letters () in
        if List.mem found [ "along"; "if"; "then"; "and"; "where" ] || starts_here "->" || is c ')' || is c '/' then None
        else begin
          incr at;
          let cell sign = Some { on_edge = false; sign } in
          match if c < 0x80 then Char.chr c else 'x' with
          | '<' ->
              let rec more other mask =
                match next () with
                | None -> fail ()
                | Some c when is c '>' -> (other, mask)
                | Some c when is c '_' -> more (Some Unchanged) mask
                | Some c when is c '#' -> more (Some Gone) mask
                | Some c when is c '~' -> more (Some Turn) mask
                | Some c -> (
                    match state_of !states c with
                    | Some s when s >= !pieces -> more other (mask lor (1 lsl s))
                    | _ -> fail ())
              in
              let sign =
                match more None 0 with
                | Some sign, 0 -> sign
                | None, mask when mask > 0 -> States mask
                | _ -> fail ()
              in
              Some { on_edge = true; sign }
          | '[' ->
              if sign "+1" then (need (sign "]"); cell (Change 1))
              else if sign "-1" then (need (sign "]"); cell (Change (-1)))
              else cell (States (clas !pieces))
          | '_' -> cell Unchanged
          | '~' -> cell Turn
          | '\'' -> refuse "'"
          | '$' -> cell Nothing
          | '?' -> cell Whatever
          | '#' -> cell Gone
          | _ -> (
              match state_of !states c with
              | Some s when s < !pieces -> cell (States (1 lsl s))
              | _ -> fail ())
        end
  in
  let group () =
    let sides =
      if sign "(" then begin
        let rec more all =
          if sign ")" then List.rev all
          else match side () with Some s -> more (s :: all) | None -> fail ()
        in
        let sides = more [] in
        need (sides <> []);
        Some sides
      end
      else Option.map (fun s -> [ s ]) (side ())
    in
    match sides with
    | None -> None
    | Some sides ->
        let from, upto =
          match here () with
          | Some c when is c '*' -> incr at; (0, None)
          | Some c when is c '+' -> incr at; (1, None)
          | Some c when is c '{' ->
              incr at;
              let from = amount () in
              let upto =
                if not (sign ",") then Some from
                else match peek () with Some c when is c '}' -> None | _ -> Some (amount ())
              in
              need (sign "}");
              (from, upto)
          | _ -> (1, Some 1)
        in
        need ((from, upto) = (1, Some 1) || not (List.exists (fun s -> s.sign = Nothing || s.sign = Whatever) sides));
        Some { sides; from; upto }
  in
  let rows () =
    let rec more done_ row =
      if sign "/" then more (List.rev row :: done_) []
      else match group () with Some g -> more done_ (g :: row) | None -> List.rev (List.rev row :: done_)
    in
    more [] []
  in
  let cell side result =
    let all = if side.on_edge then range !pieces (Array.length !states) else range 1 !pieces in
    let whatever = side.sign = Whatever in
    let mask =
      match side.sign with
      | States mask -> mask
      | Unchanged -> all
      | Nothing -> 1 lsl none
      | Whatever -> 0xffffffff
      | Gone | Turn | Change _ -> fail ()
    in
    let fixed = side.sign = Nothing || side.sign = Whatever in
    let becomes =
      match result with
      | None -> Same
      | Some result -> (
          if result.on_edge <> side.on_edge then fail ();
          match result.sign with
          | States set when set land (set - 1) = 0 && not fixed ->
              let rec place s = if set lsr s = 1 then s else place (s + 1) in
              State (place 0)
          | Gone when not fixed -> State none
          | Unchanged -> Same
          | Turn when (not fixed) && !turn <> [] -> Turned
          | Change step when (not fixed) && not side.on_edge -> Step step
          | (Nothing | Whatever) when side.sign = result.sign -> Same
          | _ -> fail ())
    in
    { edge = side.on_edge; whatever; mask; becomes }
  in
  let pattern rewrites =
    let before = rows () in
    need (List.exists (fun row -> row <> []) before);
    let after =
      if not rewrites then None
      else begin
        need (sign "->");
        let after = rows () in
        let shape = List.map (List.map (fun g -> (List.length g.sides, g.from, g.upto))) in
        need (shape before = shape after);
        Some after
      end
    in
    let item g result =
      let cells =
        match result with
        | None -> List.map (fun s -> cell s None) g.sides
        | Some r -> List.map2 (fun s r -> cell s (Some r)) g.sides r.sides
      in
      { cells = Array.of_list cells; least = g.from; most = g.upto }
    in
    let lines =
      match after with
      | None -> List.map (List.map (fun g -> item g None)) before
      | Some after -> List.map2 (List.map2 (fun g r -> item g (Some r))) before after
    in
    match lines with
    | [ line ] ->
        let edges = List.concat_map (fun i -> List.map (fun c -> c.edge) (Array.to_list i.cells)) line in
        let rec beside = function a :: (b :: _ as rest) -> (a && b) || beside rest | _ -> false in
        let ends = List.length edges > 1 && (List.hd edges || List.hd (List.rev edges)) in
        need ((not ends) && not (beside edges));
        Line (Array.of_list line)
    | _ ->
        let one r c i =
          need
            (i.least = 1 && i.most = Some 1
            && Array.length i.cells = 1
            && (not i.cells.(0).edge)
            && r <= 100 && c <= 100);
          ((r, c), i.cells.(0))
        in
        let cells = List.concat (List.mapi (fun r line -> List.mapi (fun c i -> one r c i) line) lines) in
        need ((!kind = Grid || !kind = Hex) && cells <> []);
        Shape cells
  in
  let stage rewrites =
    let pattern = pattern rewrites in
    let along = if word "along" then directions () else [] in
    let turns d = d = Turns || d = Turns_and_flips in
    (match pattern with
    | Line items ->
        let one = Array.length items = 1 && Array.length items.(0).cells = 1 && items.(0).most = Some 1 in
        need ((not (List.exists turns along)) && (one || along <> []))
    | Shape _ -> need (List.for_all turns along));
    { pattern; along }
  in
  let alternative () =
    match !section with
    | No_section -> fail ()
    | Never ->
        let s = stage false in
        never := !never @ [ s ];
        over ()
    | Player player when word "mirror" ->
        let motion_word () = let found, _ = letters () in found in
        let exchange =
          if (not (ended ())) && not (List.mem (motion_word ()) [ "turned"; "flipped"; "transposed" ]) then exchanges ()
          else []
        in
        let found, last = letters () in
        let motion (r, c) =
          match found with
          | "turned" -> (-r, -c)
          | "flipped" -> (-r, c)
          | "transposed" -> (c, r)
          | _ -> (r, c)
        in
        at := last;
        mirrors.(player) <- Some { exchange; motion };
        over ()
    | _ ->
        let first = stage true in
        let rec more stages conditions changes =
          if word "then" then
            if word "neighbours" || word "neighbors" then
              let found = effects () in
              more stages conditions (changes @ found)
            else if word "reachable" then refuse "then reachable"
            else begin
              let s = stage true in
              need (List.length stages < 8);
              more (stages @ [ s ]) conditions changes
            end
          else if word "where" then refuse "where"
          else if word "if" || (conditions <> [] && word "and") then begin
            if word "nothing" then refuse "if nothing falls";
            let c = condition () in
            more stages (conditions @ [ c ]) changes
          end
          else { stages; conditions; effects = changes }
        in
        let one = more [ first ] [] [] in
        over ();
        let add player = moves.(player) <- moves.(player) @ [ one ] in
        (match !section with Player player -> add player | _ -> add 0; add 1)
  in
  let one_line pass =
    let indented = match here () with Some c -> is_space c | None -> false in
    if not (ended ()) then begin
      let found, last = letters () in
      match List.assoc_opt found line_words with
      | None ->
          need (indented && !section <> No_section);
          if pass = 3 then alternative ()
      | Some whenever ->
          at := last;
          let colon = sign ":" in
          need (colon || whenever < 3);
          section :=
            (match found with
            | "left" -> Player 0
            | "right" -> Player 1
            | "both" -> Both
            | "never" -> Never
            | _ -> No_section);
          if whenever = pass then begin
            let found = if found = "neighbors" then "neighbours" else found in
            if whenever < 3 && found <> "turn" then begin
              need (not (List.mem found !seen));
              seen := found :: !seen
            end;
            match found with
            | "game" -> game ()
            | "board" ->
                kind :=
                  (match read_name () with
                  | "grid" -> Grid
                  | "hex" -> Hex
                  | "strip" -> Strip
                  | "graph" -> Graph
                  | _ -> fail ());
                over ()
            | "pieces" -> read_pieces false
            | "edges" -> read_pieces true
            | "turn" ->
                let found = exchanges () in
                turn := !turn @ found;
                over ()
            | "neighbours" ->
                let found = directions () in
                need (List.for_all (function By _ -> true | _ -> false) found || !kind = Graph);
                neighbours := Some found;
                over ()
            | "end" -> (
                let found, last = letters () in
                match found with
                | "normal" | "misere" | "mis\xc3\xa8re" ->
                    misere := found <> "normal";
                    at := last;
                    over ()
                | _ -> refuse "end: if ...")
            | "loopy" -> refuse "loopy"
            | "after" -> refuse "after"
            | "legal" ->
                List.iter (fun w -> need (word w)) [ "every"; "group"; "of" ];
                while fst (letters ()) <> "has" do
                  let p = piece false in
                  liberties := !liberties @ [ p ]
                done;
                List.iter (fun w -> need (word w)) [ "has"; "a"; "liberty" ];
                over ()
            | _ -> alternative ()
          end
    end
  in
  (* The kind of the board, parameters and pieces come first, wherever they stand; then what names them. *)
  for pass = 0 to 3 do
    section := No_section;
    List.iteri
      (fun i codes ->
        number := i + 1;
        line := codes;
        at := 0;
        one_line pass)
      lines
  done;
  number := 1;
  need (!name <> "" && List.mem "board" !seen);
  need (not (mirrors.(0) <> None && mirrors.(1) <> None));
  need (Array.length !states = !pieces || !kind = Graph);
  Array.iteri
    (fun player mirror ->
      match mirror with
      | None -> ()
      | Some m ->
          let others = List.map (mirrored m) moves.(1 - player) in
          need (others <> []);
          moves.(player) <- moves.(player) @ others)
    mirrors;
  need (moves.(0) <> [] || moves.(1) <> []);
  let usual = match !kind with Hex -> "hex" | Strip -> "horizontal" | Grid | Graph -> "orthogonal" in
  let along = match !neighbours with Some along -> along | None -> directions_of usual !kind in
  { name = !name;
    kind = !kind;
    states = !states;
    pieces = !pieces;
    turn = !turn;
    steps = List.filter_map (function By (r, c) -> Some (r, c) | _ -> None) along;
    moves;
    never = !never;
    liberties = !liberties;
    misere = !misere }
