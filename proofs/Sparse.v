(** Grundy values of a game with a sparse space, heap after heap, by rare and common values.

    The classes of the parts of a split add up ([common_split]), so a common value is excluded only by
    a take or by a split with a rare part. The least common value c that is not excluded in this way is
    the value of the heap, if every rare value below c is that of some option; otherwise the least
    rare value that is not. Nothing is said here about how many heaps are rare: the more of them, the
    longer it takes. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Rules Window Compute Values.
Import ListNotations.

(** ** Sets of values as bits *)

(** What a step adds to a set. *)
Definition marks (f : nat -> nat) (P : nat -> Prop) : Prop :=
  forall e v, Nat.testbit (f e) v = true <-> P v \/ Nat.testbit e v = true.

Lemma marks_ext f P Q : (forall v, P v <-> Q v) -> marks f P -> marks f Q.
Proof. intros E M e v. rewrite (M e v), E. reflexivity. Qed.

Lemma marks_set x : marks (fun e => Nat.setbit e x) (fun v => v = x).
Proof. intros e v. rewrite Nat.setbit_eqb, orb_true_iff, Nat.eqb_eq. intuition. Qed.

Lemma marks_if (c : bool) f P :
  (c = true -> marks f P) -> marks (fun e => if c then f e else e) (fun v => c = true /\ P v).
Proof.
  intros M e v. destruct c; [rewrite (M eq_refl e v); tauto |].
  split; [auto | intros [[] |]; [discriminate | assumption]].
Qed.

Lemma marks_fold {A} (f : nat -> A -> nat) P l :
  (forall a, In a l -> marks (fun e => f e a) (P a)) ->
  marks (fold_left f l) (fun v => exists a, In a l /\ P a v).
Proof.
  induction l as [| x l IH]; intros H e v; simpl.
  - split; [auto | intros [(a & [] & _) |]; assumption].
  - rewrite (IH (fun a I => H a (or_intror I)) (f e x) v), (H x (or_introl eq_refl) e v). split.
    + intros [(a & I & Q) | [Q | I]]; eauto 6.
    + intros [(a & [-> | I] & Q) | I]; eauto 6.
Qed.

(** What a step takes away from a set. *)
Definition clears (f : nat -> nat) (P : nat -> Prop) : Prop :=
  forall e v, (Nat.testbit (f e) v = true -> Nat.testbit e v = true /\ ~ P v) /\
              (Nat.testbit e v = true -> Nat.testbit (f e) v = true \/ P v).

Definition unset (e x : nat) : nat :=
  if Nat.testbit e x then Nat.lxor e (Nat.setbit 0 x) else e.

Lemma clears_unset x : clears (fun e => unset e x) (fun v => v = x).
Proof.
  intros e v. unfold unset. destruct (Nat.testbit e x) eqn:T.
  - rewrite Nat.lxor_spec, Nat.setbit_eqb, Nat.bits_0, orb_false_r.
    destruct (Nat.eqb_spec x v) as [-> | N].
    + rewrite T. simpl. split; [discriminate | auto].
    + rewrite xorb_false_r. split; [| auto]. intros H. split; [assumption | congruence].
  - split; [| auto]. intros H. split; [assumption |]. congruence.
Qed.

Lemma clears_if (c : bool) f P :
  (c = true -> clears f P) -> clears (fun e => if c then f e else e) (fun v => c = true /\ P v).
Proof.
  intros M e v. destruct c.
  - destruct (M eq_refl e v) as [A B]. split; [intros H; split; [apply A, H | intros [_ Q]; apply A in H; tauto] |].
    intros H. destruct (B H); auto.
  - split; [| auto]. intros H. split; [assumption |]. intros [Q _]. discriminate.
Qed.

Lemma clears_both f h P Q : clears f P -> clears h Q -> clears (fun e => h (f e)) (fun v => P v \/ Q v).
Proof.
  intros A B e v. destruct (A e v) as [A1 A2], (B (f e) v) as [B1 B2]. split.
  - intros H. destruct (B1 H) as [H1 N]. destruct (A1 H1). tauto.
  - intros H. destruct (A2 H) as [H1 |]; [| auto]. destruct (B2 H1); auto.
Qed.

Lemma clears_ext f P Q : (forall v, P v <-> Q v) -> clears f P -> clears f Q.
Proof. intros E A e v. specialize (A e v). rewrite <- E. exact A. Qed.

Lemma clears_fold {A} (f : nat -> A -> nat) P l :
  (forall a, In a l -> clears (fun e => f e a) (P a)) ->
  clears (fold_left f l) (fun v => exists a, In a l /\ P a v).
Proof.
  induction l as [| x l IH]; intros H.
  - intros e v. simpl. split; [| auto]. intros T. split; [assumption | intros (a & [] & _)].
  - simpl. eapply clears_ext;
      [| apply (clears_both _ _ _ _ (H x (or_introl eq_refl)) (IH (fun a I => H a (or_intror I))))].
    intros v. simpl. split.
    + intros [Q | (a & I & Q)]; eauto.
    + intros (a & [-> | I] & Q); eauto.
Qed.

(** Steps for the [count] numbers from [a] on, until nothing is left. *)
Fixpoint search (count a : nat) (f : nat -> nat -> nat) (missing : nat) : nat :=
  match count with
  | 0 => missing
  | S count => if missing =? 0 then missing else search count (S a) f (f a missing)
  end.

Lemma clears_search f P count a :
  (forall i, a <= i < a + count -> clears (f i) (P i)) ->
  clears (search count a f) (fun v => exists i, a <= i < a + count /\ P i v).
Proof.
  revert a. induction count as [| count IH]; intros a H e v; simpl.
  - split; [| auto]. intros T. split; [assumption | intros (i & ? & _); lia].
  - destruct (Nat.eqb_spec e 0) as [-> | _]; [rewrite Nat.bits_0; split; discriminate |].
    destruct (clears_both _ _ _ _ (H a ltac:(lia)) (IH (S a) (fun i Hi => H i ltac:(lia))) e v) as [A B].
    split.
    + intros T. destruct (A T) as [A1 A2]. split; [assumption |]. intros (i & Hi & Q). apply A2.
      destruct (Nat.eq_dec i a) as [-> |]; [auto |]. right. exists i. split; [lia | assumption].
    + intros T. destruct (B T) as [| [Q | (i & Hi & Q)]]; [auto | |]; right.
      * exists a. split; [lia | assumption].
      * exists i. split; [lia | assumption].
Qed.

(** The first of the [fuel] numbers from v on that is in the set. *)
Fixpoint first_bit (fuel v e : nat) : nat :=
  match fuel with
  | 0 => v
  | S fuel => if Nat.testbit e v then v else first_bit fuel (S v) e
  end.

Lemma first_bit_spec fuel v e u : v <= u < first_bit fuel v e -> Nat.testbit e u = false.
Proof.
  revert v. induction fuel as [| fuel IH]; intros v; simpl; [lia |].
  destruct (Nat.testbit e v) eqn:T; [lia |]. intros H.
  destruct (Nat.eq_dec u v) as [-> |]; [assumption |]. apply (IH (S v)). lia.
Qed.

(** ** The program *)

(** The numbers from 1 to k before a list, without a stack. *)
Fixpoint up_to (k : nat) (l : list nat) : list nat := match k with 0 => l | S j => up_to j (k :: l) end.

Lemma up_to_seq k : forall l, up_to k l = seq 1 k ++ l.
Proof.
  induction k as [| k IH]; intros l; [reflexivity |]. cbn [up_to]. rewrite IH, seq_S, <- app_assoc. reflexivity.
Qed.

Section Program.
  (** The digits that let a player leave no heap, one, two; the class of a value; whether the
      parity of n + pi counts. *)
  Variables (whole taking splitting : list nat) (par : nat -> bool) (position : bool) (pi : nat).
  (** Rare heaps are at most [reach]; beyond [exact] only splits with a part up to [reach] are
      searched, and equal ones if [equal_ok]. *)
  Variables (reach exact fuel : nat) (equal_ok : bool).

  Definition flip (n : nat) : bool := if position then Nat.testbit (n + pi) 0 else false.

  (** The values of takes and of splits with a rare part. *)
  Definition exclude (vals : vec nat) (rares : list nat) (n : nat) : nat :=
    fold_left
      (fun e d =>
         fold_left
           (fun e r =>
              if (0 <? r) && (r + d <? n)
              then Nat.setbit e (Nat.lxor (vec_get 0 vals r) (vec_get 0 vals (n - d - r))) else e)
           rares e)
      splitting
      (fold_left (fun e d => if d <? n then Nat.setbit e (vec_get 0 vals (n - d)) else e) taking
         (if existsb (Nat.eqb n) whole then Nat.setbit 0 0 else 0)).

  (** The least common value from v on that is not excluded, and the rare ones below it that are not. *)
  Fixpoint scan (fuel v : nat) (flipped : bool) (e missing : nat) : option (nat * nat) :=
    match fuel with
    | 0 => None
    | S fuel =>
        if Nat.testbit e v then scan fuel (S v) flipped e missing
        else if xorb (par v) flipped then Some (v, missing)
        else scan fuel (S v) flipped e (Nat.setbit missing v)
    end.

  (** Takes the values of the splits with the part a out of a set. *)
  Definition discard (vals : vec nat) (n a missing : nat) : nat :=
    fold_left
      (fun m d =>
         if a + d <? n then unset m (Nat.lxor (vec_get 0 vals a) (vec_get 0 vals (n - d - a))) else m)
      splitting missing.

  (** The same as loops of their own, which the extracted program runs faster. *)
  Fixpoint exclude_rares (vals : vec nat) (m : nat) (rares : list nat) (e : nat) : nat :=
    match rares with
    | [] => e
    | r :: rares =>
        exclude_rares vals m rares
          (if (0 <? r) && (r <? m) then Nat.setbit e (Nat.lxor (vec_get 0 vals r) (vec_get 0 vals (m - r))) else e)
    end.

  Definition excluded (vals : vec nat) (rares : list nat) (n : nat) : nat :=
    fold_left (fun e d => exclude_rares vals (n - d) rares e) splitting
      (fold_left (fun e d => if d <? n then Nat.setbit e (vec_get 0 vals (n - d)) else e) taking
         (if existsb (Nat.eqb n) whole then Nat.setbit 0 0 else 0)).

  Fixpoint discard_splits (vals : vec nat) (n a value : nat) (splits : list nat) (missing : nat) : nat :=
    match splits with
    | [] => missing
    | d :: splits =>
        discard_splits vals n a value splits
          (if a + d <? n then unset missing (Nat.lxor value (vec_get 0 vals (n - d - a))) else missing)
    end.

  Fixpoint look (vals : vec nat) (n : nat) (splits parts : list nat) (missing : nat) : nat :=
    match parts with
    | [] => missing
    | a :: parts =>
        if missing =? 0 then missing
        else look vals n splits parts (discard_splits vals n a (vec_get 0 vals a) splits missing)
    end.

  Lemma excluded_same vals rares n : excluded vals rares n = exclude vals rares n.
  Proof.
    unfold excluded, exclude. generalize (fold_left (fun e d => if d <? n then Nat.setbit e (vec_get 0 vals (n - d)) else e) taking
      (if existsb (Nat.eqb n) whole then Nat.setbit 0 0 else 0)). induction splitting as [| d l IH]; intros e; [reflexivity |].
    cbn [fold_left]. rewrite IH. f_equal. clear IH. revert e. induction rares as [| r rares IHr]; intros e; [reflexivity |].
    cbn [exclude_rares fold_left]. rewrite IHr. f_equal.
    replace (r <? n - d) with (r + d <? n); [reflexivity |].
    destruct (Nat.ltb_spec (r + d) n), (Nat.ltb_spec r (n - d)); reflexivity || lia.
  Qed.

  Lemma look_same vals n count : forall a missing,
    look vals n splitting (seq a count) missing = search count a (discard vals n) missing.
  Proof.
    assert (D : forall a missing, discard_splits vals n a (vec_get 0 vals a) splitting missing = discard vals n a missing).
    { intros a. unfold discard. induction splitting as [| d l IH]; intros missing; [reflexivity |]. cbn [discard_splits fold_left]. apply IH. }
    induction count as [| count IH]; intros a missing; [reflexivity |]. cbn [seq look search]. rewrite D, IH. reflexivity.
  Qed.

  Definition equal_here (n : nat) : bool :=
    equal_ok &&
    existsb (fun d => (d + 2 <=? n) && Bool.eqb (Nat.testbit d 0) (Nat.testbit n 0)) splitting.

  (** The value of heap n, and whether it is rare. The parts that are tried are listed once for all heaps. *)
  Definition value : vec nat -> list nat -> nat -> option (nat * bool) :=
    let near := up_to reach [] in
    let all := up_to exact [] in
    fun vals rares n =>
    match scan fuel 0 (flip n) (excluded vals rares n) 0 with
    | None => None
    | Some (c, missing) =>
        let missing := if equal_here n then unset missing 0 else missing in
        let missing := look vals n splitting (if n <=? exact then all else near) missing in
        if missing =? 0 then Some (c, false)
        else
          let v := first_bit c 0 missing in
          if (n <=? reach) && (v <? c) && Nat.testbit missing v then Some (v, true) else None
    end.

  (** The values of [count] heaps more, and the rare heaps, the last one first. Few arguments, so that
      the program needs no stack. *)
  Fixpoint run (step : vec nat -> list nat -> nat -> option (nat * bool)) (count n : nat)
    (vals : vec nat) (rares : list nat) : option (vec nat * list nat) :=
    match count with
    | 0 => Some (vals, rares)
    | S count =>
        match step vals rares n with
        | None => None
        | Some (x, rare) =>
            run step count (S n) (vec_push vals x) (if rare then n :: rares else rares)
        end
    end.

  (** ** What it finds is true *)

  Lemma scan_spec fuel0 v flipped e missing c missing' :
    scan fuel0 v flipped e missing = Some (c, missing') ->
    v <= c /\ Nat.testbit e c = false /\ xorb (par c) flipped = true /\
    (forall u, v <= u < c -> xorb (par u) flipped = true -> Nat.testbit e u = true) /\
    (forall u, Nat.testbit missing' u = true <->
       Nat.testbit missing u = true \/
       (v <= u < c /\ xorb (par u) flipped = false /\ Nat.testbit e u = false)).
  Proof.
    revert v missing. induction fuel0 as [| fuel0 IH]; intros v missing H; simpl in H; [discriminate |].
    destruct (Nat.testbit e v) eqn:T; [| destruct (xorb (par v) flipped) eqn:X].
    - destruct (IH _ _ H) as (A & B & C & E & M). repeat split; try assumption; [lia | | |].
      + intros u Hu Q. destruct (Nat.eq_dec u v) as [-> |]; [assumption | apply E; [lia | assumption]].
      + intros Q. apply M in Q. destruct Q as [| [? ?]]; [auto | right]. split; [lia | assumption].
      + intros Q. apply M. destruct Q as [| (? & ? & Q)]; [auto | right].
        destruct (Nat.eq_dec u v) as [-> |]; [congruence |]. repeat split; try assumption; lia.
    - injection H as <- <-. repeat split; try assumption; try lia.
      + auto.
      + intros [| [? _]]; [assumption | lia].
    - destruct (IH _ _ H) as (A & B & C & E & M). repeat split; try assumption; [lia | | |].
      + intros u Hu Q. destruct (Nat.eq_dec u v) as [-> |]; [congruence | apply E; [lia | assumption]].
      + intros Q. apply M in Q. rewrite Nat.setbit_eqb, orb_true_iff, Nat.eqb_eq in Q.
        destruct Q as [[<- | ?] | [? ?]]; [right | auto | right]; (split; [lia | auto]).
      + intros Q. apply M. rewrite Nat.setbit_eqb, orb_true_iff, Nat.eqb_eq.
        destruct Q as [| (? & ? & ?)]; [auto |].
        destruct (Nat.eq_dec u v) as [-> |]; [auto |]. right. repeat split; try assumption; lia.
  Qed.

  Variables (D : digits) (g : nat -> nat) (common : nat -> nat -> bool).
  Hypothesis V : valid D.
  Hypothesis F : free_sizes D.
  Hypothesis G : is_grundy (move D) g.
  Hypothesis H2 : forall t j, allow D t j = true -> j <= 2.
  Hypothesis whole_spec : forall t, In t whole <-> allow D t 0 = true.
  Hypothesis taking_spec : forall t, In t taking <-> allow D t 1 = true.
  Hypothesis splitting_spec : forall t, In t splitting <-> allow D t 2 = true.
  Hypothesis common_spec : forall n x, common n x = xorb (par x) (flip n).
  Hypothesis common_split : forall n a b x y,
    splits D n a b -> common n (Nat.lxor x y) = xorb (common a x) (common b y).

  (** The rare heaps below n. *)
  Definition rares_hold (n : nat) (rares : list nat) : Prop :=
    forall r, In r rares <-> r < n /\ common r (g r) = false.

  Lemma exclude_spec n vals rares v :
    holds g n vals -> rares_hold n rares ->
    (Nat.testbit (exclude vals rares n) v = true <->
     takes_to D g n v \/
     exists a b, In a rares /\ splits D n a b /\ v = Nat.lxor (g a) (g b)).
  Proof.
    intros [_ HV] HR. unfold exclude.
    assert (MS : marks (fold_left (fun e d => fold_left (fun e r =>
        if (0 <? r) && (r + d <? n)
        then Nat.setbit e (Nat.lxor (vec_get 0 vals r) (vec_get 0 vals (n - d - r))) else e) rares e) splitting)
      (fun v => exists d, In d splitting /\ exists r, In r rares /\
         ((0 <? r) && (r + d <? n) = true /\ v = Nat.lxor (g r) (g (n - d - r))))).
    { apply marks_fold. intros d _. apply marks_fold. intros r _. apply marks_if. intros C.
      apply andb_true_iff in C. destruct C as [C1 C2]. apply Nat.ltb_lt in C1, C2.
      rewrite !HV by lia. apply marks_set. }
    assert (MT : marks (fold_left (fun e d => if d <? n then Nat.setbit e (vec_get 0 vals (n - d)) else e) taking)
      (fun v => exists d, In d taking /\ ((d <? n) = true /\ v = g (n - d)))).
    { apply marks_fold. intros d I. apply marks_if. intros C. apply Nat.ltb_lt in C.
      apply taking_spec in I. assert (d <> 0) by (intros ->; destruct V as [_ V1]; congruence).
      rewrite !HV by lia. apply marks_set. }
    rewrite (MS _ v), (MT _ v). unfold takes_to, splits. split.
    - intros [(d & I & r & R & C & ->) | [(d & I & C & ->) | B]].
      + apply andb_true_iff in C. destruct C as [C1 C2]. apply Nat.ltb_lt in C1, C2.
        right. exists r, (n - d - r). split; [assumption |]. split; [| reflexivity].
        repeat split; try lia. exists d. split; [apply splitting_spec, I | lia].
      + apply Nat.ltb_lt in C. left. right. exists d, (n - d).
        repeat split; try lia. apply taking_spec, I.
      + left. left. destruct (existsb (Nat.eqb n) whole) eqn:W; [| rewrite Nat.bits_0 in B; discriminate].
        apply existsb_eqb, whole_spec in W. split; [assumption |].
        rewrite Nat.setbit_eqb, Nat.bits_0, orb_false_r in B. apply Nat.eqb_eq in B. auto.
    - intros [[[A ->] | (t & m & A & E & P & ->)] | (a & b & I & (Pa & Pb & t & A & E) & ->)].
      + right. right. apply whole_spec, existsb_eqb in A. rewrite A. reflexivity.
      + right. left. exists t. split; [apply taking_spec, A |]. rewrite Nat.ltb_lt. split; [lia |].
        f_equal. lia.
      + left. exists t. split; [apply splitting_spec, A |]. exists a. split; [assumption |].
        rewrite andb_true_iff, !Nat.ltb_lt. split; [lia |]. do 2 f_equal. lia.
  Qed.

  Lemma discard_spec n vals a :
    holds g n vals -> 0 < a ->
    clears (discard vals n a) (fun v => exists b, splits D n a b /\ v = Nat.lxor (g a) (g b)).
  Proof.
    intros [_ HV] Pa. unfold discard. eapply clears_ext; [| apply clears_fold].
    2: { intros d I. apply clears_if. intros C. apply clears_unset. }
    intros v. simpl. split.
    - intros (d & I & C & ->). apply Nat.ltb_lt in C. exists (n - d - a). rewrite !HV by lia.
      split; [| reflexivity]. repeat split; try lia. exists d. split; [apply splitting_spec, I | lia].
    - intros (b & (_ & Pb & t & A & E) & ->). exists t. split; [apply splitting_spec, A |].
      rewrite Nat.ltb_lt. split; [lia |]. rewrite !HV by lia. do 2 f_equal. lia.
  Qed.

  (** The equal splits that count. *)
  Definition equal_split (n : nat) : Prop :=
    equal_ok = true /\ exists d, allow D d 2 = true /\ d + 2 <= n /\ Nat.odd d = Nat.odd n.

  Lemma equal_here_spec n : equal_here n = true <-> equal_split n.
  Proof.
    unfold equal_here, equal_split. rewrite andb_true_iff, existsb_exists.
    split; intros [E (d & A & B)]; (split; [assumption |]); exists d.
    - apply andb_true_iff in B. destruct B as [B C]. apply Nat.leb_le in B. apply eqb_prop in C.
      rewrite !Nat.bit0_odd in C. split; [apply splitting_spec, A | auto].
    - destruct B as [B C]. split; [apply splitting_spec, A |]. rewrite !Nat.bit0_odd, C, eqb_reflx, andb_true_r.
      apply Nat.leb_le, B.
  Qed.

  Lemma equal_split_splits n : equal_split n -> exists a, splits D n a a.
  Proof.
    intros (_ & d & A & L & O).
    assert (E : Nat.odd (n - d) = false) by (rewrite Nat.odd_sub, O by lia; apply xorb_nilpotent).
    rewrite <- Nat.negb_even in E. apply negb_false_iff, Nat.even_spec in E. destruct E as [a E].
    exists a. repeat split; try lia. exists d. split; [assumption | lia].
  Qed.

  (** What is known of the rare values below that of heap n. *)
  Definition witnessed (n : nat) : Prop :=
    forall x, x < g n -> common n x = false -> witness D g reach equal_split n x.

  Hypothesis reach_exact : reach <= exact.

  Theorem value_spec n vals rares x rare :
    holds g n vals -> rares_hold n rares -> (forall r, In r rares -> r <= reach) ->
    value vals rares n = Some (x, rare) ->
    x = g n /\ common n (g n) = negb rare /\ (rare = true -> n <= reach) /\
    (exact < n -> witnessed n).
  Proof.
    intros HV HR HB H. unfold value in H.
    cbv zeta in H. rewrite excluded_same, !up_to_seq, !app_nil_r in H.
    destruct (scan fuel 0 (flip n) (exclude vals rares n) 0) as [[c missing] |] eqn:SC; [| discriminate].
    apply scan_spec in SC. destruct SC as (_ & NC & CC & LC & MI). rewrite <- common_spec in CC.
    set (last := if n <=? exact then exact else reach) in *.
    assert (CL : clears (fun m => search last 1 (discard vals n) (if equal_here n then unset m 0 else m))
      (fun v => (equal_here n = true /\ v = 0) \/
         exists a, 1 <= a < 1 + last /\ exists b, splits D n a b /\ v = Nat.lxor (g a) (g b))).
    { apply (clears_both (fun m => if equal_here n then unset m 0 else m)).
      - apply clears_if. intros _. apply clears_unset.
      - apply clears_search. intros a Ha. apply discard_spec; [assumption | lia]. }
    cbv zeta in H.
    replace (if n <=? exact then seq 1 exact else seq 1 reach) with (seq 1 (if n <=? exact then exact else reach)) in H
      by (destruct (n <=? exact); reflexivity).
    rewrite look_same in H. fold last in H. specialize (CL missing). cbv beta in CL.
    set (left := search last 1 (discard vals n) (if equal_here n then unset missing 0 else missing)) in *.
    (* Common values that an option has are excluded. *)
    assert (EX : forall v, common n v = true ->
      takes_to D g n v \/ (exists a b, splits D n a b /\ v = Nat.lxor (g a) (g b)) ->
      Nat.testbit (exclude vals rares n) v = true).
    { intros v C [T | (a & b & S & ->)]; apply exclude_spec; auto. right.
      rewrite (common_split _ _ _ _ _ S) in C. pose proof S as (Pa & Pb & t & A & E).
      destruct (common a (g a)) eqn:Ca, (common b (g b)) eqn:Cb; try discriminate.
      - exists b, a. rewrite Nat.lxor_comm. split; [apply HR; split; [lia | assumption] |].
        split; [| reflexivity]. repeat split; try assumption. exists t. split; [assumption | lia].
      - exists a, b. split; [apply HR; split; [lia | assumption] |]. auto. }
    assert (EO : forall v, Nat.testbit (exclude vals rares n) v = true ->
      takes_to D g n v \/ exists a b, splits D n a b /\ v = Nat.lxor (g a) (g b)).
    { intros v T. apply exclude_spec in T; auto. destruct T as [| (a & b & _ & S)]; eauto. }
    (* Every value below c that is not left is excluded, or that of a split that was searched. *)
    assert (BE : forall u, u < c -> Nat.testbit left u = false ->
      Nat.testbit (exclude vals rares n) u = true \/ (equal_split n /\ u = 0) \/
      exists a b, 1 <= a <= last /\ splits D n a b /\ u = Nat.lxor (g a) (g b)).
    { intros u Hu T. destruct (Nat.testbit (exclude vals rares n) u) eqn:X; [auto | right].
      destruct (xorb (par u) (flip n)) eqn:P; [rewrite LC in X by (lia || assumption); discriminate |].
      assert (M : Nat.testbit missing u = true) by (apply MI; right; repeat split; try assumption; lia).
      apply CL in M. destruct M as [M | [[Q ->] | (a & Ha & b & S)]]; [congruence | |].
      - left. split; [apply equal_here_spec, Q | reflexivity].
      - right. exists a, b. split; [lia | assumption]. }
    assert (BO : forall u, u < c -> Nat.testbit left u = false ->
      takes_to D g n u \/ exists a b, splits D n a b /\ u = Nat.lxor (g a) (g b)).
    { intros u Hu T. destruct (BE u Hu T) as [X | [[Q ->] | (a & b & _ & S)]]; [auto | | eauto].
      apply equal_split_splits in Q. destruct Q as (a & S). right. exists a, a.
      rewrite Nat.lxor_nilpotent. auto. }
    pose proof (window_mex D g F G H2 n) as WM.
    destruct (Nat.eqb_spec left 0) as [Z | _].
    - injection H as <- <-.
      assert (E : c = g n).
      { eapply mex_unique; [intros v; reflexivity | | apply WM]. split.
        - intros O. rewrite (EX c CC O) in NC. discriminate.
        - intros u Hu. apply BO; [assumption |]. rewrite Z. apply Nat.bits_0. }
      split; [assumption |]. rewrite <- E. split; [assumption |]. split; [discriminate |].
      intros L y Hy _. rewrite <- E in Hy.
      destruct (BE y Hy ltac:(rewrite Z; apply Nat.bits_0)) as [X | [[Q ->] | (a & b & La & S & ->)]].
      + apply exclude_spec in X; auto. destruct X as [T | (a & b & I & S & ->)]; [left; assumption |].
        right. left. exists a, b. auto.
      + right. right. auto.
      + right. left. exists a, b. split; [| auto].
        unfold last in La. destruct (Nat.leb_spec n exact); lia.
    - set (v := first_bit c 0 left) in *.
      destruct ((n <=? reach) && (v <? c) && Nat.testbit left v) eqn:Q; [| discriminate].
      injection H as <- <-. rewrite !andb_true_iff in Q. destruct Q as [[Q1 Q2] Q3].
      apply Nat.leb_le in Q1. apply Nat.ltb_lt in Q2.
      destruct (proj1 (CL v) Q3) as [M NS]. apply MI in M.
      rewrite Nat.bits_0 in M. destruct M as [M | (_ & P & X)]; [discriminate |].
      assert (E : v = g n).
      { eapply mex_unique; [intros w; reflexivity | | apply WM]. split.
        - intros [T | (a & b & S & O)].
          + assert (Y : Nat.testbit (exclude vals rares n) v = true) by (apply exclude_spec; auto).
            congruence.
          + apply NS. right. exists a. pose proof S as (Pa & Pb & t & _ & ET). split; [| eauto].
            unfold last. destruct (Nat.leb_spec n exact); lia.
        - intros u Hu. apply BO; [lia |]. apply (first_bit_spec c 0). fold v. lia. }
      split; [assumption |]. rewrite <- E, common_spec, P. repeat split; [intros _; assumption |].
      intros L. lia.
  Qed.

  (** The values, the rare heaps, and the witnesses beyond [exact]. *)
  Theorem run_spec count n vals rares vals' rares' :
    holds g n vals -> rares_hold n rares -> (forall r, In r rares -> r <= reach) ->
    (forall m, exact < m < n -> witnessed m) ->
    run value count n vals rares = Some (vals', rares') ->
    holds g (n + count) vals' /\ rares_hold (n + count) rares' /\
    (forall r, In r rares' -> r <= reach) /\ forall m, exact < m < n + count -> witnessed m.
  Proof.
    revert n vals rares. induction count as [| count IH]; intros n vals rares HV HR HB HW H; simpl in H.
    - injection H as <- <-. rewrite Nat.add_0_r. auto.
    - destruct (value vals rares n) as [[x rare] |] eqn:E; [| discriminate].
      destruct (value_spec n vals rares x rare HV HR HB E) as (X & C & L & W).
      replace (n + S count) with (S n + count) by lia.
      apply (IH (S n) (vec_push vals x) (if rare then n :: rares else rares)); [| | | | assumption].
      + apply holds_push; assumption.
      + intros r. specialize (HR r). destruct rare; simpl in *.
        * rewrite HR. split.
          -- intros [-> | [? ?]]; split; try assumption; lia.
          -- intros [? ?]. destruct (Nat.eq_dec n r); [auto | right; split; [lia | assumption]].
        * rewrite HR. split; intros [? ?]; split; try assumption; [lia |].
          destruct (Nat.eq_dec n r) as [-> |]; [congruence | lia].
      + intros r. destruct rare; simpl; [| auto]. intros [<- | I]; auto.
      + intros m Hm. destruct (Nat.eq_dec m n) as [-> |]; [apply W; lia | apply HW; lia].
  Qed.
End Program.
