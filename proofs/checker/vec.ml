(* Vectors that grow at the end: the operations of [Compute.vec].

   A vector is a buffer and the number of its elements that count. Pushing to the longest vector of
   a buffer writes in place; pushing to a shorter one copies, so that no vector ever changes. *)

type 'a buffer = { mutable data : 'a array; mutable used : int }
type 'a t = { buffer : 'a buffer option; length : int }

let empty = { buffer = None; length = 0 }
let length v = Big.of_int v.length

let fresh data x =
  let used = Array.length data in
  let room = Array.make (max 16 (2 * used)) x in
  Array.blit data 0 room 0 used;
  { data = room; used = used + 1 }

let push v x =
  let append buffer =
    buffer.data.(v.length) <- x;
    { buffer = Some buffer; length = v.length + 1 }
  in
  match v.buffer with
  | None -> append (fresh [||] x)
  | Some b when b.used = v.length && v.length < Array.length b.data ->
      b.used <- b.used + 1;
      append b
  | Some b -> append (fresh (Array.sub b.data 0 v.length) x)

let get default v i =
  match v.buffer with
  | Some b when Big.small i ->
      let i = Big.machine i in
      if i >= 0 && i < v.length then Array.unsafe_get b.data i else default
  | _ -> default

let set v i x =
  match v.buffer with
  | Some b when Z.fits_int i && Z.to_int i < v.length ->
      let data = Array.sub b.data 0 v.length in
      data.(Z.to_int i) <- x;
      { buffer = Some { data; used = v.length }; length = v.length }
  | _ -> v
