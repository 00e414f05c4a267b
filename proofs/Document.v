(** Documents, what they state, and the theorem: what the checker accepts is true. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Rules Claims Outcomes Checker.
Import ListNotations.

(** The rule of a certificate. *)
Inductive rule :=
| TakeAndBreak (code : list nat)
| Subtraction (set : list nat)
| AllBut (excluded : list nat).

Definition digits_of (r : rule) : digits :=
  match r with
  | TakeAndBreak l => take_and_break l
  | Subtraction set => subtraction set
  | AllBut X => all_but X
  end.

Inductive claim :=
| GrundyPeriod (c : period_claim)
| OutcomePeriod (c : outcome_claim).

Inductive proof :=
| ByGuySmith
| BySubtraction
| ByAllBut
| ByOutcomes.

Record document := { the_rule : rule; the_claim : claim; the_proof : proof }.

(** What a document states. [grundy] is the function of [Grundy.grundy_exists]; an outcome is that
    of the game with the end of the claim. *)
Definition statement (d : document) : Prop :=
  match the_claim d with
  | GrundyPeriod c =>
      is_grundy (move (digits_of (the_rule d))) (grundy (digits_of (the_rule d))) /\
      claim_holds c (grundy (digits_of (the_rule d)))
  | OutcomePeriod c =>
      exists o, is_outcome (fun _ => move (digits_of (the_rule d))) (oc_end c) o /\
                outcome_claim_holds c o
  end.

Definition check (d : document) : bool :=
  match the_claim d, the_proof d, the_rule d with
  | GrundyPeriod c, ByGuySmith, TakeAndBreak l => check_guy_smith l c
  | GrundyPeriod c, BySubtraction, Subtraction set => check_subtraction set c
  | GrundyPeriod c, ByAllBut, AllBut X => check_all_but X c
  | OutcomePeriod c, ByOutcomes, Subtraction set => check_outcomes set c
  | _, _, _ => false
  end.

Theorem check_sound d : check d = true -> statement d.
Proof.
  destruct d as [r c p]. unfold check, statement. cbn [the_rule the_claim the_proof].
  destruct c as [c | c], p, r as [l | set | X]; try discriminate; intros H; cbn [digits_of].
  - split; [| apply check_guy_smith_sound, H]. apply grundy_exists, valid_code_valid.
    unfold check_guy_smith in H. rewrite !andb_true_iff in H. tauto.
  - split; [| apply check_subtraction_sound, H]. apply grundy_exists, subtraction_valid.
    unfold check_subtraction, valid_set in H. rewrite !andb_true_iff in H.
    apply increasing_positive. tauto.
  - split; [apply grundy_exists, all_but_valid | apply check_all_but_sound, H].
  - apply check_outcomes_sound in H. exists (outcome set (oc_end c)). tauto.
Qed.
