(** The images of all positions of j non-empty heaps with m tokens in all, in any monoid.

    For Grundy values the operation is the nim sum, for quotients the product. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy Compute.
Import ListNotations.

Section Splits.
  Variable op : nat -> nat -> nat.
  Variable unit : nat.

  Definition image (f : nat -> nat) (Y : list nat) : nat := fold_right op unit (map f Y).

  (** v is the image of j non-empty heaps with m tokens in all. *)
  Definition split (f : nat -> nat) (j m v : nat) : Prop :=
    exists Y, length Y = j /\ positive Y /\ total Y = m /\ v = image f Y.

  Lemma split_zero f m v : split f 0 m v <-> m = 0 /\ v = unit.
  Proof.
    split.
    - intros (Y & L & _ & T & ->). destruct Y; [| discriminate]. auto.
    - intros [-> ->]. exists []. repeat split. constructor.
  Qed.

  Lemma split_succ f j m v :
    split f (S j) m v <-> exists a, 1 <= a <= m /\ exists w, split f j (m - a) w /\ v = op (f a) w.
  Proof.
    split.
    - intros (Y & L & P & T & ->). destruct Y as [| a Y]; [discriminate |]. inversion_clear P.
      unfold total in *. simpl in *. exists a. split; [lia |].
      exists (image f Y). split; [| reflexivity]. exists Y.
      unfold total. repeat split; try assumption; lia.
    - intros (a & Ha & w & (Y & L & P & T & ->) & ->). exists (a :: Y).
      repeat split; [simpl; lia | constructor; [lia | assumption] |]. unfold total in *. simpl. lia.
  Qed.

  Lemma split_one f m v : split f 1 m v <-> 1 <= m /\ v = op (f m) unit.
  Proof.
    rewrite split_succ. split.
    - intros (a & Ha & w & S & ->). apply split_zero in S. destruct S as [E ->].
      replace m with a by lia. split; [lia | reflexivity].
    - intros [H ->]. exists m. split; [lia |]. exists unit. split; [| reflexivity].
      apply split_zero. lia.
  Qed.

  Lemma split_ext f g j m v :
    (forall a, 1 <= a <= m -> f a = g a) -> split f j m v -> split g j m v.
  Proof.
    intros E (Y & L & P & T & ->). exists Y. repeat split; try assumption.
    unfold image. f_equal. apply map_ext_in. intros a Ha. apply E.
    pose proof (total_in a Y Ha). unfold positive in P. rewrite Forall_forall in P.
    specialize (P a Ha). lia.
  Qed.

  (** With several heaps none of them is as large as the whole. *)
  Lemma split_ext_several f g j m v :
    2 <= j -> (forall a, 1 <= a < m -> f a = g a) -> split f j m v -> split g j m v.
  Proof.
    intros J E (Y & L & P & T & ->). exists Y. repeat split; try assumption.
    unfold image. f_equal. apply map_ext_in. intros a Ha. apply E.
    pose proof P as P'. unfold positive in P'. rewrite Forall_forall in P'. specialize (P' a Ha).
    split; [assumption |]. pose proof (weight_positive Y P). pose proof (weight_in a Y Ha). lia.
  Qed.

  (** The images of j + 1 heaps with n tokens, from those of j ≥ 1 heaps with fewer tokens. *)
  Definition gather (f : nat -> nat) (prev : nat -> list nat) (n : nat) : set :=
    loop (n - 1) 1
      (fun s a => let x := f a in fold_left (fun s w => insert s (op x w)) (prev (n - a)) s)
      set_empty.

  Lemma insert_sums_spec x l s :
    sound s ->
    sound (fold_left (fun s w => insert s (op x w)) l s) /\
    forall v, In v (members (fold_left (fun s w => insert s (op x w)) l s)) <->
              (exists w, In w l /\ v = op x w) \/ In v (members s).
  Proof.
    revert s. induction l as [| y l IH]; intros s H; simpl.
    - split; [assumption |]. intros v. split; [auto | intros [(w & [] & _) |]; assumption].
    - destruct (IH (insert s (op x y)) (sound_insert _ _ H)) as [A B]. split; [assumption |].
      intros v. rewrite B, in_insert by assumption. split.
      + intros [(w & I & ->) | [-> | I]]; eauto 6.
      + intros [(w & [-> | I] & ->) | I]; eauto 6.
  Qed.

  Lemma gather_spec f prev n :
    sound (gather f prev n) /\
    forall v, In v (members (gather f prev n)) <->
              exists a, 1 <= a < n /\ exists w, In w (prev (n - a)) /\ v = op (f a) w.
  Proof.
    unfold gather. set (body := fun s a => _).
    assert (H : (fun e s => sound s /\ forall v, In v (members s) <->
                   exists a, 1 <= a < e /\ exists w, In w (prev (n - a)) /\ v = op (f a) w)
                (1 + (n - 1)) (loop (n - 1) 1 body set_empty)).
    { apply loop_ind.
      - split; [apply sound_empty |]. intros v. simpl. split; [easy | intros (a & ? & _); lia].
      - intros e s He [A B]. unfold body. simpl.
        destruct (insert_sums_spec (f e) (prev (n - e)) s A) as [A' B'].
        split; [assumption |]. intros v. rewrite B', B. split.
        + intros [(w & I & ->) | (a & Ha & w & I & ->)].
          * exists e. split; [lia | eauto].
          * exists a. split; [lia | eauto].
        + intros (a & Ha & w & I & ->). destruct (Nat.eq_dec a e) as [-> |]; [eauto |].
          right. exists a. split; [lia | eauto]. }
    destruct H as [A B]. split; [assumption |]. intros v. rewrite B. split.
    - intros (a & Ha & R). exists a. split; [lia | assumption].
    - intros (a & Ha & R). exists a. split; [lia | assumption].
  Qed.

  Lemma gather_ext f g prev n : (forall a, 1 <= a < n -> f a = g a) -> gather f prev n = gather g prev n.
  Proof. intros E. apply loop_ext. intros s a Ha. rewrite (E a ltac:(lia)). reflexivity. Qed.

  (** Tables: for j = 1, 2, ..., h the images of j heaps with 0, 1, ... tokens. *)
  Definition tables : Type := list (vec (list nat)).

  Definition table_get (T : tables) (j m : nat) : list nat :=
    vec_get [] (nth (j - 1) T vec_empty) m.

  (** The tables hold the splits of fewer than n tokens. *)
  Definition tables_hold (f : nat -> nat) (h n : nat) (T : tables) : Prop :=
    length T = h /\ forall j, 1 <= j <= h ->
      vec_length (nth (j - 1) T vec_empty) = n /\
      forall m, m < n -> forall v, In v (table_get T j m) <-> split f j m v.

  (** Adds the splits of n tokens into several heaps: the table of one heap stays as it is. *)
  Fixpoint push_several (f : nat -> nat) (n : nat) (before : vec (list nat)) (T : tables) : tables :=
    match T with
    | [] => []
    | t :: T => vec_push t (members (gather f (vec_get [] before) n)) :: push_several f n t T
    end.

  Lemma push_several_length f n before T : length (push_several f n before T) = length T.
  Proof. revert before. induction T; intros; simpl; [reflexivity | f_equal; auto]. Qed.

  Lemma push_several_nth f n before T i :
    i < length T ->
    nth i (push_several f n before T) vec_empty =
    vec_push (nth i T vec_empty)
      (members (gather f (vec_get [] (nth i (before :: T) vec_empty)) n)).
  Proof.
    revert before i. induction T as [| t T IH]; intros before i H; simpl in *; [lia |].
    destruct i as [| i]; [reflexivity |]. rewrite IH by lia. reflexivity.
  Qed.

  Definition push_splits (f : nat -> nat) (n : nat) (T : tables) : tables :=
    match T with
    | [] => []
    | t :: T => t :: push_several f n t T
    end.

  Lemma push_splits_ext f g n T :
    (forall a, 1 <= a < n -> f a = g a) -> push_splits f n T = push_splits g n T.
  Proof.
    intros E. destruct T as [| t T]; [reflexivity |]. simpl. f_equal. revert t.
    induction T as [| t' T IH]; intros t; simpl; [reflexivity |].
    rewrite (gather_ext f g _ n E), IH. reflexivity.
  Qed.

  (** Adds the image of one heap of n tokens. *)
  Definition push_one (x n : nat) (T : tables) : tables :=
    match T with
    | [] => []
    | t :: T => vec_push t (if n =? 0 then [] else [op x unit]) :: T
    end.

  (** After [push_splits]: the splits of n tokens into several heaps are there too. *)
  Lemma push_splits_spec f h n T :
    1 <= h -> tables_hold f h n T ->
    length (push_splits f n T) = h /\
    (forall j, 2 <= j <= h ->
      vec_length (nth (j - 1) (push_splits f n T) vec_empty) = S n /\
      forall m, m <= n -> forall v, In v (table_get (push_splits f n T) j m) <-> split f j m v) /\
    vec_length (nth 0 (push_splits f n T) vec_empty) = n /\
    (forall m, m < n -> forall v, In v (table_get (push_splits f n T) 1 m) <-> split f 1 m v) /\
    table_get (push_splits f n T) 1 n = [].
  Proof.
    intros H1 [L H]. destruct T as [| t T]; [simpl in L; lia |]. simpl in L. simpl push_splits.
    split; [simpl; rewrite push_several_length; assumption |]. split; [| split; [| split]].
    - intros j Hj. destruct (H j ltac:(lia)) as [VL VS]. unfold table_get in *.
      assert (EN : nth (j - 1) (t :: push_several f n t T) vec_empty =
                   vec_push (nth (j - 1) (t :: T) vec_empty)
                     (members (gather f (vec_get [] (nth (j - 2) (t :: T) vec_empty)) n))).
      { replace (j - 1) with (S (j - 2)) by lia. simpl nth. apply push_several_nth. lia. }
      rewrite EN. rewrite vec_length_push, VL. split; [reflexivity |].
      intros m Hm v. destruct (Nat.eq_dec m n) as [-> |].
      + rewrite <- VL at 2. rewrite vec_get_new.
        destruct (gather_spec f (vec_get [] (nth (j - 2) (t :: T) vec_empty)) n) as [_ GS].
        rewrite GS. assert (SJ : split f j n v <-> split f (S (j - 1)) n v) by (replace (S (j - 1)) with j by lia; reflexivity).
        rewrite SJ, split_succ. clear SJ.
        destruct (H (j - 1) ltac:(lia)) as [_ PS]. replace (j - 1 - 1) with (j - 2) in PS by lia.
        split; intros (a & Ha & w & I & ->).
        * exists a. split; [lia |]. exists w. split; [| reflexivity].
          apply PS; [lia | assumption].
        * assert (a <> n).
          { intros ->. rewrite Nat.sub_diag in I. destruct I as (Y & LY & PY & TY & _).
            pose proof (positive_length Y PY). lia. }
          exists a. split; [lia |]. exists w. split; [| reflexivity]. apply PS; [lia | assumption].
      + rewrite vec_get_old by lia. apply VS. lia.
    - destruct (H 1 ltac:(lia)) as [VL _]. exact VL.
    - destruct (H 1 ltac:(lia)) as [_ VS]. exact VS.
    - destruct (H 1 ltac:(lia)) as [VL _]. unfold table_get. simpl. apply vec_get_out.
      simpl in VL. lia.
  Qed.

  Lemma push_one_spec f h n T x :
    1 <= h -> tables_hold f h n T -> x = f n ->
    tables_hold f h (S n) (push_one x n (push_splits f n T)).
  Proof.
    intros H1 HT ->. destruct (push_splits_spec f h n T H1 HT) as (L & SE & VL & ON & _).
    set (T' := push_splits f n T) in *. destruct T' as [| t T']; [simpl in L; lia |].
    split; [simpl in *; assumption |]. intros j Hj. unfold table_get in *.
    destruct (Nat.eq_dec j 1) as [-> | NJ].
    - simpl in *. rewrite vec_length_push, VL. split; [reflexivity |].
      intros m Hm v. destruct (Nat.eq_dec m n) as [-> |].
      + pose proof (vec_get_new [] t (if n =? 0 then [] else [op (f n) unit])) as NW.
        rewrite VL in NW. rewrite NW, split_one.
        destruct (Nat.eqb_spec n 0); simpl; [split; [easy | lia] |].
        split; [intros [<- | []]; split; [lia | reflexivity] | intros [_ ->]; auto].
      + rewrite vec_get_old by lia. apply ON. lia.
    - destruct (SE j ltac:(lia)) as [VJ SJ]. unfold push_one.
      replace (j - 1) with (S (j - 2)) in * by lia. simpl in *. split; [assumption |].
      intros m Hm. apply SJ. lia.
  Qed.

  Lemma tables_hold_start f h : tables_hold f h 0 (repeat vec_empty h).
  Proof.
    split; [apply repeat_length |]. intros j Hj. split; [| intros; lia].
    rewrite nth_repeat. reflexivity.
  Qed.
End Splits.
