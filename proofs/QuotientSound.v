(** The whole check of a quotient, and the theorem on it. *)

From Coq Require Import Arith List Lia Bool Permutation.
From Ishitori Require Import Heaps Periods Rules Compute Splits Values Claims Outcomes Checker
  Quotient Repetition Sizes QuotientCheck.
Import ListNotations.

(** ** Moves as digits of which a block repeats for ever *)

(** Bit j of the digit of t: a player may take t tokens and leave j heaps, of any sizes. *)
Record code := { lead : list nat; rep : list nat }.

Definition digit (c : code) (t : nat) : nat :=
  if t <? length (lead c) then nth t (lead c) 0
  else match rep c with
       | [] => 0
       | r => nth ((t - length (lead c)) mod length r) r 0
       end.

Definition code_digits (c : code) : digits :=
  {| allow := fun t j => Nat.testbit (digit c t) j; size := fun _ => Any |}.

Definition code_parts (c : code) : nat := Nat.max (parts (lead c)) (parts (rep c)).

Lemma code_parts_bound c t j : Nat.testbit (digit c t) j = true -> j <= code_parts c.
Proof.
  unfold digit, code_parts. destruct (t <? length (lead c)).
  - intros H. apply parts_bound in H. lia.
  - destruct (rep c) as [| a l] eqn:Q; [rewrite Nat.bits_0; discriminate |].
    intros H. apply parts_bound in H. lia.
Qed.

Lemma code_parts_pos c : 1 <= code_parts c.
Proof. unfold code_parts. pose proof (parts_pos (lead c)). lia. Qed.

Lemma digit_repeats c q t :
  Nat.divide (Nat.max 1 (length (rep c))) q -> length (lead c) <= t -> digit c (t + q) = digit c t.
Proof.
  intros (k & ->) L. unfold digit.
  destruct (Nat.ltb_spec t (length (lead c))); [lia |].
  destruct (Nat.ltb_spec (t + k * Nat.max 1 (length (rep c))) (length (lead c))); [lia |].
  destruct (rep c) as [| a l]; [reflexivity |].
  set (r := length (a :: l)). assert (R : Nat.max 1 r = r) by (unfold r; simpl; lia). rewrite R.
  replace (t + k * r - length (lead c)) with (t - length (lead c) + k * r) by lia.
  rewrite Nat.mod_add by (unfold r; simpl; lia). reflexivity.
Qed.

Lemma digit_finite c t j : rep c = [] -> Nat.testbit (digit c t) j = true -> t < length (lead c).
Proof.
  intros R. unfold digit. rewrite R. destruct (Nat.ltb_spec t (length (lead c))); [auto |].
  rewrite Nat.bits_0. discriminate.
Qed.

Definition valid_digits (c : code) : bool :=
  negb (Nat.testbit (digit c 0) 0) && negb (Nat.testbit (digit c 0) 1).

Lemma valid_digits_valid c : valid_digits c = true -> valid (code_digits c).
Proof. unfold valid_digits. rewrite andb_true_iff, !negb_true_iff. auto. Qed.

(** The elements of the options of heap n. *)
Definition option_set (c : code) (h n : nat) (T : tables) : set :=
  loop (match rep c with [] => Nat.min (S n) (length (lead c)) | _ => S n end) 0
    (fun s t => let d := digit c t in
       loop (S h) 0 (fun s j => if Nat.testbit d j then tb_part T (n - t) s j else s) s)
    set_empty.

Lemma option_set_spec c op phi range T n :
  tables_hold op 0 phi (code_parts c) range T -> n < range ->
  forall e, In e (members (option_set c (code_parts c) n T)) <->
            option_element (code_digits c) op phi n e.
Proof.
  intros [_ HT] N e. unfold option_set.
  set (count := match rep c with [] => _ | _ => _ end).
  assert (A : adds (loop count 0
    (fun s t => loop (S (code_parts c)) 0
       (fun s j => if Nat.testbit (digit c t) j then tb_part T (n - t) s j else s) s))
    (fun v => exists t, 0 <= t < 0 + count /\ exists j, 0 <= j < 0 + S (code_parts c) /\
       (Nat.testbit (digit c t) j = true /\ split op 0 phi j (n - t) v))).
  { apply adds_loop. intros t Ht. apply adds_loop. intros j Hj. apply adds_if. intros _.
    destruct j as [| j].
    - simpl. destruct (Nat.eqb_spec (n - t) 0) as [Q | Q].
      + eapply adds_ext; [| apply adds_insert]. intros v. simpl. rewrite split_zero. tauto.
      + eapply adds_ext; [| apply adds_nothing]. intros v. simpl. rewrite split_zero. tauto.
    - unfold tb_part. eapply adds_ext; [| apply adds_insert_all]. intros v. simpl.
      apply HT; lia. }
  apply adds_empty in A. destruct A as [_ A]. rewrite A.
  assert (CN : count <= S n) by (unfold count; destruct (rep c); lia). split.
  - intros (t & Ht & j & Hj & B & (Y & L & P & TO & ->)). exists Y. split; [| reflexivity].
    exists t. subst j. repeat split; try assumption. lia.
  - intros (Y & (t & ET & P & AL & _) & ->). simpl in AL. exists t. split.
    + split; [lia |]. unfold count. destruct (rep c) as [| r l] eqn:R; [| lia].
      pose proof (digit_finite c t _ R AL). lia.
    + exists (length Y). pose proof (code_parts_bound c t _ AL). split; [lia |].
      split; [assumption |]. exists Y. repeat split; [assumption | lia].
Qed.

(** The tables of the splits of fewer than [range] tokens. *)
Definition split_tables (op : nat -> nat -> nat) (phi : nat -> nat) (h range : nat) : tables :=
  loop range 0 (fun T n => push_one op 0 (phi n) n (push_splits op phi n T)) (repeat vec_empty h).

Lemma split_tables_hold op phi h range :
  1 <= h -> tables_hold op 0 phi h range (split_tables op phi h range).
Proof.
  intros H. apply (loop_ind (fun n T => tables_hold op 0 phi h n T)).
  - apply tables_hold_start.
  - intros n T _ HT. apply push_one_spec; [assumption | assumption | reflexivity].
Qed.

Definition option_table (c : code) (op : nat -> nat -> nat) (phi : nat -> nat) (range : nat)
  : vec (list nat) :=
  let h := code_parts c in
  let T := split_tables op phi h range in
  tabulate range (fun n => members (option_set c h n T)).

Lemma option_table_spec c op phi range n e :
  n < range -> (In e (vec_get [] (option_table c op phi range) n) <->
                option_element (code_digits c) op phi n e).
Proof.
  intros N. unfold option_table. rewrite (proj2 (tabulate_spec [] range _) n N).
  apply (option_set_spec c op phi range); [| assumption].
  apply split_tables_hold, code_parts_pos.
Qed.

(** ** Moves that ask for equal or for different sizes, or that leave any number of heaps *)

(** The digits of a code with more on each: the condition on sizes, and from which number of heaps on every number may be left. *)
Record sized := {
  counts : code;
  kinds_lead : list sizes;
  kinds_rep : list sizes;
  every_lead : list (option nat);
  every_rep : list (option nat);
}.

(** What stands at place t of a list and of one that repeats for ever, laid out as the digits are. *)
Definition at_place {A} (z : A) (c : code) (a b : list A) (t : nat) : A :=
  if t <? length (lead c) then nth t a z
  else match rep c with
       | [] => z
       | r => nth ((t - length (lead c)) mod length r) b z
       end.

Lemma at_place_repeats {A} (z : A) c a b q t :
  Nat.divide (Nat.max 1 (length (rep c))) q -> length (lead c) <= t -> at_place z c a b (t + q) = at_place z c a b t.
Proof.
  intros (k & ->) L. unfold at_place.
  destruct (Nat.ltb_spec t (length (lead c))); [lia |].
  destruct (Nat.ltb_spec (t + k * Nat.max 1 (length (rep c))) (length (lead c))); [lia |].
  destruct (rep c) as [| x l]; [reflexivity |].
  set (r := length (x :: l)). assert (R : Nat.max 1 r = r) by (unfold r; simpl; lia). rewrite R.
  replace (t + k * r - length (lead c)) with (t - length (lead c) + k * r) by lia.
  rewrite Nat.mod_add by (unfold r; simpl; lia). reflexivity.
Qed.

Definition kind (s : sized) (t : nat) : sizes := at_place Any (counts s) (kinds_lead s) (kinds_rep s) t.
Definition every (s : sized) (t : nat) : option nat := at_place None (counts s) (every_lead s) (every_rep s) t.

Definition is_some (o : option nat) : bool := match o with Some _ => true | None => false end.
Definition is_distinct (k : sizes) : bool := match k with Distinct => true | _ => false end.
Definition is_equal (k : sizes) : bool := match k with Equal => true | _ => false end.

(** Some move may leave any number of heaps; some must leave heaps of different sizes. *)
Definition endless (s : sized) : bool := existsb is_some (every_lead s ++ every_rep s).
Definition differing (s : sized) : bool := existsb is_distinct (kinds_lead s ++ kinds_rep s).

Definition may (d : nat) (e : option nat) (j : nat) : bool :=
  Nat.testbit d j || match e with Some k => k <=? j | None => false end.

Definition sized_digits (s : sized) : digits :=
  {| allow := fun t j => may (digit (counts s) t) (every s t) j; size := kind s |}.

Lemma at_place_in {A} (z : A) c a b t : at_place z c a b t = z \/ In (at_place z c a b t) (a ++ b).
Proof.
  unfold at_place. destruct (t <? length (lead c)).
  - destruct (nth_in_or_default t a z) as [I | ->]; [right; apply in_or_app; auto | auto].
  - destruct (rep c) as [| x l]; [auto |].
    destruct (nth_in_or_default ((t - length (lead c)) mod length (x :: l)) b z) as [I | ->];
      [right; apply in_or_app; auto | auto].
Qed.

Lemma every_none s t : endless s = false -> every s t = None.
Proof.
  intros E. unfold every. destruct (at_place_in None (counts s) (every_lead s) (every_rep s) t) as [-> | I]; [reflexivity |].
  destruct (at_place _ _ _ _ _) as [k |] eqn:Q; [| reflexivity]. exfalso.
  assert (X : endless s = true) by (apply existsb_exists; exists (Some k); auto). congruence.
Qed.

Lemma not_differing s t : differing s = false -> kind s t <> Distinct.
Proof.
  intros E Q. unfold kind in Q. destruct (at_place_in Any (counts s) (kinds_lead s) (kinds_rep s) t) as [H | I]; [congruence |].
  rewrite Q in I. assert (X : differing s = true) by (apply existsb_exists; exists Distinct; auto). congruence.
Qed.

(** The most heaps that a move in fewer than [range] tokens leaves. *)
Definition most (s : sized) (range : nat) : nat :=
  if endless s then Nat.max (code_parts (counts s)) range else code_parts (counts s).

Lemma most_pos s range : 1 <= most s range.
Proof. unfold most. pose proof (code_parts_pos (counts s)). destruct (endless s); lia. Qed.

Lemma allow_parts s t j : endless s = false -> allow (sized_digits s) t j = true -> j <= code_parts (counts s).
Proof.
  intros E A. simpl in A. rewrite (every_none s t E) in A. unfold may in A. rewrite orb_false_r in A.
  apply (code_parts_bound _ _ _ A).
Qed.

Lemma most_bound s range t Y :
  t + total Y < range -> positive Y -> allow (sized_digits s) t (length Y) = true -> length Y <= most s range.
Proof.
  intros L P A. unfold most. destruct (endless s) eqn:E; [| apply (allow_parts s t _ E A)].
  pose proof (positive_length Y P). lia.
Qed.

Lemma sized_finite s t j : rep (counts s) = [] -> allow (sized_digits s) t j = true -> t < length (lead (counts s)).
Proof.
  intros R A. simpl in A. destruct (Nat.ltb_spec t (length (lead (counts s)))) as [L | L]; [exact L |]. exfalso.
  unfold every, at_place, digit in A. rewrite R in A.
  destruct (Nat.ltb_spec t (length (lead (counts s)))); [lia |]. unfold may in A. rewrite Nat.bits_0 in A. discriminate.
Qed.

Definition valid_sized (s : sized) : bool :=
  negb (allow (sized_digits s) 0 0) && negb (allow (sized_digits s) 0 1).

Lemma valid_sized_valid s : valid_sized s = true -> valid (sized_digits s).
Proof. unfold valid_sized. rewrite andb_true_iff, !negb_true_iff. auto. Qed.

(** *** Heaps of different sizes: heaps of 1, 2, ... tokens are added one size after the other *)

Section Different.
  Variables (op : nat -> nat -> nat) (phi : nat -> nat) (range h : nat).
  Hypothesis perm : forall X Y, Permutation X Y -> image op 0 phi X = image op 0 phi Y.

  (** v is the image of j heaps of different sizes below a with m tokens in all. *)
  Definition different (j m a v : nat) : Prop :=
    exists Y, length Y = j /\ positive Y /\ NoDup Y /\ total Y = m /\ (forall y, In y Y -> y < a) /\ v = image op 0 phi Y.

  Definition with_heap (a : nat) (before t : vec (list nat)) (m : nat) : list nat :=
    match (if m <? a then [] else vec_get [] before (m - a)) with
    | [] => vec_get [] t m
    | l => members (fold_left (fun s w => insert s (op (phi a) w)) l (insert_all set_empty (vec_get [] t m)))
    end.

  Fixpoint add_heap (a : nat) (before : vec (list nat)) (T : tables) : tables :=
    match T with
    | [] => []
    | t :: T => tabulate range (with_heap a before t) :: add_heap a t T
    end.

  Definition no_heap : vec (list nat) := tabulate range (fun m => if m =? 0 then [0] else []).

  Definition different_tables : tables :=
    loop (range - 1) 1 (fun T a => add_heap a no_heap T) (repeat vec_empty h).

  Lemma with_heap_spec a before t m v :
    In v (with_heap a before t m) <->
    In v (vec_get [] t m) \/ (a <= m /\ exists w, In w (vec_get [] before (m - a)) /\ v = op (phi a) w).
  Proof.
    unfold with_heap. destruct (Nat.ltb_spec m a) as [L | L].
    - split; [auto |]. intros [I | [H _]]; [exact I | lia].
    - destruct (vec_get [] before (m - a)) as [| w l] eqn:Q.
      + split; [auto |]. intros [I | (_ & w & [] & _)]. exact I.
      + destruct (insert_all_spec (vec_get [] t m) set_empty sound_empty) as [S1 I1].
        destruct (insert_sums_spec op (phi a) (w :: l) _ S1) as [_ I2]. rewrite I2, I1. simpl. split.
        * intros [H | [H | []]]; auto.
        * intros [H | [_ H]]; auto.
  Qed.

  Lemma add_heap_length a before T : length (add_heap a before T) = length T.
  Proof. revert before. induction T as [| t T IH]; intros before; simpl; congruence. Qed.

  Lemma add_heap_nth a T : forall before i, i < length T ->
    nth i (add_heap a before T) vec_empty =
    tabulate range (with_heap a (nth i (before :: T) vec_empty) (nth i T vec_empty)).
  Proof.
    induction T as [| t T IH]; intros before i L; simpl in L; [lia |].
    destruct i as [| i]; [reflexivity |]. simpl add_heap. cbn [nth]. rewrite IH by lia. reflexivity.
  Qed.

  Lemma different_zero m a v : different 0 m a v <-> m = 0 /\ v = 0.
  Proof.
    split.
    - intros (Y & L & _ & _ & T & _ & ->). destruct Y; [| discriminate]. auto.
    - intros [-> ->]. exists []. repeat split; [constructor | constructor | intros y []].
  Qed.

  Lemma different_succ j m a v :
    1 <= a -> (different (S j) m (S a) v <->
      different (S j) m a v \/ (a <= m /\ exists w, different j (m - a) a w /\ v = op (phi a) w)).
  Proof.
    intros A. split.
    - intros (Y & L & P & N & T & B & ->). destruct (in_dec Nat.eq_dec a Y) as [I | I].
      + right. apply in_split in I. destruct I as (Y1 & Y2 & ->).
        assert (PM : Permutation (Y1 ++ a :: Y2) (a :: Y1 ++ Y2)) by (symmetry; apply Permutation_middle).
        pose proof (total_perm _ _ PM) as TP. unfold total in T, TP. rewrite T in TP. simpl in TP.
        split; [lia |]. exists (image op 0 phi (Y1 ++ Y2)). split; [| rewrite (perm _ _ PM); reflexivity].
        exists (Y1 ++ Y2). split; [rewrite app_length in *; simpl in L; lia |]. split.
        { apply Forall_app in P. destruct P as [P1 P2]. inversion_clear P2. apply Forall_app. auto. }
        split; [apply NoDup_remove_1 in N; exact N |]. split; [unfold total; lia |]. split; [| reflexivity].
        intros y I. assert (y <> a) by (intros ->; apply NoDup_remove_2 in N; tauto).
        assert (y < S a) by (apply B; rewrite in_app_iff in *; simpl; tauto). lia.
      + left. exists Y. repeat split; try assumption. intros y J. specialize (B y J).
        assert (y <> a) by congruence. lia.
    - intros [(Y & L & P & N & T & B & ->) | (LA & w & (Y & L & P & N & T & B & ->) & ->)].
      + exists Y. repeat split; try assumption. intros y I. specialize (B y I). lia.
      + exists (a :: Y). split; [simpl; lia |]. split; [constructor; [lia | exact P] |]. split.
        { constructor; [| exact N]. intros I. specialize (B a I). lia. }
        split; [unfold total in *; simpl; lia |]. split; [| reflexivity].
        intros y [<- | I]; [lia |]. specialize (B y I). lia.
  Qed.

  Definition different_hold (a : nat) (T : tables) : Prop :=
    length T = h /\ forall j, j < h -> forall m, m < range -> forall v, In v (table_get T (S j) m) <-> different (S j) m a v.

  Lemma no_heap_get m a v : m < range -> (In v (vec_get [] no_heap m) <-> different 0 m a v).
  Proof.
    intros L. unfold no_heap. rewrite (proj2 (tabulate_spec [] range _) m L), different_zero.
    destruct (Nat.eqb_spec m 0); simpl; [split; [intros [<- | []]; auto | intros [_ ->]; auto] |].
    split; [intros [] | intros [H _]; lia].
  Qed.

  Lemma different_tables_hold : different_hold (1 + (range - 1)) different_tables.
  Proof.
    apply (loop_ind (fun a T => different_hold a T)).
    - split; [apply repeat_length |]. intros j J m M v. unfold table_get. rewrite nth_repeat. split.
      + assert (Z : vec_length (@vec_empty (list nat)) = 0) by reflexivity. rewrite vec_get_out by lia. intros [].
      + intros (Y & L & P & _ & _ & B & _). destruct Y as [| y Y]; [discriminate |]. inversion_clear P.
        specialize (B y ltac:(left; reflexivity)). lia.
    - intros a T Ha [L H]. split; [rewrite add_heap_length; exact L |]. intros j J m M v.
      unfold table_get. replace (S j - 1) with j by lia. rewrite add_heap_nth by lia.
      rewrite (proj2 (tabulate_spec [] range _) m M), with_heap_spec, different_succ by lia.
      pose proof (H j J m M v) as Hj. unfold table_get in Hj. replace (S j - 1) with j in Hj by lia. rewrite Hj.
      assert (E : a <= m -> forall w, In w (vec_get [] (nth j (no_heap :: T) vec_empty) (m - a)) <-> different j (m - a) a w).
      { intros LA w. destruct j as [| j]; [apply no_heap_get; lia |].
        specialize (H j ltac:(lia) (m - a) ltac:(lia) w). unfold table_get in H.
        replace (S j - 1) with j in H by lia. exact H. }
      split; (intros [I | (LA & w & I & Q)]; [left; exact I | right; split; [exact LA |]; exists w; split; [apply E; assumption | exact Q]]).
  Qed.

  (** *** The options of one number of tokens left *)

  (** The images of j heaps with m tokens in all, of such sizes, where [T] has those of any sizes, [TD] those of different ones. *)
  Definition part (T TD : tables) (k : sizes) (m : nat) (s : set) (j : nat) : set :=
    match j with
    | 0 => if m =? 0 then insert s 0 else s
    | S _ =>
        match k with
        | Any => insert_all s (table_get T j m)
        | Distinct => insert_all s (table_get TD j m)
        | Equal => if (1 <=? m) && (m mod j =? 0) then insert s (image op 0 phi (repeat (m / j) j)) else s
        end
    end.

  Definition of_kind (k : sizes) (m j v : nat) : Prop :=
    exists Y, length Y = j /\ positive Y /\ total Y = m /\ fits k Y /\ v = image op 0 phi Y.

  Lemma part_spec T TD k m j :
    tables_hold op 0 phi h range T -> (k = Distinct -> different_hold (1 + (range - 1)) TD) -> m < range -> j <= h ->
    adds (fun s => part T TD k m s j) (of_kind k m j).
  Proof.
    intros [_ HT] HD M J. destruct j as [| j].
    - simpl. destruct (Nat.eqb_spec m 0) as [Q | Q].
      + eapply adds_ext; [| apply adds_insert]. intros v. split.
        * intros ->. exists []. subst m. repeat split; [constructor |].
          destruct k; simpl; [exact I | constructor | intros a b []].
        * intros (Y & L & _ & _ & _ & ->). destruct Y; [reflexivity | discriminate].
      + eapply adds_ext; [| apply adds_nothing]. intros v. split; [intros [] |].
        intros (Y & L & _ & TO & _). destruct Y; [| discriminate]. unfold total in TO. simpl in TO. lia.
    - unfold part. destruct k.
      + eapply adds_ext; [| apply adds_insert_all]. intros v. rewrite (proj2 (HT (S j) ltac:(lia)) m M v).
        split; intros (Y & H); exists Y; simpl; tauto.
      + destruct (HD eq_refl) as [_ DT]. eapply adds_ext; [| apply adds_insert_all]. intros v.
        rewrite (DT j ltac:(lia) m M v). split.
        * intros (Y & A & B & C & D & _ & E). exists Y. simpl. tauto.
        * intros (Y & A & B & C & D & E). exists Y. simpl in D. repeat split; try assumption.
          intros y I. pose proof (total_in y Y I). lia.
      + apply adds_ext with (P := fun v => ((1 <=? m) && (m mod S j =? 0)) = true /\ v = image op 0 phi (repeat (m / S j) (S j))).
        2: { apply adds_if. intros _. apply adds_insert. }
        intros v. rewrite andb_true_iff, Nat.leb_le, Nat.eqb_eq. split.
        * intros [[M1 M0] ->]. pose proof (Nat.div_mod m (S j) ltac:(lia)) as DM. rewrite M0 in DM.
          exists (repeat (m / S j) (S j)). split; [apply repeat_length |]. split; [| split; [| split; [| reflexivity]]].
          { apply Forall_forall. intros y I. apply repeat_spec in I. subst y. destruct (m / S j); lia. }
          { rewrite total_repeat. lia. }
          { apply equal_fits. }
        * intros (Y & L & P & TO & F & ->). destruct (equal_repeat Y F) as [-> | (a & EY)]; [discriminate |].
          rewrite L in EY. subst Y. rewrite total_repeat in TO. inversion_clear P.
          assert (DV : m / S j = a) by (rewrite <- TO, Nat.mul_comm; apply Nat.div_mul; lia).
          split; [split; [nia |] |].
          { rewrite <- TO, Nat.mul_comm. apply Nat.mod_mul. lia. }
          { rewrite DV. reflexivity. }
  Qed.
End Different.

(** The elements of the options of heap n. *)
Definition sized_set (s : sized) (op : nat -> nat -> nat) (phi : nat -> nat) (h n : nat) (T TD : tables) : set :=
  loop (match rep (counts s) with [] => Nat.min (S n) (length (lead (counts s))) | _ => S n end) 0
    (fun st t => let d := digit (counts s) t in let e := every s t in let k := kind s t in
       loop (S h) 0 (fun st j => if may d e j then part op phi T TD k (n - t) st j else st) st)
    set_empty.

Lemma sized_set_spec s op phi range T TD n :
  tables_hold op 0 phi (most s range) range T ->
  (differing s = true -> different_hold op phi range (most s range) (1 + (range - 1)) TD) -> n < range ->
  forall e, In e (members (sized_set s op phi (most s range) n T TD)) <-> option_element (sized_digits s) op phi n e.
Proof.
  intros HT HD N e. unfold sized_set. set (h := most s range) in *.
  set (count := match rep (counts s) with [] => _ | _ => _ end).
  assert (CN : count <= S n) by (unfold count; destruct (rep (counts s)); lia).
  assert (A : adds (loop count 0
    (fun st t => let d := digit (counts s) t in let e := every s t in let k := kind s t in
       loop (S h) 0 (fun st j => if may d e j then part op phi T TD k (n - t) st j else st) st))
    (fun v => exists t, 0 <= t < 0 + count /\ exists j, 0 <= j < 0 + S h /\
       (may (digit (counts s) t) (every s t) j = true /\ of_kind op phi (kind s t) (n - t) j v))).
  { apply adds_loop. intros t Ht. cbv zeta. apply adds_loop. intros j Hj. apply adds_if. intros _.
    apply (part_spec op phi range h); [exact HT | | lia | lia].
    intros K. apply HD. destruct (differing s) eqn:D; [reflexivity |]. destruct (not_differing s t D K). }
  apply adds_empty in A. destruct A as [_ A]. rewrite A. split.
  - intros (t & Ht & j & Hj & B & (Y & L & P & TO & F & ->)). exists Y. split; [| reflexivity].
    exists t. subst j. repeat split; [lia | exact P | exact B | exact F].
  - intros (Y & (t & ET & P & AL & F) & ->). exists t. split.
    + split; [lia |]. unfold count. destruct (rep (counts s)) as [| r l] eqn:R; [| lia].
      pose proof (sized_finite s t _ R AL). lia.
    + exists (length Y). assert (length Y <= h) by (apply (most_bound s range t); [lia | exact P | exact AL]).
      split; [lia |]. split; [exact AL |]. exists Y. repeat split; [exact P | lia | exact F].
Qed.

Definition sized_table (s : sized) (op : nat -> nat -> nat) (phi : nat -> nat) (range : nat) : vec (list nat) :=
  let h := most s range in
  let T := split_tables op phi h range in
  let TD := if differing s then different_tables op phi range h else [] in
  tabulate range (fun n => members (sized_set s op phi h n T TD)).

Lemma sized_table_spec s op phi range n e :
  (forall X Y, Permutation X Y -> image op 0 phi X = image op 0 phi Y) -> n < range ->
  (In e (vec_get [] (sized_table s op phi range) n) <-> option_element (sized_digits s) op phi n e).
Proof.
  intros PM N. unfold sized_table. cbv zeta. rewrite (proj2 (tabulate_spec [] range _) n N).
  apply sized_set_spec; [apply split_tables_hold, most_pos | | exact N].
  intros ->. apply different_tables_hold, PM.
Qed.

(** *** From where on options repeat *)

(** The numbers of heaps of one size that a move may leave, from 2 on. *)
Definition equal_counts (s : sized) : list nat :=
  filter (fun j => existsb (fun t => is_equal (kind s t) && Nat.testbit (digit (counts s) t) j)
            (seq 0 (length (lead (counts s)) + length (rep (counts s)))))
    (seq 2 (code_parts (counts s) - 1)).

Definition q_of (s : sized) (p : nat) : nat :=
  Nat.lcm (p * fold_right Nat.lcm 1 (equal_counts s)) (Nat.max 1 (length (rep (counts s)))).

Definition apart_of (s : sized) (q : nat) : nat :=
  if differing s then let h := code_parts (counts s) in (q * (h * (h - 1)) + 1) / 2 else 0.

Definition from_of (s : sized) (n0 p : nat) : nat :=
  let q := q_of s p in
  images_repeat_from (code_parts (counts s))
    (length (lead (counts s)) + match rep (counts s) with [] => 0 | _ => q end) (Nat.max n0 1) q (apart_of s q).

Lemma in_equal_counts s t j :
  endless s = false -> allow (sized_digits s) t j = true -> kind s t = Equal -> 2 <= j -> In j (equal_counts s).
Proof.
  intros E A K J. unfold equal_counts. apply filter_In. split.
  - apply in_seq. pose proof (allow_parts s t j E A). lia.
  - apply existsb_exists. simpl in A. rewrite (every_none s t E) in A. unfold may in A. rewrite orb_false_r in A.
    set (c := counts s) in *. destruct (Nat.ltb_spec t (length (lead c))) as [L | L].
    + exists t. split; [apply in_seq; lia |]. rewrite K, A. reflexivity.
    + destruct (rep c) as [| r l] eqn:R.
      { unfold digit in A. rewrite R in A. destruct (Nat.ltb_spec t (length (lead c))); [lia |].
        rewrite Nat.bits_0 in A. discriminate. }
      set (u := (t - length (lead c)) mod length (rep c)).
      assert (U : u < length (rep c)) by (apply Nat.mod_upper_bound; rewrite R; discriminate).
      assert (DV : t = length (lead c) + u + (t - length (lead c)) / length (rep c) * Nat.max 1 (length (rep c))).
      { pose proof (Nat.div_mod (t - length (lead c)) (length (rep c)) ltac:(lia)) as D.
        fold u in D. replace (Nat.max 1 (length (rep c))) with (length (rep c)) by lia. lia. }
      exists (length (lead c) + u). split; [apply in_seq; rewrite <- R; lia |].
      assert (DI : Nat.divide (Nat.max 1 (length (rep c))) ((t - length (lead c)) / length (rep c) * Nat.max 1 (length (rep c))))
        by (eexists; reflexivity).
      unfold kind in *. fold c in K |- *. rewrite DV in K, A.
      rewrite at_place_repeats in K by (exact DI || lia). rewrite digit_repeats in A by (exact DI || lia).
      rewrite K, A. reflexivity.
Qed.

Lemma divide_lcms j l : In j l -> Nat.divide j (fold_right Nat.lcm 1 l).
Proof.
  induction l as [| a l IH]; [intros [] |]. intros [-> | I]; simpl; [apply Nat.divide_lcm_l |].
  eapply Nat.divide_trans; [apply IH, I | apply Nat.divide_lcm_r].
Qed.

Lemma p_divides_q s p : Nat.divide p (q_of s p).
Proof.
  unfold q_of. eapply Nat.divide_trans; [| apply Nat.divide_lcm_l]. eexists. apply Nat.mul_comm.
Qed.

Lemma sized_repeat s op phi n0 p n e :
  endless s = false -> 0 < q_of s p -> repeats phi n0 p 0 -> from_of s n0 p <= n ->
  (option_element (sized_digits s) op phi (n + q_of s p) e <-> option_element (sized_digits s) op phi n e).
Proof.
  intros E Q R L. unfold from_of in L. cbv zeta in L.
  eapply (options_repeat_sizes (sized_digits s) phi (code_parts (counts s)) (length (lead (counts s)))
    (length (lead (counts s)) + match rep (counts s) with [] => 0 | _ => q_of s p end) (Nat.max n0 1) p (q_of s p))
    with (apart := apart_of s (q_of s p)); [.. | exact L].
  - intros t j A. apply (allow_parts s t j E A).
  - intros t j T. simpl. unfold every. rewrite digit_repeats by (apply Nat.divide_lcm_r || assumption).
    rewrite at_place_repeats by (apply Nat.divide_lcm_r || assumption). reflexivity.
  - intros t T. simpl. unfold kind. apply at_place_repeats; [apply Nat.divide_lcm_r | assumption].
  - destruct (rep (counts s)); lia.
  - intros t j A. destruct (rep (counts s)) as [| r l] eqn:Z; [| lia].
    left. pose proof (sized_finite s t j Z A). lia.
  - lia.
  - lia.
  - intros m M. apply R. lia.
  - apply p_divides_q.
  - intros t j A K J. unfold q_of. eapply Nat.divide_trans; [| apply Nat.divide_lcm_l].
    apply Nat.mul_divide_mono_l, divide_lcms, (in_equal_counts s t j); assumption.
  - intros t K. unfold apart_of. destruct (differing s) eqn:D; [| destruct (not_differing s t D K)].
    cbv zeta. set (a := q_of s p * _). pose proof (Nat.div_mod (a + 1) 2 ltac:(lia)).
    pose proof (Nat.mod_upper_bound (a + 1) 2 ltac:(lia)). lia.
Qed.

(** What repeats from N on is the same at the place that stands for a heap. *)
Lemma reduce_shift (P : nat -> Prop) N q base k n :
  (forall m, N <= m -> (P (m + q) <-> P m)) -> 0 < k * q -> N <= base -> (P (reduce base (k * q) n) <-> P n).
Proof.
  intros H K LB.
  assert (T : forall i m, base <= m -> (P (m + i * q) <-> P m)).
  { induction i as [| i IH]; intros m M; simpl; [rewrite Nat.add_0_r; reflexivity |].
    rewrite <- (IH m M). replace (m + (q + i * q)) with (m + i * q + q) by lia. apply H. lia. }
  unfold reduce. destruct (Nat.ltb_spec n (base + k * q)) as [| LN]; [reflexivity |].
  pose proof (Nat.div_mod (n - base) (k * q) ltac:(lia)) as DM.
  set (d := (n - base) / (k * q)) in *. set (m := (n - base) mod (k * q)) in *.
  rewrite <- (T (d * k) (base + m) ltac:(lia)). replace (base + m + d * k * q) with n by nia. reflexivity.
Qed.

(** ** Classes of stones *)

Definition stones_class (e : ending) (t : nat) : nat :=
  reduce (length (letters e) - block e) (block e) t.

Lemma reduce_mod n0 p t : 0 < p -> n0 <= t -> reduce n0 p t = n0 + (t - n0) mod p.
Proof.
  intros P L. unfold reduce. destruct (Nat.ltb_spec t (n0 + p)); [| reflexivity].
  rewrite Nat.mod_small; lia.
Qed.

Lemma reduce_small n0 p t : t < n0 -> reduce n0 p t = t.
Proof. intros L. unfold reduce. destruct (Nat.ltb_spec t (n0 + p)); [reflexivity | lia]. Qed.

(** A number and its place in the first period differ by whole periods. *)
Lemma reduce_add n0 p a b : 0 < p -> reduce n0 p (reduce n0 p a + b) = reduce n0 p (a + b).
Proof.
  intros P. destruct (le_lt_dec n0 a) as [L | L].
  - rewrite (reduce_mod n0 p a) by assumption.
    rewrite !reduce_mod by lia. f_equal.
    pose proof (Nat.div_mod (a - n0) p ltac:(lia)) as D.
    replace (a + b - n0) with (n0 + (a - n0) mod p + b - n0 + (a - n0) / p * p) by lia.
    rewrite Nat.mod_add by lia. reflexivity.
  - rewrite (reduce_small n0 p a) by assumption. reflexivity.
Qed.

Lemma end_letter_class e t :
  1 <= block e <= length (letters e) -> end_letter e t = nth (stones_class e t) (letters e) 0.
Proof.
  intros B. unfold end_letter, stones_class. f_equal.
  destruct (Nat.ltb_spec t (length (letters e) - block e)).
  - rewrite reduce_small by assumption. reflexivity.
  - rewrite reduce_mod by lia. reflexivity.
Qed.

(** ** The check *)

(** The heaps of the claim: up to some size, or all, with the preperiod and period of φ. *)
Inductive extent := UpTo (last : nat) | Always (n0 p : nat).

Record quotient_claim := {
  qc_end : ending;
  (** After whose move the outcome counts: [negb], or the identity for the end [moves], where the two
      bits of an outcome are those of misère (Left) and of normal play (Right). *)
  qc_crossed : bool;
  qc_extent : extent;
  qc_order : nat;
  (** How many elements have the outcomes P, R, L, N. *)
  qc_counts : list nat;
}.

Record quotient_data := {
  qd_generators : list nat;
  qd_action : list (list nat);
  qd_outcomes : list nat;
  qd_phi : list nat;
}.

Definition heap_element (x : extent) (phi : vec nat) (n : nat) : nat :=
  vec_get 0 phi (match x with UpTo _ => n | Always n0 p => reduce n0 p n end).

Definition in_extent (x : extent) (n : nat) : Prop :=
  match x with UpTo last => n <= last | Always _ _ => True end.

(** For claims about all heaps: from where on options repeat, and after how many heaps options and classes of stones do so. *)
Definition base_of (e : ending) (c : sized) (n0 p : nat) : nat :=
  Nat.max (from_of c n0 p) (length (letters e) - block e).
Definition round_of (e : ending) (c : sized) (p : nat) : nat := Nat.lcm (q_of c p) (block e).

Definition range_of (e : ending) (c : sized) (x : extent) : nat :=
  match x with UpTo last => S last | Always n0 p => base_of e c n0 p + round_of e c p end.

(** The heap below the range that stands for heap n. *)
Definition place (e : ending) (c : sized) (x : extent) (n : nat) : nat :=
  match x with UpTo _ => n | Always n0 p => reduce (base_of e c n0 p) (round_of e c p) n end.

Section Players.
  Variables (fuel order : nat) (mul : nat -> nat -> nat) (win : nat -> bool -> bool)
    (other : bool -> bool) (phi : nat -> nat) (e : ending).

  Definition masks_of (b : bool) (range : nat) (E : nat -> list nat) : vec nat :=
    tabulate range (open_mask order mul (fun x => win x b) (fun x => win x (other b)) phi E).
  Definition stuck_of (range : nat) (E : nat -> list nat) : set :=
    let cls := stones_class e in
    let classes := length (letters e) in
    stuck_close mul cls classes fuel (members (stuck_heaps range phi E cls classes))
      [code2 classes 0 (cls 0)] (insert set_empty (code2 classes 0 (cls 0))).

  Definition player_check (b : bool) (range : nat) (E : nat -> list nat) : bool :=
    let masks := masks_of b range E in
    let kinds := all_kinds order range phi masks in
    let kept := all_kept order mul range phi E fuel masks kinds in
    false_win_check order mul (fun x => win x b) (fun x => win x (other b)) range phi E &&
    heaps_covered range phi E masks kept kinds &&
    family_closed order mul kept kinds &&
    stuck_check mul (fun x => win x b) range phi E (stones_class e) (length (letters e))
      (fun c => wins (nth c (letters e) 0) b) (stuck_of range E).
End Players.

Definition counts_of (outcomes : list nat) : list nat :=
  map (fun l => length (filter (Nat.eqb l) outcomes)) [0; 1; 2; 3].

Fixpoint pairs_increase (l : list nat) : bool :=
  match l with
  | a :: (b :: _) as l' => (a <? b) && pairs_increase l'
  | _ => true
  end.

Fixpoint same (a b : list nat) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => (x =? y) && same a b
  | _, _ => false
  end.

Lemma same_spec a b : same a b = true -> a = b.
Proof.
  revert b. induction a as [| x a IH]; intros [| y b] H; simpl in H; try discriminate; [reflexivity |].
  apply andb_true_iff in H. destruct H as [H1 H2]. apply Nat.eqb_eq in H1. f_equal; auto.
Qed.

Definition extent_check (x : extent) (phi : nat -> nat) (len : nat) : bool :=
  match x with
  | UpTo last => len =? S last
  | Always n0 p => (1 <=? p) && (len =? n0 + p) && least_check phi n0 p 0 (n0 + p)
  end.

Definition generators_check (x : extent) (acts : list (vec nat)) (phi : nat -> nat) (gens : list nat) : bool :=
  (length gens =? length acts) && pairs_increase gens &&
  all_from (length acts) 0 (fun i =>
    let g := nth i gens 0 in
    (match x with UpTo last => g <=? last | Always _ _ => true end) && (phi g =? act acts i 0)).

(** For claims about all heaps there is a greatest number of heaps that a move leaves. *)
Definition known_repetition (x : extent) (s : sized) : bool :=
  match x with UpTo _ => true | Always _ _ => negb (endless s) end.

Definition check_quotient (fuel : nat) (codes : bool -> sized) (c : quotient_claim) (d : quotient_data) : bool :=
  let order := qc_order c in
  let e := qc_end c in
  let x := qc_extent c in
  let acts := map vec_of (qd_action d) in
  let ws := words order acts in
  let outs := vec_of (qd_outcomes d) in
  let phiv := vec_of (qd_phi d) in
  let phi := heap_element x phiv in
  valid_sized (codes true) && valid_sized (codes false) && known_repetition x (codes true) && known_repetition x (codes false) && valid_end e &&
  (1 <=? order) && (length (qd_outcomes d) =? order) && forallb (fun l => l <? 4) (qd_outcomes d) &&
  same (counts_of (qd_outcomes d)) (qc_counts c) &&
  rows_check order (qd_action d) && commute_check order acts && reach_check order acts ws &&
  forallb (fun y => y <? order) (qd_phi d) && extent_check x phi (length (qd_phi d)) &&
  (phi 0 =? 0) && generators_check x acts phi (qd_generators d) &&
  (let t := table order acts ws in
   let mul := times t in
   let win := fun y b => wins (vec_get 0 outs y) b in
   let other := if qc_crossed c then negb else fun b => b in
   separate_check order mul win &&
   (let range1 := range_of e (codes true) x in
    let E1 := sized_table (codes true) mul phi range1 in
    player_check fuel order mul win other phi e true range1 (vec_get [] E1)) &&
   (let range0 := range_of e (codes false) x in
    let E0 := sized_table (codes false) mul phi range0 in
    player_check fuel order mul win other phi e false range0 (vec_get [] E0))).

(** ** What is claimed *)

Section Statement.
  Variables (codes : bool -> sized) (c : quotient_claim).
  Let mv (b : bool) := move (sized_digits (codes b)).
  Let other := if qc_crossed c then negb else fun b : bool => b.
  Let dom := in_extent (qc_extent c).
  Let fin := final (qc_end c).

  (** A map from positions onto the numbers below the order has the same value exactly for
      positions with equal outcomes in every sum; the value tells the outcome, and so many values
      tell each outcome. Single heaps have values that repeat as claimed. *)
  Definition quotient_holds : Prop :=
    exists (cl : list nat -> nat) (outcome_of : list nat),
      length outcome_of = qc_order c /\
      counts_of outcome_of = qc_counts c /\
      (forall X, cl X < qc_order c) /\
      (forall v, v < qc_order c -> exists X, in_dom dom X /\ cl X = v) /\
      (forall X Y, in_dom dom X -> in_dom dom Y -> (cl X = cl Y <-> equivalent mv other fin dom X Y)) /\
      (forall X b, in_dom dom X ->
        (wins (nth (cl X) outcome_of 0) b = true -> Win mv other fin b X) /\
        (wins (nth (cl X) outcome_of 0) b = false -> Lose mv other fin b X)) /\
      match qc_extent c with
      | UpTo _ => True
      | Always n0 p =>
          0 < p /\ repeats (fun n => cl [n]) n0 p 0 /\ least (fun n => cl [n]) n0 p
      end.
End Statement.

(** ** Soundness *)

Lemma divide_times a b : Nat.divide a b -> exists k, b = k * a.
Proof. intros (k & H). eauto. Qed.

Lemma lcm_pos a b : 0 < a -> 0 < b -> 0 < Nat.lcm a b.
Proof. intros A B. destruct (Nat.lcm a b) eqn:Q; [| lia]. apply Nat.lcm_eq_0 in Q. lia. Qed.

Lemma reduce_repeats (f : nat -> nat) n0 p : 0 < p -> repeats (fun n => f (reduce n0 p n)) n0 p 0.
Proof.
  intros P n N. rewrite Nat.add_0_r. f_equal. rewrite !reduce_mod by lia. f_equal.
  replace (n + p - n0) with (n - n0 + 1 * p) by lia. apply Nat.mod_add. lia.
Qed.

Lemma repeats_multiple f n0 p q m0 :
  repeats f n0 p 0 -> Nat.divide p q -> n0 <= m0 -> repeats f m0 q 0.
Proof.
  intros R (k & ->) L n N. pose proof (repeats_times f n0 p 0 R k n ltac:(lia)) as T.
  rewrite Nat.mul_0_r in T. exact T.
Qed.

Section Sound.
  Variables (fuel order : nat) (mul : nat -> nat -> nat) (win : nat -> bool -> bool)
    (other : bool -> bool) (phi : nat -> nat) (e : ending) (x : extent) (codes : bool -> sized).
  Hypothesis VD : forall b, valid_sized (codes b) = true.
  Hypothesis KR : forall b, known_repetition x (codes b) = true.
  Hypothesis BL : 1 <= block e <= length (letters e).
  Hypothesis pos : 0 < order.
  Hypothesis op_bounded : forall x y, x < order -> mul x y < order.
  Hypothesis op_comm : forall x y, x < order -> y < order -> mul x y = mul y x.
  Hypothesis op_assoc :
    forall x y z, x < order -> y < order -> z < order -> mul (mul x y) z = mul x (mul y z).
  Hypothesis op_unit : forall x, x < order -> mul x 0 = x.
  Hypothesis phi_bounded : forall n, phi n < order.
  Hypothesis phi_repeats :
    match x with UpTo _ => True | Always n0 p => 0 < p /\ repeats phi n0 p 0 end.

  Let rng b := range_of e (codes b) x.
  Let Ev b := vec_get [] (sized_table (codes b) mul phi (rng b)).
  Hypothesis PC : forall b, player_check fuel order mul win other phi e b (rng b) (Ev b) = true.

  Let mv (b : bool) := move (sized_digits (codes b)).
  Let dom := in_extent x.
  Let cls := stones_class e.
  Let E b n := Ev b (place e (codes b) x n).

  Lemma sound_lighter b n Y : mv b n Y -> weight Y < 2 * n - 1.
  Proof. apply move_lighter, valid_sized_valid, VD. Qed.

  Lemma sound_dom b n Y m : dom n -> mv b n Y -> In m Y -> dom m.
  Proof.
    intros D M I. unfold dom, in_extent in *. destruct x as [last |]; [| exact Logic.I].
    pose proof (move_smaller _ _ _ _ (valid_sized_valid _ (VD b)) M I). lia.
  Qed.

  Lemma q_pos b p : 0 < p -> 0 < q_of (codes b) p.
  Proof.
    intros P. apply lcm_pos; [| lia]. assert (L : forall l, Forall (lt 0) l -> 0 < fold_right Nat.lcm 1 l).
    { induction 1; simpl; [lia | apply lcm_pos; assumption]. }
    apply Nat.mul_pos_pos; [exact P |]. apply L, Forall_forall. intros j I. unfold equal_counts in I.
    apply filter_In in I. destruct I as [I _]. apply in_seq in I. lia.
  Qed.

  Lemma round_pos b p : 0 < p -> 0 < round_of e (codes b) p.
  Proof. intros P. apply lcm_pos; [apply q_pos, P | lia]. Qed.

  Lemma place_bound b n : dom n -> place e (codes b) x n < rng b.
  Proof.
    unfold dom, rng, place, range_of, in_extent. destruct x as [last | n0 p]; [lia |]. intros _.
    apply reduce_bound, round_pos, phi_repeats.
  Qed.

  Lemma base_large b n0 p : n0 <= base_of e (codes b) n0 p.
  Proof.
    unfold base_of, from_of, images_repeat_from. pose proof (code_parts_pos (counts (codes b))). nia.
  Qed.

  Lemma place_phi b n : phi (place e (codes b) x n) = phi n.
  Proof.
    unfold place. destruct x as [| n0 p]; [reflexivity |]. destruct phi_repeats as [P R].
    apply repeats_reduce; [apply round_pos, P |].
    eapply repeats_multiple; [exact R | | apply base_large].
    unfold round_of. eapply Nat.divide_trans; [apply p_divides_q | apply Nat.divide_lcm_l].
  Qed.

  Lemma place_cls b n : cls (place e (codes b) x n) = cls n.
  Proof.
    unfold place. destruct x as [| n0 p]; [reflexivity |]. destruct phi_repeats as [P R].
    apply (repeats_reduce cls); [apply round_pos, P |].
    eapply repeats_multiple; [apply (reduce_repeats (fun t => t)); lia | |].
    - apply Nat.divide_lcm_r.
    - unfold base_of. lia.
  Qed.

  Lemma place_options b n v :
    option_element (sized_digits (codes b)) mul phi (place e (codes b) x n) v <->
    option_element (sized_digits (codes b)) mul phi n v.
  Proof.
    unfold place. destruct x as [| n0 p]; [reflexivity |]. destruct phi_repeats as [P R].
    assert (DQ : Nat.divide (q_of (codes b) p) (round_of e (codes b) p)) by apply Nat.divide_lcm_l.
    destruct (divide_times _ _ DQ) as (k & K). rewrite K.
    apply (reduce_shift (fun m => option_element (sized_digits (codes b)) mul phi m v) (from_of (codes b) n0 p)).
    - intros m M. apply (sized_repeat (codes b) mul phi n0 p); [| apply q_pos, P | exact R | exact M].
      specialize (KR b). apply negb_true_iff, KR.
    - rewrite <- K. apply round_pos, P.
    - unfold base_of. lia.
  Qed.

  (** The image does not depend on the order of the heaps. *)
  Lemma image_bounded X : image mul 0 phi X < order.
  Proof. induction X as [| n X IH]; unfold image in *; simpl; [exact pos | apply op_bounded, phi_bounded]. Qed.

  Lemma image_perm X Y : Permutation X Y -> image mul 0 phi X = image mul 0 phi Y.
  Proof.
    induction 1 as [| n X Y P IH | n m X | X Y Z P1 IH1 P2 IH2]; unfold image in *; simpl; [reflexivity | | | congruence].
    - rewrite IH. reflexivity.
    - pose proof (image_bounded X) as B. unfold image in B.
      rewrite <- !op_assoc by (assumption || apply phi_bounded). f_equal. apply op_comm; apply phi_bounded.
  Qed.

  Lemma sound_E b n : dom n -> forall v, In v (E b n) <-> exists Y, mv b n Y /\ v = class mul phi Y.
  Proof.
    intros D v. unfold E, Ev. rewrite sized_table_spec by (apply place_bound, D || exact image_perm).
    rewrite place_options. reflexivity.
  Qed.

  Lemma cls_bound t : cls t < length (letters e).
  Proof.
    unfold cls, stones_class.
    pose proof (reduce_bound (length (letters e) - block e) (block e) t ltac:(lia)). lia.
  Qed.

  Lemma sound_cls a b : cls (cls a + cls b) = cls (a + b).
  Proof.
    unfold cls, stones_class. rewrite reduce_add by lia. rewrite Nat.add_comm.
    rewrite reduce_add by lia. f_equal. lia.
  Qed.

  Let S b := stuck_of fuel mul phi e (rng b) (Ev b).
  Definition stuck_pair b y c :=
    c < length (letters e) /\ mem (code2 (length (letters e)) y c) (S b) = true.

  Lemma checks b :
    false_win_check order mul (fun y => win y b) (fun y => win y (other b)) (rng b) phi (Ev b) = true /\
    (let kinds := all_kinds order (rng b) phi (masks_of order mul win other phi b (rng b) (Ev b)) in
     let kept := all_kept order mul (rng b) phi (Ev b) fuel
                   (masks_of order mul win other phi b (rng b) (Ev b)) kinds in
     heaps_covered (rng b) phi (Ev b) (masks_of order mul win other phi b (rng b) (Ev b)) kept kinds = true /\
     family_closed order mul kept kinds = true) /\
    stuck_check mul (fun y => win y b) (rng b) phi (Ev b) cls (length (letters e))
      (fun c => wins (nth c (letters e) 0) b) (S b) = true.
  Proof.
    pose proof (PC b) as H. unfold player_check in H. cbv zeta in H. rewrite !andb_true_iff in H.
    cbv zeta. tauto.
  Qed.

  Lemma S_sound b : sound (S b).
  Proof. apply stuck_close_sound, sound_insert, sound_empty. Qed.

  Lemma code2_div C y c : c < C -> code2 C y c / C = y.
  Proof. intros H. unfold code2. rewrite Nat.div_add_l by lia. rewrite Nat.div_small; lia. Qed.

  Lemma code2_mod C y c : c < C -> code2 C y c mod C = c.
  Proof.
    intros H. unfold code2. rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small, H.
  Qed.

  Lemma stuck_checks b y c :
    stuck_pair b y c ->
    win y b = wins (nth c (letters e) 0) b /\
    forall h, In h (members (stuck_heaps (rng b) phi (Ev b) cls (length (letters e)))) ->
      mem (stuck_next mul cls (length (letters e)) (code2 (length (letters e)) y c) h) (S b) = true.
  Proof.
    intros [C M]. destruct (checks b) as (_ & _ & K). unfold stuck_check in K. cbv zeta in K.
    apply andb_true_iff in K. destruct K as [_ K]. rewrite forallb_forall in K.
    apply S_sound in M. specialize (K _ M). apply andb_true_iff in K. destruct K as [K1 K2].
    rewrite code2_div, code2_mod in K1 by assumption. apply eqb_prop in K1.
    rewrite forallb_forall in K2. auto.
  Qed.

  Lemma sound_stuck_start b : stuck_pair b 0 (cls 0).
  Proof.
    split; [apply cls_bound |]. destruct (checks b) as (_ & _ & K). unfold stuck_check in K.
    cbv zeta in K. apply andb_true_iff in K. apply K.
  Qed.

  Lemma sound_stuck_step b y c n :
    stuck_pair b y c -> dom n -> E b n = [] -> stuck_pair b (mul (phi n) y) (cls (c + cls n)).
  Proof.
    intros SP D EN. pose proof SP as [C _]. split; [apply cls_bound |].
    destruct (stuck_checks b y c SP) as [_ K].
    pose proof (stuck_heaps_spec order mul (fun y => win y b) (fun y => win y b) (rng b) phi (Ev b) cls
      (length (letters e)) (fun _ => true) (place e (codes b) x n) (place_bound b n D) EN) as H.
    rewrite place_phi, place_cls in H. specialize (K _ H). unfold stuck_next in K.
    rewrite !code2_div, !code2_mod in K by (assumption || apply cls_bound). exact K.
  Qed.

  Lemma sound_stuck_end b y t : stuck_pair b y (cls t) -> win y b = final e t b.
  Proof.
    intros SP. destruct (stuck_checks b y _ SP) as [K _]. rewrite K. unfold final.
    rewrite end_letter_class by assumption. reflexivity.
  Qed.

  Lemma sound_false_win b n v z :
    dom n -> In v (E b n) -> z < order -> win (mul v z) (other b) = false -> win (mul (phi n) z) b = true.
  Proof.
    intros D I Z W. destruct (checks b) as (K & _ & _). unfold false_win_check in K. cbv zeta in K.
    rewrite all_from_spec in K. specialize (K (place e (codes b) x n)).
    pose proof (place_bound b n D). specialize (K ltac:(lia)). rewrite forallb_forall in K.
    specialize (K v I). rewrite all_from_spec in K. specialize (K z ltac:(lia)).
    rewrite W, place_phi in K. exact K.
  Qed.

  Let kinds b := all_kinds order (rng b) phi (masks_of order mul win other phi b (rng b) (Ev b)).
  Let kept b := all_kept order mul (rng b) phi (Ev b) fuel
                  (masks_of order mul win other phi b (rng b) (Ev b)) (kinds b).

  Lemma open_in_mask b n z :
    z < order -> open_heap other mul phi win E b n z ->
    Nat.testbit (open_mask order mul (fun y => win y b) (fun y => win y (other b)) phi (Ev b)
                   (place e (codes b) x n)) z = true.
  Proof.
    intros Z [W A]. unfold open_mask. apply mask_of_spec. split; [assumption |].
    rewrite place_phi, W. simpl. apply forallb_forall. exact A.
  Qed.

  Lemma sound_kinds b n :
    dom n -> covers order (sets (kinds b) (phi n)) (open_heap other mul phi win E b n).
  Proof.
    intros D. destruct (checks b) as (_ & [H _] & _).
    destruct (heaps_covered_kinds order mul _ _ (rng b) phi (Ev b) _ _ _ H (place_bound b n D)) as [C _].
    rewrite place_phi in C. eapply covered_covers; [exact C |]. intros z Z O. apply open_in_mask; assumption.
  Qed.

  Lemma sound_kept b n :
    dom n -> E b n <> [] -> covers order (sets (kept b) (phi n)) (open_heap other mul phi win E b n).
  Proof.
    intros D NE. destruct (checks b) as (_ & [H _] & _).
    destruct (heaps_covered_kinds order mul _ _ (rng b) phi (Ev b) _ _ _ H (place_bound b n D)) as [_ C].
    specialize (C NE). rewrite place_phi in C. eapply covered_covers; [exact C |].
    intros z Z O. apply open_in_mask; assumption.
  Qed.

  Lemma sound_product b y1 y2 U V :
    y1 < order -> y2 < order -> sets (kept b) y1 U -> sets (kinds b) y2 V ->
    covers order (sets (kept b) (mul y1 y2)) (fun z => U (mul y2 z) /\ V (mul y1 z)).
  Proof. intros. destruct (checks b) as (_ & [_ H'] & _). eapply family_closed_product; eassumption. Qed.

  Lemma sound_unit b y U : y < order -> sets (kept b) y U -> ~ U 0.
  Proof. intros. destruct (checks b) as (_ & [_ H'] & _). eapply family_closed_unit; eassumption. Qed.

  Lemma sound_outcomes X :
    in_dom dom X -> forall b,
    (win (class mul phi X) b = true -> Win mv other (final e) b X) /\
    (win (class mul phi X) b = false -> Lose mv other (final e) b X).
  Proof.
    exact (quotient_outcomes mv other (final e) dom sound_lighter sound_dom order mul phi win pos
      op_bounded op_comm op_assoc op_unit phi_bounded E sound_E cls sound_cls stuck_pair
      sound_stuck_start sound_stuck_step sound_stuck_end sound_false_win
      (fun b => sets (kept b)) (fun b => sets (kinds b)) sound_kept sound_kinds sound_product
      sound_unit X).
  Qed.

  Lemma sound_classes :
    (forall y, y < order -> exists X, in_dom dom X /\ class mul phi X = y) ->
    (forall y1 y2, y1 < order -> y2 < order ->
       (forall z b, z < order -> win (mul y1 z) b = win (mul y2 z) b) -> y1 = y2) ->
    forall X Y, in_dom dom X -> in_dom dom Y ->
    (class mul phi X = class mul phi Y <-> equivalent mv other (final e) dom X Y).
  Proof.
    exact (quotient_classes mv other (final e) dom sound_lighter sound_dom order mul phi win pos
      op_bounded op_comm op_assoc op_unit phi_bounded E sound_E cls sound_cls stuck_pair
      sound_stuck_start sound_stuck_step sound_stuck_end sound_false_win
      (fun b => sets (kept b)) (fun b => sets (kinds b)) sound_kept sound_kinds sound_product
      sound_unit).
  Qed.
End Sound.

Theorem check_quotient_sound fuel codes c d :
  check_quotient fuel codes c d = true -> quotient_holds codes c.
Proof.
  unfold check_quotient. cbv zeta. rewrite !andb_true_iff.
  intros ((((((((((((((((VT & VF) & KT) & KF) & VE) & O1) & LO) & _) & CO) & RO) & CM) & RE) & PB) & EX) & _) & GE) & ((SE & PT) & PF)).
  unfold valid_end in VE. rewrite !andb_true_iff in VE. destruct VE as [[B1 B2] _].
  apply Nat.leb_le in B1, B2, O1. apply Nat.eqb_eq in LO. apply same_spec in CO.
  set (order := qc_order c) in *. set (acts := map vec_of (qd_action d)) in *.
  set (mul := times (table order acts (words order acts))) in *.
  set (x := qc_extent c) in *. set (phi := heap_element x (vec_of (qd_phi d))) in *.
  set (win := fun y b => wins (vec_get 0 (vec_of (qd_outcomes d)) y) b) in *.
  assert (pos : 0 < order) by lia.
  assert (phi_bounded : forall n, phi n < order).
  { intros n. unfold phi, heap_element. rewrite vec_get_of. rewrite forallb_forall in PB.
    match goal with |- nth ?i ?l 0 < _ => destruct (le_lt_dec (length l) i) as [L | L] end.
    - rewrite nth_overflow by assumption. assumption.
    - apply Nat.ltb_lt, PB, nth_In, L. }
  assert (phi_repeats : match x with UpTo _ => True | Always n0 p => 0 < p /\ repeats phi n0 p 0 end).
  { unfold extent_check in EX. unfold phi, heap_element. destruct x as [| n0 p]; [exact I |].
    rewrite !andb_true_iff in EX. destruct EX as [[P _] _]. apply Nat.leb_le in P.
    split; [lia |]. apply (reduce_repeats (fun n => vec_get 0 (vec_of (qd_phi d)) n)). lia. }
  pose proof (mul_bounded order (qd_action d) pos RO) as MB.
  pose proof (mul_comm order (qd_action d) pos RO CM RE) as MC.
  pose proof (mul_assoc order (qd_action d) pos RO CM RE) as MA.
  pose proof (mul_unit order (qd_action d) pos RO CM RE) as MU.
  fold acts in MB, MC, MA, MU. fold mul in MB, MC, MA, MU.
  assert (VD : forall b, valid_sized (codes b) = true) by (intros []; assumption).
  assert (KR : forall b, known_repetition x (codes b) = true) by (intros []; assumption).
  set (other := if qc_crossed c then negb else fun b : bool => b) in *.
  assert (PC : forall b, player_check fuel order mul win other phi (qc_end c) b
     (range_of (qc_end c) (codes b) x)
     (vec_get [] (sized_table (codes b) mul phi (range_of (qc_end c) (codes b) x))) = true)
    by (intros []; assumption).
  assert (BL : 1 <= block (qc_end c) <= length (letters (qc_end c))) by lia.
  assert (GEN : forall y, y < order -> exists X, Forall (in_extent x) X /\ image mul 0 phi X = y).
  { apply (generated order (qd_action d) pos RO CM RE phi (in_extent x) (qd_generators d) phi_bounded).
    unfold generators_check in GE. rewrite !andb_true_iff in GE. destruct GE as [[_ _] GE].
    rewrite all_from_spec in GE. intros i Hi. unfold acts in GE. rewrite map_length in GE.
    specialize (GE i ltac:(lia)). cbv zeta in GE. apply andb_true_iff in GE. destruct GE as [G1 G2].
    apply Nat.eqb_eq in G2. split; [| exact G2]. unfold in_extent. destruct x; [| exact I].
    apply Nat.leb_le, G1. }
  exists (class mul phi), (qd_outcomes d). fold order. split; [assumption |]. split; [assumption |].
  split; [apply (class_bounded order mul phi); assumption |].
  split; [exact GEN |]. split; [| split].
  - apply (sound_classes fuel order mul win other phi (qc_end c) x codes VD KR BL pos MB MC MA MU
             phi_bounded phi_repeats PC GEN).
    intros y1 y2 Y1 Y2. apply separate_check_sound; assumption.
  - intros X b D. rewrite <- (vec_get_of 0 (qd_outcomes d)).
    apply (sound_outcomes fuel order mul win other phi (qc_end c) x codes VD KR BL pos MB MC MA MU
             phi_bounded phi_repeats PC X D b).
  - fold x. unfold extent_check in EX. destruct x as [| n0 p] eqn:QX; [exact I |].
    destruct phi_repeats as [P R].
    assert (ONE : forall n, class mul phi [n] = phi n)
      by (intros n; unfold class, image; simpl; apply MU, phi_bounded).
    split; [assumption |]. split; [intros n Hn; rewrite !ONE; apply R, Hn |].
    rewrite !andb_true_iff in EX. destruct EX as [_ LC].
    apply (least_check_sound phi (fun n => class mul phi [n]) n0 p 0 (n0 + p) P);
      [intros n Hn; rewrite !ONE; apply R, Hn | intros n _; symmetry; apply ONE | exact LC].
Qed.
