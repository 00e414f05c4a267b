(* Vectors that grow at the end: the operations of [Compute.vec].

   A vector is an array and the number of its elements that count. [used] says how many elements some vector of this array
   has. Pushing to the longest of them writes in place; pushing to a shorter one copies, so that no vector ever changes.

   Elements are kept as [cell]s, a type that is not [float], so that no access asks whether the array is one of floats. There are no
   floats in the checker. *)

type cell = Cell of string | Blank
type 'a t = { data : cell array; length : int; used : int ref }

let[@inline] cell (x : 'a) : cell = Obj.magic x
let[@inline] element (c : cell) : 'a = Obj.magic c
let empty = { data = [||]; length = 0; used = ref 0 }
let length v = Big.of_int v.length

let longer v x =
  let data = Array.make (max 16 (2 * v.length)) (cell x) in
  Array.blit v.data 0 data 0 v.length;
  { data; length = v.length + 1; used = ref (v.length + 1) }

let push v x =
  if !(v.used) = v.length && v.length < Array.length v.data then begin
    Array.unsafe_set v.data v.length (cell x);
    v.used := v.length + 1;
    { v with length = v.length + 1 }
  end
  else longer v x

let[@inline] get default v i =
  if Big.small i && Big.machine i >= 0 && Big.machine i < v.length then element (Array.unsafe_get v.data (Big.machine i))
  else default

let set v i x =
  if Big.small i && Big.machine i >= 0 && Big.machine i < v.length then begin
    let data = Array.sub v.data 0 v.length in
    data.(Big.machine i) <- cell x;
    { data; length = v.length; used = ref v.length }
  end
  else v
