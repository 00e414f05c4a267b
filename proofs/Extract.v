(** The checker as an OCaml program.

    What is trusted besides Coq's kernel and its extraction: that the operations below are those of
    the big integers of Zarith, and that [Vec] (the file [checker/vec.ml]) is a vector. *)

From Coq Require Import Extraction ExtrOcamlBasic Arith List.
From Ishitori Require Import Compute Document.

(** Natural numbers are big integers. *)
Extract Inductive nat => "Z.t" ["Z.zero" "Z.succ"]
  "(fun f_zero f_succ n -> if Z.sign n = 0 then f_zero () else f_succ (Z.pred n))".
Extract Constant Nat.add => "Z.add".
Extract Constant Nat.mul => "Z.mul".
Extract Constant Nat.sub => "(fun a b -> Z.max Z.zero (Z.sub a b))".
Extract Constant Init.Nat.add => "Z.add".
Extract Constant Init.Nat.mul => "Z.mul".
Extract Constant Init.Nat.sub => "(fun a b -> Z.max Z.zero (Z.sub a b))".
Extract Constant Nat.eqb => "Z.equal".
Extract Constant Nat.leb => "Z.leq".
Extract Constant Nat.ltb => "Z.lt".
Extract Constant Nat.max => "Z.max".
Extract Constant Nat.min => "Z.min".
Extract Constant Nat.div => "(fun a b -> if Z.sign b = 0 then Z.zero else Z.div a b)".
Extract Constant Nat.modulo => "(fun a b -> if Z.sign b = 0 then a else Z.rem a b)".
Extract Constant Nat.gcd => "Z.gcd".
Extract Constant Nat.land => "Z.logand".
Extract Constant Nat.lxor => "Z.logxor".
Extract Constant Nat.testbit => "(fun a i -> Z.testbit a (Z.to_int i))".
Extract Constant Nat.setbit => "(fun a i -> Z.logor a (Z.shift_left Z.one (Z.to_int i)))".
Extract Constant Nat.log2 => "(fun a -> if Z.sign a = 0 then Z.zero else Z.of_int (Z.log2 a))".
Extract Constant length => "(fun l -> Z.of_int (List.length l))".

(** Vectors are arrays. *)
Extract Constant vec "'a" => "'a Vec.t".
Extract Constant vec_empty => "Vec.empty".
Extract Constant vec_push => "Vec.push".
Extract Constant vec_get => "Vec.get".
Extract Constant vec_set => "Vec.set".
Extract Constant vec_length => "Vec.length".

Extraction "checker.ml" check.
