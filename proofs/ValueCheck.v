(** The check of value periods, and that what it accepts is true. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Rules Periods Compute Values Claims Checker WindowCheck Conway Growth Order.
Import ListNotations.

(** ** Rules by which a move leaves at most one heap *)

Definition takes_of_set (set : list nat) : takes := {| keep := set; whole := set |}.
Definition takes_of_code (l : list nat) : takes := {| keep := having l 1; whole := having l 0 |}.

(** ** Ends *)

(** Numbers of games for 0, 1, 2, … tokens without a move; the last [repeat] repeat for ever. *)
Definition end_place (ends repeat n : nat) : nat :=
  let lead := ends - repeat in
  if n <? lead then n else lead + (n - lead) mod repeat.

Definition end_id (ends : vec nat) (repeat n : nat) : nat :=
  vec_get 0 ends (end_place (vec_length ends) repeat n).

Definition valid_games (games : list (list nat * list nat)) (ends : list nat) (repeat : nat) : bool :=
  in_order 0 games && (1 <=? repeat) && (repeat <=? length ends) &&
  forallb (fun e => e <? length games) ends.

Lemma end_place_bound ends repeat n : 1 <= repeat <= ends -> end_place ends repeat n < ends.
Proof.
  intros H. unfold end_place. destruct (Nat.ltb_spec n (ends - repeat)); [lia |].
  pose proof (Nat.mod_upper_bound (n - (ends - repeat)) repeat ltac:(lia)). lia.
Qed.

Lemma end_place_repeats ends repeat n :
  1 <= repeat -> ends - repeat <= n -> end_place ends repeat (n + repeat) = end_place ends repeat n.
Proof.
  intros H L. unfold end_place. destruct (Nat.ltb_spec (n + repeat) (ends - repeat)); [lia |].
  destruct (Nat.ltb_spec n (ends - repeat)); [lia |].
  replace (n + repeat - (ends - repeat)) with (n - (ends - repeat) + 1 * repeat) by lia.
  rewrite Nat.mod_add by lia. reflexivity.
Qed.

Local Transparent vec_length.
Lemma vec_of_length {A} (l : list A) : vec_length (vec_of l) = length l.
Proof. rewrite vec_of_spec. reflexivity. Qed.
Local Opaque vec_length.

Lemma end_id_bound games ends repeat n :
  valid_games games ends repeat = true -> end_id (vec_of ends) repeat n < length games.
Proof.
  unfold valid_games. rewrite !andb_true_iff. intros [[[_ H1] H2] H]. apply Nat.leb_le in H1, H2.
  rewrite forallb_forall in H. unfold end_id. rewrite vec_get_of, vec_of_length. apply Nat.ltb_lt, H, nth_In.
  apply end_place_bound. lia.
Qed.

(** ** The claim *)

Record value_claim := {
  vc_games : list (list nat * list nat);
  vc_ends : list nat;
  vc_repeat : nat;
  vc_preperiod : nat;
  vc_period : nat;
  vc_least : bool;
  vc_values : list nat;
}.

(** The listed games, and those that stand for ends. *)
Definition listed_games (games : list (list nat * list nat)) : list game := games_after [] games.
Definition end_of (games : list (list nat * list nat)) (ends : list nat) (repeat n : nat) : game :=
  game_at (listed_games games) (end_id (vec_of ends) repeat n).

(** v(n + p) = v(n) for all n ≥ n0; the values listed are those of the first heaps; and if that is claimed, no other
    preperiod is smaller and p divides every period. *)
Definition value_claim_holds (L R : takes) (c : value_claim) : Prop :=
  exists v, is_value L R (end_of (vc_games c) (vc_ends c) (vc_repeat c)) v /\
  0 < vc_period c /\
  (forall n, vc_preperiod c <= n -> same (v (n + vc_period c)) (v n)) /\
  (forall n, n < vc_preperiod c + vc_period c ->
     same (v n) (game_at (listed_games (vc_games c)) (nth n (vc_values c) 0))) /\
  (vc_least c = true -> forall m q, 0 < q -> (forall n, m <= n -> same (v (n + q)) (v n)) ->
     vc_preperiod c <= m /\ Nat.divide (vc_period c) q).

(** ** The check *)

Definition all_takes (L R : takes) : list nat := keep L ++ whole L ++ keep R ++ whole R.

Definition nothing {A} (l : list A) : bool := match l with [] => true | _ => false end.

(** The first of [more] numbers from n on for which f holds. *)
Fixpoint first_true (more n : nat) (f : nat -> bool) : nat :=
  match more with 0 => n | S more => if f n then n else first_true more (S n) f end.

Definition check_values (L R : takes) (c : value_claim) : bool :=
  let n0 := vc_preperiod c in
  let p := vc_period c in
  let games := length (vc_games c) in
  let k := largest (all_takes L R) in
  let ends := vec_of (vc_ends c) in
  let lead := length (vc_ends c) - vc_repeat c in
  let fixed := nothing (keep L) && nothing (keep R) in
  let m := Nat.max n0 1 + k in
  let until := (if fixed then Nat.max m lead + vc_repeat c else m) + p in
  (1 <=? p) && (length (vc_values c) =? n0 + p) && forallb (fun x => x <? games) (vc_values c) &&
  valid_games (vc_games c) (vc_ends c) (vc_repeat c) && forallb (fun s => 1 <=? s) (all_takes L R) &&
  (let T := add_all no_games (vc_games c) in
   let values := vec_of (vc_values c) in
   let value_at := fun n => vec_get 0 values (reduce n0 p n) in
   all_from until 0 (fun n =>
     let l := left_heaps L n in
     let r := left_heaps R n in
     let x := value_at n in
     if nothing l && nothing r then same_in T (end_id ends (vc_repeat c) n) x
     else let e := entry (row_of T (map value_at l) (map value_at r) (S x)) x in fst e && snd e) &&
   (if vc_least c then
      let classes := tabulate games (fun a => first_true games 0 (fun b => same_in T b a)) in
      least_check (fun n => vec_get 0 classes (value_at n)) n0 p 0 (n0 + p)
    else true)).

Lemma first_true_spec more n f :
  (exists i, n <= i < n + more /\ f i = true) -> f (first_true more n f) = true /\ first_true more n f < n + more.
Proof.
  revert n. induction more as [| more IH]; intros n (i & Hi & F); [lia |]. simpl.
  destruct (f n) eqn:E; [split; [assumption | lia] |]. destruct (IH (S n)) as [A B].
  - exists i. split; [| assumption]. destruct (Nat.eq_dec i n); [congruence | lia].
  - split; [assumption | lia].
Qed.

Lemma first_true_ext more n f g :
  (forall i, n <= i < n + more -> f i = g i) -> first_true more n f = first_true more n g.
Proof.
  revert n. induction more as [| more IH]; intros n E; [reflexivity |]. simpl. rewrite (E n) by lia.
  destruct (g n); [reflexivity |]. apply IH. intros i Hi. apply E. lia.
Qed.

(** The first game that is equal to a game stands for all that are. *)
Lemma class_spec T gs a b :
  represents T gs -> a < length gs -> b < length gs ->
  (first_true (length gs) 0 (fun x => same_in T x a) = first_true (length gs) 0 (fun x => same_in T x b) <->
   same (game_at gs a) (game_at gs b)).
Proof.
  intros R A B.
  assert (S : forall x, x < length gs -> same_in T x x = true).
  { intros x X. apply (proj2 (same_in_spec T gs x x R X X)), same_refl. }
  destruct (first_true_spec (length gs) 0 (fun x => same_in T x a)) as [FA LA];
    [exists a; split; [lia | apply S, A] |].
  destruct (first_true_spec (length gs) 0 (fun x => same_in T x b)) as [FB LB];
    [exists b; split; [lia | apply S, B] |].
  simpl in LA, LB. split.
  - intros E. rewrite E in FA, LA. apply (same_in_spec T gs _ _ R LB A) in FA.
    apply (same_in_spec T gs _ _ R LB B) in FB.
    eapply same_trans; [apply same_sym, FA | exact FB].
  - intros E. apply first_true_ext. intros i Hi'. assert (Hi : i < length gs) by lia. apply eq_true_iff_eq.
    rewrite (same_in_spec T gs i a R Hi A), (same_in_spec T gs i b R Hi B). split; intros Q; eapply same_trans; eauto using same_sym.
Qed.

Lemma all_takes_bound L R s :
  forallb (fun s => 1 <=? s) (all_takes L R) = true -> In s (all_takes L R) -> 0 < s <= largest (all_takes L R).
Proof.
  intros H I. rewrite forallb_forall in H. specialize (H s I). apply Nat.leb_le in H.
  pose proof (largest_spec _ _ I). lia.
Qed.

Theorem check_values_sound L R c : check_values L R c = true -> value_claim_holds L R c.
Proof.
  unfold check_values. cbv zeta.
  set (n0 := vc_preperiod c). set (p := vc_period c). set (G := vc_games c). set (k := largest (all_takes L R)).
  set (lead := length (vc_ends c) - vc_repeat c). set (m := Nat.max n0 1 + k).
  set (until := (if nothing (keep L) && nothing (keep R) then Nat.max m lead + vc_repeat c else m) + p).
  set (T := add_all no_games G).
  set (value_at := fun n => vec_get 0 (vec_of (vc_values c)) (reduce n0 p n)).
  rewrite !andb_true_iff. intros [[[[[P1 PL] PV] VG] PT] [A LC]].
  apply Nat.leb_le in P1. apply Nat.eqb_eq in PL. rewrite forallb_forall in PV.
  pose proof (fun s => all_takes_bound L R s PT) as most. fold k in most.
  assert (RT : represents T (listed_games G) /\ length (listed_games G) = length G).
  { apply (add_all_spec G no_games [] no_games_represent).
    unfold valid_games in VG. rewrite !andb_true_iff in VG. apply VG. }
  destruct RT as [RT LG]. set (gs := listed_games G) in *.
  assert (VB : forall n, value_at n < length gs).
  { intros n. unfold value_at. rewrite vec_get_of, LG. apply Nat.ltb_lt, PV, nth_In.
    rewrite PL. apply reduce_bound. lia. }
  set (e := end_of G (vc_ends c) (vc_repeat c)).
  assert (EB : forall n, end_id (vec_of (vc_ends c)) (vc_repeat c) n < length gs).
  { intros n. rewrite LG. apply end_id_bound, VG. }
  set (u := fun n => game_at gs (value_at n)). set (v := value L R e).
  pose proof (value_exists L R e k most) as V. fold v in V.
  assert (H0 : forall n l r,
    fst (entry (row_of T (map value_at l) (map value_at r) (S (value_at n))) (value_at n)) &&
    snd (entry (row_of T (map value_at l) (map value_at r) (S (value_at n))) (value_at n)) = true ->
    same (u n) (Game (map u l) (map u r))).
  { intros n l r H. apply andb_true_iff in H. destruct H as [A1 A2].
    assert (I : forall x, In x (map value_at l ++ map value_at r) -> x < length gs).
    { intros x Ix. rewrite <- map_app in Ix. apply in_map_iff in Ix. destruct Ix as (y & <- & _). apply VB. }
    destruct (row_of_spec T gs _ _ (S (value_at n)) RT I (VB n)) as [_ E].
    specialize (E (value_at n) (Nat.lt_succ_diag_r _)).
    assert (W : game_with gs (map value_at l) (map value_at r) = Game (map u l) (map u r)).
    { unfold game_with. rewrite !map_map. reflexivity. }
    rewrite W in E. rewrite E in A1, A2. split; assumption. }
  assert (U : forall n, n < until -> same (u n) (made L R e u n)).
  { intros n Hn. rewrite all_from_spec in A. specialize (A n ltac:(lia)). cbv beta zeta in A. fold (value_at n) in A.
    unfold made, stuck. unfold nothing in A.
    destruct (left_heaps L n) as [| a l], (left_heaps R n) as [| b r]; simpl andb in A; cbv iota in A;
      [exact (same_sym _ _ (proj1 (same_in_spec T gs _ _ RT (EB n) (VB n)) A)) | | |]; apply H0; exact A. }
  assert (VU : forall n, n < until -> same (v n) (u n)) by (apply (values_by_steps L R e k most v u until V U)).
  assert (UP : forall n, n0 <= n -> u (n + p) = u n).
  { intros n Hn. unfold u, value_at, reduce. destruct (Nat.ltb_spec (n + p) (n0 + p)); [lia |].
    do 2 f_equal. destruct (Nat.ltb_spec n (n0 + p)).
    - replace (n + p - n0) with (n - n0 + 1 * p) by lia. rewrite Nat.mod_add, Nat.mod_small by lia. lia.
    - replace (n + p - n0) with (n - n0 + 1 * p) by lia. rewrite Nat.mod_add by lia. reflexivity. }
  assert (NP : forall n, n0 <= n -> n + p < until -> same (v (n + p)) (v n)).
  { intros n H1 H2. eapply same_trans; [apply VU, H2 |]. rewrite UP by assumption. apply same_sym, VU. lia. }
  assert (VP : forall n, n0 <= n -> same (v (n + p)) (v n)).
  { unfold valid_games in VG. rewrite !andb_true_iff in VG. destruct VG as [[[_ R1] R2] _].
    apply Nat.leb_le in R1, R2.
    apply (value_period L R e k most v n0 p lead (vc_repeat c) V R1).
    - intros n Hn. unfold e, end_of, end_id. rewrite vec_of_length, end_place_repeats by assumption. reflexivity.
    - intros n Hn. apply NP; [lia |]. fold m in Hn. unfold until. destruct (_ && _); lia.
    - intros KL KR n Hn. fold m in Hn. apply NP; [unfold m in Hn; lia |]. unfold until. rewrite KL, KR. simpl. lia. }
  assert (MU : n0 + p <= until) by (unfold until, m; destruct (_ && _); lia).
  assert (ALL : forall n, same (v n) (u n)).
  { intros n. induction n as [n IH] using (well_founded_induction Wf_nat.lt_wf).
    destruct (le_lt_dec (n0 + p) n) as [LN |]; [| apply VU; lia].
    specialize (IH (n - p) ltac:(lia)). pose proof (VP (n - p) ltac:(lia)) as Q. pose proof (UP (n - p) ltac:(lia)) as Q'.
    replace (n - p + p) with n in * by lia. rewrite Q'. eapply same_trans; eassumption. }
  exists v. split; [exact V |]. split; [fold p; lia |]. split; [exact VP |]. split.
  - intros n Hn. fold n0 p in Hn. pose proof (VU n ltac:(lia)) as Q. unfold u, value_at, reduce in Q.
    destruct (Nat.ltb_spec n (n0 + p)); [| lia]. rewrite vec_get_of in Q. exact Q.
  - intros LE q0 q Hq Q. fold n0 p. rewrite LE in LC.
    set (classes := tabulate (length G) (fun a => first_true (length G) 0 (fun b => same_in T b a))) in *.
    set (g := fun n => vec_get 0 classes (value_at n)) in *.
    assert (GS : forall a b, g a = g b <-> same (v a) (v b)).
    { intros a b. unfold g. destruct (tabulate_spec 0 (length G)
        (fun a => first_true (length G) 0 (fun b => same_in T b a))) as [_ TS].
      rewrite !TS by (rewrite <- LG; apply VB). rewrite <- LG. rewrite (class_spec T gs) by auto.
      split; intros S; eapply same_trans; [apply ALL | | | apply ALL];
        [eapply same_trans; [exact S | apply same_sym, ALL] | eapply same_trans; [apply same_sym, ALL | exact S]]. }
    assert (RG : repeats g n0 p 0).
    { intros n Hn. rewrite Nat.add_0_r. apply GS, VP, Hn. }
    pose proof (least_check_sound g g n0 p 0 (n0 + p) ltac:(lia) RG (fun _ _ => eq_refl) LC) as LST.
    apply (LST q0 q 0 Hq). intros n Hn. rewrite Nat.add_0_r. apply GS, Q, Hn.
Qed.
