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

let number what = function Number n -> n | _ -> bad "%s is a number" what
let boolean what = function Bool b -> b | _ -> bad "%s is true or false" what
let text what = function String s -> s | _ -> bad "%s is a text" what
let list what item = function List l -> List.map (item what) l | _ -> bad "%s is a list" what
let get name all = List.assoc name all
let maybe name read all = Option.map (read name) (List.assoc_opt name all)
let number_of name all = number name (get name all)
let numbers name all = list name number (get name all)
let nothing what value = ignore (fields what value [] [])

(* Checks that are not worth their time are refused, never accepted. *)
let limit = Z.of_int 20_000_000
let within what n = if Z.gt n limit then bad "limit: %s is too large for this checker" what else n

let letter = function
  | 'P' -> Z.zero
  | 'R' -> Z.one
  | 'L' -> Z.of_int 2
  | 'N' -> Z.of_int 3
  | _ -> bad "the letters are L, R, N and P"

let letters s = List.map letter (List.of_seq (String.to_seq s))

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
  | (("partizan" | "code") as kind), _ -> unsupported "the rule %s" kind
  | kind, _ -> bad "there is no rule %s" kind

let ending value =
  let all = fields "the end" value [ "letters"; "repeat" ] [] in
  { Checker.letters = letters (text "letters" (get "letters" all)); block = number_of "repeat" all }

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
  | "quotient", _ -> unsupported "the claim quotient"
  | kind, _ -> bad "there is no claim %s" kind

let proof value =
  match one_key "the data" value with
  | "guy-smith", v -> nothing "guy-smith" v; Checker.ByGuySmith
  | "subtraction", v -> nothing "subtraction" v; Checker.BySubtraction
  | "all-but", v -> nothing "all-but" v; Checker.ByAllBut
  | "outcomes", v -> nothing "outcomes" v; Checker.ByOutcomes
  | (("arithmetic" | "window" | "quotient") as kind), _ -> unsupported "the proof %s" kind
  | kind, _ -> bad "there is no proof %s" kind

let document source =
  let value = parse source in
  let all = fields "the document" value [ "format"; "version"; "rule"; "claim"; "data"; "hash" ] [] in
  if get "format" all <> String "ishitori-certificate" then bad "not a certificate";
  if get "version" all <> Number Z.one then bad "another version";
  let given = text "hash" (get "hash" all) in
  let rest = Object (List.filter (fun (name, _) -> name <> "hash") all) in
  if given <> Sha256.hex (canonical rest) then bad "the hash does not fit";
  { Checker.the_rule = rule (get "rule" all);
    the_claim = claim (get "claim" all);
    the_proof = proof (get "data" all) }

let read path =
  let channel = open_in_bin path in
  Fun.protect
    ~finally:(fun () -> close_in channel)
    (fun () -> really_input_string channel (in_channel_length channel))

(* valid: the claim is true, by the theorem check_sound. *)
let verdict path =
  match Checker.check (document (read path)) with
  | true -> (0, "valid")
  | false -> (1, "invalid: a condition of the theorem fails")
  | exception Bad why -> (1, "invalid: " ^ why)
  | exception Unsupported what -> (3, "unsupported: " ^ what)
  | exception Sys_error why -> (2, "error: " ^ why)
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
