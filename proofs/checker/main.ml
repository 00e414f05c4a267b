(* ishitori-verified-check FILE...: reads certificates and asks the extracted checker.

   This file, json.ml and sha256.ml are outside the proof. What has to be believed of them: that the
   document given to [Checker.check] says what the file says. *)

open Json

exception Unsupported of string

let unsupported format = Printf.ksprintf (fun text -> raise (Unsupported text)) format

(* The fields of an object: those that must be there, and those that may. *)
let fields what value needed optional =
  match value with
  | Object all ->
      List.iter
        (fun (name, _) ->
          if not (List.mem name needed || List.mem name optional) then
            bad "%s has no field %s" what name)
        all;
      List.iter (fun name -> if not (List.mem_assoc name all) then bad "%s needs the field %s" what name) needed;
      all
  | _ -> bad "%s is an object" what

let one_key what = function
  | Object [ (kind, value) ] -> (kind, value)
  | _ -> bad "%s is an object with one key" what

let number what = function Number n when Z.sign n >= 0 -> n | _ -> bad "%s is a number" what
let integer what = function Number n when Z.numbits n <= 63 -> n | _ -> bad "%s is an integer" what
let boolean what = function Bool b -> b | _ -> bad "%s is true or false" what
let text what = function String s -> s | _ -> bad "%s is a text" what
let list what item = function List l -> List.map (item what) l | _ -> bad "%s is a list" what
let get name all = List.assoc name all
let maybe name read all = Option.map (read name) (List.assoc_opt name all)
let number_of name all = number name (get name all)
let numbers name all = list name number (get name all)
let nothing what value = ignore (fields what value [] [])

(* Checks that are not worth their time are refused, never accepted. With milestones more heaps are worth it. *)
let usual_limit = Z.of_int 20_000_000
let milestones_limit = Z.shift_left Z.one 34
let limit = ref usual_limit
let within what n = if Z.gt n !limit then bad "limit: %s is too large for this checker" what else n

let letter = function
  | 'P' -> Z.zero
  | 'R' -> Z.one
  | 'L' -> Z.of_int 2
  | 'N' -> Z.of_int 3
  | _ -> bad "the letters are L, R, N and P"

let letters s = List.map letter (List.of_seq (String.to_seq s))

(* A digit of a code: which numbers of heaps may be left, as bits; the condition on their sizes; from where on every number may be. *)
let code_digit place value =
  let all = fields "a digit" value [ "parts" ] [ "every_from"; "sizes" ] in
  let parts = numbers "parts" all in
  let counts = parts @ Option.to_list (maybe "every_from" number all) in
  let rec increase = function
    | a :: (b :: _ as rest) -> Z.lt a b && increase rest
    | _ -> true
  in
  if not (increase counts) then bad "the numbers of heaps left must increase";
  if List.exists (fun j -> Z.gt j (Z.of_int 31)) counts then bad "the numbers of heaps are at most 31";
  if place = 0 && List.exists (fun j -> Z.lt j (Z.of_int 2)) counts then
    bad "a move must take a token or split the heap";
  let sizes =
    match maybe "sizes" text all with
    | None | Some "any" -> Checker.Any
    | Some "distinct" -> Checker.Distinct
    | Some "equal" -> Checker.Equal
    | Some _ -> bad "there are no such sizes"
  in
  let bits = List.fold_left (fun bits j -> Z.logor bits (Z.shift_left Z.one (Z.to_int j))) Z.zero parts in
  (bits, sizes, maybe "every_from" number all)

let rule value =
  match one_key "the rule" value with
  | "take-and-break", v ->
      let digits = numbers "digits" (fields "the rule" v [ "digits" ] []) in
      List.iter (fun d -> if Z.numbits d > 32 then bad "a digit is below 2^32") digits;
      Checker.TakeAndBreak digits
  | "subtraction", v ->
      Checker.Subtraction (List.map (within "a number") (numbers "set" (fields "the rule" v [ "set" ] [])))
  | "all-but", v ->
      Checker.AllBut
        (List.map (within "a number") (numbers "excluded" (fields "the rule" v [ "excluded" ] [])))
  | "partizan", v ->
      let all = fields "the rule" v [ "left"; "right"; "splits" ] [] in
      let set name = List.map (within "a number") (numbers name all) in
      Checker.Partizan (set "left", set "right", boolean "splits" (get "splits" all))
  | "code", v ->
      let all = fields "the rule" v [ "digits"; "repeat" ] [] in
      let digits = match get "digits" all with List l -> l | _ -> bad "digits is a list" in
      let digits = List.mapi code_digit digits in
      let part of_digit = List.map of_digit digits in
      Checker.Code
        ( part (fun (bits, _, _) -> bits),
          part (fun (_, sizes, _) -> sizes),
          part (fun (_, _, every) -> every),
          number_of "repeat" all )
  | "tuples", _ -> unsupported "the rule tuples"
  | "board", _ -> bad "boards have claims and proofs of their own"
  | kind, _ -> bad "there is no rule %s" kind

let ending value =
  let all = fields "the end" value [ "letters"; "repeat" ] [] in
  { Checker.letters = letters (text "letters" (get "letters" all)); block = number_of "repeat" all }

(* Games by their options, and those that stand for ends. *)
let games_of all =
  let game _ v =
    let all = fields "a game" v [ "left"; "right" ] [] in
    (numbers "left" all, numbers "right" all)
  in
  list "games" game (get "games" all)

let ends_of all =
  let ends = fields "the ends" (get "ends" all) [ "games"; "repeat" ] [] in
  (numbers "games" ends, number_of "repeat" ends)

(* The values of a milestone: one digit each, or two, the higher one first. *)
let value_digit = function
  | 'A' .. 'Z' as c -> Char.code c - 65
  | 'a' .. 'z' as c -> Char.code c - 71
  | '0' .. '9' as c -> Char.code c + 4
  | '+' -> 62
  | '/' -> 63
  | _ -> bad "values are written in A-Z, a-z, 0-9, + and /"

let values_of window digits =
  let digits = List.map value_digit (List.of_seq (String.to_seq digits)) in
  let rec pairs = function
    | a :: b :: rest -> Z.of_int ((64 * a) + b) :: pairs rest
    | [] -> []
    | [ _ ] -> bad "an odd number of digits"
  in
  if Z.equal window (Z.of_int (List.length digits)) then List.map Z.of_int digits else pairs digits

let claim value =
  match one_key "the claim" value with
  | "grundy-period", v ->
      let all =
        fields "the claim" v [ "preperiod"; "period"; "saltus"; "least" ] [ "max_value"; "win_lose" ]
      in
      let zeros _ v =
        let all = fields "win_lose" v [ "preperiod"; "period" ] [] in
        (number_of "preperiod" all, number_of "period" all)
      in
      Checker.GrundyPeriod
        { Checker.preperiod = within "the preperiod" (number_of "preperiod" all);
          period = within "the period" (number_of "period" all);
          saltus = number_of "saltus" all;
          is_least = boolean "least" (get "least" all);
          max_value = maybe "max_value" number all;
          win_lose = maybe "win_lose" zeros all }
  | "outcome-period", v ->
      let all = fields "the claim" v [ "end"; "preperiod"; "period"; "least"; "outcomes" ] [] in
      Checker.OutcomePeriod
        { Checker.oc_end = ending (get "end" all);
          oc_preperiod = within "the preperiod" (number_of "preperiod" all);
          oc_period = within "the period" (number_of "period" all);
          oc_least = boolean "least" (get "least" all);
          oc_outcomes = letters (text "outcomes" (get "outcomes" all)) }
  | "quotient", v ->
      let all =
        fields "the claim" v [ "end"; "order"; "outcomes" ] [ "up_to"; "preperiod"; "period" ]
      in
      let crossed, ending =
        match get "end" all with
        | String "moves" -> (false, { Checker.letters = [ letter 'L' ]; block = Z.one })
        | String _ -> bad "there is no such end"
        | v -> (true, ending v)
      in
      if List.length ending.Checker.letters > 65536 then bad "limit: too many letters";
      let extent =
        match (maybe "up_to" number all, maybe "preperiod" number all, maybe "period" number all) with
        | Some last, None, None -> Checker.UpTo (within "up_to" last)
        | None, Some n0, Some p -> Checker.Always (within "the preperiod" n0, within "the period" p)
        | _ -> bad "a quotient is of heaps up to some size, or of all with a preperiod and a period"
      in
      let counts = fields "outcomes" (get "outcomes" all) [ "P"; "N"; "L"; "R" ] [] in
      let order = number_of "order" all in
      if Z.gt order (Z.of_int 4000) then bad "limit: too many elements";
      Checker.Quotient
        { Checker.qc_end = ending;
          qc_crossed = crossed;
          qc_extent = extent;
          qc_order = order;
          qc_counts = List.map (fun name -> number_of name counts) [ "P"; "R"; "L"; "N" ] }
  | "value-period", v ->
      let all = fields "the claim" v [ "ends"; "preperiod"; "period"; "least"; "games"; "values" ] [] in
      let ends, repeat = ends_of all in
      Checker.ValuePeriod
        { Checker.vc_games = games_of all;
          vc_ends = ends;
          vc_repeat = repeat;
          vc_preperiod = within "the preperiod" (number_of "preperiod" all);
          vc_period = within "the period" (number_of "period" all);
          vc_least = boolean "least" (get "least" all);
          vc_values = numbers "values" all }
  | "value-growth", v ->
      let all = fields "the claim" v [ "ends"; "games"; "from"; "step"; "growing" ] [ "forms" ] in
      let ends, repeat = ends_of all in
      let option _ v =
        match one_key "an option" v with
        | "heap", h -> Checker.Heap (within "a heap" (number "heap" h))
        | "back", e -> Checker.Back (within "a heap" (number "back" e))
        | kind, _ -> bad "there is no option %s" kind
      in
      let form _ v =
        let all = fields "a form" v [ "first"; "left"; "right" ] [] in
        let side name = list name option (get name all) in
        (within "a heap" (number_of "first" all), (side "left", side "right"))
      in
      Checker.ValueGrowth
        { Checker.gc_games = games_of all;
          gc_ends = ends;
          gc_repeat = repeat;
          gc_from = within "from" (number_of "from" all);
          gc_step = within "the step" (number_of "step" all);
          gc_growing = numbers "growing" all;
          gc_forms = (match maybe "forms" (fun name -> list name form) all with None -> [] | Some l -> l) }
  | "formula", _ -> unsupported "the claim formula"
  | kind, _ -> bad "there is no claim %s" kind

let proof rule value =
  match one_key "the data" value with
  | "values", v -> nothing "values" v; Checker.ByValues
  | "heap-order", v ->
      let all = fields "heap-order" v [ "reach" ] [] in
      Checker.ByHeapOrder (within "the reach" (number_of "reach" all))
  | "milestones", v ->
      let all =
        fields "milestones" v
          [ "mask"; "position"; "reach"; "rare_count"; "last_rare"; "milestones"; "differing" ] []
      in
      let mask = number_of "mask" all in
      if Z.numbits mask > 24 then bad "limit: the mask is too large for this checker";
      let reach = within "the reach" (number_of "reach" all) in
      (* As many values as the window is long. *)
      let length = match rule with Checker.TakeAndBreak digits -> List.length digits | _ -> 0 in
      let window = Z.add reach (Z.of_int (length + 1)) in
      let stone _ v =
        let all = fields "a milestone" v [ "heap"; "values" ] [] in
        (within "a heap" (number_of "heap" all), values_of window (text "values" (get "values" all)))
      in
      Checker.ByMilestones
        { Checker.md_mask = mask;
          md_position = boolean "position" (get "position" all);
          md_reach = reach;
          md_rares = number_of "rare_count" all;
          md_last = number_of "last_rare" all;
          md_stones = list "milestones" stone (get "milestones" all);
          md_differing = numbers "differing" all }
  | "guy-smith", v -> nothing "guy-smith" v; Checker.ByGuySmith
  | "subtraction", v -> nothing "subtraction" v; Checker.BySubtraction
  | "all-but", v -> nothing "all-but" v; Checker.ByAllBut
  | "outcomes", v -> nothing "outcomes" v; Checker.ByOutcomes
  | "quotient", v ->
      let all = fields "quotient" v [ "generators"; "action"; "outcomes"; "phi" ] [] in
      Checker.ByQuotient
        { Checker.qd_generators = numbers "generators" all;
          qd_action = list "action" (fun what -> list what number) (get "action" all);
          qd_outcomes = letters (text "outcomes" (get "outcomes" all));
          qd_phi = numbers "phi" all }
  | "window", v ->
      let all =
        fields "window" v
          [ "mask"; "position"; "reach"; "start"; "proved_period"; "rare_count"; "last_rare" ] []
      in
      let mask = number_of "mask" all in
      if Z.numbits mask > 24 then bad "limit: the mask is too large for this checker";
      Checker.ByWindow
        { Checker.wd_mask = mask;
          wd_position = boolean "position" (get "position" all);
          wd_reach = within "the reach" (number_of "reach" all);
          wd_start = within "the start" (number_of "start" all);
          wd_proved = within "the proved period" (number_of "proved_period" all);
          wd_rares = number_of "rare_count" all;
          wd_last = number_of "last_rare" all }
  | "arithmetic", v ->
      let all = fields "arithmetic" v [ "proved_period"; "start" ] [] in
      (* All positions of heaps below the start are looked at. *)
      let few what n = if Z.gt n (Z.of_int 20_000) then bad "limit: %s is too large for this checker" what else n in
      Checker.ByArithmetic
        { Checker.ad_proved = few "the proved period" (number_of "proved_period" all);
          ad_start = few "the start" (number_of "start" all) }
  | (("formula" | "formula-wins") as kind), _ -> unsupported "the proof %s" kind
  | kind, _ -> bad "there is no proof %s" kind

(* Games on tuples, terms and conditions. *)

let words =
  String.split_on_char ' '
    "abs and bit bitand bitor both def div else end false for game gcd if in integers isqrt left let loopy max min misere \
     mod normal not or popcount position pow right shl show shr step terminal then true when where xor L N P R"

(* The characters of a text, which is UTF-8. *)
let characters s =
  let rec from i =
    if i >= String.length s then []
    else
      let c = Char.code s.[i] in
      let more = if c < 0x80 then 0 else if c < 0xe0 then 1 else if c < 0xf0 then 2 else 3 in
      let first = if more = 0 then c else c land (0x3f lsr more) in
      let add code k = (code lsl 6) lor (Char.code s.[i + k] land 0x3f) in
      List.fold_left add first (List.init more succ) :: from (i + more + 1)
  in
  from 0

let name what value =
  let s = text what value in
  let letter code = Letters.is_letter code || code = Char.code '_' in
  let inner code = letter code || code = Char.code '\'' || (Char.code '0' <= code && code <= Char.code '9') in
  let fits = match characters s with [] -> false | first :: _ as all -> letter first && List.for_all inner all && List.length all <= 40 in
  if (not fits) || List.mem s words then bad "%s is no name" what;
  s

let rec place at name = function
  | [] -> bad "nothing has the name %s" name
  | n :: rest -> if n = name then Z.of_int at else place (at + 1) name rest

let pair what = function List [ a; b ] -> (a, b) | _ -> bad "%s has two parts" what

let rec term names value =
  let two v make = let a, b = pair "a term" v in make (term names a) (term names b) in
  match one_key "a term" value with
  | "number", v -> Checker.TNumber (integer "a constant" v)
  | "name", v -> Checker.TName (place 0 (text "a name" v) names)
  | "sum", v -> Checker.TSum (list "a sum" (fun _ -> term names) v)
  | "times", v -> let a, t = pair "times" v in Checker.TTimes (integer "a factor" a, term names t)
  | "div", v -> let t, c = pair "div" v in Checker.TDiv (term names t, number "a divisor" c)
  | "mod", v -> let t, c = pair "mod" v in Checker.TMod (term names t, number "a divisor" c)
  | "min", v -> two v (fun a b -> Checker.TMin (a, b))
  | "max", v -> two v (fun a b -> Checker.TMax (a, b))
  | "xor", v -> two v (fun a b -> Checker.TBits (Z.zero, a, b))
  | "and", v -> two v (fun a b -> Checker.TBits (Z.one, a, b))
  | "or", v -> two v (fun a b -> Checker.TBits (Z.of_int 2, a, b))
  | "if", List [ c; a; b ] -> Checker.TIf (test names c, term names a, term names b)
  | kind, _ -> bad "there is no term %s" kind

and test names value =
  let two v make = let a, b = pair "a condition" v in make (term names a) (term names b) in
  match one_key "a condition" value with
  | "equal", v -> two v (fun a b -> Checker.CEqual (a, b))
  | "at-most", v -> two v (fun a b -> Checker.CAtMost (a, b))
  | "all", v -> Checker.CAll (list "all" (fun _ -> test names) v)
  | "any", v -> Checker.CAny (list "any" (fun _ -> test names) v)
  | "not", v -> Checker.CNot (test names v)
  | kind, _ -> bad "there is no condition %s" kind

let different names = if List.length (List.sort_uniq compare names) < List.length names then bad "a name is given twice"

(* Coordinates have the names 0, 1, ..., the variables of a move those after them. *)
let tuples value =
  let all = fields "the rule" value [ "coordinates"; "position"; "moves" ] [ "end" ] in
  let coordinates = list "coordinates" name (get "coordinates" all) in
  different coordinates;
  let move _ v =
    let all = fields "a move" v [ "variables"; "condition"; "option" ] [ "plus"; "player" ] in
    let names = coordinates @ list "variables" name (get "variables" all) in
    different names;
    let plus =
      match List.assoc_opt "plus" all with
      | None -> []
      | Some v -> list "plus" (fun what -> list what (fun _ -> term names)) v
    in
    let player =
      match maybe "player" text all with
      | None -> None
      | Some "left" -> Some true
      | Some "right" -> Some false
      | Some _ -> bad "a player is left or right"
    in
    let first =
      { Checker.m_variables = Z.of_int (List.length names - List.length coordinates);
        m_condition = test names (get "condition" all);
        m_option = list "option" (fun _ -> term names) (get "option" all);
        m_player = player }
    in
    { Checker.s_first = first; s_plus = plus }
  in
  let moves = list "moves" move (get "moves" all) in
  (* Where Left, and where Right, wins without a move. *)
  let ends =
    match maybe "end" (fun what v -> pair what v) all with
    | None -> None
    | Some (l, r) ->
        let l = test coordinates l and r = test coordinates r in
        Some (if l = r then Checker.SameEnd l else Checker.TwoEnds (l, r))
  in
  ( coordinates,
    ends,
    { Checker.s_width = Z.of_int (List.length coordinates);
      s_position = test coordinates (get "position" all);
      s_moves = moves } )

(* The game if no move leaves a sum. *)
let single game =
  if List.exists (fun m -> m.Checker.s_plus <> []) game.Checker.s_moves then None
  else
    Some
      { Checker.g_width = game.Checker.s_width;
        g_position = game.Checker.s_position;
        g_moves = List.map (fun m -> m.Checker.s_first) game.Checker.s_moves }

(* The bases of the automata that were read, and with their tracks the automata. *)
let bases = ref []
let automata = ref []

(* The parts of an automaton have to fit together. *)
let automaton tracks value =
  let all = fields "an automaton" value [ "nodes"; "states"; "accepting" ] [ "base" ] in
  bases := maybe "base" text all :: !bases;
  let wrong () = bad "the parts of an automaton do not fit together" in
  let node _ v = match list "a node" number v with [ t; lo; hi ] -> (t, lo, hi) | _ -> wrong () in
  let nodes = list "nodes" node (get "nodes" all) in
  let states = numbers "states" all in
  let accepting = numbers "accepting" all in
  let count = Z.of_int (List.length states) in
  let fits before r =
    let half = Z.shift_right r 1 in
    Z.lt half (if Z.is_even r then count else Z.of_int before)
  in
  List.iteri
    (fun i (t, lo, hi) -> if not (Z.lt t (Z.of_int tracks) && fits i lo && fits i hi) then wrong ())
    nodes;
  let rec increase = function a :: (b :: _ as rest) -> Z.lt a b && increase rest | _ -> true in
  if states = [] || (not (List.for_all (fits (List.length nodes)) states)) || not (increase accepting) then wrong ();
  if not (List.for_all (fun s -> Z.lt s count) accepting) then wrong ();
  let vector l = List.fold_left Vec.push Vec.empty l in
  let made = { Checker.nodes = vector (List.map (fun (t, lo, hi) -> (t, (lo, hi))) nodes); starts = vector states; accepting } in
  automata := (tracks, made) :: !automata;
  made

(* A base of the automata, all of whose places are alike: digits, fibonacci, pell, ostrowski:[0;a] with a period of one quotient. *)
let base name =
  let wrong () = bad "there is no base %s" name in
  let digits s = s <> "" && String.length s <= 3 && String.for_all (fun c -> '0' <= c && c <= '9') s in
  let quotient s = if digits s && int_of_string s <= 255 then int_of_string s else wrong () in
  let within first last =
    let n = String.length name and before = String.length first and after = String.length last in
    if n >= before + after && String.sub name 0 before = first && String.sub name (n - after) after = last then
      Some (String.sub name before (n - before - after))
    else None
  in
  match (name, within "ostrowski:[" "]") with
  | "fibonacci", _ -> Checker.fibonacci_base
  | "pell", _ -> Checker.quotient_base (Z.of_int 2)
  | _, Some inner -> (
      match String.index_opt inner ';' with
      | None -> wrong ()
      | Some i -> (
          let _ = quotient (String.sub inner 0 i) in
          let period = List.map quotient (String.split_on_char ',' (String.sub inner (i + 1) (String.length inner - i - 1))) in
          if List.mem 0 period || List.length period > 8 then wrong ();
          match period with
          | [ a ] -> Checker.quotient_base (Z.of_int a)
          | _ -> unsupported "the base %s" name))
  | _ ->
      let b = quotient name in
      if b < 3 then wrong () else Checker.integer_base (Z.of_int b)

(* Whether an automaton accepts nothing but numbers on a track if questions of other tracks are followed both ways, even where the same was asked
   before: the rule of docs/certificates.md, stricter than what the theorem needs. *)
let numbers_only base automaton track =
  let seen = Hashtbl.create 64 and waiting = Stack.create () in
  let reach place = if not (Hashtbl.mem seen place) then (Hashtbl.add seen place (); Stack.push place waiting) in
  reach (Z.zero, Checker.Unread);
  let right = ref true in
  while !right && not (Stack.is_empty waiting) do
    let state, numeral = Stack.pop waiting in
    let accepted = List.exists (Z.equal state) automaton.Checker.accepting in
    if accepted && numeral <> Checker.Unread && not (Checker.numeral_ends base numeral) then right := false
    else
      let asked = Hashtbl.create 16 in
      let rec follow r bit =
        if not (Hashtbl.mem asked (r, bit)) then (
          Hashtbl.add asked (r, bit) ();
          let half = Z.shift_right r 1 in
          let possible answer = match bit with None -> true | Some known -> known = answer in
          if Z.is_odd r then
            let of_, (lo, hi) = Vec.get (Z.zero, (Z.zero, Z.zero)) automaton.Checker.nodes half in
            let go (answer, next) =
              if not (Z.equal of_ (Z.of_int track)) then follow next bit else if possible answer then follow next (Some answer)
            in
            List.iter go [ (false, lo); (true, hi) ]
          else
            List.iter (fun c -> if possible c then reach (half, Checker.numeral_bit base c numeral)) [ false; true ])
      in
      follow (Vec.get Z.zero automaton.Checker.starts state) None
  done;
  !right

(* The base of all automata that were read, if it is not 2. *)
let common_base () =
  match List.sort_uniq compare !bases with
  | [] | [ None ] -> None
  | [ Some name ] ->
      let base = base name in
      let right (tracks, automaton) = List.for_all (numbers_only base automaton) (List.init tracks Fun.id) in
      if not (List.for_all right !automata) then bad "an automaton accepts what is no number";
      Some base
  | _ -> bad "automata read numbers in one base"

(* Grundy numbers are given by a term, or by an automaton. *)
type numbers = Term of Checker.term | Graph of Json.t

(* Strategies on boards. A part of a position has a number of its own, by which parts of sums are put in order. *)

type part = { number : Z.t; board : Boardgame.board }

type strategy =
  | Numbers_beside of (part, Z.t) Checker.board_entry list
  | Nimbers_beside of (part, Z.t) Checker.board_entry list
  | Alone of (part, unit) Checker.board_entry list

type board_game = {
  moves_of : bool -> part -> part list;
  parts_of : part -> part list;
  beginning : part;
  (* Whether Left, and Right, wins moving first; or the nimber. *)
  said : (bool * bool, Z.t) Either.t;
  strategy : strategy;
}

(* Numbers are multiples of 2^-12. *)
let places = 12
let unit_number = 1 lsl places
let most_parts = 128

(* The boards that are remembered at a time, with their moves and their parts. *)
let most_remembered = 1 lsl 16

(* What a game says of boards. *)
let numbered game =
  (* The last byte is not 0, so that different boards have different numbers. The lowest bits, by which the checker finds sums,
     are those of a hash. *)
  let part (b : Boardgame.board) =
    let size = Printf.sprintf "%c%c\001" (Char.chr b.Boardgame.rows) (Char.chr b.Boardgame.columns) in
    let hash = Hashtbl.hash b.Boardgame.stand in
    { number = Z.logor (Z.of_int hash) (Z.shift_left (Z.of_bits (b.Boardgame.stand ^ size)) 30); board = b }
  in
  let once table key make =
    match Hashtbl.find_opt table key with
    | Some found -> found
    | None ->
        let made = List.map part (make ()) in
        if Hashtbl.length table >= most_remembered then Hashtbl.reset table;
        Hashtbl.add table key made;
        made
  in
  let left = Hashtbl.create 4096 and right = Hashtbl.create 4096 and parts = Hashtbl.create 4096 in
  let moves_of is_left p =
    if is_left then once left p.board (fun () -> Boardgame.moves game p.board 0)
    else once right p.board (fun () -> Boardgame.moves game p.board 1)
  in
  let parts_of p = once parts p.board (fun () -> Boardgame.parts game p.board) in
  (part, moves_of, parts_of)

(* A number m/2^k in units, or a nimber. *)
let whole_number text =
  let digits = if text <> "" && text.[0] = '-' then String.sub text 1 (String.length text - 1) else text in
  let plain = digits <> "" && String.length digits <= 9 && String.for_all (fun c -> '0' <= c && c <= '9') digits in
  if not plain then bad "an entry has no number";
  let n = int_of_string ("0u" ^ digits) in
  if digits == text then n else -n

let dyadic text =
  let n =
    match String.index_opt text '/' with
    | None -> whole_number text * unit_number
    | Some at ->
        let below = whole_number (String.sub text (at + 1) (String.length text - at - 1)) in
        if below < 2 || below > unit_number || below land (below - 1) <> 0 then bad "an entry has no number";
        whole_number (String.sub text 0 at) * (unit_number / below)
  in
  if abs n > unit_number * 4096 then bad "an entry has no number";
  Z.of_int n

let small_nimber text =
  let n = whole_number text in
  if n < 0 || n > 4096 then bad "an entry has no nimber";
  Z.of_int n

(* The places of replies, two digits each; the last one says that none is needed. *)
let replies_of codes =
  if String.length codes mod 2 = 1 then bad "an odd number of digits";
  let digit i = value_digit codes.[i] in
  List.init
    (String.length codes / 2)
    (fun i ->
      let place = (64 * digit (2 * i)) + digit ((2 * i) + 1) in
      if place = (64 * 64) - 1 then None else Some (Z.of_int place))

let board_strategy rule claim data =
  let all = fields "the rule" rule [ "text"; "position" ] [ "parameters" ] in
  let setting _ v =
    let all = fields "a parameter" v [ "name"; "value" ] [] in
    let value = number_of "value" all in
    (text "a name" (get "name" all), if Z.fits_int value then Z.to_int value else max_int)
  in
  let settings = Option.value (maybe "parameters" (fun what -> list what setting) all) ~default:[] in
  let position = text "the position" (get "position" all) in
  let asked = fields "the claim" claim [ "game"; "board"; "play" ] [ "outcome"; "nimber" ] in
  let given = fields "board-strategy" data [ "entries" ] [] in
  let entries = list "entries" text (get "entries" given) in
  let name = text "game" (get "game" asked) and shown = text "board" (get "board" asked) in
  let outcome = maybe "outcome" text asked and nimber = maybe "nimber" number asked in
  let play = text "play" (get "play" asked) in
  let game = Boardgame.read (text "the text" (get "text" all)) settings position in
  let start = game.Boardgame.start in
  let short =
    let open Boardgame in
    if start.rows > 0 && String.for_all (fun c -> Char.code c = Boardtext.empty) start.stand then
      Printf.sprintf "%dx%d" start.rows start.columns
    else position
  in
  if name <> game.Boardgame.text.Boardtext.name || shown <> short then bad "the claim is about another game or board";
  (match (play, game.Boardgame.text.Boardtext.misere) with
  | "misere", _ | "normal", false -> ()
  | _ -> bad "there is no such play, or the rules have another one");
  let both = play = "normal" && game.Boardgame.impartial in
  let said =
    match (outcome, nimber) with
    | Some o, None -> (
        match o with
        | "P" -> Either.Left (false, false)
        | "L" -> Either.Left (true, false)
        | "R" -> Either.Left (false, true)
        | "N" -> Either.Left (true, true)
        | _ -> bad "there is no such outcome")
    | None, Some n when both -> Either.Right n
    | _ -> bad "the claim is an outcome or a nimber"
  in
  let part, moves_of, parts_of = numbered game in
  let entry read mover line =
    let words = String.split_on_char ' ' line in
    let count = List.length words in
    if count < 4 || count > most_parts + 3 then bad "an entry has a player, a number, parts and replies";
    let who = List.hd words and number = List.nth words 1 and codes = List.nth words (count - 1) in
    let parts = List.filteri (fun i _ -> i >= 2 && i < count - 1) words in
    let e_left = mover who in
    let e_number = read number in
    let e_replies = replies_of codes in
    { Checker.e_left; e_parts = List.map (fun p -> part (Boardgame.board game p)) parts; e_number; e_replies }
  in
  let either = function "L" -> true | "R" -> false | _ -> bad "an entry has no player" in
  let one = function "P" -> true | _ -> bad "an entry has no player" in
  let nothing text = if whole_number text <> 0 then bad "in misère play there are no numbers" in
  let strategy =
    if play = "misere" then Alone (List.map (entry nothing either) entries)
    else if both then Nimbers_beside (List.map (entry small_nimber one) entries)
    else Numbers_beside (List.map (entry dyadic either) entries)
  in
  { moves_of; parts_of; beginning = part start; said; strategy }

let check_board game =
  let equal a b = Z.equal a.number b.number and code p = p.number in
  let both = game.moves_of true in
  match (game.strategy, game.said) with
  | Alone entries, Either.Left (left, right) ->
      Checker.check_misere game.moves_of game.parts_of equal code game.beginning left right entries
  | Numbers_beside entries, Either.Left (left, right) ->
      Checker.check_partizan game.moves_of game.parts_of equal code (Z.of_int places) game.beginning left right entries
  | Nimbers_beside entries, Either.Left (left, right) ->
      Checker.check_impartial both game.parts_of equal code game.beginning left right entries
  | Nimbers_beside entries, Either.Right n -> Checker.check_nimber both game.parts_of equal code game.beginning n entries
  | _ -> bad "only games in which both players have the same moves have nimbers"

type certificate =
  | Numbers of (Checker.sum_game * numbers * Z.t list list * Checker.automaton * Checker.automaton list)
  | Heaps of Checker.document
  | Wins of
      (Checker.base option
      * Checker.tuple_game
      * Checker.wins_claim
      * Z.t list list
      * Checker.automaton list
      * Checker.automaton list list)
  | Ended of
      (Checker.tuple_game
      * Checker.game_end
      * Checker.wins_claim
      * Z.t list list
      * Checker.automaton list
      * Checker.player_data list)
  | Board of board_game

let no_other_base () =
  if common_base () <> None then unsupported "another base than 2 in this kind of proof"

let formula_wins rule claim data =
  let coordinates, ends, game = tuples rule in
  let game = match single game with Some game -> game | None -> bad "outcomes alone say nothing of moves to sums" in
  let width = List.length coordinates in
  let condition v = Checker.TestSet (test coordinates v) in
  let set v = Checker.AutomatonSet (automaton width v) in
  let both what item v = let a, b = pair what v in (item a, item b) in
  let claim =
    match one_key "the claim" claim with
    | "p-positions", v -> Checker.PPositionsAre (condition v)
    | "p-positions-automaton", v -> Checker.PPositionsAre (set v)
    | "outcomes", v -> let a, b = both "outcomes" condition v in Checker.OutcomesAre (a, b)
    | "outcomes-automata", v -> let a, b = both "outcomes" set v in Checker.OutcomesAre (a, b)
    | ("grundy" | "grundy-automaton"), _ -> bad "this proof is for other claims"
    | kind, _ -> bad "there is no claim %s" kind
  in
  let all = fields "formula-wins" data [ "decreases"; "wins"; "witnesses" ] [ "moves"; "stuck" ] in
  let decreases = list "decreases" (fun what -> list what integer) (get "decreases" all) in
  if List.exists (fun form -> List.length form <> width) decreases then bad "a form has a number for each coordinate";
  let wins = list "wins" (fun _ -> automaton width) (get "wins" all) in
  let rules player =
    List.filter
      (fun r -> match r.Checker.m_player with None -> true | Some p -> p = player)
      game.Checker.g_moves
  in
  let of_rules rules = function
    | List l when List.length l = List.length rules ->
        List.map2 (fun r v -> automaton (width + Z.to_int r.Checker.m_variables) v) rules l
    | _ -> bad "there is a witness for each move"
  in
  let of_players value =
    match (value, wins) with
    | List [ one ], [ _ ] -> [ of_rules (rules true) one ]
    | List [ one; two ], [ _; _ ] -> [ of_rules (rules true) one; of_rules (rules false) two ]
    | _ -> bad "there are witnesses for each player"
  in
  let witnesses = of_players (get "witnesses" all) in
  let given name = Option.value (List.assoc_opt name all) ~default:(List []) in
  match ends with
  | None ->
      List.iter
        (fun name -> if given name <> List [] then bad "%s is for games with an end" name)
        [ "moves"; "stuck" ];
      Wins (common_base (), game, claim, decreases, wins, witnesses)
  | Some ends ->
      let moved = of_players (given "moves") in
      let stuck = list "stuck" (fun _ -> automaton width) (given "stuck") in
      if List.length stuck <> List.length wins then bad "there is a set without moves for each player";
      no_other_base ();
      let player (ws, ms) s = { Checker.p_witnesses = ws; p_moved = ms; p_stuck = s } in
      Ended (game, ends, claim, decreases, wins, List.map2 player (List.combine witnesses moved) stuck)

let formula rule claim data =
  let coordinates, ends, game = tuples rule in
  if ends <> None then bad "Grundy numbers are for normal play";
  let width = List.length coordinates in
  let claim =
    match one_key "the claim" claim with
    | "grundy", v -> Term (term coordinates v)
    | "grundy-automaton", v -> Graph v
    | ("p-positions" | "p-positions-automaton" | "outcomes" | "outcomes-automata"), _ -> bad "this proof is for other claims"
    | kind, _ -> bad "there is no claim %s" kind
  in
  let all = fields "formula" data [ "decreases"; "graph"; "witnesses" ] [] in
  let decreases = list "decreases" (fun what -> list what integer) (get "decreases" all) in
  if List.exists (fun form -> List.length form <> width) decreases then bad "a form has a number for each coordinate";
  let graph = automaton (width + 1) (get "graph" all) in
  (match claim with
  | Graph claimed when canonical claimed <> canonical (get "graph" all) -> bad "the automaton of the claim is the graph"
  | _ -> ());
  let witnesses =
    match get "witnesses" all with
    | List l when List.length l = List.length game.Checker.s_moves ->
        let tracks m = width + 1 + Z.to_int m.Checker.s_first.Checker.m_variables in
        List.map2 (fun m v -> automaton (tracks m) v) game.Checker.s_moves l
    | _ -> bad "there is a witness for each move"
  in
  no_other_base ();
  (game, claim, decreases, graph, witnesses)

let document source =
  bases := [];
  automata := [];
  let value = parse source in
  let all = fields "the document" value [ "format"; "version"; "rule"; "claim"; "data"; "hash" ] [] in
  if get "format" all <> String "ishitori-certificate" then bad "not a certificate";
  if get "version" all <> Number Z.one then bad "another version";
  let given = text "hash" (get "hash" all) in
  let rest = Object (List.filter (fun (name, _) -> name <> "hash") all) in
  if given <> Sha256.hex (canonical rest) then bad "the hash does not fit";
  match (one_key "the rule" (get "rule" all), one_key "the claim" (get "claim" all), one_key "the data" (get "data" all)) with
  | ("tuples", rule), ("formula", claim), ("formula", data) -> Numbers (formula rule claim data)
  | ("tuples", rule), ("formula", claim), ("formula-wins", data) -> formula_wins rule claim data
  | ("board", rule), ("board-strategy", claim), ("board-strategy", data) -> Board (board_strategy rule claim data)
  | _, _, (kind, _) ->
      limit := if kind = "milestones" then milestones_limit else usual_limit;
      let rule = rule (get "rule" all) in
      Heaps
        { Checker.the_rule = rule;
          the_claim = claim (get "claim" all);
          the_proof = proof rule (get "data" all) }

let read path =
  let channel = open_in_bin path in
  Fun.protect
    ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))

(* Steps of the searches of quotients and of common values. *)
let fuel = Z.of_int 100_000_000

(* The same for games on tuples, where plans for witnesses are suggested. *)
let effort = { Checker.steps = fuel; suggest = Tables.plan }

(* How deep terms may be, as in the checker in Rust. *)
let depth = Z.of_int 200

(* valid: the claim is true, by the theorems check_sound, check_wins_sound, check_ended_sound, check_wins_in_base_sound,
   check_grundy_sound, check_grundy_automaton_sound, check_sums_sound and check_sums_automaton_sound. *)
let check = function
  | Heaps document -> Checker.check fuel document
  | Board game -> check_board game
  | Numbers (game, claim, decreases, graph, witnesses) -> (
      match (single game, claim) with
      | Some game, Term claim -> Checker.check_grundy depth effort game claim decreases graph witnesses
      | Some game, Graph _ -> Checker.check_grundy_automaton depth effort game decreases graph witnesses
      | None, Term claim -> Checker.check_sums depth effort game claim decreases graph witnesses
      | None, Graph _ -> Checker.check_sums_automaton depth effort game decreases graph witnesses)
  | Wins (None, game, claim, decreases, wins, witnesses) -> Checker.check_wins depth effort game claim decreases wins witnesses
  | Wins (Some base, game, claim, decreases, wins, witnesses) ->
      Checker.check_wins_in_base depth effort base game claim decreases wins witnesses
  | Ended (game, ends, claim, decreases, wins, players) -> Checker.check_ended depth effort game ends claim decreases wins players

let verdict path =
  match check (document (read path)) with
  | true -> (0, "valid")
  (* Nothing is known where the steps of a search did not suffice, which is said here together with what is false. *)
  | false -> (1, "invalid: a condition of the theorem fails, or 100 million steps did not suffice")
  | exception Bad why -> (1, "invalid: " ^ why)
  | exception Boardtext.Refused what -> (3, "unsupported: in the rules of the board: " ^ what)
  | exception Unsupported what -> (3, "unsupported: " ^ what)
  | exception Sys_error why -> (2, "error: " ^ why)
  | exception (Z.Overflow | Invalid_argument _) -> (1, "invalid: limit: a number is too large for this checker")
  | exception Stack_overflow -> (1, "invalid: limit: out of stack")
  | exception Out_of_memory -> (1, "invalid: limit: out of memory")

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] ->
      prerr_endline "usage: ishitori-verified-check FILE...";
      exit 2
  | paths ->
      let code path =
        let code, said = verdict path in
        Printf.printf "%s: %s\n%!" path said;
        code
      in
      exit (List.fold_left (fun worst path -> max worst (code path)) 0 paths)
