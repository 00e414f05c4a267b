(** The checker of quotients: programs, and the proof that what they accept is true. *)

From Coq Require Import Arith List Lia Bool Permutation.
From Ishitori Require Import Heaps Periods Rules Compute Splits Values Claims Outcomes Checker
  Quotient Repetition.
Import ListNotations.

(** ** C1, C6: the multiplication table *)

Definition act (acts : list (vec nat)) (i x : nat) : nat :=
  match nth_error acts i with
  | Some row => vec_get 0 row x
  | None => x
  end.

Definition rows_check (order : nat) (action : list (list nat)) : bool :=
  forallb (fun l => (length l =? order) && forallb (fun x => x <? order) l) action.

Definition commute_check (order : nat) (acts : list (vec nat)) : bool :=
  forallb (fun g => forallb (fun h =>
    all_from order 0 (fun x => vec_get 0 g (vec_get 0 h x) =? vec_get 0 h (vec_get 0 g x)))
    acts) acts.

(** Words that reach the elements from 0; nothing is proved of the search, its result is checked. *)
Fixpoint explore (fuel : nat) (acts : list (vec nat)) (todo : list (nat * list nat)) (seen : nat)
  (found : list (nat * list nat)) : list (nat * list nat) :=
  match fuel, todo with
  | S fuel, (y, w) :: todo =>
      let '(todo, seen, _) :=
        fold_left
          (fun state row =>
             let '(todo, seen, i) := state in
             let yg := vec_get 0 row y in
             if Nat.testbit seen yg then (todo, seen, S i)
             else (todo ++ [(yg, w ++ [i])], Nat.setbit seen yg, S i))
          acts (todo, seen, 0) in
      explore fuel acts todo seen ((y, w) :: found)
  | _, _ => found
  end.

Definition find_word (found : list (nat * list nat)) (y : nat) : list nat :=
  match find (fun e => fst e =? y) found with
  | Some e => snd e
  | None => []
  end.

Definition words (order : nat) (acts : list (vec nat)) : vec (list nat) :=
  let found := explore (S order) acts [(0, [])] 1 [] in tabulate order (find_word found).

Definition reach_check (order : nat) (acts : list (vec nat)) (ws : vec (list nat)) : bool :=
  all_from order 0 (fun y => apply (act acts) (vec_get [] ws y) 0 =? y).

Definition table (order : nat) (acts : list (vec nat)) (ws : vec (list nat)) : vec (vec nat) :=
  tabulate order (fun x => tabulate order (fun y => apply (act acts) (vec_get [] ws y) x)).

Definition times (t : vec (vec nat)) (x y : nat) : nat := vec_get 0 (vec_get vec_empty t x) y.

Section Monoid.
  Variables (order : nat) (action : list (list nat)).
  Let acts := map vec_of action.
  Let ws := words order acts.
  Let mul := times (table order acts ws).
  Hypothesis pos : 0 < order.
  Hypothesis rows : rows_check order action = true.
  Hypothesis commute : commute_check order acts = true.
  Hypothesis reach : reach_check order acts ws = true.

  Lemma act_bounded i x : x < order -> act acts i x < order.
  Proof.
    intros X. unfold act. destruct (nth_error acts i) as [v |] eqn:Q; [| assumption].
    apply nth_error_In in Q. unfold acts in Q. apply in_map_iff in Q. destruct Q as (l & <- & I).
    unfold rows_check in rows. rewrite forallb_forall in rows. specialize (rows l I).
    apply andb_true_iff in rows. destruct rows as [L A]. apply Nat.eqb_eq in L.
    rewrite forallb_forall in A. rewrite vec_get_of. apply Nat.ltb_lt, A, nth_In. lia.
  Qed.

  Lemma act_commute i j x : x < order -> act acts i (act acts j x) = act acts j (act acts i x).
  Proof.
    intros X. unfold act. destruct (nth_error acts i) as [g |] eqn:G, (nth_error acts j) as [h |] eqn:H;
      try reflexivity.
    apply nth_error_In in G, H. unfold commute_check in commute. rewrite forallb_forall in commute.
    specialize (commute g G). rewrite forallb_forall in commute. specialize (commute h H).
    rewrite all_from_spec in commute. apply Nat.eqb_eq, commute. lia.
  Qed.

  Lemma word_reaches y : y < order -> apply (act acts) (vec_get [] ws y) 0 = y.
  Proof.
    intros Y. unfold reach_check in reach. rewrite all_from_spec in reach.
    apply Nat.eqb_eq, reach. lia.
  Qed.

  Lemma mul_product x y : x < order -> y < order -> mul x y = product (act acts) (vec_get [] ws) x y.
  Proof.
    intros X Y. unfold mul, times, table.
    rewrite (proj2 (tabulate_spec vec_empty order _) x X).
    rewrite (proj2 (tabulate_spec 0 order _) y Y). reflexivity.
  Qed.

  Lemma mul_bounded x y : x < order -> mul x y < order.
  Proof.
    intros X. destruct (le_lt_dec order y) as [Y | Y].
    - unfold mul, times, table. rewrite (proj2 (tabulate_spec vec_empty order _) x X).
      rewrite vec_get_out; [assumption |]. rewrite (proj1 (tabulate_spec 0 order _)). assumption.
    - rewrite mul_product by assumption. apply product_bounded; [| assumption]. exact act_bounded.
  Qed.

  Lemma mul_comm x y : x < order -> y < order -> mul x y = mul y x.
  Proof.
    intros X Y. rewrite !mul_product by assumption.
    apply (product_comm order); try assumption; [exact act_bounded | exact act_commute | exact word_reaches].
  Qed.

  Lemma mul_unit x : x < order -> mul x 0 = x.
  Proof.
    intros X. rewrite mul_product by assumption.
    apply (product_unit order); try assumption; [exact act_bounded | exact act_commute | exact word_reaches].
  Qed.

  Lemma mul_assoc x y z :
    x < order -> y < order -> z < order -> mul (mul x y) z = mul x (mul y z).
  Proof.
    intros X Y Z. pose proof (mul_bounded x y X) as BXY. pose proof (mul_bounded y z Y) as BYZ.
    rewrite (mul_product (mul x y)), (mul_product x (mul y z)) by assumption.
    rewrite (mul_product x y), (mul_product y z) by assumption.
    apply (product_assoc order); try assumption; [exact act_bounded | exact act_commute | exact word_reaches].
  Qed.

  Lemma mul_generator i x : x < order -> mul x (act acts i 0) = act acts i x.
  Proof.
    intros X. rewrite mul_product by auto using act_bounded.
    apply (product_generator order); try assumption; [exact act_bounded | exact act_commute | exact word_reaches].
  Qed.

  (** Every element is that of a position of generators. *)
  Lemma generated phi (dom : nat -> Prop) gens :
    (forall n, phi n < order) ->
    (forall i, i < length action -> dom (nth i gens 0) /\ phi (nth i gens 0) = act acts i 0) ->
    forall x, x < order -> exists X, Forall dom X /\ image mul 0 phi X = x.
  Proof.
    intros PB GEN x X. rewrite <- (word_reaches x X). generalize (vec_get [] ws x). intros w.
    assert (H : forall w y, y < order -> (exists X, Forall dom X /\ image mul 0 phi X = y) ->
                exists X, Forall dom X /\ image mul 0 phi X = apply (act acts) w y).
    { clear w x X. induction w as [| i w IH]; intros y Y E; simpl; [assumption |].
      apply IH; [apply act_bounded; assumption |]. destruct E as (P & D & Q).
      unfold act at 1. destruct (nth_error acts i) as [v |] eqn:NE; [| exists P; auto].
      assert (Li : i < length action).
      { unfold acts in NE. rewrite <- (map_length vec_of). apply nth_error_Some. congruence. }
      destruct (GEN i Li) as [DG PG]. exists (nth i gens 0 :: P). split; [constructor; assumption |].
      unfold image in *. simpl. rewrite Q, PG, mul_comm; [| apply act_bounded, pos | assumption].
      rewrite mul_generator by assumption. unfold act. rewrite NE. reflexivity. }
    apply H; [assumption |]. exists []. split; [constructor | reflexivity].
  Qed.
End Monoid.

(** ** C5: the outcomes of all products tell elements apart *)

Definition signature (order : nat) (mul : nat -> nat -> nat) (win : nat -> bool -> bool) (x : nat) : nat :=
  loop order 0
    (fun s z => 4 * s + (let y := mul x z in letter (win y true) (win y false))) 0.

Definition separate_check (order : nat) (mul : nat -> nat -> nat) (win : nat -> bool -> bool) : bool :=
  let s := tabulate order (signature order mul win) in
  all_from order 0 (fun x => all_from x 0 (fun y => negb (vec_get 0 s x =? vec_get 0 s y))).

Lemma separate_check_sound order mul win x y :
  separate_check order mul win = true -> x < order -> y < order ->
  (forall z b, z < order -> win (mul x z) b = win (mul y z) b) -> x = y.
Proof.
  intros C X Y H. unfold separate_check in C. rewrite all_from_spec in C.
  assert (S : forall x, x < order ->
    vec_get 0 (tabulate order (signature order mul win)) x = signature order mul win x)
    by (intros u U; apply (tabulate_spec 0 order _), U).
  assert (E : signature order mul win x = signature order mul win y).
  { apply loop_ext. intros s z Hz. simpl. rewrite !H by lia. reflexivity. }
  destruct (Nat.lt_trichotomy x y) as [L | [L | L]]; [exfalso | assumption | exfalso].
  - specialize (C y ltac:(lia)). rewrite all_from_spec in C. specialize (C x ltac:(lia)).
    apply negb_true_iff, Nat.eqb_neq in C. rewrite !S in C by assumption. congruence.
  - specialize (C x ltac:(lia)). rewrite all_from_spec in C. specialize (C y ltac:(lia)).
    apply negb_true_iff, Nat.eqb_neq in C. rewrite !S in C by assumption. congruence.
Qed.

(** ** C3, for one player *)

(** Families of sets for each element; only the maximal sets are kept, and no empty one. *)
Definition family : Type := vec (list nat).

Definition covered (f : family) (x m : nat) : bool :=
  (m =? 0) || existsb (subset m) (vec_get [] f x).

Definition add_maximal (f : family) (x m : nat) : family * bool :=
  if covered f x m then (f, false)
  else (vec_set f x (m :: filter (fun k => negb (subset k m)) (vec_get [] f x)), true).

Section Player.
  Variables (order : nat) (mul : nat -> nat -> nat).
  (** Whether the player wins moving first, and whether the one wins who answers. *)
  Variables (win answer : nat -> bool).
  (** The heaps looked at, their elements and those of the options. *)
  Variables (range : nat) (phi : nat -> nat) (E : nat -> list nat).

  Definition false_win_check : bool :=
    all_from range 0 (fun n =>
      let x := phi n in
      forallb (fun e => all_from order 0 (fun z => answer (mul e z) || win (mul x z))) (E n)).

  Definition open_mask (n : nat) : nat :=
    let x := phi n in
    let l := E n in
    mask_of order (fun z => win (mul x z) && forallb (fun e => answer (mul e z)) l).

  Definition empty_family : family := tabulate order (fun _ => []).

  Definition all_kinds (masks : vec nat) : family :=
    loop range 0 (fun f n => fst (add_maximal f (phi n) (vec_get 0 masks n))) empty_family.

  Definition product_mask (x U y V : nat) : nat :=
    mask_of order (fun z => Nat.testbit U (mul y z) && Nat.testbit V (mul x z)).

  (** The closure, generation after generation; its result is checked. *)
  Fixpoint close (fuel : nat) (kinds : list (nat * nat)) (todo : list (nat * nat)) (f : family) : family :=
    match fuel, todo with
    | S fuel, _ :: _ =>
        let '(f, next) :=
          fold_left
            (fun state (pair : nat * nat) =>
               let (x, U) := pair in
               if existsb (Nat.eqb U) (vec_get [] (fst state) x) then
                 fold_left
                   (fun state (kind : nat * nat) =>
                      let (y, V) := kind in
                      let xy := mul x y in
                      let W := product_mask x U y V in
                      let (f, added) := add_maximal (fst state) xy W in
                      if added then (f, (xy, W) :: snd state) else state)
                   kinds state
               else state)
            todo (f, []) in
        close fuel kinds (rev next) f
    | _, _ => f
    end.

  Definition flat (f : family) : list (nat * nat) :=
    flat_map (fun x => map (pair x) (vec_get [] f x)) (seq 0 order).

  Definition all_kept (fuel : nat) (masks : vec nat) (kinds : family) : family :=
    let '(f, todo) :=
      loop range 0
        (fun state n =>
           match E n with
           | [] => state
           | _ =>
               let m := vec_get 0 masks n in
               let (f, added) := add_maximal (fst state) (phi n) m in
               if added then (f, (phi n, m) :: snd state) else state
           end)
        (empty_family, []) in
    close fuel (flat kinds) (rev todo) f.

  Definition heaps_covered (masks : vec nat) (kept kinds : family) : bool :=
    all_from range 0 (fun n =>
      covered kinds (phi n) (vec_get 0 masks n) &&
      match E n with [] => true | _ => covered kept (phi n) (vec_get 0 masks n) end).

  Definition family_closed (kept kinds : family) : bool :=
    let ks := flat kinds in
    all_from order 0 (fun x =>
      forallb (fun U => negb (Nat.testbit U 0) &&
        forallb (fun kind : nat * nat =>
          covered kept (mul x (fst kind)) (product_mask x U (fst kind) (snd kind))) ks)
        (vec_get [] kept x)).

  (** The sets of a family, as predicates. *)
  Definition sets (f : family) (x : nat) (U : nat -> Prop) : Prop :=
    exists m, In m (vec_get [] f x) /\ U = (fun z => Nat.testbit m z = true).

  Lemma covered_covers f x m (P : nat -> Prop) :
    covered f x m = true -> (forall z, z < order -> P z -> Nat.testbit m z = true) ->
    covers order (sets f x) P.
  Proof.
    intros C M. unfold covered in C. apply orb_true_iff in C. destruct C as [C | C].
    - left. intros z Z Q. specialize (M z Z Q). apply Nat.eqb_eq in C. subst m.
      rewrite Nat.bits_0 in M. discriminate.
    - right. apply existsb_exists in C. destruct C as (k & I & S).
      exists (fun z => Nat.testbit k z = true). split; [exists k; auto |].
      intros z Z Q. eapply subset_spec; eauto.
  Qed.

  Lemma in_flat f x m : x < order -> In m (vec_get [] f x) -> In (x, m) (flat f).
  Proof.
    intros X I. apply in_flat_map. exists x. split; [apply in_seq; lia | apply in_map, I].
  Qed.

  Lemma family_closed_product kept kinds x y U V :
    family_closed kept kinds = true -> x < order -> y < order ->
    sets kept x U -> sets kinds y V ->
    covers order (sets kept (mul x y)) (fun z => U (mul y z) /\ V (mul x z)).
  Proof.
    intros C X Y (u & IU & ->) (v & IV & ->). unfold family_closed in C.
    rewrite all_from_spec in C. specialize (C x ltac:(lia)). rewrite forallb_forall in C.
    specialize (C u IU). apply andb_true_iff in C. destruct C as [_ C].
    rewrite forallb_forall in C. specialize (C _ (in_flat kinds y v Y IV)). cbn [fst snd] in C.
    eapply covered_covers; [exact C |]. intros z Z [Q1 Q2]. apply mask_of_spec.
    split; [assumption |]. rewrite Q1, Q2. reflexivity.
  Qed.

  Lemma family_closed_unit kept kinds x U :
    family_closed kept kinds = true -> x < order -> sets kept x U -> ~ U 0.
  Proof.
    intros C X (u & IU & ->) Q. unfold family_closed in C. rewrite all_from_spec in C.
    specialize (C x ltac:(lia)). rewrite forallb_forall in C. specialize (C u IU).
    apply andb_true_iff in C. destruct C as [C _]. rewrite Q in C. discriminate.
  Qed.

  Lemma heaps_covered_kinds kept kinds n :
    heaps_covered (tabulate range open_mask) kept kinds = true -> n < range ->
    covered kinds (phi n) (open_mask n) = true /\
    (E n <> [] -> covered kept (phi n) (open_mask n) = true).
  Proof.
    intros C N. unfold heaps_covered in C. rewrite all_from_spec in C. specialize (C n ltac:(lia)).
    rewrite (proj2 (tabulate_spec 0 range open_mask) n N) in C.
    apply andb_true_iff in C. destruct C as [A B]. split; [assumption |].
    intros NE. destruct (E n); [congruence | assumption].
  Qed.

  (** *** Positions without moves *)

  Variables (cls : nat -> nat) (classes : nat) (letter_wins : nat -> bool).

  (** A pair of an element and a class of stones, as one number. *)
  Definition code2 (x c : nat) : nat := x * classes + c.

  Definition stuck_heaps : set :=
    loop range 0
      (fun s n => match E n with [] => insert s (code2 (phi n) (cls n)) | _ => s end) set_empty.

  Definition stuck_next (k h : nat) : nat :=
    code2 (mul (h / classes) (k / classes)) (cls (k mod classes + h mod classes)).

  Fixpoint stuck_close (fuel : nat) (heaps : list nat) (todo : list nat) (s : set) : set :=
    match fuel, todo with
    | S fuel, k :: todo =>
        let '(todo, s) :=
          fold_left
            (fun state h =>
               let k' := stuck_next k h in
               if mem k' (snd state) then state else (k' :: fst state, insert (snd state) k'))
            heaps (todo, s) in
        stuck_close fuel heaps todo s
    | _, _ => s
    end.

  Definition stuck_check (s : set) : bool :=
    let heaps := members stuck_heaps in
    mem (code2 0 (cls 0)) s &&
    forallb (fun k =>
      Bool.eqb (win (k / classes)) (letter_wins (k mod classes)) &&
      forallb (fun h => mem (stuck_next k h) s) heaps) (members s).

  Lemma stuck_heaps_spec n : n < range -> E n = [] -> In (code2 (phi n) (cls n)) (members stuck_heaps).
  Proof.
    intros N Q. unfold stuck_heaps.
    assert (A : adds (loop range 0
      (fun s n => match E n with [] => insert s (code2 (phi n) (cls n)) | _ => s end))
      (fun v => exists m, 0 <= m < 0 + range /\ (E m = [] /\ v = code2 (phi m) (cls m)))).
    { apply adds_loop. intros m _. destruct (E m) as [| a l].
      - eapply adds_ext; [| apply adds_insert]. intros v. simpl. intuition.
      - eapply adds_ext; [| apply adds_nothing]. intros v. simpl. intuition discriminate. }
    apply adds_empty in A. destruct A as [_ A]. apply A. exists n. auto with arith.
  Qed.
End Player.

(** Sets that are built by insertion are sound. *)
Lemma stuck_close_sound order_mul classes cls fuel heaps todo s :
  sound s -> sound (stuck_close order_mul cls classes fuel heaps todo s).
Proof.
  revert todo s. induction fuel as [| fuel IH]; intros todo s H; simpl; [assumption |].
  destruct todo as [| k todo]; [assumption |].
  set (step := fun state h => _).
  assert (F : forall l st, sound (snd st) -> sound (snd (fold_left step l st))).
  { induction l as [| h l IHl]; intros st S; simpl; [assumption |]. apply IHl. unfold step.
    destruct (mem _ (snd st)); [assumption | apply sound_insert, S]. }
  specialize (F heaps (todo, s) H). destruct (fold_left step heaps (todo, s)) as [todo' s'].
  apply IH. exact F.
Qed.
