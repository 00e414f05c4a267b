(** The rules of the certificates as digits. *)

From Coq Require Import Arith List Lia Bool.
From Ishitori Require Import Heaps Grundy.
Import ListNotations.

(** Take-and-break: bit [j] of digit [d] lets a player take [d] tokens and leave [j] heaps. *)
Definition take_and_break (l : list nat) : digits :=
  {| allow := fun t j => Nat.testbit (nth t l 0) j; size := fun _ => Any |}.

(** Subtraction: a player takes [s] tokens, for an [s] in the set. *)
Definition subtraction (S : list nat) : digits :=
  {| allow := fun t j => (j <=? 1) && existsb (Nat.eqb t) S; size := fun _ => Any |}.

(** All but: a player takes any positive number of tokens that is not in the set. *)
Definition all_but (X : list nat) : digits :=
  {| allow := fun t j => (j <=? 1) && (0 <? t) && negb (existsb (Nat.eqb t) X);
     size := fun _ => Any |}.

(** One heap at most is left: then the option of [t] is the heap [n - t], and 0 is the empty one. *)
Definition takes (D : digits) (P : nat -> Prop) : Prop :=
  forall t j, allow D t j = true <-> j <= 1 /\ P t.

Definition free_sizes (D : digits) : Prop := forall t, size D t = Any.

Lemma subtraction_takes S : takes (subtraction S) (fun t => In t S).
Proof. intros t j. simpl. rewrite andb_true_iff, Nat.leb_le, existsb_eqb. reflexivity. Qed.

Lemma all_but_takes X : takes (all_but X) (fun t => 0 < t /\ ~ In t X).
Proof.
  intros t j. simpl. rewrite !andb_true_iff, Nat.leb_le, Nat.ltb_lt, negb_true_iff.
  rewrite <- not_true_iff_false, existsb_eqb. tauto.
Qed.

Lemma subtraction_valid S : ~ In 0 S -> valid (subtraction S).
Proof.
  intros H. rewrite <- existsb_eqb, not_true_iff_false in H. split; simpl; exact H.
Qed.

Lemma all_but_valid X : valid (all_but X).
Proof. split; reflexivity. Qed.

Lemma move_takes D P n Y :
  takes D P -> free_sizes D ->
  (move D n Y <-> exists t, t <= n /\ P t /\ Y = if n =? t then [] else [n - t]).
Proof.
  intros T F. split.
  - intros (t & E & Po & A & _). apply T in A. destruct A as [L H]. exists t.
    split; [lia |]. split; [assumption |].
    destruct Y as [| a [| b Y]]; simpl in *; unfold total in *; simpl in *; try lia.
    + replace n with t by lia. rewrite Nat.eqb_refl. reflexivity.
    + inversion Po; subst. destruct (Nat.eqb_spec (t + (a + 0)) t); [lia |]. f_equal. lia.
  - intros (t & L & H & ->). exists t. rewrite F. unfold total.
    destruct (Nat.eqb_spec n t); simpl; repeat split; try lia.
    + constructor.
    + apply T. auto.
    + constructor; [lia | constructor].
    + apply T. auto.
Qed.

Section Values.
  Variables (D : digits) (P : nat -> Prop) (g : nat -> nat).
  Hypothesis V : valid D.
  Hypothesis T : takes D P.
  Hypothesis F : free_sizes D.
  Hypothesis G : is_grundy (move D) g.

  Lemma grundy_zero : g 0 = 0.
  Proof.
    destruct (g 0) eqn:E; [reflexivity |]. destruct (G 0) as [_ A].
    destruct (A 0 ltac:(lia)) as (Y & M & _). pose proof (move_lighter D 0 Y V M). lia.
  Qed.

  (** The values of the options. *)
  Lemma takes_mex n : is_mex (fun v => exists t, t <= n /\ P t /\ v = g (n - t)) (g n).
  Proof.
    eapply mex_ext; [| apply G]. intros v. simpl. split.
    - intros (Y & M & ->). apply (move_takes D P n Y T F) in M. destruct M as (t & L & H & ->).
      exists t. repeat split; try assumption.
      destruct (Nat.eqb_spec n t) as [-> |]; simpl; [| apply Nat.lxor_0_r].
      rewrite Nat.sub_diag, grundy_zero. reflexivity.
    - intros (t & L & H & ->). exists (if n =? t then [] else [n - t]). split.
      + apply (move_takes D P n _ T F). eauto.
      + destruct (Nat.eqb_spec n t) as [-> |]; simpl; [| rewrite Nat.lxor_0_r; reflexivity].
        rewrite Nat.sub_diag, grundy_zero. reflexivity.
  Qed.
End Values.
