(** The check of values that grow for ever, and that what it accepts is true. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Compute Checker Conway Growth Order ValueCheck.
Import ListNotations.

Record growth_claim := {
  gc_games : list (list nat * list nat);
  gc_ends : list nat;
  gc_repeat : nat;
  gc_from : nat;
  gc_step : nat;
  gc_growing : list nat;
  (** The first heap, and the options of Left and of Right. *)
  gc_forms : list (nat * (list form_option * list form_option));
}.

Definition grows (c : growth_claim) (n : nat) : bool := existsb (Nat.eqb (n mod gc_step c)) (gc_growing c).

(** The remainders in [growing] have no value twice, the others one value each; the values are not periodic; and each
    form is the value of every heap of its progression. *)
Definition growth_claim_holds (L R : takes) (c : growth_claim) : Prop :=
  exists v, is_value L R (end_of (gc_games c) (gc_ends c) (gc_repeat c)) v /\
  (forall n, gc_from c <= n -> grows c n = false -> same (v (n + gc_step c)) (v n)) /\
  (forall n m, gc_from c <= n -> n < m -> n mod gc_step c = m mod gc_step c -> grows c n = true ->
     ~ same (v n) (v m)) /\
  (forall m0 q, 0 < q -> ~ forall m, m0 <= m -> same (v (m + q)) (v m)) /\
  (forall f, In f (gc_forms c) -> forall j,
     same (form v (fst (snd f)) (snd (snd f)) (fst f + j * gc_step c)) (v (fst f + j * gc_step c))).

(** ** The check *)

(** The heaps from n on, after the listed games. *)
Fixpoint add_heaps (L R : takes) (games repeat : nat) (ends : vec nat) (more n : nat) (T : table) : table :=
  match more with
  | 0 => T
  | S more =>
      let l := left_heaps L n in
      let r := left_heaps R n in
      let T' :=
        if nothing l && nothing r then
          let f := form_of T (end_id ends repeat n) in add_game T (fst f) (snd f)
        else add_game T (map (fun m => games + m) l) (map (fun m => games + m) r) in
      add_heaps L R games repeat ends more (S n) T'
  end.

Definition pair_eqb (p q : bool * bool) : bool := Bool.eqb (fst p) (fst q) && Bool.eqb (snd p) (snd q).
Definition compare_in (T : table) (a b : nat) : bool * bool := (le_in T a b, le_in T b a).

Definition back_of (o : form_option) : nat := match o with Heap _ => 0 | Back e => e end.
Definition heap_of (o : form_option) : nat := match o with Heap h => h | Back _ => 0 end.
Definition valid_option (N n1 : nat) (o : form_option) : bool :=
  match o with Heap h => h <? n1 | Back e => (1 <=? e) && (N + e <=? n1) end.
Definition id_at (games n : nat) (o : form_option) : nat :=
  match o with Heap h => games + h | Back e => games + (n - e) end.

Definition form_b0 (N k D : nat) (f : nat * (list form_option * list form_option)) : nat :=
  Nat.max (N + k) (largest (map heap_of (fst (snd f) ++ snd (snd f))) + D).
Definition form_n2 (N k D d : nat) (f : nat * (list form_option * list form_option)) : nat :=
  Nat.max (fst f + d) (form_b0 N k D f + d + D + largest (map back_of (fst (snd f) ++ snd (snd f)))).

Definition form_row (T : table) (games : nat) (f : nat * (list form_option * list form_option)) (n : nat) :=
  row_of T (map (id_at games n) (fst (snd f))) (map (id_at games n) (snd (snd f))) (S (games + n)).

Definition check_form (T : table) (games N k D d : nat) (f : nat * (list form_option * list form_option)) : bool :=
  let n1 := fst f in
  let n2 := form_n2 N k D d f in
  (N <=? n1) && forallb (valid_option N n1) (fst (snd f) ++ snd (snd f)) &&
  (let e := entry (form_row T games f n1) (games + n1) in fst e && snd e) &&
  all_from (n2 - n1) 0 (fun j =>
    let n := n1 + j * d in
    if n <? n2 then
      let here := form_row T games f n in
      let next := form_row T games f (n + d) in
      all_from (Nat.min (form_b0 N k D f) (S n) - N) N
        (fun b => pair_eqb (entry next (games + (b + d))) (entry here (games + b)))
    else true).

Definition check_growth (L R : takes) (c : growth_claim) (D : nat) : bool :=
  let N := gc_from c in
  let d := gc_step c in
  let games := length (gc_games c) in
  let k := largest (all_takes L R) in
  let B := N + D + 2 * k + 2 * d in
  let until := fold_left Nat.max (map (fun f => form_n2 N k D d f + d + 1) (gc_forms c)) B in
  (1 <=? N) && (1 <=? d) && negb (nothing (gc_growing c)) && increasing_below 0 d (gc_growing c) &&
  valid_games (gc_games c) (gc_ends c) (gc_repeat c) && forallb (fun s => 1 <=? s) (all_takes L R) &&
  negb (nothing (keep L) && nothing (keep R)) &&
  (let T := add_heaps L R games (gc_repeat c) (vec_of (gc_ends c)) until 0 (add_all no_games (gc_games c)) in
   all_from (B - d - N) N (fun m =>
     all_from games 0 (fun g => pair_eqb (compare_in T g (games + (m + d))) (compare_in T g (games + m))) &&
     all_from (S m) 0 (fun n =>
       let here := compare_in T (games + n) (games + m) in
       (if n + D <=? m then pair_eqb (compare_in T (games + n) (games + (m + d))) here else true) &&
       (if N <=? n then pair_eqb (compare_in T (games + (n + d)) (games + (m + d))) here else true))) &&
   all_from d N (fun n =>
     if grows c n then
       all_from B 1 (fun j => if n + j * d <? B then negb (same_in T (games + n) (games + (n + j * d))) else true)
     else same_in T (games + (n + d)) (games + n)) &&
   forallb (check_form T games N k D d) (gc_forms c)).

Lemma pair_eqb_eq p q : pair_eqb p q = true -> p = q.
Proof.
  destruct p, q. unfold pair_eqb. simpl. rewrite andb_true_iff. intros [A B].
  apply eqb_prop in A, B. congruence.
Qed.

Lemma add_heaps_spec L R (games : list (list nat * list nat)) ends repeat k v more : forall n T gs,
  (forall s, In s (all_takes L R) -> 0 < s <= k) ->
  valid_games games ends repeat = true ->
  is_value L R (end_of games ends repeat) v ->
  represents T gs -> length gs = length games + n ->
  (forall i, i < length games -> game_at gs i = game_at (listed_games games) i) ->
  (forall m, m < n -> game_at gs (length games + m) = v m) ->
  exists gs', represents (add_heaps L R (length games) repeat (vec_of ends) more n T) gs' /\
    length gs' = length games + (n + more) /\
    (forall i, i < length games -> game_at gs' i = game_at (listed_games games) i) /\
    (forall m, m < n + more -> game_at gs' (length games + m) = v m).
Proof.
  induction more as [| more IH]; intros n T gs most VG V RT LG GL GH; cbn [add_heaps]; cbv zeta.
  - exists gs. rewrite Nat.add_0_r. auto.
  - set (G := length games) in *. replace (n + S more) with (S n + more) by lia.
    set (l := left_heaps L n). set (r := left_heaps R n).
    assert (IL : forall x, In x l -> x < n) by (intros x I; apply (left_less L R (end_of games ends repeat) k most n x I)).
    assert (IR : forall x, In x r -> x < n) by (intros x I; apply (right_less L R (end_of games ends repeat) k most n x I)).
    assert (Q : exists a b,
      (if nothing l && nothing r
       then add_game T (fst (form_of T (end_id (vec_of ends) repeat n))) (snd (form_of T (end_id (vec_of ends) repeat n)))
       else add_game T (map (fun m => G + m) l) (map (fun m => G + m) r)) = add_game T a b /\
      (forall x, In x (a ++ b) -> x < length gs) /\ game_with gs a b = v n).
    { assert (EB : end_id (vec_of ends) repeat n < G) by (apply end_id_bound, VG).
      destruct (nothing l && nothing r) eqn:E.
      - exists (fst (form_of T (end_id (vec_of ends) repeat n))), (snd (form_of T (end_id (vec_of ends) repeat n))).
        pose proof RT as (_ & _ & RF). destruct (RF (end_id (vec_of ends) repeat n) ltac:(lia)) as (A & C & _).
        split; [reflexivity |]. split.
        + intros x I. specialize (A x I). lia.
        + rewrite <- C, GL by assumption. rewrite (V n). unfold made, stuck. fold l r.
          destruct l, r; try discriminate. reflexivity.
      - exists (map (fun m => G + m) l), (map (fun m => G + m) r). split; [reflexivity |]. split.
        + intros x I. rewrite <- map_app in I. apply in_map_iff in I. destruct I as (y & <- & I).
          apply in_app_iff in I. destruct I as [I | I]; [specialize (IL y I) | specialize (IR y I)]; lia.
        + rewrite (V n). unfold made, stuck. fold l r.
          assert (W : game_with gs (map (fun m => G + m) l) (map (fun m => G + m) r) = Game (map v l) (map v r)).
          { unfold game_with. rewrite !map_map. f_equal; apply map_ext_in; intros x I; apply GH; auto. }
          rewrite W. unfold nothing in E. destruct l, r; try discriminate; reflexivity. }
    destruct Q as (a & b & -> & I & W).
    apply (IH (S n) (add_game T a b) (gs ++ [game_with gs a b])); auto.
    + apply add_game_spec; assumption.
    + rewrite app_length. simpl. lia.
    + intros i Hi. rewrite game_at_old by lia. apply GL, Hi.
    + intros m Hm. destruct (Nat.eq_dec m n) as [-> | N].
      * rewrite <- LG, game_at_new. assumption.
      * rewrite game_at_old by lia. apply GH. lia.
Qed.

Lemma largest_map {A} (f : A -> nat) l a : In a l -> f a <= largest (map f l).
Proof. intros I. apply largest_spec, in_map, I. Qed.

Lemma fold_max l : forall a, a <= fold_left Nat.max l a /\ forall x, In x l -> x <= fold_left Nat.max l a.
Proof.
  induction l as [| y l IH]; intros a; simpl; [split; [lia | intros x []] |].
  destruct (IH (Nat.max a y)) as [A B]. split; [lia |]. intros x [<- | I]; [lia | auto].
Qed.

Theorem check_growth_sound L R c D : check_growth L R c D = true -> growth_claim_holds L R c.
Proof.
  unfold check_growth. cbv zeta.
  set (N := gc_from c). set (d := gc_step c). set (games := gc_games c). set (G := length games).
  set (k := largest (all_takes L R)). set (B := N + D + 2 * k + 2 * d).
  set (until := fold_left Nat.max (map (fun f => form_n2 N k D d f + d + 1) (gc_forms c)) B).
  set (T := add_heaps L R G (gc_repeat c) (vec_of (gc_ends c)) until 0 (add_all no_games games)).
  rewrite !andb_true_iff. intros [[[[[[[N1 D1] NG] IG] VG] PT] KK] [[ORD REM] FORMS]].
  apply Nat.leb_le in N1, D1.
  pose proof (fun s => all_takes_bound L R s PT) as most. fold k in most.
  assert (RT : represents (add_all no_games games) (listed_games games) /\ length (listed_games games) = G).
  { apply (add_all_spec games no_games [] no_games_represent).
    unfold valid_games in VG. rewrite !andb_true_iff in VG. apply VG. }
  destruct RT as [RT LG].
  set (e := end_of games (gc_ends c) (gc_repeat c)).
  set (v := value L R e). pose proof (value_exists L R e k most) as V. fold v in V.
  destruct (add_heaps_spec L R games (gc_ends c) (gc_repeat c) k v until 0 (add_all no_games games) (listed_games games)
    most VG V RT) as (gs & RG & LS & GL & GH).
  { fold G. lia. }
  { reflexivity. }
  { intros; lia. }
  fold G in RG, LS, GL, GH. fold T in RG. simpl in LS, GH.
  assert (UB : B <= until) by exact (proj1 (fold_max _ _)).
  assert (UF : forall f, In f (gc_forms c) -> form_n2 N k D d f + d + 1 <= until).
  { intros f I. apply (proj2 (fold_max _ B)). apply (in_map (fun f => form_n2 N k D d f + d + 1)), I. }
  assert (some : keep L ++ keep R <> []).
  { intros Q. apply app_eq_nil in Q. destruct Q as [QL QR]. rewrite QL, QR in KK. discriminate. }
  set (listed := fun x => exists i, i < G /\ x = game_at gs i).
  assert (LE : forall n, listed (e n)).
  { intros n. exists (end_id (vec_of (gc_ends c)) (gc_repeat c) n).
    pose proof (end_id_bound games (gc_ends c) (gc_repeat c) n VG) as EB. split; [exact EB |].
    rewrite GL by exact EB. reflexivity. }
  assert (LL : forall X x, listed X -> In x (lefts X) -> listed x).
  { intros X x (i & Hi & ->) I. pose proof RG as (_ & _ & RF). destruct (RF i ltac:(lia)) as (A & C & _).
    rewrite C in I. simpl in I. apply in_map_iff in I. destruct I as (y & <- & I).
    exists y. split; [| reflexivity]. specialize (A y ltac:(apply in_app_iff; auto)). lia. }
  assert (LR : forall X x, listed X -> In x (rights X) -> listed x).
  { intros X x (i & Hi & ->) I. pose proof RG as (_ & _ & RF). destruct (RF i ltac:(lia)) as (A & C & _).
    rewrite C in I. simpl in I. apply in_map_iff in I. destruct I as (y & <- & I).
    exists y. split; [| reflexivity]. specialize (A y ltac:(apply in_app_iff; auto)). lia. }
  assert (CI : forall a b, a < G + until -> b < G + until ->
    compare_in T a b = (at_most (game_at gs a) (game_at gs b), at_most (game_at gs b) (game_at gs a))).
  { intros a b A C. unfold compare_in. rewrite !(le_in_spec T gs) by (auto; lia). reflexivity. }
  assert (AL : forall a b a' b', a < G + until -> b < G + until -> a' < G + until -> b' < G + until ->
    pair_eqb (compare_in T a b) (compare_in T a' b') = true ->
    alike (game_at gs a) (game_at gs b) (game_at gs a') (game_at gs b')).
  { intros a b a' b' H1 H2 H3 H4 Q. apply pair_eqb_eq in Q. rewrite !CI in Q by assumption.
    injection Q as Q1 Q2. split; assumption. }
  rewrite all_from_spec in ORD.
  assert (E0 : forall g n, listed g -> N <= n -> n + d < B -> alike g (v (n + d)) g (v n)).
  { intros g n (i & Hi & ->) H1 H2. specialize (ORD n ltac:(lia)). apply andb_true_iff in ORD. destruct ORD as [O _].
    rewrite all_from_spec in O. specialize (O i ltac:(lia)). rewrite <- !GH by lia. apply AL; try lia. exact O. }
  assert (F0 : forall n m, N <= m -> n + D <= m -> m + d < B -> alike (v n) (v (m + d)) (v n) (v m)).
  { intros n m H1 H2 H3. specialize (ORD m ltac:(lia)). apply andb_true_iff in ORD. destruct ORD as [_ O].
    rewrite all_from_spec in O. specialize (O n ltac:(lia)). cbv beta zeta in O. apply andb_true_iff in O.
    destruct O as [O _]. destruct (Nat.leb_spec (n + D) m); [| lia]. rewrite <- !GH by lia. apply AL; try lia. exact O. }
  assert (S0 : forall n m, N <= n -> n <= m -> m + d < B -> alike (v (n + d)) (v (m + d)) (v n) (v m)).
  { intros n m H1 H2 H3. specialize (ORD m ltac:(lia)). apply andb_true_iff in ORD. destruct ORD as [_ O].
    rewrite all_from_spec in O. specialize (O n ltac:(lia)). cbv beta zeta in O. apply andb_true_iff in O.
    destruct O as [_ O]. destruct (Nat.leb_spec N n); [| lia]. rewrite <- !GH by lia. apply AL; try lia. exact O. }
  assert (SI : forall n m, n < until -> m < until -> (same_in T (G + n) (G + m) = true <-> same (v n) (v m))).
  { intros n m Hn Hm. rewrite (same_in_spec T gs) by (auto; lia). rewrite !GH by lia. reflexivity. }
  rewrite all_from_spec in REM.
  assert (NO : forall n, N <= n < N + d -> grows c n = true ->
    forall j, 1 <= j -> n + j * d < B -> ~ same (v n) (v (n + j * d))).
  { intros n Hn Gn j Hj Hjd. specialize (REM n Hn). rewrite Gn, all_from_spec in REM.
    assert (j < 1 + B) by nia. specialize (REM j ltac:(lia)). cbv beta in REM.
    destruct (Nat.ltb_spec (n + j * d) B); [| lia]. apply negb_true_iff in REM. rewrite <- SI by lia. congruence. }
  exists v. split; [exact V |].
  pose proof (growth L R e k most some v V listed LE LL LR N d D N1 D1 E0 F0 S0) as GR.
  fold B in GR.
  specialize (GR (fun r => existsb (Nat.eqb r) (gc_growing c))).
  destruct GR as [C1 C2].
  { intros n Hn. pose proof (NO n Hn) as Q. specialize (REM n Hn). unfold grows in Q, REM. fold d in Q, REM.
    destruct (existsb (Nat.eqb (n mod d)) (gc_growing c)); [apply Q; reflexivity |]. apply SI; [lia | lia | exact REM]. }
  split; [exact C1 |]. split; [exact C2 |]. split.
  - (* Some remainder grows. *)
    destruct (gc_growing c) as [| r l] eqn:GG; [discriminate |].
    assert (Hr : r < d) by (apply (increasing_below_spec 0 d (r :: l)); [exact IG | left; reflexivity]).
    assert (X : exists n, N <= n < N + d /\ n mod d = r).
    { pose proof (Nat.div_mod N d ltac:(lia)). pose proof (Nat.mod_upper_bound N d ltac:(lia)).
      destruct (le_lt_dec (N mod d) r).
      - exists (d * (N / d) + r). split; [lia |]. rewrite Nat.add_comm, Nat.mul_comm, Nat.mod_add, Nat.mod_small; lia.
      - exists (d * (N / d) + d + r). split; [lia |].
        replace (d * (N / d) + d + r) with (r + (N / d + 1) * d) by lia. rewrite Nat.mod_add, Nat.mod_small; lia. }
    destruct X as (n & Hn & M).
    apply (not_periodic L R e k most some v V listed LE LL LR N d D N1 D1 E0 F0 S0 n Hn). fold B. apply (NO n Hn).
    unfold grows. rewrite GG. fold d. rewrite M. simpl. rewrite Nat.eqb_refl. reflexivity.
  - intros f If j. rewrite forallb_forall in FORMS. specialize (FORMS f If). specialize (UF f If).
    destruct f as [n1 [fl fr]]. cbn [fst snd] in *. fold d.
    unfold check_form in FORMS. cbv zeta in FORMS. cbn [fst snd] in FORMS.
    set (b0 := form_b0 N k D (n1, (fl, fr))) in *. set (n2 := form_n2 N k D d (n1, (fl, fr))) in *.
    rewrite !andb_true_iff in FORMS. destruct FORMS as [[[H1 HV] [HF1 HF2]] HE]. apply Nat.leb_le in H1.
    rewrite forallb_forall in HV.
    assert (BK : forall e0, In (Back e0) fl \/ In (Back e0) fr ->
      e0 <= largest (map back_of (fl ++ fr)) /\ N + e0 <= n1).
    { intros e0 I. apply in_app_iff in I. split; [apply (largest_map back_of _ _ I) |].
      specialize (HV _ I). simpl in HV. apply andb_true_iff in HV. apply Nat.leb_le, HV. }
    assert (HP : forall h, In (Heap h) fl \/ In (Heap h) fr -> h <= largest (map heap_of (fl ++ fr)) /\ h < n1).
    { intros h I. apply in_app_iff in I. split; [apply (largest_map heap_of _ _ I) |].
      specialize (HV _ I). simpl in HV. apply Nat.ltb_lt, HV. }
    assert (N12 : n1 + d <= n2) by (unfold n2, form_n2; cbn [fst]; lia).
    (* The rows are those of the forms. *)
    assert (ROW : forall n b, n1 <= n -> n < until -> b <= n ->
      entry (form_row T G (n1, (fl, fr)) n) (G + b) =
      (at_most (form v fl fr n) (v b), at_most (v b) (form v fl fr n))).
    { intros n b Hn Hu Hb. unfold form_row. cbn [fst snd].
      assert (IDO : forall o, In o fl \/ In o fr -> id_at G n o < G + until /\ game_at gs (id_at G n o) = option_at v n o).
      { intros [h | e0] I; simpl.
        - destruct (HP h I). split; [lia | apply GH; lia].
        - split; [lia | apply GH; lia]. }
      assert (I : forall x, In x (map (id_at G n) fl ++ map (id_at G n) fr) -> x < length gs).
      { intros x Ix. rewrite <- map_app in Ix. apply in_map_iff in Ix. destruct Ix as (o & <- & Io).
        apply in_app_iff in Io. rewrite LS. apply IDO, Io. }
      destruct (row_of_spec T gs _ _ (S (G + n)) RG I ltac:(lia)) as [_ E]. rewrite E by lia.
      rewrite GH by lia.
      assert (W : game_with gs (map (id_at G n) fl) (map (id_at G n) fr) = form v fl fr n).
      { unfold game_with, form. rewrite !map_map. f_equal; apply map_ext_in; intros o Io; apply IDO; auto. }
      rewrite W. reflexivity. }
    apply (form_holds L R e k most some v V listed LE LL LR N d D N1 D1 E0 F0 S0 fl fr n1
      (largest (map back_of (fl ++ fr))) (largest (map heap_of (fl ++ fr))) H1 BK (fun h I => proj1 (HP h I))).
    + rewrite ROW in HF1, HF2 by lia. split; assumption.
    + intros b i Hb Hbn Hn2. rewrite all_from_spec in HE.
      assert (Hb' : N <= b < b0) by exact Hb. assert (Hn2' : n1 + i * d < n2) by exact Hn2. clear Hb Hn2.
      pose proof (Nat.mul_le_mono_l 1 d i D1). specialize (HE i ltac:(lia)). cbv beta zeta in HE.
      destruct (Nat.ltb_spec (n1 + i * d) n2); [| lia].
      rewrite all_from_spec in HE. specialize (HE b ltac:(lia)). apply pair_eqb_eq in HE.
      rewrite !ROW in HE by lia. injection HE as Q1 Q2. split; assumption.
Qed.
