(* Plans for the searches for witnesses (Joins.v). Nothing in this file has to be believed: the checker verifies
   each automaton of a plan, and whatever a plan says, what is accepted is true. A poor plan only costs time.

   For each witness: the sets of its states that the shared integers leave open, whatever its own integers are, as the states of an
   automaton that reads the shared ones; those after which the same words are accepted are merged (Moore). These automata
   are joined two at a time, small ones first. *)

(* A table: for each state and each letter of the shared tracks the next state, and whether a word may end there. State 0 is
   the beginning, to which nothing leads back. *)
type table = { next : int array array; accepts : bool array }

exception Too_large

(* More states than this are not worth a plan. *)
let most_states = 20_000

(* Letters of more tracks are too many. *)
let most_tracks = 8

let explore (type place) letters (start : place) (step : bool -> place -> int -> place) (accepts : place -> bool) =
  let numbers : (bool * place, int) Hashtbl.t = Hashtbl.create 1024 in
  let found = Queue.create () in
  let rows = ref [] and ends = ref [] in
  let number key =
    match Hashtbl.find_opt numbers key with
    | Some number -> number
    | None ->
        let number = Hashtbl.length numbers in
        if number >= most_states then raise Too_large;
        Hashtbl.add numbers key number;
        Queue.add key found;
        number
  in
  ignore (number (true, start));
  while not (Queue.is_empty found) do
    let first, place = Queue.pop found in
    rows := Array.init letters (fun letter -> number (false, step first place letter)) :: !rows;
    ends := ((not first) && accepts place) :: !ends
  done;
  { next = Array.of_list (List.rev !rows); accepts = Array.of_list (List.rev !ends) }

(* States after which the same words are accepted become one; the beginning stays by itself. *)
let merged table =
  let count = Array.length table.next in
  let groups = ref (Array.mapi (fun state ends -> if state = 0 then 0 else if ends then 2 else 1) table.accepts) in
  let known = ref 0 and go_on = ref true in
  while !go_on do
    let numbers = Hashtbl.create 1024 in
    let refined =
      Array.mapi
        (fun state row ->
          let key = (!groups.(state), Array.map (fun next -> !groups.(next)) row) in
          let key = Digest.string (Marshal.to_string key []) in
          match Hashtbl.find_opt numbers key with
          | Some number -> number
          | None ->
              let number = Hashtbl.length numbers in
              Hashtbl.add numbers key number;
              number)
        table.next
    in
    groups := refined;
    go_on := Hashtbl.length numbers > !known;
    known := Hashtbl.length numbers
  done;
  let next = Array.make !known [||] and accepts = Array.make !known false in
  for state = count - 1 downto 0 do
    let group = !groups.(state) in
    next.(group) <- Array.map (fun next -> !groups.(next)) table.next.(state);
    accepts.(group) <- table.accepts.(state)
  done;
  { next; accepts }

(* The questions about the shared tracks, the first one first, that lead to the states of a row. *)
let automaton tracks table =
  let nodes = ref Vec.empty and numbers = Hashtbl.create 1024 in
  let rec ask track row from length =
    if length = 1 then 2 * row.(from)
    else
      let half = length / 2 in
      let no = ask (track + 1) row from half and yes = ask (track + 1) row (from + half) half in
      if no = yes then no
      else
        match Hashtbl.find_opt numbers (track, no, yes) with
        | Some at -> at
        | None ->
            let at = (2 * Hashtbl.length numbers) + 1 in
            Hashtbl.add numbers (track, no, yes) at;
            nodes := Vec.push !nodes (Big.of_int track, (Big.of_int no, Big.of_int yes));
            at
  in
  let starts =
    Array.fold_left (fun starts row -> Vec.push starts (Big.of_int (ask 0 row 0 (1 lsl tracks)))) Vec.empty table.next
  in
  let accepting = List.filter (fun state -> table.accepts.(state)) (List.init (Array.length table.accepts) Fun.id) in
  { Checker.nodes = !nodes; starts; accepting = List.map Big.of_int accepting }

(* The sets of states of a witness. Letters have the shared tracks as their low bits, the first track the highest of them; the witness's
   own are above. *)
let of_witness automaton shared own =
  let get vec i = Vec.get Big.zero vec (Big.of_int i) in
  let node i =
    let track, (no, yes) = Vec.get (Big.zero, (Big.zero, Big.zero)) automaton.Checker.nodes (Big.of_int i) in
    (Big.to_int track, Big.to_int no, Big.to_int yes)
  in
  let count = Big.to_int (Vec.length automaton.Checker.nodes) in
  let nodes = Array.init count node in
  let starts = Array.init (Big.to_int (Vec.length automaton.Checker.starts)) (fun s -> Big.to_int (get automaton.Checker.starts s)) in
  let accepting = Hashtbl.create 64 in
  List.iter (fun s -> Hashtbl.replace accepting (Big.to_int s) ()) automaton.Checker.accepting;
  let bit letter track = if track < shared then (letter lsr (shared - 1 - track)) land 1 else (letter lsr track) land 1 in
  let rec follow letter at =
    if at land 1 = 0 then at / 2
    else
      let track, no, yes = nodes.(at / 2) in
      follow letter (if bit letter track = 1 then yes else no)
  in
  let after set letter =
    List.sort_uniq compare
      (List.concat_map
         (fun state -> List.init (1 lsl own) (fun more -> follow (letter lor (more lsl shared)) starts.(state)))
         set)
  in
  let step first set letter =
    let reached = after set letter in
    (* Numbers that only the witness knows may be longer: signs are repeated. *)
    let rec grow set =
      let more = List.sort_uniq compare (after set letter @ set) in
      if more = set then set else grow more
    in
    if first then grow reached else reached
  in
  explore (1 lsl shared) [ 0 ] step (List.exists (Hashtbl.mem accepting))

let of_both a b =
  let step _ (p, q) letter = (a.next.(p).(letter), b.next.(q).(letter)) in
  explore (Array.length a.next.(0)) (0, 0) step (fun (p, q) -> a.accepts.(p) || b.accepts.(q))

(* A plan for witnesses: numbers of automata, each with how many tracks it has of its own. *)
let plan automata shared witnesses =
  try
    let tracks = Big.to_int shared in
    if tracks < 1 || tracks > most_tracks then raise Too_large;
    let direct (number, own) =
      if Big.to_int own + tracks > 14 then raise Too_large;
      let table = merged (of_witness (List.nth automata (Big.to_int number)) tracks (Big.to_int own)) in
      (table, Checker.Direct ((number, own), automaton tracks table))
    in
    let size (table, _) = Array.length table.next in
    let rec join plans =
      match List.sort (fun p q -> compare (size p) (size q)) plans with
      | [] -> None
      | [ (_, plan) ] -> Some plan
      | (a, p) :: (b, q) :: rest ->
          let table = merged (of_both a b) in
          join ((table, Checker.Joined (p, q, automaton tracks table)) :: rest)
    in
    join (List.map direct witnesses)
  with Too_large | Invalid_argument _ | Failure _ | Z.Overflow -> None
