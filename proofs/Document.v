(** Documents, what they state, and the theorem: what the checker accepts is true. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Rules Compute Values Claims Outcomes Checker WindowCheck MilestonesCheck
  Conway ValueCheck GrowthCheck QuotientSound ArithmeticCheck.
Import ListNotations.

(** The rule of a certificate. *)
Inductive rule :=
| TakeAndBreak (code : list nat)
| Subtraction (set : list nat)
| AllBut (excluded : list nat)
(** Left and Right take from different sets, and may split the rest or not. *)
| Partizan (for_left for_right : list nat) (splits : bool)
(** Digits of which the last [repeat] repeat for ever: the numbers of heaps that may be left, as bits; the condition on their
    sizes; from which number on every number of heaps may be left as well, if there is one. *)
| Code (code : list nat) (kinds : list sizes) (every : list (option nat)) (repeat : nat).

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
  | Code l _ _ repeat =>
      {| lead := firstn (length l - repeat) l; rep := skipn (length l - repeat) l |}
  end.

(** The same with conditions on sizes, and any number of heaps. *)
Definition sized_of (r : rule) (b : bool) : sized :=
  let c := codes_of r b in
  match r with
  | Code l kinds every repeat =>
      let k := length l - repeat in
      {| counts := c; kinds_lead := firstn k kinds; kinds_rep := skipn k kinds;
         every_lead := firstn k every; every_rep := skipn k every |}
  | _ => {| counts := c; kinds_lead := []; kinds_rep := []; every_lead := []; every_rep := [] |}
  end.

(** The moves of rules that are the same for both players. *)
Definition digits_of (r : rule) : digits :=
  match r with
  | TakeAndBreak l => take_and_break l
  | Subtraction set => subtraction set
  | AllBut X => all_but X
  | _ => sized_digits (sized_of r true)
  end.

Lemma testbit_three j : Nat.testbit 3 j = (j <=? 1).
Proof. destruct j as [| [| j]]; [reflexivity | reflexivity |]. simpl. apply Nat.bits_0. Qed.

Lemma nth_seq (f : nat -> nat) k t : t < k -> nth t (map f (seq 0 k)) 0 = f t.
Proof.
  intros H. rewrite nth_indep with (d' := f 0) by (rewrite map_length, seq_length; assumption).
  rewrite map_nth, seq_nth by assumption. reflexivity.
Qed.

Lemma codes_allow r b t j :
  match r with Partizan _ _ _ | Code _ _ _ _ => False | _ => True end ->
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
  match r with Partizan _ _ _ | Code _ _ _ _ => False | _ => True end ->
  (move (code_digits (codes_of r b)) n Y <-> move (digits_of r) n Y).
Proof.
  intros H. assert (F : forall t, size (digits_of r) t = Any) by (destruct r; reflexivity || destruct H).
  unfold move. split; intros (t & T & P & A & _); exists t;
    [rewrite F, <- (codes_allow r b t) by assumption | rewrite (codes_allow r b t) by assumption];
    repeat split; assumption.
Qed.

Lemma at_place_nil {A} (z : A) c t : at_place z c [] [] t = z.
Proof.
  unfold at_place. destruct (t <? length (lead c)); [destruct t; reflexivity |].
  destruct (rep c) as [| x l]; [reflexivity |]. destruct ((t - length (lead c)) mod length (x :: l)); reflexivity.
Qed.

(** So have those with sizes, where there are none. *)
Theorem sized_moves r b n Y :
  match r with Partizan _ _ _ | Code _ _ _ _ => False | _ => True end ->
  (move (sized_digits (sized_of r b)) n Y <-> move (digits_of r) n Y).
Proof.
  intros H. rewrite <- (codes_moves r b n Y H).
  assert (E : forall t j, allow (sized_digits (sized_of r b)) t j = allow (code_digits (codes_of r b)) t j).
  { intros t j. destruct r; try destruct H; simpl; unfold every; cbn [every_lead every_rep counts sized_of];
      rewrite at_place_nil; unfold may; apply orb_false_r. }
  assert (K : forall t, size (sized_digits (sized_of r b)) t = Any).
  { intros t. destruct r; try destruct H; simpl; unfold kind; cbn [kinds_lead kinds_rep counts sized_of];
      apply at_place_nil. }
  unfold move. split; intros (t & T & P & A & F); exists t;
    [rewrite E in A; rewrite K in F | rewrite E, K]; repeat split; assumption.
Qed.

(** What Left and what Right may take, of rules by which a move leaves at most one heap. *)
Definition takes_of (r : rule) : option (Conway.takes * Conway.takes) :=
  match r with
  | Subtraction set => Some (takes_of_set set, takes_of_set set)
  | Partizan ls rs false => Some (takes_of_set ls, takes_of_set rs)
  | TakeAndBreak l =>
      if forallb (fun d => d <=? 3) l then Some (takes_of_code l, takes_of_code l) else None
  | _ => None
  end.

Lemma in_left_heaps T n m :
  In m (left_heaps T n) <-> (In n (whole T) /\ m = 0) \/ (exists s, In s (keep T) /\ s < n /\ m = n - s).
Proof.
  unfold left_heaps. rewrite in_app_iff, in_map_iff. split.
  - intros [I | (s & <- & I)].
    + destruct (existsb (Nat.eqb n) (whole T)) eqn:E; [| destruct I].
      apply existsb_eqb in E. destruct I as [<- | []]. auto.
    + apply filter_In in I. destruct I as [I L]. apply Nat.ltb_lt in L. right. exists s. auto.
  - intros [[I ->] | (s & I & L & ->)].
    + left. apply existsb_eqb in I. rewrite I. left. reflexivity.
    + right. exists s. split; [reflexivity |]. apply filter_In. rewrite Nat.ltb_lt. auto.
Qed.

Lemma in_left_heaps_moves T D n m :
  (forall t, size D t = Any) -> (forall t j, allow D t j = true -> j <= 1) ->
  (forall t, In t (whole T) <-> allow D t 0 = true) ->
  (forall t, In t (keep T) <-> allow D t 1 = true) ->
  (In m (left_heaps T n) <-> exists Y, move D n Y /\ m = total Y).
Proof.
  intros F H1 HW HK. rewrite in_left_heaps. split.
  - intros [[I ->] | (s & I & L & ->)].
    + exists []. split; [| reflexivity]. exists n. rewrite F. apply HW in I. unfold total. simpl.
      repeat split; [lia | constructor | assumption].
    + exists [n - s]. split; [| unfold total; simpl; lia]. exists s. rewrite F. apply HK in I. unfold total. simpl.
      repeat split; [lia | constructor; [lia | constructor] | assumption].
  - intros (Y & (t & E & P & A & _) & ->). pose proof (H1 _ _ A) as L.
    destruct Y as [| a [| b Y]]; simpl in A, L; [| | lia].
    + left. unfold total in *. simpl in *. split; [| reflexivity]. apply HW. replace n with t by lia. assumption.
    + right. inversion P. unfold total in *. simpl in *. exists t. rewrite HK. repeat split; [assumption | lia | lia].
Qed.

(** The heaps that can be left are those that the moves of the rule leave, 0 for none. *)
Theorem takes_moves r L R (b : bool) n m :
  takes_of r = Some (L, R) ->
  (In m (left_heaps (if b then L else R) n) <-> exists Y, move (code_digits (codes_of r b)) n Y /\ m = total Y).
Proof.
  intros H.
  assert (SET : forall set t j, allow (subtraction set) t j = true <-> j <= 1 /\ In t set) by apply subtraction_takes.
  assert (Q : forall set, In m (left_heaps (takes_of_set set) n) <-> exists Y, move (subtraction set) n Y /\ m = total Y).
  { intros set. apply in_left_heaps_moves; [reflexivity | intros t j A; apply SET in A; tauto | |];
      intros t; rewrite SET; simpl; intuition. }
  destruct r as [l | set | X | ls rs [|] |]; simpl in H; try discriminate.
  - destruct (forallb (fun d => d <=? 3) l) eqn:E; [| discriminate]. injection H as <- <-.
    rewrite forallb_forall in E.
    assert (M : forall Y, move (code_digits (codes_of (TakeAndBreak l) b)) n Y <-> move (take_and_break l) n Y).
    { intros Y. apply (codes_moves (TakeAndBreak l)). exact I. }
    transitivity (exists Y, move (take_and_break l) n Y /\ m = total Y).
    2: { split; intros (Y & A & B); exists Y; (split; [apply M, A | exact B]). }
    replace (if b then takes_of_code l else takes_of_code l) with (takes_of_code l) by (destruct b; reflexivity).
    apply in_left_heaps_moves; [reflexivity | | |].
    + intros t j A. simpl in A. pose proof (digit_bound l t j A) as T. specialize (E (nth t l 0) (nth_In _ _ T)).
      apply Nat.leb_le in E. destruct (le_lt_dec j 1); [assumption |]. exfalso.
      assert (Z : Nat.testbit (nth t l 0) j = false); [| congruence].
      destruct (Nat.eq_dec (nth t l 0) 0) as [-> |]; [apply Nat.bits_0 |].
      apply Nat.bits_above_log2. pose proof (Nat.log2_le_mono _ 3 E). change (Nat.log2 3) with 1 in *. lia.
    + intros t. apply having_spec.
    + intros t. apply having_spec.
  - injection H as <- <-. replace (if b then takes_of_set set else takes_of_set set) with (takes_of_set set) by (destruct b; reflexivity).
    rewrite Q. split; intros (Y & A & B); exists Y; (split; [apply (codes_moves (Subtraction set) b n Y I), A | exact B]).
  - injection H as <- <-. replace (if b then takes_of_set ls else takes_of_set rs) with (takes_of_set (if b then ls else rs)) by (destruct b; reflexivity).
    rewrite Q. split; intros (Y & A & B); exists Y; (split; [| exact B]); destruct b;
      first [apply (codes_moves (Subtraction ls) true n Y I), A | apply (codes_moves (Subtraction rs) true n Y I), A].
Qed.

Inductive claim :=
| GrundyPeriod (c : period_claim)
| OutcomePeriod (c : outcome_claim)
| ValuePeriod (c : value_claim)
| ValueGrowth (c : growth_claim)
| Quotient (c : quotient_claim).

Inductive proof :=
| ByGuySmith
| BySubtraction
| ByAllBut
| ByOutcomes
| ByWindow (d : window_data)
| ByMilestones (d : milestones_data)
| ByArithmetic (d : arithmetic_data)
| ByValues
| ByHeapOrder (reach : nat)
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
  | ValuePeriod c =>
      match takes_of (the_rule d) with Some (L, R) => value_claim_holds L R c | None => False end
  | ValueGrowth c =>
      match takes_of (the_rule d) with Some (L, R) => growth_claim_holds L R c | None => False end
  | Quotient c => quotient_holds (sized_of (the_rule d)) c
  end.

Definition valid_rule (r : rule) : bool :=
  match r with
  | TakeAndBreak l => valid_code l
  | Subtraction set => valid_set set
  | AllBut X => increasing X
  | Partizan ls rs _ => increasing ls && increasing rs
  | Code l _ _ repeat => (repeat =? 0) || (repeat <? length l)
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
  | GrundyPeriod c, ByMilestones data =>
      match the_rule d with TakeAndBreak l => check_milestones fuel l c data | _ => false end
  | GrundyPeriod c, ByArithmetic data =>
      match the_rule d with TakeAndBreak l => check_arithmetic l c data | _ => false end
  | ValuePeriod c, ByValues =>
      valid_rule (the_rule d) &&
      match takes_of (the_rule d) with Some (L, R) => check_values L R c | None => false end
  | ValueGrowth c, ByHeapOrder reach =>
      valid_rule (the_rule d) &&
      match takes_of (the_rule d) with Some (L, R) => check_growth L R c reach | None => false end
  | OutcomePeriod c, ByOutcomes =>
      match the_rule d with Subtraction set => check_outcomes set c | _ => false end
  | Quotient c, ByQuotient data =>
      valid_rule (the_rule d) && fits_end (the_rule d) c &&
      check_quotient fuel (sized_of (the_rule d)) c data
  | _, _ => false
  end.

Theorem check_sound fuel d : check fuel d = true -> statement d.
Proof.
  destruct d as [r c p]. unfold check, statement. cbn [the_rule the_claim the_proof].
  destruct c as [c | c | c | c | c], p; try discriminate.
  - destruct r as [l | | | |]; try discriminate. intros H. cbn [digits_of].
    split; [| apply check_guy_smith_sound, H]. apply grundy_exists, valid_code_valid.
    unfold check_guy_smith in H. rewrite !andb_true_iff in H. tauto.
  - destruct r as [| set | | |]; try discriminate. intros H. cbn [digits_of].
    split; [| apply check_subtraction_sound, H]. apply grundy_exists, subtraction_valid.
    unfold check_subtraction, valid_set in H. rewrite !andb_true_iff in H.
    apply increasing_positive. tauto.
  - destruct r as [| | X | |]; try discriminate. intros H. cbn [digits_of].
    split; [apply grundy_exists, all_but_valid | apply check_all_but_sound, H].
  - destruct r as [l | | | |]; try discriminate. intros H. cbn [digits_of].
    split; [| apply (check_window_sound fuel l c d), H]. apply grundy_exists, valid_code_valid.
    unfold check_window in H. cbv zeta in H. rewrite !andb_true_iff in H. tauto.
  - destruct r as [l | | | |]; try discriminate. intros H. cbn [digits_of].
    split; [| apply (check_milestones_sound fuel l c d), H]. apply grundy_exists, valid_code_valid.
    unfold check_milestones in H. cbv zeta in H. rewrite !andb_true_iff in H. tauto.
  - destruct r as [l | | | |]; try discriminate. intros H. cbn [digits_of].
    split; [| apply (check_arithmetic_sound l c d), H]. apply grundy_exists, valid_code_valid.
    unfold check_arithmetic in H. cbv zeta in H. rewrite !andb_true_iff in H. tauto.
  - destruct r as [| set | | |]; try discriminate. intros H. cbn [digits_of].
    apply check_outcomes_sound in H. exists (outcome set (oc_end c)). tauto.
  - intros H. apply andb_true_iff in H. destruct H as [_ H]. destruct (takes_of r) as [[L R] |]; [| discriminate].
    apply check_values_sound, H.
  - intros H. apply andb_true_iff in H. destruct H as [_ H]. destruct (takes_of r) as [[L R] |]; [| discriminate].
    eapply check_growth_sound, H.
  - intros H. apply andb_true_iff in H. destruct H as [_ H]. eapply check_quotient_sound, H.
Qed.
