(** Quotients: the outcome of every position of several heaps from a finite commutative monoid.

    This file has the theorem: which finitely many conditions on a monoid with a map of heaps make it
    the quotient of all positions by "the same outcome in every sum". The conditions are named C1 to
    C6 as in docs/certificates.md; C4, the step to all heaps, is in [Repetition.v]. *)

From Coq Require Import Arith List Lia Bool Permutation Wf_nat.
From Ishitori Require Import Heaps Compute Splits.
Import ListNotations.

(** ** A commutative monoid from commuting maps (C1, C6) *)

Section Monoid.
  Variable order : nat.
  (** The maps x ↦ x·g, and a word in them for each element. *)
  Variable act : nat -> nat -> nat.
  Variable word : nat -> list nat.

  Definition apply (w : list nat) (x : nat) : nat := fold_left (fun x i => act i x) w x.

  Hypothesis bounded : forall i x, x < order -> act i x < order.
  Hypothesis pos : 0 < order.
  (** C1: the maps commute. *)
  Hypothesis C1 : forall i j x, x < order -> act i (act j x) = act j (act i x).
  (** C6: every element is reached from 0. *)
  Hypothesis C6 : forall y, y < order -> apply (word y) 0 = y.

  Definition product (x y : nat) : nat := apply (word y) x.

  Lemma apply_bounded w x : x < order -> apply w x < order.
  Proof. revert x. induction w; intros x H; simpl; [assumption | auto]. Qed.

  Lemma product_bounded x y : x < order -> product x y < order.
  Proof. apply apply_bounded. Qed.

  Lemma act_apply i w x : x < order -> act i (apply w x) = apply w (act i x).
  Proof.
    revert x. induction w as [| j w IH]; intros x H; simpl; [reflexivity |].
    rewrite IH by auto. rewrite C1 by assumption. reflexivity.
  Qed.

  Lemma apply_comm u w x : x < order -> apply u (apply w x) = apply w (apply u x).
  Proof.
    revert x. induction u as [| i u IH]; intros x H; simpl; [reflexivity |].
    rewrite act_apply by assumption. apply IH. auto.
  Qed.

  Lemma product_comm x y : x < order -> y < order -> product x y = product y x.
  Proof.
    intros X Y. unfold product. rewrite <- (C6 x X) at 1. rewrite <- (C6 y Y) at 2.
    apply apply_comm, pos.
  Qed.

  Lemma product_unit x : x < order -> product x 0 = x.
  Proof.
    intros X. rewrite product_comm by assumption. unfold product. apply C6, X.
  Qed.

  Lemma product_assoc x y z :
    x < order -> y < order -> z < order -> product (product x y) z = product x (product y z).
  Proof.
    intros X Y Z. rewrite (product_comm x (product y z)) by auto using product_bounded.
    rewrite (product_comm x y) by assumption. unfold product. apply apply_comm, Y.
  Qed.

  Lemma product_generator i x : x < order -> product x (act i 0) = act i x.
  Proof.
    intros X. rewrite product_comm by auto. unfold product. rewrite <- act_apply by assumption.
    rewrite C6 by assumption. reflexivity.
  Qed.
End Monoid.

(** ** The theorem *)

Section Quotient.
  Variable mv : bool -> nat -> list nat -> Prop.
  Variable other : bool -> bool.
  Variable final : nat -> bool -> bool.
  (** The heaps that take part. *)
  Variable dom : nat -> Prop.
  Hypothesis lighter : forall b n Y, mv b n Y -> weight Y < 2 * n - 1.
  Hypothesis dom_move : forall b n Y m, dom n -> mv b n Y -> In m Y -> dom m.

  Variable order : nat.
  Variable op : nat -> nat -> nat.
  Variable phi : nat -> nat.
  (** Whether a player wins moving first at an element. *)
  Variable win : nat -> bool -> bool.
  Hypothesis pos : 0 < order.
  Hypothesis op_bounded : forall x y, x < order -> op x y < order.
  Hypothesis op_comm : forall x y, x < order -> y < order -> op x y = op y x.
  Hypothesis op_assoc :
    forall x y z, x < order -> y < order -> z < order -> op (op x y) z = op x (op y z).
  Hypothesis op_unit : forall x, x < order -> op x 0 = x.
  Hypothesis phi_bounded : forall n, phi n < order.

  (** The element of a position. *)
  Definition class (X : list nat) : nat := image op 0 phi X.

  Lemma class_cons n X : class (n :: X) = op (phi n) (class X).
  Proof. reflexivity. Qed.

  Lemma class_bounded X : class X < order.
  Proof. destruct X; [exact pos |]. rewrite class_cons. apply op_bounded, phi_bounded. Qed.

  Hint Resolve class_bounded phi_bounded op_bounded pos : elements.

  Lemma op_left_unit x : x < order -> op 0 x = x.
  Proof. intros H. rewrite op_comm; auto with elements. Qed.

  Lemma op_swap x y z : x < order -> y < order -> z < order -> op x (op y z) = op y (op x z).
  Proof.
    intros. rewrite <- !op_assoc by assumption. rewrite (op_comm x y) by assumption. reflexivity.
  Qed.

  Lemma class_app X Y : class (X ++ Y) = op (class X) (class Y).
  Proof.
    induction X as [| n X IH]; simpl; [rewrite op_left_unit; auto with elements |].
    rewrite !class_cons, IH, op_assoc; auto with elements.
  Qed.

  Lemma class_perm X Y : Permutation X Y -> class X = class Y.
  Proof.
    induction 1; try congruence; rewrite ?class_cons in *; [congruence |].
    apply op_swap; auto with elements.
  Qed.

  (** The elements of the options of a heap. *)
  Variable E : bool -> nat -> list nat.
  Hypothesis E_spec :
    forall b n, dom n -> forall e, In e (E b n) <-> exists Y, mv b n Y /\ e = class Y.

  Lemma E_bounded b n e : dom n -> In e (E b n) -> e < order.
  Proof. intros D I. apply E_spec in I; [| assumption]. destruct I as (Y & _ & ->). auto with elements. Qed.

  (** *** C3 *)

  (** (i) Positions without moves: the pairs of their elements and the classes of their stones. *)
  Variable cls : nat -> nat.
  Hypothesis cls_add : forall a b, cls (cls a + cls b) = cls (a + b).
  Variable stuck : bool -> nat -> nat -> Prop.
  Hypothesis stuck_start : forall b, stuck b 0 (cls 0).
  Hypothesis stuck_step : forall b x c n,
    stuck b x c -> dom n -> E b n = [] -> stuck b (op (phi n) x) (cls (c + cls n)).
  Hypothesis stuck_end : forall b x t, stuck b x (cls t) -> win x b = final t b.

  (** (ii) No false win. *)
  Hypothesis no_false_win : forall b n e z,
    dom n -> In e (E b n) -> z < order -> win (op e z) (other b) = false -> win (op (phi n) z) b = true.

  (** (iii) No missing win: where the table says that the player wins, but no move in the heap does. *)
  Definition open_heap (b : bool) (n z : nat) : Prop :=
    win (op (phi n) z) b = true /\ forall e, In e (E b n) -> win (op e z) (other b) = true.

  (** Kept pairs (x, U), and kinds (y, V) of single heaps; sets are predicates here. *)
  Variables kept kinds : bool -> nat -> (nat -> Prop) -> Prop.
  Definition covers (family : (nat -> Prop) -> Prop) (P : nat -> Prop) : Prop :=
    (forall z, z < order -> ~ P z) \/ exists K, family K /\ forall z, z < order -> P z -> K z.
  Hypothesis kept_heaps : forall b n,
    dom n -> E b n <> [] -> covers (kept b (phi n)) (open_heap b n).
  Hypothesis kinds_heaps : forall b n, dom n -> covers (kinds b (phi n)) (open_heap b n).
  Hypothesis kept_product : forall b x y U V,
    x < order -> y < order -> kept b x U -> kinds b y V ->
    covers (kept b (op x y)) (fun z => U (op y z) /\ V (op x z)).
  Hypothesis kept_unit : forall b x U, x < order -> kept b x U -> ~ U 0.

  (** The z next to which a winning move must be found elsewhere than in X. *)
  Definition open (b : bool) (X : list nat) (z : nat) : Prop :=
    win (op (class X) z) b = true /\
    forall X', pmove mv b X X' -> win (op (class X') z) (other b) = true.

  Definition in_dom (X : list nat) : Prop := Forall dom X.

  Lemma in_dom_perm X Y : Permutation X Y -> in_dom X -> in_dom Y.
  Proof. intros P H. unfold in_dom in *. rewrite Forall_forall in *. intros x I. apply H. eapply Permutation_in; [symmetry |]; eassumption. Qed.

  Lemma pmove_dom b X X' : in_dom X -> pmove mv b X X' -> in_dom X'.
  Proof.
    intros D (n & Y & Z & P & M & P'). apply (in_dom_perm _ _ P) in D. inversion_clear D.
    apply (in_dom_perm (Y ++ Z)); [symmetry; assumption |]. unfold in_dom in *.
    apply Forall_app. split; [| assumption].
    rewrite Forall_forall. intros m I. eapply dom_move; eassumption.
  Qed.

  (** If z is open for a heap and a position together, then so are the products for each. *)
  Lemma open_cons b n X z :
    in_dom (n :: X) -> z < order -> open b (n :: X) z ->
    open b X (op (phi n) z) /\ open_heap b n (op (class X) z).
  Proof.
    intros D Z [W A]. inversion_clear D. split; split.
    - rewrite class_cons in W. rewrite <- op_assoc, (op_comm (class X)); auto with elements.
    - intros X' (m & Y & R & P & M & P'). specialize (A (n :: X')).
      assert (PM : pmove mv b (n :: X) (n :: X')).
      { exists m, Y, (n :: R). repeat split; [| assumption |].
        - rewrite P. apply perm_swap.
        - rewrite P'. apply Permutation_middle. }
      specialize (A PM). rewrite class_cons in A.
      rewrite <- op_assoc, (op_comm (class X')); auto with elements.
    - rewrite class_cons in W. rewrite <- op_assoc; auto with elements.
    - intros e I. apply E_spec in I; [| assumption]. destruct I as (Y & M & ->).
      specialize (A (Y ++ X)). assert (PM : pmove mv b (n :: X) (Y ++ X)).
      { exists n, Y, X. repeat split; assumption || reflexivity. }
      specialize (A PM). rewrite class_app in A. rewrite <- op_assoc; auto with elements.
  Qed.

  Lemma open_nil_right b n : dom n -> forall z, z < order -> open b [n] z -> open_heap b n z.
  Proof.
    intros D z Z O. apply open_cons in O; [| constructor; [assumption | constructor] | assumption].
    destruct O as [_ O]. change (class []) with 0 in O. rewrite op_left_unit in O by assumption. exact O.
  Qed.

  Lemma open_perm b X Y z : Permutation X Y -> open b X z -> open b Y z.
  Proof.
    intros P [W A]. split; [rewrite <- (class_perm _ _ P); assumption |].
    intros X' M. apply A. eapply pmove_perm; [symmetry |]; eassumption.
  Qed.

  (** A position with a move is covered by a kept pair. *)
  Lemma kept_covers b H X :
    in_dom (H :: X) -> E b H <> [] -> covers (kept b (class (H :: X))) (open b (H :: X)).
  Proof.
    intros D EH. induction X as [| n X IH].
    - inversion_clear D as [| ? ? DH _].
      assert (C1 : class [H] = phi H) by (unfold class, image; simpl; apply op_unit; auto with elements).
      rewrite C1. destruct (kept_heaps b H DH EH) as [N | (K & KK & KI)].
      + left. intros z Z O. eapply N; [eassumption |]. apply open_nil_right; assumption.
      + right. exists K. split; [assumption |]. intros z Z O. apply KI; [assumption |].
        apply open_nil_right; assumption.
    - inversion_clear D as [| ? ? DH D']. inversion_clear D' as [| ? ? Dn DX].
      assert (DHX : in_dom (H :: X)) by (constructor; assumption).
      assert (DN : in_dom (n :: H :: X)) by (constructor; assumption).
      specialize (IH DHX).
      assert (P : Permutation (H :: n :: X) (n :: H :: X)) by apply perm_swap.
      rewrite (class_perm _ _ P), class_cons. set (x := class (H :: X)) in *.
      assert (Bx : x < order) by (unfold x; auto with elements).
      rewrite (op_comm (phi n) x) by auto with elements.
      assert (S : forall z, z < order -> open b (H :: n :: X) z ->
                  open b (H :: X) (op (phi n) z) /\ open_heap b n (op x z)).
      { intros z Z O. apply open_cons; [assumption | assumption |]. eapply open_perm; eassumption. }
      destruct IH as [N | (U & KU & CU)].
      { left. intros z Z O. destruct (S z Z O) as [O1 _]. eapply N; [| eassumption]. auto with elements. }
      destruct (kinds_heaps b n Dn) as [N | (V & KV & CV)].
      { left. intros z Z O. destruct (S z Z O) as [_ O2]. eapply N; [| eassumption]. auto with elements. }
      destruct (kept_product b x (phi n) U V Bx (phi_bounded n) KU KV) as [N | (K & KK & CK)].
      + left. intros z Z O. destruct (S z Z O) as [O1 O2]. eapply N; [eassumption |].
        split; [apply CU | apply CV]; auto with elements.
      + right. exists K. split; [assumption |]. intros z Z O. destruct (S z Z O) as [O1 O2].
        apply CK; [assumption |]. split; [apply CU | apply CV]; auto with elements.
  Qed.

  (** Moves are looked for heap after heap. *)
  Lemma find_move b X R :
    in_dom X -> in_dom R ->
    (exists X', pmove mv b (X ++ R) X' /\ win (class X') (other b) = false) \/
    (forall n Y Z, In n X -> Permutation (X ++ R) (n :: Z) -> mv b n Y -> win (class (Y ++ Z)) (other b) = true).
  Proof.
    revert R. induction X as [| n X IH]; intros R DX DR; simpl.
    - right. intros n Y Z [].
    - inversion_clear DX as [| ? ? Dn DX'].
      destruct (IH (n :: R) DX' (Forall_cons _ Dn DR)) as [(X' & M & W) | A].
      + left. exists X'. split; [| assumption]. eapply pmove_perm; [| eassumption].
        symmetry. apply Permutation_middle.
      + destruct (existsb (fun e => negb (win (op e (class (X ++ R))) (other b))) (E b n)) eqn:B.
        * left. apply existsb_exists in B. destruct B as (e & I & W). apply negb_true_iff in W.
          apply E_spec in I; [| assumption]. destruct I as (Y & M & ->).
          exists (Y ++ X ++ R). rewrite class_app. split; [| assumption].
          exists n, Y, (X ++ R). repeat split; assumption || reflexivity.
        * right. intros m Y Z I P M. destruct I as [<- | I].
          -- apply Permutation_cons_inv in P. rewrite class_app, <- (class_perm _ _ P).
             rewrite <- not_true_iff_false in B.
             destruct (win (op (class Y) (class (X ++ R))) (other b)) eqn:Q; [reflexivity | exfalso].
             apply B, existsb_exists. exists (class Y). rewrite Q. split; [| reflexivity].
             apply E_spec; [assumption | eauto].
          -- eapply A; [eassumption | | eassumption]. rewrite <- P. symmetry. apply Permutation_middle.
  Qed.

  Lemma find_move_or_none b X :
    in_dom X ->
    (exists X', pmove mv b X X' /\ win (class X') (other b) = false) \/
    (forall X', pmove mv b X X' -> win (class X') (other b) = true).
  Proof.
    intros D. destruct (find_move b X [] D (Forall_nil _)) as [H | H]; rewrite app_nil_r in H;
      [left; exact H | right].
    intros X' (n & Y & Z & P & M & P'). rewrite (class_perm _ _ P'). eapply H; try eassumption.
    eapply Permutation_in; [symmetry; exact P | left; reflexivity].
  Qed.

  Lemma missing_win b X :
    in_dom X -> (exists n, In n X /\ E b n <> []) -> win (class X) b = true ->
    exists X', pmove mv b X X' /\ win (class X') (other b) = false.
  Proof.
    intros D (n & I & EN) W. destruct (find_move_or_none b X D) as [| A]; [assumption | exfalso].
    assert (O : open b X 0).
    { split; [rewrite op_unit; auto with elements |]. intros X' M.
      rewrite op_unit by auto with elements. auto. }
    apply in_split in I. destruct I as (l1 & l2 & ->).
    assert (P : Permutation (l1 ++ n :: l2) (n :: l1 ++ l2)) by (symmetry; apply Permutation_middle).
    pose proof (in_dom_perm _ _ P D) as D'. pose proof (open_perm _ _ _ _ P O) as O'.
    destruct (kept_covers b n (l1 ++ l2) D' EN) as [N | (K & KK & CK)].
    - exact (N 0 pos O').
    - exact (kept_unit b _ K (class_bounded _) KK (CK 0 pos O')).
  Qed.

  Lemma stuck_position b X :
    in_dom X -> (forall n, In n X -> E b n = []) -> stuck b (class X) (cls (total X)).
  Proof.
    induction X as [| n X IH]; intros D A; [apply stuck_start |].
    inversion_clear D as [| ? ? Dn DX].
    assert (S : stuck b (op (phi n) (class X)) (cls (cls (total X) + cls n))).
    { apply stuck_step; [apply IH; [assumption | intros; apply A; right; assumption] | assumption |].
      apply A. left. reflexivity. }
    rewrite class_cons. rewrite cls_add in S. replace (total (n :: X)) with (total X + n); [assumption |].
    unfold total. simpl. lia.
  Qed.

  Lemma stuck_or_not b X : (forall n, In n X -> E b n = []) \/ exists n, In n X /\ E b n <> [].
  Proof.
    induction X as [| n X [IH | (m & I & H)]]; [left; easy | |].
    - destruct (E b n) eqn:Q.
      + left. intros m [<- | I]; auto.
      + right. exists n. split; [left; reflexivity | congruence].
    - right. exists m. split; [right; assumption | assumption].
  Qed.

  (** The outcome of every position is that of its element. *)
  Theorem quotient_outcomes X :
    in_dom X -> forall b,
    (win (class X) b = true -> Win mv other final b X) /\
    (win (class X) b = false -> Lose mv other final b X).
  Proof.
    induction X as [X IH] using (induction_ltof1 _ weight). intros D b.
    assert (NEXT : forall X', pmove mv b X X' -> forall c,
      (win (class X') c = true -> Win mv other final c X') /\
      (win (class X') c = false -> Lose mv other final c X')).
    { intros X' M. apply IH; [eapply pmove_lighter; eassumption | eapply pmove_dom; eassumption]. }
    destruct (stuck_or_not b X) as [ST | MV].
    - assert (N : forall X', ~ pmove mv b X X').
      { intros X' (n & Y & Z & P & M & _).
        assert (I : In n X) by (eapply Permutation_in; [symmetry; exact P | left; reflexivity]).
        assert (Dn : dom n) by (unfold in_dom in D; rewrite Forall_forall in D; auto).
        assert (In (class Y) (E b n)) as H by (apply E_spec; eauto). rewrite (ST n I) in H. destruct H. }
      rewrite (stuck_end b _ _ (stuck_position b X D ST)). split; intros F.
      + apply win_end; assumption.
      + apply lose; [intros X' M; exfalso; eapply N; eassumption | auto].
    - split; intros W.
      + destruct (missing_win b X D MV W) as (X' & M & W'). eapply win_move; [eassumption |].
        apply NEXT; assumption.
      + apply lose.
        * intros X' M. apply NEXT; [assumption |].
          destruct (win (class X') (other b)) eqn:Q; [reflexivity | exfalso].
          destruct M as (n & Y & Z & P & M & P'). rewrite (class_perm _ _ P'), class_app in Q.
          rewrite (class_perm _ _ P), class_cons in W.
          pose proof (in_dom_perm _ _ P D) as D'. inversion_clear D' as [| ? ? Dn DZ].
          rewrite (no_false_win b n (class Y) (class Z)) in W; auto with elements; try discriminate.
          apply E_spec; eauto.
        * intros N. exfalso. destruct MV as (n & I & EN).
          destruct (E b n) as [| e l] eqn:Q; [congruence |].
          assert (Dn : dom n) by (unfold in_dom in D; rewrite Forall_forall in D; auto).
          assert (IE : In e (E b n)) by (rewrite Q; left; reflexivity).
          apply E_spec in IE; [| assumption]. destruct IE as (Y & M & _).
          apply in_split in I. destruct I as (l1 & l2 & ->).
          apply (N (Y ++ l1 ++ l2)). exists n, Y, (l1 ++ l2).
          repeat split; [symmetry; apply Permutation_middle | assumption | reflexivity].
  Qed.

  (** *** The quotient *)

  (** C6: every element is that of a position. *)
  Hypothesis C6 : forall x, x < order -> exists X, in_dom X /\ class X = x.
  (** C5: any two elements are told apart by a third. *)
  Hypothesis C5 : forall x y, x < order -> y < order ->
    (forall z b, z < order -> win (op x z) b = win (op y z) b) -> x = y.

  Definition equivalent (X Y : list nat) : Prop :=
    forall Z b, in_dom Z -> (Win mv other final b (X ++ Z) <-> Win mv other final b (Y ++ Z)).

  Lemma win_iff X b : in_dom X -> (Win mv other final b X <-> win (class X) b = true).
  Proof.
    intros D. destruct (quotient_outcomes X D b) as [W L]. split; [| assumption].
    intros H. destruct (win (class X) b); [reflexivity | exfalso].
    eapply win_lose_exclusive; [exact lighter | exact H | auto].
  Qed.

  (** Two positions have the same element exactly if they have the same outcome in every sum. *)
  Theorem quotient_classes X Y :
    in_dom X -> in_dom Y -> (class X = class Y <-> equivalent X Y).
  Proof.
    intros DX DY. assert (A : forall Z W, in_dom Z -> in_dom W -> in_dom (Z ++ W)).
    { intros. apply Forall_app. auto. }
    split.
    - intros Q Z b DZ. rewrite !win_iff by auto. rewrite !class_app, Q. reflexivity.
    - intros H. apply C5; auto with elements. intros z b Z.
      destruct (C6 z Z) as (P & DP & <-). specialize (H P b DP).
      rewrite !win_iff, !class_app in H by auto.
      destruct (win (op (class X) (class P)) b), (win (op (class Y) (class P)) b); intuition congruence.
  Qed.
End Quotient.
