(** Documents, what they state, and the theorem: what the checker accepts is true. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Rules Claims Outcomes Checker WindowCheck
  QuotientSound.
Import ListNotations.

(** The rule of a certificate. *)
Inductive rule :=
| TakeAndBreak (code : list nat)
| Subtraction (set : list nat)
| AllBut (excluded : list nat)
(** Left and Right take from different sets, and may split the rest or not. *)
| Partizan (for_left for_right : list nat) (splits : bool)
(** Digits of which the last [repeat] repeat for ever; heaps of any sizes. *)
| Code (code : list nat) (repeat : nat).

(** Takes of the numbers of a set, each with this digit. *)
Definition set_code (mask : nat) (set : list nat) : list nat :=
  match set with
  | [] => []
  | _ => map (fun t => if existsb (Nat.eqb t) set then mask else 0) (seq 0 (S (largest set)))
  end.

Definition all_but_code (X : list nat) : list nat :=
  map (fun t => if (0 <? t) && negb (existsb (Nat.eqb t) X) then 3 else 0) (seq 0 (S (largest X))).

(** The moves of Left ([true]) and of Right as digits. *)
Definition codes_of (r : rule) (b : bool) : code :=
  match r with
  | TakeAndBreak l => {| lead := l; rep := [] |}
  | Subtraction set => {| lead := set_code 3 set; rep := [] |}
  | AllBut X => {| lead := all_but_code X; rep := [3] |}
  | Partizan ls rs splits =>
      {| lead := set_code (if splits then 7 else 3) (if b then ls else rs); rep := [] |}
  | Code l repeat =>
      {| lead := firstn (length l - repeat) l; rep := skipn (length l - repeat) l |}
  end.

(** The moves of rules that are the same for both players. *)
Definition digits_of (r : rule) : digits :=
  match r with
  | TakeAndBreak l => take_and_break l
  | Subtraction set => subtraction set
  | AllBut X => all_but X
  | _ => code_digits (codes_of r true)
  end.

Lemma testbit_three j : Nat.testbit 3 j = (j <=? 1).
Proof. destruct j as [| [| j]]; [reflexivity | reflexivity |]. simpl. apply Nat.bits_0. Qed.

Lemma nth_seq (f : nat -> nat) k t : t < k -> nth t (map f (seq 0 k)) 0 = f t.
Proof.
  intros H. rewrite nth_indep with (d' := f 0) by (rewrite map_length, seq_length; assumption).
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Lemma codes_allow r b t j :
  match r with Partizan _ _ _ | Code _ _ => False | _ => True end ->
  allow (code_digits (codes_of r b)) t j = allow (digits_of r) t j.
Proof.
  destruct r as [l | set | X | |]; intros []; unfold code_digits, digit; cbn [codes_of digits_of lead rep allow].
  - unfold take_and_break. cbn [allow]. destruct (Nat.ltb_spec t (length l)); [reflexivity |].
    rewrite (nth_overflow l) by assumption. reflexivity.
  - unfold subtraction, set_code. cbn [allow].
    destruct set as [| s set']; [simpl; rewrite Nat.bits_0, andb_false_r; reflexivity |].
    set (set := s :: set'). rewrite map_length, seq_length.
    destruct (Nat.ltb_spec t (S (largest set))) as [L | L].
    + rewrite nth_seq by assumption. destruct (existsb (Nat.eqb t) set).
      * rewrite testbit_three, andb_true_r. reflexivity.
      * rewrite Nat.bits_0, andb_false_r. reflexivity.
    + rewrite Nat.bits_0. destruct (existsb (Nat.eqb t) set) eqn:Q; [| rewrite andb_false_r; reflexivity].
      apply existsb_eqb in Q. pose proof (largest_spec set t Q). lia.
  - unfold all_but, all_but_code. cbn [allow]. rewrite map_length, seq_length.
    destruct (Nat.ltb_spec t (S (largest X))) as [L | L].
    + rewrite nth_seq by assumption. rewrite <- andb_assoc.
      destruct ((0 <? t) && negb (existsb (Nat.eqb t) X)).
      * rewrite testbit_three, andb_true_r. reflexivity.
      * rewrite Nat.bits_0, andb_false_r. reflexivity.
    + simpl length. rewrite Nat.mod_1_r. simpl nth. rewrite testbit_three.
      destruct (existsb (Nat.eqb t) X) eqn:Q.
      * apply existsb_eqb in Q. pose proof (largest_spec X t Q). lia.
      * destruct (Nat.ltb_spec 0 t); [| lia]. rewrite !andb_true_r. reflexivity.
Qed.

(** The digits have the same moves as the rule. *)
Theorem codes_moves r b n Y :
  match r with Partizan _ _ _ | Code _ _ => False | _ => True end ->
  (move (code_digits (codes_of r b)) n Y <-> move (digits_of r) n Y).
Proof.
  intros H. assert (F : forall t, size (digits_of r) t = Any) by (destruct r; reflexivity || destruct H).
  unfold move. split; intros (t & T & P & A & _); exists t;
    [rewrite F, <- (codes_allow r b t) by assumption | rewrite (codes_allow r b t) by assumption];
    repeat split; assumption.
Qed.

Inductive claim :=
| GrundyPeriod (c : period_claim)
| OutcomePeriod (c : outcome_claim)
| Quotient (c : quotient_claim).

Inductive proof :=
| ByGuySmith
| BySubtraction
| ByAllBut
| ByOutcomes
| ByWindow (d : window_data)
| ByQuotient (d : quotient_data).

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
  | Quotient c => quotient_holds (codes_of (the_rule d)) c
  end.

Definition valid_rule (r : rule) : bool :=
  match r with
  | TakeAndBreak l => valid_code l
  | Subtraction set => valid_set set
  | AllBut X => increasing X
  | Partizan ls rs _ => increasing ls && increasing rs
  | Code l repeat => (repeat =? 0) || (repeat <? length l)
  end.

(** The end [moves] is for rules with the same moves for both. *)
Definition fits_end (r : rule) (c : quotient_claim) : bool :=
  match r with Partizan _ _ _ => qc_crossed c | _ => true end.

(** [fuel] bounds the searches of quotients and of common values; whatever it is, what is accepted is true. *)
Definition check (fuel : nat) (d : document) : bool :=
  match the_claim d, the_proof d with
  | GrundyPeriod c, ByGuySmith =>
      match the_rule d with TakeAndBreak l => check_guy_smith l c | _ => false end
  | GrundyPeriod c, BySubtraction =>
      match the_rule d with Subtraction set => check_subtraction set c | _ => false end
  | GrundyPeriod c, ByAllBut =>
      match the_rule d with AllBut X => check_all_but X c | _ => false end
  | GrundyPeriod c, ByWindow data =>
      match the_rule d with TakeAndBreak l => check_window fuel l c data | _ => false end
  | OutcomePeriod c, ByOutcomes =>
      match the_rule d with Subtraction set => check_outcomes set c | _ => false end
  | Quotient c, ByQuotient data =>
      valid_rule (the_rule d) && fits_end (the_rule d) c &&
      check_quotient fuel (codes_of (the_rule d)) c data
  | _, _ => false
  end.

Theorem check_sound fuel d : check fuel d = true -> statement d.
Proof.
  destruct d as [r c p]. unfold check, statement. cbn [the_rule the_claim the_proof].
  destruct c as [c | c | c], p; try discriminate;
    [destruct r as [l | | | |] | destruct r as [| set | | |] | destruct r as [| | X | |] |
     destruct r as [l | | | |] | destruct r as [| set | | |] | ]; try discriminate; intros H; cbn [digits_of].
  - split; [| apply check_guy_smith_sound, H]. apply grundy_exists, valid_code_valid.
    unfold check_guy_smith in H. rewrite !andb_true_iff in H. tauto.
  - split; [| apply check_subtraction_sound, H]. apply grundy_exists, subtraction_valid.
    unfold check_subtraction, valid_set in H. rewrite !andb_true_iff in H.
    apply increasing_positive. tauto.
  - split; [apply grundy_exists, all_but_valid | apply check_all_but_sound, H].
  - split; [| apply (check_window_sound fuel l c d), H]. apply grundy_exists, valid_code_valid.
    unfold check_window in H. cbv zeta in H. rewrite !andb_true_iff in H. tauto.
  - apply check_outcomes_sound in H. exists (outcome set (oc_end c)). tauto.
  - apply andb_true_iff in H. destruct H as [_ H]. eapply check_quotient_sound, H.
Qed.
