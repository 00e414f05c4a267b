(** Heap games: the moves in one heap, positions of several heaps, and who wins.

    A position is a finite multiset of heaps, written as a list of sizes; moves do not see the
    order of the list. What one player may do in one heap is said by digits: after [t] tokens are
    taken, so many heaps may be left, none of them empty, perhaps with a condition on their sizes. *)

From Coq Require Import Arith List Lia Bool Permutation Wf_nat.
Import ListNotations.

(** ** Moves in one heap *)

(** The condition on the sizes of the heaps that one move leaves. *)
Inductive sizes := Any | Distinct | Equal.

Definition fits (s : sizes) (Y : list nat) : Prop :=
  match s with
  | Any => True
  | Distinct => NoDup Y
  | Equal => forall a b, In a Y -> In b Y -> a = b
  end.

(** [allow t j]: a player may take exactly [t] tokens and leave exactly [j] heaps. *)
Record digits := { allow : nat -> nat -> bool; size : nat -> sizes }.

(** A move changes something: no digit takes nothing and leaves one heap or none. *)
Definition valid (D : digits) : Prop := allow D 0 0 = false /\ allow D 0 1 = false.

Definition positive (Y : list nat) : Prop := Forall (fun a => 0 < a) Y.

Definition total (X : list nat) : nat := list_sum X.

(** From a heap of [n] tokens to the heaps [Y]. *)
Definition move (D : digits) (n : nat) (Y : list nat) : Prop :=
  exists t, t + total Y = n /\ positive Y /\ allow D t (length Y) = true /\ fits (size D t) Y.

(** ** Weights: every game ends *)

Definition weight (X : list nat) : nat := list_sum (map (fun n => 2 * n - 1) X).

Lemma weight_app X Y : weight (X ++ Y) = weight X + weight Y.
Proof. unfold weight. rewrite map_app, list_sum_app. reflexivity. Qed.

Lemma weight_cons n X : weight (n :: X) = (2 * n - 1) + weight X.
Proof. reflexivity. Qed.

Lemma weight_perm X Y : Permutation X Y -> weight X = weight Y.
Proof. induction 1; rewrite ?weight_cons in *; lia. Qed.

Lemma total_app X Y : total (X ++ Y) = total X + total Y.
Proof. unfold total. apply list_sum_app. Qed.

Lemma total_perm X Y : Permutation X Y -> total X = total Y.
Proof. unfold total. induction 1; simpl in *; lia. Qed.

Lemma weight_positive Y : positive Y -> weight Y + length Y = 2 * total Y.
Proof.
  induction 1 as [| a Y Ha HY IH]; [reflexivity |].
  rewrite weight_cons. unfold total in *. simpl. lia.
Qed.

Lemma weight_in m Y : In m Y -> 2 * m - 1 <= weight Y.
Proof.
  induction Y as [| a Y IH]; simpl; [easy |]. rewrite weight_cons.
  intros [-> | H]; [lia |]. specialize (IH H). lia.
Qed.

Lemma total_in m Y : In m Y -> m <= total Y.
Proof.
  unfold total. induction Y as [| a Y IH]; simpl; [easy |]. intros [-> | H]; [lia |].
  specialize (IH H). lia.
Qed.

Lemma move_lighter D n Y : valid D -> move D n Y -> weight Y < 2 * n - 1.
Proof.
  intros [V0 V1] (t & Ht & HY & Ha & _).
  pose proof (weight_positive Y HY).
  destruct t as [| t]; [| lia].
  destruct Y as [| a [| b Y]]; simpl in Ha; [congruence | congruence | simpl in *; lia].
Qed.

Lemma move_smaller D n Y m : valid D -> move D n Y -> In m Y -> m < n.
Proof.
  intros V M I. pose proof (move_lighter D n Y V M). pose proof (weight_in m Y I). lia.
Qed.

(** ** The list of all moves *)

(** All lists of [j] positive numbers with the sum [m]. *)
Fixpoint compositions (j m : nat) : list (list nat) :=
  match j with
  | 0 => if m =? 0 then [[]] else []
  | S j => flat_map (fun a => map (cons a) (compositions j (m - a))) (seq 1 m)
  end.

Lemma in_compositions j m Y :
  In Y (compositions j m) <-> length Y = j /\ positive Y /\ total Y = m.
Proof.
  revert m Y. induction j as [| j IH]; intros m Y; simpl.
  - destruct (Nat.eqb_spec m 0) as [-> | H]; simpl; split.
    + intros [<- | []]. repeat split. constructor.
    + intros (H & _ & _). left. destruct Y; [reflexivity | discriminate].
    + easy.
    + intros (H1 & _ & H2). destruct Y; [simpl in H2; congruence | discriminate].
  - rewrite in_flat_map. split.
    + intros (a & Ha & HY). apply in_seq in Ha. apply in_map_iff in HY.
      destruct HY as (Z & <- & HZ). apply IH in HZ. destruct HZ as (L & P & T).
      repeat split; [simpl; lia | constructor; [lia | assumption] |].
      unfold total in *. simpl. lia.
    + intros (L & P & T). destruct Y as [| a Y]; [discriminate |].
      inversion_clear P. unfold total in *. simpl in *.
      exists a. split; [apply in_seq; lia |].
      apply in_map. apply IH. repeat split; [lia | assumption | unfold total; lia].
Qed.

Fixpoint nodupb (Y : list nat) : bool :=
  match Y with
  | [] => true
  | a :: Y => negb (existsb (Nat.eqb a) Y) && nodupb Y
  end.

Definition fitsb (s : sizes) (Y : list nat) : bool :=
  match s with
  | Any => true
  | Distinct => nodupb Y
  | Equal => forallb (fun a => forallb (Nat.eqb a) Y) Y
  end.

Lemma existsb_eqb a Y : existsb (Nat.eqb a) Y = true <-> In a Y.
Proof.
  rewrite existsb_exists. split.
  - intros (b & H & E). apply Nat.eqb_eq in E. congruence.
  - intros H. exists a. rewrite Nat.eqb_refl. auto.
Qed.

Lemma fitsb_spec s Y : fitsb s Y = true <-> fits s Y.
Proof.
  destruct s; simpl; [tauto | |].
  - induction Y as [| a Y IH]; simpl; [split; [constructor | reflexivity] |].
    rewrite andb_true_iff, negb_true_iff, IH, <- not_true_iff_false, existsb_eqb.
    split; [intros []; constructor; assumption | intros H; inversion_clear H; auto].
  - rewrite forallb_forall. split.
    + intros H a b Ha Hb. specialize (H a Ha). rewrite forallb_forall in H.
      apply Nat.eqb_eq. auto.
    + intros H a Ha. rewrite forallb_forall. intros b Hb. apply Nat.eqb_eq. auto.
Qed.

Definition options (D : digits) (n : nat) : list (list nat) :=
  flat_map
    (fun t => flat_map
      (fun j => if allow D t j then filter (fitsb (size D t)) (compositions j (n - t)) else [])
      (seq 0 (S (n - t))))
    (seq 0 (S n)).

Lemma positive_length Y : positive Y -> length Y <= total Y.
Proof. unfold total. induction 1; simpl; lia. Qed.

Lemma in_options D n Y : In Y (options D n) <-> move D n Y.
Proof.
  unfold options. rewrite in_flat_map. split.
  - intros (t & Ht & H). apply in_seq in Ht. apply in_flat_map in H. destruct H as (j & Hj & H).
    destruct (allow D t j) eqn:A; [| easy]. apply filter_In in H. destruct H as [H F].
    apply in_compositions in H. destruct H as (L & P & T). apply fitsb_spec in F.
    exists t. subst j. repeat split; try assumption. lia.
  - intros (t & Ht & P & A & F). exists t. split; [apply in_seq; lia |].
    apply in_flat_map. exists (length Y). pose proof (positive_length Y P).
    split; [apply in_seq; lia |]. rewrite A. apply filter_In.
    rewrite in_compositions, fitsb_spec. repeat split; try assumption. lia.
Qed.

(** ** Positions of several heaps, and who wins *)

Section Play.
  (** The moves of each player in one heap. *)
  Variable mv : bool -> nat -> list nat -> Prop.
  (** Who moves after whom: [negb], but see [Quotient.v] for another use. *)
  Variable other : bool -> bool.
  (** Whether the player who has no move wins, by the stones that are left in all. *)
  Variable final : nat -> bool -> bool.

  Definition pmove (b : bool) (X X' : list nat) : Prop :=
    exists n Y Z, Permutation X (n :: Z) /\ mv b n Y /\ Permutation X' (Y ++ Z).

  (** The player who moves first wins, or loses. *)
  Inductive Win : bool -> list nat -> Prop :=
  | win_end b X : (forall X', ~ pmove b X X') -> final (total X) b = true -> Win b X
  | win_move b X X' : pmove b X X' -> Lose (other b) X' -> Win b X
  with Lose : bool -> list nat -> Prop :=
  | lose b X :
      (forall X', pmove b X X' -> Win (other b) X') ->
      ((forall X', ~ pmove b X X') -> final (total X) b = false) -> Lose b X.

  Lemma pmove_perm b X1 X2 X' : Permutation X1 X2 -> pmove b X1 X' -> pmove b X2 X'.
  Proof.
    intros P (n & Y & Z & H & M & H'). exists n, Y, Z. repeat split; try assumption.
    transitivity X1; [symmetry |]; assumption.
  Qed.

  Hypothesis lighter : forall b n Y, mv b n Y -> weight Y < 2 * n - 1.

  Lemma pmove_lighter b X X' : pmove b X X' -> weight X' < weight X.
  Proof.
    intros (n & Y & Z & H & M & H'). rewrite (weight_perm _ _ H), (weight_perm _ _ H').
    rewrite weight_app, weight_cons. specialize (lighter b n Y M). lia.
  Qed.

  (** Nobody wins and loses. *)
  Lemma win_lose_exclusive b X : Win b X -> Lose b X -> False.
  Proof.
    revert b. induction X as [X IH] using (induction_ltof1 _ weight).
    intros b W L. destruct L as [b X A F]. destruct W as [b X N E | b X X' M L'].
    - rewrite F in E; [discriminate | assumption].
    - eapply (IH X'); [eapply pmove_lighter; eassumption | | eassumption]. auto.
  Qed.

  Lemma win_perm b X1 X2 : Permutation X1 X2 -> Win b X1 -> Win b X2.
  Proof.
    intros P W. inversion W; subst.
    - apply win_end; [| rewrite <- (total_perm _ _ P); assumption].
      intros X' M. eapply H. eapply pmove_perm; [symmetry |]; eassumption.
    - eapply win_move; [eapply pmove_perm; eassumption | assumption].
  Qed.
End Play.
