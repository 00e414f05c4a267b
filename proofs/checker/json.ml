(* The reader of JSON, by the grammar in docs/certificates.md: UTF-8, no field twice, integers from -2^63 to 2^64 - 1, at most 127
   lists and objects inside each other. Outside the proof; `cargo xtask proofs` compares it with the reader in Rust. *)

type t =
  | Null
  | Bool of bool
  | Number of Z.t
  | String of string
  | List of t list
  | Object of (string * t) list

exception Bad of string

let bad format = Printf.ksprintf (fun text -> raise (Bad text)) format
let most = Z.pred (Z.shift_left Z.one 64)

(* The most bytes of a document, and the most lists and objects inside each other. *)
let most_bytes = 16 * 1024 * 1024
let most_nested = 127

(* Whether a text is UTF-8: no byte missing, no character longer than needed, no half of a pair (Unicode, table 3-7). *)
let is_utf8 text =
  let length = String.length text in
  let byte i = Char.code text.[i] in
  let tail first i = i < length && byte i >= fst first && byte i <= snd first in
  let any = (0x80, 0xbf) in
  let rec go i =
    if i >= length then true
    else
      match byte i with
      | b when b < 0x80 -> go (i + 1)
      | b when b >= 0xc2 && b <= 0xdf -> tail any (i + 1) && go (i + 2)
      | b when b >= 0xe0 && b <= 0xef ->
          let second = if b = 0xe0 then (0xa0, 0xbf) else if b = 0xed then (0x80, 0x9f) else any in
          tail second (i + 1) && tail any (i + 2) && go (i + 3)
      | b when b >= 0xf0 && b <= 0xf4 ->
          let second = if b = 0xf0 then (0x90, 0xbf) else if b = 0xf4 then (0x80, 0x8f) else any in
          tail second (i + 1) && tail any (i + 2) && tail any (i + 3) && go (i + 4)
      | _ -> false
  in
  go 0

let add_utf8 buffer code =
  let byte x = Buffer.add_char buffer (Char.chr x) in
  let tail shift = byte (0x80 lor ((code lsr shift) land 0x3f)) in
  if code < 0x80 then byte code
  else if code < 0x800 then (byte (0xc0 lor (code lsr 6)); tail 0)
  else if code < 0x10000 then (byte (0xe0 lor (code lsr 12)); tail 6; tail 0)
  else (byte (0xf0 lor (code lsr 18)); tail 12; tail 6; tail 0)

let parse text =
  let length = String.length text in
  if length > most_bytes then bad "limit: a document has at most %d bytes" most_bytes;
  if not (is_utf8 text) then bad "the text is not UTF-8";
  let at = ref 0 in
  let peek () = if !at < length then text.[!at] else '\000' in
  let fail what = bad "not JSON at byte %d: %s" !at what in
  let rec space () =
    match peek () with
    | ' ' | '\t' | '\n' | '\r' when !at < length -> incr at; space ()
    | _ -> ()
  in
  let expect c = if !at < length && peek () = c then incr at else fail (Printf.sprintf "%C expected" c) in
  let word w value =
    let n = String.length w in
    if !at + n <= length && String.sub text !at n = w then (at := !at + n; value) else fail w
  in
  let hex () =
    if !at + 4 > length then fail "four hexadecimal digits expected";
    let digits = String.sub text !at 4 in
    let is_hex = function '0' .. '9' | 'a' .. 'f' | 'A' .. 'F' -> true | _ -> false in
    String.iter (fun c -> if not (is_hex c) then fail "four hexadecimal digits expected") digits;
    at := !at + 4;
    int_of_string ("0x" ^ digits)
  in
  let string () =
    expect '"';
    let buffer = Buffer.create 16 in
    let rec go () =
      if !at >= length then fail "the text ends in a string";
      let c = peek () in
      incr at;
      match c with
      | '"' -> Buffer.contents buffer
      | '\\' ->
          if !at >= length then fail "the text ends in a string";
          let e = peek () in
          incr at;
          (match e with
          | '"' | '\\' | '/' -> Buffer.add_char buffer e
          | 'b' -> Buffer.add_char buffer '\b'
          | 'f' -> Buffer.add_char buffer '\012'
          | 'n' -> Buffer.add_char buffer '\n'
          | 'r' -> Buffer.add_char buffer '\r'
          | 't' -> Buffer.add_char buffer '\t'
          | 'u' ->
              let first = hex () in
              if first >= 0xd800 && first < 0xdc00 then begin
                expect '\\';
                expect 'u';
                let second = hex () in
                if second < 0xdc00 || second > 0xdfff then fail "half a character";
                add_utf8 buffer (0x10000 + ((first - 0xd800) lsl 10) + (second - 0xdc00))
              end
              else if first >= 0xdc00 && first < 0xe000 then fail "half a character"
              else add_utf8 buffer first
          | _ -> fail "an unknown escape");
          go ()
      | c when c < ' ' -> fail "a control character in a string"
      | c -> Buffer.add_char buffer c; go ()
    in
    go ()
  in
  let number () =
    let negative = peek () = '-' && !at < length in
    if negative then incr at;
    let start = !at in
    let digit () = !at < length && peek () >= '0' && peek () <= '9' in
    while digit () do incr at done;
    let digits = String.sub text start (!at - start) in
    let next = if !at < length then peek () else ' ' in
    if digits = "" || (String.length digits > 1 && digits.[0] = '0') || next = '.' || next = 'e' || next = 'E'
    then fail "a number is an integer";
    let n = Z.of_string digits in
    if negative && (Z.sign n = 0 || Z.numbits (Z.pred n) > 63) then fail "a number is at least -2^63";
    if Z.gt n most then fail "a number is below 2^64";
    Number (if negative then Z.neg n else n)
  in
  let rec value depth =
    space ();
    if !at >= length then fail "the text ends too early";
    let enter () = if depth >= most_nested then fail "nested too deeply" else incr at in
    match peek () with
    | '{' ->
        enter ();
        space ();
        if peek () = '}' then (incr at; Object [])
        else
          let rec fields seen =
            space ();
            let name = string () in
            if List.mem_assoc name seen then fail ("the field " ^ name ^ " is given twice");
            space ();
            expect ':';
            let v = value (depth + 1) in
            let seen = (name, v) :: seen in
            space ();
            match peek () with
            | ',' -> incr at; fields seen
            | _ -> expect '}'; Object (List.rev seen)
          in
          fields []
    | '[' ->
        enter ();
        space ();
        if peek () = ']' then (incr at; List [])
        else
          let rec items seen =
            let v = value (depth + 1) in
            let seen = v :: seen in
            space ();
            match peek () with
            | ',' -> incr at; items seen
            | _ -> expect ']'; List (List.rev seen)
          in
          items []
    | '"' -> String (string ())
    | 't' -> word "true" (Bool true)
    | 'f' -> word "false" (Bool false)
    | 'n' -> word "null" Null
    | _ -> number ()
  in
  let v = value 0 in
  space ();
  if !at < length then fail "something follows the document";
  v

(* The canonical text: no white space, the keys of each object sorted by their bytes. *)
let canonical v =
  let buffer = Buffer.create 4096 in
  let add = Buffer.add_string buffer in
  let text s =
    add "\"";
    String.iter
      (function
        | '"' -> add "\\\""
        | '\\' -> add "\\\\"
        | '\b' -> add "\\b"
        | '\012' -> add "\\f"
        | '\n' -> add "\\n"
        | '\r' -> add "\\r"
        | '\t' -> add "\\t"
        | c when c < ' ' -> add (Printf.sprintf "\\u%04x" (Char.code c))
        | c -> Buffer.add_char buffer c)
      s;
    add "\""
  in
  let separated f items = List.iteri (fun i x -> if i > 0 then add ","; f x) items in
  let rec go = function
    | Null -> add "null"
    | Bool b -> add (string_of_bool b)
    | Number n -> add (Z.to_string n)
    | String s -> text s
    | List items -> add "["; separated go items; add "]"
    | Object fields ->
        add "{";
        let sorted = List.sort (fun (a, _) (b, _) -> compare a b) fields in
        separated (fun (name, v) -> text name; add ":"; go v) sorted;
        add "}"
  in
  go v;
  Buffer.contents buffer
