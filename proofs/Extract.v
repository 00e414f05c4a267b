(** The checker as an OCaml program.

    What is trusted besides Coq's kernel and its extraction: that the operations below are those of
    the big integers of Zarith, and that [Vec] (the file [checker/vec.ml]) is a vector. *)

From Coq Require Import Extraction ExtrOcamlBasic Arith List.
From Coq Require Import ZArith.
From Ishitori Require Import Compute Document FormulaCheck EndCheck GrundyCheck SumCheck StrategyCheck Bases BaseCheck.

(** Natural numbers are big integers. *)
Extract Inductive nat => "Big.t" ["Big.zero" "Big.succ"]
  "(fun f_zero f_succ n -> if Big.sign n = 0 then f_zero () else f_succ (Big.pred n))".
Extract Constant Nat.add => "Big.add".
Extract Constant Nat.mul => "Big.mul".
Extract Constant Nat.sub => "(fun a b -> Big.max Big.zero (Big.sub a b))".
Extract Constant Init.Nat.add => "Big.add".
Extract Constant Init.Nat.mul => "Big.mul".
Extract Constant Init.Nat.sub => "(fun a b -> Big.max Big.zero (Big.sub a b))".
Extract Constant Nat.eqb => "Big.equal".
Extract Constant Nat.leb => "Big.leq".
Extract Constant Nat.ltb => "Big.lt".
Extract Constant Nat.max => "Big.max".
Extract Constant Nat.min => "Big.min".
Extract Constant Nat.div => "(fun a b -> if Big.sign b = 0 then Big.zero else Big.div a b)".
Extract Constant Nat.modulo => "(fun a b -> if Big.sign b = 0 then a else Big.rem a b)".
Extract Constant Nat.gcd => "Big.gcd".
Extract Constant Nat.land => "Big.logand".
Extract Constant Nat.lxor => "Big.logxor".
Extract Constant Nat.lor => "Big.logor".
Extract Constant Nat.testbit => "(fun a i -> Big.testbit a (Big.to_int i))".
Extract Constant Nat.setbit => "Big.setbit".
Extract Constant Nat.log2 => "(fun a -> if Big.sign a = 0 then Big.zero else Big.of_int (Big.log2 a))".
Extract Constant length => "(fun l -> Big.of_int (List.length l))".

Extract Constant nth => "(fun n l d -> match List.nth_opt l (Big.to_int n) with Some x -> x | None -> d)".

(** Integers are big integers, too. *)
Extract Inductive positive => "Big.t"
  ["(fun p -> Big.succ (Big.shift_left p 1))" "(fun p -> Big.shift_left p 1)" "Big.one"]
  "(fun f_odd f_even f_one p -> if Big.equal p Big.one then f_one () else if Big.is_odd p then f_odd (Big.shift_right p 1) else f_even (Big.shift_right p 1))".
Extract Inductive Z => "Big.t" ["Big.zero" "(fun p -> p)" "Big.neg"]
  "(fun f_zero f_positive f_negative z -> if Big.sign z = 0 then f_zero () else if Big.sign z > 0 then f_positive z else f_negative (Big.neg z))".
Extract Constant Z.add => "Big.add".
Extract Constant Z.sub => "Big.sub".
Extract Constant Z.mul => "Big.mul".
Extract Constant Z.opp => "Big.neg".
Extract Constant Z.abs => "Big.abs".
Extract Constant Z.max => "Big.max".
Extract Constant Z.min => "Big.min".
Extract Constant Z.eqb => "Big.equal".
Extract Constant Z.leb => "Big.leq".
Extract Constant Z.ltb => "Big.lt".
Extract Constant Z.land => "Big.logand".
Extract Constant Z.of_nat => "(fun n -> n)".
Extract Constant Z.to_pos => "(fun z -> Big.max Big.one z)".

(** Vectors are arrays. *)
Extract Constant vec "'a" => "'a Vec.t".
Extract Constant vec_empty => "Vec.empty".
Extract Constant vec_push => "Vec.push".
Extract Constant vec_get => "Vec.get".
Extract Constant vec_set => "Vec.set".
Extract Constant vec_length => "Vec.length".

Extraction "checker.ml" check check_wins check_ended check_grundy check_grundy_automaton check_sums check_sums_automaton
  check_wins_in_base integer_base fibonacci_base quotient_base
  check_partizan check_impartial check_nimber check_misere.
