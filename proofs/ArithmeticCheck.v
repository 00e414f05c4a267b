(** The check of arithmetic periods of games that leave three heaps or more, and that what it accepts is true.
    crates/certify/src/arithmetic.rs *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Periods Rules GuySmith Arithmetic Compute Splits Values Claims Outcomes
  Checker Quotient Repetition QuotientCheck QuotientSound.
Import ListNotations.

Record arithmetic_data := { ad_proved : nat; ad_start : nat }.

(** ** Positions as one number each: the sum of the A, how many heaps have A ≥ 1 (2 for more), the nim sum of the α *)

Section Codes.
  (** The power of two. *)
  Variable S : nat.

  Definition pack (T i r : nat) : nat := (T * 3 + i) * S + r.
  Definition total_of (e : nat) : nat := e / S / 3.
  Definition large_of (e : nat) : nat := (e / S) mod 3.
  Definition residue_of (e : nat) : nat := e mod S.
  Definition join (a b : nat) : nat :=
    pack (total_of a + total_of b) (Nat.min 2 (large_of a + large_of b)) (Nat.lxor (residue_of a) (residue_of b)).
  Definition code_of (v : nat) : nat := pack (v / S) (if 1 <=? v / S then 1 else 0) (v mod S).

  Lemma unpack (P : 0 < S) T i r : i < 3 -> r < S -> total_of (pack T i r) = T /\ large_of (pack T i r) = i /\ residue_of (pack T i r) = r.
  Proof.
    intros I R. unfold total_of, large_of, residue_of, pack.
    assert (D : ((T * 3 + i) * S + r) / S = T * 3 + i).
    { rewrite Nat.div_add_l by lia. rewrite Nat.div_small; lia. }
    rewrite D. split; [| split].
    - rewrite Nat.div_add_l by lia. rewrite Nat.div_small; lia.
    - rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small, I.
    - rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small, R.
  Qed.
End Codes.

(** The code of a position. *)
Lemma image_code g gamma Y :
  image (join (2 ^ gamma)) 0 (fun m => code_of (2 ^ gamma) (g m)) Y =
  pack (2 ^ gamma) (height g gamma Y) (Nat.min 2 (length (filter (fun a => 1 <=? high g gamma a) Y))) (residue g gamma Y).
Proof.
  assert (LS : forall l, nim_sum (map (low g gamma) l) < 2 ^ gamma).
  { intros l. replace (nim_sum (map (low g gamma) l)) with (nim_sum (map g l) mod 2 ^ gamma).
    - apply Nat.mod_upper_bound. pose proof (power_positive gamma). lia.
    - rewrite nim_sum_mod, map_map. reflexivity. }
  induction Y as [| a Y IH].
  - unfold image, height, residue, pack. simpl. reflexivity.
  - unfold image in *. cbn [map fold_right]. rewrite IH. unfold join.
    assert (RL : g a mod 2 ^ gamma < 2 ^ gamma).
    { apply Nat.mod_upper_bound. pose proof (power_positive gamma). lia. }
    destruct (unpack (2 ^ gamma) (power_positive gamma) (height g gamma Y) (Nat.min 2 (length (filter (fun a => 1 <=? high g gamma a) Y)))
      (residue g gamma Y)) as (E1 & E2 & E3); [lia | apply LS |].
    rewrite E1, E2, E3. unfold code_of.
    destruct (unpack (2 ^ gamma) (power_positive gamma) (g a / 2 ^ gamma) (if 1 <=? g a / 2 ^ gamma then 1 else 0) (g a mod 2 ^ gamma)) as (F1 & F2 & F3);
      [destruct (1 <=? g a / 2 ^ gamma); lia | exact RL |].
    rewrite F1, F2, F3. unfold height, residue. cbn [map list_sum fold_right filter nim_sum].
    f_equal. unfold high, S.
    destruct (1 <=? g a / 2 ^ gamma); cbn [length]; lia.
Qed.

Section Check.
  Variables (l : list nat) (n0 q N : nat).
  (** The saltus, a power of two. *)
  Variable S : nat.
  Let k := length l - 1.
  (** The values. *)
  Variable f : nat -> nat.

  Definition digits_having (j : nat) : list nat :=
    filter (fun t => Nat.testbit (nth t l 0) j) (seq 0 (length l)).

  (** *** Twins *)

  Definition usable_check : bool :=
    Nat.even q || (existsb Nat.odd (digits_having 3) && existsb Nat.even (digits_having 3)).

  (** The values of twin options of n. *)
  Definition twin_values (n : nat) : set :=
    let odd := existsb Nat.odd (digits_having 3) in
    let even := existsb Nat.even (digits_having 3) in
    loop (n - k - 2) 1 (fun s a => if (if Nat.odd (n - a) then odd else even) then insert s (f a) else s) set_empty.

  Definition twin_bound (n : nat) : nat :=
    if usable_check then
      let c := set_mex (twin_values n) in
      if (S <=? c) && all_from (n0 - 1) 1 (fun a => f a + S <? c) then c else 0
    else 0.

  (** *** Full options *)

  Definition based_check (u : nat) : bool :=
    all_from n0 0 (fun j => if u + j * q <? n0 then f (u + j * q + q) =? f (u + j * q) + S else true).

  Fixpoint base_of_class (fuel least m : nat) : nat :=
    match fuel with
    | 0 => m
    | Datatypes.S fuel =>
        if (q + least <=? m) && (f m =? f (m - q) + S) then base_of_class fuel least (m - q) else m
    end.

  Definition bases (least : nat) : vec nat := tabulate q (fun i => base_of_class (n0 + q) least (n0 + i)).

  (** The greatest A of a base. *)
  Definition greatest_base (b : vec nat) : nat := loop q 0 (fun h i => Nat.max h (f (vec_get 0 b i) / S)) 0.

  (** The full options of n in which two heaps are bases with A = 0: their sums of the A and nim sums of the α. *)
  Definition full_of (n g0 : nat) (b : vec nat) (t v w : nat) : list (nat * nat) :=
    let a := n - t - v - w in
    let u := vec_get 0 b ((a - n0) mod q) in
    let i := (a - u) / q in
    let T := f u / S + i in
    if (t + u + v + w + i * q =? n) && based_check u && based_check v && based_check w &&
       (f v / S =? 0) && (f w / S =? 0) && (3 * g0 <=? T) && (3 * (f u / S) <=? T) &&
       Nat.testbit (nth t l 0) 3 &&
       (((1 <=? u) && (1 <=? v) && (1 <=? w)) || (Nat.testbit (nth t l 0) 1 && Nat.testbit (nth t l 0) 2))
    then [(T, Nat.lxor (f u mod S) (Nat.lxor (f v mod S) (f w mod S)))] else [].

  Definition zero_bases (b : vec nat) : list nat :=
    filter (fun u => f u / S =? 0) (map (vec_get 0 b) (seq 0 q)).

  Definition all_full (n g0 : nat) (b0 b1 : vec nat) : list (nat * nat) :=
    flat_map (fun t =>
      let b := if Nat.testbit (nth t l 0) 1 && Nat.testbit (nth t l 0) 2 then b0 else b1 in
      let zs := zero_bases b in
      flat_map (fun v => flat_map (fun w => full_of n g0 b t v w) zs) zs) (digits_having 3).

  (** The best one of a residue and a parity. *)
  Definition best (r : nat) (e : bool) (all : list (nat * nat)) : option nat :=
    fold_left (fun found Tr =>
      if (snd Tr =? r) && Bool.eqb (Nat.odd (fst Tr)) e then
        match found with Some T => Some (Nat.max T (fst Tr)) | None => Some (fst Tr) end
      else found) all None.

  Definition best_of (all : list (nat * nat)) : vec (option nat) :=
    tabulate (2 * S) (fun cell => best (cell / 2) (Nat.odd cell) all).

  Definition cell_of (x r : nat) : nat := 2 * r + (if Nat.odd x then 1 else 0).

  (** *** The check of one heap *)

  Definition decide (n g0 : nat) (b0 b1 : vec nat) (options : list nat) : bool :=
    let v := f n in
    let x := v / S in
    let rho := v mod S in
    let c := twin_bound n in
    let found := best_of (all_full n g0 b0 b1) in
    let exact := fold_left (fun s e => if large_of S e <=? 1 then insert s (S * total_of S e + residue_of S e) else s)
                   options set_empty in
    ((1 <=? c) || all_from (2 * S) 0 (fun cell => match vec_get None found cell with Some _ => true | None => false end)) &&
    all_from v 0 (fun u => (u <? c) || mem u exact ||
      match vec_get None found (cell_of (u / S) (u mod S)) with Some T => u / S <=? T | None => false end) &&
    negb (mem v exact) &&
    forallb (fun e => (large_of S e <=? 1) || negb (residue_of S e =? rho) ||
      negb (Bool.eqb (Nat.odd (total_of S e)) (Nat.odd x)) || (total_of S e <? x)) options.

  Definition decide_all (range : nat) : bool :=
    let b0 := bases 0 in
    let b1 := bases 1 in
    let g0 := greatest_base b1 in
    let c := {| lead := l; rep := [] |} in
    let codes := tabulate range (fun m => code_of S (f m)) in
    let T := split_tables (join S) (vec_get 0 codes) (code_parts c) range in
    all_from q N (fun n => decide n g0 b0 b1 (members (option_set c (code_parts c) n T))).
End Check.

(** ** It is sound *)

Section Sound.
  Variables (l : list nat) (n0 q N gamma : nat).
  Let S := 2 ^ gamma.
  Let k := length l - 1.
  Let D := take_and_break l.
  Variables f g : nat -> nat.
  Hypothesis V : valid D.
  Hypothesis N0 : 1 <= n0.
  Hypothesis Q0 : 1 <= q.
  Hypothesis E : forall m, m < N + q -> f m = g m.
  Hypothesis far : 3 * (n0 + 2 * q) + k <= N.

  Lemma digits_having_spec j t : In t (digits_having l j) <-> allow D t j = true.
  Proof.
    unfold digits_having. rewrite filter_In, in_seq. simpl. split; [tauto |].
    intros A. pose proof (digit_bound l t j A). split; [lia | assumption].
  Qed.

  Lemma S_pos : 0 < S.
  Proof. apply power_positive. Qed.

  Lemma twin_values_spec n :
    n < N + q -> sound (twin_values l f n) /\
    forall v, In v (members (twin_values l f n)) -> exists a, twin D k n a /\ g a = v.
  Proof.
    intros Ln. unfold twin_values. cbv zeta.
    set (odd := existsb Nat.odd (digits_having l 3)). set (even := existsb Nat.even (digits_having l 3)).
    assert (A : adds (loop (n - (length l - 1) - 2) 1
        (fun s a => if (if Nat.odd (n - a) then odd else even) then insert s (f a) else s))
      (fun v => exists a, 1 <= a < 1 + (n - (length l - 1) - 2) /\ ((if Nat.odd (n - a) then odd else even) = true /\ v = f a))).
    { apply adds_loop. intros a Ha. apply adds_if. intros _. apply adds_insert. }
    apply adds_empty in A. destruct A as [SO IN]. split; [exact SO |].
    intros v I. apply IN in I. destruct I as (a & Ha & P & ->).
    assert (X : exists t, allow D t 3 = true /\ Nat.odd t = Nat.odd (n - a)).
    { destruct (Nat.odd (n - a)) eqn:O; unfold odd, even in P; apply existsb_exists in P; destruct P as (t & I & P);
        apply digits_having_spec in I; exists t; (split; [assumption |]); [assumption |].
      rewrite <- Nat.negb_even, P. reflexivity. }
    destruct X as (t & A & O). pose proof (digit_bound l t 3 A) as Lt.
    exists a. split; [| symmetry; apply E; lia].
    split; [lia |]. split; [unfold k; lia |].
    assert (EV : Nat.even (n - a - t) = true).
    { rewrite Nat.even_sub by (unfold k in *; lia). rewrite <- !Nat.negb_odd, O. destruct (Nat.odd (n - a)); reflexivity. }
    apply Nat.even_spec in EV. destruct EV as (b & EB). exists t, b. split; [assumption | lia].
  Qed.

  Lemma usable_check_sound : usable_check l q = true -> usable D q.
  Proof.
    unfold usable_check. intros H. apply orb_true_iff in H. destruct H as [H | H]; [left; exact H | right].
    apply andb_true_iff in H. destruct H as [H1 H2]. apply existsb_exists in H1, H2.
    destruct H1 as (t & I & O), H2 as (u & J & P). apply digits_having_spec in I, J.
    split; [exists t; auto | exists u; split; [assumption |]]. rewrite <- Nat.negb_even, P. reflexivity.
  Qed.

  Lemma twin_bound_sound n : n < N + q -> twin_bound l n0 q S f n <> 0 ->
    usable D q /\ S <= twin_bound l n0 q S f n /\
    (forall a, 1 <= a < n0 -> g a + S < twin_bound l n0 q S f n) /\
    forall v, v < twin_bound l n0 q S f n -> exists a, twin D k n a /\ g a = v.
  Proof.
    intros Ln. unfold twin_bound. destruct (usable_check l q) eqn:U; [| congruence]. cbv zeta.
    destruct (twin_values_spec n Ln) as [SO TV]. set (c := set_mex (twin_values l f n)) in *.
    destruct ((S <=? c) && all_from (n0 - 1) 1 (fun a => f a + S <? c)) eqn:B; [| congruence]. intros _.
    apply andb_true_iff in B. destruct B as [B1 B2]. apply Nat.leb_le in B1. rewrite all_from_spec in B2.
    split; [apply usable_check_sound, U |]. split; [exact B1 |]. split.
    - intros a Ha. specialize (B2 a ltac:(lia)). apply Nat.ltb_lt in B2. rewrite E in B2 by nia. exact B2.
    - intros v Hv. apply TV. destruct (set_mex_spec _ SO) as [_ M]. apply M, Hv.
  Qed.

  Lemma based_check_sound u : based_check n0 q S f u = true -> based g gamma n0 q u.
  Proof.
    unfold based_check, based. rewrite all_from_spec. intros H j L.
    assert (J : j < n0) by nia. specialize (H j ltac:(lia)).
    destruct (Nat.ltb_spec (u + j * q) n0); [| lia]. apply Nat.eqb_eq in H.
    rewrite !E in H by nia. exact H.
  Qed.

  Lemma full_of_sound n g0 b t v w T r :
    n < N + q -> In (T, r) (full_of l n0 q S f n g0 b t v w) -> full D g gamma n0 q n T r.
  Proof.
    intros Ln. unfold full_of. cbv zeta.
    set (u := vec_get 0 b ((n - t - v - w - n0) mod q)). set (i := (n - t - v - w - u) / q).
    match goal with |- In _ (if ?c then _ else _) -> _ => destruct c eqn:C end; [| intros []].
    intros [H | []]. injection H as <- <-.
    rewrite !andb_true_iff in C. destruct C as [[[[[[[[[C1 C2] C3] C4] C5] C6] C7] C8] C9] C10].
    apply Nat.eqb_eq in C1, C5, C6. apply Nat.leb_le in C7, C8.
    rewrite (E u), (E v), (E w) in * by lia.
    exists t, u, v, w, i. split; [exact C1 |].
    split; [apply based_check_sound, C2 |]. split; [apply based_check_sound, C3 |]. split; [apply based_check_sound, C4 |].
    split; [exact C5 |]. split; [exact C6 |]. split; [reflexivity |]. split; [exact C8 |].
    split; [unfold residue, low; simpl; rewrite Nat.lxor_0_r; reflexivity |].
    split; [exact C9 |]. apply orb_true_iff in C10. destruct C10 as [C | C].
    - left. rewrite !andb_true_iff in C. destruct C as [[? ?] ?]. rewrite !Nat.leb_le in *. auto.
    - right. apply andb_true_iff in C. exact C.
  Qed.

  Lemma best_sound r e all T : best r e all = Some T -> In (T, r) all /\ Nat.odd T = e.
  Proof.
    unfold best.
    assert (A : forall all found,
      (forall T, found = Some T -> In (T, r) all -> True) ->
      forall T, fold_left (fun found Tr =>
        if (snd Tr =? r) && Bool.eqb (Nat.odd (fst Tr)) e then
          match found with Some T => Some (Nat.max T (fst Tr)) | None => Some (fst Tr) end
        else found) all found = Some T ->
      (In (T, r) all /\ Nat.odd T = e) \/ found = Some T).
    { clear. induction all as [| [T0 r0] all IH]; intros found _ T H; simpl in H; [auto |].
      destruct (IH _ (fun _ _ _ => I) T H) as [[A B] | F]; [left; split; [right; assumption | assumption] |].
      cbn [fst snd] in F. destruct (Nat.eqb_spec r0 r) as [-> |]; cbn [andb] in F; [| auto].
      destruct (Bool.eqb (Nat.odd T0) e) eqn:O; [| auto]. apply eqb_prop in O.
      destruct found as [T1 |]; injection F as F.
      - destruct (Nat.max_spec T1 T0) as [[_ M] | [_ M]]; rewrite M in F; subst; [| auto].
        left. split; [left; reflexivity | reflexivity].
      - subst. left. split; [left; reflexivity | reflexivity]. }
    intros H. destruct (A all None (fun _ _ _ => I) T H) as [X | X]; [exact X | discriminate].
  Qed.

  Lemma found_sound n g0 b0 b1 cell T : n < N + q -> cell < 2 * S ->
    vec_get None (best_of S (all_full l n0 q S f n g0 b0 b1)) cell = Some T ->
    full D g gamma n0 q n T (cell / 2) /\ Nat.odd T = Nat.odd cell.
  Proof.
    intros Ln Lc H. unfold best_of in H. rewrite (proj2 (tabulate_spec None _ _) cell Lc) in H.
    apply best_sound in H. destruct H as [I O]. split; [| exact O].
    unfold all_full in I. apply in_flat_map in I. destruct I as (t & _ & I). cbv zeta in I.
    apply in_flat_map in I. destruct I as (v & _ & I). apply in_flat_map in I. destruct I as (w & _ & I).
    eapply full_of_sound; eassumption.
  Qed.

  Lemma cell_spec x r : r < S -> cell_of x r < 2 * S /\ cell_of x r / 2 = r /\ Nat.odd (cell_of x r) = Nat.odd x.
  Proof.
    intros R. unfold cell_of. split; [destruct (Nat.odd x); lia |]. split.
    - rewrite Nat.mul_comm, Nat.div_add_l by lia. destruct (Nat.odd x); simpl; lia.
    - rewrite Nat.odd_add, Nat.odd_mul. simpl. destruct (Nat.odd x); reflexivity.
  Qed.

  (** The codes of the options, and what they say. *)
  Definition codes_right (n : nat) (options : list nat) : Prop :=
    forall e, In e options <-> exists Y, move D n Y /\
      e = pack S (height g gamma Y) (Nat.min 2 (length (filter (fun a => 1 <=? high g gamma a) Y))) (residue g gamma Y).

  Lemma residue_bound Y : residue g gamma Y < S.
  Proof.
    replace (residue g gamma Y) with (nim_sum (map g Y) mod 2 ^ gamma).
    - apply Nat.mod_upper_bound. pose proof (power_positive gamma). lia.
    - rewrite nim_sum_mod, map_map. reflexivity.
  Qed.

  Lemma exact_value Y : exact g gamma Y -> nim_sum (map g Y) = S * height g gamma Y + residue g gamma Y.
  Proof.
    intros X. rewrite (value_parts g 1 gamma n0 q) by lia. f_equal. f_equal. unfold exact, height in *.
    induction Y as [| a Y IH]; [reflexivity |]. cbn [filter] in X. cbn [map nim_sum fold_right list_sum].
    fold (nim_sum (map (high g gamma) Y)).
    destruct (Nat.leb_spec 1 (high g gamma a)) as [La | La].
    - cbn [length] in X. rewrite (no_high g 1 gamma n0 q (le_n 1) N0 Q0 Y) by lia. rewrite Nat.lxor_0_r.
      assert (Z : list_sum (map (high g gamma) Y) = 0).
      { clear - X. induction Y as [| b Y IH]; [reflexivity |]. cbn [filter] in X.
        destruct (Nat.leb_spec 1 (high g gamma b)) as [Lb | Lb]; [cbn [length] in X; lia |].
        change (high g gamma b + list_sum (map (high g gamma) Y) = 0). rewrite IH by exact X. lia. }
      unfold list_sum in Z. rewrite Z. lia.
    - replace (high g gamma a) with 0 by lia. rewrite Nat.lxor_0_l. apply IH, X.
  Qed.

  Theorem decide_sound n g0 b0 b1 options :
    N <= n < N + q -> codes_right n options ->
    decide l n0 q S f n g0 b0 b1 options = true -> decided D g k gamma n0 q n.
  Proof.
    intros Ln CR. unfold decide. cbv zeta. rewrite !andb_true_iff. rewrite (E n) by lia.
    set (found := best_of S (all_full l n0 q S f n g0 b0 b1)).
    set (c := twin_bound l n0 q S f n). fold S.
    set (ex := fold_left _ options set_empty).
    intros [[[H1 H2] H3] H4].
    assert (EX : sound ex /\ forall v, In v (members ex) <->
      exists e, In e options /\ ((large_of S e <=? 1) = true /\ v = S * total_of S e + residue_of S e)).
    { unfold ex. apply adds_empty. apply adds_fold. intros e _. apply adds_if. intros _. apply adds_insert. }
    destruct EX as [SO EX]. pose proof S_pos as SP.
    assert (UN : forall Y, let e := pack S (height g gamma Y)
        (Nat.min 2 (length (filter (fun a => 1 <=? high g gamma a) Y))) (residue g gamma Y) in
      total_of S e = height g gamma Y /\
      large_of S e = Nat.min 2 (length (filter (fun a => 1 <=? high g gamma a) Y)) /\
      residue_of S e = residue g gamma Y).
    { intros Y. apply unpack; [exact SP | lia | apply residue_bound]. }
    assert (MEM : forall v, mem v ex = true <-> exists Y, move D n Y /\ exact g gamma Y /\ v = nim_sum (map g Y)).
    { intros v. rewrite (SO v), EX. split.
      - intros (e & I & L & ->). apply CR in I. destruct I as (Y & M & ->).
        destruct (UN Y) as (U1 & U2 & U3). rewrite U1, U3. rewrite U2 in L. apply Nat.leb_le in L.
        assert (X : exact g gamma Y) by (unfold exact; lia).
        exists Y. split; [exact M |]. split; [exact X |]. symmetry. apply exact_value, X.
      - intros (Y & M & X & ->). eexists. split; [apply CR; exists Y; split; [exact M | reflexivity] |].
        destruct (UN Y) as (U1 & U2 & U3). rewrite U1, U2, U3. split.
        + apply Nat.leb_le. unfold exact in X. lia.
        + apply exact_value, X. }
    exists c, (g n / S), (g n mod S). unfold decided_by. change (Arithmetic.S gamma) with S.
    split; [apply Nat.mod_upper_bound; lia |].
    rewrite all_from_spec in H2. rewrite <- (Nat.div_mod (g n) S) by lia.
    split; [| split; [| split]].
    - destruct (Nat.eq_dec c 0) as [C0 | C0].
      + right. split; [exact C0 |]. apply orb_true_iff in H1. destruct H1 as [H1 | H1]; [apply Nat.leb_le in H1; lia |].
        intros r e R. rewrite all_from_spec in H1.
        set (x := if e then 1 else 0). destruct (cell_spec x r R) as (K1 & K2 & K3).
        specialize (H1 (cell_of x r) ltac:(lia)). destruct (vec_get None found (cell_of x r)) as [T |] eqn:F; [| discriminate].
        apply found_sound in F; [| lia | exact K1]. destruct F as [F O]. rewrite K2 in F. exists T. split; [exact F |].
        rewrite O, K3. unfold x. destruct e; reflexivity.
      + left. apply twin_bound_sound; [lia | exact C0].
    - intros v Hv. specialize (H2 v ltac:(lia)). rewrite !orb_true_iff in H2. destruct H2 as [[H2 | H2] | H2].
      + left. apply Nat.ltb_lt, H2.
      + right. left. apply MEM, H2.
      + right. right. assert (R : v mod S < S) by (apply Nat.mod_upper_bound; lia).
        destruct (cell_spec (v / S) (v mod S) R) as (K1 & K2 & K3).
        destruct (vec_get None found (cell_of (v / S) (v mod S))) as [T |] eqn:F; [| discriminate].
        apply found_sound in F; [| lia | exact K1]. destruct F as [F O]. rewrite K2 in F.
        exists T. split; [exact F |]. split; [apply Nat.leb_le, H2 |]. rewrite O, K3. reflexivity.
    - intros Y M X V0. apply negb_true_iff in H3. apply not_true_iff_false in H3. apply H3, MEM.
      exists Y. auto.
    - intros Y M NX RR PP. rewrite forallb_forall in H4.
      assert (I : In (pack S (height g gamma Y) (Nat.min 2 (length (filter (fun a => 1 <=? high g gamma a) Y)))
        (residue g gamma Y)) options) by (apply CR; exists Y; auto).
      specialize (H4 _ I). destruct (UN Y) as (U1 & U2 & U3). rewrite U1, U2, U3 in H4.
      rewrite !orb_true_iff in H4. destruct H4 as [[[H4 | H4] | H4] | H4].
      + apply Nat.leb_le in H4. exfalso. apply NX. unfold exact. lia.
      + apply negb_true_iff, Nat.eqb_neq in H4. contradiction.
      + apply negb_true_iff, eqb_false_iff in H4. contradiction.
      + apply Nat.ltb_lt, H4.
  Qed.

  Lemma table_right n : N <= n < N + q ->
    let c := {| lead := l; rep := [] |} in
    codes_right n (members (option_set c (code_parts c) n (split_tables (join S)
      (vec_get 0 (tabulate (N + q) (fun m => code_of S (f m)))) (code_parts c) (N + q)))).
  Proof.
    intros Ln c e. set (phi := vec_get 0 (tabulate (N + q) (fun m => code_of S (f m)))).
    assert (PH : forall m, m < N + q -> phi m = code_of S (g m)).
    { intros m Lm. unfold phi. rewrite (proj2 (tabulate_spec 0 _ _) m Lm), E by exact Lm. reflexivity. }
    rewrite (option_set_spec c (join S) phi (N + q)); [| apply split_tables_hold, code_parts_pos | lia].
    unfold option_element, c. clear c.
    assert (MV : forall Y, move (code_digits {| lead := l; rep := [] |}) n Y <-> move D n Y).
    { intros Y. unfold move. assert (A : forall t j, allow (code_digits {| lead := l; rep := [] |}) t j = allow D t j).
      { intros t j. unfold code_digits, digit. cbn [allow lead rep]. unfold D, take_and_break. cbn [allow].
        destruct (Nat.ltb_spec t (length l)); [reflexivity |]. rewrite (nth_overflow l) by assumption. reflexivity. }
      split; intros (t & T & P & L & _); exists t; (split; [exact T |]); (split; [exact P |]);
        (split; [rewrite A in * || rewrite <- A; exact L |]); exact I. }
    split.
    - intros (Y & M & ->). apply MV in M. exists Y. split; [exact M |]. pose proof (image_code g gamma Y) as IC. fold S in IC. rewrite <- IC. clear IC.
      unfold image. f_equal. apply map_ext_in. intros a Ia.
      apply PH. pose proof (move_smaller D n Y a V M Ia). lia.
    - intros (Y & M & ->). exists Y. split; [apply MV, M |]. pose proof (image_code g gamma Y) as IC. fold S in IC. rewrite <- IC. clear IC.
      unfold image. f_equal. apply map_ext_in. intros a Ia.
      symmetry. apply PH. pose proof (move_smaller D n Y a V M Ia). lia.
  Qed.

  Theorem decide_all_sound : decide_all l n0 q N S f (N + q) = true ->
    forall n, N <= n < N + q -> decided D g k gamma n0 q n.
  Proof.
    unfold decide_all. cbv zeta. rewrite all_from_spec. intros H n Hn. specialize (H n Hn).
    eapply decide_sound; [exact Hn | apply table_right, Hn | exact H].
  Qed.
End Sound.

(** ** The whole check *)

Definition check_arithmetic (l : list nat) (c : period_claim) (d : arithmetic_data) : bool :=
  let q := ad_proved d in
  let N := ad_start d in
  let n0 := preperiod c in
  let p := period c in
  let h := parts l in
  let S := q / p * saltus c in
  let gamma := Nat.log2 S in
  valid_code l && valid_claim c && (3 <=? h) && (1 <=? q) && (q mod p =? 0) && (2 ^ gamma =? S) &&
  (h * (Nat.max n0 1 + 2 * q) + (length l - 1) <=? N) &&
  (let vals := tb_values l (N + q) in
   let f := vec_get 0 vals in
   agree f n0 N q S && agree f n0 (n0 + q) p (saltus c) && rest_check f c N &&
   decide_all l (Nat.max n0 1) q N S f (N + q)).

(** A comparison over one round says everything, with a saltus as well. *)
Lemma repeats_round_saltus g n0 q s p t :
  0 < q -> repeats g n0 q s -> (forall n, n0 <= n < n0 + q -> g (n + p) = g n + t) -> repeats g n0 p t.
Proof.
  intros Hq R A n. induction n as [n IH] using lt_wf_ind. intros Hn.
  destruct (le_lt_dec (n0 + q) n) as [L | L]; [| apply A; lia].
  specialize (IH (n - q) ltac:(lia) ltac:(lia)).
  pose proof (R (n - q) ltac:(lia)) as R1. pose proof (R (n - q + p) ltac:(lia)) as R2.
  replace (n - q + q) with n in R1 by lia. replace (n - q + p + q) with (n + p) in R2 by lia. lia.
Qed.

Theorem check_arithmetic_sound l c d :
  check_arithmetic l c d = true -> claim_holds c (grundy (take_and_break l)).
Proof.
  unfold check_arithmetic. cbv zeta.
  set (q := ad_proved d). set (N := ad_start d). set (n0 := preperiod c). set (p := period c). set (h := parts l).
  set (s := q / p * saltus c). set (gamma := Nat.log2 s).
  rewrite !andb_true_iff. intros [[[[[[[VC CC] H3] Q1] QP] GS] LN] [[[A1 A2] RC] DA]].
  apply Nat.eqb_eq in GS. rewrite <- GS in DA.
  apply valid_code_valid in VC. pose proof (valid_claim_period c CC) as Hp. fold p in Hp.
  apply Nat.leb_le in H3, Q1, LN. apply Nat.eqb_eq in QP.
  set (D := take_and_break l) in *. set (g := grundy D).
  pose proof (grundy_exists _ VC) as G. fold g in G.
  destruct (tb_values_hold l g VC G (N + q)) as [_ HV].
  set (f := vec_get 0 (tb_values l (N + q))) in *.
  assert (QG : p <= q).
  { pose proof (Nat.div_mod q p ltac:(lia)) as DM. rewrite QP in DM. destruct (q / p); nia. }
  assert (L3 : 3 * (Nat.max n0 1 + 2 * q) + (length l - 1) <= N) by nia.
  assert (RQ : repeats g n0 q (2 ^ gamma)).
  { apply (arithmetic_from_zero D g h (length l - 1) gamma n0 q N); try assumption.
    - intros t. reflexivity.
    - intros t j AL. pose proof (digit_bound l t j AL). lia.
    - intros t j AL. apply (parts_bound l t j AL).
    - lia.
    - intros n Hn. rewrite agree_spec in A1. specialize (A1 n Hn). rewrite !HV in A1 by lia. rewrite GS. exact A1.
    - apply (decide_all_sound l (Nat.max n0 1) q N gamma f g VC); try assumption; lia. }
  assert (RP : repeats g (preperiod c) (period c) (saltus c)).
  { apply (repeats_round_saltus g n0 q (2 ^ gamma) p (saltus c)); [lia | exact RQ |].
    intros n Hn. rewrite agree_spec in A2. specialize (A2 n Hn). rewrite !HV in A2 by lia. exact A2. }
  apply (rest_check_sound f g c N Hp RP); [| exact RC].
  intros m Hm. apply HV. fold n0 p in Hm. lia.
Qed.
