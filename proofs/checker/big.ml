(* The big integers of Zarith under a name that Coq does not use for its own.

   A number of 63 bits is a machine integer in Zarith. Where both numbers are, and the result is,
   the operations below are those of machine integers, without a call; in all other cases they are
   those of Zarith. *)

module Machine = struct
  let[@inline] small (a : Z.t) = Obj.is_int (Obj.repr a)
  let[@inline] machine (a : Z.t) : int = Obj.magic a
  let[@inline] number (a : int) : Z.t = Obj.magic a

  let[@inline] add a b =
    if small a && small b then
      let s = machine a + machine b in
      (* The sign of a sum differs from those of both numbers exactly if it does not fit. *)
      if (machine a lxor s) land (machine b lxor s) >= 0 then number s else Z.add a b
    else Z.add a b

  let[@inline] sub a b =
    if small a && small b then
      let s = machine a - machine b in
      if (machine a lxor machine b) land (machine a lxor s) >= 0 then number s else Z.sub a b
    else Z.sub a b

  let[@inline] succ a = add a (number 1)
  let[@inline] pred a = sub a (number 1)
  let[@inline] sign a = if small a then compare (machine a) 0 else Z.sign a
  let[@inline] equal a b = if small a && small b then machine a = machine b else Z.equal a b
  let[@inline] lt a b = if small a && small b then machine a < machine b else Z.lt a b
  let[@inline] leq a b = if small a && small b then machine a <= machine b else Z.leq a b
  let[@inline] max a b = if leq a b then b else a
  let[@inline] min a b = if leq a b then a else b
  let[@inline] logxor a b = if small a && small b then number (machine a lxor machine b) else Z.logxor a b
  let[@inline] logand a b = if small a && small b then number (machine a land machine b) else Z.logand a b
  let[@inline] logor a b = if small a && small b then number (machine a lor machine b) else Z.logor a b
  let[@inline] to_int a = if small a then machine a else Z.to_int a

  let[@inline] testbit a i =
    if small a && i >= 0 && i < 62 then (machine a lsr i) land 1 = 1 else Z.testbit a i

  let[@inline] setbit a i =
    if small a && small i && machine i >= 0 && machine i < 61 then number (machine a lor (1 lsl machine i))
    else Z.logor a (Z.shift_left Z.one (to_int i))

  let[@inline] shift_left a i =
    if small a && machine a = 1 && i >= 0 && i < 61 then number (1 lsl i) else Z.shift_left a i
end

include Z
include Machine
